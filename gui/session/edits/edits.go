// Package edits says in words what was edited between two plans.
package edits

import (
	"cmp"
	"reflect"
	"slices"

	"steward/core/guide"
	"steward/core/plan"
	"steward/gui/session/amounts"
	"steward/gui/session/secrets"
	"steward/gui/words"
)

// Edit is a change of the plan in words, to be said after "Undo" and "Taken back:".
type Edit struct {
	Step guide.Step // in which it was made
	What string     // "adding the question “People by age”"
}

// Between finds out what was edited between two plans. An edit in one step can change what other
// steps hold; it is named after the first of them, where it was made.
func Between(before, after plan.Plan) Edit {
	if before.Data.File == after.Data.File && before.DataSet != after.DataSet && !reflect.DeepEqual(before.Columns, after.Columns) { // no other edit is of both
		return Edit{guide.Columns, words.T("carrying over an earlier plan")}
	}
	if all := All(before, after); len(all) > 0 {
		return all[0]
	}
	return Edit{guide.Questions, words.T("a change")}
}

// All finds out in which steps two plans differ, and how.
func All(before, after plan.Plan) (out []Edit) {
	for _, look := range []func(before, after plan.Plan) (Edit, bool){
		editOfData, editOfColumns, editOfSecrets, editOfFacts, editOfQuestions, editOfBudget,
	} {
		if e, ok := look(before, after); ok {
			out = append(out, e)
		}
	}
	return out
}

func editOfData(before, after plan.Plan) (Edit, bool) {
	a, b := before.Data, after.Data
	a.Reviewed, b.Reviewed = nil, nil
	what := ""
	switch {
	case a.File != b.File:
		what = words.T("opening “%s”", b.File)
	case !reflect.DeepEqual(a, b):
		what = words.T("how the file is read")
	case before.DataSet != after.DataSet:
		what = words.T("naming the data set “%s”", after.DataSet)
	case before.Title != after.Title:
		what = words.T("the release's title")
	case !reflect.DeepEqual(before.Rows, after.Rows):
		what = words.T("who a row is about")
	case !reflect.DeepEqual(before.Weight, after.Weight):
		what = words.T("what rows weigh")
	}
	return Edit{guide.Data, what}, what != ""
}

func editOfColumns(before, after plan.Plan) (Edit, bool) {
	name := func(c plan.Column) string { return string(c.Name) }
	what := listed(before.Columns, after.Columns, name, change{
		added:   one(words.Key("publishing %s")),
		removed: one(words.Key("leaving %s out")),
		changed: wording{words.Key("changing the column %s"), words.Key("changing the columns %s")},
		order:   words.T("the order of the columns"),
	})
	if what == "" && !reflect.DeepEqual(before.Impossible, after.Impossible) {
		what = words.T("which combinations cannot occur")
	}
	return Edit{guide.Columns, what}, what != ""
}

func editOfSecrets(before, after plan.Plan) (Edit, bool) {
	if reflect.DeepEqual(before.Secrets, after.Secrets) {
		if reflect.DeepEqual(before.Agreed, after.Agreed) {
			return Edit{}, false
		}
		return Edit{guide.Secrets, words.T("what is published without noise")}, true
	}
	if card := secrets.CardOf(after); card != secrets.CardOf(before) {
		return Edit{guide.Secrets, words.T("choosing “%s”", secrets.WordsOf(card).Headline)}, true
	}
	return Edit{guide.Secrets, words.T("what stays secret")}, true
}

func editOfFacts(before, after plan.Plan) (Edit, bool) {
	a, b := before.Facts, after.Facts
	what := ""
	switch {
	case reflect.DeepEqual(a, b):
	case a.People == nil && b.People != nil:
		what = words.T("stating the number of people")
	case a.People != nil && b.People == nil:
		what = words.T("the number of people no longer being public")
	case !reflect.DeepEqual(a.People, b.People):
		what = words.T("changing the number of people")
	case len(b.Stated) > len(a.Stated):
		what = words.T("stating a known fact")
	case len(b.Stated) < len(a.Stated):
		what = words.T("withdrawing a known fact")
	default:
		what = words.T("changing a known fact")
	}
	return Edit{guide.Facts, what}, what != ""
}

func editOfQuestions(before, after plan.Plan) (Edit, bool) {
	self := func(title string) string { return title }
	what := listed(before.Titles(), after.Titles(), self, change{
		added:   wording{words.Key("adding the question %s"), words.Key("adding the questions %s")},
		removed: wording{words.Key("removing the question %s"), words.Key("removing the questions %s")},
		order:   words.T("the order of the questions"),
	})
	changed := change{changed: wording{words.Key("changing the question %s"), words.Key("changing the questions %s")}}
	if what == "" {
		what = listed(before.Outputs(), after.Outputs(), func(o plan.Output) string { return o.Head().Title }, changed)
	}
	if q, ok := only(before.Questions, after.Questions); ok {
		switch a, b := before.Questions[q], after.Questions[q]; {
		case a.Mechanism != b.Mechanism:
			return Edit{guide.Budget, words.T("another method for “%s”", b.Title)}, true
		case a.Share != b.Share:
			what = words.T("the share of “%s”", b.Title)
		}
	}
	return Edit{guide.Questions, what}, what != ""
}

// only returns the place of the one question that differs between two lists of the same length.
func only(a, b []plan.Question) (int, bool) {
	if len(a) != len(b) {
		return 0, false
	}
	at, n := 0, 0
	for i := range a {
		if !reflect.DeepEqual(a[i], b[i]) {
			at, n = i, n+1
		}
	}
	return at, n == 1
}

func editOfBudget(before, after plan.Plan) (Edit, bool) {
	a, b := before.Budget, after.Budget
	what := ""
	switch {
	case a.Epsilon != b.Epsilon:
		what = words.T("changing the budget to %s", words.Number(b.Epsilon))
	case a.Delta != b.Delta:
		what = words.T("the chance of failure")
	case a != b:
		what = words.T("what is allowed for this data set")
	case !reflect.DeepEqual(before.StandIn, after.StandIn):
		what = words.T("the public data to compare on")
	case before.Data.Reviewed != after.Data.Reviewed && !reflect.DeepEqual(before.Data.Reviewed, after.Data.Reviewed):
		return Edit{guide.Release, words.T("checking the records")}, true
	}
	return Edit{guide.Budget, what}, what != ""
}

// A change is how to say that a list differs: formats for the names of what was added, removed or
// changed, and what to say where only the order did. What has no words is not said.
type change struct {
	added, removed, changed wording
	order                   string
}

// A wording is a format for one name and one for several.
type wording struct{ one, many string }

// one is a wording that is the same for several.
func one(format string) wording { return wording{format, format} }

// listed says how a list differs from what it was.
func listed[T any](before, after []T, name func(T) string, c change) string {
	old := make(map[string]T)
	for _, x := range before {
		old[name(x)] = x
	}
	var more, other, gone []string
	for _, x := range after {
		was, ok := old[name(x)]
		switch {
		case !ok:
			more = append(more, name(x))
		case !reflect.DeepEqual(was, x):
			other = append(other, name(x))
		}
		delete(old, name(x))
	}
	for _, x := range before {
		if _, ok := old[name(x)]; ok {
			gone = append(gone, name(x))
		}
	}
	switch {
	case len(more) == 1 && len(gone) == 1:
		return cmp.Or(c.changed, c.added).say(more)
	case len(more) > 0:
		return c.added.say(more)
	case len(gone) > 0:
		return c.removed.say(gone)
	case len(other) > 0:
		return c.changed.say(other)
	case !slices.EqualFunc(before, after, func(a, b T) bool { return name(a) == name(b) }):
		return c.order
	}
	return ""
}

// say puts names into words.
func (w wording) say(names []string) string {
	if w.one == "" {
		return ""
	}
	quoted := make([]string, len(names))
	for i, n := range names {
		quoted[i] = words.T("“%s”", n)
	}
	return words.N(len(names), w.one, w.many, amounts.Named(quoted))
}
