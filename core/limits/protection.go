package limits

// Of secrets.
const (
	// MaxRuleRows is the largest number of rows of a sheet that a rule about secrets is read
	// from.
	MaxRuleRows = 100_000
	// MaxWeightRows is the most rows of a table of weights: what a sheet shows, and a few million
	// edges.
	MaxWeightRows = 2048
	// MaxDistanceColumns is how many columns have a common distance: sums of that many squares fit.
	MaxDistanceColumns = 64
	// MaxGroupedByHand is the largest number of values of a column that are put into groups by hand,
	// and MaxDistanceTable that of those whose distances are a table that is edited.
	MaxGroupedByHand = 2000
	MaxDistanceTable = 1000
	// MaxClosed is the most combinations whose shortest ways are all worked out.
	MaxClosed = 1024
)

// Of budgets.
const (
	// MinEpsilon and MaxEpsilon bound the budget of one release; both are decimals
	// and both are inside the range.
	MinEpsilon = "0.000001"
	MaxEpsilon = "100"

	// MinDelta and MaxDelta bound the chance of failure; both are decimals, and MaxDelta
	// is outside the range.
	MinDelta = "0.000000000000001"
	MaxDelta = "0.01"
)

// Of the work of preparing a mechanism. One that would take more does not apply, or a bound is not shown.
const (
	// MaxEdgeScan is the largest number of secret pairs walked one by one when no
	// closed form gives a sensitivity.
	MaxEdgeScan = 200_000_000
	// MaxDenseCells is the most cells of a problem that is solved by dense matrices, and MaxDenseEdges the
	// most secret pairs.
	MaxDenseCells = 1024
	MaxDenseEdges = 2_000_000
	// MaxSearchedCells is the most cells for which combinations to measure are searched for.
	MaxSearchedCells = 256
	// MaxEntries is the most entries of questions without a closed form, whose sensitivity is summed entry by entry.
	MaxEntries = 1 << 26
	// MaxEdgeWeights is the most different weights of secret pairs with noise on each.
	MaxEdgeWeights = 256
	// MaxFactors, MaxFactorCells and MaxProductCells are the most columns, values of one, and cells of a product of strategies.
	MaxFactors      = 5
	MaxFactorCells  = 128
	MaxProductCells = 1 << 20
	// MaxWaveColumns, MaxWaveValues and MaxWaveCells are the most columns, values of one, and cells of a grid with waves.
	MaxWaveColumns = 3
	MaxWaveValues  = 512
	MaxWaveCells   = 1 << 17
	// MaxAnyReach is the most cells of a line with correlated noise along which secrets may reach as far as they like.
	MaxAnyReach = 1 << 14
	// MaxSmoothedCells is the most cells of a total that is smoothed: half a million pairs of them.
	MaxSmoothedCells = 1024
)
