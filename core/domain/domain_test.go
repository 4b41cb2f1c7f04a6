package domain

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"steward/core/limits"
	"steward/core/seeded"
)

func TestNewErrors(t *testing.T) {
	a := must(t)(NewList("a", []string{"x", "y"}, typed))
	b := must(t)(NewWhole("b", 0, 3, typed))
	again := must(t)(NewWhole("a", 0, 3, typed))
	for _, c := range []struct {
		name       string
		attrs      []*Attribute
		impossible []Combination
		want       []string
	}{
		{"no columns", nil, nil, []string{"no columns"}},
		{"twice", []*Attribute{a, b, again}, nil, []string{`"a"`, "twice"}},
		{"combination of nothing", []*Attribute{a, b}, []Combination{{"a": {"x"}}, {}}, []string{"combination 2", "no column"}},
		{"combination of an unknown column", []*Attribute{a}, []Combination{{"b": {"1"}}}, []string{"combination 1", `"b"`, "not published"}},
		{"combination of no value", []*Attribute{a}, []Combination{{"a": nil}}, []string{"no value", `"a"`}},
		{"combination of an unknown value", []*Attribute{a, b}, []Combination{{"b": {"1", "4"}}}, []string{`"4"`, `"b"`}},
		{"combination of a cell that is not there", []*Attribute{a}, []Combination{{"a": {BlankLabel}}}, []string{BlankLabel}},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := New(c.attrs, c.impossible)
			wantError(t, err, c.want...)
		})
	}
}

// drawDomain draws one to three columns and up to three impossible combinations.
func drawDomain(t *rapid.T) *Domain {
	var attrs []*Attribute
	for i := range rapid.IntRange(1, 3).Draw(t, "columns") {
		attrs = append(attrs, drawAttribute(t, AttributeName(fmt.Sprintf("c%d", i))).attr)
	}
	var impossible []Combination
	for range rapid.IntRange(0, 3).Draw(t, "combinations") {
		c := make(Combination)
		for _, a := range attrs {
			if rapid.Bool().Draw(t, "named") {
				c[a.Name()] = rapid.SliceOfN(rapid.SampledFrom(a.Labels()), 1, 4).Draw(t, "labels")
			}
		}
		if len(c) > 0 {
			impossible = append(impossible, c)
		}
	}
	d, err := New(attrs, impossible)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// excluded says by the definition whether a combination of values was declared impossible.
func excluded(d *Domain, values []int) bool {
	for _, c := range d.Impossible() {
		inside := 0
		for i, a := range d.Attributes() {
			if slices.Contains(c[a.Name()], a.Label(values[i])) {
				inside++
			}
		}
		if inside == len(c) {
			return true
		}
	}
	return false
}

func TestCellNumbers(t *testing.T) {
	seeded.Check(t, func(t *rapid.T) {
		d := drawDomain(t)
		k, err := d.Cells()
		if err != nil {
			t.Fatal(err)
		}
		values, possible, cell := make([]int, len(d.Attributes())), 0, 0
		var walk func(i int)
		walk = func(i int) {
			if i < len(values) {
				for v := range d.Attributes()[i].Size() {
					values[i] = v
					walk(i + 1)
				}
				return
			}
			checkCell(t, d, cell, values)
			if d.Possible(cell) {
				possible++
			}
			cell++
		}
		walk(0) // in row-major order, so cells come as they are numbered
		if cell != k || possible != d.PossibleCells() {
			t.Fatalf("%d cells of which %d possible, want %d and %d", k, d.PossibleCells(), cell, possible)
		}
		if len(d.Impossible()) == 0 != d.AllPossible() {
			t.Fatalf("AllPossible is %v with %d impossible combinations", d.AllPossible(), len(d.Impossible()))
		}
	})
}

func checkCell(t *rapid.T, d *Domain, cell int, values []int) {
	back := make([]int, len(values))
	d.Values(back, cell)
	if got := d.Index(values); got != cell || !slices.Equal(back, values) {
		t.Fatalf("values %v have cell %d, want %d, whose values are %v", values, got, cell, back)
	}
	for i, v := range values {
		if got := d.Value(cell, i); got != v {
			t.Fatalf("cell %d has value %d of column %d, want %d", cell, got, i, v)
		}
		if v+1 < d.Attributes()[i].Size() {
			next := slices.Clone(values)
			next[i]++
			if d.Index(next)-cell != d.Stride(i) {
				t.Fatalf("the stride of column %d is %d", i, d.Stride(i))
			}
		}
	}
	if d.Possible(cell) == excluded(d, values) {
		t.Fatalf("cell %d %v: possible %v, declared %v", cell, values, d.Possible(cell), d.Impossible())
	}
}

// TestProject checks that a projection has the columns asked for in the order asked for,
// that every possible cell is seen as a possible one, and that nothing is impossible but
// what combinations of kept columns say.
func TestProject(t *testing.T) {
	seeded.Check(t, func(t *rapid.T) {
		d := drawDomain(t)
		order := rapid.Permutation(d.Attributes()).Draw(t, "order")
		var names []AttributeName
		for _, a := range order[:rapid.IntRange(1, len(order)).Draw(t, "kept")] {
			names = append(names, a.Name())
		}
		q, err := d.Project(names)
		if err != nil {
			t.Fatal(err)
		}
		for i, n := range names {
			p, ok := q.Position(n)
			a, found := q.Attribute(n)
			was, _ := d.Attribute(n)
			if !ok || p != i || !found || a != was {
				t.Fatalf("%q stands at %d (%v) of the projection, want %d", n, p, ok, i)
			}
		}
		want := 0
		for _, c := range d.Impossible() {
			kept := 0
			for n := range c {
				if slices.Contains(names, n) {
					kept++
				}
			}
			if kept == len(c) {
				want++
			}
		}
		if got := len(q.Impossible()); got != want {
			t.Fatalf("%d impossible combinations are kept, want %d", got, want)
		}
		k, _ := d.Cells()
		for cell := range k {
			var values []int
			for _, n := range names {
				p, _ := d.Position(n)
				values = append(values, d.Value(cell, p))
			}
			if d.Possible(cell) && !q.Possible(q.Index(values)) {
				t.Fatalf("cell %d is possible, but its projection is not", cell)
			}
		}
	})
}

func TestProjectErrors(t *testing.T) {
	d := couple(t)
	_, err := d.Project([]AttributeName{"age", "name"})
	wantError(t, err, `"name"`, "not published")
	_, err = d.Project([]AttributeName{"age", "age"})
	wantError(t, err, `"age"`, "twice")
	_, err = d.Project(nil)
	wantError(t, err, "no columns")
	if _, ok := d.Attribute("name"); ok {
		t.Error("a column that is not published is found")
	}
	if _, ok := d.Position("name"); ok {
		t.Error("a column that is not published has a position")
	}
}

// TestThirtyColumns declares a domain whose number of cells is far beyond any integer and
// uses two of its columns.
func TestThirtyColumns(t *testing.T) {
	var attrs []*Attribute
	for i := range 30 {
		attrs = append(attrs, must(t)(NewWhole(AttributeName(fmt.Sprintf("c%d", i)), 0, 999, own)))
	}
	d, err := New(attrs, []Combination{{"c3": {"0"}, "c29": {"1", BlankLabel}}, {"c3": {"7"}, "c4": {"8"}}})
	if err != nil {
		t.Fatal(err)
	}
	_, err = d.Cells()
	wantError(t, err, "c0 (1002)", "c29 (1002)", "16777216", "fewer columns")
	if d.PossibleCells() != 0 || d.AllPossible() {
		t.Errorf("%d possible cells, all possible %v; want 0 and false", d.PossibleCells(), d.AllPossible())
	}
	q, err := d.Project([]AttributeName{"c29", "c3"})
	if err != nil {
		t.Fatal(err)
	}
	if k, err := q.Cells(); err != nil || k != 1002*1002 || q.PossibleCells() != k-2 {
		t.Errorf("%d cells, %d possible (%v), want %d and two fewer", k, q.PossibleCells(), err, 1002*1002)
	}
}

func TestCellLimit(t *testing.T) {
	of := func(sizes ...int64) *Domain {
		var attrs []*Attribute
		for i, n := range sizes {
			attrs = append(attrs, must(t)(NewWhole(AttributeName(fmt.Sprint("c", i)), 1, n, typed)))
		}
		d, err := New(attrs, nil)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	for _, c := range []struct {
		sizes []int64
		ok    bool
	}{
		{[]int64{1 << 12, 1 << 12}, true},
		{[]int64{1 << 12, 1<<12 + 1}, false},
		{[]int64{1 << 22, 1 << 22, 1 << 20}, false}, // 2^64: the product wraps around to 0
		{[]int64{1 << 22, 1 << 22, 1 << 21, 1}, false},
		{[]int64{1, 1, 1 << 22}, true},
	} {
		k, err := of(c.sizes...).Cells()
		if (err == nil) != c.ok || (c.ok && k > limits.MaxCells) {
			t.Errorf("sizes %v: %d cells, error %v", c.sizes, k, err)
		}
	}
}

// TestDomainDoesNotChange alters what a domain was made from.
func TestDomainDoesNotChange(t *testing.T) {
	age := must(t)(NewWhole("age", 0, 3, typed))
	attrs := []*Attribute{age}
	impossible := []Combination{{"age": {"0"}}}
	d, err := New(attrs, impossible)
	if err != nil {
		t.Fatal(err)
	}
	impossible[0]["age"][0] = "1"
	attrs[0] = nil
	if got := d.Impossible()[0]["age"][0]; got != "0" || d.Attributes()[0] != age {
		t.Errorf("the domain follows its arguments: %q is impossible, columns %v", got, d.Attributes())
	}
}
