package constraint

import (
	"math"
	"math/big"
	"slices"
	"sync"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/policy"
	"steward/core/policy/weighted"
)

// Reading says which files are neighbours, so that nobody may tell them apart, when facts
// are known (He et al. 2014 Definition 4.1 can be read in two ways).
type Reading string

// The readings.
const (
	// EdgeMinimal compares files that agree with the facts and are apart by secret pairs
	// only, of which no part could be undone without breaking a fact. It is the default.
	EdgeMinimal Reading = "edge-minimal"
	// Strict is Definition 4.1 to the letter: only the secret pairs have to be as few as
	// possible, and other people may have changed in any way that makes the facts true
	// again, also to answers that are not secret from theirs.
	Strict Reading = "strict"
)

// Said names the reading.
func (r Reading) Said() message.Text {
	if r == Strict {
		return message.Sprintf("strict")
	}
	return message.Sprintf("edge-minimal")
}

// Multiplier says how many people's answers a set of facts ties together under a policy, and how far apart
// that makes two neighbouring files: the budget of a mechanism is divided by Factor (He et al. 2014 section 8).
type Multiplier struct {
	// Factor is how many steps along the lightest edges the counts of two neighbouring files are apart at most. It is
	// at least 1; it is 0 only beside an error, and no budget can be divided by it.
	Factor int
	// Ties says that an edge changes one of the facts, so that neighbouring files may differ in the answers of several people and a
	// single edge need not lead to one. Factor may be 1 all the same: all edges weigh the same then, and the counts change as if one person had moved
	// along one of them, as when somebody leaves the file, another one comes, and everything is secret.
	Ties bool
	// Moves is how many people differ at most between two neighbouring files, or 0 where that is not known but how far the counts
	// are apart is. Where edges
	// have different weights, a mechanism that hides each as well as the lightest one over
	// all published columns may divide by Moves instead, in the edge-minimal reading. In the strict reading a linear
	// mechanism may answer with sensitivity Delta_E + (Moves - 1) Delta_K instead of the
	// factor (docs/mathematics.md, "Public facts").
	Moves int
	// ByCounts says that Factor is below what the moves come to, because counts are not as far apart as people move.
	ByCounts bool
	// Exact says that some files are as far apart as Factor says: by the people who move, or ByCounts in steps. Otherwise it is an
	// upper bound that is proved to be large enough.
	Exact   bool
	Reading Reading
	// Why says it to the steward, Expert in the field's terms.
	Why, Expert message.Text
}

// People says whose answers are tied together.
func (m Multiplier) People() message.Text {
	if m.Moves == 0 {
		return message.Sprintf("many people's answers")
	}
	return message.Sprintf("up to %d people's answers", m.Moves)
}

// Multiplier returns the factor in the edge-minimal reading. Where Tie refuses the facts
// Factor is 0, so that no budget can be divided by it, and Why is the refusal.
func (f Facts) Multiplier(p *policy.Policy) Multiplier {
	m, err := f.Tie(p, EdgeMinimal)
	if err != nil {
		return Multiplier{Reading: EdgeMinimal, Why: message.Of(err), Expert: message.Sprintf("refused")}
	}
	return m
}

// Tie returns how many people the facts tie together under the policy over all published
// columns, in a reading of neighbours. It errors with *Refusal where facts overlap in a way
// that is not bounded, naming them and what would be accepted.
//
// The factor rests on what the facts are about, never on the numbers they state. A policy
// over some of the facts' columns is taken as if the others were secret entirely.
func (f Facts) Tie(p *policy.Policy, reading Reading) (Multiplier, error) {
	if f.stated == nil {
		return f.tie(p, reading)
	}
	return f.stated.last.recall(p, reading, func() (Multiplier, error) { return f.tie(p, reading) })
}

// memory keeps the last answer in each reading: every question of a plan asks for the same.
type memory struct {
	mu     sync.Mutex
	policy *policy.Policy
	kept   map[Reading]told
}

type told struct {
	multiplier Multiplier
	err        error
}

func (m *memory) recall(p *policy.Policy, reading Reading, find func() (Multiplier, error)) (Multiplier, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.policy != p {
		m.policy, m.kept = p, make(map[Reading]told, 2)
	}
	a, known := m.kept[reading]
	if !known {
		a.multiplier, a.err = find()
		m.kept[reading] = a
	}
	return a.multiplier, a.err
}

func (f Facts) tie(p *policy.Policy, reading Reading) (Multiplier, error) {
	facts := f.compiled()
	if len(facts) == 0 {
		return Multiplier{Factor: 1, Moves: 1, Exact: true, Reading: reading, Why: message.Sprintf("no facts are stated"), Expert: message.Sprintf("Q is empty")}, nil
	}
	s, err := under(facts, f.domain(p), p)
	if err != nil {
		return Multiplier{}, err
	}
	t, err := s.tie(p, reading)
	switch {
	case err != nil:
		return Multiplier{}, err
	case t.clash != nil:
		return Multiplier{}, s.refuse(p, reading, t.clash)
	case t.jumps:
		return Multiplier{}, s.refuseJumps(p)
	}
	return t.multiplier(p, reading), nil
}

// tied is what a scene's facts tie together in a reading. There is no bound when they clash
// or jumps have none.
type tied struct {
	verdict
	facts []*compiled
	steps steps  // the largest distance that a jump can have, in the strict reading
	jumps bool   // it has no bound
	apart length // how many steps the counts of neighbours are apart; no edges where the moves alone bound it
	// unmoved is why the moves have no bound, or nil; clash is nil all the same where the steps have one.
	unmoved *conflict
}

// free reports whether no edge changes any of the facts.
func (v verdict) free() bool { return !slices.Contains(v.critical, true) }

func (s scene) tie(p *policy.Policy, reading Reading) (tied, error) {
	if reading != EdgeMinimal && reading != Strict {
		return tied{}, message.Errorf("unknown reading %q of neighbours: use %q or %q", string(reading), string(EdgeMinimal), string(Strict))
	}
	v, err := s.solve()
	if err != nil || reading == EdgeMinimal || v.free() {
		// A move that leaves all counts alone is a neighbour by itself in both readings.
		return tied{verdict: v, facts: s.facts}.nearer(s, reading), err
	}
	// Other people may move along any pair, so every fact counts, also those that no edge
	// changes.
	all := s
	all.policy = policy.Full(s.policy.Domain(), s.policy.Presence())
	t := tied{facts: s.facts}
	if t.verdict, err = all.solve(); err != nil {
		return t, err
	}
	if t = t.nearer(s, reading); t.clash != nil {
		return t, nil
	}
	var ok bool
	t.steps, ok = diameter(p)
	t.jumps = !ok
	return t, nil
}

// factor returns by what the budget is divided (docs/mathematics.md, "Public facts"). Neighbours have to be as
// close as the lightest secret edge between them says, and one move at least is along that
// edge. The others weigh no more than the heaviest edge, or in the strict reading than the
// farthest jump. Where all edges weigh the same that is the number of moves, or one move and
// the others as jumps.
//
// Where counts are known to be nearer than that, it is how many steps they are apart, and byCounts is true.
func (t tied) factor(p *policy.Policy, reading Reading) (n length, byCounts bool) {
	if t.edges == 0 {
		return t.apart, true
	}
	if n = t.byMoves(p, reading); 0 < t.apart.edges && t.apart.edges < n.edges {
		return t.apart, true
	}
	return n, false
}

// byMoves is factor by how many people move.
func (t tied) byMoves(p *policy.Policy, reading Reading) length {
	if t.edges == 1 {
		return length{1, t.exact}
	}
	var columns []domain.AttributeName
	for i, f := range t.facts {
		if t.critical[i] {
			columns = append(columns, f.names...)
		}
	}
	edges := weights(p, columns)
	least, most := edges.least, edges.most
	if d, ok := farthest(p, edges); ok {
		most = min(most, d) // a heavy edge costs no more than a chain of light ones
	}
	if reading == Strict {
		edges.least, _ = p.Weights() // any edge may be among the moves
		least, most = edges.least, t.steps.longest
	}
	others := new(big.Rat).Mul(big.NewRat(int64(t.edges-1), 1), new(big.Rat).Quo(most.Rat(), least.Rat()))
	f := ceiling(others.Add(others, big.NewRat(1, 1)))
	return length{f, t.exact && f == t.edges && (reading != Strict || edges.even() && t.steps.exact)}
}

// farthest returns how far two answers are apart at most, where that may be less than the
// heaviest edge weighs.
func farthest(p *policy.Policy, edges spread) (weighted.Weight, bool) {
	if edges.even() {
		return 0, false
	}
	d, ok := diameter(p)
	return d.longest, ok
}

// ceiling rounds up.
func ceiling(r *big.Rat) int {
	q, rest := new(big.Int).QuoRem(r.Num(), r.Denom(), new(big.Int))
	if rest.Sign() > 0 {
		q.Add(q, big.NewInt(1))
	}
	if !q.IsInt64() || q.Int64() > math.MaxInt {
		return math.MaxInt
	}
	return int(q.Int64())
}

// domain returns the domain that the facts are over, or the policy's when they need none.
func (f Facts) domain(p *policy.Policy) *domain.Domain {
	if f.stated != nil {
		return f.stated.domain
	}
	return p.Domain()
}

// multiplier writes the factor down in words.
func (t tied) multiplier(p *policy.Policy, reading Reading) Multiplier {
	m := Multiplier{Moves: t.edges, Ties: !t.free(), Reading: reading}
	n, byCounts := t.factor(p, reading)
	m.Factor, m.Exact, m.ByCounts = n.edges, n.exact, byCounts
	var costly []message.Text
	for i, f := range t.facts {
		if t.critical[i] {
			costly = append(costly, f.fact.said())
		}
	}
	alone := len(t.facts) == 1
	people := alone && t.facts[0].fact.People != nil
	quality := message.Sprintf("exact")
	if !m.Exact {
		quality = message.Sprintf("upper bound")
	}
	moved, how := message.Sprintf("m = %d", m.Moves), t.how
	if m.Moves == 0 {
		moved = message.Sprintf("m not bounded")
	} else if m.ByCounts {
		how = message.Sprintf("%s; %s", how, steppedUnits)
	}
	m.Expert = message.Sprintf("%s neighbours: %s, factor %d (%s; %s)", reading, moved, m.Factor, quality, how)
	if t.free() {
		switch {
		case people:
			m.Why = message.Sprintf("this fact costs nothing: nothing that you keep secret could change the number of people")
		case alone:
			m.Why = message.Sprintf("this fact costs nothing: nothing that you keep secret could change it")
		default:
			m.Why = message.Sprintf("these facts cost nothing: nothing that you keep secret could change them")
		}
		return m
	}
	tied := message.Sprintf("%s can be tied together", m.People())
	switch {
	case people:
		tied = message.Sprintf("two people are tied together: when one is not in the file, another one is")
	case m.ByCounts && m.Factor > 1:
		tied = message.Sprintf("%s, but they change the numbers no more than %d people can", tied, m.Factor)
	}
	m.Why = message.Sprintf("knowing %s means that %s", message.Few(costly), tied)
	if m.Factor == 1 {
		m.Why = message.Sprintf("%s. That changes the numbers no more than one person can, so that it costs nothing", m.Why)
	} else {
		m.Why = message.Sprintf("%s; to hide them as well as before, the noise becomes %d times as large", m.Why, m.Factor)
	}
	if reading == Strict && m.Factor > m.Moves && !m.ByCounts {
		m.Why = message.Sprintf("%s, since all but one of them may change to any other answer, which is up to %s steps away", m.Why, t.steps.longest.Rat().RatString())
	}
	if !m.Exact && m.Factor > 1 {
		m.Why = message.Sprintf("%s (less may be enough, but that is not proved)", m.Why)
	}
	return m
}
