package promise

import (
	"math/big"
	"slices"

	"steward/core/message"
	"steward/core/plan"
)

// Apart is releases about groups of people by their answers in one column, which nobody changes along an edge: whoever moves is in
// one of the groups, so that all of them tell what the people do of whom most is told (He et al. 2014, theorems 4.2 and 4.3;
// docs/mathematics.md, "Releases about groups that are apart").
type Apart struct {
	Column string
	// Of are the releases by their numbers, in their order.
	Of []int
	// in says of each of them which values of the column it is about.
	in [][]string
}

// Adding is the reason why what two releases about groups of people tell adds up all the same.
type Adding string

// The reasons.
const (
	// OtherColumn is that they are about groups by different columns, so that somebody is in one of each.
	OtherColumn Adding = "column"
	// OtherValues is that the column is declared otherwise.
	OtherValues Adding = "values"
	// OtherFile is that nothing tells that they were made from the same records, read alike, and with one cap on the rows of
	// a person over all groups: somebody may be in one group in the one and in another in the other.
	OtherFile Adding = "file"
	// SomeInBoth is that some people are in both groups.
	SomeInBoth Adding = "both"
)

var addings = map[Adding]message.Text{
	OtherColumn: message.Sprintf("they are about groups by different columns, and everybody is in one of each"),
	OtherValues: message.Sprintf("the column that says who is in which group is declared differently"),
	OtherFile:   message.Sprintf("they were not made from the same file, read in the same way and with the same rows per person, so someone may be in one group there and in another here"),
	SomeInBoth:  message.Sprintf("some people are in both groups"),
}

// Said says it.
func (a Adding) Said() message.Text { return addings[a] }

// Why tells why what two releases tell adds up; false where it does not, or where one of them is about everybody.
func Why(a, b Spent) (Adding, bool) {
	g, h := a.group(), b.group()
	switch {
	case g == nil || h == nil:
		return "", false
	case g.Column != h.Column:
		return OtherColumn, true
	case !sameColumn(columnOf(a), columnOf(b)):
		return OtherValues, true
	case a.Membership == "" || a.Membership != b.Membership:
		return OtherFile, true
	case slices.ContainsFunc(g.Values, func(v string) bool { return slices.Contains(h.Values, v) }):
		return SomeInBoth, true
	}
	return "", false
}

// group returns the group that a release is about, nil for everybody.
func (r Spent) group() *plan.Answers {
	if r.Declared == nil {
		return nil
	}
	return r.Declared.Group
}

// columnOf returns the column that says who is in the group of a release.
func columnOf(r Spent) plan.Column {
	of := r.Declared.Columns
	if i := slices.IndexFunc(of, func(c plan.Column) bool { return c.Name == r.Declared.Group.Column }); i >= 0 {
		return of[i]
	}
	return plan.Column{}
}

// together reports whether what two releases tell may be taken value by value of a column.
func (r Spent) together(other Spent) bool {
	why, adds := Why(r, other)
	return r.group() != nil && other.group() != nil && (!adds || why == SomeInBoth)
}

// byGroups puts releases about groups that can be taken value by value into sets. Those about everybody are in none.
func byGroups(all []Spent) []Apart {
	var out []Apart
	for i, r := range all {
		g := r.group()
		if g == nil {
			continue
		}
		at := slices.IndexFunc(out, func(a Apart) bool { return r.together(all[a.Of[0]]) })
		if at < 0 {
			at = len(out)
			out = append(out, Apart{Column: string(g.Column)})
		}
		out[at].Of, out[at].in = append(out[at].Of, i), append(out[at].in, g.Values)
	}
	return out
}

// loss returns the most that is told of the people with one value, of the releases that count.
func (a Apart) loss(each []*big.Rat, counts func(release int) bool) *big.Rat {
	told, most := make(map[string]*big.Rat), new(big.Rat)
	for k, i := range a.Of {
		if !counts(i) {
			continue
		}
		for _, v := range a.in[k] {
			if told[v] == nil {
				told[v] = new(big.Rat)
			}
			if told[v].Add(told[v], each[i]); told[v].Cmp(most) > 0 {
				most = told[v]
			}
		}
	}
	return most
}

// Counted is Joint.Why of releases in which no answers decided which rows of a person count.
func Counted(counts, added *big.Rat, figure string) message.Text {
	switch counts.Cmp(added) {
	case -1:
		return message.Sprintf("some releases are about groups of people that have nobody in common, of which only the most expensive counts; added up, the releases spent %s", figure)
	case 1:
		return message.Sprintf("known facts tie people’s answers together, and some were stated after earlier releases; added up, the releases spent %s", figure)
	}
	return message.Text{}
}

// Why says why releases count otherwise than what they spent, added up, which is written as a figure; the zero message where they do not.
// It ends without a full stop.
func (j Joint) Why(added *big.Rat, figure string) message.Text {
	if j.Loss.Cmp(added) > 0 && !j.MoreTied() {
		return message.Sprintf("in some, answers decided which rows of a person count, as in versions up to 0.9; added up, the releases spent %s", figure)
	}
	return Counted(j.Loss, added, figure)
}

// MoreTied reports whether facts tie more people together by now than the noise of some release was made for.
func (j Joint) MoreTied() bool {
	return slices.ContainsFunc(j.Times, func(n *big.Rat) bool { return n != nil && n.Cmp(big.NewRat(1, 1)) > 0 })
}

// Composes says how a release adds to others about the same people: one about a group, nil for everybody.
func Composes(group *plan.Answers) message.Text {
	if group == nil {
		return message.Sprintf("Releases about the same people add up.")
	}
	return message.Sprintf("Releases about the same people add up; of releases about groups that have nobody in common, only the most expensive counts.")
}

// Along returns what releases tell between two answers that none of them tells apart exactly, given what each of them does: their sum,
// and of those about groups of people that are apart what is told of the people of whom most is. Whoever has the two answers is in the
// same group with either, since no secret leads out of a group.
func Along(releases []Spent, each []*big.Rat) *big.Rat {
	return Joint{Each: each, Apart: byGroups(releases)}.Sum(all)
}

// Sum returns what the releases that count tell together, with all facts that are known.
func (j Joint) Sum(counts func(release int) bool) *big.Rat {
	sum, apart := new(big.Rat), make([]bool, len(j.Each))
	for _, a := range j.Apart {
		for _, i := range a.Of {
			apart[i] = true
		}
		sum.Add(sum, a.loss(j.Each, counts))
	}
	for i, loss := range j.Each {
		if !apart[i] && counts(i) {
			sum.Add(sum, loss)
		}
	}
	return sum
}

// all is every release.
func all(int) bool { return true }
