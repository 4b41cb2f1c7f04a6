-- Describes the table public.our rows for Steward: its columns, their types, and what they hold.
-- It reads the table and changes nothing. What it returns is private, like the rows:
-- keep it as safe as the table itself, and delete it when the columns are declared.
-- Run it, for instance, with
--   duckdb -readonly -csv -f QUERY.sql DATABASE > COLUMNS.csv
-- and give the file to Steward: steward new COLUMNS.csv --out PROJECT.steward
-- Dialect: duckdb

WITH
-- every column and what it holds
entries AS (
  SELECT name, found, count(*) AS n
  FROM (SELECT CAST(COLUMNS(*) AS VARCHAR) FROM "public"."our rows") UNPIVOT INCLUDE NULLS (found FOR name IN (COLUMNS(*)))
  GROUP BY 1, 2
),
-- the most frequent texts of a column, its smallest and its largest number
ranked AS (
  SELECT name, found, n,
    count(*) OVER (PARTITION BY name) AS different,
    row_number() OVER (PARTITION BY name ORDER BY n DESC, found) AS place,
    row_number() OVER (PARTITION BY name ORDER BY CASE WHEN regexp_matches(found, '^[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)$') AND length(found) <= 40 THEN CASE WHEN isfinite(TRY_CAST(ltrim(found, '+') AS DOUBLE)) THEN TRY_CAST(ltrim(found, '+') AS DOUBLE) END END NULLS LAST) AS smallest,
    row_number() OVER (PARTITION BY name ORDER BY CASE WHEN regexp_matches(found, '^[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)$') AND length(found) <= 40 THEN CASE WHEN isfinite(TRY_CAST(ltrim(found, '+') AS DOUBLE)) THEN TRY_CAST(ltrim(found, '+') AS DOUBLE) END END DESC NULLS LAST) AS largest
  FROM entries
)
SELECT columns.place AS steward_description_1, ranked.name, columns.type, different, found, n
FROM ranked
JOIN (
  SELECT row_number() OVER () AS place, column_name AS name, column_type AS type FROM (DESCRIBE SELECT * FROM "public"."our rows")
) AS columns ON columns.name = ranked.name
WHERE ranked.place <= 1000 OR smallest = 1 OR largest = 1
ORDER BY 1, n DESC, found;
