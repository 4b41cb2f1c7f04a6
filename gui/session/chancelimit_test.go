package session

import (
	"strings"
	"testing"

	"steward/core/account"
	"steward/core/guide"
	"steward/core/plan"
	"steward/core/seeded"
	"steward/gui/session/balance"
	"steward/gui/session/current"
	"steward/io/ledger"
)

// The chances of failure have a limit of their own: what adds up to it exactly fits, a millionth of a
// millionth more does not, and the plan's and the ledger's limits both hold.
func TestChanceLimit(t *testing.T) {
	b := quickBench(t)
	b.Balance.Account()
	b.finish()
	if a := b.Balance.Account(); a.Chance+a.ChanceLimit+a.ChanceLeft != "" {
		t.Errorf("without chances: %+v", a)
	}
	for _, wrong := range []string{"0.5", "0", "some"} {
		if err := b.Balance.Allow(balance.Allowing{Chances: wrong}, func(err error) { t.Error(err) }); err == nil || !strings.Contains(err.Error(), "such as 0.00001") {
			t.Errorf("%q: %v", wrong, err)
		}
	}
	if err := b.Budget.SetDelta("0.000002"); err != nil {
		t.Fatal(err)
	}
	if err := b.Balance.Allow(balance.Allowing{Limit: b.Plan().Budget.Limit, Chances: " 0.000002 "}, func(err error) { t.Error(err) }); err != nil || b.Plan().Budget.DeltaLimit != "0.000002" {
		t.Fatalf("%q, %v", b.Plan().Budget.DeltaLimit, err)
	}
	b.finish()
	if f := b.Balance.Shortfall(); f != nil {
		t.Errorf("exactly at the limit: %s", f)
	}
	if a := b.Balance.Account(); a.ChanceLimit != "1 in 500,000" || a.ChanceLeft != "1 in 500,000" {
		t.Errorf("the account is %+v", a)
	}
	if err := b.Budget.SetDelta("0.0000021"); err != nil {
		t.Fatal(err)
	}
	b.finish()
	f := b.Balance.Shortfall()
	if f == nil || !f.Chance || f.Everybodys || f.Lower != "" || f.Raise != "0.0000021" || !strings.Contains(f.String(), "Accept a smaller chance, or none, or allow more") {
		t.Fatalf("above the limit: %+v", f)
	}
	if missing := b.Release.MayRelease(); !strings.Contains(missing, "chance of failure (delta)") && !strings.Contains(missing, "Open the spreadsheet") && !strings.Contains(missing, "record") {
		t.Errorf("a release may be made: %q", missing)
	}
	if p := b.progress(guide.Budget); p.State != current.Attention || !strings.Contains(p.Line, "Too large a chance") {
		t.Errorf("the step says %+v", p)
	}
	if b.Edit(func(p *plan.Plan) { p.Budget.DeltaLimit = f.Raise }); b.Balance.Shortfall() != nil {
		t.Errorf("raised: %v", b.Balance.Shortfall())
	}

	l, err := ledger.Open(b.around.LedgerDir, b.Plan().DataSet)
	if err != nil {
		t.Fatal(err)
	}
	least, err := account.ParseDelta("0.000001")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.SetLimits(t.Context(), ledger.Limits{Chances: least}, ledger.Words{Time: "2026-01-02T03:04:05Z", Why: "a rule of the house"}); err != nil {
		t.Fatal(err)
	}
	b.Balance.Refresh()
	b.finish()
	if f := b.Balance.Shortfall(); f == nil || !f.Chance || !f.Everybodys || f.Raise != "0.0000021" || !strings.Contains(f.String(), "raise the limit that holds for all plans") {
		t.Errorf("above the ledger's limit: %+v", f)
	}
	if err := b.Budget.SetDelta("0.000001"); err != nil {
		t.Fatal(err)
	}
	b.finish()
	if f := b.Balance.Shortfall(); f != nil {
		t.Errorf("exactly at the ledger's limit: %s", f)
	}
	b.Budget.AcceptChance(false)
	b.finish()
	if f := b.Balance.Shortfall(); f != nil {
		t.Errorf("without a chance: %s", f)
	}
}

// While no chance of failure is accepted the preview says what one would gain, and with one which
// methods use it.
func TestWhatAChanceWouldGain(t *testing.T) {
	seeded.ForAudits(t)
	b := quickBench(t)
	b.around.Planner = thorough
	b.finish()
	b.Budget.Preview()
	b.finish()
	q := b.Budget.Preview().Questions[0]
	if q.With == nil || !strings.Contains(q.WithChance().String(), "1 in 1,000,000") || !q.Kinds(b.Budget.Delta()).IsZero() {
		t.Errorf("without a chance: %+v, %q, %q", q.With, q.WithChance(), q.Kinds(b.Budget.Delta()))
	}
	better := q.With.Summary.MeanSquare < q.Of().Summary.MeanSquare*0.98
	if better != strings.Contains(q.WithChance().String(), "down to") {
		t.Errorf("%v against %v: %q", q.With.Summary, q.Of().Summary, q.WithChance())
	}
	b.Budget.AcceptChance(true)
	b.finish()
	b.Budget.Preview()
	b.finish()
	if q := b.Budget.Preview().Questions[0]; q.With != nil || !q.WithChance().IsZero() || !strings.Contains(q.Kinds(b.Budget.Delta()).String(), "Gaussian noise” in their names use the chance of 1 in 1,000,000") {
		t.Errorf("with a chance: %+v, %q", q.With, q.Kinds(b.Budget.Delta()))
	}
}

// How near the least error the chosen method is, is said for one column and for two.
func TestWithinFactor(t *testing.T) {
	b := quickBench(t)
	b.finish()
	b.Budget.Preview()
	b.finish()
	for _, q := range b.Budget.Preview().Questions {
		text := q.WithinFactor().String()
		if !strings.Contains(text, "No unbiased method that adds noise of this kind") && !strings.Contains(text, "Every method with the same secrets") {
			t.Errorf("%s: %q", q.Question.Title, text)
		}
		if why := b.Budget.WhyMethod(q); q.Chosen == q.Best && !strings.Contains(why, text) {
			t.Errorf("%s: %q lacks %q", q.Question.Title, why, text)
		}
	}
}
