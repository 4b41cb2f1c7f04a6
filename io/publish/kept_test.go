package publish_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"steward/core/result"
	"steward/io/export"
	"steward/io/internal/disk"
	"steward/io/publish"
	"steward/io/publish/publishtest"
)

// A release that was kept and read again writes the same files, byte for byte, with everything that can be published.
func TestKeptReleaseWritesTheSame(t *testing.T) {
	j := publishtest.EveryKindJob(t)
	done, err := publish.Release(context.Background(), j)
	if err != nil {
		t.Fatal(err)
	}
	var kept bytes.Buffer
	if err := done.Release.Keep(&kept); err != nil {
		t.Fatal(err)
	}
	content := bytes.TrimSpace(kept.Bytes()) // without the line end, which nothing depends on
	again, err := result.Kept(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	also := publish.Papers(again, j.Plan.Plan.Paper)
	files, err := export.All(context.Background(), disk.OS, dir, "every", again, also...)
	if err != nil || len(files) != len(done.Files) {
		t.Fatalf("wrote %v, %v", files, err)
	}
	for _, path := range done.Files {
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if got := publishtest.ContentOf(t, filepath.Join(dir, filepath.Base(path))); !bytes.Equal(got, want) {
			t.Errorf("%s has other bytes", filepath.Base(path))
		}
	}
	for at := 10; at < len(content); at += len(content) / 40 {
		if _, err := result.Kept(bytes.NewReader(content[:at])); err == nil {
			t.Errorf("the first %d bytes of %d are taken for a release", at, len(content))
		}
	}
	number := []byte(`"Unadjusted":[`)
	if _, err := result.Kept(bytes.NewReader(bytes.Replace(content, number, append(number, '9'), 1))); err == nil {
		t.Error("a number was changed, and nobody says so")
	}
}
