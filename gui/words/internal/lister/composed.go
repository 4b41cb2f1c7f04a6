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
}
