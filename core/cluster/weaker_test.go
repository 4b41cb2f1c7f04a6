package cluster

import (
	"testing"

	"steward/core/histogram"
	"steward/core/internal/randompolicy"
	"steward/core/mechanism"
	"steward/core/policy"
	"steward/core/seeded"
)

// TestWeakerSecretsAreMeasuredNoWorse compares the noise of a round under random policies of which every secret of one is a secret
// of the other: about the same points of reference it adds no more to the distance of people from their centres under the weaker
// one, also where nothing at all is secret. Of the points that are tried some are chosen by the policy; these may be better under the stronger one,
// which is rare. What is not agreed to be published exactly always has noise.
func TestWeakerSecretsAreMeasuredNoWorse(t *testing.T) {
	compared, free, other := 0, 0, 0
	for seed := range uint64(seeded.Often(1000, 8000)) {
		r, ok := randomClustering(t, seed)
		if !ok || r.clustering.cells > 100 {
			continue
		}
		stronger := r.problem.Cells
		weaker := stronger
		weaker.Policy, weaker.Tied = r.maker.Weaker(stronger.Policy), stronger.Tied
		if !randompolicy.NoStronger(weaker.Policy, stronger.Policy) {
			continue
		}
		centres := r.randomCentres()
		of := make([]int16, r.clustering.cells)
		r.clustering.assign(of, centres)
		people := make([]float64, len(centres))
		for g := range people {
			people[g] = float64(r.maker.Pick(1, 1000))
		}
		ready := func(cells mechanism.Problem) *inRounds {
			r.problem.Cells = cells
			walked, _, _ := r.problem.edgesAndBudget()
			e, err := newEdges(t.Context(), r.clustering, walked)
			if err != nil {
				t.Fatal(err)
			}
			in, err := r.problem.prepareRounds(t.Context(), e, 2)
			if err != nil {
				t.Fatal(err)
			}
			return in
		}
		added := func(in *inRounds, about [][]int64) float64 {
			_, e, err := in.designAbout(of, about, centres, people)
			if err != nil {
				t.Fatal(err)
			}
			return e
		}
		a, b := ready(stronger), ready(weaker)
		about, _, err := a.design(of, centres, people)
		if err != nil {
			t.Fatal(err)
		}
		own, now, err := b.design(of, centres, people)
		if err != nil {
			t.Fatal(err)
		}
		if exact := now.amounts.sizes.IsZero(); exact && !weaker.Disclose {
			t.Fatalf("seed %d: sizes have no noise, and nobody agreed to that", seed)
		}
		if a.spare > b.spare {
			continue // what nothing that is secret changes is hidden like one person at weight One, and no less
		}
		strong, weak := added(a, about), added(b, about)
		if added(b, own) > strong*1.001 {
			other++
		}
		compared++
		if !weaker.Policy.HasValueEdges() && !weaker.Policy.Presence() {
			free++
		}
		if weak > strong*(1+1e-3) {
			t.Errorf("seed %d: noise adds %.6g under weaker secrets, %.6g under stronger ones\nweaker: %s\nstronger: %s", seed, weak, strong, randompolicy.Describe(weaker.Policy), randompolicy.Describe(stronger.Policy))
		}
	}
	t.Logf("%d compared, in %d of them nothing is secret, in %d the points that the policy chooses are worse", compared, free, other)
	if compared < 100 || free < 10 || other > compared/100 {
		t.Error("too few, or worse under weaker secrets")
	}
}

// agreedOn is a policy under which each of two halves of a line is secret inside, agreed to publish how many people are in each.
func agreedOn(t *testing.T) (Problem, *histogram.Vector) {
	t.Helper()
	d := grid(t, []int{10})
	a := d.Attributes()[0]
	halves, err := policy.Groups(a, []policy.Group{{Name: "low", Values: a.Labels()[:5]}, {Name: "high", Values: a.Labels()[5:]}}, policy.OwnGroup)
	if err != nil {
		t.Fatal(err)
	}
	p, err := policy.New(policy.Spec{Domain: d, Parts: []policy.Part{halves}})
	if err != nil {
		t.Fatal(err)
	}
	out := problemOn(t, asks(t, d, 2), p, "0.1", 0)
	out.Clustering.question.Way, out.Clustering.question.Rounds = Rounds, 1
	out.Cells.Disclose = true
	v, err := histogram.FromCounts(d, []int64{7, 0, 1, 9, 2, 0, 3, 30, 1, 4})
	if err != nil {
		t.Fatal(err)
	}
	return out, v
}

// What no edge of the policy changes is published as it is where that was agreed to, and the rest with noise: here sizes and sums.
func TestSizesThatNoSecretChangesAreExact(t *testing.T) {
	p, v := agreedOn(t)
	prepared, err := Prepare(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	found, err := prepared.Release(t.Context(), v, seeded.New(20261124, 1))
	if err != nil {
		t.Fatal(err)
	}
	if n := found.Noise[0]; n.SizeScale != "0" || n.SumScales[0] == "0" || found.Groups[0].Size+found.Groups[1].Size != 57 || found.Groups[0].Size != 19 && found.Groups[1].Size != 19 || found.Groups[0].SizeError != 0 {
		t.Fatalf("groups %+v with noise %+v", found.Groups, n)
	}
	if err := p.CheckRounds(t.Context(), found.Noise); err != nil {
		t.Error(err)
	}
	p.Cells.Disclose = false
	if err := p.CheckRounds(t.Context(), found.Noise); err == nil {
		t.Error("sizes without noise are not told where nobody agreed to them")
	}
}

// Where nothing is secret and nobody agreed to publish anything exactly, sums have noise as sizes do, and a record without it is told.
func TestSumsThatNoSecretChangesHaveNoise(t *testing.T) {
	p, v := agreedOn(t)
	none, err := policy.New(policy.Spec{Domain: v.Domain(), Parts: []policy.Part{policy.Alone(v.Domain().Attributes()[0])}})
	if err != nil {
		t.Fatal(err)
	}
	p.Cells.Policy, p.Cells.Disclose = none, false
	prepared, err := Prepare(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	found, err := prepared.Release(t.Context(), v, seeded.New(20261124, 1))
	if err != nil {
		t.Fatal(err)
	}
	if n := found.Noise[0]; n.SizeScale == "0" || n.SumScales[0] == "0" || n.Sizes != 0 || n.Sums != 0 {
		t.Fatalf("noise %+v", n)
	}
	if err := p.CheckRounds(t.Context(), found.Noise); err != nil {
		t.Error(err)
	}
	found.Noise[0].SumScales[0] = "0"
	if err := p.CheckRounds(t.Context(), found.Noise); err == nil {
		t.Error("sums without noise are not told")
	}
}
