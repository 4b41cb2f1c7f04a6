package session

import (
	"context"

	"steward/core/plan"
	"steward/core/release"
)

// Like returns the plan with a public file as a stand-in for every question: the file at path,
// which can be read as the plan says, one row per person; where it has no sheet of the name that
// the plan gives, its first. Previews then compare the methods, too, whose error depends on the
// data. It errors when the file is the one that the plan protects.
func Like(ctx context.Context, c *plan.Compiled, path string) (*plan.Compiled, error) {
	data, err := OpenData(ctx, path, c.Plan.Data)
	if err != nil && c.Plan.Data.Sheet != "" {
		d := c.Plan.Data
		d.Sheet = ""
		data, err = OpenData(ctx, path, d)
	}
	if err != nil {
		return nil, err
	}
	defer data.Close()
	return release.Like(ctx, c, data)
}
