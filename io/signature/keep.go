package signature

import (
	"crypto/ed25519"
	"encoding/pem"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"golang.org/x/crypto/ssh"

	"steward/core/limits"
	"steward/core/message"
	"steward/io/internal/disk"
	"steward/io/wholefile"
)

// Keep is the folder that holds the key of somebody who signs.
type Keep struct {
	// Dir is the folder. The key stands in a file in it that only its owner can read.
	Dir string
	// Random is what a new key is drawn from.
	Random io.Reader
	// Passphrase returns what opens a key that is locked; again says that the last one did not. False gives up.
	Passphrase func(again bool) (string, bool)
}

// keyFile and comment are how OpenSSH would call the key.
const (
	keyFile = "steward_ed25519"
	comment = "steward"
)

// Path is where the private key stands.
func (k Keep) Path() string { return filepath.Join(k.Dir, keyFile) }

// Own returns the key, which is made when there is none.
func (k Keep) Own() (*Signer, error) {
	_, err := os.Lstat(k.Path())
	if errors.Is(err, fs.ErrNotExist) {
		return k.begin()
	}
	return k.load()
}

// Public returns the public half of the key, false where there is none, or it is locked and never was opened.
func (k Keep) Public() (Key, bool) {
	line, err := disk.ReadFile(disk.OS, k.Path()+".pub", limits.MaxKeyBytes)
	if err != nil {
		return Key{}, false
	}
	key, err := ParseKey(string(line))
	return key, err == nil
}

// begin makes a key.
func (k Keep) begin() (*Signer, error) {
	if k.Random == nil {
		return nil, message.Errorf("there is no key to sign with in %s", k.Dir)
	}
	seed := make([]byte, ed25519.SeedSize)
	if _, err := io.ReadFull(k.Random, seed); err != nil {
		return nil, message.Errorf("no key could be made: %w", err)
	}
	s, err := signerOf(ed25519.NewKeyFromSeed(seed))
	if err != nil {
		return nil, err
	}
	block, err := ssh.MarshalPrivateKey(s.private, s.Comment)
	if err != nil {
		return nil, message.Errorf("the key cannot be written: %w", err)
	}
	if err := k.put(s, pem.EncodeToMemory(block)); errors.Is(err, fs.ErrExist) {
		return k.load() // another program made one at the same time
	} else if err != nil {
		return nil, err
	}
	return s, nil
}

// put begins the file of a private key, and writes the public half beside it.
func (k Keep) put(s *Signer, content []byte) error {
	if err := os.MkdirAll(k.Dir, 0o700); err != nil {
		return message.Errorf("the folder of the key cannot be created: %w", err)
	}
	if err := wholefile.CreatePrivate(k.Path(), holding(content)); err != nil {
		return err
	}
	return wholefile.Write(k.Path()+".pub", holding([]byte(s.Line()+"\n")))
}

// holding writes a content.
func holding(content []byte) func(io.Writer) error {
	return func(w io.Writer) error { _, err := w.Write(content); return err }
}

// load reads the key.
func (k Keep) load() (*Signer, error) {
	content, err := readPrivate(k.Path())
	if err != nil {
		return nil, err
	}
	return k.open(content, k.Path())
}

// readPrivate reads a file that only its owner may read.
func readPrivate(path string) ([]byte, error) {
	f, err := disk.OS.OpenFile(path, os.O_RDONLY, 0)
	if err != nil {
		return nil, message.Errorf("the key cannot be read: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, message.Errorf("the key cannot be read: %w", err)
	}
	if runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		return nil, message.Errorf("others can read or write the key %s: remove their permissions (chmod 600), and sign with another key if someone may have read it", path)
	}
	content, err := disk.ReadAll(f, limits.MaxKeyBytes)
	if err != nil {
		return nil, message.Errorf("the key cannot be read: %w", err)
	}
	return content, nil
}

// open reads a private key, with the passphrase that it is locked with.
func (k Keep) open(content []byte, path string) (*Signer, error) {
	raw, err := ssh.ParseRawPrivateKey(content)
	for again := false; ; again = true {
		var locked *ssh.PassphraseMissingError
		if !errors.As(err, &locked) && !again {
			break
		}
		if err == nil {
			break
		}
		word, given := "", false
		if k.Passphrase != nil {
			word, given = k.Passphrase(again)
		}
		if !given {
			return nil, message.Errorf("the key %s is locked with a passphrase, which was not given", path)
		}
		raw, err = ssh.ParseRawPrivateKeyWithPassphrase(content, []byte(word))
	}
	if err != nil {
		return nil, message.Errorf("%s is not a private key in OpenSSH format: %w", path, err)
	}
	private, is := raw.(*ed25519.PrivateKey)
	if !is {
		return nil, message.Errorf("%s is a different kind of key from %s", path, ssh.KeyAlgoED25519)
	}
	return signerOf(*private)
}

func signerOf(private ed25519.PrivateKey) (*Signer, error) {
	public, err := ssh.NewPublicKey(private.Public())
	if err != nil {
		return nil, err
	}
	return &Signer{Key{public, comment}, private}, nil
}

// Lock locks the key with another passphrase, or opens it for good where that is empty.
func (k Keep) Lock(passphrase string) (*Signer, error) {
	s, err := k.Own()
	if err != nil {
		return nil, err
	}
	block, err := ssh.MarshalPrivateKey(s.private, s.Comment)
	if passphrase != "" {
		block, err = ssh.MarshalPrivateKeyWithPassphrase(s.private, s.Comment, []byte(passphrase))
	}
	if err != nil {
		return nil, message.Errorf("the key cannot be written: %w", err)
	}
	return s, wholefile.Write(k.Path(), holding(pem.EncodeToMemory(block))) // which keeps who may read it
}

// Export writes the private key to a file as it is, for keeping or for another computer.
func (k Keep) Export(path string) error {
	content, err := readPrivate(k.Path())
	if err != nil {
		return err
	}
	return wholefile.CreatePrivate(path, holding(content))
}

// Import takes over the private key in a file. It errors when there is a key here already.
func (k Keep) Import(path string) (*Signer, error) {
	content, err := readPrivate(path)
	if err != nil {
		return nil, err
	}
	s, err := k.open(content, path)
	if err != nil {
		return nil, err
	}
	return s, k.put(s, content)
}
