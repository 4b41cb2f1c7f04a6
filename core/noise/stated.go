package noise

// Stated is the exact parameter of a law as records state it, under the name of the law; zero without noise. What keeps,
// compares or tells it does not ask which law it is of.
type Stated struct {
	Scale        string `json:"scale,omitempty"`        // of discrete Laplace noise
	SigmaSquared string `json:"sigmaSquared,omitempty"` // of discrete Gaussian noise
	// Balanced says that the noise of all rows adds up to zero, or, of several sets of rows, that of each.
	Balanced bool `json:"balanced,omitempty"`
	// Copies is how many rows have the same noise, but for its sign, and Opposite how many of these have the other sign: all rows come once, and then their
	// copies in the same order, those with the other sign last. The noise of rows that are no copies adds up to zero, if there are several. Zero where there are no copies.
	Copies   int `json:"copies,omitempty"`
	Opposite int `json:"opposite,omitempty"`
	// KeptBack says that one more draw, which is not published, is among those that add up to zero.
	KeptBack bool `json:"keptBack,omitempty"`
}

// Stated returns the law as records state it.
func (l Law) Stated() (s Stated) {
	if !l.IsZero() {
		*families[l.Family()].stated(&s) = l.Rat().RatString()
		b, balances := l.of.(balanced)
		s.Balanced, s.KeptBack, s.Copies, s.Opposite = balances, b.keptBack, b.copies, b.opposite
	}
	return s
}

// Words are how the law is told.
func (l Law) Words() Words { return l.Stated().Words() }

// Words are how the law is told.
func (s Stated) Words() Words {
	if s.Balanced {
		return balanced{keptBack: s.KeptBack, copies: s.Copies}.words()
	}
	return s.Family().Words()
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
	return s.Balanced == t.Balanced && s.Copies == t.Copies && s.Opposite == t.Opposite && s.KeptBack == t.KeptBack
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
