//go:build !evidence

package constraint_test

// How much the random tests do: quickly by default, at length with the build tag evidence.
const (
	scenes = 400    // made per test
	tries  = 60_000 // sets of moves looked at per scene
)
