// Package carryover carries a plan over to the next file of its kind, such as last year's plan to this year's file: it says what no longer
// fits, which known facts have other numbers, whether the losses about the people add up, and what a year may spend. Window and command
// line ask it. It imports core and io.
package carryover

import (
	"context"
	"slices"
	"strconv"

	"steward/core/account"
	"steward/core/constraint"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/release"
	"steward/io/misfits"
	"steward/io/project"
	"steward/io/records"
)

// Look is a plan compared with the next file. It is for the steward's eyes only: it may quote the file.
type Look struct {
	Plan plan.Plan // the earlier one
	Past project.Past
	// Data is how the next file is read, and Header its names; nil where no file was looked at.
	Data   *plan.Data
	Header []string
	// Misfits are what in the file does not fit it.
	Misfits []misfits.Misfit
	Known   []Known
	// Uncompared says why the known facts could not be compared with the file; nil where they were.
	Uncompared error
}

// Known is a fact that the public knew of the earlier data.
type Known struct {
	ID   string
	Said message.Text
	// Holds says that it is true of the next file too. That does not make it public.
	Holds bool
	// Otherwise says what of it is not true, nothing where it holds or was not compared.
	Otherwise message.Text
}

// Stops reports whether something has to be mended before a release.
func (l Look) Stops() bool {
	return slices.ContainsFunc(l.Misfits, func(m misfits.Misfit) bool { return m.Stops })
}

// Of compares the plan of a project with the file at path, and says how that is read: as the earlier file was, and, where it is open
// already, as far as it is not seen otherwise. It changes nothing.
func Of(ctx context.Context, p plan.Plan, past project.Past, path string, open *plan.Data) (Look, error) {
	l := Look{Plan: p, Past: past}
	for _, f := range p.Facts.List() {
		l.Known = append(l.Known, Known{ID: f.ID, Said: said(f)})
	}
	r, err := read(ctx, p, path, open)
	if err != nil {
		return l, err
	}
	defer r.file.Close()
	l.Data, l.Header, l.Misfits = &r.data, r.file.Header(), r.misfits
	l.compare(ctx, r.file)
	return l, nil
}

// said is what a fact says, with figures as people write them.
func said(f constraint.Fact) message.Text {
	if f.People != nil {
		return message.Sprintf("how many people there are: %s", account.Commas(strconv.FormatInt(*f.People, 10)))
	}
	return f.Steward()
}

// compare says which known facts are true of a file.
func (l *Look) compare(ctx context.Context, file *records.Data) {
	switch {
	case len(l.Known) == 0:
		return
	case l.Stops():
		l.Uncompared = message.New("Whether they are true of this file is known once its columns fit. State what is public about it in Known facts.")
		return
	}
	c, err := plan.Compile(l.Plan)
	if err != nil {
		l.Uncompared = message.New("The known facts cannot be compared with the file: the earlier plan is not complete.")
		return
	}
	checked, err := release.Check(ctx, c, file, nil)
	switch {
	case err != nil:
		l.Uncompared = err
	case checked.UnreadCount > 0:
		l.Uncompared = message.New("The known facts cannot be compared with the file: some rows cannot be read as the plan says.")
	case l.Plan.Slotted() && len(l.Plan.Facts.Stated) > 0:
		l.Uncompared = message.New("The known facts cannot be compared with the file.")
	default:
		for i := range l.Known {
			k := &l.Known[i]
			at := slices.IndexFunc(checked.Wrong, func(e *constraint.FactError) bool { return e.ID == k.ID })
			if k.Holds = at < 0; at >= 0 {
				if k.Otherwise = checked.Wrong[at].Fact; k.ID == plan.PeopleFact {
					k.Otherwise = k.Said
				}
			}
		}
	}
}
