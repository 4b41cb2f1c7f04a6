package export

import (
	"fmt"
	"regexp"
	"slices"
	"steward/core/message"
	"strings"
	"testing"

	"steward/core/plan"
	"steward/core/result"
)

// withCharts is a release with a cumulative question, whose blanks stand outside the order, and of which the second number
// is hidden; the intervals of the others reach three below and one above.
func withCharts(t *testing.T) *result.Release {
	t.Helper()
	r := releaseOf(t, smallPlan())
	q := &r.Questions[1]
	q.Rule = plan.Rule{Width: q.High[1] - q.Low[1] - 0.5}
	for i := range q.Len() {
		if i != 1 {
			q.Tidied[i], q.Low[i], q.High[i] = float64(10*i+10), float64(10*i+7), float64(10*i+11)
		}
		if _, shown := q.Published(i); shown != (i != 1) {
			t.Fatalf("number %d: shown %v", i, shown)
		}
	}
	return r
}

// Charts are where they help, and show the published numbers with their own intervals, without those that are hidden.
func TestCharts(t *testing.T) {
	r := withCharts(t)
	data, f := workbook(t, r)
	parts := partsOf(t, data)
	charts := 0
	for name := range parts {
		if strings.HasPrefix(name, "xl/charts/chart") {
			charts++
		}
	}
	if charts != 1 { // of the cumulative counts; the others have several labels
		t.Fatalf("%d charts", charts)
	}
	chart := parts["xl/charts/chart1.xml"]
	const sheet = "2 Health, cumulative"
	var refs []string
	for _, m := range regexp.MustCompile(`<f>(.*?)</f>`).FindAllStringSubmatch(chart, -1) {
		refs = append(refs, strings.ReplaceAll(m[1], "&#39;", "'"))
	}
	// Blanks stand outside the order, and so outside of the line.
	if want := []string{"'" + sheet + "'!$U$1", "'" + sheet + "'!$W$2:$W$4", "'" + sheet + "'!$V$2:$V$4", "'" + sheet + "'!$A$2:$A$4", "'" + sheet + "'!$U$2:$U$4"}; !slices.Equal(refs, want) {
		t.Errorf("the chart refers to %q, want %q", refs, want)
	}
	if !strings.Contains(chart, `<dispBlanksAs val="gap">`) {
		t.Error("hidden numbers are drawn as 0")
	}
	rows := rowsOf(t, f, sheet)
	if !slices.Equal(rows[0][20:], message.English(ChartColumns[:])) {
		t.Errorf("the heading is %q", rows[0])
	}
	q := &r.Questions[1]
	_, plus, _ := strings.Cut(chart, "<plus>")
	plus, minus, _ := strings.Cut(plus, "</plus>")
	minus, _, _ = strings.Cut(minus, "</minus>")
	for i, row := range rows[1:] {
		n, shown := q.Published(i)
		if !shown {
			if len(row) > 20 || row[1] != HiddenText || strings.Contains(plus+minus, fmt.Sprintf(`idx="%d"`, i)) {
				t.Errorf("row %d, whose number is hidden, is %q", i+2, row)
			}
			continue
		}
		if want := []string{decimal(n), "3", "1"}; !slices.Equal(row[20:], want) {
			t.Errorf("row %d is %q, want %q at its end", i+2, row, want)
		}
		point := func(length string) string { return fmt.Sprintf(`<pt idx="%d"><v>%s</v></pt>`, i, length) }
		if i < 3 && (!strings.Contains(plus, point("1")) || !strings.Contains(minus, point("3"))) {
			t.Errorf("point %d of the chart reaches elsewhere: %s, %s", i, plus, minus)
		}
	}
}

// A total, which would dwarf its parts, is not in the chart.
func TestChartsLeaveTotalsOut(t *testing.T) {
	p := smallPlan()
	p.Questions[1].Kind, p.Questions[1].Totals = "table", true
	r := releaseOf(t, p)
	data, _ := workbook(t, r)
	if n := r.Questions[1].Len(); n != 5 || !strings.Contains(partsOf(t, data)["xl/charts/chart1.xml"], "$A$2:$A$5<") {
		t.Errorf("of %d numbers the chart shows others than the first four", n)
	}
}

// The axis of a chart begins and ends at ticks, two to ten of them, and holds zero and every line that is drawn.
func TestAxisOfCharts(t *testing.T) {
	for _, c := range []struct{ low, high, from, to, each float64 }{
		{182, 242, 0, 250, 50}, {881, 1041, 0, 1200, 200}, {0, 0, 0, 1, 0.2}, {0, 3, 0, 3, 0.5}, {-30, 70, -40, 80, 20}, {-7, -3, -7, 0, 1}, {0, 999, 0, 1000, 100},
	} {
		q := &result.Question{Unadjusted: []float64{0, 0}, Tidied: []float64{c.low, 0}, Exact: []bool{true, false}, Low: []float64{c.low, -1e6}, High: []float64{c.high, 1e6}, Rule: plan.Rule{Width: 1e6}}
		if from, to, each := axisOf(q, 2); from != c.from || to != c.to || each != c.each {
			t.Errorf("from %v to %v the axis goes from %v to %v in steps of %v", c.low, c.high, from, to, each)
		}
	}
}

// The members of a chart's series are in the order that the format wants.
func TestMembersOfCharts(t *testing.T) {
	data, _ := workbook(t, withCharts(t))
	chart := partsOf(t, data)["xl/charts/chart1.xml"]
	for _, kind := range []string{"lineChart", "barChart"} {
		if kind == "barChart" {
			p := smallPlan()
			p.Questions[1].Kind = "table"
			data, _ := workbook(t, releaseOf(t, p))
			chart = partsOf(t, data)["xl/charts/chart1.xml"]
		}
		if !strings.Contains(chart, "<"+kind+">") {
			t.Fatalf("the chart is no %s", kind)
		}
		_, series, _ := strings.Cut(chart, "<ser>")
		series, _, _ = strings.Cut(series, "</ser>")
		order := []string{"idx", "order", "tx", "spPr", "invertIfNegative", "marker", "dPt", "dLbls", "trendline", "errBars", "cat", "val", "smooth"}
		if kind == "barChart" {
			order = order[:len(order)-1]
		}
		last := -1
		for series != "" {
			name := series[1:strings.IndexAny(series, " >")]
			at := slices.Index(order, name)
			if at <= last {
				t.Errorf("%s: %s stands out of order", kind, name)
			}
			last = at
			end := "</" + name + ">"
			series = series[strings.Index(series, end)+len(end):]
		}
	}
}
