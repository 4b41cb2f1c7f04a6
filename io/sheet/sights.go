package sheet

// sights are what a scanner noticed beside the cells.
type sights struct {
	percent map[int]sight // by column
	lost    rowCount      // with U+FFFD, by which programs replace what they cannot read
}

// sight is where something was first noticed, and how often.
type sight struct{ row, count int }

// notePercent notes a number that the spreadsheet shows as a percentage.
func (s *sights) notePercent(row, column int) {
	if s.percent == nil {
		s.percent = make(map[int]sight)
	}
	p := s.percent[column]
	if p.count++; p.count == 1 {
		p.row = row
	}
	s.percent[column] = p
}
