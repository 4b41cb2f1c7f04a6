package result

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"steward/core/accuracy"
	"steward/core/cluster"
	"steward/core/message"
	"steward/core/plan"
)

// Clustering is what was published of one of the plan's clusterings: groups of similar people.
type Clustering struct {
	Asked plan.Clustering
	Made
	// Rounds is in how many rounds groups were found, 0 where they were found from a table, whose noise
	// is then Noise; Table says what that was chosen for (cluster.Prepared.Table).
	Rounds int
	Table  string
	// RoundNoise is that of the rounds.
	RoundNoise []cluster.RoundNoise
	Axes       []Axis
	// Quality is how good groups were on public data.
	Quality cluster.Quality
	Groups  []cluster.Group
}

// Axis is a column by which people are similar: its bounds in its own numbers, or steps, and how much
// one of them counts in distances.
type Axis struct {
	Name  string  `json:"name"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
	Scale float64 `json:"scale"`
}

// InRounds reports whether groups were found in rounds.
func (c *Clustering) InRounds() bool { return c.Rounds > 0 }

// TypicalErrors are those of the mean of a group in every column, and of its size.
func TypicalErrors(g *cluster.Group) (centre []float64, size float64) {
	for _, e := range g.Error {
		centre = append(centre, accuracy.Typical(e))
	}
	return centre, accuracy.Typical(g.SizeError)
}

// GroupNumbers are what tables print of a group: its mean in every column with its typical error, its published and its
// unadjusted size, and the typical error of that, with the digits that the errors leave them.
func GroupNumbers(g *cluster.Group) []float64 {
	var out []float64
	centre, size := TypicalErrors(g)
	for j, x := range g.Centre {
		out = append(out, accuracy.Printed(x, g.Error[j]), accuracy.Printed(centre[j], g.Error[j]))
	}
	return append(out, g.Tidied, accuracy.Printed(g.Size, g.SizeError), accuracy.Printed(size, g.SizeError))
}

// Say says one group: "Group 1: 340 people (± 12), with the mean age 34.2 ± 1, income 21300 ± 700."
func (c *Clustering) Say(i int, counted message.Text) message.Text {
	g := &c.Groups[i]
	typical, typicalSize := TypicalErrors(g)
	var at []message.Text
	for j, x := range c.Axes {
		text := message.Sprintf("%s %s %s", x.Name, Place(g.Centre[j], g.Error[j]), accuracy.PlusMinus(typical[j]))
		if near := Near(g, j); near != "" {
			text = message.Sprintf("%s, near “%s”", text, near)
		}
		at = append(at, text)
	}
	size, err, mean := strconv.FormatFloat(g.Tidied, 'f', -1, 64), accuracy.PlusMinus(typicalSize), message.List(at, "%s, %s", "%s, %s")
	if g.Kept {
		return message.Sprintf("Group %d: %s %s (%s), with the mean %s; it is too small for its noise, so its centre means little.", i+1, size, counted, err, mean)
	}
	return message.Sprintf("Group %d: %s %s (%s), with the mean %s.", i+1, size, counted, err, mean)
}

// Near returns the value that is nearest to the mean of a group in a column whose values are counted in
// steps from 0; "" for numbers.
func Near(g *cluster.Group, column int) string {
	if column < len(g.Near) {
		return g.Near[column]
	}
	return ""
}

// Place writes a coordinate with as many digits as its error leaves of it.
func Place(x, err float64) string {
	digits := 2
	if err > 0 {
		digits = min(max(1-int(math.Floor(math.Log10(err))), 0), 6)
	}
	return strconv.FormatFloat(x, 'f', digits, 64)
}

// Sentences say how good the groups are, what they count being called counted.
func (c *Clustering) Sentences(counted message.Text) []message.Text {
	var out []message.Text
	if c.Epsilon == "0" {
		return append(out, message.Sprintf("The groups were found from counts that are published exactly: they have no noise and cost none of the budget."))
	}
	if c.InRounds() {
		times, of := message.Sprintf("in %d rounds, each with its part of the budget", c.Rounds), message.Sprintf("the centres before the last round")
		if c.Rounds == 1 {
			times, of = message.Sprintf("in one round"), message.Sprintf("the centres that it began with")
		}
		out = append(out, message.Sprintf("The groups were found %s: sizes and sums of values were measured with noise. Means and sizes are of the %s nearest to %s.", times, counted, of))
		if len(c.Groups) > 0 {
			out = append(out, message.Sprintf("The errors given are typical errors that the noise causes: about half are smaller."))
		}
	} else {
		of := message.Sprintf("all combinations of values")
		if strings.Contains(c.Table, "blocks") {
			of = message.Sprintf("blocks of neighbouring values, each of which counts as its middle")
		}
		out = append(out, message.Sprintf("The groups were found in a noisy table of %s, and cost nothing beyond it. Numbers that were mere noise were left out.", of))
		if len(c.Groups) > 0 {
			out = append(out, message.Sprintf("The errors given are typical errors, found by adding noise again to the published table: about half are smaller. Noise can also have moved the borders between groups."))
		}
	}
	q := c.Quality
	switch {
	case q.IsZero():
	case q.MadeUp:
		out = append(out, message.Sprintf("On %s, noise puts %s %s per cent farther from the nearest centre than the best centres would; your data will differ.", q.MeasuredOn, counted, farther(q)))
	default:
		out = append(out, message.Sprintf("On %s, noise puts %s %s per cent farther from the nearest centre than the best centres would; your data may differ.", q.MeasuredOn, counted, farther(q)))
	}
	return out
}

// farther writes by how many per cent people are farther from the nearest centre.
func farther(q cluster.Quality) message.Text {
	if q.Best == 0 {
		return message.Sprintf("many")
	}
	return message.Verbatim(strconv.FormatFloat(max(math.Round(100*(q.Within/q.Best-1)), 0), 'f', 0, 64))
}

// ID is that of the clustering in the plan.
func (c *Clustering) ID() string { return c.Asked.ID }

// Title is that of the clustering.
func (c *Clustering) Title() string { return c.Asked.Title }

func (c *Clustering) since() int { return 4 }

func (c *Clustering) canonical(w io.Writer) error {
	if _, err := fmt.Fprintf(w, "clustering %q %q %d %d\n", c.Asked.ID, c.Mechanism.ID, c.Rounds, len(c.Groups)); err != nil {
		return err
	}
	for _, g := range c.Groups {
		var line []byte
		for j := range g.Centre {
			line = append(appendNumber(line, g.Centre[j]), ' ')
			line = append(appendNumber(line, g.Error[j]), ' ')
			line = append(strconv.AppendQuote(line, Near(&g, j)), ' ')
		}
		line = append(appendNumber(line, g.Size), ' ')
		line = append(appendNumber(line, g.Tidied), ' ')
		line = append(appendNumber(line, g.SizeError), ' ')
		line = strconv.AppendBool(line, g.Kept)
		if _, err := w.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	return nil
}
