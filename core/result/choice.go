package result

import (
	"fmt"
	"io"
	"strconv"

	"steward/core/choice"
	"steward/core/plan"
)

// Choice is what was published of one of the plan's choices: an option for every group.
type Choice struct {
	Asked plan.Choice
	// Made has the noise of the table which a percentile was read off, where one was measured for it.
	Made
	// Sensitivity is the range sensitivity of the score along the policy's edges, per unit of their
	// weights, and Rate by how much the log of the odds of two options differs per unit of the score,
	// both exactly; empty where nothing was drawn by score.
	Sensitivity, Rate string
	// Width is over how many values to either side a percentile's ranks were averaged.
	Width int
	// Options is how many options there are to choose from.
	Options int
	// Quality is how good what was published is expected to be.
	Quality choice.Quality
	Values  []Chosen
}

// Chosen is what was published for one group.
type Chosen struct {
	Key    []string // labels of Asked.By
	Option string
	// Low and High are the ends of an interval of values that holds the true one 19 times in 20, or
	// more often; empty where there is none.
	Low, High string
}

// ID is that of the choice in the plan.
func (c *Choice) ID() string { return c.Asked.ID }

// Title is that of the choice.
func (c *Choice) Title() string { return c.Asked.Title }

func (c *Choice) since() int { return 3 }

func (c *Choice) canonical(w io.Writer) error {
	if _, err := fmt.Fprintf(w, "choice %q %q %d %d\n", c.Asked.ID, c.Mechanism.ID, c.Width, len(c.Values)); err != nil {
		return err
	}
	for _, v := range c.Values {
		var line []byte
		for _, k := range v.Key {
			line = append(strconv.AppendQuote(line, k), ' ')
		}
		line = strconv.AppendQuote(line, v.Option)
		line = strconv.AppendQuote(append(line, ' '), v.Low)
		line = strconv.AppendQuote(append(line, ' '), v.High)
		if _, err := w.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	return nil
}
