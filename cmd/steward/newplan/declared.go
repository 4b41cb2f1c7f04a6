package newplan

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"steward/cmd/steward/console"
	"steward/core/message"
	"steward/core/plan"
	"steward/io/codebook"
)

// declarations are what a codebook says about the columns of a sheet.
type declarations struct {
	columns map[string]plan.Column // by their names in the sheet
	lacking []string               // columns of the codebook that the sheet does not have
	rows    *plan.Rows             // nil where it does not say whose a row is
	weight  *plan.Weight           // nil where it says nothing of weights
	assumed message.Text           // in what encoding it was read, zero where it says so
}

// book reads the codebook, if there is one.
func (cmd Cmd) book(ctx context.Context) (codebook.Book, error) {
	if cmd.Codebook == "" {
		return codebook.Book{}, nil
	}
	return codebook.Read(ctx, cmd.Codebook)
}

// declarations are what the codebook says of a sheet with this header.
func (cmd Cmd) declarations(book codebook.Book, header []string) (declarations, error) {
	d := declarations{columns: make(map[string]plan.Column), lacking: []string{}}
	if cmd.Codebook == "" {
		return d, nil
	}
	d.assumed = book.Assumed
	if r := book.Rows; r != nil {
		if slices.Contains(header, r.Person) {
			d.rows = r
		} else {
			d.lacking = append(d.lacking, r.Person)
		}
	}
	if w := book.Weight; w != nil {
		if slices.Contains(header, w.Column) {
			d.weight = w
		} else {
			d.lacking = append(d.lacking, w.Column)
		}
	}
	several := false
	for _, s := range book.Splits {
		if slices.Contains(header, s.Column) {
			several = true
		} else {
			d.lacking = append(d.lacking, s.Column)
		}
	}
	columns := book.Columns
	for _, col := range columns {
		name := string(col.Name)
		switch {
		case !slices.Contains(header, name):
			d.lacking = append(d.lacking, name)
		case (cmd.Person == "" || name != cmd.Person) && (cmd.Weight == "" || name != cmd.Weight): // whose row it is, is not published, nor its weight
			d.columns[name] = col
		}
	}
	if len(d.columns) == 0 && len(d.lacking) >= len(columns) && d.weight == nil && d.rows == nil && !several {
		return d, message.Errorf("%s: it describes %s, none of which %s has, with the columns %s: choose the codebook of this spreadsheet, or write the names as in its header",
			filepath.Base(cmd.Codebook), message.Named(console.OnLine(d.lacking)), filepath.Base(cmd.File), message.Named(console.OnLine(header)))
	}
	return d, nil
}

// say tells what came from the codebook.
func (d declarations) say(c *console.Console) {
	c.Sayf("From the codebook: %d columns.\n", len(d.columns))
	if !d.assumed.IsZero() {
		c.Sayf("%s\n", d.assumed)
	}
	if len(d.lacking) > 0 {
		c.Sayf("In the codebook, but not in the spreadsheet: %s.\n", strings.Join(console.OnLine(d.lacking), ", "))
	}
}
