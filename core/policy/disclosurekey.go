package policy

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"maps"
	"slices"
)

// DisclosureKey identifies exactly what Disclosed speaks of: the SHA-256 of the columns
// that fall into several components, their values and the component of each, of the
// impossible combinations and the sets of cells that they keep apart, and of whose being in
// the file is a secret where that is not for all. Sentences can stay the same while what they
// stand for changes (a value moves to another group of the same name); the key does not.
func (p *Policy) DisclosureKey() string {
	h := sha256.New()
	for _, piece := range p.pieces() {
		component, count := piece.Components()
		if count == 1 && p.domain.AllPossible() {
			continue
		}
		for _, a := range piece.Attributes() {
			writeText(h, string(a.Name()))
			writeNumber(h, a.Size())
			for i := range a.Size() {
				writeText(h, a.Label(i))
			}
		}
		for _, c := range component {
			writeNumber(h, c)
		}
	}
	if !p.PresenceOfAll() {
		for _, a := range p.absences {
			writeText(h, a.say().String())
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
		writeNumber(h, len(c)) // so that no two lists of combinations look alike
		for _, n := range slices.Sorted(maps.Keys(c)) {
			writeText(h, string(n))
			writeNumber(h, len(c[n]))
			for _, label := range c[n] {
				writeText(h, label)
			}
		}
	}
	for _, parts := range p.tied() {
		p.over(parts).writeKeptApart(h)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// writeKeptApart hashes the sets of cells that impossible combinations keep apart, for the
// policy over the columns that they tie together: which these are goes by the edges too.
// Where the cells are too many to walk over, it hashes what is said of the edges.
func (p *Policy) writeKeptApart(h hash.Hash) {
	if !p.searchable() {
		writeNumber(h, p.together)
		for _, part := range p.parts {
			writeText(h, part.Expert().String())
			writeText(h, part.Secret().String())
		}
		return
	}
	component, count, err := p.with(p.parts, nil).Components()
	if err != nil {
		panic("policy: the cells are counted: " + err.Error())
	}
	writeNumber(h, count)
	for _, c := range component {
		writeNumber(h, c)
	}
}

// writeText hashes a text with its length, so that no two lists of texts look alike.
func writeText(h hash.Hash, s string) {
	writeNumber(h, len(s))
	h.Write([]byte(s))
}

func writeNumber(h hash.Hash, n int) {
	h.Write(binary.LittleEndian.AppendUint64(nil, uint64(n)))
}
