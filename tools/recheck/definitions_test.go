package main

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"
)

// columnsOfAllKinds are an ordered list, whole numbers, ranges of real numbers that touch, and ranges of whole
// numbers, each with a value for blanks.
func columnsOfAllKinds() *record {
	r := &record{}
	add := func(name string, open bool, ends ...int64) {
		c := &column{name: name, open: open, declared: len(ends) / 2}
		for i := 0; i < len(ends); i += 2 {
			c.lo, c.hi = append(c.lo, whole(ends[i])), append(c.hi, whole(ends[i+1]))
			c.values = append(c.values, fmt.Sprint(ends[i]))
		}
		c.values = append(c.values, "(blank)")
		r.columns = append(r.columns, c)
	}
	add("steps", false, 0, 0, 1, 1, 2, 2, 3, 3)
	add("real", true, 0, 1, 1, 2, 2, 3, 5, 7)
	add("whole", false, 0, 4, 5, 9, 10, 14)
	add("latitude", true, 50, 51, 51, 52, 52, 53)
	add("longitude", true, 179, 180, -180, -179, 0, 1)
	return r
}

// Every kind of secret joins what its definition says, and nothing else: edges are written down as
// "u-v weight" by the places of the values.
func TestSecrets(t *testing.T) {
	r := columnsOfAllKinds()
	type d = struct{ U, V, Distance string }
	tests := []struct {
		name string
		of   secret
		want []string
	}{
		{"everything", secret{Columns: []string{"whole"}, Kind: "everything", Weight: "0.5"}, []string{"0-1 1/2", "0-2 1/2", "0-3 1/2", "1-2 1/2", "1-3 1/2", "2-3 1/2"}},
		{"public", secret{Columns: []string{"whole"}, Kind: "public"}, nil},
		{"near", secret{Columns: []string{"steps"}, Kind: "near", Within: "1"}, []string{"0-1 1", "1-2 1", "2-3 1"}},
		{"near, scaled", secret{Columns: []string{"steps"}, Kind: "near", Within: "1", Scales: map[string]string{"steps": "0.5"}}, []string{"0-1 1", "0-2 1", "1-2 1", "1-3 1", "2-3 1"}},
		{"near with blanks", secret{Columns: []string{"steps"}, Kind: "near", Within: "1", BlanksJoined: true}, []string{"0-1 1", "0-4 1", "1-2 1", "1-4 1", "2-3 1", "2-4 1", "3-4 1"}},
		// Between 0 to 1 and 2 to 3 the difference is more than 1, since 1 is not in the first.
		{"near ranges", secret{Columns: []string{"real"}, Kind: "near", Within: "1"}, []string{"0-1 1", "1-2 1"}},
		{"near whole ranges", secret{Columns: []string{"whole"}, Kind: "near", Within: "1"}, []string{"0-1 1", "1-2 1"}},
		{"graded", secret{Columns: []string{"real"}, Kind: "graded", Unit: "2", AtLeast: "1"}, []string{"0-1 1/2", "0-2 1/2", "0-3 2", "1-2 1/2", "1-3 3/2", "2-3 1"}},
		{"graded with blanks", secret{Columns: []string{"whole"}, Kind: "graded", Unit: "2", BlanksJoined: true}, []string{"0-1 1/2", "0-2 3", "0-3 1", "1-2 1/2", "1-3 1", "2-3 1"}},
		{"groups", secret{Columns: []string{"steps"}, Kind: "groups", Groups: []struct{ Values []string }{{[]string{"0", "3"}}, {[]string{"1", "2"}}}}, []string{"0-3 1", "1-2 1"}},
		{"coarser", secret{Columns: []string{"whole"}, Kind: "coarser", Coarser: map[string]string{"0": "a", "5": " b", "10": "b"}, BlanksJoined: true}, []string{"0-3 1", "1-2 1", "1-3 1", "2-3 1"}},
		{"grid", secret{Columns: []string{"steps"}, Kind: "grid", Scales: map[string]string{"steps": "3"}}, []string{"0-1 1", "0-2 1", "1-2 1"}},
		{"per value", secret{Columns: []string{"whole"}, Kind: "per value", Weights: map[string]string{"5": "0.5", "10": "2"}}, []string{"0-1 1/2", "0-2 2", "1-2 1/2", "1-3 1/2", "2-3 2"}},
		{"matrix", secret{Columns: []string{"whole"}, Kind: "matrix", Distances: []d{{"0", "5", "2"}}, BlanksJoined: true}, []string{"0-1 2", "0-3 1", "1-3 1", "2-3 1"}},
		{"matrix with blanks", secret{Columns: []string{"whole"}, Kind: "matrix", Distances: []d{{"0", "5", "2"}, {"(blank)", "5", "3"}}, BlanksJoined: true}, []string{"0-1 2", "1-3 3"}},
		{"any", secret{Columns: []string{"steps"}, Kind: "any", Weight: "2", Of: []secret{{Kind: "near", Within: "1"}, {Kind: "per value", Weights: map[string]string{"0": "0.25"}}}}, []string{"0-1 1/2", "0-2 1/2", "0-3 1/2", "0-4 1/2", "1-2 2", "2-3 2"}},
		{"all", secret{Columns: []string{"steps"}, Kind: "all", Of: []secret{{Kind: "near", Within: "1"}, {Kind: "per value", Weights: map[string]string{"0": "0.25"}}}}, []string{"0-1 1/4"}},
	}
	for _, test := range tests {
		var got []string
		for _, g := range r.graphs(test.of) {
			for u := range g.columns[0].values {
				for v := u + 1; v < len(g.columns[0].values); v++ {
					w, back := g.weight([]int{u}, []int{v}), g.weight([]int{v}, []int{u})
					if (w == nil) != (back == nil) || w != nil && w.Cmp(back) != 0 {
						t.Errorf("%s: %d to %d has another weight than back", test.name, u, v)
					}
					if w != nil {
						got = append(got, fmt.Sprintf("%d-%d %s", u, v, w.RatString()))
					}
				}
			}
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s joins %q, want %q", test.name, got, test.want)
		}
	}
}

// Distances over two columns, by every norm; pairs of combinations, and squares of a grid.
func TestSecretsTogether(t *testing.T) {
	r := columnsOfAllKinds()
	both := []string{"steps", "real"}
	near := func(norm, within string) secret {
		return secret{Columns: both, Kind: "near", Norm: norm, Within: within}
	}
	for _, test := range []struct {
		of   secret
		u, v []int
		want string
	}{
		{near("", "3"), []int{0, 0}, []int{3, 1}, ""}, // 3 and a little
		{near("L1", "3"), []int{0, 0}, []int{2, 1}, "1"},
		{near("L2", "5"), []int{0, 0}, []int{3, 3}, ""}, // 3 and 4 and a little
		{near("L2", "5.001"), []int{0, 0}, []int{3, 3}, "1"},
		{near("L2", "3"), []int{0, 0}, []int{3, 0}, "1"},
		{near("Linf", "3"), []int{0, 2}, []int{3, 3}, "1"},
		{near("Linf", "2"), []int{0, 2}, []int{2, 3}, ""}, // 2 and a little
		{near("Linf", "2"), []int{0, 4}, []int{1, 3}, ""}, // blanks are by themselves
		{secret{Columns: both, Kind: "graded", Norm: "L2", Unit: "1"}, []int{0, 0}, []int{3, 3}, "5"},
		{secret{Columns: both, Kind: "graded", Norm: "Linf", Unit: "2"}, []int{0, 0}, []int{3, 3}, "2"},
		{secret{Columns: both, Kind: "graded", Norm: "L1", Unit: "1", BlanksJoined: true}, []int{0, 4}, []int{3, 3}, "4"},
		{secret{Columns: both, Kind: "grid", Scales: map[string]string{"steps": "2", "real": "2"}}, []int{0, 0}, []int{1, 1}, "1"},
		{secret{Columns: both, Kind: "grid", Scales: map[string]string{"steps": "2", "real": "2"}}, []int{0, 0}, []int{2, 1}, ""},
		{secret{Columns: both, Kind: "pairs", Pairs: []pair{{[]string{"0", "0"}, []string{"3", "5"}, "0.25"}}}, []int{3, 3}, []int{0, 0}, "1/4"},
	} {
		got := ""
		if w := r.graphs(test.of)[0].weight(test.u, test.v); w != nil {
			got = w.RatString()
		}
		if got != test.want {
			t.Errorf("%s %s %s: %v and %v have %q, want %q", test.of.Kind, test.of.Norm, test.of.Within+test.of.Unit, test.u, test.v, got, test.want)
		}
	}
}

// Places: a degree of latitude, longitudes on both sides of the date line, an unknown latitude, and the least
// distance of two rectangles against a walk over their points.
func TestKilometres(t *testing.T) {
	r := columnsOfAllKinds()
	degree := radius * math.Pi / 180
	where := []string{"latitude", "longitude"}
	joined := func(within float64, blanks bool, u, v []int) bool {
		s := secret{Columns: where, Kind: "place", Within: fmt.Sprintf("%.6f", within), BlanksJoined: blanks}
		return r.graphs(s)[0].weight(u, v) != nil
	}
	if joined(degree*0.999, false, []int{0, 0}, []int{2, 0}) || !joined(degree*1.001, false, []int{0, 0}, []int{2, 0}) {
		t.Error("a degree of latitude is not where it is")
	}
	if !joined(1, false, []int{0, 0}, []int{0, 1}) || joined(1000, false, []int{0, 0}, []int{0, 2}) {
		t.Error("the date line is not where it is")
	}
	if joined(30000, false, []int{0, 0}, []int{3, 0}) || !joined(1, true, []int{0, 0}, []int{3, 0}) {
		t.Error("an unknown latitude is not as is said")
	}
	graded := r.graphs(secret{Columns: where, Kind: "places", Unit: "100", AtLeast: "10", BlanksJoined: true})[0].weight
	if w := graded([]int{0, 0}, []int{1, 0}); w.Cmp(big.NewRat(1, 10)) != 0 {
		t.Error("touching places weigh", w)
	}
	if w := graded([]int{0, 0}, []int{3, 1}); w.Cmp(one) != 0 {
		t.Error("an unknown latitude weighs", w)
	}
	for _, pair := range [][2]rectangle{
		{{50, 51, 5, 6}, {50.5, 52, 9, 10}}, {{-10, 10, 0, 1}, {-5, 20, 50, 60}}, {{60, 70, -170, -160}, {55, 80, 170, 175}}, {{-40, -30, 0, 1}, {30, 40, 100, 101}},
	} {
		least := math.Inf(1)
		const n = 60
		for i := range n + 1 {
			for j := range n + 1 {
				a := pair[0].south + (pair[0].north-pair[0].south)*float64(i)/n
				b := pair[1].south + (pair[1].north-pair[1].south)*float64(j)/n
				for _, x := range []float64{pair[0].west, pair[0].east} {
					for _, y := range []float64{pair[1].west, pair[1].east} {
						least = min(least, radius*angle(radians(a), radians(b), radians(x-y)))
					}
				}
			}
		}
		if got := kilometres(pair[0], pair[1]); got > least*(1+1e-8) || got < least*0.995 {
			t.Errorf("%v are %.3f km apart, and points in them %.3f", pair, got, least)
		}
	}
}

// Neighbours under facts are the sets of moves that add up to nothing, no part of which does: compared with
// all sets of a few moves, one after another.
func TestNeighbours(t *testing.T) {
	for _, changes := range [][]change{
		{"\x01", "\xff"},
		{"\x01\xff", "\xff\x01", "\x01\x00", "\xff\x00", "\x00\x01", "\x00\xff"},
		{"\x01\xff\x00", "\xff\x01\x00", "\x00\x01\xff", "\x00\xff\x01", "\x01\x00\xff", "\xff\x00\x01"},
		{"\x01\x01\x00", "\xff\xff\x00", "\x00\xff\x01", "\x00\x01\xff", "\x01\x00\x01", "\xff\x00\xff"},
	} {
		got := make(map[string]bool)
		for _, set := range neighbours(changes) {
			got[string(set)] = true
		}
		want := make(map[string]bool)
		const most = 3
		set := make([]uint8, len(changes))
		var sets [][]uint8
		for next := true; next; {
			sums := make([]byte, len(changes[0]))
			for i, n := range set {
				for j := range sums {
					sums[j] += n * changes[i][j]
				}
			}
			if change(sums).none() && slices.Max(set) > 0 {
				sets = append(sets, slices.Clone(set))
			}
			next = false
			for i := range set {
				if set[i]++; set[i] <= most {
					next = true
					break
				}
				set[i] = 0
			}
		}
		for _, s := range sets {
			if !slices.ContainsFunc(sets, func(other []uint8) bool { return !slices.Equal(other, s) && within(other, s) }) {
				want[string(s)] = true
			}
		}
		if len(got) != len(want) {
			t.Fatalf("%q: %d sets, want %d", changes, len(got), len(want))
		}
		for s := range want {
			if !got[s] {
				t.Errorf("%q: the set %v is missing", changes, []byte(s))
			}
		}
	}
	// The largest sets of moves between towns are around all of them, found or not.
	for towns := 2; towns <= 9; towns++ {
		var changes []change
		for a := range towns {
			for b := range towns {
				if a != b {
					c := make([]byte, towns)
					c[a], c[b] = 1, 0xff
					changes = append(changes, change(c))
				}
			}
		}
		if got, found := mostMoves(changes), neighbours(changes) != nil; got != int64(towns) || towns > 7 && found {
			t.Errorf("%d towns: up to %d moves, found: %v", towns, got, found)
		}
	}
}

// Roots are exact where they can be, and else on the side that is asked for.
func TestRoot(t *testing.T) {
	for _, x := range []string{"0", "4", "1/9", "16/25", "2", "1/3", "1000000007/3", "1/1000000000000000000000", "123456789123456789123456789"} {
		below, above := root(exact(x), false), root(exact(x), true)
		if more(square(below), exact(x)) || more(exact(x), square(above)) {
			t.Errorf("the roots of %s are %s and %s", x, below.RatString(), above.RatString())
		}
		if exact(x).Sign() > 0 && more(quo(above, below), exact("1.00000000000000001")) {
			t.Errorf("the roots of %s are far apart: %s and %s", x, below.RatString(), above.RatString())
		}
	}
	if root(exact("16/25"), true).Cmp(exact("4/5")) != 0 {
		t.Error("16/25 has an exact root")
	}
}

// Noise that adds up to zero makes up for moves between its rows; the sum of the rows has no noise.
func TestNoiseThatAddsUpToZero(t *testing.T) {
	s := stated{Rows: []statedRows{{noise{Scale: "3", Balanced: true}, []string{"0=1", "1=1", "2=1"}}, {Of: []string{"0-2=1"}}}}
	r := s.readRows(4)
	for a := range 5 { // cell 3 is in no row, and "not in the file" is 4
		for b := range a {
			if cost := r.loss(a, b); a < 3 && cost.Cmp(exact("2/3")) != 0 {
				t.Errorf("a move from %d to %d costs %v", a, b, cost)
			}
		}
	}
	if want := []int64{1, 1, 1, 0, 0}; len(r.exact) != 2 || !slices.Equal(r.exact[0], want) || !slices.Equal(r.exact[1], want) {
		t.Errorf("the rows without noise are %v", r.exact)
	}
}

// Rows that have the same noise tell their differences, or their sums where one has the other sign; draws that are no copies add up to zero.
func TestNoiseThatIsCopied(t *testing.T) {
	s := stated{Rows: []statedRows{{noise{Scale: "3", Balanced: true, Copies: 3, Opposite: 1}, []string{"0=1", "1=1", "2=1", "3=1", "4=1", "5=1"}}}}
	r := s.readRows(6)
	want := [][]int64{{1, 0, -1, 0, 0, 0, 0}, {0, 1, 0, -1, 0, 0, 0}, {1, 0, 0, 0, 1, 0, 0}, {0, 1, 0, 0, 0, 1, 0}, {1, 1, 0, 0, 0, 0, 0}}
	if !slices.EqualFunc(r.exact, want, slices.Equal) {
		t.Errorf("the rows without noise are %v", r.exact)
	}
	if cost := r.loss(0, 5); cost.Cmp(exact("2/3")) != 0 {
		t.Errorf("a move costs %v", cost)
	}
}

// A draw that is kept back makes up for the others: it costs what they change together.
func TestNoiseThatIsKeptBack(t *testing.T) {
	s := stated{Rows: []statedRows{{noise{Scale: "3", Balanced: true, KeptBack: true}, []string{"0=1", "1=1", "2=1"}}}}
	r := s.readRows(4)
	for a := range 5 { // cell 3 is in no row, and "not in the file" is 4
		for b := range a {
			want := "2/3"
			if b == 3 {
				want = "0"
			}
			if cost := r.loss(a, b); cost == nil || cost.Cmp(exact(want)) != 0 {
				t.Errorf("a move from %d to %d costs %v, want %s", a, b, cost, want)
			}
		}
	}
}

// Rows cost what their definition says, also along ways of pairs, with either kind of noise.
func TestLosses(t *testing.T) {
	measured := func(law, scale string, of []string, pairs ...string) *rows {
		var s stated
		s.Pairs = pairs
		s.Rows = append(s.Rows, statedRows{Of: of})
		if s.Rows[0].Scale = scale; law == "gaussian" {
			s.Rows[0].Scale, s.Rows[0].SigmaSquared = "", scale
		}
		return s.readRows(4)
	}
	for _, test := range []struct {
		name string
		of   *rows
		a, b int
		want string
	}{
		{"cells", measured("", "3", []string{"0=1", "1=1", "2-3=1"}), 0, 2, "2/3"},
		{"the same row", measured("", "3", []string{"0=1", "1=1", "2-3=1"}), 2, 3, "0"},
		{"absent", measured("", "3", []string{"0=1", "0-3=2"}), 0, 4, "1"},
		{"weights", measured("", "1/2", []string{"0=5 1=-2", "0-1=1"}), 0, 1, "14"},
		{"squares", measured("gaussian", "2", []string{"0=5 1=-2", "1-2=1"}), 0, 1, "5"}, // (49+1)/2 = 25
		{"a pair", measured("", "2", []string{"0=1", "1=1", "2=1"}, "0 1", "1 2", "3 -1"), 1, 0, "1/2"},
		{"two pairs", measured("", "2", []string{"0=1", "1=1", "2=1"}, "0 1", "1 2", "3 -1"), 0, 2, "1"},
		{"out of the file", measured("", "2", []string{"0=1", "1=1", "2=1"}, "0 1", "1 2", "3 -1"), 3, 4, "1/2"},
		{"no way", measured("", "2", []string{"0=1", "1=1", "2=1"}, "0 1", "1 2", "3 -1"), 0, 3, ""},
		{"no noise on the way", measured("", "2", []string{"0=1"}, "0 1", "1 2"), 1, 2, ""},
		{"squares of pairs", measured("gaussian", "1/2", []string{"0=1", "1=1"}, "0 1", "1 2"), 0, 2, "2"}, // 2 + 2 = 4
		{"sums over pairs", measured("", "2", []string{"0-1=1", "0=1"}, "0 1", "1 2"), 0, 2, "3/2"},
	} {
		got := ""
		if loss := test.of.loss(test.a, test.b); loss != nil {
			got = loss.RatString()
		}
		if got != test.want {
			t.Errorf("%s: from %d to %d it costs %q, want %q", test.name, test.a, test.b, got, test.want)
		}
	}
}

// In the strict reading others may move anywhere, but only where that makes up for a count that a move along
// an edge changes.
func TestMoves(t *testing.T) {
	r := columnsOfAllKinds()
	r.plan.Secrets.Columns = []secret{{Columns: []string{"steps"}, Kind: "near", Within: "1"}}
	v := r.view(r.named([]string{"steps"})) // the last of five cells is for blanks
	everybody, first := []int64{1, 1, 1, 1, 1, 0}, []int64{1, 0, 0, 0, 0, 0}
	for _, test := range []struct {
		reading string
		counts  [][]int64
		want    string
	}{
		{"edge-minimal", [][]int64{first}, "0-1 1, 1-2 1, 2-3 1"},
		{"strict", [][]int64{everybody}, "0-1 1, 1-2 1, 2-3 1"},
		{"strict", [][]int64{everybody, first}, "0-1 1, 1-2 1, 2-3 1, 0-2 none, 0-3 none, 0-4 none"},
	} {
		var got []string
		r.plan.Facts.Reading = test.reading
		r.moves(v, test.counts, func(from, to int, weight *big.Rat) bool {
			of := "none"
			if weight != nil {
				of = weight.RatString()
			}
			got = append(got, fmt.Sprintf("%d-%d %s", from, to, of))
			return true
		})
		if text := strings.Join(got, ", "); text != test.want {
			t.Errorf("%s, %v: moves %s, want %s", test.reading, test.counts, text, test.want)
		}
	}
}

// A row without noise follows from public counts when it is a sum of multiples of them, and else is secret.
func TestRowsThatFollow(t *testing.T) {
	r := columnsOfAllKinds()
	c := &checker{record: r, out: &report{}, view: r.view(r.named([]string{"steps"})), cell: []int{0, 1, 2, 3, 4, 5}}
	counts := [][]int64{{1, 1, 0, 0, 0, 0}, {1, 1, 1, 1, 1, 0}, {1, 0, 0, 0, 0, 0}}
	c.rows = &rows{exact: [][]int64{{0, 2, 0, 0, 0, 0}, {0, 0, 1, 0, 0, 0}, {3, 1, 1, 1, 1, 0}, {1, 1, 1, 1, 0, 0}, {0, 0, 0, 0, 0, 0}}}
	if got, want := c.secretRows(counts), [][]int64{c.rows.exact[1], c.rows.exact[3]}; fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("secret are %v, want %v", got, want)
	}
	if len(c.out.fails) != 1 {
		t.Errorf("nobody agreed, and the complaints are %q", c.out.fails)
	}
}

// A secret of several columns is seen whole by a question about one of them.
func TestSecretsAreSeenWhole(t *testing.T) {
	r := columnsOfAllKinds()
	r.plan.Secrets.Columns = []secret{{Columns: []string{"steps", "whole"}, Kind: "near", Norm: "L1", Within: "1"}}
	v := r.view(r.named([]string{"whole"}))
	got := make(map[string]bool)
	for a := range v.cells {
		for b := a + 1; b < len(v.cells); b++ {
			if v.joined(a, b) != nil {
				got[fmt.Sprint(v.cells[a], v.cells[b])] = true
			}
		}
	}
	if len(v.columns) != 2 || len(v.cells) != 20 {
		t.Fatalf("%d columns, %d cells", len(v.columns), len(v.cells))
	}
	// By one step in either column, but not in both, nor to a value for blanks.
	for pair, want := range map[string]bool{"[0 0] [1 0]": true, "[0 3] [1 3]": true, "[2 1] [2 2]": true, "[0 0] [1 1]": false, "[2 0] [3 0]": false, "[2 3] [2 4]": false} {
		if got[pair] != want {
			t.Errorf("%s: joined is %v", pair, got[pair])
		}
	}
}

func TestUnknownDistance(t *testing.T) {
	defer func() {
		if r := recover(); r == nil || !strings.Contains(fmt.Sprint(r), `"L7"`) {
			t.Errorf("a distance that is not known is taken for another: %v", r)
		}
	}()
	s := secret{Columns: []string{"steps"}, Kind: "near", Norm: "L7", Within: "3"}
	columnsOfAllKinds().edges(s, columnsOfAllKinds().named(s.Columns))([]int{0}, []int{1})
}
