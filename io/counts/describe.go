package counts

import (
	"fmt"
	"strings"

	"steward/core/limits"
	"steward/core/message"
)

// Description is a query that describes a table, so that its columns can be declared by what they hold.
type Description struct {
	Dialect Dialect
	Table   string // as in Query
	Files   string // as in Query
}

// descriptionMark begins the header of what a description returns; its version ends it.
const descriptionMark = "steward_description_1"

// SQL writes the query: for each column its type, how many different texts it holds, and the most frequent of
// them with the number of rows, and the smallest and the largest number. It errors where the table cannot be
// named, and for an engine whose tables cannot be descriptionMark without knowing their columns.
func (d Description) SQL() (string, error) {
	w, err := d.Dialect.writer()
	if err != nil {
		return "", err
	}
	table, err := (&statement{writer: w}).from(d.Table, d.Files)
	if err != nil {
		return "", err
	}
	entries, err := w.entries(table)
	if err != nil {
		return "", err
	}
	number := "CASE WHEN " + w.matches("found", decimal) + " AND length(found) <= " + fmt.Sprint(maxDecimal) + " THEN " + w.short("found") + " END"
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, "-- "+format+"\n", args...) }
	line("Describes the table %s for Steward: its columns, their types, and what they hold.", commented(table))
	line("It reads the table and changes nothing. What it returns is private, like the rows:")
	line("keep it as safe as the table itself, and delete it when the columns are declared.")
	line("Run it, for instance, with")
	line("  %s", strings.ReplaceAll(w.running(d.Files != ""), "COUNTS", "COLUMNS"))
	line("and give the file to Steward: steward new COLUMNS.csv --out PROJECT.steward")
	line("Dialect: %s", d.Dialect)
	fmt.Fprintf(&b, `
WITH
-- every column and what it holds
entries AS (
%s
),
-- the most frequent texts of a column, its smallest and its largest number
ranked AS (
  SELECT name, found, n,
    count(*) OVER (PARTITION BY name) AS different,
    row_number() OVER (PARTITION BY name ORDER BY n DESC, found) AS place,
    row_number() OVER (PARTITION BY name ORDER BY %[2]s NULLS LAST) AS smallest,
    row_number() OVER (PARTITION BY name ORDER BY %[2]s DESC NULLS LAST) AS largest
  FROM entries
)
SELECT columns.place AS %[3]s, ranked.name, columns.type, different, found, n
FROM ranked
JOIN (
%[4]s
) AS columns ON columns.name = ranked.name
WHERE ranked.place <= %[5]d OR smallest = 1 OR largest = 1
ORDER BY 1, n DESC, found;
`, entries, number, descriptionMark, w.columns(table), limits.MaxProposedValues)
	return b.String(), nil
}

// undescribed is the error of an engine whose tables cannot be described.
func undescribed() error {
	return message.New("Spark tables cannot be described, because the query would need to know their columns: declare them by a codebook, or describe a copy of some rows in DuckDB")
}
