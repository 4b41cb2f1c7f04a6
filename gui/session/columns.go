package session

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"steward/core/domain"
	"steward/core/plan"
	"steward/io/sheet"
)

// Propose returns a declaration for a column from what was found in the data. It carries no
// origin: it becomes part of a plan only when the steward confirms that it is public. ok is
// false for columns of which nothing sensible can be published, such as names and numbers
// of persons.
func Propose(found sheet.Column) (c plan.Column, ok bool) {
	c = plan.Column{Name: domain.AttributeName(found.Name), Kind: domain.List}
	switch found.Proposed {
	case sheet.ProposeIdentifier, sheet.ProposeNothing:
		return c, false
	case sheet.ProposeWhole:
		lo, hi := int64(math.Floor(found.Min)), int64(math.Ceil(found.Max))
		c.Kind, c.Lowest, c.Highest = domain.Whole, &lo, &hi
	case sheet.ProposeRanges:
		c.Kind = domain.Ranges
		c.Ranges = EvenRanges(found.Min, found.Max)
	default:
		c.Values = slices.Clone(found.Values)
	}
	return c, true
}

// EvenRanges cuts lo..hi into at most a dozen ranges of a round width, the first open below
// and the last open above.
func EvenRanges(lo, hi float64) []plan.Range {
	span := max(hi-lo, 1)
	width := math.Pow(10, math.Floor(math.Log10(span)))
	for _, f := range []float64{0.1, 0.2, 0.5, 1} {
		if span/(width*f) <= 10 {
			width *= f
			break
		}
	}
	text := func(x float64) string {
		return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.6f", x), "0"), ".")
	}
	at := (math.Floor(lo/width) + 1) * width
	out := []plan.Range{{To: text(at)}}
	for ; at < at+width && at+width < hi; at += width { // beyond 2^53 a sum may be no larger
		out = append(out, plan.Range{From: text(at), To: text(at + width)})
	}
	return append(out, plan.Range{From: text(at)})
}

// Published reports whether the plan publishes a column, and returns its declaration.
func (s *Session) Published(name string) (plan.Column, bool) {
	for _, c := range s.plan.Columns {
		if string(c.Name) == name {
			return c, true
		}
	}
	return plan.Column{}, false
}

// Publish adds a column to the plan, or replaces its declaration.
func (s *Session) Publish(c plan.Column) {
	s.Edit(func(p *plan.Plan) {
		for i := range p.Columns {
			if p.Columns[i].Name == c.Name {
				p.Columns[i] = c
				return
			}
		}
		p.Columns = append(p.Columns, c)
		s.inSheetOrder(p)
	})
}

// inSheetOrder keeps the columns in the order of the sheet.
func (s *Session) inSheetOrder(p *plan.Plan) {
	if s.file == nil {
		return
	}
	at := func(c plan.Column) int { return slices.Index(s.file.Header, string(c.Name)) }
	slices.SortStableFunc(p.Columns, func(a, b plan.Column) int { return at(a) - at(b) })
}

// Withdraw takes a column out of the plan, with the secrets and questions that need it. It
// returns the titles of the questions that go with it.
func (s *Session) Withdraw(name string) []string {
	var gone []string
	attr := domain.AttributeName(name)
	s.Edit(func(p *plan.Plan) {
		p.Columns = slices.DeleteFunc(p.Columns, func(c plan.Column) bool { return c.Name == attr })
		p.Secrets.Columns = slices.DeleteFunc(p.Secrets.Columns, func(c plan.Secret) bool { return slices.Contains(c.Columns, attr) })
		p.Impossible = slices.DeleteFunc(p.Impossible, func(c domain.Combination) bool { _, named := c[attr]; return named })
		p.Questions = slices.DeleteFunc(p.Questions, func(q plan.Question) bool {
			if slices.Contains(q.Columns, attr) {
				gone = append(gone, q.Title)
				return true
			}
			return false
		})
		p.Secrets.Together = min(p.Secrets.Together, len(p.Columns))
	})
	return gone
}

// KindWords names the kinds of column as the screens do.
func KindWords(k domain.Kind) string {
	switch k {
	case domain.List:
		return "a list of values"
	case domain.Ordered:
		return "an ordered list"
	case domain.Whole:
		return "whole numbers"
	case domain.Ranges:
		return "numbers in ranges"
	}
	return "not said yet"
}

// OriginWords says where a column's values come from.
func OriginWords(o domain.Origin) string {
	switch o {
	case domain.Codebook:
		return "from a codebook"
	case domain.Typed:
		return "typed by you"
	case domain.Confirmed:
		return "found in the data, confirmed as public"
	}
	return "not confirmed as public"
}

// SizeWords says how many values a column has.
func SizeWords(c plan.Column) string {
	switch c.Kind {
	case domain.Whole:
		if c.Lowest != nil && c.Highest != nil {
			return fmt.Sprintf("%d to %d", *c.Lowest, *c.Highest)
		}
		return "no bounds yet"
	case domain.Ranges:
		return fmt.Sprintf("%d ranges", len(c.Ranges))
	}
	return fmt.Sprintf("%d values", len(c.Values))
}
