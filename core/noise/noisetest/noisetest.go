// Package noisetest hands tests the randomness of the releases that they compose. It is for _test.go
// files only; package core/seeded has the source itself.
package noisetest

import (
	"strings"
	"testing"

	"steward/core/noise"
	"steward/core/seeded"
)

// Fresh returns what opens the randomness of a test's releases. The seed is its name, and what sets
// it apart where one test needs several. Every source that it opens goes on where the last one ended,
// so that two releases are two draws. It is not for releases side by side.
func Fresh(t testing.TB, apart ...string) func() noise.Fresh {
	src := seeded.Named(t.Name() + strings.Join(apart, " "))
	return func() noise.Fresh { return src }
}
