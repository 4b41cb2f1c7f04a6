-- Counts per cell for Steward, of the rows of public.our rows.
-- It reads the table and changes nothing. What it returns is private, like the rows:
-- it says exactly how many there are of each. Keep it as safe as the table itself.
-- Run it, for instance, with
--   psql -X -q --csv -v ON_ERROR_STOP=1 -d DATABASE -f QUERY.sql -o COUNTS.csv
-- and give the file to Steward (steward check PLAN --data FILE) as you would the rows.
-- It holds for the columns as declared in the plan. When they change, write it again.
-- Counted is every combination of values that has rows, in the columns that questions and known facts are about:
--   age, the town, grade.
-- Dates in since are read when they are dates of the database, or texts such as 2024-03-14, 20240314, 2024-03-14 13:45 or 14 March 2024.
-- Other texts are counted as unreadable: mend them in a view.
-- Rows are weighted by the weight: each counts as a whole number of steps of 0.25, up to 5.
-- Dialect: postgres

SET jit = off;
WITH
-- how many columns are of another type than the query was written for
types_found AS (
  SELECT count(*) AS n
  FROM (VALUES
    ('age', 'smallint'),
    ('wage', 'numeric(9,2)'),
    ('since', 'date'),
    ('grade', 'integer'),
    ('the weight', 'double precision')
  ) AS written(name, type)
  LEFT JOIN (
  SELECT attnum AS place, CAST(attname AS text) COLLATE "C" AS name, format_type(atttypid, atttypmod) AS type
  FROM pg_attribute WHERE attrelid = CAST(E'"public"."our rows"' AS regclass) AND attnum > 0 AND NOT attisdropped
  ) AS found ON found.name = written.name
  WHERE found.type IS NULL OR found.type <> written.type
),
-- the rows of the table, those that could be read at sight with their place alone
rows_taken AS MATERIALIZED (
  SELECT
    CASE WHEN all_seen THEN COALESCE(CASE WHEN (SELECT current_setting('DateStyle') NOT LIKE 'ISO%') THEN 96
      WHEN c1 IS NULL THEN 97
      WHEN c2 IS NULL THEN 98
      WHEN c3 IS NULL THEN 99
      WHEN c4 IS NULL THEN 100
      WHEN c5 IS NULL THEN 101
      WHEN c1 IN (0, 1) AND c5 IN (1) THEN 102
      WHEN units IS NULL THEN 103 END, CAST(c1 AS bigint) * 24 + CAST(c2 AS bigint) * 4 + CAST(c5 AS bigint) * 1) END AS place1,
    CASE WHEN NOT all_seen THEN c1 END AS c1,
    CASE WHEN NOT all_seen THEN c2 END AS c2,
    CASE WHEN NOT all_seen THEN c3 END AS c3,
    CASE WHEN NOT all_seen THEN c4 END AS c4,
    CASE WHEN NOT all_seen THEN c5 END AS c5,
    r2,
    r5,
    units,
    capped,
    unweighted,
    all_seen
  FROM (
  SELECT
    CASE WHEN o1 IS NULL THEN NULL WHEN x1 IS NULL OR x1 <> floor(x1) THEN NULL WHEN x1 < 18 THEN 0 WHEN x1 > 21 THEN 3 ELSE CAST(x1 AS bigint) - (18) END AS c1,
    CASE WHEN r2 IS NULL THEN 4 ELSE x2 END AS c2,
    CASE WHEN x2 IS NULL THEN r2 END AS r2,
    CASE WHEN CASE WHEN o3 IS NULL THEN 3 WHEN NOT (x3 > CAST('-Infinity' AS double precision) AND x3 < CAST('Infinity' AS double precision)) THEN NULL WHEN x3 IS NULL THEN NULL WHEN x3 < 0 THEN NULL WHEN x3 >= 1000 THEN NULL ELSE CASE WHEN x3 < CAST('0.3' AS double precision) THEN CASE WHEN x3 < CAST('0.1' AS double precision) THEN 0 ELSE 1 END ELSE 2 END END IS NOT NULL THEN 0 END AS c3,
    CASE WHEN CASE WHEN o4 IS NULL THEN 0 WHEN o4 < CAST('0001-01-01' AS date) OR o4 >= CAST('10000-01-01' AS date) THEN NULL WHEN x4 < CAST('2024-01-01' AS date) THEN 3 WHEN x4 >= CAST('2024-04-01' AS date) THEN 3 ELSE CASE WHEN x4 < CAST('2024-03-01' AS date) THEN CASE WHEN x4 < CAST('2024-02-01' AS date) THEN 0 ELSE 1 END ELSE 2 END END IS NOT NULL THEN 0 END AS c4,
    CASE WHEN r5 IS NULL THEN CAST(2 AS bigint) END AS c5,
    r5,
    CASE WHEN weight_number >= 0 THEN CAST(weight_steps AS integer) END AS units,
    CASE WHEN weight_number > 5 THEN 1 ELSE 0 END AS capped,
    CASE WHEN weight_number >= 0 AND weight_steps <= 0.5 THEN 1 ELSE 0 END AS unweighted,
    NOT (x2 IS NULL AND r2 IS NOT NULL OR r5 IS NOT NULL) AS all_seen
  FROM (
  SELECT a.*, CASE WHEN weight_number > 5 THEN CAST(20 AS double precision) WHEN weight_number < CAST('1e-09' AS double precision) THEN CAST(0 AS double precision) ELSE weight_number * CAST(4 AS double precision) / CAST(1 AS double precision) END AS weight_steps
  FROM (
  SELECT a.*, CASE r2 WHEN 'n/a' THEN 4 WHEN 'North' THEN 0 WHEN E'S\u00FCdstadt' THEN 1 WHEN E'O\'Hara' THEN 2 WHEN E'C:\\' THEN 3 END AS x2
  FROM (
  SELECT "age" AS o1, CAST("age" AS double precision) AS x1, CAST("the ""town""" AS text) COLLATE "C" AS r2, "wage" AS o3, CAST("wage" AS double precision) AS x3, "since" AS o4, "since" AS x4, "grade" AS r5, CASE WHEN (CAST("the weight" AS double precision) > CAST('-Infinity' AS double precision) AND CAST("the weight" AS double precision) < CAST('Infinity' AS double precision)) THEN CAST("the weight" AS double precision) END AS weight_number
  FROM "public"."our rows"
  OFFSET 0
  ) AS a
  OFFSET 0
  ) AS a
  OFFSET 0
  ) AS a
  OFFSET 0
  ) AS a
),
-- what was not read at sight
rests AS MATERIALIZED (
  SELECT r2, r5
  FROM rows_taken
  WHERE NOT all_seen
  GROUP BY 1, 2
),
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
    ('1', 0),
    ('2', 1)
),
-- the words for months
months(name, number) AS (
  VALUES
    ('abr', '04'), ('abri', '04'), ('abril', '04'), ('ago', '08'), ('agos', '08'), ('agost', '08'), ('agosto', '08'), ('aou', '08'), ('aout', '08'), ('apr', '04'), ('apri', '04'), ('april', '04'), ('aprile', '04'), ('aug', '08'), ('augu', '08'), ('augus', '08'), ('august', '08'), ('augustu', '08'), ('augustus', '08'), ('avr', '04'), ('avri', '04'), ('avril', '04'), ('dec', '12'), ('dece', '12'), ('decem', '12'), ('decemb', '12'), ('decembe', '12'), ('december', '12'), ('decembr', '12'), ('decembre', '12'), ('dez', '12'), ('deze', '12'), ('dezem', '12'), ('dezemb', '12'), ('dezembe', '12'), ('dezember', '12'), ('dezembr', '12'), ('dezembro', '12'), ('dic', '12'), ('dice', '12'), ('dicem', '12'), ('dicemb', '12'), ('dicembr', '12'), ('dicembre', '12'), ('dici', '12'), ('dicie', '12'), ('diciem', '12'), ('diciemb', '12'), ('diciembr', '12'), ('diciembre', '12'), ('ene', '01'), ('ener', '01'), ('enero', '01'), ('feb', '02'), ('febb', '02'), ('febbr', '02'), ('febbra', '02'), ('febbrai', '02'), ('febbraio', '02'), ('febr', '02'), ('febre', '02'), ('febrer', '02'), ('febrero', '02'), ('febru', '02'), ('februa', '02'), ('februar', '02'), ('februari', '02'), ('february', '02'), ('fev', '02'), ('feve', '02'), ('fever', '02'), ('fevere', '02'), ('feverei', '02'), ('fevereir', '02'), ('fevereiro', '02'), ('fevr', '02'), ('fevri', '02'), ('fevrie', '02'), ('fevrier', '02'), ('gen', '01'), ('genn', '01'), ('genna', '01'), ('gennai', '01'), ('gennaio', '01'), ('giu', '06'), ('giug', '06'), ('giugn', '06'), ('giugno', '06'), ('jan', '01'), ('jane', '01'), ('janei', '01'), ('janeir', '01'), ('janeiro', '01'), ('jann', '01'), ('janne', '01'), ('janner', '01'), ('janu', '01'), ('janua', '01'), ('januar', '01'), ('januari', '01'), ('january', '01'), ('janv', '01'), ('janvi', '01'), ('janvie', '01'), ('janvier', '01'), ('juil', '07'), ('juill', '07'), ('juille', '07'), ('juillet', '07'), ('juin', '06'), ('jul', '07'), ('julh', '07'), ('julho', '07'), ('juli', '07'), ('julio', '07'), ('july', '07'), ('jun', '06'), ('june', '06'), ('junh', '06'), ('junho', '06'), ('juni', '06'), ('junio', '06'), ('lug', '07'), ('lugl', '07'), ('lugli', '07'), ('luglio', '07'), ('maa', '03'), ('maar', '03'), ('maart', '03'), ('mae', '03'), ('maer', '03'), ('maerz', '03'), ('mag', '05'), ('magg', '05'), ('maggi', '05'), ('maggio', '05'), ('mai', '05'), ('maio', '05'), ('mar', '03'), ('marc', '03'), ('march', '03'), ('marco', '03'), ('mars', '03'), ('marz', '03'), ('marzo', '03'), ('may', '05'), ('mayo', '05'), ('mei', '05'), ('mrt', '03'), ('mrz', '03'), ('nov', '11'), ('nove', '11'), ('novem', '11'), ('novemb', '11'), ('novembe', '11'), ('november', '11'), ('novembr', '11'), ('novembre', '11'), ('novembro', '11'), ('novi', '11'), ('novie', '11'), ('noviem', '11'), ('noviemb', '11'), ('noviembr', '11'), ('noviembre', '11'), ('oct', '10'), ('octo', '10'), ('octob', '10'), ('octobe', '10'), ('october', '10'), ('octobr', '10'), ('octobre', '10'), ('octu', '10'), ('octub', '10'), ('octubr', '10'), ('octubre', '10'), ('okt', '10'), ('okto', '10'), ('oktob', '10'), ('oktobe', '10'), ('oktober', '10'), ('ott', '10'), ('otto', '10'), ('ottob', '10'), ('ottobr', '10'), ('ottobre', '10'), ('out', '10'), ('outu', '10'), ('outub', '10'), ('outubr', '10'), ('outubro', '10'), ('sep', '09'), ('sept', '09'), ('septe', '09'), ('septem', '09'), ('septemb', '09'), ('septembe', '09'), ('september', '09'), ('septembr', '09'), ('septembre', '09'), ('septi', '09'), ('septie', '09'), ('septiem', '09'), ('septiemb', '09'), ('septiembr', '09'), ('septiembre', '09'), ('set', '09'), ('sete', '09'), ('setem', '09'), ('setemb', '09'), ('setembr', '09'), ('setembro', '09'), ('seti', '09'), ('setie', '09'), ('setiem', '09'), ('setiemb', '09'), ('setiembr', '09'), ('setiembre', '09'), ('sett', '09'), ('sette', '09'), ('settem', '09'), ('settemb', '09'), ('settembr', '09'), ('settembre', '09')
),
-- the texts in column the town and their codes, NULL where the plan does not say how they are to be read
texts2 AS (
  SELECT r, min(c2) AS c2
  FROM (SELECT a.*, CASE WHEN t2 IS NULL THEN 4 WHEN list2.code IS NOT NULL THEN list2.code ELSE 5 END AS c2
  FROM (SELECT a.*, NULLIF(CASE WHEN r ~ '[^!-~]' THEN btrim(r, E'\u0009\u000A\u000B\u000C\u000D \u0085\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000') ELSE r END, '') AS t2
  FROM (SELECT r2 AS r FROM rests WHERE r2 IS NOT NULL GROUP BY 1) AS a
  OFFSET 0) AS a
  LEFT JOIN list2 ON list2.label = t2
  OFFSET 0) AS a
  GROUP BY r
),
-- the texts in column grade and their codes, NULL where the plan does not say how they are to be read
texts5 AS (
  SELECT r, min(c5) AS c5
  FROM (SELECT a.*, CASE WHEN t5 IS NULL THEN 2 WHEN list5.code IS NOT NULL THEN list5.code ELSE 3 END AS c5
  FROM (SELECT a.*, NULLIF(CASE WHEN CAST(r AS text) COLLATE "C" ~ '[^!-~]' THEN btrim(CAST(r AS text) COLLATE "C", E'\u0009\u000A\u000B\u000C\u000D \u0085\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000') ELSE CAST(r AS text) COLLATE "C" END, '') AS t5
  FROM (SELECT r5 AS r FROM rests WHERE r5 IS NOT NULL GROUP BY 1) AS a
  OFFSET 0) AS a
  LEFT JOIN list5 ON list5.label = t5
  OFFSET 0) AS a
  GROUP BY r
),
-- the codes of the rows that were not read at sight
codes AS (
  SELECT
    c1,
    CASE WHEN r2 IS NULL THEN rows_taken.c2 ELSE texts2.c2 END AS c2,
    c3,
    c4,
    CASE WHEN r5 IS NULL THEN rows_taken.c5 ELSE texts5.c5 END AS c5,
    units,
    capped,
    unweighted
  FROM rows_taken
  LEFT JOIN texts2 ON texts2.r = r2
  LEFT JOIN texts5 ON texts5.r = r5
  WHERE NOT all_seen
  OFFSET 0
),
-- what a row counts as
lines AS (
  SELECT place1, units, capped, unweighted
  FROM rows_taken
  WHERE all_seen
  UNION ALL
  SELECT COALESCE(CASE WHEN (SELECT current_setting('DateStyle') NOT LIKE 'ISO%') THEN 96
      WHEN c1 IS NULL THEN 97
      WHEN c2 IS NULL THEN 98
      WHEN c3 IS NULL THEN 99
      WHEN c4 IS NULL THEN 100
      WHEN c5 IS NULL THEN 101
      WHEN c1 IN (0, 1) AND c5 IN (1) THEN 102
      WHEN units IS NULL THEN 103 END, CAST(c1 AS bigint) * 24 + CAST(c2 AS bigint) * 4 + CAST(c5 AS bigint) * 1) AS place1,
    units,
    capped,
    unweighted
  FROM codes
  OFFSET 0
),
-- the number of rows of every cell, and of what is none
cells AS MATERIALIZED (
  SELECT place1, count(*) AS n, CAST(sum(units) AS bigint) AS units, CAST(sum(CASE WHEN place1 < 96 THEN capped ELSE 0 END) AS bigint) AS capped, CAST(sum(CASE WHEN place1 < 96 THEN unweighted ELSE 0 END) AS bigint) AS unweighted
  FROM lines
  GROUP BY place1
  ORDER BY place1
),
-- what they add up to
totals AS MATERIALIZED (
  SELECT CAST(COALESCE(sum(CASE WHEN place1 < 96 THEN n ELSE 0 END), 0) AS bigint) AS all_weighed,
    CAST(COALESCE(sum(CASE WHEN place1 < 96 THEN units ELSE 0 END), 0) AS bigint) AS all_units,
    CAST(COALESCE(sum(capped), 0) AS bigint) AS all_capped,
    CAST(COALESCE(sum(unweighted), 0) AS bigint) AS all_unweighted,
    CAST(COALESCE(sum(CASE WHEN place1 < 96 THEN units * (((place1 / 24) * 38 + (place1 / 4) % 6 * 69 + place1 % 4 * 162) % 997 + 1) ELSE 0 END), 0) AS bigint) AS all_marks,
    CAST(COALESCE(sum(n), 0) AS bigint) AS all_rows
  FROM cells
)
SELECT CASE WHEN place1 < 96 THEN 'cell' ELSE CASE place1 WHEN 96 THEN 'settings' WHEN 97 THEN 'unread 1' WHEN 98 THEN 'unread 2' WHEN 99 THEN 'unread 3' WHEN 100 THEN 'unread 4' WHEN 101 THEN 'unread 5' WHEN 102 THEN 'impossible 1' WHEN 103 THEN 'weight' WHEN 104 THEN 'types' WHEN 105 THEN 'weighed' WHEN 106 THEN 'units' WHEN 107 THEN 'capped' WHEN 108 THEN 'unweighted' WHEN 109 THEN 'marks' WHEN 110 THEN 'rows' END END AS line,
  CASE WHEN place1 < 96 THEN (place1 / 24) ELSE -1 END AS c1,
  CASE WHEN place1 < 96 THEN (place1 / 4) % 6 ELSE -1 END AS c2,
  CASE WHEN place1 < 96 THEN place1 % 4 ELSE -1 END AS c5,
  n AS steward_n_5b7b84688c3a9252d0efe3b4dbcce885af85cb95
FROM (
SELECT place1, CAST(CASE WHEN place1 < 96 THEN units ELSE n END AS bigint) AS n FROM cells WHERE NOT place1 < 96 OR units > 0
UNION ALL
SELECT 104, n FROM types_found WHERE n > 0
UNION ALL
SELECT 105, all_weighed FROM totals
UNION ALL
SELECT 106, all_units FROM totals
UNION ALL
SELECT 107, all_capped FROM totals
UNION ALL
SELECT 108, all_unweighted FROM totals
UNION ALL
SELECT 109, all_marks FROM totals
UNION ALL
SELECT 110, all_rows FROM totals
) AS result;
