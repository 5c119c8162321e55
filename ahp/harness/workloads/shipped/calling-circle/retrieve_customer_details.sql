\set subscriber random(1, :customers)
\set region random(1, :regions)
\set plan random(1, :plans)
SELECT first_name, last_name, email, phone, street, town, balance, note FROM subscribers
    WHERE id = :subscriber;
SELECT place, number, nickname, remark FROM circles WHERE subscriber_id = :subscriber ORDER BY place;
SELECT number, moment, seconds, cost, kind FROM calls WHERE subscriber_id = :subscriber ORDER BY id LIMIT 20;
SELECT id, first_name, last_name, town FROM subscribers WHERE region = :region AND plan = :plan
    ORDER BY id LIMIT 10;
