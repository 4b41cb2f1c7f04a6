package session

import (
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"steward/core/plan"
	"steward/io/project"
)

// outside are fields by which steps know others, which are no part of what they keep.
var outside = []string{"of", "project", "balance", "interrupted", "passwords"}

// kept lists what of a step is not as it was when it was made, field by field, through all that the packages of the session define.
func kept(at string, v reflect.Value) []string {
	switch {
	case v.Kind() == reflect.Pointer && !v.IsNil() && strings.HasPrefix(v.Type().Elem().PkgPath(), "steward/gui/session"):
		return kept(at, v.Elem())
	case v.Kind() == reflect.Struct && strings.HasPrefix(v.Type().PkgPath(), "steward/gui/session"):
		var out []string
		for i := range v.NumField() {
			if name := v.Type().Field(i).Name; !slices.Contains(outside, name) {
				out = append(out, kept(at+"."+name, v.Field(i))...)
			}
		}
		return out
	case v.Kind() == reflect.Map && v.Len() == 0, v.IsZero():
		return nil
	}
	return []string{at}
}

// keptBy lists what the steps of a session keep.
func (s *Session) keptBy() []string {
	var out []string
	v := reflect.ValueOf(s).Elem()
	for i := range v.NumField() {
		if f := v.Type().Field(i); f.IsExported() && f.Name != "Interrupted" {
			out = append(out, kept(f.Name, v.Field(i))...)
		}
	}
	return out
}

// A project that is opened or begun after another keeps nothing of it: its steps know what those of a new session would, also
// where work for the one before ends only afterwards.
func TestAnotherProjectKeepsNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "other.steward")
	if err := project.Save(path, plan.Plan{Version: plan.Version, DataSet: "Other people", Title: "Other people", Budget: plan.Budget{Epsilon: "0.5"}}); err != nil {
		t.Fatal(err)
	}
	ways := map[string]func(*Session) error{
		"opened": func(s *Session) error { return s.OpenProject(path) },
		"begun":  func(s *Session) error { s.NewProject(); return nil },
	}
	for name, way := range ways {
		t.Run(name, func(t *testing.T) {
			b := quickBench(t)
			b.Balance.Account()
			b.Facts.ConfirmNone()
			b.Budget.SetRoughly(5000)
			b.Budget.SetShowsNumber(true)
			b.Budget.Look()
			b.finish()
			b.Release.Review()
			b.finish()
			b.Release.Carry(filepath.Join(t.TempDir(), "out"), "one")
			b.finish()
			if b.Release.Finished() == nil {
				t.Fatal(b.Problem())
			}
			// What these begin has not ended when the other project is opened.
			b.Release.Results(0)
			b.Release.Folder()
			b.Summary.Progress()
			b.Balance.Refresh()
			b.Accounts.Seek()
			b.Budget.Try("0.7")
			b.Budget.Look()
			if len(b.keptBy()) < 10 || len(b.waiting) == 0 {
				t.Fatalf("too little to be left behind: %q, %d pieces of work", b.keptBy(), len(b.waiting))
			}
			if err := way(b.Session); err != nil {
				t.Fatal(err)
			}
			b.finish()
			fresh := &bench{}
			around := b.around
			around.Go = func(f func()) { fresh.waiting = append(fresh.waiting, f) }
			fresh.Session = New(around)
			if err := way(fresh.Session); err != nil {
				t.Fatal(err)
			}
			fresh.finish()
			if got, want := b.keptBy(), fresh.keptBy(); !slices.Equal(got, want) {
				t.Errorf("after another project there is %q, want %q as in a new session", got, want)
			}
			if !reflect.DeepEqual(b.plan, fresh.plan) || !reflect.DeepEqual(b.remembered, fresh.remembered) || b.notice != fresh.notice || b.problem != nil {
				t.Errorf("after another project: %+v, %+v, %q, %v", b.plan, b.remembered, b.notice, b.problem)
			}
		})
	}
}
