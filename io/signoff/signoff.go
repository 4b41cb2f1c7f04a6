// Package signoff notes in the account what people say of a plan before its release: that it is ready to be checked, that it is
// approved, that it is to be changed or not to be released. What is said is bound to the plan by its digest, and signed by the
// key of who says it, if they have one.
package signoff

import (
	"context"
	"encoding/json"
	"strings"

	"steward/core/message"
	"steward/core/plan"
	"steward/core/result"
	"steward/io/ledger"
	"steward/io/signature"
)

// Namespace keeps signatures of reviews apart from those of records: neither is accepted for the other.
const Namespace = "steward-review"

// Saying is what somebody says of a plan, and where it is noted.
type Saying struct {
	Plan    plan.Plan
	Verdict result.Verdict
	ledger.Words
	// Signer signs it; nil leaves it unsigned.
	Signer *signature.Signer
}

// Say notes in the account of the plan's data set what somebody says of the plan.
func Say(ctx context.Context, ledgers string, s Saying) (ledger.Entry, error) {
	if s.Verdict == result.Prepared && s.Plan.Data.Reviewed == nil { // which would change how the file is read, and so the plan
		return ledger.Entry{}, message.Errorf("the plan has not been compared with its file yet: check every record first%s", message.Type("steward check --data"))
	}
	digest, err := s.Plan.Digest()
	if err != nil {
		return ledger.Entry{}, err
	}
	book, err := ledger.Open(ledgers, s.Plan.DataSet)
	if err != nil {
		return ledger.Entry{}, err
	}
	r := ledger.Review{Plan: digest, Verdict: s.Verdict, Words: s.Words}
	r.By, r.Why = plainly(s.By), plainly(s.Why)
	if s.Signer != nil {
		made, err := s.Signer.SignFor(Namespace, strings.NewReader(signed(result.Review{Plan: r.Plan, Verdict: r.Verdict, Time: r.Time, By: r.By, Why: r.Why})))
		if err != nil {
			return ledger.Entry{}, message.Errorf("what is said about the plan cannot be signed: %w", err)
		}
		r.Key, r.Signature = s.Signer.Fingerprint(), string(made)
	}
	return book.Review(ctx, r)
}

// plainly is a text without blanks around it, and without what is no character, as the account keeps it.
func plainly(s string) string { return strings.ToValidUTF8(strings.TrimSpace(s), "\uFFFD") }

// Standing returns where a plan stands, and how many other plans about the same people were approved and not released.
func Standing(ctx context.Context, ledgers string, p plan.Plan) (s result.Standing, others int, err error) {
	digest, err := p.Digest()
	if err != nil {
		return s, 0, err
	}
	book, err := ledger.Open(ledgers, p.DataSet)
	if err != nil {
		return s, 0, err
	}
	return book.Standing(ctx, digest)
}

// signed is the text that a signature is of.
func signed(r result.Review) string {
	text, err := json.Marshal(struct {
		Plan    string         `json:"plan"`
		Verdict result.Verdict `json:"verdict"`
		Time    string         `json:"time"`
		By      string         `json:"by"`
		Why     string         `json:"why"`
	}{r.Plan, r.Verdict, r.Time, r.By, r.Why})
	if err != nil {
		return err.Error() // texts alone always can be written
	}
	return string(text)
}

// Check errors where a signature is not by the key that is named, or not of what was said. What is not signed has none to check.
func Check(r result.Review) error {
	if r.Key == "" && r.Signature == "" {
		return nil
	}
	key, err := signature.CheckFor(Namespace, []byte(r.Signature), strings.NewReader(signed(r)))
	if err != nil {
		return err
	}
	if key.Fingerprint() != r.Key {
		return message.Errorf("it was made by the key %s, and not by %s", key.Fingerprint(), r.Key)
	}
	return nil
}
