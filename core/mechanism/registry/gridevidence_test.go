//go:build evidence

package registry

import (
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/palette/moreland"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/linop"
	"steward/core/mechanism"
	"steward/core/mechanism/box"
	"steward/core/mechanism/cells"
	"steward/core/mechanism/edges"
	"steward/core/mechanism/mechanismtest"
	"steward/core/noise"
	"steward/core/policy"
	"steward/core/policy/distance"
	"steward/core/seeded"
	"steward/core/strategy"
	"steward/core/workload"
)

// sharedData returns the folder of the ranges that published numbers are about, or skips the test.
func sharedData(t *testing.T) string {
	t.Helper()
	folder := os.Getenv("STEWARD_DATA")
	if folder == "" {
		folder = filepath.Join("..", "..", "..", "shared", "data")
	}
	if _, err := os.Stat(filepath.Join(folder, "ranges_k512.csv")); err != nil {
		t.Skipf("there are no ranges in %s: set STEWARD_DATA to their folder", folder)
	}
	return folder
}

// asPublished fails unless a number is the published one, but for so small a part.
func asPublished(t *testing.T, what string, got, want, part float64) {
	t.Helper()
	t.Logf("%s: %.6g, published %.6g", what, got, want)
	if !near(got, want, part) {
		t.Errorf("%s: %.6g, published %.6g", what, got, want)
	}
}

// The wavelets as published, with the same part of the budget for every level, have exactly the errors
// that independent code measured or worked out for 10,000 ranges: presence only, half the budget, by
// which a change of one record is protected. Chosen for the ranges they have less.
func TestEvidenceOfWavelets(t *testing.T) {
	folder := sharedData(t)
	for k, want := range map[int]float64{4096: 2738.15, 2048: 2136.98, 1024: 1641.06, 512: 1229.61} {
		var spans []workload.Span
		for _, row := range rowsIn(t, filepath.Join(folder, fmt.Sprintf("ranges_k%d.csv", k))) {
			spans = append(spans, span(row[0], row[1]))
		}
		a := mechanismtest.Column(t)(domain.NewWhole("x", 0, int64(k-1), mechanismtest.NoSpecial))
		e := mechanismtest.Setup{Columns: []*domain.Attribute{a}, Epsilon: "0.0005", Question: workload.Question{Kind: workload.Ranges, Spans: spans}}.Make(t, fmt.Sprint(k))
		squared := mechanism.Square(2 * e.Scene.Budget.Float())
		for _, m := range []box.Privelet{{Published: true}, {}} {
			q, err := m.Prepare(t.Context(), e.Scene.Problem)
			if err != nil {
				t.Fatal(err)
			}
			got := squared * q.ExpectedError().Summary().MeanSquare
			if m.Published {
				asPublished(t, fmt.Sprintf("%d values", k), got, want, 5e-5)
			} else if t.Logf("%d values, chosen for the ranges: %.6g", k, got); got > want {
				t.Errorf("%d values: chosen parts of the budget have error %v, even ones %v", k, got, want)
			}
		}
	}
}

// listedBoxes reads the rectangles of the published tables.
func listedBoxes(t *testing.T, folder string, n int) (boxes [][]workload.Span) {
	t.Helper()
	for _, r := range rowsIn(t, filepath.Join(folder, fmt.Sprintf("ranges2d_k%d.csv", n))) {
		boxes = append(boxes, []workload.Span{span(r[0], r[1]), span(r[2], r[3])})
	}
	return boxes
}

// onLines is the error of wavelets on the lines of secret pairs of a grid (Haney et al. 2015, section
// 5.2.2, Privelet): on every line the total and the levels of the next power of two, even parts of the
// budget, times its square.
func onLines(n int, boxes [][]workload.Span) float64 {
	height := 0
	for 1<<height < n {
		height++
	}
	h := box.NewHaarAxis(1 << height)
	line := func(r linop.Interval) float64 {
		sum := 0.0
		for _, v := range h.Parts(r) {
			sum += v
		}
		return 2 * mechanism.Square(float64(height+1)) * sum
	}
	sum := 0.0
	for _, b := range boxes {
		for j := range b {
			other := linop.Interval{Lo: atoi(b[1-j].From), Hi: atoi(b[1-j].To)}
			if atoi(b[j].From) > 0 {
				sum += line(other)
			}
			if atoi(b[j].To) < n-1 {
				sum += line(other)
			}
		}
	}
	return sum / float64(len(boxes))
}

func atoi(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		panic(err)
	}
	return n
}

// Ranges on a grid whose neighbours are secret: wavelets on its lines have the published errors, ours
// less, and both are below wavelets in two dimensions under plain differential privacy, whatever the
// data.
func TestEvidenceOfGrids(t *testing.T) {
	folder := sharedData(t)
	for n, want := range map[int]float64{25: 216.71, 50: 360.69, 100: 556.96} {
		boxes := listedBoxes(t, folder, n)
		asPublished(t, fmt.Sprintf("%d × %d, wavelets on lines", n, n), onLines(n, boxes), want, 5e-5)
		e := mechanismtest.SquareGrid(t, n, 1, "0.001", boxes)
		ours := average(t, e, "grid-lines")
		plain := e.Scene.Problem
		plain.Policy = policy.PresenceOnly(plain.Policy.Domain())
		plain.Facts, plain.Tied = constraint.Facts{}, constraint.Multiplier{}
		plain.Budget = plain.Budget.Over(2)
		q, err := box.Privelet{Published: true}.Prepare(t.Context(), plain)
		if err != nil {
			t.Fatal(err)
		}
		wavelets := q.ExpectedError().Summary().MeanSquare * mechanism.Square(e.Scene.Budget.Float())
		t.Logf("%d × %d: ours %.2f; wavelets in two dimensions at half the budget %.4g, tuned under the grid %.4g; nested boxes %.4g; cells %.4g", n, n, ours, wavelets,
			average(t, e, "privelet"), average(t, e, "nested-boxes"), average(t, e, "laplace"))
		if ours > want || ours > wavelets/10 {
			t.Errorf("%d × %d: error %v, wavelets on lines %v, in two dimensions %v", n, n, ours, want, wavelets)
		}
	}
}

// The family of strategies for lines of secret pairs meets what is known for every range of a square
// grid, within two per cent.
func TestEvidenceOfLargeGrids(t *testing.T) {
	for _, c := range []struct {
		n    int
		want float64
	}{{16, 42.35}, {32, 85.0}, {64, 128.9}, {128, 185.7}, {256, 270.8}} {
		line := average(t, mechanismtest.SquareGrid(t, 16, 1, "0.001", nil), "grid-lines")
		if c.n > 16 {
			line = everyBox(t, c.n)
		}
		t.Logf("%d × %d: %.2f, known %.2f", c.n, c.n, line, c.want)
		if line > 1.02*c.want {
			t.Errorf("%d × %d: %.2f, known %.2f", c.n, c.n, line, c.want)
		}
	}
}

// everyBox returns the average error of every range of a grid with lines made for every range of them:
// of the ends of ranges of n values 2(n-1)/(n+1) have a neighbour on average, in either column.
func everyBox(t *testing.T, n int) float64 {
	t.Helper()
	tuned, err := strategy.TuneSoft(t.Context(), strategy.SoftProblem{
		Cells: n, Target: strategy.AllRanges(), Budget: 1, Variance: func(s float64) float64 { return 2 / (s * s) },
		Loads: edges.StepLoads, Reach: 1, Blocks: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	single := 2 * float64(n+2) / 3
	return 4 * float64(n-1) / float64(n+1) * min(tuned.Average, single)
}

// mapSide and mapMissing make a map of 64,909 squares: 255 by 255 but 116 at the end of the last row,
// which are declared impossible.
const (
	mapSide    = 255
	mapMissing = mapSide*mapSide - 64_909
)

// The map of 64,909 squares in McSherry's slides: mean errors of 1.02, 9.12, 98.6 and 1003 people at
// budgets of 1, 0.1, 0.01 and 0.001 when it is secret who is in the data. Whole-number noise of scale
// t = 1/ε is 1/sinh(ε) away on average. Beside it the same map with neighbours secret within 1 and
// within 4, and with secret places inside squares of 15 by 15, of a known number of people; and ranges.
func TestEvidenceOfAMap(t *testing.T) {
	printed := map[string]float64{"1": 1.02, "0.1": 9.12, "0.01": 98.6, "0.001": 1003}
	for _, text := range []string{"1", "0.1", "0.01", "0.001"} {
		for i, s := range mapSecrets(t) {
			e := s.example(t, text, workload.Question{Kind: workload.Table})
			q, err := cells.LaplaceCells{}.Prepare(t.Context(), e.Scene.Problem) // the best for single squares
			if err != nil {
				t.Fatal(err)
			}
			a, err := q.Release(t.Context(), mechanismtest.VectorOf(t, e.Scene.Problem, e.Counts), seeded.New(20260101, uint64(2015+i)))
			if err != nil {
				t.Fatal(err)
			}
			truth := make([]int64, len(a.Unadjusted))
			e.Scene.Workload.Operator().Apply(truth, e.Counts)
			off := 0.0
			for i, v := range a.Unadjusted {
				off += math.Abs(v - float64(truth[i]))
			}
			off /= float64(len(truth))
			boxes := prepareBest(t, s.example(t, text, workload.Question{Kind: workload.Ranges, Boxes: mapBoxes()}))
			t.Logf("budget %s, %s: %d squares off by %.4g on average, ranges by %.4g in root mean square (%s)", text, s.name, len(truth), off,
				boxes.ExpectedError().Summary().RMSE, boxes.Info().ID)
			if s.name == "presence" {
				budget := e.Scene.Budget.Float()
				expected := 1 / math.Sinh(budget)
				// The mean of 64,909 errors: standard deviation at most that of one, 1.5/ε, over 254; 6 of them.
				if math.Abs(off-expected) > 6*1.5/budget/math.Sqrt(float64(len(truth))) {
					t.Errorf("budget %s: off by %v on average, %v is expected", text, off, expected)
				}
				if off > 1.12*printed[text] {
					t.Errorf("budget %s: off by %v on average, printed %v", text, off, printed[text])
				}
			}
			if s.name == "presence" || text == "0.01" {
				drawMap(t, s.name+"-"+text, e.Scene.Policy.Domain(), a.Tidied)
			}
			if text == "1" && s.name == "presence" {
				drawMap(t, "true", e.Scene.Policy.Domain(), truth)
			}
		}
	}
}

// prepareBest prepares the best of the mechanisms for ranges over several columns; noise on each secret
// pair, which is a line's without groups, takes long to work out for as many.
func prepareBest(t *testing.T, e mechanismtest.Example) mechanism.Prepared {
	t.Helper()
	var best mechanism.Prepared
	for _, m := range []mechanism.Mechanism{cells.LaplaceCells{}, box.Privelet{}, box.NestedBoxes{}, edges.GridLines{}} {
		if !m.Check(e.Scene.Problem).OK() {
			continue
		}
		q, err := m.Prepare(t.Context(), e.Scene.Problem)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("    %s: %.4g", m.Info().ID, q.ExpectedError().Summary().RMSE)
		if best == nil || q.ExpectedError().Summary().MeanSquare < best.ExpectedError().Summary().MeanSquare {
			best = q
		}
	}
	return best
}

// mapBoxes are rectangles of many sizes, the same every time.
func mapBoxes() (out [][]workload.Span) {
	r := noise.NewTrial("a map")
	side := func() workload.Span {
		a, b := int64(r.Uint64()%mapSide), int64(r.Uint64()%mapSide)
		return span(min(a, b), max(a, b))
	}
	for range 2000 {
		out = append(out, []workload.Span{side(), side()})
	}
	return out
}

type mapSecret struct {
	name    string
	columns []*domain.Attribute
	parts   []policy.Part
}

func mapSecrets(t *testing.T) []mapSecret {
	t.Helper()
	x, y := mechanismtest.Column(t)(domain.NewWhole("row", 0, mapSide-1, mechanismtest.NoSpecial)), mechanismtest.Column(t)(domain.NewWhole("column", 0, mapSide-1, mechanismtest.NoSpecial))
	both := []*domain.Attribute{x, y}
	scaled := []policy.Scaled{{Attribute: x, Scale: mechanismtest.RatOf(1)}, {Attribute: y, Scale: mechanismtest.RatOf(1)}}
	within := func(n float64) []policy.Part {
		return []policy.Part{mechanismtest.Part(t)(policy.Within(scaled, mechanismtest.RatOf(n), distance.L1, policy.OwnGroup))}
	}
	cuts := []policy.Cut{{Attribute: x, Width: mechanismtest.RatOf(15)}, {Attribute: y, Width: mechanismtest.RatOf(15)}}
	return []mapSecret{
		{"presence", both, nil},
		{"within-1", both, within(1)},
		{"within-4", both, within(4)},
		{"squares-of-15", both, []policy.Part{mechanismtest.Part(t)(policy.Grid(cuts, policy.OwnGroup))}},
	}
}

func (s mapSecret) example(t *testing.T, epsilon string, q workload.Question) mechanismtest.Example {
	t.Helper()
	missing := domain.Combination{"row": {strconv.Itoa(mapSide - 1)}}
	for v := mapSide - mapMissing; v < mapSide; v++ {
		missing["column"] = append(missing["column"], strconv.Itoa(v))
	}
	e := mechanismtest.Setup{Columns: s.columns, Zeros: []domain.Combination{missing}, Parts: s.parts, Known: s.parts != nil, Disclose: s.name == "squares-of-15",
		Epsilon: epsilon, Question: q}.Make(t, s.name)
	counts, people := cities(t, e.Scene.Policy.Domain())
	facts := constraint.Facts{}
	if s.parts != nil {
		var err error
		if facts, err = constraint.Known(people); err != nil {
			t.Fatal(err)
		}
	}
	p, err := mechanism.NewProblem(e.Scene.Workload, e.Scene.Published, facts, e.Scene.Budget)
	if err != nil {
		t.Fatal(err)
	}
	p.Disclose = e.Scene.Disclose
	e.Scene.Problem, e.Counts = p, counts
	return e
}

// cities counts the people of cities of the United States in 2014 in the squares of the map, from the
// Pacific to the Atlantic and from Canada down to Florida; nobody lives in the corner that is left out.
func cities(t *testing.T, d *domain.Domain) (counts []int64, people int64) {
	t.Helper()
	f, err := os.Open(filepath.Join(sharedData(t), "us_cities_2014.csv"))
	if err != nil {
		t.Skip(err)
	}
	defer f.Close()
	records, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	counts = make([]int64, mapSide*mapSide)
	for _, r := range records[1:] {
		var v [3]float64 // people, latitude, longitude
		for i := range v {
			if v[i], err = strconv.ParseFloat(r[i+1], 64); err != nil {
				t.Fatal(err)
			}
		}
		row, col := int((49.5-v[1])/25.5*mapSide), int((v[2]+125)/58.5*mapSide)
		if row < 0 || row >= mapSide || col < 0 || col >= mapSide || !d.Possible(row*mapSide+col) {
			continue
		}
		counts[row*mapSide+col] += int64(v[0])
		people += int64(v[0])
	}
	return counts, people
}

// drawMap draws counts of squares as a heat map into docs/figures, on a scale of logarithms.
func drawMap(t *testing.T, name string, d *domain.Domain, counts []int64) {
	t.Helper()
	g := heat{cells: make([]float64, mapSide*mapSide)}
	next := 0
	for cell := range g.cells {
		if d.Possible(cell) {
			g.cells[cell] = math.Log1p(float64(counts[next]))
			next++
		}
	}
	p := plot.New()
	p.HideAxes()
	h := plotter.NewHeatMap(g, moreland.ExtendedBlackBody().Palette(64))
	h.Rasterized, h.Min, h.Max = true, 0, 16 // up to e^16, nine million: the same colours in all maps
	p.Add(h)
	folder := filepath.Join("..", "..", "..", "docs", "figures")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	canvas := vgimg.New(9*vg.Centimeter, 9*vg.Centimeter)
	p.Draw(draw.New(canvas))
	f, err := os.Create(filepath.Join(folder, "map-"+name+".png"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := (vgimg.PngCanvas{Canvas: canvas}).WriteTo(f); err != nil {
		t.Fatal(err)
	}
}

// heat is a grid of numbers, the first row on top.
type heat struct{ cells []float64 }

func (g heat) Dims() (columns, rows int) { return mapSide, mapSide }
func (g heat) Z(column, row int) float64 { return g.cells[(mapSide-1-row)*mapSide+column] }
func (g heat) X(column int) float64      { return float64(column) }
func (g heat) Y(row int) float64         { return float64(row) }
