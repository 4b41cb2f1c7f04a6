//go:build evidence

package constraint_test

// How much the random tests do: quickly by default, at length with the build tag evidence.
const (
	scenes = 8_000   // made per test
	tries  = 100_000 // sets of moves looked at per scene
)
