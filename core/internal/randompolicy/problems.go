package randompolicy

import (
	"fmt"
	"slices"

	"steward/core/account"
	"steward/core/domain"
	"steward/core/policy"
	"steward/core/policy/weighted"
	"steward/core/workload"
)

// Problem is what mechanism.Problem is made of; this package cannot import it.
type Problem struct {
	// Workload is a question over some of the columns of Published.
	Workload  *workload.Workload
	Published *policy.Policy
	// Known says that the number of people is known: People.
	Known    bool
	People   int64
	Budget   account.Epsilon
	Disclose bool
}

// String writes a problem for a failure.
func (p Problem) String() string {
	q := p.Workload.Question()
	return fmt.Sprintf("%s of %v; people known %v; agreed %v; %s; %s", q.Kind, q.Columns,
		p.Known, p.Disclose, p.Budget, Describe(p.Published))
}

// Problem makes a question over one or two of up to three columns, with any secrets, the
// number of people known or not, what is disclosed agreed to or not. It returns false when
// the question does not fit the columns; the next one then may.
func (m Maker) Problem() (Problem, bool) {
	m.t.Helper()
	columns := m.Columns(8)
	published := m.Policy(m.Domain(columns, m.Chance(3)))
	w, err := workload.New(m.question(columns), published.Domain())
	if err != nil {
		return Problem{}, false
	}
	if m.Chance(5) {
		if w, err = m.joined(w, columns, published); err != nil {
			return Problem{}, false
		}
	}
	p := Problem{Workload: w, Published: published, Budget: m.budget(), Known: m.Chance(2), Disclose: m.Chance(2)}
	if p.Known {
		p.People = int64(m.Pick(0, 60))
	}
	return p, true
}

// joined joins a question with another about some of the columns.
func (m Maker) joined(w *workload.Workload, columns []*domain.Attribute, published *policy.Policy) (*workload.Workload, error) {
	other, err := workload.New(m.question(columns[m.Pick(0, len(columns)-1):]), published.Domain())
	if err != nil {
		return nil, err
	}
	return workload.Join([]*workload.Workload{w, other}, published.Domain())
}

// budget makes a budget between 0.05 and 0.99.
func (m Maker) budget() account.Epsilon {
	e, err := account.ParseEpsilon(fmt.Sprintf("0.%02d", m.Pick(5, 99)))
	m.must(err)
	return e
}

// Counts makes counts over the possible cells of a domain: people in all, or up to 60 when
// that is below zero. A few cells hold most of them, as in life.
func (m Maker) Counts(d *domain.Domain, people int64) []int64 {
	m.t.Helper()
	k, err := d.Cells()
	m.must(err)
	if people < 0 {
		people = int64(m.Pick(0, 60))
	}
	var possible []int
	for cell := range k {
		if d.Possible(cell) {
			possible = append(possible, cell)
		}
	}
	x := make([]int64, k)
	for range people * int64(min(len(possible), 1)) {
		x[possible[min(m.r.IntN(len(possible)), m.r.IntN(len(possible)))]]++
	}
	return x
}

// Move returns counts after up to five people went along edges between two values.
func (m Maker) Move(p *policy.Policy, counts []int64) []int64 {
	x := slices.Clone(counts)
	for range 5 {
		from := m.r.IntN(len(x))
		if x[from] == 0 {
			continue
		}
		var to []int
		p.Neighbours(policy.Vertex(from), func(v policy.Vertex, _ weighted.Weight) bool {
			to = append(to, int(v))
			return true
		})
		if len(to) > 0 {
			x[from]--
			x[to[m.r.IntN(len(to))]]++
		}
	}
	return x
}
