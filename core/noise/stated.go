package noise

// Stated is the exact parameter of a law as records state it, under the name of the law; zero without noise. What keeps,
// compares or tells it does not ask which law it is of.
type Stated struct {
	Scale        string `json:"scale,omitempty"`        // of discrete Laplace noise
	SigmaSquared string `json:"sigmaSquared,omitempty"` // of discrete Gaussian noise
	// Balanced says that the noise of all rows adds up to zero.
	Balanced bool `json:"balanced,omitempty"`
}

// Stated returns the law as records state it.
func (l Law) Stated() (s Stated) {
	if !l.IsZero() {
		*families[l.Family()].stated(&s), s.Balanced = l.Rat().RatString(), l.Balanced() > 0
	}
	return s
}

// Words are how the law is told.
func (l Law) Words() Words { return wordsOf(l.Family(), l.Balanced() > 0) }

// Words are how the law is told.
func (s Stated) Words() Words { return wordsOf(s.Family(), s.Balanced) }

func wordsOf(f Family, together bool) Words {
	if together {
		return balanced{}.words()
	}
	return f.Words()
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
	return s.Balanced == t.Balanced
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
