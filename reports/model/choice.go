package model

import (
	"fmt"

	"steward/core/choice"
	"steward/core/message"
	"steward/core/result"
)

// picked is a choice in the summary.
type picked struct {
	*result.Choice
	w *writer
}

// section has the values in words, or as a table where there are several.
func (c picked) section(most int) Question {
	out := Question{Asked: c.w.askedOf(c.Choice), Rules: safeAll(message.English(c.Says))}
	if len(c.Values) == 1 {
		out.Errors = safe(c.Say(c.Values[0]).String())
		return out
	}
	interval := c.Asked.Interval
	for _, v := range c.Values {
		interval = interval || v.Low != ""
	}
	t := Table{Title: sentence(safe(c.Noun().String()))}
	for _, n := range c.Asked.By {
		t.Head, t.Numeric = append(t.Head, safe(string(n))), append(t.Numeric, false)
	}
	t.Head, t.Numeric = append(t.Head, "published"), append(t.Numeric, true)
	if interval {
		t.Head, t.Numeric = append(t.Head, "19 times in 20"), append(t.Numeric, true)
	}
	for _, v := range c.Values[:min(len(c.Values), most)] {
		row := append(safeAll(v.Key), safe(v.Option))
		if interval {
			row = append(row, safe(v.Low)+" to "+safe(v.High))
		}
		t.Rows = append(t.Rows, row)
	}
	if n := len(c.Values); n > most {
		t.Title += fmt.Sprintf(" The first %s of %s values; the workbook has all of them.", whole(int64(most)), whole(int64(n)))
	}
	out.Derived = []Table{t}
	return out
}

// askedOf says what was chosen, and from what.
func (w *writer) askedOf(c *result.Choice) string {
	of := ""
	if len(c.Asked.By) > 0 {
		names := make([]string, len(c.Asked.By))
		for i, n := range c.Asked.By {
			names[i] = quote(string(n))
		}
		of = ", for each combination of " + listed(names)
		if len(names) == 1 {
			of = ", for each value of " + names[0]
		}
	}
	column := quote(safe(string(c.Asked.Column)))
	switch choice.Kind(c.Asked.Kind) {
	case choice.Percentile:
		return fmt.Sprintf("The %s of %s, one of its %s values%s.", result.Percentile(c.Asked.Percentile), column, whole(int64(c.Options)), of)
	case choice.MostCommon:
		return fmt.Sprintf("Which of the %s values of %s most %s have%s.", whole(int64(c.Options)), column, w.counted(), of)
	}
	return fmt.Sprintf("Which of %s options has the highest score by %s%s.", whole(int64(c.Options)), column, of)
}

func (c picked) numbers() (all, exact int) {
	if c.Exactly() {
		exact = len(c.Values)
	}
	return len(c.Values), exact
}

func (c picked) line() Line {
	l := Line{Method: c.Mechanism.Name, Numbers: whole(int64(len(c.Values))), Typically: "–"}
	switch fall := off(c.Quality.Fall); {
	case c.Exactly():
		l.Within = "exact"
	case choice.Kind(c.Asked.Kind) == choice.Percentile:
		l.Within = fall + " in rank"
	case choice.Kind(c.Asked.Kind) == choice.MostCommon:
		l.Within = fall + " fewer"
	default:
		l.Within = fall + " of score"
	}
	if !c.Quality.MeasuredOn.IsZero() {
		l.Method += "; chosen on a stand-in, " + safe(c.Quality.MeasuredOn.String())
	}
	return l
}

// made says how a choice was made.
func (c picked) made() Section {
	s := Section{
		Facts: []Fact{
			{"Identifier", safe(c.Asked.ID)},
			{"Options", whole(int64(c.Options))},
			{"Mechanism", fmt.Sprintf("%s (%s)", c.Mechanism.Name, c.Mechanism.ID)},
			{"Source", c.Mechanism.Source},
			{"Budget, and for the draw", exactly(c.Epsilon) + ", and " + exactly(c.Effective)},
		},
	}
	if len(c.Noise) > 0 {
		s.Tables = []Table{noiseTable(c.Noise)}
		s.Notes = []string{"The percentile is the first value whose count, made whole and never falling, reaches its part of all; this costs nothing beyond the counts. Its interval holds every value at which the counts as measured allow it, up to their half-widths at 39 times in 40 each."}
		return s
	}
	if c.Exactly() {
		s.Notes = []string{"Every score follows from numbers that are public: the option with the highest is published, of equally good ones the first. It was found from counts that are rebuilt of these numbers alone."}
		return s
	}
	if c.Rate == "" {
		s.Notes = []string{"Post-processing, at no cost: it follows from the released answers to another question alone."}
		return s
	}
	s.Facts = append(s.Facts,
		Fact{"Range sensitivity", exactly(c.Sensitivity) + " per unit of an edge's weight: the largest difference between the changes of two options' scores along an edge, added up over the groups that somebody leaves and enters and over the draws in each"},
		Fact{"Rate", exactly(c.Rate) + " per unit of score"})
	switch choice.Kind(c.Asked.Kind) {
	case choice.Percentile:
		s.Notes = append(s.Notes, "Score of a value: minus how many people too many lie below it, or above it, for it to be the percentile; 0 for the percentile itself.")
		if c.Width > 0 {
			s.Notes = append(s.Notes, fmt.Sprintf("Counts of people up to a value are averaged over the values from %d below to %d above it.", c.Width, c.Width))
		}
		if c.Asked.Interval {
			s.Notes = append(s.Notes, "The ends of an interval are two more draws at the same rate, of the percentiles so many people lower and higher that each misses with a chance of 1 in 40 at most.")
		}
	case choice.MostCommon:
		s.Notes = append(s.Notes, "Score of a value: how many people have it.")
	default:
		s.Notes = append(s.Notes, "Score of an option: the sum over all people of what the plan says that each counts for it.")
	}
	if c.Mechanism.ID == "permute-and-flip" {
		s.Notes = append(s.Notes, "Permute-and-flip: in a random order, each option is taken with the chance exp(-rate × (best score - score)), else the next is tried. Coins are exact.")
	} else {
		s.Notes = append(s.Notes, "The exponential mechanism, drawn exactly. Its log ratios span a range of 2 r, r being its budget, so that its loss is rho = (2 r)²/8 = r²/2 (Cesar and Rogers 2021).")
	}
	return s
}
