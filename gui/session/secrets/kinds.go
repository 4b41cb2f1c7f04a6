package secrets

import (
	"maps"
	"slices"
	"strconv"

	"steward/core/domain"
	"steward/core/plan"
	"steward/gui/words"
)

// RuleKind is a kind of rule as it is offered: its name, what it does, and why it does not fit
// the columns if it does not.
type RuleKind struct {
	Kind  plan.SecretKind
	Name  string
	Note  string
	Unfit string
}

// ruleWords names the kinds of rule and says what they do.
var ruleWords = map[plan.SecretKind][2]string{
	plan.Everything: {words.Key("any answer"), words.Key("each hidden from every other")},
	plan.Near:       {words.Key("small differences"), words.Key("each hidden from those nearby")},
	plan.Groups:     {words.Key("inside groups"), words.Key("each hidden from those in its group")},
	plan.Graded:     {words.Key("graded by distance"), words.Key("each hidden the better the nearer")},
	plan.Pairs:      {words.Key("listed pairs"), words.Key("each hidden from those it is paired with")},
	plan.Public:     {words.Key("not secret"), words.Key("anyone may learn exactly how many have each")},
	plan.Coarser:    {words.Key("by a coarser list"), words.Key("each hidden from those of the same entry, such as a region")},
	plan.PerValue:   {words.Key("value by value"), words.Key("some answers are hidden better than others")},
	plan.Matrix:     {words.Key("by a table"), words.Key("how well each two are hidden stands in a table")},
	plan.Grid:       {words.Key("inside squares"), words.Key("each hidden from those in the same square of a grid")},
	plan.Place:      {words.Key("nearby places"), words.Key("each hidden from those within some kilometres")},
	plan.Places:     {words.Key("graded by kilometres"), words.Key("each place hidden the better the nearer")},
	plan.Any:        {words.Key("any of several rules"), words.Key("hidden where one of them hides")},
	plan.All:        {words.Key("all of several rules"), words.Key("hidden only where each of them hides")},
}

// RuleName returns what a kind of rule is called.
func RuleName(kind plan.SecretKind) string {
	if wording, ok := ruleWords[kind]; ok {
		return words.Text(wording[0])
	}
	return string(kind)
}

// The kinds that a rule of one column is offered at first and then, those that one of several
// columns is, and those that others are made of.
var (
	usualKinds   = []plan.SecretKind{plan.Everything, plan.Near, plan.Groups, plan.Graded, plan.Pairs, plan.Public}
	moreKinds    = []plan.SecretKind{plan.Coarser, plan.PerValue, plan.Matrix, plan.Grid, plan.Any, plan.All}
	severalKinds = []plan.SecretKind{plan.Near, plan.Graded, plan.Grid, plan.Place, plan.Places, plan.Pairs, plan.Any, plan.All}
	insideKinds  = []plan.SecretKind{plan.Everything, plan.Near, plan.Groups, plan.Graded, plan.Pairs, plan.Coarser, plan.PerValue, plan.Matrix, plan.Grid, plan.Any, plan.All}
)

// RuleKinds returns the kinds that a rule at a place can have: those offered at first, and the
// rest.
func (s *Step) RuleKinds(at RuleAt) (usual, more []RuleKind) {
	r, own := s.Rule(at)
	columns := s.columnsOf(r)
	if !own {
		c, published := s.of.Published(at.Column)
		if !published {
			return nil, nil
		}
		columns = []plan.Column{c}
	}
	offer := func(kinds []plan.SecretKind) []RuleKind {
		out := make([]RuleKind, len(kinds))
		for i, kind := range kinds {
			out[i] = RuleKind{kind, RuleName(kind), words.Text(ruleWords[kind][1]), Unfit(columns, kind)}
		}
		return out
	}
	switch {
	case len(columns) > 1:
		return offer(severalKinds), nil
	case len(at.Inside) > 0:
		return offer(insideKinds), nil
	}
	return offer(usualKinds), offer(moreKinds)
}

// KindsInside returns the kinds that the rules can have that "any of" and "all of" put together.
func (s *Step) KindsInside(at RuleAt) []RuleKind {
	usual, _ := s.RuleKinds(at.In(0))
	return usual
}

// MostInTable is the largest number of values whose distances are a table that is edited.
const MostInTable = 200

// Unfit says why columns cannot have a rule of a kind together, and nothing when they can.
func Unfit(columns []plan.Column, kind plan.SecretKind) string {
	if len(columns) == 1 {
		return RuleUnfit(columns[0], kind)
	}
	ordered := !slices.ContainsFunc(columns, func(c plan.Column) bool { return !c.HasOrder() })
	combinations := 1
	for _, c := range columns {
		combinations *= max(c.Regular(), 1)
		if combinations > 1<<22 {
			break
		}
	}
	switch {
	case slices.Contains([]plan.SecretKind{plan.Near, plan.Graded, plan.Grid}, kind) && !ordered:
		return words.T("the values of one of the columns have no order")
	case (kind == plan.Place || kind == plan.Places) && len(columns) != 2:
		return words.T("a place has two columns: latitude and longitude")
	case kind == plan.Any || kind == plan.All:
		if !ordered {
			return words.T("the values of one of the columns have no order")
		}
		return ""
	case combinations > 1<<22:
		return words.T("the columns have too many combinations of values")
	}
	if kind == plan.Place || kind == plan.Places {
		if issues := trial(columns, DefaultRule(columns, kind)); len(issues) > 0 {
			return words.Say(issues[0].Message)
		}
	}
	return ""
}

// DefaultRule returns a sensible rule of a kind for one column or for several together.
func DefaultRule(columns []plan.Column, kind plan.SecretKind) plan.Secret {
	if len(columns) == 0 {
		return plan.Secret{Kind: kind}
	}
	first := columns[0]
	r := plan.Secret{Kind: kind}
	if len(columns) == 1 && (slices.Contains(usualKinds, kind)) {
		return DefaultSecret(first, kind)
	}
	for _, c := range columns {
		r.Columns = append(r.Columns, c.Name)
	}
	switch kind {
	case plan.Near:
		r.Within = defaultDistance(first)
	case plan.Graded:
		r.Unit = defaultDistance(first)
		if slices.ContainsFunc(columns, func(c plan.Column) bool { return c.Kind == domain.Ranges }) {
			r.AtLeast = r.Unit // ranges that touch have no distance of their own
		}
	case plan.Pairs:
		var pair plan.Pair
		for _, c := range columns {
			labels := labelsOf(c)
			if len(labels) == 0 {
				return r
			}
			pair.U, pair.V = append(pair.U, labels[0]), append(pair.V, labels[min(1, len(labels)-1)])
		}
		r.Pairs = []plan.Pair{pair}
	case plan.Grid:
		r.Scales = map[domain.AttributeName]string{}
		for _, c := range columns {
			r.Scales[c.Name] = defaultWidth(c)
		}
	case plan.Place:
		r.Within = "10"
	case plan.Places:
		r.Unit, r.AtLeast = "10", "1"
	case plan.Any, plan.All:
		r.Of = defaultInside(columns)
	case plan.Coarser:
		r.Coarser = coarserOf(Ungrouped(first).Start(InHalves))
	case plan.PerValue:
		r.Otherwise = "1"
	case plan.Matrix:
		r.Distances = defaultTable(first)
	}
	return r
}

// defaultInside returns two rules to put together: the first two kinds that fit.
func defaultInside(columns []plan.Column) []plan.Secret {
	kinds := []plan.SecretKind{plan.Near, plan.Groups, plan.Pairs}
	if len(columns) > 1 {
		kinds = []plan.SecretKind{plan.Near, plan.Grid}
	}
	var out []plan.Secret
	for _, kind := range kinds {
		if Unfit(columns, kind) == "" && len(out) < 2 {
			r := DefaultRule(columns, kind)
			r.Columns = nil
			out = append(out, r)
		}
	}
	return out
}

// defaultTable returns the distances of a column's values: steps apart where they have an
// order, all alike otherwise.
func defaultTable(c plan.Column) []plan.Distance {
	labels := labelsOf(c)
	var out []plan.Distance
	for u := range labels {
		for v := u + 1; v < len(labels); v++ {
			d := 1
			if c.HasOrder() {
				d = v - u
			}
			out = append(out, plan.Distance{U: labels[u], V: labels[v], Distance: strconv.Itoa(d)})
		}
	}
	return out
}

// defaultWidth proposes how wide the squares of a grid are: two steps of an ordered list, ten
// numbers, or as few ranges as fit.
func defaultWidth(c plan.Column) string {
	n := c.Regular()
	switch c.Kind {
	case domain.Ordered:
		return "2"
	case domain.Whole:
		return strconv.Itoa(min(10, max(n/2, 1)))
	}
	d, ok := distances(c)
	if !ok {
		return "1"
	}
	for _, times := range []float64{2, 1, 5, 10} {
		width := plan.DecimalOf(times * d.Narrow)
		grid := plan.Secret{Columns: []domain.AttributeName{c.Name}, Kind: plan.Grid, Scales: map[domain.AttributeName]string{c.Name: width}}
		if d.Narrow > 0 && len(trial([]plan.Column{c}, grid)) == 0 {
			return width
		}
	}
	return plan.DecimalOf(max(d.Max, 1))
}

// RuleLine says a rule in a few words, for lists of rules.
func RuleLine(r plan.Secret) string {
	wording := RuleName(r.Kind)
	switch r.Kind {
	case plan.Near:
		wording = words.T("within %s", words.Number(r.Within))
		if len(r.Columns) > 1 {
			wording += words.T(" together")
		}
	case plan.Place:
		wording = words.T("within %s kilometres", words.Number(r.Within))
	case plan.Groups:
		wording = words.N(len(r.Groups), "inside %d group", "inside %d groups", len(r.Groups))
	case plan.Graded:
		wording = words.T("graded, one step is %s", words.Number(r.Unit))
	case plan.Places:
		wording = words.T("graded, one step is %s kilometres", words.Number(r.Unit))
	case plan.Pairs:
		wording = words.N(len(r.Pairs), "%d listed pair", "%d listed pairs", len(r.Pairs))
	case plan.Any:
		wording = words.N(len(r.Of), "any of %d rule", "any of %d rules", len(r.Of))
	case plan.All:
		wording = words.N(len(r.Of), "all of %d rule", "all of %d rules", len(r.Of))
	case plan.Grid:
		widths := make([]string, 0, len(r.Scales))
		for _, n := range slices.Sorted(maps.Keys(r.Scales)) {
			widths = append(widths, words.T("%s of %s", words.Number(r.Scales[n]), n))
		}
		if len(widths) > 0 {
			wording = words.T("%s, %s wide", wording, words.Joined(widths))
		}
	case plan.Matrix:
		wording = words.N(len(r.Distances), "by a table of %d distance", "by a table of %d distances", len(r.Distances))
	}
	if r.Weight != "" {
		wording = words.T("%s, %s times the budget", wording, words.Number(r.Weight))
	}
	return wording
}
