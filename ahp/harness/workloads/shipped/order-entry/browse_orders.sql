\set customer random(1, :customers)
\set order random(1, :orders)
SELECT first_name, last_name, credit_limit FROM customers WHERE id = :customer;
SELECT id, status, placed, total FROM orders WHERE customer_id = :customer ORDER BY id LIMIT 10;
SELECT status, total, carrier, note FROM orders WHERE id = :order;
SELECT line, product_id, quantity, price FROM order_items WHERE order_id = :order ORDER BY line;
