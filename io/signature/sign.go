package signature

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha512"
	"encoding/base64"
	"encoding/pem"
	"io"

	"golang.org/x/crypto/ssh"

	"steward/core/message"
)

// Namespace is what signatures of records are for. One that was made for something else is none.
const Namespace = "steward-release"

// Suffix ends the names of the files with signatures, which begin with the name of the record.
const Suffix = ".sig"

const (
	magic    = "SSHSIG"
	hashName = "sha512"
	armor    = "SSH SIGNATURE"
)

// signed is what is signed: not the content, but this about it.
type signed struct {
	Namespace, Reserved, Hash string
	Digest                    []byte
}

// blob is a signature as it is stored.
type blob struct {
	Version                   uint32
	Key                       []byte
	Namespace, Reserved, Hash string
	Signature                 []byte
}

// over returns the bytes that a signature is of.
func over(namespace string, content io.Reader) ([]byte, error) {
	h := sha512.New()
	if _, err := io.Copy(h, content); err != nil {
		return nil, err
	}
	return append([]byte(magic), ssh.Marshal(signed{Namespace: namespace, Hash: hashName, Digest: h.Sum(nil)})...), nil
}

// Sign returns the signature of a content, as a file holds it.
func (s *Signer) Sign(content io.Reader) ([]byte, error) { return s.SignFor(Namespace, content) }

// SignFor is Sign for something else than a record.
func (s *Signer) SignFor(namespace string, content io.Reader) ([]byte, error) {
	message, err := over(namespace, content)
	if err != nil {
		return nil, err
	}
	made := ssh.Marshal(ssh.Signature{Format: ssh.KeyAlgoED25519, Blob: ed25519.Sign(s.private, message)})
	body := append([]byte(magic), ssh.Marshal(blob{Version: 1, Key: s.key.Marshal(), Namespace: namespace, Hash: hashName, Signature: made})...)
	return armored(body), nil
}

// armored writes a signature in lines, as ssh-keygen does.
func armored(body []byte) []byte {
	const wide = 70
	var out bytes.Buffer
	out.WriteString("-----BEGIN " + armor + "-----\n")
	text := base64.StdEncoding.EncodeToString(body)
	for len(text) > 0 {
		n := min(wide, len(text))
		out.WriteString(text[:n] + "\n")
		text = text[n:]
	}
	out.WriteString("-----END " + armor + "-----\n")
	return out.Bytes()
}

// Check returns the key that signed a content. It errors where the signature is not one of exactly this content.
func Check(signature []byte, content io.Reader) (Key, error) {
	return CheckFor(Namespace, signature, content)
}

// CheckFor is Check of a signature for something else than a record.
func CheckFor(namespace string, signature []byte, content io.Reader) (Key, error) {
	block, rest := pem.Decode(signature)
	if block == nil || block.Type != armor || len(block.Headers) > 0 || len(bytes.TrimSpace(rest)) > 0 {
		return Key{}, message.Errorf("it is not a signature as ssh-keygen writes them")
	}
	body, is := bytes.CutPrefix(block.Bytes, []byte(magic))
	var b blob
	if !is || ssh.Unmarshal(body, &b) != nil || b.Version != 1 || b.Reserved != "" || b.Hash != hashName {
		return Key{}, message.Errorf("it is a signature in a different format")
	}
	if b.Namespace != namespace {
		return Key{}, message.Errorf("it was made for %q and not for %q", b.Namespace, namespace)
	}
	key, err := ssh.ParsePublicKey(b.Key)
	if err != nil || key.Type() != ssh.KeyAlgoED25519 {
		return Key{}, message.Errorf("it was made by a different kind of key from %s", ssh.KeyAlgoED25519)
	}
	var made ssh.Signature
	if err := ssh.Unmarshal(b.Signature, &made); err != nil || len(made.Rest) > 0 {
		return Key{}, message.Errorf("it is a signature in a different format")
	}
	text, err := over(namespace, content)
	if err != nil {
		return Key{}, err
	}
	if key.Verify(text, &made) != nil {
		return Key{}, message.Errorf("it is a signature of something else")
	}
	return Key{key: key}, nil
}
