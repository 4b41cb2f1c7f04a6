// Command duckdb runs a query by DuckDB's driver as DuckDB's own command line does: it takes
// statements from the standard input and writes what the last one returns as comma-separated
// values. The tests of queries use it where DuckDB's command line is not to be had. It has a
// module of its own, so that neither the product nor its other tools ever link the engine.
package main

import (
	"bufio"
	"database/sql"
	"encoding/csv"
	"flag"
	"fmt"
	"io"
	"os"

	_ "github.com/duckdb/duckdb-go/v2"
)

func main() {
	flag.Bool("csv", true, "write comma-separated values, as always")
	flag.Parse()
	if err := run(flag.Arg(0), os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "duckdb:", err)
		os.Exit(1)
	}
}

// run answers the statements in in, by a database in a file or, without a name, in memory.
func run(file string, in io.Reader, out io.Writer) error {
	statements, err := io.ReadAll(in)
	if err != nil {
		return err
	}
	db, err := sql.Open("duckdb", file)
	if err != nil {
		return err
	}
	defer db.Close()
	rows, err := db.Query(string(statements))
	if err != nil {
		return err
	}
	defer rows.Close()
	buffered := bufio.NewWriter(out)
	if err := write(csv.NewWriter(buffered), rows); err != nil {
		return err
	}
	return buffered.Flush()
}

// write writes rows with their header, NULL as an empty field.
func write(w *csv.Writer, rows *sql.Rows) error {
	names, err := rows.Columns()
	if err != nil {
		return err
	}
	fields := make([]sql.NullString, len(names))
	into := make([]any, len(names))
	for i := range fields {
		into[i] = &fields[i]
	}
	for record := names; ; {
		if err := w.Write(record); err != nil {
			return err
		}
		if !rows.Next() {
			break
		}
		if err := rows.Scan(into...); err != nil {
			return err
		}
		record = make([]string, len(fields))
		for i, f := range fields {
			record[i] = f.String
		}
	}
	w.Flush()
	if err := w.Error(); err != nil {
		return err
	}
	return rows.Err()
}
