package session

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"steward/core/guide"
	"steward/gui/words"
	"steward/io/counts"
	"steward/io/wholefile"
)

// Engine is a kind of database that can count rows for Steward.
type Engine struct {
	Name    string
	dialect counts.Dialect
}

// Engines returns the kinds of database for which queries are written.
func Engines() []Engine {
	return []Engine{{"PostgreSQL", counts.Postgres}, {"DuckDB", counts.DuckDB}, {"Spark SQL", counts.Spark}}
}

// QueryMissing says what is still to be decided before a query can be written, as a sentence; it
// is empty when nothing is.
func (s *Session) QueryMissing() string {
	if s.compiled != nil {
		return ""
	}
	for _, step := range guide.Steps() {
		if issues := s.Issues(step); len(issues) > 0 {
			return fmt.Sprintf("%s: %s", words.Say(step.Title()), words.Sentence(words.Say(issues[0].Message)))
		}
	}
	return words.T("The plan is not complete.")
}

// Query writes the query that counts the rows of a table, named as in the database. It errors
// while the plan is not complete, and on what no query can count.
func (s *Session) Query(e Engine, table string) (string, error) {
	if missing := s.QueryMissing(); missing != "" {
		return "", errors.New(missing)
	}
	return counts.Query{Plan: s.compiled, Dialect: e.dialect, Table: table}.SQL()
}

// UnreadQuery writes the query that shows which texts of the table cannot be read, the most
// frequent first. What it returns is for the steward to look at. It errors as Query does.
func (s *Session) UnreadQuery(e Engine, table string) (string, error) {
	if missing := s.QueryMissing(); missing != "" {
		return "", errors.New(missing)
	}
	return counts.Query{Plan: s.compiled, Dialect: e.dialect, Table: table, Unread: true}.SQL()
}

// SaveQuery writes a query to a file, whole or not at all.
func (s *Session) SaveQuery(path, query string) error {
	if filepath.Ext(path) == "" {
		path += ".sql"
	}
	return wholefile.Write(path, func(w io.Writer) error {
		_, err := io.WriteString(w, query)
		return err
	})
}
