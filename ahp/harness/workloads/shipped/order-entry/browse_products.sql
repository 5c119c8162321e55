\set customer random(1, :customers)
\set category random(1, :categories)
\set product random(1, :products)
SELECT first_name, last_name, suggestion FROM customers WHERE id = :customer;
SELECT id, name, list_price, least_price FROM products WHERE category = :category ORDER BY id LIMIT 10;
SELECT name, description, list_price FROM products WHERE id = :product;
SELECT warehouse_id, quantity FROM inventories WHERE product_id = :product ORDER BY warehouse_id;
