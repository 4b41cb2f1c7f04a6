// Package pagetest makes accounting summaries that tests of pages and of printing share: an
// ordinary one, and ones that are hard to set. Each is made once, and nobody changes it.
package pagetest

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"steward/assets/language"
	"steward/core/domain"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/core/result"
	"steward/core/seeded"
	"steward/reports/model"
	"steward/reports/model/modeltest"
)

// All are the documents by name.
var All = inEveryLanguage(map[string]func(testing.TB) *model.Document{"sample": Sample, "many": Many, "one": One, "hostile": Hostile, "hostile made": HostileMade, "disclosed": Disclosed, "readers": Readers, "many readers": ManyReaders})

// inEveryLanguage adds the summary of the built-in sample and its sheet for readers as the other languages have them.
func inEveryLanguage(all map[string]func(testing.TB) *model.Document) map[string]func(testing.TB) *model.Document {
	for _, in := range language.All() {
		if in.Code == language.English {
			continue
		}
		said := func(t testing.TB) plan.Plan {
			p := modeltest.Sample(t)
			p.Language = in.Code
			return p
		}
		all["sample in "+in.Name] = once(func(t testing.TB) *model.Document { return Document(t, modeltest.Release(t, said(t))) })
		all["readers in "+in.Name] = once(func(t testing.TB) *model.Document { return readers(t, said(t)) })
	}
	return all
}

// once returns what makes a document only the first time.
func once(made func(testing.TB) *model.Document) func(testing.TB) *model.Document {
	var (
		begun sync.Once
		d     *model.Document
	)
	return func(t testing.TB) *model.Document {
		t.Helper()
		begun.Do(func() { d = made(t) })
		return d
	}
}

// Document makes the document of a release.
func Document(t testing.TB, r *result.Release) *model.Document {
	t.Helper()
	d, err := model.New(r)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// Sample is the summary of the built-in sample.
var Sample = once(func(t testing.TB) *model.Document {
	return Document(t, modeltest.Release(t, modeltest.Sample(t)))
})

// Readers is the sheet for readers of the built-in sample.
var Readers = once(func(t testing.TB) *model.Document { return readers(t, modeltest.Sample(t)) })

// readers makes the sheet for readers of a plan.
func readers(t testing.TB, p plan.Plan) *model.Document {
	t.Helper()
	d, err := model.ReaderSheet(modeltest.Release(t, p))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// ManyReaders is the sheet for readers of Many, with its numbers marked as made up.
var ManyReaders = once(func(t testing.TB) *model.Document {
	d := readers(t, many(t))
	d.MadeUp = "Preview with made-up numbers"
	return d
})

func cols(list ...domain.AttributeName) []domain.AttributeName { return list }

// Many asks two hundred questions, in the fast run enough for more than a hundred pages.
var Many = once(func(t testing.TB) *model.Document { return Document(t, modeltest.Release(t, many(t))) })

func many(t testing.TB) plan.Plan {
	p := modeltest.Sample(t)
	columns := [][]domain.AttributeName{
		cols("district"), cols("smoker"), cols("education"), cols("visits"), cols("district", "smoker"), cols("income", "smoker"), cols("education", "income"), cols("age"),
	}
	p.Questions, p.Budget = nil, plan.Budget{Epsilon: "20", Limit: "20"}
	for i := range seeded.Often(110, 200) {
		p.Questions = append(p.Questions, plan.Question{ID: fmt.Sprint(i), Title: fmt.Sprintf("Question %d", i), Kind: "table", Columns: columns[i%len(columns)], Mechanism: "laplace"})
	}
	return p
}

// One asks a single question with a single answer, and keeps secret who is in the file.
var One = once(func(t testing.TB) *model.Document {
	p := modeltest.Sample(t)
	p.Secrets, p.Title, p.Budget.Limit = secret.Secrets{Presence: true}, "", ""
	p.Questions = []plan.Question{{ID: "q", Title: "The young", Kind: "ranges", Columns: cols("age"), Ranges: []plan.Span{{From: "0", To: "17"}}}}
	return Document(t, modeltest.Release(t, p))
})

var nasty = []string{
	`=HYPERLINK("http://x")`, "\u05d0\u05d1\u05d2 and 12", "😀 people", "東京都", "<b>&amp;</b>", "\u202Eevil", "tab\there\x07", "(paren) \\ slash)",
	strings.TrimSpace(strings.Repeat("long ", 60)), strings.Repeat("W", 300), "e\u0301 ﬁ", "\u0639\u0631\u0628\u064a",
}

// Hostile has names that may break a file or a page.
var Hostile = once(func(t testing.TB) *model.Document {
	p := modeltest.Sample(t)
	p.Columns[1].Values, p.Columns[1].Readings = nasty, nil
	p.Columns[1].Name = domain.AttributeName(strings.Repeat("N", 100) + strings.Repeat(" name", 40))
	p.DataSet, p.Title = nasty[9], nasty[8]
	p.Questions[0].Title, p.Questions[2].Title = nasty[1], nasty[2]
	p.Questions[1].Title, p.Questions[1].Columns = nasty[9], cols(p.Columns[1].Name, "smoker")
	p.Questions = append(p.Questions, plan.Question{ID: "h", Title: nasty[7], Kind: "table", Columns: cols(p.Columns[1].Name), Mechanism: "laplace"})
	return Document(t, modeltest.Release(t, p))
})

// Disclosed has groups whose sizes are disclosed, too many for a page, that the steward
// agreed to publish, and a question of a thousand answers.
var Disclosed = once(func(t testing.TB) *model.Document {
	p := modeltest.Sample(t)
	town := plan.Column{Name: "town", Kind: domain.List, Origin: domain.Confirmed, Blank: plan.Special{Rule: domain.Refuse}, Other: plan.Special{Rule: domain.Refuse}}
	rule := secret.Secret{Columns: cols("town"), Kind: secret.Groups}
	for i := range 1000 {
		town.Values = append(town.Values, fmt.Sprintf("Town %03d", i))
		if i%2 == 0 {
			rule.Groups = append(rule.Groups, secret.Group{Name: fmt.Sprintf("Region %d", i/2)})
		}
		rule.Groups[i/2].Values = append(rule.Groups[i/2].Values, town.Values[i])
	}
	p.Columns, p.Secrets.Columns = append(p.Columns, town), append(p.Secrets.Columns, rule)
	p.Questions = append(p.Questions, plan.Question{ID: "t", Title: "Towns", Kind: "table", Columns: cols("town"), Mechanism: "laplace"})
	c, err := plan.Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	p.Agreed = c.Agree()
	return Document(t, modeltest.Release(t, p))
})
