package project

import (
	"bytes"
	"encoding/json"
	"strings"

	"steward/core/message"
)

// ambiguous looks for what the JSON reader would pass over in silence: a plan that is no
// object, and a field that is given twice, or once in capitals, of which it would take the
// last. It returns the place and what is wrong, or ok. data must be valid JSON.
func ambiguous(data []byte) (offset int, says message.Text, ok bool) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	type object struct {
		keys map[string]bool // nil in a list
		key  bool            // a key comes next
	}
	var stack []object
	for {
		t, err := d.Token()
		if err != nil {
			return 0, message.Text{}, true // the end
		}
		top := len(stack) - 1
		switch t := t.(type) {
		case json.Delim:
			switch t {
			case '{':
				stack = append(stack, object{make(map[string]bool), true})
				continue
			case '[':
				stack = append(stack, object{})
				continue
			}
			stack = stack[:top]
			top--
		case string:
			if top >= 0 && stack[top].key {
				folded := strings.ToLower(t)
				if stack[top].keys[folded] {
					return int(d.InputOffset()), message.Sprintf("the field %q is given twice: remove one", t), false
				}
				stack[top].keys[folded], stack[top].key = true, false
				continue
			}
		}
		if top < 0 {
			if _, closed := t.(json.Delim); closed {
				return 0, message.Text{}, true
			}
			return int(d.InputOffset()), message.Sprintf("there is no plan in it"), false
		}
		stack[top].key = stack[top].keys != nil
	}
}
