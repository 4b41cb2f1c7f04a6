package session

import (
	"path/filepath"
	"strings"

	"steward/io/export"
	"steward/io/witness"
)

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
