package newplan

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"steward/core/choice"
	"steward/core/limits"
	"steward/core/message"
	"steward/core/plan"
)

// clusters are the flags that ask for groups of similar people.
type clusters struct {
	Clusters []string `help:"Ask for this many groups of similar people by columns of numbers: their centres and sizes. After a column you can say how much one of its units counts, such as 3:age=1,income=0.001; otherwise the whole span of each counts alike. Repeat it for more." sep:"none" placeholder:"K:COLUMNS"`
	Way      string   `help:"With --clusters: find groups in rounds, or from a released table of all cells (summary), instead of the better of the two." enum:",rounds,summary" default:"" placeholder:"WAY"`
	Rounds   int      `help:"With --clusters: in this many rounds." placeholder:"N"`
	Start    string   `help:"With --clusters and rounds: begin with the best of some public lists of centres, drawn by its score (chosen), instead of centres spread over the bounds." enum:",chosen" default:"" placeholder:"START"`
}

func (f clusters) ask(_ context.Context, p *plan.Plan) error {
	if len(f.Clusters) == 0 && (f.Way != "" || f.Rounds != 0 || f.Start != "") {
		return message.Errorf("--way, --rounds and --start are about groups of similar people: ask for them with --clusters")
	}
	for _, list := range f.Clusters {
		q, err := f.clustering(p.Columns, list)
		if err != nil {
			return message.Errorf("--clusters: %w", err)
		}
		q.ID = nextID(p)
		p.Clusters = append(p.Clusters, q)
	}
	return nil
}

func (f clusters) clustering(columns []plan.Column, list string) (plan.Clustering, error) {
	number, names, ok := strings.Cut(list, ":")
	k, err := strconv.Atoi(strings.TrimSpace(number))
	if !ok || err != nil || k < 2 || k > limits.MaxClusters {
		return plan.Clustering{}, message.Errorf("found %q where a number of groups from 2 to %d and columns such as 3:age,income are expected", list, limits.MaxClusters)
	}
	q := plan.Clustering{Clusters: k, Way: f.Way, Rounds: f.Rounds, Start: f.Start}
	for _, column := range strings.Split(names, ",") {
		name, scale, weighed := column, "", false
		// A column's own name may have the sign in it.
		if !slices.ContainsFunc(columns, func(c plan.Column) bool { return string(c.Name) == strings.TrimSpace(column) }) {
			if at := strings.LastIndex(column, "="); at >= 0 {
				name, scale, weighed = column[:at], strings.TrimSpace(column[at+1:]), true
			}
		}
		found, err := named(columns, name)
		if err != nil {
			return q, err
		}
		if weighed {
			if _, err := choice.Number(scale); err != nil {
				return q, message.Errorf("the scale of %q: %w", found[0], err)
			}
		}
		q.Columns = append(q.Columns, plan.ClusterColumn{Name: found[0], Scale: scale})
	}
	q.Title = "Groups by " + plainNames(q.About())
	return q, nil
}
