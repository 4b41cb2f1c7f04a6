package noisetest

import (
	"fmt"
	"math/big"

	"steward/core/noise"
	"steward/core/seeded"
)

// Draw is a draw of a release: of noise on a value, or of an option.
type Draw struct {
	// Law is that of the noise, and Value what it is added to; where the release adds it later that is zero.
	noise.Law
	Value int64
	// Rate is not nil where an option was chosen, from Scores that stand for Points each (nil for one), by
	// PermuteAndFlip where Flip is set.
	Rate           *big.Rat
	Scores, Points []int64
	Flip           bool
	// Chance is above zero where it was a trial that succeeds with it.
	Chance float64
	// Outcome is the value with noise, the number of the option, or whether the trial succeeded: 0 or 1.
	Outcome int64
}

// OfNoise says that noise was drawn.
func (d Draw) OfNoise() bool { return d.Rate == nil && d.Chance == 0 }

// Script is the randomness of a release that notes what is drawn. One that follows another makes the same come of
// every draw. (What is drawn of single bits, for what hangs on no data, is the same bits.)
type Script struct {
	Draws []Draw

	name   string
	words  *seeded.Source // for what is not in Draws
	draws  *seeded.Source
	follow *Script
	shift  func(i int) (by int64, ok bool)
}

var _ noise.Scripted = (*Script)(nil)

// NewScript returns a Script that draws by the laws, from a seed of that name.
func NewScript(name string) *Script {
	return &Script{name: name, words: seeded.Named(name + " words"), draws: seeded.Named(name + " draws")}
}

// Follow returns a Script that makes the same come of every draw as came of this one's. Where noise is added later it
// cannot see to that: shift then says by how much the noise of draw number i is to be more; it may be nil.
func (s *Script) Follow(shift func(i int) (by int64, ok bool)) *Script {
	f := NewScript(s.name)
	f.follow, f.shift = s, shift
	return f
}

// next returns what came of the same draw of the script that is followed.
func (s *Script) next() Draw {
	i := len(s.Draws)
	if i >= len(s.follow.Draws) {
		return Draw{} // it shows: the numbers of draws differ
	}
	d := s.follow.Draws[i]
	if d.OfNoise() && s.shift != nil {
		if by, ok := s.shift(i); ok {
			d.Outcome += by
		}
	}
	return d
}

// Noisy returns what value becomes.
func (s *Script) Noisy(value int64, l noise.Law) int64 {
	d := Draw{Law: l, Value: value}
	if s.follow != nil {
		d.Outcome = s.next().Outcome
	} else {
		var z [1]int64
		l.Apart().Fill(s.draws, z[:]) // what a release makes of the sum of all draws is for it to say
		d.Outcome = value + z[0]
	}
	s.Draws = append(s.Draws, d)
	return d.Outcome
}

// Pick returns the number of the option that is chosen.
func (s *Script) Pick(rate *big.Rat, scores, points []int64, flip bool) int {
	d := Draw{Rate: rate, Scores: append([]int64(nil), scores...), Points: append([]int64(nil), points...), Flip: flip}
	var chosen int
	var err error
	switch {
	case s.follow != nil:
		chosen = int(s.next().Outcome)
	case flip:
		chosen, err = noise.PermuteAndFlip(s.draws, rate, scores)
	default:
		chosen, err = noise.Choose(s.draws, rate, scores, points)
	}
	if err != nil {
		panic(fmt.Sprint("noisetest: ", err)) // what asked has checked it
	}
	d.Outcome = int64(chosen)
	s.Draws = append(s.Draws, d)
	return chosen
}

// Coin returns what comes of a trial.
func (s *Script) Coin(chance float64) bool {
	d := Draw{Chance: chance}
	if s.follow != nil {
		d.Outcome = s.next().Outcome
	} else if s.draws.Float64() < chance {
		d.Outcome = 1
	}
	s.Draws = append(s.Draws, d)
	return d.Outcome == 1
}

// Uint64 returns bits for what is no such draw.
func (s *Script) Uint64() uint64 { return s.words.Uint64() }

// Close does nothing.
func (s *Script) Close() {}
