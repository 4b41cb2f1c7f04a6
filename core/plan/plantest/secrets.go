package plantest

import (
	"fmt"
	"math"
	"math/big"
	"slices"

	"steward/core/domain"
	"steward/core/plan/secret"
	"steward/core/policy/distance"
	"steward/core/seeded"
)

// joins says of two different combinations of values of a secret's columns with what weight they are joined; nil
// says that they are not.
type joins func(u, v []int) *big.Rat

// kind makes secrets of a kind.
type kind struct {
	// columns are how many it may be of; of places these are degrees.
	fewest, most int
	degrees      bool
	make         func(r *seeded.Source, columns []column, s *secret.Secret) joins
}

// kinds has a maker for every kind of secret.
var kinds = map[secret.Kind]kind{
	secret.Everything: {1, 1, false, func(_ *seeded.Source, _ []column, _ *secret.Secret) joins { return always }},
	secret.Public:     {1, 1, false, func(_ *seeded.Source, _ []column, _ *secret.Secret) joins { return never }},
	secret.Near:       {1, 2, false, near},
	secret.Groups:     {1, 1, false, groups},
	secret.Coarser:    {1, 1, false, coarser},
	secret.PerValue:   {1, 1, false, perValue},
	secret.Matrix:     {1, 1, false, matrix},
	secret.Graded:     {1, 2, false, graded},
	secret.Pairs:      {1, 2, false, pairs},
	secret.Grid:       {1, 2, false, grid},
	secret.Place:      {2, 2, true, place},
	secret.Places:     {2, 2, true, places},
}

func init() { // they are made of the others
	kinds[secret.Any], kinds[secret.All] = kind{1, 1, false, combined}, kind{1, 1, false, combined}
}

func weight(text string) *big.Rat {
	w, ok := new(big.Rat).SetString(text)
	if !ok {
		panic("plantest: no weight: " + text)
	}
	return w
}

func always(_, _ []int) *big.Rat { return big.NewRat(1, 1) }
func never(_, _ []int) *big.Rat  { return nil }

// pick returns one of a list.
func pick[E any](r *seeded.Source, of ...E) E { return of[r.IntN(len(of))] }

// blanks adds to edges between declared values those of values for blanks: none, or where the secret says so one to
// every value, of weight one.
func blanks(r *seeded.Source, columns []column, s *secret.Secret, declared joins) joins {
	joined := r.IntN(2) == 0
	s.BlanksJoined = joined
	return func(u, v []int) *big.Rat {
		for i, c := range columns {
			if u[i] != v[i] && max(u[i], v[i]) == c.declared {
				if len(columns) > 1 {
					panic("plantest: blanks in several columns")
				}
				if joined {
					return always(u, v)
				}
				return nil
			}
		}
		return declared(u, v)
	}
}

// distances returns how far the values of each column are apart, scaled.
func distances(columns []column, s *secret.Secret, u, v []int) []*big.Rat {
	var out []*big.Rat
	for i, c := range columns {
		d := big.NewRat(int64(max(u[i]-v[i], v[i]-u[i])), 1)
		if scale := s.Scales[c.Name]; scale != "" {
			d.Mul(d, weight(scale))
		}
		out = append(out, d)
	}
	return out
}

// norm puts distances together; of straight lines it is within a part in 10^15.
func norm(name distance.Norm, of []*big.Rat) *big.Rat {
	out, squares := new(big.Rat), 0.0
	for _, d := range of {
		x, _ := d.Float64()
		squares += x * x
		if name == distance.LInf {
			if out.Cmp(d) < 0 {
				out.Set(d)
			}
		} else {
			out.Add(out, d)
		}
	}
	if name == distance.L2 {
		out.SetFloat64(math.Sqrt(squares))
	}
	return out
}

func scaled(r *seeded.Source, columns []column, s *secret.Secret) {
	if len(columns) < 2 {
		return
	}
	s.Norm = pick(r, append([]distance.Norm{""}, distance.Norms()...)...)
	if r.IntN(2) == 0 {
		s.Scales = map[domain.AttributeName]string{columns[0].Name: "0.5"}
	}
}

func near(r *seeded.Source, columns []column, s *secret.Secret) joins {
	s.Within = pick(r, "1", "1.5", "2")
	scaled(r, columns, s)
	return blanks(r, columns, s, func(u, v []int) *big.Rat {
		if norm(s.Norm, distances(columns, s, u, v)).Cmp(weight(s.Within)) > 0 {
			return nil
		}
		return always(u, v)
	})
}

func graded(r *seeded.Source, columns []column, s *secret.Secret) joins {
	s.Unit, s.AtLeast = pick(r, "1", "2", "4"), pick(r, "", "", "1.5")
	scaled(r, columns, s)
	b := blanks(r, columns, s, func(u, v []int) *big.Rat {
		far := norm(s.Norm, distances(columns, s, u, v))
		if s.AtLeast != "" && far.Cmp(weight(s.AtLeast)) < 0 {
			far = weight(s.AtLeast)
		}
		return far.Quo(far, weight(s.Unit))
	})
	return func(u, v []int) *big.Rat {
		w := b(u, v)
		if max(u[0], v[0]) == columns[0].declared && w != nil && s.AtLeast != "" { // at one unit, or the least
			if least := new(big.Rat).Quo(weight(s.AtLeast), weight(s.Unit)); w.Cmp(least) < 0 {
				return least
			}
		}
		return w
	}
}

// inGroups gives every declared value one of two groups, and joins those of a group.
func inGroups(r *seeded.Source, columns []column, s *secret.Secret) ([]int, joins) {
	of := make([]int, columns[0].declared)
	for v := range of {
		of[v] = r.IntN(2)
	}
	of[0], of[len(of)-1] = 0, 0 // two at least
	return of, blanks(r, columns, s, func(u, v []int) *big.Rat {
		if of[u[0]] != of[v[0]] {
			return nil
		}
		return always(u, v)
	})
}

func groups(r *seeded.Source, columns []column, s *secret.Secret) joins {
	of, joined := inGroups(r, columns, s)
	for g := range 1 + slices.Max(of) {
		group := secret.Group{Name: fmt.Sprint("group ", g)}
		for v, in := range of {
			if in == g {
				group.Values = append(group.Values, columns[0].label(v))
			}
		}
		s.Groups = append(s.Groups, group)
	}
	return joined
}

func coarser(r *seeded.Source, columns []column, s *secret.Secret) joins {
	of, joined := inGroups(r, columns, s)
	s.Coarser = make(map[string]string)
	for v, in := range of {
		s.Coarser[columns[0].label(v)] = fmt.Sprint("entry ", in)
	}
	return joined
}

func perValue(r *seeded.Source, columns []column, s *secret.Secret) joins {
	listed := pick(r, "0.5", "2")
	s.Weights, s.Otherwise = map[string]string{columns[0].label(0): listed}, pick(r, "", "1")
	of := func(v int) *big.Rat {
		switch {
		case v == 0:
			return weight(listed)
		case s.Otherwise == "":
			return nil
		}
		return weight(s.Otherwise)
	}
	return func(u, v []int) *big.Rat { return lesser(of(u[0]), of(v[0])) }
}

// lesser returns the less of two weights; nil is none.
func lesser(a, b *big.Rat) *big.Rat {
	if a == nil || b != nil && b.Cmp(a) < 0 {
		return b
	}
	return a
}

func matrix(r *seeded.Source, columns []column, s *secret.Secret) joins {
	of := make(map[[2]int]string)
	for v := range columns[0].declared {
		for u := range v {
			if u+1 == v || r.IntN(3) == 0 {
				of[[2]int{u, v}] = pick(r, "0.5", "1", "1.25")
				s.Distances = append(s.Distances, secret.Distance{U: columns[0].label(u), V: columns[0].label(v), Distance: of[[2]int{u, v}]})
			}
		}
	}
	return blanks(r, columns, s, func(u, v []int) *big.Rat {
		if text := of[[2]int{min(u[0], v[0]), max(u[0], v[0])}]; text != "" {
			return weight(text)
		}
		return nil
	})
}

func pairs(r *seeded.Source, columns []column, s *secret.Secret) joins {
	of := make(map[string]*big.Rat)
	for range 1 + r.IntN(3) {
		var u, v []int
		var p secret.Pair
		for _, c := range columns {
			u, v = append(u, r.IntN(c.size())), append(v, r.IntN(c.size()))
		}
		if slices.Equal(u, v) || of[fmt.Sprint(u, v)] != nil {
			continue
		}
		for i, c := range columns {
			p.U, p.V = append(p.U, c.label(u[i])), append(p.V, c.label(v[i]))
		}
		p.Weight = pick(r, "", "0.25", "3")
		w := big.NewRat(1, 1)
		if p.Weight != "" {
			w = weight(p.Weight)
		}
		of[fmt.Sprint(u, v)], of[fmt.Sprint(v, u)] = w, w
		s.Pairs = append(s.Pairs, p)
	}
	if len(s.Pairs) == 0 {
		return pairs(r, columns, s)
	}
	return func(u, v []int) *big.Rat { return of[fmt.Sprint(u, v)] }
}

func grid(r *seeded.Source, columns []column, s *secret.Secret) joins {
	s.Scales = make(map[domain.AttributeName]string)
	for _, c := range columns {
		s.Scales[c.Name] = pick(r, "2", "3")
	}
	return blanks(r, columns, s, func(u, v []int) *big.Rat {
		for i, c := range columns {
			width := int(weight(s.Scales[c.Name]).Num().Int64())
			if u[i]/width != v[i]/width {
				return nil
			}
		}
		return always(u, v)
	})
}

// kilometres returns the least distance of two squares of degrees on the smallest sphere of the Earth's curvature
// (radius 6335.439), over places along their edges: never less than it is, and hardly more.
func kilometres(u, v []int) float64 {
	edge := func(cell []int) (out [][2]float64) {
		const steps = 8
		for i := range steps {
			along := float64(i) / steps
			for _, at := range [][2]float64{{0, along}, {along, 1}, {1, 1 - along}, {1 - along, 0}} {
				out = append(out, [2]float64{(float64(cell[0]) + at[0]) * math.Pi / 180, (float64(cell[1]) + at[1]) * math.Pi / 180})
			}
		}
		return out
	}
	least := math.Inf(1)
	for _, a := range edge(u) {
		for _, b := range edge(v) {
			h := math.Pow(math.Sin((b[0]-a[0])/2), 2) + math.Cos(a[0])*math.Cos(b[0])*math.Pow(math.Sin((b[1]-a[1])/2), 2)
			least = min(least, 2*6335.439*math.Asin(math.Sqrt(h)))
		}
	}
	return least
}

// place joins squares of degrees that lie side by side or meet at a corner: no others are that near.
func place(_ *seeded.Source, _ []column, s *secret.Secret) joins {
	s.Within = "50"
	return func(u, v []int) *big.Rat {
		if kilometres(u, v) > 50 {
			return nil
		}
		return always(u, v)
	}
}

func places(_ *seeded.Source, _ []column, s *secret.Secret) joins {
	s.Unit, s.AtLeast = "100", "20"
	return func(u, v []int) *big.Rat { return new(big.Rat).SetFloat64(max(20, kilometres(u, v)) / 100) }
}

// combined is what any of two secrets joins, or what both do, by the less of their weights.
func combined(r *seeded.Source, columns []column, s *secret.Secret) joins {
	var of []joins
	for _, k := range []secret.Kind{pick(r, secret.Near, secret.Groups, secret.Graded), pick(r, secret.Pairs, secret.Everything, secret.Matrix)} {
		inner := secret.Secret{Kind: k}
		of = append(of, kinds[k].make(r, columns, &inner))
		s.Of = append(s.Of, inner)
	}
	return func(u, v []int) *big.Rat {
		a, b := of[0](u, v), of[1](u, v)
		if s.Kind == secret.All && (a == nil || b == nil) {
			return nil
		}
		return lesser(a, b)
	}
}
