package plan

import (
	"math"
	"strconv"
	"strings"

	"steward/core/accuracy"
	"steward/core/message"
	"steward/core/workload"
)

// SizeOfAnswers, as Publishing.LeaveOutSize, compares errors with the noisy answers themselves.
const SizeOfAnswers = "answers"

// Leaving is a rule that leaves a whole table out whose numbers are too noisy; the zero Leaving leaves none out. It is asked about
// released numbers and their errors alone: this package knows no counts.
type Leaving struct {
	// Percent of its size is the most that half the interval of a number may be, beyond which it is too noisy; a table is left out
	// where more than Share percent of its numbers are.
	Percent, Share float64
	// Size is a public size of the numbers, Answers says that each number is its own size.
	Size    float64
	Answers bool
}

// IsZero reports whether nothing is left out.
func (l Leaving) IsZero() bool { return l.Percent == 0 }

// leaving reads the rule. Its size is 0 where it is that of Compiled.Rule.
func (p *Publishing) leaving() (Leaving, error) {
	if p.LeaveOut == "" {
		if p.LeaveOutShare != "" || p.LeaveOutSize != "" {
			return Leaving{}, message.Errorf("give the percentage of a number that half its interval may reach before its table is left out, such as 50")
		}
		return Leaving{}, nil
	}
	l := Leaving{Share: 50, Answers: p.LeaveOutSize == SizeOfAnswers}
	number := func(text string, most float64) (float64, bool) {
		v, err := strconv.ParseFloat(text, 64)
		return v, err == nil && !strings.ContainsAny(text, "eExXpP_") && v > 0 && v <= most
	}
	var ok bool
	if l.Percent, ok = number(p.LeaveOut, 1e6); !ok {
		return Leaving{}, message.Errorf("a table is to be left out where half the interval of its numbers is wider than %q per cent of their size: write a number above 0, such as 50", p.LeaveOut)
	}
	if p.LeaveOutShare != "" {
		if l.Share, ok = number(p.LeaveOutShare, 100); !ok || l.Share == 100 {
			return Leaving{}, message.Errorf("a table is to be left out where more than %q per cent of its numbers are too noisy: write a number above 0 and below 100, such as 50", p.LeaveOutShare)
		}
	}
	if p.LeaveOutSize != "" && !l.Answers {
		if l.Size, ok = number(p.LeaveOutSize, 1e12); !ok {
			return Leaving{}, message.Errorf("the size of %q that errors are compared with is not a number: write one that is public, such as 200, or %q for the noisy answers themselves", p.LeaveOutSize, SizeOfAnswers)
		}
	}
	return l, nil
}

// sized returns the rule with the size that its numbers have on average by what is known: how many people there are over the cells
// of a table of everybody. It reports false where that is not known and none is stated.
func (l Leaving) sized(c *Compiled, q *Question, w *workload.Workload) (Leaving, bool) {
	if l.IsZero() || l.Answers || l.Size > 0 {
		return l, true
	}
	p := c.Plan
	people, known := c.Facts.Total()
	if !known || people == 0 || p.Slotted() || p.Weight != nil || p.Group != nil || workload.Kind(q.Kind) != workload.Table || len(q.Only) > 0 {
		return l, false
	}
	l.Size = float64(people) / float64(w.Domain().PossibleCells())
	return l, true
}

// LeavesOut reports whether a table of these unadjusted numbers is left out, with the half-widths of their intervals. Exact ones are
// counted as good.
func (l Leaving) LeavesOut(unadjusted, half []float64, exact []bool) bool {
	if l.IsZero() || len(half) == 0 {
		return false
	}
	noisy := 0
	for i, h := range half {
		size := l.Size
		if l.Answers {
			size = math.Abs(unadjusted[i])
		}
		if !exact[i] && 100*h > l.Percent*size {
			noisy++
		}
	}
	return 100*float64(noisy) > l.Share*float64(len(half))
}

// Fate is what is known before a release of whether a rule leaves a table out.
type Fate int

// Fates of tables.
const (
	Stays Fate = iota
	// MayBeLeftOut is that of a table about which noisy answers, or errors that depend on the data, decide.
	MayBeLeftOut
	WillBeLeftOut
)

// Fate returns what becomes of the table of question i, whose answers have such errors.
func (c *Compiled) Fate(i int, e accuracy.Estimate) Fate {
	l := c.Rule(i).Leaving
	switch {
	case l.IsZero():
		return Stays
	case l.Answers || len(e.Answers) == 0:
		return MayBeLeftOut
	}
	half, exact := make([]float64, len(e.Answers)), make([]bool, len(e.Answers))
	for k, a := range e.Answers {
		half[k], exact[k] = a.HalfWidth, a.Variance == 0
	}
	if l.LeavesOut(nil, half, exact) {
		return WillBeLeftOut
	}
	return Stays
}

// sentences say what the rule does, and what that does to what stays.
func (l Leaving) sentences() []message.Text {
	if l.IsZero() {
		return nil
	}
	decimal := func(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
	percent, share := decimal(l.Percent), decimal(l.Share)
	if l.Answers {
		return []message.Text{
			message.Sprintf("The whole table is left out if, for more than %s per cent of its numbers, half the interval is wider than %s per cent of the noisy number itself.", share, percent),
			message.Sprintf("Noisy numbers decide that: tables whose noise made them large are kept more often, so that what stays is too high on average and more of its intervals miss than one in twenty."),
		}
	}
	size := message.Sprintf("what its numbers are on average by the known number of people")
	if l.Size > 0 {
		size = message.Sprintf("%s, a public size", decimal(math.Round(l.Size*100)/100))
	}
	return []message.Text{
		message.Sprintf("The whole table is left out if, for more than %s per cent of its numbers, half the interval is wider than %s per cent of %s.", share, percent, size),
		message.Sprintf("That depends on public choices alone and is known before the release, so that the intervals of tables that stay miss no more often than is said."),
	}
}

// Rule returns how the published numbers of question i are tidied further.
func (c *Compiled) Rule(i int) Rule {
	q := &c.Plan.Questions[i]
	r, _ := q.Publishing.Rule() // a compiled plan has rules that can be read
	r.Leaving, _ = r.Leaving.sized(c, q, c.Problems[i].Workload)
	return r
}
