package export

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"math"
	"slices"

	"github.com/xuri/excelize/v2"

	"steward/core/message"
	"steward/core/result"
	"steward/core/workload"
)

// The most answers that a chart of a list shows: as bars, and as a line where they stand in an order.
const (
	mostBars  = 40
	mostAlong = 400
)

// listChart puts a native chart of the unadjusted numbers beside a list whose answers have one label
// each and are few enough: bars, or a line where the labels stand in an order and are many. Lines
// through the points show where the exact numbers lie 19 times in 20.
func (b *book) listChart(name string, q *result.Question) (drawn bool, err error) {
	asked, attrs := q.Workload.Question(), q.Workload.Domain().Attributes()
	if len(q.Workload.KeyNames()) != 1 || len(attrs) != 1 || q.Len() < 3 || asked.Kind == workload.Totals {
		return false, nil
	}
	kind := excelize.Col
	switch {
	case attrs[0].HasOrder() && (q.Len() > mostBars || asked.Kind == workload.Cumulative) && q.Len() <= mostAlong:
		kind = excelize.Line
	case q.Len() > mostBars:
		return false, nil
	}
	count := q.Len()
	for kind == excelize.Line && count > attrs[0].Regular() { // what stands outside the order
		count--
	}
	last := count + 1
	values, err := excelize.ColumnNumberToName(len(q.Workload.KeyNames()) + unadjustedColumn + 1)
	if err != nil {
		return false, err
	}
	series := excelize.ChartSeries{
		Name:       fmt.Sprintf("'%s'!$%s$1", name, values),
		Categories: fmt.Sprintf("'%s'!$A$2:$A$%d", name, last),
		Values:     fmt.Sprintf("'%s'!$%s$2:$%s$%d", name, values, values, last),
		Fill:       excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{"56B4E9"}},
		Line:       excelize.LineOptions{Type: excelize.LineSolid, Width: 1.5, Fill: excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{"0B5C8F"}}},
		Marker:     excelize.ChartMarker{Symbol: "none"},
	}
	text := func(s string, size float64, bold bool) []excelize.RichTextRun {
		return []excelize.RichTextRun{{Text: clean(s), Font: &excelize.Font{Size: size, Bold: bold, Family: font, Color: "1E272C"}}}
	}
	axisFont := excelize.Font{Size: 9, Family: font, Color: "57646B"}
	says := "Unadjusted numbers; the lines show where the exact ones lie 19 times in 20"
	if !q.MeasuredOn.IsZero() {
		says = "Unadjusted numbers; the lines show how far off they were on a stand-in, 19 times in 20"
	}
	chart := &excelize.Chart{
		Type: kind, Series: []excelize.ChartSeries{series},
		Title:  excelize.ChartTitle{Paragraph: text(shorten(asked.Title, 120)+"\n"+says, 10, false)},
		Legend: excelize.ChartLegend{Position: "none"}, VaryColors: ptr(false),
		Dimension: excelize.ChartDimension{Width: 760, Height: 400},
		XAxis:     excelize.ChartAxis{Title: excelize.ChartTitle{Paragraph: text(q.Workload.KeyNames()[0], 9, false)}, TickLabelPosition: excelize.ChartTickLabelLow, TickLabelSkip: max(count/20, 1), Font: axisFont},
		YAxis:     excelize.ChartAxis{MajorGridLines: true, Font: axisFont, Maximum: ptr(topOf(q, count)), NumFmt: excelize.ChartNumFmt{CustomNumFmt: "#,##0"}},
		GapWidth:  ptr(uint(60)),
		Format:    excelize.GraphicOptions{AltText: clean(shorten(asked.Title, 120) + ". " + says + ".")},
	}
	column, err := excelize.ColumnNumberToName(barsAt(q))
	if err != nil {
		return false, err
	}
	cell, err := excelize.CoordinatesToCellName(barsAt(q)+2, 2)
	if err != nil {
		return false, err
	}
	if err := b.AddChart(name, cell, chart); err != nil {
		return false, err
	}
	b.bars = append(b.bars, errorBars{fmt.Sprintf("'%s'!$%s$2:$%s$%d", name, column, column, last), q.HalfWidth[:count]})
	return true, nil
}

// topOf returns where the axis of the first so many numbers ends: above all the lines through points,
// which programs that draw the chart forget.
func topOf(q *result.Question, count int) float64 {
	top := 0.0
	for i := range count {
		top = max(top, q.Unadjusted[i]+q.HalfWidth[i])
	}
	if top <= 0 {
		return 1
	}
	step := math.Pow(10, math.Floor(math.Log10(top))) / 2
	return math.Ceil(top/step) * step
}

// chartNumber returns the number of a chart's part, counted from 1, and 0 for another part.
func chartNumber(part string) (n int) {
	if _, err := fmt.Sscanf(part, "xl/charts/chart%d.xml", &n); err != nil {
		return 0
	}
	return n
}

// errorBars are the lines through the points of a chart: where their lengths stand, and what they are.
type errorBars struct {
	ref  string
	half []float64
}

// barsAt is the column of a list, counted from 1, that holds the half-widths which its chart shows.
func barsAt(q *result.Question) int { return len(q.Workload.KeyNames()) + len(valueColumns) + 1 }

// withErrorBars puts lines through the points of a chart of one series, which excelize has no words
// for, and brings the series' members into the order that the format wants.
func withErrorBars(text []byte, bars errorBars) ([]byte, error) {
	const begin, end = "<ser>", "</ser>"
	if n := bytes.Count(text, []byte(begin)); n != 1 {
		return nil, message.Errorf("the chart has %d series, expected one", n)
	}
	before, rest, _ := bytes.Cut(text, []byte(begin))
	series, after, ended := bytes.Cut(rest, []byte(end))
	if !ended {
		return nil, message.Errorf("the chart's series does not end")
	}
	members, err := membersOf(series)
	if err != nil {
		return nil, err
	}
	lengths := numbers{Ref: bars.ref, Format: "General", Count: chartVal{fmt.Sprint(len(bars.half))}}
	for i, x := range bars.half {
		lengths.Points = append(lengths.Points, chartNumeral{i, decimal(x)})
	}
	if members["errBars"], err = xml.Marshal(errBars{Direction: chartVal{"y"}, Type: chartVal{"both"}, Value: chartVal{"cust"}, NoEndCap: chartVal{"0"}, Plus: lengths, Minus: lengths}); err != nil {
		return nil, err
	}
	out := slices.Concat(before, []byte(begin))
	order := lineMembers
	if bytes.Contains(text, []byte("<barChart>")) {
		order = barMembers
	}
	for _, name := range order {
		out = append(out, members[name]...)
	}
	return slices.Concat(out, []byte(end), after), nil
}

// The members of a series in their order (ECMA-376, part 1, CT_BarSer and CT_LineSer).
var (
	barMembers  = []string{"idx", "order", "tx", "spPr", "invertIfNegative", "dPt", "dLbls", "errBars", "cat", "val"}
	lineMembers = []string{"idx", "order", "tx", "spPr", "marker", "dPt", "dLbls", "errBars", "cat", "val", "smooth"}
)

// membersOf cuts a series into its members, none of which holds one of its own name.
func membersOf(series []byte) (map[string][]byte, error) {
	members := make(map[string][]byte)
	for len(series) > 0 {
		stop := bytes.IndexAny(series, " >")
		if stop < 2 || series[0] != '<' {
			return nil, message.Errorf("the chart's series cannot be read")
		}
		name := string(series[1:stop])
		end := bytes.Index(series, []byte("</"+name+">"))
		if end < 0 {
			return nil, message.Errorf("the chart's %s does not end", name)
		}
		end += len(name) + len("</>")
		members[name], series = series[:end], series[end:]
	}
	return members, nil
}

// errBars is the element of the same name (ECMA-376, part 1, 21.2.2.55).
type errBars struct {
	XMLName   xml.Name `xml:"errBars"`
	Direction chartVal `xml:"errDir"`
	Type      chartVal `xml:"errBarType"`
	Value     chartVal `xml:"errValType"`
	NoEndCap  chartVal `xml:"noEndCap"`
	Plus      numbers  `xml:"plus>numRef"`
	Minus     numbers  `xml:"minus>numRef"`
}

type chartVal struct {
	Val string `xml:"val,attr"`
}

type numbers struct {
	Ref    string         `xml:"f"`
	Format string         `xml:"numCache>formatCode"`
	Count  chartVal       `xml:"numCache>ptCount"`
	Points []chartNumeral `xml:"numCache>pt"`
}

type chartNumeral struct {
	Index int    `xml:"idx,attr"`
	Value string `xml:"v"`
}
