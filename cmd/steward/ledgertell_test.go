package main

import (
	"path/filepath"
	"testing"

	"steward/core/domain"
	"steward/core/plan"
)

// TestLedgerTells adds up two releases with different secrets: ages within 3 at 0.5, then each
// answer in groups of ages at 0.2.
func TestLedgerTells(t *testing.T) {
	d := ledgerDesk(t)
	d.says([]string{"ledger", "tell", "People", "--is", "age=21", "--or", "age=24"}, "a factor of at most 1.65", "a loss of 0.5")
	d.says([]string{"ledger", "tell", "People", "--is", "age=21", "--or", "age=28"}, "a loss of 1.5")
	d.says([]string{"ledger", "tell", "People", "--is", "age=21;town=North", "--or", "age=24;town=East"}, `age "21", town "North"`, "a loss of 0.5")
	d.edit(func(p *plan.Plan) {
		p.Budget.Epsilon = "0.2"
		p.Secrets.Columns = []plan.Secret{{Columns: []domain.AttributeName{"age"}, Kind: plan.Groups, Groups: []plan.Group{
			{Name: "low", Values: []string{"20", "21", "22", "23", "24"}}, {Name: "high", Values: []string{"25", "26", "27", "28", "29"}}}}}
	})
	d.check()
	d.out = filepath.Join(d.dir, "third")
	d.must(d.releaseArgs()...)
	d.says([]string{"ledger", "tell", "People", "--is", "age=21", "--or", "age=24"}, "a loss of 0.7")
	d.says([]string{"ledger", "tell", "People", "--is", "age=24", "--or", "age=25"}, "Yes:", "may be told apart exactly")
	d.says([]string{"ledger", "tell", "People", "--is", "town=North", "--or", "town=East"}, "a loss of 0.7")
	d.refused([]string{"ledger", "tell", "People", "--is", "age=21", "--or", "town=North"}, "one of the two")
	d.refused([]string{"ledger", "tell", "People", "--is", "age=old", "--or", "age=21"}, `"old"`)
}
