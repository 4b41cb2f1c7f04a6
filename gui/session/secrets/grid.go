package secrets

import (
	"maps"
	"slices"
	"strconv"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/plan/decimal"
	"steward/core/plan/secret"
	"steward/gui/words"
)

func grid() kind {
	return kind{
		Kind: secret.Grid, name: words.Key("inside squares"), note: words.Key("each hidden from those in the same square of a grid"),
		card: CardGroups, offered: later, several: 3, blanks: true,
		unfit:    unordered,
		together: unorderedOrTooMany,
		begin: func(r *secret.Secret, columns []plan.Column) {
			r.Scales = map[domain.AttributeName]string{}
			for _, c := range columns {
				r.Scales[c.Name] = defaultWidth(c)
			}
		},
		line: func(r secret.Secret) string {
			wording, widths := RuleName(secret.Grid), make([]string, 0, len(r.Scales))
			for _, n := range slices.Sorted(maps.Keys(r.Scales)) {
				widths = append(widths, words.T("%s of %s", words.Number(r.Scales[n]), n))
			}
			if len(widths) == 0 {
				return wording
			}
			return words.T("%s, %s wide", wording, words.Joined(widths))
		},
		add: func(r *secret.Secret, c plan.Column) { r.Scales = with(r.Scales, c.Name, defaultWidth(c)) },
		form: func(_ Rule, r secret.Secret) (out Form) {
			for _, n := range r.Columns {
				out.Fields = append(out.Fields, typing(words.T("Squares of %s, wide", n), "", Width(n)))
			}
			return out
		},
		learnt: meaning.learntGroups,
		odds:   oddsOf(noOdds),
	}
}

// defaultWidth proposes how wide the squares of a grid are: two steps of an ordered list, ten
// numbers, or as few ranges as fit.
func defaultWidth(c plan.Column) string {
	n := c.Regular()
	switch c.Kind {
	case domain.Ordered:
		return "2"
	case domain.Whole:
		return strconv.Itoa(min(10, max(n/2, 1)))
	}
	d, ok := distances(c)
	if !ok {
		return "1"
	}
	for _, times := range []float64{2, 1, 5, 10} {
		width := decimal.Of(times * d.Narrow)
		grid := secret.Secret{Columns: []domain.AttributeName{c.Name}, Kind: secret.Grid, Scales: map[domain.AttributeName]string{c.Name: width}}
		if d.Narrow > 0 && len(trial([]plan.Column{c}, grid)) == 0 {
			return width
		}
	}
	return decimal.Of(max(d.Max, 1))
}
