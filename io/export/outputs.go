package export

import (
	"context"
	"io"

	"steward/assets/language"
	"steward/core/result"
)

// output is something that was published, as it stands in files.
type output interface {
	result.Output
	// writeCSV writes its table.
	writeCSV(ctx context.Context, out io.Writer) error
	// fields are the columns of that table.
	fields() []field
	// sheets writes its sheets, whose names begin with its number among all that is published.
	sheets(b *book, number int) error
	// readMe says what there is to know of it, below a heading that its kind shares, empty for none.
	readMe() (heading string, says []string)
	// accounting returns its rows in the privacy accounting.
	accounting() [][]string
	// record adds it to a record.
	record(*Record)
}

// outputsOf returns all that was published.
func outputsOf(r *result.Release) []output {
	in := languageOf(r)
	var out []output
	for i, o := range r.Outputs() {
		switch o := o.(type) {
		case *result.Question:
			out = append(out, answered{o, r, i, in})
		case *result.Choice:
			out = append(out, chosen{o, in})
		case *result.Clustering:
			out = append(out, grouped{o, r, in})
		case *result.Synthetic:
			out = append(out, made{o, in})
		}
	}
	return out
}

// accounted returns rows of the privacy accounting, each of which begins with how an output was made.
func accounted(in language.Language, title string, m result.Made, rows ...[]string) [][]string {
	for i, row := range rows {
		rows[i] = append([]string{title, in.Say(m.Mechanism.Name), in.Say(m.Mechanism.Source), m.Epsilon, m.Effective}, row...)
	}
	return rows
}
