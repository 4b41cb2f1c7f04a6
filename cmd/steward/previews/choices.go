package previews

import (
	"strconv"

	"steward/cmd/steward/console"
	"steward/core/account"
	"steward/core/message"
	"steward/core/preview"
	"steward/gui/words"
)

// choicePreviewed is a choice for programs; errors are those of choice.Quality.
type choicePreviewed struct {
	ID      string                  `json:"id"`
	Title   string                  `json:"title"`
	Epsilon string                  `json:"epsilon"`
	Values  int                     `json:"values"`
	Options int                     `json:"options"`
	Chosen  string                  `json:"chosen"`
	Methods []choiceMethodPreviewed `json:"methods"`
}

type choiceMethodPreviewed struct {
	ID         string  `json:"id"`
	Name       string  `json:"name"`
	Free       bool    `json:"free,omitempty"`
	Plain      bool    `json:"plain,omitempty"`
	Width      int     `json:"width,omitempty"`
	Fall       float64 `json:"fall95"`
	MeasuredOn string  `json:"measuredOn,omitempty"`
	Right      float64 `json:"right,omitempty"`
	Typical    float64 `json:"typicalError,omitempty"`
}

func choiceForPrograms(q *preview.Choice) choicePreviewed {
	out := choicePreviewed{ID: q.Asked.ID, Title: q.Asked.Title, Epsilon: q.Epsilon, Values: q.Values, Options: q.Options}
	for i, m := range q.Methods {
		if i == q.Chosen {
			out.Chosen = m.ID
		}
		out.Methods = append(out.Methods, choiceMethodPreviewed{m.ID, m.Name.String(), m.Free, m.Plain, m.Width, m.Quality.Fall, m.Quality.MeasuredOn.String(), m.Quality.Right, m.Quality.Typical})
	}
	return out
}

// showChoice compares the methods for a choice.
func showChoice(c *console.Console, q *preview.Choice) {
	values := message.Word("1 value")
	if q.Values != 1 {
		values = message.Sprintf("%s values", account.Commas(strconv.Itoa(q.Values)))
	}
	c.Sayf("\n%s: %s from %d options, budget %s\n", q.Asked.Title, values, q.Options, q.Epsilon)
	rows := [][]string{console.Headed("|METHOD|19 TIMES IN 20 WITHIN|ON PUBLIC DATA OFF BY|RIGHT, OF 100")}
	for i, m := range q.Methods {
		mark := ""
		if i == q.Chosen {
			mark = "*"
		}
		off, right := "", ""
		if !m.Quality.MeasuredOn.IsZero() {
			off, right = strconv.FormatFloat(m.Quality.Typical, 'g', 3, 64), strconv.FormatFloat(100*m.Quality.Right, 'f', 0, 64)
		}
		rows = append(rows, []string{mark, words.Say(m.Name), console.InPeople(m.Quality.Fall), off, right})
	}
	c.Table(rows)
	for _, s := range q.Says {
		c.Sayf("%s\n", s)
	}
}
