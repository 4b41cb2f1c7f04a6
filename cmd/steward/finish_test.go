package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"steward/core/noise"
)

// A release whose files find no place after the budget is spent is finished with the same numbers: when it is asked for again, or
// by steward finish, into another folder; and nothing is spent twice.
func TestInterruptedIsFinished(t *testing.T) {
	for _, way := range []string{"release", "finish", "finish --out", "finish --forget"} {
		p := peoplePlan()
		p.Budget.Limit = ""
		d := newDesk(t, "people.csv", sixty(), p)
		d.check()
		taken, drawn := filepath.Join(d.out, "it-towns.csv"), d.noise
		d.noise = func() noise.Fresh { // somebody is faster
			if err := os.MkdirAll(d.out, 0o755); err != nil {
				t.Fatal(err)
			}
			write(t, taken, "mine")
			return drawn()
		}
		args := append(d.releaseArgs(), "--name", "it")
		if o := d.steward(args...); o.code != 1 || !strings.Contains(o.err, "is spent, but the release is not finished") || !strings.Contains(o.err, "Its numbers are kept") {
			t.Fatalf("%s: %+v", way, o)
		}
		d.noise = func() noise.Fresh { t.Error("noise is drawn again"); return drawn() }
		spent := d.ledger("People").Spent
		if o := d.steward(args...); o.code != 1 || !strings.Contains(o.err, taken+" already exists") {
			t.Errorf("%s, again: %+v", way, o)
		}
		out, says := d.out, "is finished now, with the numbers that were drawn then. Nothing more was spent."
		var said string
		switch way {
		case "release":
			remove(t, taken)
			said = d.must(args...)
		case "finish":
			remove(t, taken)
			said = d.must("finish", "People")
		case "finish --out":
			out = filepath.Join(d.dir, "other")
			said = d.must("finish", "--out", out)
		default:
			said, says = d.must("finish", "--forget"), "stays spent, and nothing was published"
		}
		if !strings.Contains(said, says) {
			t.Errorf("%s says\n%s", way, said)
		}
		if now := d.ledger("People").Spent; now != spent {
			t.Errorf("%s: %s is spent, and was %s", way, now, spent)
		}
		if record := filepath.Join(out, "it.json"); way != "finish --forget" {
			if said := d.must("verify", record); strings.Contains(said, "DOES NOT") || !strings.Contains(said, "This is the original.") {
				t.Errorf("%s: verify says\n%s", way, said)
			}
		}
		if said := d.must("finish"); said != "No release was interrupted.\n" {
			t.Errorf("%s: afterwards finish says\n%s", way, said)
		}
	}
}

func remove(t *testing.T, path string) {
	t.Helper()
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
}
