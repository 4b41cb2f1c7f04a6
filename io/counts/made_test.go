package counts

import (
	"context"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/core/release"
	"steward/core/seeded"
	"steward/core/table"
	"steward/io/sheet"
)

// nasty are texts that a cell can hold and a careless query would read in another way.
var nasty = []string{
	"", " ", "\t", "\u00a0", "\u2003\u3000", "NULL", "null", "North", " North", "North\u00a0", "north", "NORTH", "N'orth", `N\orth`, `N"orth`, "N`orth",
	"a;b", "${x}", "$x$", "Größe", "東京", "😀", "a\nb", "a\tb", ":name", "--", "/*", "E'", "%", "_", "n/a", "#N/A", "TRUE", "true", "t",
	"0", "-0", "+0", "00", "007", "7", "7.0", "+7", "-7", "7.", ".5", "5.e0", "+.5", ".", "+", "-", "+-5", "--5", "5-", "1e1", "1E+1", "1e-1", "01e1", "1e", "e1", "1e400", "-1e400", "1e-400", "0e9999", "1e9999", "1e-9999", "1e308", "2e308", "5e-324", "2e-324",
	"9", "10", "10.0", "9.999999999999999", "9.9999999999999999", "10.000000000000001", "10.0000000000000001", "0.1", "0.10", "0.3", "0.29999999999999998", "0.299999999999999999", "0.30000000000000004",
	"123456789012345", "1234567890123456", "9007199254740993", "1,5", "1 000", "1_000", "0x10", "1d", "1f", "Infinity", "-inf", "NaN", "１２", "٣", "½", "5%", "$5",
	"0000000000000000000000000000000000000007", "00000000000000000000000000000000000000007", "7.00000000000000000000000000000000000000000000", "07.00000000000000000000000000000000000000000000",
	"2024", "2024-02", "2024-02-29", "2023-02-29", "1900-02-29", "2000-02-29", "20240229", "20230229", "2024-2-9", "2024/02/29", "2024-02-29 13:45", "2024-02-29T23:59:59.5Z", "2024-02-29 24:00", "2024-02-29 13:45:10+02", "2024-02-29 13:45:10+02:30",
	"2024-13-01", "2024-00-10", "2024-04-31", "0000-01-01", "0001-01-01", "9999-12-31", "2023-12-31", "2024-01-01", "2024-03-31", "2024-04-01", "2025-01-01", "29.2.2024", "13:45", "00:00", "9:05", "23:59:59", "24:00", "25:10", "13:60", "13:5",
}

// marked are numbers and dates as people write them, and what looks like some.
var marked = []string{
	"5 %", "25.3%", "-5 %", "(7)", "( 7 )", "(7 %)", "100.%", ".5 %", "0 %", "30\u00a0%", "700%", "1000 %", "07 %", "1e3 %", "%5", "5 % €", "(-5)", "(5", "5)", "((5))", "700 e-2",
	"$7", "-$7", "$-7", "$ -7", "$ - 7", "- $7", "--$7", "€ 7", "€7.00", "7 €", "7\u202f€", "€ 7 €", "€ 007", "£.50", "₹ 10", "₿1", "#7", "#", "~7", "7 K~", "7 Kč", "7 Kc", "7 zł", "7 z&", "7 zl", "EUR 10", "10EUR", "10 eur", "EUR.5", "US$.5", "US$5",
	"US€5", "US#5", "kr 7", "kr.7", "7 kr", "TOP 10", "A 7", "A$7", "CHF 9.999", "1234567890123456 €", "123456789012345 %", "€ 1,200", "(€ 7)", "(7 €)", "€(7)", "$", "€", "- 7 €", "7. €", "$\t7", "€ 7\n",
	"29.2.2024", "29.02.2024", "2.29.2024", "2/29/2024", "29/2/2024", "29-2-2024", "29.2-2024", "29. 2. 2024", "31.4.2024", "1.3.2024", "3.1.2024 13:45", "3.1.2024 25:99", "3.1.2024T13:45", "2024-2-9", "2024/2/29", "2024.2.9", "2024-2/9", "2024 2 9", "2024/02", "2024.3", "2024-1-5 7:30", "2024-2-30",
	"29.2.24", "2/29/24", "24-02-29", "24/2/29", "29-02-24", "1.3.31", "1.3.30", "31.1.31", "30-1-31", "1.3.00", "1.2.3", "29.2.024",
	"29 Feb 2024", "29-FEB-2024", "Feb 29, 2024", "29. Februar 2024", "1. März 2024", "1 MÄRZ 2024", "1er mars 2024", "February 29th, 2024", "3rd of March 2024", "1 de marzo de 2024", "15 août 2024", "2024-Feb-29", "2024 Mar 1", "Feb 2024", "2024 February", "März 2024", "Ma 2024", "Mar 2024", "Ju 2024", "Sept. 2024",
	"29 Feb 24", "29 Feb 31", "29-Feb-24", "Feb 29 24", "24 Feb 29", "24-Feb-29", "31 Feb 2024", "29 Feb 2023", "29 Foo 2024", "29 Feb 2024 13:45", "Feb 29", "29 Feb", "29 2 2024", "Feb 29 2024 x", "29  Feb   2024", "29th Feb 2024", "th29 Feb 2024", "Feb", "29 Feb 0000", "0 Feb 2024", "Feb-2024",
}

// maker makes plans and rows by chance.
type maker struct{ *seeded.Source }

func (m maker) pick(texts ...string) string { return texts[m.IntN(len(texts))] }

// column returns a column of any kind.
func (m maker) column(i int) plan.Column {
	c := plan.Column{Name: domain.AttributeName(m.pick("age", "a b", `q"uo'te`, "select", "naïve", "C;1", "back`tick", `ba\ck`, "${v}") + fmt.Sprint(i)), Origin: domain.Typed}
	value := ""
	nearest := false
	switch m.IntN(5) {
	case 0, 1:
		c.Kind = domain.List
		if m.IntN(2) == 0 {
			c.Kind = domain.Ordered
		}
		seen := make(map[string]bool)
		for len(c.Values) < 3+m.IntN(4) {
			if v := strings.TrimSpace(m.pick(nasty...)); v != "" && !seen[v] {
				seen[v] = true
				c.Values = append(c.Values, v)
			}
		}
		value = c.Values[0]
	case 2:
		c.Kind = domain.Whole
		lo := int64(m.IntN(12) - 5)
		hi := lo + int64(m.IntN(8))
		if m.IntN(8) == 0 {
			lo, hi = 1<<53-4, 1<<53
		}
		c.Lowest, c.Highest, value, nearest = &lo, &hi, fmt.Sprint(lo), true
	case 3:
		c.Kind, c.WholeNumbers, nearest = domain.Ranges, m.IntN(2) == 0, true
		ends := [][]string{{"0", "0.1", "0.3", "7", "10"}, {"-7.5", "0.3", "9.999"}, {"-0.1", "123456789.25", "123456789012.125"}}[m.IntN(3)]
		if c.WholeNumbers {
			ends = [][]string{{"0", "7", "10", "2000"}, {"-7", "1"}, {"5", "1000000"}}[m.IntN(3)]
		}
		for k := range len(ends) - 1 {
			r := plan.Range{From: ends[k], To: ends[k+1], Label: fmt.Sprint("range ", k)}
			if c.WholeNumbers && k < len(ends)-2 {
				var n int
				fmt.Sscan(ends[k+1], &n)
				r.To = fmt.Sprint(n - 1)
			}
			c.Ranges = append(c.Ranges, r)
		}
		if m.IntN(3) == 0 {
			c.Ranges[0].From = ""
		}
		if m.IntN(3) == 0 {
			c.Ranges[len(c.Ranges)-1].To = ""
		}
		value = "range 0"
	case 4:
		c.Kind, nearest = domain.Periods, true
		c.Dates = []*plan.Dates{
			{Period: domain.Years, First: "2000", Last: "2024"},
			{Period: domain.Quarters, First: "2023-Q4", Last: "2024-Q2"},
			{Period: domain.Months, First: "2023-12", Last: "2024-03"},
			{Period: domain.Weeks, First: "2023-W52", Last: "2024-W20"},
			{Period: domain.Days, First: "2024-01-01", Last: "2024-04-01"},
			{Period: domain.Hours}, {Period: domain.Hours, First: "9", Last: "13"},
			{Period: domain.Spans, Spans: []plan.Range{{To: "2023-12-31"}, {From: "2024-01-01", To: "2024-02-29"}, {From: "2024-03-01"}}},
			{Period: domain.Spans, Spans: []plan.Range{{From: "2000-02-29", To: "2024-02-28"}, {From: "2024-02-29", To: "2024-03-31"}}},
		}[m.IntN(9)]
		c.Dates.Order = []domain.DateOrder{domain.YearFirst, domain.DayFirst, domain.MonthFirst}[m.IntN(3)]
		if c.Dates.YearsFrom = []int{0, 1931, 2000}[m.IntN(3)]; c.Dates.Period == domain.Hours {
			c.Dates.Order, c.Dates.YearsFrom = domain.YearFirst, 0
		}
		a, err := c.Attribute()
		if err != nil {
			panic(err)
		}
		value = a.Label(0)
	}
	if c.Blank = m.rule(value, false); c.Blank.Rule == domain.AsBlank {
		c.Blank = plan.Special{}
	}
	if c.Other = m.rule(value, nearest); c.Other.Rule == domain.AsBlank && c.Blank.Rule == domain.Refuse {
		c.Other = plan.Special{}
	}
	for range m.IntN(4) {
		if text := strings.TrimSpace(m.pick(nasty...)); text != "" {
			if c.Readings == nil {
				c.Readings = make(map[string]string)
			}
			c.Readings[text] = value
		}
	}
	return c
}

func (m maker) rule(value string, nearest bool) plan.Special {
	switch n := m.IntN(6); {
	case n == 0:
		return plan.Special{Rule: domain.Refuse}
	case n == 1:
		return plan.Special{Rule: domain.AsValue, Value: value}
	case n < 4 && nearest:
		return plan.Special{Rule: domain.Nearest}
	case n == 4:
		return plan.Special{Rule: domain.AsBlank}
	}
	return plan.Special{}
}

// plan returns a plan over some columns that asks one or two questions.
func (m maker) plan(t testing.TB) *plan.Compiled {
	t.Helper()
	p := plan.Plan{Version: plan.Version, DataSet: "made", Data: plan.Data{Reviewed: &plan.Fingerprint{Salt: "s", Digest: "d"}}, Budget: plan.Budget{Epsilon: "1"}}
	for i := range 1 + m.IntN(4) {
		p.Columns = append(p.Columns, m.column(i))
	}
	var names []domain.AttributeName
	for _, c := range p.Columns {
		names = append(names, c.Name)
	}
	m.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	for i := range 1 + m.IntN(2) {
		asked := names[:1+m.IntN(min(2, len(names)))]
		p.Questions = append(p.Questions, plan.Question{ID: fmt.Sprint(i), Title: fmt.Sprint("Question ", i), Kind: "table", Columns: asked})
	}
	if len(p.Columns) > 1 && m.IntN(3) == 0 {
		c := make(domain.Combination)
		for _, col := range p.Columns[:2] {
			a, err := col.Attribute()
			if err != nil {
				t.Fatal(err)
			}
			c[col.Name] = []string{a.Label(m.IntN(a.Size()))}
		}
		p.Impossible = []domain.Combination{c}
	}
	if p.Impossible == nil && m.IntN(3) == 0 { // a release about some people, whom everybody may know
		a, err := p.Columns[0].Attribute()
		if err != nil {
			t.Fatal(err)
		}
		p.Secrets.Columns = []secret.Secret{{Columns: []domain.AttributeName{p.Columns[0].Name}, Kind: secret.Public}}
		p.Group = &plan.Answers{Column: p.Columns[0].Name, Values: []string{a.Label(m.IntN(a.Regular()))}}
	}
	if m.IntN(3) == 0 {
		p.Rows = &plan.Rows{Person: "who is it", AtMost: 1 + m.IntN(3), Key: "number"}
	}
	if m.IntN(3) == 0 {
		p.Weight = &plan.Weight{Column: "wt", Step: m.pick("0.05", "0.1", "0.25", "1", "2.5"), Cap: m.pick("2.5", "5", "15")}
		if p.Weight.Step == "1" {
			p.Weight.Cap = "5"
		}
	}
	c, err := plan.Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// cellsOf reads texts as the cells of a text table.
func cellsOf(t testing.TB, texts []string) map[string]table.Cell {
	rows := [][]string{{"text", "one"}}
	for _, text := range texts {
		rows = append(rows, []string{text, "1"})
	}
	cells, i := make(map[string]table.Cell), 0
	for row, err := range csvFile(t, "texts.csv", rows).Rows(context.Background()) {
		if err != nil {
			t.Fatal(err)
		}
		c := row.Cells[0]
		c.Text = strings.Clone(c.Text)
		cells[texts[i]] = c
		i++
	}
	return cells
}

// queried are the forms of days and times that a query reads; months are those of months.
var (
	queried = regexp.MustCompile(`^[0-9]{4}-[0-9]{2}-[0-9]{2}([T ].*)?$|^[0-9]{8}$|^[0-9]+:|` +
		`^[0-9]{4}([-./])[0-9]{1,2}[-./][0-9]{1,2}( .*)?$|^[0-9]{1,2}[-./][0-9]{1,2}[-./][0-9]{4}( .*)?$|^[0-9]{1,2}[-./][0-9]{1,2}[-./][0-9]{1,2}$|` +
		`(?i)^([0-9]+[a-z]* *[-/., ] *(of |de )?\pL+|\pL+[-/., ]+[0-9]+[a-z]*)[-/., ]+(de )?[0-9]+$`)
	months = regexp.MustCompile(`^[0-9]{4}[-./][0-9]{1,2}$|^\pL+[-/., ]+[0-9]{4}$|^[0-9]{4}[-/., ]+\pL+$`)
)

// unqueried tells whether Steward reads a text as a date that a query counts as unreadable.
func unqueried(a *domain.Attribute, text string) bool {
	text = strings.TrimSpace(text)
	if a.Kind() != domain.Periods || text == "" || slices.Contains(a.ReadingTexts(), text) {
		return false
	}
	switch period := a.Calendar().Period; {
	case period == domain.Hours:
		return !regexp.MustCompile(`^[0-9]{4}-[0-9]{2}-[0-9]{2}[T ]|^[0-9]+:`).MatchString(text)
	case months.MatchString(text):
		return period != domain.Years && period != domain.Quarters && period != domain.Months
	case len(text) == 4:
		return period != domain.Years
	}
	return !queried.MatchString(text)
}

// header is that of the made rows: the plan's columns, whose row it is, its weight, and a number,
// so that no row is blank throughout.
func header(p *plan.Compiled) []string {
	var out []string
	for _, c := range p.Plan.Columns {
		out = append(out, string(c.Name))
	}
	return append(out, "who is it", "wt", "number")
}

// rows returns made rows. Only some are unreadable.
func (m maker) rows(t testing.TB, p *plan.Compiled, n int) [][]string {
	texts := append(slices.Clone(nasty), marked...)
	cells := cellsOf(t, texts)
	people := []string{"€ 7", "700 %", "7 €!", "7", "7.0", "007", "+7", "person one", " person one ", "Person one", "1234567890123456", "9007199254740992", "9007199254740993", "1e400", "1e2", "100", "-0", "0", ".5", "0.50", "東",
		"P-7", " P-7", "P-7\u00a0", "P-\u00a07", "P-7 x", "e-5", "-1e-5", "-1e-05", "1-2-3-4", "1-2-3-4\t", "---", "Z-", "_-1", "É-1", "8f1e-2b-3c-4d", "anna@x.org", "€ -7", "$-7"}
	weights := []string{"5 %", "€ 2", "$2.5", "0", "-0", "0.024", "0.025", "0.026", "0.075", "1", "1.0", "1.35", "1.375", "1.325", "2.49", "2.5", "+2.50", "3.75", "1e1", "007", "6.25", "5e-324", "1e308", "123456789012", "0.1250000000000000000000000000000000001"}
	for range 5 {
		weights = append(weights, fmt.Sprint(float64(m.IntN(400))/80))
	}
	readable := make([][]string, len(p.Plan.Columns))
	all := make([][]string, len(p.Plan.Columns))
	for i, a := range p.Domain.Attributes() {
		for _, text := range texts {
			_, err := a.ValueOf(cells[text])
			if err == nil && unqueried(a, text) {
				continue
			}
			if all[i] = append(all[i], text); err == nil {
				readable[i] = append(readable[i], text)
			}
		}
	}
	out := make([][]string, n)
	careless := m.IntN(3) == 0
	for r := range out {
		for i := range p.Plan.Columns {
			text := m.pick(all[i]...)
			if len(readable[i]) > 0 && !(careless && m.IntN(20) == 0) {
				text = m.pick(readable[i]...)
			}
			out[r] = append(out[r], text)
		}
		who := m.pick(people...)
		if careless && m.IntN(30) == 0 {
			who = " "
		}
		weight := m.pick(weights...)
		if careless && m.IntN(30) == 0 {
			weight = m.pick("", "-1", "-1e-9", "much", "1e400", "NaN", "2024-01-01", "1,5", "#N/A")
		}
		key := fmt.Sprint(r)
		if m.IntN(10) == 0 { // of which a query refuses those that are blank or alike
			key = m.pick("v", " ", "v-\u00a0", "é", "007") + key
		}
		out[r] = append(out[r], who, weight, key)
	}
	return out
}

// csvFile writes a text table and opens it as Steward does.
func csvFile(t testing.TB, name string, rows [][]string) *sheet.Sheet {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	var b strings.Builder
	w := csv.NewWriter(&b)
	if err := w.WriteAll(rows); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return opened(t, path)
}

// opened opens the only sheet of a file.
func opened(t testing.TB, path string) *sheet.Sheet {
	t.Helper()
	f, err := sheet.Open(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	s, err := f.Sheet(context.Background(), sheet.Options{HeaderRow: 1})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// told is all that a source tells.
type told struct {
	cells  map[string]int64
	unread int64
	totals [5]int64 // records, beyond, people, above the cap, without a unit
}

// listen reads a source. Only the columns that a release needs are told apart.
func listen(t testing.TB, s release.Source, p *plan.Compiled) told {
	t.Helper()
	out := told{cells: make(map[string]int64)}
	at := make([]int, 0)
	for _, name := range release.Needed(p) {
		pos, _ := p.Domain.Position(name)
		at = append(at, pos)
	}
	totals, err := s.Read(context.Background(), p, release.Visit{
		Cell: func(values []int, n int64) error {
			var key []int
			for _, pos := range at {
				key = append(key, values[pos])
			}
			out.cells[fmt.Sprint(key)] += n
			return nil
		},
		Unread:   func(n int64, _ error) error { out.unread += n; return nil },
		Progress: func(int64) {},
	})
	if err != nil {
		t.Fatal(err)
	}
	out.totals = [5]int64{totals.Records, totals.Beyond, totals.People, totals.Capped, totals.Unweighted}
	return out
}
