package release

import (
	"fmt"
	"slices"
	"testing"

	"steward/core/seeded"
)

// TestSlotsLoseNothing counts rows: each fills a slot or is beyond the person's last.
func TestSlotsLoseNothing(t *testing.T) {
	dice := seeded.New(7, 8)
	for _, keyed := range []bool{false, true} {
		s, per := newSlots(3), make(map[string]int)
		const rows = 500
		for range rows {
			p, key := fmt.Sprint("p", dice.IntN(100)), ""
			if keyed {
				key = fmt.Sprint(dice.IntN(9))
			}
			per[p]++
			s.add(p, key, []int{dice.IntN(6)}, 1, nowhere)
		}
		kept, want := 0, 0
		s.each(func([]int32, int64) { kept++ })
		for _, n := range per {
			want += min(n, 3)
		}
		if kept != want || s.beyond != int64(rows-want) {
			t.Errorf("keyed %v: %d rows fill slots and %d are beyond, want %d and %d", keyed, kept, s.beyond, want, rows-want)
		}
	}
}

// TestSlotsAreInTheOrderOfKeys puts rows in by every order of their keys: whole numbers and days come in
// their order, and rows of the same key as they came.
func TestSlotsAreInTheOrderOfKeys(t *testing.T) {
	keys := []string{"", "2", "9", "10", "2024-01-31", "2024-02-01"}
	dice := seeded.New(9, 10)
	for range 100 {
		order := dice.Perm(len(keys))
		s := newSlots(4)
		for _, i := range order {
			s.add("x", keys[i], []int{i}, 1, nowhere)
		}
		var got []int32
		s.each(func(values []int32, _ int64) { got = append(got, values...) })
		if !slices.Equal(got, []int32{0, 1, 2, 3}) {
			t.Fatalf("put in as %v the slots hold %v, want the first four keys", order, got)
		}
	}
	s := newSlots(2)
	for i := range 4 {
		s.add("x", "same", []int{i}, 1, nowhere)
	}
	s.each(func(values []int32, _ int64) {
		if values[0] > 1 {
			t.Errorf("of rows of the same key number %d fills a slot", values[0])
		}
	})
}

// nowhere is the row of what stands in no sheet.
func nowhere() int { return 0 }
