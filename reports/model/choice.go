package model

import (
	"slices"

	"steward/core/choice"
	"steward/core/result"
	"steward/core/workload"
)

// picked is a choice in the summary.
type picked struct {
	*result.Choice
	w *writer
}

// section has the values in words, or as a table where there are several.
func (c picked) section(most int) Question {
	out := Question{Asked: c.w.askedOf(c.Choice), Rules: c.w.saidAll(c.Says)}
	if len(c.Values) == 1 {
		out.Errors = c.w.said(c.Say(c.Values[0]))
		return out
	}
	interval := c.Asked.Interval
	for _, v := range c.Values {
		interval = interval || v.Low != ""
	}
	t := Table{Title: sentence(c.w.said(c.Noun()))}
	for _, n := range c.Asked.By {
		t.Head, t.Numeric = append(t.Head, safe(string(n))), append(t.Numeric, false)
	}
	t.Head, t.Numeric = append(t.Head, c.w.Sayf("published")), append(t.Numeric, true)
	if interval {
		t.Head, t.Numeric = append(t.Head, c.w.Sayf("19 times in 20")), append(t.Numeric, true)
	}
	for _, v := range c.Values[:min(len(c.Values), most)] {
		row := safeAll(workload.SaidLabels(c.w.Say, append(slices.Clone(v.Key), v.Option)))
		if interval {
			row = append(row, c.w.ends(v.Low, v.High))
		}
		t.Rows = append(t.Rows, row)
	}
	if n := len(c.Values); n > most {
		t.Title += " " + c.w.Sayf("The first %s of %s values; the workbook has all of them.", whole(int64(most)), whole(int64(n)))
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
			names[i] = w.quote(string(n))
		}
		of = w.Sayf(", for each combination of %s", w.listed(names))
		if len(names) == 1 {
			of = w.Sayf(", for each value of %s", names[0])
		}
	}
	column := w.quote(string(c.Asked.Column))
	switch choice.Kind(c.Asked.Kind) {
	case choice.Percentile:
		return w.Sayf("The %s of %s, one of its %s values%s.", result.Percentile(c.Asked.Percentile), column, whole(int64(c.Options)), of)
	case choice.MostCommon:
		return w.Sayf("Which of the %s values of %s most %s have%s.", whole(int64(c.Options)), column, w.counted(), of)
	}
	return w.Sayf("Which of %s options has the highest score by %s%s.", whole(int64(c.Options)), column, of)
}

func (c picked) numbers() (all, exact int) {
	if c.Exactly() {
		exact = len(c.Values)
	}
	return len(c.Values), exact
}

func (c picked) line() Line {
	l := Line{Method: c.w.said(c.Mechanism.Name), Numbers: c.w.Number(whole(int64(len(c.Values)))), Typically: "–"}
	switch fall := off(c.Quality.Fall); {
	case c.Exactly():
		l.Within = c.w.Sayf("exact")
	case choice.Kind(c.Asked.Kind) == choice.Percentile:
		l.Within = c.w.Sayf("%s in rank", fall)
	case choice.Kind(c.Asked.Kind) == choice.MostCommon:
		l.Within = c.w.Sayf("%s fewer", fall)
	default:
		l.Within = c.w.Sayf("%s in score", fall)
	}
	if !c.Quality.MeasuredOn.IsZero() {
		l.Method = c.w.Sayf("%s; chosen on a stand-in, %s", c.Mechanism.Name, c.Quality.MeasuredOn)
	}
	return l
}

// made says how a choice was made.
func (c picked) made() Section {
	s := Section{
		Facts: []Fact{
			{c.w.Sayf("Identifier"), safe(c.Asked.ID)},
			{c.w.Sayf("Options"), c.w.Number(whole(int64(c.Options)))},
			{c.w.Sayf("Mechanism"), c.w.Sayf("%s (%s)", c.Mechanism.Name, c.Mechanism.ID)},
			{c.w.Sayf("Source"), c.w.said(c.Mechanism.Source)},
			{c.w.Sayf("Budget, and for the draw"), c.w.Sayf("%s, and %s", c.w.fraction(c.Epsilon), c.w.fraction(c.Effective))},
		},
	}
	if len(c.Noise) > 0 {
		s.Tables = []Table{c.w.noiseTable(c.Noise)}
		s.Notes = []string{c.w.Sayf("The percentile is the first value whose count, made whole and never falling, reaches its part of all; this costs nothing beyond the counts. Its interval contains every value at which the counts as measured allow it, up to their half-widths at 39 times in 40 each.")}
		return s
	}
	if c.Exactly() {
		s.Notes = []string{c.w.Sayf("Every score follows from numbers that are public: the option with the highest score is published, or the first of equally good ones. It was found from counts rebuilt from these numbers alone.")}
		return s
	}
	if c.Rate == "" {
		s.Notes = []string{c.w.Sayf("Post-processing, at no cost: it follows from the released answers to another question alone.")}
		return s
	}
	s.Facts = append(s.Facts,
		Fact{c.w.Sayf("Range sensitivity"), c.w.Sayf("%s per unit of an edge's weight: the largest difference between the changes of two options' scores along an edge, added up over the groups that someone leaves and enters and over the draws in each", c.w.fraction(c.Sensitivity))},
		Fact{c.w.Sayf("Rate"), c.w.Sayf("%s per unit of score", c.w.fraction(c.Rate))})
	switch choice.Kind(c.Asked.Kind) {
	case choice.Percentile:
		s.Notes = append(s.Notes, c.w.Sayf("Score of a value: minus how many people too many are below it, or above it, for it to be the percentile; 0 for the percentile itself."))
		if c.Width > 0 {
			s.Notes = append(s.Notes, c.w.Sayf("Counts of people up to a value are averaged over the values from %d below to %d above it.", c.Width, c.Width))
		}
		if c.Asked.Interval {
			s.Notes = append(s.Notes, c.w.Sayf("The ends of an interval are two more draws at the same rate, of the percentiles so many people lower and higher that each misses with a chance of 1 in 40 at most."))
		}
	case choice.MostCommon:
		s.Notes = append(s.Notes, c.w.Sayf("Score of a value: how many people have it."))
	default:
		s.Notes = append(s.Notes, c.w.Sayf("Score of an option: the sum over all people of what the plan says that each counts for it."))
	}
	if c.Mechanism.ID == "permute-and-flip" {
		s.Notes = append(s.Notes, c.w.Sayf("Permute-and-flip: in a random order, each option is taken with the chance exp(-rate × (best score - score)), else the next is tried. Coins are exact."))
	} else {
		s.Notes = append(s.Notes, c.w.Sayf("The exponential mechanism, drawn exactly. Its log ratios span a range of 2 r, r being its budget, so that its loss is rho = (2 r)²/8 = r²/2 (Cesar and Rogers 2021)."))
	}
	return s
}
