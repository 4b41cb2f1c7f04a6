package model

import (
	"math/big"
	"strings"
	"time"

	"steward/assets/language"
	"steward/core/account"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/promise"
	"steward/core/result"
)

// writer makes the document of one release.
type writer struct {
	wording
	release  *result.Release
	compiled *plan.Compiled
	doc      *Document
	// spent is the budget of the release; before, after and limit stand in the ledger, and
	// limit is nil when none was set.
	spent, before, after, limit *big.Rat
	// worstAfter is what all releases come to of the answers that they hide least, nil where this one says that; afterDelta is what the
	// chances of failure add up to, with this release.
	worstAfter     *big.Rat
	afterDelta     *big.Rat
	setAside       *big.Rat        // for later releases about these people
	promise        account.Promise // of epsilon, and delta where there is one
	promises       promise.Promise // of the plan's policy and facts at that
	numbers, exact int
	outputs        []published
}

// New returns the accounting summary of a release, in the language of its plan. It errors when the release does not hang
// together: its plan does not compile, its questions are not the plan's, or a number in it
// cannot be read.
func New(r *result.Release) (*Document, error) {
	w, err := opened(r)
	if err != nil {
		return nil, err
	}
	w.doc.Kind = w.Sayf("Accounting summary")
	for _, part := range []func() error{w.cover, w.questions, w.appendix} {
		if err := part(); err != nil {
			return nil, message.Errorf("accounting summary: %w", err)
		}
	}
	return w.doc, nil
}

// opened reads a release and writes what stands above everything else.
func opened(r *result.Release) (*writer, error) {
	in, err := language.Of(r.Plan.Language)
	if err != nil {
		return nil, message.Errorf("accounting summary: %w", err)
	}
	w := &writer{wording: wording{in}, release: r, doc: &Document{Language: in}}
	for _, part := range []func() error{w.read, w.head} {
		if err := part(); err != nil {
			return nil, message.Errorf("accounting summary: %w", err)
		}
	}
	return w, nil
}

// read checks the release and reads the numbers that sentences are made of.
func (w *writer) read() error {
	r := w.release
	var err error
	if w.compiled, err = plan.Compile(r.Plan); err != nil {
		return message.Errorf("the plan of the release: %w", err)
	}
	if err := w.readOutputs(); err != nil {
		return err
	}
	for _, n := range []struct {
		what, text string
		to         **big.Rat
	}{
		{"the budget spent", r.Epsilon, &w.spent},
		{"what was spent before", r.Ledger.SpentBefore, &w.before},
		{"what was spent in all", r.Ledger.SpentAfter, &w.after},
		{"what the chances of failure add up to", orZero(r.Ledger.DeltaAfter), &w.afterDelta},
		{"what is set aside for later releases", orZero(r.Ledger.SetAside), &w.setAside},
		{"the limit", r.Ledger.Limit, &w.limit},
		{"what was spent in all on the answers that are hidden least", r.Ledger.WorstAfter, &w.worstAfter},
	} {
		if (n.to == &w.limit || n.to == &w.worstAfter) && n.text == "" {
			continue
		}
		if *n.to, err = fraction(n.text); err != nil {
			return message.Errorf("%s: %w", n.what, err)
		}
	}
	if w.promise, err = promiseOf(r, w.spent); err != nil {
		return err
	}
	w.promises = promise.Of(w.compiled).At(w.promise)
	if planned := w.compiled.Spends().Delta().String(); planned != r.Delta {
		return message.Errorf("the release has a chance of failure of %q, but its plan accepts %q", r.Delta, planned)
	}
	return nil
}

func orZero(number string) string {
	if number == "" {
		return "0"
	}
	return number
}

// promiseOf returns what a release promises that spent so much.
func promiseOf(r *result.Release, spent *big.Rat) (account.Promise, error) {
	var delta account.Delta
	if r.Delta != "" {
		d, err := fraction(r.Delta)
		if err == nil {
			delta, err = account.DeltaOf(d)
		}
		if err != nil {
			return account.Promise{}, message.Errorf("the chance of failure: %w", err)
		}
	}
	if spent.Sign() == 0 && delta.IsZero() {
		return account.Promise{}, nil // all of it was published exactly
	}
	epsilon, err := account.FromRat(spent)
	if err != nil {
		return account.Promise{}, message.Errorf("the budget spent: %w", err)
	}
	return account.NewPromise(epsilon, delta)
}

// counted names what the numbers count.
func (w *writer) counted() string { return w.Say(w.compiled.Plan.Counted()) }

// people returns the number of people, where that is public. Where people can have several
// rows, or weights, the compiled facts do not hold it, since it is not what the numbers add up to.
func (w *writer) people() (n int64, known bool) {
	if p := w.compiled.Plan; p.Slotted() && p.Facts.People != nil {
		return *p.Facts.People, true
	}
	return w.compiled.Facts.Total()
}

func checkQuestion(q *result.Question, asked string) error {
	if q.Workload == nil {
		return message.Errorf("question %q has no workload", asked)
	}
	for what, n := range map[string]int{
		"unadjusted values": len(q.Unadjusted), "published numbers": len(q.Tidied), "errors": len(q.Error),
		"half-widths": len(q.HalfWidth), "marks for exact values": len(q.Exact),
	} {
		if n != q.Workload.Len() {
			return message.Errorf("question %q has %d %s for %d answers", asked, n, what, q.Workload.Len())
		}
	}
	return nil
}

// head fills in what stands above everything else.
func (w *writer) head() error {
	r, d := w.release, w.doc
	var err error
	if d.Created, err = time.Parse(time.RFC3339, r.Created); err != nil {
		return message.Errorf("the time of the release is %q, but a time such as 2026-03-11T14:09:00Z is expected", r.Created)
	}
	d.DataSet = safe(r.Ledger.DataSet)
	d.Title = d.DataSet
	if strings.TrimSpace(r.Plan.Title) != "" {
		d.Title = safe(r.Plan.Title)
	}
	d.Program, d.Digest = safe(r.Program), safe(r.Digest)
	d.Subtitle = w.Sayf("Accounting summary of a release about %s · %s", d.DataSet, w.moment(d.Created))
	d.Reference = w.Sayf("Account entry %d · digest %s", r.Ledger.Sequence, shortDigest(d.Digest))
	return nil
}

// moment writes a time for people, in the zone that it is given in.
func (w wording) moment(t time.Time) string {
	zone := "UTC"
	if _, offset := t.Zone(); offset != 0 {
		zone = "UTC" + t.Format("-07:00")
	}
	return w.Sayf("%s, %s %s", message.Day(t), t.Format("15:04"), zone)
}

// shortDigest returns the beginning of a digest in groups of four.
func shortDigest(d string) string {
	var groups []string
	for i := 0; i+4 <= min(len(d), 16); i += 4 {
		groups = append(groups, d[i:i+4])
	}
	if len(groups) == 0 {
		return d
	}
	return strings.Join(groups, " ")
}
