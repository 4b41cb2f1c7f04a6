package sheet

import (
	"maps"
	"slices"

	"steward/core/limits"
	"steward/core/table"
)

// Together describes columns of an inspection as if all their answers stood in one, which has no name. Its Distinct is at
// least what they have together, and is exact where Unlisted is 0.
func Together(columns []Column) (out Column) {
	met := make(map[string]*value)
	numbers := false
	for _, c := range columns {
		for kind, n := range c.Kinds {
			out.Kinds[kind] += n
		}
		if c.Kinds[table.Number] > 0 {
			if !numbers {
				out.Min, out.Max, out.Whole, numbers = c.Min, c.Max, true, true
			}
			out.Min, out.Max, out.Whole = min(out.Min, c.Min), max(out.Max, c.Max), out.Whole && c.Whole
		}
		out.Unlisted, out.Uncalculated = out.Unlisted+c.Unlisted, out.Uncalculated+c.Uncalculated
		out.Longest, out.Key = max(out.Longest, c.Longest), out.Key || c.Key
		out.Distinct = max(out.Distinct, c.Distinct)
		for _, cell := range c.Cells() {
			if met[cell.Text] == nil {
				met[cell.Text] = &value{text: cell.Text, number: cell.Number, kind: cell.Kind}
			}
		}
	}
	values := slices.SortedFunc(maps.Values(met), compareValues)
	if most := limits.MaxProposedValues; len(values) > most {
		out.Unlisted += len(values) - most
		values = values[:most]
	}
	for _, v := range values {
		out.Values = append(out.Values, v.text)
		out.cells = append(out.cells, table.Cell{Kind: v.kind, Text: v.text, Number: v.number})
	}
	out.Distinct = max(out.Distinct, len(values))
	for _, c := range columns {
		out.Proposed = bothAs(out.Proposed, c.Proposed)
	}
	return out
}

// bothAs is what columns could be declared as together that could be declared as a and as b.
func bothAs(a, b Proposal) Proposal {
	switch {
	case a == ProposeNothing, a == ProposeWhole && b == ProposeRanges:
		return b
	case b == ProposeNothing, b == ProposeWhole && a == ProposeRanges, a == b:
		return a
	}
	return ProposeList
}
