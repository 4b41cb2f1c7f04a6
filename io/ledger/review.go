package ledger

import (
	"cmp"
	"context"
	"slices"
	"steward/core/guide"
	"strings"

	"steward/core/message"
	"steward/core/result"
)

// Verdict is what somebody says of a plan before its release.
type Verdict = result.Verdict

// Review is what somebody says of a plan. Signature is by their key, whose fingerprint Key is; both are empty for none.
type Review struct {
	Plan    string // its digest
	Verdict Verdict
	Words
	Key, Signature string
}

// reviewing is the account's side of it: what was said, and whether a second person is needed.
type reviewing struct {
	reviews []result.Review
	needed  *Words // who said so; nil where nobody did, or somebody took it back
}

// review adds an entry. It reports false where no ledger would have noted it.
func (r *reviewing) review(e Entry) bool {
	switch e.Kind {
	case Reviewed:
		if e.Plan == "" || !slices.Contains(result.Verdicts, e.Verdict) {
			return false
		}
		r.reviews = append(r.reviews, result.Review{Sequence: e.Sequence, Plan: e.Plan, Verdict: e.Verdict, Time: e.Time, By: e.By, Why: e.Note, Key: e.Key, Signature: e.Signature})
	case Spent:
		if e.Plan != "" { // what was said was of this release, and of no other one
			r.reviews = slices.DeleteFunc(slices.Clone(r.reviews), func(v result.Review) bool { return v.Plan == e.Plan })
		}
	case Forgotten, Checking:
		switch e.Checker {
		case CheckerNeeded:
			r.needed = &Words{e.Time, e.By, e.Note}
		case CheckerNotNeeded:
			if e.Again == nil { // of two copies the stricter holds
				r.needed = nil
			}
		default:
			return e.Kind == Forgotten
		}
	}
	return true
}

// What Entry.Checker says.
const (
	CheckerNeeded    = "needed"
	CheckerNotNeeded = "not needed"
)

// of returns what was said of a plan since it was released last, in the order of the entries.
func (r *reviewing) of(plan string) (out []result.Review) {
	for _, v := range r.reviews {
		if v.Plan == plan {
			out = append(out, v)
		}
	}
	return out
}

// NotApprovedError is the error of a release whose plan somebody does not want released, or that a second person has not
// approved although one is needed.
type NotApprovedError struct {
	// Standing is where the plan stands.
	Standing result.Standing
	// Another is how many other plans were approved and not released: one of them may have been changed since.
	Another int
}

// Error says what is missing and what to do.
func (e *NotApprovedError) Error() string { return e.Said().String() }

// Said is Error as a message.
func (e *NotApprovedError) Said() message.Text {
	what := e.Standing.Says()
	if e.Another > 0 && !e.Standing.Approved() {
		what = message.Sprintf("%s (an approved plan was changed afterwards: the approval was for the plan as it was then, and does not hold for this one)", what)
	}
	return message.Sprintf("%s: steward review, or the step %s in the window, shows who has said what", what, guide.Release.Title())
}

// approved errors with *NotApprovedError where a plan is not to be released.
func (h *held) approved(plan string) error {
	standing := h.standing(plan)
	if !standing.Bars() {
		return nil
	}
	return &NotApprovedError{standing, h.own.account.reviewing.otherApproved(plan)}
}

// standing returns where a plan stands in the account. A second person is needed where any of the ledgers of these people says so.
func (h *held) standing(plan string) result.Standing {
	s, _ := h.statement().Standing(plan)
	return s
}

// Reviewed reports whether anything was ever said of a plan about these people, or a second person is needed.
func (s Statement) Reviewed() bool {
	for _, l := range s.Linked {
		if l.reviewing.needed != nil {
			return true
		}
	}
	return s.reviewing.needed != nil || len(s.reviewing.reviews) > 0
}

// Standing returns where a plan stands, by its digest, and how many others were approved and not released.
func (s Statement) Standing(plan string) (out result.Standing, others int) {
	out = result.Standing{Reviews: s.reviewing.of(plan), Needed: s.reviewing.needed != nil}
	for _, l := range s.Linked {
		out.Needed = out.Needed || l.reviewing.needed != nil
	}
	return out, s.reviewing.otherApproved(plan)
}

// otherApproved counts the other plans that were approved and not released.
func (r *reviewing) otherApproved(plan string) (n int) {
	seen := make(map[string]bool)
	for _, v := range r.reviews {
		if v.Plan != plan && !seen[v.Plan] {
			seen[v.Plan] = true
			if (result.Standing{Reviews: r.of(v.Plan)}).Approved() {
				n++
			}
		}
	}
	return n
}

// Standing returns where a plan stands, by its digest, and how many others were approved and not released.
func (l *Ledger) Standing(ctx context.Context, plan string) (s result.Standing, others int, err error) {
	h, err := l.folder.hold(ctx, access{}, l)
	if err != nil {
		return s, 0, err
	}
	defer h.release()
	s, others = h.statement().Standing(plan)
	return s, others, nil
}

// Review notes what somebody says of a plan. Whoever checks a plan is not who prepared it, by name and by key. It errors where
// no name is given, or no reason where a change is asked for or the plan refused.
func (l *Ledger) Review(ctx context.Context, r Review) (Entry, error) {
	r.By, r.Why = strings.TrimSpace(r.By), strings.TrimSpace(r.Why)
	switch {
	case r.By == "":
		return Entry{}, message.Errorf("say who says this about the plan: give a name")
	case r.Why == "" && (r.Verdict == result.Changes || r.Verdict == result.Refused):
		return Entry{}, message.Errorf("say why: whoever prepared the plan needs to know what to change")
	}
	return l.note(ctx, func(h *held) (Entry, error) {
		if err := h.whole(); err != nil {
			return Entry{}, err
		}
		standing := h.standing(r.Plan)
		if prepared, is := standing.Prepared(); r.Verdict != result.Prepared {
			switch {
			case !is:
				return Entry{}, message.Errorf("nobody has said yet that this plan is ready to be checked: whoever prepared it says so first%s", message.Type("steward review submit"))
			case same(prepared.By, r.By):
				return Entry{}, message.Errorf("%q prepared the plan, and someone else has to check it", prepared.By)
			case prepared.Key != "" && prepared.Key == r.Key:
				return Entry{}, message.Errorf("the key that signs this has already signed for %q, who prepared the plan: whoever checks it signs with their own key (steward --keys), or with none (--unsigned)", prepared.By)
			}
		}
		return Entry{Kind: Reviewed, Time: r.Time, DataSet: l.dataSet, Plan: r.Plan, Verdict: r.Verdict, Key: r.Key, Signature: r.Signature, By: r.By, Note: r.Why}, nil
	})
}

// NeedChecker says that nothing about these people is released unless a second person has approved the plan, or that this is
// so no longer. It errors where that is so already.
func (l *Ledger) NeedChecker(ctx context.Context, needed bool, w Words) (Entry, error) {
	if err := said(w, message.Sprintf("why")); err != nil {
		return Entry{}, err
	}
	if w.By = strings.TrimSpace(w.By); w.By == "" {
		return Entry{}, message.Errorf("say who decides this: give a name")
	}
	e := Entry{Kind: Checking, Checker: CheckerNotNeeded, Time: w.Time, By: w.By, Note: w.Why}
	if needed {
		e.Checker = CheckerNeeded
	}
	done, err := l.folder.update(ctx, func(h *held) ([]addition, error) {
		if err := cmp.Or(h.own.inUse(), h.whole()); err != nil {
			return nil, err
		}
		if h.standing("").Needed == needed {
			if needed {
				return nil, message.Errorf("a second person is already needed for %q", l.dataSet)
			}
			return nil, message.Errorf("no second person is needed for %q", l.dataSet)
		}
		e.DataSet = l.dataSet
		out := []addition{{h.own, e}}
		for _, m := range h.members { // any of them would still ask for one
			if m != h.own && !needed && m.account.reviewing.needed != nil {
				also := e
				also.DataSet = m.ledger.dataSet
				out = append(out, addition{m, also})
			}
		}
		return out, nil
	}, l)
	if err != nil {
		return Entry{}, err
	}
	return done[0], nil
}
