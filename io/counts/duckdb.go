package counts

import (
	"fmt"
	"path/filepath"
	"strings"

	"steward/core/message"
)

// duckDB writes the SQL of DuckDB.
type duckDB struct{}

func (duckDB) name(name string) (string, error) { return quoted(name, `"`) }

// text writes characters that cannot be seen by their number. Backslashes mean nothing.
func (duckDB) text(text string) (string, error) {
	var parts []string
	var run strings.Builder
	end := func() {
		if run.Len() > 0 {
			parts = append(parts, "'"+strings.ReplaceAll(run.String(), "'", "''")+"'")
			run.Reset()
		}
	}
	for _, r := range text {
		if visible(r) {
			run.WriteRune(r)
			continue
		}
		end()
		parts = append(parts, fmt.Sprintf("chr(%d)", r))
	}
	end()
	switch len(parts) {
	case 0:
		return "''", nil
	case 1:
		return parts[0], nil
	}
	return "(" + strings.Join(parts, " || ") + ")", nil
}

func (duckDB) asText(e string) string { return "CAST(" + e + " AS VARCHAR)" }

// trimmed leaves alone what begins and ends with a visible sign of ASCII: trimming all kinds of white space takes longer
// than everything else that is done to a number.
func (d duckDB) trimmed(e string) string {
	space, _ := d.text(string(whiteSpace))
	return "CASE WHEN " + d.matches(e, "^[^!-~]|[^!-~]$") + " THEN trim(" + e + ", " + space + ") ELSE " + e + " END"
}

func (duckDB) matches(e, pattern string) string {
	return "regexp_matches(" + e + ", '" + pattern + "')"
}

func (duckDB) double(e string) string {
	x := "TRY_CAST(ltrim(" + e + ", '+') AS DOUBLE)"
	return "CASE WHEN isfinite(" + x + ") THEN " + x + " END"
}

func (d duckDB) short(e string) string { return d.double(e) }

func (duckDB) fraction(x string) string { return x + " <> floor(" + x + ")" }

func (duckDB) nearest(y string) string { return nearest(y) }

func (duckDB) quotient(e string, by int64) string { return fmt.Sprintf("(%s // %d)", e, by) }

func (duckDB) doubleType() string { return "DOUBLE" }
func (duckDB) wholeType() string  { return "BIGINT" }
func (duckDB) asBlock() string    { return "" }

func (duckDB) lookedUp(query string, _ []string) string { return query }

func (duckDB) entries(table string) (string, error) {
	return "  SELECT name, found, count(*) AS n\n" +
		"  FROM (SELECT CAST(COLUMNS(*) AS VARCHAR) FROM " + table + ") UNPIVOT INCLUDE NULLS (found FOR name IN (COLUMNS(*)))\n  GROUP BY 1, 2", nil
}

func (duckDB) columns(table string) string {
	return "  SELECT row_number() OVER () AS place, column_name AS name, column_type AS type FROM (DESCRIBE SELECT * FROM " + table + ")"
}

func (duckDB) before() string { return "" }

func (duckDB) hashed(e string) string { return "hash(" + e + ")" }

func (duckDB) readsAtSight() bool { return false }

func (duckDB) inOrder(block, _ string) string { return block }

func (duckDB) keepsOrder(string) string { return "" }

func (duckDB) kept() string { return "MATERIALIZED " }

// running writes what both shells of Windows and all others understand.
func (duckDB) running(ofFiles bool) string {
	if ofFiles {
		return "duckdb -csv -f QUERY.sql > COUNTS.csv"
	}
	return "duckdb -readonly -csv -f QUERY.sql DATABASE > COUNTS.csv"
}

// filesTable reads files as a table: Parquet with its types, text tables as texts, of which DuckDB guesses nothing.
func filesTable(files string) (string, error) {
	if strings.ContainsRune(files, 0) {
		return "", message.Errorf("the path %q has a NUL in it: give the path of a file", files)
	}
	path, err := duckDB{}.text(files)
	if err != nil {
		return "", err
	}
	ending := strings.ToLower(files)
	for _, packed := range []string{".gz", ".zst"} {
		ending = strings.TrimSuffix(ending, packed)
	}
	switch filepath.Ext(ending) {
	case ".parquet":
		return "read_parquet(" + path + ", union_by_name = true)", nil
	case ".csv", ".tsv", ".txt":
		return "read_csv(" + path + ", header = true, all_varchar = true, union_by_name = true)", nil
	}
	return "", message.Errorf("%q does not say which files: end it in .parquet, .csv, .tsv or .txt, such as survey/*.parquet or survey/*.csv for all files of a folder", files)
}
