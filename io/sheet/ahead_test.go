package sheet

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func TestReadAheadReadsAll(t *testing.T) {
	data := bytes.Repeat([]byte("0123456789abcde\n"), 100_000)
	for name, r := range map[string]io.Reader{"large reads": bytes.NewReader(data), "small reads": iotest.HalfReader(bytes.NewReader(data)), "error with the last bytes": iotest.DataErrReader(bytes.NewReader(data))} {
		a := readAhead(context.Background(), io.NopCloser(r))
		got, err := io.ReadAll(iotest.HalfReader(a))
		if err != nil || !bytes.Equal(got, data) {
			t.Errorf("%s: %d bytes of %d, %v", name, len(got), len(data), err)
		}
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	}
	for _, failure := range []error{io.ErrUnexpectedEOF, io.ErrClosedPipe} {
		a := readAhead(context.Background(), io.NopCloser(io.MultiReader(strings.NewReader("abc"), iotest.ErrReader(failure))))
		if got, err := io.ReadAll(a); string(got) != "abc" || !errors.Is(err, failure) {
			t.Errorf("%q, %v; want abc and %v", got, err, failure)
		}
		a.Close()
	}
}

// TestReadAheadStops ends reads of a stream that never does.
func TestReadAheadStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	a := readAhead(ctx, io.NopCloser(endlessReader{}))
	room := make([]byte, blockBytes)
	if _, err := io.ReadFull(a, room); err != nil {
		t.Fatal(err)
	}
	cancel()
	n, err := io.Copy(io.Discard, a)
	if !errors.Is(err, context.Canceled) || n > blockBytes {
		t.Errorf("%d bytes and %v after the end, want at most a block and context.Canceled", n, err)
	}
	a.Close()
	again := readAhead(context.Background(), io.NopCloser(endlessReader{}))
	again.Close() // although nobody reads
}

// TestStopsOnTheWayToASheet cancels while what stands before the rows is unpacked.
func TestStopsOnTheWayToASheet(t *testing.T) {
	before := strings.Repeat("<x></x>", 1<<17)
	row := `<row r="2"><c><v>1</v></c></row>`
	far := odsContent(strings.Repeat("<x></x>", 1<<17) + odsTable(odsString("<text:p>x</text:p>")))
	for name, data := range map[string][]byte{
		"a.xlsx": zipped(t, bookParts("<worksheet>"+before+"<sheetData>"+named+row+"</sheetData></worksheet>")),
		"a.ods":  odsFile(t, far),
	} {
		f := openBytes(t, name, data)
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		_, err := f.Sheet(ctx, Options{HeaderRow: 1})
		wantFault(t, err, name, "stopped")
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%v does not wrap context.Canceled", err)
		}
		if _, err = f.Top(ctx, Options{}, 3); !errors.Is(err, context.Canceled) {
			t.Errorf("Top: %v", err)
		}
		s, err := f.Sheet(context.Background(), Options{HeaderRow: 1})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Inspect(ctx, s, InspectOptions{}); !errors.Is(err, context.Canceled) {
			t.Errorf("Inspect: %v", err)
		}
	}
}
