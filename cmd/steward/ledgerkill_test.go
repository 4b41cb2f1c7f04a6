package main

import (
	"os/exec"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"steward/core/plan"
	"steward/core/seeded"
	"steward/io/ledger"
)

// TestReleasesKilled kills the program itself, over and over, at any moment of a release.
// Every release of which a file is there is in the ledger, every file is whole, and the plan
// can still be read.
func TestReleasesKilled(t *testing.T) {
	seeded.ForAudits(t)
	d := newDesk(t, "people.csv", sixty(), peoplePlan())
	d.edit(func(p *plan.Plan) { p.Budget = plan.Budget{Epsilon: "0.001"} })
	d.check()
	// The shortest time that a release took so far. No check depends on it: it only says where to kill.
	whole := time.Hour
	killed, dice := 0, seeded.New(20261123, 20)
	for i := 0; killed < 100 && i < 1000; i++ {
		c := exec.Command("steward", "release", d.plan, "--data", d.data, "--out", filepath.Join(d.dir, "out", strconv.Itoa(i)), "--name", "people", "--ledgers", d.ledgers)
		begun := time.Now()
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		if i > 0 {
			time.Sleep(time.Duration(dice.Int64N(int64(whole * 6 / 5))))
			_ = c.Process.Kill()
		}
		if err := c.Wait(); err == nil {
			whole = min(whole, time.Since(begun))
		} else if killed++; i == 0 {
			t.Fatal(err)
		}
	}
	if killed < 100 {
		t.Errorf("only %d programs were killed", killed)
	}
	l, err := ledger.Open(d.ledgers, "People")
	if err != nil {
		t.Fatal(err)
	}
	s, err := l.Statement()
	if err != nil {
		t.Fatal(err)
	}
	spent := 0
	for _, e := range s.Entries {
		if e.Kind == ledger.Spent {
			spent++
		}
	}
	published, made := 0, files(t, filepath.Join(d.dir, "out"))
	for name := range made {
		if strings.HasPrefix(name, ".steward-") || strings.Contains(name, "/.steward-") {
			continue // nobody takes it for a release
		}
		record := path.Join(path.Dir(name), "people.json")
		if _, there := made[record]; !there {
			t.Errorf("%s stands there without its record", name)
		}
		if path.Ext(name) == ".xlsx" {
			published++
		}
		if name != record {
			continue
		}
		// A program that was killed after the record had its name leaves files without theirs, and nothing else that is
		// wrong; one that was killed before it could close the ledger leaves that finding.
		for _, line := range strings.Split(d.steward("verify", filepath.Join(d.dir, "out", filepath.FromSlash(name))).out, "\n") {
			if strings.HasPrefix(line, "DOES NOT") && !strings.Contains(line, "does not note that a release") && !strings.HasSuffix(line, "is missing beside the record") {
				t.Errorf("%s: %s", name, line)
			}
		}
	}
	t.Logf("%d programs killed, %d debits, %d workbooks", killed, spent, published)
	if published > spent {
		t.Errorf("%d releases have a workbook, but %d debits are in the ledger", published, spent)
	}
	d.load()
}
