//go:build audit

package graphs

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"pgregory.net/rapid"

	"steward/core/seeded"
	"steward/gui/session/secretgraph"
	"steward/gui/theme"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/widgettest"
)

func TestSecretGraphSummary(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	groups := []secretgraph.Group{{Title: "North", Nodes: []string{"a", "b"}}, {Title: "South", Nodes: []string{"c"}}}
	cases := []struct {
		picture secretgraph.Picture
		want    string
	}{
		{secretgraph.Picture{Kind: secretgraph.OnLine, Nodes: ages(), From: 3, To: 8}, "15 values on a line; 33–37 and 58–62: 5 steps"},
		{secretgraph.Picture{Kind: secretgraph.OnLine, Nodes: ages(), From: 8, To: 3}, "15 values on a line; 58–62 and 33–37: 5 steps"},
		{secretgraph.Picture{Kind: secretgraph.OnLine, Nodes: ages()}, "15 values on a line"},
		{secretgraph.Picture{Kind: secretgraph.OnLine, Nodes: ages(), From: 3, To: 99}, "15 values on a line"},
		{secretgraph.Picture{Kind: secretgraph.OnLine, Nodes: ages(), Edges: [][2]int{{0, 2}, {2, 1}}, To: 1}, "15 values on a line; 18–22 and 23–27: 2 steps"},
		{secretgraph.Picture{Kind: secretgraph.OnLine, Nodes: ages(), Edges: [][2]int{}, To: 1}, "15 values on a line; 18–22 and 23–27: not connected"},
		{secretgraph.Picture{Kind: secretgraph.Complete, Nodes: []string{"a", "b"}, To: 1}, "2 values, each joined to every other; a and b: 1 step"},
		{secretgraph.Picture{Kind: secretgraph.Star, Nodes: []string{"a"}}, `1 values, each joined to every other and to "not in the file"`},
		{secretgraph.Picture{Kind: secretgraph.Star, Nodes: []string{"a", "b"}, Alone: true}, `2 values, each joined to "not in the file" alone`},
		{secretgraph.Picture{Kind: secretgraph.InGroups, Groups: groups, To: 2}, "3 values in 2 groups, joined inside each group; a and c: not connected"},
		{secretgraph.Picture{Kind: secretgraph.InGroups, Groups: groups, To: 1, Note: "hidden"}, "3 values in 2 groups, joined inside each group; a and b: hidden"},
	}
	for _, c := range cases {
		g := NewSecretGraph(c.picture)
		if got := g.Summary(); got != c.want {
			t.Errorf("summary %q, want %q", got, c.want)
		}
		widgettest.Exhibit(t, g, 500, 300).Canvas().Capture()
	}
}

func TestSecretGraphDrawsItsPairs(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	complete := NewSecretGraph(secretgraph.Picture{Kind: secretgraph.Complete, Nodes: ages()[:5]})
	widgettest.Exhibit(t, complete, 400, 240)
	if circles, lines := widgettest.Count[*canvas.Circle](complete.Shapes), widgettest.Count[*canvas.Line](complete.Shapes); circles != 5 || lines != 10 {
		t.Errorf("complete graph of 5: %d circles and %d lines, want 5 and 10", circles, lines)
	}
	line := NewSecretGraph(secretgraph.Picture{Kind: secretgraph.OnLine, Nodes: ages()[:5], Edges: [][2]int{{0, 1}, {1, 3}, {2, 2}, {4, 9}}})
	widgettest.Exhibit(t, line, 400, 240)
	if bows := widgettest.Count[*canvas.BezierCurve](line.Shapes); bows != 1 {
		t.Errorf("%d arches, want 1: a pair of one value, and one beyond the list, are no pairs", bows)
	}
	groups := NewSecretGraph(secretgraph.Picture{Kind: secretgraph.InGroups, Groups: []secretgraph.Group{{Title: "A", Nodes: ages()[:3]}, {Title: "B", Nodes: ages()[3:5]}, {Title: "C", Nodes: nil}}})
	widgettest.Exhibit(t, groups, 400, 240)
	if boxes, lines := widgettest.Count[*canvas.Rectangle](groups.Shapes), widgettest.Count[*canvas.Line](groups.Shapes); boxes != 3 || lines != 3+1 {
		t.Errorf("groups of 3, 2 and 0: %d boxes and %d lines, want 3 and 4", boxes, lines)
	}
}

// However long the list, the picture stays small and says what it leaves out.
func TestSecretGraphThinsLongLists(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	nodes := make([]string, 200_000)
	for i := range nodes {
		nodes[i] = fmt.Sprint("value ", i)
	}
	var groups []secretgraph.Group
	for i := range 500 {
		groups = append(groups, secretgraph.Group{Title: fmt.Sprint("group ", i), Nodes: nodes[i*100 : i*100+100]})
	}
	var dense [][2]int
	for i := range 300 {
		for j := i + 1; j < min(i+40, 300); j++ {
			dense = append(dense, [2]int{i, j})
		}
	}
	cases := []struct {
		name    string
		picture secretgraph.Picture
		says    string
	}{
		{"line", secretgraph.Picture{Kind: secretgraph.OnLine, Nodes: nodes, From: 100_000, To: 100_001}, "200,000 values; one in"},
		{"dense line", secretgraph.Picture{Kind: secretgraph.OnLine, Nodes: nodes[:300], Edges: dense, From: 3, To: 290}, "300 values; one in"},
		{"complete", secretgraph.Picture{Kind: secretgraph.Complete, Nodes: nodes, From: 70, To: 90}, "11 of 200,000 values"},
		{"star", secretgraph.Picture{Kind: secretgraph.Star, Nodes: nodes, From: 3, To: 199_999}, "11 of 200,000 values"},
		{"groups", secretgraph.Picture{Kind: secretgraph.InGroups, Groups: groups}, "and 488 more groups"},
	}
	for _, c := range cases {
		g := NewSecretGraph(c.picture)
		widgettest.Exhibit(t, g, 700, 500)
		if n := len(g.Shapes); n > 400 {
			t.Errorf("%s: %d shapes", c.name, n)
		}
		if shown := widgettest.TextsIn(g); !strings.Contains(shown, c.says) {
			t.Errorf("%s: shows %q, want %q in it", c.name, shown, c.says)
		}
		if g.picture.Two() {
			for _, i := range []int{c.picture.From, c.picture.To} {
				if !strings.Contains(widgettest.TextsIn(g)+" |", c.picture.Nodes[i]+" |") {
					t.Errorf("%s: %q, which is looked at, is not shown", c.name, c.picture.Nodes[i])
				}
			}
		}
	}
}

// Circles on a line never touch.
func TestCirclesOnALineKeepApart(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	seeded.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 400).Draw(t, "n")
		width := rapid.Float32Range(240, 1500).Draw(t, "width")
		p := secretgraph.Picture{Kind: secretgraph.OnLine, Nodes: make([]string, n)}
		p.From, p.To = rapid.IntRange(0, n-1).Draw(t, "from"), rapid.IntRange(0, n-1).Draw(t, "to")
		g := NewSecretGraph(p)
		at, shown := g.along(width, 0), g.drawnNodes(width)
		for k := 1; k < len(shown); k++ {
			if gap := at(shown[k]).X - at(shown[k-1]).X; gap < 2*graphNode {
				t.Fatalf("%d of %d values at %v: %v apart", len(shown), n, width, gap)
			}
		}
	})
}

// A graph of nothing takes no height, of whatever kind it will be.
func TestGraphOfNothing(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	for _, kind := range []secretgraph.Kind{secretgraph.OnLine, secretgraph.InGroups, secretgraph.InCells} {
		g := NewSecretGraph(secretgraph.Picture{Kind: kind})
		widgettest.Exhibit(t, g, 300, 100)
		if least := g.MinSize(); kind == secretgraph.OnLine && least.Height != 0 {
			t.Errorf("a line without values takes %v", least)
		}
	}
}

func ages() []string {
	var list []string
	for from := 18; from < 93; from += 5 {
		list = append(list, fmt.Sprintf("%d–%d", from, min(from+4, 90)))
	}
	return list
}

// The groups of the two values that are looked at have a box, and the values a circle in it.
func TestLookedAtGroupsAreDrawn(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	var groups []secretgraph.Group
	for i := range 10 {
		groups = append(groups, secretgraph.Group{Title: fmt.Sprint("Group ", i), Nodes: widgettest.ManyOptions(10)})
	}
	for _, two := range [][2]int{{3, 64}, {32, 64}, {39, 99}, {0, 9}, {95, 99}, {38, 39}} {
		g := NewSecretGraph(secretgraph.Picture{Kind: secretgraph.InGroups, Groups: groups, From: two[0], To: two[1]})
		widgettest.Exhibit(t, g, 408, 200)
		marked := 0
		for _, s := range g.Shapes {
			if c, ok := s.(*canvas.Circle); ok && c.FillColor == paint.Ink(g, theme.Chart5) {
				marked++
			}
		}
		if marked != 2 {
			t.Errorf("%v: %d values are marked", two, marked)
		}
		if shown := widgettest.TextsIn(g); !strings.Contains(shown, fmt.Sprint("Group ", two[0]/10)) || !strings.Contains(shown, fmt.Sprint("Group ", two[1]/10)) {
			t.Errorf("%v: the picture says %s", two, shown)
		}
	}
}
