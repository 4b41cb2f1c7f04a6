package secrets

import (
	"maps"
	"slices"
	"strings"

	"steward/core/domain"
	"steward/core/limits"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/core/policy/weighted"
	"steward/core/table"
	"steward/gui/words"
)

// Grouping is how the values of a column are put into groups: what the group editor edits.
// Its methods return another grouping and leave the old one as it is. Of the groups only
// those that hold a value are kept.
type Grouping struct {
	At RuleAt
	// Values are the declared values and then the special cells, by their labels.
	Values []string
	// Regular is how many of them are declared values, which have to be in a group.
	Regular int
	Names   []string
	Of      []int // the group of each value, -1 for none
	// Missing are declared values that are in no group, Gone are values that groups name and
	// the column no longer has: the column was changed since the groups were made.
	Missing, Gone []string
	// Joined says that special cells in no group are joined to every value.
	Joined bool
}

// Start is a way to begin with groups.
type Start int

// The ways to begin.
const (
	InHalves Start = iota // the first half and the rest
	InOnes                // one group for each value
	InOne                 // all values in one
	InPairs               // each two neighbours
	InTens                // runs of ten
)

// Grouping returns the groups of a column's values, those of a coarser list too; it is false
// when the rule is not of that kind.
func (at Rule) Grouping() (Grouping, bool) {
	rule, ok := at.Secret()
	if !ok || !ruleKind(rule).grouped || len(rule.Columns) != 1 {
		return Grouping{}, false
	}
	c, ok := at.step.of.Published(at.Column)
	if !ok || c.Regular() > limits.MaxGroupedByHand {
		return Grouping{}, false
	}
	g := groupingOf(c, rule)
	g.At = at.RuleAt
	return g, true
}

// SetGrouping puts the groups into the plan. Values in no group get one of their own, and
// what the column no longer has is left out.
func (s *Step) SetGrouping(g Grouping) {
	if len(g.Missing) > 0 {
		var list []int
		for v := range g.Regular {
			if g.Of[v] < 0 {
				list = append(list, v)
			}
		}
		g = g.Move(list, len(g.Names))
	}
	if _, own := s.At(g.At).Secret(); !own {
		s.SetSecret(secret.Secret{Columns: named(g.At.Column), Kind: secret.Groups, Groups: g.Groups(), BlanksJoined: g.Joined})
		return
	}
	// Groups can only be moved and named in ways that fit the column.
	_ = s.At(g.At).Change(func(r *secret.Secret) {
		r.BlanksJoined = g.Joined
		g.into(r)
	})
}

// into puts the groups into a rule, of a coarser list for each value the name of its group.
func (g Grouping) into(r *secret.Secret) {
	if r.Kind != secret.Coarser {
		r.Groups = g.Groups()
		return
	}
	r.Coarser = make(map[string]string, len(g.Values))
	for v, of := range g.Of {
		if of >= 0 && of < len(g.Names) {
			r.Coarser[g.Values[v]] = g.Names[of]
		}
	}
}

// groupsOf returns the groups that a rule puts values into, those of a coarser list in the order
// of the values.
func groupsOf(labels []string, rule secret.Secret) []secret.Group {
	if rule.Kind != secret.Coarser {
		return rule.Groups
	}
	var out []secret.Group
	put := func(label string) {
		name := strings.TrimSpace(rule.Coarser[label])
		if name == "" {
			return
		}
		at := slices.IndexFunc(out, func(g secret.Group) bool { return g.Name == name })
		if at < 0 {
			at = len(out)
			out = append(out, secret.Group{Name: name})
		}
		out[at].Values = append(out[at].Values, label)
	}
	for _, label := range labels {
		put(label)
	}
	for _, label := range slices.Sorted(maps.Keys(rule.Coarser)) {
		if !slices.Contains(labels, label) {
			put(label) // which the column no longer has
		}
	}
	return out
}

// Ungrouped returns the values of a column, none of them in a group.
func Ungrouped(c plan.Column) Grouping {
	g := Grouping{At: On(string(c.Name)), Values: labelsOf(c)}
	g.Regular = len(g.Values)
	// The rules for blank and for other answers are their own cells unless they say otherwise.
	for _, special := range []struct {
		rule  domain.Rule
		label string
	}{{c.Blank.Rule, domain.BlankLabel}, {c.Other.Rule, domain.OtherLabel}} {
		if special.rule == "" || special.rule == domain.OwnCell {
			g.Values = append(g.Values, special.label)
		}
	}
	g.Of = slices.Repeat([]int{-1}, len(g.Values))
	return g
}

// labelsOf returns the labels of a column's declared values as its tables write them.
func labelsOf(c plan.Column) []string {
	a, err := c.Attribute()
	if err != nil {
		return slices.Clone(c.Values)
	}
	return a.Labels()[:a.Regular()]
}

// groupingOf returns the groups that a secret puts a column's values into.
func groupingOf(c plan.Column, secret secret.Secret) Grouping {
	g := Ungrouped(c)
	g.Joined = secret.BlanksJoined
	at := make(map[string]int, len(g.Values))
	for v, label := range g.Values {
		at[label] = v
	}
	for i, group := range groupsOf(g.Values, secret) {
		g.Names = append(g.Names, group.Name)
		for _, label := range group.Values {
			v, ok := at[label]
			if !ok {
				g.Gone = append(g.Gone, label)
				continue
			}
			g.Of[v] = i
		}
	}
	for v := range g.Regular {
		if g.Of[v] < 0 {
			g.Missing = append(g.Missing, g.Values[v])
		}
	}
	return g
}

// Groups returns the groups as the plan holds them.
func (g Grouping) Groups() []secret.Group {
	out := make([]secret.Group, 0, len(g.Names))
	for i, name := range g.Names {
		group := secret.Group{Name: name}
		for v, of := range g.Of {
			if of == i {
				group.Values = append(group.Values, g.Values[v])
			}
		}
		if len(group.Values) > 0 {
			out = append(out, group)
		}
	}
	return out
}

// Members returns the values of a group.
func (g Grouping) Members(group int) (out []string) {
	for v, of := range g.Of {
		if of == group {
			out = append(out, g.Values[v])
		}
	}
	return out
}

// copy returns a grouping that shares nothing with g.
func (g Grouping) copy() Grouping {
	g.Names, g.Of = slices.Clone(g.Names), slices.Clone(g.Of)
	return g
}

// Move puts values into a group; the number of groups means a new one.
func (g Grouping) Move(values []int, group int) Grouping {
	g = g.copy()
	if group == len(g.Names) {
		g.Names = append(g.Names, g.freeName())
	}
	for _, v := range values {
		if v >= 0 && v < len(g.Of) && group >= 0 && group < len(g.Names) {
			g.Of[v] = group
		}
	}
	return g.without()
}

// without leaves out the groups that hold nothing.
func (g Grouping) without() Grouping {
	var names []string
	to := make([]int, len(g.Names))
	for i, name := range g.Names {
		to[i] = len(names)
		if slices.Contains(g.Of, i) {
			names = append(names, name)
		}
	}
	for v, of := range g.Of {
		if of >= 0 {
			g.Of[v] = to[of]
		}
	}
	g.Names = names
	return g
}

// freeName returns a name that no group has.
func (g Grouping) freeName() string {
	for n := len(g.Names) + 1; ; n++ {
		if name := words.T("Group %d", n); !slices.Contains(g.Names, name) {
			return name
		}
	}
}

// Rename gives a group another name. It errors on no name and on that of another group.
func (g Grouping) Rename(group int, name string) (Grouping, error) {
	name = strings.Join(strings.Fields(name), " ")
	switch at := slices.Index(g.Names, name); {
	case name == "":
		return g, words.Errorf("a group needs a name")
	case at >= 0 && at != group:
		return g, words.Errorf("another group is already called %q", name)
	case group < 0 || group >= len(g.Names):
		return g, nil
	}
	g = g.copy()
	g.Names[group] = name
	return g, nil
}

// Remove takes a group away; its values go to the one before it, or to the next if it is the
// first. The last group stays.
func (g Grouping) Remove(group int) Grouping {
	if len(g.Names) < 2 || group < 0 || group >= len(g.Names) {
		return g
	}
	g = g.copy()
	to := group - 1
	if group == 0 {
		to = 1
	}
	for v, of := range g.Of {
		if of == group {
			g.Of[v] = to
		}
	}
	return g.without()
}

// Start puts all declared values into new groups; special cells are in none.
func (g Grouping) Start(how Start) Grouping {
	g = g.copy()
	run := map[Start]int{InHalves: (g.Regular + 1) / 2, InOnes: 1, InOne: g.Regular, InPairs: 2, InTens: 10}[how]
	g.Names, g.Of, g.Missing, g.Gone = nil, slices.Repeat([]int{-1}, len(g.Values)), nil, nil
	for v := range g.Regular {
		if v%run == 0 {
			g.Names = append(g.Names, g.runName(how, v, min(v+run, g.Regular)-1))
		}
		g.Of[v] = len(g.Names) - 1
	}
	return g
}

// runName names the group of the values from first to last.
func (g Grouping) runName(how Start, first, last int) string {
	name := g.Values[first]
	switch {
	case how == InHalves:
		return words.T("Group %d", len(g.Names)+1)
	case how == InOne:
		return words.T("All")
	case last == first+1:
		name = words.T("%s and %s", name, g.Values[last])
	case last > first:
		name = words.T("%s to %s", name, g.Values[last])
	}
	if slices.Contains(g.Names, name) {
		return g.freeName()
	}
	return name
}

func groups() kind {
	return kind{
		Kind: secret.Groups, name: words.Key("inside groups"), note: words.Key("each hidden from those in its group"),
		card: CardGroups, offered: atFirst, blanks: true, grouped: true, plain: true,
		unfit:    uncountable(never),
		together: tooMany,
		begin: func(r *secret.Secret, columns []plan.Column) {
			Ungrouped(columns[0]).Start(InHalves).into(r)
		},
		line: func(r secret.Secret) string {
			return words.N(len(r.Groups), "inside %d group", "inside %d groups", len(r.Groups))
		},
		rail: func(r secret.Secret) string {
			return words.N(len(r.Groups), "Inside %d group of %s", "Inside %d groups of %s", len(r.Groups), r.Columns[0])
		},
		read:   readGroups,
		form:   func(Rule, secret.Secret) Form { return Form{Editor: GroupsEditor} },
		hidden: meaning.hiddenGroup,
		learnt: meaning.learntGroups,
		odds:   noOdds,
	}
}

// hiddenGroup names the values of the group that is looked at, or of another that has some.
func (m meaning) hiddenGroup() string {
	g, ok := m.s.At(On(m.column())).Grouping()
	if !ok {
		return ""
	}
	looked := -1
	if m.a < len(g.Of) {
		looked = g.Of[m.a]
	}
	for i := range g.Names {
		if looked < 0 || len(g.Members(looked)) < 2 {
			looked = i
		}
	}
	if looked < 0 || len(g.Members(looked)) < 2 {
		return words.T("nothing about %s: every value is a group of its own.", m.name())
	}
	list, at := g.Members(looked), []int(nil)
	for v, of := range g.Of {
		if of == looked {
			at = append(at, v)
		}
	}
	return m.factor(words.T("%s from %s: they are in the same group.", words.AsName(list[0]), words.AnyOf(list[1:])), at[0], at[1:]...)
}

// learntGroups says what is learnt of groups and of squares.
func (m meaning) learntGroups(far weighted.Weight) string {
	switch {
	case far == weighted.Infinite:
		return words.T("how many people are in each group and, for someone who knows more, who.")
	case far > weighted.One:
		return words.T("a little about which group someone is in: answers of different groups are %s apart.", stepsText(far))
	}
	return words.T("nothing more about %s: all answers are in one group.", m.name())
}

// readGroups reads a value and its group from each row.
func readGroups(r *ruleReader) error {
	coarser := map[string]string{}
	err := r.list(1, 2, 2, func(row table.Row, labels []string) error {
		label, name := labels[0], strings.Join(strings.Fields(row.Cells[1].Text), " ")
		switch {
		case name == "":
			return words.Errorf("%s: found no group for %q: name one", r.cell(row, 1), label)
		case coarser[label] != "" && coarser[label] != name:
			return words.Errorf("%s: %q belongs to %q here and to %q before: keep one", r.cell(row, 1), label, name, coarser[label])
		}
		coarser[label] = name
		return nil
	})
	r.rule.Coarser = coarser
	if r.rule.Kind != secret.Coarser {
		r.rule.Groups, r.rule.Coarser = groupsOf(r.attrs[0].Labels(), secret.Secret{Kind: secret.Coarser, Coarser: coarser}), nil
	}
	return err
}
