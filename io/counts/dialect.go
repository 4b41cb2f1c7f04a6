package counts

import (
	"strings"
	"unicode"

	"steward/core/message"
)

// Dialect names the SQL of an engine.
type Dialect string

// The dialects.
const (
	Postgres Dialect = "postgres" // PostgreSQL 12 and later, in a database encoded in UTF-8
	DuckDB   Dialect = "duckdb"   // DuckDB 1.0 and later
	Spark    Dialect = "spark"    // Spark SQL 3.3 and later
)

// writer returns what writes the dialect.
func (d Dialect) writer() (writer, error) {
	switch d {
	case Postgres:
		return postgres{}, nil
	case DuckDB:
		return duckDB{}, nil
	case Spark:
		return spark{}, nil
	}
	return nil, message.Errorf("there is no SQL dialect %q: use %q, %q or %q", d, Postgres, DuckDB, Spark)
}

// writer writes the parts of a query in which the dialects differ. Expressions go in and come
// out as SQL.
type writer interface {
	// name quotes the name of a table or a column.
	name(name string) (string, error)
	// text writes a text. It errors with what cannot stand in the engine's texts at all.
	text(text string) (string, error)
	// asText is the cast to text that is compared letter by letter.
	asText(e string) string
	// trimmed leaves out white space (unicode.IsSpace) around a text.
	trimmed(e string) string
	// matches tells whether a text has a match of a regular expression without backslashes
	// and quotation marks.
	matches(e, pattern string) string
	// double is the nearest double of a text that is known to be a number, NULL where it is
	// too large for one.
	double(e string) string
	// short is the nearest double of a number of at most 40 characters without an exponent.
	short(e string) string
	// fraction tells whether a double is no whole number.
	fraction(x string) string
	// nearest is the whole number that is nearest to a small double, of two such ones the even one.
	nearest(y string) string
	// quotient is the whole number of times that a number goes into another.
	quotient(e string, by int64) string
	// doubleType and wholeType name the types of numbers.
	doubleType() string
	wholeType() string
	// asBlock ends a SELECT whose columns are to be worked out once for each row.
	asBlock() string
	// lookedUp ends a query whose columns are looked up by its column r, which tells its rows apart.
	lookedUp(query string, columns []string) string
	// entries is a query for what a table's columns hold, whatever they are called: name, found and n. It
	// errors where there is none.
	entries(table string) (string, error)
	// columns is a query for a table's columns: place, name and type.
	columns(table string) string
	// kindOf says how values of a type are handled.
	kindOf(named string) kind
	// before is a statement that goes before the query, if any.
	before() string
	// hashed is a whole number that a text alone decides, of few others.
	hashed(e string) string
	// readsAtSight tells whether it takes less to read a plain text in every row than to look it up among those that were read.
	readsAtSight() bool
	// inOrder is a block in the order in which it will be grouped into very many groups, where that takes the engine less.
	inOrder(block, by string) string
	// keepsOrder ends a block that is kept and whose rows are then read in this order, without being sorted once more; it is empty
	// where they may come in any.
	keepsOrder(by string) string
	// kept begins a block that several others read, so that it is worked out once.
	kept() string
	// running says how to run a query that stands in a file, as a line of a shell; of files tells that it reads files in
	// place of a table.
	running(ofFiles bool) string
}

// whiteSpace is what strings.TrimSpace trims.
var whiteSpace = []rune{'\t', '\n', '\v', '\f', '\r', ' ', 0x85, 0xA0, 0x1680,
	0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200A,
	0x2028, 0x2029, 0x202F, 0x205F, 0x3000}

// plain tells whether a text holds only letters and other ASCII characters that mean nothing
// to any engine or its shell within quotation marks.
func plain(text string) bool {
	for _, r := range text {
		if r < ' ' || r > '~' || strings.ContainsRune(`'"\`+"`;$", r) {
			return false
		}
	}
	return true
}

// quoted puts a name between marks, which are doubled within.
func quoted(name, mark string) (string, error) {
	if strings.ContainsRune(name, 0) {
		return "", message.Errorf("the name %q has a NUL in it, which no database allows: rename the column", name)
	}
	return mark + strings.ReplaceAll(name, mark, mark+mark) + mark, nil
}

// visible tells whether a character can be seen, so that it stands for itself in a query.
func visible(r rune) bool { return r == ' ' || unicode.IsGraphic(r) && !unicode.IsSpace(r) }
