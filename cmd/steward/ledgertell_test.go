package main

import (
	"bytes"
	"path/filepath"
	"testing"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/core/promise"
	"steward/io/ledger"
)

// TestLedgerTells adds up two releases with different secrets: ages within 3 at 0.5, then each
// answer in groups of ages at 0.2.
func TestLedgerTells(t *testing.T) {
	d := ledgerDesk(t)
	d.says([]string{"ledger", "tell", "People", "--is", "age=21", "--or", "age=24"}, "a factor of at most 1.65", "a loss of 0.5")
	d.says([]string{"ledger", "tell", "People", "--is", "age=21", "--or", "age=28"}, "a loss of 1.5")
	d.says([]string{"ledger", "tell", "People", "--is", "age=21;town=North", "--or", "age=24;town=East"}, `age "21", town "North"`, "a loss of 0.5")
	d.edit(func(p *plan.Plan) {
		p.Budget.Epsilon, p.Questions[0].Mechanism = "0.2", "laplace"
		p.Secrets.Columns = []secret.Secret{{Columns: []domain.AttributeName{"age"}, Kind: secret.Groups, Groups: []secret.Group{
			{Name: "low", Values: []string{"20", "21", "22", "23", "24"}}, {Name: "high", Values: []string{"25", "26", "27", "28", "29"}}}}}
	})
	d.check()
	d.out = filepath.Join(d.dir, "third")
	d.must(d.releaseArgs()...)
	d.says([]string{"ledger", "tell", "People", "--is", "age=21", "--or", "age=24"}, "a loss of 0.7")
	d.says([]string{"ledger", "tell", "People", "--is", "age=24", "--or", "age=25"}, "Yes:", "may be told apart exactly")
	d.says([]string{"ledger", "tell", "People", "--is", "town=North", "--or", "town=East"}, "a loss of 0.7")
	d.refused([]string{"ledger", "tell", "People", "--is", "age=21", "--or", "town=North"}, "one of the two")
	d.refused([]string{"ledger", "tell", "People", "--is", "age=old", "--or", "age=21"}, `“old”`)
	d.refused([]string{"ledger", "tell", "People", "--is", "aeg=21", "--or", "aeg=24"}, "“aeg”", "part of no release", "“age”", "“town”")
	d.refused([]string{"ledger", "tell", "Peopel", "--is", "age=21", "--or", "age=24"}, "“Peopel”", "did you mean “People”")
}

// TestLedgerTellsOfRowsByAnswers asks about releases of a plan of the first format with several rows of a
// person: answers decided which of them counted, so that any two answers of somebody with more are as far
// apart as an exchange. Under full secrecy that is one edge.
func TestLedgerTellsOfRowsByAnswers(t *testing.T) {
	d := newDesk(t, "people.csv", sixty(), peoplePlan())
	d.edit(func(p *plan.Plan) {
		p.Facts, p.Rows = plan.Facts{}, &plan.Rows{Person: "wage", AtMost: 1}
		p.Columns, p.Questions = p.Columns[:2], p.Questions[:1]
		p.Questions[0].Mechanism = "laplace"
	})
	d.check()
	d.must(d.releaseArgs()...)
	d.says([]string{"ledger", "tell", "People", "--is", "age=21", "--or", "age=22"}, "a loss of 0.5")
	book, err := ledger.Open(d.ledgers, "People")
	if err != nil {
		t.Fatal(err)
	}
	statement, err := book.Statement()
	if err != nil {
		t.Fatal(err)
	}
	for i := range statement.Entries {
		e := &statement.Entries[i]
		e.Declared = bytes.Replace(e.Declared, []byte(`"version":2`), []byte(`"version":1`), 1)
	}
	for other, want := range map[string]string{"22": "1", "28": "1"} {
		pair, err := statement.Between(promise.Answers{"age": "21"}, promise.Answers{"age": other}, nil)
		if err != nil || len(pair.Unknown) > 0 || pair.Loss.RatString() != want {
			t.Errorf("between 21 and %s the loss is %v, want %s (%v)", other, pair, want, err)
		}
	}
}
