package codebook

import (
	"math/big"
	"strings"

	"steward/core/domain"
	"steward/core/limits"
	"steward/core/plan"
	"steward/io/sheet/grid"
)

// column is what the rows read so far say of a column.
type column struct {
	name    string
	label   string
	kind    kind
	first   line
	out     plan.Column
	codes   map[string]int  // how the sheet writes a value -> the row that says so
	reads   map[string]int  // a text with a reading -> the row that says so
	held    map[string]bool // the values
	step    string
	top     string       // the cap of weights, or how many rows of each person count
	steps   line         // the row of step
	spans   []plan.Range // of dates: the first and last period, or the listed ones
	order   domain.DateOrder
	between string // what stands between the answers of a cell
	years   int    // that years of two digits lie in the hundred from, 0 where that is not said
}

// add takes in a row of the column.
func (c *column) add(r *reader, l line) error {
	for _, take := range []func(*reader, line) error{c.addKind, c.addLabel, c.addRules, c.addOrder, c.addYears, c.addMissing, c.addBetween, c.addPart, c.addBounds, c.addValues} {
		if err := take(r, l); err != nil {
			return err
		}
	}
	return nil
}

// addKind takes the type, which the first row says for all: nothing means a list.
func (c *column) addKind(r *reader, l line) error {
	text := r.get(l, columnType)
	k, ok := kindOf(text)
	switch {
	case text == "" && c.kind.Kind == "":
		c.kind.Kind = domain.List
	case text == "":
	case !ok:
		return r.wrong(l, columnType, "%s", kindsExpected()).WithRemedy("write one of them")
	case c.kind.Kind == "":
		c.kind = k
	case c.kind != k:
		return r.wrong(l, columnType, "%s, as in the column's first row,", c.kind).WithRemedy("say the same in all rows of the column")
	}
	return nil
}

// addLabel sees to it that what is taken for a label of the column is one.
func (c *column) addLabel(r *reader, l line) error {
	text := r.get(l, columnLabel)
	if text == "" {
		return nil
	}
	if c.label != "" && c.label != text {
		return r.wrong(l, columnLabel, "the same as in the column's first row").WithRemedy(`call the heading "value label" if it is about the values`)
	}
	c.label, c.out.Label = text, text
	return nil
}

// addPart takes the answer that the column is a part of.
func (c *column) addPart(r *reader, l line) error {
	text := r.get(l, partOf)
	if text != "" && c.out.PartOf != "" && c.out.PartOf != text {
		return r.wrong(l, partOf, "the same as in the column's first row").WithRemedy("name one answer for all rows of the column")
	}
	if text != "" {
		c.out.PartOf = text
	}
	return nil
}

func (c *column) addRules(r *reader, l line) error {
	for _, rule := range []struct {
		heading
		to *plan.Special
	}{{blankRule, &c.out.Blank}, {otherRule, &c.out.Other}} {
		text := r.get(l, rule.heading)
		if text == "" {
			continue
		}
		s, ok := ruleOf(text)
		if !ok {
			return r.wrong(l, rule.heading, rulesExpected).WithRemedy("write one of them, or nothing")
		}
		if rule.to.Rule != "" && *rule.to != s {
			return r.wrong(l, rule.heading, "%s, as in a row above,", ruleText(*rule.to)).WithRemedy("say it once for the column")
		}
		*rule.to = s
	}
	return nil
}

// addMissing takes the codes that stand for a blank.
func (c *column) addMissing(r *reader, l line) error {
	for _, h := range []heading{missingCodes, missingFlag} {
		text := r.get(l, h)
		if _, flag := yesNo(text); h == missingFlag && flag && r.get(l, oneValue) != "" {
			continue // it is about the row's value
		}
		for _, code := range split(text) {
			if err := c.addReading(r, l, h, code, domain.BlankLabel); err != nil {
				return err
			}
		}
	}
	return nil
}

// addReading takes a text of the sheet that is read as something else. Missing codes may be
// said again, as where every row of a column lists them. Only a row that says outright how
// it is read may name a value.
func (c *column) addReading(r *reader, l line, h heading, code, target string) error {
	before, twice := c.reads[code]
	if twice && target == domain.BlankLabel && c.out.Readings[code] == target && h != oneValue {
		return nil
	}
	if !twice && r.get(l, readAs) == "" {
		before, twice = c.codes[code]
	}
	if twice {
		return r.wrong(l, h, "a text that has not appeared before").WithRemedy("row %d already says what %s is: remove one of the two", before, grid.Quote(code))
	}
	c.reads[code] = l.number
	if c.out.Readings == nil {
		c.out.Readings = make(map[string]string)
	}
	c.out.Readings[code] = target
	return nil
}

// addBounds takes the ends of a range or of all whole numbers, and the step.
func (c *column) addBounds(r *reader, l line) error {
	if text := r.get(l, stepWidth); text != "" {
		if x, ok := decimal(text); !ok || x.Sign() <= 0 {
			return r.wrong(l, stepWidth, "a plain number above zero").WithRemedy("write the width of a range, such as 5 or 0.5")
		}
		if c.step != "" && c.step != text {
			return r.wrong(l, stepWidth, "%s, as in a row above,", c.step).WithRemedy("give ranges of different widths a row each, without a step")
		}
		if s := specialOf(c.kind.Kind); c.kind.Kind != domain.Ranges && (s == nil || !s.stepped) && (c.kind.Kind != domain.Whole || text != "1") {
			return r.wrong(l, stepWidth, "nothing, as the type is %s,", c.kind).WithRemedy("write ranges or whole ranges as the type, or remove the step")
		}
		c.step, c.steps = text, l
	}
	if r.get(l, lowerEnd) == "" && r.get(l, upperEnd) == "" {
		return nil
	}
	switch c.kind.Kind {
	case domain.Whole:
		if err := c.bound(r, l, lowerEnd, &c.out.Lowest); err != nil {
			return err
		}
		return c.bound(r, l, upperEnd, &c.out.Highest)
	case domain.Ranges:
		return c.addRange(r, l)
	case domain.Periods:
		return c.addPeriod(r, l)
	}
	if s := specialOf(c.kind.Kind); s != nil && s.ends != nil {
		return s.ends(c, r, l)
	}
	h := lowerEnd
	if r.get(l, h) == "" {
		h = upperEnd
	}
	return r.wrong(l, h, "nothing, as the type is %s,", c.kind).
		WithRemedy("write whole, ranges, whole ranges or a kind of period as the type in the column's first row, or remove the number")
}

// bound takes a bound of whole numbers.
func (c *column) bound(r *reader, l line, h heading, to **int64) error {
	text := r.get(l, h)
	if text == "" {
		return nil
	}
	x, ok := decimal(text)
	if !ok || !x.IsInt() || !x.Num().IsInt64() {
		return r.wrong(l, h, "a whole number").WithRemedy("write it in figures, such as 120")
	}
	n := x.Num().Int64()
	if *to != nil && **to != n {
		return r.wrong(l, h, "%d, as in a row above,", **to).WithRemedy("say it once, or write whole ranges as the type if these are ranges")
	}
	*to = &n
	return nil
}

func (c *column) addRange(r *reader, l line) error {
	rng := plan.Range{Label: r.get(l, valueLabel)}
	if rng.Label == "" && !c.codeRow(r, l) {
		rng.Label = r.get(l, oneValue)
	}
	for _, e := range []struct {
		heading
		to *string
	}{{lowerEnd, &rng.From}, {upperEnd, &rng.To}} {
		text := r.get(l, e.heading)
		if text == "" || isOpen(text) {
			continue
		}
		if _, ok := decimal(text); !ok {
			return r.wrong(l, e.heading, "a plain number such as 12.5, or open,").WithRemedy("write the end in figures with a point for the decimals")
		}
		*e.to = text
	}
	c.out.Ranges = append(c.out.Ranges, rng)
	return nil
}

// codeRow reports whether the value of a row is none of the column's, but read as something.
func (c *column) codeRow(r *reader, l line) bool {
	yes, _ := yesNo(r.get(l, missingFlag))
	return yes || r.get(l, readAs) != ""
}

// addValues takes the value of a row, or a cell with many.
func (c *column) addValues(r *reader, l line) error {
	code, label := r.get(l, oneValue), r.get(l, valueLabel)
	as := r.get(l, readAs)
	s := specialOf(c.kind.Kind)
	named := c.kind.Kind.OfNames() || s != nil && s.named
	bounded := r.get(l, lowerEnd) != "" || r.get(l, upperEnd) != ""
	switch {
	case as != "" && code == "":
		return r.wrong(l, oneValue, "the text read as %s", grid.Quote(as)).WithRemedy("write it next to the reading")
	case as != "":
		if err := c.addReading(r, l, oneValue, code, as); err != nil {
			return err
		}
	case code != "" && c.codeRow(r, l):
		if err := c.addReading(r, l, oneValue, code, domain.BlankLabel); err != nil {
			return err
		}
	case code == domain.BlankLabel || code == domain.OtherLabel: // they have rules
	case code != "" && named:
		if err := c.addValue(r, l, oneValue, code, label); err != nil {
			return err
		}
	case code != "" && (c.kind.Kind == domain.Whole || s != nil || !bounded):
		return r.wrong(l, oneValue, "nothing, as the type is %s,", c.kind).
			WithRemedy("give lower and upper instead, write list as the type, or say yes under missing if it stands for a blank")
	case code == "" && label != "" && !bounded:
		return r.wrong(l, oneValue, "the value of the label %s", grid.Quote(label)).WithRemedy("write it as in the data, or give lower and upper if it is the label of a range")
	}
	many := r.get(l, manyValues)
	if many == "" {
		return nil
	}
	if !named {
		return r.wrong(l, manyValues, "nothing, as the type is %s,", c.kind).WithRemedy("give lower and upper instead, or write list as the type")
	}
	parts := split(many)
	labelled := 0
	for _, p := range parts {
		if code, label, ok := strings.Cut(p, "="); ok && strings.TrimSpace(code) != "" && strings.TrimSpace(label) != "" {
			labelled++
		}
	}
	for _, p := range parts {
		code, label := p, ""
		if labelled == len(parts) {
			code, label, _ = strings.Cut(p, "=")
		}
		if err := c.addValue(r, l, manyValues, strings.TrimSpace(code), strings.TrimSpace(label)); err != nil {
			return err
		}
	}
	return nil
}

// addValue takes a value. With a label that is the value, and the code how it is read.
func (c *column) addValue(r *reader, l line, h heading, code, label string) error {
	before, twice := c.codes[code]
	if !twice {
		before, twice = c.reads[code]
	}
	if twice {
		return r.wrong(l, h, "a value that has not appeared before").WithRemedy("row %d already has %s: remove one of the two", before, grid.Quote(code))
	}
	value := code
	if label != "" && label != code {
		value = label
		if err := c.addReading(r, l, h, code, label); err != nil {
			return err
		}
	}
	c.codes[code] = l.number
	if !c.held[value] {
		c.held[value] = true
		c.out.Values = append(c.out.Values, value)
	}
	return nil
}

// finish returns the declaration. It errors where a plan would not take it.
func (c *column) finish(r *reader) (plan.Column, error) {
	c.out.Name, c.out.Kind, c.out.WholeNumbers = domain.AttributeName(c.name), c.kind.Kind, c.kind.whole
	if err := c.finishPeriods(r); err != nil {
		return plan.Column{}, err
	}
	c.out.Origin = domain.Codebook
	if c.step != "" && c.kind.Kind == domain.Ranges {
		if err := c.cut(r); err != nil {
			return plan.Column{}, err
		}
	}
	if _, err := c.out.Attribute(); err != nil {
		fault := r.fault(c.first.number, r.at[columnName], "%s", err)
		if c.kind == (kind{Kind: domain.Ranges}) && len(c.out.Ranges) > 1 {
			return plan.Column{}, fault.WithRemedy("correct the rows of this column in the codebook; if both ends belong to a range of whole numbers, write whole ranges as the type")
		}
		return plan.Column{}, fault.WithRemedy("correct the rows of this column in the codebook")
	}
	return c.out, nil
}

// cut makes ranges of a step's width between the ends of the only range given.
func (c *column) cut(r *reader) error {
	if len(c.out.Ranges) != 1 {
		return r.wrong(c.steps, stepWidth, "one lower and one upper end beside it, not %d,", len(c.out.Ranges)).
			WithRemedy("give the ends of all ranges together in one row, or each range a row and no step")
	}
	whole := c.out.Ranges[0]
	lo, low := decimal(whole.From)
	hi, high := decimal(whole.To)
	width, _ := decimal(c.step)
	if !low || !high {
		return r.wrong(c.steps, stepWidth, "a lower and an upper end that are not open").WithRemedy("write both, or give each range a row and no step")
	}
	one := new(big.Rat)
	if c.kind.whole {
		if one.SetInt64(1); !width.IsInt() || !lo.IsInt() || !hi.IsInt() {
			return r.wrong(c.steps, stepWidth, "a whole number between whole ends").WithRemedy("write whole numbers, or ranges as the type")
		}
	}
	count := new(big.Rat).Sub(hi, lo)
	count.Quo(count.Add(count, one), width)
	if !count.IsInt() || count.Sign() <= 0 || count.Cmp(big.NewRat(limits.MaxCutRanges, 1)) > 0 {
		return r.wrong(c.steps, stepWidth, "a width that cuts %s to %s into 1 to %d equal ranges", whole.From, whole.To, limits.MaxCutRanges).
			WithRemedy("change the step or an end, or give each range a row and no step")
	}
	c.out.Ranges = nil
	digits := max(fraction(whole.From), fraction(c.step))
	for range count.Num().Int64() {
		next := new(big.Rat).Add(lo, width)
		c.out.Ranges = append(c.out.Ranges, plan.Range{
			From: lo.FloatString(digits), To: new(big.Rat).Sub(next, one).FloatString(digits)})
		lo = next
	}
	return nil
}

// fraction returns how many digits of a decimal that count stand after the point.
func fraction(text string) int {
	_, after, _ := strings.Cut(text, ".")
	return len(strings.TrimRight(after, "0"))
}
