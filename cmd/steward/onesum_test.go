package main

import (
	"fmt"
	"math"
	"math/big"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"steward/cmd/steward/console"
	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/core/promise"
	"steward/core/seeded"
	"steward/gui/session"
	"steward/io/export"
	"steward/io/project"
	"steward/io/released"
	"steward/reports/model"
)

// tallied is an account as the test counts it: what was released about whom, what is set aside for which titles, and what is allowed.
type tallied struct {
	about []releasedAbout
	aside []setAside
	limit *big.Rat // nil for none
}

type releasedAbout struct {
	towns   []string // none for everybody
	epsilon *big.Rat
}

type setAside struct {
	entry int
	title string
	left  *big.Rat
}

// spent is what counts: of groups of people the most that was told of anybody.
func (a tallied) spent() *big.Rat {
	sum, most := new(big.Rat), new(big.Rat)
	of := make(map[string]*big.Rat)
	for _, r := range a.about {
		if len(r.towns) == 0 {
			sum.Add(sum, r.epsilon)
		}
		for _, town := range r.towns {
			if of[town] == nil {
				of[town] = new(big.Rat)
			}
			if of[town].Add(of[town], r.epsilon); of[town].Cmp(most) > 0 {
				most = of[town]
			}
		}
	}
	return sum.Add(sum, most)
}

// told is what was told of the people in a town.
func (a tallied) told(town string) *big.Rat {
	sum := new(big.Rat)
	for _, r := range a.about {
		if len(r.towns) == 0 || slices.Contains(r.towns, town) {
			sum.Add(sum, r.epsilon)
		}
	}
	return sum
}

func (a tallied) kept() *big.Rat {
	sum := new(big.Rat)
	for _, r := range a.aside {
		sum.Add(sum, r.left)
	}
	return sum
}

// draw takes a release's spend from what is set aside under its title.
func (a *tallied) draw(title string, epsilon *big.Rat) {
	rest := new(big.Rat).Set(epsilon)
	for i := range a.aside {
		if r := &a.aside[i]; r.title == title {
			part := new(big.Rat).Set(r.left)
			if rest.Cmp(part) < 0 {
				part.Set(rest)
			}
			r.left, rest = new(big.Rat).Sub(r.left, part), new(big.Rat).Sub(rest, part)
		}
	}
}

func figureOf(r *big.Rat) string { return console.Exactly(r) }

// Every place that says what was spent on some people and what is left says the same: the command line and its list, for people and for
// programs, the window's budget and page of the account, what all releases tell between two people, and of a release just made its record, the summary in the window and page 1 of
// the PDF. It is what is counted here by hand, of groups of people the most expensive.
func TestEveryPlaceStatesTheSameSums(t *testing.T) {
	r := seeded.New(20261128, 27)
	met := make(map[string]int)
	for range seeded.Often(8, 60) {
		d := newDesk(t, "people.csv", sixty(), peoplePlan())
		var a tallied
		n := 0
		for range 3 + r.IntN(5) {
			figure := []string{"0.125", "0.25", "0.5"}[r.IntN(3)]
			sum, _ := new(big.Rat).SetString(figure)
			title := []string{"Wages", "Next year", "The other one"}[r.IntN(3)]
			made := ""
			switch act := r.IntN(6); {
			case act < 4 || n == 0:
				towns := [][]string{nil, {"North"}, {"South"}, {"East"}, {"North", "South"}}[r.IntN(5)]
				limit := []string{"", "1", "2"}[r.IntN(3)]
				d.out = filepath.Join(d.dir, fmt.Sprint("out ", n))
				d.edit(func(p *plan.Plan) {
					p.Title, p.Facts, p.Budget = title, plan.Facts{}, plan.Budget{Epsilon: figure, Limit: limit}
					p.Secrets = secret.Secrets{Columns: []secret.Secret{{Columns: []domain.AttributeName{"town"}, Kind: secret.Public}}}
					p.Questions = []plan.Question{{ID: "q", Title: "Wages", Kind: "table", Columns: []domain.AttributeName{"wage"}}}
					if p.Group = nil; len(towns) > 0 {
						p.Group = &plan.Answers{Column: "town", Values: towns}
					}
				})
				d.check()
				if o := d.steward(d.releaseArgs()...); o.code != 0 {
					if !strings.Contains(o.err, "would be exceeded") {
						t.Fatalf("%s%s", o.out, o.err)
					}
					met["refused"]++
					continue
				}
				a.about = append(a.about, releasedAbout{towns, sum})
				a.draw(title, sum)
				if a.limit == nil && limit != "" {
					a.limit, _ = new(big.Rat).SetString(limit)
				}
				made, n = filepath.Join(d.out, "people.json"), n+1
				met["released"]++
			case act == 4:
				if o := d.steward("ledger", "reserve", "People", figure, "--for", title); o.code == 0 {
					of := d.ledger("People")
					a.aside = append(a.aside, setAside{len(of.Entries), title, sum})
					met["set aside"]++
				}
			case len(a.aside) > 0:
				i := r.IntN(len(a.aside))
				if a.aside[i].left.Sign() > 0 {
					d.must("ledger", "return", "People", fmt.Sprint(a.aside[i].entry))
					a.aside[i].left = new(big.Rat)
					met["given back"]++
				}
			case a.limit != nil && a.limit.Cmp(big.NewRat(3, 1)) < 0:
				d.must("ledger", "raise", "People", "3", "--why", "the board", "--by", "A. Steward")
				a.limit = big.NewRat(3, 1)
				met["raised"]++
			}
			if n > 0 {
				d.statesTheSame(a, made, met)
			}
		}
	}
	t.Log(met)
	for _, what := range []string{"released", "set aside", "less than added up", "on a summary"} {
		if met[what] == 0 {
			t.Errorf("no account had anything %s", what)
		}
	}
}

// statesTheSame compares all places with what was counted; made is the record of a release just made, "" for none.
func (d *desk) statesTheSame(a tallied, made string, met map[string]int) {
	t := d.t
	t.Helper()
	spent, aside := figureOf(a.spent()), figureOf(a.kept())
	limit, left := "", ""
	if a.limit != nil {
		rest := new(big.Rat).Sub(a.limit, a.spent())
		if rest.Sub(rest, a.kept()).Sign() < 0 {
			rest.SetInt64(0)
		}
		limit, left = figureOf(a.limit), figureOf(rest)
	}
	says := func(where, text string, wants ...string) {
		t.Helper()
		for _, want := range wants {
			if !strings.Contains(text, want) {
				t.Errorf("%s does not say %q of %+v:\n%s", where, want, a, text)
			}
		}
	}
	shown := d.must("ledger", "show", "People")
	says("the command line", shown, "have spent "+spent+".")
	if limit != "" {
		says("the command line", shown, fmt.Sprintf("You allowed %s in total. %s of it is neither spent nor set aside.", limit, left))
	}
	if of := d.ledger("People"); of.Limit != limit || of.Left != left || of.Reserved != aside {
		t.Errorf("for programs it says %+v, want %s spent, %s set aside and %s of %s left", of, spent, aside, left, limit)
	}
	says("the list", d.must("ledger", "list", "--json"), fmt.Sprintf(`"spent": %q`, spent))
	says("what all of them tell", d.must("ledger", "tell", "People", "--is", "wage=1", "--or", "wage=3000"), "(a loss of "+spent+")")
	for _, town := range []string{"North", "South", "East"} {
		says("what all of them tell of "+town, d.must("ledger", "tell", "People", "--is", "wage=1;town="+town, "--or", "wage=3000;town="+town), "(a loss of "+figureOf(a.told(town))+")")
	}

	s := session.New(session.Surroundings{Go: func(f func()) { f() }, LedgerDir: d.ledgers})
	if err := s.OpenProject(d.plan); err != nil {
		t.Fatal(err)
	}
	own := s.Balance.Account()
	if own.Spent != spent || a.limit != nil && (own.Allowed != limit || own.Remaining != left) || a.kept().Sign() > 0 && own.Aside != aside {
		t.Errorf("the window has %+v, want %s spent, %s set aside and %s of %s left", own, spent, aside, left, limit)
	}
	if limit != "" {
		says("the window's budget", own.Short(), left+" of "+limit)
	}
	page := s.Accounts.Overview()
	plain := strings.NewReplacer("\x01", "", "\x02", "", "\x03", "")
	loss, _ := a.spent().Float64()
	odds := promise.AtMost(math.Exp(loss), nil).String()
	if told, ok := s.Accounts.Tell("wage", 0, 1); !ok || !strings.Contains(plain.Replace(told.Sentence.String()), odds) {
		t.Errorf("between two wages the page of the account says %v, want %s", told.Sentence, odds)
	}
	says("the page of the account", plain.Replace(strings.Join(page.Sums, "\n")), "shift the odds "+odds)
	first := plain.Replace(page.Sums[0])
	says("the page of the account", first, "have spent "+spent+".")
	added := new(big.Rat)
	for _, r := range a.about {
		added.Add(added, r.epsilon)
	}
	if added.Cmp(a.spent()) > 0 {
		met["less than added up"]++
		says("the page of the account", first, "only the most expensive counts", "added up, the releases spent "+figureOf(added))
		says("the command line", shown, "only the most expensive counts", "added up, the releases spent "+figureOf(added))
	}
	if limit != "" {
		says("the page of the account", plain.Replace(strings.Join(page.Allowed, "\n")), "may spend "+limit+" together. "+left+" of it is neither spent nor set aside.")
	}
	if made == "" {
		return
	}
	rec, err := export.ReadRecord(made)
	if err != nil {
		t.Fatal(err)
	}
	if rec.Ledger.SpentAfter != spent || rec.Ledger.Limit != limit {
		t.Errorf("the record has %s of %s spent, want %s of %s", rec.Ledger.SpentAfter, rec.Ledger.Limit, spent, limit)
	}
	of, err := released.Read(t.Context(), made)
	if err != nil {
		t.Fatal(err)
	}
	summary, err := model.New(of)
	if err != nil {
		t.Fatal(err)
	}
	lead := summary.Cover.Lead.String()
	if limit != "" {
		if left == "0" {
			left = "nothing"
		}
		says("page 1 of the summary", lead, "of the "+limit+" allowed", left+" is left")
		met["on a summary"]++
	}
	if before := regexp.MustCompile(`together that is ([0-9.]+)`).FindStringSubmatch(lead); before != nil && strings.TrimSuffix(before[1], ".") != spent {
		t.Errorf("page 1 of the summary has %s spent, want %s", before[1], spent)
	}
	if !slices.ContainsFunc(summary.Appendix, func(s model.Section) bool {
		return slices.ContainsFunc(s.Facts, func(f model.Fact) bool { return f.Name == "Spent in total" && f.Value == spent })
	}) {
		t.Errorf("the annex of the summary does not say that %s is spent in total", spent)
	}
}

// Where a fact that becomes known makes earlier releases count more than they spent, every place that states the sums says why: the
// account, a refusal on the command line and in the window, what a release prints, and page 1 of its summary, also in German.
func TestWhyEarlierReleasesCountMore(t *testing.T) {
	d := newDesk(t, "people.csv", sixty(), peoplePlan())
	next := func(title, limit, language string, facts plan.Facts) {
		d.out = filepath.Join(d.dir, title)
		d.edit(func(p *plan.Plan) {
			p.Title, p.Language, p.Facts, p.Secrets, p.Budget = title, language, facts, secret.Secrets{}, plan.Budget{Epsilon: "0.5", Limit: limit}
			p.Questions = []plan.Question{{ID: "q", Title: "Wages", Kind: "table", Columns: []domain.AttributeName{"wage"}, Mechanism: "laplace"}}
		})
		d.check()
	}
	lead := func() string {
		t.Helper()
		of, err := released.Read(t.Context(), filepath.Join(d.out, "people.json"))
		if err != nil {
			t.Fatal(err)
		}
		summary, err := model.New(of)
		if err != nil {
			t.Fatal(err)
		}
		return summary.Cover.Lead.String()
	}
	const why, warum = "nown facts tie people’s answers together, and some were stated after earlier releases; added up, the releases spent ", "ekannte Tatsachen binden die Angaben mehrerer Personen aneinander"
	next("first", "2.75", "", plan.Facts{})
	d.must(d.releaseArgs()...)
	if said := lead(); strings.Contains(said, "added up") {
		t.Errorf("the first summary says %q", said)
	}
	towns := constraint.Fact{ID: "towns", Totals: &constraint.Totals{Columns: []domain.AttributeName{"town"}}}
	for _, name := range []string{"North", "South", "East"} {
		towns.Totals.Rows = append(towns.Totals.Rows, constraint.Row{Labels: []string{name}, Count: 20})
	}
	next("second", "2.75", "", plan.Facts{Stated: []constraint.Fact{towns}})
	d.says(d.releaseArgs(), "have spent 2.5 of the 2.75 that you allowed", "K"+why+"1.")
	if said := lead(); !strings.Contains(said, "K"+why+"1.") {
		t.Errorf("the second summary says %q", said)
	}
	d.says([]string{"ledger", "show", "People"}, "K"+why+"1.")
	next("third", "2.75", "de", plan.Facts{})
	d.refused(d.releaseArgs(), "Why 2.5 counts as spent: k"+why+"1.")
	s := session.New(session.Surroundings{Go: func(f func()) { f() }, LedgerDir: d.ledgers})
	anew := filepath.Join(d.dir, "anew.steward") // which remembers no release
	if err := project.Save(anew, d.load()); err != nil {
		t.Fatal(err)
	}
	if err := s.OpenProject(anew); err != nil {
		t.Fatal(err)
	}
	if own := s.Balance.Account(); !strings.Contains(own.Why, "K"+why+"1.") {
		t.Errorf("beside the budget it says %q", own.Why)
	}
	if f := s.Balance.Shortfall(); f == nil || !strings.Contains(f.String(), "K"+why+"1.") {
		t.Errorf("the window says %v", f)
	}
	d.must("ledger", "raise", "People", "10", "--why", "the board", "--by", "A. Steward")
	next("third", "", "de", plan.Facts{})
	d.must(d.releaseArgs()...)
	if said := lead(); !strings.Contains(said, "B"+warum) {
		t.Errorf("the third summary says %q", said)
	}
}
