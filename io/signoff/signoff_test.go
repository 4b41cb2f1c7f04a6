package signoff_test

import (
	"fmt"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"steward/core/plan"
	"steward/core/result"
	"steward/io/ledger"
	"steward/io/signature"
	"steward/io/signoff"
)

// signer is a key of a test, drawn from a letter.
func signer(t *testing.T, letter string) *signature.Signer {
	t.Helper()
	s, err := signature.Keep{Dir: filepath.Join(t.TempDir(), "keys"), Random: strings.NewReader(strings.Repeat(letter, 32))}.Own()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// checked is a plan that was compared with its file.
func checked() plan.Plan {
	return plan.Plan{Version: plan.Version, DataSet: "People", Data: plan.Data{Reviewed: &plan.Fingerprint{}}}
}

// say notes what somebody says of a plan.
func say(t *testing.T, ledgers string, p plan.Plan, verdict result.Verdict, by, why string, s *signature.Signer) error {
	t.Helper()
	_, err := signoff.Say(t.Context(), ledgers, signoff.Saying{Plan: p, Verdict: verdict, Words: ledger.Words{Time: "2026-03-01T10:00:00Z", By: by, Why: why}, Signer: s})
	return err
}

func standing(t *testing.T, ledgers string, p plan.Plan) (result.Standing, int) {
	t.Helper()
	s, others, err := signoff.Standing(t.Context(), ledgers, p)
	if err != nil {
		t.Fatal(err)
	}
	return s, others
}

// What is said is bound to the very plan, stands in the account without blanks and broken characters, and is signed only where
// there is a key.
func TestSaid(t *testing.T) {
	ledgers, p := t.TempDir(), checked()
	if err := say(t, ledgers, p, result.Prepared, "  A. Preparer ", "look at \xff the towns\n", signer(t, "a")); err != nil {
		t.Fatal(err)
	}
	if err := say(t, ledgers, p, result.Approved, "B. Checker", "", nil); err != nil {
		t.Fatal(err)
	}
	s, others := standing(t, ledgers, p)
	if len(s.Reviews) != 2 || !s.Approved() || others != 0 {
		t.Fatalf("%+v, %d others", s, others)
	}
	digest, err := p.Digest()
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []struct{ by, why string }{{"A. Preparer", "look at \uFFFD the towns"}, {"B. Checker", ""}} {
		r := s.Reviews[i]
		if r.By != want.by || r.Why != want.why || r.Plan != digest {
			t.Errorf("%+v, want %+v of %s", r, want, digest)
		}
		if signed := i == 0; signed != (r.Key != "" && r.Signature != "") {
			t.Errorf("signed by %q: %q", r.Key, r.Signature)
		}
		if err := signoff.Check(r); err != nil {
			t.Error(err)
		}
	}
	changed := checked()
	changed.Title = "Another"
	if s, others := standing(t, ledgers, changed); len(s.Reviews) != 0 || others != 1 {
		t.Errorf("of a changed plan %+v was said, and %d others were approved", s, others)
	}
}

// A plan is not submitted before it was compared with its file, since that changes the plan.
func TestSubmittedOnceCompared(t *testing.T) {
	p := checked()
	p.Data.Reviewed = nil
	ledgers := t.TempDir()
	if err := say(t, ledgers, p, result.Prepared, "A. Preparer", "", nil); err == nil || !strings.Contains(err.Error(), "check --data") {
		t.Errorf("submitted: %v", err)
	}
	if s, _ := standing(t, ledgers, p); len(s.Reviews) != 0 {
		t.Errorf("%+v was noted", s)
	}
}

// A signature is of everything that was said, by the key that is named, and of a review: none of it can be changed, and no
// signature of anything else does for it.
func TestSignedAsItStands(t *testing.T) {
	ledgers, p := t.TempDir(), checked()
	key := signer(t, "a")
	if err := say(t, ledgers, p, result.Prepared, "A. Preparer", "why", key); err != nil {
		t.Fatal(err)
	}
	s, _ := standing(t, ledgers, p)
	honest := s.Reviews[0]
	for f := range reflect.TypeFor[result.Review]().Fields() {
		if f.Name == "Sequence" { // its place, which the account's chain holds
			continue
		}
		r := honest
		v := reflect.ValueOf(&r).Elem().FieldByIndex(f.Index)
		v.SetString(v.String() + "x")
		if err := signoff.Check(r); err == nil {
			t.Errorf("%s was changed, and nothing noticed", f.Name)
		}
		v.SetString("")
		if err := signoff.Check(r); err == nil {
			t.Errorf("%s was taken away, and nothing noticed", f.Name)
		}
	}
	text := fmt.Sprintf(`{"plan":%q,"verdict":%q,"time":%q,"by":%q,"why":%q}`, honest.Plan, honest.Verdict, honest.Time, honest.By, honest.Why)
	signed := func(by *signature.Signer, namespace string) result.Review {
		r := honest
		made, err := by.SignFor(namespace, strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		r.Signature = string(made)
		return r
	}
	if err := signoff.Check(signed(key, signoff.Namespace)); err != nil {
		t.Errorf("the same signed again: %v", err)
	}
	if err := signoff.Check(signed(key, signature.Namespace)); err == nil {
		t.Error("a signature of a record does for a review")
	}
	if err := signoff.Check(signed(signer(t, "b"), signoff.Namespace)); err == nil || !strings.Contains(err.Error(), key.Fingerprint()) {
		t.Errorf("another key signs for this one: %v", err)
	}
	honest.Key, honest.Signature = "", ""
	if err := signoff.Check(honest); err != nil {
		t.Errorf("what nobody signed: %v", err)
	}
}
