package release

import (
	"context"
	"errors"
	"fmt"

	"steward/core/mechanism"
	"steward/core/plan"
)

// ErrOwnData is the error of a stand-in that is the file which the plan protects.
var ErrOwnData = errors.New("this is the very file that the plan protects: comparing methods on it would tell about it, so give a public file that is like it")

// Like counts a public file that can be read as the plan says and gives every question its counts
// as a stand-in, on which mechanisms whose error depends on the data are compared. It returns a
// copy of the plan; nothing is spent, because nothing of the plan's own file is looked at. Rows
// that cannot be read are passed over. It errors with ErrOwnData when the file is the one that
// was reviewed, byte for byte, and when none of its rows could be read.
func Like(ctx context.Context, c *plan.Compiled, data Data) (*plan.Compiled, error) {
	if f := c.Plan.Data.Reviewed; f != nil {
		same, err := data.SameAsReviewed(*f)
		if err != nil {
			return nil, fmt.Errorf("comparing the file with the one reviewed: %w", err)
		}
		if same {
			return nil, ErrOwnData
		}
	}
	n, err := newCounter(c, c.Problems)
	if err != nil {
		return nil, err
	}
	_, err = data.Read(ctx, c, Visit{
		Cell:     n.add,
		Unread:   func(int64, error) error { return nil },
		Progress: func(int64) {},
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", data.Name(), err)
	}
	if n.total == 0 {
		return nil, fmt.Errorf("%s: none of its rows can be read as the plan says", data.Name())
	}
	out := *c
	out.Problems = make([]mechanism.Problem, len(c.Problems))
	for i, p := range c.Problems {
		if p.StandIn, err = mechanism.Published(p.Workload.Domain(), n.vectors[i].Counts(), data.Name()); err != nil {
			return nil, err
		}
		out.Problems[i] = p
	}
	return &out, nil
}
