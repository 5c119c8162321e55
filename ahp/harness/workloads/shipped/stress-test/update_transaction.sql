\set a random(0, :largest)
\set b random(0, :largest)
\set c random(0, :largest)
\set phrase random(1, :phrases)
\set row random(1, :stress_rows)
UPDATE stress SET a = :a, b = :b, c = :c, changes = changes + 1,
    note = (SELECT body FROM phrases WHERE id = :phrase) WHERE id = :row;
