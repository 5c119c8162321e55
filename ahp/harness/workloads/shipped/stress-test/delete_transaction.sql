\if :gone < :next
\set gone :gone + 1
\endif
\set id 1000000000000 * (:phase + 1) + 1000000000 * :client_id + :gone
DELETE FROM stress WHERE id = :id;
