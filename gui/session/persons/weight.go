package persons

import (
	"slices"
	"strings"

	"steward/core/cuts"
	"steward/core/plan"
	"steward/core/repair"
	"steward/gui/session/amounts"
	"steward/gui/session/questions"
	"steward/gui/words"
	"steward/io/records/rowaccount"
)

// The step and the cap that stand there at first where rows have weights. They are no numbers from
// the file: the largest weight is somebody's.
const (
	firstStep = "1"
	firstCap  = "10"
)

// Weighted says whether every row stands for several people. Which column says how many, in which
// steps and up to what, is said with WeightColumn, WeightStep and WeightCap.
func (s *Step) Weighted(yes bool) {
	if yes {
		s.editWeight(func(*plan.Weight) {})
		return
	}
	s.of.Edit(func(p *plan.Plan) {
		questions.SetCounting(p, func(p *plan.Plan) { p.Weight = nil })
	})
}

func (s *Step) editWeight(change func(*plan.Weight)) {
	s.of.Edit(func(p *plan.Plan) {
		questions.SetCounting(p, func(p *plan.Plan) {
			if p.Weight == nil {
				p.Weight = &plan.Weight{Step: firstStep, Cap: firstCap}
			}
			change(p.Weight)
		})
	})
}

// WeightColumn says which column of the file holds the weights. It errors when the file has no
// such column, or the column is published.
func (s *Step) WeightColumn(name string) error {
	if _, published := s.of.Published(name); published {
		return words.Errorf("%s is published, but the column that says how many people a row stands for cannot be: take it out in Columns first", name)
	}
	if name = strings.TrimSpace(name); name == "" {
		return words.Errorf("name the column with the weights, spelt as in the database")
	}
	if !s.NamesColumns() && !slices.Contains(s.of.File().Header, name) {
		return words.Errorf("the sheet has no column %s: choose another", name)
	}
	s.editWeight(func(w *plan.Weight) { w.Column = name })
	return nil
}

// WeightStep says in which steps weights count, as a person types it. It errors when that is no
// number above zero; what else is wrong with it the plan says, as it depends on the cap.
func (s *Step) WeightStep(text string) error {
	return s.weightNumber(text, func(w *plan.Weight, n string) { w.Step = n })
}

// WeightCap says which weight larger ones count as. It errors as WeightStep does.
func (s *Step) WeightCap(text string) error {
	return s.weightNumber(text, func(w *plan.Weight, n string) { w.Cap = n })
}

func (s *Step) weightNumber(text string, put func(w *plan.Weight, n string)) error {
	text = strings.TrimSpace(text)
	n, err := cuts.Number(text)
	if err != nil || n.Sign() <= 0 {
		return words.Errorf("found %q where a number above zero such as 10 is expected", text)
	}
	s.editWeight(func(w *plan.Weight) { put(w, text) })
	return nil
}

// SaysWeight tells whether a column says how many people a row stands for, so that it cannot be
// published.
func (s *Step) SaysWeight(column string) bool {
	return s.of.Plan().Weight != nil && s.of.Plan().Weight.Column == column
}

// KeptOut says why a column that the plan uses cannot be published, "" where it can.
func (s *Step) KeptOut(column string) string {
	switch {
	case s.SaysWhose(column):
		return words.T("says whose row it is")
	case s.Orders(column):
		return words.T("says which row of a person comes first")
	case s.SaysWeight(column):
		return words.T("says a row’s weight")
	case slices.ContainsFunc(s.of.Plan().Data.Splits, func(split repair.Split) bool { return split.Column == column }):
		return words.T("is read as one column for each option")
	}
	return ""
}

// InFile names what the file has one of in each row.
func (s *Step) InFile() string {
	if s.of.Plan().Weight != nil {
		return words.T("rows")
	}
	return words.Say(s.of.Plan().Counted())
}

// WeightCost says what the weights cost, "" while the plan does not say how they count.
func (s *Step) WeightCost() string {
	w := s.of.Plan().Weight
	if w == nil {
		return ""
	}
	u, err := w.Units()
	if err != nil {
		return ""
	}
	together, slots := words.T("A row and its weight are hidden together:"), u.Most
	if r := s.of.Plan().Rows; r != nil && r.AtMost > 1 {
		together, slots = words.T("All rows of a person and their weights are hidden together: %s, each of them", amounts.Count(r.AtMost, "row", "rows")), u.Most*r.AtMost
	}
	times, rest, _ := strings.Cut(u.Times(int64(slots)), ".")
	if rest != "" {
		times = amounts.Fraction(times, rest)
	} else {
		times = amounts.Thousands(times)
	}
	return words.T("%s up to %s of %s, so the noise is **%s times** as large as where a person counts once. A lower cap gives less noise, but cuts off more; a finer step rounds less and costs nothing. Whether someone is in the file at all is hidden as well.",
		together, amounts.Count(u.Most, "step", "steps"), words.Say(u.People()), times)
}

// WeightWords says how many rows a check of the records found above the cap, for the steward's eyes only;
// "" where that is not known.
func (s *Step) WeightWords(found *rowaccount.Account) string {
	if s.of.Plan().Weight == nil || found == nil {
		return ""
	}
	wording := words.T("No weight is above the cap")
	if found.Capped > 0 {
		wording = words.T("%d rows have weights above the cap and count as %s", found.Capped, words.Number(s.of.Plan().Weight.Cap))
		if found.Capped == 1 {
			wording = words.T("1 row has a weight above the cap and counts as %s", words.Number(s.of.Plan().Weight.Cap))
		}
	}
	if found.Unweighted > 0 {
		wording += words.N(int(found.Unweighted), "; %d row counts nothing, since the weight is at most half a step", "; %d rows count nothing, since the weight is at most half a step", found.Unweighted)
	}
	return words.T("%s. For your eyes only.", wording)
}
