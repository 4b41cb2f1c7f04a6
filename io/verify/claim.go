package verify

import (
	"math/big"
	"reflect"
	"slices"

	"steward/core/message"
	"steward/core/promise"
	"steward/core/release"
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
	if v.record.Program != v.program {
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

// described compares what the record says of the people, the columns and the facts with what its plan says of them. How many answers facts tie
// together another version of the program may tell otherwise.
func (v *verifier) described() {
	r, fresh := v.record, release.Describe(v.plan)
	if r.Ledger.DataSet != r.Plan.DataSet {
		v.bad(message.Sprintf("The record says that its budget was spent on “%s”, but its plan is about “%s”", r.Ledger.DataSet, r.Plan.DataSet))
	}
	if r.Version >= statesRows && !sameColumns(r.Columns, fresh.Columns) {
		v.bad(message.Sprintf("The columns of the record, or their values, are not those of its plan"))
	}
	if r.Program == v.program && (r.Multiplier != fresh.Multiplier || r.MultiplierWhy != fresh.MultiplierWhy.String()) {
		v.bad(message.Sprintf("How many people’s answers are tied together by known facts is not what the plan gives"))
	}
}

func sameColumns(a, b []result.Column) bool {
	return slices.EqualFunc(a, b, func(a, b result.Column) bool { return a.Name == b.Name && slices.Equal(a.Values, b.Values) })
}
