package project

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"

	"steward/core/plan"
)

// NewFingerprint returns the fingerprint of a file with the given SHA-256. The salt keeps
// fingerprints of one file in two plans from looking alike; whoever holds the plan can still
// test a guessed file against it, which is why no release carries it.
func NewFingerprint(digest [32]byte) (plan.Fingerprint, error) {
	salt := make([]byte, 16)
	if _, err := rand.Read(salt); err != nil {
		return plan.Fingerprint{}, err
	}
	return plan.Fingerprint{Salt: hex.EncodeToString(salt), Digest: salted(salt, digest)}, nil
}

// Matches reports whether a file with the given SHA-256 is the one of the fingerprint.
func Matches(f plan.Fingerprint, digest [32]byte) bool {
	salt, err := hex.DecodeString(f.Salt)
	if err != nil || len(salt) == 0 {
		return false
	}
	return subtle.ConstantTimeCompare([]byte(salted(salt, digest)), []byte(f.Digest)) == 1
}

// Same tells files by their SHA-256 as Matches does. It knows none where there is no fingerprint.
func Same(f *plan.Fingerprint) func(digest [32]byte) bool {
	return func(digest [32]byte) bool { return f != nil && Matches(*f, digest) }
}

func salted(salt []byte, digest [32]byte) string {
	sum := sha256.Sum256(append(append([]byte{}, salt...), digest[:]...))
	return hex.EncodeToString(sum[:])
}
