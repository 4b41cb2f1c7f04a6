package main

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
)

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
				lo, hi = end(of.Ranges[v].From), end(of.Ranges[v].To)
			}
			c.lo, c.hi = append(c.lo, lo), append(c.hi, hi)
		}
		if !same {
			c.values = nil
			out.failed("the values stated of column %q are not those that the plan declares", of.Name)
		}
	}
}

// end reads the end of a range, nil for an open one.
func end(text string) *big.Rat {
	if text == "" {
		return nil
	}
	return exact(text)
}

// find returns the place of a label among the values.
func (c *column) find(label string) int {
	i := slices.Index(c.values, label)
	if i < 0 {
		panic(stop(fmt.Sprintf("column %q has no value %q", c.name, label)))
	}
	return i
}

// named returns the columns of some names, each once.
func (r *record) named(names []string) []*column {
	var out []*column
	for _, name := range names {
		i := slices.IndexFunc(r.columns, func(c *column) bool { return c.name == name })
		if i < 0 {
			panic(stop(fmt.Sprintf("there is no column %q", name)))
		}
		if !slices.Contains(out, r.columns[i]) {
			out = append(out, r.columns[i])
		}
	}
	return out
}

// cells returns how many combinations of values there are.
func cells(columns []*column) int {
	n := 1
	for _, c := range columns {
		if n *= len(c.values); n == 0 || n > mostCells {
			panic(tooMany)
		}
	}
	return n
}
