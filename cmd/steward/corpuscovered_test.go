package main

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"steward/core/choice"
	"steward/core/cluster"
	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/mechanism/registry"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/core/synthetic"
	"steward/core/workload"
	"steward/io/export"
)

// covered is what the plans of the corpus have: fields that some plan or record sets, as
// "plan.Question.Every", what a field says, as "plan.Question.Kind: table", and commands.
type covered map[string]bool

// note adds what a plan has, and its record.
func (c covered) note(t *testing.T, k kept, got map[string]string) {
	t.Helper()
	var p plan.Plan
	var r export.Record
	for name, v := range map[string]any{"plan.steward": &p, "out/it.json": &r} {
		if err := json.Unmarshal([]byte(got[name]), v); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		c.set(reflect.ValueOf(v))
	}
	for _, line := range k.commands() {
		c["steward "+strings.Join(nameOf(line), " ")] = true
	}
}

// set adds the fields that are set in a value, and what those say that are words.
func (c covered) set(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		c.set(v.Elem())
	case reflect.Slice:
		for i := range v.Len() {
			c.set(v.Index(i))
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			c.set(v.MapIndex(key))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			name, f := v.Type().String()+"."+v.Type().Field(i).Name, v.Field(i)
			if f.Kind() == reflect.String {
				c[name+": "+f.String()] = true
			}
			if !f.IsZero() {
				c[name] = true
				c.set(f)
			}
		}
	}
}

// complete names what no plan of the corpus has.
func (c covered) complete(t *testing.T) {
	t.Helper()
	var want []string
	for _, root := range []any{plan.Plan{}, export.Record{}} {
		want = append(want, fieldsOf(reflect.TypeOf(root), make(map[reflect.Type]bool))...)
	}
	says := func(field string, words ...any) {
		for _, w := range words {
			want = append(want, fmt.Sprintf("%s: %v", field, w))
		}
	}
	says("secret.Secret.Kind", all(secret.Kinds())...)
	says("plan.Facts.Reading", constraint.EdgeMinimal, constraint.Strict)
	says("plan.Column.Kind", domain.List, domain.Ordered, domain.Whole, domain.Ranges, domain.Periods)
	says("plan.Question.Kind", all(workload.Kinds())...)
	says("plan.Choice.Kind", all(choice.Kinds())...)
	says("plan.Choice.Test", all(choice.Tests())...)
	says("plan.Choice.Method", all(choice.Methods())...)
	says("plan.Clustering.Way", all(cluster.Ways())...)
	says("plan.Clustering.Start", all(cluster.Starts())...)
	says("plan.Synthetic.Method", all(synthetic.Methods())...)
	says("plan.StandIn.Kind", plan.StandInEven, plan.StandInFile, plan.StandInPilot)
	says("plan.Plan.Paper", all(plan.Papers())...)
	for _, m := range registry.All() {
		says("export.Head.Mechanism", m.Info().ID)
	}
	for _, leaf := range kong.Must(&commands{}, kong.Name("steward")).Model.Leaves(true) {
		want = append(want, leaf.FullPath())
	}
	slices.Sort(want)
	for _, w := range slices.Compact(want) {
		if !c[w] && !strings.HasPrefix(w, "plan.Data.") && !slices.Contains(notCovered, w) {
			t.Errorf("no plan of the corpus has %s: add one to %s", w, corpus)
		}
	}
}

// notCovered lists what the corpus does without, beside the ways to read a file, which have a corpus of
// their own in io/sheet.
var notCovered = []string{
	"steward window",
	"steward demo",
	"steward key export", "steward key import", "steward key passphrase", // a file of a key is drawn anew each time
	"shown.Sheet.State", "shown.Sheet.Hidden", // nothing that is published is hidden
	"shown.Sheet.cells", "shown.cell.kind", "shown.cell.value", "shown.cell.look",
	"export.Synthetic.Unmet", // of facts that cannot all be met
	"export.Synthetic.By",
	"export.Measured.Proof",  // of more columns than the files here have
	"export.Question.GaveUp", // whole numbers are found for all small plans
}

// all returns a list as one of anything.
func all[T any](list []T) []any {
	var out []any
	for _, v := range list {
		out = append(out, v)
	}
	return out
}

// fieldsOf names the fields of a struct and of all structs in it.
func fieldsOf(s reflect.Type, known map[reflect.Type]bool) []string {
	switch s.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		return fieldsOf(s.Elem(), known)
	case reflect.Struct:
		if known[s] {
			return nil
		}
		known[s] = true
		var out []string
		for i := range s.NumField() {
			out = append(out, s.String()+"."+s.Field(i).Name)
			out = append(out, fieldsOf(s.Field(i).Type, known)...)
		}
		return out
	}
	return nil
}
