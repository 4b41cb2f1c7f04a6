//go:build linux || freebsd || netbsd || openbsd

package systemfiles

import (
	"bufio"
	"context"
	"errors"
	"os/exec"
	"strings"
	"testing"

	"github.com/godbus/dbus/v5"
)

// desktop is a desktop that answers every question as it is told.
type desktop struct {
	bus     *dbus.Conn
	code    uint32
	results map[string]dbus.Variant
	silent  bool // it never answers
	closed  chan bool

	questions chan bool // gets one for each question
	asked     string    // the method
	parent    string
	title     string
	options   map[string]dbus.Variant
}

// newDesktop starts a desktop on a bus of its own, which programs find as they find the user's.
func newDesktop(t *testing.T) *desktop {
	t.Helper()
	path, err := exec.LookPath("dbus-daemon")
	if err != nil {
		t.Skip("there is no dbus-daemon to talk to a desktop through")
	}
	daemon := exec.Command(path, "--session", "--nofork", "--print-address")
	out, err := daemon.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := daemon.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { daemon.Process.Kill(); daemon.Wait() })
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", strings.TrimSpace(address))
	d := &desktop{closed: make(chan bool, 1), questions: make(chan bool, 16)}
	if d.bus, err = connect(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.bus.Close() })
	methods := map[string]any{
		"OpenFile": func(from dbus.Sender, parent, title string, o map[string]dbus.Variant) (dbus.ObjectPath, *dbus.Error) {
			return d.answer("OpenFile", from, parent, title, o)
		},
		"SaveFile": func(from dbus.Sender, parent, title string, o map[string]dbus.Variant) (dbus.ObjectPath, *dbus.Error) {
			return d.answer("SaveFile", from, parent, title, o)
		},
	}
	properties := map[string]any{"Get": func(string, string) (dbus.Variant, *dbus.Error) { return dbus.MakeVariant(uint32(4)), nil }}
	if err := errors.Join(d.bus.ExportMethodTable(methods, portalObject, fileChooser),
		d.bus.ExportMethodTable(properties, portalObject, "org.freedesktop.DBus.Properties")); err != nil {
		t.Fatal(err)
	}
	return d
}

// offer lets programs find the desktop's dialogues.
func (d *desktop) offer(t *testing.T) {
	t.Helper()
	if _, err := d.bus.RequestName(portal, 0); err != nil {
		t.Fatal(err)
	}
}

// answer notes a question and answers it, beside the answers of other programs' questions.
func (d *desktop) answer(method string, from dbus.Sender, parent, title string, o map[string]dbus.Variant) (dbus.ObjectPath, *dbus.Error) {
	defer func() { d.questions <- true }()
	d.asked, d.parent, d.title, d.options = method, parent, title, o
	token, _ := o["handle_token"].Value().(string)
	handle := portalObject + "/request/" + dbus.ObjectPath(strings.ReplaceAll(strings.TrimPrefix(string(from), ":"), ".", "_")+"/"+token)
	_ = d.bus.ExportMethodTable(map[string]any{"Close": func() *dbus.Error { d.closed <- true; return nil }}, handle, request)
	if !d.silent {
		_ = d.bus.Emit(portalObject+"/request/another", request+".Response", uint32(0), map[string]dbus.Variant{"uris": dbus.MakeVariant([]string{"file:///not-this"})})
		_ = d.bus.Emit(handle, request+".Response", d.code, d.results)
	}
	return handle, nil
}

// TestTheDesktopIsAsked asks a desktop for files whose names hold what addresses write otherwise.
func TestTheDesktopIsAsked(t *testing.T) {
	d := newDesktop(t)
	ctx := t.Context()
	if There(ctx) {
		t.Error("dialogues are there before anyone offers them")
	}
	if _, err := Ask(ctx, Question{}); !errors.Is(err, ErrNone) {
		t.Errorf("without dialogues: %v", err)
	}
	d.offer(t)
	if !There(ctx) {
		t.Fatal("the desktop's dialogues are not found")
	}
	for _, c := range []struct {
		code      uint32
		addresses []string
		want      string
		err       error
	}{
		{0, []string{"file:///data/K%C3%B6ln+M%C3%BCnchen%202026%25.xlsx"}, "/data/Köln+München 2026%.xlsx", nil},
		{1, nil, "", ErrCancelled}, // by its button
		{2, nil, "", ErrCancelled}, // by its window
		{0, nil, "", ErrCancelled},
	} {
		d.code, d.results = c.code, map[string]dbus.Variant{"uris": dbus.MakeVariant(c.addresses)}
		if got, err := Ask(ctx, Question{Kind: Open}); got != c.want || !errors.Is(err, c.err) {
			t.Errorf("%v: %q, %v", c, got, err)
		}
	}
	d.code, d.results = 0, map[string]dbus.Variant{"uris": dbus.MakeVariant([]string{"sftp://elsewhere/a.csv"})}
	if got, err := Ask(ctx, Question{}); err == nil || errors.Is(err, ErrCancelled) {
		t.Errorf("a file of another computer: %q, %v", got, err)
	}
}

// TestWhatTheDesktopIsTold looks at what a desktop is told of each kind of question.
func TestWhatTheDesktopIsTold(t *testing.T) {
	d := newDesktop(t)
	d.offer(t)
	d.code = 1
	if _, err := Ask(t.Context(), Question{Kind: Open, Title: "Open File", Button: "Open", Folder: "/data", Endings: []string{".xlsx", ".1t"}, Files: "Tables", Window: 0xab}); !errors.Is(err, ErrCancelled) {
		t.Fatal(err)
	}
	if d.asked != "OpenFile" || d.parent != "x11:ab" || d.title != "Open File" || d.options["accept_label"].Value() != "Open" || d.options["modal"].Value() != true {
		t.Errorf("%+v", d)
	}
	if got, _ := d.options["current_folder"].Value().([]byte); string(got) != "/data\x00" {
		t.Errorf("the folder to begin in: %q", got)
	}
	if got := d.options["filters"].String(); !strings.Contains(got, `"Tables"`) || !strings.Contains(got, `"*.[xX][lL][sS][xX]"`) || !strings.Contains(got, `"*.1[tT]"`) {
		t.Errorf("the kinds of file: %s", got)
	}
	_, _ = Ask(t.Context(), Question{Kind: Save, Name: "a.steward"})
	if d.asked != "SaveFile" || d.parent != "" || d.options["current_name"].Value() != "a.steward" {
		t.Errorf("%+v", d)
	}
	_, _ = Ask(t.Context(), Question{Kind: Folder})
	if d.asked != "OpenFile" || d.options["directory"].Value() != true {
		t.Errorf("%+v", d)
	}
}

// TestAQuestionIsTakenBack ends a question that the desktop has not answered: its dialogue is closed.
func TestAQuestionIsTakenBack(t *testing.T) {
	d := newDesktop(t)
	d.offer(t)
	d.silent = true
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() {
		_, err := Ask(ctx, Question{})
		ended <- err
	}()
	<-d.questions
	cancel()
	if err := <-ended; !errors.Is(err, ErrCancelled) {
		t.Error(err)
	}
	<-d.closed
}

// TestNoNetworkIsUsed has a desktop at an address beyond this computer, which is not asked.
func TestNoNetworkIsUsed(t *testing.T) {
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "tcp:host=127.0.0.1,port=9")
	if There(t.Context()) {
		t.Error("a desktop beyond this computer is there")
	}
	if _, err := Ask(t.Context(), Question{}); !errors.Is(err, ErrNone) {
		t.Error(err)
	}
}
