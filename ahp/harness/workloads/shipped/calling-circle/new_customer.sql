\set next :next + 1
\set id 1000000000000 * (:phase + 1) + 1000000000 * :client_id + :next
\set name random(1, :names)
\set other random(1, :names)
\set phrase random(1, :phrases)
\set plan random(1, :plans)
\set region random(1, :regions)
\set n1 random(1000000000, :numbers)
\set n2 random(1000000000, :numbers)
\set n3 random(1000000000, :numbers)
BEGIN;
INSERT INTO subscribers (id, plan, region, since, balance, changed, first_name, last_name, email, phone,
        street, town, note)
    VALUES (:id, :plan, :region, :now, 0, 0, (SELECT first_name FROM names WHERE id = :name),
        (SELECT last_name FROM names WHERE id = :name), (SELECT email FROM names WHERE id = :other),
        '07123 456789', (SELECT street FROM names WHERE id = :other),
        (SELECT town FROM names WHERE id = :name), (SELECT body FROM phrases WHERE id = :phrase));
INSERT INTO circles (subscriber_id, place, number, since, nickname, remark) VALUES (:id, 1, :n1, :now,
    (SELECT first_name FROM names WHERE id = :other), (SELECT last_name FROM names WHERE id = :other));
INSERT INTO circles (subscriber_id, place, number, since, nickname, remark) VALUES (:id, 2, :n2, :now,
    (SELECT first_name FROM names WHERE id = :name), (SELECT last_name FROM names WHERE id = :other));
INSERT INTO circles (subscriber_id, place, number, since, nickname, remark) VALUES (:id, 3, :n3, :now,
    (SELECT first_name FROM names WHERE id = :other), (SELECT last_name FROM names WHERE id = :name));
COMMIT;
SELECT id, plan, first_name, last_name FROM subscribers WHERE id = :id;
