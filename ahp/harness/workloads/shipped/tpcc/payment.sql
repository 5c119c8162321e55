\set next :next + 1
\set id 1000000000000 * (:phase + 1) + 1000000000 * :client_id + :next
\set w random(1, :warehouses)
\set d random(1, 10)
\set c 1 + (random(0, 1023) | random(1, :per_district)) % :per_district
\set amount random(100, 500000)
\set by_name random(1, 100)
\set surname random(1, :surnames)
BEGIN;
UPDATE warehouse SET w_ytd = w_ytd + :amount WHERE w_id = :w;
SELECT w_name, w_street FROM warehouse WHERE w_id = :w;
UPDATE district SET d_ytd = d_ytd + :amount WHERE d_w_id = :w AND d_id = :d;
SELECT d_name, d_street FROM district WHERE d_w_id = :w AND d_id = :d;
\if :by_name <= 60
SELECT c_id AS c FROM customer WHERE c_w_id = :w AND c_d_id = :d AND c_surname = :surname
    ORDER BY c_first, c_id LIMIT 1 \gset
\endif
SELECT c_first, c_street, c_town, c_phone, c_credit, c_balance FROM customer
    WHERE c_w_id = :w AND c_d_id = :d AND c_id = :c;
UPDATE customer SET c_balance = c_balance - :amount, c_ytd_payment = c_ytd_payment + :amount,
    c_payments = c_payments + 1 WHERE c_w_id = :w AND c_d_id = :d AND c_id = :c;
INSERT INTO history (h_id, h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount, h_data)
    VALUES (:id, :c, :d, :w, :d, :w, :now, :amount, 'paid at the counter');
COMMIT;
