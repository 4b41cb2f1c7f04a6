package registry

import (
	"steward/core/domain"
	"steward/core/mechanism"
	"steward/core/mechanism/cells"
	"steward/core/message"
)

// Pilot is a mechanism that releases a noisy histogram, paid for from the budget, to stand
// in for the data. core/release debits it like any other release.
func Pilot() mechanism.Mechanism { return cells.LaplaceCells{} }

// PilotSource is the source of a pilot's stand-in.
var PilotSource = message.Sprintf("a noisy pilot, paid for from the budget")

// PilotStandIn returns the stand-in of a released pilot: the tidied numbers of its table, one
// per possible cell.
func PilotStandIn(d *domain.Domain, table []int64) (mechanism.StandIn, error) {
	k, err := d.Cells()
	if err != nil || len(table) != d.PossibleCells() {
		return mechanism.StandIn{}, message.Errorf("%s: %d numbers for %d possible cells", PilotSource, len(table), d.PossibleCells())
	}
	numbers := make([]int64, k)
	for cell := range numbers {
		if d.Possible(cell) {
			numbers[cell], table = table[0], table[1:]
		}
	}
	return mechanism.Published(d, numbers, PilotSource)
}
