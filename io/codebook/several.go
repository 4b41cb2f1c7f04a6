package codebook

import (
	"slices"
	"strconv"
	"strings"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/repair"
)

// severalKind is the type of a column whose cells hold several answers. Its values are the options that can be chosen; each is a
// column of its own in what is published.
const severalKind domain.Kind = "several answers"

// several is a column whose cells hold several answers.
var several = special{
	kind: severalKind, named: true,
	finish: func(c *column, r *reader, b *Book) error {
		s, err := c.finishSeveral(r)
		if err == nil {
			b.Splits = append(b.Splits, s)
		}
		return err
	},
	rows: func(b Book) (out []declared, err error) {
		for _, s := range b.Splits {
			out = append(out, declared{s.Column, severalRows(s)})
		}
		return out, nil
	},
	published: func(name string) error {
		return message.Errorf("the column %q whose cells contain several answers cannot be written: name one that is not published", name)
	},
}

// betweenNames are the separators that cannot be seen in a cell.
var betweenNames = map[string]string{"\n": "line break", " ": "blank", "\t": "tab"}

// addBetween takes what stands between two answers of a cell.
func (c *column) addBetween(r *reader, l line) error {
	text := r.get(l, separator)
	if text == "" {
		return nil
	}
	between := betweenOf(text)
	switch {
	case c.kind.Kind != severalKind:
		return r.wrong(l, separator, "nothing, as the type is %s,", c.kind).WithRemedy("write %s as the type, or remove the separator", severalKind)
	case c.between != "" && c.between != between:
		return r.wrong(l, separator, "%s, as in a row above,", betweenText(c.between)).WithRemedy("say it once for the column")
	}
	c.between = between
	return nil
}

// betweenText writes a separator as betweenOf reads it: by its name, or in quotation marks where blanks belong to it.
func betweenText(between string) string {
	if name := betweenNames[between]; name != "" {
		return name
	}
	if strings.TrimSpace(between) == between && !strings.HasPrefix(between, `"`) {
		return between
	}
	return strconv.Quote(between)
}

func betweenOf(text string) string {
	for between, name := range betweenNames {
		if folded(text) == name {
			return between
		}
	}
	if between, err := strconv.Unquote(text); err == nil && strings.HasPrefix(text, `"`) {
		return between
	}
	return text
}

// finishSeveral returns how the cells are read. It errors where a plan would not take it.
func (c *column) finishSeveral(r *reader) (repair.Split, error) {
	s := repair.Split{Column: c.name, Between: c.between, Options: c.out.Values}
	if s.Between == "" {
		s.Between = ";"
	}
	if len(c.out.Readings) > 0 || c.out.Blank.Rule != "" || c.out.Other.Rule != "" {
		return s, r.fault(c.first.number, r.at[columnName], "column %q holds several answers, which take no readings or rules: give those to the columns of its options", c.name).
			WithRemedy("also declare %q and the like, with the rules", s.Name("option"))
	}
	if err := s.Check(); err != nil {
		return s, r.fault(c.first.number, r.at[columnName], "%s", err).WithRemedy("correct the rows of this column in the codebook")
	}
	return s, nil
}

// severalRows returns the rows of the codebook that say how cells with several answers are read.
func severalRows(s repair.Split) []map[heading]string {
	rows := make([]map[heading]string, len(s.Options))
	for i, option := range s.Options {
		rows[i] = map[heading]string{columnName: s.Column, columnType: string(severalKind), separator: betweenText(s.Between), oneValue: option}
	}
	return rows
}

// parted says of columns of options what they are parts of.
func parted(columns []plan.Column, splits []repair.Split) {
	for i, col := range columns {
		for _, s := range splits {
			if col.PartOf == "" && slices.Contains(s.Names(), string(col.Name)) {
				columns[i].PartOf = s.Column
			}
		}
	}
}
