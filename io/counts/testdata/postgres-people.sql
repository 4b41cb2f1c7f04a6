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
-- Dialect: postgres

SET jit = off;
WITH
-- the rows of the table, those that could be read at sight with their place alone
rows_taken AS MATERIALIZED (
  SELECT
    CASE WHEN all_seen THEN COALESCE(CASE WHEN (SELECT current_setting('DateStyle') NOT LIKE 'ISO%') THEN 96
      WHEN c1 IS NULL THEN 97
      WHEN c2 IS NULL THEN 98
      WHEN c3 IS NULL THEN 99
      WHEN c4 IS NULL THEN 100
      WHEN c5 IS NULL THEN 101
      WHEN c1 IN (0, 1) AND c5 IN (1) THEN 102 END, CAST(c1 AS bigint) * 24 + CAST(c2 AS bigint) * 4 + CAST(c5 AS bigint) * 1) END AS place1,
    CASE WHEN NOT all_seen THEN c1 END AS c1,
    CASE WHEN NOT all_seen THEN c2 END AS c2,
    CASE WHEN NOT all_seen THEN c3 END AS c3,
    CASE WHEN NOT all_seen THEN c4 END AS c4,
    CASE WHEN NOT all_seen THEN c5 END AS c5,
    r1,
    r2,
    r3,
    r4,
    r5,
    all_seen
  FROM (
  SELECT
    CASE WHEN r1 IS NULL THEN NULL WHEN x1 IS NULL THEN NULL WHEN x1 < 18 THEN 0 WHEN x1 > 21 THEN 3 ELSE x1 - (18) END AS c1,
    CASE WHEN x1 IS NULL THEN r1 END AS r1,
    CASE WHEN r2 IS NULL THEN 4 ELSE x2 END AS c2,
    CASE WHEN x2 IS NULL THEN r2 END AS r2,
    CASE WHEN CASE WHEN r3 IS NULL THEN 3 WHEN x3 IS NULL THEN NULL WHEN x3 IS NULL THEN NULL WHEN x3 < 0 THEN NULL WHEN x3 >= 1000 THEN NULL ELSE CASE WHEN x3 < CAST('0.3' AS double precision) THEN CASE WHEN x3 < CAST('0.1' AS double precision) THEN 0 ELSE 1 END ELSE 2 END END IS NOT NULL THEN 0 END AS c3,
    CASE WHEN x3 IS NULL THEN r3 END AS r3,
    CASE WHEN CASE WHEN r4 IS NULL THEN 0 WHEN x4 IS NULL THEN NULL WHEN x4 < '2024-01-01' THEN 3 WHEN x4 > '2024-03-31' THEN 3 ELSE CASE WHEN x4 <= '2024-02-29' THEN CASE WHEN x4 <= '2024-01-31' THEN 0 ELSE 1 END ELSE 2 END END IS NOT NULL THEN 0 END AS c4,
    CASE WHEN x4 IS NULL THEN r4 END AS r4,
    CASE WHEN r5 IS NULL THEN 2 ELSE x5 END AS c5,
    CASE WHEN x5 IS NULL THEN r5 END AS r5,
    NOT (x1 IS NULL AND r1 IS NOT NULL OR x2 IS NULL AND r2 IS NOT NULL OR x3 IS NULL AND r3 IS NOT NULL OR x4 IS NULL AND r4 IS NOT NULL OR x5 IS NULL AND r5 IS NOT NULL) AS all_seen
  FROM (
  SELECT a.*, CASE WHEN r1 >= '0' AND r1 < ':' AND octet_length(r1) <= 15 AND (numbers_plain OR NOT r1 ~ '[^0-9.]') AND r1 NOT LIKE '%.%' THEN CAST(r1 AS bigint) END AS x1, CASE r2 WHEN 'n/a' THEN 4 WHEN 'North' THEN 0 WHEN E'S\u00FCdstadt' THEN 1 WHEN E'O\'Hara' THEN 2 WHEN E'C:\\' THEN 3 END AS x2, CASE WHEN r3 >= '0' AND octet_length(r3) <= 40 AND (numbers_plain OR NOT r3 ~ '[^0-9.]') AND r3 NOT LIKE '%.%.%' THEN CAST(r3 AS double precision) END AS x3, CASE WHEN r4 ~ '^[0-9][0-9][0-9][0-9]-(0[1-9]|1[0-2])-([01][1-9]|10|2[0-8])([Tt ][0-9]{1,2}:[0-5][0-9](:[0-5][0-9]([.][0-9]*)?)?([Zz]|[+-][0-9]{2}(:?[0-9]{2})?)?)?$' AND r4 > '0001' THEN substr(r4, 1, 10) END AS x4, CASE r5 WHEN 'low' THEN 0 WHEN 'high' THEN 1 END AS x5
  FROM (
  SELECT CAST("age" AS text) COLLATE "C" AS r1, CAST("the ""town""" AS text) COLLATE "C" AS r2, CAST("wage" AS text) COLLATE "C" AS r3, CAST("since" AS text) COLLATE "C" AS r4, CAST("grade" AS text) COLLATE "C" AS r5, NOT (CAST("age" AS text) COLLATE "C" || CAST("wage" AS text) COLLATE "C") ~ '[^0-9.]' AS numbers_plain
  FROM "public"."our rows"
  OFFSET 0
  ) AS a
  OFFSET 0
  ) AS a
  OFFSET 0
  ) AS a
),
-- what was not read at sight
rests AS MATERIALIZED (
  SELECT r1, r2, r3, r4, r5
  FROM rows_taken
  WHERE NOT all_seen
  GROUP BY 1, 2, 3, 4, 5
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
    ('low', 0),
    ('high', 1)
),
-- the words for months
months(name, number) AS (
  VALUES
    ('abr', '04'), ('abri', '04'), ('abril', '04'), ('ago', '08'), ('agos', '08'), ('agost', '08'), ('agosto', '08'), ('aou', '08'), ('aout', '08'), ('apr', '04'), ('apri', '04'), ('april', '04'), ('aprile', '04'), ('aug', '08'), ('augu', '08'), ('augus', '08'), ('august', '08'), ('augustu', '08'), ('augustus', '08'), ('avr', '04'), ('avri', '04'), ('avril', '04'), ('dec', '12'), ('dece', '12'), ('decem', '12'), ('decemb', '12'), ('decembe', '12'), ('december', '12'), ('decembr', '12'), ('decembre', '12'), ('dez', '12'), ('deze', '12'), ('dezem', '12'), ('dezemb', '12'), ('dezembe', '12'), ('dezember', '12'), ('dezembr', '12'), ('dezembro', '12'), ('dic', '12'), ('dice', '12'), ('dicem', '12'), ('dicemb', '12'), ('dicembr', '12'), ('dicembre', '12'), ('dici', '12'), ('dicie', '12'), ('diciem', '12'), ('diciemb', '12'), ('diciembr', '12'), ('diciembre', '12'), ('ene', '01'), ('ener', '01'), ('enero', '01'), ('feb', '02'), ('febb', '02'), ('febbr', '02'), ('febbra', '02'), ('febbrai', '02'), ('febbraio', '02'), ('febr', '02'), ('febre', '02'), ('febrer', '02'), ('febrero', '02'), ('febru', '02'), ('februa', '02'), ('februar', '02'), ('februari', '02'), ('february', '02'), ('fev', '02'), ('feve', '02'), ('fever', '02'), ('fevere', '02'), ('feverei', '02'), ('fevereir', '02'), ('fevereiro', '02'), ('fevr', '02'), ('fevri', '02'), ('fevrie', '02'), ('fevrier', '02'), ('gen', '01'), ('genn', '01'), ('genna', '01'), ('gennai', '01'), ('gennaio', '01'), ('giu', '06'), ('giug', '06'), ('giugn', '06'), ('giugno', '06'), ('jan', '01'), ('jane', '01'), ('janei', '01'), ('janeir', '01'), ('janeiro', '01'), ('jann', '01'), ('janne', '01'), ('janner', '01'), ('janu', '01'), ('janua', '01'), ('januar', '01'), ('januari', '01'), ('january', '01'), ('janv', '01'), ('janvi', '01'), ('janvie', '01'), ('janvier', '01'), ('juil', '07'), ('juill', '07'), ('juille', '07'), ('juillet', '07'), ('juin', '06'), ('jul', '07'), ('julh', '07'), ('julho', '07'), ('juli', '07'), ('julio', '07'), ('july', '07'), ('jun', '06'), ('june', '06'), ('junh', '06'), ('junho', '06'), ('juni', '06'), ('junio', '06'), ('lug', '07'), ('lugl', '07'), ('lugli', '07'), ('luglio', '07'), ('maa', '03'), ('maar', '03'), ('maart', '03'), ('mae', '03'), ('maer', '03'), ('maerz', '03'), ('mag', '05'), ('magg', '05'), ('maggi', '05'), ('maggio', '05'), ('mai', '05'), ('maio', '05'), ('mar', '03'), ('marc', '03'), ('march', '03'), ('marco', '03'), ('mars', '03'), ('marz', '03'), ('marzo', '03'), ('may', '05'), ('mayo', '05'), ('mei', '05'), ('mrt', '03'), ('mrz', '03'), ('nov', '11'), ('nove', '11'), ('novem', '11'), ('novemb', '11'), ('novembe', '11'), ('november', '11'), ('novembr', '11'), ('novembre', '11'), ('novembro', '11'), ('novi', '11'), ('novie', '11'), ('noviem', '11'), ('noviemb', '11'), ('noviembr', '11'), ('noviembre', '11'), ('oct', '10'), ('octo', '10'), ('octob', '10'), ('octobe', '10'), ('october', '10'), ('octobr', '10'), ('octobre', '10'), ('octu', '10'), ('octub', '10'), ('octubr', '10'), ('octubre', '10'), ('okt', '10'), ('okto', '10'), ('oktob', '10'), ('oktobe', '10'), ('oktober', '10'), ('ott', '10'), ('otto', '10'), ('ottob', '10'), ('ottobr', '10'), ('ottobre', '10'), ('out', '10'), ('outu', '10'), ('outub', '10'), ('outubr', '10'), ('outubro', '10'), ('sep', '09'), ('sept', '09'), ('septe', '09'), ('septem', '09'), ('septemb', '09'), ('septembe', '09'), ('september', '09'), ('septembr', '09'), ('septembre', '09'), ('septi', '09'), ('septie', '09'), ('septiem', '09'), ('septiemb', '09'), ('septiembr', '09'), ('septiembre', '09'), ('set', '09'), ('sete', '09'), ('setem', '09'), ('setemb', '09'), ('setembr', '09'), ('setembro', '09'), ('seti', '09'), ('setie', '09'), ('setiem', '09'), ('setiemb', '09'), ('setiembr', '09'), ('setiembre', '09'), ('sett', '09'), ('sette', '09'), ('settem', '09'), ('settemb', '09'), ('settembr', '09'), ('settembre', '09')
),
-- the texts in column age and their codes, NULL where the plan does not say how they are to be read
texts1 AS (
  SELECT r, min(c1) AS c1
  FROM (SELECT a.*, CASE WHEN t1 IS NULL THEN NULL WHEN x1 IS NULL OR x1 <> floor(x1) THEN NULL WHEN x1 < 18 THEN 0 WHEN x1 > 21 THEN 3 ELSE CAST(x1 AS bigint) - (18) END AS c1
  FROM (SELECT a.*, CASE WHEN n1 ~ '^[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)$' AND length(n1) <= 40 THEN CAST(n1 AS double precision) WHEN (n1 ~ '^[+-]?((0|[1-9][0-9]*)[.][0-9]*|[.][0-9]+)$' OR n1 ~ '^[+-]?((0|[1-9][0-9]*)([.][0-9]*)?|[.][0-9]+)[eE][+-]?[0-9]+$') AND length(n1) <= 300 THEN CASE WHEN length(n1) <= 40 AND NOT n1 ~ '[eE]' THEN CAST(n1 AS double precision) WHEN n1 ~ '[eE][+-]?0*[1-9][0-9]{3,}$' THEN CASE WHEN n1 ~ '^[+-]?[0.]*[eE]' OR n1 ~ '[eE]-' THEN CAST(0 AS double precision) END WHEN abs(CAST(n1 AS numeric)) >= 1.7976931348623158e308 THEN NULL WHEN abs(CAST(n1 AS numeric)) < 2.4703282292062328e-324 THEN CAST(0 AS double precision) ELSE CAST(n1 AS double precision) END END AS x1
  FROM (SELECT a.*, CASE WHEN u1 ~ '^([+-]? *((([#$]|(A|C|HK|NZ|R|S|US)[$]) *((0|[1-9][0-9]{0,14}|(0|[1-9][0-9]*)[.][0-9]*)|[.][0-9]+)|(AUD|BGN|BRL|CAD|CHF|CNY|CZK|DKK|EUR|GBP|HKD|HUF|ILS|INR|ISK|JPY|KRW|MXN|NOK|NZD|PLN|RON|RSD|SEK|SGD|THB|UAH|USD|ZAR|Ft|K~|kr|z&) *(0|[1-9][0-9]{0,14}|(0|[1-9][0-9]*)[.][0-9]*))|((0|[1-9][0-9]{0,14}|(0|[1-9][0-9]*)[.][0-9]*)|[.][0-9]+) *(([#$]|(A|C|HK|NZ|R|S|US)[$])|(AUD|BGN|BRL|CAD|CHF|CNY|CZK|DKK|EUR|GBP|HKD|HUF|ILS|INR|ISK|JPY|KRW|MXN|NOK|NZD|PLN|RON|RSD|SEK|SGD|THB|UAH|USD|ZAR|Ft|K~|kr|z&)|%))|(([#$]|(A|C|HK|NZ|R|S|US)[$]) *[+-]((0|[1-9][0-9]{0,14}|(0|[1-9][0-9]*)[.][0-9]*)|[.][0-9]+)|(AUD|BGN|BRL|CAD|CHF|CNY|CZK|DKK|EUR|GBP|HKD|HUF|ILS|INR|ISK|JPY|KRW|MXN|NOK|NZD|PLN|RON|RSD|SEK|SGD|THB|UAH|USD|ZAR|Ft|K~|kr|z&) *[+-](0|[1-9][0-9]{0,14}|(0|[1-9][0-9]*)[.][0-9]*))|[(] *((([#$]|(A|C|HK|NZ|R|S|US)[$]) *((0|[1-9][0-9]{0,14}|(0|[1-9][0-9]*)[.][0-9]*)|[.][0-9]+)|(AUD|BGN|BRL|CAD|CHF|CNY|CZK|DKK|EUR|GBP|HKD|HUF|ILS|INR|ISK|JPY|KRW|MXN|NOK|NZD|PLN|RON|RSD|SEK|SGD|THB|UAH|USD|ZAR|Ft|K~|kr|z&) *(0|[1-9][0-9]{0,14}|(0|[1-9][0-9]*)[.][0-9]*))|((0|[1-9][0-9]{0,14}|(0|[1-9][0-9]*)[.][0-9]*)|[.][0-9]+) *(([#$]|(A|C|HK|NZ|R|S|US)[$])|(AUD|BGN|BRL|CAD|CHF|CNY|CZK|DKK|EUR|GBP|HKD|HUF|ILS|INR|ISK|JPY|KRW|MXN|NOK|NZD|PLN|RON|RSD|SEK|SGD|THB|UAH|USD|ZAR|Ft|K~|kr|z&)|%)|((0|[1-9][0-9]{0,14}|(0|[1-9][0-9]*)[.][0-9]*)|[.][0-9]+)) *[)])$' AND NOT t1 ~ '[#~&]' THEN concat(CASE WHEN u1 ~ '[(-]' THEN '-' ELSE '' END, translate(u1, E'AUDBGNBRLCADCHFCNYCZKDKKEURGBPHKDHUFILSINRISKJPYKRWMXNNOKNZDPLNRONRSDSEKSGDTHBUAHUSDZARA$C$FtHK$K~NZ$R$S$US$krz&#$%()+- ', ''), CASE WHEN u1 ~ '%' THEN 'e-2' ELSE '' END) ELSE t1 END AS n1
  FROM (SELECT a.*, CASE WHEN t1 ~ '[^-+.0-9A-Za-z ]|[A-Za-z]{2}' THEN translate(t1, E'\u010D\u0142\u00A0\u2009\u202F\u00A2\u00A3\u00A4\u00A5\u058F\u060B\u07FE\u07FF\u09F2\u09F3\u09FB\u0AF1\u0BF9\u0E3F\u17DB\u20A0\u20A1\u20A2\u20A3\u20A4\u20A5\u20A6\u20A7\u20A8\u20A9\u20AA\u20AB\u20AC\u20AD\u20AE\u20AF\u20B0\u20B1\u20B2\u20B3\u20B4\u20B5\u20B6\u20B7\u20B8\u20B9\u20BA\u20BB\u20BC\u20BD\u20BE\u20BF\u20C0\uA838\uFDFC\uFE69\uFF04\uFFE0\uFFE1\uFFE5\uFFE6', '~&   ########################################################') END AS u1
  FROM (SELECT a.*, NULLIF(CASE WHEN r ~ '[^!-~]' THEN btrim(r, E'\u0009\u000A\u000B\u000C\u000D \u0085\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000') ELSE r END, '') AS t1
  FROM (SELECT r1 AS r FROM rests WHERE r1 IS NOT NULL GROUP BY 1) AS a
  OFFSET 0) AS a
  OFFSET 0) AS a
  OFFSET 0) AS a
  OFFSET 0) AS a
  OFFSET 0) AS a
  GROUP BY r
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
-- the texts in column wage and their codes, NULL where the plan does not say how they are to be read
texts3 AS (
  SELECT r, min(c3) AS c3
  FROM (SELECT a.*, CASE WHEN t3 IS NULL THEN 3 WHEN x3 IS NULL THEN NULL WHEN x3 < 0 THEN NULL WHEN x3 >= 1000 THEN NULL ELSE CASE WHEN x3 < CAST('0.3' AS double precision) THEN CASE WHEN x3 < CAST('0.1' AS double precision) THEN 0 ELSE 1 END ELSE 2 END END AS c3
  FROM (SELECT a.*, CASE WHEN n3 ~ '^[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)$' AND length(n3) <= 40 THEN CAST(n3 AS double precision) WHEN (n3 ~ '^[+-]?((0|[1-9][0-9]*)[.][0-9]*|[.][0-9]+)$' OR n3 ~ '^[+-]?((0|[1-9][0-9]*)([.][0-9]*)?|[.][0-9]+)[eE][+-]?[0-9]+$') AND length(n3) <= 300 THEN CASE WHEN length(n3) <= 40 AND NOT n3 ~ '[eE]' THEN CAST(n3 AS double precision) WHEN n3 ~ '[eE][+-]?0*[1-9][0-9]{3,}$' THEN CASE WHEN n3 ~ '^[+-]?[0.]*[eE]' OR n3 ~ '[eE]-' THEN CAST(0 AS double precision) END WHEN abs(CAST(n3 AS numeric)) >= 1.7976931348623158e308 THEN NULL WHEN abs(CAST(n3 AS numeric)) < 2.4703282292062328e-324 THEN CAST(0 AS double precision) ELSE CAST(n3 AS double precision) END END AS x3
  FROM (SELECT a.*, CASE WHEN u3 ~ '^([+-]? *((([#$]|(A|C|HK|NZ|R|S|US)[$]) *((0|[1-9][0-9]{0,14}|(0|[1-9][0-9]*)[.][0-9]*)|[.][0-9]+)|(AUD|BGN|BRL|CAD|CHF|CNY|CZK|DKK|EUR|GBP|HKD|HUF|ILS|INR|ISK|JPY|KRW|MXN|NOK|NZD|PLN|RON|RSD|SEK|SGD|THB|UAH|USD|ZAR|Ft|K~|kr|z&) *(0|[1-9][0-9]{0,14}|(0|[1-9][0-9]*)[.][0-9]*))|((0|[1-9][0-9]{0,14}|(0|[1-9][0-9]*)[.][0-9]*)|[.][0-9]+) *(([#$]|(A|C|HK|NZ|R|S|US)[$])|(AUD|BGN|BRL|CAD|CHF|CNY|CZK|DKK|EUR|GBP|HKD|HUF|ILS|INR|ISK|JPY|KRW|MXN|NOK|NZD|PLN|RON|RSD|SEK|SGD|THB|UAH|USD|ZAR|Ft|K~|kr|z&)|%))|(([#$]|(A|C|HK|NZ|R|S|US)[$]) *[+-]((0|[1-9][0-9]{0,14}|(0|[1-9][0-9]*)[.][0-9]*)|[.][0-9]+)|(AUD|BGN|BRL|CAD|CHF|CNY|CZK|DKK|EUR|GBP|HKD|HUF|ILS|INR|ISK|JPY|KRW|MXN|NOK|NZD|PLN|RON|RSD|SEK|SGD|THB|UAH|USD|ZAR|Ft|K~|kr|z&) *[+-](0|[1-9][0-9]{0,14}|(0|[1-9][0-9]*)[.][0-9]*))|[(] *((([#$]|(A|C|HK|NZ|R|S|US)[$]) *((0|[1-9][0-9]{0,14}|(0|[1-9][0-9]*)[.][0-9]*)|[.][0-9]+)|(AUD|BGN|BRL|CAD|CHF|CNY|CZK|DKK|EUR|GBP|HKD|HUF|ILS|INR|ISK|JPY|KRW|MXN|NOK|NZD|PLN|RON|RSD|SEK|SGD|THB|UAH|USD|ZAR|Ft|K~|kr|z&) *(0|[1-9][0-9]{0,14}|(0|[1-9][0-9]*)[.][0-9]*))|((0|[1-9][0-9]{0,14}|(0|[1-9][0-9]*)[.][0-9]*)|[.][0-9]+) *(([#$]|(A|C|HK|NZ|R|S|US)[$])|(AUD|BGN|BRL|CAD|CHF|CNY|CZK|DKK|EUR|GBP|HKD|HUF|ILS|INR|ISK|JPY|KRW|MXN|NOK|NZD|PLN|RON|RSD|SEK|SGD|THB|UAH|USD|ZAR|Ft|K~|kr|z&)|%)|((0|[1-9][0-9]{0,14}|(0|[1-9][0-9]*)[.][0-9]*)|[.][0-9]+)) *[)])$' AND NOT t3 ~ '[#~&]' THEN concat(CASE WHEN u3 ~ '[(-]' THEN '-' ELSE '' END, translate(u3, E'AUDBGNBRLCADCHFCNYCZKDKKEURGBPHKDHUFILSINRISKJPYKRWMXNNOKNZDPLNRONRSDSEKSGDTHBUAHUSDZARA$C$FtHK$K~NZ$R$S$US$krz&#$%()+- ', ''), CASE WHEN u3 ~ '%' THEN 'e-2' ELSE '' END) ELSE t3 END AS n3
  FROM (SELECT a.*, CASE WHEN t3 ~ '[^-+.0-9A-Za-z ]|[A-Za-z]{2}' THEN translate(t3, E'\u010D\u0142\u00A0\u2009\u202F\u00A2\u00A3\u00A4\u00A5\u058F\u060B\u07FE\u07FF\u09F2\u09F3\u09FB\u0AF1\u0BF9\u0E3F\u17DB\u20A0\u20A1\u20A2\u20A3\u20A4\u20A5\u20A6\u20A7\u20A8\u20A9\u20AA\u20AB\u20AC\u20AD\u20AE\u20AF\u20B0\u20B1\u20B2\u20B3\u20B4\u20B5\u20B6\u20B7\u20B8\u20B9\u20BA\u20BB\u20BC\u20BD\u20BE\u20BF\u20C0\uA838\uFDFC\uFE69\uFF04\uFFE0\uFFE1\uFFE5\uFFE6', '~&   ########################################################') END AS u3
  FROM (SELECT a.*, NULLIF(CASE WHEN r ~ '[^!-~]' THEN btrim(r, E'\u0009\u000A\u000B\u000C\u000D \u0085\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000') ELSE r END, '') AS t3
  FROM (SELECT r3 AS r FROM rests WHERE r3 IS NOT NULL GROUP BY 1) AS a
  OFFSET 0) AS a
  OFFSET 0) AS a
  OFFSET 0) AS a
  OFFSET 0) AS a
  OFFSET 0) AS a
  GROUP BY r
),
-- the texts in column since and their codes, NULL where the plan does not say how they are to be read
texts4 AS (
  SELECT r, min(c4) AS c4
  FROM (SELECT a.*, CASE WHEN t4 IS NULL THEN 0 WHEN x4 IS NULL OR NOT x4 ~ '^([0-9]{4}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))|([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)$' OR x4 ~ '^0000' THEN NULL WHEN x4 < '2024-01-01' THEN 3 WHEN x4 > '2024-03-31' THEN 3 ELSE CASE WHEN x4 <= '2024-02-29' THEN CASE WHEN x4 <= '2024-01-31' THEN 0 ELSE 1 END ELSE 2 END END AS c4
  FROM (SELECT a.*, CASE WHEN n4 ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' OR n4 ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{1,2}:[0-5][0-9](:[0-5][0-9]([.][0-9]*)?)?([Zz]|[+-][0-9]{2}(:?[0-9]{2})?)?$' THEN substr(n4, 1, 10) WHEN n4 ~ '^[0-9]{8}$' THEN concat(substr(n4, 1, 4), '-', substr(n4, 5, 2), '-', substr(n4, 7, 2)) WHEN n4 ~ '^[0-9]{4}-(0[1-9]|1[0-2])$' THEN concat(n4, '-01') END AS x4
  FROM (SELECT a.*, CASE WHEN t4 ~ '^([0-9]{4}[.][0-9]{1,2}[.][0-9]{1,2}|[0-9]{4}/[0-9]{1,2}/[0-9]{1,2}|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2})( [0-9]{1,2}:[0-5][0-9](:[0-5][0-9]([.][0-9]*)?)?([Zz]|[+-][0-9]{2}(:?[0-9]{2})?)?)?$' THEN concat(split_part(u4, ' ', 1), '-', lpad(split_part(u4, ' ', 2), 2, '0'), '-', lpad(split_part(u4, ' ', 3), 2, '0')) WHEN t4 ~ '^[0-9]{4}[./-][0-9]{1,2}$' THEN concat(split_part(u4, ' ', 1), '-', lpad(split_part(u4, ' ', 2), 2, '0')) WHEN months4.number IS NULL THEN t4 WHEN u4 ~ '^[0-9]{1,2}(st|nd|rd|th|er)? [a-z]+ [0-9]{4}$' THEN concat(split_part(u4, ' ', 3), '-', months4.number, '-', lpad(translate(split_part(u4, ' ', 1), 'stndrhe', ''), 2, '0')) WHEN u4 ~ '^[a-z]+ [0-9]{1,2}(st|nd|rd|th|er)? [0-9]{4}$' THEN concat(split_part(u4, ' ', 3), '-', months4.number, '-', lpad(translate(split_part(u4, ' ', 2), 'stndrhe', ''), 2, '0')) WHEN u4 ~ '^[0-9]{4} [a-z]+ [0-9]{1,2}$' THEN concat(split_part(u4, ' ', 1), '-', months4.number, '-', lpad(split_part(u4, ' ', 3), 2, '0')) WHEN u4 ~ '^[a-z]+ [0-9]{4}$' THEN concat(split_part(u4, ' ', 2), '-', months4.number) WHEN u4 ~ '^[0-9]{4} [a-z]+$' THEN concat(split_part(u4, ' ', 1), '-', months4.number) ELSE t4 END AS n4
  FROM (SELECT a.*, replace(replace(replace(replace(replace(translate(lower(t4), E'-/.,\u00E4\u00C4\u00E9\u00C9\u00E8\u00C8\u00EA\u00CA\u00FB\u00DB\u00FC\u00DC\u00E7\u00C7', '    aaeeeeeeuuuucc'), '  ', ' '), '  ', ' '), ' of ', ' '), ' de ', ' '), ' del ', ' ') AS u4
  FROM (SELECT a.*, NULLIF(CASE WHEN r ~ '[^!-~]' THEN btrim(r, E'\u0009\u000A\u000B\u000C\u000D \u0085\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000') ELSE r END, '') AS t4
  FROM (SELECT r4 AS r FROM rests WHERE r4 IS NOT NULL GROUP BY 1) AS a
  OFFSET 0) AS a
  OFFSET 0) AS a
  LEFT JOIN months AS months4 ON months4.name = CASE WHEN u4 ~ '^[a-z]' THEN split_part(u4, ' ', 1) ELSE split_part(u4, ' ', 2) END
  OFFSET 0) AS a
  OFFSET 0) AS a
  OFFSET 0) AS a
  GROUP BY r
),
-- the texts in column grade and their codes, NULL where the plan does not say how they are to be read
texts5 AS (
  SELECT r, min(c5) AS c5
  FROM (SELECT a.*, CASE WHEN t5 IS NULL THEN 2 WHEN list5.code IS NOT NULL THEN list5.code ELSE 3 END AS c5
  FROM (SELECT a.*, NULLIF(CASE WHEN r ~ '[^!-~]' THEN btrim(r, E'\u0009\u000A\u000B\u000C\u000D \u0085\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000') ELSE r END, '') AS t5
  FROM (SELECT r5 AS r FROM rests WHERE r5 IS NOT NULL GROUP BY 1) AS a
  OFFSET 0) AS a
  LEFT JOIN list5 ON list5.label = t5
  OFFSET 0) AS a
  GROUP BY r
),
-- the codes of the rows that were not read at sight
codes AS (
  SELECT
    CASE WHEN r1 IS NULL THEN rows_taken.c1 ELSE texts1.c1 END AS c1,
    CASE WHEN r2 IS NULL THEN rows_taken.c2 ELSE texts2.c2 END AS c2,
    CASE WHEN r3 IS NULL THEN rows_taken.c3 ELSE texts3.c3 END AS c3,
    CASE WHEN r4 IS NULL THEN rows_taken.c4 ELSE texts4.c4 END AS c4,
    CASE WHEN r5 IS NULL THEN rows_taken.c5 ELSE texts5.c5 END AS c5
  FROM rows_taken
  LEFT JOIN texts1 ON texts1.r = r1
  LEFT JOIN texts2 ON texts2.r = r2
  LEFT JOIN texts3 ON texts3.r = r3
  LEFT JOIN texts4 ON texts4.r = r4
  LEFT JOIN texts5 ON texts5.r = r5
  WHERE NOT all_seen
  OFFSET 0
),
-- what a row counts as
lines AS (
  SELECT place1
  FROM rows_taken
  WHERE all_seen
  UNION ALL
  SELECT COALESCE(CASE WHEN (SELECT current_setting('DateStyle') NOT LIKE 'ISO%') THEN 96
      WHEN c1 IS NULL THEN 97
      WHEN c2 IS NULL THEN 98
      WHEN c3 IS NULL THEN 99
      WHEN c4 IS NULL THEN 100
      WHEN c5 IS NULL THEN 101
      WHEN c1 IN (0, 1) AND c5 IN (1) THEN 102 END, CAST(c1 AS bigint) * 24 + CAST(c2 AS bigint) * 4 + CAST(c5 AS bigint) * 1) AS place1
  FROM codes
  OFFSET 0
),
-- the number of rows of every cell, and of what is none
cells AS MATERIALIZED (
  SELECT place1, count(*) AS n
  FROM lines
  GROUP BY place1
  ORDER BY place1
),
-- what they add up to
totals AS MATERIALIZED (
  SELECT CAST(COALESCE(sum(CASE WHEN place1 < 96 THEN n * (((place1 / 24) * 38 + (place1 / 4) % 6 * 69 + place1 % 4 * 162) % 997 + 1) ELSE 0 END), 0) AS bigint) AS all_marks,
    CAST(COALESCE(sum(n), 0) AS bigint) AS all_rows
  FROM cells
)
SELECT CASE WHEN place1 < 96 THEN 'cell' ELSE CASE place1 WHEN 96 THEN 'settings' WHEN 97 THEN 'unread 1' WHEN 98 THEN 'unread 2' WHEN 99 THEN 'unread 3' WHEN 100 THEN 'unread 4' WHEN 101 THEN 'unread 5' WHEN 102 THEN 'impossible 1' WHEN 103 THEN 'marks' WHEN 104 THEN 'rows' END END AS line,
  CASE WHEN place1 < 96 THEN (place1 / 24) ELSE -1 END AS c1,
  CASE WHEN place1 < 96 THEN (place1 / 4) % 6 ELSE -1 END AS c2,
  CASE WHEN place1 < 96 THEN place1 % 4 ELSE -1 END AS c5,
  n AS steward_n_81d2d91ffda900a16512465249ef20ca19278e39
FROM (
SELECT place1, CAST(n AS bigint) AS n FROM cells
UNION ALL
SELECT 103, all_marks FROM totals
UNION ALL
SELECT 104, all_rows FROM totals
) AS result;
