package sheet

import (
	"cmp"
	"strings"

	"steward/core/table"
)

// compareValues orders numbers by size and before all else, the rest as texts.
func compareValues(a, b *value) int {
	an, bn := a.kind == table.Number, b.kind == table.Number
	switch {
	case an && bn:
		return cmp.Or(cmp.Compare(a.number, b.number), cmp.Compare(a.text, b.text))
	case an:
		return -1
	case bn:
		return 1
	}
	return cmp.Or(compareTexts(strings.ToLower(a.text), strings.ToLower(b.text)), cmp.Compare(a.text, b.text))
}

// compareTexts orders texts by their characters, and runs of digits within them by the
// number they write, so that "5-9" comes before "10-14".
func compareTexts(a, b string) int {
	for a != "" && b != "" {
		da, db := leadingDigits(a), leadingDigits(b)
		if da > 0 && db > 0 {
			x, y := strings.TrimLeft(a[:da], "0"), strings.TrimLeft(b[:db], "0")
			if c := cmp.Or(cmp.Compare(len(x), len(y)), cmp.Compare(x, y)); c != 0 {
				return c
			}
			a, b = a[da:], b[db:]
			continue
		}
		if a[0] != b[0] {
			return cmp.Compare(a[0], b[0])
		}
		a, b = a[1:], b[1:]
	}
	return cmp.Compare(len(a), len(b))
}

func leadingDigits(s string) int {
	n := 0
	for n < len(s) && '0' <= s[n] && s[n] <= '9' {
		n++
	}
	return n
}

// sketch estimates how many different texts it was given, by adaptive sampling (Wegman;
// Flajolet 1990, "On adaptive sampling", Computing 43): it keeps the texts whose hash ends
// in level zeros, raising the level when they become too many. It is exact while the level
// is zero; beyond, its standard error is about 1.2/sqrt(sketchSize), 2 percent.
type sketch struct {
	kept  map[uint64]struct{}
	level uint
}

const sketchSize = 4096

func (s *sketch) add(text string) {
	h := hash(text)
	if h<<(64-s.level) != 0 { // a shift by 64 gives 0
		return
	}
	if s.kept == nil {
		s.kept = make(map[uint64]struct{})
	}
	s.kept[h] = struct{}{}
	for len(s.kept) > sketchSize {
		s.level++
		for k := range s.kept {
			if k<<(64-s.level) != 0 {
				delete(s.kept, k)
			}
		}
	}
}

func (s *sketch) estimate() int { return len(s.kept) << s.level }

// hash is FNV-1a, its bits mixed once more because its low ones alone are poor.
func hash(s string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	h = (h ^ h>>33) * 0xff51afd7ed558ccd
	h = (h ^ h>>33) * 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}
