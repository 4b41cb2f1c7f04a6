package main

import (
	"fmt"
	"math"
	"slices"
	"steward/cmd/steward/console"
	"steward/gui/words"
	"strconv"
	"strings"

	"steward/core/choice"
	"steward/core/limits"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/preview"
	"steward/core/result"
)

// newClusters are the flags that ask for groups of similar people.
type newClusters struct {
	Clusters []string `help:"Ask for this many groups of similar people by columns of numbers: their centres and sizes. After a column you can say how much one of its units counts, such as 3:age=1,income=0.001; otherwise the whole span of each counts alike. Repeat it for more." sep:"none" placeholder:"K:COLUMNS"`
	Way      string   `help:"With --clusters: find groups in rounds, or from a released table of all cells (summary), instead of the better of the two." enum:",rounds,summary" default:"" placeholder:"WAY"`
	Rounds   int      `help:"With --clusters: in this many rounds." placeholder:"N"`
	Start    string   `help:"With --clusters and rounds: begin with the best of some public lists of centres, drawn by its score (chosen), instead of centres spread over the bounds." enum:",chosen" default:"" placeholder:"START"`
}

// clusterings returns what the flags ask for, about columns of the plan that asks so many questions.
func (f newClusters) clusterings(columns []plan.Column, questions int) ([]plan.Clustering, error) {
	if len(f.Clusters) == 0 && (f.Way != "" || f.Rounds != 0 || f.Start != "") {
		return nil, message.Errorf("--way, --rounds and --start are about groups of similar people: ask for them with --clusters")
	}
	var out []plan.Clustering
	for _, list := range f.Clusters {
		q, err := f.clustering(columns, list)
		if err != nil {
			return nil, message.Errorf("--clusters: %w", err)
		}
		q.ID = fmt.Sprintf("q%d", questions+len(out)+1)
		out = append(out, q)
	}
	return out, nil
}

func (f newClusters) clustering(columns []plan.Column, list string) (plan.Clustering, error) {
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

// showGroups says what groups were published.
func showGroups(c *console.Console, q *result.Clustering, counted message.Text) {
	c.Sayf("  %s:\n", q.Asked.Title)
	for i := range q.Groups[:min(len(q.Groups), mostSaid)] {
		c.Sayf("    %s\n", q.Say(i, counted))
	}
	if n := len(q.Groups) - mostSaid; n > 0 {
		c.Sayf("    %d more groups\n", n)
	}
}

// clusterPreviewed is a clustering for programs; distances are those of cluster.Quality.
type clusterPreviewed struct {
	ID      string                `json:"id"`
	Title   string                `json:"title"`
	Epsilon string                `json:"epsilon"`
	Groups  int                   `json:"groups"`
	Chosen  int                   `json:"chosen"`
	Ways    []clusterWayPreviewed `json:"ways"`
}

type clusterWayPreviewed struct {
	ID         string  `json:"id"`
	Name       string  `json:"name"`
	Rounds     int     `json:"rounds,omitempty"`
	Plain      bool    `json:"plain,omitempty"`
	MeasuredOn string  `json:"measuredOn,omitempty"`
	MadeUp     bool    `json:"madeUp,omitempty"`
	Within     float64 `json:"rootMeanSquareDistance,omitempty"`
	Best       float64 `json:"withoutNoise,omitempty"`
	Centre     float64 `json:"centreError,omitempty"`
}

func clusterForPrograms(q *preview.Clustering) clusterPreviewed {
	out := clusterPreviewed{ID: q.Asked.ID, Title: q.Asked.Title, Epsilon: q.Epsilon, Groups: q.Asked.Clusters, Chosen: q.Chosen}
	for _, w := range q.Ways {
		m := w.Quality
		out.Ways = append(out.Ways, clusterWayPreviewed{w.ID, w.Name.String(), w.Rounds, w.Plain, m.MeasuredOn.String(), m.MadeUp, m.Within, m.Best, m.Centre})
	}
	return out
}

// showClustering compares the ways to find groups.
func showClustering(c *console.Console, q *preview.Clustering) {
	c.Sayf("\n%s: %d groups, budget %s\n", q.Asked.Title, q.Asked.Clusters, q.Epsilon)
	rows := [][]string{console.Headed("|METHOD|FARTHER FROM CENTRES THAN WITHOUT NOISE|CENTRES OFF BY")}
	for i, w := range q.Ways {
		mark := ""
		if i == q.Chosen {
			mark = "*"
		}
		farther, off := "", ""
		if m := w.Quality; !m.IsZero() && m.Best > 0 {
			farther = strconv.FormatFloat(math.Max(100*(m.Within/m.Best-1), 0), 'f', 1, 64) + " %"
			off = strconv.FormatFloat(m.Centre, 'g', 3, 64)
		}
		rows = append(rows, []string{mark, words.Say(w.Name), farther, off})
	}
	c.Table(rows)
	for _, s := range q.Says {
		c.Sayf("%s\n", s)
	}
}
