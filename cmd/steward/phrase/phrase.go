// Package phrase writes plans in words and reads them again: a line for everything that a plan says, such as
//
//	secret: age:within=5
//	secret: town:groups=Coast(North, East) | Inland(South, West)
//	fact: town:totals=North:22 | South:19
//	question: town, smoker:table; id=q1; title=Smokers by town
//
// A line names the part of the plan, then the columns that it is about, its kind, and its settings with semicolons
// between. Bars stand between the entries of a list and commas between words; a word that has such a mark in it goes into double
// quotes. Settings are called as in plans, in words: what the Go types of a plan can hold can be written, without being
// listed here. Kinds of secrets have the words that package plan gives them.
package phrase

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/plan/secret"
)

// asWhole is what secrets say that is of no column.
type asWhole struct {
	Everything   bool               `json:"everything"` // as is secret where no secret says otherwise, so that nothing is written of it
	Presence     bool               `json:"presence"`
	PresenceOnly bool               `json:"presenceOnly"`
	Together     int                `json:"together"`
	Absence      domain.Combination `json:"absence"` // nil for none
	Weight       string             `json:"weight"`
}

// fact is a known fact, or how facts are read.
type fact struct {
	Columns    []domain.AttributeName `json:"columns"`
	Totals     []constraint.Row       `json:"totals"`
	NobodyElse bool                   `json:"nobodyElse"`
	Counts     []constraint.Count     `json:"counts"`
	People     *int64                 `json:"people"`
	ID         string                 `json:"id"`
	Title      string                 `json:"title"`
	Reading    constraint.Reading     `json:"reading"`
}

// Lines returns all that a plan says.
func Lines(p plan.Plan) (out []string) {
	v := reflect.ValueOf(p)
	for f := range v.Type().Fields() {
		for _, text := range said(v.FieldByIndex(f.Index)) {
			out = append(out, part(f)+": "+text)
		}
	}
	return out
}

// part returns what a part of a plan is called: one of several as one of them.
func part(f reflect.StructField) string {
	if f.Type.Kind() == reflect.Slice || f.Type == reflect.TypeFor[secret.Secrets]() || f.Type == reflect.TypeFor[plan.Facts]() {
		return strings.TrimSuffix(keyOf(f), "s")
	}
	return keyOf(f)
}

// said says a part of a plan, in a line for each of several.
func said(v reflect.Value) []string {
	switch of := v.Interface().(type) {
	case secret.Secrets:
		return secretLines(of)
	case plan.Facts:
		return factLines(of)
	}
	if v.IsZero() {
		return nil
	}
	if v.Kind() == reflect.Slice {
		var out []string
		for i := range v.Len() {
			out = append(out, bare(v.Index(i)))
		}
		return out
	}
	return []string{bare(reflect.Indirect(v))}
}

// bare says a value; a record without parentheses.
func bare(v reflect.Value) string {
	if _, formed := forms[v.Type()]; v.Kind() == reflect.Struct && !formed {
		return settings(v)
	}
	return write(v)
}

func secretLines(s secret.Secrets) (out []string) {
	say := func(w asWhole) {
		if text := settings(reflect.ValueOf(w)); text != "" {
			out = append(out, text)
		}
	}
	say(asWhole{Presence: s.Presence && !s.PresenceOnly, PresenceOnly: s.PresenceOnly})
	say(asWhole{Together: s.Together})
	for _, a := range s.Absences {
		w := asWhole{Absence: a.Where, Weight: a.Weight}
		if w.Absence == nil {
			w.Absence = domain.Combination{}
		}
		say(w)
	}
	for _, c := range s.Columns {
		out = append(out, bare(reflect.ValueOf(c)))
	}
	return out
}

func factLines(f plan.Facts) (out []string) {
	say := func(x fact) {
		if text := settings(reflect.ValueOf(x)); text != "" {
			out = append(out, text)
		}
	}
	say(fact{Reading: f.Reading})
	say(fact{People: f.People})
	for _, s := range f.Stated {
		x := fact{ID: s.ID, Title: s.Title, People: s.People, Counts: s.Counts}
		if t := s.Totals; t != nil {
			x.Columns, x.Totals, x.NobodyElse = t.Columns, t.Rows, t.NobodyElse
		}
		say(x)
	}
	return out
}

// Read returns the plan that lines say, each of which may go on in following ones that begin with a blank. A line that
// begins with # says nothing.
func Read(text string) (plan.Plan, error) {
	var p plan.Plan
	for _, l := range lines(text) {
		name, rest, ok := strings.Cut(l.text, ":")
		if !ok {
			return p, message.Errorf("line %d: found %q where a part of a plan, a colon and what it says are expected, such as secret: age:within=5", l.number, l.text)
		}
		if err := Add(&p, strings.TrimSpace(name), rest); err != nil {
			return p, message.Errorf("line %d: %w", l.number, err)
		}
	}
	return p, nil
}

type line struct {
	text   string
	number int
}

// lines parts a text, but not within quotes, and leaves out what says nothing.
func lines(text string) (out []line) {
	open := false
	for i, l := range strings.Split(text, "\n") {
		whole := strings.TrimRight(l, "\r")
		switch {
		case open:
			out[len(out)-1].text += "\n" + l
		case strings.TrimSpace(whole) == "" || strings.HasPrefix(strings.TrimSpace(whole), "#"):
			continue
		case len(out) > 0 && (whole[0] == ' ' || whole[0] == '\t'):
			out[len(out)-1].text += " " + strings.TrimSpace(whole)
		default:
			out = append(out, line{whole, i + 1})
		}
		open = strings.Count(out[len(out)-1].text, `"`)%2 == 1
	}
	return out
}

// Add makes a plan say one thing more, in a part of it such as secret, fact or question: a list gets one entry more, all else
// is set. It errors, and the plan stays as it was, where the text cannot be read: naming what was found and what was expected.
func Add(p *plan.Plan, name, text string) error {
	left, err := tokens(text)
	if err != nil {
		return message.Errorf("%s: %w", name, err)
	}
	next := p.Clone()
	r := &reader{left}
	var parts []string
	v := reflect.ValueOf(&next).Elem()
	for f := range v.Type().Fields() {
		if part(f) != name {
			parts = append(parts, part(f))
			continue
		}
		if err := r.add(v.FieldByIndex(f.Index)); err != nil {
			return message.Errorf("%s %s: %w", name, strings.TrimSpace(text), err)
		}
		*p = next
		return nil
	}
	return message.Errorf("found %q where a part of a plan is expected: one of %s", name, strings.Join(parts, ", "))
}

// add takes all that is left into a part of a plan.
func (r *reader) add(v reflect.Value) error {
	var err error
	switch of := v.Addr().Interface().(type) {
	case *secret.Secrets:
		err = r.secret(of)
	case *plan.Facts:
		err = r.fact(of)
	default:
		err = r.part(v)
	}
	if err != nil {
		return err
	}
	return r.end()
}

func (r *reader) part(v reflect.Value) error {
	to := v
	if v.Kind() == reflect.Slice || v.Kind() == reflect.Pointer {
		to = reflect.New(v.Type().Elem()).Elem()
	}
	err := error(nil)
	if _, formed := forms[to.Type()]; to.Kind() == reflect.Struct && !formed {
		err = r.settings(to)
	} else {
		err = r.read(to, "what it says")
	}
	switch v.Kind() {
	case reflect.Slice:
		v.Set(reflect.Append(v, to))
	case reflect.Pointer:
		v.Set(to.Addr())
	}
	return err
}

// secret takes a secret of columns, or what secrets say as a whole.
func (r *reader) secret(s *secret.Secrets) error {
	if r.headed() {
		var of secret.Secret
		err := r.settings(reflect.ValueOf(&of).Elem())
		s.Columns = append(s.Columns, of)
		return err
	}
	var w asWhole
	if err := r.settings(reflect.ValueOf(&w).Elem()); err != nil {
		return message.Errorf("%w; or a column and what is secret about it, such as age:within=5", err)
	}
	if i := slices.IndexFunc(s.Columns, func(c secret.Secret) bool { return c.Kind != secret.Everything }); w.Everything && i >= 0 {
		return message.Errorf("not everything is secret: the plan says %q; remove that first, or say everything before it", bare(reflect.ValueOf(s.Columns[i])))
	}
	s.Presence = s.Presence || w.Presence || w.PresenceOnly
	s.PresenceOnly = s.PresenceOnly || w.PresenceOnly
	if w.Together != 0 {
		s.Together = w.Together
	}
	if w.Absence != nil {
		a := secret.Absence{Weight: w.Weight}
		if len(w.Absence) > 0 {
			a.Where = w.Absence
		}
		s.Absences = append(s.Absences, a)
	}
	return nil
}

// fact takes a known fact. One without an id gets one, but the number of people.
func (r *reader) fact(f *plan.Facts) error {
	var x fact
	if err := r.settings(reflect.ValueOf(&x).Elem()); err != nil {
		return err
	}
	if x.Reading != "" {
		f.Reading = x.Reading
	}
	stated := constraint.Fact{ID: x.ID, Title: x.Title, People: x.People, Counts: x.Counts}
	if len(x.Columns)+len(x.Totals) > 0 {
		stated.Totals = &constraint.Totals{Columns: x.Columns, Rows: x.Totals, NobodyElse: x.NobodyElse}
	}
	switch {
	case x.People != nil && x.ID == "" && stated.Totals == nil && x.Counts == nil:
		f.People = x.People
	case x.People != nil || stated.Totals != nil || x.Counts != nil:
		f.Stated = append(f.Stated, identified(stated, f.Stated))
	case x.Reading == "":
		return message.Errorf("it says no number: write people=4812, town:totals=North:22 | South:19, or counts=(town=North & age=20..29):7")
	}
	return nil
}

// identified gives a fact an id that no other has, where it has none.
func identified(f constraint.Fact, others []constraint.Fact) constraint.Fact {
	for n := len(others) + 1; f.ID == ""; n++ {
		id := fmt.Sprintf("f%d", n)
		if !slices.ContainsFunc(others, func(o constraint.Fact) bool { return o.ID == id }) {
			f.ID = id
		}
	}
	return f
}
