package model

import (
	"fmt"
	"math/big"
	"strings"

	"steward/core/cluster"
	"steward/core/message"
	"steward/core/result"
)

// Scatter is what a picture of groups shows: their centres with typical errors, and their sizes.
type Scatter struct {
	// Panels show two columns each, one beside another; of a single column its size stands upwards.
	Panels []ScatterPanel
	// Caption says what is drawn.
	Caption message.Text
}

// ScatterPanel is the centres by two columns.
type ScatterPanel struct {
	X, Y ScatterAxis
	Dots []Dot
}

// ScatterAxis is the bounds of a column.
type ScatterAxis struct {
	Name      message.Text
	Low, High float64
}

// Dot is the centre of a group, with the typical errors along the axes, and its size.
type Dot struct {
	Label                string
	X, Y, XError, YError float64
	Size                 float64
	// Faint marks a group that is too small for its noise.
	Faint bool
}

// mostPairs is the most pairs of columns that are drawn.
const mostPairs = 3

// ScatterOf returns the picture of a clustering's groups.
func ScatterOf(c *result.Clustering, counted message.Text) Scatter {
	s := Scatter{Caption: message.Sprintf("Means of the groups. The crosses show typical errors, and the area of a circle its group's size.")}
	if len(c.Axes) == 1 {
		s.Caption = message.Sprintf("Means of the groups, and their sizes upwards. The crosses show typical errors.")
		s.Panels = []ScatterPanel{alongOne(c, counted)}
		return s
	}
	for j := range c.Axes {
		for i := range j {
			if len(s.Panels) == mostPairs {
				break
			}
			p := ScatterPanel{X: axisOf(c, i), Y: axisOf(c, j)}
			for n, g := range c.Groups {
				typical, _ := result.TypicalErrors(&g)
				p.Dots = append(p.Dots, Dot{Label: fmt.Sprint(n + 1), X: g.Centre[i], Y: g.Centre[j], XError: typical[i], YError: typical[j], Size: g.Tidied, Faint: g.Kept})
			}
			s.Panels = append(s.Panels, p)
		}
	}
	return s
}

// alongOne is the picture of groups by one column.
func alongOne(c *result.Clustering, counted message.Text) ScatterPanel {
	p := ScatterPanel{X: axisOf(c, 0), Y: ScatterAxis{Name: counted, High: 1}}
	for n, g := range c.Groups {
		typical, size := result.TypicalErrors(&g)
		p.Dots = append(p.Dots, Dot{Label: fmt.Sprint(n + 1), X: g.Centre[0], XError: typical[0], Y: g.Tidied, YError: size, Size: g.Tidied, Faint: g.Kept})
		p.Y.High = max(p.Y.High, 1.1*(g.Tidied+size))
	}
	return p
}

func axisOf(c *result.Clustering, j int) ScatterAxis {
	x := c.Axes[j]
	return ScatterAxis{Name: message.Verbatim(x.Name), Low: x.Low, High: x.High}
}

// clustered is a clustering in the summary.
type clustered struct {
	*result.Clustering
	w *writer
}

func (c clustered) section(int) Question {
	out := Question{Asked: c.w.askedGroups(c.Clustering), Rules: c.w.saidAll(c.Says)}
	out.Scatter = ScatterOf(c.Clustering, c.w.release.Plan.Counted())
	t := Table{Title: c.w.Sayf("Means and sizes, with typical errors"), Head: []string{c.w.Sayf("group")}, Numeric: []bool{true}}
	for _, x := range c.Axes {
		t.Head, t.Numeric = append(t.Head, safe(x.Name), "±"), append(t.Numeric, true, true)
	}
	t.Head, t.Numeric = append(t.Head, c.w.counted(), "±"), append(t.Numeric, true, true)
	for n, g := range c.Groups {
		row := []string{fmt.Sprint(n + 1)}
		typical, typicalSize := result.TypicalErrors(&g)
		for j := range g.Centre {
			at := c.w.Number(result.Place(g.Centre[j], g.Error[j]))
			if near := result.Near(&g, j); near != "" {
				at += " (" + safe(near) + ")"
			}
			row = append(row, at, c.w.orExact(typical[j]))
		}
		size := c.w.Number(number(g.Tidied))
		if g.Kept {
			size = c.w.Sayf("%s (too small)", number(g.Tidied))
		}
		t.Rows = append(t.Rows, append(row, size, c.w.orExact(typicalSize)))
	}
	out.Derived = []Table{t}
	return out
}

// askedGroups says what was looked for.
func (w *writer) askedGroups(c *result.Clustering) string {
	names := make([]string, len(c.Axes))
	for j, x := range c.Axes {
		names[j] = w.quote(x.Name)
	}
	return w.Sayf("%s groups of %s who are alike in %s.", whole(int64(len(c.Groups))), w.counted(), w.listed(names))
}

func (c clustered) numbers() (all, exact int) { return len(c.Groups) * (len(c.Axes) + 1), 0 }

func (c clustered) line() Line {
	n, _ := c.numbers()
	l := Line{Method: c.w.said(c.Mechanism.Name), Numbers: c.w.Number(whole(int64(n))), Typically: "–", Within: c.w.Sayf("see there")}
	if !c.Quality.MeasuredOn.IsZero() && !c.Quality.MadeUp {
		l.Method = c.w.Sayf("%s; chosen on a stand-in, %s", c.Mechanism.Name, c.Quality.MeasuredOn)
	}
	return l
}

// made says how groups were found.
func (c clustered) made() Section {
	s := Section{
		Facts: []Fact{
			{c.w.Sayf("Identifier"), safe(c.Asked.ID)},
			{c.w.Sayf("Mechanism"), c.w.Sayf("%s (%s)", c.Mechanism.Name, c.Mechanism.ID)},
			{c.w.Sayf("Source"), c.w.said(c.Mechanism.Source)},
			{c.w.Sayf("Budget, and for noise"), c.w.Sayf("%s, and %s", c.w.fraction(c.Epsilon), c.w.fraction(c.Effective))},
		},
	}
	for _, x := range c.Axes {
		s.Facts = append(s.Facts, Fact{safe(x.Name), c.w.Sayf("from %v to %v; one of it counts %.6g in distances", x.Low, x.High, x.Scale)})
	}
	if q := c.Quality; !q.IsZero() {
		s.Facts = append(s.Facts, Fact{c.w.Sayf("Trials"), c.w.Sayf("%d on %s: root mean square distance from the nearest centre %.4g, without noise %.4g; centres off by %.4g", q.Trials, q.MeasuredOn, q.Within, q.Best, q.Centre)})
	}
	if !c.InRounds() {
		s.Tables = []Table{c.w.noiseTable(c.Noise)}
		s.Notes = []string{c.w.Sayf("Everything else is post-processing: the unadjusted cells are moved to the closest numbers that are not below zero and have the same total, and Lloyd's rounds from k-means++ starts find the centres. Errors are those of 20 further releases of the published numbers with the groups as they are.")}
		return s
	}
	t := Table{Title: c.w.Sayf("Noise of the rounds; sums are in steps, about a public point in each group"), Head: []string{c.w.Sayf("round"), c.w.Sayf("sizes change by"), c.w.Sayf("sums change by"), c.w.Sayf("of sizes"), c.w.Sayf("of sums")}, Numeric: []bool{true, true, true, true, true}}
	mark := ""
	if c.w.release.Delta != "" {
		mark = "σ² = "
	}
	bound := false
	for k, n := range c.RoundNoise {
		scales := make([]string, len(n.SumScales))
		for j, text := range n.SumScales {
			scales[j] = decimals(text)
		}
		t.Rows = append(t.Rows, []string{fmt.Sprint(k + 1), fmt.Sprint(n.Sizes), fmt.Sprint(n.Sums), mark + decimals(n.SizeScale), mark + strings.Join(scales, "; ")})
		bound = bound || !n.Exact
	}
	s.Tables = []Table{t}
	s.Notes = []string{
		c.w.Sayf("A round assigns every combination of values to the nearest centre so far. An edge inside a group changes its sum by the difference of the values; one across a border changes two sizes by one, and two sums by how far the values are from the points of reference. Noise is such that for every edge both together cost no more than the round's part of the budget, worked out along all edges. The record has the centres that each round began with, the points of reference and the exact scales."),
		c.w.Sayf("This is not lemma 6.1 of He, Machanavajjhala and Ding (2014), which leaves out what an edge across a border changes."),
	}
	if bound {
		s.Notes = append(s.Notes, c.w.Sayf("Where changes are bounds, any two combinations were taken to be joined, or distances to be those of the corners of a box."))
	}
	if c.Asked.Start == string(cluster.Drawn) {
		s.Notes = append(s.Notes, c.w.Sayf("The initial centres were drawn from public lists by the sum of squared distances, with a part of the budget as large as a round's."))
	}
	return s
}

// decimals writes an exact scale with three decimals at most.
func decimals(text string) string {
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		return text
	}
	if r.IsInt() {
		return r.RatString()
	}
	return r.FloatString(3)
}
