package sheet

import (
	"context"

	"steward/core/message"
	"steward/core/table"
	"steward/io/sheet/grid"
)

// view is a part of a sheet as if there were nothing else on it. Its rows and columns keep
// their places.
type view struct {
	grid.Grid
	name message.Text
	area grid.Area
	last *int // takes the last row of the whole sheet that holds anything; nil where nobody asks
}

func (v *view) Label() message.Text { return grid.At(v.Grid.Label(), v.name) }

func (v *view) Scan(ctx context.Context) (grid.Scanner, error) {
	s, err := v.Grid.Scan(ctx)
	if err != nil {
		return nil, err
	}
	return &viewScanner{s, v.area, v.last}, nil
}

type viewScanner struct {
	grid.Scanner
	area grid.Area
	last *int
}

// Next passes by what lies above and beside the area. What lies below is read to its end, so
// that a damaged file is told.
func (s *viewScanner) Next() (grid.Record, error) {
	for {
		r, err := s.Scanner.Next()
		if err != nil {
			return r, err
		}
		if s.last != nil && !r.Blank() {
			*s.last = r.Number
		}
		if r.Number < s.area.Top || r.Number > s.area.Bottom {
			continue
		}
		kept := r.Merges[:0:0]
		for _, a := range r.Merges {
			if a.Left >= s.area.Left && a.Right <= s.area.Right && a.Bottom <= s.area.Bottom {
				kept = append(kept, a)
			}
		}
		r.Merges = kept
		r.Skipped = min(r.Skipped, r.Number-s.area.Top)
		r.Cells = r.Cells[:min(len(r.Cells), s.area.Right+1)]
		for i := range min(s.area.Left, len(r.Cells)) {
			r.Cells[i] = table.Cell{}
		}
		return r, nil
	}
}
