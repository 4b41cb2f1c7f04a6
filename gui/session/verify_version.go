package session

import (
	"math/big"
	"time"

	"steward/gui/words"
	"steward/io/export"
	"steward/io/ledger"
)

// seal checks whether the record is byte for byte as it was written.
func (v *verifier) seal(path string) error {
	sealed, whole, err := export.CheckSeal(path)
	if err != nil {
		return err
	}
	if !sealed {
		v.unknown(words.T("The record is of the first format, which has no seal: whether a word in it was changed cannot be told, beyond what is checked below"))
		return nil
	}
	v.note(whole, words.T("The record is byte for byte as it was written"), words.T("The record is not as it was written: it was changed or saved again"))
	return nil
}

// notedSeal compares the record's seal with the one that the ledger noted when the release was written.
// A record that was changed can be sealed again; the ledger keeps the seal that it had.
func (v *verifier) notedSeal(written ledger.Entry) {
	if written.Seal == "" {
		v.unknown(words.T("The ledger notes no seal of the record, as versions before this one did not: that it is the record which was written rests on the digest of plan and answers"))
		return
	}
	day := written.Time
	if at, err := time.Parse(time.RFC3339, day); err == nil {
		day = words.Date(at)
	}
	v.note(written.Seal == v.record.Seal, words.T("Entry %d of the ledger, of %s, holds the seal of this very record", written.Sequence, day),
		words.T("Entry %d of the ledger, of %s, holds another seal: this record is not the one that was written then", written.Sequence, day))
}

// writtenElsewhere says which version wrote the release, where it was not this one; it is empty
// otherwise.
func (v *verifier) writtenElsewhere() string {
	if v.record.Program == v.program {
		return ""
	}
	return words.T("The release was written by %s; this is %s", v.record.Program, v.program)
}

// figures says how what a record states compares with what its plan gives here: whether it is the same, or
// near it, and whether what is stated agrees with itself.
type figures struct{ same, near, sound bool }

// How far figures may be apart, as parts of them. Errors are worked out in floating point, whose last
// digits processors round differently. Where a strategy is searched for, such a digit can end the search
// elsewhere: its noise is then apart by a few parts in a million and its errors by two in a thousand at most,
// in what was tried (the corpus of cmd/steward without fused multiply-add).
const (
	lastDigits = 1e-9
	nearNoise  = 1e-4
	nearErrors = 1e-2
)

// worked adds a finding about figures that were worked out again. Versions of the program may tune a
// method otherwise, and processors round otherwise: where another version wrote the release, or the figures
// are near, and they agree with one another, that others come out here is said and is no fault.
func (v *verifier) worked(f figures, good, bad string) {
	elsewhere := v.writtenElsewhere()
	switch {
	case f.same:
		v.note(true, good, "")
	case elsewhere == "" && f.near && f.sound:
		v.unknown(words.T("%s, but nearly so. Processors round differently, and what is searched for can end elsewhere: verify on a computer like the one that wrote it", bad))
	case elsewhere == "":
		v.note(false, "", bad)
	case !f.sound:
		v.note(false, "", words.T("%s, and do not agree with one another. %s", bad, elsewhere))
	default:
		v.unknown(words.T("%s. %s, which may tune this method otherwise: verify with the version that wrote it", bad, elsewhere))
	}
}

// spendsAsItSays reports whether every group of noise spends what its sensitivity and its scale make.
func spendsAsItSays(noise []export.NoiseOfRows) bool {
	for _, n := range noise {
		sensitivity, ok := new(big.Rat).SetString(n.Sensitivity)
		spent, too := new(big.Rat).SetString(n.Spent)
		scale := n.Scale
		if n.SigmaSquared != "" {
			scale = n.SigmaSquared
		}
		of, three := new(big.Rat).SetString(scale)
		if !ok || !too || !three || sensitivity.Sign() < 0 || of.Sign() < 0 {
			return false
		}
		if of.Sign() == 0 { // no noise, which only what no secret pair changes may have
			if sensitivity.Sign() != 0 {
				return false
			}
			continue
		}
		if sensitivity.Quo(sensitivity, of).Cmp(spent) != 0 {
			return false
		}
	}
	return true
}
