package counts

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/release"
)

// made is a result for shown, with -1 where a line has no codes.
func made(p *plan.Compiled) [][]string {
	rows := [][]string{
		{"line", "c1", "c2", "c5", counted + digest(p)},
		{"cell", "0", "0", "0", "12"},
		{"cell", "2", "5", "2", "1"},
		{"cell", "3", "4", "1", "5"},
	}
	rows = withMarks(rows, 1, 2, 5)
	if p.Plan.Rows == nil {
		return append(rows, []string{"rows", "-1", "-1", "-1", "18"})
	}
	return append(rows, []string{"beyond", "-1", "-1", "-1", "4"}, []string{"people", "-1", "-1", "-1", "11"}, []string{"rows", "-1", "-1", "-1", "22"})
}

// withMarks adds the line of marks to the cells in rows, whose columns have these numbers in the plan.
func withMarks(rows [][]string, columns ...int) [][]string {
	sum := int64(0)
	for _, row := range rows {
		if row[0] != lineCell {
			continue
		}
		codes := make(map[int]int)
		for i, column := range columns {
			codes[column], _ = strconv.Atoi(row[i+1])
		}
		n, _ := strconv.ParseInt(row[len(row)-1], 10, 64)
		sum += n * Mark(codes)
	}
	line := []string{lineMarks}
	for range columns {
		line = append(line, "-1")
	}
	return append(rows, append(line, strconv.FormatInt(sum, 10)))
}

// TestResultIsRead reads what a query returns.
func TestResultIsRead(t *testing.T) {
	for _, change := range []func(*plan.Plan){nil, several} {
		p := shown(t, change)
		got := listen(t, Of(csvFile(t, "counts.csv", made(p))), p)
		want := map[string]int64{"[0 0 0]": 12, "[3 4 1]": 5, "[2 5 2]": 1}
		totals := [5]int64{18, 0, 0}
		if change != nil {
			totals = [5]int64{22, 4, 11}
		}
		if !maps.Equal(got.cells, want) || got.unread != 0 || got.totals != totals {
			t.Errorf("read %+v, want %v and %v", got, want, totals)
		}
		if n, err := Of(csvFile(t, "counts.csv", made(p))).Records(context.Background()); err != nil || n != totals[0] {
			t.Errorf("%d records (%v), want %d", n, err, totals[0])
		}
	}
}

// TestResultOfMoreColumns takes a result that tells more columns apart than are needed now.
func TestResultOfMoreColumns(t *testing.T) {
	p := shown(t, nil)
	rows := made(p)
	p = shown(t, func(p *plan.Plan) {
		p.Questions = p.Questions[1:]
		p.Columns[0].Origin = domain.Confirmed // where values come from changes no count
	})
	if got := listen(t, Of(csvFile(t, "counts.csv", rows)), p); !maps.Equal(got.cells, map[string]int64{"[0]": 12, "[1]": 5, "[2]": 1}) {
		t.Errorf("read %v", got.cells)
	}
}

// TestUnreadableRows says which column cannot be read, and not how often.
func TestUnreadableRows(t *testing.T) {
	p := shown(t, several)
	rows := made(p)
	rows[len(rows)-1][4] = "30"
	none := func(line, n string) []string { return []string{line, "-1", "-1", "-1", n} }
	rows = append(rows, none("unread 1", "2"), none("unread 3", "1"), none("impossible 1", "4"), none("nobody", "1"), none("settings", "0"))
	checked, err := release.Check(context.Background(), p, Of(csvFile(t, "counts.csv", rows)), nil)
	if err != nil || checked.UnreadCount != 8 || len(checked.Unread) != 4 || checked.Records != 30 || checked.Beyond != 4 {
		t.Fatalf("checked %+v, %v", checked, err)
	}
	for i, want := range []string{`line 9, column 1 (line): column "age": there are rows without a whole number`, `"wage": there are rows without a number`, `impossible combination 1 (age 18 or 19 with grade high)`, `blank in column "who"`} {
		if got := checked.Unread[i].Error(); !strings.Contains(got, want) {
			t.Errorf("%q does not say %q", got, want)
		}
	}
}

// TestResultRefused changes a result in every way that a hand or a cut could: each is refused
// in words that name the file and the place, and tell no count.
func TestResultRefused(t *testing.T) {
	type change func(rows [][]string) [][]string
	at := func(row, column int, text string) change {
		return func(rows [][]string) [][]string { rows[row][column] = text; return rows }
	}
	add := func(cells ...string) change {
		return func(rows [][]string) [][]string { return append(rows, cells) }
	}
	insert := func(at int, cells ...string) change {
		return func(rows [][]string) [][]string { return slices.Insert(rows, at, cells) }
	}
	last := func(n int) change { return func(rows [][]string) [][]string { return rows[:len(rows)-n] } }
	header := func(column int, text string) change { return at(0, column, text) }
	for _, c := range []struct {
		name   string
		change change
		plan   func(*plan.Plan)
		says   []string
	}{
		{"a code twice", insert(2, "cell", "0", "0", "0", "7"), nil, []string{"line 3, column 1", "twice"}},
		{"a code twice, farther down", insert(4, "cell", "0", "0", "0", "7"), nil, []string{"line 5, column 1", "order", "do not sort"}},
		{"lines sorted otherwise", func(rows [][]string) [][]string { slices.Reverse(rows[1:]); return rows }, nil, []string{"line 5, column 1", "order", "do not sort"}},
		{"a negative count", at(2, 4, "-5"), nil, []string{"line 3, column 5", "negative"}},
		{"a fraction", at(2, 4, "5.5"), nil, []string{"line 3, column 5", "a fraction", "a whole number"}},
		{"a noisy text", at(2, 4, "about 5"), nil, []string{"line 3, column 5", "a text"}},
		{"no count", at(2, 4, ""), nil, []string{"line 3, column 5", "nothing"}},
		{"too large a count", at(2, 4, "99999999999999"), nil, []string{"line 3, column 5", "split the data"}},
		{"an unknown code", at(1, 1, "4"), nil, []string{"line 2, column 2", `column "age"`, "from 0 to 3"}},
		{"a code below all", at(1, 2, "-1"), nil, []string{"line 2, column 3", "from 0 to 5"}},
		{"half a code", at(1, 2, "0.5"), nil, []string{"line 2, column 3"}},
		{"a label for a code", at(1, 2, "North"), nil, []string{"line 2, column 3", `the \"town\"`}},
		{"no code", at(1, 3, ""), nil, []string{"line 2, column 4"}},
		{"an impossible cell", insert(2, "cell", "0", "0", "1", "3"), nil, []string{"line 3, column 1", "declared impossible"}},
		{"a total", add("Total", "", "", "", "18"), nil, []string{"line 7, column 1", `"Total"`, "totals"}},
		{"a total of a column", add("", "0", "", "", "12"), nil, []string{"line 7, column 1"}},
		{"the number of rows twice", add("rows", "-1", "-1", "-1", "18"), nil, []string{"line 7, column 1", "twice"}},
		{"codes in a total", at(4, 1, "1"), nil, []string{"line 5, column 2", "not a cell"}},
		{"people where all have one row", add("people", "-1", "-1", "-1", "1"), nil, []string{"line 7", `"people"`}},
		{"a column that is not there", add("unread 9", "-1", "-1", "-1", "1"), nil, []string{"line 7", "column 9 of the plan, which has 5"}},
		{"a combination that is not there", add("impossible 2", "-1", "-1", "-1", "1"), nil, []string{"line 7", "which has 1"}},
		{"cut off", last(1), nil, []string{`"rows"`, "cut off"}},
		{"a cell taken out", func(rows [][]string) [][]string { return slices.Delete(rows, 2, 3) }, nil, []string{"do not add up", "cut off"}},
		{"rows moved from one cell to another", func(rows [][]string) [][]string {
			rows[1][4], rows[2][4] = "11", "2"
			return rows
		}, nil, []string{"not those that the query counted", "do not edit"}},
		{"another code", at(3, 2, "3"), nil, []string{"not those that the query counted"}},
		{"no marks", func(rows [][]string) [][]string { return slices.Delete(rows, 4, 5) }, nil, []string{`"marks"`, "missing"}},
		{"no people", func(rows [][]string) [][]string { return slices.Delete(rows, 6, 7) }, several, []string{`"people"`, "missing"}},
		{"too few people", at(6, 4, "3"), several, []string{"at most 2 each"}},
		{"too many people", at(6, 4, "19"), several, []string{"at most 2 each"}},
		{"another plan's", header(4, counted+strings.Repeat("0", 40)), nil, []string{"other columns, values or rules", "write the query again"}},
		{"an unknown column", header(1, "age"), nil, []string{`"age"`, "no query of Steward returns"}},
		{"a column less", func(rows [][]string) [][]string {
			for i := range rows {
				rows[i] = slices.Delete(rows[i], 3, 4)
			}
			return rows
		}, nil, []string{`not counted by "grade"`, "write the query again"}},
		{"no lines", header(0, "kind"), nil, []string{`"kind"`}},
	} {
		p := shown(t, c.plan)
		s := csvFile(t, "counts.csv", c.change(made(p)))
		_, err := release.Check(context.Background(), p, Of(s), nil)
		if err == nil {
			t.Errorf("%s: went through", c.name)
			continue
		}
		for _, want := range append(c.says, "counts.csv") {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %q does not say %q", c.name, err, want)
			}
		}
		for _, secret := range []string{"12", "18", "5.5", "99999"} {
			if strings.Contains(err.Error(), " "+secret+" ") {
				t.Errorf("%s: %q tells a count", c.name, err)
			}
		}
	}
}

// TestDigestNotices changes what a result's codes mean.
func TestDigestNotices(t *testing.T) {
	first := digest(shown(t, nil))
	seen := map[string]string{first: "nothing"}
	for name, change := range map[string]func(*plan.Plan){
		"a value":                   func(p *plan.Plan) { p.Columns[1].Values[0] = "Nord" },
		"the order of values":       func(p *plan.Plan) { v := p.Columns[4].Values; v[0], v[1] = v[1], v[0] },
		"a bound":                   func(p *plan.Plan) { *p.Columns[0].Highest = 22 },
		"an end":                    func(p *plan.Plan) { p.Columns[2].Ranges[2].To = "1001" },
		"a rule":                    func(p *plan.Plan) { p.Columns[0].Other.Rule = domain.OwnCell },
		"a reading":                 func(p *plan.Plan) { p.Columns[1].Readings = nil },
		"a period":                  func(p *plan.Plan) { p.Columns[3].Dates.Last = "2024-04" },
		"an impossible combination": func(p *plan.Plan) { p.Impossible = nil },
		"several rows":              several,
		"weights":                   weighted,
		"a step":                    func(p *plan.Plan) { weighted(p); p.Weight.Step = "0.5" },
		"a cap":                     func(p *plan.Plan) { weighted(p); p.Weight.Cap = "6" },
		"weights of several rows":   weightedRows,
		"more rows":                 func(p *plan.Plan) { p.Rows = &plan.Rows{Person: "who", AtMost: 3, Key: "visit"} },
		"a column": func(p *plan.Plan) {
			p.Columns = append(p.Columns, plan.Column{Name: "x", Kind: domain.List, Values: []string{"a"}, Origin: domain.Typed})
		},
	} {
		d := digest(shown(t, change))
		if before, ok := seen[d]; ok {
			t.Errorf("%s changes the digest no more than %s", name, before)
		}
		seen[d] = name
	}
	for name, change := range map[string]func(*plan.Plan){
		"a question": func(p *plan.Plan) { p.Questions = p.Questions[:1] },
		"an origin":  func(p *plan.Plan) { p.Columns[0].Origin = domain.Confirmed },
		"a label":    func(p *plan.Plan) { p.Columns[0].Label = "Age at the interview" },
		"the budget": func(p *plan.Plan) { p.Budget.Epsilon = "2" },
	} {
		if digest(shown(t, change)) != first {
			t.Errorf("%s changes the digest", name)
		}
	}
}

func TestIsResult(t *testing.T) {
	d := strings.Repeat("0a", 20)
	for header, want := range map[string]bool{
		"line,c1," + counted + d: true, strings.ToUpper("line,c1," + counted + d): true,
		"line,c1," + counted: false, "age,town": false, counted + d + "0": false, counted + strings.Repeat("xy", 20): false, "": false,
	} {
		if IsResult(strings.Split(header, ",")) != want {
			t.Errorf("%s: %v", header, !want)
		}
	}
}

// TestNothingIsPrinted prints a result that was read.
func TestNothingIsPrinted(t *testing.T) {
	p := shown(t, nil)
	r := Of(csvFile(t, "counts.csv", made(p)))
	listen(t, r, p)
	if text := fmt.Sprintf("%v %+v %#v", r, r, r); strings.Contains(text, "18") && strings.Contains(text, "12") && strings.Contains(text, "cell") {
		t.Errorf("a result prints %s", text)
	}
}

// TestRowsWithoutAnOrderAreRefused takes results of several rows for each person: one that was counted
// without a column that tells a person's rows apart, as earlier queries did, and lines that say that it
// does not.
func TestRowsWithoutAnOrderAreRefused(t *testing.T) {
	p := shown(t, func(p *plan.Plan) { p.Rows = &plan.Rows{Person: "who", AtMost: 2} })
	_, err := Of(csvFile(t, "counts.csv", made(p))).Read(t.Context(), p, release.Visit{})
	if err == nil || !strings.Contains(err.Error(), "name a column that orders them") {
		t.Errorf("without an order: %v", err)
	}
	p = shown(t, several)
	for line, says := range map[string]string{"unordered": `blank in column "visit"`, "alike": `the same value in column "visit"`} {
		rows := made(p)
		last := len(rows) - 1
		rows[last][4] = "23"
		rows = slices.Insert(rows, last, []string{line, "-1", "-1", "-1", "1"})
		var told []error
		_, err := Of(csvFile(t, "counts.csv", rows)).Read(t.Context(), p, release.Visit{
			Cell: func([]int, int64) error { return nil }, Progress: func(int64) {},
			Unread: func(n int64, why error) error { told = append(told, why); return nil },
		})
		if err != nil || len(told) != 1 || !strings.Contains(told[0].Error(), says) {
			t.Errorf("%s: %v, told %v", line, err, told)
		}
	}
}
