package publish_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"steward/io/export"
	"steward/io/internal/disk"
	"steward/io/publish"
	"steward/io/publish/publishtest"
	"steward/io/released"
)

// A release that is read again from its record and files writes the same files, byte for byte, with everything that can be published:
// nothing of it is lost, and nothing is said otherwise.
func TestReleaseReadAgainWritesTheSame(t *testing.T) {
	for name, j := range map[string]publish.Job{"every kind": publishtest.EveryKindJob(t), "a town": publishtest.TownJob(t)} {
		t.Run(name, func(t *testing.T) {
			done, err := publish.Release(context.Background(), j)
			if err != nil {
				t.Fatal(err)
			}
			again, err := released.Read(context.Background(), done.Record())
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			also := publish.Papers(again, j.Plan.Plan.Paper)
			if _, err := export.All(context.Background(), disk.OS, dir, strings.TrimSuffix(filepath.Base(done.Record()), ".json"), again, also...); err != nil {
				t.Fatal(err)
			}
			for _, path := range done.Files {
				if strings.HasSuffix(path, ".sig") {
					continue
				}
				want, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				if got := publishtest.ContentOf(t, filepath.Join(dir, filepath.Base(path))); !bytes.Equal(got, want) {
					at := 0
					for at < min(len(got), len(want)) && got[at] == want[at] {
						at++
					}
					t.Errorf("%s has other bytes: %.300q, want %.300q", filepath.Base(path), got[max(at-60, 0):], want[max(at-60, 0):])
				}
			}
			// What was changed is not shown.
			for _, path := range done.Files {
				if !strings.HasSuffix(path, ".json") || filepath.Base(path) == export.PackageName {
					continue
				}
				text, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				changed := bytes.Replace(text, []byte(`"published": `), []byte(`"published": 1`), 1)
				if err := os.WriteFile(path, changed, 0o600); err != nil {
					t.Fatal(err)
				}
				if _, err := released.Read(context.Background(), path); err == nil || !strings.Contains(err.Error(), "not as it was written") {
					t.Errorf("a changed record: %v", err)
				}
			}
		})
	}
}
