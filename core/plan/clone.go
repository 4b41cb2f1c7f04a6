package plan

import (
	"encoding/json"
)

// Clone copies a plan with everything it refers to, by way of the form it is saved in, so
// that a step in a history is exactly what a saved project would hold.
func (p Plan) Clone() Plan {
	data, err := json.Marshal(p)
	if err != nil {
		panic("plan: one that cannot be written: " + err.Error())
	}
	var out Plan
	if err := json.Unmarshal(data, &out); err != nil {
		panic("plan: one that cannot be read back: " + err.Error())
	}
	return out
}
