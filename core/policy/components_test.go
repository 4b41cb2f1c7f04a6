package policy

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// What is found of a policy stays its own: one that is made of it by other parts or without whose being in the file is secret hangs together
// by its own edges.
func TestComponentsAreAPolicysOwn(t *testing.T) {
	differ := 0
	both(t, func(t *rapid.T, s scene) {
		of, n, err := s.policy.Components()
		if err != nil {
			t.Fatal(err)
		}
		if again, m, _ := s.policy.Components(); m != n || !slices.Equal(again, of) {
			t.Fatalf("asked again they are %v, not %v", again, of)
		}
		with := s.policy.with(s.policy.parts, nil)
		fresh, m, err := with.findComponents()
		if err != nil {
			t.Fatal(err)
		}
		if got, k, _ := with.Components(); k != m || !slices.Equal(got, fresh) {
			t.Fatalf("without whose being in the file is secret they are %v, not %v", got, fresh)
		}
		if !slices.Equal(fresh, of) {
			differ++
		}
	})
	if differ == 0 {
		t.Fatal("being in the file kept nothing together")
	}
}
