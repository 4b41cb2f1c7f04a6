package outcomes

import (
	"strings"

	"steward/core/choice"
	"steward/core/message"
	"steward/core/preview"
	"steward/core/result"
	"steward/gui/session/amounts"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/tables"
	"steward/gui/words"
)

// ChosenValues shows the released percentiles, most common values and best choices of a release.
type ChosenValues struct{ listing }

// mostChosen is how many rows of chosen values are in sight.
const mostChosen = 6

// NewChosenValues returns a card that Show fills.
func NewChosenValues() *ChosenValues {
	return &ChosenValues{newListing(words.T("Chosen values"), nil, nil)}
}

// Show lists the values of a release.
func (c *ChosenValues) Show(r *result.Release) {
	paint.Show(c.Card, len(r.Choices) > 0)
	if len(r.Choices) == 0 {
		return
	}
	var rows [][]string
	var says []string
	for i := range r.Choices {
		q := &r.Choices[i]
		for _, v := range q.Values {
			within := ""
			if v.Low != "" {
				within = words.T("%s to %s", words.Number(v.Low), words.Number(v.High))
			}
			rows = append(rows, []string{q.Asked.Title, strings.Join(v.Key, ", "), words.Number(v.Option), within})
		}
		for _, s := range q.Says {
			says = append(says, q.Asked.Title+": "+words.Say(s))
		}
	}
	if len(says) > mostChosen {
		says = append(says[:mostChosen:mostChosen], words.T("The workbook says the same about the others."))
	}
	c.set(mostChosen, []tables.Column{
		{Title: words.T("What"), Width: 180, Grow: true}, {Title: words.T("For"), Width: 100, Grow: true, Quiet: true},
		{Title: words.T("Published"), Width: 120, Bold: true}, {Title: words.T("19 times in 20"), Width: 130, Quiet: true},
	}, rows, says)
}

// ChoiceMethods compares the ways to make each choice, before anything is spent.
type ChoiceMethods struct{ listing }

// NewChoiceMethods returns a card that Show fills.
func NewChoiceMethods() *ChoiceMethods {
	return &ChoiceMethods{newListing(words.T("Percentiles, most common values, best choices"), nil, nil)}
}

// saidOf is what is said of something that is asked, with its title where there are several.
func saidOf(title string, several bool, says []message.Text) []string {
	said := words.SayAll(says)
	if several && len(said) > 0 {
		said[0] = title + ": " + said[0]
	}
	return said
}

// Show lists the methods with their errors.
func (c *ChoiceMethods) Show(choices []preview.Choice) {
	paint.Show(c.Card, len(choices) > 0)
	if len(choices) == 0 {
		return
	}
	var rows [][]string
	var says []string
	for _, q := range choices {
		title := q.Asked.Title
		for i, m := range q.Methods {
			name, fall := words.Say(m.Name), amounts.People(m.Quality.Fall)
			if i == q.Chosen {
				name = "● " + name
			}
			switch kind := choice.Kind(q.Asked.Kind); {
			case m.Quality.Fall == 0:
				fall = words.T("exact")
			case kind == choice.MostCommon:
				fall = words.T("%s fewer", fall)
			case kind == choice.Best:
				fall = words.T("%s in score", fall)
			default:
				fall = words.T("%s in rank", fall)
			}
			off := ""
			if !m.Quality.MeasuredOn.IsZero() {
				off = amounts.People(m.Quality.Typical)
			}
			rows = append(rows, []string{title, name, fall, off})
			title = ""
		}
		says = append(says, saidOf(q.Asked.Title, len(choices) > 1, q.Says)...)
	}
	c.set(mostChosen, []tables.Column{
		{Title: words.T("What"), Width: 120, Grow: true, Bold: true}, {Title: words.T("How it is made; ● is chosen"), Width: 220, Grow: true},
		{Title: words.T("19 in 20 within"), Width: 124}, {Title: words.T("On a stand-in"), Width: 110, Quiet: true},
	}, rows, says[:min(len(says), mostChosen)])
}
