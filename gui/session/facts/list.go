package facts

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"steward/core/constraint"
	"steward/core/plan"
	"steward/gui/session/amounts"
	"steward/gui/words"
)

// ID tells a known fact from the others.
type ID string

// People is the number of people in the file.
const People ID = "people"

// Fact is something that the public may know for certain, as the step Known facts shows it.
type Fact struct {
	ID     ID
	Title  string
	Note   string // what sort of fact: "single count"
	Ticked bool
	// Number is what is stated, for a fact that is a number; "" when it is not stated yet.
	Number   string
	Standing Standing
	Stands   string // that in words, for the steward's eyes
	// Own says that it can be edited and removed: totals and counts.
	Own bool
	// Factor is by how much the noise is larger with it: 1 for a free one, 0 for one that cannot
	// be bounded, Unpriced while that is not known.
	Factor int
	Why    string // why it costs that
}

// Unpriced is the factor of a fact while its price is worked out, or the secrets that it
// depends on are not settled.
const Unpriced = -1

// Standing says how a fact stands to the data.
type Standing int

// The standings.
const (
	NotCompared Standing = iota // no file is open, or there is nothing to compare
	Agrees
	Differs
)

// List returns the facts that can be stated, and those that are.
func (s *Step) List() []Fact {
	list := []Fact{s.peopleFact()}
	for _, c := range s.of.Plan().Facts.Stated {
		list = append(list, s.statedFact(c, true))
	}
	for _, c := range s.setAside() {
		list = append(list, s.statedFact(c, false))
	}
	for i, c := range s.of.Plan().Impossible {
		list = append(list, Fact{
			ID: ID(fmt.Sprintf("impossible %d", i)), Title: words.T("Nobody has %s", s.of.CombinationWords(c)), Note: words.T("cannot occur"), Ticked: true,
			Factor: 1, Why: words.T("This fact costs nothing: these combinations are left out of every table."),
		})
	}
	return list
}

func (s *Step) peopleFact() Fact {
	f := Fact{ID: People, Title: words.T("Number of people"), Note: words.T("single count")}
	if n := s.of.Plan().Facts.People; n != nil {
		f.Ticked, f.Number = true, strconv.FormatInt(*n, 10)
		f.Title += ": " + amounts.Thousands(f.Number)
	}
	if found, known := s.persons.FoundPeople(); known && f.Ticked {
		people := strconv.Itoa(found)
		switch f.Standing, f.Stands = Agrees, words.T("agrees with the data"); {
		case people == f.Number:
		case s.of.Plan().Slotted():
			f.Standing, f.Stands = Differs, words.T("the file has %s people", amounts.Thousands(people))
		default:
			f.Standing, f.Stands = Differs, words.T("the file has %s rows", amounts.Thousands(people))
		}
	}
	f.Factor, f.Why = s.priceOf(string(People))
	return f
}

// statedFact is one of the totals and counts that the plan states, or that are set aside.
func (s *Step) statedFact(c constraint.Fact, ticked bool) Fact {
	f := Fact{ID: statedPrefix + ID(c.ID), Title: words.Upper(words.Say(c.Steward())), Ticked: ticked, Note: words.T("counts"), Own: true}
	switch {
	case c.Totals != nil:
		f.Note = words.T("totals")
	case len(c.Counts) == 1:
		f.Note = words.T("single count")
	}
	f.Factor, f.Why = s.priceOf(c.ID)
	return f
}

// statedPrefix begins the ids of the plan's totals and counts, whatever theirs are.
const statedPrefix = "stated "

// Tick states a fact, or no longer. The number of people is the file's where none was
// stated: ticking says that it is public. Without a file there is nothing to state, and
// Tick says so.
func (s *Step) Tick(id ID, on bool) error {
	if at, ok := strings.CutPrefix(string(id), "impossible "); ok {
		i, err := strconv.Atoi(at)
		if err == nil && !on && i < len(s.of.Plan().Impossible) {
			s.of.Edit(func(p *plan.Plan) { p.Impossible = slices.Delete(p.Impossible, i, i+1) })
		}
		return nil
	}
	if id != People {
		s.tickStated(id, on)
		return nil
	}
	if !on {
		s.of.Edit(func(p *plan.Plan) { *p = without(*p, id) })
		return nil
	}
	found, known := s.persons.FoundPeople()
	if !known {
		return words.Errorf("type the number of people that the public knows")
	}
	return s.StatePeople(strconv.Itoa(found))
}

// StatePeople states the number of people as a person types it. An empty text takes the
// fact back.
func (s *Step) StatePeople(text string) error {
	if strings.TrimSpace(text) == "" {
		return s.Tick(People, false)
	}
	n, err := peopleOf(text)
	if err != nil {
		return err
	}
	s.of.Edit(func(p *plan.Plan) { p.Facts.People = &n })
	return nil
}

// without returns a plan that does not state a fact.
func without(p plan.Plan, id ID) plan.Plan {
	if id == People {
		p.Facts.People = nil
		return p
	}
	p.Facts.Stated = slices.DeleteFunc(slices.Clone(p.Facts.Stated), func(c constraint.Fact) bool { return statedPrefix+ID(c.ID) == id })
	return p
}
