package verify

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"steward/core/limits"
	"steward/core/message"
	"steward/io/internal/disk"
	"steward/io/signature"
)

// signatures checks the signatures beside the record.
func (v *verifier) signatures(path string, trusted []signature.Trusted) error {
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return message.Errorf("the folder of the record cannot be read: %w", err)
	}
	valid, vouched := 0, false
	for _, e := range entries {
		rest, of := strings.CutPrefix(e.Name(), filepath.Base(path)+".")
		if !of || "."+rest != signature.Suffix && !strings.HasSuffix(rest, signature.Suffix) {
			continue
		}
		key, err := signedBy(path, filepath.Join(filepath.Dir(path), e.Name()))
		if err != nil {
			v.bad(message.Sprintf("%s is not a signature of this record: %v", e.Name(), err))
			continue
		}
		valid++
		at := slices.IndexFunc(trusted, func(t signature.Trusted) bool { return t.Fingerprint == key.Fingerprint() })
		if at < 0 {
			v.note(true, message.Sprintf("The record is unchanged since it was signed by the unknown key %s", key.Fingerprint()), message.Text{})
			continue
		}
		vouched = vouched || trusted[at].Named
		v.vouch(message.Sprintf("The record is signed by a key that you trust, %s", key.Fingerprint()))
	}
	switch {
	case !vouched && slices.ContainsFunc(trusted, func(t signature.Trusted) bool { return t.Named }):
		v.bad(message.Sprintf("The record is not signed by the key that you trust"))
	case valid == 0 && slices.ContainsFunc(v.findings, func(f Finding) bool { return f.Vouched }): // by the account
	case valid == 0 && v.record.Signer != "":
		v.unknown(message.Sprintf("The record says that it is signed by the key %s, but that signature is not beside it: without it, the record may be anyone's", v.record.Signer))
	case valid == 0:
		v.unknown(message.Sprintf("The record is not signed: it does not prove who wrote it, since anyone can seal a record"))
	}
	return nil
}

// signedBy returns the key that a signature of a record was made by.
func signedBy(record, path string) (signature.Key, error) {
	made, err := disk.ReadFile(disk.OS, path, limits.MaxKeyBytes)
	if err != nil {
		return signature.Key{}, err
	}
	content, err := disk.ReadFile(disk.OS, record, limits.MaxReleaseRecordBytes)
	if err != nil {
		return signature.Key{}, err
	}
	return signature.Check(made, bytes.NewReader(content))
}
