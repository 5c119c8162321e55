\set warehouse random(1, :warehouses)
\set status random(0, :statuses)
SELECT COUNT(*) FROM orders WHERE warehouse_id = :warehouse AND status = :status;
SELECT SUM(total) FROM orders WHERE warehouse_id = :warehouse AND status = :status;
