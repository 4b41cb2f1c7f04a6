package plan_test

import (
	"encoding/json"
	"testing"

	"steward/core/plan"
	"steward/core/plan/plantest"
	"steward/core/seeded"
)

// A digest is of everything that decides what is published, and of no file; that of what a record tells is the same when the
// record is read.
func TestDigest(t *testing.T) {
	base := plantest.Draw(seeded.New(1, 1)).Plan
	base.Questions = []plan.Question{{ID: "q", Title: "Q", Kind: "table"}}
	digest := func(p plan.Plan) string {
		d, err := p.Digest()
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	was := digest(base)
	for name, change := range map[string]func(*plan.Plan){
		"title":     func(p *plan.Plan) { p.Title += "!" },
		"data set":  func(p *plan.Plan) { p.DataSet += "!" },
		"budget":    func(p *plan.Plan) { p.Budget.Epsilon = "0.123" },
		"question":  func(p *plan.Plan) { p.Questions = nil },
		"secrets":   func(p *plan.Plan) { p.Secrets.Presence = !p.Secrets.Presence },
		"sheet":     func(p *plan.Plan) { p.Data.Sheet = "another" },
		"left out":  func(p *plan.Plan) { p.Data.LeaveOut = "3" },
		"language":  func(p *plan.Plan) { p.Language = "de" },
		"publisher": func(p *plan.Plan) { p.Publication.Publisher = "another" },
	} {
		p := base
		change(&p)
		if digest(p) == was {
			t.Errorf("another %s is the same plan", name)
		}
	}
	p := base
	p.Data.File, p.Data.Reviewed = "another.csv", &plan.Fingerprint{Salt: "00", Digest: "11"}
	if digest(p) != was {
		t.Error("another file is another plan")
	}
	told := base
	told.Data = plan.Data{Repairs: base.PublicRepairs()}
	text, err := json.Marshal(told)
	if err != nil {
		t.Fatal(err)
	}
	var read plan.Plan
	if err := json.Unmarshal(text, &read); err != nil {
		t.Fatal(err)
	}
	first, err := read.ToldDigest()
	if err != nil || !plan.Tells(was, first) || plan.Tells(was, was) {
		t.Errorf("the plan of a record is not the plan: %v", err)
	}
}
