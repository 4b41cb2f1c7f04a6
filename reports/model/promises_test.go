package model_test

import (
	"fmt"
	"math/big"
	"regexp"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/core/policy/weighted"
	"steward/core/promise"
	"steward/core/seeded"
	"steward/reports/model/modeltest"
)

var speaksOfOdds = regexp.MustCompile(`[^\n]*(?:guess(?:es)? right|times in 100|the odds)[^\n]*`)

// Whatever a summary says of guesses and odds is drawn from the promise of its plan, under every kind of secret,
// fact, weight, rows and chance of failure, and of earlier releases too.
func TestSummarySaysWhatIsPromised(t *testing.T) {
	for name, change := range map[string]func(*plan.Plan){
		"as it is":  func(*plan.Plan) {},
		"a chance":  func(p *plan.Plan) { p.Budget.Delta = "0.000001" },
		"heavy":     func(p *plan.Plan) { p.Secrets.Columns[0].Weight = "6" },
		"presence":  func(p *plan.Plan) { p.Secrets.Presence = true },
		"only that": func(p *plan.Plan) { p.Secrets = secret.Secrets{Presence: true, PresenceOnly: true} },
		"graded": func(p *plan.Plan) {
			p.Secrets.Columns = []secret.Secret{{Columns: []domain.AttributeName{"age"}, Kind: secret.Graded, Unit: "5"}}
		},
		"rows": func(p *plan.Plan) { p.Rows, p.Facts = &plan.Rows{Person: "person", AtMost: 3}, plan.Facts{} },
	} {
		t.Run(name, func(t *testing.T) {
			p := modeltest.Sample(t)
			if !seeded.Audit {
				p.Questions = p.Questions[1:] // the first takes longest to plan, and no promise depends on what is asked
			}
			change(&p)
			r := modeltest.Release(t, p)
			r.Ledger.SpentBefore, r.Ledger.SpentAfter, r.Ledger.SameSecrets = "0.75", "1.25", true
			c, err := plan.Compile(p)
			if err != nil {
				t.Fatal(err)
			}
			promised, delta := promise.Of(c), c.Promise.Delta().Rat()
			text := strings.ReplaceAll(words(document(t, r)), "*", "")
			own := []string{promised.Guessing(nil).String(), promised.Shifting().String(), promised.GuessingAfterAll(big.NewRat(5, 4), nil, delta, true, nil).String()}
			for i, s := range own {
				if !strings.Contains(text, s) {
					t.Errorf("the summary lacks %q", own[i])
				}
				text = strings.ReplaceAll(text, s, "")
			}
			for _, s := range append([]string{c.Describe().Presence.String(), c.Describe().Together.String()}, "The odds are then between whole situations", "What is said about the odds holds for all rows of a person together.") {
				text = strings.ReplaceAll(text, s, "")
			}
			for _, found := range speaksOfOdds.FindAllString(text, -1) {
				if !byPromise(found, promised) {
					t.Errorf("it says %q, which is none of %q", found, own)
				}
			}
		})
	}
}

// byPromise reports whether odds are said to shift by the factor of some distance, which is what the sentence names.
func byPromise(text string, p promise.Promise) bool {
	for quarters := range weighted.Weight(800) {
		far := (quarters + 1) * weighted.One / 4
		if strings.Contains(text, p.By(far).String()) && strings.Contains(text, fmt.Sprintf("are %g steps apart", far.Steps())) {
			return true
		}
	}
	return false
}

// What the first page says of two answers that are far apart holds for everybody, also for those whose being in the file is no secret.
func TestSummarySaysOfAnswersFarApartWhatHoldsForEverybody(t *testing.T) {
	for _, some := range []bool{false, true} {
		p := modeltest.Sample(t)
		p.Questions, p.Facts = p.Questions[1:], plan.Facts{}
		p.Secrets = secret.Secrets{Columns: []secret.Secret{
			{Columns: []domain.AttributeName{"age"}, Kind: secret.Near, Within: "5"},
			{Columns: []domain.AttributeName{"smoker"}, Kind: secret.Public},
		}}
		if some {
			p.Secrets.Absences = []secret.Absence{{Where: domain.Combination{"smoker": {"yes"}}}}
		}
		c, err := plan.Compile(p)
		if err != nil {
			t.Fatal(err)
		}
		age, _ := c.Domain.Attribute("age")
		far, ok := promise.Ask(c).Apart([]domain.AttributeName{"age"}, []int{0}, []int{age.Regular() - 1})
		if !ok || far < 3*weighted.One {
			t.Fatalf("ages are %v apart", far)
		}
		if text := words(document(t, modeltest.Release(t, p))); !strings.Contains(text, fmt.Sprintf("are %g steps apart; the odds can shift %s", far.Steps(), promise.Of(c).By(far))) {
			t.Errorf("being in the file is secret of some: %v; the summary does not say that ages are %g steps apart", some, far.Steps())
		}
	}
}
