package lister

// Composed are the whole sentences that code puts together in steps, by the file that does so: the
// lister sees their parts only. Each has an entry of its own.
var Composed = map[string][]string{
	"core/domain/attribute.go": {
		"%s × (other)",
		"(other) × %s",
		"(other) %g",
		"%s × (blank)",
		"(blank) × %s",
		"(blank) %g",
		"(blank) and (other)",
	},
	"core/domain/construct.go": {
		"%s or less and %s",
		"%s or less or %s",
		"%s or less, or %s",
		"%s or more and %s",
		"%s or more or %s",
		"%s or more, or %s",
	},
	"io/codebook/mapping.go": {
		"no row has the headings of a mapping: the first holds %s, where value and coarser value are expected",
		"no row has the headings of a mapping, where value and coarser value are expected",
	},
	"io/codebook/read.go": {
		"no row has the headings of a codebook: the first holds %s, where column and type, value, or lower and upper are expected",
		"no row has the headings of a codebook, where column and type, value, or lower and upper are expected",
	},
	"io/codebook/words.go": {
		"day first or month first",
		"own, blank, refuse, nearest or value:NAME",
		"list, ordered, whole, ranges, whole ranges, years, quarters, months, weeks, days, hours, periods, person or weight",
	},
	"io/sheet/inspectproblems.go": {
		"%d with a number",
		"%d with a text",
		"%d with a date",
		"%d with true or false",
	},
	"io/sheet/grid/lettered.go": {
		"Row %s",
	},
	"io/sheet/foreign/foreign.go": {
		"choose a spreadsheet, or open it in a spreadsheet program and save it as .xlsx",
	},
	"io/sheet/tally.go": {
		"Rows %d to %d",
		"Lines %d to %d",
		"%d row",
		"%d rows",
		"%d column",
		"%d columns",
		"%d number",
		"%d numbers",
		"%d record",
		"%d records",
		"%d whole number",
		"%d whole numbers",
		"%d amount",
		"%d amounts",
	},
	"io/sheet/delimited/delimited.go": {
		"Line %s",
	},
}
