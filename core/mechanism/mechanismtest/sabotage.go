package mechanismtest

import (
	"math/big"
)

func Rat(num, den int64) *big.Rat { return big.NewRat(num, den) }
