package secrets

import "steward/core/plan"

// Outlook is the plan compiled as far as the step needs it.
func (s *Step) Outlook() *plan.Compiled { return s.of.Outlook() }
