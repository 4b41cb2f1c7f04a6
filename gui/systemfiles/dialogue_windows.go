package systemfiles

import (
	"context"
	"runtime"
	"strings"
	"syscall"
	"unsafe"

	"golang.org/x/sys/windows"
)

// The dialogues of Windows (IFileDialog), by the numbers that name them.
var (
	openDialog  = windows.GUID{Data1: 0xdc1c5a9c, Data2: 0xe88a, Data3: 0x4dde, Data4: [8]byte{0xa5, 0xa1, 0x60, 0xf8, 0x2a, 0x20, 0xae, 0xf7}}
	saveDialog  = windows.GUID{Data1: 0xc0b4e2f3, Data2: 0xba21, Data3: 0x4773, Data4: [8]byte{0x8d, 0xba, 0x33, 0x5e, 0xc9, 0x46, 0xeb, 0x8b}}
	asDialog    = windows.GUID{Data1: 0x42f85136, Data2: 0xdb7e, Data3: 0x439c, Data4: [8]byte{0x85, 0xf1, 0xe4, 0x07, 0x5d, 0x13, 0x5f, 0xc8}}
	asShellItem = windows.GUID{Data1: 0x43826d1e, Data2: 0xe718, Data3: 0x42ee, Data4: [8]byte{0xbc, 0x55, 0xa1, 0xe2, 0x61, 0xc3, 0x7b, 0xfe}}
)

// The places of the methods that are called in the tables of their interfaces.
const (
	release        = 2  // IUnknown
	show           = 3  // IModalWindow
	setFileTypes   = 4  // IFileDialog, to getResult
	setOptions     = 9  //
	getOptions     = 10 //
	setFolder      = 12 //
	setFileName    = 15 //
	setTitle       = 17 //
	setOkLabel     = 18 //
	getResult      = 20 //
	getDisplayName = 5  // IShellItem
)

// What dialogues are told, and answer.
const (
	noChangeOfFolder = 0x8
	pickFolders      = 0x20
	filesOnly        = 0x40
	fileMustExist    = 0x1000
	pathInFiles      = 0x80058000 // the form of a path in the system of files
	inProcess        = 1
	cancelled        = 0x800704c7
)

var (
	ole32            = windows.NewLazySystemDLL("ole32.dll")
	coCreateInstance = ole32.NewProc("CoCreateInstance")
	shellItem        = windows.NewLazySystemDLL("shell32.dll").NewProc("SHCreateItemFromParsingName")
)

// There tells whether the system has a dialogue that can be used here.
func There(context.Context) bool { return coCreateInstance.Find() == nil && shellItem.Find() == nil }

// Ask asks in the system's dialogue and returns the path of what was chosen. It errors with ErrNone where there is no
// dialogue, with ErrCancelled where nothing was chosen. The dialogue stays when ctx ends, and holds the window that it belongs to.
func Ask(_ context.Context, q Question) (string, error) {
	runtime.LockOSThread() // which what follows is bound to
	defer runtime.UnlockOSThread()
	if windows.CoInitializeEx(0, windows.COINIT_APARTMENTTHREADED|windows.COINIT_DISABLE_OLE1DDE) != nil {
		return "", ErrNone
	}
	defer windows.CoUninitialize()
	class := &openDialog
	if q.Kind == Save {
		class = &saveDialog
	}
	var d *object
	if r, _, _ := coCreateInstance.Call(uintptr(unsafe.Pointer(class)), 0, inProcess, uintptr(unsafe.Pointer(&asDialog)), uintptr(unsafe.Pointer(&d))); failed(r) {
		return "", ErrNone
	}
	defer d.call(release)
	q.prepare(d)
	switch r := d.call(show, q.Window); {
	case uint32(r) == cancelled:
		return "", ErrCancelled
	case failed(r):
		return "", ErrNone
	}
	return path(d)
}

// object is an object of Windows: its first word is the address of the table of its methods.
type object struct{ methods *[32]uintptr }

// call calls the method at a place of the table.
func (o *object) call(place int, args ...uintptr) uintptr {
	r, _, _ := syscall.SyscallN(o.methods[place], append([]uintptr{uintptr(unsafe.Pointer(o))}, args...)...)
	return r
}

// failed tells whether a method answers that it failed.
func failed(answer uintptr) bool { return int32(answer) < 0 }

// kind is a kind of file as the dialogue takes it.
type kind struct{ name, patterns *uint16 }

// prepare tells a dialogue what is asked. What it does not take stays as the system has it.
func (q Question) prepare(d *object) {
	var options uint32
	d.call(getOptions, uintptr(unsafe.Pointer(&options)))
	options |= filesOnly | noChangeOfFolder
	switch q.Kind {
	case Open:
		options |= fileMustExist
	case Folder:
		options |= pickFolders
	}
	d.call(setOptions, uintptr(options))
	say := func(method int, text string) {
		if wide, err := windows.UTF16PtrFromString(text); err == nil && text != "" {
			d.call(method, uintptr(unsafe.Pointer(wide)))
		}
	}
	say(setTitle, q.Title)
	say(setOkLabel, q.Button)
	say(setFileName, q.Name)
	if len(q.Endings) > 0 {
		name, nameErr := windows.UTF16PtrFromString(q.Files)
		patterns, err := windows.UTF16PtrFromString("*" + strings.Join(q.Endings, ";*"))
		if nameErr == nil && err == nil {
			k := kind{name, patterns}
			d.call(setFileTypes, 1, uintptr(unsafe.Pointer(&k)))
		}
	}
	if wide, err := windows.UTF16PtrFromString(q.Folder); err == nil && q.Folder != "" {
		var folder *object
		if r, _, _ := shellItem.Call(uintptr(unsafe.Pointer(wide)), 0, uintptr(unsafe.Pointer(&asShellItem)), uintptr(unsafe.Pointer(&folder))); !failed(r) {
			d.call(setFolder, uintptr(unsafe.Pointer(folder)))
			folder.call(release)
		}
	}
}

// path returns the path of what was chosen in a dialogue.
func path(d *object) (string, error) {
	var item *object
	if r := d.call(getResult, uintptr(unsafe.Pointer(&item))); failed(r) {
		return "", ErrNone
	}
	defer item.call(release)
	var text *uint16
	if r := item.call(getDisplayName, pathInFiles, uintptr(unsafe.Pointer(&text))); failed(r) {
		return "", ErrNone // no file of this computer
	}
	defer windows.CoTaskMemFree(unsafe.Pointer(text))
	return windows.UTF16PtrToString(text), nil
}
