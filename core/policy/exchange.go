package policy

// Exchange returns how far any record may be from any other that takes its place when being in the file
// is secret for everybody: one edge where every two are joined at full weight, and otherwise the way out of
// the file and in again, which no distance is longer than. It is what exchanging a person's rows costs.
func (p *Policy) Exchange() Weight {
	if p.together == len(p.parts) {
		full := true
		for _, part := range p.parts {
			c, ok := part.(complete)
			full = full && ok && c.weight == One
		}
		if full {
			return One
		}
	}
	_, heaviest := p.AbsentWeights()
	return 2 * heaviest
}
