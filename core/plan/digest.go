package plan

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"
)

// Digest identifies all of a plan that decides what is published, so that what someone says of a plan is of no other one. Its
// first half is of what a release tells of the plan, so that it can be worked out again from its record; the second, after a
// point, is of how the file is read. Which file it is decides nothing: what a plan promises it promises for any.
func (p Plan) Digest() (string, error) {
	reading := p.Data
	reading.File, reading.Reviewed, reading.Described = "", nil, nil
	told, err := p.ToldDigest()
	if err != nil {
		return "", err
	}
	read, err := digestOf("steward plan, how the file is read", reading)
	return told + "." + read, err
}

// ToldDigest is the first half of Digest: of the plan as it stands in the record of its release.
func (p Plan) ToldDigest() (string, error) {
	p.Data = Data{Repairs: p.PublicRepairs()}
	return digestOf("steward plan", p)
}

// Tells reports whether a digest is of a plan of which ToldDigest is told.
func Tells(digest, told string) bool {
	first, _, whole := strings.Cut(digest, ".")
	return whole && first == told
}

func digestOf(what string, v any) (string, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(append([]byte(what+"\n"), text...))
	return hex.EncodeToString(sum[:]), nil
}
