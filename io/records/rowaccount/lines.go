package rowaccount

import (
	"context"
	"iter"
	"slices"
	"steward/core/guide"
	"strconv"

	"steward/core/account"
	"steward/core/domain"
	"steward/core/message"
	"steward/core/table"
)

// Line is one line of an account: how many rows or cells there are of a kind.
type Line struct {
	// Key names the line on the command line: "beyond", "blank:district".
	Key  string
	Said message.Text
	N    int64
	// Level is 0 for rows of the file, 1 for records, 2 for what is remarkable of some of them, and 3 for cells of a column.
	Level int
	// Behind tells that the rows behind it can be looked through.
	Behind bool
	// Lost tells that they are in no number that is published, although they could be about people.
	Lost bool
}

// Lines are the account in words. Those of each of the levels 0 and 1 add up: to the rows of the file, and to the records among
// them.
func (a *Account) Lines() (list []Line) {
	add := func(level int, key string, n int64, behind bool, said message.Text) {
		if n != 0 {
			lost := slices.Contains([]string{"outside", "left-out", "unreadable", "beyond", "nothing"}, key)
			list = append(list, Line{key, said, n, level, behind && !a.Counted, lost})
		}
	}
	r := a.Rows
	add(0, "outside", int64(r.Outside), false, message.Sprintf("next to the part of the sheet that is read"))
	add(0, "above", int64(r.Above), false, message.Sprintf("above the names of the columns"))
	add(0, "header", int64(r.Header), false, message.Sprintf("with the names of the columns"))
	add(0, "blank", int64(r.Blank), false, message.Sprintf("blank"))
	add(0, "left-out", int64(r.LeftOut), true, message.Sprintf("left out, as said in step %s", guide.Data.Title()))
	add(1, "unreadable", a.UnreadCount, true, message.Sprintf("cannot be read as the plan says"))
	add(1, "beyond", a.Beyond, true, message.Sprintf("beyond those that each person may have"))
	add(1, "counted", a.Used(), false, message.Sprintf("counted"))
	add(2, "nothing", a.Unweighted, true, message.Sprintf("with a weight that rounds to zero, which count as zero"))
	add(2, "capped", a.Capped, false, message.Sprintf("with a weight above the cap, which count as the cap"))
	add(2, "short", int64(r.Short), true, message.Sprintf("with fewer fields than the header: the missing ones are read as blank"))
	add(2, "hidden", int64(r.Hidden), true, message.Sprintf("hidden in the workbook, but read all the same"))
	for _, c := range a.Columns {
		for _, of := range ofCells {
			add(3, of.key+":"+string(c.Name), of.count(c), true, message.Sprintf(of.said, string(c.Name)))
		}
	}
	return list
}

// ofCells are the lines of a column.
var ofCells = []struct {
	key, said string
	count     func(Column) int64
}{
	{"unread", message.Key("%s: cells that cannot be read"), func(c Column) int64 { return c.Unread }},
	{"blank", message.Key("%s: blank"), func(c Column) int64 { return c.Ways[domain.BlankWay] }},
	{"other", message.Key("%s: none of the declared values"), func(c Column) int64 { return c.Ways[domain.Outside] }},
	{"bound", message.Key("%s: beyond the bounds, counted at the nearest"), func(c Column) int64 { return c.Ways[domain.AtBound] }},
	{"reading", message.Key("%s: read as the plan says of such texts"), func(c Column) int64 { return c.Ways[domain.Reading] }},
	{"mended", message.Key("%s: read by a rule"), func(c Column) int64 { return c.Mended }},
}

// Told are the numbers of the lines, by their keys, and of the rows and records as "rows" and "records".
func (a *Account) Told() map[string]int64 {
	told := map[string]int64{"rows": int64(a.Rows.All), "records": a.Records}
	for _, l := range a.Lines() {
		told[l.Key] = l.N
	}
	return told
}

// Whole reports whether every row of the file that is no title, header or blank was read, and counts.
func (a *Account) Whole() bool {
	return a.OK() && !a.Counted && a.Rows.LeftOut == 0 && a.Rows.Outside == 0 && a.Beyond == 0
}

// Sentence says in short what became of the rows.
func (a *Account) Sentence() message.Text {
	if a.Counted {
		return message.Sprintf("A database counted %s rows; single rows cannot be shown here.", marked(a.Records))
	}
	var parts []message.Text
	for _, l := range a.Lines() {
		if l.Level < 2 {
			parts = append(parts, message.Sprintf("%s %s", marked(l.N), l.Said))
		}
	}
	return message.Sprintf("The file has %s rows: %s.", marked(int64(a.Rows.All)), message.And(parts))
}

// marked writes a count with marks between thousands.
func marked(n int64) string { return account.Commas(strconv.FormatInt(n, 10)) }

// numbered notes the rows of a source.
type numbered struct {
	table.Source
	rows []int
}

// Rows reads them.
func (n *numbered) Rows(ctx context.Context) iter.Seq2[table.Row, error] {
	n.rows = slices.Delete(n.rows, 0, len(n.rows))
	return func(yield func(table.Row, error) bool) {
		n.Source.Rows(ctx)(func(r table.Row, err error) bool {
			if err == nil {
				n.rows = append(n.rows, r.Number)
			}
			return yield(r, err)
		})
	}
}
