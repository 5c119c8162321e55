\set taken :taken + 1
\set ticket 1 + (1000003 * :client_id + :taken) % :prepared
\set phrase random(1, :phrases)
\set name random(1, :names)
SELECT subscriber_id, place, number FROM prepared WHERE id = :ticket \gset
SELECT first_name, last_name, plan, balance, note FROM subscribers WHERE id = :subscriber_id;
SELECT place, number, nickname, remark FROM circles WHERE subscriber_id = :subscriber_id ORDER BY place;
BEGIN;
UPDATE circles SET number = :number, since = :now, nickname = (SELECT first_name FROM names WHERE id = :name)
    WHERE subscriber_id = :subscriber_id AND place = :place;
UPDATE subscribers SET changed = changed + 1, note = (SELECT body FROM phrases WHERE id = :phrase)
    WHERE id = :subscriber_id;
UPDATE prepared SET done = done + 1 WHERE id = :ticket;
COMMIT;
