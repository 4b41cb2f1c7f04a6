package result

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"
	"unicode"

	"steward/core/accuracy"
	"steward/core/domain"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/synthetic"
)

// Synthetic is what was published of one of the plan's synthetic tables: made-up records.
type Synthetic struct {
	Asked plan.Synthetic
	Made
	Columns []SyntheticColumn `json:"-"` // of the plan
	// Tables is how many tables the records should answer well.
	Tables int
	// Records are the values of every record, by column, in the order of their values.
	Records [][]int32
	// Count is how many there are, also where they are not at hand.
	Count int
	// People is how many people the records stand for: Known to the public, or measured.
	People int64
	Known  bool
	Steps  []synthetic.Step
	// Unmet is how many publicly known numbers the records miss, and By by how many records in all.
	Unmet, By int64
	// Quality is how near the tables of the records were to those of public data.
	Quality synthetic.Quality
	// Digest identifies the records (ComputeDigest).
	Digest string
}

// SyntheticColumn is a column of a synthetic table: the labels of its values.
type SyntheticColumn struct {
	attribute *domain.Attribute
}

// NewSyntheticColumn returns the column of an attribute.
func NewSyntheticColumn(a *domain.Attribute) SyntheticColumn { return SyntheticColumn{a} }

// Name returns the column's name.
func (c SyntheticColumn) Name() string { return string(c.attribute.Name()) }

// Label returns how a value is written.
func (c SyntheticColumn) Label(v int32) string { return c.attribute.Label(int(v)) }

// Attribute returns the declared column.
func (c SyntheticColumn) Attribute() *domain.Attribute { return c.attribute }

// Len returns the number of records.
func (s *Synthetic) Len() int { return s.Count }

// Names returns the names of the columns.
func (s *Synthetic) Names() []string {
	var out []string
	for _, c := range s.Columns {
		out = append(out, c.Name())
	}
	return out
}

// Rows yields the labels of every record. The slice is overwritten.
func (s *Synthetic) Rows() iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		row := make([]string, len(s.Columns))
		for i := range s.Len() {
			for j, c := range s.Columns {
				row[j] = c.Label(s.Records[j][i])
			}
			if !yield(row) {
				return
			}
		}
	}
}

// ComputeDigest returns the SHA-256, as lower-case hexadecimal, of the names of the columns and then the
// labels of every record, each plain (without white space; see plainLabel) and quoted, a blank behind each
// and a line for each record.
func (s *Synthetic) ComputeDigest() (string, error) {
	return RecordsDigest(s.Names(), func(yield func([]string, error) bool) {
		for row := range s.Rows() {
			if !yield(row, nil) {
				return
			}
		}
	})
}

// RecordsDigest is ComputeDigest of records as they stand in a file. It errors with the first error of
// reading them.
func RecordsDigest(names []string, rows iter.Seq2[[]string, error]) (string, error) {
	h := sha256.New()
	w := bufio.NewWriter(h)
	var line []byte
	write := func(labels []string) {
		line = line[:0]
		for _, l := range labels {
			line = append(strconv.AppendQuote(line, plainLabel(l)), ' ')
		}
		_, _ = w.Write(append(line, '\n')) // a hash takes everything
	}
	write(names)
	for row, err := range rows {
		if err != nil {
			return "", err
		}
		write(row)
	}
	if err := w.Flush(); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// plainLabel returns a label without what files add to it or leave out: white space, which some programs
// tidy, control characters and others that no XML can hold, and the apostrophe before what a spreadsheet
// program would take for a formula.
func plainLabel(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.IsSpace(r) || r == 0xFFFE || r == 0xFFFF {
			return -1
		}
		return r
	}, s)
	return strings.TrimPrefix(s, "'")
}

// ID is that of the table in the plan.
func (s *Synthetic) ID() string { return s.Asked.ID }

// Title is that of the table.
func (s *Synthetic) Title() string { return s.Asked.Title }

func (s *Synthetic) since() int { return 4 }

func (s *Synthetic) canonical(w io.Writer) error {
	_, err := fmt.Fprintf(w, "synthetic %q %q %d %d %s\n", s.Asked.ID, s.Mechanism.ID, s.People, s.Len(), s.Digest)
	return err
}

// Chosen returns how many of the measurements were chosen by the exponential mechanism.
func (s *Synthetic) Chosen() int {
	n := 0
	for _, step := range s.Steps {
		if step.Chosen {
			n++
		}
	}
	return n
}

// Sentences say what the records are and how good they are, what they count being called counted.
func (s *Synthetic) Sentences(counted message.Text) []message.Text {
	out := []message.Text{message.Sprintf("Every record is made up; none belongs to a person. Tables counted from the records are meant to be close to those of the data, and nothing more: what is said of the tables is not claimed of any single record.")}
	if s.Len() > 0 {
		n := strconv.Itoa(s.Len())
		switch {
		case int64(s.Len()) == s.People && s.Known:
			out = append(out, message.Sprintf("There are %s records, as many as there are %s, which is public knowledge.", n, counted))
		case int64(s.Len()) == s.People:
			out = append(out, message.Sprintf("There are %s records, as many as there are %s by a noisy count.", n, counted))
		default:
			out = append(out, message.Sprintf("There are %s records, which stand for %d %s: multiply counts by %s.", n, s.People, counted, accuracy.People(float64(s.People)/float64(s.Len()))))
		}
		out = append(out, s.measured())
		if s.Unmet > 0 {
			out = append(out, message.Sprintf("%d of the publicly known numbers are missed, by %d records in total: no change of a single record brought them closer.", s.Unmet, s.By))
		}
	}
	q := s.Quality
	if q.MeasuredOn.IsZero() {
		return append(out, message.Sprintf("How close its tables come to those of the data cannot be said beforehand: choose public data to try it on before a release."))
	}
	off := accuracy.People(q.Mean)
	if q.Alone > 0 {
		return append(out, message.Sprintf("On %s, the numbers of %s were off by %s %s on average; with noise on each of them alone, at the same cost, by %s. Your data may differ.", q.MeasuredOn, s.tables(), off, counted, accuracy.People(q.Alone)))
	}
	return append(out, message.Sprintf("On %s, the numbers of %s were off by %s %s on average. Your data may differ.", q.MeasuredOn, s.tables(), off, counted))
}

// tables says which tables the records should answer well.
func (s *Synthetic) tables() message.Text {
	switch {
	case s.Tables == 1:
		return message.Sprintf("%d table", s.Tables)
	case s.Asked.Tables != nil:
		return message.Sprintf("%d tables", s.Tables)
	case len(s.Columns) > 1:
		return message.Sprintf("all %d tables over two columns", s.Tables)
	}
	return message.Sprintf("its table")
}

// measured says what was measured.
func (s *Synthetic) measured() message.Text {
	chosen := s.Chosen()
	switch {
	case s.Mechanism.ID == "small-database":
		return message.Sprintf("All records are copies of a few, which were drawn together by how well they answer the tables.")
	case chosen == 0 && len(s.Steps) == 1:
		return message.Sprintf("%d table was measured with noise.", len(s.Steps))
	case chosen == 0:
		return message.Sprintf("%d tables were measured with noise.", len(s.Steps))
	case s.Mechanism.ID == "mwem":
		return message.Sprintf("%d numbers were measured with noise, each chosen because the estimate so far missed it most; the choice is noisy too.", chosen)
	}
	return message.Sprintf("%d tables were measured with noise, %d of them chosen because the estimate so far missed them most; the choice is noisy too.", len(s.Steps), chosen)
}

// StepWords says what one measurement was of: "table over sex, age", "age 30, sex F", "number of people".
func StepWords(s synthetic.Step) message.Text {
	switch {
	case s.Cell != nil:
		var at []string
		for i, l := range s.Cell {
			at = append(at, s.Columns[i]+" "+l)
		}
		return message.Verbatim(strings.Join(at, ", "))
	case s.Stated.IsZero():
		return message.Sprintf("%d records over %s", s.Numbers, strings.Join(s.Columns, ", "))
	case s.Columns == nil:
		return message.Sprintf("number of people")
	}
	return message.Sprintf("table over %s", strings.Join(s.Columns, ", "))
}
