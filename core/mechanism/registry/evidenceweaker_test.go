//go:build evidence

package registry

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"testing"

	"steward/core/domain"
	"steward/core/internal/evidence"
	"steward/core/internal/randompolicy"
	"steward/core/policy"
	"steward/core/seeded"
	"steward/core/workload"
)

// TestEvidenceOfWeakerPairs compares errors under random pairs of policies, of which the second joins some of the pairs that the first joins, by weights
// at least as large: how often more error is left where less is secret.
func TestEvidenceOfWeakerPairs(t *testing.T) {
	r := seeded.New(2026, 24)
	type tally struct {
		compared, worse int
		most            float64
	}
	found := make(map[string]*tally)
	for range 600 {
		of := []*domain.Attribute{wholeNumbers(t, "a", int64(3+r.IntN(7)))}
		if r.IntN(2) == 0 {
			of = []*domain.Attribute{wholeNumbers(t, "a", int64(2+r.IntN(3))), wholeNumbers(t, "b", int64(2+r.IntN(3)))}
		}
		stronger, weaker := somePairs(t, r, of)
		if stronger == nil {
			continue
		}
		w, err := workload.New(askedOf(r, of), stronger.Domain())
		if err != nil {
			t.Fatal(err)
		}
		s := setting{known: r.IntN(2) == 0, agreed: r.IntN(3) == 0, gaussian: r.IntN(4) == 0}
		before, after := errorsUnder(t, w, stronger, s), errorsUnder(t, w, weaker, s)
		for id, e := range after {
			if was, ok := before[id]; ok && was > 0 {
				if found[id] == nil {
					found[id] = new(tally)
				}
				f := found[id]
				f.compared, f.most = f.compared+1, max(f.most, e/was)
				if e > was*searchedToAny {
					f.worse++
				}
			}
		}
	}
	table := evidence.NewTable("method", "pairs of policies", "worse where less is secret", "at most by a factor of")
	for _, id := range slices.Sorted(maps.Keys(found)) {
		f, name := found[id], id
		if id == "" {
			name = "**Automatic**"
		}
		table.Add(name, f.compared, f.worse, fmt.Sprintf("%.3f", max(f.most, 1)))
	}
	writePart(t, "weaker-pairs", table.String())
}

// somePairs makes two policies of secret pairs, the second of them no stronger; nil where it would join none.
func somePairs(t *testing.T, r *seeded.Source, of []*domain.Attribute) (stronger, weaker *policy.Policy) {
	t.Helper()
	d := columns(t, of...)
	cells, err := d.Cells()
	if err != nil {
		t.Fatal(err)
	}
	labels := func(cell int) (out []string) {
		for j, a := range of {
			out = append(out, a.Label(d.Value(cell, j)))
		}
		return out
	}
	var more, fewer []policy.Pair
	weighted, dense, kept := r.IntN(2) == 0, 1+r.IntN(4), 1+r.IntN(4)
	for u := range cells {
		for v := u + 1; v < cells; v++ {
			if r.IntN(4) >= dense {
				continue
			}
			p := policy.Pair{A: labels(u), B: labels(v)}
			if weighted {
				p.Weight = big.NewRat(int64(1+r.IntN(3)), 2)
			}
			more = append(more, p)
			if r.IntN(5) >= kept {
				continue
			}
			if weighted {
				p.Weight = new(big.Rat).Mul(p.Weight, big.NewRat(int64(2+r.IntN(3)), 2))
			}
			fewer = append(fewer, p)
		}
	}
	if len(fewer) == 0 {
		return nil, nil
	}
	made := func(list []policy.Pair) *policy.Policy {
		part, err := policy.Pairs(of, list)
		if err != nil {
			t.Fatal(err)
		}
		p, err := policy.New(policy.Spec{Domain: d, Parts: []policy.Part{part}, Together: 1})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	if stronger, weaker = made(more), made(fewer); !randompolicy.NoStronger(weaker, stronger) {
		t.Fatalf("%s is stronger than %s", randompolicy.Describe(weaker), randompolicy.Describe(stronger))
	}
	return stronger, weaker
}

// askedOf makes a table, cumulative counts, or a few ranges of columns.
func askedOf(r *seeded.Source, of []*domain.Attribute) workload.Question {
	q := workload.Question{ID: "q", Title: "q", Kind: workload.Table}
	for _, a := range of {
		q.Columns = append(q.Columns, a.Name())
	}
	switch r.IntN(3) {
	case 0:
		if len(of) == 1 {
			q.Kind = workload.Cumulative
		}
	case 1:
		q.Kind = workload.Ranges
		for range 2 + r.IntN(3) {
			var box []workload.Span
			for _, a := range of {
				x, y := r.IntN(a.Regular()), r.IntN(a.Regular())
				box = append(box, workload.Span{From: a.Label(min(x, y)), To: a.Label(max(x, y))})
			}
			if len(of) == 1 {
				q.Spans = append(q.Spans, box[0])
			} else {
				q.Boxes = append(q.Boxes, box)
			}
		}
	}
	return q
}
