// Command duckdb runs a query by DuckDB's driver as DuckDB's own command line does: it takes
// statements from a file or the standard input and writes what the last one returns as comma-separated
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
	readonly := flag.Bool("readonly", false, "change nothing in the database")
	file := flag.String("f", "", "take the statements from this file")
	flag.Parse()
	database := flag.Arg(0)
	if *readonly && database != "" {
		database += "?access_mode=READ_ONLY"
	}
	in, err := os.Stdin, error(nil)
	if *file != "" {
		in, err = os.Open(*file)
	}
	if err == nil {
		err = run(database, in, os.Stdout)
	}
	if err != nil {
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
	fields, into := make([]any, len(names)), make([]any, len(names))
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
			if f != nil {
				record[i] = fmt.Sprint(f)
			}
		}
	}
	w.Flush()
	if err := w.Error(); err != nil {
		return err
	}
	return rows.Err()
}
