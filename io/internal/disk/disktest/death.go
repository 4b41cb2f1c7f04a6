package disktest

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"

	"steward/io/internal/disk"
)

// Script is work on a disk below a folder. It tells each piece of work when it is done, in
// one line.
type Script func(d disk.Disk, dir string, tell func(done string)) error

// Death is a place where a script dies: its Number-th call that writes, after a part of the
// bytes of a write.
type Death struct {
	Number int
	Op     Op
	Bytes  int
}

// Changes reports whether dying there leaves files in a state of its own: within the bytes of
// a write, or at a call that would change them. Any other place leaves them as the one before
// or the one after does.
func (d Death) Changes() bool {
	switch d.Op.Call {
	case Write:
		return d.Bytes > 0 && d.Bytes < d.Op.Bytes
	case Sync, SyncFolder:
		return false
	}
	return true
}

func (d Death) String() string {
	return fmt.Sprintf("call %d (%s %s, %d of %d bytes)", d.Number, d.Op.Call, d.Op.Path, d.Bytes, d.Op.Bytes)
}

// Deaths runs a script to its end and returns every place where it can die. A write has
// several: before, within and after its bytes.
func Deaths(script Script, dir string) ([]Death, error) {
	var deaths []Death
	number := 0
	d := &Disk{Unsynced: true, Fault: func(op Op) Fault {
		if op.Writes() {
			number++
			deaths = append(deaths, Death{number, op, 0})
			if op.Call == Write {
				deaths = append(deaths, Death{number, op, op.Bytes / 2}, Death{number, op, op.Bytes})
			}
		}
		return Fault{}
	}}
	err := script(d, dir, func(string) {})
	return deaths, err
}

// environment names the variable that makes a test binary run its script and die: number,
// bytes, whether to wait for the disk, and folder.
const environment = "STEWARD_TEST_DEATH"

// Main runs the script when the program was started by Die, for TestMain to call first. The
// test then is to end the program with code.
func Main(script Script) (code int, started bool) {
	var number, part int
	var synced bool
	var dir string
	if _, err := fmt.Sscanf(os.Getenv(environment), "%d %d %t %q", &number, &part, &synced, &dir); err != nil {
		return 0, false
	}
	calls := 0
	d := &Disk{Unsynced: !synced, Fault: func(op Op) Fault {
		if op.Writes() {
			calls++
		}
		return Fault{Die: op.Writes() && calls == number, Bytes: part}
	}}
	if err := script(d, dir, func(done string) { fmt.Println(done) }); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1, true
	}
	return 0, true
}

// Die runs the test binary again, as a program that does its script below dir and is killed
// at the death, and returns what it told before. synced says whether it waits for the disk.
func Die(at Death, dir string, synced bool) (told []string, err error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	var out, complaints bytes.Buffer
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%d %d %t %q", environment, at.Number, at.Bytes, synced, dir))
	cmd.Stdout, cmd.Stderr = &out, &complaints
	err = cmd.Run()
	if exit := (*exec.ExitError)(nil); !errors.As(err, &exit) || exit.ExitCode() >= 0 && complaints.Len() > 0 {
		return nil, fmt.Errorf("the program did not die at %v: %v %s", at, err, complaints.String())
	}
	lines := bufio.NewReader(&out)
	for {
		line, err := lines.ReadString('\n')
		if errors.Is(err, io.EOF) {
			return told, nil
		}
		told = append(told, strings.TrimSuffix(line, "\n"))
	}
}
