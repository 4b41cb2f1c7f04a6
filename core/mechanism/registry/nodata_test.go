package registry

import (
	"context"
	"encoding/binary"
	"fmt"
	"hash"
	"hash/fnv"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"steward/core/histogram"
	"steward/core/mechanism"
	"steward/core/mechanism/cells"
	"steward/core/mechanism/mechanismtest"
	"steward/core/noise"
	"steward/core/policy"
	"steward/core/seeded"
	"steward/core/table"
)

// reach walks over everything that a value can reach: behind pointers and interfaces, in
// slices, maps and unexported fields. It notes what could be data or hide some, and sums up
// all that it finds, so that a change anywhere shows.
type reach struct {
	seen  map[any]bool
	types map[reflect.Type]bool
	found []string
	sum   hash.Hash64
}

func reachOut(path string, v any) *reach {
	r := &reach{seen: make(map[any]bool), types: make(map[reflect.Type]bool), sum: fnv.New64a()}
	r.walk(path, reflect.ValueOf(v))
	return r
}

// reachable lists what a value reaches that could be data.
func reachable(path string, v any) []string { return reachOut(path, v).found }

// fingerprint sums up everything that a value reaches.
func fingerprint(v any) uint64 { return reachOut("value", v).sum.Sum64() }

// forbidden says what a planning value may not hold, or nothing: types that hold records or
// counts, and anything that code could hide them in.
func forbidden(t reflect.Type) string {
	for _, p := range []string{"steward/core/table", "steward/core/histogram"} {
		if t.PkgPath() == p {
			return "holds a value of " + t.String()
		}
	}
	switch t.Kind() {
	case reflect.Chan, reflect.UnsafePointer:
		return "holds a " + t.Kind().String()
	case reflect.Func:
		return "holds a function, which could hold anything"
	}
	return ""
}

// pointee returns what an atomic.Pointer points to, which is a pointer of a known type all the same.
func pointee(t reflect.Type) (reflect.Type, bool) {
	if t.PkgPath() != "sync/atomic" || !strings.HasPrefix(t.Name(), "Pointer[") {
		return nil, false
	}
	return t.Field(0).Type.Elem().Elem(), true
}

func (r *reach) walk(path string, v reflect.Value) {
	if !v.IsValid() {
		return
	}
	fmt.Fprint(r.sum, v.Kind())
	if of, ok := pointee(v.Type()); ok {
		r.walk(path, reflect.NewAt(of, v.FieldByName("v").UnsafePointer()))
		return
	}
	if bad := forbidden(v.Type()); bad != "" {
		r.found = append(r.found, path+" "+bad)
		return
	}
	switch v.Kind() {
	case reflect.Interface:
		r.walk(path, v.Elem())
	case reflect.Pointer:
		if v.IsNil() {
			r.mayHold(path, v.Type().Elem())
			return
		}
		if key := [2]any{v.Pointer(), v.Type()}; !r.seen[key] {
			r.seen[key] = true
			r.walk(path, v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			r.walk(path+"."+v.Type().Field(i).Name, v.Field(i))
		}
	case reflect.Slice, reflect.Array:
		fmt.Fprint(r.sum, v.Len())
		if v.Len() == 0 {
			r.mayHold(path, v.Type().Elem())
		}
		for i := range v.Len() {
			r.walk(path+"[]", v.Index(i))
		}
	case reflect.Map:
		r.mayHold(path, v.Type().Elem())
		r.mayHold(path+"[key]", v.Type().Key())
		keys := v.MapKeys()
		slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
		for _, k := range keys {
			r.walk(path+"[key]", k)
			r.walk(path+"[]", v.MapIndex(k))
		}
	default:
		r.leaf(v)
	}
}

// leaf adds a plain value to the sum.
func (r *reach) leaf(v reflect.Value) {
	var bits uint64
	switch {
	case v.CanInt():
		bits = uint64(v.Int())
	case v.CanUint():
		bits = v.Uint()
	case v.CanFloat():
		bits = math.Float64bits(v.Float())
	case v.Kind() == reflect.Bool && v.Bool():
		bits = 1
	case v.Kind() == reflect.String:
		fmt.Fprintf(r.sum, "%q", v.String())
	}
	r.sum.Write(binary.LittleEndian.AppendUint64(nil, bits))
}

// mayHold looks at the type of something that is empty now and could be filled later.
func (r *reach) mayHold(path string, t reflect.Type) {
	if r.types[t] {
		return
	}
	r.types[t] = true
	if of, ok := pointee(t); ok {
		r.mayHold(path, of)
		return
	}
	if bad := forbidden(t); bad != "" {
		r.found = append(r.found, path+" "+bad)
		return
	}
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array:
		r.mayHold(path, t.Elem())
	case reflect.Map:
		r.mayHold(path, t.Elem())
		r.mayHold(path+"[key]", t.Key())
	case reflect.Struct:
		for i := range t.NumField() {
			r.mayHold(path+"."+t.Field(i).Name, t.Field(i).Type)
		}
	}
}

// leaks says what of mechanisms, of problems and of what is prepared for them can reach
// records or counts, before a release or after, and which mechanisms no problem is there
// for. The fast run looks at so many problems of each mechanism.
func leaks(t *testing.T, mechanisms []mechanism.Mechanism, scenes []mechanismtest.Scene) []string {
	t.Helper()
	var wrong []string
	report := func(name string, found []string) {
		if len(found) > 0 {
			wrong = append(wrong, name+": "+strings.Join(found, "; "))
		}
	}
	for i := range scenes {
		scenes[i].Optima = nil // what the tests share is too much to look through
		report(scenes[i].Name, reachable("problem", scenes[i].Problem))
	}
	for j, m := range mechanisms {
		report(m.Info().ID, reachable("mechanism", m))
		fitting := slices.DeleteFunc(slices.Clone(scenes), func(s mechanismtest.Scene) bool { return !m.Check(s.Problem).OK() })
		for _, s := range evenly(rotated(fitting, j), leaksEach) {
			q, err := m.Prepare(t.Context(), s.Problem)
			if err != nil {
				t.Fatalf("%s, %s: %v", m.Info().ID, s.Name, err)
			}
			report(m.Info().ID+", "+s.Name, reachable("prepared", q))
			report(m.Info().ID+", "+s.Name, memory(t, m, q, s))
		}
		if len(fitting) == 0 {
			wrong = append(wrong, m.Info().ID+" applies to none of the problems, so what it prepares was not looked at: add one that it answers to auditProblems (auditproblems_test.go)")
		}
	}
	return wrong
}

// memory says what a release leaves behind: a prepared mechanism, and what is prepared
// afterwards for the same problem, are the same whatever was released.
func memory(t *testing.T, m mechanism.Mechanism, q mechanism.Prepared, s mechanismtest.Scene) []string {
	t.Helper()
	before := fingerprint(q)
	for seed, people := uint64(0), int64(0); seed < 2 || people == 0 && seed < 40; seed++ { // nobody leaves nothing behind
		x := s.Counts(mechanismtest.NewMaker(t, 41<<32+seed))
		people = mechanismtest.SumOf(x)
		if _, err := q.Release(t.Context(), mechanismtest.VectorOf(t, s.Problem, x), seeded.New(20260101, seed)); err != nil {
			t.Fatalf("%s, %s: %v", m.Info().ID, s.Name, err)
		}
	}
	var found []string
	if fingerprint(q) != before {
		found = append(found, "a release changed what is prepared")
	}
	again, err := m.Prepare(t.Context(), s.Problem)
	if err != nil {
		t.Fatalf("%s, %s: %v", m.Info().ID, s.Name, err)
	}
	if fingerprint(again) != before {
		found = append(found, "what is prepared after a release is not what was prepared before it")
	}
	return found
}

// No mechanism, no problem and nothing that is prepared can reach records or counts; nothing
// of a release stays behind. It holds for every registered mechanism.
func TestPlanningReachesNoData(t *testing.T) {
	var scenes []mechanismtest.Scene
	for _, e := range append(mechanismtest.AuditProblems(t), mechanismtest.Examples(t)...) {
		scenes = append(scenes, e.Scene)
	}
	mechanismtest.EachScene(t, 40, mechanismtest.Problems/8, func(_ mechanismtest.Maker, s mechanismtest.Scene) {
		s.StandIn = mechanismtest.Like(t, s)
		scenes = append(scenes, s)
	})
	for _, leak := range leaks(t, All(), scenes) {
		t.Error(leak)
	}
}

// smuggler prepares like noise on each cell and hides something in what it prepares.
type smuggler struct {
	cells.LaplaceCells
	hide string // what is hidden
}

// burdened is what a smuggler prepares.
type burdened struct {
	mechanism.Prepared
	load any
}

// diary remembers the last release.
type diary struct {
	mechanism.Prepared
	last *int64
}

func (d diary) Release(ctx context.Context, counts *histogram.Vector, src noise.Source) (mechanism.Answers, error) {
	*d.last = counts.Total()
	return d.Prepared.Release(ctx, counts, src)
}

// lateData is what an innocent looking value could be filled with later.
type lateData struct {
	N     int
	Later struct{ Of []*histogram.Vector }
}

// notes is where a mechanism with a memory of its own keeps it.
var notes int64

// forgetful prepares with what the last release told it.
type forgetful struct{ cells.LaplaceCells }

func (m forgetful) Prepare(ctx context.Context, p mechanism.Problem) (mechanism.Prepared, error) {
	q, err := m.LaplaceCells.Prepare(ctx, p)
	return burdened{diary{q, &notes}, notes}, err
}

func (m smuggler) Info() mechanism.Info { return mechanism.Info{ID: m.hide} }

func (m smuggler) Prepare(ctx context.Context, p mechanism.Problem) (mechanism.Prepared, error) {
	q, err := m.LaplaceCells.Prepare(ctx, p)
	if err != nil {
		return nil, err
	}
	v, err := histogram.New(p.Workload.Domain())
	if err != nil {
		return nil, err
	}
	type hidden struct{ inner any }
	switch m.hide {
	case "a histogram":
		return burdened{q, v}, nil
	case "a histogram behind a pointer in a map":
		return burdened{q, &hidden{map[string]any{"x": hidden{v}}}}, nil
	case "room for a histogram":
		return burdened{q, (*lateData)(nil)}, nil
	case "a function":
		return burdened{q, func() int64 { return v.Total() }}, nil
	case "room for a function":
		return burdened{q, struct{ f func() int64 }{}}, nil
	case "a record":
		return burdened{q, []any{1, "two", table.Row{}}}, nil
	case "a channel":
		return burdened{q, make(chan int64)}, nil
	case "a diary":
		return diary{q, new(int64)}, nil
	}
	return burdened{q, []any{1, "two", map[string]int{"x": 1}, &hidden{}}}, nil
}

// Whatever a mechanism hides in what it prepares is found, and so is what it remembers of a
// release.
func TestSmugglersAreFound(t *testing.T) {
	scenes := []mechanismtest.Scene{mechanismtest.AuditProblems(t)[0].Scene}
	for hide, as := range map[string]string{
		"a histogram":                           "histogram.Vector",
		"a histogram behind a pointer in a map": "histogram.Vector",
		"room for a histogram":                  "histogram.Vector",
		"a function":                            "function",
		"room for a function":                   "function",
		"a record":                              "table.Row",
		"a channel":                             "chan",
		"a diary":                               "a release changed",
	} {
		if found := leaks(t, []mechanism.Mechanism{smuggler{hide: hide}}, scenes); len(found) == 0 || !strings.Contains(found[0], as) {
			t.Errorf("%s was smuggled: %v", hide, found)
		}
	}
	if found := leaks(t, []mechanism.Mechanism{smuggler{hide: "nothing"}}, scenes); len(found) > 0 {
		t.Errorf("found in plain values: %v", found)
	}
	if found := leaks(t, []mechanism.Mechanism{forgetful{}}, scenes); len(found) == 0 || !strings.Contains(strings.Join(found, ";"), "after a release") {
		t.Errorf("a mechanism that prepares with what it released before: %v", found)
	}
	if found := leaks(t, []mechanism.Mechanism{choosy{}}, scenes); len(found) != 1 || !strings.Contains(found[0], "auditproblems_test.go") {
		t.Errorf("a mechanism that is never prepared: %v", found)
	}
	// A problem is looked at as well: a secret can know more than it says.
	spied := scenes[0]
	parts := []policy.Part{spy{spied.Policy.Parts()[0], new(histogram.Vector)}}
	var err error
	if spied.Policy, err = policy.New(policy.Spec{Domain: spied.Policy.Domain(), Parts: parts}); err != nil {
		t.Fatal(err)
	}
	if found := leaks(t, All()[:1], []mechanismtest.Scene{spied}); len(found) == 0 || !strings.Contains(found[0], "problem.Policy") {
		t.Errorf("a secret that holds a histogram: %v", found)
	}
}

// spy is a secret that holds data.
type spy struct {
	policy.Part
	on *histogram.Vector
}
