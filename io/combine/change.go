package combine

import (
	"math"
	"slices"
	"strings"

	"steward/core/mechanism"
	"steward/core/message"
	"steward/core/workload"
	"steward/io/export"
)

// Change is by how much the answers to a question differ between two releases, such as those of two years.
type Change struct {
	Question string    `json:"question"`
	Counted  string    `json:"counted"`
	Keys     []string  `json:"keys"`
	Answers  []Changed `json:"answers"`
	// Apart is how many answers only one of the releases has.
	Apart int `json:"inOneOnly,omitempty"`

	counted message.Text // as Counted has it in English
	asked   *workload.Workload
}

// Heads are Keys in a language.
func (c Change) Heads(say func(message.Text) string) []string { return c.asked.SaidKeyNames(say) }

// Unit is what the answers count.
func (c Change) Unit() message.Text { return c.counted }

// Changed is the later answer less the earlier one, of unadjusted numbers, with its error.
type Changed struct {
	Key     []string `json:"key"`
	Earlier float64  `json:"earlier"`
	Later   float64  `json:"later"`
	Value   float64  `json:"value"`
	RMSE    float64  `json:"rootMeanSquareError"`
	// From and To hold the true change 19 times in 20, or more often.
	From  float64 `json:"from95"`
	To    float64 `json:"to95"`
	Exact bool    `json:"exact,omitempty"`
}

// Changes returns by how much the answers to the questions differ that both releases have, by their ids or else their titles and by the
// columns of their answers, and says what cannot be compared. The noise of two releases is drawn apart, so that the squares of their
// errors add up: the change over several years is as far off as that over one, where it is taken from the first and the last release
// and not added up from year to year.
func Changes(earlier, later *Combiner) ([]Change, []message.Text, error) {
	if earlier.Record.Digest == later.Record.Digest {
		return nil, nil, message.Errorf("both are the same release: choose the records of two")
	}
	if e, l := earlier.Record, later.Record; e.Created > l.Created || e.Ledger.DataSet == l.Ledger.DataSet && e.Ledger.Sequence > l.Ledger.Sequence {
		return nil, nil, message.Errorf("the release that is given first is the later one: give the earlier one first")
	}
	var out []Change
	left := slices.Concat(earlier.Left(), later.Left())
	for i := range later.questions {
		now := &later.questions[i]
		before := earlier.like(now)
		switch {
		case before == nil && earlier.leavesOut(now):
			continue
		case before == nil:
			left = append(left, message.Sprintf("“%s” is not asked in the earlier release by the same columns.", now.Title))
			continue
		case !earlier.otherwise(before, later, now).IsZero():
			left = append(left, earlier.otherwise(before, later, now))
			continue
		case before.counted.String() != now.counted.String():
			left = append(left, message.Sprintf("“%s” is in %s in one release and in %s in the other.", now.Title, before.counted, now.counted))
			continue
		case before.MeasuredOn != "" || now.MeasuredOn != "":
			left = append(left, message.Sprintf("“%s”: how far off its answers are is not known without the data.", now.Title))
			continue
		}
		c := Change{Question: now.Title, Counted: now.counted.String(), Keys: now.Keys, counted: now.counted, asked: now.asked}
		for k, a := range now.Answers {
			at, ok := before.keyed[exactKey(a.Key)]
			if !ok {
				c.Apart++
				continue
			}
			e, err := earlier.alone(before, at)
			if err != nil {
				return nil, nil, err
			}
			l, err := later.alone(now, k)
			if err != nil {
				return nil, nil, err
			}
			both, was := e.Apart(l), before.Answers[at]
			d := Changed{Key: a.Key, Earlier: was.Unadjusted, Later: a.Unadjusted, Value: a.Unadjusted - was.Unadjusted, RMSE: math.Sqrt(both.Variance), Exact: both.Variance == 0}
			half := both.HalfWidth()
			d.From, d.To = d.Value-half, d.Value+half
			c.Answers = append(c.Answers, d)
		}
		c.Apart += len(before.Answers) - len(c.Answers)
		if len(c.Answers) == 0 {
			left = append(left, message.Sprintf("“%s” has no answer with the same labels in both releases.", now.Title))
			continue
		}
		out = append(out, c)
	}
	if len(out) == 0 {
		return nil, left, message.Errorf("the two releases have no answers that can be compared: they ask nothing by the same columns with the same values")
	}
	return out, left, nil
}

// otherwise says why the answers to two questions cannot be compared (Otherwise).
func (b *Combiner) otherwise(q *combined, later *Combiner, now *combined) message.Text {
	was, is := b.Record.Plan, later.Record.Plan
	return Otherwise(Asked{was, was.Questions[q.number]}, Asked{is, is.Questions[now.number]})
}

// like returns the question that asks what another one does, nil for none.
func (b *Combiner) like(other *combined) *combined {
	list := make([]export.Question, len(b.questions))
	for i := range b.questions {
		list[i] = b.questions[i].Question
	}
	if i := Like(list, other.ID, other.Title, other.Keys); i >= 0 {
		return &b.questions[i]
	}
	return nil
}

// leavesOut reports whether the question that asks what another one does cannot be added up.
func (b *Combiner) leavesOut(other *combined) bool {
	var list []export.Question
	for _, q := range b.left {
		list = append(list, q.Question)
	}
	return Like(list, other.ID, other.Title, other.Keys) >= 0
}

// Like returns the place of the question that asks what one of an id, a title and the columns of its answers does in another release,
// -1 for none. A column may have another name where all else is the same.
func Like(questions []export.Question, id, title string, keys []string) int {
	for _, same := range []func(q export.Question) bool{
		func(q export.Question) bool { return q.ID == id && slices.Equal(q.Keys, keys) },
		func(q export.Question) bool { return q.ID == id && q.Title == title && len(q.Keys) == len(keys) },
		func(q export.Question) bool { return strings.EqualFold(q.Title, title) && slices.Equal(q.Keys, keys) },
	} {
		if i := slices.IndexFunc(questions, same); i >= 0 {
			return i
		}
	}
	return -1
}

// alone returns the error of one answer to a question.
func (b *Combiner) alone(q *combined, answer int) (mechanism.Combined, error) {
	return b.groups[q.group].CombineAcross(map[int][]mechanism.Term{q.at: {{Answer: answer, Weight: 1}}})
}

// Sentence says what a change is and how far it may be off.
func (c Changed) Sentence() message.Text {
	value := signed(c.Value)
	if c.Exact {
		return message.Sprintf("%s, exactly", value)
	}
	return message.Sprintf("%s; 19 times in 20 from %s to %s", value, signed(math.Floor(c.From)), signed(math.Ceil(c.To)))
}

// signed writes a change with its sign.
func signed(x float64) string {
	n := number(x)
	switch {
	case strings.Trim(n, "0.") == "":
		return "0"
	case x > 0:
		return "+" + n
	}
	return n
}
