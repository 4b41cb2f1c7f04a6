package budget

import (
	"context"

	"steward/core/account"
	"steward/core/coach"
	"steward/core/plan"
	"steward/core/preview"
	"steward/core/promise"
	"steward/gui/session/background"
	"steward/gui/session/current"
	"steward/gui/words"
)

// worthState is what was worked out of what the numbers are worth.
type worthState struct {
	about int64 // how many people somebody said that there are about, 0 for nobody
	ways  background.Study[advised, Advice]
	of    advised // what warns is about
	warns []Warning
}

// advised is what advice is about.
type advised struct {
	of       *plan.Compiled
	question int
	about    int64
}

// Advice is what would make the numbers of a question worth more.
type Advice struct {
	Ways    []coach.Way
	Ready   bool   // whether it is worked out
	Problem string // why it cannot be
}

// Roughly returns about how many people, or rows where these are counted, the file has, as somebody said: 0 for nobody. It is kept in no
// plan, so that no release tells it. Known reports that the public knows the number, so that nobody need say it.
func (s *Step) Roughly() (people int64, known bool) {
	if c := s.of.Compiled(); c != nil {
		_, known = c.Facts.Total()
	}
	return s.worth.about, known
}

// SetRoughly says about how many people the file has.
func (s *Step) SetRoughly(people int64) {
	if people != s.worth.about {
		s.worth.about = people
		s.of.Changed()
	}
}

// Worth returns what the numbers of a question of a preview are worth.
func (s *Step) Worth(q *preview.Question) coach.Worth {
	return coach.Of(q.Problem, q.Of().Prepared.ExpectedError(), float64(s.worth.about))
}

// Warnings returns the questions some of whose published numbers would be too noisy under the present plan; none while that is not known.
// It starts no work.
func (s *Step) Warnings() []Warning {
	if s.of.Compiled() == nil {
		return nil
	}
	of := advised{of: s.of.Compiled(), about: s.worth.about}
	if s.worth.of == of {
		return s.worth.warns
	}
	k := s.preview.find(previewKey{s.shapeOf(), s.of.Plan().Budget.Epsilon})
	if k == nil || k.err != nil {
		return nil
	}
	s.worth.of, s.worth.warns = of, nil
	pv := k.preview.For(s.of.Plan().Questions)
	for i := range pv.Questions {
		if w := s.Worth(&pv.Questions[i]); w.Verdict() > coach.Fine && s.of.Fate(i) != plan.WillBeLeftOut {
			s.worth.warns = append(s.worth.warns, Warning{pv.Questions[i].Question.Title, w})
		}
	}
	return s.worth.warns
}

// Warning is a question some of whose numbers would be too noisy.
type Warning struct {
	Title string
	Worth coach.Worth
}

// Advice returns what would make the numbers of question i worth more under the present plan; while it is worked out
// in the background it is not Ready.
func (s *Step) Advice(i int) Advice {
	of := advised{s.of.Compiled(), i, s.worth.about}
	study := &s.worth.ways
	if study.Of != of {
		study.End()
	}
	if of.of == nil || i >= len(of.of.Problems) {
		return Advice{}
	}
	if study.Of != of {
		planner := s.of.Planner()
		study.Begin(s.of.Background, of, Advice{}, func(ctx context.Context) Advice {
			ways, err := coach.Ways(ctx, planner, of.of, i, float64(of.about))
			if err != nil {
				return Advice{Problem: words.SentenceOf(err)}
			}
			return Advice{Ways: ways, Ready: true}
		})
	}
	return study.Found
}

// Take changes the plan as advised, which can be undone.
func (s *Step) Take(w coach.Way) { s.of.Edit(func(p *plan.Plan) { *p = w.Plan.Clone() }) }

// Progress is how far the step is, as far as the account of the people does not stop it.
func (s *Step) Progress() current.Progress {
	c := s.of.Compiled()
	if c == nil {
		return current.Progress{Line: words.T("Not yet")}
	}
	for _, w := range s.Warnings() {
		if w.Worth.Verdict() == coach.Mostly {
			return current.Progress{State: current.Doubtful, Line: words.T("Mostly noise: %s", w.Title), Missing: words.T("Most of “%s” would be noise.", w.Title)} // the page says the rest
		}
	}
	if s.SpendsNothing() {
		return current.Progress{State: current.Done, Line: words.T("Spends nothing")}
	}
	return current.Progress{State: current.Done, Line: words.T("Budget %s, %s", words.Number(s.of.Plan().Budget.Epsilon), shortBand(promise.Of(c).Band()))}
}

func shortBand(b account.Band) string {
	switch b {
	case account.Weak:
		return words.T("weak")
	case account.VeryWeak:
		return words.T("very weak")
	}
	return words.Say(b.Said())
}
