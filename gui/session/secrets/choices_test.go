package secrets_test

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/guide"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/core/policy"
	"steward/core/policy/weighted"
	"steward/gui/session/secrets"
	"steward/gui/words"
	"steward/reports/secretgraph"
)

// A card that is chosen again is as it was left, also after what undo took back.
func TestCardsKeepTheirSettings(t *testing.T) {
	s, _ := held(t)
	within(t, s, "age", "9")
	choose(t, s, secrets.CardGroups)
	g, _ := s.Secrets.At(secrets.On("district")).Grouping()
	s.Secrets.SetGrouping(g.Start(secrets.InPairs))
	choose(t, s, secrets.CardAnswers)
	s.Secrets.Joint().Hide(3)
	choose(t, s, secrets.CardNear)
	if secret, _ := s.Secrets.Secret("age"); secret.Within != "9" || len(s.Plan().Secrets.Columns) != 2 {
		t.Errorf("small differences came back as %+v", s.Plan().Secrets)
	}
	choose(t, s, secrets.CardGroups)
	if g, _ := s.Secrets.At(secrets.On("district")).Grouping(); len(g.Names) != 6 {
		t.Errorf("the groups came back as %q", g.Names)
	}
	choose(t, s, secrets.CardAnswers)
	if got := s.Plan().Secrets.Together; got != 3 {
		t.Errorf("each answer by itself came back with %d at once, want 3", got)
	}
	choose(t, s, secrets.CardNear)
	within(t, s, "age", "20")
	s.Undo()
	choose(t, s, secrets.CardAll)
	choose(t, s, secrets.CardNear)
	if secret, _ := s.Secrets.Secret("age"); secret.Within != "9" {
		t.Errorf("what undo took back came back: %+v", secret)
	}
	s.Undo()
	if s.Secrets.Card() != secrets.CardAll {
		t.Errorf("undo of a choice leads to %q", s.Secrets.Card())
	}
}

// Settings that no longer fit the columns do not come back.
func TestOldSettingsThatDoNotFitStayAway(t *testing.T) {
	s, _ := held(t)
	choose(t, s, secrets.CardGroups)
	choose(t, s, secrets.CardAll)
	s.Edit(func(p *plan.Plan) { p.Columns[1].Values = append(p.Columns[1].Values, "Newtown") })
	choose(t, s, secrets.CardGroups)
	if s.Compiled() == nil {
		t.Fatalf("groups of a column that changed: %v", s.Issues(guide.Secrets))
	}
	g, _ := s.Secrets.At(secrets.On("district")).Grouping()
	if len(g.Missing) > 0 || !slices.Contains(g.Values, "Newtown") {
		t.Errorf("groups %+v", g)
	}
}

func TestCardsThatCannotBeChosen(t *testing.T) {
	s, _ := held(t)
	s.Edit(func(p *plan.Plan) {
		p.Columns = p.Columns[1:2] // a list without an order
		p.Secrets, p.Questions = secret.Secrets{}, nil
	})
	for card, want := range map[secrets.Card]bool{
		secrets.CardPresence: true, secrets.CardAll: true, secrets.CardAnswers: false, secrets.CardColumns: false,
		secrets.CardNear: false, secrets.CardGroups: true, secrets.CardPairs: true, secrets.CardGraded: true,
	} {
		reason := s.Secrets.CannotChoose(card)
		if (reason == "") != want {
			t.Errorf("%s: %q", card, reason)
		}
		if err := s.Secrets.Choose(card); (err == nil) != want {
			t.Errorf("%s: chosen with error %v", card, err)
		}
	}
}

func TestAnswersAtOnce(t *testing.T) {
	s, _ := held(t)
	choose(t, s, secrets.CardAnswers)
	for _, n := range []int{1, 2, 5} {
		s.Secrets.Joint().Hide(n)
		if s.Secrets.Card() != secrets.CardAnswers || s.Compiled().Policy.Together() != n {
			t.Errorf("%d at once: card %q, policy has %d", n, s.Secrets.Card(), s.Compiled().Policy.Together())
		}
	}
	s.Secrets.Joint().Hide(99)
	if got := s.Plan().Secrets.Together; got != 5 {
		t.Errorf("99 answers at once became %d, want one less than the columns", got)
	}
}

// What the secrets mean can be shown before anything is asked, and with issues elsewhere.
func TestMeaningWithoutQuestions(t *testing.T) {
	s, _ := held(t)
	s.Edit(func(p *plan.Plan) { p.Questions, p.DataSet, p.Budget.Epsilon = nil, "", "-3" })
	if s.Compiled() != nil {
		t.Fatal("a plan without questions compiled")
	}
	told, ok := s.Secrets.Could("age", 30, 40)
	if !ok || told.Steps != 2 {
		t.Errorf("told %+v, %v", told, ok)
	}
	if m, ok := s.Secrets.Meaning("age", 30, 40); !ok || len(m.Odds) == 0 {
		t.Errorf("meaning %+v", m)
	}
	if len(s.Secrets.Disclosed()) == 0 {
		t.Error("what is shown exactly is not known")
	}
	s.Secrets.Agree(true)
	if s.Secrets.Agreement() != secrets.Agreed {
		t.Error("the yes does not count")
	}
	s.Edit(func(p *plan.Plan) { p.Columns = nil })
	if _, ok := s.Secrets.Could("age", 30, 40); ok || len(s.Secrets.Disclosed()) > 0 {
		t.Error("no columns, but something is told")
	}
}

// Every row of the odds is what a walk over the policy's edges says.
func TestOddsAreThoseOfTheGraph(t *testing.T) {
	s, _ := held(t)
	for _, c := range []struct{ column, within string }{{"age", "1"}, {"age", "5"}, {"age", "40"}, {"visits", "3"}, {"education", "2"}, {"income", "500"}, {"income", "1500"}} {
		for _, joined := range []bool{false, true} {
			s.Secrets.SetSecret(secret.Secret{Columns: []domain.AttributeName{domain.AttributeName(c.column)}, Kind: secret.Near, Within: c.within, BlanksJoined: joined})
			a, ok := s.Column(c.column)
			if !ok {
				t.Fatal(s.Issues(guide.Secrets))
			}
			m, ok := s.Secrets.Meaning(c.column, a.Regular()/3, a.Regular()-1)
			if !ok || len(m.Odds) == 0 && a.Regular() > 1 {
				t.Fatalf("%+v: no odds", c)
			}
			p, err := s.Secrets.Outlook().Policy.Project([]domain.AttributeName{domain.AttributeName(c.column)})
			if err != nil {
				t.Fatal(err)
			}
			for _, row := range m.Odds {
				x, y, _ := strings.Cut(row.Example, ", ")
				u, _ := a.Find(x)
				v, _ := a.Find(y)
				if got := walkBetween(p, a.Size(), u, v); strconv.Itoa(got) != row.Apart {
					t.Errorf("%+v joined %v: %s is %d steps, said to be %s", c, joined, row.Example, got, row.Apart)
				} else if want := secrets.Factor(math.Exp(0.5 * float64(got))); row.Odds != want {
					t.Errorf("%+v: odds %s for %d steps, want %s", c, row.Odds, got, want)
				}
			}
			if drawn, ok := s.Secrets.Picture(c.column, []int{-1}, []int{-1}); !ok || drawn.Kind != secretgraph.OnLine {
				t.Errorf("%+v is drawn as %d", c, drawn.Kind)
			} else {
				checkReach(t, p, drawn.Reach)
			}
		}
	}
}

// Of a group whose values are not all as near to one another, for who is in the file is a weaker secret of some,
// the odds are those of the farthest two.
func TestOddsOfAGroupAreTheFarthest(t *testing.T) {
	s, _ := held(t)
	education, ok := s.Column("education")
	if !ok {
		t.Fatal("no such column")
	}
	rest := secret.Group{Name: "rest"}
	for v := 3; v < education.Size(); v++ {
		rest.Values = append(rest.Values, education.Label(v))
	}
	s.Edit(func(p *plan.Plan) {
		p.Secrets = secret.Secrets{
			Columns:  []secret.Secret{{Columns: named("education"), Kind: secret.Groups, Groups: []secret.Group{{Name: "any", Values: []string{"none", "primary", "secondary"}}, rest}}},
			Absences: []secret.Absence{{Where: domain.Combination{"education": {"none", "primary"}}, Weight: "0.25"}},
		}
	})
	m, ok := s.Secrets.Meaning("education", 0, 1)
	if !ok {
		t.Fatal(s.Issues(guide.Secrets))
	}
	near, _ := s.Secrets.Distance("education", 0, 1)
	far, _ := s.Secrets.Distance("education", 0, 2)
	if near != weighted.One/2 || far != weighted.One {
		t.Fatalf("%v and %v apart", near.Steps(), far.Steps())
	}
	if want := "at most " + secrets.Factor(s.Compiled().Promise.Odds(far)) + "."; !strings.Contains(m.Hidden.String(), want) {
		t.Errorf("%q, want %q", m.Hidden, want)
	}
}

// What is said of one of two columns that share a secret holds whatever the answer in the other is.
func TestMeaningOfColumnsThatShare(t *testing.T) {
	s, _ := held(t)
	education, _ := s.Column("education")
	district, _ := s.Column("district")
	var pairs []secret.Pair
	for v := range district.Regular() {
		pairs = append(pairs, secret.Pair{U: []string{education.Label(0), district.Label(v)}, V: []string{education.Label(1), district.Label(v)}})
	}
	for _, all := range []bool{true, false} {
		if !all {
			pairs = pairs[:len(pairs)-1] // not those with the last district
		}
		s.Edit(func(p *plan.Plan) {
			p.Secrets = secret.Secrets{Columns: []secret.Secret{{Columns: named("education", "district"), Kind: secret.Pairs, Pairs: pairs}}}
		})
		far, ok := s.Secrets.Distance("education", 0, 1)
		if all = all && district.Regular() == district.Size(); !ok || (far < weighted.Infinite) != all {
			t.Errorf("joined in all districts: %v; said to be %v apart (%v)", all, far, ok)
		}
	}
}

// How well being in the file is hidden is said whether or not the answers can go with the first ones of other columns.
func TestMeaningOfPresenceBesideImpossibleAnswers(t *testing.T) {
	for _, card := range []secrets.Card{secrets.CardPresence, secrets.CardTakingPart} {
		s, _ := held(t)
		choose(t, s, card)
		said := func() string {
			m, ok := s.Secrets.Meaning("education", 0, 1)
			if !ok {
				t.Fatal(s.Issues(guide.Secrets))
			}
			return m.Hidden.String()
		}
		before := said()
		if !strings.Contains(before, "the release shifts them") {
			t.Fatalf("%s: %s", card, before)
		}
		education, _ := s.Column("education")
		smoker, _ := s.Column("smoker")
		s.Edit(func(p *plan.Plan) {
			p.Impossible = []domain.Combination{{"education": {education.Label(0), education.Label(1)}, "smoker": {smoker.Label(0)}}}
		})
		if got := said(); got != before {
			t.Errorf("%s: %q is said where some answers are impossible, want %q", card, got, before)
		}
	}
}

// walkBetween counts the edges between two values, breadth first.
func walkBetween(p *policy.Policy, n, from, to int) int {
	far := slices.Repeat([]int{-1}, n)
	far[from] = 0
	for queue := []int{from}; len(queue) > 0; queue = queue[1:] {
		for v := range n {
			if _, joined := p.Weight(policy.Vertex(queue[0]), policy.Vertex(v)); joined && far[v] < 0 {
				far[v] = far[queue[0]] + 1
				queue = append(queue, v)
			}
		}
	}
	return far[to]
}

// checkReach holds a reach to the edges: all values up to it are joined, the next one is not.
func checkReach(t *testing.T, p *policy.Policy, reach []int) {
	t.Helper()
	for u, r := range reach {
		for v := u + 1; v < len(reach); v++ {
			if _, joined := p.Weight(policy.Vertex(u), policy.Vertex(v)); joined != (v <= r) {
				t.Fatalf("value %d reaches %d, but is joined to %d: %v", u, r, v, joined)
			}
		}
	}
}

// The sentences name values that are joined where they say that nobody can tell.
func TestHiddenNamesJoinedValues(t *testing.T) {
	s, _ := held(t)
	names := func(w words.Phrase) (list []string) {
		for _, word := range w {
			if word.Name {
				list = append(list, word.Text)
			}
		}
		return list
	}
	for _, card := range secrets.Cards() {
		choose(t, s, card.Card)
		for _, c := range s.Plan().Columns {
			a, _ := s.Column(string(c.Name))
			m, ok := s.Secrets.Meaning(string(c.Name), a.Regular()/2, a.Regular()-1)
			if !ok || m.Hidden.String() == "" || m.Learnt.String() == "" {
				t.Fatalf("%s, %s: %+v", card.Card, c.Name, m)
			}
			var values []int
			for _, n := range names(m.Hidden) {
				if v, ok := a.Find(n); ok {
					values = append(values, v)
				}
			}
			for _, v := range values[min(1, len(values)):] {
				if told, ok := s.Secrets.Could(string(c.Name), values[0], v); !ok || told.Level != secrets.Reassuring {
					t.Errorf("%s: %q, but %s and %s: %s", card.Card, m.Hidden, a.Label(values[0]), a.Label(v), told.Verdict)
				}
			}
			if nothing := len(s.Secrets.Disclosed()) == 0; (m.Nothing != "") != nothing {
				t.Errorf("%s: %q, disclosed %q", card.Card, m.Nothing, s.Secrets.Disclosed())
			}
		}
	}
}

func TestShownIsTheListInShort(t *testing.T) {
	s, _ := held(t)
	short, cut := s.Secrets.Shown()
	want := []string{"how many people have no answer in “age”", "how many people have no answer in “visits”", "how many people are in each combination of these"}
	if !slices.Equal(short, want) || cut {
		t.Errorf("shown %q, cut %v", short, cut)
	}
	choose(t, s, secrets.CardGroups)
	g, _ := s.Secrets.At(secrets.On("district")).Grouping()
	s.Secrets.SetGrouping(g.Start(secrets.InOnes))
	if short, cut = s.Secrets.Shown(); !cut || len(short) != 1 || len(short[0]) > 110+40 || !strings.HasPrefix(short[0], "how many people are in each of these groups of “district”: ") || !strings.HasSuffix(short[0], ", …") {
		t.Errorf("a long list is shown as %q, cut %v", short, cut)
	}
	if full := s.Secrets.Disclosed(); len(full) != 1 || !strings.Contains(full[0], "Westmarsh") {
		t.Errorf("the whole list is %q", full)
	}
}

// The yes belongs to one list; another list makes it an old one, which can be taken back.
func TestOldYes(t *testing.T) {
	s, _ := held(t)
	s.Secrets.Agree(true)
	within(t, s, "age", "7") // takes the yes back: the steward sees the list again
	if s.Secrets.Agreement() != secrets.NotAgreed {
		t.Errorf("after a change of the rules the yes is %v", s.Secrets.Agreement())
	}
	s.Secrets.Agree(true)
	s.Edit(func(p *plan.Plan) { p.Columns[0].Blank = plan.Special{Rule: domain.AsValue, Value: "0"} })
	if s.Secrets.Agreement() != secrets.OldAgreed || s.Compiled() != nil {
		t.Errorf("after a change of the columns the yes is %v", s.Secrets.Agreement())
	}
	s.Secrets.Agree(false)
	if s.Secrets.Agreement() != secrets.NotAgreed || s.Compiled() == nil {
		t.Errorf("the old yes cannot be taken back: %v", s.Issues(guide.Secrets))
	}
	// Nor does it stand where a value moved to another group, which the sentence does not tell.
	choose(t, s, secrets.CardGroups)
	s.Secrets.Agree(true)
	told := message.English(s.Secrets.Outlook().Disclosed)
	at := slices.IndexFunc(s.Plan().Secrets.Columns, func(c secret.Secret) bool { return len(c.Groups) > 1 && len(c.Groups[0].Values) > 1 })
	if at < 0 || s.Secrets.Agreement() != secrets.Agreed {
		t.Fatalf("groups %+v, the yes is %v", s.Plan().Secrets.Columns, s.Secrets.Agreement())
	}
	s.Edit(func(p *plan.Plan) {
		groups := slices.Clone(p.Secrets.Columns[at].Groups)
		last := len(groups[0].Values) - 1
		groups[1].Values = append(slices.Clone(groups[1].Values), groups[0].Values[last])
		groups[0].Values = groups[0].Values[:last]
		p.Secrets.Columns = slices.Clone(p.Secrets.Columns)
		p.Secrets.Columns[at].Groups = groups
	})
	if !slices.Equal(told, message.English(s.Secrets.Outlook().Disclosed)) || s.Secrets.Agreement() != secrets.OldAgreed {
		t.Errorf("after a value moved to another group the yes is %v, to %q instead of %q", s.Secrets.Agreement(), s.Secrets.Outlook().Disclosed, told)
	}
}

func TestMending(t *testing.T) {
	s, _ := held(t)
	choose(t, s, secrets.CardGroups)
	s.Edit(func(p *plan.Plan) {
		p.Columns[1].Values = append(slices.Clone(p.Columns[1].Values[1:]), "Newtown")
	})
	list := s.Secrets.Mendings()
	if len(list) != 1 || s.Compiled() != nil || !strings.Contains(list[0].Problem, "district") {
		t.Fatalf("mendings %+v", list)
	}
	list[0].Mend()
	if s.Compiled() == nil || len(s.Secrets.Mendings()) != 0 {
		t.Fatalf("mended, but %v", s.Issues(guide.Secrets))
	}
	if g, _ := s.Secrets.At(secrets.On("district")).Grouping(); len(g.Names) != 3 || !slices.Equal(g.Members(2), []string{"Newtown"}) {
		t.Errorf("groups %+v", g)
	}
	choose(t, s, secrets.CardNear)
	within(t, s, "age", "none")
	if list = s.Secrets.Mendings(); len(list) != 1 || !strings.Contains(list[0].Problem, "age") {
		t.Fatalf("mendings %+v", list)
	}
	if list[0].Mend(); s.Compiled() == nil {
		t.Fatal(s.Issues(guide.Secrets))
	}
	s.Edit(func(p *plan.Plan) {
		c := &p.Columns[5] // visits
		c.Kind, c.Values, c.Lowest, c.Highest = domain.List, []string{"few", "many"}, nil, nil
		c.Other = plan.Special{}
		p.Questions = p.Questions[:2]
		p.Secrets.Columns = []secret.Secret{{Columns: []domain.AttributeName{"visits"}, Kind: secret.Near, Within: "3"}}
	})
	list = s.Secrets.Mendings()
	if len(list) != 1 {
		t.Fatalf("mendings %+v, issues %v", list, s.Issues(guide.Secrets))
	}
	list[0].Mend()
	if _, has := s.Secrets.Secret("visits"); has || s.Compiled() == nil {
		t.Errorf("a rule that makes no sense stayed: %v", s.Issues(guide.Secrets))
	}
}

func TestDistances(t *testing.T) {
	s, _ := held(t)
	for column, want := range map[string]secrets.Distances{
		"age":       {Min: 1, Max: 95, Step: 1},
		"education": {Min: 1, Max: 4, Step: 1, Unit: "steps"},
		"income":    {Min: 20, Max: 3000, Step: 20, Narrow: 500},
	} {
		d, ok := s.Secrets.Distances(secret.Secret{Columns: []domain.AttributeName{domain.AttributeName(column)}})
		if !ok || d != want {
			t.Errorf("%s: %+v, want %+v", column, d, want)
		}
	}
	if _, ok := s.Secrets.Distances(secret.Secret{Columns: []domain.AttributeName{"district"}}); ok {
		t.Error("a list without an order has distances")
	}
	for _, c := range s.Plan().Columns {
		if secrets.RuleUnfit(c, secret.Near) == "" {
			s.Secrets.SetSecret(secrets.DefaultRule([]plan.Column{c}, secret.Near))
			if s.Compiled() == nil {
				t.Errorf("%s: the default distance is refused: %v", c.Name, s.Issues(guide.Secrets))
			}
		}
	}
}

// Rules that the page has no form for, from a project file, belong to a card and are said.
func TestRulesFromAFile(t *testing.T) {
	s, _ := held(t)
	one := func(n domain.AttributeName) []domain.AttributeName { return []domain.AttributeName{n} }
	for _, c := range []struct {
		secret secret.Secret
		card   secrets.Card
	}{
		{secret.Secret{Columns: one("district"), Kind: secret.Public}, secrets.CardColumns},
		{secret.Secret{Columns: one("smoker"), Kind: secret.Pairs, Pairs: []secret.Pair{{U: []string{"yes"}, V: []string{"no"}, Weight: "0.5"}}}, secrets.CardPairs},
		{secret.Secret{Columns: []domain.AttributeName{"smoker", "education"}, Kind: secret.Pairs, Pairs: []secret.Pair{{U: []string{"yes", "none"}, V: []string{"no", "none"}}}}, secrets.CardPairs},
		{secret.Secret{Columns: one("visits"), Kind: secret.Graded, Unit: "2.5"}, secrets.CardGraded},
		{secret.Secret{Columns: []domain.AttributeName{"age", "visits"}, Kind: secret.Near, Within: "10", Norm: "Linf"}, secrets.CardNear},
		{secret.Secret{Columns: one("smoker"), Kind: secret.PerValue, Weights: map[string]string{"yes": "0.5"}}, secrets.CardGraded},
		{secret.Secret{Columns: one("education"), Kind: secret.Matrix, Distances: []secret.Distance{{U: "none", V: "primary", Distance: "1"}}}, secrets.CardGraded},
		{secret.Secret{Columns: one("smoker"), Kind: secret.Coarser, Coarser: map[string]string{"yes": "said", "no": "said", "not stated": "silent"}}, secrets.CardGroups},
		{secret.Secret{Columns: []domain.AttributeName{"age", "visits"}, Kind: secret.Grid, Scales: map[domain.AttributeName]string{"age": "10", "visits": "5"}}, secrets.CardGroups},
		{secret.Secret{Columns: one("visits"), Kind: secret.Any, Of: []secret.Secret{{Kind: secret.Near, Within: "2"}, {Kind: secret.Graded, Unit: "9"}}}, secrets.CardNear},
		{secret.Secret{Columns: one("smoker"), Kind: secret.Everything, Weight: "2"}, secrets.CardGraded},
	} {
		s.Edit(func(p *plan.Plan) { p.Secrets = secret.Secrets{Columns: []secret.Secret{c.secret}} })
		if s.Compiled() == nil {
			t.Errorf("%+v: %v", c.secret, s.Issues(guide.Secrets))
			continue
		}
		if got := s.Secrets.Card(); got != c.card {
			t.Errorf("%+v belongs to %q, want %q", c.secret, got, c.card)
		}
		for _, n := range c.secret.Columns {
			a, _ := s.Column(string(n))
			m, ok := s.Secrets.Meaning(string(n), 0, a.Regular()-1)
			if !ok || m.Hidden.String() == "" || m.Learnt.String() == "" || s.Secrets.RuleInWords(string(n)) == "" {
				t.Errorf("%+v of %s means %+v, in words %q", c.secret, n, m, s.Secrets.RuleInWords(string(n)))
			}
		}
		if len(s.Secrets.Mendings()) > 0 {
			t.Errorf("%+v is to be mended: %+v", c.secret, s.Secrets.Mendings())
		}
	}
}

func TestPairsAreListed(t *testing.T) {
	s, _ := held(t)
	choose(t, s, secrets.CardPairs)
	want := func(what string, err error, pairs ...[2]int) {
		t.Helper()
		listed, ok := s.Secrets.At(secrets.On("district")).Pairs()
		var got [][2]int
		for _, p := range listed {
			got = append(got, [2]int{p.U[0], p.V[0]})
		}
		if err != nil || !ok || !slices.Equal(got, pairs) || s.Compiled() == nil {
			t.Errorf("%s: pairs %v, %v; %v %v", what, got, ok, err, s.Issues(guide.Secrets))
		}
	}
	want("to begin with", nil, [2]int{0, 1})
	want("one more", s.Secrets.At(secrets.On("district")).AddPair(), [2]int{0, 1}, [2]int{1, 2})
	want("changed", s.Secrets.At(secrets.On("district")).SetPair(0, []int{5}, []int{12}), [2]int{5, 12}, [2]int{1, 2}) // 12 is blank
	for what, err := range map[string]error{"one answer twice": s.Secrets.At(secrets.On("district")).SetPair(0, []int{3}, []int{3}), "a pair twice": s.Secrets.At(secrets.On("district")).SetPair(0, []int{2}, []int{1})} {
		if err == nil {
			t.Errorf("%s was taken", what)
		}
	}
	want("removed", s.Secrets.At(secrets.On("district")).RemovePair(0), [2]int{1, 2})
	want("the last stays", s.Secrets.At(secrets.On("district")).RemovePair(0), [2]int{1, 2})
	if told, _ := s.Secrets.Could("district", 1, 2); told.Level != secrets.Reassuring {
		t.Errorf("a listed pair: %+v", told)
	}
	if told, _ := s.Secrets.Could("district", 1, 3); told.Level != secrets.Alarming {
		t.Errorf("no pair: %+v", told)
	}
	s.Secrets.SetSecret(secrets.DefaultRule([]plan.Column{s.Plan().Columns[2]}, secret.Pairs)) // smoker has three answers
	for range 2 {
		if err := s.Secrets.At(secrets.On("smoker")).AddPair(); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Secrets.At(secrets.On("smoker")).AddPair(); err == nil {
		t.Error("a fourth pair of three answers was found")
	}
}

func TestColumnsAreLeftOut(t *testing.T) {
	s, _ := held(t)
	choose(t, s, secrets.CardColumns)
	out, secret := s.Secrets.LeftOut()
	if !slices.Equal(out, []string{"visits"}) || len(secret) != 5 {
		t.Errorf("left out %q, secret %q", out, secret)
	}
	for _, c := range secret[1:] {
		if err := s.Secrets.LeaveOut(c, true); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Secrets.LeaveOut("age", true); err == nil {
		t.Error("no column stayed secret")
	}
	if err := s.Secrets.LeaveOut("visits", false); err != nil || s.Compiled() == nil {
		t.Fatal(err, s.Issues(guide.Secrets))
	}
	if out, secret = s.Secrets.LeftOut(); len(out) != 4 || !slices.Equal(secret, []string{"age", "visits"}) {
		t.Errorf("left out %q, secret %q", out, secret)
	}
}

// Graded odds are those of the policy: never more than for whole steps, and fractions are
// said as such.
func TestGradedOdds(t *testing.T) {
	s, _ := held(t)
	choose(t, s, secrets.CardGraded)
	m, ok := s.Secrets.Meaning("age", 30, 70)
	if !ok || len(m.Odds) != 4 || m.Odds[0] != (secrets.OddsRow{Apart: "1", Example: "30, 35", Odds: secrets.Factor(math.Exp(0.5))}) || m.Odds[3].Apart != "19" {
		t.Errorf("odds %+v", m.Odds)
	}
	told, _ := s.Secrets.Could("age", 30, 42)
	if told.Apart != "2.4 steps" || told.Steps != 3 || !strings.Contains(told.Sentence.String(), secrets.Factor(math.Exp(1.2))) {
		t.Errorf("12 years are %+v", told)
	}
	if told, _ = s.Secrets.Could("age", 30, 31); told.Level != secrets.Reassuring || !strings.Contains(told.Sentence.String(), secrets.Factor(math.Exp(0.1))) {
		t.Errorf("1 year is %+v", told)
	}
	for _, n := range []string{"education", "income", "visits"} {
		c, _ := s.Columns.Published(n)
		s.Secrets.SetSecret(s.Secrets.SecretFor(c, secret.Graded))
		if s.Compiled() == nil {
			t.Fatalf("%s: %v", n, s.Issues(guide.Secrets))
		}
		if m, ok := s.Secrets.Meaning(n, 0, 1); !ok || len(m.Odds) == 0 {
			t.Errorf("%s: %+v", n, m)
		}
	}
}
