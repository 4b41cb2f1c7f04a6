-- Describes the table public.our rows for Steward: its columns, their types, and what they hold.
-- It reads the table and changes nothing. What it returns is private, like the rows:
-- keep it as safe as the table itself, and delete it when the columns are declared.
-- Run it, for instance, with
--   psql -X -q --csv -v ON_ERROR_STOP=1 -d DATABASE -f QUERY.sql -o COLUMNS.csv
-- and give the file to Steward: steward new COLUMNS.csv --out PROJECT.steward
-- Dialect: postgres

WITH
-- every column and what it holds
entries AS (
  SELECT field.key COLLATE "C" AS name, field.value COLLATE "C" AS found, count(*) AS n
  FROM "public"."our rows" AS steward_row, json_each_text(row_to_json(steward_row)) AS field
  GROUP BY 1, 2
),
-- the most frequent texts of a column, its smallest and its largest number
ranked AS (
  SELECT name, found, n,
    count(*) OVER (PARTITION BY name) AS different,
    row_number() OVER (PARTITION BY name ORDER BY n DESC, found) AS place,
    row_number() OVER (PARTITION BY name ORDER BY CASE WHEN found ~ '^[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)$' AND length(found) <= 40 THEN CAST(found AS double precision) END NULLS LAST) AS smallest,
    row_number() OVER (PARTITION BY name ORDER BY CASE WHEN found ~ '^[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)$' AND length(found) <= 40 THEN CAST(found AS double precision) END DESC NULLS LAST) AS largest
  FROM entries
)
SELECT columns.place AS steward_description_1, ranked.name, columns.type, different, found, n
FROM ranked
JOIN (
  SELECT attnum AS place, CAST(attname AS text) COLLATE "C" AS name, format_type(atttypid, atttypmod) AS type
  FROM pg_attribute WHERE attrelid = CAST(E'"public"."our rows"' AS regclass) AND attnum > 0 AND NOT attisdropped
) AS columns ON columns.name = ranked.name
WHERE ranked.place <= 1000 OR smallest = 1 OR largest = 1
ORDER BY 1, n DESC, found;
