package promise

import (
	"bytes"
	"encoding/json"
	"math/big"
	"slices"
	"strconv"

	"steward/core/account"
	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/core/policy/weighted"
)

// Spent is a release as the ledger keeps it: a certificate of what it told, that can be evaluated again
// without data when more is known.
type Spent struct {
	Title string
	// Epsilon is what it spent, Delta the chance of failure and Rho the concentrated loss that is
	// (Epsilon, Delta); the latter two are zero for a pure release, and all of them where everything was published
	// exactly.
	Epsilon account.Epsilon
	Delta   account.Delta
	Rho     account.Rho
	// Tied is how many steps its noise hides together: it was drawn for Epsilon / Tied along an edge of
	// weight One. Where Declared does not have the facts that it knew, Tied is above 1 if they tie people together.
	Tied int
	// Declared is what its policy is made of, with the known facts where FactsKept says so; nil when the
	// ledger does not hold it.
	Declared  *plan.Plan
	FactsKept bool
	// Membership tells, of a release about a group of people, of whose answers the groups are made: two releases with the same one were
	// made from the same records, read alike, with the same rows of a person. Empty where that is not known.
	Membership string
	today      bool // a plan that is not released yet
}

// Joint is what several releases about the same people tell together.
type Joint struct {
	// Loss is the epsilon that they come to, at a chance Delta that any of them fails, between two files
	// that are neighbours under all their policies and all facts that are known by now.
	Loss, Delta *big.Rat
	// Same says that each of them keeps secret what the widest does, so that Loss is of every pair that
	// the latest joins; otherwise it is of those pairs only that each of them joins.
	Same bool
	// Times is, by release, how many times as many people move as its noise was made for.
	Times []*big.Rat
	// Each is, by release, what it tells. Loss is their sum, but for those about groups of people that are Apart: of each such set
	// it is what is told of the people of whom most is told.
	Each  []*big.Rat
	Apart []Apart
	// Others says that facts tie people together: where one person's answers change, those of others may have to, also of people in
	// another group.
	Others bool
}

// Unbounded is the error of releases of which nobody can say what they tell together.
type Unbounded struct {
	// Titles are those of the releases that are in the way.
	Titles []string
	Why    message.Text
}

// Said says what is in the way.
func (e *Unbounded) Said() message.Text {
	return message.Sprintf("what all releases about these people reveal together is not bounded: %s", e.Why)
}

func (e *Unbounded) Error() string { return e.Said().String() }

// Together returns what releases tell together, with the facts that any of them knew and those of today's
// plan, which may be among them; nil for none.
//
// A release is private along single edges of its policy, by the loss that its noise was scaled to: Epsilon
// / Tied. What facts tie together is no part of that certificate, because more may be known later: from
// the counts of one of two neighbouring files of today to those of the other lead m steps along edges, so that the release tells m
// times that (docs/mathematics.md, "Facts and several releases"), with the m of all facts that were ever stated, which nothing takes back.
// The m is that of the release whose policy covers all the others. Where none does, facts that no edge can
// change are nothing to a pair that all of the policies join, the number of people ties two together under
// any policy, and any other fact is in the way. Releases that share no column are taken by themselves and
// added up. Numbers that were published exactly are facts that no edge of their own policy changes. Releases about groups of people
// that are apart cost the most expensive of them (Apart).
//
// It errors with *Unbounded when no bound is known (docs/mathematics.md, "Facts and several releases").
func Together(memory *plan.Memory, releases []Spent, today *plan.Plan) (Joint, error) {
	if memory == nil {
		memory = new(plan.Memory)
	}
	every := slices.Clone(releases)
	if today != nil {
		every = append(every, Spent{Title: "this one", Declared: today, FactsKept: true, today: true})
	}
	out := Joint{Loss: new(big.Rat), Delta: new(big.Rat), Times: make([]*big.Rat, len(releases)), Each: make([]*big.Rat, len(releases))}
	groups := apart(every)
	headcount := slices.ContainsFunc(every, func(r Spent) bool { return r.Declared != nil && r.Declared.Facts.People != nil })
	for _, of := range groups {
		g := group{memory: memory, headcount: headcount}
		for _, i := range of {
			g.all = append(g.all, every[i])
		}
		factors, own, same, ties, err := g.factors()
		if err != nil {
			return Joint{}, err
		}
		out.Same, out.Others = same && len(groups) == 1, out.Others || ties
		for j, i := range of {
			if i == len(releases) {
				continue // today's plan, on which nothing is spent yet
			}
			// Each is proved by itself, so that more facts may have a bound below that of fewer; and those of today have one below
			// what an earlier version divided by, which was the number of people who move.
			if out.Times[i] = new(big.Rat).Quo(factors[j], own[j]); out.Times[i].Cmp(big.NewRat(1, 1)) < 0 {
				out.Times[i].SetInt64(1)
			}
			far, err := Exchanged(every[i])
			if err != nil {
				return Joint{}, err
			}
			loss, err := every[i].times(far.Mul(far, out.Times[i]))
			if err != nil {
				return Joint{}, err
			}
			out.Each[i] = loss
			out.Delta.Add(out.Delta, every[i].Delta.Rat())
		}
	}
	out.Apart = byGroups(releases)
	out.Loss = out.Sum(all)
	return out, nil
}

// Exchanged returns how many edges a change of one of a person's rows can be along: more than one in a release
// whose rows were chosen by their answers, as versions up to 0.9 did (docs/security.md).
func Exchanged(r Spent) (*big.Rat, error) {
	if r.Declared == nil || !r.Declared.RowsByAnswers() {
		return big.NewRat(1, 1), nil
	}
	p, err := plan.Policy(*r.Declared)
	if err != nil {
		return nil, message.Errorf("the secrets of %q in the account: %w", r.Title, err)
	}
	return p.Exchange().Rat(), nil
}

// Worst returns what the releases tell together of the two answers that they hide least, of those that each of them joins, as Loss is of
// edges of weight One; nil where the secrets of one of them are not known.
func (j Joint) Worst(releases []Spent) (*big.Rat, error) {
	each := make([]*big.Rat, len(releases))
	for i, r := range releases {
		heaviest, known := r.Heaviest()
		if !known {
			return nil, nil
		}
		if each[i] = new(big.Rat); heaviest == 0 {
			continue
		}
		far := heaviest.Rat()
		loss, err := r.times(far.Mul(far, j.Times[i]))
		if err != nil {
			return nil, err
		}
		each[i] = loss
	}
	return Along(releases, each), nil
}

// Heaviest returns what no two answers that a release joins are farther apart than: its heaviest edge, or, where it joins none of them,
// the way out of the file and in again. It is false where its secrets are not known.
func (r Spent) Heaviest() (heaviest weighted.Weight, known bool) {
	if r.Declared == nil {
		return 0, false
	}
	p, err := plan.Policy(*r.Declared)
	if err != nil {
		return 0, false
	}
	joined, absent := reach(p, r.Declared.RowsByAnswers())
	if joined == 0 {
		return 2 * absent, true
	}
	return max(joined, absent), true
}

// apart puts releases that share columns, directly or through others, into groups, in their order. One of
// which it is not known what it published may share some with any.
func apart(all []Spent) [][]int {
	var groups [][]int
	columns := func(of []int) map[domain.AttributeName]bool {
		out := make(map[domain.AttributeName]bool)
		for _, i := range of {
			for _, c := range all[i].Declared.Columns {
				out[c.Name] = true
			}
		}
		return out
	}
	if slices.ContainsFunc(all, func(r Spent) bool { return r.Declared == nil }) {
		together := make([]int, len(all))
		for i := range all {
			together[i] = i
		}
		return [][]int{together}
	}
	for i, r := range all {
		mine := []int{i}
		groups = slices.DeleteFunc(groups, func(of []int) bool {
			has := columns(of)
			if !slices.ContainsFunc(r.Declared.Columns, func(c plan.Column) bool { return has[c.Name] }) {
				return false
			}
			mine = append(of, mine...)
			return true
		})
		slices.Sort(mine)
		groups = append(groups, mine)
	}
	return groups
}

// group is releases that share columns.
type group struct {
	memory *plan.Memory
	all    []Spent
	// headcount says that the number of people is known, from whichever release.
	headcount bool
}

// factors returns, by release, how many steps all facts together leave neighbours apart and how many its own facts did,
// whether one of the releases keeps secret what all of them do, and whether facts tie people together.
func (g group) factors() (factors, own []*big.Rat, same, together bool, err error) {
	most := big.NewRat(1, 1)
	own = make([]*big.Rat, len(g.all))
	each := func(n *big.Rat) []*big.Rat { return slices.Repeat([]*big.Rat{n}, len(g.all)) }
	var tying, unknown []int
	heads, stated := true, false
	for i, r := range g.all {
		var ties bool
		if own[i], ties, err = g.own(r); err != nil {
			return nil, nil, false, false, err
		}
		stated = stated || r.states()
		if !ties {
			continue
		}
		if tying = append(tying, i); own[i].Cmp(most) > 0 {
			most = own[i]
		}
		// Where people have several rows or weights, no other fact is taken.
		slotted := r.Declared.Slotted()
		heads = heads && (slotted || r.FactsKept && len(r.Declared.Facts.Stated) == 0)
		if !r.FactsKept && !slotted {
			unknown = append(unknown, i)
		}
	}
	widest, same := widest(g.all)
	hidden := g.headcount && slices.ContainsFunc(g.all, func(r Spent) bool { return r.Declared != nil && hidesPresence(*r.Declared) })
	switch {
	case len(tying) > 0 && !heads && !same:
		return nil, nil, false, false, g.unbounded(tying, message.Sprintf("known facts tie people’s answers together, and %s do not keep the same secret: ask with the secrets that the earlier ones had", message.And(message.Quoted(titles(g.all)))))
	case len(unknown) == 1 && !stated && !hidden && alike(base(*g.all[widest].Declared), base(*g.all[unknown[0]].Declared)):
		return each(most), own, same, true, nil // its facts are all that there are
	case len(unknown) > 0:
		return nil, nil, false, false, g.unbounded(unknown, message.Sprintf("the account does not say which facts %s took as known: add to it what their records say%s", message.And(message.Quoted(g.titlesOf(unknown))), message.Type("steward ledger know")))
	case len(tying) == 0 && !hidden && (!same || !stated):
		return each(big.NewRat(1, 1)), own, same, false, nil // no edge that they share changes any of the facts
	case !same: // one who leaves the file makes room for one who comes, which is two edges, or one where the release keeps everything secret
		for _, r := range g.all {
			n := big.NewRat(2, 1)
			if r.Declared != nil {
				alone := group{all: []Spent{{Declared: new(base(*r.Declared))}}, headcount: true}
				if m, err := g.memory.Tied(alone.joint(0)); err == nil && m.Factor < 2 {
					n.SetInt64(1)
				}
			}
			factors = append(factors, n)
		}
		return factors, own, same, true, nil
	}
	m, err := g.memory.Tied(g.joint(widest))
	if err != nil {
		return nil, nil, false, false, g.unbounded(tying, message.Of(err))
	}
	return each(big.NewRat(int64(m.Factor), 1)), own, same, m.Ties, nil
}

// own returns how many steps the facts of a release left neighbours apart, and whether they tied people together.
func (g group) own(r Spent) (n *big.Rat, ties bool, err error) {
	if r.today {
		if !r.Declared.Facts.Any() {
			return big.NewRat(1, 1), false, nil
		}
		m, err := g.memory.Tied(*r.Declared)
		if err != nil {
			return nil, false, &Unbounded{[]string{r.Title}, message.Of(err)}
		}
		return big.NewRat(int64(m.Factor), 1), m.Ties, nil
	}
	if r.Tied > 1 && r.Declared == nil {
		return nil, false, &Unbounded{[]string{r.Title}, message.Sprintf("the account does not say what %q kept secret, nor which facts it took as known", r.Title)}
	}
	if n, err = r.steps(); err != nil {
		return nil, false, err
	}
	return n, r.tiesPeople(g.memory, n), nil
}

// states reports whether it is known which facts the release took as known, and there are any.
func (r Spent) states() bool { return r.Declared != nil && r.FactsKept && r.Declared.Facts.Any() }

// tiesPeople reports whether the facts of a release, whose noise was made for so many steps, tied people together. They may
// although that took no more noise, and it does not say so of facts that can no longer be worked out.
func (r Spent) tiesPeople(memory *plan.Memory, steps *big.Rat) bool {
	if steps.Cmp(big.NewRat(1, 1)) > 0 {
		return true
	}
	if !r.states() {
		return false
	}
	m, err := memory.Tied(*r.Declared)
	return err != nil || m.Ties
}

// steps returns how many steps the facts of a release left neighbours apart: rows and units of a person, which are hidden
// together without any fact, all count as one.
func (r Spent) steps() (*big.Rat, error) {
	if r.Tied <= 1 {
		return big.NewRat(1, 1), nil
	}
	slots, err := plan.Slots(*r.Declared)
	if err != nil {
		return nil, message.Errorf("the secrets of %q in the account: %w", r.Title, err)
	}
	return big.NewRat(int64(r.Tied), int64(slots)), nil
}

// MoreThanSpent reports whether a release can tell more than it spent, and its plan alone says how much: known
// facts tied several people together, or answers chose which rows of a person count.
func (r Spent) MoreThanSpent() bool {
	if r.Declared == nil {
		return r.Tied > 1
	}
	n, err := r.steps()
	return err != nil || r.tiesPeople(new(plan.Memory), n) || r.Declared.RowsByAnswers()
}

// joint returns the policy of the widest release with the facts of all. Neighbours are read strictly where any
// of them did: a later plan that reads them otherwise takes nothing back.
func (g group) joint(widest int) plan.Plan {
	joint := base(*g.all[widest].Declared)
	for _, r := range g.all {
		add(&joint.Facts, r.Declared.Facts)
		if r.Declared.Facts.Reading == constraint.Strict {
			joint.Facts.Reading = constraint.Strict
		}
	}
	if g.headcount {
		joint.Facts.People = new(int64)
	}
	return joint
}

// hidesPresence reports whether somebody's being in the file is a secret.
func hidesPresence(p plan.Plan) bool {
	return p.Secrets.Presence || len(p.Secrets.Absences) > 0 || p.Slotted()
}

func (g group) titlesOf(of []int) []string {
	out := make([]string, len(of))
	for i, j := range of {
		out[i] = g.all[j].Title
	}
	return out
}

func (g group) unbounded(of []int, why message.Text) error { return &Unbounded{g.titlesOf(of), why} }

// times returns the epsilon of a release when so many times as many people move as its noise was made for.
func (r Spent) times(n *big.Rat) (*big.Rat, error) {
	switch {
	case n.Cmp(big.NewRat(1, 1)) == 0:
		return r.Epsilon.Rat(), nil
	case r.Delta.IsZero():
		return new(big.Rat).Mul(n, r.Epsilon.Rat()), nil
	case r.Rho.IsZero():
		return nil, r.onlyAChance()
	}
	return r.Rho.Along(n).Within(r.Delta)
}

// onlyAChance is the error of a release of which the account lacks what its noise was drawn for.
func (r Spent) onlyAChance() error {
	return &Unbounded{[]string{r.Title}, message.Sprintf("the account says of %q only that it had a chance of failure, not what it reveals about several people", r.Title)}
}

// add takes over facts that are not there yet. What they tie together rests on what they are about and not
// on their numbers (constraint.Facts.Tie), so these are left out: two plans may state different ones, and
// both were told to the public.
func add(to *plan.Facts, from plan.Facts) {
	if from.People != nil {
		to.People = new(int64)
	}
	for _, f := range from.Stated {
		f = numberless(f)
		if !slices.ContainsFunc(to.Stated, func(g constraint.Fact) bool {
			g.ID = f.ID
			return alike(f, g)
		}) {
			f.ID = strconv.Itoa(len(to.Stated) + 1)
			to.Stated = append(to.Stated, f)
		}
	}
}

// numberless returns a fact without its words and numbers.
func numberless(f constraint.Fact) constraint.Fact {
	f.Title = ""
	if f.People != nil {
		f.People = new(int64)
	}
	if f.Totals != nil {
		t := *f.Totals
		t.Rows = slices.Clone(t.Rows)
		for i := range t.Rows {
			t.Rows[i].Count = 0
		}
		f.Totals = &t
	}
	f.Counts = slices.Clone(f.Counts)
	for i := range f.Counts {
		f.Counts[i].Count = 0
	}
	return f
}

// base returns what a policy is made of, without facts.
func base(p plan.Plan) plan.Plan {
	return plan.Plan{Version: plan.Version, DataSet: p.DataSet, Rows: p.Rows, Weight: p.Weight, Columns: p.Columns, Impossible: p.Impossible, Secrets: p.Secrets}
}

// widest returns the release whose policy covers those of all others; false where there is none.
func widest(all []Spent) (int, bool) {
	for i := len(all) - 1; i >= 0; i-- {
		if all[i].Declared != nil && !slices.ContainsFunc(all, func(r Spent) bool { return r.Declared == nil || !covers(*all[i].Declared, *r.Declared) }) {
			return i, true
		}
	}
	return 0, false
}

// covers reports whether every edge of b's policy is what some columns show of an edge of a's, and every
// edge of a's, seen through those columns, an edge of b's or none: b is a's projection. It may say no where
// that is so in a roundabout way.
func covers(a, b plan.Plan) bool {
	declared := make(map[domain.AttributeName]plan.Column, len(a.Columns))
	for _, c := range a.Columns {
		declared[c.Name] = c
	}
	kept := make(map[domain.AttributeName]bool, len(b.Columns))
	for _, c := range b.Columns {
		kept[c.Name] = true
		if !sameColumn(declared[c.Name], c) {
			return false
		}
	}
	if len(a.Columns) != len(b.Columns) && (len(a.Impossible) > 0 || len(b.Impossible) > 0 || a.Secrets.Together != 0 || b.Secrets.Together != 0 || len(a.Secrets.Absences)+len(b.Secrets.Absences) > 0) {
		return false
	}
	if !alike(a.Impossible, b.Impossible) && len(a.Impossible)+len(b.Impossible) > 0 {
		return false
	}
	of := a.Secrets
	of.Columns = nil
	for _, s := range a.Secrets.Columns {
		in := 0
		for _, n := range s.Columns {
			if kept[n] {
				in++
			}
		}
		switch in {
		case len(s.Columns):
			of.Columns = append(of.Columns, s)
		case 0:
		default:
			return false
		}
	}
	to := b.Secrets
	of.Presence, to.Presence = of.Presence || a.Slotted(), to.Presence || b.Slotted()
	return sameSecrets(of, to)
}

// sameColumn reports whether two columns have the same values and read answers alike, whoever said so.
func sameColumn(a, b plan.Column) bool {
	a.Origin, b.Origin, a.Label, b.Label = "", "", "", ""
	return alike(a, b)
}

// sameSecrets reports whether two sets of secrets are the same, in any order.
func sameSecrets(a, b secret.Secrets) bool {
	if len(a.Columns) != len(b.Columns) {
		return false
	}
	for _, s := range a.Columns {
		if !slices.ContainsFunc(b.Columns, func(t secret.Secret) bool { return alike(s, t) }) {
			return false
		}
	}
	a.Columns, b.Columns = nil, nil
	return alike(a, b)
}

// alike reports whether two parts of plans are saved as the same: what a ledger kept and what a session
// holds differ in empty lists.
func alike(a, b any) bool {
	x, err := json.Marshal(a)
	y, failed := json.Marshal(b)
	return err == nil && failed == nil && bytes.Equal(x, y)
}

func titles(all []Spent) []string {
	var out []string
	for _, r := range all {
		out = append(out, r.Title)
	}
	return out
}
