package ledger

import (
	"context"
	"fmt"
	"os"
	"time"
)

// patience is how long a ledger that another program holds is waited for. A debit takes
// milliseconds, so a program that holds it longer hangs.
const patience = 15 * time.Second

// lock waits until no other program holds the file, until ctx is done, or until patience
// is at an end.
func lock(ctx context.Context, f *os.File, exclusive bool) error {
	ctx, cancel := context.WithTimeoutCause(ctx, patience, fmt.Errorf("another program has held the ledger for %v: close it and try again", patience))
	defer cancel()
	pause := time.Millisecond
	for {
		free, err := tryLock(f, exclusive)
		if err != nil {
			return fmt.Errorf("the ledger cannot be locked: %w", err)
		}
		if free {
			return nil
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(pause):
			pause = min(2*pause, 50*time.Millisecond)
		}
	}
}
