package session

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"steward/core/account"
	"steward/core/cluster"
	"steward/core/plan"
	"steward/core/release"
	"steward/core/result"
	"steward/gui/words"
	"steward/io/export"
	"steward/io/sheet"
)

// clusters works out again how the groups of the plan's clusterings were found, and adds them to the
// release that the digest is of. It returns what they spend.
func (v *verifier) clusters(ctx context.Context, c *plan.Compiled, again *result.Release) ([]account.Epsilon, error) {
	v.part = PartRecord
	if len(v.record.Clusters) != len(c.Clusters) {
		v.note(false, "", words.T("The record has %d clusterings, but its plan asks for %d", len(v.record.Clusters), len(c.Clusters)))
		return nil, nil
	}
	var losses []account.Epsilon
	for i, r := range v.record.Clusters {
		losses = append(losses, c.Clusters[i].Cells.Budget)
		v.part = PartFigures
		err := clusteredAgain(ctx, c, i, r)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		var other otherNoise
		differs := errors.As(err, &other)
		good, bad := words.T("%s: sensitivities and noise are those of the plan", r.Title), words.T("%s: %v", r.Title, err)
		if err == nil || differs {
			v.worked(figures{same: err == nil, near: other.near, sound: spendsAsItSays(r.Noise)}, good, bad)
		} else {
			v.note(false, "", bad)
		}
		v.part = PartRecord
		if err := possibleGroups(c.Clusters[i].Clustering, r); err != nil {
			v.note(false, "", words.T("%s: %v", r.Title, err))
		}
		again.Clusters = append(again.Clusters, result.Clustering{Asked: c.Plan.Clusters[i], Mechanism: result.Mechanism{ID: r.Mechanism}, Rounds: r.Rounds, Groups: r.Results()})
	}
	return losses, nil
}

// clusteredAgain compares what the record says of a clustering with what its plan gives.
func clusteredAgain(ctx context.Context, c *plan.Compiled, i int, r export.Clustering) error {
	p, asked := c.Clusters[i], c.Plan.Clusters[i]
	if r.Epsilon != p.Cells.Budget.String() || r.Effective != p.Cells.Effective().String() {
		return words.Errorf("its budget is not that of the plan")
	}
	id, table := strings.CutPrefix(r.Mechanism, cluster.SummaryPrefix)
	way := cluster.Way(asked.Way)
	switch {
	case table == (r.Rounds > 0) || !table && r.Mechanism != cluster.RoundsID,
		way == cluster.Rounds && table || way == cluster.Summary && !table, !table && asked.Rounds > 0 && asked.Rounds != r.Rounds:
		return words.Errorf("its groups were not found in the way that the plan names")
	case !table:
		if len(r.RoundNoise) != r.Rounds {
			return words.Errorf("the noise of %d rounds is stated for %d", len(r.RoundNoise), r.Rounds)
		}
		return p.CheckRounds(ctx, r.NoiseOfRounds())
	}
	prepared, err := cluster.FromTable(ctx, p, id, r.Table)
	if err != nil {
		return err
	}
	fresh := stated(release.Clustered(c, i, prepared).Noise)
	if !agreeOnNoise(r.Noise, fresh, 0) {
		return otherNoise{words.Errorf("its noise is not that of the plan"), agreeOnNoise(r.Noise, fresh, nearNoise)}
	}
	return nil
}

// otherNoise is the error of noise that is not what the plan gives here, but perhaps near it.
type otherNoise struct {
	error
	near bool
}

// possibleGroups errors where the record publishes another number of groups than was asked for, or a
// centre outside of the columns' bounds.
func possibleGroups(c *cluster.Clustering, r export.Clustering) error {
	q := c.Question()
	if len(r.Groups) != q.Clusters {
		return words.Errorf("%d groups, but the plan asks for %d", len(r.Groups), q.Clusters)
	}
	for g, group := range r.Groups {
		if near := c.Near(group.Centre); len(group.Centre) == len(near) && !slices.Equal(near, group.Near) {
			return words.Errorf("group %d is said to be near %q, but is near %q", g+1, group.Near, near)
		}
		if len(group.Centre) != len(q.Columns) || len(group.CentreError) != len(q.Columns) {
			return words.Errorf("group %d has %d means and %d errors for %d columns", g+1, len(group.Centre), len(group.CentreError), len(q.Columns))
		}
		for j, x := range group.Centre {
			if low, high := c.Bounds(j); !(x >= low-1e-9*math.Abs(low) && x <= high+1e-9*math.Abs(high)) {
				return words.Errorf("group %d has the mean %v of %q, outside of its bounds", g+1, x, q.Columns[j].Name)
			}
		}
	}
	return nil
}

// compareGroups compares the sheet of a clustering with the record, and says where they differ.
func compareGroups(ctx context.Context, file *sheet.File, number int, c export.Clustering) (wrong string, err error) {
	for _, info := range file.Sheets() {
		if !strings.HasPrefix(info.Name, fmt.Sprintf("%d ", number)) {
			continue
		}
		s, err := file.Sheet(ctx, sheet.Options{Sheet: info.Name, HeaderRow: 1})
		if err != nil {
			return "", err
		}
		next := 0
		for row, err := range s.Rows(ctx) {
			if err != nil {
				return "", err
			}
			if next == len(c.Groups) {
				return words.T("sheet “%s” has more rows than there are groups", info.Name), nil
			}
			g := c.Groups[next]
			var want []float64
			for j, x := range g.Centre {
				want = append(want, x, g.CentreError[j])
			}
			for k, x := range append(want, g.Published, g.Size, g.SizeError) {
				if k+1 >= len(row.Cells) || math.Abs(row.Cells[k+1].Number-x) > 1e-9*math.Max(1, math.Abs(x)) {
					return words.T("sheet “%s”, row %d", info.Name, row.Number), nil
				}
			}
			next++
		}
		if next < len(c.Groups) {
			return words.T("%d of %d groups are missing", len(c.Groups)-next, len(c.Groups)), nil
		}
		return "", nil
	}
	return words.T("its sheet is missing"), nil
}
