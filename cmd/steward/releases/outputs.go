package releases

import (
	"steward/cmd/steward/console"
	"steward/core/message"
	"steward/core/result"
)

// showPublished says what was published of an output.
func showPublished(c *console.Console, r *result.Release, o result.Output) {
	switch o := o.(type) {
	case *result.Question:
		c.Sayf("  %s: %d numbers by %s\n", o.Title(), o.Len(), o.Mechanism.Name)
		if o.LeftOut {
			c.Sayf("    left out by the rule that the plan has for it\n")
		}
	case *result.Choice:
		showChosen(c, o)
	case *result.Clustering:
		showGroups(c, o, r.Plan.Counted())
	case *result.Synthetic:
		showSynthetic(c, o)
	}
}

// mostSaid is how many values of a choice are written out.
const mostSaid = 20

// showChosen says what was published of a choice.
func showChosen(c *console.Console, q *result.Choice) {
	for _, v := range q.Values[:min(len(q.Values), mostSaid)] {
		c.Sayf("  %s\n", q.Say(v))
	}
	if n := len(q.Values) - mostSaid; n > 0 {
		c.Sayf("  %s: %d more values\n", q.Asked.Title, n)
	}
}

// showGroups says what groups were published.
func showGroups(c *console.Console, q *result.Clustering, counted message.Text) {
	c.Sayf("  %s:\n", q.Asked.Title)
	for i := range q.Groups[:min(len(q.Groups), mostSaid)] {
		c.Sayf("    %s\n", q.Say(i, counted))
	}
	if n := len(q.Groups) - mostSaid; n > 0 {
		c.Sayf("    %d more groups\n", n)
	}
}

// showSynthetic says what records were published.
func showSynthetic(c *console.Console, s *result.Synthetic) {
	c.Sayf("  %s: %d records by %s\n", s.Asked.Title, s.Len(), s.Mechanism.Name)
	for _, text := range s.Says {
		c.Sayf("    %s\n", text)
	}
}
