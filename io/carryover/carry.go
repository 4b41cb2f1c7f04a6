package carryover

import (
	"math/big"
	"regexp"
	"slices"
	"steward/core/limits"
	"strconv"
	"strings"

	"steward/core/account"
	"steward/core/constraint"
	"steward/core/message"
	"steward/core/plan"
	"steward/io/ledger"
)

// Choice is what the steward decides about the next release.
type Choice struct {
	// Others says that nobody in the file is among the people of the earlier account; DataSet is then the name of theirs.
	Others  bool
	DataSet string
	Title   string
	// KeepFacts says that the known facts which hold are public of these data too.
	KeepFacts bool
	// Years are how many releases are planned, this one included, and Budget what this one may spend. Limit is what all releases
	// about the people may spend, where nothing says so yet; "" for what the earlier plan says.
	Years         int
	Budget, Limit string
}

// Carried returns the plan of the next release, its columns in the order of the next file.
func (l Look) Carried(c Choice) plan.Plan {
	p := l.Plan.Clone()
	if p.Agreed = nil; l.Data != nil {
		p.Data = *l.Data
		p.InOrder(l.Header)
	}
	p.Data.Reviewed = nil
	if p.StandIn != nil && p.StandIn.Kind == plan.StandInPilot {
		p.StandIn = nil // it was paid for about other data
	}
	p.Publication.Period, p.Publication.Citation = "", ""
	p.Title, p.Budget.Epsilon = c.Title, c.Budget
	if c.Others {
		p.DataSet = c.DataSet
	}
	p.Budget.Limit = ""
	if c.Limit != "" {
		p.Budget.Limit = c.Limit
	}
	kept := func(id string) bool {
		return c.KeepFacts && slices.ContainsFunc(l.Known, func(k Known) bool { return k.ID == id && k.Holds })
	}
	p.Facts.Stated = slices.DeleteFunc(p.Facts.Stated, func(f constraint.Fact) bool { return !kept(f.ID) })
	if len(p.Facts.Stated) == 0 {
		p.Facts.Stated = nil
	}
	if !kept(plan.PeopleFact) {
		p.Facts.People = nil
	}
	return p
}

// Allowance is what the releases that are planned may spend.
type Allowance struct {
	// Limit is what all releases about the people may spend, Taken what is spent and set aside, but for what is set aside for the
	// planned ones. Limit is nil where none is set.
	Limit, Taken *big.Rat
	// Kept is what is set aside for each of the planned releases, by their titles.
	Titles []string
	Kept   []*big.Rat
}

// AllowanceOf returns what a number of releases may spend of an account, the first of which has a title. limit is what is to be
// allowed where the account says nothing; nil for nothing.
func AllowanceOf(s ledger.Statement, title string, years int, limit *big.Rat) Allowance {
	a := Allowance{Limit: s.LeastLimit(), Taken: s.Taken()}
	if a.Limit == nil {
		a.Limit = limit
	}
	for range max(years, 1) {
		kept := new(big.Rat)
		for _, r := range s.Reservations {
			if ledger.SameName(r.Title, title) {
				kept.Add(kept, r.Left)
			}
		}
		a.Titles, a.Kept = append(a.Titles, title), append(a.Kept, kept)
		a.Taken.Sub(a.Taken, kept)
		title = Following(title)
	}
	return a
}

// Left is what the planned releases may spend together; nil where there is no limit.
func (a Allowance) Left() *big.Rat {
	if a.Limit == nil {
		return nil
	}
	left := new(big.Rat).Sub(a.Limit, a.Taken)
	if left.Sign() < 0 {
		left.SetInt64(0)
	}
	return left
}

// LeftWords writes Left; "" where there is no limit.
func (a Allowance) LeftWords() string {
	left := a.Left()
	switch {
	case left == nil:
		return ""
	case left.Sign() == 0:
		return "0"
	}
	return floored(left)
}

// Share is what each of the planned releases may spend where all spend the same, rounded down, and those keep what is set aside for
// them for which that is more; "" where there is no limit, or nothing left.
func (a Allowance) Share() string {
	left := a.Left()
	if left == nil {
		return ""
	}
	kept := slices.Clone(a.Kept[1:])
	slices.SortFunc(kept, func(x, y *big.Rat) int { return y.Cmp(x) })
	for n := int64(len(a.Titles)); ; n-- {
		share := new(big.Rat).Quo(left, new(big.Rat).SetInt64(n))
		switch {
		case share.Sign() <= 0:
			return ""
		case n == 1 || kept[0].Cmp(share) <= 0:
			return floored(share)
		}
		left.Sub(left, kept[0]) // the release that the most is set aside for keeps that
		kept = kept[1:]
	}
}

// Aside is what is to be set aside for each of the later releases where each is to spend as much as this one, beside what is already;
// nil for nothing.
func (a Allowance) Aside(budget account.Epsilon) []*big.Rat {
	out := make([]*big.Rat, len(a.Titles))
	for i := 1; i < len(a.Titles); i++ {
		if more := new(big.Rat).Sub(budget.Rat(), a.Kept[i]); more.Sign() > 0 {
			out[i] = more
		}
	}
	return out
}

// floored writes a number with as many decimals as leave three digits of it, and never a larger one.
func floored(r *big.Rat) string {
	scale := big.NewInt(1000)
	for tenth := big.NewRat(1, 10); r.Cmp(tenth) < 0 && len(scale.String()) < 12; tenth.Mul(tenth, big.NewRat(1, 10)) {
		scale.Mul(scale, big.NewInt(10))
	}
	n := new(big.Rat).Mul(r, new(big.Rat).SetInt(scale))
	whole := new(big.Int).Quo(n.Num(), n.Denom())
	if whole.Sign() == 0 {
		return ""
	}
	text := new(big.Rat).SetFrac(whole, scale).FloatString(len(scale.String()) - 1)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

var (
	yearRange = regexp.MustCompile(`\b((?:19|20)\d\d)([/–-])(\d\d(?:\d\d)?)\b`)
	year      = regexp.MustCompile(`\b(?:19|20)\d\d\b`)
	numbered  = regexp.MustCompile(`^(.*) \((\d{1,4})\)$`)
)

// Following returns the title of the release after the one of a title: that of the next year where it names one, and else the next number.
func Following(title string) string {
	next := func(digits string) string {
		n, _ := strconv.Atoi(digits)
		text := strconv.Itoa(n + 1)
		if n++; len(digits) == 2 {
			text = strconv.Itoa(100 + n%100)[1:]
		}
		return text
	}
	if all := yearRange.FindAllStringSubmatchIndex(title, -1); len(all) > 0 {
		m := all[len(all)-1]
		return title[:m[2]] + next(title[m[2]:m[3]]) + title[m[4]:m[5]] + next(title[m[6]:m[7]]) + title[m[7]:]
	}
	if all := year.FindAllStringIndex(title, -1); len(all) > 0 {
		m := all[len(all)-1]
		return title[:m[0]] + next(title[m[0]:m[1]]) + title[m[1]:]
	}
	if m := numbered.FindStringSubmatch(title); m != nil {
		return m[1] + " (" + next(m[2]) + ")"
	}
	return title + " (2)"
}

// Check says what is wrong with a choice, before anything is noted.
func (l Look) Check(c Choice) error {
	if err := l.who(c); err != nil {
		return err
	}
	_, err := account.ParseEpsilon(c.Budget)
	return err
}

// who says what is wrong with a choice but for its budget, which depends on the rest.
func (l Look) who(c Choice) error {
	switch {
	case strings.TrimSpace(c.Title) == "":
		return message.Errorf("the release has no title: what is set aside for it goes by its title")
	case c.Others && strings.TrimSpace(c.DataSet) == "":
		return message.Errorf("other people have an account of their own: give it a name")
	case c.Others && ledger.SameName(c.DataSet, l.Plan.DataSet):
		return message.Errorf("“%s” is the account of the earlier people: give the others an account with another name, or say that they are the same people", c.DataSet)
	case c.Years < 1 || c.Years > limits.MaxReleasesAhead:
		return message.Errorf("so many releases cannot be planned: give a number from 1 to %d, this one included", limits.MaxReleasesAhead)
	}
	if c.Limit != "" {
		if _, err := account.ParseEpsilon(c.Limit); err != nil {
			return message.Errorf("the limit: %w", err)
		}
	}
	return nil
}
