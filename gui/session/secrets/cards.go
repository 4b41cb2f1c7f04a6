package secrets

import (
	"errors"
	"slices"

	"steward/core/domain"
	"steward/core/guide"
	"steward/core/plan"
	"steward/core/workload"
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
	CardTakingPart Card = "taking part" // only whether somebody is in the file: plain differential privacy
)

// CardWords are the words of a card.
type CardWords struct {
	Card           Card
	Headline, Line string
	Hidden         string // what it keeps from everybody, in a sentence
}

// Cards returns the cards, strongest first.
func Cards() []CardWords {
	return []CardWords{
		{CardPresence, words.T("Everything, even who is in the file"), words.T("Even whether a person took part"), words.T("Nobody can tell whether a person is in the file, nor any answer from any other.")},
		{CardAll, words.T("Everything about a person"), words.T("Default. Any answer from any other"), words.T("Nobody can tell any answer, or all answers together, from any other.")},
		{CardAnswers, words.T("Each answer by itself"), words.T("One answer, the rest being equal"), words.T("Nobody can tell one answer from another, the rest being equal.")},
		{CardColumns, words.T("Only these columns"), words.T("The columns you choose"), words.T("Nobody can tell any answer in the columns you choose from any other.")},
		{CardNear, words.T("Small differences"), words.T("An answer from another nearby"), words.T("Nobody can tell an answer from another nearby.")},
		{CardGroups, words.T("Details inside a group"), words.T("Answers inside the same group"), words.T("Nobody can tell answers inside one group apart.")},
		{CardPairs, words.T("My own list of pairs"), words.T("The two answers of each pair"), words.T("Nobody can tell the two answers of each pair apart.")},
		{CardGraded, words.T("Graded protection"), words.T("By distance or by weight"), words.T("Nobody can tell answers apart, the nearer the better.")},
		{CardTakingPart, words.T("Only who is in the file"), words.T("Plain differential privacy"), words.T("Nobody can tell whether a person is in the file. Any answer is hidden from any other too, but only half as well.")},
	}
}

// WordsOf returns the words of a card.
func WordsOf(card Card) CardWords {
	cards := Cards()
	return cards[slices.IndexFunc(cards, func(w CardWords) bool { return w.Card == card })]
}

// Headline returns that of the card that the plan's secrets belong to; where being in the file is
// hidden for some people only, it says so.
func (s *Step) Headline() string {
	if card := s.Card(); card != CardPresence || s.Presence() == PresenceAll {
		return WordsOf(card).Headline
	}
	return words.T("Everything, and of some people whether they are in the file")
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
	case p.Secrets.Together > 0 && p.Secrets.Together < len(p.Columns):
		return CardAnswers
	case p.Slotted(): // an unused slot cannot be told from a used one
		return CardPresence
	}
	return CardAll
}

// ruleCard returns the card that has rules such as a secret's.
func ruleCard(s plan.Secret) Card {
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
	switch card {
	case CardAll:
		if s.of.Plan().Weight != nil {
			return words.T("Where rows have weights, being in the file is hidden as well")
		}
		if s.of.Plan().Rows != nil {
			return words.T("Where people can have several rows, being in the file is hidden as well")
		}
	case CardAnswers, CardColumns:
		if len(s.of.Plan().Columns) < 2 {
			return words.T("Needs at least two published columns")
		}
	case CardNear:
		if !slices.ContainsFunc(s.of.Plan().Columns, plan.Column.HasOrder) {
			return words.T("Needs a column with an order: numbers, or an ordered list")
		}
	case CardGroups, CardPairs, CardGraded:
		if card == CardGraded && slices.ContainsFunc(s.of.Plan().Columns, plan.Column.HasOrder) {
			return ""
		}
		if !slices.ContainsFunc(s.of.Plan().Columns, groupable) {
			return words.T("Needs a column with a few values")
		}
	}
	return ""
}

// MostGrouped is the largest number of values of a column that are put into groups by hand.
const MostGrouped = 2000

func groupable(c plan.Column) bool { n := c.Regular(); return n > 1 && n <= MostGrouped }

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
		next = s.freshSecrets(card)
	}
	s.of.Edit(func(p *plan.Plan) {
		p.Secrets = next
		p.Agreed = nil
	})
	return nil
}

// freshSecrets returns sensible settings of a card.
func (s *Step) freshSecrets(card Card) plan.Secrets {
	first := func(suits func(plan.Column) bool) plan.Column {
		return s.of.Plan().Columns[slices.IndexFunc(s.of.Plan().Columns, suits)]
	}
	switch card {
	case CardPresence:
		return plan.Secrets{Presence: true}
	case CardTakingPart:
		return plan.Secrets{Presence: true, PresenceOnly: true}
	case CardAnswers:
		return plan.Secrets{Together: 1}
	case CardColumns:
		last := s.of.Plan().Columns[len(s.of.Plan().Columns)-1]
		return plan.Secrets{Columns: []plan.Secret{DefaultSecret(last, plan.Public)}}
	case CardNear, CardGraded:
		kind := plan.Near
		if card == CardGraded {
			kind = plan.Graded
		}
		if !slices.ContainsFunc(s.of.Plan().Columns, plan.Column.HasOrder) {
			return plan.Secrets{Columns: []plan.Secret{DefaultRule([]plan.Column{first(groupable)}, plan.PerValue)}}
		}
		return plan.Secrets{Columns: []plan.Secret{DefaultSecret(first(plan.Column.HasOrder), kind)}}
	case CardGroups, CardPairs:
		list := func(c plan.Column) bool { return c.Kind == domain.List && groupable(c) }
		if !slices.ContainsFunc(s.of.Plan().Columns, list) {
			list = groupable
		}
		kind := plan.Groups
		if card == CardPairs {
			kind = plan.Pairs
		}
		return plan.Secrets{Columns: []plan.Secret{DefaultSecret(first(list), kind)}}
	}
	return plan.Secrets{}
}

// lastOf returns the settings that a card had when it was last the chosen one in this
// session, as far as they still fit the columns. They are read from the history, so that
// nothing is kept that undo does not know of.
func (s *Step) lastOf(card Card) (plan.Secrets, bool) {
	for p := range s.of.History() {
		if CardOf(p) != card {
			continue
		}
		next := p.Clone().Secrets
		next.Columns = slices.DeleteFunc(next.Columns, func(c plan.Secret) bool { return s.secretIssue(c) != "" })
		if probe := (plan.Plan{Columns: s.of.Plan().Columns, Secrets: next}); CardOf(probe) == card {
			return next, true
		}
		return plan.Secrets{}, false
	}
	return plan.Secrets{}, false
}

// secretIssue says what is wrong with a column's secret since the columns were changed, and
// nothing when it fits.
func (s *Step) secretIssue(secret plan.Secret) string {
	for _, n := range secret.Columns {
		c, published := s.of.Published(string(n))
		switch {
		case !published:
			return words.T("%s is not published any more", n)
		case (secret.Kind == plan.Near || secret.Kind == plan.Graded) && !c.HasOrder():
			return words.T("the values of %s have no order, so no two are near one another", n)
		case secret.Kind == plan.Groups || secret.Kind == plan.Coarser && len(secret.Columns) == 1:
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
func trial(columns []plan.Column, secret plan.Secret) []plan.Issue {
	p := plan.Plan{Version: plan.Version, DataSet: "trial", Columns: columns, Secrets: plan.Secrets{Columns: []plan.Secret{secret}}, Budget: plan.Budget{Epsilon: "0.5"}}
	if len(columns) > 0 {
		p.Questions = []plan.Question{{ID: "trial", Title: "trial", Kind: string(workload.Table), Columns: []domain.AttributeName{columns[0].Name}}}
	}
	_, err := plan.Compile(p)
	var incomplete *plan.Incomplete
	if !errors.As(err, &incomplete) {
		return nil
	}
	return slices.DeleteFunc(incomplete.Issues, func(i plan.Issue) bool { return i.Step != guide.Secrets })
}
