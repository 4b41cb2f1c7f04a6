package xlsx

import "steward/io/sheet/grid"

// Nearly all cells of all workbooks are written in one of a few ways, without prefixes,
// references or anything but a value in them. These are read here byte by byte; everything
// else, and all that is wrong, is left to the reader of XML.

// quickRoom is how many bytes must have been read for a quick look: more than the tags of a
// cell take.
const quickRoom = 512

// quickCell reads a whole <c> that is written in a usual way. Where it is not, nothing is
// read.
func (s *scanner) quickCell(c *cellXML) bool {
	b := s.xml.Peek(quickRoom)
	if b == nil || b[0] != '<' || b[1] != 'c' {
		return false
	}
	*c = cellXML{column: len(s.cells)}
	i := 2
	for b[i] == ' ' {
		if i+16 > len(b) || b[i+2] != '=' || b[i+3] != '"' {
			return false
		}
		name := b[i+1]
		i += 4
		switch name {
		case 'r':
			c.column, i = quickColumn(b, i, s.row)
		case 's':
			c.style, i = quickNumber(b, i)
		case 't':
			c.kind, i = quickType(b, i)
		default:
			return false
		}
		if i < 0 || i+24 > len(b) || b[i] != '"' {
			return false
		}
		i++
	}
	if b[i] == '/' && b[i+1] == '>' {
		s.xml.Discard(i + 2)
		return true
	}
	if b[i] != '>' || b[i+1] != '<' {
		return false
	}
	i += 2
	switch {
	case b[i] == 'v' && b[i+1] == '>':
		c.value, i = quickText(b, i+2, "</v></c>")
	case c.kind == inlineCell && string(b[i:i+6]) == "is><t>":
		c.value, i = quickText(b, i+6, "</t></is></c>")
	default:
		return false
	}
	if i < 0 {
		return false
	}
	c.stored = true
	s.xml.Discard(i)
	return true
}

// quickColumn reads an address such as AB12 in its row; -1 where there is none, or one in another row.
func quickColumn(b []byte, i, row int) (column, next int) {
	n, from := 0, i
	for ; i < len(b) && b[i] >= 'A' && b[i] <= 'Z'; i++ {
		if n = 26*n + int(b[i]-'A') + 1; i-from == 3 {
			return 0, -1
		}
	}
	if n == 0 {
		return 0, -1
	}
	at, digits := 0, i
	for ; i < len(b) && b[i] >= '0' && b[i] <= '9'; i++ {
		if at = 10*at + int(b[i]-'0'); at > grid.WorkbookRows {
			return 0, -1
		}
	}
	if i > digits && at != row {
		return 0, -1
	}
	return n - 1, i
}

// quickNumber reads a number of a few digits; -1 where there is none.
func quickNumber(b []byte, i int) (n, next int) {
	const most = 6 // digits
	from := i
	for ; i < len(b) && b[i] >= '0' && b[i] <= '9'; i++ {
		if n = 10*n + int(b[i]-'0'); i-from == most {
			return 0, -1
		}
	}
	if i == from {
		return 0, -1
	}
	return n, i
}

// quickType reads the type of a cell; -1 where it is none of the usual ones.
func quickType(b []byte, i int) (kind cellType, next int) {
	n := 0
	for ; n < len("inlineStr") && i+n < len(b) && b[i+n] != '"'; n++ {
	}
	if kind = typeOf(b[i : i+n]); kind == unknownCell {
		return 0, -1
	}
	return kind, i + n
}

// quickText reads printable characters without references up to the tags given; -1 where
// they do not follow.
func quickText(b []byte, i int, end string) (text []byte, next int) {
	from := i
	for i < len(b) && b[i] >= ' ' && b[i] < 0x7f && b[i] != '<' && b[i] != '&' {
		i++
	}
	if i+len(end) > len(b) || string(b[i:i+len(end)]) != end {
		return nil, -1
	}
	return b[from:i], i + len(end)
}
