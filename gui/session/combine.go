package session

import (
	"context"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"steward/core/mechanism"
	"steward/core/plan"
	"steward/io/export"
)

// Combination is a sum or difference of released answers with its error, in what the plan counts.
type Combination struct {
	Question string        `json:"question"`
	Counted  string        `json:"counted"`
	Answers  []CombineTerm `json:"answers"`
	// Value is made of unadjusted numbers; RMSE is the root of its mean squared error; From and To
	// hold the true value 19 times in 20, or more often.
	Value float64 `json:"value"`
	RMSE  float64 `json:"rootMeanSquareError"`
	From  float64 `json:"from95"`
	To    float64 `json:"to95"`
	Exact bool    `json:"exact,omitempty"`
}

// CombineTerm is one answer of a combination.
type CombineTerm struct {
	Key        []string `json:"key"`
	Weight     float64  `json:"weight"`
	Unadjusted float64  `json:"unadjusted"`
}

// Combiner works out sums and differences of the answers to one question of a release.
type Combiner struct {
	question export.Question
	counted  string
	group    mechanism.Group
	n        int
	at       map[string]int // answers by their labels
}

// NewCombiner reads the record of a release and prepares again what answered a question, given by
// its id or title; empty is fine where there is one. It errors when the errors that the record
// states are not those that its plan gives.
func NewCombiner(ctx context.Context, path, question string) (*Combiner, error) {
	r, err := export.ReadRecord(path)
	if err != nil {
		return nil, err
	}
	return combinerOf(ctx, r, question)
}

func combinerOf(ctx context.Context, r export.Record, question string) (*Combiner, error) {
	at, err := questionOf(r, question)
	if err != nil {
		return nil, err
	}
	c, err := plan.Compile(r.Plan)
	if err != nil {
		return nil, fmt.Errorf("the plan in the record is not complete: %w", err)
	}
	if len(c.Problems) != len(r.Questions) {
		return nil, fmt.Errorf("the record answers %d questions, but its plan asks %d: verify the release", len(r.Questions), len(c.Problems))
	}
	v := &verifier{record: r}
	groups, err := v.groups(ctx, c)
	if err != nil {
		return nil, err
	}
	g, n := groupOf(groups, at)
	b := &Combiner{question: r.Questions[at], counted: c.Plan.InWords(c.Plan.Questions[at]), group: g, n: n, at: make(map[string]int)}
	if !sameErrors(b.question, g.Error(n)) {
		return nil, fmt.Errorf("%s: the errors in the record are not those that its plan gives: verify the release", b.question.Title)
	}
	for i, a := range b.question.Answers {
		b.at[keyText(strings.Join(a.Key, ","))] = i
	}
	return b, nil
}

// questionOf finds a question of a record.
func questionOf(r export.Record, question string) (int, error) {
	if question == "" && len(r.Questions) == 1 {
		return 0, nil
	}
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
	if question == "" {
		return 0, fmt.Errorf("the release answers %d questions: say which with --question: %s", len(names), strings.Join(names, ", "))
	}
	return 0, fmt.Errorf("the release has no question %q: it has %s", question, strings.Join(names, ", "))
}

// aroundCommas matches the commas between labels with the blanks beside them.
var aroundCommas = regexp.MustCompile(`\s*,\s*`)

func keyText(s string) string { return aroundCommas.ReplaceAllString(strings.TrimSpace(s), ",") }

// Find returns the answer with some labels, written with commas between them.
func (b *Combiner) Find(key string) (int, error) {
	if i, ok := b.at[keyText(key)]; ok {
		return i, nil
	}
	var some []string
	for _, a := range b.question.Answers[:min(3, len(b.question.Answers))] {
		some = append(some, fmt.Sprintf("%q", strings.Join(a.Key, ", ")))
	}
	return 0, fmt.Errorf("%q is not among the answers to “%s”: give a value for each of %s, with commas between, such as %s", key, b.question.Title, strings.Join(b.question.Keys, ", "), strings.Join(some, " or "))
}

// Combine returns the sum of some answers less that of others, by their numbers. An answer can be
// named more than once.
func (b *Combiner) Combine(add, subtract []int) (Combination, error) {
	out := Combination{Question: b.question.Title, Counted: b.counted}
	weights := make(map[int]float64)
	var order []int
	for sign, list := range map[float64][]int{1: add, -1: subtract} {
		for _, i := range list {
			if i < 0 || i >= len(b.question.Answers) {
				return out, fmt.Errorf("there is no answer %d: “%s” has %d", i+1, b.question.Title, len(b.question.Answers))
			}
			weights[i] += sign
			order = append(order, i)
		}
	}
	slices.Sort(order)
	order = slices.Compact(order)
	if len(order) == 0 {
		return out, fmt.Errorf("no answers are named: name those to add and those to subtract")
	}
	var terms []mechanism.Term
	for _, i := range order {
		a := b.question.Answers[i]
		out.Answers = append(out.Answers, CombineTerm{a.Key, weights[i], a.Unadjusted})
		out.Value += weights[i] * a.Unadjusted
		terms = append(terms, mechanism.Term{Answer: i, Weight: weights[i]})
	}
	e, err := b.group.Combine(b.n, terms)
	if err != nil {
		return out, err
	}
	half := e.HalfWidth()
	if len(terms) == 1 && math.Abs(terms[0].Weight) == 1 {
		half = b.question.Answers[order[0]].HalfWidth // of one answer the exact law is known
	}
	out.RMSE, out.From, out.To, out.Exact = math.Sqrt(e.Variance), out.Value-half, out.Value+half, e.Variance == 0
	return out, nil
}

// Sentence says what a combination is and how far it may be off.
func (c Combination) Sentence() string {
	value := combinedNumber(c.Value)
	if c.Exact {
		return fmt.Sprintf("%s %s, exactly.", value, c.Counted)
	}
	return fmt.Sprintf("%s %s; 19 times in 20 from %s to %s.", value, c.Counted, people(int64(math.Floor(c.From))), people(int64(math.Ceil(c.To))))
}

// combinedNumber writes a sum of unadjusted numbers: whole, or to a tenth.
func combinedNumber(x float64) string {
	if math.Abs(x-math.Round(x)) < 1e-6 {
		return people(int64(math.Round(x)))
	}
	whole, tenth, _ := strings.Cut(fmt.Sprintf("%.1f", x), ".")
	return thousands(whole) + "." + tenth
}
