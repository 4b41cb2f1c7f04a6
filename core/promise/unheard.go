package promise

import (
	"maps"
	"slices"

	"steward/core/domain"
	"steward/core/message"
)

// Unreleased is the error of a column that no release is about, which is misspelt more often than not.
type Unreleased struct {
	Column domain.AttributeName
	// Columns are those that releases are about, in the order of their names.
	Columns []domain.AttributeName
}

// Said says which columns there are.
func (e *Unreleased) Said() message.Text {
	if len(e.Columns) == 0 {
		return message.Sprintf("column %q was part of no release of this account, which has no release yet: ask when there is one", string(e.Column))
	}
	return message.Sprintf("column %q was part of no release of this account: ask about one that was, of %s", string(e.Column), message.And(message.Quoted(domain.Texts(e.Columns))))
}

func (e *Unreleased) Error() string { return e.Said().String() }

// Unlisted is the error of an answer that no release lists, and that each of them takes for another.
type Unlisted struct {
	Column  domain.AttributeName
	Answer  string
	TakenAs string   // by the first release with the column
	Listed  []string // by releases, as many as mostNamed
	More    bool     // whether there are others
}

// mostNamed is how many answers an error lists.
const mostNamed = 20

// Said says which answers there are, and how to ask about those that are not listed.
func (e *Unlisted) Said() message.Text {
	listed := message.And(message.Quoted(e.Listed))
	if e.More {
		listed = message.Sprintf("%s and others", message.List(message.Quoted(e.Listed), "%s, %s", "%s, %s"))
	}
	return message.Sprintf("column %q: no release lists the answer %q. Listed are %s. Ask about one of these, or about %q, as which an answer that is not listed counts", string(e.Column), e.Answer, listed, e.TakenAs)
}

func (e *Unlisted) Error() string { return e.Said().String() }

// unheard errors with *Unreleased and *Unlisted where a question is about a column or an answer that no release has: nothing would be
// told of it, which reads as if it were hidden. Where it is not known what some release is about, the question may be about that one.
func unheard(releases []*Asked, u, v Answers) error {
	if slices.Contains(releases, nil) {
		return nil
	}
	columns := make(map[domain.AttributeName][]*domain.Attribute)
	for _, r := range releases {
		for _, a := range r.policy.Domain().Attributes() {
			columns[a.Name()] = append(columns[a.Name()], a)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(u)) {
		in := columns[name]
		if len(in) == 0 {
			return &Unreleased{name, slices.Sorted(maps.Keys(columns))}
		}
		for _, answer := range []string{u[name], v[name]} {
			if e := unlisted(in, answer); e != nil {
				return e
			}
		}
	}
	return nil
}

// unlisted returns the error of an answer in a column of several releases; nil where one of them lists it or cannot read it, which is
// said of that release.
func unlisted(in []*domain.Attribute, answer string) error {
	e := &Unlisted{Column: in[0].Name(), Answer: answer}
	for _, a := range in {
		if !a.OnlyOther(answer) {
			return nil
		}
		if at, err := a.ValueOfText(answer); err == nil && e.TakenAs == "" {
			e.TakenAs = a.Label(at)
		}
		for i := range a.Regular() {
			switch label := a.Label(i); {
			case slices.Contains(e.Listed, label):
			case len(e.Listed) == mostNamed:
				e.More = true
			default:
				e.Listed = append(e.Listed, label)
			}
			if e.More {
				break
			}
		}
	}
	return e
}
