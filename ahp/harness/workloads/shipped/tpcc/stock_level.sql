\set w random(1, :warehouses)
\set d random(1, 10)
\set threshold random(10, 20)
SELECT d_next_o_id FROM district WHERE d_w_id = :w AND d_id = :d \gset
\set from_order :d_next_o_id - 20
SELECT COUNT(DISTINCT s_i_id) FROM order_line, stock
    WHERE ol_w_id = :w AND ol_d_id = :d AND ol_o_id >= :from_order AND ol_o_id < :d_next_o_id
        AND s_w_id = ol_w_id AND s_i_id = ol_i_id AND s_quantity < :threshold;
