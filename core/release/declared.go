package release

import (
	"encoding/json"

	"steward/core/plan"
)

// maxDeclared is the most bytes that a ledger is given to keep of what a policy is made of.
const maxDeclared = 1 << 20

// Declared returns what the policy of a plan is made of, in the form of a plan that states
// nothing else: rows, weights, columns, combinations that cannot occur, the group of people that it is about, secrets, and known facts. With it a later
// program can tell what this release and others tell together about two answers
// (promise.Together). It returns nil when that is too long to keep.
func Declared(p plan.Plan) json.RawMessage {
	data, err := json.Marshal(plan.Plan{
		Version: p.Version, DataSet: p.DataSet,
		Rows: p.Rows, Weight: p.Weight, Columns: p.Columns, Impossible: p.Impossible, Group: p.Group, Secrets: p.Secrets, Facts: p.Facts,
	})
	if err != nil || len(data) > maxDeclared {
		return nil
	}
	return data
}
