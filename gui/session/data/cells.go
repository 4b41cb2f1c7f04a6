package data

import (
	"context"
	"errors"
	"strings"

	"steward/core/guide"
	"steward/gui/words"
	"steward/io/records"
	"steward/io/sheet"
)

// MostCells is how many cells behind a rule are shown.
const MostCells = 500

// CellRead is a cell as it stands, and as a rule reads it.
type CellRead struct{ Address, Before, After string }

// CellsBehind reads the file for the cells of a repair, by the choice that is in force or proposed, and shows the first of them.
// They are for the steward's eyes only.
func (s *Step) CellsBehind(r sheet.Repair, show func(cells []CellRead)) {
	if s.file == nil {
		return
	}
	var cells []CellRead
	choice := max(r.Proposed, 0)
	if r.InForce {
		choice = 0
	}
	path, d, rules := s.file.Path, s.of.Plan().Data, s.file.Found.Behind(r.Choices[choice].Rules)
	s.of.Job(guide.Data, words.T("Looking for the cells"), func(ctx context.Context, _ func(string, float64)) (err error) {
		data, err := records.Open(ctx, path, d)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, data.Close()) }()
		return data.Behind(ctx, rules, r.Kinds(choice), func(m sheet.Mended) bool {
			after := sheet.Shown(m.After)
			if after == "" {
				after = words.T("a blank")
			}
			cells = append(cells, CellRead{words.Say(m.Address), strings.Clone(sheet.Shown(m.Before)), strings.Clone(after)})
			return len(cells) < MostCells
		})
	}, func(err error) {
		if err == nil {
			show(cells)
		}
	})
}
