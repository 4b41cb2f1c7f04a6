package verify

import (
	"reflect"

	"steward/core/message"
	"steward/core/promise"
	"steward/io/export"
)

// claim compares what the record claims in words with what its plan promises. Another version of the program may say it in
// other words.
func (v *verifier) claim() {
	if v.record.Program != v.program || v.record.Claim == nil {
		return
	}
	var exactly []message.Text
	if v.plan.Agreed {
		exactly = v.plan.Disclosed
	}
	account := promise.Account{Before: v.record.Ledger.SpentBefore, After: v.record.Ledger.SpentAfter}
	same := reflect.DeepEqual(v.record.Claim, export.ClaimOf(promise.Claim(v.plan, account))) &&
		reflect.DeepEqual(v.record.Protection, export.ProtectionOf(v.plan.Describe(), exactly))
	v.note(same, message.Sprintf("What the record claims is what its plan promises"), message.Sprintf("What the record claims in words is not what its plan promises"))
}
