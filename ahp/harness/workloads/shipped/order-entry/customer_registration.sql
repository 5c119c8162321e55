\set next :next + 1
\set id 1000000000000 * (:phase + 1) + 1000000000 * :client_id + :next
\set surname random(1, :surnames)
\set name random(1, :names)
\set other random(1, :names)
\set phrase random(1, :phrases)
\set credit random(100, 500000)
\set representative random(1, :representatives)
\set product random(1, :products)
\set card random(4000000000000000, 4999999999999999)
BEGIN;
INSERT INTO customers (id, surname, credit_limit, representative, since, suggestion, first_name, last_name,
        email, phone, country, note)
    VALUES (:id, :surname, :credit, :representative, :now, :product,
        (SELECT first_name FROM names WHERE id = :name), (SELECT last_name FROM names WHERE id = :name),
        (SELECT email FROM names WHERE id = :other), '01234 567890', 'Norway',
        (SELECT body FROM phrases WHERE id = :phrase));
INSERT INTO addresses (id, customer_id, street, town, country, postcode)
    VALUES (:id, :id, (SELECT street FROM names WHERE id = :name), (SELECT town FROM names WHERE id = :other),
        'Norway', 'AB12 3CD');
INSERT INTO cards (id, customer_id, card, expires, valid) VALUES (:id, :id, :card, 203012, 1);
INSERT INTO logons (id, customer_id, moment) VALUES (:id, :id, :now);
COMMIT;
SELECT id, first_name, last_name, email, credit_limit FROM customers WHERE id = :id;
