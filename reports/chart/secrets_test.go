package chart

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"gonum.org/v1/plot/vg"
	"pgregory.net/rapid"

	"steward/assets/language"
	"steward/core/message"
	"steward/core/policy/weighted"
	"steward/core/seeded"
	"steward/reports/secretgraph"
)

// agesOf are ranges of ages.
func agesOf(n int) []string {
	var list []string
	for i := range n {
		list = append(list, fmt.Sprintf("%d–%d", 18+5*i, 22+5*i))
	}
	return list
}

var districts = []string{"Alderton", "Brookside", "Carlow", "Dunmore", "Eastgate", "Fairview", "Glenside", "Harbour", "Ivybridge", "Kingsmead", "Lakeside", "Milbrook"}

func titled(title string, nodes ...string) secretgraph.Group {
	return secretgraph.Group{Title: message.Verbatim(title), Nodes: nodes}
}

// cellsOf are rows by columns, every second of which is not connected, around the second of both.
func cellsOf(rows, columns int) secretgraph.Cells {
	c := secretgraph.Cells{RowsOf: "age at the last birthday", ColumnsOf: "hours", FromRow: 1, FromColumn: 1, ToRow: 2, ToColumn: 2, More: true}
	for r := range rows {
		c.Rows = append(c.Rows, fmt.Sprintf("%d to under %d", 10*r, 10*r+10))
		c.Far, c.Joined = append(c.Far, make([]float64, columns)), append(c.Joined, make([]bool, columns))
		for k := range columns {
			far := math.Abs(float64(r-1)) + 1.5*math.Abs(float64(k-1))
			if r%4 == 3 {
				far = -1
			}
			c.Far[r][k], c.Joined[r][k] = far, far > 0
		}
	}
	for k := range columns {
		c.Columns = append(c.Columns, fmt.Sprint("h", k))
	}
	return c
}

// mapOf is a map of rows by columns.
func mapOf(rows, columns int) secretgraph.Cells {
	c := cellsOf(rows, columns)
	c.RowsOf, c.ColumnsOf, c.Map, c.More = "latitude", "longitude", true, false
	for r := range rows {
		c.Latitudes = append(c.Latitudes, [2]float64{52 + float64(r)/5, 52.2 + float64(r)/5})
		c.Rows[r] = fmt.Sprintf("%.1f to under %.1f", c.Latitudes[r][0], c.Latitudes[r][1])
	}
	for k := range columns {
		c.Longitudes = append(c.Longitudes, [2]float64{5 + float64(k)*0.3, 5.3 + float64(k)*0.3})
		c.Columns[k] = fmt.Sprintf("%.1f to under %.1f", c.Longitudes[k][0], c.Longitudes[k][1])
	}
	return c
}

// scenes are pictures of every kind.
func scenes() map[string]secretgraph.Picture {
	step := secretgraph.Steps
	outside := message.Sprintf("not in the file")
	blank := []secretgraph.Beside{{Label: "(blank)", Joined: true}}
	reach := func(n, hop int) []int {
		out := make([]int, n)
		for i := range out {
			out[i] = min(i+hop, n-1)
		}
		return out
	}
	var many []string
	for i := range 117 {
		many = append(many, fmt.Sprint(i))
	}
	groups := []secretgraph.Group{titled("North", districts[:3]...), titled("South", districts[3:6]...), titled("East", districts[6:8]...), titled("West", districts[8])}
	more := append(append([]secretgraph.Group{}, groups...), titled("Islands and the far shore", agesOf(15)...))
	for i := range 10 {
		more = append(more, titled(fmt.Sprint("Group ", i), agesOf(4+i%3)...))
	}
	matrix := secretgraph.Cells{RowsOf: "education", ColumnsOf: "education", FromRow: -1, FromColumn: -1, ToRow: 3, ToColumn: 1}
	matrix.Rows = []string{"none", "primary", "secondary", "vocational", "degree"}
	matrix.Columns = matrix.Rows
	for r := range matrix.Rows {
		matrix.Far, matrix.Joined = append(matrix.Far, make([]float64, 5)), append(matrix.Joined, make([]bool, 5))
		for k := range matrix.Columns {
			matrix.Far[r][k], matrix.Joined[r][k] = math.Abs(float64(r-k))/2, r != k
		}
	}
	weight := func(text string) message.Text { return message.Verbatim(text) }
	return map[string]secretgraph.Picture{
		"line":                {Kind: secretgraph.OnLine, Nodes: agesOf(15), Reach: reach(15, 1), From: 3, To: 8, Note: step(5 * weighted.One)},
		"line-near":           {Kind: secretgraph.OnLine, Nodes: agesOf(15), Reach: reach(15, 2), From: 3, To: 8, Note: step(3 * weighted.One), Besides: blank},
		"line-pairs":          {Kind: secretgraph.OnLine, Nodes: agesOf(8), Edges: [][2]int{{0, 1}, {1, 2}, {3, 4}, {2, 7}}, From: 1, To: 4, Note: secretgraph.NotConnected()},
		"line-public":         {Kind: secretgraph.OnLine, Nodes: districts[:6], Edges: [][2]int{}, From: -1, To: -1},
		"line-many":           {Kind: secretgraph.OnLine, Nodes: many, Reach: reach(117, 5), From: 40, To: 41, Note: step(weighted.One), Outside: outside},
		"line-around":         {Kind: secretgraph.OnLine, Nodes: agesOf(15), Reach: reach(15, 1), From: 3, To: 8, Around: true, Outside: outside, Note: message.Sprintf("%s, through %s", step(2*weighted.One), message.Sprintf("“%s”", outside))},
		"line-long-names":     {Kind: secretgraph.OnLine, Nodes: []string{"under 10k", "10–20k", "50k and over, which is a long name"}, Reach: reach(3, 1), From: 1, To: 2, Note: step(weighted.One)},
		"complete":            {Kind: secretgraph.Complete, Nodes: districts, From: 1, To: 4, Note: step(weighted.One)},
		"complete-many":       {Kind: secretgraph.Complete, Nodes: many, From: 1, To: 13, Note: step(weighted.One), Each: step(2 * weighted.One)},
		"star":                {Kind: secretgraph.Star, Nodes: districts[:7], Outside: outside, From: 0, To: 3, Note: step(weighted.One)},
		"star-alone":          {Kind: secretgraph.Star, Nodes: []string{"yes", "no", "not stated"}, Outside: outside, Alone: true, To: 1, Note: step(2 * weighted.One)},
		"star-some":           {Kind: secretgraph.Star, Nodes: districts[:5], Outside: outside, Some: []bool{true, false, true, false, false}, From: -1},
		"groups":              {Kind: secretgraph.InGroups, Groups: groups, From: 0, To: 3, Note: secretgraph.NotConnected()},
		"groups-many":         {Kind: secretgraph.InGroups, Groups: more, From: -1, Besides: blank},
		"web":                 {Kind: secretgraph.Web, Nodes: districts[:6], Joined: []secretgraph.Pair{{A: 0, B: 1, Text: weight("1")}, {A: 1, B: 2, Text: message.Sprintf("%s, not %s", "2", "5"), Heavy: true}, {A: 2, B: 5, Text: weight("0.5")}, {A: 0, B: 3, Text: weight("1.5"), Heavy: true}, {A: 1, B: 4, Text: weight("1")}, {A: 3, B: 5, Text: weight("0.25")}}, From: 1, To: 2, Note: step(2 * weighted.One)},
		"web-of-twelve":       {Kind: secretgraph.Web, Nodes: districts, Joined: []secretgraph.Pair{{A: 0, B: 1, Text: weight("1")}, {A: 1, B: 4, Text: weight("2"), Heavy: true}, {A: 0, B: 4, Text: message.Sprintf("%s, not %s", "3", "5"), Heavy: true}, {A: 7, B: 9, Text: weight("0.5")}}, From: 7, To: 11, Note: secretgraph.NotConnected()},
		"cells":               {Kind: secretgraph.InCells, Cells: cellsOf(11, 15), From: -1, To: -1},
		"cells-map":           {Kind: secretgraph.InCells, Cells: mapOf(6, 5), From: -1, To: -1},
		"cells-of-one-column": {Kind: secretgraph.InCells, Cells: matrix, From: -1, To: -1},
	}
}

// drawnSecrets draws a picture at a width in the height that it asks for, and checks that nothing is cut off and that no label
// lies on another.
func drawnSecrets(t *testing.T, name string, s *Secrets, width vg.Length, th Theme) *probe {
	t.Helper()
	height := s.Height(width, th)
	p := drawOn(t, s, width, height, th)
	p.inside(t, name, width, height)
	p.apart(t, name)
	return p
}

// TestSecretsFit draws pictures of every kind at several widths and sizes of text, in both languages. Other themes have other
// colours, and paper another size of text.
func TestSecretsFit(t *testing.T) {
	german, err := language.Of("de")
	if err != nil {
		t.Fatal(err)
	}
	for name, picture := range scenes() {
		for _, width := range []vg.Length{180, 243, 420, 1100} { // in the usual size of text
			for _, larger := range []vg.Length{1, 1.4} {
				th := Light()
				th.Size *= larger
				width := width * (1 + (larger-1)/2)
				drawnSecrets(t, fmt.Sprint(name, " at ", width, ", text ", larger), &Secrets{"“a column”", picture}, width, th)
				th.Say, th.Figure = german.Say, german.Number
				drawnSecrets(t, fmt.Sprint(name, " in German at ", width, ", text ", larger), &Secrets{Picture: picture}, width, th)
			}
		}
		if folder := os.Getenv("STEWARD_GALLERY"); folder != "" {
			paint(t, folder, name, picture, german)
		}
	}
}

// paint writes a picture to files, to be looked at, the wider ones in German.
func paint(t *testing.T, folder, name string, picture secretgraph.Picture, german language.Language) {
	t.Helper()
	for look, th := range map[string]Theme{"light": Light(), "dark": Dark()} {
		for _, larger := range []vg.Length{1, 1.3} {
			for _, w := range []int{440, 620} {
				th := th
				th.Size *= larger
				if w == 620 {
					th.Say, th.Figure = german.Say, german.Number
				}
				s := &Secrets{Picture: picture}
				file, err := os.Create(filepath.Join(folder, fmt.Sprintf("%s-%s-%.0f-%d.png", name, look, 100*larger, w)))
				if err == nil {
					err = Write(file, ".png", s, w, int(s.Height(Pixels(w), th)/Pixels(1))+1, th)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// Circles on a line never touch.
func TestCirclesOnALineKeepApart(t *testing.T) {
	seeded.Check(t, func(r *rapid.T) {
		n := rapid.IntRange(2, 400).Draw(r, "n")
		width := vg.Length(rapid.Float64Range(180, 1100).Draw(r, "width"))
		p := secretgraph.Picture{Kind: secretgraph.OnLine, Nodes: make([]string, n)}
		p.From, p.To = rapid.IntRange(0, n-1).Draw(r, "from"), rapid.IntRange(0, n-1).Draw(r, "to")
		g := (&Secrets{Picture: p}).graph(pen{th: Light()}, width)
		at, shown := g.along(0), g.drawnNodes()
		for k := 1; k < len(shown); k++ {
			if gap := at(shown[k]).x - at(shown[k-1]).x; gap < 2*nodeRadius {
				r.Fatalf("%d of %d values at %v: %v apart", len(shown), n, width, gap)
			}
		}
	})
}

// marks counts what a picture is drawn of: circles, straight lines, arches and boxes.
func marks(p *probe) (circles, lines, bows, boxes int) {
	for _, s := range p.strokes {
		middle := s.min.Add(s.max).Scale(0.5)
		switch n := len(s.points); {
		case n == 2 && near(s.points[1], middle): // the arc around it
			circles++
		case n == 2:
			lines++
		case n > 20:
			bows++
		default:
			boxes++
		}
	}
	return circles, lines, bows, boxes
}

// TestSecretsDrawTheirPairs counts what is drawn of small pictures.
func TestSecretsDrawTheirPairs(t *testing.T) {
	th := Light()
	for _, c := range []struct {
		name                          string
		picture                       secretgraph.Picture
		circles, lines, bows, squares int
	}{
		{"complete", secretgraph.Picture{Kind: secretgraph.Complete, Nodes: agesOf(5)}, 5, 10, 0, 0},
		{"line", secretgraph.Picture{Kind: secretgraph.OnLine, Nodes: agesOf(5), Edges: [][2]int{{0, 1}, {1, 3}, {2, 2}, {4, 9}}}, 5, 1, 1, 0}, // a pair of one value, and one beyond the list, are no pairs
		{"groups", secretgraph.Picture{Kind: secretgraph.InGroups, Groups: []secretgraph.Group{titled("A", agesOf(3)...), titled("B", agesOf(2)...), titled("C")}}, 5, 3 + 1, 0, 3},
		{"star", secretgraph.Picture{Kind: secretgraph.Star, Nodes: agesOf(4), Outside: message.Word("out")}, 4, 6 + 4, 0, 1},
		{"star of some", secretgraph.Picture{Kind: secretgraph.Star, Nodes: agesOf(4), Outside: message.Word("out"), Some: []bool{false, true, false, false}}, 4, 6 + 1, 0, 1},
		{"star alone", secretgraph.Picture{Kind: secretgraph.Star, Nodes: agesOf(4), Outside: message.Word("out"), Alone: true}, 4, 4, 0, 1},
		{"web", secretgraph.Picture{Kind: secretgraph.Web, Nodes: agesOf(6), Joined: []secretgraph.Pair{{A: 0, B: 5, Text: message.Verbatim("2")}, {A: 1, B: 2}}}, 4, 2, 0, 1},
		{"cells", secretgraph.Picture{Kind: secretgraph.InCells, Cells: cellsOf(5, 3)}, 1, 3, 0, 5*3 + 2}, // three are crossed, two are marked
		{"nothing", secretgraph.Picture{Kind: secretgraph.OnLine}, 0, 0, 0, 0},
	} {
		p := drawnSecrets(t, c.name, &Secrets{Picture: c.picture}, 300, th)
		if circles, lines, bows, squares := marks(p); circles != c.circles || lines != c.lines || bows != c.bows || squares != c.squares {
			t.Errorf("%s: %d circles, %d lines, %d arches, %d boxes; want %d, %d, %d and %d", c.name, circles, lines, bows, squares, c.circles, c.lines, c.bows, c.squares)
		}
	}
}

// However long the list, the picture stays small and says what it leaves out.
func TestSecretsThinLongLists(t *testing.T) {
	nodes := make([]string, 20_000)
	for i := range nodes {
		nodes[i] = fmt.Sprint("value ", i)
	}
	var groups []secretgraph.Group
	for i := range 500 {
		groups = append(groups, titled(fmt.Sprint("group ", i), nodes[i*40:i*40+40]...))
	}
	var dense [][2]int
	for i := range 300 {
		for j := i + 1; j < min(i+40, 300); j++ {
			dense = append(dense, [2]int{i, j})
		}
	}
	for _, c := range []struct {
		name    string
		picture secretgraph.Picture
		says    string
	}{
		{"line", secretgraph.Picture{Kind: secretgraph.OnLine, Nodes: nodes, From: 10_000, To: 10_001}, "20,000 values; one in"},
		{"dense line", secretgraph.Picture{Kind: secretgraph.OnLine, Nodes: nodes[:300], Edges: dense, From: 3, To: 290}, "300 values; one in"},
		{"complete", secretgraph.Picture{Kind: secretgraph.Complete, Nodes: nodes, From: 70, To: 90}, "11 of 20,000 values"},
		{"star", secretgraph.Picture{Kind: secretgraph.Star, Nodes: nodes, Outside: message.Word("out"), From: 3, To: 19_999}, "11 of 20,000 values"},
		{"groups", secretgraph.Picture{Kind: secretgraph.InGroups, Groups: groups}, "and 488 more groups"},
	} {
		p := drawnSecrets(t, c.name, &Secrets{Picture: c.picture}, 525, Light())
		if n := len(p.strokes); n > 400 {
			t.Errorf("%s: %d strokes", c.name, n)
		}
		if !p.has(c.says) {
			t.Errorf("%s: it does not say %q", c.name, c.says)
		}
		if c.picture.Two() {
			for _, i := range []int{c.picture.From, c.picture.To} {
				if !p.has(c.picture.Nodes[i]) {
					t.Errorf("%s: %q, which is looked at, is not shown", c.name, c.picture.Nodes[i])
				}
			}
		}
	}
}

// The groups of the two values that are looked at have a box, and the values a circle in it.
func TestLookedAtGroupsAreDrawn(t *testing.T) {
	var groups []secretgraph.Group
	for i := range 10 {
		groups = append(groups, titled(fmt.Sprint("Group ", i), agesOf(10)...))
	}
	th := Light()
	for _, two := range [][2]int{{3, 64}, {32, 64}, {39, 99}, {0, 9}, {95, 99}, {38, 39}} {
		picture := secretgraph.Picture{Kind: secretgraph.InGroups, Groups: groups, From: two[0], To: two[1], Note: secretgraph.NotConnected()}
		p := drawnSecrets(t, fmt.Sprint(two), &Secrets{Picture: picture}, 306, th)
		if marked := len(p.filled(th.Series[1])); marked != 2 {
			t.Errorf("%v: %d values are marked", two, marked)
		}
		if !p.has(fmt.Sprint("Group ", two[0]/10)) || !p.has(fmt.Sprint("Group ", two[1]/10)) {
			t.Errorf("%v: the picture says %v", two, p.texts)
		}
	}
}

func near(a, b vg.Point) bool { return math.Hypot(float64(a.X-b.X), float64(a.Y-b.Y)) < 0.01 }

// Figures can be read on every shade, light and dark, and north is up.
func TestFiguresAreReadOnEveryShade(t *testing.T) {
	for name, th := range map[string]Theme{"light": Light(), "dark": Dark()} {
		for _, far := range []float64{0, 0.1, 0.25, 0.5, 1, 1.5, 2, 3, 5, 10, 50} {
			if got := ratio(shaded(th, far), th.Text); got < 4.5 {
				t.Errorf("%s: at %v steps the contrast is %.2f to 1", name, far, got)
			}
		}
		if got := ratio(th.Background, th.Alert); got < 4.5 {
			t.Errorf("%s: the contrast of what is looked at is %.2f to 1", name, got)
		}
	}
	g := (&Secrets{Picture: secretgraph.Picture{Kind: secretgraph.InCells, Cells: mapOf(2, 3)}}).graph(pen{th: Light()}, 375)
	if _, y, _ := g.cellEdges(); y[0] <= y[1] {
		t.Errorf("the south is drawn at %v, the north at %v: north is up", y[0], y[1])
	}
}

// Of many values those stand on the circle that are in a pair.
func TestWebShowsItsPairs(t *testing.T) {
	web := secretgraph.Picture{Kind: secretgraph.Web, Nodes: agesOf(15), Joined: []secretgraph.Pair{{A: 0, B: 14}, {A: 2, B: 14}}, From: -1, To: -1}
	g := (&Secrets{Picture: web}).graph(pen{th: Light()}, 375)
	if got := fmt.Sprint(g.spots()); got != "[0 2 14]" {
		t.Errorf("drawn are %s", got)
	}
	if p := drawnSecrets(t, "web", &Secrets{Picture: web}, 375, Light()); !p.has("3 of 15 values are drawn; the others are joined to none") {
		t.Error("it does not say that it leaves values out")
	}
}
