package sheet

import (
	"bytes"
	"strconv"
)

// readParagraphs reads the content of a cell up to its end. What is drawn in it, its notes
// and tables within it are no part of its text.
func (s *odsScanner) readParagraphs(c *odsCell) error {
	text := odsText{out: s.text[:0]}
	for {
		kind, err := s.xml.next()
		if err != nil {
			return err
		}
		switch kind {
		case endTag:
			s.text = text.out
			c.shown = string(text.out)
			return nil
		case startTag:
			if string(s.xml.name) != "p" {
				if err := s.xml.skip(); err != nil {
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

// odsText collects the text of paragraphs, with each run of white space made one space and
// none at either end (part 3, 6.1.2).
type odsText struct {
	out     []byte
	waiting bool // for a character after white space
	begun   bool // the paragraph has a character
}

func (x *odsText) characters(data []byte) {
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
func (x *odsText) literal(n int, b byte) {
	if x.waiting && x.begun {
		x.out = append(x.out, ' ')
	}
	x.waiting, x.begun = false, true
	x.out = append(x.out, bytes.Repeat([]byte{b}, n)...)
}

// readParagraph reads a <p> whose start was read, to its end: its own text and that of the
// spans, links and fields in it, without notes and the small print above characters.
func (s *odsScanner) readParagraph(text *odsText) error {
	text.waiting, text.begun = false, false
	for outside := s.xml.depth() - 1; ; {
		kind, err := s.xml.next()
		if err != nil {
			return err
		}
		switch kind {
		case characters:
			text.characters(s.xml.text)
		case endTag:
			if s.xml.depth() == outside {
				return nil
			}
		case startTag:
			switch string(s.xml.name) {
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
				if err := s.xml.skip(); err != nil {
					return err
				}
			}
		}
	}
}

// spaces returns how many spaces an <s> stands for.
func (s *odsScanner) spaces() (int, error) {
	n := 1
	for _, a := range s.xml.attrs {
		if string(a.name) == "c" {
			var err error
			if n, err = strconv.Atoi(string(a.value)); err != nil || n < 0 {
				return 0, &Fault{s.grid.label() + ", " + s.grid.row(s.row+1), "found " + quote(string(a.value)) + " for a number of spaces",
					"open the workbook in a spreadsheet program and save it again", nil}
			}
		}
	}
	if n > s.room {
		return 0, errTooLong
	}
	s.room -= n
	return n, nil
}
