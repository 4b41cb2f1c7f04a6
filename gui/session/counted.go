package session

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"steward/core/guide"
	"steward/gui/words"
	"steward/io/counts"
	"steward/io/wholefile"
)

// Engine is a kind of database that can count rows for Steward.
type Engine struct {
	Name    string
	dialect counts.Dialect
	// Files tells that files are read in place of a table.
	Files bool
}

// Engines returns the kinds of database for which queries are written.
func Engines() []Engine {
	return []Engine{{"PostgreSQL", counts.Postgres, false}, {"DuckDB", counts.DuckDB, false},
		{words.T("Parquet or CSV files, by DuckDB"), counts.DuckDB, true}, {"Spark SQL", counts.Spark, false}}
}

// Describes reports whether a query can describe the engine's tables.
func (e Engine) Describes() bool { return e.dialect != counts.Spark }

// place is where rows are, as a query has it.
func (e Engine) place(typed string) (table, files string) {
	if e.Files {
		return "", typed
	}
	return typed, ""
}

// Command is the line of this system's shell that runs the query in a file, and the path of what it returns.
func (e Engine) Command(database, query string) (line, result string) {
	result = strings.TrimSuffix(query, filepath.Ext(query)) + ".csv"
	if e.dialect == counts.Spark {
		result = strings.TrimSuffix(result, ".csv") + ".tsv"
	}
	return counts.Command{Dialect: e.dialect, Database: database, Files: e.Files, Query: query, Result: result, Windows: runtime.GOOS == "windows"}.String(), result
}

// DescribingQuery writes the query that describes a table, from whose result its columns are proposed.
func (s *Session) DescribingQuery(e Engine, table string) (string, error) {
	name, files := e.place(table)
	return counts.Description{Dialect: e.dialect, Table: name, Files: files}.SQL()
}

// DescriptionBase returns the beginning of the names of the query that describes a table and of what it returns.
func (s *Session) DescriptionBase(e Engine, table string) string {
	if s.path != "" || s.plan.DataSet != "" || table == "" {
		return describes(s.Base())
	}
	if e.Files {
		table = filepath.Base(filepath.Dir(table))
	}
	return describes(strings.Trim(table[strings.LastIndexByte(table, '.')+1:], `"`))
}

// describes is what is called by a name, described.
func describes(name string) string { return words.T("%s columns", name) }

// Described reports whether the types of the table's columns are known from its description.
func (s *Session) Described() bool {
	return len(s.plan.Data.Types) > 0 || s.file != nil && s.file.Described
}

// FromDatabase reports whether the open file is what a query returned.
func (s *Session) FromDatabase() bool { return s.file != nil && (s.file.Counted || s.file.Described) }

// Returned are the paths of what queries returned: the open file first, and what describes its table.
func (s *Session) Returned() []string {
	if !s.FromDatabase() {
		return nil
	}
	all := append([]string{s.file.Path}, s.file.Describing...)
	if s.describing != "" && !slices.Contains(all, s.describing) {
		all = append(all, s.describing)
	}
	return all
}

// DeleteReturned deletes what queries returned from the disk. The plan stays as it is.
func (s *Session) DeleteReturned() error {
	if !s.FromDatabase() || s.job != nil {
		return nil
	}
	for _, path := range s.Returned() {
		if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	s.file, s.describing = nil, ""
	s.changed()
	return nil
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
	name, files := e.place(table)
	return counts.Query{Plan: s.compiled, Dialect: e.dialect, Table: name, Files: files}.SQL()
}

// UnreadQuery writes the query that shows which texts of the table cannot be read, the most
// frequent first. What it returns is for the steward to look at. It errors as Query does.
func (s *Session) UnreadQuery(e Engine, table string) (string, error) {
	if missing := s.QueryMissing(); missing != "" {
		return "", errors.New(missing)
	}
	name, files := e.place(table)
	return counts.Query{Plan: s.compiled, Dialect: e.dialect, Table: name, Files: files, Unread: true}.SQL()
}

// SaveQuery writes a query to a file, whole or not at all, and returns its path.
func (s *Session) SaveQuery(path, query string) (string, error) {
	if filepath.Ext(path) == "" {
		path += ".sql"
	}
	return path, wholefile.Write(path, func(w io.Writer) error {
		_, err := io.WriteString(w, query)
		return err
	})
}
