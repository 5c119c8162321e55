\set warehouse random(1, :warehouses)
\set status random(0, :statuses - 1)
\set order random(1, :orders)
\set product random(1, :products)
SELECT id, customer_id, placed, total FROM orders WHERE warehouse_id = :warehouse AND status = :status
    ORDER BY id LIMIT 10;
BEGIN;
SELECT line, product_id, quantity, price FROM order_items WHERE order_id = :order ORDER BY line;
UPDATE orders SET status = :status, warehouse_id = :warehouse WHERE id = :order;
UPDATE inventories SET quantity = quantity - 1 WHERE product_id = :product AND warehouse_id = :warehouse;
COMMIT;
