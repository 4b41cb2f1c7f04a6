package questions

import (
	"math/big"
	"regexp"
	"strings"

	"steward/core/cluster"
	"steward/core/plan"
	"steward/gui/words"
)

// centreDecimals is how finely centres are offered.
const centreDecimals = 2

// plainly is how a plain decimal is written.
var plainly = regexp.MustCompile(`^-?\d+(\.\d+)?$`)

// fitCentres gives a clustering that begins with given centres one number per column for each group:
// those that it has, and for others places on the way from the lowest to the highest value of every
// column. It does nothing while the columns are not declared.
func (s *Step) fitCentres(q *plan.Clustering) error {
	if q.Start != string(cluster.Given) {
		q.Centres = nil
		return nil
	}
	fits := len(q.Centres) == q.Clusters
	for _, centre := range q.Centres {
		fits = fits && len(centre) == len(q.Columns)
	}
	if fits {
		return nil
	}
	spread := *q
	spread.Start, spread.Centres = string(cluster.Spread), nil
	c, err := s.clusteringOf(spread)
	if err != nil || c == nil {
		return err
	}
	var out [][]string
	for i := range q.Clusters {
		if i < len(q.Centres) && len(q.Centres[i]) == len(q.Columns) {
			out = append(out, q.Centres[i])
			continue
		}
		var centre []string
		for j := range q.Columns {
			lowest, highest := c.Bounds(j)
			at := lowest + (highest-lowest)*(float64(i)+0.5)/float64(q.Clusters)
			centre = append(centre, plainDecimal(at))
		}
		out = append(out, centre)
	}
	q.Centres = out
	return nil
}

// plainDecimal is a number with a few decimals and no zeros at their end.
func plainDecimal(x float64) string {
	text := new(big.Rat).SetFloat64(x).FloatString(centreDecimals)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// CentresText is the given centres of a clustering as people type them: a line for each group, its
// numbers apart by semicolons.
func CentresText(q plan.Clustering) string {
	lines := make([]string, len(q.Centres))
	for i, centre := range q.Centres {
		shown := make([]string, len(centre))
		for j, n := range centre {
			shown[j] = words.Number(n)
		}
		lines[i] = strings.Join(shown, "; ")
	}
	return strings.Join(lines, "\n")
}

// SetCentres sets the centres that rounds of a clustering begin with from a text like that of
// CentresText. It errors where a line has not a number for each column, where there is not a line
// for each group, and where a centre lies outside of the bounds.
func (at Clustering) SetCentres(text string) error {
	q, ok := nth(at.step.of.Plan().Clusters, at.i)
	if !ok {
		return nil
	}
	var centres [][]string
	for _, line := range strings.Split(text, "\n") {
		if strings.TrimSpace(line) == "" {
			continue
		}
		var centre []string
		for _, part := range strings.FieldsFunc(line, func(r rune) bool { return r == ';' || r == '\t' }) {
			n := words.Typed(strings.TrimSpace(part))
			if !plainly.MatchString(n) {
				return words.Errorf("line %d has %q where a number such as 42 or 42.5 is expected", len(centres)+1, strings.TrimSpace(part))
			}
			centre = append(centre, n)
		}
		if len(centre) != len(q.Columns) {
			return words.Errorf("line %d has %d numbers for %d columns: write one for each, separated by semicolons", len(centres)+1, len(centre), len(q.Columns))
		}
		centres = append(centres, centre)
	}
	if len(centres) != q.Clusters {
		return words.Errorf("there are %d lines for %d groups: write one line for each group", len(centres), q.Clusters)
	}
	return at.Try(func(q *plan.Clustering) { q.Centres = centres })
}
