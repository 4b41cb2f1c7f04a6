package sheet

import (
	"cmp"
	"math"
	"slices"

	"steward/core/repair"
	"steward/core/spelling"
	"steward/core/table"
	"steward/io/sheet/mend"
)

func (s *study) spaces() {
	for _, k := range s.causes(repair.Spaces) {
		s.propose(k, s.finds[k], 0, s.rule(repair.Spaces))
	}
}

// missing offers to read words for nothing as blank, and codes among numbers that are far from all others.
func (s *study) missing() {
	among := s.share(max(s.numbers, s.dates))
	f, words, proposed := s.nothing, s.words, proposedIf(among >= mostly)
	if proposed < 0 { // of a list, in which some are answers
		f, words = find{}, nil
		for _, v := range s.odd {
			if v.kind == table.Text && mend.MeansNothing(v.text) && mend.IsCode(v.text) {
				f.add(v.row, v.count, v.text)
				words = append(words, spelling.Clean(v.text))
			}
		}
	}
	if s.share(s.numbers) >= mostly {
		codes := make([]float64, 0, len(s.codes))
		for x := range s.codes {
			codes = append(codes, x)
		}
		slices.Sort(codes)
		for _, x := range codes {
			met := s.codes[x]
			if far := x < 0 && s.least >= 0 || x > 0 && s.most > 0 && x > 5*s.most; !far || math.IsInf(s.most, 0) {
				continue
			}
			text := table.ShortNumber(x).Text
			f.add(met.First, met.Count, text)
			words = append(words, text)
			proposed = 0
		}
	}
	if f.count > 0 {
		slices.Sort(words)
		s.propose(cause{kind: repair.Missing}, &f, proposed, s.rule(repair.Missing, slices.Compact(words)...))
	}
}

// notes offers to leave notes in brackets out where what stands before them is a number, a day, or a value of other cells.
func (s *study) notes() {
	for _, k := range s.causes(repair.Notes) {
		f, known := &find{}, true
		s.oddTexts(func(v *value) {
			if !slices.Contains(causesOf(s.need(v)), k) {
				return
			}
			n := s.need(v)
			value, _ := mend.WithoutNote(spelling.Clean(v.text))
			_, other := s.values[value]
			if n.Number && s.share(s.numbers) >= mixed || n.Date && s.share(s.dates) >= mixed || other {
				f.add(v.row, v.count, v.text)
				known = known && (other || s.share(max(s.numbers, s.dates)) >= mostly)
			}
		})
		if f.count > 0 {
			s.propose(k, f, proposedIf(known), s.rule(repair.Notes))
		}
	}
}

// mixed is the share of cells from which others in their column are offered to be read like them.
const mixed = 0.5

func proposedIf(yes bool) int {
	if yes {
		return 0
	}
	return -1
}

// spellings offers to read texts that differ by letter case or blanks alone as the most frequent of them, in columns whose texts
// are answers.
func (s *study) spellings() {
	if s.collector.propose() != ProposeList {
		return
	}
	type spelled struct {
		text       string
		count, row int
	}
	alike := make(map[string]map[string]*spelled)
	for _, v := range s.values {
		if v.kind != table.Text || mend.MeansNothing(v.text) {
			continue
		}
		text := spelling.Clean(v.text)
		fold := mend.Fold(text)
		if fold == "" {
			continue
		}
		if alike[fold] == nil {
			alike[fold] = make(map[string]*spelled)
		}
		w := alike[fold][text]
		if w == nil {
			w = &spelled{text: text, row: v.row}
			alike[fold][text] = w
		}
		w.count, w.row = w.count+v.count, min(w.row, v.row)
	}
	var f find
	for _, of := range alike {
		if len(of) < 2 {
			continue
		}
		var best *spelled
		for _, w := range of {
			if best == nil || cmp.Or(cmp.Compare(best.count, w.count), cmp.Compare(w.row, best.row), cmp.Compare(w.text, best.text)) < 0 {
				best = w
			}
		}
		s.Spelled = append(s.Spelled, best.text)
	}
	if len(s.Spelled) == 0 {
		return
	}
	slices.Sort(s.Spelled)
	var others []*spelled
	for _, text := range s.Spelled {
		for _, w := range alike[mend.Fold(text)] {
			if w.text != text {
				others = append(others, w)
			}
		}
	}
	slices.SortFunc(others, func(a, b *spelled) int { return cmp.Or(cmp.Compare(a.row, b.row), cmp.Compare(a.text, b.text)) })
	for _, w := range others {
		f.add(w.row, w.count, w.text)
	}
	s.propose(cause{kind: repair.Case}, &f, 0, s.rule(repair.Case, s.Spelled...))
}
