package propose

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"steward/io/sheet"
)

// Block are columns of the file whose answers are on one scale, such as forty questions that are each answered by 1 to 5.
type Block struct {
	Columns []string     // in the order of the file, at least leastBlock
	Found   sheet.Column // in all of them together
}

const (
	leastBlock = 3  // columns
	mostScale  = 12 // values of a scale
)

// Blocks finds the blocks of a file by what was found in its columns, the largest first. A column in which not every
// value of a scale was given belongs to it where it is named as the others are, but for a number at the end.
func Blocks(found []sheet.Column) []Block {
	stems := make(map[string][]int)
	for i, c := range found {
		if onScale(c) {
			stems[stemOf(c.Name)] = append(stems[stemOf(c.Name)], i)
		}
	}
	blocks := make(map[string][]int) // the columns on each scale
	var lone []int
	for _, stem := range slices.Sorted(maps.Keys(stems)) {
		scales := scalesOf(found, stems[stem])
		var before []string // the scale of the column before
		for _, i := range stems[stem] {
			key := keyOf(found[i].Values)
			if at := slices.IndexFunc(scales, func(s []string) bool { return keyOf(s) == key }); at >= 0 {
				before = scales[at]
			} else if !within(found[i].Values, before) {
				at = slices.IndexFunc(scales, func(s []string) bool { return within(found[i].Values, s) })
				if at < 0 {
					lone = append(lone, i)
					continue
				}
				before = scales[at]
			}
			blocks[keyOf(before)] = append(blocks[keyOf(before)], i)
		}
	}
	for _, i := range lone {
		blocks[keyOf(found[i].Values)] = append(blocks[keyOf(found[i].Values)], i)
	}
	var out []Block
	for _, at := range blocks {
		if len(at) < leastBlock {
			continue
		}
		slices.Sort(at)
		b, columns := Block{}, []sheet.Column{}
		for _, i := range at {
			b.Columns, columns = append(b.Columns, found[i].Name), append(columns, found[i])
		}
		b.Found = sheet.Together(columns)
		out = append(out, b)
	}
	slices.SortFunc(out, func(a, b Block) int {
		return cmp.Or(cmp.Compare(len(b.Columns), len(a.Columns)), cmp.Compare(a.Columns[0], b.Columns[0]))
	})
	return out
}

// onScale tells columns of few answers that are no keys.
func onScale(c sheet.Column) bool {
	return !c.Key && c.Unlisted == 0 && len(c.Values) > 1 && len(c.Values) <= mostScale && (c.Proposed == sheet.ProposeWhole || c.Proposed == sheet.ProposeList) && !Dated(c)
}

// stemOf is a name without the number at its end.
func stemOf(name string) string { return strings.TrimRightFunc(name, unicode.IsDigit) }

// scalesOf returns the scales of columns that are named alike, the smallest first: what several of them that follow one
// another have exactly, or else all that they have together.
func scalesOf(found []sheet.Column, at []int) [][]string {
	all := make(map[string]bool)
	var scales [][]string
	run, last := 0, ""
	for _, i := range at {
		key := keyOf(found[i].Values)
		if key != last {
			run, last = 0, key
		}
		if run++; run == leastBlock {
			scales = append(scales, found[i].Values)
		}
		for _, v := range found[i].Values {
			all[v] = true
		}
	}
	if len(scales) == 0 && len(at) >= leastBlock && len(all) <= mostScale {
		scales = append(scales, slices.Collect(maps.Keys(all)))
	}
	slices.SortStableFunc(scales, func(a, b []string) int { return len(a) - len(b) })
	return scales
}

func within(values, scale []string) bool {
	return !slices.ContainsFunc(values, func(v string) bool { return !slices.Contains(scale, v) })
}

// keyOf is the same for the same values.
func keyOf(values []string) string { return fmt.Sprintf("%q", slices.Sorted(slices.Values(values))) }
