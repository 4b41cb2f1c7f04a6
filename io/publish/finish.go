package publish

import (
	"context"
	"path/filepath"
	"time"

	"steward/core/message"
	"steward/core/plan"
	"steward/core/result"
	"steward/io/export"
	"steward/io/internal/disk"
	"steward/io/ledger"
	"steward/io/signature"
	"steward/io/unfinished"
)

// finishing is a release that was carried out, on its way to its place.
type finishing struct {
	disk    disk.Disk
	under   *unfinished.Release
	release *result.Release
	ledger  *ledger.Ledger
	signer  *signature.Signer // nil for none
	now     time.Time
}

// finish writes the files, unless they are on the disk already, puts them where they are to stand, and notes so in the ledger. It
// can be done again until it succeeds: the numbers stay the same.
func (f finishing) finish(ctx context.Context) (*Finished, error) {
	done := &Finished{Release: f.release}
	if !f.under.IsWhole() {
		if err := f.write(ctx); err != nil {
			return done, err
		}
	}
	if err := f.under.Place(); err != nil {
		return done, err
	}
	done.Files = f.under.Files()
	seal, err := export.Seal(done.Record())
	if err == nil {
		err = f.ledger.Close(f.release.Ledger, ledger.Closing{Time: f.now.Format(time.RFC3339), Digest: f.release.Digest, Files: done.Files, Seal: seal})
	}
	if err != nil {
		return done, message.Errorf("the files are written, but the account could not note it: %w", err)
	}
	return done, f.under.Drop()
}

// write writes all files to the disk, none of which stands where it is to stand before the last is there.
func (f finishing) write(ctx context.Context) error {
	if err := f.under.Vacate(); err != nil {
		return err
	}
	files, err := export.All(ctx, f.disk, f.under.Staging, f.under.Base, f.release, Papers(f.release, plan.Paper(f.under.Paper))...)
	if err != nil {
		return err
	}
	record := (&Finished{Files: files}).Record()
	if f.release.Signer != "" {
		path := record + signature.Suffix
		if err := f.sign(record, path); err != nil {
			return err
		}
		files = append(files, path)
	}
	var names []string
	for _, path := range files {
		names = append(names, filepath.Base(path))
	}
	return f.under.Whole(names, filepath.Base(record))
}

// sign signs the record with the key that it names.
func (f finishing) sign(record, path string) error {
	if f.signer == nil || f.signer.Fingerprint() != f.release.Signer {
		return message.Errorf("the record was to be signed with the key %s, which is missing: put it back, then finish the release", f.release.Signer)
	}
	return sign(f.disk, f.signer, record, path)
}
