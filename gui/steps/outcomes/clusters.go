package outcomes

import (
	"fmt"
	"image"
	"math"
	"strconv"

	"fyne.io/fyne/v2"

	"steward/core/accuracy"
	"steward/core/preview"
	"steward/core/result"
	"steward/gui/session/pictures"
	"steward/gui/session/questions"
	"steward/gui/session/releasing"
	"steward/gui/steps/page"
	"steward/gui/widgets/figures"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/widgets/tables"
	"steward/gui/words"
)

// GroupsFound shows the groups of similar people of a release: a picture of their means, and a table.
type GroupsFound struct {
	listing
	several
	chart   *figures.Figure
	caption *prose.Text
	of      *releasing.Finished
}

// NewGroupsFound returns a card that Show fills.
func NewGroupsFound(s page.Surroundings) *GroupsFound {
	g := &GroupsFound{caption: prose.Caption(""), chart: figures.NewFigure(fyne.NewSize(300, 220), s.Run, nil)}
	g.several = newSeveral(words.T("groups"), g.groups)
	g.listing = newListing(words.Text(questions.ClustersName), []fyne.CanvasObject{g.picker, g.caption, g.chart}, nil)
	return g
}

// Show shows the groups of a release.
func (g *GroupsFound) Show(f *releasing.Finished) {
	g.of = f
	list := f.Release.Clusters
	g.show(g.Card, len(list), func(i int) string { return list[i].Asked.Title })
}

// groups shows those of one clustering.
func (g *GroupsFound) groups(i int) {
	f := g.of
	c := &f.Release.Clusters[i]
	g.caption.SetText(words.T("%s. The crosses show typical errors.", c.Asked.Title))
	g.chart.SetDraw(func(spec figures.FigureSpec) (image.Image, error) { return f.DrawGroups(i, pictures.Spec(spec)) })
	columns := []tables.Column{{Title: words.T("Group"), Width: 80}}
	for _, x := range c.Axes {
		columns = append(columns, tables.Column{Title: words.T("Mean %s", x.Name), Width: 130, Grow: true, Bold: true})
	}
	columns = append(columns, tables.Column{Title: words.T("How many %s", words.Say(f.Release.Plan.Counted())), Width: 150, Grow: true})
	var rows [][]string
	for n := range c.Groups {
		rows = append(rows, groupRow(c, n))
	}
	g.set(mostChosen, columns, rows, words.SayAll(c.Says))
}

func groupRow(c *result.Clustering, n int) []string {
	group := &c.Groups[n]
	typical, typicalSize := result.TypicalErrors(group)
	row := []string{strconv.Itoa(n + 1)}
	for j, x := range group.Centre {
		text := words.Number(result.Place(x, group.Error[j])) + " " + words.Say(accuracy.PlusMinus(typical[j]))
		if near := result.Near(group, j); near != "" {
			text += ", " + near
		}
		row = append(row, text)
	}
	size := words.Number(strconv.FormatFloat(group.Tidied, 'f', -1, 64)) + " " + words.Say(accuracy.PlusMinus(typicalSize))
	if group.Kept {
		size += words.T(", too small")
	}
	return append(row, size)
}

// ClusterWays compares the ways to find groups, before anything is spent.
type ClusterWays struct{ listing }

// NewClusterWays returns a card that Show fills.
func NewClusterWays() *ClusterWays {
	return &ClusterWays{newListing(words.Text(questions.ClustersName), nil, nil)}
}

// Show lists the ways with their errors.
func (c *ClusterWays) Show(list []preview.Clustering) {
	paint.Show(c.Card, len(list) > 0)
	if len(list) == 0 {
		return
	}
	var rows [][]string
	var says []string
	for _, q := range list {
		title := q.Asked.Title
		for i, w := range q.Ways {
			name := words.Say(w.Name)
			if i == q.Chosen {
				name = "● " + name
			}
			rows = append(rows, []string{title, name, fartherThan(w)})
			title = ""
		}
		says = append(says, saidOf(q.Asked.Title, len(list) > 1, q.Says)...)
	}
	c.set(mostChosen, []tables.Column{
		{Title: words.T("What"), Width: 130, Grow: true, Bold: true}, {Title: words.T("How groups are found; ● is chosen"), Width: 260, Grow: true},
		{Title: words.T("Further off by noise"), Width: 130},
	}, rows, says[:min(len(says), mostChosen)])
}

// fartherThan writes by how much noise makes people farther from the nearest centre.
func fartherThan(w preview.ClusterWay) string {
	q := w.Quality
	if q.IsZero() || q.Best == 0 {
		return "–"
	}
	return words.Number(fmt.Sprintf("%.1f %%", math.Max(100*(q.Within/q.Best-1), 0)))
}
