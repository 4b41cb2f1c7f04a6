package message

import (
	"math/big"
	"testing"
)

func TestExact(t *testing.T) {
	for text, want := range map[string]string{
		"5": "5", "0.5": "0.5", "12.125": "12.125", "1000": "1000", "0.000000001": "0.000000001",
		"1/3": "1/3", "2/3": "2/3", "0.0000000001": "1/10000000000",
	} {
		r, ok := new(big.Rat).SetString(text)
		if got := Exact(r, 9); !ok || got != want {
			t.Errorf("%s is written %q, want %q", text, got, want)
		}
	}
}
