\set w random(1, :warehouses)
\set d random(1, 10)
\set c 1 + (random(0, 1023) | random(1, :per_district)) % :per_district
\set by_name random(1, 100)
\set surname random(1, :surnames)
\if :by_name <= 60
SELECT c_id AS c FROM customer WHERE c_w_id = :w AND c_d_id = :d AND c_surname = :surname
    ORDER BY c_first, c_id LIMIT 1 \gset
\endif
SELECT c_first, c_balance FROM customer WHERE c_w_id = :w AND c_d_id = :d AND c_id = :c;
SELECT COALESCE(MAX(o_id), 0) AS last FROM orders WHERE o_w_id = :w AND o_d_id = :d AND o_c_id = :c \gset
SELECT o_entered, o_carrier FROM orders WHERE o_w_id = :w AND o_d_id = :d AND o_id = :last;
SELECT ol_number, ol_i_id, ol_supply_w_id, ol_quantity, ol_amount, ol_delivered FROM order_line
    WHERE ol_w_id = :w AND ol_d_id = :d AND ol_o_id = :last ORDER BY ol_number;
