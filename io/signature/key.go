// Package signature signs the records of releases and checks such signatures. Keys are Ed25519 keys in the forms of
// OpenSSH, and signatures are those of ssh-keygen -Y (PROTOCOL.sshsig in its sources), so that reviewers can use tools
// that they have: a signature stands in a file beside what it is of.
package signature

import (
	"bytes"
	"crypto/ed25519"
	"strings"

	"golang.org/x/crypto/ssh"

	"steward/core/limits"
	"steward/core/message"
	"steward/io/internal/disk"
)

// Key is a public key.
type Key struct {
	key     ssh.PublicKey
	Comment string
}

// Fingerprint is the SHA-256 of the key as ssh-keygen -l writes it: SHA256 and 43 letters.
func (k Key) Fingerprint() string { return ssh.FingerprintSHA256(k.key) }

// Line is the key as it stands in a file of its own: ssh-ed25519, the key and a comment.
func (k Key) Line() string {
	line := strings.TrimSpace(string(ssh.MarshalAuthorizedKey(k.key)))
	if k.Comment != "" {
		line += " " + k.Comment
	}
	return line
}

// ParseKey reads a public key from a line as Line returns it.
func ParseKey(line string) (Key, error) {
	key, comment, _, _, err := ssh.ParseAuthorizedKey([]byte(line))
	if err != nil || key.Type() != ssh.KeyAlgoED25519 {
		return Key{}, message.Errorf("a public key is expected, a line that begins with %s", ssh.KeyAlgoED25519)
	}
	return Key{key, comment}, nil
}

// Trusted is a key that somebody trusts.
type Trusted struct {
	Fingerprint string
	// Named says that a signature by it, or by another that is named, has to be there.
	Named bool
}

// Trust reads which keys are trusted: the fingerprint of one, or a file with public keys, a line each.
func Trust(what string) ([]Trusted, error) {
	if strings.HasPrefix(what, "SHA256:") {
		return []Trusted{{what, true}}, nil
	}
	content, err := disk.ReadFile(disk.OS, what, limits.MaxKeyBytes)
	if err != nil {
		return nil, message.Errorf("the trusted key is neither a fingerprint that begins with SHA256: nor a file that can be read: %w", err)
	}
	var out []Trusted
	for line := range bytes.Lines(content) {
		if text := strings.TrimSpace(string(line)); text != "" && !strings.HasPrefix(text, "#") {
			k, err := ParseKey(text)
			if err != nil {
				return nil, message.Errorf("%s: %w", what, err)
			}
			out = append(out, Trusted{k.Fingerprint(), true})
		}
	}
	if len(out) == 0 {
		return nil, message.Errorf("%s does not contain a public key", what)
	}
	return out, nil
}

// Signer signs with a private key.
type Signer struct {
	Key
	private ed25519.PrivateKey
}
