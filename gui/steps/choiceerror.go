package steps

import (
	"steward/core/choice"
	"steward/core/preview"
	"steward/gui/words"
)

// choiceError returns how far below the best the choice with a number after the questions may be, 19
// times in 20, and in what.
func choiceError(p *preview.Preview, i int) (fall, unit string, ok bool) {
	if p == nil {
		return "", "", false
	}
	i -= len(p.Questions)
	if i < 0 || i >= len(p.Choices) || p.Choices[i].Chosen < 0 {
		return "", "", false
	}
	c := p.Choices[i]
	unit = words.T("in rank")
	switch choice.Kind(c.Asked.Kind) {
	case choice.MostCommon:
		unit = words.T("fewer")
	case choice.Best:
		unit = words.T("of score")
	}
	return people(c.Methods[c.Chosen].Quality.Fall), unit, true
}
