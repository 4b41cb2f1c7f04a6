package ledger

import (
	"context"
	"time"

	"steward/core/message"
	"steward/io/internal/disk"
)

// patience is how long a ledger that another program holds is waited for. A debit takes
// milliseconds, so a program that holds it longer hangs.
const patience = 15 * time.Second

// lock waits until no other program holds the file, until ctx is done, or until patience
// is at an end.
func lock(ctx context.Context, f disk.File, exclusive bool) error {
	ctx, cancel := context.WithTimeoutCause(ctx, patience, message.Errorf("another program has held the account for %v: close it and try again", patience))
	defer cancel()
	err := disk.Wait(ctx, f, exclusive)
	if err != nil && ctx.Err() == nil {
		return message.Errorf("the account cannot be locked: %w", disk.InWords(err))
	}
	return err
}
