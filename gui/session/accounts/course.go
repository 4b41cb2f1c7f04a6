package accounts

import (
	"image"
	"math/big"
	"slices"

	"steward/gui/session/pictures"
	"steward/gui/words"
	"steward/io/ledger"
	"steward/reports/chart"
)

// Course is what was spent on some people, what was set aside and what was allowed, over time.
type Course struct{ drawing chart.Course }

// Course returns how the account came to what it says, nil while nothing was released or nobody can say what releases tell
// together.
func (b *Book) Course() *Course {
	said, read, err := b.balance.Statement()
	if !read || err != nil {
		return nil
	}
	list, err := said.Told(b.today())
	if err != nil || len(list) == 0 {
		return nil
	}
	c := chart.Course{Spent: words.T("spent"), Aside: words.T("and set aside"), Allowed: words.T("allowed"), Left: words.T("left"), Day: words.ShortDate}
	list = chronological(list)
	for i, t := range list {
		c.Spends = append(c.Spends, step(t.Entry.Time, ledger.Sum(list[:i+1])))
	}
	for _, a := range said.Asides() {
		c.Asides = append(c.Asides, step(a.Time, a.Sum))
	}
	for _, l := range limits(said) {
		c.Limits = append(c.Limits, step(l.at, l.most))
	}
	c.Until = b.of.Now()
	return &Course{c}
}

// step is a point of a course.
func step(at string, sum *big.Rat) chart.Step {
	y, _ := sum.Float64()
	return chart.Step{At: moment(at), Sum: y}
}

// allowing is what may be spent from a day on.
type allowing struct {
	at   string
	most *big.Rat
}

// limits lists what was allowed from when on: of linked data sets the least. The last of them holds now.
func limits(s ledger.Statement) []allowing {
	changes := slices.DeleteFunc(s.LimitChanges(), func(c ledger.LimitChange) bool { return c.Chance })
	slices.SortStableFunc(changes, func(a, b ledger.LimitChange) int { return moment(a.Time).Compare(moment(b.Time)) })
	var out []allowing
	var now *big.Rat
	for _, c := range changes {
		if now == nil || c.Now.Cmp(now) < 0 || c.Was != nil && c.Was.Cmp(now) == 0 {
			now = c.Now
			out = append(out, allowing{c.Time, now})
		}
	}
	if least := s.LeastLimit(); len(out) > 0 && least != nil {
		out[len(out)-1].most = least
	}
	return out
}

// Draw draws the course.
func (c *Course) Draw(p pictures.Spec) (image.Image, error) { return p.Draw(&c.drawing) }

// File is the chart for a file, of the account of this name.
func (c *Course) File(dataSet string) pictures.Chart {
	return pictures.Chart{Name: words.T("The account of “%s”", dataSet), Drawing: &c.drawing}
}
