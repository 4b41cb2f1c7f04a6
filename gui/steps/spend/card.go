// Package spend is the account of a data set as the steps from the budget on show it: what was spent, what this release
// spends, what is left, and what is allowed.
package spend

import (
	"math/big"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"

	"steward/gui/session"
	"steward/gui/session/balance"
	"steward/gui/steps/page"
	"steward/gui/theme"
	"steward/gui/widgets/figures"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// Card shows what was spent on the data set, what this release spends and what remains.
type Card struct {
	page.Surroundings
	Content *fyne.Container
	meter   *figures.Meter
	text    *prose.Text
	change  *prose.Link
}

// NewCard returns a card that Update fills.
func NewCard(s page.Surroundings) *Card {
	c := &Card{Surroundings: s, meter: figures.NewMeter(1, false), text: prose.Body("")}
	c.change = prose.NewLink(words.T("Change what is allowed…"), func() { AskLimit(s) })
	c.Content = layouts.Column(6, c.meter, c.text, c.change)
	return c
}

// Update shows a release of a budget; "" for a release that is in the ledger already.
func (c *Card) Update(epsilon string) {
	a := c.Session.Balance.Account()
	if a.Err != nil {
		c.meter.Set(1)
		c.text.SetText(words.SentenceOf(a.Err))
		return
	}
	limit, _ := strconv.ParseFloat(a.Limit, 64)
	spent, _ := strconv.ParseFloat(a.Spent, 64)
	if apart, err := strconv.ParseFloat(a.Apart, 64); err == nil && epsilon != "" {
		spent -= apart
	}
	asked, _ := strconv.ParseFloat(epsilon, 64)
	var parts []figures.MeterPart
	if spent > 0 {
		role := theme.Other
		if epsilon == "" {
			role = theme.Primary
		}
		parts = append(parts, figures.MeterPart{Label: words.T("spent before"), Value: spent, Color: role})
	}
	if asked > 0 {
		role := theme.Primary
		if limit > 0 && spent+asked > limit {
			role = theme.Danger
		}
		parts = append(parts, figures.MeterPart{Label: words.T("this release"), Value: asked, Color: role})
	}
	parts = append(parts, aside(a)...)
	c.meter.Set(limit, parts...)
	c.text.Set(prose.Marked(c.words(a, epsilon) + c.chances(a, epsilon))...)
}

// aside is the part of the bar that is set aside for other releases.
func aside(a balance.Account) []figures.MeterPart {
	aside, err := strconv.ParseFloat(a.Reserved, 64)
	if err != nil {
		return nil
	}
	return []figures.MeterPart{{Label: words.T("set aside"), Value: aside, Color: theme.Chart4}}
}

// words says what the account comes to, and what of earlier releases has to be known.
func (c *Card) words(a balance.Account, epsilon string) string {
	if len(a.Flawed) == 0 {
		return c.sums(a, epsilon)
	}
	return c.sums(a, epsilon) + words.T(" In %s, answers decided which rows of a person count, as in versions up to 0.9: to people with more rows these releases promise less than they say, and the account counts what they really promise. Open their records to read it, and tell those who use them.",
		prose.Escape(strings.Join(a.Flawed, ", ")))
}

func (c *Card) sums(a balance.Account, epsilon string) string {
	switch {
	case a.Reading:
		return words.T("The account is being read…")
	case a.Left == "" && epsilon == "":
		return words.T("**%s** is spent on this data set. You set no limit.", words.Number(a.Spent)) + why(a)
	case a.Left == "":
		return words.T("This release spends **%s**. You set no limit for this data set; %s is spent so far.", words.Number(epsilon), words.Number(a.Spent)) + why(a)
	case epsilon == "":
		return words.T("**%s** of the %s that you allowed is spent.", words.Number(a.Spent), words.Number(a.Limit)) + why(a) + apartWords(a) + asideWords(a) + remainWords(a, a.Left)
	}
	text := words.T("This release spends **%s** of the %s that you allowed.", words.Number(epsilon), words.Number(a.Limit))
	if a.Spent != "0" {
		text += words.T(" %s is already spent.", words.Number(a.Spent)) + why(a)
	}
	text += apartWords(a) + asideWords(a)
	if len(a.Linked) > 0 {
		text += words.T(" Counted together with %s, about the same people.", prose.Escape(strings.Join(a.Linked, ", ")))
	}
	if everybodys, _ := c.Session.Balance.EverybodysLimits(); everybodys == "" {
		text += c.sets()
	}
	remaining, enough := c.Session.Balance.Left(epsilon)
	switch {
	case remaining == "": // the budget cannot be read, or there is no ledger yet
		return text
	case enough:
		return text + remainWords(a, remaining)
	}
	return text + words.T(" Only **%s** is left.", words.Number(a.Left))
}

// why says after another sentence why what is spent is not what the releases spent, added up; "" where it is.
func why(a balance.Account) string {
	if a.Why == "" {
		return ""
	}
	return " " + a.Why
}

// apartWords says after another sentence what of the sum does not count together with the release; "" for nothing.
func apartWords(a balance.Account) string {
	if a.Apart == "" {
		return ""
	}
	return words.T(" %s of it is about other groups of people, to which this release does not add.", words.Number(a.Apart))
}

// remainWords says after another sentence what remains, and for whom where that is more than remains for everybody.
func remainWords(a balance.Account, remaining string) string {
	if a.Apart == "" {
		return words.T(" **%s** remain.", words.Number(remaining))
	}
	return words.T(" **%s** remain for the group that this release is about.", words.Number(remaining))
}

// asideWords says after another sentence what is set aside for other releases, and so is not left; "" for nothing.
func asideWords(a balance.Account) string {
	if a.Reserved == "" {
		return ""
	}
	return words.T(" %s is set aside for other releases.", words.Number(a.Reserved))
}

// Remains says before something is spent what is left now, what will be then, and what is set aside; "" without a limit.
func Remains(s *session.Session, epsilon string) string {
	a := s.Balance.Account()
	if a.Left == "" {
		return ""
	}
	left, _ := s.Balance.Left(epsilon)
	if a.Apart != "" {
		return words.T("For the group that this release is about, %s of the %s that you allowed is left now; %s will be left afterwards.", words.Number(a.Left), words.Number(a.Limit), words.Number(left)) + asideWords(a)
	}
	return words.T("%s of the %s that you allowed is left now; %s will be left afterwards.", words.Number(a.Left), words.Number(a.Limit), words.Number(left)) + asideWords(a)
}

// sets says that a first release sets the limit for good.
func (c *Card) sets() string {
	if by := c.Session.Balance.By(); by != "" {
		return words.T(" From this release on, the limit set by %s applies to every plan about these people.", prose.Escape(by))
	}
	return words.T(" From this release on, the limit applies to every plan about these people.")
}

// chances says what the chances of failure add up to, after what is spent.
func (c *Card) chances(a balance.Account, epsilon string) string {
	own := c.Session.Budget.Delta()
	accepts := !own.IsZero() && !c.Session.Budget.SpendsNothing()
	if a.Reading || a.Chance == "" && a.ChanceLimit == "" && !accepts {
		return ""
	}
	text := ""
	if epsilon != "" && accepts {
		text = words.T(" It accepts a chance of failure of **%s**.", words.Say(own.InWords()))
	}
	if a.Chance != "" {
		text += words.T(" The chances that releases accepted so far add up to %s.", a.Chance)
	}
	if a.ChanceLimit != "" {
		if epsilon != "" {
			return text + words.T(" Such chances may add up to %s in total; %s is left before this release.", a.ChanceLimit, a.ChanceLeft)
		}
		return text + words.T(" Such chances may add up to %s in total; %s is left.", a.ChanceLimit, a.ChanceLeft)
	}
	return text + words.T(" No limit is set on what such chances may add up to.")
}

// Share writes a question's part of the budget for the screen.
func Share(r *big.Rat) string {
	if digits, exact := r.FloatPrec(); exact && digits <= 4 {
		return words.Number(r.FloatString(digits))
	}
	x, _ := r.Float64()
	return "≈ " + words.Number(strconv.FormatFloat(x, 'g', 2, 64))
}
