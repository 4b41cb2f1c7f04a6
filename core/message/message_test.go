package message_test

import (
	"errors"
	"fmt"
	"io"
	"testing"

	"steward/core/message"
)

func TestEnglish(t *testing.T) {
	for _, c := range []struct {
		text message.Text
		want string
	}{
		{message.Text{}, ""},
		{message.Sprintf("none of them"), "none of them"},
		{message.Sprintf("%d people with %q", 3, "a"), `3 people with "a"`},
		{message.Of(message.Errorf("age: %w", io.EOF)).Sentence(), "Age: EOF"},
		{message.Of(fmt.Errorf("a file: %w", message.New("closed"))), "a file: closed"},
		{message.Verbatim("100 %d"), "100 %d"},
		{message.And(nil), ""},
		{message.And([]message.Text{message.Verbatim("a")}), "a"},
		{message.And([]message.Text{message.Verbatim("a"), message.Verbatim("b"), message.Verbatim("c")}).Sentence(), "A, b and c"},
		{message.Verbatim(""), ""},
		{message.Sprintf("%s: %s", message.Verbatim("age"), message.Sprintf("%d values", 4)), "age: 4 values"},
	} {
		if got := c.text.String(); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
		if c.text.IsZero() != (c.want == "") {
			t.Errorf("%q is zero: %v", c.want, c.text.IsZero())
		}
	}
}

// TestErrors compares errors with those of package fmt, which wrap the same.
func TestErrors(t *testing.T) {
	same := message.New("it is closed")
	if errors.Is(same, message.New("it is closed")) || !errors.Is(message.Errorf("row %d: %w", 2, same), same) {
		t.Error("an error is told from others by what it is, not by what it says")
	}
	for _, args := range [][]any{{io.EOF, 1}, {fmt.Errorf("a: %w", io.EOF), 2}, {message.Errorf("a: %w", io.EOF), 3}, {errors.Join(io.EOF, io.ErrClosedPipe), 4}} {
		ours, theirs := message.Errorf("%w in row %d", args...), fmt.Errorf("%w in row %d", args...)
		if ours.Error() != theirs.Error() {
			t.Errorf("got %q, want %q", ours, theirs)
		}
		if !errors.Is(ours, io.EOF) || errors.Is(ours, io.ErrUnexpectedEOF) {
			t.Errorf("%q does not wrap what it is made of", ours)
		}
		var said interface{ Said() message.Text }
		if !errors.As(ours, &said) {
			t.Fatalf("%q is no message", ours)
		}
		if format, got := said.Said().Parts(); format != "%w in row %d" || len(got) != 2 {
			t.Errorf("%q has the parts %q and %v", ours, format, got)
		}
	}
	if err := message.Errorf("%w and %w", io.EOF, io.ErrClosedPipe); !errors.Is(err, io.EOF) || !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("%q does not wrap both", err)
	}
}
