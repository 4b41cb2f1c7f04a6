package widgets

import "fyne.io/fyne/v2/widget"

// GraphKind is how a SecretGraph lays its values out.
type GraphKind int

// The kinds.
const (
	GraphLine     GraphKind = iota // values in their order, on a line
	GraphComplete                  // every value joined to every other, on a circle
	GraphGroups                    // a box per group, its values joined inside
	GraphStar                      // as GraphComplete, and all joined to "not in the file"
)

// GraphGroup is a box of GraphGroups: values that are joined to each other and to no others.
type GraphGroup struct {
	Title string
	Nodes []string
}

// SecretPicture is what a SecretGraph shows.
type SecretPicture struct {
	Kind   GraphKind
	Nodes  []string     // the values in order; not used by GraphGroups
	Groups []GraphGroup // GraphGroups only
	// Edges are the joined pairs of a line by index, nil for each value and the next. The
	// other kinds know their own.
	Edges [][2]int
	// From and To are the two values that are looked at, by index (in GraphGroups counted
	// through the groups); -1, or both the same, for none. On a line the shortest way
	// between them is drawn and counted.
	From, To int
	Note     string // over the two of a line; "" for the number of steps
	Outside  string // the star's centre; "" for "not in the file"
}

// SecretGraph is a picture of a policy on the person's own values: circles for values and
// lines between those that must not be told apart. Long lists are thinned, saying so.
type SecretGraph struct {
	widget.BaseWidget
}

// NewSecretGraph returns a picture.
func NewSecretGraph(picture SecretPicture) *SecretGraph { return &SecretGraph{} }

// Set shows another picture.
func (g *SecretGraph) Set(picture SecretPicture) {}

// Summary says in words what the picture shows, for those who do not see it and for tests.
func (g *SecretGraph) Summary() string { return "" }
