\set w random(1, :warehouses)
\set carrier random(1, 10)
BEGIN;
\repeat district 1 10
SELECT COALESCE(MIN(no_o_id), 0) AS oldest FROM new_order WHERE no_w_id = :w AND no_d_id = :district \gset
\if :oldest > 0
DELETE FROM new_order WHERE no_w_id = :w AND no_d_id = :district AND no_o_id = :oldest;
UPDATE orders SET o_carrier = :carrier WHERE o_w_id = :w AND o_d_id = :district AND o_id = :oldest;
SELECT o_c_id AS buyer FROM orders WHERE o_w_id = :w AND o_d_id = :district AND o_id = :oldest \gset
UPDATE order_line SET ol_delivered = :now
    WHERE ol_w_id = :w AND ol_d_id = :district AND ol_o_id = :oldest;
SELECT COALESCE(SUM(ol_amount), 0) AS worth FROM order_line
    WHERE ol_w_id = :w AND ol_d_id = :district AND ol_o_id = :oldest \gset
UPDATE customer SET c_balance = c_balance + :worth, c_deliveries = c_deliveries + 1
    WHERE c_w_id = :w AND c_d_id = :district AND c_id = :buyer;
\endif
\endrepeat
COMMIT;
