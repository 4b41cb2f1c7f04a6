package domain

// Texts returns the names of attributes as texts.
func Texts(names []AttributeName) []string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = string(n)
	}
	return out
}
