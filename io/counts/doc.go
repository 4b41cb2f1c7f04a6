// Package counts lets an engine count where the rows lie. For a plan, Query writes a statement
// in the SQL of PostgreSQL, DuckDB or Spark that codes every row as Steward's own reading
// would, caps the rows of each person, and counts the rows of every cell; Result reads what
// comes out, as a release.Source, so that a release from it is the one from the rows.
//
// # What a row says
//
// The value of a column is what a cast to text makes of it, read as Steward reads a field of a
// text table with a decimal point: white space around it does not count, NULL and the empty
// text are blank, texts are compared letter by letter, and numbers, percentages and amounts of
// money as doubles. Days are read with the month as a number or a name, in the order and with the
// years of two digits that the plan says. A row that is NULL throughout is a row. What the query
// cannot read as Steward would, such as a week (2024-W05) or a time of day after 14 March 2024, it
// counts as unreadable, never as something else.
//
// # What comes out
//
// A line for every combination of values that holds rows, of the columns that questions and
// known facts are about. Its first column, line, says "cell"; c3 holds the code of the value of
// the plan's third column, from 0 in the order of domain.Attribute; the last column holds the
// number of rows. Its name carries the digest of what the query was made for, so that the
// result of an old query is refused. Other lines say how many rows are unreadable and why, how
// many are beyond their person's slots, how many people there are, and in the line "rows" how
// many rows there are: a result without it, or that does not add up to it, was cut off. Where rows
// have weights a cell holds units instead (plan.Weight), and further lines say of how many rows they
// are, what they add up to, and how many rows are above the cap or count as nothing.
//
// A result is private data like the rows: it says exactly how many there are of each.
//
// # How it is done
//
// Columns whose types a description told are compared as the engine's own numbers and days, where that means the
// same as their texts (types.go). Equal rows are then taken together before anything else is done (take.go).
// Reading a text takes long. So the query reads the different texts of each column once and looks the
// rows' up among them; where rows are not taken together, the table is read once for each column of texts and once for the rows.
// In PostgreSQL finding those texts takes longest, so that texts that are written plainly are read at sight, row by row, and only
// others looked up (sight.go). All of it is one
// statement, and a text that came in between and is not found is unreadable.
//
// The queries for PostgreSQL and DuckDB are compared with reading the rows, text by text, over made plans
// and over columns of many types (make test-sql). That for Spark SQL was never run: Spark cannot be had
// where the tests run. It differs in what dialect.go names, is compared with goldens, and a result that does
// not add up is refused; whoever runs it the first time compares it on a small table with the rows.
package counts
