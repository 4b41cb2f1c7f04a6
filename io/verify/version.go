package verify

import "steward/core/message"

// writtenElsewhere says which version wrote the release, where it was not this one; it is empty
// otherwise.
func (v *verifier) writtenElsewhere() message.Text {
	if v.record.Program == v.program {
		return message.Text{}
	}
	return message.Sprintf("The release was written by %s; this is %s", v.record.Program, v.program)
}

// figures says how what a record states compares with what its plan gives here: whether it is the same, or
// near it, and whether what is stated agrees with itself.
type figures struct{ same, near, sound bool }

// worked adds a finding about figures that were worked out again. Versions of the program may tune a
// method otherwise, and processors round otherwise: where another version wrote the release, or the figures
// are near, and they agree with one another, that others come out here is said and is no fault.
func (v *verifier) worked(f figures, good, bad message.Text) {
	elsewhere := v.writtenElsewhere()
	switch {
	case f.same:
		v.note(true, good, message.Text{})
	case elsewhere.IsZero() && f.near && f.sound:
		v.unknown(message.Sprintf("%s, but nearly so. Processors round differently, and a search can end elsewhere: verify on a computer like the one that wrote it", bad))
	case elsewhere.IsZero():
		v.bad(bad)
	case !f.sound:
		v.bad(message.Sprintf("%s, and do not agree with one another. %s", bad, elsewhere))
	default:
		v.unknown(message.Sprintf("%s. %s, which may tune this method differently: verify with the version that wrote it", bad, elsewhere))
	}
}
