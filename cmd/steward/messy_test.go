package main

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"steward/core/plan"
	"steward/core/release"
	"steward/core/repair"
	"steward/core/seeded"
	"steward/io/records"
)

// messyPerson is one row as it is meant; nothing is said where a field is empty.
type messyPerson struct {
	district, answer, when string
	spend, age, far, share int    // in cents, years, km and per cent; -1 for nothing
	ways                   string // the options that were chosen, in their order; "" for no answer
	who                    int
}

// messyWays are the options of one question.
var messyWays = []string{"bike", "bus", "car"}

// someWays draws some of them and how a cell says so.
func someWays(r *seeded.Source) (chosen, cell string) {
	var list, written []string
	for _, w := range messyWays {
		if r.IntN(2) == 0 {
			list = append(list, w)
			written = append([]string{[]string{w, w, strings.ToUpper(w)}[r.IntN(3)]}, written...)
		}
	}
	return strings.Join(list, " "), strings.Join(written, []string{"; ", ";"}[r.IntN(2)])
}

// messy draws people and how the cells of their rows are written.
func messy(r *seeded.Source, rows int) (truth []messyPerson, cells [][]any) {
	pick := func(list ...any) any { return list[r.IntN(len(list))] }
	months := []string{"2024-01", "2024-02", "2024-03"}
	for i := range rows {
		day := time.Date(2024, time.Month(1+r.IntN(3)), 1+r.IntN(28), 0, 0, 0, 0, time.UTC)
		p := messyPerson{[]string{"North", "South", "East"}[i*3/rows], []string{"Yes", "No", "Not sure"}[r.IntN(3)], months[day.Month()-1],
			100*(1+r.IntN(3000)) + 1 + r.IntN(99), 18 + r.IntN(60), r.IntN(40), 1 + r.IntN(99), "", 0}
		cents := fmt.Sprintf("%d,%02d", p.spend/100, p.spend%100)
		grouped := fmt.Sprintf("%d.%03d,%02d", p.spend/100_000, p.spend/100%1000, p.spend%100)
		if p.spend < 100_000 {
			grouped = cents
		}
		spend := pick(float64(p.spend)/100, float64(p.spend)/100, float64(p.spend)/100, cents, grouped, cents+" €", cents+" (estimated)", "\u200b"+cents+"\u00a0")
		if r.IntN(20) == 0 {
			p.spend, spend = -1, pick("n/a", "k.A.", -9.0, nil)
		}
		age := any(float64(p.age))
		if r.IntN(20) == 0 {
			p.age, age = -1, pick(999.0, "keine Angabe", nil)
		}
		when := pick(day, day, day.Format("02.01.2006"), day.Format("01/02/2006"))
		far := pick(float64(p.far), fmt.Sprintf("%d km", p.far))
		answer := pick(p.answer, p.answer, p.answer, strings.ToUpper(p.answer), strings.ToLower(p.answer), p.answer+"\u200b", strings.Replace(p.answer, " ", "  ", 1))
		var ways any
		if p.ways, ways = someWays(r); p.ways == "" {
			ways = nil
		}
		p.who = r.IntN(rows * 3 / 5)
		if r.IntN(8) == 0 {
			answer = formula(fmt.Sprintf("%q", p.answer))
		}
		truth = append(truth, p)
		cells = append(cells, []any{fmt.Sprintf("P-%04d", p.who), nil, answer, when, spend, age, far, pick(float64(p.share), fmt.Sprintf("%d %%", p.share)), ways})
	}
	return truth, cells
}

// formula is a cell whose result the file does not store.
type formula string

// messyAtMost is how many rows of each person count.
const messyAtMost = 2

// messyBook writes them into a workbook with two rows of names, merged districts, a row of totals and a note.
func messyBook(t *testing.T, truth []messyPerson, cells [][]any) string {
	t.Helper()
	f := excelize.NewFile()
	defer f.Close()
	must := func(err error) {
		if err != nil {
			t.Helper()
			t.Fatal(err)
		}
	}
	must(f.SetSheetRow("Sheet1", "A1", &[]any{"About the person", nil, "Survey of 2024"}))
	must(f.MergeCell("Sheet1", "A1", "B1"))
	must(f.MergeCell("Sheet1", "C1", "I1"))
	must(f.SetSheetRow("Sheet1", "A2", &[]any{"person", "district", "answer", "when", "spend", "age", "far", "share", "ways"}))
	from := 0
	for i, row := range cells {
		if truth[i].district != truth[from].district {
			from = i
		}
		if from == i {
			row[1] = truth[i].district
		}
		for at, cell := range row {
			if text, is := cell.(formula); is {
				row[at] = nil
				must(f.SetCellFormula("Sheet1", fmt.Sprintf("%c%d", 'A'+at, i+3), string(text)))
			}
		}
		for at, cell := range row {
			if cell != nil {
				must(f.SetCellValue("Sheet1", fmt.Sprintf("%c%d", 'A'+at, i+3), cell))
			}
		}
		if i+1 == len(cells) || truth[i+1].district != truth[i].district {
			must(f.MergeCell("Sheet1", fmt.Sprintf("B%d", from+3), fmt.Sprintf("B%d", i+3)))
		}
	}
	must(f.SetSheetRow("Sheet1", fmt.Sprintf("A%d", len(cells)+3), &[]any{"Total", nil, nil, nil, 123456.0}))
	must(f.SetSheetRow("Sheet1", fmt.Sprintf("A%d", len(cells)+5), &[]any{"Source: survey of 2024"}))
	b, err := f.WriteToBuffer()
	must(err)
	return b.String()
}

// From a messy workbook to a release there are ten decisions at the most, and every cell counts as it was meant.
func TestMessyWorkbook(t *testing.T) {
	truth, cells := messy(seeded.Named(t.Name()), seeded.Often(600, 2000))
	d := newDesk(t, "messy.xlsx", messyBook(t, truth, cells), plan.Plan{})
	d.plan = filepath.Join(d.dir, "fresh.steward")
	name := func(column string) string {
		if column == "person" || column == "district" {
			return "About the person / " + column
		}
		return "Survey of 2024 / " + column
	}
	decisions := [][]string{{"--mend", "all"}, {"--split", name("ways")}, {"--confirm"}, {"--person", name("person")}, {"--rows", fmt.Sprint(messyAtMost)},
		{"--leave-out", fmt.Sprintf("%d,%d", len(cells)+3, len(cells)+5)}, {"--table", name("district") + "," + name("answer")}, {"--table", name("when") + "," + name("answer")}}
	if len(decisions) > 10 {
		t.Fatalf("%d decisions", len(decisions))
	}
	d.must(append([]string{"new", d.data, "--out", d.plan}, slices.Concat(decisions...)...)...)
	p := d.load()
	t.Log(len(p.Data.Repairs), "rules")
	d.check()
	d.must(d.releaseArgs()...)
	d.must("verify", filepath.Join(d.out, "fresh.json"))

	compiled, err := plan.Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	data, err := records.Open(context.Background(), d.data, p.Data)
	if err != nil {
		t.Fatal(err)
	}
	defer data.Close()
	attributes := compiled.Domain.Attributes()
	label := func(column string, value any, blank bool) string {
		for _, a := range attributes {
			if string(a.Name()) != name(column) {
				continue
			}
			text := fmt.Sprint(value)
			if blank {
				text = ""
			}
			i, err := a.ValueOfText(text)
			if err != nil {
				t.Fatal(err)
			}
			return a.Label(i)
		}
		return "not published"
	}
	want, got := make(map[string]int), make(map[string]int)
	chosen := func(m messyPerson, way string) string {
		switch {
		case m.ways == "":
			return label("ways: "+way, "", true)
		case slices.Contains(strings.Fields(m.ways), way):
			return label("ways: "+way, "yes", false)
		}
		return label("ways: "+way, "no", false)
	}
	rowsOf := make(map[int]int)
	for _, m := range truth {
		if rowsOf[m.who]++; rowsOf[m.who] > messyAtMost {
			continue
		}
		month := m.when + "-15"
		want[strings.Join([]string{label("district", m.district, false), label("answer", m.answer, false), label("when", month, false),
			label("spend", fmt.Sprintf("%d.%02d", m.spend/100, m.spend%100), m.spend < 0), label("age", m.age, m.age < 0), label("far", m.far, false), label("share", m.share, false),
			chosen(m, "bike"), chosen(m, "bus"), chosen(m, "car")}, " | ")]++
	}
	totals, err := data.Read(context.Background(), compiled, release.Visit{
		Cell: func(values []int, n int64) error {
			by := make(map[string]string)
			for i, a := range attributes {
				by[string(a.Name())] = a.Label(values[i])
			}
			var labels []string
			for _, c := range []string{"district", "answer", "when", "spend", "age", "far", "share", "ways: bike", "ways: bus", "ways: car"} {
				l, ok := by[name(c)]
				if !ok {
					l = "not published"
				}
				labels = append(labels, l)
			}
			got[strings.Join(labels, " | ")] += int(n)
			return nil
		},
		Unread:   func(_ int64, why error) error { return why },
		Progress: func(int64) {},
	})
	if err != nil || totals.Records != int64(len(truth)) {
		t.Fatalf("%v", err)
	}
	for _, k := range slices.Sorted(maps.Keys(want)) {
		if got[k] != want[k] {
			t.Fatalf("%s: counted %d, want %d", k, got[k], want[k])
		}
	}
	if !maps.Equal(want, got) {
		t.Error("cells are counted in which nobody is")
	}
	kinds := make(map[repair.Kind]bool)
	for _, r := range p.Data.Repairs {
		kinds[r.Kind] = true
	}
	if len(kinds) < 9 {
		t.Errorf("rules of %d kinds alone", len(kinds))
	}
}
