\set warehouse random(1, :warehouses)
\set status random(0, :statuses)
SELECT id, customer_id, placed, total, note FROM orders WHERE warehouse_id = :warehouse AND status = :status
    ORDER BY id LIMIT 50;
