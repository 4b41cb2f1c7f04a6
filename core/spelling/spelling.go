// Package spelling tells how far names are from one another, so that whoever mistypes one is told which there are,
// and which characters of one are not to be shown as they are.
package spelling

import (
	"slices"
	"strings"
)

// Edits returns how many letters have to be put in, taken out or changed to make b of a
// (Levenshtein 1966).
func Edits(a, b string) int {
	from, to := []rune(a), []rune(b)
	row := make([]int, len(to)+1)
	for j := range row {
		row[j] = j
	}
	for i, r := range from {
		last := row[0]
		row[0] = i + 1
		for j, q := range to {
			change := last
			if r != q {
				change++
			}
			last = row[j+1]
			row[j+1] = min(change, row[j+1]+1, row[j]+1)
		}
	}
	return row[len(to)]
}

// most is how many names are given as near.
const most = 3

// Nearest returns those of the known names that a name may have been meant for, the nearest first: at most a third of
// its letters are others, without regard to case, or one begins with the other.
func Nearest(name string, known []string) []string {
	typed := strings.ToLower(name)
	far := func(other string) int { return Edits(typed, strings.ToLower(other)) }
	near := slices.DeleteFunc(slices.Clone(known), func(other string) bool {
		low := strings.ToLower(other)
		begins := typed != "" && low != "" && (strings.HasPrefix(low, typed) || strings.HasPrefix(typed, low))
		return !begins && 3*far(other) > max(len([]rune(name)), len([]rune(other)), 3)
	})
	slices.SortFunc(near, func(a, b string) int {
		if d := far(a) - far(b); d != 0 {
			return d
		}
		return strings.Compare(a, b)
	})
	return near[:min(len(near), most)]
}
