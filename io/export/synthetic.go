package export

import (
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"iter"
	"strings"
	"unicode/utf8"

	"steward/assets/language"
	"steward/core/message"
	"steward/core/result"
	"steward/core/synthetic"
)

// Synthetic is a synthetic table in the record, which does not repeat its records: Records is how many
// there are and Digest identifies them (result.RecordsDigest). Mean and Alone say how near its tables are
// to those of MeasuredOn; see synthetic.Quality.
type Synthetic struct {
	Head
	Share
	Columns []string `json:"columns"`
	Tables  int      `json:"tables"`
	// People is how many people the records stand for; Known says that the public knows it.
	People  int64            `json:"people"`
	Known   bool             `json:"known,omitempty"`
	Records int              `json:"records"`
	Digest  string           `json:"digest"`
	Steps   []synthetic.Step `json:"steps"`
	// Unmet is how many publicly known numbers the records miss, and By by how many records.
	Unmet      int64   `json:"unmet,omitempty"`
	By         int64   `json:"unmetBy,omitempty"`
	MeasuredOn string  `json:"measuredOn,omitempty"`
	Trials     int     `json:"trials,omitempty"`
	Mean       float64 `json:"meanError,omitempty"`
	Alone      float64 `json:"meanErrorOfNoiseAlone,omitempty"`
	// ByTable is how near each of the tables was.
	ByTable []TableError `json:"byTable,omitempty"`
	Says    []string     `json:"says"`
}

// TableError is the mean error of a number of one table of public data, and the mean of its numbers.
type TableError struct {
	Columns []string `json:"columns"`
	Numbers int      `json:"numbers"`
	Mean    float64  `json:"meanError"`
	People  float64  `json:"mean"`
}

// made is a synthetic table in files.
type made struct {
	*result.Synthetic
	in language.Language
}

func (s made) record(rec *Record) {
	o := Synthetic{
		Head: headOf(s), Share: shareOf(s.Made), Columns: s.Names(), Tables: s.Tables,
		People: s.People, Known: s.Known, Records: s.Len(), Digest: s.Digest, Steps: append([]synthetic.Step{}, s.Steps...), Unmet: s.Unmet, By: s.By,
		MeasuredOn: s.Quality.MeasuredOn.String(), Trials: s.Quality.Runs, Mean: s.Quality.Mean, Alone: s.Quality.Alone, Says: message.English(s.Says),
	}
	for _, t := range s.Quality.Tables {
		o.ByTable = append(o.ByTable, TableError(t))
	}
	rec.Synthetic = append(rec.Synthetic, o)
}

// Made returns what was measured as it is in a release, without the records.
func (s Synthetic) Made() *synthetic.Made {
	return &synthetic.Made{People: s.People, Known: s.Known, Unmet: s.Unmet, By: s.By, Steps: s.Steps}
}

// writeCSV writes the records of a synthetic table.
func (s made) writeCSV(ctx context.Context, out io.Writer) error {
	return writeTable(ctx, out, s.Names(), recordsAs(s.Synthetic, Harmless))
}

// ReadMade reads the records of a synthetic table from its file, as it was written.
func ReadMade(from io.Reader, s *result.Synthetic) ([][]int32, error) {
	values := make([]map[string]int32, len(s.Columns))
	for j, texts := range textsOf(s, Harmless) {
		values[j] = make(map[string]int32)
		for v, text := range texts {
			values[j][text] = int32(v)
		}
	}
	out := make([][]int32, len(s.Columns))
	rows := csv.NewReader(from)
	rows.ReuseRecord, rows.FieldsPerRecord = true, len(s.Columns)
	if _, err := rows.Read(); err != nil { // the head
		return nil, err
	}
	for {
		row, err := rows.Read()
		if err == io.EOF {
			return out, nil
		}
		if err != nil {
			return nil, err
		}
		for j, text := range row {
			v, known := values[j][strings.ReplaceAll(text, "\r\n", "\n")]
			if !known {
				return nil, message.Errorf("the made-up records have %q, which is not a value of their column", text)
			}
			out[j] = append(out[j], v)
		}
	}
}

// fields are the columns of a synthetic table, whose values are texts as they were declared.
func (s made) fields() []field { return fields(s.Names(), 0, 0) }

// recordsAs returns the records with what is written for each value.
func recordsAs[T any](s *result.Synthetic, write func(string) T) iter.Seq[[]T] {
	texts := textsOf(s, write)
	return func(yield func([]T) bool) {
		row := make([]T, len(s.Columns))
		for i := range s.Len() {
			for j := range row {
				row[j] = texts[j][s.Records[j][i]]
			}
			if !yield(row) {
				return
			}
		}
	}
}

// textsOf returns what is written for each value of each column.
func textsOf[T any](s *result.Synthetic, write func(string) T) [][]T {
	out := make([][]T, len(s.Columns))
	for j, c := range s.Columns {
		for v := range c.Attribute().Size() {
			out[j] = append(out[j], write(c.Label(int32(v))))
		}
	}
	return out
}

// sheets writes the sheet of a synthetic table.
func (s made) sheets(b *book, number int) error {
	name := b.sheetName(number, s.Title())
	b.contents = append(b.contents, content{name, b.Sayf("%s; %s", s.Title(), b.plural(s.Len(), "made-up record", "made-up records"))})
	var widths []width
	for j, c := range s.Columns {
		widest := max(12, utf8.RuneCountInString(c.Name())+4)
		for v := range min(c.Attribute().Size(), 500) {
			widest = max(widest, utf8.RuneCountInString(c.Label(int32(v)))+2)
		}
		widths = append(widths, width{j + 1, j + 1, float64(min(widest, 44))})
	}
	if err := b.begin(name, len(s.Columns), s.Len(), across(widths)); err != nil {
		return err
	}
	return b.fill(name, widths, labels(b.styles.head, s.Names()...), recordsAs(s.Synthetic, b.key))
}

// readMe says what the made-up records are and how good they are.
func (s made) readMe() (heading string, says []string) {
	return s.in.Sayf("Made-up records"), someOf(s.in, s.Title(), 0, nil, s.Says)
}

// accounting has a row for each measurement: what an edge can change stands where questions have their
// sensitivity.
func (s made) accounting() [][]string {
	var rows [][]string
	for _, t := range s.Steps {
		change, scale, choice := s.in.Sayf("2 by edges that change one of its columns"), t.Stated.String(), ""
		if t.Stated.IsZero() {
			change, scale = "", s.in.Sayf("drawn")
		}
		if t.Cell != nil || t.Columns == nil {
			change = "1"
		}
		if t.Chosen {
			choice = s.in.Sayf("chosen by log odds per unit of score: %s", t.Rate)
		}
		rows = append(rows, []string{s.in.Say(result.StepWords(t)), fmt.Sprint(t.Numbers), change, scale, choice})
	}
	return accounted(s.in, s.Title(), s.Made, rows...)
}
