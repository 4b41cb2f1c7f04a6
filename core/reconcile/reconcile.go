// Package reconcile makes the published answers of a whole release agree: two tables with a common column add up to the same
// numbers along it, and, where nobody knows the number of people, all questions to the same total.
//
// It sees what was released and what is publicly known, and nothing else, so that it costs nothing. Questions are answered from
// estimates that contradict one another. First these are moved as little as their errors make likely so that they agree
// (linear.go); then the possible counts are found whose answers are nearest to theirs (nearest.go); and these are made whole,
// what questions share before what is each one's own (whole.go). "Answers that agree" in docs/mathematics.md says what is
// proved of it.
package reconcile

import (
	"context"
	"slices"

	"steward/core/mechanism"
	"steward/core/mechanism/registry"
)

// Bounds on the work, from public numbers only: the cells of what is made to agree, the sums that are to be alike, and products
// of both; how many sums are brought together by their errors first, whose covariances are as many squared.
const (
	maxCells   = 1 << 20
	maxShared  = 1 << 12
	maxRows    = maxShared + maxShared/2
	maxWork    = 1 << 28
	maxSettled = 1000
)

// Answers returns the answers of all groups of a release with tidied ones that agree. What could not be made to agree is as it was,
// and says so.
func Answers(ctx context.Context, groups []registry.Group, answers []mechanism.Answers) ([]mechanism.Answers, error) {
	all := members(groups, answers)
	out, gave, left := make([]mechanism.Answers, len(answers)), make([]mechanism.Gave, len(answers)), make([]int, len(answers))
	for g, a := range answers {
		out[g], left[g] = a.Clone(), len(groups[g].Questions)
	}
	for _, c := range components(groups, all) {
		if !c.divided(answers) {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		found := c.agree(groups, answers)
		for i, m := range c.members {
			if found == nil {
				gave[m.group] = max(gave[m.group], mechanism.GaveAgreement)
				continue
			}
			out[m.group].Replace(groups[m.group].First(m.question)+m.first, found[i].values, found[i].parts)
			gave[m.group] = max(gave[m.group], found[i].gave)
			left[m.group]--
		}
	}
	for g := range out {
		if left[g] > 0 { // some are as they were
			gave[g] = max(gave[g], answers[g].Gave)
		}
		out[g].Gave = gave[g]
	}
	return out, nil
}

// member is a question that counts people.
type member struct {
	counted
	group, question int
	answers         []float64 // unadjusted, in units
	error           float64   // the expected sum of their squared errors
	exact           []int     // which of the people behind averages are known
}

// members lists all questions that count people.
func members(groups []registry.Group, answers []mechanism.Answers) []member {
	var out []member
	for _, m := range counting(groups) {
		group := groups[m.group]
		unit, last := group.Problem.Unit.Of(1), m.first+m.op.Rows()
		for _, x := range group.Of(m.question, answers[m.group]).Unadjusted[m.first:last] {
			m.answers = append(m.answers, x/unit)
		}
		for i, e := range group.Error(m.question).Answers[m.first:last] {
			if m.error += e.Variance / (unit * unit); m.behind && e.Variance == 0 {
				m.exact = append(m.exact, i)
			}
		}
		out = append(out, m)
	}
	return out
}

// counting lists all questions that count people, without what is known of their answers.
func counting(groups []registry.Group) []member {
	var out []member
	for g, group := range groups {
		for n := range group.Questions {
			if of, ok := countedBy(group.Workload(n)); ok {
				out = append(out, member{counted: of, group: g, question: n})
			}
		}
	}
	return out
}

// TooLarge returns the questions, as groups number them, whose published answers will not be made to agree, since they share more than is
// searched through. It depends on the plan alone, so that it can be said before a release.
func TooLarge(groups []registry.Group) []int {
	var out []int
	for _, c := range components(groups, counting(groups)) {
		apart := slices.ContainsFunc(c.members, func(m member) bool { return m.group != c.members[0].group })
		if !apart {
			continue
		}
		l := linksOf(c.blocks, !c.total)
		if !tooLarge(c.blocks, l) && l.shared()+c.knownTo(groups) <= maxRows {
			continue
		}
		for _, m := range c.members {
			out = append(out, groups[m.group].Questions[m.question])
		}
	}
	return out
}

// tooLarge reports whether bringing blocks together would take too long.
func tooLarge(blocks []space, l links) bool {
	cells := 0
	for _, b := range blocks {
		cells += b.cells
	}
	shared := l.shared()
	return cells > maxCells || shared > maxShared || shared*cells > maxWork
}

// knownTo returns how many sums of the blocks are known at most: what each group of questions knows of its cells, in every block that
// has all of its columns, or only such.
func (c component) knownTo(groups []registry.Group) int {
	n := 0
	seen := make(map[int]bool)
	for _, m := range c.members {
		if seen[m.group] {
			continue
		}
		seen[m.group] = true
		p := groups[m.group].Problem
		over := newSpace(p.Workload.Domain())
		sums := len(p.Facts.Sums(over.Domain))
		if cells, err := p.Components(); err == nil {
			sums += p.Known(cells).Count
		}
		for _, b := range c.blocks {
			if over.within(b) || b.within(over) {
				n += sums
			}
		}
	}
	return n
}

// component is questions that have to agree, directly or through others.
type component struct {
	members []member
	blocks  []space // those of the questions, each once, and of what is known of sums beyond these
	total   bool    // whether the number of people is known
}

// components divides questions so that those of different components have nothing in common.
func components(groups []registry.Group, all []member) []component {
	if len(all) == 0 {
		return nil
	}
	_, total := groups[all[0].group].Problem.Facts.Total()
	var out []component
	for _, m := range all {
		joined := component{members: []member{m}, total: total}
		var apart []component
		for _, c := range out {
			if !total || c.shares(m.over) {
				joined.members = append(c.members, joined.members...)
			} else {
				apart = append(apart, c)
			}
		}
		out = append(apart, joined)
	}
	for i := range out {
		out[i].blocks = blocksOf(out[i].members)
	}
	return out
}

// blocksOf returns the spaces of questions, each once. Answers that leave cells open have none of their own where a larger one holds
// theirs: what they leave open could be anything until it agrees with others.
func blocksOf(all []member) []space {
	var out []space
	for _, open := range []bool{false, true} {
		for _, m := range all {
			within := m.over.like
			if open {
				within = m.over.within
			}
			if m.open == open && !slices.ContainsFunc(out, within) {
				out = append(out, m.over)
			}
		}
	}
	return out
}

// shares reports whether a question of the component has a column in common with a space.
func (c component) shares(s space) bool {
	for _, m := range c.members {
		if len(common(m.over, s)) > 0 {
			return true
		}
	}
	return false
}

// divided reports whether the questions' answers come from more than one estimate. The people behind averages come from none, and
// have to agree with what is known, too.
func (c component) divided(answers []mechanism.Answers) bool {
	first := c.members[0]
	for _, m := range c.members {
		if m.group != first.group || m.behind {
			return true
		}
	}
	return len(c.members) > 1 && len(answers[first.group].Estimates) > 1
}

// agree returns tidied answers to each of the members that agree with one another, nil where there are none in time. Nothing
// that goes wrong on the way is an error: what was drawn and paid for is published as it was.
func (c component) agree(groups []registry.Group, answers []mechanism.Answers) []tidied {
	from := c.estimates(groups, answers)
	for _, e := range from {
		if c.leavesOut(e) {
			c.blocks = append(c.blocks, e.over)
		}
	}
	links := linksOf(c.blocks, !c.total)
	if tooLarge(c.blocks, links) {
		return nil
	}
	s, ok := newSearch(c, links, from, settle(groups, from, !c.total))
	if !ok {
		return nil
	}
	near, gave, err := s.nearest()
	if err != nil || gave == mechanism.GaveAgreement {
		return nil
	}
	return s.made(near, gave)
}

// leavesOut reports whether something that is known beside an estimate is no sum of the cells of any of the blocks.
func (c component) leavesOut(e estimate) bool {
	if slices.ContainsFunc(c.blocks, e.over.within) {
		return false
	}
	told := 0
	seen := make([]bool, len(e.Public))
	for _, b := range c.blocks {
		if !b.within(e.over) {
			continue
		}
		at := e.over.onto(b.Domain)
		size := e.over.sizes(at)
		for i, k := range e.Public {
			if _, ok := e.over.narrowed(k, at, size); ok && !seen[i] {
				seen[i] = true
				told++
			}
		}
	}
	return told < len(e.Public)
}
