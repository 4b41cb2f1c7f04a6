package publish_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"testing"

	"steward/io/publish"
	"steward/io/publish/publishtest"
)

// The room that is kept is as much as the files of a release take, with everything that can be published, and nothing is left of
// where it was kept.
func TestEnoughRoomIsKept(t *testing.T) {
	for name, j := range map[string]publish.Job{"every kind": publishtest.EveryKindJob(t), "a town": publishtest.TownJob(t)} {
		done, err := publish.Release(context.Background(), j)
		if err != nil {
			t.Fatal(err)
		}
		var took int64
		for _, path := range done.Files {
			info, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			took += info.Size()
		}
		if kept := publish.RoomFor(j.Plan, 0); took > kept.Files {
			t.Errorf("%s: %d bytes were written, and room for %d was kept", name, took, kept.Files)
		}
		if _, err := os.Stat(j.LedgerDir + ".unfinished"); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: the folder of what is under way stays behind: %v", name, err)
		}
	}
}

// Made-up records take room by how many there can be, whether or not the number of people is known.
func TestRoomForMadeUpRecords(t *testing.T) {
	p := publishtest.EveryKindPlan()
	few := publish.RoomFor(publishtest.Compiled(t, p), 0).Files
	p.Synthetic[0].Records = 100_000
	many := publish.RoomFor(publishtest.Compiled(t, p), 0).Files
	if many-few < 100_000*int64(len(p.Synthetic[0].Columns)) {
		t.Errorf("100,000 records take %d bytes more", many-few)
	}
}
