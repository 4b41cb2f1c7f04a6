package session

import (
	"encoding/json"

	"steward/core/plan"
)

// clone copies a plan with everything it refers to, by way of the form it is saved in, so
// that a step in the history is exactly what a saved project would hold.
func clone(p plan.Plan) plan.Plan {
	data, err := json.Marshal(p)
	if err != nil {
		panic("session: a plan that cannot be written: " + err.Error())
	}
	var out plan.Plan
	if err := json.Unmarshal(data, &out); err != nil {
		panic("session: a plan that cannot be read back: " + err.Error())
	}
	return out
}
