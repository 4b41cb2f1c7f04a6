package sheet

import (
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"steward/core/limits"
	"steward/core/message"
	"steward/core/table"
	"steward/io/internal/disk"
	"steward/io/sheet/delimited"
	"steward/io/sheet/foreign"
	"steward/io/sheet/format"
	"steward/io/sheet/grid"
)

// File is an opened spreadsheet. It keeps the file open until Close; its methods may be
// used from several goroutines at once.
type File struct {
	source grid.Source
	format grid.Book
	kind   format.Kind
	closer io.Closer
}

// Open opens a workbook or a text table, told apart by their content and, where that says
// nothing, by the extension of the name. It reads a workbook's list of sheets, its styles
// and its shared texts (of an .ods file, which has all in one part, it walks over the whole),
// and nothing yet of a text table. It errors with a *Fault when there
// is no such file, when it is empty, larger than limits.MaxFileBytes, protected with a
// password, damaged or of another kind, and when ctx is done.
func Open(ctx context.Context, path string) (*File, error) { return OpenProtected(ctx, path, "") }

// OpenProtected is Open for a workbook that may be protected with a password, which is used
// for nothing else, as the opened workbook is kept in memory only. Its *Fault wraps
// ErrNeedsPassword where the password is empty and one is needed, and ErrWrongPassword where
// it is another. It errors on protected workbooks of more than 512 MiB.
func OpenProtected(ctx context.Context, path, password string) (*File, error) {
	name := filepath.Base(path)
	if of := lockFile(name); of != "" {
		return nil, grid.NewFault(name, "this is a file that a spreadsheet program keeps next to a workbook while it is open").WithRemedy("choose %s in the same folder", grid.Quote(of))
	}
	f, err := disk.Open(path)
	if err != nil {
		return nil, absent(path, err)
	}
	file, err := readOpened(ctx, f, name, password)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	file.closer = f
	return file, nil
}

// readOpened opens what an open file holds.
func readOpened(ctx context.Context, f *os.File, name, password string) (*File, error) {
	info, err := f.Stat()
	if err == nil {
		err = openable(name, info.Size())
	}
	if err != nil {
		return nil, err
	}
	return read(ctx, grid.Source{ReaderAt: f, Name: name, Size: info.Size(), Unchanged: sameAs(f, info)}, password)
}

// lockFile returns the workbook beside which a program keeps the file of the given name while
// it is open, or "".
func lockFile(name string) string {
	if rest, ok := strings.CutPrefix(name, "~$"); ok {
		return rest
	}
	if rest, ok := strings.CutPrefix(name, ".~lock."); ok && strings.HasSuffix(rest, "#") {
		return strings.TrimSuffix(rest, "#")
	}
	return ""
}

func absent(path string, err error) error {
	place, odd := shownPath(path), new(disk.OddError)
	switch {
	case errors.As(err, &odd) && odd.Mode.IsDir():
		return grid.NewFault(filepath.Base(path), "this is a folder").Because(err).WithRemedy("choose a file in it")
	case errors.As(err, &odd):
		return grid.NewFault(filepath.Base(path), "this is not an ordinary file").Because(err).WithRemedy("choose a spreadsheet that is stored on a disk")
	case isTooLong(path, err):
		return grid.NewFault(place, "the name with its folders is too long for this computer").Because(err).WithRemedy("copy the file to a folder with a shorter name, or give it a shorter one")
	case errors.Is(err, fs.ErrNotExist) && isShare(path):
		return grid.NewFault(place, "there is no such file, or its server cannot be reached").Because(err).WithRemedy("check the name, and whether the other files of that server can be opened")
	case errors.Is(err, fs.ErrNotExist):
		return grid.NewFault(place, "there is no such file").Because(err).WithRemedy("check the name and the folder")
	case errors.Is(err, fs.ErrPermission):
		return grid.NewFault(place, "you have no permission to read the file").Because(err).WithRemedy("ask for permission to read it, or copy it to a folder of your own")
	case isShare(path):
		return grid.NewFault(place, "the file cannot be opened: %s", reason(err)).Because(err).WithRemedy("check whether its server can be reached, close the file in other programs, or copy it to this computer")
	}
	return grid.NewFault(place, "the file cannot be opened: %s", reason(err)).Because(err).WithRemedy("close it in other programs and try again")
}

// isShare tells paths to files of a server (UNC), \\server\share\file and \\?\UNC\server\share\file,
// from those of this computer, of which \\?\C:\file and \\.\name are some.
func isShare(path string) bool {
	path = strings.ReplaceAll(path, "/", `\`)
	rest, ok := strings.CutPrefix(path, `\\`)
	if long, verbatim := strings.CutPrefix(rest, `?\`); ok && verbatim {
		return len(long) > 4 && strings.EqualFold(long[:4], `UNC\`)
	}
	return ok && !strings.HasPrefix(rest, `.\`)
}

// reason is the reason of an error about a path, without the path.
func reason(err error) error {
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		return p.Err
	}
	return err
}

// longestPath is how many characters of a path a message shows.
const longestPath = 200

// shownPath is the end of a path.
func shownPath(path string) string {
	if r := []rune(path); len(r) > longestPath {
		return "…" + string(r[len(r)-longestPath:])
	}
	return path
}

func openable(name string, size int64) error {
	switch {
	case size == 0:
		return grid.NewFault(name, "the file is empty").WithRemedy("choose another file, or save the spreadsheet again")
	case size > limits.MaxFileBytes:
		return grid.NewFault(name, "the file has %d bytes, more than the %d that can be opened", size, int64(limits.MaxFileBytes)).WithRemedy("save only the columns that you need")
	}
	return nil
}

// sameAs tells whether the file is still as long and as old as it was. A copy that another
// program writes over it in place would otherwise be read half and half.
func sameAs(f *os.File, then fs.FileInfo) func() error {
	return func() error {
		now, err := f.Stat()
		if err != nil {
			return message.Errorf("%s: %w", then.Name(), err)
		}
		if now.Size() != then.Size() || !now.ModTime().Equal(then.ModTime()) {
			return grid.NewFault(then.Name(), "the file was changed while it was being read").WithRemedy("close it in other programs and open it again")
		}
		return nil
	}
}

// read recognises the format and opens it.
func read(ctx context.Context, s grid.Source, password string) (*File, error) {
	c, err := format.Examine(s)
	if err != nil {
		return nil, err
	}
	c.Workbook = slices.ContainsFunc(formats, func(f format.Format) bool {
		return f.Kind == format.Workbook && slices.Contains(slices.Concat(f.Usual, f.Other, f.Rare), c.Ending())
	})
	for _, f := range formats {
		if f.Is(c) {
			book, err := f.Open(ctx, c, password)
			if err != nil {
				return nil, err
			}
			return &File{source: s, kind: f.Kind, format: book}, nil
		}
	}
	return nil, foreign.Unknown(c)
}

// Kind tells a workbook from a text table, whatever the file is named.
func (f *File) Kind() format.Kind { return f.kind }

// Sheets lists the sheets of a workbook in their order, hidden ones included. A text table
// has one sheet, with the file's base name. Sheets that hold no cells (charts) are left out.
func (f *File) Sheets() []grid.SheetInfo { return f.format.Sheets() }

// Top returns the first n rows of a sheet that are not blank, as they stand in the file
// and without asking what is a header: for showing them to the steward who is to say so.
// Cells count from the first column of the file. It errors as Rows of a Sheet does.
func (f *File) Top(ctx context.Context, opts Options, n int) ([]table.Row, error) {
	return f.pick(ctx, opts, n, func(grid.Record) bool { return true })
}

// Special returns the first n rows of a text table below a given one that have characters
// other than those of ASCII, as Top does: they show which encoding is the right one. A workbook
// has none.
func (f *File) Special(ctx context.Context, opts Options, below, n int) ([]table.Row, error) {
	if _, text := f.format.(delimited.File); !text {
		return nil, nil
	}
	return f.pick(ctx, opts, n, func(r grid.Record) bool {
		return r.Number > below && slices.ContainsFunc(r.Cells, func(c table.Cell) bool { return !isASCII(c.Text) })
	})
}

// grid picks a sheet and settles how it is read.
func (f *File) grid(ctx context.Context, opts Options) (grid.Grid, error) {
	if t, ok := f.format.(delimited.File); ok {
		return t.Written(opts.Sheet, opts.written())
	}
	return f.format.Grid(ctx, opts.Sheet)
}

// Assume returns the options with what has to be assumed about a text table (delimited.File.Assume), so that it
// is read the same way again; those of a workbook as they are.
func (f *File) Assume(ctx context.Context, opts Options) (Options, error) {
	if t, ok := f.format.(delimited.File); ok {
		written, err := t.Assume(ctx, opts.written())
		opts.Encoding, opts.Delimiter = written.Encoding, written.Delimiter
		return opts, err
	}
	return opts, nil
}

// Readings returns what a text table would look like if it were written otherwise (delimited.File.Readings), none of a
// workbook.
func (f *File) Readings(opts Options) (delimited.Readings, error) {
	if t, ok := f.format.(delimited.File); ok {
		return t.Readings(opts.written())
	}
	return delimited.Readings{}, nil
}

// pick returns copies of the first n rows that are not blank and that are wanted.
func (f *File) pick(ctx context.Context, opts Options, n int, wanted func(grid.Record) bool) ([]table.Row, error) {
	g, err := f.grid(ctx, opts)
	if err != nil || n <= 0 {
		return nil, err
	}
	if t, ok := g.(*delimited.Grid); ok {
		t.Lenient = true // so that the steward sees which encoding is the right one
	}
	var rows []table.Row
	_, err = grid.Walk(ctx, g, func(r grid.Record) (bool, error) {
		if !r.Blank() && wanted(r) {
			rows = append(rows, table.Row{Number: r.Number, Cells: grid.CopyCells(r.Cells)})
		}
		return len(rows) < n, nil
	})
	return rows, err
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// Digest returns the SHA-256 of the file's bytes. It reads the file, and errors when that
// fails or when the file has changed since it was opened.
func (f *File) Digest() ([32]byte, error) {
	h := sha256.New()
	if _, err := io.Copy(h, f.source.All()); err != nil {
		return [32]byte{}, grid.Unreadable(f.source.Name, err)
	}
	if err := f.source.Unchanged(); err != nil {
		return [32]byte{}, err
	}
	return [32]byte(h.Sum(nil)), nil
}

// Close closes the file. Its sheets can then no longer be read.
func (f *File) Close() error { return f.closer.Close() }
