package counts

import (
	"fmt"

	"steward/core/message"
	"steward/core/plan"
	"steward/core/release"
)

// The columns of a query that hold the weight of a row: its text, its number, and how many steps
// that is before it is rounded.
const (
	weightText   = "weight_text"
	weightNumber = "weight_number"
	weightSteps  = "weight_steps"
)

// top is the weight that larger ones count as.
func (s *statement) top() string {
	u := s.plan.Units
	return doubleOf(s.writer, u.Step.Of(float64(u.Most)))
}

// tiny is far below half a step, and no number above it leaves the doubles when it is divided by
// one: an engine may stop at those that do.
const tiny = 1e-9

// steps is the weight in steps, with a fraction. It is worked out in doubles in the same order as
// when a row is read (plan.Units.Of).
func (s *statement) steps() string {
	u, x := s.plan.Units, weightNumber
	parts, people := max(u.Step.Parts, 1), max(u.Step.People, 1)
	return fmt.Sprintf("CASE WHEN %[1]s > %[2]s THEN CAST(%[3]d AS %[7]s) WHEN %[1]s < %[4]s THEN CAST(0 AS %[7]s) ELSE %[1]s * CAST(%[5]d AS %[7]s) / CAST(%[6]d AS %[7]s) END",
		x, s.top(), u.Most, doubleOf(s.writer, tiny), parts, people, s.doubleType())
}

// units rounds the steps, halves to the even number; NULL where there is no weight. There are a thousand at most.
func (s *statement) units() string {
	return "CASE WHEN " + weightNumber + " >= 0 THEN " + s.nearest(weightSteps) + " END"
}

// nearest writes out what engines' own functions do in different ways.
func nearest(y string) string {
	return fmt.Sprintf("CAST(floor(%[1]s) + CASE WHEN %[1]s - floor(%[1]s) > 0.5 OR %[1]s - floor(%[1]s) = 0.5 AND floor(%[1]s) <> 2 * floor(%[1]s / 2) THEN 1 ELSE 0 END AS integer)", y)
}

// weighing is one of the things that are known of what a row weighs.
type weighing struct{ name, of string }

// weights are what is known of what a row weighs: its units, and with 1, or else 0, that its weight is above the cap and that
// it counts as nothing, which half a step does, too.
func (s *statement) weights() []weighing {
	if s.plan.Plan.Weight == nil {
		return nil
	}
	return []weighing{
		{"units", s.units()},
		{"capped", "CASE WHEN " + weightNumber + " > " + s.top() + " THEN 1 ELSE 0 END"},
		{"unweighted", "CASE WHEN " + weightNumber + " >= 0 AND " + weightSteps + " <= 0.5 THEN 1 ELSE 0 END"},
	}
}

// ofRead is what a row adds that can be read, whether it fills a slot or not; 0 of others.
func (s *statement) ofRead(what string) string {
	read := s.inCell()
	if s.plan.Plan.Rows != nil {
		read += fmt.Sprintf(" OR place1 = %d", s.noCell(lineBeyond))
	}
	return "CASE WHEN " + read + " THEN " + what + " ELSE 0 END"
}

// notWeighed says what is wrong with the line of rows without a weight.
func notWeighed(w *plan.Weight) error {
	return message.Errorf("column %q: there are rows without a weight, a number from 0: give every row its weight, or 0 if it is not to be counted; steward sql --unread writes the query that shows them", w.Column)
}

// weighed checks the lines about weights against each other, and returns how many rows the units
// of the cells are of.
func (k *reader) weighed(t *release.Totals) (rows int64, err error) {
	for _, line := range []string{lineWeighed, lineUnits, lineCapped, lineUnweighted} {
		if !k.given[line] {
			return 0, message.Errorf("%s: its line %q is missing: it was cut off, so run the query again and keep everything it returns", k.source.Name(), line)
		}
	}
	rows, units := k.totals[lineWeighed], k.totals[lineUnits]
	t.Capped, t.Unweighted = k.totals[lineCapped], k.totals[lineUnweighted]
	most := int64(k.plan.Units.Most)
	if k.totals[lineCell] != units || units > rows*most || t.Capped+t.Unweighted > rows+t.Beyond {
		return 0, message.Errorf("%s: its lines about weights do not match: it was cut off or changed, so run the query again and keep everything it returns", k.source.Name())
	}
	return rows, nil
}
