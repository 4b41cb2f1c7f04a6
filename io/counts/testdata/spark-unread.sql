-- What Steward cannot read in the rows of public.our rows, the most frequent first.
-- It reads the table and changes nothing. What it returns is private, like the rows:
-- it says exactly how many there are of each. Keep it as safe as the table itself.
-- It is for you to look at. Dialect: spark

WITH
-- the rows of the table
rows_taken AS (
  SELECT
    r1,
    r2,
    r3,
    r4,
    r5,
    r_person,
    r_key
  FROM (
  SELECT CAST(`age` AS STRING) AS r1, CAST(`the "town"` AS STRING) AS r2, CAST(`wage` AS STRING) AS r3, CAST(`since` AS STRING) AS r4, CAST(`grade` AS STRING) AS r5, CAST(`who` AS STRING) AS r_person, CAST(`visit` AS STRING) AS r_key
  FROM `public`.`our rows`
  ) AS a
),
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
-- the words for months
months(name, number) AS (
  VALUES
    ('abr', '04'), ('abri', '04'), ('abril', '04'), ('ago', '08'), ('agos', '08'), ('agost', '08'), ('agosto', '08'), ('aou', '08'), ('aout', '08'), ('apr', '04'), ('apri', '04'), ('april', '04'), ('aprile', '04'), ('aug', '08'), ('augu', '08'), ('augus', '08'), ('august', '08'), ('augustu', '08'), ('augustus', '08'), ('avr', '04'), ('avri', '04'), ('avril', '04'), ('dec', '12'), ('dece', '12'), ('decem', '12'), ('decemb', '12'), ('decembe', '12'), ('december', '12'), ('decembr', '12'), ('decembre', '12'), ('dez', '12'), ('deze', '12'), ('dezem', '12'), ('dezemb', '12'), ('dezembe', '12'), ('dezember', '12'), ('dezembr', '12'), ('dezembro', '12'), ('dic', '12'), ('dice', '12'), ('dicem', '12'), ('dicemb', '12'), ('dicembr', '12'), ('dicembre', '12'), ('dici', '12'), ('dicie', '12'), ('diciem', '12'), ('diciemb', '12'), ('diciembr', '12'), ('diciembre', '12'), ('ene', '01'), ('ener', '01'), ('enero', '01'), ('feb', '02'), ('febb', '02'), ('febbr', '02'), ('febbra', '02'), ('febbrai', '02'), ('febbraio', '02'), ('febr', '02'), ('febre', '02'), ('febrer', '02'), ('febrero', '02'), ('febru', '02'), ('februa', '02'), ('februar', '02'), ('februari', '02'), ('february', '02'), ('fev', '02'), ('feve', '02'), ('fever', '02'), ('fevere', '02'), ('feverei', '02'), ('fevereir', '02'), ('fevereiro', '02'), ('fevr', '02'), ('fevri', '02'), ('fevrie', '02'), ('fevrier', '02'), ('gen', '01'), ('genn', '01'), ('genna', '01'), ('gennai', '01'), ('gennaio', '01'), ('giu', '06'), ('giug', '06'), ('giugn', '06'), ('giugno', '06'), ('jan', '01'), ('jane', '01'), ('janei', '01'), ('janeir', '01'), ('janeiro', '01'), ('jann', '01'), ('janne', '01'), ('janner', '01'), ('janu', '01'), ('janua', '01'), ('januar', '01'), ('januari', '01'), ('january', '01'), ('janv', '01'), ('janvi', '01'), ('janvie', '01'), ('janvier', '01'), ('juil', '07'), ('juill', '07'), ('juille', '07'), ('juillet', '07'), ('juin', '06'), ('jul', '07'), ('julh', '07'), ('julho', '07'), ('juli', '07'), ('julio', '07'), ('july', '07'), ('jun', '06'), ('june', '06'), ('junh', '06'), ('junho', '06'), ('juni', '06'), ('junio', '06'), ('lug', '07'), ('lugl', '07'), ('lugli', '07'), ('luglio', '07'), ('maa', '03'), ('maar', '03'), ('maart', '03'), ('mae', '03'), ('maer', '03'), ('maerz', '03'), ('mag', '05'), ('magg', '05'), ('maggi', '05'), ('maggio', '05'), ('mai', '05'), ('maio', '05'), ('mar', '03'), ('marc', '03'), ('march', '03'), ('marco', '03'), ('mars', '03'), ('marz', '03'), ('marzo', '03'), ('may', '05'), ('mayo', '05'), ('mei', '05'), ('mrt', '03'), ('mrz', '03'), ('nov', '11'), ('nove', '11'), ('novem', '11'), ('novemb', '11'), ('novembe', '11'), ('november', '11'), ('novembr', '11'), ('novembre', '11'), ('novembro', '11'), ('novi', '11'), ('novie', '11'), ('noviem', '11'), ('noviemb', '11'), ('noviembr', '11'), ('noviembre', '11'), ('oct', '10'), ('octo', '10'), ('octob', '10'), ('octobe', '10'), ('october', '10'), ('octobr', '10'), ('octobre', '10'), ('octu', '10'), ('octub', '10'), ('octubr', '10'), ('octubre', '10'), ('okt', '10'), ('okto', '10'), ('oktob', '10'), ('oktobe', '10'), ('oktober', '10'), ('ott', '10'), ('otto', '10'), ('ottob', '10'), ('ottobr', '10'), ('ottobre', '10'), ('out', '10'), ('outu', '10'), ('outub', '10'), ('outubr', '10'), ('outubro', '10'), ('sep', '09'), ('sept', '09'), ('septe', '09'), ('septem', '09'), ('septemb', '09'), ('septembe', '09'), ('september', '09'), ('septembr', '09'), ('septembre', '09'), ('septi', '09'), ('septie', '09'), ('septiem', '09'), ('septiemb', '09'), ('septiembr', '09'), ('septiembre', '09'), ('set', '09'), ('sete', '09'), ('setem', '09'), ('setemb', '09'), ('setembr', '09'), ('setembro', '09'), ('seti', '09'), ('setie', '09'), ('setiem', '09'), ('setiemb', '09'), ('setiembr', '09'), ('setiembre', '09'), ('sett', '09'), ('sette', '09'), ('settem', '09'), ('settemb', '09'), ('settembr', '09'), ('settembre', '09')
),
-- the texts in column age and their codes, NULL where the plan does not say how they are to be read
texts1 AS (
  SELECT a.*, CASE WHEN t1 IS NULL THEN NULL WHEN x1 IS NULL OR x1 <> rint(x1) THEN NULL WHEN x1 < 18 THEN 0 WHEN x1 > 21 THEN 3 ELSE CAST(x1 AS BIGINT) - (18) END AS c1
  FROM (SELECT a.*, CASE WHEN n1 RLIKE '^[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)$' AND length(n1) <= 40 THEN CAST(n1 AS DOUBLE) WHEN (n1 RLIKE '^[+-]?((0|[1-9][0-9]*)[.][0-9]*|[.][0-9]+)$' OR n1 RLIKE '^[+-]?((0|[1-9][0-9]*)([.][0-9]*)?|[.][0-9]+)[eE][+-]?[0-9]+$') AND length(n1) <= 300 THEN CASE WHEN abs(CAST(n1 AS DOUBLE)) < CAST('Infinity' AS DOUBLE) THEN CAST(n1 AS DOUBLE) END END AS x1
  FROM (SELECT a.*, CASE WHEN u1 RLIKE '^([+-]? *((([#$]|(A|C|HK|NZ|R|S|US)[$]) *((0|[1-9][0-9]{0,14}|(0|[1-9][0-9]*)[.][0-9]*)|[.][0-9]+)|(AUD|BGN|BRL|CAD|CHF|CNY|CZK|DKK|EUR|GBP|HKD|HUF|ILS|INR|ISK|JPY|KRW|MXN|NOK|NZD|PLN|RON|RSD|SEK|SGD|THB|UAH|USD|ZAR|Ft|K~|kr|z&) *(0|[1-9][0-9]{0,14}|(0|[1-9][0-9]*)[.][0-9]*))|((0|[1-9][0-9]{0,14}|(0|[1-9][0-9]*)[.][0-9]*)|[.][0-9]+) *(([#$]|(A|C|HK|NZ|R|S|US)[$])|(AUD|BGN|BRL|CAD|CHF|CNY|CZK|DKK|EUR|GBP|HKD|HUF|ILS|INR|ISK|JPY|KRW|MXN|NOK|NZD|PLN|RON|RSD|SEK|SGD|THB|UAH|USD|ZAR|Ft|K~|kr|z&)|%))|(([#$]|(A|C|HK|NZ|R|S|US)[$]) *[+-]((0|[1-9][0-9]{0,14}|(0|[1-9][0-9]*)[.][0-9]*)|[.][0-9]+)|(AUD|BGN|BRL|CAD|CHF|CNY|CZK|DKK|EUR|GBP|HKD|HUF|ILS|INR|ISK|JPY|KRW|MXN|NOK|NZD|PLN|RON|RSD|SEK|SGD|THB|UAH|USD|ZAR|Ft|K~|kr|z&) *[+-](0|[1-9][0-9]{0,14}|(0|[1-9][0-9]*)[.][0-9]*))|[(] *((([#$]|(A|C|HK|NZ|R|S|US)[$]) *((0|[1-9][0-9]{0,14}|(0|[1-9][0-9]*)[.][0-9]*)|[.][0-9]+)|(AUD|BGN|BRL|CAD|CHF|CNY|CZK|DKK|EUR|GBP|HKD|HUF|ILS|INR|ISK|JPY|KRW|MXN|NOK|NZD|PLN|RON|RSD|SEK|SGD|THB|UAH|USD|ZAR|Ft|K~|kr|z&) *(0|[1-9][0-9]{0,14}|(0|[1-9][0-9]*)[.][0-9]*))|((0|[1-9][0-9]{0,14}|(0|[1-9][0-9]*)[.][0-9]*)|[.][0-9]+) *(([#$]|(A|C|HK|NZ|R|S|US)[$])|(AUD|BGN|BRL|CAD|CHF|CNY|CZK|DKK|EUR|GBP|HKD|HUF|ILS|INR|ISK|JPY|KRW|MXN|NOK|NZD|PLN|RON|RSD|SEK|SGD|THB|UAH|USD|ZAR|Ft|K~|kr|z&)|%)|((0|[1-9][0-9]{0,14}|(0|[1-9][0-9]*)[.][0-9]*)|[.][0-9]+)) *[)])$' AND NOT t1 RLIKE '[#~&]' THEN concat(CASE WHEN u1 RLIKE '[(-]' THEN '-' ELSE '' END, translate(u1, CAST(X'41554442474E42524C434144434846434E59435A4B444B4B455552474250484B44485546494C53494E5249534B4A50594B52574D584E4E4F4B4E5A44504C4E524F4E52534453454B5347445448425541485553445A4152412443244674484B244B7E4E5A24522453245553246B727A2623242528292B2D20' AS STRING), ''), CASE WHEN u1 RLIKE '%' THEN 'e-2' ELSE '' END) ELSE t1 END AS n1
  FROM (SELECT a.*, CASE WHEN t1 RLIKE '[^-+.0-9A-Za-z ]|[A-Za-z]{2}' THEN translate(t1, CAST(X'C48DC582C2A0E28089E280AFC2A2C2A3C2A4C2A5D68FD88BDFBEDFBFE0A7B2E0A7B3E0A7BBE0ABB1E0AFB9E0B8BFE19F9BE282A0E282A1E282A2E282A3E282A4E282A5E282A6E282A7E282A8E282A9E282AAE282ABE282ACE282ADE282AEE282AFE282B0E282B1E282B2E282B3E282B4E282B5E282B6E282B7E282B8E282B9E282BAE282BBE282BCE282BDE282BEE282BFE28380EAA0B8EFB7BCEFB9A9EFBC84EFBFA0EFBFA1EFBFA5EFBFA6' AS STRING), '~&   ########################################################') END AS u1
  FROM (SELECT a.*, NULLIF(trim(BOTH CAST(X'090A0B0C0D20C285C2A0E19A80E28080E28081E28082E28083E28084E28085E28086E28087E28088E28089E2808AE280A8E280A9E280AFE2819FE38080' AS STRING) FROM r), '') AS t1
  FROM (SELECT CAST(`age` AS STRING) AS r FROM `public`.`our rows` WHERE CAST(`age` AS STRING) IS NOT NULL GROUP BY 1) AS a) AS a) AS a) AS a) AS a
),
-- the texts in column the town and their codes, NULL where the plan does not say how they are to be read
texts2 AS (
  SELECT a.*, CASE WHEN t2 IS NULL THEN 4 WHEN list2.code IS NOT NULL THEN list2.code ELSE 5 END AS c2
  FROM (SELECT a.*, NULLIF(trim(BOTH CAST(X'090A0B0C0D20C285C2A0E19A80E28080E28081E28082E28083E28084E28085E28086E28087E28088E28089E2808AE280A8E280A9E280AFE2819FE38080' AS STRING) FROM r), '') AS t2
  FROM (SELECT CAST(`the "town"` AS STRING) AS r FROM `public`.`our rows` WHERE CAST(`the "town"` AS STRING) IS NOT NULL GROUP BY 1) AS a) AS a
  LEFT JOIN list2 ON list2.label = t2
),
-- the texts in column wage and their codes, NULL where the plan does not say how they are to be read
texts3 AS (
  SELECT a.*, CASE WHEN t3 IS NULL THEN 3 WHEN x3 IS NULL THEN NULL WHEN x3 < 0 THEN NULL WHEN x3 >= 1000 THEN NULL ELSE CASE WHEN x3 < CAST('0.3' AS DOUBLE) THEN CASE WHEN x3 < CAST('0.1' AS DOUBLE) THEN 0 ELSE 1 END ELSE 2 END END AS c3
  FROM (SELECT a.*, CASE WHEN n3 RLIKE '^[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)$' AND length(n3) <= 40 THEN CAST(n3 AS DOUBLE) WHEN (n3 RLIKE '^[+-]?((0|[1-9][0-9]*)[.][0-9]*|[.][0-9]+)$' OR n3 RLIKE '^[+-]?((0|[1-9][0-9]*)([.][0-9]*)?|[.][0-9]+)[eE][+-]?[0-9]+$') AND length(n3) <= 300 THEN CASE WHEN abs(CAST(n3 AS DOUBLE)) < CAST('Infinity' AS DOUBLE) THEN CAST(n3 AS DOUBLE) END END AS x3
  FROM (SELECT a.*, CASE WHEN u3 RLIKE '^([+-]? *((([#$]|(A|C|HK|NZ|R|S|US)[$]) *((0|[1-9][0-9]{0,14}|(0|[1-9][0-9]*)[.][0-9]*)|[.][0-9]+)|(AUD|BGN|BRL|CAD|CHF|CNY|CZK|DKK|EUR|GBP|HKD|HUF|ILS|INR|ISK|JPY|KRW|MXN|NOK|NZD|PLN|RON|RSD|SEK|SGD|THB|UAH|USD|ZAR|Ft|K~|kr|z&) *(0|[1-9][0-9]{0,14}|(0|[1-9][0-9]*)[.][0-9]*))|((0|[1-9][0-9]{0,14}|(0|[1-9][0-9]*)[.][0-9]*)|[.][0-9]+) *(([#$]|(A|C|HK|NZ|R|S|US)[$])|(AUD|BGN|BRL|CAD|CHF|CNY|CZK|DKK|EUR|GBP|HKD|HUF|ILS|INR|ISK|JPY|KRW|MXN|NOK|NZD|PLN|RON|RSD|SEK|SGD|THB|UAH|USD|ZAR|Ft|K~|kr|z&)|%))|(([#$]|(A|C|HK|NZ|R|S|US)[$]) *[+-]((0|[1-9][0-9]{0,14}|(0|[1-9][0-9]*)[.][0-9]*)|[.][0-9]+)|(AUD|BGN|BRL|CAD|CHF|CNY|CZK|DKK|EUR|GBP|HKD|HUF|ILS|INR|ISK|JPY|KRW|MXN|NOK|NZD|PLN|RON|RSD|SEK|SGD|THB|UAH|USD|ZAR|Ft|K~|kr|z&) *[+-](0|[1-9][0-9]{0,14}|(0|[1-9][0-9]*)[.][0-9]*))|[(] *((([#$]|(A|C|HK|NZ|R|S|US)[$]) *((0|[1-9][0-9]{0,14}|(0|[1-9][0-9]*)[.][0-9]*)|[.][0-9]+)|(AUD|BGN|BRL|CAD|CHF|CNY|CZK|DKK|EUR|GBP|HKD|HUF|ILS|INR|ISK|JPY|KRW|MXN|NOK|NZD|PLN|RON|RSD|SEK|SGD|THB|UAH|USD|ZAR|Ft|K~|kr|z&) *(0|[1-9][0-9]{0,14}|(0|[1-9][0-9]*)[.][0-9]*))|((0|[1-9][0-9]{0,14}|(0|[1-9][0-9]*)[.][0-9]*)|[.][0-9]+) *(([#$]|(A|C|HK|NZ|R|S|US)[$])|(AUD|BGN|BRL|CAD|CHF|CNY|CZK|DKK|EUR|GBP|HKD|HUF|ILS|INR|ISK|JPY|KRW|MXN|NOK|NZD|PLN|RON|RSD|SEK|SGD|THB|UAH|USD|ZAR|Ft|K~|kr|z&)|%)|((0|[1-9][0-9]{0,14}|(0|[1-9][0-9]*)[.][0-9]*)|[.][0-9]+)) *[)])$' AND NOT t3 RLIKE '[#~&]' THEN concat(CASE WHEN u3 RLIKE '[(-]' THEN '-' ELSE '' END, translate(u3, CAST(X'41554442474E42524C434144434846434E59435A4B444B4B455552474250484B44485546494C53494E5249534B4A50594B52574D584E4E4F4B4E5A44504C4E524F4E52534453454B5347445448425541485553445A4152412443244674484B244B7E4E5A24522453245553246B727A2623242528292B2D20' AS STRING), ''), CASE WHEN u3 RLIKE '%' THEN 'e-2' ELSE '' END) ELSE t3 END AS n3
  FROM (SELECT a.*, CASE WHEN t3 RLIKE '[^-+.0-9A-Za-z ]|[A-Za-z]{2}' THEN translate(t3, CAST(X'C48DC582C2A0E28089E280AFC2A2C2A3C2A4C2A5D68FD88BDFBEDFBFE0A7B2E0A7B3E0A7BBE0ABB1E0AFB9E0B8BFE19F9BE282A0E282A1E282A2E282A3E282A4E282A5E282A6E282A7E282A8E282A9E282AAE282ABE282ACE282ADE282AEE282AFE282B0E282B1E282B2E282B3E282B4E282B5E282B6E282B7E282B8E282B9E282BAE282BBE282BCE282BDE282BEE282BFE28380EAA0B8EFB7BCEFB9A9EFBC84EFBFA0EFBFA1EFBFA5EFBFA6' AS STRING), '~&   ########################################################') END AS u3
  FROM (SELECT a.*, NULLIF(trim(BOTH CAST(X'090A0B0C0D20C285C2A0E19A80E28080E28081E28082E28083E28084E28085E28086E28087E28088E28089E2808AE280A8E280A9E280AFE2819FE38080' AS STRING) FROM r), '') AS t3
  FROM (SELECT CAST(`wage` AS STRING) AS r FROM `public`.`our rows` WHERE CAST(`wage` AS STRING) IS NOT NULL GROUP BY 1) AS a) AS a) AS a) AS a) AS a
),
-- the texts in column since and their codes, NULL where the plan does not say how they are to be read
texts4 AS (
  SELECT a.*, CASE WHEN t4 IS NULL THEN 0 WHEN x4 IS NULL OR NOT x4 RLIKE '^([0-9]{4}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))|([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29)$' OR x4 RLIKE '^0000' THEN NULL WHEN x4 < '2024-01-01' THEN 3 WHEN x4 > '2024-03-31' THEN 3 ELSE CASE WHEN x4 <= '2024-02-29' THEN CASE WHEN x4 <= '2024-01-31' THEN 0 ELSE 1 END ELSE 2 END END AS c4
  FROM (SELECT a.*, CASE WHEN n4 RLIKE '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' OR n4 RLIKE '^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{1,2}:[0-5][0-9](:[0-5][0-9]([.][0-9]*)?)?([Zz]|[+-][0-9]{2}(:?[0-9]{2})?)?$' THEN substr(n4, 1, 10) WHEN n4 RLIKE '^[0-9]{8}$' THEN concat(substr(n4, 1, 4), '-', substr(n4, 5, 2), '-', substr(n4, 7, 2)) WHEN n4 RLIKE '^[0-9]{4}-(0[1-9]|1[0-2])$' THEN concat(n4, '-01') END AS x4
  FROM (SELECT a.*, CASE WHEN t4 RLIKE '^([0-9]{4}[.][0-9]{1,2}[.][0-9]{1,2}|[0-9]{4}/[0-9]{1,2}/[0-9]{1,2}|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2})( [0-9]{1,2}:[0-5][0-9](:[0-5][0-9]([.][0-9]*)?)?([Zz]|[+-][0-9]{2}(:?[0-9]{2})?)?)?$' THEN concat(split_part(u4, ' ', 1), '-', lpad(split_part(u4, ' ', 2), 2, '0'), '-', lpad(split_part(u4, ' ', 3), 2, '0')) WHEN t4 RLIKE '^[0-9]{4}[./-][0-9]{1,2}$' THEN concat(split_part(u4, ' ', 1), '-', lpad(split_part(u4, ' ', 2), 2, '0')) WHEN months4.number IS NULL THEN t4 WHEN u4 RLIKE '^[0-9]{1,2}(st|nd|rd|th|er)? [a-z]+ [0-9]{4}$' THEN concat(split_part(u4, ' ', 3), '-', months4.number, '-', lpad(translate(split_part(u4, ' ', 1), 'stndrhe', ''), 2, '0')) WHEN u4 RLIKE '^[a-z]+ [0-9]{1,2}(st|nd|rd|th|er)? [0-9]{4}$' THEN concat(split_part(u4, ' ', 3), '-', months4.number, '-', lpad(translate(split_part(u4, ' ', 2), 'stndrhe', ''), 2, '0')) WHEN u4 RLIKE '^[0-9]{4} [a-z]+ [0-9]{1,2}$' THEN concat(split_part(u4, ' ', 1), '-', months4.number, '-', lpad(split_part(u4, ' ', 3), 2, '0')) WHEN u4 RLIKE '^[a-z]+ [0-9]{4}$' THEN concat(split_part(u4, ' ', 2), '-', months4.number) WHEN u4 RLIKE '^[0-9]{4} [a-z]+$' THEN concat(split_part(u4, ' ', 1), '-', months4.number) ELSE t4 END AS n4
  FROM (SELECT a.*, replace(replace(replace(replace(replace(translate(lower(t4), CAST(X'2D2F2E2CC3A4C384C3A9C389C3A8C388C3AAC38AC3BBC39BC3BCC39CC3A7C387' AS STRING), '    aaeeeeeeuuuucc'), '  ', ' '), '  ', ' '), ' of ', ' '), ' de ', ' '), ' del ', ' ') AS u4
  FROM (SELECT a.*, NULLIF(trim(BOTH CAST(X'090A0B0C0D20C285C2A0E19A80E28080E28081E28082E28083E28084E28085E28086E28087E28088E28089E2808AE280A8E280A9E280AFE2819FE38080' AS STRING) FROM r), '') AS t4
  FROM (SELECT CAST(`since` AS STRING) AS r FROM `public`.`our rows` WHERE CAST(`since` AS STRING) IS NOT NULL GROUP BY 1) AS a) AS a) AS a
  LEFT JOIN months AS months4 ON months4.name = CASE WHEN u4 RLIKE '^[a-z]' THEN split_part(u4, ' ', 1) ELSE split_part(u4, ' ', 2) END) AS a) AS a
),
-- the texts in column grade and their codes, NULL where the plan does not say how they are to be read
texts5 AS (
  SELECT a.*, CASE WHEN t5 IS NULL THEN 2 WHEN list5.code IS NOT NULL THEN list5.code ELSE 3 END AS c5
  FROM (SELECT a.*, NULLIF(trim(BOTH CAST(X'090A0B0C0D20C285C2A0E19A80E28080E28081E28082E28083E28084E28085E28086E28087E28088E28089E2808AE280A8E280A9E280AFE2819FE38080' AS STRING) FROM r), '') AS t5
  FROM (SELECT CAST(`grade` AS STRING) AS r FROM `public`.`our rows` WHERE CAST(`grade` AS STRING) IS NOT NULL GROUP BY 1) AS a) AS a
  LEFT JOIN list5 ON list5.label = t5
),
-- whose row it is
texts_person AS (
  SELECT a.*, CASE WHEN person_plain RLIKE '^[+-]?(0|[1-9][0-9]{0,14})$' THEN CAST(person_plain AS DOUBLE) + 0 WHEN (person_plain RLIKE '^[+-]?((0|[1-9][0-9]*)[.][0-9]*|[.][0-9]+)$' OR person_plain RLIKE '^[+-]?((0|[1-9][0-9]*)([.][0-9]*)?|[.][0-9]+)[eE][+-]?[0-9]+$') AND length(person_plain) <= 300 THEN CASE WHEN abs(CAST(person_plain AS DOUBLE)) < CAST('Infinity' AS DOUBLE) THEN CAST(person_plain AS DOUBLE) END + 0 END AS person_number
  FROM (SELECT a.*, CASE WHEN NOT ((person LIKE '_-%' AND person >= 'A' AND person < '{' OR person LIKE '%-%-%-%' OR person RLIKE '[A-Za-z]{4}|^[A-Za-z][-_.:/0-9]|[0-9][A-DF-Za-df-z][0-9]|_') AND NOT person RLIKE '[^!-~]') THEN CASE WHEN person_signs RLIKE '^([+-]? *((([#$]|(A|C|HK|NZ|R|S|US)[$]) *((0|[1-9][0-9]{0,14}|(0|[1-9][0-9]*)[.][0-9]*)|[.][0-9]+)|(AUD|BGN|BRL|CAD|CHF|CNY|CZK|DKK|EUR|GBP|HKD|HUF|ILS|INR|ISK|JPY|KRW|MXN|NOK|NZD|PLN|RON|RSD|SEK|SGD|THB|UAH|USD|ZAR|Ft|K~|kr|z&) *(0|[1-9][0-9]{0,14}|(0|[1-9][0-9]*)[.][0-9]*))|((0|[1-9][0-9]{0,14}|(0|[1-9][0-9]*)[.][0-9]*)|[.][0-9]+) *(([#$]|(A|C|HK|NZ|R|S|US)[$])|(AUD|BGN|BRL|CAD|CHF|CNY|CZK|DKK|EUR|GBP|HKD|HUF|ILS|INR|ISK|JPY|KRW|MXN|NOK|NZD|PLN|RON|RSD|SEK|SGD|THB|UAH|USD|ZAR|Ft|K~|kr|z&)|%))|(([#$]|(A|C|HK|NZ|R|S|US)[$]) *[+-]((0|[1-9][0-9]{0,14}|(0|[1-9][0-9]*)[.][0-9]*)|[.][0-9]+)|(AUD|BGN|BRL|CAD|CHF|CNY|CZK|DKK|EUR|GBP|HKD|HUF|ILS|INR|ISK|JPY|KRW|MXN|NOK|NZD|PLN|RON|RSD|SEK|SGD|THB|UAH|USD|ZAR|Ft|K~|kr|z&) *[+-](0|[1-9][0-9]{0,14}|(0|[1-9][0-9]*)[.][0-9]*))|[(] *((([#$]|(A|C|HK|NZ|R|S|US)[$]) *((0|[1-9][0-9]{0,14}|(0|[1-9][0-9]*)[.][0-9]*)|[.][0-9]+)|(AUD|BGN|BRL|CAD|CHF|CNY|CZK|DKK|EUR|GBP|HKD|HUF|ILS|INR|ISK|JPY|KRW|MXN|NOK|NZD|PLN|RON|RSD|SEK|SGD|THB|UAH|USD|ZAR|Ft|K~|kr|z&) *(0|[1-9][0-9]{0,14}|(0|[1-9][0-9]*)[.][0-9]*))|((0|[1-9][0-9]{0,14}|(0|[1-9][0-9]*)[.][0-9]*)|[.][0-9]+) *(([#$]|(A|C|HK|NZ|R|S|US)[$])|(AUD|BGN|BRL|CAD|CHF|CNY|CZK|DKK|EUR|GBP|HKD|HUF|ILS|INR|ISK|JPY|KRW|MXN|NOK|NZD|PLN|RON|RSD|SEK|SGD|THB|UAH|USD|ZAR|Ft|K~|kr|z&)|%)|((0|[1-9][0-9]{0,14}|(0|[1-9][0-9]*)[.][0-9]*)|[.][0-9]+)) *[)])$' AND NOT person RLIKE '[#~&]' THEN concat(CASE WHEN person_signs RLIKE '[(-]' THEN '-' ELSE '' END, translate(person_signs, CAST(X'41554442474E42524C434144434846434E59435A4B444B4B455552474250484B44485546494C53494E5249534B4A50594B52574D584E4E4F4B4E5A44504C4E524F4E52534453454B5347445448425541485553445A4152412443244674484B244B7E4E5A24522453245553246B727A2623242528292B2D20' AS STRING), ''), CASE WHEN person_signs RLIKE '%' THEN 'e-2' ELSE '' END) ELSE person END END AS person_plain
  FROM (SELECT a.*, CASE WHEN NOT ((person LIKE '_-%' AND person >= 'A' AND person < '{' OR person LIKE '%-%-%-%' OR person RLIKE '[A-Za-z]{4}|^[A-Za-z][-_.:/0-9]|[0-9][A-DF-Za-df-z][0-9]|_') AND NOT person RLIKE '[^!-~]') THEN CASE WHEN person RLIKE '[^-+.0-9A-Za-z ]|[A-Za-z]{2}' THEN translate(person, CAST(X'C48DC582C2A0E28089E280AFC2A2C2A3C2A4C2A5D68FD88BDFBEDFBFE0A7B2E0A7B3E0A7BBE0ABB1E0AFB9E0B8BFE19F9BE282A0E282A1E282A2E282A3E282A4E282A5E282A6E282A7E282A8E282A9E282AAE282ABE282ACE282ADE282AEE282AFE282B0E282B1E282B2E282B3E282B4E282B5E282B6E282B7E282B8E282B9E282BAE282BBE282BCE282BDE282BEE282BFE28380EAA0B8EFB7BCEFB9A9EFBC84EFBFA0EFBFA1EFBFA5EFBFA6' AS STRING), '~&   ########################################################') END END AS person_signs
  FROM (SELECT a.*, NULLIF(trim(BOTH CAST(X'090A0B0C0D20C285C2A0E19A80E28080E28081E28082E28083E28084E28085E28086E28087E28088E28089E2808AE280A8E280A9E280AFE2819FE38080' AS STRING) FROM r), '') AS person
  FROM (SELECT CAST(`who` AS STRING) AS r FROM `public`.`our rows` WHERE CAST(`who` AS STRING) IS NOT NULL GROUP BY 1) AS a) AS a) AS a) AS a
),
-- the codes of every row
codes AS (
  SELECT
    CASE WHEN r1 IS NULL THEN NULL ELSE texts1.c1 END AS c1,
    CASE WHEN r2 IS NULL THEN 4 ELSE texts2.c2 END AS c2,
    CASE WHEN r3 IS NULL THEN 3 ELSE texts3.c3 END AS c3,
    CASE WHEN r4 IS NULL THEN 0 ELSE texts4.c4 END AS c4,
    CASE WHEN r5 IS NULL THEN 2 ELSE texts5.c5 END AS c5,
    CASE WHEN r_person IS NULL THEN NULL ELSE texts_person.person END AS person,
    CASE WHEN r_person IS NULL THEN NULL ELSE texts_person.person_number END AS person_number,
    NULLIF(trim(BOTH CAST(X'090A0B0C0D20C285C2A0E19A80E28080E28081E28082E28083E28084E28085E28086E28087E28088E28089E2808AE280A8E280A9E280AFE2819FE38080' AS STRING) FROM r_key), '') AS row_key,
    t1,
    t2,
    t3,
    t4,
    t5
  FROM rows_taken
  LEFT JOIN texts1 ON texts1.r = r1
  LEFT JOIN texts2 ON texts2.r = r2
  LEFT JOIN texts3 ON texts3.r = r3
  LEFT JOIN texts4 ON texts4.r = r4
  LEFT JOIN texts5 ON texts5.r = r5
  LEFT JOIN texts_person ON texts_person.r = r_person
),
-- what keeps a row from being counted
faults AS (
  SELECT person, person_number, row_key, t1, t2, t3, t4, t5, CASE
      WHEN c1 IS NULL THEN 96
      WHEN c2 IS NULL THEN 97
      WHEN c3 IS NULL THEN 98
      WHEN c4 IS NULL THEN 99
      WHEN c5 IS NULL THEN 100
      WHEN c1 IN (0, 1) AND c5 IN (1) THEN 101
      WHEN person IS NULL AND person_number IS NULL THEN 102
      WHEN row_key IS NULL THEN 103 END AS fault
  FROM codes
)
SELECT CASE fault WHEN 96 THEN 'unread 1' WHEN 97 THEN 'unread 2' WHEN 98 THEN 'unread 3' WHEN 99 THEN 'unread 4' WHEN 100 THEN 'unread 5' WHEN 101 THEN 'impossible 1' WHEN 102 THEN 'nobody' WHEN 103 THEN 'unordered' END AS line, CASE fault WHEN 96 THEN t1 WHEN 97 THEN t2 WHEN 98 THEN t3 WHEN 99 THEN t4 WHEN 100 THEN t5 END AS found, count(*) AS n
FROM faults
WHERE fault IS NOT NULL
GROUP BY 1, 2
ORDER BY 3 DESC, 1, 2
LIMIT 200;
