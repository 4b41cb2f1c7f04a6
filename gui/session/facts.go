package session

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"steward/core/accuracy"
	"steward/core/constraint"
	"steward/core/plan"
)

// FactID tells a known fact from the others.
type FactID string

// FactPeople is the number of people in the file.
const FactPeople FactID = "people"

// Fact is something that the public may know for certain, as the step Known facts shows it.
type Fact struct {
	ID     FactID
	Title  string
	Note   string // what sort of fact: "single count"
	Ticked bool
	// Number is what is stated, for a fact that is a number; "" when it is not stated yet.
	Number   string
	Standing Standing
	Stands   string // that in words, for the steward's eyes
	Factor   int    // by how much it makes the noise larger: 1 for a free one, 0 for one that cannot be bounded
	Why      string // why it costs that
}

// Standing says how a fact stands to the data.
type Standing int

// The standings.
const (
	NotCompared Standing = iota // no file is open, or there is nothing to compare
	Agrees
	Differs
)

// Facts returns the facts that can be stated, and those that are.
func (s *Session) Facts() []Fact {
	list := []Fact{s.peopleFact()}
	for i, c := range s.plan.Impossible {
		list = append(list, Fact{
			ID: FactID(fmt.Sprintf("impossible %d", i)), Title: "No one has " + s.CombinationWords(c), Note: "cannot occur", Ticked: true,
			Factor: 1, Why: "This fact costs nothing: these combinations are left out of every table.",
		})
	}
	return list
}

func (s *Session) peopleFact() Fact {
	f := Fact{ID: FactPeople, Title: "Number of people", Note: "single count", Factor: 1}
	if n := s.plan.Facts.People; n != nil {
		f.Ticked, f.Number = true, strconv.FormatInt(*n, 10)
		f.Title += ": " + thousands(f.Number)
	}
	if file := s.File(); file != nil && file.Found != nil && f.Ticked {
		rows := strconv.Itoa(file.Found.Rows)
		if f.Standing, f.Stands = Agrees, "agrees with the data"; rows != f.Number {
			f.Standing, f.Stands = Differs, "the file has "+thousands(rows)+" rows"
		}
	}
	f.Why = "Whether it costs anything depends on the secrets, which are not settled yet."
	if c := s.outlook(); c != nil {
		stated := int64(0)
		if n := s.plan.Facts.People; n != nil {
			stated = *n
		}
		if known, err := constraint.Known(stated); err == nil {
			m := known.Multiplier(c.Policy)
			f.Factor, f.Why = m.Factor, Sentence(m.Why)
		}
	}
	return f
}

// Factor returns by how much all stated facts together make the noise larger, 0 where that
// cannot be bounded.
func (s *Session) Factor() int {
	c := s.outlook()
	if c == nil || s.plan.Facts.People == nil {
		return 1
	}
	known, err := constraint.Known(*s.plan.Facts.People)
	if err != nil {
		return 1
	}
	return known.Multiplier(c.Policy).Factor
}

// Tick states a fact, or no longer. The number of people is the file's where none was
// stated: ticking says that it is public. Without a file there is nothing to state, and
// Tick says so.
func (s *Session) Tick(id FactID, on bool) error {
	if at, ok := strings.CutPrefix(string(id), "impossible "); ok {
		i, err := strconv.Atoi(at)
		if err == nil && !on && i < len(s.plan.Impossible) {
			s.Edit(func(p *plan.Plan) { p.Impossible = slices.Delete(p.Impossible, i, i+1) })
		}
		return nil
	}
	if !on {
		s.Edit(func(p *plan.Plan) { p.Facts.People = nil })
		return nil
	}
	file := s.File()
	if file == nil || file.Found == nil {
		return fmt.Errorf("type the number of people that the public knows")
	}
	return s.StatePeople(strconv.Itoa(file.Found.Rows))
}

// StatePeople states the number of people as a person types it. An empty text takes the
// fact back.
func (s *Session) StatePeople(text string) error {
	plainly := strings.NewReplacer(",", "", " ", "", "\u00a0", "", "’", "").Replace(text)
	if plainly == "" {
		return s.Tick(FactPeople, false)
	}
	n, err := strconv.ParseInt(plainly, 10, 64)
	if err != nil || n < 0 {
		return fmt.Errorf("found %q where a whole number such as 4812 is expected", text)
	}
	s.Edit(func(p *plan.Plan) { p.Facts.People = &n })
	return nil
}

// Effect is what a fact changes: for every question the half-width of its intervals that
// hold 19 times in 20, in people, with the fact and without it.
type Effect struct {
	Rows    []EffectRow
	Ready   bool
	Problem string
}

// EffectRow is the effect on one question.
type EffectRow struct {
	Question      string
	With, Without float64
}

// effectStudy is the effect of one fact on one plan.
type effectStudy struct {
	of     *plan.Compiled
	fact   FactID
	effect Effect
	cancel context.CancelFunc
}

// Effect returns what a fact changes; while it is worked out in the background it is not
// Ready. It is false while nothing is asked or the plan has issues, and for facts that change
// the tables themselves.
func (s *Session) Effect(id FactID) (Effect, bool) {
	e := &s.studies.effect
	if (e.of != s.compiled || e.fact != id) && e.cancel != nil {
		e.cancel()
		e.cancel = nil
	}
	if s.compiled == nil || id != FactPeople {
		return Effect{}, false
	}
	if e.of == s.compiled && e.fact == id {
		return e.effect, true
	}
	c := s.compiled
	ctx, cancel := context.WithCancel(context.Background())
	*e = effectStudy{of: c, fact: id, cancel: cancel}
	s.around.Go(func() {
		rows, err := effectOf(ctx, c)
		s.around.Dispatch(func() {
			if ctx.Err() != nil {
				return
			}
			cancel()
			e.cancel = nil
			if e.effect = (Effect{Rows: rows, Ready: err == nil}); err != nil {
				e.effect.Problem = Sentence(err.Error())
			}
			s.changed()
		})
	})
	return e.effect, true
}

// effectOf compares a plan with the same plan that states the number of people, or does not.
func effectOf(ctx context.Context, c *plan.Compiled) ([]EffectRow, error) {
	toggled := clone(c.Plan)
	stated := toggled.Facts.People != nil
	if toggled.Facts.People = nil; !stated {
		n := int64(0) // no error depends on which number it is
		toggled.Facts.People = &n
	}
	other, err := plan.Compile(toggled)
	if err != nil {
		return nil, err
	}
	own, err := summaries(ctx, c)
	if err != nil {
		return nil, err
	}
	changed, err := summaries(ctx, other)
	if err != nil {
		return nil, err
	}
	rows := make([]EffectRow, len(own))
	for i := range own {
		with, without := changed[i].HalfWidth, own[i].HalfWidth
		if stated {
			with, without = without, with
		}
		rows[i] = EffectRow{c.Plan.Questions[i].Title, with, without}
	}
	return rows, nil
}

// People writes an error in people as screens do, with what it counts.
func People(x float64) string { return accuracy.People(x) + " people" }
