package questions

import (
	"steward/core/domain"
	"steward/core/plan"
	"steward/gui/words"
)

// Asked is something to publish, as lists of it show it.
type Asked struct {
	ID, Title, Kind string
	Columns         []string
	// Numbers is how many numbers it publishes, 0 while it has issues; Records says that it publishes
	// records instead.
	Numbers int
	Records bool
	Share   Share
	// Exact says that all of it is published exactly, so that it costs nothing.
	Exact bool
	// Fate is what is known of whether a rule leaves it out.
	Fate plan.Fate
}

// Asked returns all that the plan publishes.
func (s *Step) Asked() (out []Asked) {
	shares := s.Shares()
	for i, o := range s.outputs() {
		h := o.Head()
		a := Asked{ID: h.ID, Title: h.Title, Columns: domain.Texts(o.About()), Share: shares[i], Exact: s.costsNothing(o)}
		switch o := o.(type) {
		case *plan.Question:
			a.Kind, a.Numbers, a.Fate = KindOf(*o).Name, s.Question(i).Numbers(), s.Question(i).Fate()
		case *plan.Choice:
			a.Kind, a.Numbers = ChoiceKindOf(*o).Name, s.choiceValues(*o)
			a.Columns = append([]string{string(o.Column)}, domain.Texts(o.By)...)
		case *plan.Clustering:
			a.Kind, a.Numbers = words.Text(ClustersName), ClusterNumbers(*o)
		case *plan.Synthetic:
			a.Kind, a.Records = words.Text(SyntheticName), true
		}
		out = append(out, a)
	}
	return out
}

// Offer is a sort of thing to publish, as the menu offers it.
type Offer struct {
	Name, Explanation string
	// Cannot says why it cannot be asked for, and nothing when it can.
	Cannot string
	// Ask asks for it, about columns that suit it, and returns its number among all that is published.
	Ask func() (int, error)
}

// Offers returns the sorts of things to publish.
func (s *Step) Offers() []Offer {
	var out []Offer
	for _, k := range Kinds() {
		out = append(out, Offer{k.Name, k.Explanation, s.CannotAsk(k), func() (int, error) { return s.Ask(k) }})
	}
	for _, k := range ChoiceKinds() {
		out = append(out, Offer{k.Name, k.Explanation, s.CannotAskChoice(k), func() (int, error) { return s.AskChoice(k) }})
	}
	return append(out,
		Offer{words.Text(ClustersName), words.Text(ClustersExplained), s.CannotAskClusters(), s.AskClusters},
		Offer{words.Text(SyntheticName), words.Text(SyntheticExplained), s.CannotAskSynthetic(), s.AskSynthetic})
}
