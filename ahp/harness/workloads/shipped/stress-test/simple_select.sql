\set row random(1, :stress_rows)
SELECT a, b, c, changes, note FROM stress WHERE id = :row;
