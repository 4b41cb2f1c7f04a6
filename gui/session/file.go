package session

import (
	"path/filepath"
	"strings"

	"steward/io/export"
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
