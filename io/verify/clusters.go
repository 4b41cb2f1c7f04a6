package verify

import (
	"context"
	"math"
	"slices"
	"strings"

	"steward/core/account"
	"steward/core/cluster"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/release"
	"steward/core/result"
	"steward/core/table"
	"steward/io/export"
	"steward/io/sheet"
)

// clustered is a clustering, by a record.
type clustered struct{ export.Clustering }

func (r clustered) title() string { return r.Title }

func (r clustered) budget(c *plan.Compiled, i int) account.Epsilon {
	return c.Clusters[i].Cells.Spends()
}

func (r clustered) lost(workbook string, why any) message.Text {
	return message.Sprintf("%s was saved again, and does not contain the groups of “%s”: %s", workbook, r.Title, why)
}

func (r clustered) publish(v *verifier, i int) {
	v.again.Clusters = append(v.again.Clusters, result.Clustering{Asked: v.plan.Plan.Clusters[i], Made: madeBy(r.Mechanism), Rounds: r.Rounds, Groups: r.Results()})
}

func (r clustered) check(ctx context.Context, v *verifier, i int) {
	fresh, err := clusteredAgain(ctx, v.plan, i, r.Clustering)
	if err != nil {
		v.bad(message.Sprintf("%s: %v", r.Title, err))
		return
	}
	v.worked(figures{same: agreeOnNoise(r.Noise, fresh, 0), near: agreeOnNoise(r.Noise, fresh, nearNoise), sound: spendsAsItSays(r.Noise)},
		message.Sprintf("%s: sensitivities and noise are those of the plan", r.Title), message.Sprintf("%s: %v", r.Title, message.New("its noise is not that of the plan")))
}

// clusteredAgain compares what the record says of a clustering with what its plan gives, and returns the noise
// that the plan gives.
func clusteredAgain(ctx context.Context, c *plan.Compiled, i int, r export.Clustering) ([]export.NoiseOfRows, error) {
	p, asked := c.Clusters[i], c.Plan.Clusters[i]
	if r.Epsilon != p.Cells.Spends().String() || r.Effective != p.Cells.Left().String() {
		return nil, message.Errorf("its budget is not that of the plan")
	}
	id, table := strings.CutPrefix(r.Mechanism, cluster.SummaryPrefix)
	way := cluster.Way(asked.Way)
	switch {
	case p.Cells.Exact && !table && way != cluster.Rounds, table == (r.Rounds > 0) || !table && r.Mechanism != cluster.RoundsID,
		way == cluster.Rounds && table || way == cluster.Summary && !table, !table && asked.Rounds > 0 && asked.Rounds != r.Rounds:
		return nil, message.Errorf("its groups were not found in the way that the plan names")
	case !table:
		if len(r.RoundNoise) != r.Rounds {
			return nil, message.Errorf("the noise of %d rounds is stated for %d", len(r.RoundNoise), r.Rounds)
		}
		return r.Noise, p.CheckRounds(ctx, r.RoundNoise)
	}
	prepared, err := cluster.FromTable(ctx, p, id, r.Table)
	if err != nil {
		return nil, err
	}
	return export.NoiseOf(nil, release.Clustered(c, i, prepared).Noise), nil
}

// possible errors where the record publishes another number of groups than was asked for, or a
// centre outside of the columns' bounds.
func (r clustered) possible(plan *plan.Compiled, i int) error {
	c := plan.Clusters[i].Clustering
	q := c.Question()
	if len(r.Groups) != q.Clusters {
		return message.Errorf("%d groups, but the plan asks for %d", len(r.Groups), q.Clusters)
	}
	for g, group := range r.Groups {
		if near := c.Near(group.Centre); len(group.Centre) == len(near) && !slices.Equal(near, group.Near) {
			return message.Errorf("group %d is said to be near %q, but is near %q", g+1, group.Near, near)
		}
		if len(group.Centre) != len(q.Columns) || len(group.CentreError) != len(q.Columns) {
			return message.Errorf("group %d has %d means and %d errors for %d columns", g+1, len(group.Centre), len(group.CentreError), len(q.Columns))
		}
		for j, x := range group.Centre {
			if low, high := c.Bounds(j); !(x >= low-1e-9*math.Abs(low) && x <= high+1e-9*math.Abs(high)) {
				return message.Errorf("group %d has the mean %v of %q, outside its bounds", g+1, x, q.Columns[j].Name)
			}
		}
	}
	return nil
}

// printed are the numbers of a group as tables of earlier versions print them: as they are, with root mean square errors.
func (r clustered) printed(group int) []float64 {
	g := r.Groups[group]
	var out []float64
	for j, x := range g.Centre {
		out = append(out, x, g.CentreError[j])
	}
	return append(out, g.Published, g.Size, g.SizeError)
}

func (r clustered) compare(ctx context.Context, s *sheet.Sheet, name string) (wrong message.Text, err error) {
	next := 0
	wrong, err = compareRows(ctx, s, name, &next, len(r.Groups), message.Sprintf("sheet “%s” has more rows than there are groups", name), func(k int, row table.Row) bool {
		for k, x := range r.printed(k) {
			if k+1 >= len(row.Cells) || math.Abs(row.Cells[k+1].Number-x) > 1e-9*math.Max(1, math.Abs(x)) {
				return false
			}
		}
		return true
	})
	if missing := len(r.Groups) - next; missing > 0 && wrong.IsZero() && err == nil {
		wrong = message.Sprintf("%d of %d groups are missing", missing, len(r.Groups))
	}
	return wrong, err
}
