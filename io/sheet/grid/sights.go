package grid

// Sights are what a scanner noticed beside the cells.
type Sights struct {
	Percent map[int]sight // by column
	Lost    RowCount      // with U+FFFD, by which programs replace what they cannot read
}

// sight is where something was first noticed, and how often.
type sight struct{ Row, Count int }

// NotePercent notes a number that the spreadsheet shows as a percentage.
func (s *Sights) NotePercent(row, column int) {
	if s.Percent == nil {
		s.Percent = make(map[int]sight)
	}
	p := s.Percent[column]
	if p.Count++; p.Count == 1 {
		p.Row = row
	}
	s.Percent[column] = p
}

// RowCount is how many rows were met, and the first of them.
type RowCount struct{ First, Count int }

// Add counts a row.
func (c *RowCount) Add(row int) {
	if c.Count++; c.Count == 1 {
		c.First = row
	}
}
