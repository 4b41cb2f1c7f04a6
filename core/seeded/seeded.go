// Package seeded gives tests their randomness. It is for _test.go files only.
//
// A test draws from a [Source], whose seed it names, so that it does the same every time: a check that
// fails has found something, and one that passes has not been lucky once. [Check] runs a property of
// package rapid on cases that are drawn from a fixed seed, for the same reason.
//
// What is drawn is compared with what it should be by the checks of this package, each at a stated chance of
// a false alarm: [FalseAlarm] for a test, shared [Among] its comparisons. [Came], [AtLeast] and [AtMost] look
// at how often something came, [Follows] at a whole law, [Averages] and [Shares] at a mean; [Draws] says how many draws
// find a given fault. A test that fails has then found something also where the seed is new: -seeded.shift=N
// adds N to every seed. No other test-only arithmetic decides how far a sample may be off.
//
// Where a test composes a release, package core/noise/noisetest hands it a Source. What takes long
// belongs to the audits: [Often] draws fewer times in the fast run, [ForAudits] leaves a test out of it.
package seeded

import (
	"encoding/binary"
	"flag"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"strconv"
	"testing"

	"pgregory.net/rapid"
)

// Source is a seeded source. It has what a release needs of its randomness, and the methods of
// [rand.Rand] beside that.
type Source struct{ *rand.Rand }

// New returns the source of a seed, which is two words of the test's choice.
func New(seed, stream uint64) *Source { return &Source{rand.New(rand.NewPCG(seed+shift, stream))} }

// shift is added to every seed, so that every test draws something else: `go test -seeded.shift=7 ./core/noise`.
// Goldens of what was drawn do not hold then; checks of laws do.
var shift uint64

// Named returns the source whose seed is a name, such as that of a test.
func Named(name string) *Source {
	h := fnv.New64a()
	_, _ = io.WriteString(h, name) // a hash never fails
	return New(h.Sum64(), 0)
}

// Close does nothing: there is nothing to wipe.
func (*Source) Close() {}

// caseSeed is where properties draw their cases from, unless the command line says otherwise.
const caseSeed uint64 = 20140618

func init() {
	flag.Func("seeded.shift", "add this to every seed of core/seeded", func(text string) error {
		n, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			return err
		}
		shift = n
		return flag.Set("rapid.seed", strconv.FormatUint(caseSeed+shift, 10))
	})
	// Rapid takes the seed from its flag, and the time where that is zero. Its files of failures are
	// of no use where the seed is fixed.
	for name, value := range map[string]string{"rapid.seed": strconv.FormatUint(caseSeed, 10), "rapid.nofailfile": "true", "rapid.checks": strconv.Itoa(Often(60, 100))} {
		if err := flag.Set(name, value); err != nil {
			panic("seeded: " + err.Error())
		}
	}
}

// Check runs a property on drawn cases, the same ones every time, 60 in the fast run and 100 in the long
// audits. `go test -rapid.seed=N` draws others, so does -seeded.shift=N, and `-rapid.checks=N` more of them.
func Check(t *testing.T, property func(*rapid.T)) {
	t.Helper()
	rapid.Check(t, property)
}

// CheckUntil runs a property as Check does, and on more cases until what it looks for has come often enough: it does so
// for any seed.
func CheckUntil(t *testing.T, enough func() bool, property func(*rapid.T)) {
	t.Helper()
	Check(t, property)
	const most = 2000
	one := rapid.MakeFuzz(property)
	for i := uint64(0); !enough() && !t.Failed(); i++ {
		if i == most {
			t.Fatalf("%d more cases did not bring what the property looks for", most)
		}
		src, words := New(caseSeed, i), []byte(nil)
		for range 4096 {
			words = binary.LittleEndian.AppendUint64(words, src.Uint64())
		}
		t.Run("more", func(t *testing.T) { one(t, words) }) // which skips what is no case
	}
}

// Often returns how often something is drawn or tried: the first number in the fast run, the second
// in the long audits.
func Often(fast, audit int) int {
	if Audit {
		return audit
	}
	return fast
}

// ForAudits skips a test that belongs to the long audits alone.
func ForAudits(t testing.TB) {
	t.Helper()
	if !Audit {
		t.Skip("a long audit: make audit runs it")
	}
}
