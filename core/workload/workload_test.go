package workload

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/limits"
	"steward/core/linop/linoptest"
)

func must(t testing.TB) func(*domain.Attribute, error) *domain.Attribute {
	return func(a *domain.Attribute, err error) *domain.Attribute {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
}

var refuse = domain.Options{Origin: domain.Typed, Blank: domain.Special{Rule: domain.Refuse}, Other: domain.Special{Rule: domain.Refuse}}

// clinic has an ordered column with blanks and others, a list, and whole numbers.
func clinic(t testing.TB) *domain.Domain {
	t.Helper()
	d, err := domain.New([]*domain.Attribute{
		must(t)(domain.NewOrdered("size", []string{"small", "medium", "large"}, domain.Options{Origin: domain.Typed})),
		must(t)(domain.NewList("district", []string{"North", "South"}, refuse)),
		must(t)(domain.NewWhole("age", 0, 4, domain.Options{Origin: domain.Typed, Other: domain.Special{Rule: domain.Refuse}})),
		must(t)(domain.NewRanges("income", []domain.Range{{To: "100"}, {From: "100", To: "200"}, {From: "200"}}, false, refuse)),
	}, []domain.Combination{{"size": {"small"}, "district": {"South"}}, {"age": {"3"}}})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func mustNew(t testing.TB, q Question, d *domain.Domain) *Workload {
	t.Helper()
	w, err := New(q, d)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// records enumerates the cells of a workload's domain with their labels.
func records(w *Workload) [][]string {
	d := w.Domain()
	k, _ := d.Cells()
	out := make([][]string, k)
	values := make([]int, len(d.Attributes()))
	for cell := range out {
		d.Values(values, cell)
		for j, v := range values {
			out[cell] = append(out[cell], d.Attributes()[j].Label(v))
		}
	}
	return out
}

// checkAgainst compares every entry of the operator with what the labels of the answer say.
func checkAgainst(t *testing.T, w *Workload, counts func(key, record []string) bool) {
	t.Helper()
	rows := linoptest.Dense(w.Operator())
	if len(rows) != w.Len() {
		t.Fatalf("%d rows for %d answers", len(rows), w.Len())
	}
	all := records(w)
	seen := make(map[string]bool)
	for i, row := range rows {
		key := w.Key(i)
		if len(key) != len(w.KeyNames()) {
			t.Fatalf("answer %d: %d labels under %d headings", i, len(key), len(w.KeyNames()))
		}
		if text := strings.Join(key, "|"); seen[text] {
			t.Errorf("two answers are called %s", text)
		} else {
			seen[text] = true
		}
		for cell, v := range row {
			want := int64(0)
			if counts(key, all[cell]) {
				want = 1
			}
			if v != want {
				t.Errorf("answer %v counts %v %d times, want %d", key, all[cell], v, want)
			}
		}
	}
}

func TestTable(t *testing.T) {
	w := mustNew(t, Question{Title: "T", Kind: Table, Columns: []domain.AttributeName{"district", "size"}}, clinic(t))
	checkAgainst(t, w, slices.Equal[[]string])
	if got, want := w.KeyNames(), []string{"district", "size"}; !slices.Equal(got, want) {
		t.Errorf("headings %v, want %v", got, want)
	}
	// Two districts, three sizes with blank and other, less small in the South.
	if w.Len() != 2*5-1 {
		t.Errorf("%d answers, want 9", w.Len())
	}
	for i := range w.Len() {
		if k := w.Key(i); k[0] == "South" && k[1] == "small" {
			t.Error("an impossible combination is asked for")
		}
	}
}

func TestTableOfAllCells(t *testing.T) {
	w := mustNew(t, Question{Title: "T", Kind: Table, Columns: []domain.AttributeName{"income", "district"}}, clinic(t))
	checkAgainst(t, w, slices.Equal[[]string])
	if w.Len() != 6 {
		t.Errorf("%d answers, want 6", w.Len())
	}
}

// A table with totals has each column's values and all of them together, but no combination
// that cannot occur.
func TestTableWithTotals(t *testing.T) {
	w := mustNew(t, Question{Title: "T", Kind: Table, Columns: []domain.AttributeName{"district", "size"}, Totals: true}, clinic(t))
	checkAgainst(t, w, func(key, record []string) bool {
		for j, label := range key {
			if label != domain.TotalLabel && label != record[j] {
				return false
			}
		}
		return true
	})
	// Nine cells, two districts, five sizes, and everybody.
	if w.Len() != 9+2+5+1 {
		t.Errorf("%d answers, want 17", w.Len())
	}
}

// Ranges over several columns take a run of each ordered column and a value of the others.
func TestBoxes(t *testing.T) {
	q := Question{Title: "T", Kind: Ranges, Columns: []domain.AttributeName{"age", "district", "size"}, Boxes: [][]Span{
		{{"1", "3"}, {"South", "South"}, {}},
		{{}, {}, {"small", "medium"}},
		{{"0", "4"}, {"North", "North"}, {domain.BlankLabel, domain.BlankLabel}},
	}}
	w := mustNew(t, q, clinic(t))
	checkAgainst(t, w, within(w))
	if got, want := w.KeyNames(), []string{"age from", "age to", "district", "size from", "size to"}; !slices.Equal(got, want) {
		t.Errorf("headings %v, want %v", got, want)
	}
	for i, want := range [][]string{
		{"1", "3", "South", domain.TotalLabel, domain.TotalLabel},
		{domain.TotalLabel, domain.TotalLabel, domain.TotalLabel, "small", "medium"},
		{"0", "4", "North", domain.BlankLabel, domain.BlankLabel},
	} {
		if got := w.Key(i); !slices.Equal(got, want) {
			t.Errorf("answer %d is %v, want %v", i, got, want)
		}
	}
}

// within says that a record lies in the box that a key names.
func within(w *Workload) func(key, record []string) bool {
	return func(key, record []string) bool {
		for j, a := range w.Domain().Attributes() {
			from, to := key[0], key[0]
			key = key[1:]
			if w.spanned(j) {
				to, key = key[0], key[1:]
			}
			if from == domain.TotalLabel {
				continue
			}
			lo, _ := a.Find(from)
			hi, _ := a.Find(to)
			if at, _ := a.Find(record[j]); at < lo || at > hi {
				return false
			}
		}
		return true
	}
}

func TestEveryBox(t *testing.T) {
	w := mustNew(t, Question{Title: "T", Kind: Ranges, Columns: []domain.AttributeName{"district", "income"}, Every: true}, clinic(t))
	checkAgainst(t, w, within(w))
	if w.Len() != 2*6 {
		t.Errorf("%d answers, want 12", w.Len())
	}
}

// Joined questions count what each of them counts by itself.
func TestJoin(t *testing.T) {
	d := clinic(t)
	parts := []*Workload{
		mustNew(t, Question{Title: "A", Kind: Table, Columns: []domain.AttributeName{"size", "district"}}, d),
		mustNew(t, Question{Title: "B", Kind: Cumulative, Columns: []domain.AttributeName{"age"}}, d),
		mustNew(t, Question{Title: "C", Kind: Table, Columns: []domain.AttributeName{"district", "size"}, Totals: true}, d),
	}
	w, err := Join(parts, d)
	if err != nil {
		t.Fatal(err)
	}
	k, _ := w.Domain().Cells()
	x := make([]int64, k)
	for u := range x {
		if w.Domain().Possible(u) {
			x[u] = int64(u*u%11 + 1)
		}
	}
	got := make([]int64, w.Len())
	w.Operator().Apply(got, x)
	all, answer := records(w), 0
	for _, p := range parts {
		own := records(p)
		for n := range p.Len() {
			var want int64
			for u := range x {
				var record []string
				for _, c := range p.Question().Columns {
					record = append(record, all[u][slices.Index(w.Question().Columns, c)])
				}
				cell := slices.IndexFunc(own, func(r []string) bool { return slices.Equal(r, record) })
				want += x[u] * linoptest.Dense(p.Operator())[n][cell]
			}
			if key := w.Key(answer); got[answer] != want || key[0] != p.Question().Title || key[1] != strings.Join(p.Key(n), ", ") {
				t.Fatalf("answer %v is %d, want %d", key, got[answer], want)
			}
			answer++
		}
	}
	if len(w.Parts()) != 3 || w.Key(w.Len() - 1)[0] != "C" {
		t.Errorf("the last answer is %v", w.Key(w.Len()-1))
	}
}

// Questions over columns with too many combinations together have cells of their own each, and the same answers and keys.
func TestJoinApart(t *testing.T) {
	d := large(t)
	parts := []*Workload{
		mustNew(t, Question{Title: "X", Kind: Table, Columns: []domain.AttributeName{"x"}}, d),
		mustNew(t, Question{Title: "Y", Kind: Cumulative, Columns: []domain.AttributeName{"y"}}, d),
	}
	w, err := Join(parts, d)
	if err != nil {
		t.Fatal(err)
	}
	tables := w.Tables()
	if len(tables) != 2 || tables[0] != parts[0].Domain() || tables[1] != parts[1].Domain() || parts[0].Tables() != nil {
		t.Fatalf("the tables are %v", tables)
	}
	first, second := parts[0].Operator(), parts[1].Operator()
	if op := w.Operator(); op.Rows() != first.Rows()+second.Rows() || op.Columns() != first.Columns()+second.Columns() {
		t.Fatalf("%d answers from %d cells", op.Rows(), op.Columns())
	}
	x, got, want := make([]int64, w.Operator().Columns()), make([]int64, w.Len()), make([]int64, w.Len())
	for i := range x {
		x[i] = int64(i * i % 17)
	}
	w.Operator().Apply(got, x)
	first.Apply(want, x[:first.Columns()])
	second.Apply(want[first.Rows():], x[first.Columns():])
	if !slices.Equal(got, want) {
		t.Error("the answers are not those of each question on cells of its own")
	}
	if key := w.Key(first.Rows() + 3); key[0] != "Y" || key[1] != parts[1].Key(3)[0] {
		t.Errorf("a key is %v", key)
	}
	for _, i := range []int{0, first.Rows() - 1, first.Rows(), w.Len() - 1} {
		sum := int64(0)
		w.Operator().Row(i, func(cell int, v int64) { sum += v * x[cell] })
		if sum != got[i] {
			t.Errorf("row %d counts %d, and its answer is %d", i, sum, got[i])
		}
	}
	for _, cell := range []int{2, first.Columns() + 5} {
		w.Operator().Column(cell, func(row int, value int64) {
			found := int64(0)
			w.Operator().Row(row, func(c int, v int64) {
				if c == cell {
					found = v
				}
			})
			if found != value {
				t.Errorf("cell %d counts %d in answer %d, by its row %d", cell, value, row, found)
			}
		})
	}
	many := slices.Repeat(parts, 10_000)
	if _, err := Join(many, d); err == nil || !strings.Contains(err.Error(), "each table by itself") {
		t.Errorf("too many tables: %v", err)
	}
}

// Cumulative counts go over the values in order; blanks and others stand by themselves.
func TestCumulative(t *testing.T) {
	for _, column := range []domain.AttributeName{"size", "age", "income"} {
		w := mustNew(t, Question{Title: "T", Kind: Cumulative, Columns: []domain.AttributeName{column}}, clinic(t))
		a := w.Domain().Attributes()[0]
		checkAgainst(t, w, func(key, record []string) bool {
			upto, _ := a.Find(key[0])
			at, _ := a.Find(record[0])
			return at == upto || (upto < a.Regular() && at < upto)
		})
		if w.Len() != a.Size() {
			t.Errorf("%s: %d answers for %d values", column, w.Len(), a.Size())
		}
		if got := w.KeyNames(); len(got) != 1 || got[0] != string(column)+" up to" {
			t.Errorf("%s: headings %v", column, got)
		}
	}
	w := mustNew(t, Question{Title: "T", Kind: Cumulative, Columns: []domain.AttributeName{"size"}}, clinic(t))
	var labels []string
	for i := range w.Len() {
		labels = append(labels, w.Key(i)...)
	}
	if want := []string{"small", "medium", "large", domain.BlankLabel, domain.OtherLabel}; !slices.Equal(labels, want) {
		t.Errorf("answers up to %v, want %v", labels, want)
	}
}

func TestRanges(t *testing.T) {
	q := Question{Title: "T", Kind: Ranges, Columns: []domain.AttributeName{"size"}, Spans: []Span{{"medium", "large"}, {"small", "small"}, {"small", "large"}}}
	w := mustNew(t, q, clinic(t))
	a := w.Domain().Attributes()[0]
	checkAgainst(t, w, between(a))
	for i, s := range q.Spans {
		if got := w.Key(i); got[0] != s.From || got[1] != s.To {
			t.Errorf("answer %d is %v, want %v", i, got, s)
		}
	}
	if got, want := w.KeyNames(), []string{"size from", "size to"}; !slices.Equal(got, want) {
		t.Errorf("headings %v, want %v", got, want)
	}
}

// between says that a record lies in the range that a key names.
func between(a *domain.Attribute) func(key, record []string) bool {
	return func(key, record []string) bool {
		from, _ := a.Find(key[0])
		to, _ := a.Find(key[1])
		at, _ := a.Find(record[0])
		return from <= at && at <= to
	}
}

func TestEveryRange(t *testing.T) {
	for _, column := range []domain.AttributeName{"size", "age", "income"} {
		w := mustNew(t, Question{Title: "T", Kind: Ranges, Columns: []domain.AttributeName{column}, Every: true}, clinic(t))
		a := w.Domain().Attributes()[0]
		checkAgainst(t, w, between(a))
		if r := a.Regular(); w.Len() != r*(r+1)/2 {
			t.Errorf("%s: %d ranges of %d values", column, w.Len(), r)
		}
	}
}

// large has two columns with too many values to be asked of together.
func large(t testing.TB) *domain.Domain {
	t.Helper()
	d, err := domain.New([]*domain.Attribute{
		must(t)(domain.NewWhole("x", 0, 9999, refuse)),
		must(t)(domain.NewWhole("y", 0, 9999, refuse)),
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestErrors(t *testing.T) {
	d, large := clinic(t), large(t)
	none, err := domain.New([]*domain.Attribute{must(t)(domain.NewList("only", []string{"a"}, refuse))}, []domain.Combination{{"only": {"a"}}})
	if err != nil {
		t.Fatal(err)
	}
	wide, err := domain.New([]*domain.Attribute{
		must(t)(domain.NewWhole("z", 0, 4095, refuse)),
		must(t)(domain.NewWhole("w", 0, 4095, refuse)),
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	columns := func(names ...domain.AttributeName) []domain.AttributeName { return names }
	for _, c := range []struct {
		q    Question
		d    *domain.Domain
		says []string
	}{
		{Question{Kind: Table}, d, []string{"names no column"}},
		{Question{Kind: Table, Columns: columns("size", "size")}, d, []string{`"size"`, "twice"}},
		{Question{Kind: Table, Columns: columns("weight")}, d, []string{`"weight"`, "not published"}},
		{Question{Kind: "median", Columns: columns("age")}, d, []string{`"median"`, `"table"`, `"cumulative"`, `"ranges"`}},
		{Question{Columns: columns("age")}, d, []string{"unknown kind"}},
		{Question{Kind: Cumulative, Columns: columns("district")}, d, []string{`"district"`, "no order", "table"}},
		{Question{Kind: Cumulative, Columns: columns("age", "size")}, d, []string{"2 columns", "cumulative"}},
		{Question{Kind: Ranges, Columns: columns("age", "size")}, d, []string{"no ranges", "each column"}},
		{Question{Kind: Ranges, Columns: columns("age", "size"), Boxes: [][]Span{{{"0", "1"}}}}, d, []string{"range 1", "1 columns", "has 2"}},
		{Question{Kind: Ranges, Columns: columns("age", "size"), Boxes: [][]Span{{}, {}}}, d, []string{"range 1", "0 columns"}},
		{Question{Kind: Ranges, Columns: columns("age", "district"), Boxes: [][]Span{{{}, {"North", "South"}}}}, d, []string{"range 1", `"district"`, "no order"}},
		{Question{Kind: Ranges, Columns: columns("age", "size"), Boxes: [][]Span{{{}, {"small", "medium"}}, {{}, {"small", domain.BlankLabel}}}}, d, []string{"range 2", "(blank)", "by itself"}},
		{Question{Kind: Ranges, Columns: columns("age", "size"), Boxes: [][]Span{{{}, {domain.OtherLabel, "small"}}}}, d, []string{"range 1", "(other)", "by itself"}},
		{Question{Kind: Ranges, Columns: columns("age", "size"), Boxes: [][]Span{{{"4", "1"}, {}}}}, d, []string{"range 1", "4", "1", "swap"}},
		{Question{Kind: Ranges, Columns: columns("age", "size"), Boxes: [][]Span{{{"9", "9"}, {}}}}, d, []string{"range 1", "begins at", `"9"`, `"age"`}},
		{Question{Kind: Ranges, Columns: columns("age", "size"), Boxes: [][]Span{{{"0", "9"}, {}}}}, d, []string{"range 1", "ends at", `"9"`, `"age"`}},
		{Question{Kind: Ranges, Columns: columns("z", "w"), Every: true}, wide, []string{"numbers, more than", "list the ranges"}},
		{Question{Kind: Table, Columns: columns("z", "w"), Totals: true}, wide, []string{"totals", "without"}},
		{Question{Kind: Ranges, Columns: columns("age")}, d, []string{"no ranges", "every range"}},
		{Question{Kind: Ranges, Columns: columns("age"), Spans: []Span{{"0", "4"}, {"0", "9"}}}, d, []string{"range 2", `"9"`, `"age"`}},
		{Question{Kind: Ranges, Columns: columns("age"), Spans: []Span{{domain.BlankLabel, "4"}}}, d, []string{"range 1", "begins at", "(blank)"}},
		{Question{Kind: Ranges, Columns: columns("size"), Spans: []Span{{"large", "small"}}}, d, []string{"range 1", "large", "small", "swap"}},
		{Question{Kind: Table, Columns: columns("x", "y")}, large, []string{"x (10000) × y (10000)", fmt.Sprint(limits.MaxCells), "fewer columns"}},
		{Question{Kind: Table, Columns: columns("only")}, none, []string{"impossible"}},
	} {
		c.q.Title = "How many"
		_, err := New(c.q, c.d)
		if err == nil {
			t.Errorf("%+v: no error", c.q)
			continue
		}
		for _, says := range append(c.says, `question "How many"`) {
			if !strings.Contains(err.Error(), says) {
				t.Errorf("%+v: %q does not say %q", c.q, err, says)
			}
		}
	}
}

// The product of thirty columns is never counted: questions over two of them work.
func TestThirtyColumns(t *testing.T) {
	var attrs []*domain.Attribute
	for i := range 30 {
		attrs = append(attrs, must(t)(domain.NewWhole(domain.AttributeName(fmt.Sprint("c", i)), 0, 99, refuse)))
	}
	d, err := domain.New(attrs, []domain.Combination{{"c3": {"7"}, "c17": {"8"}}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Cells(); err == nil {
		t.Fatal("the product of thirty columns was counted")
	}
	w := mustNew(t, Question{Title: "T", Kind: Table, Columns: []domain.AttributeName{"c17", "c3"}}, d)
	if w.Len() != 100*100-1 {
		t.Errorf("%d answers", w.Len())
	}
	if key := w.Key(0); !slices.Equal(key, []string{"0", "0"}) {
		t.Errorf("the first answer is %v", key)
	}
	if w := mustNew(t, Question{Title: "T", Kind: Cumulative, Columns: []domain.AttributeName{"c29"}}, d); w.Len() != 100 {
		t.Errorf("%d cumulative counts", w.Len())
	}
}

// Answers come in the order of their keys, the last column changing fastest, whatever the
// order of the published columns.
func TestOrderOfAnswers(t *testing.T) {
	w := mustNew(t, Question{Title: "T", Kind: Table, Columns: []domain.AttributeName{"income", "district"}}, clinic(t))
	attrs := w.Domain().Attributes()
	at := -1
	for i := range w.Len() {
		cell := 0
		for j, label := range w.Key(i) {
			v, _ := attrs[j].Find(label)
			cell = cell*attrs[j].Size() + v
		}
		if cell <= at {
			t.Errorf("answer %d, %v, comes too late", i, w.Key(i))
		}
		at = cell
	}
	if attrs[0].Name() != "income" {
		t.Errorf("the first column is %q", attrs[0].Name())
	}
}

// Of more ranges than a sheet has rows the counts are published that all of them follow from.
func TestRangesThatFollow(t *testing.T) {
	for _, c := range []struct {
		values int
		follow bool
	}{{1447, false}, {1448, true}, {1 << 22, true}} {
		a, err := domain.NewWhole("x", 0, int64(c.values-1), domain.Options{Origin: domain.Typed, Other: domain.Special{Rule: domain.Refuse}})
		if err != nil {
			t.Fatal(err)
		}
		d, err := domain.New([]*domain.Attribute{a}, nil)
		if err != nil {
			t.Fatal(err)
		}
		w := mustNew(t, Question{Title: "T", Kind: Ranges, Columns: []domain.AttributeName{"x"}, Every: true}, d)
		all := float64(c.values) * float64(c.values+1) / 2
		ranges, follow := w.Follow()
		if follow != c.follow || follow && ranges != all || !follow && float64(w.Len()) != all {
			t.Errorf("%d values: %d answers, %v ranges that follow (%v)", c.values, w.Len(), ranges, follow)
		}
		if !follow {
			continue
		}
		if first, last := w.Key(0), w.Key(w.Len()-1); w.Len() != c.values || !slices.Equal(first, []string{"0", "0"}) || !slices.Equal(last, []string{"0", fmt.Sprint(c.values - 1)}) {
			t.Errorf("%d values: %d answers from %v to %v", c.values, w.Len(), first, last)
		}
		if _, err := Join([]*Workload{w, w}, d); err == nil {
			t.Error("they are answered together with others")
		}
	}
}
