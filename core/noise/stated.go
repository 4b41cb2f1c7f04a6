package noise

import "cmp"

// Stated is the exact parameter of a law as records state it, under the name of the law; zero without noise. What keeps,
// compares or tells it does not ask which law it is of.
type Stated struct {
	Scale        string `json:"scale,omitempty"`        // of discrete Laplace noise
	SigmaSquared string `json:"sigmaSquared,omitempty"` // of discrete Gaussian noise
}

// Stated returns the law as records state it.
func (l Law) Stated() Stated {
	switch {
	case l.IsZero():
		return Stated{}
	case l.Gaussian():
		return Stated{SigmaSquared: l.Rat().RatString()}
	}
	return Stated{Scale: l.Rat().RatString()}
}

// IsZero reports whether there is no noise.
func (s Stated) IsZero() bool { return s == Stated{} }

// Gaussian reports whether the noise is.
func (s Stated) Gaussian() bool { return s.SigmaSquared != "" }

// Parameter returns the parameter alone, empty without noise.
func (s Stated) Parameter() string { return cmp.Or(s.SigmaSquared, s.Scale) }

// String returns the parameter with its symbol where it is no scale.
func (s Stated) String() string {
	if s.Gaussian() {
		return "σ² = " + s.SigmaSquared
	}
	return s.Scale
}
