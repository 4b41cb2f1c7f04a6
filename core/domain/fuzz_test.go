package domain

import (
	"testing"

	"steward/core/table"
)

// FuzzRanges declares ranges with any texts as ends. Whatever is accepted has to hold
// together: labels are found again, and a number counts as exactly one declared cell.
func FuzzRanges(f *testing.F) {
	f.Add("0", "4", "5", "9", "7", true)
	f.Add("", "0.5", "0.5", "", "-1e3", false)
	f.Add("0b1", "0x10", "1/2", "1_000", "Inf", false)
	f.Add("1152921504606846975", "-1152921504606846975", "+.5", "5.", "9007199254740993", true)
	f.Fuzz(func(t *testing.T, from, to, from2, to2, cell string, whole bool) {
		a, err := NewRanges("x", []Range{{From: from, To: to}, {From: from2, To: to2}}, whole, Options{Origin: Typed})
		if err != nil {
			return
		}
		for i, l := range a.Labels() {
			if got, ok := a.Find(l); !ok || got != i {
				t.Errorf("%q is found at %d (%v), want %d", l, got, ok, i)
			}
		}
		if g := a.Gap(0, 1); g < 0 || (whole && g != 1) || (!whole && g != 0) {
			t.Errorf("the gap of neighbouring ranges is %d", g)
		}
		i, err := a.ValueOf(table.Cell{Kind: table.Text, Text: cell})
		if err == nil && (i < 0 || i >= a.Size()) {
			t.Errorf("%q counts as value %d of %d", cell, i, a.Size())
		}
	})
}
