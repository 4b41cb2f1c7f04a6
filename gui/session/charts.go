package session

import (
	"context"
	"path/filepath"

	"steward/core/guide"
	"steward/gui/session/pictures"
	"steward/gui/words"
)

// SaveChart writes a chart to a file as the name's ending says: a .png where it has none.
func (s *Session) SaveChart(path string, c pictures.Chart) {
	if filepath.Ext(path) == "" {
		path += ".png"
	}
	s.run(guide.Release, words.T("Writing %s", filepath.Base(path)), func(context.Context, func(string, float64)) error { return c.Write(path) }, func(error) {})
}
