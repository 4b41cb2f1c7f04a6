package budget

import (
	"steward/core/account"
	"steward/core/mechanism/registry"
	"steward/core/plan"
	"steward/core/preview"
	"steward/gui/words"
)

// Delta returns the chance of failure that the plan accepts; zero for none, or when it cannot be
// read.
func (s *Step) Delta() account.Delta {
	d, err := account.ParseDelta(s.of.Plan().Budget.Delta)
	if err != nil {
		return account.Delta{}
	}
	return d
}

// SpendsNothing reports whether all that the plan publishes is published exactly, so that a release of it spends nothing.
func (s *Step) SpendsNothing() bool {
	return s.of.Compiled() != nil && s.of.Compiled().Spends().Epsilon().IsZero()
}

// Spending returns the epsilon that a release of the plan spends, as the plan has it: "0" for nothing.
func (s *Step) Spending() string {
	if s.SpendsNothing() {
		return "0"
	}
	return s.of.Plan().Budget.Epsilon
}

// Spends says what a release of the plan spends: the budget, and the chance of failure.
func (s *Step) Spends() string {
	if s.SpendsNothing() {
		return words.T("nothing")
	}
	if d := s.Delta(); !d.IsZero() {
		return words.T("%s and a chance of %s", words.Number(s.of.Plan().Budget.Epsilon), ChanceInWords(d))
	}
	return words.Number(s.of.Plan().Budget.Epsilon)
}

// AcceptChance accepts a chance of failure, the usual one for so many people as are known to be
// in the file, or none. Methods that need one are left to the automatic choice again with it.
func (s *Step) AcceptChance(on bool) {
	if on == (s.of.Plan().Budget.Delta != "") {
		return
	}
	s.of.Edit(func(p *plan.Plan) {
		p.Budget.Delta = ""
		if on {
			p.Budget.Delta = account.UsualDelta(peopleIn(*p))
			return
		}
		leaveGaussian(p)
	})
}

// SetDelta sets the chance of failure as it was typed; "" for none. It errors, and changes
// nothing, when it is none that can be accepted.
func (s *Step) SetDelta(text string) error {
	d, err := account.ParseDelta(text)
	if err != nil {
		return err
	}
	s.of.Edit(func(p *plan.Plan) {
		if p.Budget.Delta = d.String(); d.IsZero() {
			leaveGaussian(p)
		}
	})
	return nil
}

// leaveGaussian makes the choice of methods that need a chance of failure automatic.
func leaveGaussian(p *plan.Plan) {
	for i := range p.Questions {
		if m, ok := registry.ByID(p.Questions[i].Mechanism); ok && m.Info().Gaussian {
			p.Questions[i].Mechanism = ""
		}
	}
}

// peopleIn returns how many people are known to be in the file, 0 when that is not public.
func peopleIn(p plan.Plan) int64 {
	if n := p.Facts.People; n != nil {
		return *n
	}
	return 0
}

// ChanceWarning says that the accepted chance is large for the number of people, or nothing.
func (s *Step) ChanceWarning() string {
	if n := peopleIn(s.of.Plan()); s.Delta().Large(n) {
		return words.Say(preview.LargeChance(s.Delta(), n))
	}
	return ""
}

// ChanceInWords writes a chance of failure in the language in use: "1 in 1,000,000".
func ChanceInWords(d account.Delta) string { return words.Say(d.InWords()) }
