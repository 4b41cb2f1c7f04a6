// Command steward publishes tables about people with noise that keeps stated secrets. Its subcommands do without a window what the
// window does. This package has what they share as a program: the grammar of command lines, help, exit codes, and the window itself.
// A subcommand is in the package that is named by its use, each in a file of its own:
//
//   - sheets shows how a spreadsheet is read, newplan writes a plan for it, plans changes and checks plans and carries them over, and
//     columns writes what they declare for others;
//   - previews foresees errors, reviews has a second person check a plan, releases spends, and published is for what comes of it;
//   - accounts is for what has been spent.
//
// All write to a console. Plans are said in words by phrase; terminal and crash are what the system has to do.
package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/alecthomas/kong"

	"steward/cmd/steward/accounts"
	"steward/cmd/steward/columns"
	"steward/cmd/steward/console"
	"steward/cmd/steward/crash"
	"steward/cmd/steward/newplan"
	"steward/cmd/steward/plans"
	"steward/cmd/steward/previews"
	"steward/cmd/steward/published"
	"steward/cmd/steward/releases"
	"steward/cmd/steward/reviews"
	"steward/cmd/steward/sheets"
	"steward/cmd/steward/terminal"
	"steward/core/message"
	"steward/core/noise"
	"steward/gui/words"
	"steward/io/signature"
)

// version is set when the program is built.
var version = "unversioned"

// program names the program in releases.
func program() string { return "Steward " + version }

// commands are the subcommands and the flags that all of them take.
type commands struct {
	JSON     bool             `name:"json" help:"Write JSON for programs instead of text for people."`
	Ledgers  string           `help:"Folder of the accounts (ledgers). The default is in your settings folder." type:"path" placeholder:"DIR"`
	Keys     string           `help:"Folder of the key that signs your records. The default is in your settings folder." type:"path" placeholder:"DIR"`
	Unlock   string           `name:"passphrase-file" help:"File with the passphrase of your key in its first line. Without it the terminal asks." type:"path" placeholder:"FILE"`
	Password string           `name:"password-file" help:"File with the password of a protected spreadsheet in its first line. Without it the terminal asks." type:"path" placeholder:"FILE"`
	Details  bool             `name:"details" help:"Also print what reveals something about people in the data, such as how many rows cannot be read. It is for your eyes only: without this flag it is printed on a terminal, but not when the output goes to a file or another program."`
	Version  kong.VersionFlag `help:"Print the version and exit."`

	Window     windowCmd           `cmd:"" default:"withargs" help:"Open the window. This is what steward does without a command."`
	Demo       releases.Demo       `cmd:"" help:"Do the whole job on the built-in sample: read, preview, release, workbook and record."`
	Inspect    sheets.Inspect      `cmd:"" help:"Show how a spreadsheet is read: sheets, header, columns, problems."`
	New        newplan.Cmd         `cmd:"" help:"Write a plan to fill in, with a column declaration for every column of a spreadsheet."`
	Plan       plans.Cmd           `cmd:"" help:"Show a plan in words, add to it, or write one from its description in words."`
	Check      plans.Check         `cmd:"" help:"Check whether a plan is complete and fits its spreadsheet, and mark the file as reviewed."`
	Next       plans.Next          `cmd:"" help:"Carry the plan of an earlier release over to the next file of its kind, such as this year's."`
	Preview    previews.Preview    `cmd:"" help:"Show the expected error of every mechanism for every question. Reads no data."`
	Compare    releases.Compare    `cmd:"" help:"Choose public data for comparing methods whose error depends on the data, or pay for a pilot."`
	Attack     previews.Attack     `cmd:"" help:"Show on made-up counts what someone who knows public totals could work out. Reads no data."`
	Review     reviews.Cmd         `cmd:"" help:"Have a second person check a plan before its release: say what you think of it, and see what was said."`
	Release    releases.Release    `cmd:"" help:"Spend the budget and write the release."`
	Finish     releases.Finish     `cmd:"" help:"Finish a release that was interrupted after its budget was spent, using the numbers drawn then. Spends nothing."`
	Verify     published.Verify    `cmd:"" help:"Check whether the files of a release belong together and its figures are right."`
	Withdraw   published.Withdraw  `cmd:"" help:"Declare that a published release should no longer be used, or that another replaces it. What it spent stays spent."`
	Key        published.Key       `cmd:"" help:"Show the key that signs your records, move it to another computer, lock it, or sign with it."`
	Combine    published.Combine   `cmd:"" help:"Add and subtract released answers, with the error of the result."`
	Ledger     accounts.Cmd        `cmd:"" help:"Show what has been spent on a data set: its account (ledger)."`
	SQL        columns.SQL         `cmd:"" name:"sql" help:"Write the query that counts the rows inside a database that is too large to export. Reads no data."`
	Codebook   columns.Codebook    `cmd:"" help:"Write the declared columns of a plan as a codebook."`
	Mechanisms previews.Mechanisms `cmd:"" help:"List the mechanisms."`
}

func main() {
	crash.Quietly()
	sparing()
	if err := words.Use(console.Spoken()); err != nil {
		fmt.Fprintln(os.Stderr, "steward:", err)
	}
	defer crash.Report(os.Stderr)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGQUIT) // whose default prints what is in memory
	code := run(ctx, os.Args[1:], machine{os.Stdout, os.Stderr, terminal.Is(os.Stdout) && terminal.Is(os.Stderr), secure, time.Now, settled()})
	stop()
	os.Exit(code)
}

// settled is the key of whoever uses this computer.
func settled() signature.Keep {
	k := signature.Keep{Random: rand.Reader}
	if dir, err := os.UserConfigDir(); err == nil {
		k.Dir = filepath.Join(dir, "steward", "keys")
	}
	return k
}

// secure opens the randomness of releases.
func secure() noise.Fresh { return noise.NewSecure() }

// machine is what the program is given by whoever starts it.
type machine struct {
	stdout, stderr io.Writer
	// terminal says that both are read by whoever sits there, and kept nowhere.
	terminal bool
	noise    func() noise.Fresh
	now      func() time.Time
	// key is where the key that signs records stands unless the command line says otherwise, and what it is drawn from.
	key signature.Keep
}

// exact is where texts go that are for other programs: to a terminal nothing goes that commands it.
func (m machine) exact() io.Writer {
	if m.terminal {
		return &terminal.Plain{To: m.stdout}
	}
	return m.stdout
}

// The exit codes, beside those that verify ends with (published.Outcomes) and crash.Exit.
const (
	failed = 1 // the command could not do what it was asked
	usage  = 2 // the command line could not be understood
)

// exitCodes says what the exit codes mean, for the manual page.
var exitCodes = []struct{ code, means string }{
	{"0", "The command succeeded. Of verify: this is the original."},
	{"1", "The command failed; what was wrong and what to do is said. A budget is spent only where that is said."},
	{"2", "The command line could not be understood."},
	{"3", "Of verify: the same numbers, in a workbook that another program saved again."},
	{"4", "Of verify: not the original."},
	{"5", "Of verify: unchanged as far as the record shows; nobody you trust vouches for it."},
	{"70", "A fault in the program itself."},
}

// complaint is what a command line ends with that went wrong, as programs read it (--json).
type complaint struct {
	Error string `json:"error"`
	Exit  int    `json:"exit"`
}

// complains says what went wrong and returns the exit code: in words, or where a program reads the output as JSON.
func complains(to io.Writer, json bool, code int, said, hint string) int {
	if json {
		_ = (&console.Console{Out: to}).Emit(complaint{said, code})
		return code
	}
	fmt.Fprintln(to, "steward:", said)
	if hint != "" {
		fmt.Fprintln(to, hint)
	}
	return code
}

// run carries a command line out and returns the exit code.
func run(ctx context.Context, args []string, m machine) int {
	stdout, stderr := io.Writer(&terminal.Plain{To: m.stdout}), io.Writer(&terminal.Plain{To: m.stderr})
	if len(args) > 0 && args[0] == "help" { // as many programs have it
		args = append(slices.Clone(args[1:]), "--help")
	}
	defer forPrograms(args)()
	c, exited := grammarOf(args), false
	parser, err := kong.New(c.Interface(), append(byBytes(),
		kong.Name("steward"),
		kong.Description(words.Key("Publish tables about people without exposing anyone.")),
		kong.Vars{"version": program()},
		kong.Writers(stdout, stderr),
		kong.Exit(func(int) { exited = true }),
		kong.UsageOnError(),
		kong.Help(helpInWords),
	)...)
	if err != nil {
		return complains(stderr, forProgram(args), usage, err.Error(), "")
	}
	parsed, err := parser.Parse(args)
	if exited {
		return 0 // help or version was printed
	}
	if err != nil {
		return complains(stderr, forProgram(args), usage, refused(err), console.Say("steward --help lists the commands."))
	}
	json := c.Elem().FieldByName("JSON").Bool()
	given := func(flag string) reflect.Value { return c.Elem().FieldByName(flag) }
	ctx, err = console.WithPasswords(ctx, given("Password").String(), os.Stdin, stderr)
	passphrase, unread := console.Passphrase(given("Unlock").String(), os.Stdin, stderr)
	if err = errors.Join(err, unread); err != nil {
		return complains(stderr, json, failed, inWords(err), "")
	}
	eyes := m.terminal || given("Details").Bool()
	m.key.Dir, m.key.Passphrase = cmp.Or(given("Keys").String(), m.key.Dir), passphrase
	err = parsed.Run(&console.Console{Ctx: ctx, Out: stdout, Err: stderr, Exact: m.exact(), Eyes: eyes, JSON: json, Ledgers: given("Ledgers").String(),
		Program: program(), Noise: m.noise, Now: m.now, Key: m.key})
	if private := (interface {
		error
		Private() message.Text
	})(nil); errors.As(err, &private) && !eyes {
		return complains(stderr, json, failed, console.Say("%v: %v", private.Private(), message.Sprintf(eyesOnly)), "")
	}
	if code := console.Exit(0); errors.As(err, &code) {
		return int(code)
	}
	if err != nil {
		return complains(stderr, json, failed, inWords(err), "")
	}
	return 0
}

// grammarOf returns what a command line is read by: a pointer to commands, or where it begins with the name
// of one, to what is left of them without the others. Reading the declarations of all takes longer than many a
// command does.
func grammarOf(args []string) reflect.Value {
	all := reflect.TypeFor[commands]()
	var fields []reflect.StructField
	named := false
	for f := range all.Fields() {
		_, command := f.Tag.Lookup("cmd")
		chosen := command && len(args) > 0 && strings.ToLower(f.Name) == args[0]
		if named = named || chosen; chosen || !command {
			fields = append(fields, f)
		}
	}
	if !named {
		return reflect.New(all)
	}
	return reflect.New(reflect.StructOf(fields))
}

// eyesOnly says where to see what is left out of an output that may be kept.
const eyesOnly = "more is shown on a terminal, or with --details, since it reveals something about people in the data"

// inWords writes an error. A cancelled command says so, and all that the error says beside
// it: a budget may be spent by then.
func inWords(err error) string {
	said := words.Error(err)
	if errors.Is(err, context.Canceled) {
		return strings.ReplaceAll(said, context.Canceled.Error(), console.Say("cancelled"))
	}
	return said
}
