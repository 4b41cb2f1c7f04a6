// Package combine adds answers of a release up, or takes them away from one another, with the error of what
// comes out: it prepares again, from the record alone, what answered the questions, whose noise may be
// correlated. Window and command line both do so.
package combine

import (
	"context"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"

	"steward/core/account"
	"steward/core/mechanism"
	"steward/core/mechanism/registry"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/workload"
	"steward/io/export"
	"steward/io/verify"
)

// Combination is a sum or difference of released answers with its error, in what the plan counts.
type Combination struct {
	Question string    `json:"question"`
	Counted  string    `json:"counted"`
	Answers  []Weighed `json:"answers"`
	// Value is made of unadjusted numbers; RMSE is the root of its mean squared error; From and To
	// hold the true value 19 times in 20, or more often.
	Value float64 `json:"value"`
	RMSE  float64 `json:"rootMeanSquareError"`
	From  float64 `json:"from95"`
	To    float64 `json:"to95"`
	Exact bool    `json:"exact,omitempty"`
	// Published is what the published numbers make.
	Published Published `json:"published"`

	counted message.Text // as Counted has it in English
}

// Weighed is one answer of a combination.
type Weighed struct {
	Key        []string `json:"key"`
	Weight     float64  `json:"weight"`
	Unadjusted float64  `json:"unadjusted"`
}

// Combiner works out sums and differences of the answers of a release. Answers have numbers: those to
// the one question that it is for, or those to all questions one after the other.
type Combiner struct {
	Record    export.Record
	questions []combined
	groups    []registry.Group
	left      []leftOut
}

// leftOut is a question whose answers cannot be added up, and why, where those of others can.
type leftOut struct {
	export.Question
	why error
}

// combined is a question whose answers are added up.
type combined struct {
	export.Question
	number    int // in the record
	counted   message.Text
	asked     *workload.Workload
	first     int              // number of its first answer
	group, at int              // what answered it, and its place there
	labelled  map[string][]int // answers by their labels as they are typed
	keyed     map[string]int   // answers by their labels
}

// New reads the record of a release and prepares again what answered a question, given by
// its id or title; empty stands for all of them that can be added up. It errors when the file is no record or not as it was
// written, and when the errors that the record states are not those that its plan gives: of the question, or of all of them.
func New(ctx context.Context, path, question string) (*Combiner, error) {
	r, err := export.ReadRecord(path)
	if err != nil {
		return nil, err
	}
	if sealed, whole, err := export.CheckSeal(path); err != nil {
		return nil, err
	} else if sealed && !whole {
		return nil, message.Errorf("%s is not as it was written: it was changed or saved again, and its seal is broken; take the file as it was written, or verify it to see what differs", path)
	}
	only := -1
	if question != "" {
		if only, err = questionOf(r, question); err != nil {
			return nil, err
		}
	}
	c, err := plan.Compile(r.Plan)
	if err != nil {
		return nil, message.Errorf("the plan in the record is not complete: %w", err)
	}
	if len(c.Problems) != len(r.Questions) {
		return nil, message.Errorf("the record answers %d questions, but its plan asks %d: verify the release", len(r.Questions), len(c.Problems))
	}
	b := &Combiner{Record: r}
	if b.groups, err = verify.Groups(ctx, r, c); err != nil {
		return nil, err
	}
	first := 0
	for i, q := range r.Questions {
		if only >= 0 && i != only {
			continue
		}
		if verify.Unmeasured(c, i, q) {
			if only >= 0 {
				return nil, message.Errorf("%s: its errors were measured on public data that are not there: use the answers one by one", q.Title)
			}
			first += len(q.Answers)
			continue
		}
		of := combined{Question: q, number: i, counted: c.Plan.InWords(c.Plan.Questions[i]), asked: c.Problems[i].Workload, first: first}
		for k, g := range b.groups {
			if n, ok := g.Position(i); ok {
				of.group, of.at = k, n
			}
		}
		if !verify.Agrees(q, b.groups[of.group], of.at) {
			err := message.Errorf("%s: the errors or the noise in the record are not those that its plan gives in this version: combine its answers with the version of Steward that wrote it, or verify the release", q.Title)
			if only >= 0 {
				return nil, err
			}
			b.left = append(b.left, leftOut{q, err})
			first += len(q.Answers)
			continue
		}
		of.label()
		b.questions = append(b.questions, of)
		first += len(q.Answers)
	}
	if len(b.questions) == 0 && len(b.left) > 0 {
		return nil, b.left[0].why
	}
	return b, nil
}

// questionOf finds a question of a record.
func questionOf(r export.Record, question string) (int, error) {
	at := slices.IndexFunc(r.Questions, func(q export.Question) bool { return q.ID == question })
	if at < 0 {
		at = slices.IndexFunc(r.Questions, func(q export.Question) bool { return strings.EqualFold(q.Title, question) })
	}
	if at >= 0 {
		return at, nil
	}
	var names []string
	for _, q := range r.Questions {
		names = append(names, fmt.Sprintf("%s (%s)", q.ID, q.Title))
	}
	return 0, message.Errorf("the release has no question %q: it has %s", question, strings.Join(names, ", "))
}

// aroundCommas matches the commas between labels with the blanks beside them.
var aroundCommas = regexp.MustCompile(`\s*,\s*`)

// label notes which answer has which labels.
func (q *combined) label() {
	q.labelled, q.keyed = make(map[string][]int), make(map[string]int)
	for k, a := range q.Answers {
		typed := keyText(strings.Join(a.Key, ","))
		q.labelled[typed], q.keyed[exactKey(a.Key)] = append(q.labelled[typed], k), k
	}
}

// exactKey writes labels so that no two lists of them are written alike.
func exactKey(labels []string) string { return fmt.Sprintf("%q", labels) }

func keyText(s string) string { return aroundCommas.ReplaceAllString(strings.TrimSpace(s), ",") }

// Find returns the number of the answer with some labels, written with commas between them. Where the
// combiner is for several questions, the id or the title of one and a colon come first, as in
// "smokers: North, yes".
func (b *Combiner) Find(key string) (int, error) {
	if len(b.questions) == 1 {
		if q := &b.questions[0]; len(q.labelled[keyText(key)]) > 0 {
			return q.find(key)
		}
	}
	for _, q := range b.questions {
		for _, name := range []string{q.ID, q.Title} {
			labels, ok := strings.CutPrefix(strings.TrimSpace(key), name+":")
			if !ok {
				continue
			}
			return q.find(strings.TrimSpace(labels))
		}
	}
	for _, q := range b.left {
		for _, name := range []string{q.ID, q.Title} {
			if strings.HasPrefix(strings.TrimSpace(key), name+":") {
				return 0, q.why
			}
		}
	}
	if len(b.questions) == 1 {
		return 0, b.questions[0].unknown(key)
	}
	var names []string
	for _, q := range b.questions {
		names = append(names, fmt.Sprintf("%s (%s)", q.ID, q.Title))
	}
	return 0, message.Errorf("%q names none of the questions of the release: say which with --question, or write its id and a colon first; it has %s", key, strings.Join(names, ", "))
}

// find returns the number of the answer with some labels. It errors where labels have commas of their own, so that two answers are
// written alike.
func (q *combined) find(labels string) (int, error) {
	switch of := q.labelled[keyText(labels)]; len(of) {
	case 0:
		return 0, q.unknown(labels)
	case 1:
		return q.first + of[0], nil
	default:
		a, b := q.Answers[of[0]].Key, q.Answers[of[1]].Key
		return 0, message.Errorf("%q can be the answer for %q as well as for %q, as labels have commas of their own: choose the answers in the window", labels, strings.Join(a, " | "), strings.Join(b, " | "))
	}
}

// unknown says that a question has no answer with some labels.
func (q *combined) unknown(key string) error {
	var some []message.Text
	for _, a := range q.Answers[:min(3, len(q.Answers))] {
		some = append(some, message.Sprintf("%q", strings.Join(a.Key, ", ")))
	}
	return message.Errorf("%q is not among the answers to “%s”: give a value for each of %s, with commas between, such as %s", key, q.Title, strings.Join(q.Keys, ", "), message.List(some, "%s or %s", "%s or %s"))
}

// Left says which questions cannot be added up, and why.
func (b *Combiner) Left() (out []message.Text) {
	for _, q := range b.left {
		out = append(out, message.Of(q.why))
	}
	return out
}

// Known lists the numbers of the record's questions whose answers can be added up.
func (b *Combiner) Known() (out []int) {
	for _, q := range b.questions {
		if q.MeasuredOn == "" {
			out = append(out, q.number)
		}
	}
	return out
}

// A Term is an answer, by its question's number in the record and its own among the answers to it, that is
// added up or taken away.
type Term struct {
	Question, Answer int
	Minus            bool
}

// Sum is Combine of terms.
func (b *Combiner) Sum(terms []Term) (Combination, error) {
	var add, subtract []int
	for _, t := range terms {
		k := slices.IndexFunc(b.questions, func(q combined) bool { return q.number == t.Question })
		if k < 0 {
			return Combination{}, message.Errorf("there is no answer %d whose error is known", t.Answer+1)
		}
		at := b.questions[k].first + t.Answer
		if t.Minus {
			subtract = append(subtract, at)
		} else {
			add = append(add, at)
		}
	}
	return b.Combine(add, subtract)
}

// of returns the question that answer i is of.
func (b *Combiner) of(i int) (*combined, error) {
	for k := range b.questions {
		if q := &b.questions[k]; i >= q.first && i < q.first+len(q.Answers) {
			return q, nil
		}
	}
	return nil, message.Errorf("there is no answer %d whose error is known", i+1)
}

// Combine returns the sum of some answers less that of others, by their numbers. An answer can be
// named more than once. It errors on answers in different units.
func (b *Combiner) Combine(add, subtract []int) (Combination, error) {
	var out Combination
	weights := make(map[int]float64)
	var order []int
	for sign, list := range map[float64][]int{1: add, -1: subtract} {
		for _, i := range list {
			weights[i] += sign
			order = append(order, i)
		}
	}
	slices.Sort(order)
	order = slices.Compact(order)
	if len(order) == 0 {
		return out, message.Errorf("no answers are named: name those to add and those to subtract")
	}
	terms := make(map[int]map[int][]mechanism.Term) // by group and place there
	var titles []string
	var answers []export.Answer
	var signs []float64
	for _, i := range order {
		q, err := b.of(i)
		if err != nil {
			return out, err
		}
		if !slices.Contains(titles, q.Title) {
			titles = append(titles, q.Title)
		}
		if out.Counted == "" {
			out.Counted, out.counted = q.counted.String(), q.counted
		}
		if q.counted.String() != out.Counted {
			return out, message.Errorf("answers in %s and in %s cannot be added up: name answers of one kind", out.counted, q.counted)
		}
		a := q.Answers[i-q.first]
		out.Answers = append(out.Answers, Weighed{a.Key, weights[i], a.Unadjusted})
		out.Value += weights[i] * a.Unadjusted
		answers, signs = append(answers, a), append(signs, weights[i])
		if terms[q.group] == nil {
			terms[q.group] = make(map[int][]mechanism.Term)
		}
		terms[q.group][q.at] = append(terms[q.group][q.at], mechanism.Term{Answer: i - q.first, Weight: weights[i]})
	}
	out.Question = strings.Join(titles, " and ")
	var e mechanism.Combined
	for _, k := range slices.Sorted(maps.Keys(terms)) {
		of, err := b.groups[k].CombineAcross(terms[k])
		if err != nil {
			return out, err
		}
		e = e.Apart(of)
	}
	half := e.HalfWidth()
	if len(order) == 1 && math.Abs(weights[order[0]]) == 1 {
		q, _ := b.of(order[0])
		half = q.Answers[order[0]-q.first].HalfWidth // of one answer the exact law is known
	}
	out.RMSE, out.From, out.To, out.Exact = math.Sqrt(e.Variance), out.Value-half, out.Value+half, e.Variance == 0
	out.Published = publishedOf(answers, signs, out.RMSE)
	return out, nil
}

// Sentence says what a combination is and how far it may be off.
func (c Combination) Sentence() message.Text {
	value := number(c.Value)
	if c.Exact {
		return message.Sprintf("%s %s, exactly.", value, c.counted)
	}
	return message.Sprintf("%s %s; 19 times in 20 from %s to %s.", value, c.counted, number(math.Floor(c.From)), number(math.Ceil(c.To)))
}

// Figure writes an unadjusted number, as sums of them are written.
func Figure(x float64) string { return number(x) }

// number writes a sum of unadjusted numbers: whole, or to a tenth; what is below zero with the sign that changes have.
func number(x float64) string {
	if x < 0 {
		n := number(-x)
		if strings.Trim(n, "0.") != "" {
			n = "−" + n
		}
		return n
	}
	if math.Abs(x-math.Round(x)) < 1e-6 {
		return account.Commas(fmt.Sprint(int64(math.Round(x))))
	}
	whole, tenth, _ := strings.Cut(fmt.Sprintf("%.1f", x), ".")
	return account.Commas(whole) + "." + tenth
}
