package secrets_test

import (
	"math"
	"strconv"
	"testing"

	"steward/core/plan/secret"
	"steward/gui/session"
	"steward/gui/session/secrets"
	"steward/gui/words"
)

// The budget follows from the odds at one step, and the odds from the budget.
func TestOddsOfStep(t *testing.T) {
	s := session.New(session.Surroundings{})
	for _, c := range []struct {
		rule   secret.Secret
		factor string
		want   float64
	}{
		{secret.Secret{Kind: secret.Graded}, "1.65", math.Log(1.65)},
		{secret.Secret{Kind: secret.Graded}, " × 2 ", math.Log(2)},
		{secret.Secret{Kind: secret.Graded, Weight: "0.5"}, "1.2", 2 * math.Log(1.2)},
	} {
		if err := s.Secrets.SetOddsOfStep(c.rule, c.factor); err != nil {
			t.Fatal(err)
		}
		got, err := strconv.ParseFloat(s.Plan().Budget.Epsilon, 64)
		if err != nil || got > c.want || got < c.want-2e-6 {
			t.Errorf("a factor of %s makes the budget %v, want %v (%v)", c.factor, got, c.want, err)
		}
	}
	if got := s.Secrets.OddsOfStep(secret.Secret{Kind: secret.Graded, Weight: "0.5"}); got != "1.2" {
		t.Errorf("the odds are %s", got)
	}
	before := s.Plan().Budget.Epsilon
	for _, text := range []string{"", "many", "1", "0.5", "-3", "NaN", "Inf", "1e300"} {
		if err := s.Secrets.SetOddsOfStep(secret.Secret{}, text); err == nil || s.Plan().Budget.Epsilon != before {
			t.Errorf("%q is taken: %v", text, s.Plan().Budget.Epsilon)
		}
	}
}

// A field shows a number as the language in use writes it.
func TestOddsAreShownInTheLanguageInUse(t *testing.T) {
	if err := words.Use("de"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := words.Use(words.English); err != nil {
			t.Fatal(err)
		}
	})
	s := newSample(t)
	s.Budget.SetBudget("0.5")
	s.Secrets.SetSecret(secret.Secret{Columns: named("visits"), Kind: secret.Graded, Unit: "2.5"})
	form, _ := s.Secrets.At(secrets.On("visits")).Form()
	r, _ := s.Secrets.At(secrets.On("visits")).Secret()
	odds := form.Fields[len(form.Fields)-1]
	if got := odds.Value(s.Secrets, r); got != "1,649" {
		t.Errorf("the odds at one step are shown as %q", got)
	}
	if err := odds.Set(s.Secrets.At(secrets.On("visits")), odds.Value(s.Secrets, r)); err != nil {
		t.Errorf("what is shown cannot be typed: %v", err)
	}
}
