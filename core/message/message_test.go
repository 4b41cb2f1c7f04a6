package message_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"testing"
	"time"

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
		{message.Sprintf("an account is made%s", message.Type("steward ledger new")), "an account is made (steward ledger new)"},
		{message.Named(nil), ""},
		{message.Named([]string{"a"}), "a"},
		{message.Named([]string{"a", "b"}), "a and b"},
		{message.Named([]string{"a", "b", "c", "d"}), "a, b, c and d"},
		{message.Named([]string{"a", "b", "c", "d", "e"}), "a, b, c and 2 more"},
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

type name string

type level int

func (l level) String() string { return "level " + string(rune('0'+l)) }

// TestKept reads texts again that were kept: they say the same, in parts that a language can say.
func TestKept(t *testing.T) {
	day := message.Day(time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC))
	for _, text := range []message.Text{
		{}, message.Word("100 % of them"), message.Verbatim("100 %d"), message.Sprintf("none"), message.Sprintf("%d of %s, %q", 3, name("age"), name("a")).Sentence(),
		message.Sprintf("%v: %v", message.Sprintf("row %d", int32(-4)), message.Errorf("in %s: %w", "a", io.EOF)),
		message.Sprintf("%s on %v, %s, %.2f and %v, %t, %x", level(2), day, message.Decimal("0.25"), 1.0/3, uint8(7), true, uint64(255)),
		message.Sprintf("%[2]s before %[1]q", "a", message.Word("b")), message.Sprintf("list them%s", message.Type("steward ledger list")),
	} {
		kept, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		var again message.Text
		if err := json.Unmarshal(kept, &again); err != nil || again.String() != text.String() || again.Opens() != text.Opens() || again.IsZero() != text.IsZero() {
			t.Errorf("%q is read again from %s as %q: %v", text, kept, again, err)
		}
		format, args := text.Parts()
		if f, a := again.Parts(); f != format || len(a) != len(args) {
			t.Errorf("%q has the parts %q and %v, want %q and %v", text, f, a, format, args)
		}
	}
	for _, bad := range []string{`{"format":"%s","args":[{}]}`, `{"format":"%s","args":[{"day":"x"}]}`, `3`} {
		if err := json.Unmarshal([]byte(bad), new(message.Text)); err == nil {
			t.Errorf("%s is read as a text", bad)
		}
	}
}
