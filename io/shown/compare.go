package shown

import (
	"fmt"
	"slices"
	"strings"

	"steward/core/message"
)

// Loose says what programs changed that saved a workbook again, and which changes nothing that is read.
func Loose(was, is *Book) (out []message.Text) {
	if was.Program != is.Program {
		out = append(out, message.Sprintf("it was saved by %s", short(is.Program)))
	}
	for i := range was.Sheets {
		j := slices.IndexFunc(is.Sheets, func(s Sheet) bool { return s.Name == was.Sheets[i].Name })
		if j < 0 {
			continue
		}
		added, gone := apart(was.Sheets[i].Loose, is.Sheets[j].Loose)
		for _, what := range added {
			out = append(out, message.Sprintf("sheet “%s”: %s", was.Sheets[i].Name, what))
		}
		for _, what := range gone {
			out = append(out, message.Sprintf("sheet “%s”: no longer: %s", was.Sheets[i].Name, what))
		}
	}
	return out
}

// Compare says where what a workbook shows differs from what it showed.
func Compare(was, is *Book) (out []message.Text) {
	at := func(b *Book, name string) int {
		return slices.IndexFunc(b.Sheets, func(s Sheet) bool { return s.Name == name })
	}
	for i := range is.Sheets {
		if at(was, is.Sheets[i].Name) < 0 {
			out = append(out, message.Sprintf("sheet “%s” was added", is.Sheets[i].Name))
		}
	}
	for i := range was.Sheets {
		s := &was.Sheets[i]
		j := at(is, s.Name)
		if j < 0 {
			out = append(out, message.Sprintf("sheet “%s” is missing", s.Name))
			continue
		}
		out = append(out, compareSheet(was, is, s, &is.Sheets[j])...)
	}
	if len(out) == 0 && len(was.Sheets) == len(is.Sheets) {
		for i := range was.Sheets {
			if was.Sheets[i].Name != is.Sheets[i].Name {
				out = append(out, message.Sprintf("sheet “%s” is where “%s” was", is.Sheets[i].Name, was.Sheets[i].Name))
				break
			}
		}
	}
	added, gone := apart(was.Names, is.Names)
	for _, name := range added {
		out = append(out, message.Sprintf("the name “%s” was added", name))
	}
	for _, name := range gone {
		out = append(out, message.Sprintf("the name “%s” is missing", name))
	}
	added, gone = apart(was.Else, is.Else)
	for _, what := range added {
		out = append(out, message.Sprintf("the workbook has something that it did not have: %s", short(what)))
	}
	for _, what := range gone {
		out = append(out, message.Sprintf("the workbook lacks something that it had: %s", short(what)))
	}
	return out
}

// apart returns what only the second of two lists has, and what only the first has, as often as it has it more often.
func apart(was, is []string) (added, gone []string) {
	count := make(map[string]int)
	for _, s := range was {
		count[s]++
	}
	for _, s := range is {
		if count[s]--; count[s] < 0 {
			added = append(added, s)
		}
	}
	for _, s := range was {
		if count[s] > 0 {
			count[s]--
			gone = append(gone, s)
		}
	}
	return added, gone
}

// short cuts a long text.
func short(s string) string {
	const most = 200
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}

// compareSheet says where a sheet differs.
func compareSheet(was, is *Book, s, t *Sheet) (out []message.Text) {
	if s.State != t.State {
		out = append(out, message.Sprintf("sheet “%s” is %s, and was %s", s.Name, stateOf(t), stateOf(s)))
	}
	if s.Digest != t.Digest || s.Rows != t.Rows {
		out = append(out, compareCells(was, is, s, t)...)
	}
	for _, part := range []struct{ was, is []string }{{asHidden(s), asHidden(t)}, {s.Charts, t.Charts}, {s.Else, t.Else}} {
		added, gone := apart(part.was, part.is)
		for _, what := range added {
			out = append(out, message.Sprintf("sheet “%s” has something that it did not have: %s", s.Name, short(what)))
		}
		for _, what := range gone {
			out = append(out, message.Sprintf("sheet “%s” lacks something that it had: %s", s.Name, short(what)))
		}
	}
	return out
}

// asHidden are the rows and columns of a sheet that are hidden, each with that word.
func asHidden(s *Sheet) (out []string) {
	for _, what := range s.Hidden {
		out = append(out, "hidden "+what)
	}
	return out
}

// stateOf says whether a sheet is hidden.
func stateOf(s *Sheet) message.Text {
	if s.State == "" {
		return message.Sprintf("shown")
	}
	return message.Sprintf("hidden")
}

// compareCells says which cells of a sheet differ, or in which rows they stand where cells are not listed.
func compareCells(was, is *Book, s, t *Sheet) []message.Text {
	if len(s.Cells) == 0 || len(t.Cells) == 0 {
		return []message.Text{compareMarks(s, t)}
	}
	var out []message.Text
	have := make(map[string]cell, len(t.Cells))
	for _, line := range t.Cells {
		if at, c, ok := cellOf(line); ok {
			have[at] = c
		}
	}
	for _, line := range s.Cells {
		at, old, ok := cellOf(line)
		now, there := have[at]
		delete(have, at)
		switch before, after := was.look(old.look), is.look(now.look); {
		case !ok:
		case !there:
			out = append(out, message.Sprintf("sheet “%s”, cell %s is empty, and was “%s”", s.Name, at, short(old.value)))
		case old.kind != now.kind || old.value != now.value:
			out = append(out, message.Sprintf("sheet “%s”, cell %s is “%s”, and was “%s”", s.Name, at, short(now.value), short(old.value)))
		case before != after:
			out = append(out, message.Sprintf("sheet “%s”, cell %s looks different: “%s” instead of “%s”", s.Name, at, after, before))
		}
	}
	for _, line := range t.Cells { // in their order
		if at, c, _ := cellOf(line); have[at].kind != 0 {
			out = append(out, message.Sprintf("sheet “%s”, cell %s is “%s”, and was empty", s.Name, at, short(c.value)))
		}
	}
	if len(out) == 0 {
		out = append(out, compareMarks(s, t))
	}
	return out
}

// look is a look by its number.
func (b *Book) look(i int) string {
	if i < 0 || i >= len(b.Looks) {
		return fmt.Sprint(i)
	}
	return b.Looks[i]
}

// compareMarks says in which of the rows that have something in them a sheet differs first.
func compareMarks(s, t *Sheet) message.Text {
	if s.Rows != t.Rows {
		return message.Sprintf("sheet “%s” has %d rows, and had %d", s.Name, t.Rows, s.Rows)
	}
	n := 0
	if s.Marks == "" || t.Marks == "" {
		return message.Sprintf("sheet “%s” differs", s.Name)
	}
	for n+6 <= min(len(s.Marks), len(t.Marks)) && strings.EqualFold(s.Marks[n:n+6], t.Marks[n:n+6]) {
		n += 6
	}
	if s.Rows <= mostMarks {
		return message.Sprintf("sheet “%s” differs in row %d", s.Name, n/6+1)
	}
	return message.Sprintf("sheet “%s” differs in rows %d to %d", s.Name, n/6*perMark+1, min((n/6+1)*perMark, s.Rows))
}
