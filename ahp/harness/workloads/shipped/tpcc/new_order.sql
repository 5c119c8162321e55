\set w random(1, :warehouses)
\set d random(1, 10)
\set c 1 + (random(0, 1023) | random(1, :per_district)) % :per_district
\set lines random(5, 15)
SELECT w_tax FROM warehouse WHERE w_id = :w;
SELECT c_discount, c_surname, c_credit FROM customer WHERE c_w_id = :w AND c_d_id = :d AND c_id = :c;
BEGIN;
UPDATE district SET d_next_o_id = d_next_o_id + 1 WHERE d_w_id = :w AND d_id = :d;
SELECT d_next_o_id, d_tax FROM district WHERE d_w_id = :w AND d_id = :d \gset
\set o :d_next_o_id - 1
INSERT INTO orders (o_w_id, o_d_id, o_id, o_c_id, o_entered, o_carrier, o_lines)
    VALUES (:w, :d, :o, :c, :now, 0, :lines);
INSERT INTO new_order (no_w_id, no_d_id, no_o_id) VALUES (:w, :d, :o);
\repeat line 1 15
\if :lines >= :line
\set item 1 + (random(0, 8191) | random(1, :items)) % :items
\set quantity random(1, 10)
SELECT i_price, i_name, i_data FROM item WHERE i_id = :item;
SELECT s_quantity, s_dist, s_data FROM stock WHERE s_w_id = :w AND s_i_id = :item;
UPDATE stock SET s_ytd = s_ytd + :quantity, s_orders = s_orders + 1,
    s_quantity = CASE WHEN s_quantity >= :quantity + 10 THEN s_quantity - :quantity
        ELSE s_quantity - :quantity + 91 END
    WHERE s_w_id = :w AND s_i_id = :item;
INSERT INTO order_line (ol_w_id, ol_d_id, ol_o_id, ol_number, ol_i_id, ol_supply_w_id, ol_delivered,
        ol_quantity, ol_amount, ol_dist)
    VALUES (:w, :d, :o, :line, :item, :w, 0, :quantity,
        :quantity * (SELECT i_price FROM item WHERE i_id = :item), 'abcdefghijklmnopqrstuvwx');
\endif
\endrepeat
COMMIT;
