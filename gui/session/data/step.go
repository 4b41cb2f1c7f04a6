// Package data is the step Your data of a project: the spreadsheet that is open, what is known of one that cannot be read, and the
// passwords by which workbooks are opened.
package data

import (
	"cmp"
	"context"
	"path/filepath"
	"reflect"
	"strings"

	"steward/core/guide"
	"steward/core/plan"
	"steward/core/spelling"
	"steward/gui/session/current"
	"steward/gui/session/database"
	"steward/gui/session/opened"
	"steward/gui/words"
	"steward/io/records"
)

// Project is what is seen of the project that is open.
type Project interface {
	current.Plan
	current.Work
	// Failure is what the window shows as having failed, and in which step; "" for nothing.
	Failure() (in guide.Step, message string)
}

// Step is the data of a project.
type Step struct {
	of        Project
	file      *opened.File
	attempt   *Attempt
	locked    *Locked
	passwords *records.Passwords
	database  *database.Desk
}

// New returns that of a project, with the passwords that were typed so far. The desk for databases is told which files are opened.
func New(of Project, passwords *records.Passwords, desk *database.Desk) *Step {
	return &Step{of: of, passwords: passwords, database: desk}
}

// WithPasswords has files opened by what was typed for them.
func (s *Step) WithPasswords(ctx context.Context) context.Context {
	return records.WithPasswords(ctx, s.passwords)
}

// SetFile says which file is open, nil for none.
func (s *Step) SetFile(f *opened.File) { s.file = f }

// File returns the opened spreadsheet, or nil.
func (s *Step) File() *opened.File { return s.file }

// OpenFile reads the spreadsheet at path as d says and shows what is in it. A file with the
// name that the plan has is read as the plan says where d says nothing. A plan without a
// data set takes the file's name for it. When it fails everything stays as it was, and
// Attempt tells what is known of the file.
func (s *Step) OpenFile(path string, d plan.Data) {
	if reflect.DeepEqual(d, plan.Data{}) && filepath.Base(path) == s.of.Plan().Data.File {
		d = s.of.Plan().Data
	}
	var f *opened.File
	var attempt *Attempt
	declared := s.of.Plan()
	s.of.Job(guide.Data, words.T("Reading %s", filepath.Base(path)), func(ctx context.Context, progress func(string, float64)) error {
		var err error
		f, d, err = opened.Read(ctx, path, d, declared, progress)
		if err != nil {
			attempt = tryFile(ctx, path, d, err)
		}
		return err
	}, func(err error) {
		s.attempt, s.locked = attempt, lockedBy(err, path, d)
		if err != nil {
			return
		}
		s.file = f
		s.database.Opened(f)
		s.of.Edit(func(p *plan.Plan) {
			reviewed := p.Data.Reviewed
			p.Data = d
			if f.Described {
				name := strings.TrimSuffix(spelling.After(f.Name), database.Describing(""))
				p.DataSet, p.Title = cmp.Or(p.DataSet, name), cmp.Or(p.Title, p.DataSet, name)
				return
			}
			p.Data.File, p.Data.HeaderRow = f.Name, f.HeaderRow
			if p.Data.HeaderRows = 0; f.HeaderRows > 1 {
				p.Data.HeaderRows = f.HeaderRows
			}
			p.Data.Reviewed = reviewed
			if p.DataSet == "" {
				p.DataSet = spelling.After(f.Name)
			}
			if p.Title == "" {
				p.Title = p.DataSet
			}
		})
	})
}

// DataSetName returns a name as it is kept: without blanks around it and with single ones
// within, so that one data set has one ledger.
func DataSetName(typed string) string { return strings.Join(strings.Fields(typed), " ") }
