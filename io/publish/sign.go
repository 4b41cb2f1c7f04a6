package publish

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"steward/core/limits"
	"steward/core/message"
	"steward/io/internal/disk"
	"steward/io/signature"
	"steward/io/wholefile"
)

// signer returns what signs the record, nil for nothing.
func (j Job) signer() (*signature.Signer, error) {
	if j.Signer == nil {
		return nil, nil
	}
	return j.Signer()
}

// Sign writes the signature of a record to a file that there is not yet.
func Sign(s *signature.Signer, record, path string) error { return sign(disk.OS, s, record, path) }

func sign(d disk.Disk, s *signature.Signer, record, path string) error {
	content, err := disk.ReadFile(d, record, limits.MaxReleaseRecordBytes)
	if err != nil {
		return message.Errorf("the record cannot be read: %w", err)
	}
	made, err := s.Sign(bytes.NewReader(content))
	if err != nil {
		return message.Errorf("the record cannot be signed: %w", err)
	}
	return wholefile.On(d).Create(path, func(w io.Writer) error { _, err := w.Write(made); return err })
}

// SignToo adds a signature to those that a record has, and returns the path of its file.
func SignToo(s *signature.Signer, record string) (string, error) {
	for n := 1; ; n++ {
		path := record + signature.Suffix
		if n > 1 {
			path = fmt.Sprintf("%s.%d%s", record, n, signature.Suffix)
		}
		if err := Sign(s, record, path); !errors.Is(err, fs.ErrExist) {
			return path, err
		}
	}
}
