package budget

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"steward/core/guide"
	"steward/core/mechanism/registry"
	"steward/core/plan"
	"steward/gui/session/amounts"
	"steward/gui/words"
	"steward/io/standin"
)

// standInState is what is known of the public data that methods are compared on.
type standInState struct {
	chosen  string // path of the public file, where it was chosen in this session
	sought  string // what was looked for last
	busy    bool
	lacking string // what is not there, in a sentence
}

// Compared says what methods are compared on whose error depends on the data.
type Compared struct {
	Kind plan.StandInKind // empty for nothing
	// On is what it is, in words: "lastyear.csv", "made-up data spread evenly".
	On string
	// Lacking says in a sentence for which questions there are no numbers, and why; empty when there
	// are all.
	Lacking string
	// Busy tells that the public file is being counted.
	Busy bool
}

// Compared returns what methods are compared on.
func (s *Step) Compared() Compared {
	standIn := s.of.Plan().StandIn
	if standIn == nil {
		return Compared{}
	}
	c := Compared{Kind: standIn.Kind, Lacking: s.standIn.lacking, Busy: s.standIn.busy}
	switch standIn.Kind {
	case plan.StandInEven:
		c.On, c.Lacking = words.T("made-up data spread evenly"), ""
	case plan.StandInPilot:
		c.On = words.T("a noisy pilot")
		var spent []string
		for _, t := range standIn.Tables {
			if t.Paid != nil {
				spent = append(spent, words.Number(t.Paid.Epsilon))
			}
		}
		if len(spent) > 0 {
			c.On = words.T("a noisy pilot that %s was spent on", words.Joined(spent))
		}
	default:
		c.On = standIn.Name
	}
	return c
}

// ComparePublic has methods compared on the public file at path, which is counted in the background.
// The file that the plan protects is refused.
func (s *Step) ComparePublic(path string) {
	p := s.of.Plan().Clone()
	f := standin.File{Path: path, Own: s.of.Spreadsheet()}
	var on *plan.Compiled
	s.of.Job(guide.Budget, words.T("Reading %s", filepath.Base(path)), func(ctx context.Context, progress func(string, float64)) error {
		f.Progress = func(rows int64) {
			progress(words.T("Reading %s, %s rows so far", filepath.Base(path), amounts.Thousands(fmt.Sprint(rows))), 0)
		}
		c, err := plan.ToBeCompared(p)
		if err == nil {
			on, err = standin.Like(ctx, c, f)
		}
		return err
	}, func(err error) {
		if err == nil {
			s.standIn = standInState{chosen: path}
			s.of.Edit(func(p *plan.Plan) { p.StandIn = on.Plan.StandIn })
		}
	})
}

// CompareEven has methods compared on made-up data spread evenly, CompareAlone on nothing: those
// whose error depends on the data are then left out.
func (s *Step) CompareEven() {
	s.of.Edit(func(p *plan.Plan) { p.StandIn = &plan.StandIn{Kind: plan.StandInEven} })
}

// CompareAlone leaves methods out whose error depends on the data; where one of them was chosen the
// method is automatic again.
func (s *Step) CompareAlone() {
	s.of.Edit(func(p *plan.Plan) {
		p.StandIn = nil
		for i, q := range p.Questions {
			if registry.DataDependent(q.Mechanism) {
				p.Questions[i].Mechanism = ""
			}
		}
	})
}

// SeekPublic looks in the background for the public file that the plan is compared on, where the
// plan does not hold its numbers, and counts it.
func (s *Step) SeekPublic() {
	if s.of.Plan().StandIn == nil {
		s.standIn = standInState{}
		return
	}
	c := s.of.Compiled()
	if c == nil || s.standIn.busy {
		return
	}
	if len(c.Lacking) == 0 {
		s.standIn.lacking = ""
		return
	}
	key := s.lackingKey(c)
	if s.standIn.sought == key {
		return
	}
	s.standIn.sought, s.standIn.busy = key, true
	own := s.of.Spreadsheet()
	var folders []string
	for _, near := range []string{s.standIn.chosen, s.of.Path(), s.of.Spreadsheet()} {
		if near != "" {
			folders = append(folders, filepath.Dir(near))
		}
	}
	s.of.Go(func() {
		lacking := standin.Seek(context.Background(), c, own, folders...)
		s.of.Dispatch(func() {
			s.standIn.busy = false
			if now := s.of.Compiled(); now != nil && now.Plan.StandIn != nil && s.lackingKey(now) == key {
				s.standIn.lacking = words.Say(lacking)
			}
			s.of.Recompile() // with what was counted
			s.Stale()
			s.SeekPublic() // for what is wanted by now
			s.of.Changed()
		})
	})
}

// lackingKey says which numbers of which public file a compiled plan lacks, and where they could be.
func (s *Step) lackingKey(c *plan.Compiled) string {
	var b strings.Builder
	if f := c.Plan.StandIn.File; f != nil {
		b.WriteString(f.Digest)
	}
	for _, i := range c.Lacking {
		b.WriteString(" " + c.Plan.CellsKey(c.Plan.Questions[i].Columns))
	}
	return b.String() + " " + s.standIn.chosen + " " + s.of.Path() + " " + s.of.Spreadsheet()
}
