package plan

import (
	"fmt"
	"maps"
	"math/big"
	"slices"

	"steward/core/domain"
	"steward/core/guide"
	"steward/core/message"
	"steward/core/policy"
)

// Policy returns the policy of a plan that need not say more than its columns and secrets, such
// as a ledger keeps of earlier releases. On any issue with them it errors with *Incomplete.
func Policy(p Plan) (*policy.Policy, error) {
	c := &compiler{out: &Compiled{Plan: p}}
	if !c.columns(p) || !c.secrets(p) {
		return nil, &Incomplete{Issues: c.issues}
	}
	return c.out.Policy, nil
}

// secrets makes the policy, and reports whether it could be made.
func (c *compiler) secrets(p Plan) bool {
	spec := policy.Spec{Domain: c.out.Domain, Together: p.Secrets.Together, Presence: p.Secrets.Presence}
	named := make(map[domain.AttributeName]bool)
	before := len(c.issues)
	for i, s := range p.Secrets.Columns {
		parts, err := s.parts(c.out.Domain)
		if err != nil {
			c.report(guide.Secrets, fmt.Sprintf("secret %d", i+1), err)
			continue
		}
		for _, n := range s.Columns {
			named[n] = true
		}
		spec.Parts = append(spec.Parts, parts...)
	}
	if p.Slotted() {
		// A slot that no row fills holds "no row", which is joined to every value.
		spec.Presence = true
	}
	for i, a := range p.Secrets.Absences {
		absence := policy.Absence{Where: a.Where}
		if a.Weight != "" {
			var err error
			if absence.Weight, err = decimal(a.Weight); err != nil {
				c.report(guide.Secrets, fmt.Sprintf("absence %d", i+1), message.Errorf("the weight of being in the file: %w", err))
			}
		}
		spec.Absences = append(spec.Absences, absence)
	}
	if only := p.Secrets; only.PresenceOnly && (!only.Presence || len(only.Absences)+len(only.Columns) > 0 || only.Together > 0) {
		c.report(guide.Secrets, "", message.Errorf("whether a person is in the file is to be all that is secret, and there are other secrets: remove them, or choose another card"))
	}
	if len(c.issues) > before {
		return false
	}
	if p.Secrets.PresenceOnly {
		c.out.Policy = policy.PresenceOnly(c.out.Domain)
		return true
	}
	for _, a := range c.out.Domain.Attributes() {
		if !named[a.Name()] {
			spec.Parts = append(spec.Parts, policy.Complete(a))
		}
	}
	var err error
	if c.out.Policy, err = policy.New(spec); err != nil {
		c.report(guide.Secrets, "", err)
		return false
	}
	return true
}

// parts returns the policy's parts for a secret: one, but for columns that are each secret
// entirely or not at all.
func (s Secret) parts(d *domain.Domain) ([]policy.Part, error) {
	attrs, err := s.attributes(d)
	if err != nil {
		return nil, err
	}
	var parts []policy.Part
	switch s.Kind {
	case Everything, Public:
		for _, a := range attrs {
			part := policy.Complete(a)
			if s.Kind == Public {
				part = policy.Alone(a)
			}
			parts = append(parts, part)
		}
	default:
		part, err := s.part(attrs, d)
		if err != nil {
			return nil, err
		}
		parts = append(parts, part)
	}
	return s.weigh(parts)
}

// weigh multiplies the weights of the parts by the secret's own.
func (s Secret) weigh(parts []policy.Part) ([]policy.Part, error) {
	if s.Weight == "" {
		return parts, nil
	}
	w, err := decimal(s.Weight)
	if err != nil {
		return nil, message.Errorf("the weight: %w", err)
	}
	for i := range parts {
		if parts[i], err = parts[i].Weigh(w); err != nil {
			return nil, err
		}
	}
	return parts, nil
}

func (s Secret) attributes(d *domain.Domain) ([]*domain.Attribute, error) {
	if len(s.Columns) == 0 {
		return nil, message.Errorf("it names no column")
	}
	attrs := make([]*domain.Attribute, len(s.Columns))
	for i, n := range s.Columns {
		a, ok := d.Attribute(n)
		if !ok {
			return nil, message.Errorf("it names the column %q, which is not published", n)
		}
		attrs[i] = a
	}
	return attrs, nil
}

// special says how blanks and others are connected.
func (s Secret) special() policy.Special {
	if s.BlanksJoined {
		return policy.JoinAll
	}
	return policy.OwnGroup
}

// part returns the one part of a secret that is not of Everything or Public.
func (s Secret) part(attrs []*domain.Attribute, d *domain.Domain) (policy.Part, error) {
	switch s.Kind {
	case Near:
		return s.near(attrs)
	case Graded:
		return s.graded(attrs)
	case Pairs:
		return s.pairs(attrs)
	case Grid:
		return s.grid(attrs)
	case Place, Places:
		return s.place(attrs)
	case Any, All:
		return s.combined(d)
	}
	if len(attrs) != 1 {
		if s.Kind == Groups {
			return nil, message.Errorf("groups are of the values of one column, but %d are named", len(attrs))
		}
		return nil, message.Errorf("the kind %q is of one column, but %d are named", s.Kind, len(attrs))
	}
	return s.ofOne(attrs[0])
}

// ofOne returns the part of a secret of a single column.
func (s Secret) ofOne(a *domain.Attribute) (policy.Part, error) {
	switch s.Kind {
	case Groups:
		return s.groups(a)
	case Coarser:
		return policy.GroupsOf(a, s.Coarser, s.special())
	case PerValue:
		return s.perValue(a)
	case Matrix:
		return s.matrix(a)
	}
	return nil, message.Errorf("unknown kind %q: use one of %q", s.Kind, SecretKinds())
}

// SecretKinds returns all kinds of secret.
func SecretKinds() []SecretKind {
	return []SecretKind{Everything, Public, Near, Groups, Coarser, PerValue, Matrix, Graded, Pairs, Grid, Place, Places, Any, All}
}

func (s Secret) groups(a *domain.Attribute) (policy.Part, error) {
	groups := make([]policy.Group, len(s.Groups))
	for i, g := range s.Groups {
		groups[i] = policy.Group(g)
	}
	return policy.Groups(a, groups, s.special())
}

// near returns the part of a distance over one column or several.
func (s Secret) near(attrs []*domain.Attribute) (policy.Part, error) {
	within, err := decimal(s.Within)
	if err != nil {
		return nil, message.Errorf("the distance: %w", err)
	}
	if len(attrs) == 1 && len(s.Scales) == 0 {
		return policy.Near(attrs[0], within, s.special())
	}
	columns, err := s.scaled(attrs, big.NewRat(1, 1))
	if err != nil {
		return nil, err
	}
	return policy.Within(columns, within, s.norm(), s.special())
}

// norm returns how differences make one distance.
func (s Secret) norm() policy.Norm {
	switch s.Norm {
	case "":
		return policy.L1
	case "Linf":
		return policy.LInf
	}
	return policy.Norm(s.Norm)
}

// graded returns the part of a metric over one column or several.
func (s Secret) graded(attrs []*domain.Attribute) (policy.Part, error) {
	columns, err := s.scaled(attrs, big.NewRat(1, 1))
	if err != nil {
		return nil, err
	}
	g, err := s.grade()
	if err != nil {
		return nil, err
	}
	return policy.Graded(columns, g)
}

func (s Secret) grade() (policy.Grade, error) {
	g := policy.Grade{Norm: s.norm(), Special: s.special()}
	var err error
	if g.Unit, err = decimal(s.Unit); err != nil {
		return g, message.Errorf("the unit of distance: %w", err)
	}
	if s.AtLeast != "" {
		if g.AtLeast, err = decimal(s.AtLeast); err != nil {
			return g, message.Errorf("the least distance: %w", err)
		}
	}
	return g, nil
}

// scaled returns the columns with their scales, missing ones being the default unless it is nil.
func (s Secret) scaled(attrs []*domain.Attribute, missing *big.Rat) ([]policy.Scaled, error) {
	for n := range s.Scales {
		if !slices.Contains(s.Columns, n) {
			return nil, message.Errorf("it gives a scale for %q, which it does not name", n)
		}
	}
	columns := make([]policy.Scaled, len(attrs))
	for i, a := range attrs {
		columns[i] = policy.Scaled{Attribute: a, Scale: missing}
		text, ok := s.Scales[a.Name()]
		switch {
		case !ok && missing == nil:
			return nil, message.Errorf("it gives no width for %q", a.Name())
		case ok:
			var err error
			if columns[i].Scale, err = decimal(text); err != nil {
				return nil, message.Errorf("the scale of %q: %w", a.Name(), err)
			}
		}
	}
	return columns, nil
}

func (s Secret) grid(attrs []*domain.Attribute) (policy.Part, error) {
	columns, err := s.scaled(attrs, nil)
	if err != nil {
		return nil, err
	}
	cuts := make([]policy.Cut, len(columns))
	for i, c := range columns {
		cuts[i] = policy.Cut{Attribute: c.Attribute, Width: c.Scale}
	}
	return policy.Grid(cuts, s.special())
}

func (s Secret) place(attrs []*domain.Attribute) (policy.Part, error) {
	if len(attrs) != 2 {
		return nil, message.Errorf("a place has two columns, latitude and longitude, but %d are named", len(attrs))
	}
	if s.Kind == Places {
		g, err := s.grade()
		if err != nil {
			return nil, err
		}
		return policy.GradedKilometres(attrs[0], attrs[1], g)
	}
	within, err := decimal(s.Within)
	if err != nil {
		return nil, message.Errorf("the distance in kilometres: %w", err)
	}
	return policy.WithinKilometres(attrs[0], attrs[1], within, s.special())
}

func (s Secret) pairs(attrs []*domain.Attribute) (policy.Part, error) {
	list := make([]policy.Pair, len(s.Pairs))
	for i, p := range s.Pairs {
		list[i] = policy.Pair{A: p.U, B: p.V}
		if p.Weight == "" {
			continue
		}
		var err error
		if list[i].Weight, err = decimal(p.Weight); err != nil {
			return nil, message.Errorf("the weight of secret pair %d: %w", i+1, err)
		}
	}
	return policy.Pairs(attrs, list)
}

func (s Secret) perValue(a *domain.Attribute) (policy.Part, error) {
	var listed []policy.Budget
	for _, label := range slices.Sorted(maps.Keys(s.Weights)) {
		w, err := decimal(s.Weights[label])
		if err != nil {
			return nil, message.Errorf("the weight of %q: %w", label, err)
		}
		listed = append(listed, policy.Budget{Value: label, Weight: w})
	}
	var otherwise *big.Rat
	if s.Otherwise != "" {
		var err error
		if otherwise, err = decimal(s.Otherwise); err != nil {
			return nil, message.Errorf("the weight of the other values: %w", err)
		}
	}
	return policy.Budgets(a, listed, otherwise)
}

func (s Secret) matrix(a *domain.Attribute) (policy.Part, error) {
	distances := make([][]*big.Rat, a.Size())
	for u := range distances {
		distances[u] = make([]*big.Rat, a.Size())
	}
	for i, d := range s.Distances {
		u, ok := a.Find(d.U)
		v, too := a.Find(d.V)
		switch {
		case !ok:
			return nil, message.Errorf("distance %d names %q, which is not one of the values of %q", i+1, d.U, a.Name())
		case !too:
			return nil, message.Errorf("distance %d names %q, which is not one of the values of %q", i+1, d.V, a.Name())
		case u == v:
			return nil, message.Errorf("distance %d is of %q from itself: give two different values", i+1, d.U)
		}
		r, err := decimal(d.Distance)
		if err != nil {
			return nil, message.Errorf("the distance of %q and %q: %w", d.U, d.V, err)
		}
		if old := distances[u][v]; old != nil && old.Cmp(r) != 0 {
			return nil, message.Errorf("the distance of %q and %q is given twice, as %s and %s: keep one", d.U, d.V, old.RatString(), r.RatString())
		}
		distances[u][v], distances[v][u] = r, r
	}
	// Special cells that no distance names follow the rule for them instead.
	named := a.Regular()
	for v := named; v < a.Size(); v++ {
		if slices.ContainsFunc(distances[v], func(d *big.Rat) bool { return d != nil }) {
			named = a.Size()
		}
	}
	for v := range distances {
		distances[v] = distances[v][:named]
	}
	return policy.Matrix(a, a.Labels()[:named], distances[:named], s.special())
}

// combined returns the union or the intersection of several secrets.
func (s Secret) combined(d *domain.Domain) (policy.Part, error) {
	parts := make([]policy.Part, len(s.Of))
	for i, of := range s.Of {
		of.Columns = s.Columns
		inner, err := of.parts(d)
		switch {
		case err != nil:
			return nil, message.Errorf("its secret %d: %w", i+1, err)
		case len(inner) != 1:
			return nil, message.Errorf("its secret %d treats each column by itself: combine kinds that are of all the columns together", i+1)
		}
		parts[i] = inner[0]
	}
	if s.Kind == Any {
		return policy.Union(parts...)
	}
	return policy.Intersection(parts...)
}
