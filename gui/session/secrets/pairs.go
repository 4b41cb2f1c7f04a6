package secrets

import (
	"slices"

	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/core/policy/weighted"
	"steward/core/table"
	"steward/gui/words"
)

// ListedPair is a pair of a rule's list: for each of its columns the values of both ends by
// index, -1 for one that the column no longer has.
type ListedPair struct {
	U, V   []int
	Weight string // a multiple of the budget; empty for the budget
}

// Pairs returns the listed pairs of a rule; false when it is not such a list.
func (at Rule) Pairs() ([]ListedPair, bool) {
	r, ok := at.Secret()
	if !ok || r.Kind != secret.Pairs {
		return nil, false
	}
	labels := at.step.labelsIn(r)
	places := make([]map[string]int, len(labels))
	for i, list := range labels {
		places[i] = make(map[string]int, len(list))
		for v, label := range list {
			places[i][label] = v
		}
	}
	find := func(names []string) []int {
		out := slices.Repeat([]int{-1}, len(labels))
		for i := range min(len(names), len(labels)) {
			if v, ok := places[i][names[i]]; ok {
				out[i] = v
			}
		}
		return out
	}
	out := make([]ListedPair, len(r.Pairs))
	for i, p := range r.Pairs {
		out[i] = ListedPair{find(p.U), find(p.V), p.Weight}
	}
	return out, true
}

// labelsIn returns the values of each column of a rule, with its special cells.
func (s *Step) labelsIn(r secret.Secret) (out [][]string) {
	for _, n := range r.Columns {
		c, _ := s.of.Published(string(n))
		out = append(out, Ungrouped(c).Values)
	}
	return out
}

// changePairs changes the list of pairs of a rule.
func (at Rule) changePairs(change func(pairs []secret.Pair, labels [][]string) ([]secret.Pair, error)) error {
	r, ok := at.Secret()
	if !ok || r.Kind != secret.Pairs {
		return nil
	}
	next, err := change(copyRule(r).Pairs, at.step.labelsIn(r))
	if err != nil {
		return err
	}
	return at.Change(func(r *secret.Secret) { r.Pairs = next })
}

// SetPair changes one pair of a rule's list to two combinations of values, by index.
func (at Rule) SetPair(k int, u, v []int) error {
	return at.changePairs(func(pairs []secret.Pair, labels [][]string) ([]secret.Pair, error) {
		if k < 0 || k >= len(pairs) || len(u) != len(labels) || len(v) != len(labels) {
			return pairs, nil
		}
		if slices.Equal(u, v) {
			return nil, words.Errorf("a pair has two different answers")
		}
		names := func(end []int) []string {
			var out []string
			for i, at := range end {
				if at < 0 || at >= len(labels[i]) {
					return nil
				}
				out = append(out, labels[i][at])
			}
			return out
		}
		a, b := names(u), names(v)
		if a == nil || b == nil {
			return nil, words.Errorf("choose both answers of the pair")
		}
		pairs[k].U, pairs[k].V = a, b
		return pairs, nil
	})
}

// AddPair adds a pair to a rule's list: the last answer of the list and the next that is in
// no pair with it, so that adding goes on where the steward is. Of several columns, the first
// changes and the others stay.
func (at Rule) AddPair() error {
	return at.changePairs(func(pairs []secret.Pair, labels [][]string) ([]secret.Pair, error) {
		rest := func() []string {
			if n := len(pairs); n > 0 && len(pairs[n-1].V) == len(labels) {
				return pairs[n-1].V[1:]
			}
			var out []string
			for _, list := range labels[1:] {
				out = append(out, list[0])
			}
			return out
		}()
		with := func(label string) []string { return append([]string{label}, rest...) }
		listed := func(a, b []string) bool {
			return slices.ContainsFunc(pairs, func(p secret.Pair) bool {
				return slices.Equal(p.U, a) && slices.Equal(p.V, b) || slices.Equal(p.U, b) && slices.Equal(p.V, a)
			})
		}
		first, values := 0, labels[0]
		if n := len(pairs); n > 0 && len(pairs[n-1].V) > 0 {
			first = max(slices.Index(values, pairs[n-1].V[0]), 0)
		}
		for i := range values {
			a := with(values[(first+i)%len(values)])
			for k := 1; k < len(values); k++ {
				if b := with(values[(first+i+k)%len(values)]); !listed(a, b) {
					return append(pairs, secret.Pair{U: a, V: b}), nil
				}
			}
		}
		return nil, words.Errorf("every pair is already listed")
	})
}

// RemovePair takes one pair out of a rule's list. The last one stays.
func (at Rule) RemovePair(k int) error {
	return at.changePairs(func(pairs []secret.Pair, _ [][]string) ([]secret.Pair, error) {
		if len(pairs) > 1 && k >= 0 && k < len(pairs) {
			pairs = slices.Delete(pairs, k, k+1)
		}
		return pairs, nil
	})
}

func pairs() kind {
	return kind{
		Kind: secret.Pairs, name: words.Key("listed pairs"), note: words.Key("each hidden from those it is paired with"),
		card: CardPairs, offered: atFirst, several: 6, plain: true,
		unfit:    uncountable(never),
		together: tooMany,
		begin: func(r *secret.Secret, columns []plan.Column) {
			var pair secret.Pair
			for _, c := range columns {
				labels := labelsOf(c)
				if len(labels) == 0 || len(columns) == 1 && len(labels) == 1 {
					return
				}
				pair.U, pair.V = append(pair.U, labels[0]), append(pair.V, labels[min(1, len(labels)-1)])
			}
			r.Pairs = []secret.Pair{pair}
		},
		line: func(r secret.Secret) string {
			return words.N(len(r.Pairs), "%d listed pair", "%d listed pairs", len(r.Pairs))
		},
		add: func(r *secret.Secret, c plan.Column) {
			label := labelsOf(c)[0]
			for i := range r.Pairs {
				r.Pairs[i].U, r.Pairs[i].V = append(r.Pairs[i].U, label), append(r.Pairs[i].V, label)
			}
		},
		drop:   dropFromPairs,
		read:   readPairs,
		form:   func(Rule, secret.Secret) Form { return Form{Editor: PairsEditor} },
		hidden: meaning.hiddenPair,
		learnt: func(_ meaning, far weighted.Weight) string {
			if far < weighted.Infinite {
				return words.T("more about answers that only a chain of pairs connects: up to %s apart.", stepsText(far))
			}
			return words.T("exactly how many people are in each set of answers that no chain of pairs connects.")
		},
		odds: func(m meaning) []OddsRow {
			if slices.ContainsFunc(m.rule.Pairs, func(p secret.Pair) bool { return p.Weight != "" }) {
				return m.oddsAround()
			}
			return nil
		},
	}
}

// hiddenPair names a listed pair, one of the value that is looked at if there is one.
func (m meaning) hiddenPair() string {
	pairs, _ := m.s.At(On(m.column())).Pairs()
	found := [2]int{-1, -1}
	for _, p := range pairs {
		if u, v := p.U[0], p.V[0]; min(u, v) >= 0 && (found[0] < 0 || u == m.a || v == m.a) {
			found = [2]int{u, v}
		}
	}
	if found[0] < 0 {
		return ""
	}
	return m.factor(words.T("%s from %s: they are a pair of your list.", m.label(found[0]), m.label(found[1])), found[0], found[1])
}

// dropFromPairs leaves the i-th column out of all pairs, and out of the list those that are none without it or are
// there already.
func dropFromPairs(r *secret.Secret, i int) {
	same := func(a, b secret.Pair) bool { return slices.Equal(a.U, b.U) && slices.Equal(a.V, b.V) }
	var pairs []secret.Pair
	for _, p := range r.Pairs {
		if i < min(len(p.U), len(p.V)) {
			p.U, p.V = slices.Delete(p.U, i, i+1), slices.Delete(p.V, i, i+1)
		}
		again := func(q secret.Pair) bool { return same(p, q) || same(p, secret.Pair{U: q.V, V: q.U}) }
		if !slices.Equal(p.U, p.V) && !slices.ContainsFunc(pairs, again) {
			pairs = append(pairs, p)
		}
	}
	r.Pairs = pairs
}

// readPairs reads a value for each column, again for the other end, and if the sheet goes on the pair's weight.
func readPairs(r *ruleReader) error {
	n := len(r.attrs)
	r.rule.Pairs = nil
	err := r.list(2*n, 2*n, 2*n+1, func(row table.Row, labels []string) (err error) {
		p := secret.Pair{U: labels[:n:n], V: labels[n : 2*n : 2*n]}
		if slices.Equal(p.U, p.V) {
			return words.Errorf("%s: a pair has two different answers", r.cell(row, n))
		}
		if len(row.Cells) > 2*n && row.Cells[2*n].Text != "" {
			if p.Weight, err = r.number(row, 2*n); p.Weight == "1" {
				p.Weight = ""
			}
		}
		r.rule.Pairs = append(r.rule.Pairs, p)
		return err
	})
	if err == nil && len(r.rule.Pairs) == 0 {
		return words.Errorf("%s lists no pairs", r.base)
	}
	return err
}
