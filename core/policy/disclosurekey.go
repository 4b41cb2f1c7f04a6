package policy

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"maps"
	"slices"

	"steward/core/domain"
)

// DisclosureKey identifies exactly what Disclosed speaks of: the SHA-256 of the columns
// that fall into several components, their values and the component of each, and of the
// impossible combinations, and for whom being in the file is a secret where it is not for
// all. Sentences can stay the same while what they stand for changes (a
// value moves to another group of the same name); the key does not.
func (p *Policy) DisclosureKey() string {
	h := sha256.New()
	for _, piece := range p.pieces() {
		component, count := piece.Components()
		if count == 1 && p.domain.AllPossible() {
			continue
		}
		for _, a := range piece.Attributes() {
			writeText(h, string(a.Name()))
			for i := range a.Size() {
				writeText(h, a.Label(i))
			}
		}
		for _, c := range component {
			writeNumber(h, c)
		}
	}
	if !p.hiddenEverywhere() {
		for _, a := range p.absences {
			writeText(h, p.sayWhere(a))
			for _, pos := range slices.Sorted(maps.Keys(a.where)) {
				writeNumber(h, pos)
				for v, in := range a.where[pos] {
					if in {
						writeNumber(h, v)
					}
				}
			}
		}
	}
	for _, c := range p.domain.Impossible() {
		names := make([]domain.AttributeName, 0, len(c))
		for n := range c {
			names = append(names, n)
		}
		slices.Sort(names)
		for _, n := range names {
			writeText(h, string(n))
			for _, label := range c[n] {
				writeText(h, label)
			}
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}

// writeText hashes a text with its length, so that no two lists of texts look alike.
func writeText(h hash.Hash, s string) {
	writeNumber(h, len(s))
	h.Write([]byte(s))
}

func writeNumber(h hash.Hash, n int) {
	h.Write(binary.LittleEndian.AppendUint64(nil, uint64(n)))
}
