package columns

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"steward/core/domain"
	"steward/core/plan"
	"steward/gui/session/amounts"
	"steward/gui/words"
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
	return !c.Key && c.Unlisted == 0 && len(c.Values) > 1 && len(c.Values) <= mostScale && (c.Proposed == sheet.ProposeWhole || c.Proposed == sheet.ProposeList) && !dated(c)
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

// Blocks finds the blocks among the columns of the open file that may be published.
func (s *Step) Blocks() []Block {
	if s.of.File() == nil || s.of.File().Counted {
		return nil
	}
	var may []sheet.Column
	for _, c := range s.of.File().Found.Columns {
		if s.of.KeptOut(c.Name) == "" {
			may = append(may, c)
		}
	}
	return Blocks(may)
}

// Undeclared tells whether some of the columns are not published, or not completely declared.
func (s *Step) Undeclared(names []string) bool {
	return slices.ContainsFunc(names, func(n string) bool {
		c, published := s.Published(n)
		return !published || s.ColumnIssue(c) != ""
	})
}

// Listed names columns on a line: those that follow one another in a header by the first and the last.
func Listed(names, header []string) string {
	return amounts.Named(inRuns(names, header, func(from, to string) string { return words.T("%s to %s", from, to) }))
}

// Written names columns as Several reads them.
func Written(names, header []string) string {
	return strings.Join(inRuns(names, header, func(from, to string) string { return from + between + to }), ",")
}

// inRuns names columns, and those that follow one another in a header by span.
func inRuns(names, header []string, span func(from, to string) string) (runs []string) {
	for i := 0; i < len(names); {
		at := slices.Index(header, names[i])
		j := i + 1
		for j < len(names) && at >= 0 && at+j-i < len(header) && header[at+j-i] == names[j] {
			j++
		}
		if j-i < leastBlock {
			runs = append(runs, names[i:j]...)
		} else {
			runs = append(runs, span(names[i], names[j-1]))
		}
		i = j
	}
	return runs
}

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

// Several reads a list of columns with commas, where a..b stands for all from a to b, and * for all. It errors on what is
// none of them.
func Several(list string, header []string) ([]string, error) {
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
			return nil, words.Errorf("there is no column %q: it has %s; a..b stands for all columns from a to b, and * for all", part, amounts.Named(header))
		}
	}
	return out, nil
}

// ProposeTogether returns a declaration for several columns from what was found in all of them, without a name or an origin.
// It errors as ProposeAs does.
func (s *Step) ProposeTogether(names []string) (plan.Column, error) {
	return ProposeTogether(s.found(names))
}

// ProposeTogether is the method of that name for what was found in columns.
func ProposeTogether(found []sheet.Column) (plan.Column, error) {
	if len(found) == 0 {
		return plan.Column{}, words.Errorf("no column is chosen that the open file has")
	}
	all := sheet.Together(found)
	all.Name = found[0].Name
	c, err := ProposeAs(plan.Column{}, KindFor(all), all)
	c.Name = ""
	return c, err
}

// found returns what was found in columns of the open file.
func (s *Step) found(names []string) (out []sheet.Column) {
	for _, n := range names {
		if c, ok := s.of.File().Column(n); ok {
			out = append(out, c)
		}
	}
	return out
}

// As returns the declaration of a column for another one, which keeps what it is called.
func As(c plan.Column, name, label string) plan.Column {
	c = (plan.Plan{Columns: []plan.Column{c}}).Clone().Columns[0]
	c.Name, c.Label = domain.AttributeName(name), label
	return c
}

// Strays returns those of several columns in which the open file has answers, or blank cells, that a declaration has no
// place for, or that it would count as other answers.
func (s *Step) Strays(c plan.Column, names []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(n string) bool {
		o, ok := s.Outside(As(c, n, ""))
		return !ok || o.Count == 0
	})
}

// DeclareAll publishes columns with one declaration, in one edit.
func (s *Step) DeclareAll(names []string, c plan.Column) {
	s.of.Edit(func(p *plan.Plan) {
		for _, n := range names {
			at := slices.IndexFunc(p.Columns, func(old plan.Column) bool { return string(old.Name) == n })
			if at < 0 {
				at = len(p.Columns)
				p.Columns = append(p.Columns, plan.Column{})
			}
			p.Columns[at] = As(c, n, p.Columns[at].Label)
		}
		s.InSheetOrder(p)
	})
}
