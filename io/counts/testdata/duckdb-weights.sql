-- Counts per cell for Steward, of the rows of public.our rows.
-- It reads the table and changes nothing. What it returns is private, like the rows:
-- it says exactly how many there are of each. Keep it as safe as the table itself.
-- Run it, for instance, with
--   duckdb -csv DATABASE < QUERY.sql > COUNTS.csv
-- and give the file to Steward (steward check PLAN --data FILE) as you would the rows.
-- It holds for the columns as declared in the plan. When they change, write it again.
-- Dates in since are read when they are dates of the database, or texts such as 2024-03-14,
-- 20240314 or 2024-03-14 13:45. Other texts are counted as unreadable: mend them in a view.
-- Rows are weighted by the weight: each counts as a whole number of steps of 0.25, up to 5.
-- Dialect: duckdb

WITH
-- the codes of texts in column the town
list2(label, code) AS (
  VALUES
    ('n/a', 4),
    ('North', 0),
    ('Südstadt', 1),
    ('O''Hara', 2),
    ('C:\', 3)
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
    NULLIF(trim(CAST("age" AS VARCHAR), (chr(9) || chr(10) || chr(11) || chr(12) || chr(13) || ' ' || chr(133) || chr(160) || chr(5760) || chr(8192) || chr(8193) || chr(8194) || chr(8195) || chr(8196) || chr(8197) || chr(8198) || chr(8199) || chr(8200) || chr(8201) || chr(8202) || chr(8232) || chr(8233) || chr(8239) || chr(8287) || chr(12288))), '') AS t1,
    NULLIF(trim(CAST("the ""town""" AS VARCHAR), (chr(9) || chr(10) || chr(11) || chr(12) || chr(13) || ' ' || chr(133) || chr(160) || chr(5760) || chr(8192) || chr(8193) || chr(8194) || chr(8195) || chr(8196) || chr(8197) || chr(8198) || chr(8199) || chr(8200) || chr(8201) || chr(8202) || chr(8232) || chr(8233) || chr(8239) || chr(8287) || chr(12288))), '') AS t2,
    NULLIF(trim(CAST("wage" AS VARCHAR), (chr(9) || chr(10) || chr(11) || chr(12) || chr(13) || ' ' || chr(133) || chr(160) || chr(5760) || chr(8192) || chr(8193) || chr(8194) || chr(8195) || chr(8196) || chr(8197) || chr(8198) || chr(8199) || chr(8200) || chr(8201) || chr(8202) || chr(8232) || chr(8233) || chr(8239) || chr(8287) || chr(12288))), '') AS t3,
    NULLIF(trim(CAST("since" AS VARCHAR), (chr(9) || chr(10) || chr(11) || chr(12) || chr(13) || ' ' || chr(133) || chr(160) || chr(5760) || chr(8192) || chr(8193) || chr(8194) || chr(8195) || chr(8196) || chr(8197) || chr(8198) || chr(8199) || chr(8200) || chr(8201) || chr(8202) || chr(8232) || chr(8233) || chr(8239) || chr(8287) || chr(12288))), '') AS t4,
    NULLIF(trim(CAST("grade" AS VARCHAR), (chr(9) || chr(10) || chr(11) || chr(12) || chr(13) || ' ' || chr(133) || chr(160) || chr(5760) || chr(8192) || chr(8193) || chr(8194) || chr(8195) || chr(8196) || chr(8197) || chr(8198) || chr(8199) || chr(8200) || chr(8201) || chr(8202) || chr(8232) || chr(8233) || chr(8239) || chr(8287) || chr(12288))), '') AS t5,
    NULLIF(trim(CAST("the weight" AS VARCHAR), (chr(9) || chr(10) || chr(11) || chr(12) || chr(13) || ' ' || chr(133) || chr(160) || chr(5760) || chr(8192) || chr(8193) || chr(8194) || chr(8195) || chr(8196) || chr(8197) || chr(8198) || chr(8199) || chr(8200) || chr(8201) || chr(8202) || chr(8232) || chr(8233) || chr(8239) || chr(8287) || chr(12288))), '') AS weight_text
  FROM "public"."our rows"
),
-- the texts that are numbers or dates
numbers AS (
  SELECT
    texts.*,
    CASE WHEN (regexp_matches(t1, '^[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)$') AND length(t1) <= 40) OR (regexp_matches(t1, '^[+-]?((0|[1-9][0-9]*)[.][0-9]*|[.][0-9]+)$') AND length(t1) <= 300) OR (regexp_matches(t1, '^[+-]?((0|[1-9][0-9]*)([.][0-9]*)?|[.][0-9]+)[eE][+-]?[0-9]+$') AND length(t1) <= 300) THEN CASE WHEN isfinite(TRY_CAST(ltrim(t1, '+') AS DOUBLE)) THEN TRY_CAST(ltrim(t1, '+') AS DOUBLE) END END AS x1,
    CASE WHEN (regexp_matches(t3, '^[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)$') AND length(t3) <= 40) OR (regexp_matches(t3, '^[+-]?((0|[1-9][0-9]*)[.][0-9]*|[.][0-9]+)$') AND length(t3) <= 300) OR (regexp_matches(t3, '^[+-]?((0|[1-9][0-9]*)([.][0-9]*)?|[.][0-9]+)[eE][+-]?[0-9]+$') AND length(t3) <= 300) THEN CASE WHEN isfinite(TRY_CAST(ltrim(t3, '+') AS DOUBLE)) THEN TRY_CAST(ltrim(t3, '+') AS DOUBLE) END END AS x3,
    CASE WHEN regexp_matches(t4, '^[0-9]{4}-[0-9]{2}-[0-9]{2}$') OR regexp_matches(t4, '^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{1,2}:[0-5][0-9](:[0-5][0-9]([.][0-9]*)?)?([Zz]|[+-][0-9]{2}(:?[0-9]{2})?)?$') THEN substr(t4, 1, 10) WHEN regexp_matches(t4, '^[0-9]{8}$') THEN concat(substr(t4, 1, 4), '-', substr(t4, 5, 2), '-', substr(t4, 7, 2)) WHEN regexp_matches(t4, '^[0-9]{4}-(0[1-9]|1[0-2])$') THEN concat(t4, '-01') END AS x4,
    CASE WHEN (regexp_matches(weight_text, '^[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)$') AND length(weight_text) <= 40) OR (regexp_matches(weight_text, '^[+-]?((0|[1-9][0-9]*)[.][0-9]*|[.][0-9]+)$') AND length(weight_text) <= 300) OR (regexp_matches(weight_text, '^[+-]?((0|[1-9][0-9]*)([.][0-9]*)?|[.][0-9]+)[eE][+-]?[0-9]+$') AND length(weight_text) <= 300) THEN CASE WHEN isfinite(TRY_CAST(ltrim(weight_text, '+') AS DOUBLE)) THEN TRY_CAST(ltrim(weight_text, '+') AS DOUBLE) END END AS weight_number
  FROM texts
),
-- the code of every value, NULL where the plan does not say how it is to be read
codes AS (
  SELECT
    CASE WHEN t1 IS NULL THEN NULL WHEN x1 IS NULL OR x1 <> floor(x1) THEN NULL WHEN x1 < 18 THEN 0 WHEN x1 > 21 THEN 3 ELSE CAST(x1 AS BIGINT) - (18) END AS c1,
    CASE WHEN t2 IS NULL THEN 4 WHEN list2.code IS NOT NULL THEN list2.code ELSE 5 END AS c2,
    CASE WHEN t3 IS NULL THEN 3 WHEN x3 IS NULL THEN NULL WHEN x3 < 0 THEN NULL WHEN x3 >= 1000 THEN NULL ELSE CASE WHEN x3 < CAST('0.3' AS DOUBLE) THEN CASE WHEN x3 < CAST('0.1' AS DOUBLE) THEN 0 ELSE 1 END ELSE 2 END END AS c3,
    CASE WHEN t4 IS NULL THEN 0 WHEN x4 IS NULL OR NOT regexp_matches(x4, '^([0-9]{4}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))|([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)$') OR regexp_matches(x4, '^0000') THEN NULL WHEN x4 < '2024-01-01' THEN 3 WHEN x4 > '2024-03-31' THEN 3 ELSE CASE WHEN x4 <= '2024-02-29' THEN CASE WHEN x4 <= '2024-01-31' THEN 0 ELSE 1 END ELSE 2 END END AS c4,
    CASE WHEN t5 IS NULL THEN 2 WHEN list5.code IS NOT NULL THEN list5.code ELSE 3 END AS c5,
    weight_number,
    CASE WHEN weight_number > 5 THEN CAST(20 AS DOUBLE) WHEN weight_number < CAST('1e-09' AS DOUBLE) THEN CAST(0 AS DOUBLE) ELSE weight_number * CAST(4 AS DOUBLE) / CAST(1 AS DOUBLE) END AS weight_steps
  FROM numbers
  LEFT JOIN list2 ON list2.label = t2
  LEFT JOIN list5 ON list5.label = t5
),
-- what keeps a row from being counted
faults AS (
  SELECT c1, c2, c3, c4, c5, weight_number, CAST(floor(weight_steps) + CASE WHEN weight_steps - floor(weight_steps) > 0.5 OR weight_steps - floor(weight_steps) = 0.5 AND floor(weight_steps) <> 2 * floor(weight_steps / 2) THEN 1 ELSE 0 END AS BIGINT) AS units, CASE WHEN weight_number > 5 THEN 1 ELSE 0 END AS capped,
    CASE
      WHEN c1 IS NULL THEN 'unread 1'
      WHEN c2 IS NULL THEN 'unread 2'
      WHEN c3 IS NULL THEN 'unread 3'
      WHEN c4 IS NULL THEN 'unread 4'
      WHEN c5 IS NULL THEN 'unread 5'
      WHEN c1 IN (0, 1) AND c5 IN (1) THEN 'impossible 1'
      WHEN weight_number IS NULL OR weight_number < 0 THEN 'weight' END AS fault
  FROM codes
),
-- what a row counts as
lines AS (
  SELECT c1, c2, c3, c4, c5, units, capped, COALESCE(fault, 'cell') AS line
  FROM faults
),
-- the columns that questions and known facts are about
kept AS (
  SELECT line, CASE WHEN line = 'cell' THEN c1 ELSE -1 END AS c1, CASE WHEN line = 'cell' THEN c2 ELSE -1 END AS c2, CASE WHEN line = 'cell' THEN c5 ELSE -1 END AS c5, units, capped
  FROM lines
),
-- the number of rows of every cell
cells AS (
  SELECT line, c1, c2, c5, count(*) AS n, sum(units) AS units, sum(CASE WHEN line IN ('cell', 'beyond') THEN capped ELSE 0 END) AS capped, sum(CASE WHEN line IN ('cell', 'beyond') THEN CASE WHEN units = 0 THEN 1 ELSE 0 END ELSE 0 END) AS unweighted
  FROM kept
  GROUP BY line, c1, c2, c5
)
SELECT line, c1, c2, c5, CAST(CASE WHEN line = 'cell' THEN units ELSE n END AS BIGINT) AS steward_n_7f23f8a8f88711e69ad99b58008d7378ac3dd055 FROM cells WHERE line <> 'cell' OR units > 0
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
