package ledger

import (
	"bytes"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	budget "steward/core/account"
	"steward/core/seeded"
	"steward/io/internal/disk/disktest"
)

// The limit of an account holds for every plan about the people: whatever is spent, linked, set aside, carried
// between two computers or forgotten in whatever order, a spend passes just when it fits in the limit in force,
// and in its own plan's. Only an act of its own raises the limit.
func TestNothingIsSpentBeyondTheLimit(t *testing.T) {
	dice := seeded.New(20261124, 27)
	seen := make(map[string]int)
	for run := range seeded.Often(16, 400) {
		w := &limitWorld{t: t, dice: dice, seen: seen, said: fmt.Sprintf("run %d", run)}
		for c := range w.at {
			w.at[c] = place{disk: disktest.NewMemory(), most: [2]map[string]*big.Rat{{}, {}}, linked: map[string][]string{}, spent: [2]map[string]*big.Rat{{}, {}}, aside: map[string]*big.Rat{}}
		}
		for range 30 {
			w.step()
		}
	}
	t.Logf("%v", seen)
	for _, what := range []string{"spent", "refused", "spent without a limit", "set by a plan", "raised", "lowered", "linked", "imported", "parted", "heeded", "set aside", "forgotten"} {
		if seen[what] == 0 {
			t.Errorf("nothing was %s", what)
		}
	}
}

// limitWorld is two computers with ledgers, and what is known of them without looking into them.
type limitWorld struct {
	t    *testing.T
	dice *seeded.Source
	seen map[string]int
	at   [2]place
	said string
}

// place is what is expected of the ledgers on one computer. Pairs are of losses and of chances of failure.
type place struct {
	disk   *disktest.Memory
	most   [2]map[string]*big.Rat
	linked map[string][]string
	spent  [2]map[string]*big.Rat
	aside  map[string]*big.Rat
}

var limitNames = []string{"A", "B", "C"}

// group returns the data sets that are about the same people as one.
func (p *place) group(name string) []string {
	group := []string{name}
	for i := 0; i < len(group); i++ {
		for _, other := range limitNames {
			if !slices.Contains(group, other) && (slices.Contains(p.linked[other], group[i]) || slices.Contains(p.linked[group[i]], other)) {
				group = append(group, other)
			}
		}
	}
	return group
}

// limit returns the least limit that was set on a group, nil for none.
func (p *place) limit(kind int, name string) *big.Rat {
	var least *big.Rat
	for _, n := range p.group(name) {
		if m := p.most[kind][n]; m != nil && (least == nil || m.Cmp(least) < 0) {
			least = m
		}
	}
	return least
}

func (p *place) total(of map[string]*big.Rat, name string) *big.Rat {
	sum := new(big.Rat)
	for _, n := range p.group(name) {
		if of[n] != nil {
			sum.Add(sum, of[n])
		}
	}
	return sum
}

func add(to map[string]*big.Rat, name string, sum *big.Rat) {
	if to[name] == nil {
		to[name] = new(big.Rat)
	}
	to[name] = new(big.Rat).Add(to[name], sum)
}

// rational reads a sum that a test wrote; nil for none.
func rational(s string) *big.Rat {
	r, _ := amount(s)
	return r
}

func (w *limitWorld) pick(of ...string) string { return of[w.dice.IntN(len(of))] }

func (w *limitWorld) step() {
	w.t.Helper()
	c := w.dice.IntN(2)
	p, name := &w.at[c], limitNames[w.dice.IntN(len(limitNames))]
	l := in(w.t, p.disk, name)
	switch w.dice.IntN(14) {
	case 0, 1:
		w.limit(p, l, w.pick("0.5", "1", "2", "3"))
	case 2:
		w.chanceLimit(p, l, w.pick("0.000001", "0.00001"))
	case 3:
		w.link(p, l, limitNames[w.dice.IntN(len(limitNames))])
	case 4, 5:
		w.carry(c, name)
	case 6:
		w.reserve(p, l, w.pick("0.25", "0.5"))
	case 7:
		if e, err := l.Forget(w.t.Context(), why); err == nil {
			if w.seen["forgotten"]++; e.Sequence > 0 {
				p.aside[name] = nil
			}
			if _, err := l.Reopen(w.t.Context(), why); err != nil {
				w.t.Fatalf("%s: %v", w.said, err)
			}
		}
	default:
		w.debit(p, l)
	}
}

// unusable reports whether an error is of ledgers that are missing or were parted, and not of a limit.
func unusable(err error) bool {
	var linked *LinkedError
	var damaged *DamagedError
	return errors.As(err, &linked) || errors.As(err, &damaged)
}

func (w *limitWorld) debit(p *place, l *Ledger) {
	w.t.Helper()
	s := on(w.t, l.dataSet, w.pick("0.125", "0.25", "0.5", "1", "5"), w.pick("", "", "0.75", "1", "2", "20"))
	if w.dice.IntN(3) == 0 {
		chance := spendChance(w.t, "0.25", w.pick("0.0000005", "0.000002"), w.pick("", "0.000001", "0.0001"))
		chance.DataSet, chance.Limit = l.dataSet, s.Limit
		s = chance
	}
	asked := [2]*big.Rat{s.Epsilon.Rat(), s.Delta.Rat()}
	own := [2]*big.Rat{rational(s.Limit.String()), rational(s.DeltaLimit.String())}
	if s.Limit.IsZero() {
		own[0] = nil
	}
	var allowed [2]*big.Rat
	fits := true
	for kind := range asked {
		if allowed[kind] = p.limit(kind, l.dataSet); allowed[kind] == nil {
			allowed[kind] = own[kind]
		}
		after := new(big.Rat).Add(p.total(p.spent[kind], l.dataSet), asked[kind])
		if kind == 0 {
			after.Add(after, p.total(p.aside, l.dataSet))
		}
		for _, most := range []*big.Rat{allowed[kind], own[kind]} {
			fits = fits && (asked[kind].Sign() == 0 || most == nil || after.Cmp(most) <= 0)
		}
	}
	e, err := l.Debit(w.t.Context(), s)
	var over *LimitError
	switch {
	case err == nil && !fits:
		w.t.Fatalf("%s: %s passed beyond the limit %v of %q", w.said, text(asked[0]), allowed, l.dataSet)
	case errors.As(err, &over) && fits:
		w.t.Fatalf("%s: refused within the limit: %v", w.said, err)
	case errors.As(err, &over):
		w.seen["refused"]++
		return
	case unusable(err):
		return
	case err != nil:
		w.t.Fatalf("%s: %v", w.said, err)
	}
	w.seen["spent"]++
	said := ""
	if allowed[0] != nil {
		said = text(allowed[0])
	}
	if e.Limit != said {
		w.t.Fatalf("%s: a release said that %q is allowed, but it is %q", w.said, e.Limit, said)
	}
	switch {
	case said == "":
		w.seen["spent without a limit"]++
	case p.limit(0, l.dataSet) == nil:
		w.seen["set by a plan"]++
	}
	for kind := range asked {
		add(p.spent[kind], l.dataSet, asked[kind])
		if allowed[kind] != nil && (kind == 0 || !s.Delta.IsZero() || !s.DeltaLimit.IsZero()) {
			p.most[kind][l.dataSet] = allowed[kind]
		}
	}
}

func (w *limitWorld) limit(p *place, l *Ledger, most string) {
	w.t.Helper()
	was := p.limit(0, l.dataSet)
	if !w.allow(l, Limits{Losses: epsilon(w.t, most)}, was != nil && was.Cmp(rational(most)) < 0) {
		return
	}
	p.decide(0, l.dataSet, rational(most))
	switch now := p.limit(0, l.dataSet); {
	case now.Cmp(rational(most)) != 0 || text(statement(w.t, l).LeastLimit()) != most:
		w.t.Fatalf("%s: after %s was allowed on %q, %s is in force", w.said, most, l.dataSet, text(statement(w.t, l).LeastLimit()))
	case was != nil && was.Cmp(now) < 0:
		w.seen["raised"]++
	case was != nil && was.Cmp(now) > 0:
		w.seen["lowered"]++
	}
}

// allow sets a limit or, where it is to be raised, sees that only raising it does.
func (w *limitWorld) allow(l *Ledger, most Limits, raises bool) bool {
	w.t.Helper()
	act, other := l.SetLimits, l.RaiseLimits
	if raises {
		act, other = other, act
	}
	if _, err := other(w.t.Context(), most, why); err == nil {
		w.t.Fatalf("%s: the wrong act set a limit (raising: %v)", w.said, raises)
	}
	_, err := act(w.t.Context(), most, why)
	if err != nil && !unusable(err) {
		w.t.Fatalf("%s: %v", w.said, err)
	}
	return err == nil
}

func (w *limitWorld) chanceLimit(p *place, l *Ledger, most string) {
	w.t.Helper()
	d, err := budget.ParseDelta(most)
	if err != nil {
		w.t.Fatal(err)
	}
	was := p.limit(1, l.dataSet)
	if w.allow(l, Limits{Chances: d}, was != nil && was.Cmp(rational(most)) < 0) {
		p.decide(1, l.dataSet, rational(most))
	}
}

// decide sets the limit of everybody in a group.
func (p *place) decide(kind int, name string, most *big.Rat) {
	for _, n := range p.group(name) {
		if m := p.most[kind][n]; n == name || m != nil && m.Cmp(most) < 0 {
			p.most[kind][n] = most
		}
	}
}

func (w *limitWorld) link(p *place, l *Ledger, other string) {
	if same(l.dataSet, other) || w.dice.IntN(2) > 0 {
		return
	}
	if err := l.Link(w.t.Context(), in(w.t, p.disk, other), why); err == nil {
		p.linked[l.dataSet] = append(p.linked[l.dataSet], other)
		p.linked[other] = append(p.linked[other], l.dataSet)
		w.seen["linked"]++
	} else if !unusable(err) {
		w.t.Fatalf("%s: %v", w.said, err)
	}
}

func (w *limitWorld) reserve(p *place, l *Ledger, sum string) {
	w.t.Helper()
	after := new(big.Rat).Add(p.total(p.spent[0], l.dataSet), p.total(p.aside, l.dataSet))
	after.Add(after, rational(sum))
	limit := p.limit(0, l.dataSet)
	_, err := l.Reserve(w.t.Context(), epsilon(w.t, sum), "Later", why)
	var over *LimitError
	switch {
	case err == nil && limit != nil && after.Cmp(limit) > 0:
		w.t.Fatalf("%s: %s was set aside beyond the limit %s", w.said, sum, text(limit))
	case err == nil:
		add(p.aside, l.dataSet, rational(sum))
		w.seen["set aside"]++
	case !unusable(err) && !errors.As(err, &over):
		w.t.Fatalf("%s: %v", w.said, err)
	}
}

// carry exports a ledger here and imports it on the other computer.
func (w *limitWorld) carry(c int, name string) {
	w.t.Helper()
	from, to := &w.at[c], &w.at[1-c]
	var file bytes.Buffer
	if err := in(w.t, from.disk, name).Export(w.t.Context(), &file, "2026-01-02T03:04:05Z"); err != nil {
		return // there is none, or it cannot be used
	}
	here := [2]*big.Rat{to.limit(0, name), to.limit(1, name)}
	done, err := On(to.disk, memoryDir).Import(w.t.Context(), file.Bytes())
	var fork *ForkError
	switch {
	case errors.As(err, &fork):
		w.seen["parted"]++
		for kind, said := range []string{fork.Limit, fork.ChanceLimit} {
			there := from.most[kind][name]
			if stricter := there != nil && (here[kind] == nil || there.Cmp(here[kind]) < 0); stricter != (said != "") && !strings.Contains(err.Error(), "cannot be") {
				w.t.Fatalf("%s: the file allows %v, here it is %v, and it was said: %v", w.said, there, here[kind], err)
			}
			if said != "" {
				to.most[kind][name] = rational(said)
				w.seen["heeded"]++
			}
		}
	case err != nil && !unusable(err):
		w.t.Fatalf("%s: %v", w.said, err)
	case err == nil && done.Added > 0:
		w.seen["imported"]++
		for kind := range to.most {
			to.most[kind][name], to.spent[kind][name] = from.most[kind][name], from.spent[kind][name]
		}
		to.linked[name], to.aside[name] = slices.Clone(from.linked[name]), from.aside[name]
	}
}

// Debits of versions up to 0.9 named the limit of their plan and bound nobody. The last of them is kept to: a
// plan without a limit, or with a higher one, does not get past it, until somebody sets another.
func TestLimitsOfEarlierPlansHold(t *testing.T) {
	for name, planned := range map[string]string{"none": "", "higher": "100"} {
		l := open(t, earlierLedgers(t, "format-1"), "People")
		var over *LimitError
		if _, err := l.Debit(t.Context(), spend(t, "5", planned)); !errors.As(err, &over) || over.Limit != "2" || !over.Everybodys || !strings.Contains(err.Error(), "holds for every plan") {
			t.Errorf("%s: %v", name, err)
		}
		raiseLimit(t, l, "10")
		e := debit(t, l, spend(t, "5", planned))
		if e.Limit != "10" || len(e.LimitChanges) != 1 || e.LimitChanges[0].Was != "2" || e.LimitChanges[0].Now != "10" || e.LimitChanges[0].Why != why.Why {
			t.Errorf("%s: %+v", name, e)
		}
	}
}

// Where a raised limit is carried into several linked ledgers, it is told of once.
func TestOneChangeOfALimitIsToldOnce(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"A", "B"} {
		debit(t, open(t, dir, name), on(t, name, "0.5", "2"))
	}
	link(t, dir, "A", "B")
	l := open(t, dir, "A")
	if changes := statement(t, l).LimitChanges(); len(changes) != 2 || changes[0].Title != "A release" || changes[0].Was != nil {
		t.Errorf("set by two plans: %+v", changes)
	}
	raiseLimit(t, l, "5")
	if e := debit(t, open(t, dir, "B"), on(t, "B", "3", "")); e.Limit != "5" || len(e.LimitChanges) != 1 {
		t.Errorf("%+v", e)
	}
}

// A debit never raises a limit, whoever computed its hash.
func TestDebitsThatRaiseALimit(t *testing.T) {
	for _, raised := range []Entry{{Limit: "3"}, {DeltaLimit: "0.1"}, {Limit: "x"}} {
		a := newAccount()
		for i, e := range []Entry{{Kind: Limited, Limit: "2", DeltaLimit: "0.01"}, raised} {
			if i == 1 {
				e.Kind, e.Epsilon, e.Binds = Spent, "0.5", true
			}
			e.DataSet = "People"
			if _, err := a.add(e); (err == nil) != (i == 0) {
				t.Errorf("entry %+v: %v", e, err)
			}
		}
	}
}

// Raising a limit takes a name and a reason and raises something, in one entry for both limits; setting one does
// not raise the other.
func TestRaisingIsAnActOfItsOwn(t *testing.T) {
	l := fresh(t, "People")
	chance := func(text string) budget.Delta {
		d, err := budget.ParseDelta(text)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	if _, err := l.RaiseLimits(t.Context(), Limits{Losses: epsilon(t, "2")}, why); err == nil || !strings.Contains(err.Error(), "steward ledger limit") {
		t.Errorf("there is nothing to raise: %v", err)
	}
	if _, err := l.SetLimits(t.Context(), Limits{epsilon(t, "2"), chance("0.00001")}, why); err != nil {
		t.Fatal(err)
	}
	both := Limits{epsilon(t, "3"), chance("0.001")}
	for says, w := range map[string]Words{"who raises": {Time: "t", Why: "w"}, "why the limit is raised": {Time: "t", By: "b"}} {
		if _, err := l.RaiseLimits(t.Context(), both, w); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%+v: %v", w, err)
		}
	}
	if _, err := l.RaiseLimits(t.Context(), Limits{epsilon(t, "3"), chance("0.000001")}, why); err == nil {
		t.Error("raising one limit lowered the other")
	}
	if _, err := l.SetLimits(t.Context(), Limits{epsilon(t, "1"), chance("0.001")}, why); !errors.As(err, new(*RaisingError)) {
		t.Errorf("lowering one limit raised the other: %v", err)
	}
	e, err := l.RaiseLimits(t.Context(), both, why)
	if err != nil || e.Limit != "3" || e.DeltaLimit != "0.001" || e.By != why.By {
		t.Errorf("%+v, %v", e, err)
	}
	s := spend(t, "0.5", "2")
	s.By = "nobody" // it sets no limit
	if d := debit(t, l, s); len(d.LimitChanges) != 2 || d.LimitChanges[0].By != why.By {
		t.Errorf("%+v", d)
	}
	if last := statement(t, l).Entries; last[len(last)-1].By != "" {
		t.Errorf("%+v", last)
	}
}

// The first release with a limit says who set it, and only that one.
func TestWhoSetTheFirstLimit(t *testing.T) {
	l := fresh(t, "People")
	for _, planned := range []string{"", "2", "1.75"} {
		s := spend(t, "0.5", planned)
		s.By = "A. Steward"
		debit(t, l, s)
	}
	said := statement(t, l)
	if c := said.LimitChanges(); len(c) != 1 || c[0].By != "A. Steward" || c[0].Sequence != 2 || text(c[0].Now) != "2" {
		t.Errorf("%+v", c)
	}
	for i, e := range said.Entries {
		if (e.By != "") != (i == 1) {
			t.Errorf("entry %+v", e)
		}
	}
}

// A release that keeps the lower limit of a linked account does not set it: the account whose limit it is says who did.
func TestALinkedLimitIsNotSetAgain(t *testing.T) {
	for _, own := range []string{"", "3"} {
		there := disktest.NewMemory()
		people, register := in(t, there, "People"), in(t, there, "Register")
		debit(t, people, spend(t, "0.5", own))
		if _, err := register.SetLimits(t.Context(), Limits{Losses: epsilon(t, "1.5")}, Words{Time: "2026-01-03T00:00:00Z", By: "the board", Why: "it is a small town"}); err != nil {
			t.Fatal(err)
		}
		if err := people.Link(t.Context(), register, why); err != nil {
			t.Fatal(err)
		}
		s := spend(t, "0.5", "")
		s.Title, s.Time = "Next year", "2026-01-04T00:00:00Z"
		if d := debit(t, people, s); d.Limit != "1.5" {
			t.Errorf("the limit in force is %q", d.Limit)
		}
		want := []string{"3", "1.5"}
		if own == "" {
			want = want[1:]
		}
		for _, l := range []*Ledger{people, register} {
			var got []string
			for _, c := range statement(t, l).LimitChanges() {
				got = append(got, text(c.Now))
				if c.Title == "Next year" {
					t.Errorf("%s says that %+v", l.dataSet, c)
				}
			}
			if slices.Sort(got); !slices.Equal(got, slices.Sorted(slices.Values(want))) {
				t.Errorf("the limits set are %q, want %q", got, want)
			}
		}
	}
}

// Two data sets whose releases set the same limit, and which were linked later, each say which release that was.
func TestEqualLimitsThatWereLinkedLater(t *testing.T) {
	there := disktest.NewMemory()
	people, register := in(t, there, "People"), in(t, there, "Register")
	debit(t, people, spend(t, "0.5", "2"))
	later := spendFor(register, spend(t, "0.5", "2"))
	later.Time = "2026-01-04T00:00:00Z"
	debit(t, register, later)
	if err := people.Link(t.Context(), register, why); err != nil {
		t.Fatal(err)
	}
	for _, l := range []*Ledger{people, register} {
		if got := statement(t, l).LimitChanges(); len(got) != 2 {
			t.Errorf("%s says %+v", l.dataSet, got)
		}
	}
}
