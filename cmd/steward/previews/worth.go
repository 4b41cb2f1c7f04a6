package previews

import (
	"slices"

	"steward/cmd/steward/console"
	"steward/core/coach"
	"steward/core/mechanism"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/preview"
	"steward/gui/words"
)

// Sized is the flag that says how many people numbers are judged by.
type Sized struct {
	People int64 `help:"Roughly how many people (or rows, where these are counted) the file has, as anyone could guess. Steward uses it to say how useful the numbers are, and does not keep it. It is not needed where the number is a known fact." placeholder:"N"`
}

// About returns the number, and refuses what is none.
func (s Sized) About() (float64, error) {
	if s.People < 0 {
		return 0, message.Errorf("--people is %d: give roughly how many there are", s.People)
	}
	return float64(s.People), nil
}

// worthOf is what the numbers of a question of the preview are worth, and what would make them worth more.
type worthOf struct {
	coach.Worth
	Ways    []coach.Way
	Untried int // methods that a public file could be tried on
}

// advise works out what the numbers of every question of a preview are worth.
func advise(c *console.Console, planner preview.Planner, compiled *plan.Compiled, p preview.Preview, about float64) (map[string]worthOf, error) {
	out := make(map[string]worthOf)
	for i, q := range p.Questions {
		w := worthOf{Worth: coach.Of(q.Problem, mechanism.Looked(q.Of().Prepared), about)}
		var err error
		if len(p.Questions) <= mostAdvised {
			if w.Ways, err = coach.Ways(c.Ctx, planner, compiled, i, about); err != nil {
				return nil, err
			}
		}
		if w.Verdict() > coach.Fine {
			w.Untried = len(q.Untried())
		}
		out[q.ID()] = w
	}
	return out, nil
}

// mostAdvised is how many questions a plan has for what would help to be looked for: each way is tried on all of them, for every question.
const mostAdvised = 24

// mostRemembered is how many answers of a planner are remembered: errors of all questions are worked out at once.
const mostRemembered = 64

// show says what the numbers of a question are worth, and what would help.
func (w worthOf) show(c *console.Console, compiled *plan.Compiled) {
	text := w.Sentence(compiled.Plan.Counted())
	if text.IsZero() {
		return
	}
	c.Sayf("%s\n", text)
	if len(w.Ways)+w.Untried == 0 {
		return
	}
	c.Sayf("What would help:\n")
	for _, way := range w.Ways {
		c.Sayf("  - %s: %s.", way.What, way.Then.Short())
		if !way.Gives.IsZero() {
			c.Sayf(" %s", way.Gives)
		}
		c.Sayf("\n")
	}
	if w.Untried > 0 {
		c.Sayf("  - %s steward compare --like FILE\n", coach.LookAlike(w.Untried))
	}
}

// worthJSON is what numbers are worth, for programs.
type worthJSON struct {
	Assumed float64   `json:"assumed"`
	Like    string    `json:"like,omitempty"`
	Numbers int       `json:"numbers"`
	Noisy   int       `json:"tooNoisy"`
	Middle  float64   `json:"middleNumber"`
	Half    float64   `json:"middleHalfWidth95"`
	Ways    []wayJSON `json:"ways,omitempty"`
}

type wayJSON struct {
	What  string `json:"change"`
	Gives string `json:"givesUp,omitempty"`
	Noisy int    `json:"tooNoisy"`
	Of    int    `json:"numbers"`
}

// forPrograms returns nothing where nobody said how many people there are, or no number has noise.
func (w worthOf) forPrograms() *worthJSON {
	if w.Assumed == 0 {
		return nil
	}
	out := &worthJSON{Assumed: w.Assumed, Like: w.Like.String(), Numbers: w.Numbers, Noisy: w.Noise, Middle: w.Value, Half: w.Half}
	for _, way := range w.Ways {
		out.Ways = append(out.Ways, wayJSON{way.What.String(), way.Gives.String(), way.Then.Noise, way.Then.Numbers})
	}
	return out
}

// Warnings says which questions would be mostly noise, before anything is spent.
func Warnings(c *console.Console, compiled *plan.Compiled, about float64) ([]string, error) {
	_, known := compiled.Facts.Total()
	rules := slices.ContainsFunc(compiled.Plan.Questions, func(q plan.Question) bool { return q.Publishing != nil && q.Publishing.LeaveOut != "" })
	if !known && about == 0 && !rules || len(compiled.Problems) == 0 {
		return nil, nil
	}
	errors, err := preview.Planning{}.Errors(c.Ctx, compiled)
	if err != nil {
		return nil, err
	}
	var out []string
	for i, p := range compiled.Problems {
		if compiled.Fate(i, errors[i]) == plan.WillBeLeftOut {
			out = append(out, console.Say("“%s” will be left out by the rule that the plan has for it, although it spends its share: a larger budget or fewer cells would keep it.", compiled.Plan.Questions[i].Title))
			continue
		}
		if !known && about == 0 {
			continue
		}
		if w := coach.Of(p, errors[i], about); w.Verdict() == coach.Mostly {
			out = append(out, words.Say(w.Warning(compiled.Plan.Questions[i].Title)))
		}
	}
	return out, nil
}
