// Recheck is for reviewers of a release. It reads the record that Steward writes beside workbook and
// summary, builds from the definitions which cells the record's policy joins, and confirms in exact fractions
// that the stated noise on the stated rows hides every pair of them, for up to 4096 cells. It recomputes digests
// and sums, and names what it did not check. It shares no code with Steward, uses Go's standard library
// alone, and is short, so that it can be read in one sitting. In the order of reading:
//
//	record.go    what is taken from a record, and the values of the columns
//	secrets.go   which two answers a secret joins, and with what weight (every kind of secret)
//	distances.go the secrets that go by distances, of numbers and of places
//	policy.go    secrets put together: the cells of a question and their neighbours
//	facts.go     what the public knows, and which files are neighbours then
//	rows.go      the measured rows, and what a change from one cell to another costs
//	tables.go    the same for tables over some of many columns
//	question.go  does the noise of a question hide all neighbours?
//	sums.go      do the parts add up to what the release says it spends?
//	digests.go   are record and files as they were written?
//
// Run it with
//
//	go run . RECORD.json
//
// in its folder. It ends with 0 when all that could be checked holds, with 1 when something does not, and
// with 2 when nothing could be checked.
package main

import (
	"fmt"
	"io"
	"os"
	"slices"
)

// report is what was found, in sentences.
type report struct{ holds, unchecked, fails []string }

func (r *report) held(text string, args ...any) {
	r.holds = append(r.holds, fmt.Sprintf(text, args...))
}
func (r *report) failed(text string, args ...any) {
	r.fails = append(r.fails, fmt.Sprintf(text, args...))
}
func (r *report) skipped(text string, args ...any) {
	r.unchecked = append(r.unchecked, fmt.Sprintf(text, args...))
}

// write prints what was found, the worst last, and returns the exit code.
func (r *report) write(w io.Writer) int {
	for i, list := range [][]string{r.holds, r.unchecked, r.fails} {
		for _, s := range list {
			fmt.Fprintln(w, []string{"holds:         ", "NOT CHECKED:   ", "DOES NOT HOLD: "}[i], s)
		}
	}
	switch {
	case len(r.fails) > 0:
		fmt.Fprintf(w, "Something does not hold (%d of %d).\n", len(r.fails), len(r.fails)+len(r.holds))
		return 1
	case len(r.holds) == 0:
		fmt.Fprintln(w, "Nothing could be checked.")
		return 2
	}
	fmt.Fprintf(w, "All that was checked holds (%d); %d not checked.\n", len(r.holds), len(r.unchecked))
	return 0
}

// recheck checks the record at a path.
func recheck(path string) *report {
	out := &report{}
	text, err := readRecordFile(path)
	if err != nil {
		out.skipped("the record cannot be read: %v", err)
		return out
	}
	var r *record
	if why, _ := carefully(func() { r = readRecord(text) }); why != "" {
		out.skipped("%s: %s", path, why)
		return out
	}
	r.digests(path, text, out)
	if why, _ := carefully(func() { r.sums(out); r.promise(out) }); why != "" {
		out.failed("%s", why)
	}
	r.questions(out)
	for _, p := range slices.Concat(r.Choices, r.Clusters, r.Synthetic) {
		out.skipped("%q, by %s: whether what was chosen or made from the data is hidden; its share is in the sums", p.Title, p.Mechanism)
	}
	out.skipped("what no record can show: that noise was drawn as is stated, that nothing but the noisy rows went into the answers, and what earlier releases told")
	return out
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: recheck RECORD.json")
		os.Exit(2)
	}
	os.Exit(recheck(os.Args[1]).write(os.Stdout))
}
