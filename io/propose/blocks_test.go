package propose

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"steward/core/seeded"
	"steward/core/table"
	"steward/io/sheet"
)

// answered describes a column whose answers are whole numbers, or else texts.
func answered(name string, values ...string) sheet.Column {
	c := sheet.Column{Name: name, Values: values, Distinct: len(values), Proposed: sheet.ProposeList}
	c.Kinds[table.Text] = 100
	return c
}

// TestBlocks finds the blocks of files that are made of them: columns in a row that are named alike and answered on a
// scale, of which some answers were never given in columns here and there.
func TestBlocks(t *testing.T) {
	draw := seeded.Named("blocks of columns")
	scales := [][]string{{"1", "2", "3", "4", "5"}, {"no", "yes"}, {"agree", "disagree", "neither", "strongly agree", "strongly disagree"}, {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"}}
	for range 100 {
		var found []sheet.Column
		var want []string
		for k, scale := range scales {
			found = append(found, answered(fmt.Sprintf("lone%c", 'a'+k), "x", fmt.Sprint(k)))
			stem, n := string(rune('q'+draw.IntN(3)))+fmt.Sprint(k, "_"), 6+draw.IntN(40)
			var names []string
			for i := range n {
				name, values := fmt.Sprint(stem, i+1), slices.Clone(scale)
				if i >= leastBlock && i%3 == 0 && len(values) > 2 { // nobody gave one of them
					at := draw.IntN(len(values))
					values = slices.Delete(values, at, at+1)
				}
				names, found = append(names, name), append(found, answered(name, values...))
			}
			want = append(want, strings.Join(names, ","))
		}
		var got []string
		for _, b := range Blocks(found) {
			got = append(got, strings.Join(b.Columns, ","))
			if !slices.ContainsFunc(scales, func(s []string) bool { return len(s) == len(b.Found.Values) && within(s, b.Found.Values) }) {
				t.Errorf("the block %s has the answers %v", b.Columns, b.Found.Values)
			}
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Fatalf("blocks\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// TestNoBlock are columns that are on no scale.
func TestNoBlock(t *testing.T) {
	key := answered("k1", "1", "2")
	key.Key = true
	dates := answered("d1", "2024-01-01", "2024-01-02")
	for _, c := range []struct {
		test string
		of   []sheet.Column
	}{
		{"two only", []sheet.Column{answered("a1", "x", "y"), answered("a2", "x", "y")}},
		{"one answer", []sheet.Column{answered("a1", "x"), answered("a2", "x"), answered("a3", "x")}},
		{"many answers", slices.Repeat([]sheet.Column{answered("a1", strings.Split("abcdefghijklmnop", "")...)}, 4)},
		{"keys", []sheet.Column{key, key, key}},
		{"dates", []sheet.Column{dates, dates, dates}},
		{"different ones", []sheet.Column{answered("a", "x", "y"), answered("b", "x", "z"), answered("c", "u", "v")}},
	} {
		if got := Blocks(c.of); len(got) > 0 {
			t.Errorf("%s: found the block %v", c.test, got[0].Columns)
		}
	}
	alike := []sheet.Column{answered("trust", "no", "yes"), answered("fair", "no", "yes"), answered("town", "A", "B"), answered("safe", "no", "yes")}
	if got := Blocks(alike); len(got) != 1 || !slices.Equal(got[0].Columns, []string{"trust", "fair", "safe"}) {
		t.Errorf("of columns with the same answers the blocks are %+v", got)
	}
}
