package main

import (
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strconv"
)

// record is what is taken from a record. docs/record.schema.json says what every member means.
type record struct {
	Version                              int
	Epsilon, Delta, Rho, R, Digest, Seal string
	Multiplier                           int64
	Files                                map[string]string
	Ledger                               struct{ SpentBefore, SpentAfter string }
	RawPlan                              json.RawMessage `json:"plan"`
	Columns                              []struct {
		Name   string
		Values []string
	}
	Questions, Choices, Clusters, Synthetic []published

	plan    plan
	columns []*column
	tied    int64 // how many moves the facts tie together at most, 0 where that is not known
}

// published is a question with its answers, a choice, groups of similar people, or made-up records.
type published struct {
	ID, Title, Mechanism, Epsilon, EffectiveEpsilon string
	// Of questions.
	Together []string
	Noise    []struct {
		noise
		Rows                     int
		What, Sensitivity, Spent string
	}
	Measured json.RawMessage
	Answers  []answer
	Derived  []struct {
		Title, Unit string
		Values      []answer
	}
	// Of choices.
	Width  int
	Values []struct {
		Key                 []string
		Value, From95, To95 string
	}
	// Of groups.
	Rounds int
	Groups []struct {
		Centre, CentreError        []float64
		Near                       []string
		Published, Size, SizeError float64
		TooSmall                   bool
	}
	// Of made-up records.
	People  int64
	Records int
	Digest  string
}

// answer is what was answered for one cell, or derived from answers.
type answer struct {
	Key                                                                          []string
	Published, Unadjusted, RootMeanSquareError, HalfWidth95, Value, From95, To95 float64
	Unreliable                                                                   bool
}

// plan is what the steward decided.
type plan struct {
	Rows    *struct{ AtMost int64 }
	Weight  *struct{ Step, Cap string }
	Columns []struct {
		Name, Kind      string
		Values          []string
		Lowest, Highest int64
		Ranges          []struct{ From, To string }
		WholeNumbers    bool
	}
	Impossible []map[string][]string
	// Group says that the release is about people with some values of a column alone.
	Group *struct {
		Column string
		Values []string
	}
	Secrets struct {
		Presence, PresenceOnly bool
		Absences               []struct {
			Where  map[string][]string
			Weight string
		}
		Columns  []secret
		Together int
	}
	Facts struct {
		People  *int64
		Stated  []fact
		Reading string
	}
	Questions []struct {
		ID      string
		Columns []string
	}
	Budget struct{ Epsilon, Delta string }
	Agreed *struct{ Key string }
}

// stop is why something cannot be checked. It is thrown, and caught where a question begins.
type stop string

// must stops unless something is so.
func must(is bool, why string, args ...any) {
	if !is {
		panic(stop(fmt.Sprintf(why, args...)))
	}
}

// broken is why what a record says cannot be, whatever this program knows.
type broken string

// carefully does something, and returns why it was stopped, "" if it was not, and whether the record is broken there.
func carefully(do func()) (why stop, wrong bool) {
	defer func() {
		switch e := recover().(type) {
		case nil:
		case stop:
			why = e
		case broken:
			why, wrong = stop(e), true
		default:
			why = stop(fmt.Sprint("the record has no sense there: ", e))
		}
	}()
	do()
	return "", false
}

// readRecord reads a record of version 3, the first that states its rows.
func readRecord(text []byte) *record {
	r := &record{}
	read := json.Unmarshal(text, r) == nil && r.Version == 3 && json.Unmarshal(r.RawPlan, &r.plan) == nil
	must(read, "this is no release record of version 3, which is what this program reads (its version is %d)", r.Version)
	return r
}

// column is a published column: its values, the declared ones first, then those for blanks and others.
type column struct {
	name     string
	values   []string
	declared int
	// lo and hi are the ends of the declared values: a number twice, or the ends of a range of numbers, nil
	// for an open one. A range of real numbers does not hold its upper end (open).
	lo, hi []*big.Rat
	open   bool
}

// readColumns reads the columns, and complains where stated values are not those that the plan declares.
func (r *record) readColumns(out *report) {
	for i, of := range r.plan.Columns {
		c := &column{name: of.Name, open: of.Kind == "ranges" && !of.WholeNumbers}
		r.columns = append(r.columns, c)
		if i >= len(r.Columns) || len(r.Columns[i].Values) == 0 {
			continue // there are too many
		}
		c.values = r.Columns[i].Values
		for c.declared = len(c.values); c.declared > 0 && (c.values[c.declared-1] == "(blank)" || c.values[c.declared-1] == "(other)"); {
			c.declared--
		}
		want := map[string]int{"list": len(of.Values), "ordered": len(of.Values), "ranges": len(of.Ranges), "periods": c.declared, "whole": int(of.Highest - of.Lowest + 1)}[of.Kind]
		same := r.Columns[i].Name == of.Name && want == c.declared
		for v := 0; v < c.declared && same; v++ {
			lo, hi := whole(int64(v)), whole(int64(v))
			switch of.Kind {
			case "list", "ordered":
				same = of.Values[v] == c.values[v]
			case "whole":
				lo, hi = whole(of.Lowest+int64(v)), whole(of.Lowest+int64(v))
				same = strconv.FormatInt(of.Lowest+int64(v), 10) == c.values[v]
			case "ranges":
				lo, hi = exactOr(of.Ranges[v].From, nil), exactOr(of.Ranges[v].To, nil)
			}
			c.lo, c.hi = append(c.lo, lo), append(c.hi, hi)
		}
		if !same {
			c.values = nil
			out.failed("the values stated of column %q are not those that the plan declares", of.Name)
		}
	}
}

// find returns the place of a label among the values.
func (c *column) find(label string) int {
	i := slices.Index(c.values, label)
	must(i >= 0, "column %q has no value %q", c.name, label)
	return i
}

// named returns the columns of some names, each once.
func (r *record) named(names []string) []*column {
	var out []*column
	for _, name := range names {
		i := slices.IndexFunc(r.columns, func(c *column) bool { return c.name == name })
		must(i >= 0, "there is no column %q", name)
		if !slices.Contains(out, r.columns[i]) {
			out = append(out, r.columns[i])
		}
	}
	return out
}

// exact reads an exact number: a decimal or a fraction.
func exact(text string) *big.Rat {
	x, ok := new(big.Rat).SetString(text)
	must(ok, "%q is no exact number", text)
	return x
}

// exactOr is exact where nothing stands for something.
func exactOr(text string, nothing *big.Rat) *big.Rat {
	if text == "" {
		return nothing
	}
	return exact(text)
}

var one = big.NewRat(1, 1)

// What is done with fractions; whole is that of a whole number.
func mul(a, b *big.Rat) *big.Rat { return new(big.Rat).Mul(a, b) }
func sum(a, b *big.Rat) *big.Rat { return new(big.Rat).Add(a, b) }
func sub(a, b *big.Rat) *big.Rat { return new(big.Rat).Sub(a, b) }
func quo(a, b *big.Rat) *big.Rat { return new(big.Rat).Quo(a, b) }
func square(a *big.Rat) *big.Rat { return mul(a, a) }
func whole(n int64) *big.Rat     { return big.NewRat(n, 1) }

// more reports whether a is more than b; nil is less than all.
func more(a, b *big.Rat) bool { return a != nil && (b == nil || a.Cmp(b) > 0) }

// lesser returns the less of two weights, of which nil is none.
func lesser(a, b *big.Rat) *big.Rat {
	if a == nil || b != nil && more(a, b) {
		return b
	}
	return a
}

// root returns the square root of x: exactly where that is a fraction, and otherwise within a part in 2^64
// of it, above or below.
func root(x *big.Rat, above bool) *big.Rat {
	n := new(big.Int).Mul(x.Num(), x.Denom()) // the root of n/d is that of n·d·2^128 over d·2^64
	n.Lsh(n, 128)
	r := new(big.Int).Sqrt(n)
	if above && new(big.Int).Mul(r, r).Cmp(n) < 0 {
		r.Add(r, big.NewInt(1))
	}
	return new(big.Rat).SetFrac(r, new(big.Int).Lsh(x.Denom(), 64))
}
