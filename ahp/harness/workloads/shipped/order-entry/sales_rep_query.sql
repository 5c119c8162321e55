\set representative random(1, :representatives)
SELECT id, customer_id, status, total FROM orders WHERE representative = :representative ORDER BY id LIMIT 50;
