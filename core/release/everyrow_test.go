package release

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"testing"

	"pgregory.net/rapid"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/seeded"
	"steward/core/table"
)

// scattered is a sheet of made-up cells; its last column says whose row it is.
type scattered struct {
	header []string
	rows   [][]table.Cell
}

func (s *scattered) Name() message.Text { return message.Verbatim("scattered.csv") }
func (s *scattered) Header() []string   { return s.header }
func (s *scattered) Address(row, column int) message.Text {
	return message.Sprintf("line %d, column %d", row, column+1)
}
func (s *scattered) Rows(ctx context.Context) iter.Seq2[table.Row, error] {
	return func(yield func(table.Row, error) bool) {
		for i, r := range s.rows {
			if !yield(table.Row{Number: i + 2, Cells: r}, ctx.Err()) {
				return
			}
		}
	}
}

// anyColumn draws a column of any kind, with any rules and readings.
func anyColumn(t *rapid.T, i int) plan.Column {
	c := plan.Column{Name: domain.AttributeName(fmt.Sprint("c", i)), Origin: domain.Typed,
		Kind: rapid.SampledFrom([]domain.Kind{domain.List, domain.Ordered, domain.Whole, domain.Ranges, domain.Periods}).Draw(t, "kind")}
	rules := []plan.Special{{}, {Rule: domain.OwnCell}, {Rule: domain.Refuse}}
	nearest := []plan.Special{{Rule: domain.Nearest}, {Rule: domain.Nearest}}
	var label string
	switch c.Kind {
	case domain.List, domain.Ordered:
		c.Values, label, nearest = []string{"a", "b", "7", "2024-01-01"}, "b", nil
	case domain.Whole:
		lo, hi := int64(3), int64(9)
		c.Lowest, c.Highest, label = &lo, &hi, "7"
	case domain.Ranges:
		c.WholeNumbers = rapid.Bool().Draw(t, "whole numbers")
		c.Ranges, label = []plan.Range{{From: "0", To: "5", Label: "low"}, {From: "5", To: "10", Label: "high"}}, "low"
		if c.WholeNumbers {
			c.Ranges[0].To = "4"
		}
		if rapid.Bool().Draw(t, "open") {
			c.Ranges[0].From, c.Ranges[1].To = "", ""
		}
	case domain.Periods:
		c.Dates = &plan.Dates{Period: rapid.SampledFrom(domain.AllPeriods()).Draw(t, "period"),
			Order: rapid.SampledFrom([]domain.DateOrder{domain.YearFirst, domain.DayFirst, domain.MonthFirst}).Draw(t, "order")}
		switch c.Dates.Period {
		case domain.Hours:
			c.Dates.First, c.Dates.Last = "6", "20"
		case domain.Spans:
			c.Dates.Spans = []plan.Range{{From: "2023-02-03", To: "2024-01-01", Label: "one"}, {From: "2024-01-02", To: "2024-06-30", Label: "two"}}
		default:
			c.Dates.First, c.Dates.Last = "2023-02-03", "2024-06-30"
		}
		a, err := c.Attribute()
		if err != nil {
			t.Fatal(err)
		}
		label = a.Label(0)
	}
	rules = append(rules, plan.Special{Rule: domain.AsValue, Value: label})
	c.Blank = rapid.SampledFrom(rules).Draw(t, "blanks")
	c.Other = rapid.SampledFrom(append(rules, nearest...)).Draw(t, "others")
	c.Readings = map[string]string{"n/a": label}
	if c.Blank.Rule != domain.Refuse {
		c.Readings["unknown"] = domain.BlankLabel
	}
	return c
}

// anyCell draws a cell as a sheet may hold it.
func anyCell(t *rapid.T) table.Cell {
	return rapid.SampledFrom([]table.Cell{
		{},
		{Kind: table.Text, Text: "a"}, {Kind: table.Text, Text: "b"}, {Kind: table.Text, Text: "z"}, {Kind: table.Text, Text: "n/a"}, {Kind: table.Text, Text: "unknown"},
		{Kind: table.Number, Text: "7", Number: 7}, {Kind: table.Number, Text: "4.5", Number: 4.5}, {Kind: table.Number, Text: "-1", Number: -1},
		{Kind: table.Number, Text: "10", Number: 10}, {Kind: table.Number, Text: "2024", Number: 2024}, {Kind: table.Text, Text: "8"},
		{Kind: table.Date, Text: "2024-01-01", Number: 45292}, {Kind: table.Date, Text: "2024-06-30T13:00:00", Number: 45473.5}, {Kind: table.Date, Text: "05:59:00", Number: 0.25},
		{Kind: table.Text, Text: "01/02/2024"}, {Kind: table.Text, Text: "2022-12-31"}, {Kind: table.Text, Text: "2024-02"}, {Kind: table.Text, Text: "13:05"},
		{Kind: table.Bool, Text: "TRUE", Number: 1}, {Kind: table.Error, Text: "#N/A"},
	}).Draw(t, "cell")
}

// TestEveryRowHasItsCell reads files of all kinds of cell with columns of all kinds: every row
// is counted in one cell, or fills or exceeds a slot of its person, or is listed as one that
// cannot be read, which stops a release. None disappears, and what is told of rows and cells adds up to that.
func TestEveryRowHasItsCell(t *testing.T) {
	seeded.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 3).Draw(t, "columns")
		p := plan.Plan{Version: plan.Version, DataSet: "scattered", Budget: plan.Budget{Epsilon: "1"}}
		data := &scattered{}
		for i := range n {
			c := anyColumn(t, i)
			p.Columns = append(p.Columns, c)
			data.header = append(data.header, string(c.Name))
			p.Questions = append(p.Questions, plan.Question{ID: fmt.Sprint("q", i), Title: string(c.Name), Kind: "table", Columns: []domain.AttributeName{c.Name}})
		}
		data.header = append(data.header, "who")
		atMost := rapid.IntRange(0, 3).Draw(t, "rows of a person") // 0: everybody has one
		if atMost > 0 {
			p.Rows = &plan.Rows{Person: "who", AtMost: atMost}
		}
		compiled, err := plan.Compile(p)
		if err != nil {
			t.Fatal(err)
		}
		readable, unread := make([]map[int]int64, n), int64(0)
		for i := range n {
			readable[i] = make(map[int]int64)
		}
		ways, cellsUnread := make([][domain.Ways]int64, n), make([]int64, n)
		beyondRows := make(map[int]bool)
		slots := make(map[string]int)
		kept, beyond := int64(0), int64(0)
		rows := rapid.IntRange(0, 40).Draw(t, "rows")
		for row := range rows {
			cells := make([]table.Cell, n+1)
			values, good := make([]int, n), true
			for i := range n {
				cells[i] = anyCell(t)
				v, err := compiled.Domain.Attributes()[i].ValueOf(cells[i])
				values[i], good = v, good && err == nil
				if err != nil {
					cellsUnread[i]++
				} else {
					ways[i][foundIn(t, p.Columns[i], cells[i])]++
				}
			}
			who := fmt.Sprint("p", rapid.IntRange(0, 4).Draw(t, "who"))
			cells[n] = table.Cell{Kind: table.Text, Text: who}
			data.rows = append(data.rows, cells)
			switch slots[who]++; {
			case !good:
				unread++
				slots[who]--
			case atMost > 0 && slots[who] > atMost:
				beyond++
				beyondRows[row+2] = true
			default:
				kept++
			}
			for i := range n {
				if good && !beyondRows[row+2] {
					readable[i][values[i]]++
				}
			}
		}
		checked, err := Check(context.Background(), compiled, FromRows(data), nil)
		if err != nil {
			t.Fatal(err)
		}
		if checked.Records != int64(rows) || checked.UnreadCount != unread || checked.Beyond != beyond || kept+beyond+unread != int64(rows) {
			t.Fatalf("of %d rows %d are read, %d cannot be and %d are beyond: want %d and %d", rows, checked.Records, checked.UnreadCount, checked.Beyond, unread, beyond)
		}
		for i, of := range checked.Columns {
			if of.Ways != ways[i] || of.Unread != cellsUnread[i] {
				t.Fatalf("column %d: cells are read as %v and %d cannot be: want %v and %d", i, of.Ways, of.Unread, ways[i], cellsUnread[i])
			}
		}
		told, toldCells := listed(t, compiled, data)
		if told[RowUnread] != unread || told[RowBeyond] != beyond || !maps.Equal(toldCells, beyondRows) {
			t.Fatalf("rows are told as %v, beyond %v: want %d and %v", told, toldCells, unread, beyondRows)
		}
		vectors, err := count(context.Background(), Job{Plan: compiled, Data: asReviewed{FromRows(data)}, Progress: func(message.Text, float64) {}}, compiled.Problems)
		if unread > 0 {
			if err == nil {
				t.Fatalf("%d rows cannot be read, but the release goes on", unread)
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range vectors {
			if v.Total() != kept {
				t.Fatalf("column %d: %d rows are counted, want %d of %d", i, v.Total(), kept, rows)
			}
			for cell := range v.Domain().Attributes()[0].Size() {
				if got, want := v.Counts()[cell], readable[i][cell]; got != want {
					t.Fatalf("column %d: %d rows are counted as %s, want %d", i, got, v.Domain().Attributes()[0].Label(cell), want)
				}
			}
		}
	})
}

// foundIn says in which way a readable cell is read: what is left of a declaration without readings, rules for others and bounds
// tells whether the value is declared.
func foundIn(t *rapid.T, c plan.Column, cell table.Cell) domain.Way {
	_, said := c.Readings[cell.Text]
	switch {
	case cell.Kind == table.Blank:
		return domain.BlankWay
	case said:
		return domain.Reading
	}
	nearest := c.Other.Rule == domain.Nearest
	c.Readings, c.Other = nil, plan.Special{Rule: domain.Refuse}
	strict, err := c.Attribute()
	if err != nil {
		t.Fatal(err)
	}
	switch _, err := strict.ValueOf(cell); {
	case err == nil:
		return domain.Declared
	case nearest:
		return domain.AtBound
	}
	return domain.Outside
}

// listed counts what is told of rows and lists those that find no slot.
func listed(t *rapid.T, c *plan.Compiled, data table.Source) (told map[Finding]int64, beyond map[int]bool) {
	told, beyond = make(map[Finding]int64), make(map[int]bool)
	_, err := FromRows(data).Read(context.Background(), c, Visit{
		Cell:     func([]int, int64) error { return nil },
		Unread:   func(int64, error) error { return nil },
		Progress: func(int64) {},
		Found: func(f Found) error {
			if told[f.What]++; f.What == RowBeyond {
				beyond[f.Row] = true
			}
			return nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return told, beyond
}

// asReviewed is data that was reviewed as it stands.
type asReviewed struct{ Source }

func (asReviewed) SameAsReviewed(plan.Fingerprint) (bool, error) { return true, nil }
