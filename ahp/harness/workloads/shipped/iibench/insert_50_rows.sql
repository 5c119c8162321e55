BEGIN;
\repeat row 1 50
\set next :next + 1
\set id 1000000000000 * (:phase + 1) + 1000000000 * :client_id + :next
\set cash_register random(1, :cash_registers)
\set customer random(1, :customers)
\set product random(1, :products)
\set price random(1, :highest_price)
\set phrase random(1, :phrases)
\set moment :now + :next
INSERT INTO purchases (id, moment, cash_register, customer, product, price, note)
    VALUES (:id, :moment, :cash_register, :customer, :product, :price,
        (SELECT body FROM phrases WHERE id = :phrase));
\endrepeat
COMMIT;
