package counts

import "strings"

// Command is the line of a shell that runs a query: Query and Result are the paths of its file and of the one for
// what it returns. Windows tells the shells of Windows from all others.
type Command struct {
	Dialect       Dialect
	Database      string // a name, or DuckDB's file; "" where it is not known
	Files         bool   // in place of a table
	Query, Result string
	Windows       bool
}

// String writes the line. It is empty for an unknown dialect.
func (c Command) String() string {
	w, err := c.Dialect.writer()
	if err != nil {
		return ""
	}
	database := "DATABASE"
	if c.Database != "" {
		database = c.quoted(c.Database)
	}
	line := w.running(c.Files)
	result := "COUNTS" + line[strings.LastIndex(line, "."):]
	return strings.NewReplacer("DATABASE", database, "QUERY.sql", c.quoted(c.Query), result, c.quoted(c.Result)).Replace(line)
}

// quoted writes a path as one word.
func (c Command) quoted(path string) string {
	if c.Windows {
		return `"` + strings.ReplaceAll(path, `"`, "") + `"` // which no path has
	}
	return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
}
