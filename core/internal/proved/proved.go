// Package proved reads small cases that Coq has computed by the very definitions that the
// theorems of docs/proofs are about, so that tests can compare what the program decides
// with what was proved. `make proofs` checks that the files are what Coq computes.
package proved

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math/big"
	"testing"

	"steward/core/domain"
	"steward/core/policy"
)

// Edge is an edge of a case: two answers, or -1 for "not in the file", and its weight.
type Edge [3]int

// Cases returns the cases in the text of a file of docs/proofs/examples. It fails the test when
// there are none.
func Cases[T any](t testing.TB, text []byte) []T {
	t.Helper()
	var out []T
	for d := json.NewDecoder(bytes.NewReader(text)); ; {
		d.DisallowUnknownFields()
		var c T
		switch err := d.Decode(&c); {
		case errors.Is(err, io.EOF) && len(out) > 0:
			return out
		case err != nil:
			t.Fatalf("case %d that Coq computed: %v", len(out)+1, err)
		}
		out = append(out, c)
	}
}

// Labels returns the values of the column.
func Labels(answers int) []string { return []string{"a", "b", "c", "d", "e"}[:answers] }

// Policy makes the policy of a list of edges over one column, whose values are a, b, c and so on.
func Policy(t testing.TB, answers int, edges []Edge) *policy.Policy {
	t.Helper()
	refuse := domain.Special{Rule: domain.Refuse}
	labels := Labels(answers)
	a, err := domain.NewList("answer", labels, domain.Options{Origin: domain.Typed, Blank: refuse, Other: refuse})
	if err != nil {
		t.Fatal(err)
	}
	d, err := domain.New([]*domain.Attribute{a}, nil)
	if err != nil {
		t.Fatal(err)
	}
	s := policy.Spec{Domain: d}
	var pairs []policy.Pair
	for _, e := range edges {
		w := big.NewRat(int64(e[2]), 1)
		if e[1] < 0 {
			s.Absences = append(s.Absences, policy.Absence{Where: domain.Combination{"answer": {labels[e[0]]}}, Weight: w})
			continue
		}
		pairs = append(pairs, policy.Pair{A: []string{labels[e[0]]}, B: []string{labels[e[1]]}, Weight: w})
	}
	s.Parts = []policy.Part{policy.Alone(a)}
	if len(pairs) > 0 {
		if s.Parts[0], err = policy.Pairs(d.Attributes(), pairs); err != nil {
			t.Fatal(err)
		}
	}
	p, err := policy.New(s)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
