// Package publishtest holds small releases for tests: of a town with one question, and of everything that can
// be published.
package publishtest

import (
	"context"
	"testing"

	"steward/core/optimum"
	"steward/io/cleantest"
)

// optima are searched for once by all tests of a package.
var optima optimum.Memory

// Remembering is a context in which each question is searched for once.
var Remembering = optimum.Share(context.Background(), &optima)

// Main runs tests that share the release of every kind, in a temporary folder of their own.
func Main(m *testing.M) int { return cleantest.Main(m, "every-kind-*") }
