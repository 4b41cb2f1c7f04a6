package ledger

import (
	"bytes"
	"context"
	"errors"
	"math/big"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"steward/core/limits"
	"steward/core/result"
	"steward/core/seeded"
	"steward/io/internal/disk"
)

// three returns the bytes of a ledger with three entries: a debit, its closing, a debit.
func three(t testing.TB) []byte {
	t.Helper()
	l := fresh(t, "People")
	if err := l.Close(debit(t, l, spend(t, "0.5", "2")), Closing{Time: "t", Digest: "d", Files: []string{"r.xlsx"}}); err != nil {
		t.Fatal(err)
	}
	debit(t, l, spend(t, "0.25", "2"))
	return bytesOf(t, l)
}

// mended returns the bytes of a ledger in which a cut-off debit was mended.
func mended(t testing.TB) []byte {
	t.Helper()
	data := three(t)
	l := holding(t, data[:len(data)-100])
	debit(t, l, spend(t, "0.125", ""))
	return bytesOf(t, l)
}

// holding returns a ledger of "People" that holds the given bytes.
func holding(t testing.TB, data []byte) *Ledger {
	t.Helper()
	l := fresh(t, "People")
	if err := put(l, l.Path(), data); err != nil {
		t.Fatal(err)
	}
	return l
}

// TestEveryByteCounts changes every bit of every byte of a ledger. Either the change is
// found out, or nothing that was spent is lost.
func TestEveryByteCounts(t *testing.T) {
	for name, data := range map[string][]byte{"three entries": three(t), "mended": mended(t)} {
		t.Run(name, func(t *testing.T) {
			whole, err := read(data)
			if err != nil || len(whole.entries) < 3 {
				t.Fatalf("%d entries, %v", len(whole.entries), err)
			}
			damaged, tried := 0, 0
			for i := 0; i < len(data); i += stride {
				tried += 8
				for bit := range 8 {
					changed := bytes.Clone(data)
					changed[i] ^= 1 << bit
					a, err := read(changed)
					if err != nil {
						damaged++
						continue
					}
					// Only the end of the last line may be taken for one that a crash cut off.
					if i < len(data)-3 || len(a.tail) == 0 {
						t.Errorf("byte %d (%q) may become %q", i, data[i], changed[i])
					}
					if spent := new(big.Rat).Add(a.spent, tornEpsilon(a.tail)); spent.Cmp(whole.spent) != 0 {
						t.Errorf("byte %d (%q) as %q changes what is spent from %s to %s", i, data[i], changed[i], whole.spent, spent)
					}
				}
			}
			if damaged < tried-2*8 {
				t.Errorf("only %d of %d changes were found out", damaged, tried)
			}
		})
	}
}

// TestDamagedIsNeverWritten tries every call on ledgers that were changed by hand.
func TestDamagedIsNeverWritten(t *testing.T) {
	data := string(three(t))
	lines := strings.SplitAfter(strings.TrimSuffix(data, "\n"), "\n")
	lines[2] += "\n"
	for name, changed := range map[string]string{
		"a smaller spend":          strings.Replace(data, `"epsilon":"0.5"`, `"epsilon":"0.1"`, 1),
		"the last spend smaller":   strings.Replace(data, `"epsilon":"0.25"`, `"epsilon":"0.01"`, 1),
		"another title":            strings.Replace(data, "A release", "B release", 1),
		"the first line missing":   lines[1] + lines[2],
		"the second line missing":  lines[0] + lines[2],
		"a line twice":             lines[0] + lines[1] + lines[1] + lines[2],
		"the last line twice":      data + lines[2],
		"the whole ledger twice":   data + data,
		"an empty line between":    lines[0] + "\n" + lines[1] + lines[2],
		"a note between":           lines[0] + "# checked by hand\n" + lines[1] + lines[2],
		"a note at the end":        data + "checked by hand\n",
		"a note without an end":    data + "checked by hand",
		"half a line between":      lines[0] + lines[1][:40] + "\n" + lines[1] + lines[2],
		"another spelling":         strings.Replace(data, `{"sequence":2,`, `{"sequence": 2,`, 1),
		"an unknown field":         strings.Replace(data, `{"sequence":2,`, `{"sequence":2,"more":1,`, 1),
		"other line ends":          strings.ReplaceAll(data, "\n", "\r\n"),
		"a byte order mark":        "\ufeff" + data,
		"another program's file":   "PK\x03\x04",
		"two entries on a line":    lines[0] + strings.TrimSuffix(lines[1], "\n") + lines[2],
		"an entry in front":        lines[2] + data,
		"a changed last, cut":      strings.TrimSuffix(strings.Replace(data, `"epsilon":"0.25"`, `"epsilon":"0.01"`, 1), "\n"),
		"a broken last, cut":       strings.TrimSuffix(strings.Replace(data, `"epsilon":"0.25"`, `"epsilon":"0"25"`, 1), "\n"),
		"zeros between":            lines[0] + "\x00\x00\x00\n" + lines[1] + lines[2],
		"a mended line taken away": withoutFragment(t),
	} {
		t.Run(name, func(t *testing.T) {
			l := holding(t, []byte(changed))
			_, asked := l.Statement()
			_, debited := l.Debit(context.Background(), spend(t, "0.1", ""))
			_, read := readFile(l.folder.disk, l.Path())
			for call, err := range map[string]error{"Statement": asked, "Debit": debited, "Close": l.Close(firstEntry, Closing{}), "Read": read} {
				var damaged *DamagedError
				if !errors.As(err, &damaged) || damaged.Path != l.Path() {
					t.Errorf("%s: error %v, want *DamagedError", call, err)
					continue
				}
				for _, want := range []string{l.Path(), "changed by something other than Steward", "restored from a copy"} {
					if !strings.Contains(err.Error(), want) {
						t.Errorf("%s: error %q does not say %q", call, err, want)
					}
				}
			}
			if got := bytesOf(t, l); string(got) != changed {
				t.Error("a damaged ledger was written to")
			}
		})
	}
}

// withoutFragment returns a mended ledger whose cut-off line was deleted.
func withoutFragment(t *testing.T) string {
	lines := strings.SplitAfter(string(mended(t)), "\n")
	return strings.Join(slices.Delete(lines, 2, 3), "")
}

// Lines in any other order than that in which they were written are refused.
func TestOrderOfLines(t *testing.T) {
	lines := bytes.SplitAfter(three(t), []byte("\n"))[:3]
	for _, order := range [][]int{{0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}, {1, 2}, {0, 2}, {2}, {1}} {
		var data []byte
		for _, i := range order {
			data = append(data, lines[i]...)
		}
		if _, err := read(data); err == nil {
			t.Errorf("lines %v of 0 1 2 are accepted", order)
		}
	}
}

// What is debited is what is read back, whatever comes between.
func TestLedgerAgainstModel(t *testing.T) {
	seeded.Check(t, func(rt *rapid.T) {
		l := fresh(t, "People")
		limit, sum, entries := big.NewRat(3, 1), new(big.Rat), 0
		var unwritten []result.LedgerEntry
		for range rapid.IntRange(1, 8).Draw(rt, "calls") {
			switch rapid.IntRange(0, 3).Draw(rt, "call") {
			case 0: // a crash cuts the last line off, before or after its spend could be read
				if data, err := disk.ReadFile(l.folder.disk, l.Path(), limits.MaxLedgerBytes); err == nil && len(data) > 0 {
					entry := Entry{Sequence: entries + 1, Kind: Spent, Epsilon: "0.1", Time: "t", DataSet: "People"}
					line, _ := entry.line()
					cut := rapid.IntRange(1, len(line)-2).Draw(rt, "cut")
					if !bytes.HasSuffix(data, []byte("\n")) {
						continue
					}
					if err := put(l, l.Path(), append(data, line[:cut]...)); err != nil {
						rt.Fatal(err)
					}
					entries++ // it becomes a Torn one
					sum.Add(sum, tornEpsilon(line[:cut]))
				}
			case 1:
				if n := len(unwritten); n > 0 {
					if err := l.Close(unwritten[n-1], Closing{Time: "t", Digest: "d"}); err != nil {
						rt.Fatal(err)
					}
					unwritten, entries = unwritten[:n-1], entries+1
				}
			default:
				amount := rapid.SampledFrom([]string{"0.1", "0.2", "0.3", "0.7", "1", "0.000001"}).Draw(rt, "amount")
				s := spend(t, amount, "3")
				after := new(big.Rat).Add(sum, s.Epsilon.Rat())
				e, err := l.Debit(context.Background(), s)
				if after.Cmp(limit) > 0 {
					var over *LimitError
					if !errors.As(err, &over) {
						rt.Fatalf("%s after %s of 3: error %v", amount, sum.RatString(), err)
					}
					continue
				}
				if err != nil {
					rt.Fatal(err)
				}
				sum, entries, unwritten = after, entries+1, append(unwritten, e)
				if e.Sequence != entries || e.SpentAfter != text(sum) {
					rt.Fatalf("debit %+v, want entry %d and %s", e, entries, text(sum))
				}
			}
			if s, err := l.Statement(); err != nil || s.Spent.Cmp(sum) != 0 {
				rt.Fatalf("the account says %v (%v), want %s", s.Spent, err, sum.RatString())
			}
		}
	})
}

// A statement belongs to whoever asked for it.
func TestStatementIsACopy(t *testing.T) {
	l := holding(t, three(t))
	s := statement(t, l)
	s.Spent.SetInt64(0)
	s.Entries[0].Epsilon = "0"
	if again := statement(t, l); again.Spent.Cmp(big.NewRat(3, 4)) != 0 || reflect.DeepEqual(again, s) {
		t.Errorf("the ledger says %+v after the caller wrote to its statement", again)
	}
}

// Whatever a file holds, reading it does not panic, and a ledger that is read can be
// written on: its spends add up and its chain stays whole.
func FuzzRead(f *testing.F) {
	for _, data := range [][]byte{three(f), mended(f)} {
		f.Add(data)
		f.Add(data[:len(data)-1])
		f.Add(data[:len(data)-40])
		f.Add(append(bytes.Clone(data[:len(data)-40]), "\n\n\x00"...))
	}
	f.Add([]byte(nil))
	f.Add([]byte("\n{\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		a, err := read(data)
		if err != nil {
			return
		}
		want := new(big.Rat).Add(a.spent, tornEpsilon(a.tail))
		if want.Cmp(a.spent) < 0 {
			t.Fatalf("a cut-off line gives %s back", want.RatString())
		}
		b, err := read(next(t, data))
		if err != nil || len(b.tail) > 0 || b.open {
			t.Fatalf("after another debit: %v, tail %q", err, b.tail)
		}
		if want.Add(want, big.NewRat(1, 10)); b.spent.Cmp(want) != 0 {
			t.Errorf("after another debit of 0.1 %s is spent, want %s", b.spent.RatString(), want.RatString())
		}
	})
}

// Of sums only those are read that a ledger writes, which takes no time.
func TestAmounts(t *testing.T) {
	digits := strings.Repeat("7", 1000)
	for text, read := range map[string]bool{
		"1": true, "0.5": true, "1/3": true, "007.250": true, digits: true, digits + "/" + digits: true, digits + "." + digits: true,
		"": false, "0": false, "0/5": false, "1/0": false, ".5": false, "1.": false, "1/": false, "/3": false, "-1": false, "+1": false, " 1": false, "1 ": false,
		"1e9": false, "1e999999999": false, "0x10": false, "1_000": false, "1.5/2": false, "1/2.5": false, "1/2/3": false, "1.2.3": false, "½": false, "1,5": false,
		digits + "7": false, "1/7" + digits: false, "1.7" + digits: false,
	} {
		if _, ok := amount(text); ok != read {
			t.Errorf("%.40q is read: %t", text, ok)
		}
	}
}
