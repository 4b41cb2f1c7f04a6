package chart

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/bidi"
)

// Visual returns one line of printable text in the order in which it is drawn from left to
// right: writing that goes from right to left is turned around, numbers in it are not, and
// brackets in it are mirrored. The line as a whole goes from left to right, as the sentences
// around the names do. It is the Unicode bidirectional algorithm (Unicode Standard Annex 9)
// for a single line without explicit marks of direction, which Printable leaves out.
func Visual(line string) string {
	if strings.IndexFunc(line, func(r rune) bool { return unicode.In(r, unicode.Hebrew, unicode.Arabic) }) < 0 {
		return line
	}
	runes := []rune(line)
	classes := make([]bidi.Class, len(runes))
	for i, r := range runes {
		p, _ := bidi.LookupRune(r)
		classes[i] = p.Class()
	}
	resolveWeak(classes)
	resolveNeutral(classes)
	levels := make([]int, len(runes))
	for i, c := range classes {
		switch c {
		case bidi.R:
			levels[i] = 1
			runes[i] = mirrored(runes[i])
		case bidi.EN, bidi.AN:
			levels[i] = 2
		}
	}
	for level := 2; level > 0; level-- {
		reverseFrom(runes, levels, level)
	}
	return string(runes)
}

// resolveWeak settles numbers and what belongs to them (rules W1 to W7).
func resolveWeak(c []bidi.Class) {
	strong, before := bidi.L, bidi.L
	for i := range c {
		switch c[i] {
		case bidi.NSM:
			c[i] = before
		case bidi.EN:
			if strong == bidi.AL {
				c[i] = bidi.AN
			}
		case bidi.L, bidi.R, bidi.AL:
			strong = c[i]
		}
		before = c[i]
	}
	for i := range c {
		if c[i] == bidi.AL {
			c[i] = bidi.R
		}
		if i > 0 && i+1 < len(c) && c[i-1] == c[i+1] &&
			(c[i] == bidi.CS && (c[i-1] == bidi.EN || c[i-1] == bidi.AN) || c[i] == bidi.ES && c[i-1] == bidi.EN) {
			c[i] = c[i-1]
		}
	}
	for from := 0; from < len(c); from++ {
		to := from
		for to < len(c) && c[to] == bidi.ET {
			to++
		}
		if to > from && (from > 0 && c[from-1] == bidi.EN || to < len(c) && c[to] == bidi.EN) {
			for i := from; i < to; i++ {
				c[i] = bidi.EN
			}
		}
		from = max(from, to-1)
	}
	strong = bidi.L
	for i := range c {
		switch c[i] {
		case bidi.L, bidi.R:
			strong = c[i]
		case bidi.EN:
			if strong == bidi.L {
				c[i] = bidi.L
			}
		}
	}
}

// resolveNeutral gives what has no direction that of what stands on both its sides, or
// that of the line (rules W6, N1 and N2).
func resolveNeutral(c []bidi.Class) {
	strong := func(k bidi.Class) bool { return k == bidi.L || k == bidi.R || k == bidi.EN || k == bidi.AN }
	side := func(i int) bidi.Class {
		switch {
		case i < 0 || i == len(c) || c[i] == bidi.L:
			return bidi.L
		}
		return bidi.R // numbers count as such
	}
	for from := 0; from < len(c); from++ {
		to := from
		for to < len(c) && !strong(c[to]) {
			to++
		}
		if to == from {
			continue
		}
		direction := bidi.L
		if side(from-1) == side(to) {
			direction = side(to)
		}
		for i := from; i < to; i++ {
			c[i] = direction
		}
		from = to - 1
	}
}

// reverseFrom turns around every run of characters of at least a level (rule L2).
func reverseFrom(runes []rune, levels []int, level int) {
	for from := 0; from < len(levels); from++ {
		to := from
		for to < len(levels) && levels[to] >= level {
			to++
		}
		if to > from {
			slices.Reverse(runes[from:to])
			slices.Reverse(levels[from:to])
			from = to
		}
	}
}

// mirrored returns the other of a pair of brackets (rule L4).
func mirrored(r rune) rune {
	const pairs = "()[]{}<>«»‹›"
	list := []rune(pairs)
	if i := slices.Index(list, r); i >= 0 {
		return list[i^1]
	}
	return r
}
