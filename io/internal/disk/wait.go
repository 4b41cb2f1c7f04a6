package disk

import (
	"context"
	"time"
)

// Wait locks a file when no other program holds it. It errors with the cause of ctx when that
// is done before, and when the disk cannot lock.
func Wait(ctx context.Context, f File, exclusive bool) error {
	pause := time.Millisecond
	for {
		free, err := f.TryLock(exclusive)
		if free || err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(pause):
			pause = min(2*pause, 50*time.Millisecond)
		}
	}
}
