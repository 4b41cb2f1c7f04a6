package result

import (
	"time"

	"steward/core/message"
)

// Verdict is what someone says of a plan before its release.
type Verdict string

// The verdicts: of whoever prepared the plan that it is ready to be checked, and of whoever checks it.
const (
	Prepared Verdict = "prepared"
	Approved Verdict = "approved"
	Changes  Verdict = "changes"
	Refused  Verdict = "refused"
)

// Verdicts are all of them.
var Verdicts = []Verdict{Prepared, Approved, Changes, Refused}

// Review is what someone said about the plan of a release beforehand: an entry of its account.
type Review struct {
	Sequence int     `json:"sequence"`
	Plan     string  `json:"plan"` // its digest (plan.Plan.Digest)
	Verdict  Verdict `json:"verdict"`
	Time     string  `json:"time"`
	By       string  `json:"by"`
	Why      string  `json:"why,omitempty"`
	// Key is the fingerprint of the key that signed this, Signature the signature; both are empty for none.
	Key       string `json:"key,omitempty"`
	Signature string `json:"signature,omitempty"`
}

// Said says who said what and when.
func (r Review) Said() message.Text {
	var day any = r.Time
	if t, err := time.Parse(time.RFC3339, r.Time); err == nil {
		day = message.Day(t)
	}
	format := map[Verdict]message.Text{
		Prepared: message.Sprintf("%s prepared the plan on %s", r.By, day),
		Approved: message.Sprintf("%s approved the plan on %s", r.By, day),
		Changes:  message.Sprintf("%s asked for changes to the plan on %s", r.By, day),
		Refused:  message.Sprintf("%s refused the plan on %s", r.By, day),
	}[r.Verdict]
	if format.IsZero() {
		format = message.Verbatim(string(r.Verdict))
	}
	if r.Why == "" {
		return format
	}
	return message.Sprintf("%s (%s)", format, r.Why)
}

// Standing is where a plan stands before its release.
type Standing struct {
	// Reviews are what was said of it, one after the other.
	Reviews []Review
	// Needed says that a second person has to approve it.
	Needed bool
}

// last returns what was said last.
func (s Standing) last() (Review, bool) {
	if len(s.Reviews) == 0 {
		return Review{}, false
	}
	return s.Reviews[len(s.Reviews)-1], true
}

// Prepared returns who prepared the plan, as was said last.
func (s Standing) Prepared() (Review, bool) {
	for i := len(s.Reviews) - 1; i >= 0; i-- {
		if s.Reviews[i].Verdict == Prepared {
			return s.Reviews[i], true
		}
	}
	return Review{}, false
}

// Approved reports whether the last word is an approval, which is always by someone else than who prepared the plan.
func (s Standing) Approved() bool {
	last, said := s.last()
	_, prepared := s.Prepared()
	return said && prepared && last.Verdict == Approved
}

// Bars reports whether the plan is not to be released: someone refused it or wants it changed, or nobody has approved it who
// would have to.
func (s Standing) Bars() bool {
	last, said := s.last()
	return said && (last.Verdict == Refused || last.Verdict == Changes) || s.Needed && !s.Approved()
}

// Says says where the plan stands.
func (s Standing) Says() message.Text {
	last, said := s.last()
	switch {
	case !said && s.Needed:
		return message.Sprintf("a second person has to approve this plan before it is released, and nobody has said yet that it is ready to be checked")
	case !said:
		return message.Sprintf("nobody has said anything about this plan, and nobody has to")
	case last.Verdict == Prepared && s.Needed:
		return message.Sprintf("%s, and a second person has to approve it before it is released", last.Said())
	default:
		return last.Said()
	}
}
