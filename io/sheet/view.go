package sheet

import (
	"context"

	"steward/core/table"
)

// view is a part of a sheet as if there were nothing else on it. Its rows and columns keep
// their places.
type view struct {
	grid
	name string
	area area
}

func (v *view) label() string { return v.grid.label() + ", " + v.name }

func (v *view) scan(ctx context.Context) (scanner, error) {
	s, err := v.grid.scan(ctx)
	if err != nil {
		return nil, err
	}
	return &viewScanner{s, v.area}, nil
}

type viewScanner struct {
	scanner
	area area
}

// next passes by what lies above and beside the area. What lies below is read to its end, so
// that a damaged file is told.
func (s *viewScanner) next() (record, error) {
	for {
		r, err := s.scanner.next()
		if err != nil {
			return r, err
		}
		if r.number < s.area.top || r.number > s.area.bottom {
			continue
		}
		kept := r.merges[:0:0]
		for _, a := range r.merges {
			if a.left >= s.area.left && a.right <= s.area.right && a.bottom <= s.area.bottom {
				kept = append(kept, a)
			}
		}
		r.merges = kept
		r.skipped = min(r.skipped, r.number-s.area.top)
		r.cells = r.cells[:min(len(r.cells), s.area.right+1)]
		for i := range min(s.area.left, len(r.cells)) {
			r.cells[i] = table.Cell{}
		}
		return r, nil
	}
}
