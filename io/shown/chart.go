package shown

import (
	"fmt"
	"slices"
	"strings"

	"steward/core/message"
)

// drawing lists what is drawn on a sheet: charts, and anything else as it is written.
func (l *lister) drawing(s *Sheet, part string) error {
	doc, err := l.parts.tree(part)
	if err != nil {
		return err
	}
	relations, err := l.parts.relations(part, "chart")
	if err != nil {
		return err
	}
	for _, anchor := range doc.kids {
		for _, k := range anchor.kids {
			switch k.name {
			case "from", "to", "ext", "pos", "clientData":
				continue
			}
			chart := k.kid("graphic").kid("graphicData").kid("chart")
			if k.name != "graphicFrame" || chart == nil || isTrue(k.kid("nvGraphicFramePr").kid("cNvPr").attr("hidden")) {
				s.Else = append(s.Else, "drawn: "+k.written())
				continue
			}
			r, is := relations[chart.attr("id")]
			if !is {
				return message.Errorf("a chart is missing")
			}
			drawn, err := l.parts.tree(r.target)
			if err != nil {
				return err
			}
			at := anchor.kid("from")
			place := fmt.Sprintf("at %s%s", letters(atoi(at.kid("col"))+1), number1(at.kid("row")))
			s.Charts = append(s.Charts, place+": "+strings.Join(s.chart(drawn), "; "))
		}
	}
	slices.Sort(s.Else)
	return nil
}

func atoi(n *node) (x int) {
	if n != nil {
		fmt.Sscan(n.text, &x)
	}
	return x
}

func number1(n *node) string { return fmt.Sprint(atoi(n) + 1) }

// untold are elements of charts that every program writes as it likes, and which change nothing of what the chart says.
var untold = []string{"date1904", "lang", "roundedCorners", "style", "view3D", "floor", "sideWall", "backWall", "autoTitleDeleted", "overlay", "layout", "idx", "order", "txPr", "spPr",
	"bodyPr", "lstStyle", "pPr", "rPr", "endParaRPr", "printSettings", "axId", "crossAx", "auto", "lblAlgn", "lblOffset", "tickLblSkip", "noMultiLvlLbl", "gapWidth", "overlap",
	"majorTickMark", "minorTickMark", "majorGridlines", "axPos", "invertIfNegative", "smooth", "marker", "plotVisOnly", "dispBlanksAs", "showDLblsOverMax", "sourceLinked",
	"dLblPos", "separator", "extLst", "varyColors", "noEndCap", "hiLowLines", "dropLines", "legend", "AlternateContent", "?AlternateContent"}

// through are elements of charts that say nothing themselves.
var through = []string{"chart", "title", "tx", "rich", "p", "r", "plotArea", "cat", "val", "strRef", "numRef", "errBars", "plus", "minus", "scaling", "dLbls"}

// chart writes out what a chart says.
func (s *Sheet) chart(n *node) (out []string) {
	for _, k := range n.kids {
		switch {
		case k.name == "spPr" && (n.name == "ser" || n.name == "errBars"):
			if c := firstColor(k); c != black && c != "" {
				out = append(out, "colour "+c)
			}
		case slices.Contains(untold, k.name):
		case k.name == "t", k.name == "f":
			out = append(out, strings.ReplaceAll(k.text, "'", ""))
		case k.name == "strCache", k.name == "numCache":
			out = append(out, s.kept(n, k)...)
		case strings.HasPrefix(k.name, "show"):
			if isTrue(k.attr("val")) {
				out = append(out, k.name)
			}
		case k.name == "numFmt":
			out = append(out, "format "+k.attr("formatCode"))
		case slices.Contains(through, k.name):
			out = append(out, s.chart(k)...)
		case k.name == "ser", strings.HasSuffix(k.name, "Chart"), strings.HasSuffix(k.name, "Ax"):
			out = append(append(out, k.name), s.chart(k)...)
		case len(k.kids) == 0 && strings.TrimSpace(k.text) == "":
			out = append(out, k.name+" "+plainTruth(k.attr("val")))
		default:
			out = append(out, k.written())
		}
	}
	if n.name == "scaling" {
		slices.Sort(out)
	}
	return out
}

// firstColor returns the colour that the shape of a series is drawn in first.
func firstColor(n *node) string {
	for _, k := range n.kids {
		switch k.name {
		case "srgbClr":
			return strings.ToLower(k.attr("val"))
		case "noFill", "schemeClr", "prstClr", "sysClr":
			return k.name + k.attr("val")
		}
		if c := firstColor(k); c != "" {
			return c
		}
	}
	return ""
}

// kept compares the values that a chart keeps of cells with those in the cells, and returns those that are others.
func (s *Sheet) kept(ref, cache *node) (out []string) {
	place := strings.ReplaceAll(ref.kid("f").textOf(), "'", "")
	cells, mine := strings.CutPrefix(place, s.Name+"!")
	from, _, _ := strings.Cut(strings.ReplaceAll(cells, "$", ""), ":")
	column := strings.TrimRight(from, "0123456789")
	first := 0
	fmt.Sscan(strings.TrimPrefix(from, column), &first)
	for _, pt := range cache.kids {
		if pt.name != "pt" {
			continue
		}
		i, v := 0, pt.kid("v").textOf()
		fmt.Sscan(pt.attr("idx"), &i)
		c := s.cells[fmt.Sprintf("%s%d", column, first+i)]
		if cache.name == "numCache" || c.kind == 'n' {
			v = number(v)
		}
		if !mine || c.value != v {
			out = append(out, fmt.Sprintf("draws %s for %s%d", v, column, first+i))
		}
	}
	return out
}

// textOf is the text of an element, "" where there is none.
func (n *node) textOf() string {
	if n == nil {
		return ""
	}
	return n.text
}
