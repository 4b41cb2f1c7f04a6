package export

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Charts are where they help, show the unadjusted numbers with their errors, and have their parts in
// the order that the format wants.
func TestCharts(t *testing.T) {
	r := releaseOf(t, smallPlan())
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
	if want := []string{"'" + sheet + "'!$E$1", "'" + sheet + "'!$H$2:$H$4", "'" + sheet + "'!$H$2:$H$4", "'" + sheet + "'!$A$2:$A$4", "'" + sheet + "'!$E$2:$E$4"}; !slices.Equal(refs, want) {
		t.Errorf("the chart refers to %q, want %q", refs, want)
	}
	rows := rowsOf(t, f, sheet)
	if rows[0][4] != "Unadjusted" || rows[0][7] != BarsColumn {
		t.Errorf("the heading is %q", rows[0])
	}
	for i, half := range r.Questions[1].HalfWidth {
		if rows[i+1][7] != decimal(half) {
			t.Errorf("row %d is %q, want the half-width %v", i+2, rows[i+1], half)
		}
	}
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
