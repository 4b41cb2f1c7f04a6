package limits

// Of the columns that a plan declares.
const (
	// MaxListedValues is the largest number of values in a declared list, and of
	// whole numbers or ranges in a declared numeric column.
	MaxListedValues = 1 << 22
	// MaxProposedValues is the largest number of distinct values an inspection lists
	// for one column before it stops collecting them.
	MaxProposedValues = 1000
	// MaxSplitOptions is the largest number of options of one answer that are columns of their own.
	MaxSplitOptions = 24
	// MaxCutRanges is the largest number of ranges of numbers that are made at once from a
	// width, or typed as a list.
	MaxCutRanges = 5000
	// MaxNameRunes is the longest column name, value or title, in characters.
	MaxNameRunes = 300
	// MaxRowsPerPerson is the largest number of rows that each person may contribute.
	MaxRowsPerPerson = 1000
	// MaxWeightStep is the largest step that weights are rounded to, and MaxWeightDecimals how many
	// decimals it has, so that steps times counts stay exact.
	MaxWeightStep     = 1000
	MaxWeightDecimals = 4
	// MaxFractionDigits is how many digits after the decimal point the ends of ranges have, so that all are whole multiples of
	// a unit that fits in an int64.
	MaxFractionDigits = 9
	// MaxUnits is the most units that a number is that totals or groups are of: with as many records as can be counted
	// (MaxCountedRecords) sums stay below 2^62.
	MaxUnits = 1 << 22
	// MaxTotalDigits is how many digits a number that is added up has before and behind its decimal point.
	MaxTotalDigits = 9
)

// Of questions and what is published of them.
const (
	// MaxCells is the largest number of cells (combinations of values) one question
	// may have. The product over all published columns is not limited.
	MaxCells = 1 << 24
	// MaxAnswers is the largest number of numbers one question may publish.
	MaxAnswers = 1 << 24
	// MaxDerived is the largest number of percentages, rates and differences that are made from
	// the answers to one question.
	MaxDerived = 5000
	// MaxAlongsideCells is the most cells over which questions are answered side by side: a release counts the data over all
	// their columns.
	MaxAlongsideCells = 1 << 24
	// MaxQuestions is the largest number of questions in one plan.
	MaxQuestions = 500
	// MaxRoundTo is the largest base that published numbers are rounded to.
	MaxRoundTo = 1_000_000
	// MaxUnitRunes is the longest name of a unit, in characters.
	MaxUnitRunes = 20
	// MaxTypedTotals is how many combinations the totals of a fact have that are typed into a form.
	MaxTypedTotals = 20_000
	// MaxCombinedAnswers is how many published answers can be added up in the window.
	MaxCombinedAnswers = 5000
)

// Of choices: the best option of a list, the most common value, percentiles.
const (
	// MaxOptions is the largest number of options of a list.
	MaxOptions = 10_000
	// MaxDraws is the largest number of values that one choice publishes.
	MaxDraws = 100_000
	// MaxPercentileWidth is by how many values on either side a percentile may be off.
	MaxPercentileWidth = 1 << 12
	// MaxTabledValues is the most values of a column whose percentile is taken from a table: the errors of as many
	// differences of counts have to be worked out, each with its correlations.
	MaxTabledValues = 4096
	// MaxCoefficient is the largest whole number that a person can change a score by: with
	// MaxCountedRecords people scores stay below 2^61.
	MaxCoefficient = 1 << 20
)

// Of groups of similar people.
const (
	MaxClusters       = 100
	MaxClusterColumns = 6
	MaxClusterRounds  = 20
	// MaxGroupedCells is the most combinations of values of a table that groups are found from.
	MaxGroupedCells = 1 << 20
)

// Of made-up records.
const (
	// MaxSyntheticRecords is the largest number of records of one synthetic table; it leaves room for
	// a header on a sheet of the .xlsx format.
	MaxSyntheticRecords = 1_000_000
	// MaxSyntheticColumns is the largest number of columns of one synthetic table.
	MaxSyntheticColumns = 64
	// MaxSyntheticTables is the largest number of tables that are measured for one, and
	// MaxSyntheticTableCells that of the combinations of one of them.
	MaxSyntheticTables     = 2000
	MaxSyntheticTableCells = 1 << 20
	// MaxModelCells is the most numbers that the model is made of from which records are drawn: with more, an estimate takes
	// longer than it is worth.
	MaxModelCells = 1 << 16
	// MaxSyntheticRounds is the largest number of rounds in which tables are chosen.
	MaxSyntheticRounds = 200
	// MaxSyntheticCells is the largest number of combinations of all columns whose weights are estimated.
	MaxSyntheticCells = 1 << 20
	// MaxSmallDataSets is the largest number of data sets that a small one is chosen from.
	MaxSmallDataSets = 200_000
)

// Of what is publicly known.
const (
	// MaxFacts is the largest number of known facts in one plan.
	MaxFacts = 200
	// MaxFactCount is the largest number of people that a known fact may state (2^40).
	MaxFactCount = 1 << 40
	// MaxFactCells is the largest number of combinations that the totals of one known
	// fact may have.
	MaxFactCells = 1 << 22
	// MaxStandInCells is the largest number of combinations of values whose public numbers are
	// kept in a plan: those of a public file over all questions, those of a pilot over one.
	MaxStandInCells = 1 << 16
	// MaxApart is the most groups of people whose separate releases are compared.
	MaxApart = 200
	// MaxReleasesAhead is the most releases for which budget is set aside at once.
	MaxReleasesAhead = 50
	// MaxImpossibleValues is how many values one side of an impossible combination may name.
	MaxImpossibleValues = 2000
)
