package ledger

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/big"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"

	budget "steward/core/account"
	"steward/core/release"
	"steward/core/seeded"
	"steward/io/cleantest"
	"steward/io/internal/disk/disktest"
)

// child names the variable that makes the test binary a second program that debits a
// ledger: "folder" and the number of debits it tries.
const child = "STEWARD_TEST_LEDGER"

func TestMain(m *testing.M) {
	if code, started := disktest.Main(eventfulYear); started {
		os.Exit(code)
	}
	if dir := os.Getenv(child); dir != "" {
		os.Exit(debitAll(dir, os.Args[1], os.Args[2]))
	}
	os.Exit(cleantest.Main(m))
}

// many debits fill a ledger, each of which asks for as much as together says.
var (
	many     = seeded.Often(20, 100)
	together = fmt.Sprint(1 / float64(many))
)

// debitAll debits the ledger of a data set so many times and prints the number of each entry
// when it is on the disk, and "over" for a refusal.
func debitAll(dir, dataSet, times string) int {
	n, err := strconv.Atoi(times)
	if err != nil {
		return 2
	}
	for range n {
		number, err := debitOnce(dir, dataSet)
		var limit *LimitError
		switch {
		case errors.As(err, &limit):
			fmt.Println("over")
		case err != nil:
			fmt.Fprintln(os.Stderr, err)
			return 1
		default:
			fmt.Println(number)
		}
	}
	return 0
}

func debitOnce(dir, dataSet string) (int, error) {
	l, err := Open(dir, dataSet)
	if err != nil {
		return 0, err
	}
	amount, err := budget.ParseEpsilon(together)
	if err != nil {
		return 0, err
	}
	limit, err := budget.ParseEpsilon("1")
	if err != nil {
		return 0, err
	}
	for {
		e, err := l.Debit(context.Background(), release.Spend{DataSet: dataSet, Time: "t", Epsilon: amount, Limit: limit})
		if err != nil && strings.Contains(err.Error(), "another program has held the account") {
			continue // so busy a machine is no fault
		}
		return e.Sequence, err
	}
}

// program starts the test binary as another program on the folder.
func program(t *testing.T, dir, dataSet string, times int) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, dataSet, strconv.Itoa(times))
	cmd.Env = append(os.Environ(), child+"="+dir)
	return cmd
}

// checkFull fails unless the ledger holds so many debits as fill it and no more, and
// the numbers that were told are those of the entries, each once.
func checkFull(t *testing.T, dir string, told map[int]int, over int) {
	t.Helper()
	s := statement(t, open(t, dir, "People"))
	if s.Spent.Cmp(big.NewRat(1, 1)) != 0 || len(s.Entries) != many || over == 0 {
		t.Errorf("%d entries, %s spent, %d refused: want %d entries and 1", len(s.Entries), s.Spent.RatString(), over, many)
	}
	for number := 1; number <= many; number++ {
		if told[number] != 1 {
			t.Errorf("entry %d was given to %d debits", number, told[number])
		}
	}
}

func TestGoroutinesAtOnce(t *testing.T) {
	dir := t.TempDir()
	told, over := make(map[int]int), 0
	var mutex sync.Mutex
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range many/8 + 2 {
				number, err := debitOnce(dir, "People")
				var limit *LimitError
				mutex.Lock()
				switch {
				case errors.As(err, &limit):
					over++
				case err != nil:
					t.Error(err)
				default:
					told[number]++
				}
				mutex.Unlock()
				if _, err := open(t, dir, "People").Statement(); err != nil {
					t.Error(err) // a statement never sees half an entry
				}
			}
		})
	}
	all.Wait()
	checkFull(t, dir, told, over)
}

func TestProgramsAtOnce(t *testing.T) {
	dir := t.TempDir()
	told, over := make(map[int]int), 0
	var programs [3]*exec.Cmd
	var outputs [3]strings.Builder
	for i := range programs {
		programs[i] = program(t, dir, "People", many*2/5)
		programs[i].Stdout, programs[i].Stderr = &outputs[i], os.Stderr
		if err := programs[i].Start(); err != nil {
			t.Fatal(err)
		}
	}
	for i, p := range programs {
		if err := p.Wait(); err != nil {
			t.Fatal(err)
		}
		for _, word := range strings.Fields(outputs[i].String()) {
			if word == "over" {
				over++
				continue
			}
			number, err := strconv.Atoi(word)
			if err != nil {
				t.Fatal(err)
			}
			told[number]++
		}
	}
	checkFull(t, dir, told, over)
}

// Programs that spend on linked data sets at once keep the limit together, wait for one
// another only as long as it takes, and lose nothing.
func TestLinkedProgramsAtOnce(t *testing.T) {
	dir := t.TempDir()
	names := []string{"People", "Others", "Third"}
	link(t, dir, "Others", "People")
	link(t, dir, "Third", "Others")
	var programs []*exec.Cmd
	outputs := make([]strings.Builder, len(names))
	for i, name := range names {
		p := program(t, dir, name, many*9/20)
		p.Stdout, p.Stderr = &outputs[i], os.Stderr
		if err := p.Start(); err != nil {
			t.Fatal(err)
		}
		programs = append(programs, p)
	}
	spent, over := 0, 0
	for i, p := range programs {
		if err := p.Wait(); err != nil {
			t.Fatal(err)
		}
		refused := strings.Count(outputs[i].String(), "over")
		told := len(strings.Fields(outputs[i].String())) - refused
		if s := statement(t, open(t, dir, names[i])); s.Spent.Cmp(big.NewRat(int64(told), int64(many))) != 0 {
			t.Errorf("%s has spent %s, and %d debits were told of", names[i], text(s.Spent), told)
		}
		spent, over = spent+told, over+refused
	}
	if joint := statement(t, open(t, dir, "People")).Joint(); joint.Cmp(big.NewRat(1, 1)) != 0 || spent != many || over != 3*(many*9/20)-many {
		t.Errorf("%s is spent by %d debits, %d refused: want 1 by %d", text(joint), spent, over, many)
	}
}

// TestKilled kills a program in the middle of its debits: all that it was told of is there.
func TestKilled(t *testing.T) {
	dir := t.TempDir()
	last := 0
	for range seeded.Often(2, 6) {
		p := program(t, dir, "People", 1000)
		out, err := p.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		for range 9 {
			if lines.Scan(); lines.Text() != "over" {
				if last, err = strconv.Atoi(lines.Text()); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := p.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		for lines.Scan() { // what it was told before it was killed
			if n, err := strconv.Atoi(lines.Text()); err == nil {
				last = n
			}
		}
		_ = p.Wait() // it was killed
		s := statement(t, open(t, dir, "People"))
		if len(s.Entries) < last || s.Spent.Cmp(big.NewRat(int64(last), int64(many))) < 0 || s.Spent.Cmp(big.NewRat(1, 1)) > 0 {
			t.Fatalf("%d entries and %s spent after %d debits of %s", len(s.Entries), s.Spent.RatString(), last, together)
		}
	}
}
