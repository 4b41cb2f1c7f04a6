package counts

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"

	"steward/core/domain"
	"steward/core/plan"
)

// version is that of the query and its result. A result of another is refused.
const version = 2

// counted begins the name of the column that holds the number of rows; the digest ends it.
const counted = "steward_n_"

// digest identifies what the codes of a result mean: the columns as declared, the combinations
// that cannot occur, whose row is whose, and how rows are weighted. Where the values come from
// does not matter, nor how columns are labelled.
func digest(p *plan.Compiled) string {
	columns := append([]plan.Column(nil), p.Plan.Columns...)
	for i := range columns {
		columns[i].Origin, columns[i].Label = "", ""
	}
	text, err := json.Marshal(struct {
		Version    int
		Columns    []plan.Column
		Impossible []domain.Combination
		Rows       *plan.Rows
		Weight     *plan.Weight `json:",omitempty"`
	}{version, columns, p.Plan.Impossible, p.Plan.Rows, p.Plan.Weight})
	if err != nil {
		panic("counts: a plan that was read from JSON cannot be written: " + err.Error())
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:20])
}

// IsResult tells by its header whether a sheet is the result of a query.
func IsResult(header []string) bool {
	for _, name := range header {
		if _, ok := digestOf(name); ok {
			return true
		}
	}
	return false
}

// digestOf returns the digest in the name of a column. Some engines change small letters.
func digestOf(name string) (string, bool) {
	text, ok := strings.CutPrefix(strings.ToLower(name), counted)
	if !ok || len(text) != 40 || strings.Trim(text, "0123456789abcdef") != "" {
		return "", false
	}
	return text, true
}
