package counts

import (
	"fmt"
	"strings"
)

// postgres writes the SQL of PostgreSQL.
type postgres struct{}

func (postgres) name(name string) (string, error) { return quoted(name, `"`) }

// text escapes all but plain characters, so that the encoding of the query's file and the
// settings of the session do not matter.
func (postgres) text(text string) (string, error) {
	if strings.ContainsRune(text, 0) {
		return "", errNever
	}
	if plain(text) {
		return "'" + text + "'", nil
	}
	var b strings.Builder
	b.WriteString("E'")
	for _, r := range text {
		switch {
		case r == '\'' || r == '\\':
			b.WriteString(`\` + string(r))
		case r >= ' ' && r <= '~':
			b.WriteRune(r)
		case r <= 0xFFFF:
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			fmt.Fprintf(&b, `\U%08X`, r)
		}
	}
	b.WriteString("'")
	return b.String(), nil
}

func (postgres) asText(e string) string { return "CAST(" + e + ` AS text) COLLATE "C"` }

// trimmed leaves alone what holds nothing but visible signs of ASCII: to trim all kinds of white space takes longer.
func (p postgres) trimmed(e string) string {
	space, _ := p.text(string(whiteSpace))
	return "CASE WHEN " + p.matches(e, noVisible) + " THEN btrim(" + e + ", " + space + ") ELSE " + e + " END"
}

func (postgres) matches(e, pattern string) string { return e + " ~ '" + pattern + "'" }

// double keeps numbers that are too large or too small from the cast, which stops the query at
// them. An exponent of four digits is beyond all doubles, since no text is that long
// (maxNumber).
func (p postgres) double(e string) string {
	return "CASE WHEN length(" + e + ") <= 40 AND NOT " + p.matches(e, "[eE]") + " THEN CAST(" + e + " AS double precision)" +
		" WHEN " + p.matches(e, "[eE][+-]?0*[1-9][0-9]{3,}$") + " THEN CASE WHEN " + p.matches(e, "^[+-]?[0.]*[eE]") + " OR " + p.matches(e, "[eE]-") + " THEN CAST(0 AS double precision) END" +
		" WHEN abs(CAST(" + e + " AS numeric)) >= 1.7976931348623158e308 THEN NULL" +
		" WHEN abs(CAST(" + e + " AS numeric)) < 2.4703282292062328e-324 THEN CAST(0 AS double precision)" +
		" ELSE CAST(" + e + " AS double precision) END"
}

func (postgres) short(e string) string { return "CAST(" + e + " AS double precision)" }

func (postgres) fraction(x string) string { return x + " <> floor(" + x + ")" }

// nearest is what the cast does, which rounds halves to the even number.
func (postgres) nearest(y string) string { return "CAST(" + y + " AS integer)" }

func (postgres) quotient(e string, by int64) string { return fmt.Sprintf("(%s / %d)", e, by) }

func (postgres) doubleType() string { return "double precision" }
func (postgres) wholeType() string  { return "bigint" }

// asBlock keeps the planner from writing the columns out wherever they are used.
func (postgres) asBlock() string { return "\n  OFFSET 0" }

// lookedUp groups once more, by which the planner knows that r is a key and puts the texts, not the rows, into
// the table that a join builds.
func (postgres) lookedUp(query string, columns []string) string {
	items := "r"
	for _, c := range columns {
		items += ", min(" + c + ") AS " + c
	}
	return "SELECT " + items + "\n  FROM (" + query + ") AS a\n  GROUP BY r"
}

func (postgres) entries(table string) (string, error) {
	return "  SELECT field.key COLLATE \"C\" AS name, field.value COLLATE \"C\" AS found, count(*) AS n\n" +
		"  FROM " + table + " AS steward_row, json_each_text(row_to_json(steward_row)) AS field\n  GROUP BY 1, 2", nil
}

func (p postgres) columns(table string) string {
	named, _ := p.text(table)
	return "  SELECT attnum AS place, CAST(attname AS text) COLLATE \"C\" AS name, format_type(atttypid, atttypmod) AS type\n" +
		"  FROM pg_attribute WHERE attrelid = CAST(" + named + " AS regclass) AND attnum > 0 AND NOT attisdropped"
}

// before has the query interpreted: to compile one that is as long takes seconds, more than it saves.
func (postgres) before() string { return "SET jit = off;\n" }

func (postgres) hashed(e string) string { return "hashtextextended(" + e + ", 0)" }

func (postgres) readsAtSight() bool { return true }

// inOrder sorts: in a table of very many groups it takes long to find each row's, and the result is sorted anyway.
func (postgres) inOrder(block, by string) string {
	return "(SELECT * FROM " + block + " ORDER BY " + by + " OFFSET 0) AS in_order"
}

// keepsOrder relies on a block that is kept, and the parts of a UNION ALL, being read from the first row to the last, as no rows of
// them are read by several processes. A result that is in another order is refused.
func (postgres) keepsOrder(by string) string { return "\n  ORDER BY " + by }

func (postgres) kept() string { return "MATERIALIZED " }

func (postgres) running(bool) string {
	return "psql -X -q --csv -v ON_ERROR_STOP=1 -d DATABASE -f QUERY.sql -o COUNTS.csv"
}
