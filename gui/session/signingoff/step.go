// Package signingoff is how two people sign a plan off: who prepared it, who approved it or asks for changes, and whether a
// second person is needed, as the account of the people notes it.
package signingoff

import (
	"context"
	"strings"
	"time"

	"steward/core/result"
	"steward/gui/session/balance"
	"steward/gui/session/current"
	"steward/gui/words"
	"steward/io/ledger"
	"steward/io/signature"
	"steward/io/signoff"
)

// Project is what is seen of the project that is open.
type Project interface {
	current.Plan
	current.Accounts
	current.Work
}

// Step is the signing off of a project's plan.
type Step struct {
	of      Project
	balance *balance.Keeper
}

// New returns that of a project with an account.
func New(of Project, account *balance.Keeper) *Step { return &Step{of, account} }

// SignOff is where the plan stands between the two people who sign it off.
type SignOff struct {
	result.Standing
	// Void says that a plan was approved and has been changed since.
	Void bool
}

// SignOff returns where the plan stands; nothing is said while the plan is not complete or the ledger is being read.
func (s *Step) SignOff() SignOff {
	said, read, err := s.balance.Statement()
	if s.of.Compiled() == nil || !read || err != nil || !said.Reviewed() {
		return SignOff{}
	}
	digest, err := s.of.Compiled().Plan.Digest()
	if err != nil {
		return SignOff{}
	}
	standing, others := said.Standing(digest)
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

// Barred says why two people's sign-off keeps the plan from being released; "" where it does not.
func (s *Step) Barred() string {
	if o := s.SignOff(); o.Bars() {
		return o.Says()
	}
	return ""
}

// Say notes in the account what somebody says of the plan, signed by the key of this computer if there is one and own says
// that it is theirs. It errors when a name is missing, or a reason where there has to be one, and calls failed, later, when it
// cannot be noted.
func (s *Step) Say(verdict result.Verdict, by, why string, own bool, failed func(error)) error {
	by, why = strings.TrimSpace(by), strings.TrimSpace(why)
	switch {
	case s.of.Compiled() == nil:
		return words.Errorf("the plan is not complete: see what is missing")
	case by == "":
		return words.Errorf("say who says this about the plan: give a name")
	case why == "" && (verdict == result.Changes || verdict == result.Refused):
		return words.Errorf("say why: whoever prepared the plan needs to know what to change")
	}
	dir, now, key := s.of.LedgerDir(), s.of.Now(), s.of.Key()
	saying := signoff.Saying{Plan: s.of.Compiled().Plan, Verdict: verdict, Words: ledger.Words{Time: now.Format(time.RFC3339), By: by, Why: why}}
	s.of.Go(func() {
		err := sayOf(dir, saying, key, own)
		s.of.Dispatch(func() {
			if err != nil {
				failed(err)
			}
			s.balance.Refresh()
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
func (s *Step) NeedChecker(needed bool, by, why string, failed func(error)) error {
	by, why = strings.TrimSpace(by), strings.TrimSpace(why)
	switch {
	case by == "":
		return words.Errorf("say who decides this: give a name")
	case why == "":
		return words.Errorf("say why")
	}
	dir, dataSet, w := s.of.LedgerDir(), s.of.Plan().DataSet, ledger.Words{Time: s.of.Now().Format(time.RFC3339), By: by, Why: why}
	s.of.Go(func() {
		l, err := ledger.Open(dir, dataSet)
		if err == nil {
			_, err = l.NeedChecker(context.Background(), needed, w)
		}
		s.of.Dispatch(func() {
			if err != nil {
				failed(err)
			}
			s.balance.Refresh()
		})
	})
	return nil
}

// HasKey reports whether there is a key on this computer that signs.
func (s *Step) HasKey() bool {
	if s.of.Key() == nil {
		return false
	}
	_, is := s.of.Key().Public()
	return is
}
