package grid

// Sights are what a scanner noticed beside the cells.
type Sights struct {
	Percent map[int]sight // by column
	Emptied map[int]sight // by column
	Lost    RowCount      // with U+FFFD, by which programs replace what they cannot read
}

// sight is where something was first noticed, and how often.
type sight struct{ Row, Count int }

// NotePercent notes a number that the spreadsheet shows as a percentage.
func (s *Sights) NotePercent(row, column int) { note(&s.Percent, row, column) }

// NoteEmptied notes a formula whose result is an empty text.
func (s *Sights) NoteEmptied(row, column int) { note(&s.Emptied, row, column) }

func note(seen *map[int]sight, row, column int) {
	if *seen == nil {
		*seen = make(map[int]sight)
	}
	p := (*seen)[column]
	if p.Count++; p.Count == 1 {
		p.Row = row
	}
	(*seen)[column] = p
}

// RowCount is how many rows were met, and the first of them.
type RowCount struct{ First, Count int }

// Add counts a row.
func (c *RowCount) Add(row int) {
	if c.Count++; c.Count == 1 {
		c.First = row
	}
}
