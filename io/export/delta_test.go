package export

import (
	"strings"
	"testing"

	"steward/core/message"
	"steward/core/noise"
	"steward/core/result"
)

// A workbook with a delta says in its first sheet what the promise does not cover, and in the
// accounting what it was kept by; one without speaks of neither.
func TestWorkbookWithDelta(t *testing.T) {
	text := func(r *result.Release) (readMe, accounting string) {
		_, f := workbook(t, r)
		join := func(sheet string) string {
			var b strings.Builder
			for _, row := range rowsOf(t, f, sheet) {
				b.WriteString(strings.Join(row, " | ") + "\n")
			}
			return b.String()
		}
		return join(readMeSheet), join(accountingSheet)
	}
	r := releaseOf(t, smallPlan())
	if readMe, accounting := text(r); strings.Contains(readMe, "except in a case") || strings.Contains(accounting, "delta") {
		t.Error("a pure release speaks of a chance of failure")
	}
	r.Plan.Budget.Delta = "0.000001"
	r.Delta, r.Rho, r.R = "0.000001", "0.0045", "0.0948683"
	r.Ledger.DeltaBefore, r.Ledger.DeltaAfter = "0", "0.000001"
	r.Questions[0].Noise = []result.Noise{{What: message.Verbatim("cells"), Rows: 12, Sensitivity: "2", Stated: noise.Stated{SigmaSquared: "1234/5"}, Spent: "10/1234"}}
	readMe, accounting := text(r)
	if !strings.Contains(readMe, "at most 63 times in 100. The protection is strong.") {
		t.Errorf("the first sheet says\n%s", readMe)
	}
	for _, want := range []string{"Chance of failure (delta) | 0.000001", "0.0045, half the square of r = 0.0948683", "σ² = 1234/5", "in total, with this release | 0.000001", "L2, squared"} {
		if !strings.Contains(accounting, want) {
			t.Errorf("the accounting lacks %q:\n%s", want, accounting)
		}
	}
	r.Plan.Budget.Delta = "0.0005"
	if readMe, _ := text(r); !strings.Contains(readMe, "The protection is weak") {
		t.Errorf("with a chance of failure of one in 2,000 the first sheet says\n%s", readMe)
	}
	rec := recordOf(r, nil, nil)
	if rec.Delta != r.Delta || rec.Rho != r.Rho || rec.R != r.R || rec.Questions[0].Noise[0].SigmaSquared != "1234/5" || rec.Ledger.DeltaAfter != "0.000001" {
		t.Errorf("the record is %+v", rec)
	}
}
