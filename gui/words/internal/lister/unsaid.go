package lister

// unsaid are listed texts that need no entry, by file: names of kinds, methods and fields as files
// hold them, words that are looked for in data, headings of the printed summary, and formats with
// too few words of their own to be found in a text, whose whole sentences are in Composed.
var unsaid = map[string][]string{
	"core/attack/averaging.go": {
		"the averaging attack",
	},
	"core/choice/prepare.go": {
		"table:%s",
		"exponential",
		"table:",
	},
	"core/choice/question.go": {
		"percentile",
		"most common",
		"best",
	},
	"core/choice/table.go": {
		"draw",
	},
	"core/cluster/quality.go": {
		"made-up groups %d of %s",
		"trials of groups of %s",
	},
	"core/cluster/question.go": {
		"summary",
		"given",
		"chosen",
	},
	"core/cluster/summary.go": {
		"errors of groups of %s",
	},
	"core/cluster/weighted.go": {
		"k-means of %s",
	},
	"core/constraint/refusal.go": {
		"if %s%s are public too, state those %d numbers instead (%s)",
	},
	"core/constraint/tally.go": {
		"the data do not agree with all that is stated about them; nothing was released",
	},
	"core/constraint/tie.go": {
		"them",
		"it",
	},
	"core/domain/attribute.go": {
		"codebook",
		"typed",
		"confirmed",
		"list",
		"ordered",
		"whole",
		"own",
		"value",
		"nearest",
		"refuse",
	},
	"core/domain/datetext.go": {
		"Tt %s",
		"am",
		"pm",
	},
	"core/inference/agree.go": {
		"agree",
	},
	"core/inference/dyadicmean.go": {
		"even",
	},
	"core/inference/isotonic.go": {
		"isotonic",
	},
	"core/inference/totals.go": {
		"simplex",
	},
	"core/mechanism/trees/dyadicmean.go": {
		"evened",
	},
	"core/mechanism/cells/gaussiancells.go": {
		"gaussian",
	},
	"core/mechanism/line/hierarchical.go": {
		"chains, levels only %s",
		"hierarchical",
	},
	"core/mechanism/cells/laplacecells.go": {
		"laplace",
	},
	"core/mechanism/box/marginals.go": {
		"marginals",
	},
	"core/mechanism/matrix/matrix.go": {
		"matrix",
	},
	"core/mechanism/measured.go": { // of the record, for those who check it
		"what is measured depends on the data, or is tidied as no sum of counts can be",
		"there are more than %d cells",
		"this method's rows have no statement yet",
		"they would take more than %d letters",
	},
	"core/mechanism/line/ordered.go": {
		"ordered",
	},
	"core/mechanism/box/privelet.go": {
		"privelet",
	},
	"core/mechanism/line/ramps.go": {
		"soft, blocks %s",
		"ramps",
	},
	"core/mechanism/standin.go": {
		"the question %s",
	},
	"core/mechanism/registry/together.go": {
		"together",
	},
	"core/noise/lattice.go": {
		"unset",
	},
	"core/noise/scale.go": {
		"unset",
	},
	"core/noise/sigma.go": {
		"unset",
	},
	"core/plan/any.go": {
		"any",
	},
	"core/plan/coarser.go": {
		"coarser",
	},
	"core/plan/column.go": {
		"dates",
	},
	"core/plan/compile.go": {
		"paper",
		"limit",
		"delta",
		"delta limit",
	},
	"core/plan/compilesecrets.go": {
		"secret %d",
		"absence %d",
	},
	"core/plan/derived.go": {
		"%s less %s",
	},
	"core/plan/everything.go": {
		"everything",
	},
	"core/plan/graded.go": {
		"graded",
	},
	"core/plan/grid.go": {
		"grid",
	},
	"core/plan/groups.go": {
		"groups",
	},
	"core/plan/matrix.go": {
		"matrix",
	},
	"core/plan/near.go": {
		"near",
	},
	"core/plan/pairs.go": {
		"pairs",
	},
	"core/plan/pervalue.go": {
		"per value",
	},
	"core/plan/place.go": {
		"place",
	},
	"core/plan/places.go": {
		"places",
	},
	"core/plan/public.go": {
		"public",
	},
	"core/plan/standin.go": {
		"file",
		"pilot",
		"even",
	},
	"core/plan/sum.go": {
		"A person adds from %s to %s%s: the %s.",
	},
	"core/policy/norm.go": {
		"Linf",
	},
	"core/policy/picture.go": {
		"line",
		"ring",
		"groups",
		"grid",
		"matrix",
	},
	"core/release/count.go": {
		"some rows cannot be read as the plan says; nothing was released",
	},
	"core/release/pilot.go": {
		"pilot",
	},
	"core/preview/planner.go": {
		"preview",
		"errors",
		"points %s",
	},
	"core/sensitivity/blocks.go": {
		"blocks",
	},
	"core/synthetic/problem.go": {
		"mwem",
	},
	"core/synthetic/quality.go": {
		"made-up records of %s",
	},
	"core/synthetic/question.go": {
		"graph",
		"small",
		"mwem",
	},
	"core/workload/together.go": {
		"together",
	},
	"core/workload/workload.go": {
		"cumulative",
	},
	"io/ledger/entry.go": {
		"spent",
		"written",
		"torn",
		"reserved",
		"returned",
		"noted",
		"limited",
		"linked",
		"forgotten",
		"reopened",
	},
	"io/ledger/export.go": {
		"steward ledger",
	},
	// What is said without what it tells about the data, on the command line.
	"io/publish/review.go": {
		"some rows cannot be read as the plan says; the file was not marked as reviewed",
		"the data do not agree with all that is stated about them; the file was not marked as reviewed",
	},
	"reports/chart/fonts.go": {
		"Liberation",
		"Sans",
	},
	"reports/model/derived.go": {
		"%s (the first %s of %s numbers; the workbook has all of them)",
	},
	"reports/model/groups.go": {
		"Means and sizes, with typical errors",
		"group",
		"%s (too small)",
		"%s groups of %s who are alike in %s.",
		"see there",
		"%s; chosen on a stand-in, %s",
		"Identifier",
		"Mechanism",
		"Source",
		"Budget, and for noise",
		"%s, and %s",
		"from %v to %v; one of it counts %.6g in distances",
		"Trials",
		"%d on %s: root mean square distance from the nearest centre %.4g, without noise %.4g; centres off by %.4g",
		"All else is post-processing: the unadjusted cells are moved to the closest numbers that are not below zero and have the same total, and Lloyd's rounds from k-means++ starts find the centres. Errors are those of 20 further releases of the published numbers with the groups as they are.",
		"Noise of the rounds; sums are in steps, about a public point in each group",
		"round",
		"sizes change by",
		"sums change by",
		"of sizes",
		"of sums",
		"A round assigns every combination of values to the nearest centre so far. An edge inside a group changes its sum by the difference of the values; one across a border changes two sizes by one, and two sums by how far the values are from the points of reference. Noise is such that for every edge both together cost no more than the round's part of the budget, worked out along all edges. The record has the centres that each round began with, the points of reference and the exact scales.",
		"This is not lemma 6.1 of He, Machanavajjhala and Ding (2014), which leaves out what an edge across a border changes.",
		"Where changes are bounds, every two combinations were taken to be joined, or distances to be those of the corners of a box.",
		"The centres to begin with were drawn from public lists by the sum of squared distances, at a part of the budget as large as a round's.",
	},
}
