package accuracy

import (
	"fmt"
	"math"

	"steward/core/account"
	"steward/core/message"
)

// Off writes an error in people, or that there is none: it is the one place where that is said.
func Off(x float64) message.Text {
	if x == 0 {
		return message.Sprintf("exact")
	}
	return message.Sprintf("%s", People(x))
}

// PlusMinus is Off for an error that stands beside its number.
func PlusMinus(x float64) message.Text {
	if x == 0 {
		return Off(x)
	}
	return message.Sprintf("± %s", People(x))
}

// People writes an error in people as screens, files and summaries do: with the digits that
// matter, rounded up, since it stands after "within".
func People(x float64) string {
	up := func(digits float64) float64 { return math.Ceil(x*digits-1e-9) / digits }
	switch {
	case x == 0:
		return "0"
	case x < 1:
		return fmt.Sprintf("%.2f", up(100))
	case x < 10:
		return fmt.Sprintf("%.1f", up(10))
	}
	return account.Commas(fmt.Sprintf("%.0f", up(1)))
}
