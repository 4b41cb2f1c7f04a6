package questions

import (
	"steward/core/plan"
	"steward/gui/session/amounts"
	"steward/gui/session/current"
	"steward/gui/words"
)

// fates are those of the tables of a plan, once its errors are known.
type fates struct {
	of  *plan.Compiled
	all []plan.Fate
}

// Fate returns what is known of whether a rule leaves the table of the question out; until its errors are worked out it stays.
func (at Question) Fate() plan.Fate {
	s, i := at.step, at.i
	c := s.of.Compiled()
	if c == nil || i >= len(c.Problems) || c.Rule(i).Leaving.IsZero() {
		return plan.Stays
	}
	if s.fates.of != c {
		p := s.of.Foreseen()
		if p == nil {
			return plan.Stays
		}
		s.fates = fates{of: c}
		for k := range p.Questions {
			fate := plan.Stays
			if at := p.Questions[k].Of().Prepared; at != nil && !c.Rule(k).Leaving.IsZero() {
				fate = c.Fate(k, at.ExpectedError())
			}
			s.fates.all = append(s.fates.all, fate)
		}
	}
	fate, _ := nth(s.fates.all, i)
	return fate
}

// Counts is how many numbers a release publishes, how many of these noisy answers may leave out, and how many more are asked for
// and known to be left out.
type Counts struct{ Published, Perhaps, LeftOut int }

// Counts returns how many numbers the release publishes.
func (s *Step) Counts() (c Counts) {
	for _, a := range s.Asked() {
		switch a.Fate {
		case plan.WillBeLeftOut:
			c.LeftOut += a.Numbers
			continue
		case plan.MayBeLeftOut:
			c.Perhaps += a.Numbers
		}
		c.Published += a.Numbers
	}
	return c
}

// Progress is how far the step is.
func (s *Step) Progress() current.Progress {
	asked := len(s.outputs())
	if asked == 0 {
		return current.Progress{Line: words.T("None asked"), Missing: words.T("Add a question: what is to be published?")}
	}
	line := words.N(asked, "%d question", "%d questions", asked)
	if n := s.Counts(); n.Published > 0 {
		line = words.T("%s, %s numbers", line, amounts.Commas(n.Published))
	}
	return current.Progress{State: current.Done, Line: line}
}

// String says how many numbers become public.
func (c Counts) String() string {
	return words.N(c.Published, "%s number", "%s numbers", amounts.Commas(c.Published))
}

// Aside says after another sentence what a rule leaves out; "" for nothing.
func (c Counts) Aside() (said string) {
	if c.LeftOut > 0 {
		said += " " + words.N(c.LeftOut, "%s more will be left out as too noisy, by the rule set in Questions; of it only the unadjusted number is in the files.",
			"%s more will be left out as too noisy, by the rule set in Questions; of them only the unadjusted numbers are in the files.", amounts.Commas(c.LeftOut))
	}
	if c.Perhaps > 0 {
		said += " " + words.T("%s of them may be left out as too noisy: the noisy numbers decide.", amounts.Commas(c.Perhaps))
	}
	return said
}
