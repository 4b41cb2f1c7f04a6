package previews

import (
	"math"
	"strconv"

	"steward/cmd/steward/console"
	"steward/core/preview"
	"steward/gui/words"
)

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
