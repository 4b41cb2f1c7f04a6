package export

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/xuri/excelize/v2"

	"steward/assets/language"
	"steward/core/cluster"
	"steward/core/message"
	"steward/core/result"
)

// Clustering is the groups of similar people that were published, in the record. Within, Best and
// Centre say how good groups were on MeasuredOn; see cluster.Quality.
type Clustering struct {
	Head
	Share
	Rounds int           `json:"rounds,omitempty"`
	Table  string        `json:"table,omitempty"`
	Noise  []NoiseOfRows `json:"noise,omitempty"`
	// RoundNoise is that of the rounds.
	RoundNoise []cluster.RoundNoise `json:"roundNoise,omitempty"`
	Axes       []result.Axis        `json:"axes"`
	MeasuredOn string               `json:"measuredOn,omitempty"`
	MadeUp     bool                 `json:"madeUp,omitempty"`
	Trials     int                  `json:"trials,omitempty"`
	Within     float64              `json:"within,omitempty"`
	Best       float64              `json:"best,omitempty"`
	Centre     float64              `json:"centre,omitempty"`
	Says       []string             `json:"says"`
	Groups     []Group              `json:"groups"`
}

// Group is one group: its centre and size, with root mean square errors. Size is unadjusted, Published whole and
// not below zero.
type Group struct {
	Centre      []float64 `json:"centre"`
	CentreError []float64 `json:"centreError"`
	Near        []string  `json:"near,omitempty"`
	Published   float64   `json:"published"`
	Size        float64   `json:"size"`
	SizeError   float64   `json:"sizeError"`
	TooSmall    bool      `json:"tooSmall,omitempty"`
}

// grouped is a clustering in files.
type grouped struct {
	*result.Clustering
	release *result.Release
	in      language.Language
}

func (c grouped) record(rec *Record) {
	o := Clustering{
		Head: headOf(c), Share: shareOf(c.Made), Rounds: c.Rounds, Table: c.Table, Noise: NoiseOf(nil, c.Noise), RoundNoise: c.RoundNoise, Axes: c.Axes,
		MeasuredOn: c.Quality.MeasuredOn.String(), MadeUp: c.Quality.MadeUp, Trials: c.Quality.Trials, Within: c.Quality.Within, Best: c.Quality.Best, Centre: c.Quality.Centre,
		Says: message.English(c.Says), Groups: []Group{},
	}
	for _, g := range c.Groups {
		o.Groups = append(o.Groups, Group{g.Centre, g.Error, g.Near, g.Tidied, g.Size, g.SizeError, g.Kept})
	}
	rec.Clusters = append(rec.Clusters, o)
}

// Results returns the groups as they are in a release.
func (c Clustering) Results() (out []cluster.Group) {
	for _, g := range c.Groups {
		out = append(out, cluster.Group{Centre: g.Centre, Error: g.CentreError, Near: g.Near, Size: g.Size, SizeError: g.SizeError, Tidied: g.Published, Kept: g.TooSmall})
	}
	return out
}

// head are the headings of a table of groups, over its number, result.GroupNumbers and words.
func (c grouped) head() []string {
	out := []string{c.in.Sayf("Group")}
	for _, x := range c.Axes {
		out = append(out, c.in.Sayf("Mean of %s", x.Name), c.in.Sayf("Typical error of %s", x.Name))
	}
	out = append(out, c.in.Sayf("Published size"), c.in.Sayf("Unadjusted size"), c.in.Sayf("Typical error of size"), c.in.Sayf("Too small"))
	for j, x := range c.Axes {
		if inSteps(c.Clustering, j) {
			out = append(out, c.in.Sayf("Nearest value of %s", x.Name))
		}
	}
	return out
}

// inSteps reports whether means of a column have a value that is nearest to them.
func inSteps(c *result.Clustering, column int) bool {
	return slices.ContainsFunc(c.Groups, func(g cluster.Group) bool { return result.Near(&g, column) != "" })
}

// words are what stands behind the numbers.
func (c grouped) words(g *cluster.Group) []string {
	out := []string{""}
	if g.Kept {
		out[0] = c.in.Sayf("yes")
	}
	for j := range c.Axes {
		if inSteps(c.Clustering, j) {
			out = append(out, result.Near(g, j))
		}
	}
	return out
}

// writeCSV writes the groups of a clustering.
func (c grouped) writeCSV(ctx context.Context, out io.Writer) error {
	return writeTable(ctx, out, c.head(), func(yield func([]string) bool) {
		var row []string
		for i := range c.Groups {
			row = append(row[:0], fmt.Sprint(i+1))
			for _, x := range result.GroupNumbers(&c.Groups[i]) {
				row = append(row, decimal(x))
			}
			row = allHarmless(row, c.words(&c.Groups[i])...)
			if !yield(row) {
				return
			}
		}
	})
}

// fields are the columns of a clustering's table.
func (c grouped) fields() []field { return fields(c.head(), 0, 2*len(c.Axes)+4) }

// sheets writes the sheet of a clustering.
func (c grouped) sheets(b *book, number int) error {
	name := b.sheetName(number, c.Title())
	b.contents = append(b.contents, content{name, c.Title()})
	headings := c.head()
	numbers := 2*len(c.Axes) + 3
	var widths []width
	var head []excelize.Cell
	for j, n := range headings {
		widths = append(widths, width{j + 1, j + 1, float64(min(max(10, wideness(n)+4), 44))})
		style := b.styles.headRight
		switch {
		case j == 0:
			style = b.styles.head
		case j > numbers:
			style = b.styles.headIndent
		}
		head = append(head, label(style, n))
	}
	if err := b.begin(name, len(headings), len(c.Groups), across(widths)); err != nil {
		return err
	}
	return b.fill(name, widths, head, func(yield func([]excelize.Cell) bool) {
		var row []excelize.Cell
		for i := range c.Groups {
			row = append(row[:0], b.key(fmt.Sprint(i+1)))
			for k, x := range result.GroupNumbers(&c.Groups[i]) {
				cell := b.fine(x)
				if k == numbers-3 { // the published size
					cell.StyleID = b.styles.whole
					if x != math.Trunc(x) {
						cell.StyleID = b.styles.steps
					}
				}
				row = append(row, cell)
			}
			row = append(row, labels(b.styles.indent, c.words(&c.Groups[i])...)...)
			if !yield(row) {
				return
			}
		}
	})
}

// readMe says what groups there are and how good they are.
func (c grouped) readMe() (heading string, says []string) {
	return c.in.Sayf("Groups of similar people"), someOf(c.in, c.Title(), len(c.Groups), func(g int) string { return c.Title() + ": " + c.in.Say(c.Say(g, c.release.Plan.Counted())) }, c.Says)
}

// accounting has the noise of the table, or of the rounds.
func (c grouped) accounting() [][]string {
	rows, mark := noiseRows(c.in, c.Noise), ""
	if c.release.Delta != "" {
		mark = "σ² = "
	}
	for k, n := range c.RoundNoise {
		round, of := k+1, len(c.RoundNoise)
		groups := fmt.Sprint(len(c.Groups))
		rows = append(rows,
			[]string{c.in.Sayf("round %d of %d: sizes", round, of), groups, fmt.Sprint(n.Sizes), mark + n.SizeScale, c.in.Sayf("sizes and sums together: the round's part")},
			[]string{c.in.Sayf("round %d of %d: sums, in steps", round, of), groups, fmt.Sprint(n.Sums), mark + strings.Join(n.SumScales, "; "), ""})
	}
	return accounted(c.in, c.Title(), c.Made, rows...)
}
