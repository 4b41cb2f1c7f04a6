package release

import (
	"fmt"
	"hash/maphash"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
)

// visit is a row of somebody.
type visit struct {
	person string
	values []int
	units  int64
}

// filled returns how many units the slots of each row of values hold, and how many rows are beyond.
func filled(atMost int, seed maphash.Seed, rows []visit) (all map[string]int, beyond int64) {
	s := newSlots(atMost, seed)
	for _, r := range rows {
		s.add(r.person, r.values, r.units)
	}
	all = make(map[string]int)
	s.each(func(values []int32, units int64) { all[fmt.Sprint(values)] += int(units) })
	return all, s.beyond
}

// TestSlotsDoNotDependOnOrder shuffles rows, with weights: the same ones are kept.
func TestSlotsDoNotDependOnOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for round := range 200 {
		var rows []visit
		for range 60 {
			rows = append(rows, visit{fmt.Sprint("p", r.IntN(8)), []int{r.IntN(3), r.IntN(4)}, int64(r.IntN(3))})
		}
		seed := maphash.MakeSeed()
		atMost := 1 + r.IntN(5)
		want, _ := filled(atMost, seed, rows)
		r.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
		if got, _ := filled(atMost, seed, rows); !maps.Equal(got, want) {
			t.Fatalf("round %d: kept %v in one order and %v in another", round, want, got)
		}
	}
}

// TestSlotsAreEachPersonsOwn changes all rows of one person: no more rows than their slots
// differ, on either side. This is what the budget of a slot is multiplied by.
func TestSlotsAreEachPersonsOwn(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 300 {
		atMost := 1 + r.IntN(4)
		var others, before, after []visit
		for range 40 {
			others = append(others, visit{fmt.Sprint("p", r.IntN(8)), []int{r.IntN(5)}, 1})
		}
		for range r.IntN(10) {
			before = append(before, visit{"x", []int{r.IntN(5)}, 1})
		}
		for range r.IntN(10) {
			after = append(after, visit{"x", []int{r.IntN(5)}, 1})
		}
		seed := maphash.MakeSeed()
		a, _ := filled(atMost, seed, slices.Concat(others, before))
		b, _ := filled(atMost, seed, slices.Concat(after, others))
		gone, come := 0, 0
		for cell := range 5 {
			k := fmt.Sprint([]int32{int32(cell)})
			gone += max(a[k]-b[k], 0)
			come += max(b[k]-a[k], 0)
		}
		if gone > atMost || come > atMost {
			t.Fatalf("one person's rows moved %d and %d counts, with %d slots", gone, come, atMost)
		}
	}
}

// TestSlotsLoseNothing counts rows: each fills a slot or is beyond the person's last.
func TestSlotsLoseNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	var rows []visit
	per := make(map[string]int)
	for range 500 {
		p := fmt.Sprint("p", r.IntN(100))
		per[p]++
		rows = append(rows, visit{p, []int{r.IntN(6)}, 1})
	}
	all, beyond := filled(3, maphash.MakeSeed(), rows)
	kept, want := 0, 0
	for _, n := range all {
		kept += n
	}
	for _, n := range per {
		want += min(n, 3)
	}
	if kept != want || beyond != int64(len(rows)-want) {
		t.Errorf("%d rows fill slots and %d are beyond, want %d and %d", kept, beyond, want, len(rows)-want)
	}
}

// TestSlotsPreferNoAnswer keeps one of two rows many times: either about half the time. The
// number is binomial; a deviation of 6 standard deviations has a chance below 1e-8.
func TestSlotsPreferNoAnswer(t *testing.T) {
	const rounds = 20000
	first := 0
	for range rounds {
		all, _ := filled(1, maphash.MakeSeed(), []visit{{"x", []int{0}, 1}, {"x", []int{1}, 1}})
		first += all["[0]"]
	}
	if d := float64(first) - rounds/2; d*d > 36*rounds/4 {
		t.Errorf("the first of two answers was kept %d times of %d", first, rounds)
	}
}
