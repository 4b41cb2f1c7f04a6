package publish

import (
	"steward/core/limits"
	"steward/core/plan"
	"steward/io/unfinished"
)

// What the files of a release take of a disk, in bytes: a number with what is said of it in all of them, each character of its
// labels, and what there is without any number. They are more than releases were seen to take, and room that was kept is given
// back when the files are written.
const (
	perNumber    = 3 << 9
	perCharacter = 8
	perRelease   = 4 << 20
)

// What a value of a made-up record takes beside its text, in the table and in the workbook, and in how many of them its text stands.
const (
	perValue   = 24
	timesValue = 3
)

// roomFor returns how much room is kept for a release of a plan, of a file with so many bytes.
func roomFor(c *plan.Compiled, data int64) unfinished.Room {
	files := int64(perRelease)
	for i, s := range c.Synthetic {
		perRecord := int64(0)
		for _, a := range s.Sheet.Domain().Attributes() {
			longest := 0
			for _, label := range a.Labels() {
				longest = max(longest, len(label))
			}
			perRecord += perValue + timesValue*int64(longest)
		}
		files += recordsOf(c.Plan, i, data) * perRecord
	}
	for _, p := range c.Problems {
		n, characters := int64(p.Workload.Len()), 0
		if n > 0 {
			for _, label := range p.Workload.Key(int(n - 1)) {
				characters += len(label)
			}
		}
		files += n * (perNumber + perCharacter*int64(characters))
	}
	return unfinished.Room{Answers: files / 4, Files: files}
}

// recordsOf returns how many made-up records a plan can ask for at most: every row of the file takes a byte or more of it.
func recordsOf(p plan.Plan, i int, data int64) int64 {
	n := data
	switch {
	case p.Synthetic[i].Records > 0:
		n = p.Synthetic[i].Records
	case p.Facts.People != nil:
		n = *p.Facts.People
	}
	return min(n, limits.MaxSyntheticRecords)
}
