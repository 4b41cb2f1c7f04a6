// Package database is counting where the rows lie: the queries that describe and count a table for the plan, which
// somebody else runs, and the files that they return. Steward itself opens no connection.
package database

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"steward/core/guide"
	"steward/core/plan"
	"steward/gui/session/current"
	"steward/gui/session/opened"
	"steward/gui/words"
	"steward/io/counts"
	"steward/io/records"
	"steward/io/wholefile"
)

// Project is what is seen of the project that is open.
type Project interface {
	current.Plan
	current.Files
	current.Work
	// CloseFile closes the file that is open.
	CloseFile()
}

// Desk is where a project's queries are written and what they return is taken in.
type Desk struct {
	of         Project
	describing string // the file that described the table, once it was opened
}

// New returns that of a project.
func New(of Project) *Desk { return &Desk{of: of} }

// Forget forgets the file that described the table.
func (d *Desk) Forget() { d.describing = "" }

// Opened notes a file that was opened: it may be what describes the table.
func (d *Desk) Opened(f *opened.File) {
	switch {
	case f.Described:
		d.describing = f.Path
	case !f.Counted:
		d.describing = ""
	}
}

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
func (d *Desk) DescribingQuery(e Engine, table string) (string, error) {
	name, files := e.place(table)
	return counts.Description{Dialect: e.dialect, Table: name, Files: files}.SQL()
}

// DescriptionBase returns the beginning of the names of the query that describes a table and of what it returns.
func (d *Desk) DescriptionBase(e Engine, table string) string {
	if d.of.Path() != "" || d.of.Plan().DataSet != "" || table == "" {
		return Describing(d.of.Base())
	}
	if e.Files {
		table = filepath.Base(filepath.Dir(table))
	}
	return Describing(strings.Trim(table[strings.LastIndexByte(table, '.')+1:], `"`))
}

// Describing is what the columns of something are called, as the file that describes them is.
func Describing(name string) string { return words.T("%s columns", name) }

// Described reports whether the types of the table's columns are known from its description.
func (d *Desk) Described() bool {
	return len(d.of.Plan().Data.Types) > 0 || d.of.File() != nil && d.of.File().Described
}

// FromDatabase reports whether the open file is what a query returned.
func (d *Desk) FromDatabase() bool {
	return d.of.File() != nil && (d.of.File().Counted || d.of.File().Described)
}

// Returned are the paths of what queries returned: the open file first, and what describes its table.
func (d *Desk) Returned() []string {
	if !d.FromDatabase() {
		return nil
	}
	all := append([]string{d.of.File().Path}, d.of.File().Describing...)
	if d.describing != "" && !slices.Contains(all, d.describing) {
		all = append(all, d.describing)
	}
	return all
}

// DeleteReturned deletes what queries returned from the disk. The plan stays as it is.
func (d *Desk) DeleteReturned() error {
	if !d.FromDatabase() || d.of.Busy() {
		return nil
	}
	all := d.Returned()
	for _, path := range all {
		if err := d.stillReturned(path); err != nil {
			return err
		}
	}
	for _, path := range all {
		if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	d.Forget()
	d.of.CloseFile()
	return nil
}

// stillReturned errors where a file is no longer what a query returned: another may have been saved under its name since.
func (d *Desk) stillReturned(path string) error {
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		return nil
	}
	data, err := records.Open(context.Background(), path, plan.Data{})
	if err != nil {
		return err
	}
	defer data.Close()
	if !data.Counted() && !counts.IsDescription(data.Header()) {
		return errors.New(words.T("%s is no longer what a query returned, so nothing was deleted. Look at it, and delete it yourself.", path))
	}
	return nil
}

// QueryMissing says what is still to be decided before a query can be written, as a sentence; it
// is empty when nothing is. What no query can count is to be decided otherwise.
func (d *Desk) QueryMissing() string {
	if compiled := d.of.Compiled(); compiled != nil {
		if _, err := (counts.Query{Plan: compiled, Dialect: counts.DuckDB, Table: "any"}).SQL(); err != nil {
			return words.SentenceOf(err)
		}
		return ""
	}
	for _, step := range guide.Steps() {
		if issues := d.of.Issues(step); len(issues) > 0 {
			return fmt.Sprintf("%s: %s", words.Say(step.Title()), words.Sentence(words.Say(issues[0].Message)))
		}
	}
	return words.T("The plan is not complete.")
}

// Query writes the query that counts the rows of a table, named as in the database. It errors
// while the plan is not complete, and on what no query can count.
func (d *Desk) Query(e Engine, table string) (string, error) {
	if missing := d.QueryMissing(); missing != "" {
		return "", errors.New(missing)
	}
	name, files := e.place(table)
	return counts.Query{Plan: d.of.Compiled(), Dialect: e.dialect, Table: name, Files: files}.SQL()
}

// UnreadQuery writes the query that shows which texts of the table cannot be read, the most
// frequent first. What it returns is for the steward to look at. It errors as Query does.
func (d *Desk) UnreadQuery(e Engine, table string) (string, error) {
	if missing := d.QueryMissing(); missing != "" {
		return "", errors.New(missing)
	}
	name, files := e.place(table)
	return counts.Query{Plan: d.of.Compiled(), Dialect: e.dialect, Table: name, Files: files, Unread: true}.SQL()
}

// SaveQuery writes a query to a file, whole or not at all, and returns its path.
func (d *Desk) SaveQuery(path, query string) (string, error) {
	if filepath.Ext(path) == "" {
		path += ".sql"
	}
	return path, wholefile.Write(path, func(w io.Writer) error {
		_, err := io.WriteString(w, query)
		return err
	})
}
