package policy

import (
	"slices"

	"steward/core/domain"
	"steward/core/message"
)

// Special says how the special cells of an ordered column (blank, other) are connected
// under a secret that goes by order.
type Special string

// The choices for special cells.
const (
	// OwnGroup leaves them on their own; their sizes are then disclosed.
	OwnGroup Special = "own group"
	// JoinAll joins them to every value, which shortens every distance to at most two.
	JoinAll Special = "joined to all"
)

// expert adds the choice in the field's terms.
func (s Special) expert(graph message.Text) message.Text {
	switch s {
	case OwnGroup:
		return message.Sprintf("%s, special cells %s", graph, message.Sprintf("own group"))
	case JoinAll:
		return message.Sprintf("%s, special cells %s", graph, message.Sprintf("joined to all"))
	}
	return message.Sprintf("%s, special cells %s", graph, string(s))
}

// check refuses an unknown choice, and no choice where there are special cells: read as
// OwnGroup it would disclose their sizes without anybody having said so.
func (s Special) check(a *domain.Attribute) error {
	switch {
	case s == OwnGroup || s == JoinAll:
		return nil
	case s != "":
		return message.Errorf("unknown choice %q for the blank and other answers of %q: use %q or %q", s, a.Name(), OwnGroup, JoinAll)
	case a.Size() > a.Regular():
		return message.Errorf("nothing is said about the blank and other answers of %q: use %q or %q", a.Name(), OwnGroup, JoinAll)
	}
	return nil
}

// specialLabels returns the labels of the special cells of the columns, each once.
func specialLabels(attrs []*domain.Attribute) []string {
	var out []string
	for _, label := range []string{domain.BlankLabel, domain.OtherLabel} {
		if slices.ContainsFunc(attrs, func(a *domain.Attribute) bool { _, own := a.Find(label); return own }) {
			out = append(out, label)
		}
	}
	return out
}
