package verify

import (
	"math/big"
	"reflect"
	"slices"

	"steward/core/message"
	"steward/core/promise"
	"steward/core/result"
	"steward/io/export"
)

// counted tells whether the account counts at least what this release spends: beside all that was spent before, or, of people who form a
// group, beside releases about other groups.
func (v *verifier) counted() {
	l := v.record.Ledger
	before, ok := new(big.Rat).SetString(l.SpentBefore)
	after, also := new(big.Rat).SetString(l.SpentAfter)
	spent, too := new(big.Rat).SetString(v.record.Epsilon)
	if !ok || !also || !too {
		v.note(false, message.Text{}, message.Sprintf("What was spent before this release, by it and in total is not stated in numbers"))
		return
	}
	least := new(big.Rat).Add(before, spent)
	beside := slices.ContainsFunc(l.Beside, func(b result.Beside) bool { return b.Adds == "" })
	if v.record.Plan.Group != nil && beside {
		if least = before; spent.Cmp(before) > 0 {
			least = spent
		}
	}
	said := message.Sprintf("The account counts this release in addition to all that was spent before")
	if v.record.Plan.Group != nil && beside {
		said = message.Sprintf("The account counts this release, which is only about %s, alongside those about other groups", v.record.Plan.Group.Said())
	}
	v.note(after.Cmp(least) >= 0, said, message.Sprintf("With %s spent before and %s by this release, %s in total is too little", l.SpentBefore, v.record.Epsilon, l.SpentAfter))
}

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
