package repair

import (
	"strings"

	"steward/core/limits"
	"steward/core/message"
	"steward/core/spelling"
)

// Split reads a column whose cells hold several answers as one column for each option that could be chosen.
type Split struct {
	Column  string   `json:"column"`
	Between string   `json:"between"` // what separates the answers in a cell
	Options []string `json:"options"`
}

// The values of the columns of a split. A blank cell is blank in all of them.
const (
	Chosen    = "yes"
	NotChosen = "no"
)

// Name returns the name of the column of an option.
func (s Split) Name(option string) string { return s.Column + ": " + option }

// Names returns the names of the columns of all options.
func (s Split) Names() []string {
	names := make([]string, len(s.Options))
	for i, option := range s.Options {
		names[i] = s.Name(option)
	}
	return names
}

// Check errors on a split that cannot be meant.
func (s Split) Check() error {
	switch {
	case s.Between == "" || len([]rune(s.Between)) > 3:
		return message.Errorf("column %q has several answers in one cell, with %q between them: give one to three characters, such as a semicolon", s.Column, s.Between)
	case len(s.Options) < 2 || len(s.Options) > limits.MaxSplitOptions:
		return message.Errorf("column %q is to be read as %d options, but 2 to %d are possible: combine rare ones in the spreadsheet", s.Column, len(s.Options), limits.MaxSplitOptions)
	}
	seen := make(map[string]bool)
	for _, o := range s.Options {
		switch folded := spelling.Fold(o); {
		case o == "" || spelling.Clean(o) != o || len([]rune(s.Name(o))) > limits.MaxNameRunes:
			return message.Errorf("column %q has the option %q, which is empty, too long, or has extra spaces or invisible characters", s.Column, o)
		case len(s.Pieces(o)) != 1:
			return message.Errorf("column %q has the option %q with %q in it, which separates answers", s.Column, o, s.Between)
		case seen[folded]:
			return message.Errorf("column %q has the option %q twice, apart from letter case: name it once", s.Column, o)
		default:
			seen[folded] = true
		}
	}
	return nil
}

// Pieces returns the answers in a cell's text.
func (s Split) Pieces(text string) []string { return Pieces(text, s.Between) }

// Pieces splits a text at its separators and trims the spaces around each piece.
func Pieces(text, between string) []string {
	var out []string
	for piece := range strings.SplitSeq(text, between) {
		if piece = spelling.Clean(piece); piece != "" {
			out = append(out, piece)
		}
	}
	return out
}
