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

// A chart, of 760 by 400 pixels, reaches over so many columns, the first of which is a gap, each as wide as one is that nothing
// is said of, in characters, and over so many rows.
const (
	chartColumns = 13
	chartColumn  = 9.14
	chartRows    = 22
)

// asFits, an angle that nothing can be turned by, leaves it to the program that draws the chart how to turn labels, and how
// many of them to leave out, so that they do not run into one another.
const asFits = -1000

// chartKind returns how a list is drawn whose answers have one label each and are few enough: as bars, or a line where the
// labels stand in an order and are many.
func chartKind(q *result.Question) (kind excelize.ChartType, drawn bool) {
	asked, attrs := q.Workload.Question(), q.Workload.Domain().Attributes()
	switch {
	case len(q.Workload.KeyNames()) != 1 || len(attrs) != 1 || q.Len() < 3 || asked.Kind == workload.Totals:
		return 0, false
	case attrs[0].HasOrder() && (q.Len() > mostBars || asked.Kind == workload.Cumulative) && q.Len() <= mostAlong:
		return excelize.Line, true
	}
	return excelize.Col, q.Len() <= mostBars
}

// listChart puts a native chart of the published numbers beside a list. Lines through the points show where the exact
// numbers lie 19 times in 20. Hidden numbers are left out.
func (b *book) listChart(name string, q answered, kind excelize.ChartType) (err error) {
	asked, attrs := q.Workload.Question(), q.Workload.Domain().Attributes()
	count := min(q.Len(), attrs[0].Size()) // without the total, which would dwarf its parts
	if kind == excelize.Line {
		count = min(count, attrs[0].Regular()) // without what stands outside the order
	}
	var refs [len(ChartColumns)]string
	var names [len(ChartColumns)]string
	for i := range ChartColumns {
		if names[i], err = excelize.ColumnNumberToName(chartAt(q.Question) + i); err != nil {
			return err
		}
		refs[i] = fmt.Sprintf("'%s'!$%s$2:$%s$%d", name, names[i], names[i], count+1)
	}
	series := excelize.ChartSeries{
		Name:       fmt.Sprintf("'%s'!$%s$1", name, names[0]),
		Categories: fmt.Sprintf("'%s'!$A$2:$A$%d", name, count+1),
		Values:     refs[0],
		Fill:       excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{"56B4E9"}},
		Line:       excelize.LineOptions{Type: excelize.LineSolid, Width: 1.5, Fill: excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{"0B5C8F"}}},
		Marker:     excelize.ChartMarker{Symbol: "none"},
	}
	if q.LeftOut || q.Rule.Times > 0 || q.Rule.Width > 0 { // between hidden numbers no line shows where one is
		series.Marker = excelize.ChartMarker{Symbol: "circle", Size: 4, Fill: series.Line.Fill, Border: series.Line}
	}
	text := func(s string, size float64, bold bool) []excelize.RichTextRun {
		return []excelize.RichTextRun{{Text: clean(s), Font: &excelize.Font{Size: size, Bold: bold, Family: font, Color: "1E272C"}}}
	}
	axisFont := excelize.Font{Size: 9, Family: font, Color: "57646B"}
	says := b.Sayf("Published numbers; the lines show where the exact ones lie 19 times in 20")
	switch {
	case q.Noiseless():
		says = b.Sayf("Published numbers, without noise")
	case !q.MeasuredOn.IsZero():
		says = b.Sayf("Published numbers; the lines show how far off they were on a stand-in, 19 times in 20")
	}
	low, high, each := axisOf(q.Question, count)
	chart := &excelize.Chart{
		Type: kind, Series: []excelize.ChartSeries{series},
		Title:  excelize.ChartTitle{Paragraph: text(shorten(asked.Title, 120)+"\n"+says, 10, false)},
		Legend: excelize.ChartLegend{Position: "none"}, VaryColors: new(false),
		Dimension: excelize.ChartDimension{Width: 760, Height: 400},
		XAxis:     excelize.ChartAxis{Title: excelize.ChartTitle{Paragraph: text(q.Workload.SaidKeyNames(b.Say)[0], 9, false)}, TickLabelPosition: excelize.ChartTickLabelLow, TickLabelSkip: max(count/20, 1), Font: axisFont},
		YAxis:     excelize.ChartAxis{MajorGridLines: true, Font: axisFont, Minimum: new(low), Maximum: new(high), MajorUnit: each, NumFmt: excelize.ChartNumFmt{CustomNumFmt: "#,##0"}},
		GapWidth:  new(uint(60)), ShowBlanksAs: "gap",
		Format: excelize.GraphicOptions{AltText: clean(shorten(asked.Title, 120) + ". " + says + ".")},
	}
	if kind == excelize.Line {
		chart.XAxis.Alignment.TextRotation = asFits
	}
	cell, err := excelize.CoordinatesToCellName(chartAt(q.Question)-chartColumns+1, 2)
	if err != nil {
		return err
	}
	if err := b.AddChart(name, cell, chart); err != nil {
		return err
	}
	bars := errorBars{down: lengths(refs[1], count), up: lengths(refs[2], count)}
	for i := range count {
		if _, down, up, shown := charted(q.Question, i); shown {
			bars.down.Points = append(bars.down.Points, chartNumeral{i, decimal(down)})
			bars.up.Points = append(bars.up.Points, chartNumeral{i, decimal(up)})
		}
	}
	b.bars = append(b.bars, bars)
	return nil
}

// ChartColumns head what a chart shows, to the right of it: the published number, where it is shown, and how far below
// and above it its interval reaches. Programs draw a text among numbers as 0, so that the list's own column cannot be drawn.
var ChartColumns = [...]message.Text{message.Sprintf("In the chart"), message.Word("95 % below"), message.Word("95 % above")}

// chartAt is the first column of a list, counted from 1, that holds what its chart shows.
func chartAt(q *result.Question) int {
	return len(q.Workload.KeyNames()) + len(valueColumns) + chartColumns + 1
}

// charted returns what a chart shows of answer i; false where it shows nothing.
func charted(q *result.Question, i int) (published, down, up float64, shown bool) {
	published, shown = q.Published(i)
	unit := math.Pow10(q.DecimalsOf(i))
	length := func(from, to float64) float64 { return math.Round((to-from)*unit) / unit }
	return published, length(q.Low[i], published), length(published, q.High[i]), shown
}

// chartCells are the cells under ChartColumns.
func (b *book) chartCells(q *result.Question, i int) []excelize.Cell {
	n, down, up, shown := charted(q, i)
	if !shown {
		return make([]excelize.Cell, len(ChartColumns))
	}
	return []excelize.Cell{b.counted(q, i, n), b.counted(q, i, down), b.counted(q, i, up)}
}

// axisOf returns where the axis of the first so many numbers begins and ends, and how far apart its ticks are: it holds
// zero and all the lines through points, which programs that draw the chart forget.
func axisOf(q *result.Question, count int) (low, high, each float64) {
	for i := range count {
		if _, shown := q.Published(i); shown {
			low, high = min(low, q.Low[i]), max(high, q.High[i])
		}
	}
	if high == low {
		high = low + 1
	}
	each = math.Pow(10, math.Floor(math.Log10(high-low)))
	switch parts := (high - low) / each; {
	case parts <= 2:
		each /= 5
	case parts <= 5:
		each /= 2
	}
	return math.Floor(low/each) * each, math.Ceil(high/each) * each, each
}

// chartNumber returns the number of a chart's part, counted from 1, and 0 for another part.
func chartNumber(part string) (n int) {
	if _, err := fmt.Sscanf(part, "xl/charts/chart%d.xml", &n); err != nil {
		return 0
	}
	return n
}

// errorBars are the lines through the points of a chart: where their lengths stand, and what they are.
type errorBars struct{ down, up numbers }

// lengths are so many of errorBars, of which none is known yet.
func lengths(ref string, count int) numbers {
	return numbers{Ref: ref, Format: "General", Count: chartVal{fmt.Sprint(count)}}
}

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
	if members["errBars"], err = xml.Marshal(errBars{Direction: chartVal{"y"}, Type: chartVal{"both"}, Value: chartVal{"cust"}, NoEndCap: chartVal{"0"}, Plus: bars.up, Minus: bars.down}); err != nil {
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
