package release

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/core/policy"
	"steward/core/seeded"
	"steward/core/table"
)

// The way from the rows of a file to the slots of its people is a mechanism like any other, so it is
// audited like one: over all tiny files, neighbours made from the definition and not from the code
// that keeps rows (docs/mathematics.md, "Several rows of one person").
//
// Two files are neighbours in place when the same people have the same rows in the same places, and the
// answers of one person's rows differ, each row's along an edge. Then the slots must match one another,
// each pair equal or joined by an edge. What is asked is not how many slots change but along which
// pairs: a change along a pair that is no edge costs more than the noise hides.

// rawPlan publishes two columns of degrees and a grade, twelve cells in all.
func rawPlan(rows plan.Rows, secrets secret.Secrets) plan.Plan {
	none := plan.Special{Rule: domain.Refuse}
	degrees := func(a, b, c string) []plan.Range {
		return []plan.Range{{From: a, To: b, Label: "less"}, {From: b, To: c, Label: "more"}}
	}
	return plan.Plan{
		Version: plan.Version, DataSet: "Visits", Budget: plan.Budget{Epsilon: "1"}, Rows: &rows, Secrets: secrets,
		Columns: []plan.Column{
			{Name: "lat", Kind: domain.Ranges, Ranges: degrees("50", "51", "52"), Origin: domain.Typed, Blank: none, Other: none},
			{Name: "lon", Kind: domain.Ranges, Ranges: degrees("5", "6", "7"), Origin: domain.Typed, Blank: none, Other: none},
			{Name: "grade", Kind: domain.Ordered, Values: []string{"1", "2", "3"}, Origin: domain.Typed, Blank: none, Other: none},
		},
		Questions: []plan.Question{{ID: "q", Title: "Visits", Kind: "table", Columns: []domain.AttributeName{"lat", "lon", "grade"}}},
	}
}

// rawSecrets are secrets of every kind over its columns.
func rawSecrets(t *testing.T) map[string]secret.Secrets {
	t.Helper()
	names := func(list ...domain.AttributeName) []domain.AttributeName { return list }
	groups := []secret.Group{{Name: "one", Values: []string{"1", "2"}}, {Name: "two", Values: []string{"3"}}}
	of := map[secret.Kind]secret.Secret{
		secret.Everything: {Columns: names("grade")},
		secret.Public:     {Columns: names("grade")},
		secret.Near:       {Columns: names("grade"), Within: "1"},
		secret.Groups:     {Columns: names("grade"), Groups: groups},
		secret.Coarser:    {Columns: names("grade"), Coarser: map[string]string{"1": "low", "2": "low", "3": "high"}},
		secret.PerValue:   {Columns: names("grade"), Weights: map[string]string{"1": "0.5"}},
		secret.Matrix:     {Columns: names("grade"), Distances: []secret.Distance{{U: "1", V: "2", Distance: "1"}}},
		secret.Graded:     {Columns: names("grade"), Unit: "4"},
		secret.Pairs:      {Columns: names("lat", "grade"), Pairs: []secret.Pair{{U: []string{"less", "1"}, V: []string{"more", "2"}}}},
		secret.Grid:       {Columns: names("lat", "lon"), Scales: map[domain.AttributeName]string{"lat": "1", "lon": "2"}},
		secret.Place:      {Columns: names("lat", "lon"), Within: "30"},
		secret.Places:     {Columns: names("lat", "lon"), Unit: "100", AtLeast: "10"},
		secret.Any:        {Columns: names("grade"), Of: []secret.Secret{{Kind: secret.Groups, Groups: groups}, {Kind: secret.Pairs, Pairs: []secret.Pair{{U: []string{"2"}, V: []string{"3"}}}}}},
		secret.All:        {Columns: names("grade"), Of: []secret.Secret{{Kind: secret.Everything}, {Kind: secret.Near, Within: "1"}}},
	}
	out := make(map[string]secret.Secrets)
	for _, kind := range secret.Kinds() {
		s, ok := of[kind]
		if !ok {
			t.Errorf("no secret of kind %q", kind)
		}
		s.Kind = kind
		out[string(kind)] = secret.Secrets{Columns: []secret.Secret{s}}
		out[string(kind)+", one answer at a time"] = secret.Secrets{Columns: []secret.Secret{s}, Together: 1}
	}
	return out
}

// rawRow is a row of somebody in a file.
type rawRow struct {
	person, key string
	cell        int
	weight      float64 // 0 where rows have none
}

// rawSheet writes rows into a sheet.
func rawSheet(d *domain.Domain, rows []rawRow) *scattered {
	s := &scattered{header: []string{"lat", "lon", "grade", "who", "visit", "weight"}}
	for _, r := range rows {
		values := make([]int, 3)
		d.Values(values, r.cell)
		text := func(text string) table.Cell { return table.Cell{Kind: table.Text, Text: text} }
		number := func(x float64) table.Cell {
			return table.Cell{Kind: table.Number, Text: fmt.Sprint(x), Number: x}
		}
		s.rows = append(s.rows, []table.Cell{
			number(50.5 + float64(values[0])), number(5.5 + float64(values[1])), text(fmt.Sprint(values[2] + 1)),
			text(r.person), text(r.key), number(r.weight),
		})
	}
	return s
}

// slot is what fills a slot of somebody, or the slots of a row's units.
type slot struct {
	cell  int
	units int64
}

// slotsOf reads a file as a release does and returns what fills slots, in order.
func slotsOf(t *testing.T, c *plan.Compiled, rows []rawRow) []slot {
	t.Helper()
	var out []slot
	_, err := FromRows(rawSheet(c.Domain, rows)).Read(context.Background(), c, Visit{
		Cell: func(values []int, n int64) error {
			out = append(out, slot{c.Domain.Index(values), n})
			return nil
		},
		Unread:   func(_ int64, why error) error { return why },
		Progress: func(int64) {},
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(out, func(a, b slot) int { return 100*(a.cell-b.cell) + int(a.units-b.units) })
	return out
}

// matched reports whether the slots of two files can be paired so that each pair is equal or joined, with
// free ones paired with "no row", which is joined to every value.
func matched(a, b []slot, joined func(u, v int) bool) bool {
	if len(a) == 0 {
		return true
	}
	if len(b) < len(a) {
		return matched(b, a, joined)
	}
	for i, other := range b {
		if a[0].cell != other.cell && !joined(a[0].cell, other.cell) {
			continue
		}
		if matched(a[1:], slices.Delete(slices.Clone(b), i, i+1), joined) {
			return true
		}
	}
	return false
}

// rawFiles are all sequences of cells of up to a length, as one person's rows.
func rawFiles(cells, length int) [][]int {
	all, last := [][]int{{}}, [][]int{{}}
	for range length {
		var next [][]int
		for _, f := range last {
			for cell := range cells {
				next = append(next, append(slices.Clone(f), cell))
			}
		}
		all, last = append(all, next...), next
	}
	return all
}

// rowsOf gives the cells to a person, in an order of keys that is not that of the file.
func rowsOf(person string, cells []int, weights []float64) []rawRow {
	keys := []string{"10", "9", "2", "11"}
	var out []rawRow
	for i, cell := range cells {
		r := rawRow{person: person, key: keys[i], cell: cell}
		if weights != nil {
			r.weight = weights[i]
		}
		out = append(out, r)
	}
	return out
}

// TestRowsChangeAlongEdges goes through all files of somebody above and below the cap, and through what
// can change in place: for secrets of every kind each slot moves along an edge.
func TestRowsChangeAlongEdges(t *testing.T) {
	for _, rows := range []plan.Rows{{Person: "who", AtMost: 1}, {Person: "who", AtMost: 1, Key: "visit"}, {Person: "who", AtMost: 2}, {Person: "who", AtMost: 2, Key: "visit"}} {
		t.Run(fmt.Sprintf("%d rows by %q", rows.AtMost, rows.Key), func(t *testing.T) {
			t.Parallel()
			length := rows.AtMost + 1
			reading := rawCompiled(t, rawPlan(rows, secret.Secrets{}))
			cells, err := reading.Domain.Cells()
			if err != nil {
				t.Fatal(err)
			}
			slots := make(map[string][]slot) // what is kept depends on no secret
			files := rawFiles(cells, length)
			for _, f := range files {
				slots[fmt.Sprint(f)] = slotsOf(t, reading, rowsOf("x", f, nil))
			}
			for name, secrets := range rawSecrets(t) {
				graph := rawCompiled(t, rawPlan(rows, secrets)).Policy
				joined := make([][]bool, cells)
				for u := range joined {
					joined[u] = make([]bool, cells)
					for v := range joined {
						_, joined[u][v] = graph.Weight(policy.Vertex(u), policy.Vertex(v))
					}
				}
				dice, tried := seeded.New(20261123, uint64(length)), 0
				for _, f := range files {
					for range seeded.Often(4, 60) { // of the files that f can change into
						g := slices.Clone(f)
						for i, cell := range g {
							if v := dice.IntN(cells); joined[cell][v] {
								g[i] = v
							}
						}
						if slices.Equal(f, g) {
							continue
						}
						tried++
						if a, b := slots[fmt.Sprint(f)], slots[fmt.Sprint(g)]; !matched(a, b, func(u, v int) bool { return joined[u][v] }) {
							t.Fatalf("%s: rows in cells %v become %v, each along an edge or not at all, but the slots hold %v and then %v", name, f, g, a, b)
						}
					}
				}
				if tried == 0 && name != "public" {
					t.Errorf("%s: nothing was tried", name)
				}
			}
		})
	}
}

func rawCompiled(t *testing.T, p plan.Plan) *plan.Compiled {
	t.Helper()
	c, err := plan.Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestPlacesDecideWhichRowsStay changes every answer, every weight and other people's rows: the rows that
// stay are those in the same places. This is stronger than any policy asks.
func TestPlacesDecideWhichRowsStay(t *testing.T) {
	dice := seeded.New(20261123, 30)
	for _, key := range []string{"", "visit"} {
		for _, weighted := range []bool{false, true} {
			p := rawPlan(plan.Rows{Person: "who", AtMost: 2, Key: key}, secret.Secrets{})
			if weighted {
				p.Weight = &plan.Weight{Column: "weight", Step: "1", Cap: "3"}
			}
			c := rawCompiled(t, p)
			for range 200 {
				cells := []int{dice.IntN(12), dice.IntN(12), dice.IntN(12), dice.IntN(12)}[:1+dice.IntN(4)]
				var weights []float64
				if weighted {
					weights = []float64{float64(dice.IntN(5)), float64(dice.IntN(5)), float64(dice.IntN(5)), float64(dice.IntN(5))}
				}
				mine := rowsOf("x", cells, weights)
				places := []int{0, 1}
				if key != "" { // the keys are 10, 9, 2 and 11
					places = [][]int{{0}, {1, 0}, {2, 1}, {2, 1}}[len(cells)-1]
				}
				var want []slot
				for _, i := range places {
					units := int64(1)
					if weighted {
						units = min(int64(mine[min(i, len(mine)-1)].weight), 3)
					}
					if i < len(cells) && units > 0 {
						want = append(want, slot{cells[i], units})
					}
				}
				other := rowsOf("y", []int{dice.IntN(12), dice.IntN(12), dice.IntN(12)}, []float64{1, 1, 1})
				want = append(want, slotsOf(t, c, other)...)
				slices.SortFunc(want, func(a, b slot) int { return 100*(a.cell-b.cell) + int(a.units-b.units) })
				var file []rawRow
				for a, b := mine, other; len(a)+len(b) > 0; { // in one file, each in their own order
					if len(b) == 0 || len(a) > 0 && dice.IntN(2) == 0 {
						file, a = append(file, a[0]), a[1:]
					} else {
						file, b = append(file, b[0]), b[1:]
					}
				}
				if got := slotsOf(t, c, file); !slices.Equal(got, want) {
					t.Fatalf("rows %v by %q: the slots hold %v, want %v", file, key, got, want)
				}
			}
		}
	}
}

// TestMissingRowsMoveOnlyTheirNumber takes rows of somebody away, so that the next ones close up: as many
// answers come into the slots and go from them as rows are missing, at most, and none comes where nobody
// has more rows than slots. The first is what "the square of the stated factor" stands for.
func TestMissingRowsMoveOnlyTheirNumber(t *testing.T) {
	dice := seeded.New(20261123, 31)
	for range 500 {
		atMost := 1 + dice.IntN(3)
		c := rawCompiled(t, rawPlan(plan.Rows{Person: "who", AtMost: atMost}, secret.Secrets{}))
		var cells, left []int
		for range dice.IntN(5) {
			cells = append(cells, dice.IntN(12))
			if dice.IntN(3) > 0 {
				left = append(left, cells[len(cells)-1])
			}
		}
		missing := len(cells) - len(left)
		count := func(list []slot) map[int]int {
			out := make(map[int]int)
			for _, s := range list {
				out[s.cell]++
			}
			return out
		}
		rows := func(cells []int) []rawRow {
			var out []rawRow
			for _, cell := range cells {
				out = append(out, rawRow{person: "x", cell: cell})
			}
			return out
		}
		before, after := count(slotsOf(t, c, rows(cells))), count(slotsOf(t, c, rows(left)))
		come, gone := 0, 0
		for cell := range 12 {
			come += max(after[cell]-before[cell], 0)
			gone += max(before[cell]-after[cell], 0)
		}
		if come > missing || gone > missing || gone > atMost || len(cells) <= atMost && come > 0 {
			t.Fatalf("%v of which %v are left, %d slots: %d answers come and %d go", cells, left, atMost, come, gone)
		}
	}
}
