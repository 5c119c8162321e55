\set next :next + 1
\set id 1000000000000 * (:phase + 1) + 1000000000 * :client_id + :next
\set surname random(1, :surnames)
\set customer random(1, :customers)
\set name random(1, :names)
\set phrase random(1, :phrases)
\set credit random(100, 500000)
SELECT id, first_name, last_name, country FROM customers WHERE surname = :surname ORDER BY id LIMIT 5;
SELECT id, street, town FROM addresses WHERE customer_id = :customer ORDER BY id LIMIT 5;
BEGIN;
INSERT INTO addresses (id, customer_id, street, town, country, postcode)
    VALUES (:id, :customer, (SELECT street FROM names WHERE id = :name),
        (SELECT town FROM names WHERE id = :name), 'Norway', 'AB12 3CD');
UPDATE customers SET credit_limit = :credit, note = (SELECT body FROM phrases WHERE id = :phrase)
    WHERE id = :customer;
COMMIT;
