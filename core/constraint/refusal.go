package constraint

import (
	"slices"

	"steward/core/limits"
	"steward/core/message"
	"steward/core/policy"
)

// Refusal is the error of facts whose effect together is not bounded. Nothing may be
// released while they are stated.
type Refusal struct {
	// Facts are the titles of the facts in conflict.
	Facts []message.Text
	// Reason says what is wrong with them.
	Reason message.Text
	// Remedies are what would be accepted, each with its price.
	Remedies []message.Text
}

// Error says which facts are refused, why, and what to do.
func (e *Refusal) Error() string { return e.Said().String() }

// Said is what Error says.
func (e *Refusal) Said() message.Text {
	return message.Sprintf("%s: %s. %s", e.Reason, message.Few(message.Quoted(e.Facts)), message.List(e.Remedies, "%s; or %s", "%s; or %s").Sentence())
}

// A complaint says that facts are refused: one, two, or more of them.
type complaint struct{ one, two, more string }

func (c complaint) about(facts []message.Text, args ...any) message.Text {
	switch len(facts) {
	case 1:
		return message.Sprintf(c.one, args...)
	case 2:
		return message.Sprintf(c.two, args...)
	}
	return message.Sprintf(c.more, args...)
}

var (
	overlapping = complaint{
		message.Key("this fact overlaps with itself in a way whose effect cannot be bounded"),
		message.Key("these two facts overlap in a way whose effect cannot be bounded"),
		message.Key("these facts overlap in a way whose effect cannot be bounded"),
	}
	unbounded = complaint{
		message.Key("this fact cannot be bounded, since %s"),
		message.Key("these two facts cannot be bounded, since %s"),
		message.Key("these facts cannot be bounded, since %s"),
	}
	jumping = complaint{
		message.Key("this fact would let other people jump between answers that your secrets do not connect, so in the strict reading of neighbours their effect cannot be bounded"),
		message.Key("these two facts would let other people jump between answers that your secrets do not connect, so in the strict reading of neighbours their effect cannot be bounded"),
		message.Key("these facts would let other people jump between answers that your secrets do not connect, so in the strict reading of neighbours their effect cannot be bounded"),
	}
	jumpingAcross = complaint{
		message.Key("this fact would let other people jump across combinations declared impossible, so in the strict reading of neighbours their effect cannot be bounded"),
		message.Key("these two facts would let other people jump across combinations declared impossible, so in the strict reading of neighbours their effect cannot be bounded"),
		message.Key("these facts would let other people jump across combinations declared impossible, so in the strict reading of neighbours their effect cannot be bounded"),
	}
)

// refuse returns the refusal of facts that overlap, with the nearest statements that would be
// accepted.
func (s scene) refuse(p *policy.Policy, reading Reading, c *conflict) *Refusal {
	e := &Refusal{}
	for _, i := range c.facts {
		e.Facts = append(e.Facts, s.facts[i].fact.title())
	}
	e.Reason = overlapping.about(e.Facts)
	if !c.reason.IsZero() {
		e.Reason = unbounded.about(e.Facts, c.reason)
	}
	if len(c.facts) > 1 {
		e.Remedies = append(e.Remedies, s.leavingOut(p, reading, c)...)
	}
	for _, offer := range []message.Text{s.overlap(p, reading, c), s.together(p, reading, c)} {
		if !offer.IsZero() {
			e.Remedies = append(e.Remedies, offer)
		}
	}
	if f, ok := s.oneByOne(reading); ok {
		e.Remedies = append(e.Remedies, message.Sprintf("keep each answer secret by itself, the others being equal (%s)", noise(f)))
	}
	if len(e.Remedies) == 0 {
		e.Remedies = append(e.Remedies, message.Sprintf("state fewer numbers"))
	}
	return e
}

// leavingOut offers to do without one of the facts in conflict, where what is left is
// bounded; where nothing is, to keep one only.
func (s scene) leavingOut(p *policy.Policy, reading Reading, c *conflict) []message.Text {
	var out []message.Text
	for _, i := range c.facts {
		if f, ok := s.without(i).price(p, reading); ok {
			out = append(out, message.Sprintf("leave out %q (%s)", s.facts[i].fact.title(), noise(f)))
		}
	}
	if len(out) > 0 {
		return out
	}
	for _, i := range c.facts {
		alone := s
		alone.facts = []*compiled{s.facts[i]}
		if f, ok := alone.price(p, reading); ok {
			out = append(out, message.Sprintf("keep %q only (%s)", s.facts[i].fact.title(), noise(f)))
		}
	}
	return out
}

// without returns the scene without one of its facts.
func (s scene) without(i int) scene {
	out := s
	out.facts = append(append([]*compiled(nil), s.facts[:i]...), s.facts[i+1:]...)
	return out
}

// price returns the factor of a scene, and false where it has none.
func (s scene) price(p *policy.Policy, reading Reading) (int, bool) {
	t, err := s.tie(p, reading)
	if err != nil || t.clash != nil || t.jumps {
		return 0, false
	}
	n, _ := t.factor(p, reading)
	return n.edges, true
}

// priceByMoves is price without regard to how far counts are apart: people who move in one group and in another are told of by
// releases of their own, to which it is nothing that somebody else takes their place. It errors with *Refusal where there is none.
func (s scene) priceByMoves(p *policy.Policy, reading Reading) (int, error) {
	t, err := s.tie(p, reading)
	switch {
	case err != nil:
		return 0, err
	case t.jumps:
		return 0, s.refuseJumps(p)
	case t.unmoved != nil:
		return 0, s.refuse(p, reading, t.unmoved)
	}
	return t.byMoves(p, reading).edges, nil
}

func noise(factor int) message.Text {
	if factor == 1 {
		return message.Sprintf("then the facts cost nothing")
	}
	return message.Sprintf("then the noise becomes %d times as large", factor)
}

// overlap offers to state as well how many people two counts in conflict both count: with
// that they may determine the pieces that they cut each other into.
func (s scene) overlap(p *policy.Policy, reading Reading, c *conflict) message.Text {
	if len(c.pair) != 2 {
		return message.Text{}
	}
	both := &compiled{fact: Fact{Counts: make([]Count, 1)}, counts: []counted{{of: intersection(c.pair[0], c.pair[1])}}}
	for _, i := range c.facts {
		both.look(s.facts[i])
	}
	more := s
	more.facts = append(slices.Clone(s.facts), both)
	f, ok := more.price(p, reading)
	if !ok {
		return message.Text{}
	}
	return message.Sprintf("if the number of people that both count is public too, state it as well (%s)", noise(f))
}

// intersection returns the predicate that holds where two do.
func intersection(a, b predicate) predicate {
	var out predicate
	for _, x := range a {
		for _, y := range b {
			var both box
			empty := false
			for _, c := range slices.Concat(x, y) {
				k := slices.IndexFunc(both, func(o condition) bool { return o.column == c.column })
				if k < 0 {
					both = append(both, c)
					continue
				}
				both[k].set = both[k].set.and(c.set)
				empty = empty || len(both[k].set) == 0
			}
			if !empty {
				out = append(out, both)
			}
		}
	}
	return out
}

// look adds the columns of another fact to those of this one.
func (c *compiled) look(at *compiled) {
	for j, pos := range at.columns {
		k, found := slices.BinarySearch(c.columns, pos)
		if !found {
			c.columns, c.names = slices.Insert(c.columns, k, pos), slices.Insert(c.names, k, at.names[j])
		}
	}
}

// together offers the totals for all columns of the facts in conflict, which tell all that
// they do and are bounded by the number of combinations.
func (s scene) together(p *policy.Policy, reading Reading, c *conflict) message.Text {
	whole := &compiled{fact: Fact{Totals: &Totals{}}, table: &table{whole: true}}
	numbers := 0
	for _, i := range c.facts {
		whole.look(s.facts[i])
		numbers += s.facts[i].numbers()
	}
	if len(whole.columns) == 0 || numbers < 2 {
		return message.Text{}
	}
	d, err := s.policy.Domain().Project(whole.names)
	if err != nil {
		return message.Text{}
	}
	cells, err := d.Cells()
	if err != nil || cells > limits.MaxFactCells {
		return message.Text{}
	}
	whole.table.domain, whole.table.at, whole.table.cells = d, whole.columns, d.PossibleCells()
	whole.table.stated = make([]int64, cells)
	all := scene{policy: s.policy, facts: []*compiled{whole}, exact: s.exact}
	for i, f := range s.facts {
		if !slices.Contains(c.facts, i) {
			all.facts = append(all.facts, f)
		}
	}
	f, ok := all.price(p, reading)
	if !ok {
		return message.Text{}
	}
	by := message.Key("if the totals for both together by %s are public too, state those %d numbers instead (%s)")
	if len(whole.names) == 1 {
		by = message.Key("if the totals of every value of %s are public too, state those %d numbers instead (%s)")
	} else if len(c.facts) != 2 {
		by = message.Key("if the totals for all of them together by %s are public too, state those %d numbers instead (%s)")
	}
	return message.Sprintf(by, names(whole.names), whole.table.cells, noise(f))
}

// oneByOne returns the factor of the facts under the policy of which one part may change at a
// time, where the facts rule that out now and it is bounded.
func (s scene) oneByOne(reading Reading) (int, bool) {
	if s.policy.Together() < 2 || s.policy.Presence() {
		return 0, false
	}
	p, err := policy.New(policy.Spec{Domain: s.policy.Domain(), Parts: s.policy.Parts(), Together: 1})
	if err != nil {
		return 0, false
	}
	single := s
	single.policy = p
	return single.price(p, reading)
}

// refuseJumps returns the refusal of the strict reading under a policy that does not hold
// together.
func (s scene) refuseJumps(p *policy.Policy) *Refusal {
	e := &Refusal{Remedies: []message.Text{
		message.Sprintf("compare with files that differ only by changes that you keep secret (the edge-minimal reading)"),
		message.Sprintf("keep secrets that connect all answers, such as everything about a person"),
	}}
	for _, f := range s.facts {
		e.Facts = append(e.Facts, f.fact.title())
	}
	e.Reason = jumping.about(e.Facts)
	if !p.Domain().AllPossible() {
		e.Reason = jumpingAcross.about(e.Facts)
	}
	return e
}
