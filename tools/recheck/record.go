package main

import (
	"encoding/json"
	"fmt"
	"math/big"
)

// record is what is taken from a record. docs/record.schema.json says what every member means.
type record struct {
	Version                              int
	Epsilon, Delta, Rho, R, Digest, Seal string
	Multiplier                           int64
	Files                                map[string]string
	Ledger                               struct{ SpentBefore, SpentAfter string }
	RawPlan                              json.RawMessage `json:"plan"`
	Columns                              []struct {
		Name   string
		Values []string
	}
	Questions []question
	Choices   []choice
	Clusters  []clustering
	Synthetic []synthetic

	plan    plan
	columns []*column
	parts   struct{ Questions, Choices, Clusters, Synthetic []part } // of all that is published
}

// part is what all that is published has: what it is called and what it spends.
type part struct {
	ID, Title, Mechanism, Epsilon string
	Effective                     string `json:"effectiveEpsilon"`
}

type question struct {
	part
	Together []string
	Noise    []struct {
		Rows                                          int
		What, Sensitivity, Scale, SigmaSquared, Spent string
	}
	Measured json.RawMessage
	Answers  []struct {
		Key                   []string
		Published, Unadjusted float64
		Error                 float64 `json:"rootMeanSquareError"`
		HalfWidth             float64 `json:"halfWidth95"`
	}
	Derived []struct {
		Title, Unit string
		Values      []struct {
			Key        []string
			Value      float64
			From       float64 `json:"from95"`
			To         float64 `json:"to95"`
			Unreliable bool
		}
	}
}

type choice struct {
	part
	Width  int
	Values []struct {
		Key   []string
		Value string
		From  string `json:"from95"`
		To    string `json:"to95"`
	}
}

type clustering struct {
	part
	Rounds int
	Groups []struct {
		Centre, CentreError        []float64
		Near                       []string
		Published, Size, SizeError float64
		TooSmall                   bool
	}
}

type synthetic struct {
	part
	People  int64
	Records int
	Digest  string
}

// plan is what the steward decided.
type plan struct {
	Rows    *struct{ AtMost int64 }
	Weight  *struct{ Step, Cap string }
	Columns []struct {
		Name, Kind      string
		Values          []string
		Lowest, Highest int64
		Ranges          []struct{ From, To string }
		WholeNumbers    bool
	}
	Impossible []map[string][]string
	Secrets    struct {
		Presence, PresenceOnly bool
		Absences               []struct {
			Where  map[string][]string
			Weight string
		}
		Columns  []secret
		Together int
	}
	Facts struct {
		People  *int64
		Stated  []fact
		Reading string
	}
	Questions []struct {
		ID      string
		Columns []string
	}
	Budget struct{ Epsilon, Delta string }
	Agreed *struct{ Key string }
}

// secret says which answers of some columns must not be told apart.
type secret struct {
	Columns                                              []string
	Kind, Within, Norm, Unit, AtLeast, Weight, Otherwise string
	Scales, Weights, Coarser                             map[string]string
	Groups                                               []struct{ Values []string }
	Distances                                            []struct{ U, V, Distance string }
	Pairs                                                []struct {
		U, V   []string
		Weight string
	}
	Of           []secret
	BlanksJoined bool
}

// fact is something that the public knows for certain: how many people there are, in all, in rows of a table,
// or in unions of boxes.
type fact struct {
	People *int64
	Totals *struct {
		Columns    []string
		Rows       []struct{ Labels []string }
		NobodyElse bool
	}
	Counts []struct{ Of [][]condition }
}

type condition struct {
	Column string
	Values []string
	Spans  []struct{ From, To string }
}

// stop is why something cannot be checked. It is thrown, and caught where a question begins.
type stop string

// carefully does something, and returns why it was stopped, "" if it was not.
func carefully(do func()) (why stop) {
	defer func() {
		if e := recover(); e != nil {
			var stopped bool
			if why, stopped = e.(stop); !stopped {
				why = stop(fmt.Sprint("the record has no sense there: ", e))
			}
		}
	}()
	do()
	return ""
}

// readRecord reads a record of version 3, the first that states its rows.
func readRecord(text []byte) *record {
	r := &record{}
	if json.Unmarshal(text, r) != nil || json.Unmarshal(text, &r.parts) != nil || r.Version != 3 || json.Unmarshal(r.RawPlan, &r.plan) != nil {
		panic(stop(fmt.Sprintf("this is no release record of version 3, which is what this program reads (its version is %d)", r.Version)))
	}
	return r
}

// exact reads an exact number: a decimal or a fraction.
func exact(text string) *big.Rat {
	x, ok := new(big.Rat).SetString(text)
	if !ok {
		panic(stop(fmt.Sprintf("%q is no exact number", text)))
	}
	return x
}

// orOne is exact where nothing stands for 1.
func orOne(text string) *big.Rat {
	if text == "" {
		return one
	}
	return exact(text)
}

var one = big.NewRat(1, 1)

// mul, sum and square are the products and sums of fractions; whole is that of a whole number.
func mul(a, b *big.Rat) *big.Rat { return new(big.Rat).Mul(a, b) }
func sum(a, b *big.Rat) *big.Rat { return new(big.Rat).Add(a, b) }
func quo(a, b *big.Rat) *big.Rat { return new(big.Rat).Quo(a, b) }
func square(a *big.Rat) *big.Rat { return mul(a, a) }
func whole(n int64) *big.Rat     { return big.NewRat(n, 1) }

// more reports whether a is more than b; nil is less than all.
func more(a, b *big.Rat) bool { return b == nil || a != nil && a.Cmp(b) > 0 }

// commonDenominator returns the least common multiple of the denominators.
func commonDenominator(of []*big.Rat) *big.Int {
	all := big.NewInt(1)
	for _, x := range of {
		common := new(big.Int).GCD(nil, nil, all, x.Denom())
		all = new(big.Int).Mul(all, common.Quo(x.Denom(), common))
	}
	return all
}

// root returns the square root of x: exactly where that is a fraction, and otherwise within a part in 2^60
// of it, above or below.
func root(x *big.Rat, above bool) *big.Rat {
	r := new(big.Rat).SetFrac(new(big.Int).Sqrt(x.Num()), new(big.Int).Sqrt(x.Denom()))
	if square(r).Cmp(x) == 0 {
		return r
	}
	shift := uint(max(x.Denom().BitLen()-x.Num().BitLen(), 0)/2 + 64)
	n := new(big.Int).Lsh(x.Num(), 2*shift)
	n.Sqrt(n.Quo(n, x.Denom()))
	if above {
		n.Add(n, big.NewInt(1))
	}
	return r.SetFrac(n, new(big.Int).Lsh(big.NewInt(1), shift))
}
