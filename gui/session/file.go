package session

import (
	"cmp"
	"context"
	"path/filepath"
	"reflect"
	"strings"

	"steward/core/guide"
	"steward/core/plan"
	"steward/core/spelling"
	"steward/gui/session/database"
	"steward/gui/session/opened"
	"steward/gui/words"
	"steward/io/export"
	"steward/io/witness"
)

// File returns the opened spreadsheet, or nil.
func (s *Session) File() *opened.File { return s.file }

// OpenFile reads the spreadsheet at path as d says and shows what is in it. A file with the
// name that the plan has is read as the plan says where d says nothing. A plan without a
// data set takes the file's name for it. When it fails everything stays as it was, and
// Attempt tells what is known of the file.
func (s *Session) OpenFile(path string, d plan.Data) {
	if reflect.DeepEqual(d, plan.Data{}) && filepath.Base(path) == s.plan.Data.File {
		d = s.plan.Data
	}
	var f *opened.File
	var attempt *Attempt
	declared := s.plan
	s.run(guide.Data, words.T("Reading %s", filepath.Base(path)), func(ctx context.Context, progress func(string, float64)) error {
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
		s.Database.Opened(f)
		s.Edit(func(p *plan.Plan) {
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

// Base returns the beginning of the names of files that are about the project.
func (s *Session) Base() string {
	if s.path != "" {
		return strings.TrimSuffix(filepath.Base(s.path), filepath.Ext(s.path))
	}
	name := strings.Map(func(r rune) rune {
		if r == ' ' || r == '/' || r == '\\' || r == ':' {
			return '-'
		}
		return r
	}, strings.ToLower(export.InYear(s.plan.DataSet, s.plan.Title)))
	if name == "" {
		return "release"
	}
	return name
}

// near returns where something may be known of the account that the ledger lacks.
func (s *Session) near(folders ...string) witness.Near {
	if s.path != "" {
		folders = append(folders, filepath.Dir(s.path))
	}
	for _, r := range s.remembered.Releases {
		folders = append(folders, filepath.Dir(r.Record))
	}
	return witness.Near{Copy: s.remembered.Account, Project: s.path, Folders: folders}
}
