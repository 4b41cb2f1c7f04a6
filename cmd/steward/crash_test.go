package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"steward/cmd/steward/crash"
	"steward/core/table"
)

// secretRow is the number of a row that a function is called with when it crashes. Where Go's
// own report says what with, it stands as 0xe0301.
const secretRow = 918273

//go:noinline
func stumble(row table.Row) {
	if row.Number == secretRow {
		panic(fmt.Sprintf("cannot count %v", row))
	}
}

// stumbling is a program that stumbles over a record, in the way that its argument names: what it prints is looked at
// by testdata/script/crash.txtar.
func stumbling() {
	row := table.Row{Number: secretRow, Cells: []table.Cell{{Kind: table.Text, Text: planted[0]}}}
	switch os.Args[1] {
	case "bare":
		stumble(row)
	case "window":
		crash.Quietly()
		defer crash.Report(os.Stderr)
		stumble(row)
	case "background":
		crash.Quietly()
		crash.Background(func() { stumble(row) })
		select {}
	}
}

// Without a panic nothing is reported and nothing ends.
func TestNoCrash(t *testing.T) {
	var out strings.Builder
	func() { defer crash.Report(&out) }()
	if out.Len() > 0 {
		t.Errorf("reported %q", out.String())
	}
	done := make(chan bool)
	crash.Background(func() { close(done) })
	<-done
}
