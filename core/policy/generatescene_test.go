package policy

import (
	"fmt"

	"pgregory.net/rapid"

	"steward/core/domain"
	"steward/core/policy/weighted"
)

// scene is a random policy with the definition of its edges.
type scene struct {
	policy   *Policy
	secrets  []secret
	together int // 0 for presence only
	k        int
	edge     table             // over cells
	absent   []weighted.Weight // to "not in the file", 0 for none
}

// drawScene draws a policy over one to three small columns; with zeros set it has
// impossible combinations.
func drawScene(t *rapid.T, zeros bool) scene {
	var columns []column
	for i := range rapid.IntRange(1, 3).Draw(t, "columns") {
		columns = append(columns, drawColumn(t, string(rune('a'+i)), 3))
	}
	d := drawDomain(t, columns, zeros)
	s := scene{secrets: drawSecrets(t, columns)}
	s.k, _ = d.Cells()
	s.absent = make([]weighted.Weight, s.k)
	if rapid.IntRange(0, 9).Draw(t, "presence only") == 0 {
		s.policy, s.secrets = PresenceOnly(d), nil
		s.hide(func([]int) bool { return true }, weighted.One)
	} else {
		spec := Spec{Domain: d, Presence: rapid.IntRange(0, 3).Draw(t, "presence") == 0}
		for _, x := range s.secrets {
			spec.Parts = append(spec.Parts, x.part)
		}
		spec.Together = rapid.IntRange(0, len(spec.Parts)).Draw(t, "together")
		if s.together = spec.Together; s.together == 0 {
			s.together = len(spec.Parts)
		}
		holds := drawAbsences(t, &spec)
		s.policy = must(New(spec))
		for i, x := range s.secrets {
			if x.rounds {
				s.secrets[i].part = s.policy.Parts()[i]
				s.secrets[i].edge = readOff(s.secrets[i].part)
				checkNear(t, x.part, shortest(s.secrets[i].edge), shortest(x.edge))
			}
			if whole := x.whole(); x.rounds && fmt.Sprint(whole.edge) != fmt.Sprint(s.secrets[i].edge) {
				t.Fatalf("%s lacks edges", x.part.Expert())
			}
		}
		if spec.Presence {
			s.hide(func([]int) bool { return true }, weighted.One)
		}
		for i, a := range spec.Absences {
			w := weighted.One
			if a.Weight != nil {
				w = floor(a.Weight)
			}
			s.hide(holds[i], w)
		}
	}
	s.edge = tableOf(s.k, s.defined)
	return s
}

// drawAbsences sometimes makes being in the file a secret, for all or for some.
func drawAbsences(t *rapid.T, spec *Spec) (holds []func(values []int) bool) {
	for rapid.IntRange(0, 3).Draw(t, "another absence") == 0 && len(holds) < 2 {
		a := Absence{Where: make(domain.Combination)}
		if rapid.Bool().Draw(t, "weight") {
			a.Weight = drawFactor(t)
		}
		in := make(map[int]map[int]bool)
		for pos, attr := range spec.Domain.Attributes() {
			if rapid.Bool().Draw(t, "named") {
				in[pos] = make(map[int]bool)
				for _, l := range rapid.SliceOfNDistinct(rapid.SampledFrom(attr.Labels()), 1, attr.Size(), rapid.ID).Draw(t, "labels") {
					a.Where[attr.Name()] = append(a.Where[attr.Name()], l)
					v, _ := attr.Find(l)
					in[pos][v] = true
				}
			}
		}
		spec.Absences = append(spec.Absences, a)
		holds = append(holds, func(values []int) bool {
			for pos, set := range in {
				if !set[values[pos]] {
					return false
				}
			}
			return true
		})
	}
	return holds
}

// hide notes that being in the file is a secret for possible cells.
func (s *scene) hide(holds func(values []int) bool, w weighted.Weight) {
	d := s.policy.Domain()
	values := make([]int, len(d.Attributes()))
	for u := range s.k {
		d.Values(values, u)
		if d.Possible(u) && holds(values) && (s.absent[u] == 0 || w < s.absent[u]) {
			s.absent[u] = w
		}
	}
}

func drawDomain(t *rapid.T, columns []column, zeros bool) *domain.Domain {
	var attrs []*domain.Attribute
	for _, c := range rapid.Permutation(columns).Draw(t, "order") {
		attrs = append(attrs, c.attr)
	}
	var impossible []domain.Combination
	for zeros && len(impossible) < 2 {
		c := make(domain.Combination)
		for _, a := range attrs {
			if rapid.Bool().Draw(t, "named") {
				c[a.Name()] = rapid.SliceOfNDistinct(rapid.SampledFrom(a.Labels()), 1, max(1, a.Size()-1), rapid.ID).Draw(t, "labels")
			}
		}
		if len(c) > 0 {
			impossible = append(impossible, c)
		}
		zeros = rapid.Bool().Draw(t, "another")
	}
	return must(domain.New(attrs, impossible))
}

// drawSecrets covers the columns with parts, sometimes two columns with one.
func drawSecrets(t *rapid.T, columns []column) []secret {
	var out []secret
	if len(columns) > 1 && rapid.Bool().Draw(t, "tied") {
		pair := []column{columns[0], columns[1]}
		if rapid.Bool().Draw(t, "turned") {
			pair[0], pair[1] = pair[1], pair[0]
		}
		out, columns = append(out, drawSecret(t, pair, 1)), columns[2:]
	}
	for _, c := range columns {
		out = append(out, drawSecret(t, []column{c}, 1))
	}
	return out
}

// local returns the vertex of a secret's part that a cell lies in.
func (s scene) local(x secret, cell int) int {
	d, v := s.policy.Domain(), 0
	for _, attr := range x.part.Attributes() {
		at, _ := d.Position(attr.Name())
		v = v*attr.Size() + d.Value(cell, at)
	}
	return v
}

// defined says by the definition how heavy the edge between two cells is.
func (s scene) defined(u, v int) weighted.Weight {
	d := s.policy.Domain()
	if !d.Possible(u) || !d.Possible(v) {
		return 0
	}
	var from, to []int
	for _, x := range s.secrets {
		from, to = append(from, s.local(x, u)), append(to, s.local(x, v))
	}
	return jointly(s.secrets, s.together, from, to)
}

// withAbsent adds the vertex for "not in the file" behind the cells.
func (s scene) withAbsent() table {
	return tableOf(s.k+1, func(u, v int) weighted.Weight {
		if u == s.k || v == s.k {
			return s.absent[min(u, v)]
		}
		return s.edge[u][v]
	})
}

// shortest returns the lengths of the shortest ways between all vertices, Infinite for none,
// by Floyd and Warshall's recurrence.
func shortest(edge table) (d [][]weighted.Weight) {
	n := len(edge)
	d = make([][]weighted.Weight, n)
	for u := range d {
		d[u] = make([]weighted.Weight, n)
		for v := range d[u] {
			if d[u][v] = edge[u][v]; d[u][v] == 0 && u != v {
				d[u][v] = weighted.Infinite
			}
		}
	}
	for m := range n {
		for u := range n {
			for v := range n {
				if d[u][m] < weighted.Infinite && d[m][v] < weighted.Infinite {
					d[u][v] = min(d[u][v], d[u][m]+d[m][v])
				}
			}
		}
	}
	return d
}

// sets returns the connected components of the wanted vertices, numbered in order of first
// appearance, -1 for the others.
func sets(edge table, wanted func(v int) bool) (set []int, count int) {
	set = make([]int, len(edge))
	for i := range set {
		set[i] = -1
	}
	for s := range edge {
		if set[s] >= 0 || !wanted(s) {
			continue
		}
		set[s] = count
		for queue := []int{s}; len(queue) > 0; queue = queue[1:] {
			for v, w := range edge[queue[0]] {
				if w > 0 && set[v] < 0 {
					set[v] = count
					queue = append(queue, v)
				}
			}
		}
		count++
	}
	return set, count
}
