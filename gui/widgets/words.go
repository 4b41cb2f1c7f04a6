package widgets

// The words that widgets say by themselves; all others are given to them.
const (
	whyWord         = "Why does this matter?"
	moreProtection  = "More protection"
	moreAccuracy    = "More accuracy"
	showNumber      = "show the number"
	backWord        = "Back"
	nextWord        = "Next"
	outsideWord     = "not in the file"
	previousPage    = "Previous"
	nextPage        = "Next"
	pageWords       = "Rows %s to %s of %s"
	methodHeader    = "Method"
	typicalHeader   = "typical"
	halfHeader      = "19 in 20"
	barHeader       = "bar: typical, whisker: 19 in 20"
	notConnected    = "not connected"
	numberExpected  = "Type a number from %s to %s."
	thinnedWords    = "%s values; one in %d is drawn"
	ringWords       = "%d of %s values are drawn"
	moreGroupsWords = "and %d more groups"
	groupWords      = "%s values"
	someDistances   = "%s values; those around the chosen pair are drawn"
	cellsWords      = "figures: steps from the circle; crossed: not connected"
	moreCellsWords  = "figures: steps from the circle; crossed: not connected; only some are drawn"
	scaleWords      = "%s km, north is up"
)
