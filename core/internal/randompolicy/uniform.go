package randompolicy

import "slices"

// Uniform returns the maker of policies whose edges all weigh One, over one column each but
// for a common distance, and in which being in the file is a secret for all or for nobody:
// those that the fast ways to a sensitivity tell the maximum over edges of.
func (m Maker) Uniform() Maker {
	one := []string{"complete", "near", "groups", "near together", "not secret", "near in steps", "groups of a coarser list", "grid"}
	m.Secrets = slices.DeleteFunc(slices.Clone(m.Secrets), func(k Kind) bool { return !slices.Contains(one, k.Name) })
	m.Policies = slices.DeleteFunc(slices.Clone(m.Policies), func(k PolicyKind) bool { return k.Name == "parts that some may leave" })
	return m
}
