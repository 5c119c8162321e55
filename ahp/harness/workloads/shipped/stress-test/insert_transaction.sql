\set next :next + 1
\set id 1000000000000 * (:phase + 1) + 1000000000 * :client_id + :next
\set a random(0, :largest)
\set b random(0, :largest)
\set c random(0, :largest)
\set phrase random(1, :phrases)
INSERT INTO stress (id, a, b, c, changes, note)
    VALUES (:id, :a, :b, :c, 0, (SELECT body FROM phrases WHERE id = :phrase));
