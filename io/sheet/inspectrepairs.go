package sheet

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"steward/core/message"
	"steward/core/repair"
	"steward/core/spelling"
	"steward/core/table"
	"steward/io/sheet/grid"
	"steward/io/sheet/mend"
	"steward/io/sheet/number"
)

// Repair is cells of a column that rules read otherwise than they stand, for one cause. It is for the steward's eyes only.
type Repair struct {
	Column  string
	Kind    repair.Kind // the cause
	Text    string      // what the cause is about: the unit, or the mark of dates; "" for none
	Cells   int
	Address message.Text // of the first cell
	// Choices are the ways to read the cells: one, or several where nothing tells which is meant.
	Choices []RepairChoice
	// Proposed is the choice that most cells of the column speak for, -1 for none.
	Proposed int
	// InForce tells that the only choice is how the sheet is read.
	InForce bool

	row int
}

// RepairChoice is a way to read the cells of a repair.
type RepairChoice struct {
	Rules    []repair.Rule
	Examples []RepairExample
}

// RepairExample is what stands in a cell, and what a choice reads there.
type RepairExample struct{ Before, After string }

// Said says what was found.
func (r Repair) Said() message.Text {
	said := repairsFound[r.Kind]
	switch {
	case len(r.Choices) > 1 && (r.Kind == repair.DayFirst || r.Kind == repair.MonthFirst):
		said = eitherOrder
	case r.Kind == repair.Units && r.Text == "":
		said = severalUnits
	}
	format := said.many
	if r.Cells == 1 {
		format = said.one
	}
	switch {
	case r.Kind == repair.Missing:
		return message.Sprintf(format, r.Cells, r.words())
	case r.Text != "":
		return message.Sprintf(format, r.Cells, grid.Quote(r.Text))
	}
	return message.Sprintf(format, r.Cells)
}

// repairFound is what was found, for one cell and for many.
type repairFound struct{ one, many string }

// repairsFound say what was found of each kind. The kinds that name texts have a second verb for them.
var repairsFound = map[repair.Kind]repairFound{
	repair.Spaces:         {message.Key("%d cell has blanks too many, or characters that cannot be seen"), message.Key("%d cells have blanks too many, or characters that cannot be seen")},
	repair.Missing:        {message.Key("%d cell says %s, which seems to stand for no answer"), message.Key("%d cells say %s, which seems to stand for no answer")},
	repair.Notes:          {message.Key("%d cell has a note in brackets"), message.Key("%d cells have a note in brackets")},
	repair.Units:          {message.Key("%d cell has %s beside its number"), message.Key("%d cells have %s beside their number")},
	repair.Percent:        {message.Key("%d cell is a percentage"), message.Key("%d cells are percentages")},
	repair.PercentSign:    {message.Key("%d cell is a percentage"), message.Key("%d cells are percentages")},
	repair.DecimalComma:   {message.Key("%d cell has a decimal comma"), message.Key("%d cells have a decimal comma")},
	repair.Thousands:      {message.Key("%d cell has marks between thousands"), message.Key("%d cells have marks between thousands")},
	repair.ThreeDecimals:  threeDigits,
	repair.ThreeThousands: threeDigits,
	repair.DayFirst:       {message.Key("%d date is a text with %s between its numbers and the day first"), message.Key("%d dates are texts with %s between their numbers and the day first")},
	repair.MonthFirst:     {message.Key("%d date is a text with %s between its numbers and the month first"), message.Key("%d dates are texts with %s between their numbers and the month first")},
	repair.Case:           {message.Key("%d cell differs from others by letter case or blanks alone"), message.Key("%d cells differ from others by letter case or blanks alone")},
}

var (
	threeDigits  = repairFound{message.Key("%d number has three digits after its only mark, which can stand before decimals or between thousands"), message.Key("%d numbers have three digits after their only mark, which can stand before decimals or between thousands")}
	eitherOrder  = repairFound{message.Key("%d date is a text with %s between its numbers, and whether the day or the month comes first has to be said"), message.Key("%d dates are texts with %s between their numbers, and whether the day or the month comes first has to be said")}
	severalUnits = repairFound{message.Key("%d cell has a unit beside its number"), message.Key("%d cells have units beside their numbers")}
)

// words lists what stands for no answer.
func (r Repair) words() message.Text {
	var quoted []message.Text
	for _, rule := range r.Choices[0].Rules {
		for _, text := range rule.Texts {
			quoted = append(quoted, grid.Quote(text))
		}
	}
	return message.List(quoted, "%s or %s", "%s or %s")
}

// Said says what the choice does, in the words of a button.
func (c RepairChoice) Said() message.Text {
	if len(c.Rules) > 1 && c.Rules[0].Kind == repair.DayFirst {
		return message.Sprintf("Read those that can be meant in one way only")
	}
	if len(c.Examples) == 0 || c.Examples[0].Before == c.Examples[0].After {
		return message.Sprintf("Read them so")
	}
	e := c.Examples[0]
	if e.After == "" {
		return message.Sprintf("Read %s as blank", grid.Quote(e.Before))
	}
	return message.Sprintf("Read %s as %s", grid.Quote(e.Before), grid.Quote(e.After))
}

// Kinds returns the kinds of the rules of a choice.
func (r Repair) Kinds(choice int) (s repair.Set) {
	for _, rule := range r.Choices[choice].Rules {
		s |= repair.SetOf(rule.Kind)
	}
	return s
}

// Behind returns the rules of a choice, and those without which cells that it is about stay as they stand: the proposed ones of
// the same column.
func (in *Inspection) Behind(rules []repair.Rule) []repair.Rule {
	out := slices.Clone(rules)
	for _, r := range in.Repairs {
		if r.Column != rules[0].Column || r.InForce || r.Proposed < 0 {
			continue
		}
		for _, rule := range r.Choices[r.Proposed].Rules {
			excluded := slices.ContainsFunc(rules, func(own repair.Rule) bool { return mend.Excludes(own.Kind, rule.Kind) })
			if !excluded && !slices.ContainsFunc(out, rule.Equal) {
				out = append(out, rule)
			}
		}
	}
	return out
}

// isOfMarks reports whether the repair is about the marks within numbers.
func (r Repair) isOfMarks() bool {
	return r.Kind == repair.DecimalComma || r.Kind == repair.Thousands || r.Kind == repair.ThreeDecimals
}

// Decided returns the rules of every repair that is proposed and not in force.
func (in *Inspection) Decided() []repair.Rule {
	var list []repair.Rule
	for _, r := range in.Repairs {
		if !r.InForce && r.Proposed >= 0 {
			list = append(list, r.Choices[r.Proposed].Rules...)
		}
	}
	return list
}

// maxFinds is how many causes of a column are told apart, maxExamples how many cells are shown for each.
const (
	maxFinds    = 40
	maxExamples = 3
)

// find is cells with a cause: the first of them, how many, and some.
type find struct {
	row, count int
	examples   []string
}

func (f *find) add(row, count int, text string) {
	if f.count == 0 || row < f.row {
		f.row = row
	}
	f.count += count
	if len(f.examples) < maxExamples && !slices.Contains(f.examples, text) {
		f.examples = append(f.examples, strings.Clone(text))
	}
}

// cause is why texts are not what they mean.
type cause struct {
	kind   repair.Kind
	text   string // the unit or mark
	either bool   // the kind or its other can be meant
}

// finds are the cells with each cause.
type finds map[cause]*find

func (f finds) add(c cause, row, count int, text string) {
	met := f[c]
	if met == nil {
		if len(f) >= maxFinds {
			return
		}
		met = new(find)
		f[c] = met
	}
	met.add(row, count, text)
}

// causesOf returns the causes of what it takes to read a text.
func causesOf(n mend.Need) []cause {
	if n.None() {
		return nil
	}
	all, common := repair.Set(0), n.Ways[0]
	for _, w := range n.Ways {
		all, common = all|w, common&w
	}
	var list []cause
	text := map[repair.Kind]string{repair.Units: n.Unit, repair.DayFirst: n.Mark, repair.MonthFirst: n.Mark}
	for _, k := range common.Kinds() {
		list = append(list, cause{k, text[k], false})
	}
	for _, p := range mend.Pairs {
		if differ := all &^ common; differ.Has(p[0]) {
			list = append(list, cause{p[0], text[p[0]], true})
		}
	}
	return list
}

// noteTook notes the rules that a cell took.
func (c *collector) noteTook(row int, before table.Cell, took repair.Set) {
	if took == 0 {
		return
	}
	if c.took == nil {
		c.took = make(map[repair.Kind]*find)
	}
	for _, k := range took.Kinds() {
		if c.took[k] == nil {
			c.took[k] = new(find)
		}
		text := Shown(before)
		c.took[k].add(row, 1, text[:min(len(text), longText)])
	}
}

// noteBeyond notes what it takes to read a cell whose value is not listed.
func (c *collector) noteBeyond(row int, cell table.Cell) {
	if c.free || cell.Kind != table.Text && (!c.written || cell.Kind != table.Number || plainEnds(cell.Text)) || len(cell.Text) >= longText {
		return
	}
	if c.beyond == nil {
		c.beyond = make(map[string]*value)
		if c.free = c.isFree(); c.free {
			return
		}
	}
	switch {
	case isPlainDay(cell.Text):
		c.plainDays++
		return
	case mend.Plainly(cell.Text):
		return
	case mend.Of(cell.Text, false).None() && !mend.MeansNothing(cell.Text):
		return
	}
	if v := c.beyond[cell.Text]; v != nil {
		v.count++
	} else if len(c.beyond) < maxBeyond {
		text := strings.Clone(cell.Text)
		c.beyond[text] = &value{text, cell.Number, cell.Kind, 1, row}
	}
}

// isFree reports whether hardly any of the values listed is a number or a day, or would be by a rule: a column of so many texts
// is for nobody to count.
func (c *collector) isFree() bool {
	n := 0
	for _, v := range c.values {
		if v.kind != table.Text || isPlainDay(v.text) || number.Is(v.text) {
			n++
		} else if need := mend.Of(v.text, false); need.Number || need.Date {
			n++
		}
	}
	return 10*n < len(c.values)
}

// isPlainDay reports whether a text is written like a day that begins with its year, such as 2024-03-14.
func isPlainDay(text string) bool {
	if len(text) != len("2024-03-14") || text[4] != '-' || text[7] != '-' {
		return false
	}
	for i := range len(text) {
		if i != 4 && i != 7 && !number.IsDigit(text[i]) {
			return false
		}
	}
	return text[:4] > "0000" && text[5:7] >= "01" && text[5:7] <= "12" && text[8:] >= "01" && text[8:] <= "31"
}

// maxBeyond is of how many values that are not listed it is kept what they are.
const maxBeyond = 1 << 16

// codesForNothing are the numbers that stand for nothing in many files.
func isCodeForNothing(x float64) bool {
	switch x {
	case -7, -8, -9, -97, -98, -99, -997, -998, -999, -9999, 97, 98, 99, 997, 998, 999, 9998, 9999, 99999:
		return true
	}
	return false
}

// noteCode notes a number that may stand for nothing, and how large the others are.
func (c *collector) noteCode(row int, x float64) {
	if (x <= -7 || x >= 97) && isCodeForNothing(x) {
		if c.codes == nil {
			c.codes = make(map[float64]*grid.RowCount)
		}
		if c.codes[x] == nil {
			c.codes[x] = new(grid.RowCount)
		}
		c.codes[x].Add(row)
		return
	}
	c.least, c.most = min(c.least, x), max(c.most, x)
}

// oddTexts visits the values that may not be what they mean.
func (c *collector) oddTexts(visit func(v *value)) {
	for _, list := range []map[string]*value{c.values, c.beyond} {
		for _, v := range list {
			if v.kind == table.Text || c.written && v.kind == table.Number {
				visit(v)
			}
		}
	}
}

// study is what a column's texts come to.
type study struct {
	*collector
	finds
	odd            []*value // that may not be what they mean, in the order of the sheet
	commas         bool     // stand before decimals, or marks between thousands
	numbers, dates int      // cells that are such, or can be read so
	filled         int      // that do not say that there is nothing
	nothing        find
	words          []string // for nothing
	plain          int      // numbers without a sign beside them
	repairs        []Repair
}

// need returns what it takes to read a value that is not what it means.
func (s *study) need(v *value) mend.Need {
	if v.kind == table.Text {
		return mend.Of(v.text, s.commas)
	}
	// A text table reads amounts and percentages by itself.
	if x, ok := mend.Plain(v.text); mend.IsPercentage(v.text) {
		return mend.Need{Ways: []repair.Set{repair.SetOf(repair.Percent), repair.SetOf(repair.PercentSign)}, Number: true}
	} else if s.commas && ok && x == v.number && mend.IsThree(v.text) {
		return mend.Of(v.text, true)
	}
	return mend.Need{}
}

// findRepairs returns what rules could do for the column.
func (c *collector) findRepairs() []Repair {
	if c.isKey(c.filled()) {
		return nil
	}
	s := &study{collector: c, finds: make(finds), numbers: c.Kinds[table.Number], dates: c.Kinds[table.Date] + c.plainDays, filled: c.filled()}
	c.oddTexts(func(v *value) {
		for _, k := range causesOf(mend.Of(v.text, false)) {
			s.commas = s.commas || v.kind == table.Text && (k.kind == repair.DecimalComma || k.kind == repair.Thousands)
		}
	})
	if c.mender != nil {
		s.commas = s.commas || c.mender.Commas()
	}
	c.oddTexts(func(v *value) { s.odd = append(s.odd, v) })
	slices.SortFunc(s.odd, func(a, b *value) int { return cmp.Or(cmp.Compare(a.row, b.row), cmp.Compare(a.text, b.text)) })
	for _, v := range s.odd {
		s.look(v)
	}
	s.plain = s.numbers
	for k, f := range s.finds {
		if k.kind == repair.Percent {
			s.plain -= f.count
		}
	}
	s.spaces()
	s.missing()
	s.notes()
	s.ofNumbers()
	s.ofDates()
	s.spellings()
	s.examples()
	return s.repairs
}

// look notes what a value takes.
func (s *study) look(v *value) {
	if v.kind == table.Text && mend.MeansNothing(v.text) {
		s.nothing.add(v.row, v.count, v.text)
		s.words = append(s.words, spelling.Clean(v.text))
		s.filled -= v.count
		return
	}
	n := s.need(v)
	for _, k := range causesOf(n) {
		s.finds.add(k, v.row, v.count, v.text)
	}
	switch {
	case v.kind != table.Text:
	case n.Number:
		s.numbers += v.count
	case n.Date:
		s.dates += v.count
	case n.None() && number.Is(v.text):
		s.numbers += v.count
	case n.None() && isPlainDay(v.text):
		s.dates += v.count
	}
}

// share returns which part of the cells are such.
func (s *study) share(n int) float64 { return float64(n) / float64(max(s.filled, 1)) }

// propose adds a repair. It is proposed where nearly all cells of the column are, or can be read as, what the repair makes of them.
func (s *study) propose(k cause, f *find, proposed int, choices ...[]repair.Rule) {
	r := Repair{Column: s.Name, Kind: k.kind, Text: k.text, Cells: f.count, Proposed: proposed, row: f.row}
	for _, rules := range choices {
		r.Choices = append(r.Choices, RepairChoice{Rules: rules})
	}
	for i := range r.Choices { // what they come to is worked out when all are known
		for _, text := range f.examples {
			r.Choices[i].Examples = append(r.Choices[i].Examples, RepairExample{Before: text})
		}
	}
	s.repairs = append(s.repairs, r)
}

func (s *study) rule(k repair.Kind, texts ...string) []repair.Rule {
	return []repair.Rule{{Column: s.Name, Kind: k, Texts: texts}}
}

// causes lists those that were met of some kinds, in the order of the sheet.
func (s *study) causes(of ...repair.Kind) []cause {
	var list []cause
	for k := range s.finds {
		if slices.Contains(of, k.kind) {
			list = append(list, k)
		}
	}
	slices.SortFunc(list, func(a, b cause) int {
		return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(s.finds[a].row, s.finds[b].row), cmp.Compare(a.text, b.text))
	})
	return list
}

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

// ofNumbers offers what makes numbers of texts, where most cells of the column are numbers.
func (s *study) ofNumbers() {
	share := s.share(s.numbers)
	if share < mixed {
		return
	}
	units := s.causes(repair.Units)
	for _, k := range s.causes(repair.Units, repair.DecimalComma, repair.Thousands, repair.ThreeDecimals, repair.Percent) {
		f := s.finds[k]
		likely := proposedIf(share >= mostly)
		switch k.kind {
		case repair.Units:
			if len(units) > 1 {
				likely = -1 // 5 km and 500 m are not 5 and 500
			}
			s.propose(k, f, likely, s.rule(repair.Units, k.text))
		case repair.ThreeDecimals:
			s.propose(k, f, -1, s.rule(repair.ThreeDecimals), s.rule(repair.ThreeThousands))
		case repair.Percent:
			s.percentages(k, f, likely)
		default:
			if s.grouped && k.kind == repair.DecimalComma { // 12,34 is a slip where 1,234 is a number
				likely = -1
			}
			s.propose(k, f, likely, s.rule(k.kind))
		}
	}
}

// percentages offers to read percentages as their hundredth part, or as the numbers that stand before the sign where others
// of the column, which have no sign, are no parts of one.
func (s *study) percentages(k cause, f *find, likely int) {
	switch {
	case s.plain == 0 && s.written:
		return // a text table reads them by itself
	case s.plain == 0:
	case s.most > 1 && likely == 0:
		likely = 1
	default:
		likely = -1
	}
	s.propose(k, f, likely, s.rule(repair.Percent), s.rule(repair.PercentSign))
}

// ofDates offers to read texts as days where most cells of the column are days, and the texts are not all alike: those that are
// have their order said with the column's periods.
func (s *study) ofDates() {
	if s.share(s.dates) < mixed {
		return
	}
	marks := make(map[string][3]*find) // day first, month first, either
	var order []string
	for _, k := range s.causes(repair.DayFirst, repair.MonthFirst) {
		of, known := marks[k.text]
		if !known {
			order = append(order, k.text)
		}
		of[map[bool]int{true: 2, false: int(k.kind - repair.DayFirst)}[k.either]] = s.finds[k]
		marks[k.text] = of
	}
	likely := proposedIf(s.share(s.dates) >= mostly)
	for _, mark := range order {
		of := marks[mark]
		if len(order) == 1 && s.Kinds[table.Date] == 0 && (of[0] == nil || of[1] == nil) {
			return
		}
		all := &find{}
		for _, f := range of {
			if f != nil {
				for i, text := range f.examples {
					all.add(f.row, map[bool]int{true: f.count}[i == 0], text)
				}
			}
		}
		day, month := s.rule(repair.DayFirst, mark), s.rule(repair.MonthFirst, mark)
		switch {
		case of[0] != nil && of[1] == nil:
			s.propose(cause{kind: repair.DayFirst, text: mark}, all, likely, day)
		case of[1] != nil && of[0] == nil:
			s.propose(cause{kind: repair.MonthFirst, text: mark}, all, likely, month)
		case of[0] == nil:
			s.propose(cause{kind: repair.DayFirst, text: mark}, all, -1, day, month)
		default:
			s.propose(cause{kind: repair.DayFirst, text: mark}, all, -1, day, month, slices.Concat(day, month))
		}
	}
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
		fold := spelling.Fold(text)
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
		for _, w := range alike[spelling.Fold(text)] {
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

// examples works out what the choices read, beside all that is proposed.
func (s *study) examples() {
	var proposed []repair.Rule
	for _, r := range s.repairs {
		if r.Proposed >= 0 {
			proposed = append(proposed, r.Choices[r.Proposed].Rules...)
		}
	}
	for i := range s.repairs {
		r := &s.repairs[i]
		for k := range r.Choices {
			c := &r.Choices[k]
			rules := slices.Clone(c.Rules)
			for _, p := range proposed {
				if r.Proposed < 0 || !slices.ContainsFunc(r.Choices[r.Proposed].Rules, p.Equal) {
					rules = append(rules, p)
				}
			}
			c.Examples = mendedExamples(mend.New(append(rules, s.unsaid(c)...), s.written), c.Examples)
		}
	}
}

// unsaid returns the rules without which the examples of a choice stay as they are, such as that of a unit beside a number with
// a decimal comma.
func (s *study) unsaid(c *RepairChoice) (rules []repair.Rule) {
	for _, e := range c.Examples {
		n := mend.Of(e.Before, s.commas)
		for _, k := range causesOf(n) {
			if k.kind == repair.Units {
				rules = append(rules, s.rule(repair.Units, k.text)...)
			} else if !k.either && !k.kind.HasTexts() {
				rules = append(rules, s.rule(k.kind)...)
			}
		}
	}
	return rules
}

// mendedExamples returns those that a mender reads otherwise, or all where there are none, the plainest first.
func mendedExamples(m *mend.Mender, list []RepairExample) []RepairExample {
	out := slices.Clone(list)
	for i := range out {
		after, took := m.Cell(table.Cell{Kind: table.Text, Text: out[i].Before})
		if x, ok := mend.Plain(out[i].Before); ok && took == 0 {
			after, _ = m.Cell(table.Cell{Kind: table.Number, Text: out[i].Before, Number: x})
		}
		out[i].After = after.Text
	}
	changed := slices.DeleteFunc(slices.Clone(out), func(e RepairExample) bool { return e.Before == e.After })
	if len(changed) == 0 {
		return out
	}
	return changed
}

// inForce returns the repairs by which the column is read.
func (c *collector) inForce(src table.Source, column int, rules []repair.Rule) []Repair {
	var list []Repair
	for _, rule := range rules {
		if rule.Column != c.Name {
			continue
		}
		if i := slices.IndexFunc(list, func(r Repair) bool { return r.Kind == rule.Kind }); i >= 0 {
			list[i].Choices[0].Rules, list[i].Text = append(list[i].Choices[0].Rules, rule), ""
			continue
		}
		r := Repair{Column: c.Name, Kind: rule.Kind, InForce: true, Choices: []RepairChoice{{Rules: []repair.Rule{rule}}}}
		if len(rule.Texts) == 1 && rule.Kind != repair.Missing && rule.Kind != repair.Case {
			r.Text = rule.Texts[0]
		}
		if f := c.took[rule.Kind]; f != nil {
			r.Cells, r.row, r.Address = f.count, f.row, src.Address(f.row, column)
			for _, text := range f.examples {
				r.Choices[0].Examples = append(r.Choices[0].Examples, RepairExample{Before: text})
			}
			r.Choices[0].Examples = mendedExamples(c.mender, r.Choices[0].Examples)
		}
		list = append(list, r)
	}
	return list
}
