package export

import (
	"context"
	"encoding/csv"
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
		for _, n := range c.Noise {
			o.Noise = append(o.Noise, NoiseOfRows{n.Rows, n.What, n.Sensitivity, n.Scale, n.SigmaSquared, n.Spent})
		}
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

// writeChoiceCSV writes the values of a choice.
func writeChoiceCSV(ctx context.Context, out io.Writer, c *result.Choice) error {
	if _, err := io.WriteString(out, "\uFEFF"); err != nil {
		return err
	}
	w := csv.NewWriter(out)
	w.UseCRLF = true
	var row []string
	for _, name := range append(apartFrom(choiceColumns, namesOfKeys(c)), choiceColumns...) {
		row = append(row, harmless(name))
	}
	if err := w.Write(row); err != nil {
		return err
	}
	for i, v := range c.Values {
		if i%4096 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		row = row[:0]
		for _, text := range append(append([]string{}, v.Key...), v.Option, v.Low, v.High, c.Say(v)) {
			row = append(row, harmless(text))
		}
		if err := w.Write(row); err != nil {
			return err
		}
	}
	w.Flush()
	return w.Error()
}

// choice writes the sheet of a choice, which is number n of all that is published.
func (b *book) choice(n int, c *result.Choice) error {
	name := b.sheetName(n, c.Asked.Title)
	b.contents = append(b.contents, content{name, c.Asked.Title})
	if _, err := b.NewSheet(name); err != nil {
		return err
	}
	keys := len(c.Asked.By)
	last, err := excelize.CoordinatesToCellName(keys+len(choiceColumns), len(c.Values)+1)
	if err != nil {
		return err
	}
	if err := b.AutoFilter(name, "A1:"+last, nil); err != nil {
		return err
	}
	if err := b.printable(name); err != nil {
		return err
	}
	w, err := b.NewStreamWriter(name)
	if err != nil {
		return err
	}
	if err := w.SetColWidth(1, keys+len(choiceColumns)-1, 22); err != nil {
		return err
	}
	if err := w.SetColWidth(keys+len(choiceColumns), keys+len(choiceColumns), 80); err != nil {
		return err
	}
	if err := w.SetPanes(&excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}); err != nil {
		return err
	}
	b.tables[name] = func(w *rowWriter) error {
		var row []excelize.Cell
		for _, n := range append(apartFrom(choiceColumns, namesOfKeys(c)), choiceColumns...) {
			row = append(row, label(b.styles.head, n))
		}
		if err := w.write(row...); err != nil {
			return err
		}
		for _, v := range c.Values {
			row = row[:0]
			for _, text := range append(append([]string{}, v.Key...), v.Option, v.Low, v.High) {
				row = append(row, b.key(text))
			}
			if err := w.write(append(row, label(0, c.Say(v)))...); err != nil {
				return err
			}
		}
		return nil
	}
	return w.Flush()
}

// mostSaid is how many values of a choice the first sheet says in words.
const mostSaid = 12

// readMeOfChoices says what was chosen and how good it is.
func readMeOfChoices(r *result.Release, style int) []line {
	var out []line
	for i := range r.Choices {
		c := &r.Choices[i]
		for _, v := range c.Values[:min(len(c.Values), mostSaid)] {
			out = append(out, line{style, c.Say(v)})
		}
		if n := len(c.Values) - mostSaid; n > 0 {
			out = append(out, line{style, fmt.Sprintf("%s: %d more on a sheet of their own.", c.Asked.Title, n)})
		}
		for _, s := range c.Says {
			out = append(out, line{style, c.Asked.Title + ": " + s})
		}
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
		for _, n := range c.Noise {
			scale := n.Scale
			if n.SigmaSquared != "" {
				scale = "σ² = " + n.SigmaSquared
			}
			out = append(out, append(append([]string{}, row...), n.What, fmt.Sprint(n.Rows), n.Sensitivity, scale, n.Spent))
		}
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
