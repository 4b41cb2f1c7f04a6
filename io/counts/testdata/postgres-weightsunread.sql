-- What Steward cannot read in the rows of public.our rows, the most frequent first.
-- It reads the table and changes nothing. What it returns is private, like the rows:
-- it says exactly how many there are of each. Keep it as safe as the table itself.
-- It is for you to look at. Dialect: postgres

WITH
-- the codes of texts in column the town
list2(label, code) AS (
  VALUES
    ('n/a', 4),
    ('North', 0),
    (E'S\u00FCdstadt', 1),
    (E'O\'Hara', 2),
    (E'C:\\', 3)
),
-- the codes of texts in column grade
list5(label, code) AS (
  VALUES
    ('low', 0),
    ('high', 1)
),
-- every column as text, without the white space around it, NULL for blanks
texts AS (
  SELECT
    NULLIF(btrim(CAST("age" AS text) COLLATE "C", E'\u0009\u000A\u000B\u000C\u000D \u0085\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000'), '') AS t1,
    NULLIF(btrim(CAST("the ""town""" AS text) COLLATE "C", E'\u0009\u000A\u000B\u000C\u000D \u0085\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000'), '') AS t2,
    NULLIF(btrim(CAST("wage" AS text) COLLATE "C", E'\u0009\u000A\u000B\u000C\u000D \u0085\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000'), '') AS t3,
    NULLIF(btrim(CAST("since" AS text) COLLATE "C", E'\u0009\u000A\u000B\u000C\u000D \u0085\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000'), '') AS t4,
    NULLIF(btrim(CAST("grade" AS text) COLLATE "C", E'\u0009\u000A\u000B\u000C\u000D \u0085\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000'), '') AS t5,
    NULLIF(btrim(CAST("who" AS text) COLLATE "C", E'\u0009\u000A\u000B\u000C\u000D \u0085\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000'), '') AS person,
    NULLIF(btrim(CAST("the weight" AS text) COLLATE "C", E'\u0009\u000A\u000B\u000C\u000D \u0085\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000'), '') AS weight_text
  FROM "public"."our rows"
  OFFSET 0
),
-- the texts that are numbers or dates
numbers AS (
  SELECT
    texts.*,
    CASE WHEN (t1 ~ '^[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)$' AND length(t1) <= 40) OR (t1 ~ '^[+-]?((0|[1-9][0-9]*)[.][0-9]*|[.][0-9]+)$' AND length(t1) <= 300) OR (t1 ~ '^[+-]?((0|[1-9][0-9]*)([.][0-9]*)?|[.][0-9]+)[eE][+-]?[0-9]+$' AND length(t1) <= 300) THEN CASE WHEN length(t1) <= 40 AND NOT t1 ~ '[eE]' THEN CAST(t1 AS double precision) WHEN t1 ~ '[eE][+-]?0*[1-9][0-9]{3,}$' THEN CASE WHEN t1 ~ '^[+-]?[0.]*[eE]' OR t1 ~ '[eE]-' THEN CAST(0 AS double precision) END WHEN abs(CAST(t1 AS numeric)) >= 1.7976931348623158e308 THEN NULL WHEN abs(CAST(t1 AS numeric)) < 2.4703282292062328e-324 THEN CAST(0 AS double precision) ELSE CAST(t1 AS double precision) END END AS x1,
    CASE WHEN (t3 ~ '^[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)$' AND length(t3) <= 40) OR (t3 ~ '^[+-]?((0|[1-9][0-9]*)[.][0-9]*|[.][0-9]+)$' AND length(t3) <= 300) OR (t3 ~ '^[+-]?((0|[1-9][0-9]*)([.][0-9]*)?|[.][0-9]+)[eE][+-]?[0-9]+$' AND length(t3) <= 300) THEN CASE WHEN length(t3) <= 40 AND NOT t3 ~ '[eE]' THEN CAST(t3 AS double precision) WHEN t3 ~ '[eE][+-]?0*[1-9][0-9]{3,}$' THEN CASE WHEN t3 ~ '^[+-]?[0.]*[eE]' OR t3 ~ '[eE]-' THEN CAST(0 AS double precision) END WHEN abs(CAST(t3 AS numeric)) >= 1.7976931348623158e308 THEN NULL WHEN abs(CAST(t3 AS numeric)) < 2.4703282292062328e-324 THEN CAST(0 AS double precision) ELSE CAST(t3 AS double precision) END END AS x3,
    CASE WHEN t4 ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' OR t4 ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{1,2}:[0-5][0-9](:[0-5][0-9]([.][0-9]*)?)?([Zz]|[+-][0-9]{2}(:?[0-9]{2})?)?$' THEN substr(t4, 1, 10) WHEN t4 ~ '^[0-9]{8}$' THEN concat(substr(t4, 1, 4), '-', substr(t4, 5, 2), '-', substr(t4, 7, 2)) WHEN t4 ~ '^[0-9]{4}-(0[1-9]|1[0-2])$' THEN concat(t4, '-01') END AS x4,
    CASE WHEN person ~ '^[+-]?(0|[1-9][0-9]{0,14})$' OR (person ~ '^[+-]?((0|[1-9][0-9]*)[.][0-9]*|[.][0-9]+)$' AND length(person) <= 300) OR (person ~ '^[+-]?((0|[1-9][0-9]*)([.][0-9]*)?|[.][0-9]+)[eE][+-]?[0-9]+$' AND length(person) <= 300) THEN CASE WHEN length(person) <= 40 AND NOT person ~ '[eE]' THEN CAST(person AS double precision) WHEN person ~ '[eE][+-]?0*[1-9][0-9]{3,}$' THEN CASE WHEN person ~ '^[+-]?[0.]*[eE]' OR person ~ '[eE]-' THEN CAST(0 AS double precision) END WHEN abs(CAST(person AS numeric)) >= 1.7976931348623158e308 THEN NULL WHEN abs(CAST(person AS numeric)) < 2.4703282292062328e-324 THEN CAST(0 AS double precision) ELSE CAST(person AS double precision) END + 0 END AS person_number,
    CASE WHEN (weight_text ~ '^[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)$' AND length(weight_text) <= 40) OR (weight_text ~ '^[+-]?((0|[1-9][0-9]*)[.][0-9]*|[.][0-9]+)$' AND length(weight_text) <= 300) OR (weight_text ~ '^[+-]?((0|[1-9][0-9]*)([.][0-9]*)?|[.][0-9]+)[eE][+-]?[0-9]+$' AND length(weight_text) <= 300) THEN CASE WHEN length(weight_text) <= 40 AND NOT weight_text ~ '[eE]' THEN CAST(weight_text AS double precision) WHEN weight_text ~ '[eE][+-]?0*[1-9][0-9]{3,}$' THEN CASE WHEN weight_text ~ '^[+-]?[0.]*[eE]' OR weight_text ~ '[eE]-' THEN CAST(0 AS double precision) END WHEN abs(CAST(weight_text AS numeric)) >= 1.7976931348623158e308 THEN NULL WHEN abs(CAST(weight_text AS numeric)) < 2.4703282292062328e-324 THEN CAST(0 AS double precision) ELSE CAST(weight_text AS double precision) END END AS weight_number
  FROM texts
  OFFSET 0
),
-- the code of every value, NULL where the plan does not say how it is to be read
codes AS (
  SELECT
    CASE WHEN t1 IS NULL THEN NULL WHEN x1 IS NULL OR x1 <> floor(x1) THEN NULL WHEN x1 < 18 THEN 0 WHEN x1 > 21 THEN 3 ELSE CAST(x1 AS bigint) - (18) END AS c1,
    CASE WHEN t2 IS NULL THEN 4 WHEN list2.code IS NOT NULL THEN list2.code ELSE 5 END AS c2,
    CASE WHEN t3 IS NULL THEN 3 WHEN x3 IS NULL THEN NULL WHEN x3 < 0 THEN NULL WHEN x3 >= 1000 THEN NULL ELSE CASE WHEN x3 < CAST('0.3' AS double precision) THEN CASE WHEN x3 < CAST('0.1' AS double precision) THEN 0 ELSE 1 END ELSE 2 END END AS c3,
    CASE WHEN t4 IS NULL THEN 0 WHEN x4 IS NULL OR NOT x4 ~ '^([0-9]{4}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))|([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)$' OR x4 ~ '^0000' THEN NULL WHEN x4 < '2024-01-01' THEN 3 WHEN x4 > '2024-03-31' THEN 3 ELSE CASE WHEN x4 <= '2024-02-29' THEN CASE WHEN x4 <= '2024-01-31' THEN 0 ELSE 1 END ELSE 2 END END AS c4,
    CASE WHEN t5 IS NULL THEN 2 WHEN list5.code IS NOT NULL THEN list5.code ELSE 3 END AS c5,
    person,
    person_number,
    weight_number,
    t1,
    t2,
    t3,
    t4,
    t5,
    weight_text,
    CASE WHEN weight_number > 5 THEN CAST(20 AS double precision) WHEN weight_number < CAST('1e-09' AS double precision) THEN CAST(0 AS double precision) ELSE weight_number * CAST(4 AS double precision) / CAST(1 AS double precision) END AS weight_steps
  FROM numbers
  LEFT JOIN list2 ON list2.label = t2
  LEFT JOIN list5 ON list5.label = t5
  OFFSET 0
),
-- what keeps a row from being counted
faults AS (
  SELECT c1, c2, c3, c4, c5, person, person_number, weight_number, t1, t2, t3, t4, t5, weight_text, CAST(floor(weight_steps) + CASE WHEN weight_steps - floor(weight_steps) > 0.5 OR weight_steps - floor(weight_steps) = 0.5 AND floor(weight_steps) <> 2 * floor(weight_steps / 2) THEN 1 ELSE 0 END AS bigint) AS units, CASE WHEN weight_number > 5 THEN 1 ELSE 0 END AS capped,
    CASE WHEN current_setting('DateStyle') NOT LIKE 'ISO%' THEN 'settings'
      WHEN c1 IS NULL THEN 'unread 1'
      WHEN c2 IS NULL THEN 'unread 2'
      WHEN c3 IS NULL THEN 'unread 3'
      WHEN c4 IS NULL THEN 'unread 4'
      WHEN c5 IS NULL THEN 'unread 5'
      WHEN c1 IN (0, 1) AND c5 IN (1) THEN 'impossible 1'
      WHEN weight_number IS NULL OR weight_number < 0 THEN 'weight'
      WHEN person IS NULL THEN 'nobody' END AS fault
  FROM codes
  OFFSET 0
)
SELECT fault AS line, CASE fault WHEN 'unread 1' THEN t1 WHEN 'unread 2' THEN t2 WHEN 'unread 3' THEN t3 WHEN 'unread 4' THEN t4 WHEN 'unread 5' THEN t5 WHEN 'weight' THEN weight_text END AS found, count(*) AS n
FROM faults
WHERE fault IS NOT NULL
GROUP BY 1, 2
ORDER BY 3 DESC, 1, 2
LIMIT 200;
