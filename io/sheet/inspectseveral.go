package sheet

import (
	"cmp"
	"slices"
	"unicode/utf8"

	"steward/core/limits"
	"steward/core/message"
	"steward/core/repair"
	"steward/core/table"
	"steward/io/sheet/grid"
	"steward/io/sheet/mend"
	"steward/io/sheet/number"
)

// Several is a column whose cells seem to hold several answers, and how it can be read as one column for each option. It is for the
// steward's eyes only.
type Several struct {
	repair.Split
	Cells int // that hold more than one, where it is not in force
	// InForce tells that the sheet is read so.
	InForce bool
}

// Said says what was found.
func (s Several) Said() message.Text {
	options := make([]message.Text, len(s.Options))
	for i, o := range s.Options {
		options[i] = message.Verbatim(o)
	}
	if s.InForce {
		return message.Sprintf("The cells of %s are read as one yes-or-no column for each option, which together count as one answer in every secret: %s.", s.Column, message.And(options))
	}
	return message.Sprintf("%d cells of %s contain several answers with %s between them, from these options: %s. They can be read as one yes-or-no column for each option, which together count as one answer in every secret.", s.Cells, s.Column, grid.Quote(s.Between), message.And(options))
}

// between are what stands between several answers, in the order in which they are looked for.
var between = []string{";", "|", "\n", "+", "/", ","}

// The least share of a column's cells that hold several answers, the longest option, and the least share of options that are met
// in more than one cell or beside more than one other.
const (
	severalShare  = 0.05
	longestOption = 60
	metAgain      = 0.8
)

// several returns how the column's cells can be read as several answers; false where they hold no more than one.
func (c *collector) several() (Several, bool) {
	texts := c.Kinds[table.Text]
	if c.Key || 2*texts < c.filled() || 2*c.Unlisted > texts {
		return Several{}, false
	}
	best, found := Several{}, false
	for _, mark := range between {
		if s, ok := c.severalBy(mark); ok && (!found || s.Cells > best.Cells) {
			best, found = s, true
		}
	}
	return best, found
}

// met is an option as it was met: in which spellings, how often, and in how many different cells.
type met struct {
	spelled map[string]int
	values  int
}

// severalBy is several with one mark between the answers.
func (c *collector) severalBy(mark string) (Several, bool) {
	options := make(map[string]*met)
	s := Several{Split: repair.Split{Column: c.Name, Between: mark}}
	cells := 0
	for _, v := range c.values {
		pieces := repair.Pieces(v.text, mark)
		if v.kind != table.Text && len(pieces) > 1 || mend.MeansNothing(v.text) {
			continue
		}
		if cells += v.count; len(pieces) > 1 {
			s.Cells += v.count
		}
		for _, piece := range pieces {
			if utf8.RuneCountInString(piece) > longestOption || mark == "," && number.Is(piece) {
				return s, false
			}
			folded := mend.Fold(piece)
			if options[folded] == nil {
				if len(options) == limits.MaxSplitOptions {
					return s, false
				}
				options[folded] = &met{spelled: make(map[string]int)}
			}
			options[folded].values++
			options[folded].spelled[piece] += v.count
		}
	}
	again := 0
	for _, o := range options {
		s.Options = append(s.Options, o.usual())
		if o.values > 1 {
			again++
		}
	}
	slices.SortFunc(s.Options, func(a, b string) int {
		return cmp.Or(cmp.Compare(mend.Fold(a), mend.Fold(b)), cmp.Compare(a, b))
	})
	ok := s.Cells > 1 && float64(s.Cells) >= severalShare*float64(cells) && float64(again) >= metAgain*float64(len(options)) && s.Check() == nil
	return s, ok
}

// usual returns the most frequent spelling.
func (m *met) usual() string {
	best, count := "", 0
	for text, n := range m.spelled {
		if n > count || n == count && text < best {
			best, count = text, n
		}
	}
	return best
}
