package export

import (
	"steward/core/message"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/plan"
)

// A column may be called as one of ours is, and two may differ in case only: every heading
// is still its own, and ours keep theirs.
func TestHeadingsNeverCollide(t *testing.T) {
	p := plan.Plan{Version: plan.Version, DataSet: "d", Budget: plan.Budget{Epsilon: "1"}}
	for _, name := range []domain.AttributeName{"published", "EXACT", "a", "A", "a (2)"} {
		p.Columns = append(p.Columns, plan.Column{Name: name, Kind: domain.List, Values: []string{"x", "y"}, Origin: domain.Typed})
	}
	p.Questions = []plan.Question{{ID: "q", Title: "q", Kind: "table", Columns: []domain.AttributeName{"published", "EXACT", "a", "A", "a (2)"}}}
	got := answered{Question: &releaseOf(t, p).Questions[0]}.headings()
	want := append([]string{"published (2)", "EXACT (2)", "a", "A (2)", "a (2) (2)"}, message.English(valueColumns)...)
	if strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("headings %q, want %q", got, want)
	}
}

func TestDeviceNames(t *testing.T) {
	for _, name := range []string{"CON", "nul", "Com1", "lpt9.x", "aux.steward"} {
		if got := safeName(name); got != "release-"+name {
			t.Errorf("safeName(%q) = %q", name, got)
		}
	}
	for _, name := range []string{"console", "com10", "common", "null", "con-1"} {
		if got := safeName(name); got != name {
			t.Errorf("safeName(%q) = %q", name, got)
		}
	}
}

func TestHiddenFormulas(t *testing.T) {
	for _, s := range []string{" =1", "\u00a0=1", "\ufeff=1", "\u200b@x", "＝1", "－1+1"} {
		if got := Harmless(s); got != "'"+s {
			t.Errorf("Harmless(%q) = %q", s, got)
		}
	}
}
