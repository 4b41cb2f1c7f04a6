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
)

// child names the variable that makes the test binary a second program that debits a
// ledger: "folder" and the number of debits it tries.
const child = "STEWARD_TEST_LEDGER"

func TestMain(m *testing.M) {
	if dir := os.Getenv(child); dir != "" {
		os.Exit(debitAll(dir, os.Args[len(os.Args)-1]))
	}
	os.Exit(m.Run())
}

const together = "0.01" // what each of the debits asks for

// debitAll debits the ledger of "People" so many times and prints the number of each entry
// when it is on the disk, and "over" for a refusal.
func debitAll(dir, times string) int {
	n, err := strconv.Atoi(times)
	if err != nil {
		return 2
	}
	for range n {
		number, err := debitOnce(dir)
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

func debitOnce(dir string) (int, error) {
	l, err := Open(dir, "People")
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
	e, err := l.Debit(context.Background(), release.Spend{DataSet: "People", Time: "t", Epsilon: amount, Limit: limit})
	return e.Sequence, err
}

// program starts the test binary as another program on the folder.
func program(t *testing.T, dir string, times int) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, strconv.Itoa(times))
	cmd.Env = append(os.Environ(), child+"="+dir)
	return cmd
}

// checkFull fails unless the ledger holds a hundred debits of a hundredth and no more, and
// the numbers that were told are those of the entries, each once.
func checkFull(t *testing.T, dir string, told map[int]int, over int) {
	t.Helper()
	s := statement(t, open(t, dir, "People"))
	if s.Spent.Cmp(big.NewRat(1, 1)) != 0 || len(s.Entries) != 100 || over == 0 {
		t.Errorf("%d entries, %s spent, %d refused: want 100 entries and 1", len(s.Entries), s.Spent.RatString(), over)
	}
	for number := 1; number <= 100; number++ {
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
			for range 15 {
				number, err := debitOnce(dir)
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
		programs[i] = program(t, dir, 40)
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

// TestKilled kills a program in the middle of its debits: all that it was told of is there.
func TestKilled(t *testing.T) {
	dir := t.TempDir()
	last := 0
	for range 6 {
		p := program(t, dir, 1000)
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
		if len(s.Entries) < last || s.Spent.Cmp(big.NewRat(int64(last), 100)) < 0 || s.Spent.Cmp(big.NewRat(1, 1)) > 0 {
			t.Fatalf("%d entries and %s spent after %d debits of %s", len(s.Entries), s.Spent.RatString(), last, together)
		}
	}
}
