-- Counts per cell for Steward, of the rows of public.our rows.
-- It reads the table and changes nothing. What it returns is private, like the rows:
-- it says exactly how many there are of each. Keep it as safe as the table itself.
-- Run it, for instance, with
--   spark-sql --conf spark.sql.cli.print.header=true -f QUERY.sql > COUNTS.tsv
-- and give the file to Steward (steward check PLAN --data FILE) as you would the rows.
-- It holds for the columns as declared in the plan. When they change, write it again.
-- Dates in since are read when they are dates of the database, or texts such as 2024-03-14,
-- 20240314 or 2024-03-14 13:45. Other texts are counted as unreadable: mend them in a view.
-- Rows are weighted by the weight: each counts as a whole number of steps of 0.25, up to 5.
-- Dialect: spark

WITH
-- the codes of texts in column the town
list2(label, code) AS (
  VALUES
    ('n/a', 4),
    ('North', 0),
    (CAST(X'53C3BC647374616474' AS STRING), 1),
    (CAST(X'4F2748617261' AS STRING), 2),
    (CAST(X'433A5C' AS STRING), 3)
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
    NULLIF(trim(BOTH CAST(X'090A0B0C0D20C285C2A0E19A80E28080E28081E28082E28083E28084E28085E28086E28087E28088E28089E2808AE280A8E280A9E280AFE2819FE38080' AS STRING) FROM CAST(`age` AS STRING)), '') AS t1,
    NULLIF(trim(BOTH CAST(X'090A0B0C0D20C285C2A0E19A80E28080E28081E28082E28083E28084E28085E28086E28087E28088E28089E2808AE280A8E280A9E280AFE2819FE38080' AS STRING) FROM CAST(`the "town"` AS STRING)), '') AS t2,
    NULLIF(trim(BOTH CAST(X'090A0B0C0D20C285C2A0E19A80E28080E28081E28082E28083E28084E28085E28086E28087E28088E28089E2808AE280A8E280A9E280AFE2819FE38080' AS STRING) FROM CAST(`wage` AS STRING)), '') AS t3,
    NULLIF(trim(BOTH CAST(X'090A0B0C0D20C285C2A0E19A80E28080E28081E28082E28083E28084E28085E28086E28087E28088E28089E2808AE280A8E280A9E280AFE2819FE38080' AS STRING) FROM CAST(`since` AS STRING)), '') AS t4,
    NULLIF(trim(BOTH CAST(X'090A0B0C0D20C285C2A0E19A80E28080E28081E28082E28083E28084E28085E28086E28087E28088E28089E2808AE280A8E280A9E280AFE2819FE38080' AS STRING) FROM CAST(`grade` AS STRING)), '') AS t5,
    NULLIF(trim(BOTH CAST(X'090A0B0C0D20C285C2A0E19A80E28080E28081E28082E28083E28084E28085E28086E28087E28088E28089E2808AE280A8E280A9E280AFE2819FE38080' AS STRING) FROM CAST(`who` AS STRING)), '') AS person,
    NULLIF(trim(BOTH CAST(X'090A0B0C0D20C285C2A0E19A80E28080E28081E28082E28083E28084E28085E28086E28087E28088E28089E2808AE280A8E280A9E280AFE2819FE38080' AS STRING) FROM CAST(`the weight` AS STRING)), '') AS weight_text
  FROM `public`.`our rows`
),
-- the texts that are numbers or dates
numbers AS (
  SELECT
    texts.*,
    CASE WHEN (t1 RLIKE '^[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)$' AND length(t1) <= 40) OR (t1 RLIKE '^[+-]?((0|[1-9][0-9]*)[.][0-9]*|[.][0-9]+)$' AND length(t1) <= 300) OR (t1 RLIKE '^[+-]?((0|[1-9][0-9]*)([.][0-9]*)?|[.][0-9]+)[eE][+-]?[0-9]+$' AND length(t1) <= 300) THEN CASE WHEN abs(CAST(t1 AS DOUBLE)) < CAST('Infinity' AS DOUBLE) THEN CAST(t1 AS DOUBLE) END END AS x1,
    CASE WHEN (t3 RLIKE '^[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)$' AND length(t3) <= 40) OR (t3 RLIKE '^[+-]?((0|[1-9][0-9]*)[.][0-9]*|[.][0-9]+)$' AND length(t3) <= 300) OR (t3 RLIKE '^[+-]?((0|[1-9][0-9]*)([.][0-9]*)?|[.][0-9]+)[eE][+-]?[0-9]+$' AND length(t3) <= 300) THEN CASE WHEN abs(CAST(t3 AS DOUBLE)) < CAST('Infinity' AS DOUBLE) THEN CAST(t3 AS DOUBLE) END END AS x3,
    CASE WHEN t4 RLIKE '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' OR t4 RLIKE '^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{1,2}:[0-5][0-9](:[0-5][0-9]([.][0-9]*)?)?([Zz]|[+-][0-9]{2}(:?[0-9]{2})?)?$' THEN substr(t4, 1, 10) WHEN t4 RLIKE '^[0-9]{8}$' THEN concat(substr(t4, 1, 4), '-', substr(t4, 5, 2), '-', substr(t4, 7, 2)) WHEN t4 RLIKE '^[0-9]{4}-(0[1-9]|1[0-2])$' THEN concat(t4, '-01') END AS x4,
    CASE WHEN person RLIKE '^[+-]?(0|[1-9][0-9]{0,14})$' OR (person RLIKE '^[+-]?((0|[1-9][0-9]*)[.][0-9]*|[.][0-9]+)$' AND length(person) <= 300) OR (person RLIKE '^[+-]?((0|[1-9][0-9]*)([.][0-9]*)?|[.][0-9]+)[eE][+-]?[0-9]+$' AND length(person) <= 300) THEN CASE WHEN abs(CAST(person AS DOUBLE)) < CAST('Infinity' AS DOUBLE) THEN CAST(person AS DOUBLE) END + 0 END AS person_number,
    CASE WHEN (weight_text RLIKE '^[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)$' AND length(weight_text) <= 40) OR (weight_text RLIKE '^[+-]?((0|[1-9][0-9]*)[.][0-9]*|[.][0-9]+)$' AND length(weight_text) <= 300) OR (weight_text RLIKE '^[+-]?((0|[1-9][0-9]*)([.][0-9]*)?|[.][0-9]+)[eE][+-]?[0-9]+$' AND length(weight_text) <= 300) THEN CASE WHEN abs(CAST(weight_text AS DOUBLE)) < CAST('Infinity' AS DOUBLE) THEN CAST(weight_text AS DOUBLE) END END AS weight_number
  FROM texts
),
-- the code of every value, NULL where the plan does not say how it is to be read
codes AS (
  SELECT
    CASE WHEN t1 IS NULL THEN NULL WHEN x1 IS NULL OR x1 <> rint(x1) THEN NULL WHEN x1 < 18 THEN 0 WHEN x1 > 21 THEN 3 ELSE CAST(x1 AS BIGINT) - (18) END AS c1,
    CASE WHEN t2 IS NULL THEN 4 WHEN list2.code IS NOT NULL THEN list2.code ELSE 5 END AS c2,
    CASE WHEN t3 IS NULL THEN 3 WHEN x3 IS NULL THEN NULL WHEN x3 < 0 THEN NULL WHEN x3 >= 1000 THEN NULL ELSE CASE WHEN x3 < CAST('0.3' AS DOUBLE) THEN CASE WHEN x3 < CAST('0.1' AS DOUBLE) THEN 0 ELSE 1 END ELSE 2 END END AS c3,
    CASE WHEN t4 IS NULL THEN 0 WHEN x4 IS NULL OR NOT x4 RLIKE '^([0-9]{4}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))|([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)$' OR x4 RLIKE '^0000' THEN NULL WHEN x4 < '2024-01-01' THEN 3 WHEN x4 > '2024-03-31' THEN 3 ELSE CASE WHEN x4 <= '2024-02-29' THEN CASE WHEN x4 <= '2024-01-31' THEN 0 ELSE 1 END ELSE 2 END END AS c4,
    CASE WHEN t5 IS NULL THEN 2 WHEN list5.code IS NOT NULL THEN list5.code ELSE 3 END AS c5,
    person,
    person_number,
    weight_number,
    CASE WHEN weight_number > 5 THEN CAST(20 AS DOUBLE) WHEN weight_number < CAST('1e-09' AS DOUBLE) THEN CAST(0 AS DOUBLE) ELSE weight_number * CAST(4 AS DOUBLE) / CAST(1 AS DOUBLE) END AS weight_steps
  FROM numbers
  LEFT JOIN list2 ON list2.label = t2
  LEFT JOIN list5 ON list5.label = t5
),
-- what keeps a row from being counted
faults AS (
  SELECT c1, c2, c3, c4, c5, person, person_number, weight_number, CAST(floor(weight_steps) + CASE WHEN weight_steps - floor(weight_steps) > 0.5 OR weight_steps - floor(weight_steps) = 0.5 AND floor(weight_steps) <> 2 * floor(weight_steps / 2) THEN 1 ELSE 0 END AS BIGINT) AS units, CASE WHEN weight_number > 5 THEN 1 ELSE 0 END AS capped,
    CASE
      WHEN c1 IS NULL THEN 'unread 1'
      WHEN c2 IS NULL THEN 'unread 2'
      WHEN c3 IS NULL THEN 'unread 3'
      WHEN c4 IS NULL THEN 'unread 4'
      WHEN c5 IS NULL THEN 'unread 5'
      WHEN c1 IN (0, 1) AND c5 IN (1) THEN 'impossible 1'
      WHEN weight_number IS NULL OR weight_number < 0 THEN 'weight'
      WHEN person IS NULL THEN 'nobody' END AS fault
  FROM codes
),
-- the rows of a person in an order that prefers no answer and depends on their rows alone
slots AS (
  SELECT c1, c2, c3, c4, c5, units, capped, fault,
    row_number() OVER (PARTITION BY fault, person_number, CASE WHEN person_number IS NULL THEN person END
      ORDER BY md5(concat_ws(',', '0123456789abcdef', CAST(c1 AS STRING), CAST(c2 AS STRING), CAST(c3 AS STRING), CAST(c4 AS STRING), CAST(c5 AS STRING), CAST(units AS STRING))), c1, c2, c3, c4, c5, units) AS slot
  FROM faults
),
-- what a row counts as
lines AS (
  SELECT c1, c2, c3, c4, c5, units, capped,
    CASE WHEN fault IS NOT NULL THEN fault WHEN slot > 2 THEN 'beyond' ELSE 'cell' END AS line,
    CASE WHEN fault IS NULL AND slot = 1 THEN 1 ELSE 0 END AS person
  FROM slots
),
-- the columns that questions and known facts are about
kept AS (
  SELECT line, CASE WHEN line = 'cell' THEN c1 ELSE -1 END AS c1, CASE WHEN line = 'cell' THEN c2 ELSE -1 END AS c2, CASE WHEN line = 'cell' THEN c5 ELSE -1 END AS c5, person, units, capped
  FROM lines
),
-- the number of rows of every cell
cells AS (
  SELECT line, c1, c2, c5, count(*) AS n, sum(person) AS people, sum(units) AS units, sum(CASE WHEN line IN ('cell', 'beyond') THEN capped ELSE 0 END) AS capped, sum(CASE WHEN line IN ('cell', 'beyond') THEN CASE WHEN units = 0 THEN 1 ELSE 0 END ELSE 0 END) AS unweighted
  FROM kept
  GROUP BY line, c1, c2, c5
)
SELECT line, c1, c2, c5, CAST(CASE WHEN line = 'cell' THEN units ELSE n END AS BIGINT) AS steward_n_93f3fc317c61969ff30ee529613cc16b280ee044 FROM cells WHERE line <> 'cell' OR units > 0
UNION ALL
SELECT 'people', -1, -1, -1, CAST(COALESCE(sum(people), 0) AS BIGINT) FROM cells
UNION ALL
SELECT 'weighed', -1, -1, -1, CAST(COALESCE(sum(CASE WHEN line = 'cell' THEN n ELSE 0 END), 0) AS BIGINT) FROM cells
UNION ALL
SELECT 'units', -1, -1, -1, CAST(COALESCE(sum(CASE WHEN line = 'cell' THEN units ELSE 0 END), 0) AS BIGINT) FROM cells
UNION ALL
SELECT 'capped', -1, -1, -1, CAST(COALESCE(sum(capped), 0) AS BIGINT) FROM cells
UNION ALL
SELECT 'unweighted', -1, -1, -1, CAST(COALESCE(sum(unweighted), 0) AS BIGINT) FROM cells
UNION ALL
SELECT 'rows', -1, -1, -1, CAST(COALESCE(sum(n), 0) AS BIGINT) FROM cells;
