package session

import (
	"context"
	"strings"
	"time"

	"steward/core/guide"
	"steward/core/result"
	"steward/gui/words"
	"steward/io/ledger"
	"steward/io/signature"
	"steward/io/signoff"
	"steward/io/wholefile"
)

// SignOff is where the plan stands between the two people who sign it off.
type SignOff struct {
	result.Standing
	// Void says that a plan was approved and has been changed since.
	Void bool
}

// SignOff returns where the plan stands; nothing is said while the plan is not complete or the ledger is being read.
func (s *Session) SignOff() SignOff {
	if s.compiled == nil || !s.account.known(s.plan) || !s.account.said.Reviewed() {
		return SignOff{}
	}
	digest, err := s.compiled.Plan.Digest()
	if err != nil {
		return SignOff{}
	}
	standing, others := s.account.said.Standing(digest)
	return SignOff{standing, others > 0 && !standing.Approved()}
}

// Says says where the plan stands, in full sentences.
func (o SignOff) Says() string {
	said := words.Sentence(words.Say(o.Standing.Says()))
	if o.Void {
		said += " " + words.T("An approved plan was changed afterwards: the approval was for the plan as it was then, and does not hold for this one.")
	}
	return said
}

// barred says why two people's sign-off keeps the plan from being released; "" where it does not.
func (s *Session) barred() string {
	if o := s.SignOff(); o.Bars() {
		return o.Says()
	}
	return ""
}

// Say notes in the account what somebody says of the plan, signed by the key of this computer if there is one and own says
// that it is theirs. It errors when a name is missing, or a reason where there has to be one, and calls failed, later, when it
// cannot be noted.
func (s *Session) Say(verdict result.Verdict, by, why string, own bool, failed func(error)) error {
	by, why = strings.TrimSpace(by), strings.TrimSpace(why)
	switch {
	case s.compiled == nil:
		return words.Errorf("the plan is not complete: see what is missing")
	case by == "":
		return words.Errorf("say who says this about the plan: give a name")
	case why == "" && (verdict == result.Changes || verdict == result.Refused):
		return words.Errorf("say why: whoever prepared the plan needs to know what to change")
	}
	dir, now, key := s.around.LedgerDir, s.around.Now(), s.around.Key
	saying := signoff.Saying{Plan: s.compiled.Plan, Verdict: verdict, Words: ledger.Words{Time: now.Format(time.RFC3339), By: by, Why: why}}
	s.around.Go(func() {
		err := sayOf(dir, saying, key, own)
		s.around.Dispatch(func() {
			if err != nil {
				failed(err)
			}
			s.RefreshAccount()
		})
	})
	return nil
}

// sayOf notes it.
func sayOf(dir string, saying signoff.Saying, key *signature.Keep, own bool) error {
	if own && key != nil {
		signer, err := key.Own()
		if err != nil {
			return err
		}
		saying.Signer = signer
	}
	_, err := signoff.Say(context.Background(), dir, saying)
	return err
}

// NeedChecker notes in the account whether a second person has to approve plans about these people.
func (s *Session) NeedChecker(needed bool, by, why string, failed func(error)) error {
	by, why = strings.TrimSpace(by), strings.TrimSpace(why)
	switch {
	case by == "":
		return words.Errorf("say who decides this: give a name")
	case why == "":
		return words.Errorf("say why")
	}
	dir, dataSet, w := s.around.LedgerDir, s.plan.DataSet, ledger.Words{Time: s.around.Now().Format(time.RFC3339), By: by, Why: why}
	s.around.Go(func() {
		l, err := ledger.Open(dir, dataSet)
		if err == nil {
			_, err = l.NeedChecker(context.Background(), needed, w)
		}
		s.around.Dispatch(func() {
			if err != nil {
				failed(err)
			}
			s.RefreshAccount()
		})
	})
	return nil
}

// SaveChecklist writes the page for whoever checks the plan to a file. It reads no data.
func (s *Session) SaveChecklist(path string) {
	c := s.compiled
	if c == nil {
		return
	}
	about, _ := s.Budget.Roughly()
	s.run(guide.Release, words.T("Writing the checklist"), func(ctx context.Context, _ func(string, float64)) error {
		made, err := s.previewed(ctx, c, about)
		if err != nil {
			return err
		}
		list, err := made.Checklist()
		if err != nil {
			return err
		}
		return wholefile.Write(path, list.Write)
	}, func(error) {})
}

// HasKey reports whether there is a key on this computer that signs.
func (s *Session) HasKey() bool {
	if s.around.Key == nil {
		return false
	}
	_, is := s.around.Key.Public()
	return is
}
