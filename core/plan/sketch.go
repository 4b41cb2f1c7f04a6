package plan

import (
	"steward/core/account"
	"steward/core/domain"
	"steward/core/workload"
)

// Sketch compiles the columns, secrets and budget of a plan, whatever else it says or lacks, so that what its secrets mean can be told
// before anything is asked. In place of a budget that cannot be read it takes the usual one. On any issue it errors as Compile does.
func Sketch(p Plan) (*Compiled, error) {
	p.DataSet, p.Facts, p.Agreed, p.Budget.Limit = "sketch", Facts{}, nil, ""
	if _, err := account.ParseEpsilon(p.Budget.Epsilon); err != nil {
		p.Budget = Budget{Epsilon: "0.5"}
	}
	if _, err := account.ParseDelta(p.Budget.Delta); err != nil {
		p.Budget.Delta = ""
	}
	p.Budget.DeltaLimit = ""
	var asked Plan
	if len(p.Columns) > 0 {
		asked.Questions = []Question{{ID: "sketch", Title: "sketch", Kind: string(workload.Table), Columns: []domain.AttributeName{p.Columns[0].Name}}}
	}
	p.PublishAs(asked)
	return Compile(p)
}
