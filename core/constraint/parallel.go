package constraint

import (
	"slices"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/policy"
)

// Group is a group of people, told by their answers.
type Group struct {
	Name string
	Who  Predicate
}

// GroupSet is groups of people whose releases have something to do with one another.
// Releases about groups of different sets compose in parallel: all together they cost what
// the dearest set does. Inside a set the losses of its groups add up when they are Crossed,
// and otherwise the largest counts; either is multiplied by Factor where the releases were
// made without regard to the facts.
type GroupSet struct {
	Groups []string
	// Factor is what the facts that affect these groups tie together.
	Factor int
	// Crossed says that a secret pair leads from one of the groups to another.
	Crossed bool
	Why     message.Text
}

// Parallel divides groups of people into sets that compose in parallel, under the policy
// over all published columns, when each group's release looks at that group only (He et al.
// 2014 Theorem 4.3). Two groups are in one set when a secret pair leads from
// one to the other, since its two ends then lie in two releases, and when a fact, or facts
// that moves change together, are critical in both, since neighbouring files may then differ
// in both. It errors on fewer than two groups, on groups that share people, and with
// *Refusal where facts are not bounded.
func (f Facts) Parallel(p *policy.Policy, reading Reading, groups []Group) ([]GroupSet, error) {
	if len(groups) < 2 {
		return nil, message.Errorf("%d groups are given, but parallel releases need two or more", len(groups))
	}
	who := make([]predicate, len(groups))
	for i, g := range groups {
		var err error
		if who[i], err = resolve(p.Domain(), g.Who); err != nil {
			return nil, message.Errorf("the group %q: %w", g.Name, err)
		}
	}
	all, err := f.Tie(p, reading)
	if err != nil {
		return nil, err
	}
	s := scene{policy: p, facts: f.compiled(), exact: true}
	if f.stated != nil && p.Domain() != f.stated.domain {
		return nil, message.Errorf("the facts are about other columns than the policy: state them over its columns")
	}
	d, err := s.divide(groups, who)
	if err != nil {
		return nil, err
	}
	if reading == Strict && all.Moves > 1 {
		for i := range groups {
			d.sets.unite(0, i) // other people may jump anywhere
		}
		d.why[d.sets.of(0)] = message.Sprintf("in the strict reading of neighbours people of any group may change with those of another")
	}
	return s.groupSets(p, reading, groups, d)
}

// division is which groups have to do with one another.
type division struct {
	sets    sets
	crossed []bool   // per group, whether a secret pair leads out of it to another
	affects [][]bool // per group and fact
	why     map[int]message.Text
}

// divide walks over the secret pairs between merged cells.
func (s scene) divide(groups []Group, who []predicate) (*division, error) {
	list, owner := s.predicates(allOf(s.facts), s.policy.Domain())
	var columns []domain.AttributeName
	used := columnsOf(s.facts)
	for _, g := range who {
		for _, b := range g {
			for _, c := range b {
				used = append(used, c.column)
			}
		}
	}
	for pos, a := range s.policy.Domain().Attributes() {
		if slices.Contains(used, pos) {
			columns = append(columns, a.Name())
		}
	}
	if len(columns) == 0 {
		return nil, message.Errorf("the groups %q and %q share people: give each its own", groups[0].Name, groups[1].Name)
	}
	p, err := s.policy.Project(columns)
	if err != nil {
		return nil, err
	}
	p = p.Whole()
	over := func(x predicate) predicate { return moved(x, s.policy.Domain(), p.Domain()) }
	merged := make([]predicate, 0, len(list)+len(who))
	for _, x := range slices.Concat(list, who) {
		merged = append(merged, over(x))
	}
	d := &division{sets: newSets(len(groups)), crossed: make([]bool, len(groups)), why: make(map[int]message.Text)}
	for range groups {
		d.affects = append(d.affects, make([]bool, len(s.facts)))
	}
	c, ok := newCoarse(p.Domain(), merged)
	if !ok {
		d.all(groups)
		return d, nil
	}
	w := &divider{division: d, coarse: c, list: list, owner: owner, groups: groups, blocks: newSets(len(list)), first: make(map[int]int)}
	if err := w.place(); err != nil {
		return nil, err
	}
	w.walk(newShape(p, c))
	return d, nil
}

// moved returns a predicate with the positions of its columns in another domain.
func moved(x predicate, from, to *domain.Domain) predicate {
	out := make(predicate, len(x))
	for i, b := range x {
		for _, c := range b {
			at, _ := to.Position(from.Attributes()[c.column].Name())
			out[i] = append(out[i], condition{at, c.set})
		}
	}
	return out
}

func allOf(facts []*compiled) []int {
	out := make([]int, len(facts))
	for i := range out {
		out[i] = i
	}
	return out
}

// all puts all groups into one set, for want of knowing better.
func (d *division) all(groups []Group) {
	for i := range groups {
		d.sets.unite(0, i)
		d.crossed[i] = true
		for f := range d.affects[i] {
			d.affects[i][f] = true
		}
	}
	d.why[d.sets.of(0)] = message.Sprintf("there are too many combinations to tell which secret pairs lead from one group to another")
}

// divider finds out what joins groups.
type divider struct {
	*division
	coarse *coarse
	list   []predicate
	owner  []int
	groups []Group
	of     []int       // per merged cell, its group or -1
	blocks sets        // of predicates that moves change together
	first  map[int]int // block -> a group that it is critical in
}

// place finds the group of every merged cell.
func (w *divider) place() error {
	w.of = make([]int, w.coarse.cells)
	for cell, holds := range w.coarse.holds {
		w.of[cell] = -1
		for k, i := range holds {
			g := int(i) - len(w.list)
			switch {
			case g < 0:
				continue
			case w.of[cell] >= 0:
				return message.Errorf("the groups %q and %q share people: give each its own", w.groups[w.of[cell]].Name, w.groups[g].Name)
			}
			if w.of[cell] = g; k > 0 {
				w.coarse.holds[cell] = holds[:k]
			} else {
				w.coarse.holds[cell] = nil
			}
		}
	}
	return nil
}

func (w *divider) walk(s *shape) {
	touched := make([][]bool, len(w.list)) // per predicate, the groups it is critical in
	for i := range touched {
		touched[i] = make([]bool, len(w.groups))
	}
	see := func(from, to []int32, groups ...int) {
		first := int32(-1)
		difference(from, to, func(i int32, _ int8) {
			if first >= 0 {
				w.blocks.unite(int(first), int(i))
			}
			first = i
			for _, g := range groups {
				if g >= 0 {
					touched[i][g] = true
				}
			}
		})
	}
	done := s.edges(func(u, v int) bool {
		g, h := w.of[u], w.of[v]
		if g >= 0 && h >= 0 && g != h {
			w.sets.unite(g, h)
			w.crossed[g], w.crossed[h] = true, true
		}
		see(w.coarse.holds[u], w.coarse.holds[v], g, h)
		return true
	})
	if !done {
		w.all(w.groups)
		return
	}
	for u, joined := range s.absent {
		if joined && w.coarse.possible[u] {
			see(w.coarse.holds[u], nil, w.of[u])
		}
	}
	for i := range w.list {
		for g := range w.groups {
			if !touched[i][g] {
				continue
			}
			root := w.blocks.of(i)
			if other, seen := w.first[root]; seen {
				w.sets.unite(other, g)
			} else {
				w.first[root] = g
			}
		}
	}
	for i := range w.list {
		if g, critical := w.first[w.blocks.of(i)]; critical {
			w.affects[g][w.owner[i]] = true
		}
	}
}

// groupSets writes the sets down with their factors.
func (s scene) groupSets(p *policy.Policy, reading Reading, groups []Group, d *division) ([]GroupSet, error) {
	var out []GroupSet
	at := make(map[int]int)
	facts := make(map[int][]bool)
	for i, g := range groups {
		root := d.sets.of(i)
		k, seen := at[root]
		if !seen {
			k = len(out)
			at[root] = k
			out = append(out, GroupSet{Why: d.why[root]})
			facts[k] = make([]bool, len(s.facts))
		}
		out[k].Groups = append(out[k].Groups, g.Name)
		out[k].Crossed = out[k].Crossed || d.crossed[i]
		for f, affects := range d.affects[i] {
			facts[k][f] = facts[k][f] || affects
		}
	}
	for k := range out {
		own := s
		own.facts = nil
		for f, affects := range facts[k] {
			if affects || reading == Strict && !out[k].Why.IsZero() {
				own.facts = append(own.facts, s.facts[f])
			}
		}
		out[k].Factor = 1
		if len(own.facts) > 0 {
			factor, err := own.priceByMoves(p, reading)
			if err != nil {
				return nil, message.Errorf("the groups %s: %w", listOf(out[k].Groups), err)
			}
			out[k].Factor = factor
		}
		if out[k].Why.IsZero() {
			out[k].Why = out[k].say(own.facts)
		}
	}
	return out, nil
}

// listOf lists names of groups.
func listOf(groups []string) message.Text {
	out := make([]message.Text, len(groups))
	for i, g := range groups {
		out[i] = message.Verbatim(g)
	}
	return message.Few(out)
}

// say says why groups are in one set, or why one is by itself.
func (g GroupSet) say(facts []*compiled) message.Text {
	var titles []message.Text
	for _, f := range facts {
		titles = append(titles, f.fact.said())
	}
	switch {
	case len(g.Groups) == 1 && len(facts) == 0:
		return message.Sprintf("no secret pair leads from this group to another, and no known fact is critical in it")
	case len(g.Groups) == 1:
		return message.Sprintf("no secret pair leads from this group to another, and %s concerns no other", message.Few(titles))
	case g.Crossed && len(facts) == 0:
		return message.Sprintf("secret pairs lead from one of these groups to another, so what is released about each adds up")
	case g.Crossed:
		return message.Sprintf("secret pairs lead from one of these groups to another, so what is released about each adds up; knowing %s ties their people together", message.Few(titles))
	}
	return message.Sprintf("knowing %s ties people of these groups together", message.Few(titles))
}
