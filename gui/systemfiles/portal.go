//go:build linux || freebsd || netbsd || openbsd

package systemfiles

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/url"
	"os"
	"strings"

	"github.com/godbus/dbus/v5"
)

// The names under which a desktop offers its dialogues, which are specified at
// https://flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.FileChooser.html.
const (
	portal       = "org.freedesktop.portal.Desktop"
	portalObject = dbus.ObjectPath("/org/freedesktop/portal/desktop")
	fileChooser  = "org.freedesktop.portal.FileChooser"
	request      = "org.freedesktop.portal.Request"
)

// withFolders is the first version of the portal that asks for folders.
const withFolders = 3

// There tells whether the desktop offers its dialogues, for which it may have to start them.
func There(ctx context.Context) bool {
	bus, err := connect()
	if err != nil {
		return false
	}
	defer bus.Close()
	return version(ctx, bus) >= withFolders
}

// Ask asks in the desktop's dialogue and returns the path of what was chosen. It errors with ErrNone where there is no
// dialogue, with ErrCancelled where nothing was chosen; when ctx ends it closes the dialogue.
func Ask(ctx context.Context, q Question) (string, error) {
	bus, err := connect()
	if err != nil {
		return "", ErrNone
	}
	defer bus.Close()
	answers := make(chan *dbus.Signal, 8)
	bus.Signal(answers)
	if bus.AddMatchSignalContext(ctx, dbus.WithMatchInterface(request), dbus.WithMatchMember("Response")) != nil {
		return "", ErrNone
	}
	method := ".OpenFile"
	if q.Kind == Save {
		method = ".SaveFile"
	}
	var handle dbus.ObjectPath
	err = bus.Object(portal, portalObject).Call(fileChooser+method, 0, q.parent(), q.Title, q.options()).Store(&handle)
	if err != nil {
		return "", ErrNone
	}
	for {
		select {
		case <-ctx.Done():
			bus.Object(portal, handle).Call(request+".Close", 0)
			return "", ErrCancelled
		case s, open := <-answers:
			if !open {
				return "", ErrNone
			}
			if s.Path == handle {
				return chosen(s.Body)
			}
		}
	}
}

// connect connects to the desktop. An address beyond this computer is none: the program uses no network.
func connect() (*dbus.Conn, error) {
	if at := os.Getenv("DBUS_SESSION_BUS_ADDRESS"); at != "" && !strings.HasPrefix(at, "unix:") {
		return nil, ErrNone
	}
	bus, err := dbus.SessionBusPrivateNoAutoStartup()
	if err != nil {
		return nil, err
	}
	if err = bus.Auth(nil); err == nil {
		err = bus.Hello()
	}
	if err != nil {
		bus.Close()
		return nil, err
	}
	return bus, nil
}

// version is that of the portal's dialogues, 0 where there are none.
func version(ctx context.Context, bus *dbus.Conn) uint32 {
	var v dbus.Variant
	if bus.Object(portal, portalObject).CallWithContext(ctx, "org.freedesktop.DBus.Properties.Get", 0, fileChooser, "version").Store(&v) != nil {
		return 0
	}
	n, _ := v.Value().(uint32)
	return n
}

// parent names the window that the dialogue belongs to.
func (q Question) parent() string {
	if q.Window == 0 {
		return ""
	}
	return fmt.Sprintf("x11:%x", q.Window)
}

// filter is a kind of file as the portal takes it: its name, and patterns of names.
type filter struct {
	Name     string
	Patterns []glob
}

type glob struct {
	Kind    uint32 // 0 for a pattern
	Pattern string
}

// options are the rest of the question as the portal takes it.
func (q Question) options() map[string]dbus.Variant {
	o := map[string]dbus.Variant{
		"handle_token": dbus.MakeVariant("steward" + rand.Text()),
		"modal":        dbus.MakeVariant(true),
		"accept_label": dbus.MakeVariant(q.Button),
	}
	if q.Kind == Folder {
		o["directory"] = dbus.MakeVariant(true)
	}
	if q.Folder != "" {
		o["current_folder"] = dbus.MakeVariant(append([]byte(q.Folder), 0))
	}
	if q.Kind == Save {
		o["current_name"] = dbus.MakeVariant(q.Name)
	}
	if len(q.Endings) > 0 {
		f := filter{Name: q.Files}
		for _, ending := range q.Endings {
			f.Patterns = append(f.Patterns, glob{0, pattern(ending)})
		}
		o["filters"] = dbus.MakeVariant([]filter{f})
	}
	return o
}

// chosen reads what a dialogue answers: 0 and the addresses of files, another number where it was closed.
func chosen(answer []any) (string, error) {
	var code uint32
	var results map[string]dbus.Variant
	if dbus.Store(answer, &code, &results) != nil || code != 0 {
		return "", ErrCancelled
	}
	addresses, _ := results["uris"].Value().([]string)
	if len(addresses) == 0 {
		return "", ErrCancelled
	}
	at, err := url.Parse(addresses[0])
	if err != nil || at.Scheme != "file" || at.Path == "" {
		return "", ErrNone // no file of this computer
	}
	return at.Path, nil
}
