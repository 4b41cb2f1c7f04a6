package secrets

import (
	"slices"

	"steward/core/domain"
	"steward/core/guide"
	"steward/core/limits"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/gui/words"
)

// Card is a choice of what must stay secret, as offered in the Secrets step.
type Card string

// The cards, strongest first.
const (
	CardPresence   Card = "presence"    // everything, even who is in the file
	CardAll        Card = "all"         // everything about a person
	CardAnswers    Card = "answers"     // each answer by itself
	CardColumns    Card = "columns"     // only these columns
	CardNear       Card = "near"        // small differences
	CardGroups     Card = "groups"      // details inside a group
	CardPairs      Card = "pairs"       // my own list of pairs
	CardGraded     Card = "graded"      // graded protection
	CardTakingPart Card = "taking part" // only whether someone is in the file: plain differential privacy
)

// CardWords are the words of a card.
type CardWords struct {
	Card           Card
	Headline, Line string
	Hidden         string // what it keeps from everybody, in a sentence
}

// card is all that is known of a card; the texts are keys of words.
type card struct {
	CardWords
	// kinds are those that its rules begin with, of which the first is taken that fits a column; needs says what is
	// missing where none does, or where there are not columns enough for it.
	kinds []secret.Kind
	needs string
	least int            // of published columns
	fresh secret.Secrets // of a card without rules
}

// cards returns all that is known of the cards, strongest first.
func cards() []card {
	return []card{
		{CardWords: CardWords{CardPresence, words.T("Everything, even who is in the file"), words.T("Even whether a person took part"), words.T("Nobody can tell whether a person is in the file, or tell any answer from any other.")},
			fresh: secret.Secrets{Presence: true}},
		{CardWords: CardWords{CardAll, words.T("Everything about a person"), words.T("Default. Any answer from any other"), words.T("Nobody can tell any answer, or all answers together, from any other.")}},
		{CardWords: CardWords{CardAnswers, words.T("Each answer by itself"), words.T("One answer, the rest being equal"), words.T("Nobody can tell one answer from another, the rest being equal.")},
			least: 2, fresh: secret.Secrets{Together: 1}},
		{CardWords: CardWords{CardColumns, words.T("Only these columns"), words.T("The columns you choose"), words.T("Nobody can tell any answer in the columns you choose from any other.")},
			least: 2, kinds: []secret.Kind{secret.Public}},
		{CardWords: CardWords{CardNear, words.T("Small differences"), words.T("An answer from another nearby"), words.T("Nobody can tell an answer from another nearby.")},
			kinds: []secret.Kind{secret.Near}, needs: words.T("Needs a column with an order: numbers, or an ordered list")},
		{CardWords: CardWords{CardGroups, words.T("Details inside a group"), words.T("Answers inside the same group"), words.T("Nobody can tell answers inside one group apart.")},
			kinds: []secret.Kind{secret.Groups}, needs: words.T("Needs a column with a few values")},
		{CardWords: CardWords{CardPairs, words.T("My own list of pairs"), words.T("The two answers of each pair"), words.T("Nobody can tell the two answers of each pair apart.")},
			kinds: []secret.Kind{secret.Pairs}, needs: words.T("Needs a column with a few values")},
		{CardWords: CardWords{CardGraded, words.T("Graded protection"), words.T("By distance or by weight"), words.T("Nobody can tell answers apart: the nearer they are, the better they are hidden.")},
			kinds: []secret.Kind{secret.Graded, secret.PerValue}, needs: words.T("Needs a column with a few values")},
		{CardWords: CardWords{CardTakingPart, words.T("Only who is in the file"), words.T("Plain differential privacy"), words.T("Nobody can tell whether a person is in the file. Any answer is hidden from any other too, but only half as well.")},
			fresh: secret.Secrets{Presence: true, PresenceOnly: true}},
	}
}

// of returns what is known of a card.
func (c Card) of() card {
	all := cards()
	return all[slices.IndexFunc(all, func(k card) bool { return k.Card == c })]
}

// Cards returns the cards, strongest first.
func Cards() (out []CardWords) {
	for _, c := range cards() {
		out = append(out, c.CardWords)
	}
	return out
}

// WordsOf returns the words of a card.
func WordsOf(c Card) CardWords { return c.of().CardWords }

// Headline returns that of the card that the plan's secrets belong to; where being in the file is
// hidden for some people only, it says so.
func (s *Step) Headline() string {
	if card := s.Card(); card != CardPresence || s.InFile().Secret() == PresenceAll {
		return WordsOf(card).Headline
	}
	return words.T("Everything, and for some people whether they are in the file")
}

// Line says in the few words of the list of steps what is secret.
func (s *Step) Line() string {
	card := s.Card()
	for _, r := range s.of.Plan().Secrets.Columns {
		if k, ok := kindOf(r.Kind); ok && k.card == card && k.rail != nil && len(r.Columns) == 1 {
			return k.rail(r)
		}
	}
	switch {
	case card == CardAll:
		return words.T("Everything") // the rail is narrow
	case card == CardTakingPart:
		return words.T("Who is in the file")
	case card == CardPresence && s.InFile().Secret() == PresenceAll:
		return words.T("Everything, and who is in it")
	}
	return s.Headline()
}

// Card returns the card that the plan's secrets belong to.
func (s *Step) Card() Card { return CardOf(s.of.Plan()) }

// CardOf returns the card that a plan's secrets belong to. It goes by the first rule that makes its columns less than entirely secret; where all
// there are leave columns out, it is that only the others are.
func CardOf(p plan.Plan) Card {
	if p.Secrets.PresenceOnly {
		return CardTakingPart
	}
	left := false
	for _, c := range p.Secrets.Columns {
		switch card := ruleCard(c); card {
		case CardAll:
		case CardColumns:
			left = true
		default:
			return card
		}
	}
	switch {
	case left:
		return CardColumns
	case p.Secrets.Presence, len(p.Secrets.Absences) > 0:
		return CardPresence
	case p.Secrets.Together > 0 && p.Secrets.Together < rulesOf(p):
		return CardAnswers
	case p.Slotted(): // an unused slot cannot be told from a used one
		return CardPresence
	}
	return CardAll
}

// ruleCard returns the card that has rules such as a secret's.
func ruleCard(s secret.Secret) Card {
	if len(s.Of) > 0 {
		return ruleCard(s.Of[0])
	}
	if k, ok := kindOf(s.Kind); ok && k.card != CardAll {
		return k.card
	}
	if s.Weight != "" {
		return CardGraded
	}
	return CardAll
}

// Ruled reports whether a card is made of rules that columns have one by one.
func (c Card) Ruled() bool {
	return c == CardNear || c == CardGroups || c == CardPairs || c == CardGraded
}

// CannotChoose says why a card cannot be chosen for the published columns, and nothing when it can.
func (s *Step) CannotChoose(card Card) string {
	p, c := s.of.Plan(), card.of()
	switch {
	case card == CardAll && p.Weight != nil:
		return words.T("Where rows have weights, being in the file is hidden as well")
	case card == CardAll && p.Rows != nil:
		return words.T("Where people can have several rows, being in the file is hidden as well")
	case len(p.Columns) < c.least:
		return words.T("Needs at least two published columns")
	}
	if _, ok := s.firstRule(c); !ok && len(c.kinds) > 0 {
		return c.needs
	}
	return ""
}

// firstRule returns the rule that a card begins with: of a list if one fits, which has no order to go by, and else of the
// first column that does. What is not secret is the last.
func (s *Step) firstRule(c card) (secret.Secret, bool) {
	for _, kind := range c.kinds {
		fits := slices.DeleteFunc(slices.Clone(s.of.Plan().Columns), func(c plan.Column) bool {
			return kind != secret.Public && !c.HasOrder() && !groupable(c) || RuleUnfit(c, kind) != ""
		})
		if len(fits) == 0 {
			continue
		}
		at := max(slices.IndexFunc(fits, func(c plan.Column) bool { return c.Kind == domain.List }), 0)
		if kind == secret.Public {
			at = len(fits) - 1
		}
		return DefaultRule(fits[at:at+1], kind), true
	}
	return secret.Secret{}, false
}

func groupable(c plan.Column) bool { n := c.Regular(); return n > 1 && n <= limits.MaxGroupedByHand }

// Choose changes the plan's secrets to those of a card: to the settings that it had when it
// was left, as far as they still fit, and otherwise to sensible ones for the columns that it
// needs. It errors when no column suits the card.
func (s *Step) Choose(card Card) error {
	if reason := s.CannotChoose(card); reason != "" {
		return words.Errorf("%q cannot be chosen here: %s; declare one in the step %q", WordsOf(card).Headline, reason, words.T("Columns"))
	}
	if card == s.Card() {
		return nil
	}
	next, kept := s.lastOf(card)
	if !kept {
		next = card.of().fresh
		if rule, ok := s.firstRule(card.of()); ok {
			next.Columns = []secret.Secret{rule}
		}
	}
	s.edit(func(of *secret.Secrets) { *of = next })
	return nil
}

// lastOf returns the settings that a card had when it was last the chosen one in this
// session, as far as they still fit the columns. They are read from the history, so that
// nothing is kept that undo does not know of.
func (s *Step) lastOf(card Card) (secret.Secrets, bool) {
	for p := range s.of.History() {
		if CardOf(p) != card {
			continue
		}
		next := p.Clone().Secrets
		next.Columns = slices.DeleteFunc(next.Columns, func(c secret.Secret) bool { return s.secretIssue(c) != "" })
		if probe := (plan.Plan{Columns: s.of.Plan().Columns, Secrets: next}); CardOf(probe) == card {
			return next, true
		}
		return secret.Secrets{}, false
	}
	return secret.Secrets{}, false
}

// secretIssue says what is wrong with a column's secret since the columns were changed, and
// nothing when it fits.
func (s *Step) secretIssue(secret secret.Secret) string {
	k := ruleKind(secret)
	for _, n := range secret.Columns {
		c, published := s.of.Published(string(n))
		switch {
		case !published:
			return words.T("%s is no longer published", n)
		case k.grouped:
			if g := groupingOf(c, secret); len(g.Missing) > 0 || len(g.Gone) > 0 {
				return words.T("the values of %s are not those that were put into groups", n)
			}
		}
	}
	switch issues := trial(s.of.Plan().Columns, secret); {
	case len(issues) == 0:
		return ""
	case len(secret.Columns) == 0:
		return words.T("one of the rules: %s", words.Say(issues[0].Message))
	default:
		return words.T("the rule of %s: %s", words.Joined(domain.Texts(secret.Columns)), words.Say(issues[0].Message))
	}
}

// trial returns what is wrong with a secret over columns that are themselves in order.
func trial(columns []plan.Column, rule secret.Secret) []plan.Issue {
	_, err := plan.Sketch(plan.Plan{Version: plan.Version, Columns: columns, Secrets: secret.Secrets{Columns: []secret.Secret{rule}}})
	return slices.DeleteFunc(plan.IssuesIn(err), func(i plan.Issue) bool { return i.Step != guide.Secrets })
}
