package page

import (
	"math"
	"strings"
	"testing"

	"steward/core/seeded"
	"steward/reports/model"
	"steward/reports/page/pagetest"
)

// placed is a text on a page with the box that it takes, from the upper left corner.
type placed struct {
	Text
	left, right, top, bottom float64
}

// level lists the texts of a page that are not turned, with their boxes.
func level(p Page) []placed {
	var out []placed
	for _, m := range p.marks {
		if x, ok := m.(Text); ok && x.Turn == 0 {
			out = append(out, placed{x, x.X, x.X + x.Width(), x.Y - 0.72*x.Size, x.Y + 0.05*x.Size})
		}
	}
	return out
}

// sheets are the documents that were laid out, by name and size of paper.
var sheets = map[[2]string]*sheet{}

// laidOnce lays a document out, only the first time it is asked to.
func laidOnce(t *testing.T, name string, size Size) *sheet {
	t.Helper()
	key := [2]string{name, string(size)}
	if sheets[key] == nil {
		s, err := laid(pagetest.All[name](t), size)
		if err != nil {
			t.Fatal(err)
		}
		sheets[key] = s
	}
	return sheets[key]
}

// sizes are those of the paper that a document is laid out on: of many pages those of one are enough, and in the fast
// run of all but the sample.
func sizes(name string) []Size {
	if strings.HasPrefix(name, "many") || name != "sample" && !seeded.Audit {
		return []Size{Letter}
	}
	return []Size{A4, Letter}
}

// TestLayout sets every document on the sizes of paper: nothing leaves the margins, no text
// lies on another, and no page is half empty that has no reason to be.
func TestLayout(t *testing.T) {
	for name := range pagetest.All {
		for _, size := range sizes(name) {
			s := laidOnce(t, name, size)
			if len(s.reached) != len(s.pages) {
				t.Fatalf("%s on %s: %d pages are known of %d", name, size, len(s.reached), len(s.pages))
			}
			where := name + " on " + string(size)
			for i, p := range s.pages {
				texts := level(p)
				margins(t, where, i+1, s, texts)
				if name != "many" || i%10 == 0 {
					collisions(t, where, i+1, texts)
				}
			}
			fullness(t, where, s)
		}
	}
}

// margins fails for texts beyond the margins of the content, or of head and foot.
func margins(t *testing.T, where string, page int, s *sheet, texts []placed) {
	t.Helper()
	for _, x := range texts {
		if x.left < side-0.5 || x.right > s.width-side+0.5 {
			t.Errorf("%s, page %d: %q stands from %.1f to %.1f of %.1f", where, page, x.Text.Text, x.left, x.right, s.width)
		}
		head := x.bottom < headLine
		foot := x.top > s.height-footLine && x.bottom < s.height-15
		if !head && !foot && (x.top < contentAt-1 || x.bottom > s.bottom()+1) {
			t.Errorf("%s, page %d: %q stands from %.1f to %.1f below the upper edge", where, page, x.Text.Text, x.top, x.bottom)
		}
	}
}

// collisions fails for texts that lie on one another.
func collisions(t *testing.T, where string, page int, texts []placed) {
	t.Helper()
	for i, a := range texts {
		for _, b := range texts[:i] {
			if hit(a, b) {
				t.Errorf("%s, page %d: %q lies on %q", where, page, a.Text.Text, b.Text.Text)
			}
		}
	}
}

// hit reports whether two texts lie on one another.
func hit(a, b placed) bool {
	const slack = 0.6
	return min(a.right, b.right)-max(a.left, b.left) > slack && min(a.bottom, b.bottom)-max(a.top, b.top) > slack
}

// fullness fails for pages that end early: all but the last, the last before the appendix,
// and those of a cover that runs on.
func fullness(t *testing.T, where string, s *sheet) {
	t.Helper()
	n := len(s.reached)
	for i, y := range s.reached {
		page := i + 1
		high := s.bottom() - contentAt
		tall := strings.HasPrefix(where, "hostile") && s.unparted[i] > 0.4*high // the title and text of a question, by names that nobody has
		if reason := page <= s.coverPages || page == s.appendixFrom-1 || page == n || tall; !reason && y < contentAt+0.55*high {
			t.Errorf("%s: page %d of %d ends at %.0f of %.0f", where, page, n, y, s.bottom())
		}
	}
}

// TestCoverIsOnePage checks that the page to be signed is one, unless the names are absurd.
func TestCoverIsOnePage(t *testing.T) {
	for name, want := range map[string]int{"sample": 1, "many": 1, "one": 1, "hostile": 2, "disclosed": 3, "readers": 1, "many readers": 1} {
		for _, size := range sizes(name) {
			s := laidOnce(t, name, size)
			if s.coverPages > want {
				t.Errorf("%s on %s: the cover has %d pages", name, size, s.coverPages)
			}
			if readers := strings.HasSuffix(name, "readers"); readers && len(s.pages) != 1 || want == 1 && !readers && s.signedPages != 2 {
				t.Errorf("%s on %s: of %d pages %d are signed", name, size, len(s.pages), s.signedPages)
			}
		}
	}
}

// TestWrap checks that lines are no wider than asked, that no word is lost, and that weights
// are kept.
func TestWrap(t *testing.T) {
	s, err := newSheet(pagetest.Sample(t), A4)
	if err != nil {
		t.Fatal(err)
	}
	p := model.Phrase{
		{Text: "Spent "}, {Text: "0.5", Strong: true}, {Text: " of the 2 allowed, 25 %; "}, {Text: "nothing", Strong: true}, {Text: ", and "},
		{Text: strings.Repeat("W", 200)}, {Text: " end"},
	}
	for width := 30.0; width < 400; width += 17 {
		lines := s.wrap(p, body, width)
		var b strings.Builder
		for i, line := range lines {
			if strings.HasPrefix(line[0].text, "%") {
				t.Errorf("in %.0f points a line begins with a percent sign", width)
			}
			if w := s.lineWidth(line, body); w > width+slack && len(line) > 1 {
				t.Errorf("line %d is %.1f wide, not %.1f", i, w, width)
			}
			for k, x := range line {
				if (i > 0 || k > 0) && !x.joined {
					b.WriteByte(' ')
				}
				b.WriteString(x.text)
				if strong := x.text == "0.5" || x.text == "nothing"; strong != x.strong && len(x.text) > 2 && !strings.Contains("nothing", x.text) {
					t.Errorf("%q is strong: %v", x.text, x.strong)
				}
			}
		}
		if b.String() != p.String() {
			t.Errorf("in %.0f points it says %q", width, b.String())
		}
	}
	if n := len(s.wrap(plain(""), body, 100)); n != 0 {
		t.Errorf("nothing takes %d lines", n)
	}
}

// TestShare checks that columns share a width without exceeding it.
func TestShare(t *testing.T) {
	for _, c := range []struct {
		least, full []float64
		room        float64
		want        []float64
		left        float64
	}{
		{[]float64{10, 10}, []float64{20, 30}, 100, []float64{20, 30}, 50},
		{[]float64{10, 10}, []float64{20, 30}, 35, []float64{15, 20}, 0},
		{[]float64{10, 90, 90}, []float64{10, 900, 90}, 130, []float64{10, 60, 60}, 0},
		{[]float64{50, 50}, []float64{50, 50}, 60, []float64{30, 30}, 0},
	} {
		columns := make([]column, len(c.least))
		left := share(columns, c.least, c.full, c.room)
		if math.Abs(left-c.left) > 1e-9 {
			t.Errorf("%v of %v: %v is left over", c.least, c.room, left)
		}
		for i, want := range c.want {
			if math.Abs(columns[i].width-want) > 1e-9 {
				t.Errorf("%v of %v: column %d is %v wide, want %v", c.least, c.room, i, columns[i].width, want)
			}
		}
	}
}

// TestHit checks the test's own eyes.
func TestHit(t *testing.T) {
	a := placed{Text{Text: "a"}, 100, 120, 300, 308}
	for _, b := range []placed{{Text{}, 110, 130, 304, 312}, {Text{}, 100, 120, 300, 308}} {
		if !hit(a, b) {
			t.Errorf("%v does not lie on %v", b, a)
		}
	}
	for _, b := range []placed{{Text{}, 120, 130, 300, 308}, {Text{}, 100, 120, 308.2, 316}} {
		if hit(a, b) {
			t.Errorf("%v lies on %v", b, a)
		}
	}
}
