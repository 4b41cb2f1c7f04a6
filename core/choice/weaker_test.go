package choice

import (
	"math/big"
	"testing"

	"steward/core/internal/randompolicy"
	"steward/core/mechanism"
	"steward/core/policy/weighted"
	"steward/core/seeded"
)

// TestWeakerSecretsAreChosenNoWorse compares the rates of a choice under random policies of which every secret of one is a secret of the
// other: the odds of better options are no less under the weaker one, also where nothing at all that is secret changes a score.
func TestWeakerSecretsAreChosenNoWorse(t *testing.T) {
	compared, free := 0, 0
	for seed := range uint64(seeded.Often(1500, 20_000)) {
		m, ok := randomChoice(t, seed)
		if !ok {
			continue
		}
		stronger := m.problem.Cells
		weaker := stronger
		weaker.Policy = randompolicy.New(t, seeded.New(78, seed)).Weaker(stronger.Policy)
		_, heaviest := stronger.Policy.Weights()
		_, own := weaker.Policy.Weights()
		if !randompolicy.NoStronger(weaker.Policy, stronger.Policy) || heaviest > max(own, weighted.One) {
			continue // what nothing that is secret changes is hidden like one person at weight One, and no less
		}
		rate := func(cells mechanism.Problem) (*big.Rat, Sensitivity) {
			p, err := prepare(t.Context(), Problem{m.choice, cells})
			if err != nil {
				t.Fatal(err)
			}
			return p.rate, p.sensitivity
		}
		strong, _ := rate(stronger)
		weak, s := rate(weaker)
		if compared++; s.Change == 0 {
			free++
		}
		if weak.Cmp(strong) < 0 {
			t.Errorf("seed %d: the rate is %s under weaker secrets, %s under stronger ones\nweaker: %s\nstronger: %s", seed, weak, strong, randompolicy.Describe(weaker.Policy), randompolicy.Describe(stronger.Policy))
		}
		// Nothing is published without noise to which nobody agreed: one person is hidden, whatever the policy.
		spent := new(big.Rat).Mul(weak, new(big.Rat).SetInt64(m.choice.smallestOf()))
		allowed := weaker.EffectiveAt(max(own, weighted.One)).Rat()
		if weaker.Gaussian {
			allowed.Mul(allowed, big.NewRat(2, 1))
		}
		if s.Change == 0 && m.choice.smallestOf() > 0 && spent.Cmp(allowed) != 0 {
			t.Errorf("seed %d: where nothing is secret the smallest change of a person spends %s of %s", seed, spent, allowed)
		}
	}
	if t.Logf("%d compared, in %d of them nothing that is secret changes a score", compared, free); compared < 400 || free < 80 {
		t.Error("too few")
	}
}

// smallestOf returns the smallest change that one person can make, by trying all; 0 where there is none.
func (c *Choice) smallestOf() int64 {
	least := int64(0)
	for u := range c.size {
		for v := range c.size {
			for _, x := range []int64{c.draws(c.score.swap(u, v)), c.draws(c.score.alone(u))} {
				if x > 0 && (least == 0 || x < least) {
					least = x
				}
			}
		}
	}
	return least
}
