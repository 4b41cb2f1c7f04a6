package publish

import (
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

// roomFor returns how much room is kept for a release of a plan.
func roomFor(c *plan.Compiled) unfinished.Room {
	files := int64(perRelease)
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
