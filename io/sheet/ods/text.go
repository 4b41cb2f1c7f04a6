package ods

import (
	"strconv"

	"steward/io/sheet/grid"
	"steward/io/sheet/xmlscan"
)

// readParagraphs reads the content of a cell up to its end. What is drawn in it, its notes
// and tables within it are no part of its text.
func (s *scanner) readParagraphs(c *odsCell) error {
	text := paragraphs{out: s.text[:0]}
	for {
		kind, err := s.xml.Next()
		if err != nil {
			return err
		}
		switch kind {
		case xmlscan.EndTag:
			s.text = text.out
			c.shown = string(text.out)
			return nil
		case xmlscan.StartTag:
			if string(s.xml.Name) != "p" {
				if err := s.xml.Skip(); err != nil {
					return err
				}
				continue
			}
			if c.text {
				text.out = append(text.out, '\n')
			}
			c.text = true
			if err := s.readParagraph(&text); err != nil {
				return err
			}
		}
	}
}

// paragraphs collects the text of paragraphs, with each run of white space made one space and
// none at either end (part 3, 6.1.2).
type paragraphs struct {
	out     []byte
	waiting bool // for a character after white space
	begun   bool // the paragraph has a character
}

func (x *paragraphs) characters(data []byte) {
	for _, b := range data {
		switch b {
		case ' ', '\t', '\n', '\r':
			x.waiting = true
		default:
			x.literal(1, b)
		}
	}
}

// literal appends a character n times, after the space that waits for one.
func (x *paragraphs) literal(n int, b byte) {
	if x.waiting && x.begun {
		x.out = append(x.out, ' ')
	}
	x.waiting, x.begun = false, true
	for range n {
		x.out = append(x.out, b)
	}
}

// readParagraph reads a <p> whose start was read, to its end: its own text and that of the
// spans, links and fields in it, without notes and the small print above characters.
func (s *scanner) readParagraph(text *paragraphs) error {
	text.waiting, text.begun = false, false
	for outside := s.xml.Depth() - 1; ; {
		kind, err := s.xml.Next()
		if err != nil {
			return err
		}
		switch kind {
		case xmlscan.Characters:
			text.characters(s.xml.Text)
		case xmlscan.EndTag:
			if s.xml.Depth() == outside {
				return nil
			}
		case xmlscan.StartTag:
			switch string(s.xml.Name) {
			case "s":
				n, err := s.spaces()
				if err != nil {
					return err
				}
				text.literal(n, ' ')
			case "tab":
				text.literal(1, '\t')
			case "line-break":
				text.literal(1, '\n')
			case "annotation", "annotation-end", "note", "ruby-text", "frame", "custom-shape", "g":
				if err := s.xml.Skip(); err != nil {
					return err
				}
			}
		}
	}
}

// spaces returns how many spaces an <s> stands for.
func (s *scanner) spaces() (int, error) {
	n := 1
	for _, a := range s.xml.Attrs {
		if string(a.Name) == "c" {
			var err error
			if n, err = strconv.Atoi(string(a.Value)); err != nil || n < 0 {
				return 0, grid.NewFault(grid.At(s.grid.Label(), s.grid.Row(s.row+1)), "found %s as a number of spaces", grid.Quote(string(a.Value))).WithRemedy("open the workbook in a spreadsheet program and save it again")
			}
		}
	}
	if n > s.room {
		return 0, grid.ErrTooLong
	}
	s.room -= n
	return n, nil
}
