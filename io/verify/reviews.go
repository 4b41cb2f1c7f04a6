package verify

import (
	"slices"

	"steward/core/message"
	"steward/core/plan"
	"steward/core/result"
	"steward/io/ledger"
	"steward/io/signature"
	"steward/io/signoff"
)

// reviews checks what the record says of who prepared and approved the plan: that all of it is of this plan, that the last word
// is no refusal, and the signatures.
func (v *verifier) reviews(trusted []signature.Trusted) {
	said := v.record.Ledger.Reviews
	if len(said) == 0 {
		return
	}
	told, err := v.record.Plan.ToldDigest()
	other := func(r result.Review) bool { return !plan.Tells(r.Plan, told) }
	if err != nil || slices.ContainsFunc(said, other) {
		v.bad(message.Sprintf("What the record says about who approved the plan was said about a different plan"))
		return
	}
	standing := result.Standing{Reviews: said}
	for i, r := range said {
		v.reviewed(r, trusted)
		prepared, is := result.Standing{Reviews: said[:i]}.Prepared()
		if r.Verdict != result.Prepared && (!is || ledger.SameName(prepared.By, r.By) || prepared.Key != "" && prepared.Key == r.Key) {
			v.bad(message.Sprintf("The plan was checked by whoever prepared it, or before it was prepared: %s", r.Said()))
		}
	}
	v.note(!standing.Bars(), message.Sprintf("Everything that was said about the plan before its release was said about exactly this plan"), message.Sprintf("The plan was not to be released as it stood: %s", standing.Says()))
}

// reviewed tells what someone said of the plan, and by which key it is signed.
func (v *verifier) reviewed(r result.Review, trusted []signature.Trusted) {
	switch err := signoff.Check(r); {
	case err != nil:
		v.bad(message.Sprintf("%s, but that is not signed as stated: %v", r.Said(), err))
	case r.Key == "":
		v.unknown(message.Sprintf("Whether %s: that is not signed, so that only the account can tell", r.Said()))
	case slices.ContainsFunc(trusted, func(t signature.Trusted) bool { return t.Fingerprint == r.Key }):
		v.note(true, message.Sprintf("%s, signed by a key that you trust, %s", r.Said(), r.Key), message.Text{})
	default:
		v.note(true, message.Sprintf("%s, signed by the unknown key %s", r.Said(), r.Key), message.Text{})
	}
}

// notedReviews compares what the record says of the plan's approval with what the account notes before the release.
func (v *verifier) notedReviews(s ledger.Statement) {
	for _, r := range v.record.Ledger.Reviews {
		same := slices.ContainsFunc(s.Entries, func(e ledger.Entry) bool {
			return e.Kind == ledger.Reviewed && e.Plan == r.Plan && e.Verdict == r.Verdict && e.Time == r.Time && e.By == r.By && e.Note == r.Why && e.Key == r.Key && e.Signature == r.Signature
		})
		v.note(same, message.Sprintf("The account notes that %s", r.Said()), message.Sprintf("The account does not note that %s", r.Said()))
	}
}
