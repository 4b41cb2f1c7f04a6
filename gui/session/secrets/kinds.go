package secrets

import (
	"cmp"
	"slices"

	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/core/policy/weighted"
	"steward/gui/words"
)

// RuleKind is a kind of rule as it is offered: its name, what it does, and why it does not fit
// the columns if it does not.
type RuleKind struct {
	Kind  secret.Kind
	Name  string
	Note  string
	Unfit string
}

// kind is all that the window knows of a kind of rule: nothing else asks which a rule has. Each has a file.
type kind struct {
	secret.Kind
	name, note string // keys of words
	card       Card   // that has such rules
	// offered says where a rule of one column can have it, and several its place among those that
	// a rule of several columns can have, 0 for none.
	offered offered
	several int
	each    bool // whether it is one of every column by itself
	fixed   bool // whether its columns stay those that it was begun with
	blanks  bool // whether blank and other answers can be joined to all
	grouped bool // whether it puts values into groups, or joint: rules together
	joint   bool
	plain   bool // whether few give a rule of one column a weight
	// unfit says why a column cannot have it, empty when it can; nil where all can.
	unfit func(c plan.Column) string
	// together says why columns cannot have it together.
	together func(columns []plan.Column) string
	// begin fills a sensible rule in, whose columns are those given; line says a rule in a few words
	// where that is more than its name, and rail one of a single column in the narrow
	// list of steps, where its card is the plan's.
	begin func(r *secret.Secret, columns []plan.Column)
	line  func(r secret.Secret) string
	rail  func(r secret.Secret) string
	// add makes room for one more column in a rule, drop takes out its i-th, and read reads one from a sheet.
	add  func(r *secret.Secret, c plan.Column)
	drop func(r *secret.Secret, i int)
	read func(r *ruleReader) error
	// form is how a rule is set, but for what rules of all kinds have.
	form func(at Rule, r secret.Secret) Form
	// hidden says which values of the column nobody can tell apart, where the policy does not say it well;
	// learnt what a reader may learn all the same, with how far the farthest values are apart; odds are
	// examples, of any values where there is no function.
	hidden func(m meaning) string
	learnt func(m meaning, far weighted.Weight) string
	odds   func(m meaning) []OddsRow
	// tabled says that the table by which a rule is set is the picture of what it joins.
	tabled bool
}

// offered says where a kind is offered to a rule of one column.
type offered int

const (
	nowhere offered = iota
	atFirst         // and inside other rules
	alone           // at first, but not inside other rules
	later           // among those that few need, and inside other rules
)

// kinds returns every kind, in the order in which they are offered.
func kinds() []kind {
	return []kind{everything(), near(), groups(), graded(), pairs(), public(), coarser(), perValue(), matrix(), grid(), place(), places(), anyOf(), allOf()}
}

// kindOf returns what is known of a kind; false, with what is true of any rule, for one that only a plan written
// elsewhere names.
func kindOf(name secret.Kind) (kind, bool) {
	all := kinds()
	if i := slices.IndexFunc(all, func(k kind) bool { return k.Kind == name }); i >= 0 {
		return all[i], true
	}
	return kind{Kind: name, name: string(name)}, false
}

// ruleKind returns the kind of a rule.
func ruleKind(r secret.Secret) kind {
	k, _ := kindOf(r.Kind)
	return k
}

// kindsOffered returns the kinds that a rule of one column is offered in some places.
func kindsOffered(in ...offered) []kind {
	return slices.DeleteFunc(kinds(), func(k kind) bool { return !slices.Contains(in, k.offered) })
}

// severalKinds returns the kinds that a rule of several columns is offered.
func severalKinds() []kind {
	out := slices.DeleteFunc(kinds(), func(k kind) bool { return k.several == 0 })
	slices.SortFunc(out, func(a, b kind) int { return a.several - b.several })
	return out
}

// RuleName returns what a kind of rule is called.
func RuleName(name secret.Kind) string {
	k, _ := kindOf(name)
	return words.Text(k.name)
}

// Kinds returns the kinds that a rule at a place can have: those offered at first, and the
// rest.
func (at Rule) Kinds() (usual, more []RuleKind) {
	r, own := at.Secret()
	columns := at.step.columnsOf(r)
	if !own {
		c, published := at.step.of.Published(at.Column)
		if !published {
			return nil, nil
		}
		columns = []plan.Column{c}
	}
	offer := func(of []kind) (out []RuleKind) {
		for _, k := range of {
			out = append(out, RuleKind{k.Kind, words.Text(k.name), words.Text(k.note), Unfit(columns, k.Kind)})
		}
		return out
	}
	switch {
	case len(columns) > 1:
		return offer(severalKinds()), nil
	case len(at.Inside) > 0:
		return offer(kindsOffered(atFirst, later)), nil
	}
	return offer(kindsOffered(atFirst, alone)), offer(kindsOffered(later))
}

// KindsInside returns the kinds that the rules can have that "any of" and "all of" put together.
func (at Rule) KindsInside() []RuleKind {
	usual, _ := at.step.At(at.In(0)).Kinds()
	return usual
}

// Unfit says why columns cannot have a rule of a kind together, and nothing when they can.
func Unfit(columns []plan.Column, name secret.Kind) string {
	k, _ := kindOf(name)
	switch {
	case len(columns) == 1 && k.unfit != nil:
		return k.unfit(columns[0])
	case len(columns) > 1 && k.together != nil:
		return k.together(columns)
	}
	return ""
}

// RuleUnfit says why a column cannot have a rule of a kind, and nothing when it can.
func RuleUnfit(c plan.Column, name secret.Kind) string { return Unfit([]plan.Column{c}, name) }

// tooMany says that columns have too many combinations for a rule.
func tooMany(columns []plan.Column) string {
	combinations := 1
	for _, c := range columns {
		if c.Regular() > (1<<22)/combinations {
			return words.T("the columns have too many combinations of values")
		}
		combinations *= max(c.Regular(), 1)
	}
	return ""
}

// unordered says that a column has no order.
func unordered(c plan.Column) string {
	if !c.HasOrder() {
		return words.T("its values have no order")
	}
	return ""
}

// someUnordered says that one of several columns has no order.
func someUnordered(columns []plan.Column) string {
	if slices.ContainsFunc(columns, func(c plan.Column) bool { return !c.HasOrder() }) {
		return words.T("the values of one of the columns have no order")
	}
	return ""
}

// unorderedOrTooMany says both.
func unorderedOrTooMany(columns []plan.Column) string {
	return cmp.Or(someUnordered(columns), tooMany(columns))
}

// uncountable returns why a column cannot have a rule that goes by its values: it has just one, or
// more than are written down, unless many are allowed.
func uncountable(many func(c plan.Column) bool) func(c plan.Column) string {
	return func(c plan.Column) string {
		switch {
		case c.Regular() < 2:
			return words.T("it has a single value")
		case !groupable(c) && !many(c):
			return words.T("it has too many values")
		}
		return ""
	}
}

func never(plan.Column) bool { return false }

// DefaultRule returns a sensible rule of a kind for one column or for several together.
func DefaultRule(columns []plan.Column, name secret.Kind) secret.Secret {
	r := secret.Secret{Kind: name}
	if len(columns) == 0 {
		return r
	}
	for _, c := range columns {
		r.Columns = append(r.Columns, c.Name)
	}
	if k, _ := kindOf(name); k.begin != nil {
		k.begin(&r, columns)
	}
	return r
}

// RuleLine says a rule in a few words, for lists of rules.
func RuleLine(r secret.Secret) string {
	wording := RuleName(r.Kind)
	if line := ruleKind(r).line; line != nil {
		wording = line(r)
	}
	if r.Weight != "" {
		wording = words.T("%s, %s times the budget", wording, words.Number(r.Weight))
	}
	return wording
}
