package counts

import (
	"fmt"
	"strings"

	"steward/core/message"
)

// spark writes the SQL of Spark.
type spark struct{}

// name refuses names that the shell of Spark would change before Spark sees them.
func (spark) name(name string) (string, error) {
	if strings.Contains(name, "${") {
		return "", message.Errorf("the name %q has ${ in it, which Spark replaces: give the column another name in a view", name)
	}
	return quoted(name, "`")
}

// text writes all but plain texts as the bytes of their UTF-8: what a quotation mark or a
// backslash means in a text of Spark depends on its version and settings.
func (spark) text(text string) (string, error) {
	if plain(text) {
		return "'" + text + "'", nil
	}
	return fmt.Sprintf("CAST(X'%X' AS STRING)", text), nil
}

func (spark) asText(e string) string { return "CAST(" + e + " AS STRING)" }

func (s spark) trimmed(e string) string {
	space, _ := s.text(string(whiteSpace))
	return "trim(BOTH " + space + " FROM " + e + ")"
}

func (spark) matches(e, pattern string) string { return e + " RLIKE '" + pattern + "'" }

func (spark) double(e string) string {
	x := "CAST(" + e + " AS DOUBLE)"
	return "CASE WHEN abs(" + x + ") < CAST('Infinity' AS DOUBLE) THEN " + x + " END"
}

func (spark) short(e string) string { return "CAST(" + e + " AS DOUBLE)" }

// fraction does without floor, which makes whole numbers of 64 bits of doubles.
func (spark) fraction(x string) string { return x + " <> rint(" + x + ")" }

func (spark) nearest(y string) string { return nearest(y) }

func (spark) quotient(e string, by int64) string { return fmt.Sprintf("(%s div %d)", e, by) }

func (spark) doubleType() string { return "DOUBLE" }
func (spark) wholeType() string  { return "BIGINT" }
func (spark) asBlock() string    { return "" }

func (spark) lookedUp(query string, _ []string) string { return query }

func (spark) entries(string) (string, error) { return "", undescribed() }
func (spark) columns(string) string          { return "" }

func (spark) before() string { return "" }

func (spark) hashed(e string) string { return "xxhash64(" + e + ")" }

func (spark) readsAtSight() bool { return false }

func (spark) inOrder(block, _ string) string { return block }

func (spark) keepsOrder(string) string { return "" }

func (spark) kept() string { return "" }

func (spark) running(bool) string {
	return "spark-sql --conf spark.sql.cli.print.header=true -f QUERY.sql > COUNTS.tsv"
}
