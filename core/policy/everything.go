package policy

// Everything returns the policy that keeps all answers together secret where another keeps any of them so, and Filled the one that
// keeps all answers secret that it joins in any way: values of a column are joined to all that they hang together with. Both weigh
// as its lightest edges, and are stronger than the policy; Filled discloses what the policy does where no combination is
// impossible. They return false where that is the policy itself, or where no answer is secret.
func (p *Policy) Everything() (*Policy, bool) { return p.filled(true) }

// Filled: see Everything.
func (p *Policy) Filled() (*Policy, bool) { return p.filled(false) }

func (p *Policy) filled(everything bool) (*Policy, bool) {
	lightest, heaviest := p.Weights()
	if !p.HasValueEdges() || p.full() && lightest == heaviest {
		return p, false
	}
	s, more := Spec{Domain: p.domain}, p.together < len(p.parts)
	for _, part := range p.parts {
		of, count := part.Components()
		_, already := part.(complete)
		switch a := part.Attributes(); {
		case everything || count == 1:
			more = more || !already
			for _, a := range a {
				s.Parts = append(s.Parts, complete{a, lightest})
			}
		case len(a) == 1 && count < part.Size():
			_, already = part.(*groups)
			more = more || !already
			s.Parts = append(s.Parts, blocksOf(a[0], of, count, lightest))
		default:
			s.Parts = append(s.Parts, part)
		}
	}
	out, err := New(s)
	if err != nil || !more {
		return p, false
	}
	out.absences = p.absences
	return out, true
}
