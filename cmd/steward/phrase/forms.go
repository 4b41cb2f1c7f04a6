package phrase

import (
	"fmt"
	"reflect"
	"strings"

	"steward/core/choice"
	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/core/repair"
	"steward/core/workload"
)

// heads are the fields of records that say which columns they are about, which go before a colon.
var heads = map[reflect.Type]string{
	reflect.TypeFor[plan.Column]():    "Name",
	reflect.TypeFor[secret.Secret]():  "Columns",
	reflect.TypeFor[fact]():           "Columns",
	reflect.TypeFor[plan.Question]():  "Columns",
	reflect.TypeFor[plan.Choice]():    "Column",
	reflect.TypeFor[plan.Synthetic](): "Columns",
	reflect.TypeFor[repair.Rule]():    "Column",
}

// form is how values of a type are said that have a short one of their own.
type form struct {
	write func(v reflect.Value) string
	read  func(r *reader, v reflect.Value) error
}

// forms are those of all such types. They are set in init, since they say values inside others by write and read.
var forms map[reflect.Type]form

func init() {
	forms = map[reflect.Type]form{
		reflect.TypeFor[secret.Group]():         formOf(writeGroup, readGroup),
		reflect.TypeFor[secret.Distance]():      formOf(writeDistance, readDistance),
		reflect.TypeFor[secret.Pair]():          formOf(writePair, readPair),
		reflect.TypeFor[plan.Range]():           formOf(writeRange, readRange),
		reflect.TypeFor[plan.Span]():            formOf(writeSpan, readSpan),
		reflect.TypeFor[constraint.Span]():      formOf(writeSpan, readSpan),
		reflect.TypeFor[plan.Percent]():         formOf(writePercent, readPercent),
		reflect.TypeFor[plan.Answers]():         formOf(writeAnswers, readAnswers),
		reflect.TypeFor[plan.Rate]():            formOf(writeAnswers, readAnswers),
		reflect.TypeFor[constraint.Row]():       formOf(writeRow, readRow),
		reflect.TypeFor[constraint.Condition](): formOf(writeCondition, readCondition),
		reflect.TypeFor[constraint.Predicate](): formOf(writePredicate, readPredicate),
		reflect.TypeFor[constraint.Count]():     formOf(writeCount, readCount),
	}
}

// formOf is a form of values that can be seen as a T.
func formOf[T any](write func(T) string, read func(*reader, *T) error) form {
	t := reflect.TypeFor[T]()
	return form{
		func(v reflect.Value) string { return write(v.Convert(t).Interface().(T)) },
		func(r *reader, v reflect.Value) error {
			to := v.Addr().Convert(reflect.PointerTo(t)).Interface().(*T)
			return read(r, to)
		},
	}
}

// quoted says words with commas between.
func quoted[S ~string](words []S) string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = quote(string(w))
	}
	return strings.Join(out, ", ")
}

// tuple says a combination of values: one by itself, several in parentheses.
func tuple(labels []string) string {
	if len(labels) == 1 {
		return quote(labels[0])
	}
	return "(" + quoted(labels) + ")"
}

func (r *reader) tuple() (out []string, err error) {
	if r.peek() == (token{text: "(", mark: true}) {
		err = r.inside(func() error { out, err = r.words("a value"); return err })
		return out, err
	}
	w, err := r.word("a value")
	return []string{w}, err
}

func writeGroup(g secret.Group) string {
	name := ""
	if g.Name != "" {
		name = quote(g.Name)
	}
	return name + "(" + quoted(g.Values) + ")"
}

func readGroup(r *reader, g *secret.Group) (err error) {
	if r.atWord() {
		g.Name, _ = r.word("")
	}
	return r.inside(func() error { g.Values, err = r.words("a value"); return err })
}

func writeDistance(d secret.Distance) string {
	return quote(d.U) + "~" + quote(d.V) + ":" + quote(d.Distance)
}

func readDistance(r *reader, d *secret.Distance) (err error) {
	const example = "North~South:2"
	if d.U, err = r.word("a value"); err != nil {
		return err
	}
	if err = r.expect("~", example); err != nil {
		return err
	}
	if d.V, err = r.word("a value"); err != nil {
		return err
	}
	if err = r.expect(":", example); err != nil {
		return err
	}
	d.Distance, err = r.word("a distance")
	return err
}

func writePair(p secret.Pair) string {
	out := tuple(p.U) + "~" + tuple(p.V)
	if p.Weight != "" {
		out += ":" + quote(p.Weight)
	}
	return out
}

func readPair(r *reader, p *secret.Pair) (err error) {
	if p.U, err = r.tuple(); err != nil {
		return err
	}
	if err = r.expect("~", "North~South"); err != nil {
		return err
	}
	if p.V, err = r.tuple(); err != nil || !r.is(":") {
		return err
	}
	p.Weight, err = r.word("a weight")
	return err
}

func writeSpan(s plan.Span) string { return end(s.From) + upto + end(s.To) }

// end says the end of a range, which may be open.
func end(s string) string {
	if s == "" {
		return ""
	}
	return quote(s)
}

func readSpan(r *reader, s *plan.Span) error {
	if r.atWord() {
		s.From, _ = r.word("")
	}
	if err := r.expect(upto, "20..29"); err != nil {
		return err
	}
	if r.atWord() {
		s.To, _ = r.word("")
	}
	return nil
}

func writeRange(g plan.Range) string {
	span := writeSpan(plan.Span{From: g.From, To: g.To})
	if g.Label == "" {
		return span
	}
	return span + ":" + quote(g.Label)
}

func readRange(r *reader, g *plan.Range) error {
	var s plan.Span
	err := readSpan(r, &s)
	if g.From, g.To = s.From, s.To; err != nil || !r.is(":") {
		return err
	}
	g.Label, err = r.word("a label")
	return err
}

func writePercent(p plan.Percent) string {
	if len(p.Within) == 0 {
		return all
	}
	return quoted(p.Within)
}

func readPercent(r *reader, p *plan.Percent) error {
	if r.isWord(all) {
		return nil
	}
	return r.read(reflect.ValueOf(&p.Within).Elem(), "a column")
}

func writeAnswers(a plan.Answers) string { return quote(string(a.Column)) + "=" + quoted(a.Values) }

func readAnswers(r *reader, a *plan.Answers) (err error) {
	if err = r.of((*string)(&a.Column), "town=North, South"); err != nil {
		return err
	}
	a.Values, err = r.words("a value")
	return err
}

// of takes a column and the mark after it.
func (r *reader) of(column *string, example string) (err error) {
	if *column, err = r.word("a column"); err != nil {
		return err
	}
	return r.expect("=", example)
}

func writeRow(row constraint.Row) string { return fmt.Sprintf("%s:%d", tuple(row.Labels), row.Count) }

func readRow(r *reader, row *constraint.Row) (err error) {
	if row.Labels, err = r.tuple(); err != nil {
		return err
	}
	return r.number(&row.Count, "North:22")
}

// number takes a colon and a number of people.
func (r *reader) number(to *int64, example string) error {
	if err := r.expect(":", example); err != nil {
		return err
	}
	return r.read(reflect.ValueOf(to).Elem(), "a number of people")
}

func writeCondition(c constraint.Condition) string {
	items := []string{}
	for _, v := range c.Values {
		items = append(items, quote(v))
	}
	for _, s := range c.Spans {
		items = append(items, writeSpan(plan.Span(s)))
	}
	return quote(string(c.Column)) + "=" + strings.Join(items, ", ")
}

func readCondition(r *reader, c *constraint.Condition) error {
	if err := r.of((*string)(&c.Column), "age=20..29, 35"); err != nil {
		return err
	}
	for more := r.atWord() || r.peek().text == upto; more; more = r.is(",") {
		if len(r.left) > 1 && !r.left[0].mark && (!r.left[1].mark || r.left[1].text != upto) || len(r.left) == 1 {
			v, err := r.word("a value")
			if err != nil {
				return err
			}
			c.Values = append(c.Values, v)
			continue
		}
		var s constraint.Span
		if err := readSpan(r, (*plan.Span)(&s)); err != nil {
			return err
		}
		c.Spans = append(c.Spans, s)
	}
	return nil
}

func writePredicate(p constraint.Predicate) string {
	boxes := make([]string, len(p))
	for i, box := range p {
		conditions := make([]string, len(box))
		for j, c := range box {
			conditions[j] = writeCondition(c)
		}
		boxes[i] = "(" + strings.Join(conditions, " & ") + ")"
	}
	return strings.Join(boxes, " "+or+" ")
}

func readPredicate(r *reader, p *constraint.Predicate) error {
	for more := r.peek().text == "("; more; more = r.isWord(or) {
		box := constraint.Box{}
		err := r.inside(func() error {
			for more := r.atWord(); more; more = r.is("&") {
				var c constraint.Condition
				if err := readCondition(r, &c); err != nil {
					return err
				}
				box = append(box, c)
			}
			return nil
		})
		if err != nil {
			return err
		}
		*p = append(*p, box)
	}
	return nil
}

func writeCount(c constraint.Count) string {
	return fmt.Sprintf("%s:%d", writePredicate(c.Of), c.Count)
}

func readCount(r *reader, c *constraint.Count) error {
	if err := readPredicate(r, &c.Of); err != nil {
		return err
	}
	return r.number(&c.Count, "(town=North & age=20..29):22")
}

// kindsOf are the kinds of records that have one, but for secrets, whose kinds are spelled by package plan.
var kindsOf = map[reflect.Type][]string{
	reflect.TypeFor[plan.Question](): texts(workload.Kinds()),
	reflect.TypeFor[plan.Choice]():   texts(choice.Kinds()),
	reflect.TypeFor[plan.Column]():   texts([]domain.Kind{domain.List, domain.Ordered, domain.Whole, domain.Ranges, domain.Periods}),
}

func texts[S ~string](of []S) []string {
	out := make([]string, len(of))
	for i, s := range of {
		out[i] = string(s)
	}
	return out
}
