// Package columnlist reads and writes lists of columns of a header, in which those that follow one another are named by the first and the last:
// a..b. Window and command line name columns by it. It imports core/message.
package columnlist

import (
	"slices"
	"strings"

	"steward/core/message"
)

// Listed names columns on a line: those that follow one another in a header by the first and the last.
func Listed(names, header []string) message.Text {
	return message.Some(inRuns(names, header, message.Verbatim, func(from, to string) message.Text { return message.Sprintf("%s to %s", from, to) }))
}

// Written names columns as Read reads them.
func Written(names, header []string) string {
	return strings.Join(inRuns(names, header, strings.Clone, func(from, to string) string { return from + between + to }), ",")
}

// inRuns names columns, and those that follow one another in a header by span.
func inRuns[T any](names, header []string, one func(string) T, span func(from, to string) T) (runs []T) {
	for i := 0; i < len(names); {
		at := slices.Index(header, names[i])
		j := i + 1
		for j < len(names) && at >= 0 && at+j-i < len(header) && header[at+j-i] == names[j] {
			j++
		}
		if j-i < leastRun {
			for _, n := range names[i:j] {
				runs = append(runs, one(n))
			}
		} else {
			runs = append(runs, span(names[i], names[j-1]))
		}
		i = j
	}
	return runs
}

// leastRun is how many columns that follow one another are named by the first and the last.
const leastRun = 3

// between is what stands between the first and the last of columns that follow one another, where several are named.
const between = ".."

// Find returns the columns that a text with commas names: those from one to another (q1..q40), and else all whose names
// have the text in them, whatever its case. Nothing finds all.
func Find(text string, header []string) []string {
	if strings.TrimSpace(text) == "" {
		return slices.Clone(header)
	}
	wanted := make(map[string]bool)
	for part := range strings.SplitSeq(text, ",") {
		part = strings.ToLower(strings.TrimSpace(part))
		if part == "" {
			continue
		}
		if from, to, ok := span(part, header, strings.EqualFold); ok {
			for _, n := range header[from : to+1] {
				wanted[n] = true
			}
			continue
		}
		for _, n := range header {
			if strings.Contains(strings.ToLower(n), part) {
				wanted[n] = true
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(header), func(n string) bool { return !wanted[n] })
}

// span returns where columns from one to another stand.
func span(part string, header []string, same func(a, b string) bool) (from, to int, ok bool) {
	first, last, ok := strings.Cut(part, between)
	at := func(name string) int {
		return slices.IndexFunc(header, func(n string) bool { return same(n, strings.TrimSpace(name)) })
	}
	from, to = at(first), at(last)
	return from, to, ok && from >= 0 && to >= from
}

// Read reads a list of columns with commas, where a..b stands for all from a to b, and * for all. It errors on what is
// none of them.
func Read(list string, header []string) ([]string, error) {
	var out []string
	add := func(names ...string) {
		for _, n := range names {
			if !slices.Contains(out, n) {
				out = append(out, n)
			}
		}
	}
	for part := range strings.SplitSeq(list, ",") {
		part = strings.TrimSpace(part)
		from, to, spans := span(part, header, func(a, b string) bool { return a == b })
		switch {
		case part == "*":
			add(header...)
		case slices.Contains(header, part):
			add(part)
		case spans:
			add(header[from : to+1]...)
		default:
			return nil, message.Errorf("there is no column %q: it has %s; a..b stands for all columns from a to b, and * for all", part, message.Named(header))
		}
	}
	return out, nil
}
