package session

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"steward/core/accuracy"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/core/result"
	"steward/core/seeded"
	"steward/core/table"
	"steward/gui/session/answers"
	"steward/io/export"
	"steward/io/publish"
	"steward/io/publish/publishtest"
	"steward/io/sheet"
	"steward/reports/model"
)

// everyOutput are plans of everything that can be published: with the methods that they name, with those that are chosen where
// everything is secret, and with Gaussian noise.
var everyOutput = map[string]func(*plan.Plan){
	"as named": func(*plan.Plan) {},
	"everything secret": func(p *plan.Plan) {
		chosen(p)
		p.Secrets = secret.Secrets{}
	},
	"Gaussian noise": func(p *plan.Plan) {
		chosen(p)
		p.Budget.Delta = "0.000001"
	},
}

// chosen leaves the methods of a plan open, without any whose error depends on the data.
func chosen(p *plan.Plan) {
	p.StandIn = nil
	p.Questions = slices.DeleteFunc(p.Questions, func(q plan.Question) bool { return q.ID == "evened" })
	for i := range p.Questions {
		p.Questions[i].Mechanism = ""
	}
}

// Whatever is published, and by which method: the number that is printed as published lies in the interval printed beside it, and
// numbers, intervals and typical errors are the same in the window, in the workbook, in the tables, in the summary and in the
// record. Tables print unadjusted numbers with the digits that their errors leave them, records have all.
func TestOneNumberEverywhere(t *testing.T) {
	seeded.ForAudits(t)
	for name, change := range everyOutput {
		t.Run(name, func(t *testing.T) {
			p := publishtest.EveryKindPlan()
			change(&p)
			done, err := publish.Release(t.Context(), publishtest.EveryKindJobOf(t, p))
			if err != nil {
				t.Fatal(err)
			}
			s := everywhere{T: t, Finished: done, files: make(map[string]*sheet.File)}
			if s.record, err = export.ReadRecord(done.Files[len(done.Files)-1]); err != nil {
				t.Fatal(err)
			}
			if s.summary, err = model.New(done.Release); err != nil {
				t.Fatal(err)
			}
			for i := range done.Release.Questions {
				s.answers(i)
				s.derived(i)
			}
			for i := range done.Release.Clusters {
				s.groups(i)
			}
			if s.compared < 500 {
				t.Errorf("only %d numbers were compared", s.compared)
			}
		})
	}
}

// everywhere is a release with everything that says its numbers.
type everywhere struct {
	*testing.T
	*publish.Finished
	record   export.Record
	summary  *model.Document
	files    map[string]*sheet.File
	compared int
}

// tables returns the rows of what is published under a number and an id, as its sheet and as its file have them: of the first
// sheet that has a heading.
func (s *everywhere) tables(number int, file, heading string, skip int) (head []string, both [2][]table.Row) {
	s.Helper()
	for k, path := range []string{s.Files[0], filepath.Join(filepath.Dir(s.Files[0]), "every-"+file+".csv")} {
		if s.files[path] == nil {
			f, err := sheet.Open(s.Context(), path)
			if err != nil {
				s.Fatal(err)
			}
			s.Cleanup(func() { f.Close() })
			s.files[path] = f
		}
		left := skip
		for _, info := range s.files[path].Sheets() {
			if k == 0 && !strings.HasPrefix(info.Name, fmt.Sprint(number, " ")) {
				continue
			}
			sh, err := s.files[path].Sheet(s.Context(), sheet.Options{Sheet: info.Name, HeaderRow: 1, Delimiter: ","})
			if err != nil {
				s.Fatal(err)
			}
			if !slices.Contains(sh.Header(), heading) {
				continue
			}
			if left--; k == 0 && left >= 0 {
				continue
			}
			head = sh.Header()
			for row, err := range sh.Rows(s.Context()) {
				if err != nil {
					s.Fatal(err)
				}
				row.Cells = slices.Clone(row.Cells)
				both[k] = append(both[k], row)
			}
			break
		}
	}
	return head, both
}

// is compares a cell with a number.
func (s *everywhere) is(what string, c table.Cell, want float64) {
	s.Helper()
	s.compared++
	if c.Kind != table.Number || c.Number != want {
		s.Errorf("%s is %q, want %v", what, c.Text, want)
	}
}

// number reads a number as the window and the summary write it.
func (s *everywhere) number(text string) float64 {
	s.Helper()
	text = strings.TrimSuffix(text, "*") // too noisy to use
	x, err := strconv.ParseFloat(strings.ReplaceAll(strings.ReplaceAll(text, ",", ""), "−", "-"), 64)
	if err != nil {
		s.Fatal(err)
	}
	return x
}

// interval reads one as the window and the summary write it; "exact" is the number alone.
func (s *everywhere) interval(text string, alone float64) accuracy.Interval {
	s.Helper()
	if text == "exact" {
		return accuracy.Interval{Low: alone, High: alone}
	}
	low, high, ok := strings.Cut(text, " to ")
	if !ok {
		s.Fatalf("%q is no interval", text)
	}
	return accuracy.Interval{Low: s.number(low), High: s.number(high)}
}

// answers compares the answers to question i.
func (s *everywhere) answers(i int) {
	q, rec := &s.Release.Questions[i], s.record.Questions[i]
	shown := answers.Of(q, s.Release.InWords(i), nil)
	_, both := s.tables(i+1, q.ID(), "Unadjusted", 0)
	keys := len(q.Workload.KeyNames())
	for k := range q.Len() {
		a := rec.Answers[k]
		if a.Unadjusted != q.Unadjusted[k] || a.RMSE != q.Error[k] || a.Published != q.Tidied[k] || *a.From != q.Low[k] || *a.To != q.High[k] {
			s.Errorf("%s, number %d: the record has %+v", q.ID(), k, a)
		}
		n, visible := q.Published(k)
		what := fmt.Sprintf("%s, number %d", q.ID(), k)
		for _, rows := range both {
			if len(rows) != q.Len() {
				s.Fatalf("%s: %d rows for %d numbers", q.ID(), len(rows), q.Len())
			}
			cells := rows[k].Cells[keys:]
			if visible {
				s.is(what+", published", cells[0], n)
			} else if cells[0].Text != export.HiddenText {
				s.Errorf("%s, hidden, is %q", what, cells[0].Text)
			}
			s.is(what+", from", cells[1], *a.From)
			s.is(what+", to", cells[2], *a.To)
			s.is(what+", unadjusted", cells[3], accuracy.Printed(a.Unadjusted, a.RMSE))
			s.is(what+", typical error", cells[4], accuracy.Printed(accuracy.Typical(a.RMSE), a.RMSE))
		}
		if n < *a.From || n > *a.To {
			s.Errorf("%s: %v does not lie from %v to %v", what, n, *a.From, *a.To)
		}
		said := [][2]string{{shown.Row("", k)[keys], shown.Row("", k)[keys+1]}}
		if k < len(s.summary.Questions[i].Answers) {
			x := s.summary.Questions[i].Answers[k]
			said = append(said, [2]string{x.Published, x.Within})
		}
		for _, x := range said {
			if !visible {
				if x[0] != "hidden" {
					s.Errorf("%s, hidden, is said to be %q", what, x[0])
				}
				continue
			}
			s.compared++
			if in := s.interval(x[1], n); s.number(x[0]) != n || in.Low != *a.From || in.High != *a.To {
				s.Errorf("%s is said to be %q, %q, want %v from %v to %v", what, x[0], x[1], n, *a.From, *a.To)
			}
		}
	}
}

// derived compares what follows from the answers to question i.
func (s *everywhere) derived(i int) {
	q := &s.Release.Questions[i]
	shown := answers.Of(q, s.Release.InWords(i), nil)
	before := 0
	for d, of := range q.Derived {
		_, both := s.tables(i+1, q.ID()+"-derived", "Note", d)
		for k, v := range of.Values {
			what := fmt.Sprintf("%s, %s, number %d", q.ID(), of.Title, k)
			if rec := s.record.Questions[i].Derived[d].Results().Values[k]; rec.Value != v.Value || rec.Low != v.Low || rec.High != v.High || rec.Unreliable != v.Unreliable {
				s.Errorf("%s: the record has %+v", what, rec)
			}
			printed := v.Printed()
			if !v.Unreliable && !(printed.Low <= printed.Value && printed.Value <= printed.High && printed.Low <= v.Low && v.High <= printed.High) {
				s.Errorf("%s: %+v is printed as %+v", what, v, printed)
			}
			rows := [2][]table.Cell{both[0][k].Cells[len(v.Key):], both[1][before+k].Cells[1+len(v.Key):]}
			for _, cells := range rows {
				if v.Unreliable {
					if cells[0].Kind != table.Blank || cells[4].Text != export.UnreliableText {
						s.Errorf("%s, which is unreliable, is %q, %q", what, cells[0].Text, cells[4].Text)
					}
				} else {
					s.is(what, cells[0], printed.Value)
				}
				s.is(what+", from", cells[1], printed.Low)
				s.is(what+", to", cells[2], printed.High)
			}
			row := shown.DerivedRow(d, k)
			said := [][2]string{{row[len(v.Key)], row[len(v.Key)+1]}}
			if table := s.summary.Questions[i].Derived[d].Rows; k < len(table) {
				said = append(said, [2]string{table[k][len(v.Key)], table[k][len(v.Key)+1]})
			}
			if said[len(said)-1] != said[0] {
				s.Errorf("%s: window and summary say %q", what, said)
			}
			if v.Unreliable {
				continue
			}
			s.compared++
			in := s.interval(said[0][1], v.Value)
			if x := s.number(said[0][0]); x < in.Low || x > in.High || in.Low > v.Low+1e-6*math.Abs(v.Low) || in.High < v.High-1e-6*math.Abs(v.High) {
				s.Errorf("%s: %+v is said to be %q", what, v, said[0])
			}
		}
		before += len(of.Values)
	}
}

// groups compares the groups of clustering i.
func (s *everywhere) groups(i int) {
	c := &s.Release.Clusters[i]
	number := len(s.Release.Questions) + len(s.Release.Choices) + i + 1
	_, both := s.tables(number, c.ID(), "Too small", 0)
	for g, group := range c.Groups {
		if rec := s.record.Clusters[i].Results()[g]; rec.Size != group.Size || rec.SizeError != group.SizeError || !slices.Equal(rec.Centre, group.Centre) || !slices.Equal(rec.Error, group.Error) {
			s.Errorf("%s, group %d: the record has %+v", c.ID(), g+1, rec)
		}
		want := result.GroupNumbers(&group)
		for _, rows := range both {
			for k, x := range want {
				s.is(fmt.Sprintf("%s, group %d, column %d", c.ID(), g+1, k+2), rows[g].Cells[k+1], x)
			}
		}
		off := "± " + accuracy.People(accuracy.Typical(group.SizeError))
		table := s.summary.Questions[number-1].Derived[0].Rows[g]
		if said := c.Say(g, s.Release.Plan.Counted()).String(); !strings.Contains(said, off) || table[len(table)-1] == "" {
			s.Errorf("%s, group %d: it says %q and %q, want %q", c.ID(), g+1, said, table, off)
		}
	}
}
