package noise

// Stated is the exact parameter of a law as records state it, under the name of the law; zero without noise. What keeps,
// compares or tells it does not ask which law it is of.
type Stated struct {
	Scale        string `json:"scale,omitempty"`        // of discrete Laplace noise
	SigmaSquared string `json:"sigmaSquared,omitempty"` // of discrete Gaussian noise
}

// Stated returns the law as records state it.
func (l Law) Stated() (s Stated) {
	if !l.IsZero() {
		*families[l.Family()].stated(&s) = l.Rat().RatString()
	}
	return s
}

// IsZero reports whether there is no noise.
func (s Stated) IsZero() bool { return s == Stated{} }

// Agrees compares every parameter with that of another.
func (s Stated) Agrees(t Stated, equal func(a, b string) bool) bool {
	for _, f := range families {
		if !equal(*f.stated(&s), *f.stated(&t)) {
			return false
		}
	}
	return true
}

// Family returns that of the law; Laplace where no other is stated.
func (s Stated) Family() Family {
	for _, f := range Families()[1:] {
		if *families[f].stated(&s) != "" {
			return f
		}
	}
	return Laplace
}

// Parameter returns the parameter alone, empty without noise.
func (s Stated) Parameter() string { return *families[s.Family()].stated(&s) }

// String returns the parameter with its symbol where it is no scale.
func (s Stated) String() string {
	if f := s.Family(); f != Laplace {
		return f.Words().Parameter + " = " + s.Parameter()
	}
	return s.Parameter()
}
