// Package limits holds every bound that a person can meet: sizes of files, tables,
// domains and questions, and the range of budgets. One file, so that a reviewer can read
// them together and an error message can name the number it enforces.
package limits

const (
	// MaxFileBytes is the largest spreadsheet file that is opened (2 GiB).
	MaxFileBytes = 2 << 30
	// MaxUnzippedBytes is the largest total size a workbook may unpack to (8 GiB);
	// beyond it the file is taken for a decompression bomb.
	MaxUnzippedBytes = 8 << 30
	// MaxColumns is the largest number of columns read from a sheet, that of the
	// .xlsx format.
	MaxColumns = 16384
	// MaxRows is the largest number of data rows read from one sheet or file.
	MaxRows = 50_000_000

	// MaxCountedRecords is the largest number of records that counts per cell may add up to
	// (2^40): sums of them stay exact in the arithmetic of the noise and of the answers.
	MaxCountedRecords = 1 << 40

	// MaxListedValues is the largest number of values in a declared list, and of
	// whole numbers or ranges in a declared numeric column.
	MaxListedValues = 1 << 22
	// MaxProposedValues is the largest number of distinct values an inspection lists
	// for one column before it stops collecting them.
	MaxProposedValues = 1000
	// MaxCutRanges is the largest number of ranges of numbers that are made at once from a
	// width, or typed as a list.
	MaxCutRanges = 5000
	// MaxCells is the largest number of cells (combinations of values) one question
	// may have. The product over all published columns is not limited.
	MaxCells = 1 << 24
	// MaxAnswers is the largest number of numbers one question may publish.
	MaxAnswers = 1 << 24
	// MaxDerived is the largest number of percentages, rates and differences that are made from
	// the answers to one question.
	MaxDerived = 5000
	// MaxQuestions is the largest number of questions in one plan.
	MaxQuestions = 500
	// MaxRowsPerPerson is the largest number of rows that each person may contribute.
	MaxRowsPerPerson = 1000
	// MaxSyntheticRecords is the largest number of records of one synthetic table; it leaves room for
	// a header on a sheet of the .xlsx format.
	MaxSyntheticRecords = 1_000_000
	// MaxStandInCells is the largest number of combinations of values whose public numbers are
	// kept in a plan: those of a public file over all questions, those of a pilot over one.
	MaxStandInCells = 1 << 16
	// MaxFacts is the largest number of known facts in one plan.
	MaxFacts = 200
	// MaxFactCount is the largest number of people that a known fact may state (2^40).
	MaxFactCount = 1 << 40
	// MaxFactCells is the largest number of combinations that the totals of one known
	// fact may have.
	MaxFactCells = 1 << 22
	// MaxRuleRows is the largest number of rows of a sheet that a rule about secrets is read
	// from.
	MaxRuleRows = 100_000
	// MaxNameRunes is the longest column name, value or title, in characters.
	MaxNameRunes = 300

	// MaxEdgeScan is the largest number of secret pairs walked one by one when no
	// closed form gives a sensitivity.
	MaxEdgeScan = 200_000_000

	// MinEpsilon and MaxEpsilon bound the budget of one release; both are decimals
	// and both are inside the range.
	MinEpsilon = "0.000001"
	MaxEpsilon = "100"

	// MinDelta and MaxDelta bound the chance of a failure; both are decimals, and MaxDelta
	// is outside the range.
	MinDelta = "0.000000000000001"
	MaxDelta = "0.01"
)
