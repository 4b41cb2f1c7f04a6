package container

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"steward/io/sheet/sheettest"
)

func TestReadAheadReadsAll(t *testing.T) {
	data := bytes.Repeat([]byte("0123456789abcde\n"), 100_000)
	for name, r := range map[string]io.Reader{"large reads": bytes.NewReader(data), "small reads": iotest.HalfReader(bytes.NewReader(data)), "error with the last bytes": iotest.DataErrReader(bytes.NewReader(data))} {
		a := readAhead(context.Background(), io.NopCloser(r), blockBytes)
		got, err := io.ReadAll(iotest.HalfReader(a))
		if err != nil || !bytes.Equal(got, data) {
			t.Errorf("%s: %d bytes of %d, %v", name, len(got), len(data), err)
		}
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	}
	for _, failure := range []error{io.ErrUnexpectedEOF, io.ErrClosedPipe} {
		a := readAhead(context.Background(), io.NopCloser(io.MultiReader(strings.NewReader("abc"), iotest.ErrReader(failure))), blockBytes)
		if got, err := io.ReadAll(a); string(got) != "abc" || !errors.Is(err, failure) {
			t.Errorf("%q, %v; want abc and %v", got, err, failure)
		}
		a.Close()
	}
}

// TestReadAheadStops ends reads of a stream that never does.
func TestReadAheadStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	a := readAhead(ctx, io.NopCloser(sheettest.Endless{}), blockBytes)
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
	again := readAhead(context.Background(), io.NopCloser(sheettest.Endless{}), blockBytes)
	again.Close() // although nobody reads
}
