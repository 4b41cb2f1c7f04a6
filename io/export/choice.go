package export

import (
	"context"
	"fmt"
	"io"

	"github.com/xuri/excelize/v2"

	"steward/core/result"
)

// Choice is what was published of a choice, in the record. Fall, Right and Typical say how good it
// is expected to be; see choice.Quality.
type Choice struct {
	ID          string        `json:"id"`
	Title       string        `json:"title"`
	Mechanism   string        `json:"mechanism"`
	Name        string        `json:"mechanismName"`
	Source      string        `json:"source"`
	Chosen      string        `json:"chosen,omitempty"`
	Epsilon     string        `json:"epsilon"`
	Effective   string        `json:"effectiveEpsilon"`
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

func choicesOf(r *result.Release) []Choice {
	var out []Choice
	for i := range r.Choices {
		c := &r.Choices[i]
		o := Choice{
			ID: c.Asked.ID, Title: c.Asked.Title, Mechanism: c.Mechanism.ID, Name: c.Mechanism.Name, Source: c.Mechanism.Source, Chosen: c.Mechanism.Chosen,
			Epsilon: c.Epsilon, Effective: c.Effective, Sensitivity: c.Sensitivity, Rate: c.Rate, Width: c.Width, Options: c.Options,
			Fall: c.Quality.Fall, MeasuredOn: c.Quality.MeasuredOn, Right: c.Quality.Right, Typical: c.Quality.Typical,
			Says: c.Says, Keys: namesOfKeys(c), Values: []ChosenValue{},
		}
		o.Noise = noiseOf(nil, c.Noise)
		for _, v := range c.Values {
			o.Values = append(o.Values, ChosenValue{v.Key, v.Option, v.Low, v.High})
		}
		out = append(out, o)
	}
	return out
}

func namesOfKeys(c *result.Choice) []string {
	var out []string
	for _, n := range c.Asked.By {
		out = append(out, string(n))
	}
	return out
}

// Results returns the values as they are in a release.
func (c Choice) Results() []result.Chosen {
	var out []result.Chosen
	for _, v := range c.Values {
		out = append(out, result.Chosen{Key: v.Key, Option: v.Value, Low: v.From, High: v.To})
	}
	return out
}

// choiceColumns follow the labels of a choice's groups.
var choiceColumns = []string{"Published", "95 % from", "95 % to", "In words"}

// choiceHead are the headings of a choice: the labels of its groups, and choiceColumns.
func choiceHead(c *result.Choice) []string {
	return append(apartFrom(choiceColumns, namesOfKeys(c)), choiceColumns...)
}

// writeChoiceCSV writes the values of a choice.
func writeChoiceCSV(ctx context.Context, out io.Writer, c *result.Choice) error {
	return writeTable(ctx, out, choiceHead(c), func(yield func([]string) bool) {
		var row []string
		for _, v := range c.Values {
			row = allHarmless(allHarmless(row[:0], v.Key...), v.Option, v.Low, v.High, c.Say(v))
			if !yield(row) {
				return
			}
		}
	})
}

// choice writes the sheet of a choice, which is number n of all that is published.
func (b *book) choice(n int, c *result.Choice) error {
	name := b.sheetName(n, c.Asked.Title)
	b.contents = append(b.contents, content{name, c.Asked.Title})
	columns := len(c.Asked.By) + len(choiceColumns)
	if err := b.begin(name, columns, len(c.Values)); err != nil {
		return err
	}
	return b.fill(name, []width{{1, columns - 1, 22}, {columns, columns, 80}}, labels(b.styles.head, choiceHead(c)...), func(yield func([]excelize.Cell) bool) {
		var row []excelize.Cell
		for _, v := range c.Values {
			row = append(b.keys(b.keys(row[:0], v.Key...), v.Option, v.Low, v.High), label(0, c.Say(v)))
			if !yield(row) {
				return
			}
		}
	})
}

// readMeOfSome says the first of so many results in words, and what there is to say of all.
func readMeOfSome(style int, title string, results int, say func(i int) string, says []string) []line {
	var out []line
	for i := range min(results, mostSaid) {
		out = append(out, line{style, say(i)})
	}
	if n := results - mostSaid; n > 0 {
		out = append(out, line{style, fmt.Sprintf("%s: %d more on a sheet of their own.", title, n)})
	}
	for _, s := range says {
		out = append(out, line{style, title + ": " + s})
	}
	return out
}

// mostSaid is how many values of a choice the first sheet says in words.
const mostSaid = 12

// readMeOfChoices says what was chosen and how good it is.
func readMeOfChoices(r *result.Release, style int) []line {
	var out []line
	for i := range r.Choices {
		c := &r.Choices[i]
		out = append(out, readMeOfSome(style, c.Asked.Title, len(c.Values), func(i int) string { return c.Say(c.Values[i]) }, c.Says)...)
	}
	return out
}

// accountingOfChoices are the rows of the choices in the privacy accounting: what a score can change
// by stands where questions have their sensitivity, and the rate where they have their noise.
func accountingOfChoices(r *result.Release) [][]string {
	var out [][]string
	for i := range r.Choices {
		c := &r.Choices[i]
		row := []string{c.Asked.Title, c.Mechanism.Name, c.Mechanism.Source, c.Epsilon, c.Effective}
		out = append(out, noiseRows(row, c.Noise)...)
		if len(c.Noise) > 0 {
			continue
		}
		if c.Rate == "" {
			out = append(out, append(row, c.Mechanism.Chosen))
			continue
		}
		out = append(out, append(row, fmt.Sprintf("range of the scores of %d options", c.Options), fmt.Sprint(len(c.Values)), c.Sensitivity, "log odds per unit of score: "+c.Rate, "all of it"))
	}
	return out
}
