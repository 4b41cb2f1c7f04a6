package export

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/xuri/excelize/v2"

	"steward/assets/language"
	"steward/core/domain"
	"steward/core/message"
	"steward/core/result"
	"steward/core/workload"
)

// Choice is what was published of a choice, in the record. Fall, Right and Typical say how good it
// is expected to be; see choice.Quality.
type Choice struct {
	Head
	Share
	Sensitivity string        `json:"rangeSensitivity,omitempty"`
	Rate        string        `json:"rate,omitempty"`
	Noise       []NoiseOfRows `json:"noise,omitempty"`
	Width       int           `json:"width,omitempty"`
	Options     int           `json:"options"`
	Fall        float64       `json:"fall95"`
	MeasuredOn  string        `json:"measuredOn,omitempty"`
	Right       float64       `json:"right,omitempty"`
	Typical     float64       `json:"typicalError,omitempty"`
	Says        []string      `json:"says"`
	Keys        []string      `json:"keys,omitempty"`
	Values      []ChosenValue `json:"values"`
}

// ChosenValue is what was published for one group, with the ends of its interval where it has one.
type ChosenValue struct {
	Key   []string `json:"key,omitempty"`
	Value string   `json:"value"`
	From  string   `json:"from95,omitempty"`
	To    string   `json:"to95,omitempty"`
}

// chosen is a choice in files.
type chosen struct {
	*result.Choice
	in language.Language
}

func (c chosen) record(rec *Record) {
	o := Choice{
		Head: headOf(c), Share: shareOf(c.Made), Sensitivity: c.Sensitivity, Rate: c.Rate, Noise: NoiseOf(nil, c.Noise), Width: c.Width, Options: c.Options,
		Fall: c.Quality.Fall, MeasuredOn: c.Quality.MeasuredOn.String(), Right: c.Quality.Right, Typical: c.Quality.Typical,
		Says: message.English(c.Says), Keys: domain.Texts(c.Asked.By), Values: []ChosenValue{},
	}
	for _, v := range c.Values {
		o.Values = append(o.Values, ChosenValue{v.Key, v.Option, v.Low, v.High})
	}
	rec.Choices = append(rec.Choices, o)
}

// Results returns the values as they are in a release.
func (c Choice) Results() (out []result.Chosen) {
	for _, v := range c.Values {
		out = append(out, result.Chosen{Key: v.Key, Option: v.Value, Low: v.From, High: v.To})
	}
	return out
}

// columns follow the labels of a choice's groups: an interval where any of them has one.
func (c chosen) columns() []string {
	out := []string{c.in.Sayf("Published")}
	if c.intervals() {
		out = append(out, c.in.Say(message.Word(FromColumn)), c.in.Say(message.Word(ToColumn)))
	}
	return append(out, c.in.Sayf("In words"))
}

func (c chosen) intervals() bool {
	return slices.ContainsFunc(c.Values, func(v result.Chosen) bool { return v.Low != "" || v.High != "" })
}

// head are the headings of a choice: the labels of its groups, and columns.
func (c chosen) head() []string {
	columns := c.columns()
	return append(apartFrom(columns, domain.Texts(c.Asked.By)), columns...)
}

// labels are those of a group, and what was published for it.
func (c chosen) labels(v result.Chosen) []string {
	row := append(slices.Clone(v.Key), v.Option)
	if c.intervals() {
		row = append(row, v.Low, v.High)
	}
	return workload.SaidLabels(c.in.Say, row)
}

// writeCSV writes the values of a choice.
func (c chosen) writeCSV(ctx context.Context, out io.Writer) error {
	return writeTable(ctx, out, c.head(), func(yield func([]string) bool) {
		var row []string
		for _, v := range c.Values {
			row = allHarmless(allHarmless(row[:0], c.labels(v)...), c.in.Say(c.Say(v)))
			if !yield(row) {
				return
			}
		}
	})
}

// fields are the columns of a choice's table, whose options are texts.
func (c chosen) fields() []field { return fields(c.head(), 0, 0) }

// sheets writes the sheet of a choice.
func (c chosen) sheets(b *book, number int) error {
	name := b.sheetName(number, c.Title())
	b.contents = append(b.contents, content{name, c.Title()})
	columns := len(c.head())
	widths := []width{{1, columns - 1, 22}, {columns, columns, 80}}
	if err := b.begin(name, columns, len(c.Values), across(widths)); err != nil {
		return err
	}
	return b.fill(name, widths, labels(b.styles.head, c.head()...), func(yield func([]excelize.Cell) bool) {
		var row []excelize.Cell
		for _, v := range c.Values {
			row = append(b.keys(row[:0], c.labels(v)...), label(0, b.Say(c.Say(v))))
			if !yield(row) {
				return
			}
		}
	})
}

// someOf says the first of so many results in words, and what there is to say of all.
func someOf(in language.Language, title string, results int, say func(i int) string, says []message.Text) (out []string) {
	for i := range min(results, mostSaid) {
		out = append(out, say(i))
	}
	if n := results - mostSaid; n > 0 {
		out = append(out, in.Sayf("%s: %d more on a sheet of their own.", title, n))
	}
	for _, s := range says {
		out = append(out, title+": "+in.Say(s))
	}
	return out
}

// mostSaid is how many values of a choice the first sheet says in words.
const mostSaid = 12

// readMe says what was chosen and how good it is.
func (c chosen) readMe() (heading string, says []string) {
	return c.in.Sayf("Chosen values"), someOf(c.in, c.Title(), len(c.Values), func(i int) string { return c.in.Say(c.Say(c.Values[i])) }, c.Says)
}

// accounting has what a score can change by where questions have their sensitivity, and the rate where
// they have their noise.
func (c chosen) accounting() [][]string {
	switch {
	case len(c.Noise) > 0:
		return accounted(c.in, c.Title(), c.Made, noiseRows(c.in, c.Noise)...)
	case c.Rate == "":
		return accounted(c.in, c.Title(), c.Made, []string{c.in.Say(c.Mechanism.Chosen)})
	}
	return accounted(c.in, c.Title(), c.Made, []string{c.in.Sayf("range of the scores of %d options", c.Options), fmt.Sprint(len(c.Values)), c.Sensitivity, c.in.Sayf("log odds per unit of score: %s", c.Rate), c.in.Sayf("all of it")})
}
