package verify

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/core/seeded"
	"steward/io/export"
	"steward/io/internal/disk"
	"steward/io/publish/publishtest"
)

// everywhere returns places all over a file: both its ends, where a record has its seal, and in between ever the same way apart; in
// the long audits every place, but in files of many thousand bytes.
func everywhere(size int) []int {
	ends, between := seeded.Often(2, 100), seeded.Often(3, 1_000)
	var at []int
	for i := range min(ends, size) {
		at = append(at, i, size-1-i)
	}
	for i := 0; i < size; i += max(size/between, 1) {
		at = append(at, i)
	}
	slices.Sort(at)
	return slices.Compact(at)
}

// packed returns places of every kind in a workbook: the ends and the middle of what is packed of each part, all that stands before
// that of the first two, and of the list of parts the first entry and the end.
func packed(t *testing.T, workbook []byte) []int {
	t.Helper()
	r, err := zip.NewReader(bytes.NewReader(workbook), int64(len(workbook)))
	if err != nil {
		t.Fatal(err)
	}
	var at []int
	all := func(from, to int) {
		for i := from; i < to; i++ {
			at = append(at, i)
		}
	}
	end := 0
	for i, f := range r.File {
		offset, err := f.DataOffset()
		if err != nil {
			t.Fatal(err)
		}
		if from := int(offset); i < 2 {
			all(end, from)
			end = from + int(f.CompressedSize64)
		}
		at = append(at, int(offset), int(offset)+int(f.CompressedSize64)/2, int(offset)+int(f.CompressedSize64)-1)
	}
	list := bytes.Index(workbook, []byte("PK\x01\x02"))
	last := bytes.LastIndex(workbook, []byte("PK\x01\x02"))
	all(list, list+bytes.Index(workbook[list+1:], []byte("PK\x01\x02"))+1)
	all(bytes.LastIndex(workbook, []byte("PK\x05\x06")), len(workbook))
	if list < 0 || last == list {
		t.Fatal("the workbook lists no parts")
	}
	if !seeded.Audit {
		at = slices.Collect(func(yield func(int) bool) {
			for i := 0; i < len(at) && yield(at[i]); i += len(at) / 8 {
			}
		})
	}
	return at
}

// Whatever single byte of whatever file of a release is changed, verifying it says so.
func TestVerifyNoticesEveryByte(t *testing.T) {
	record, ledgers := publishtest.EveryKind(t)
	findings, err := Release(publishtest.Remembering, record, ledgers, "Steward test")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range findings {
		if !f.OK {
			t.Fatalf("a fresh release does not hold together: %s", f.What.String())
		}
	}
	rec, err := export.ReadRecord(record)
	if err != nil {
		t.Fatal(err)
	}
	if len(rec.Files) < 12 {
		t.Fatalf("only the files %q", rec.Files)
	}
	noticed(t, record, everywhere, func() bool { return !sealed(t, record) })
	for name, digest := range rec.Files {
		path := filepath.Join(filepath.Dir(record), name)
		only := rec
		only.Files = map[string]string{name: digest} // the others are as they were
		changed := func() bool { return changedIn(t, record, only) }
		if partOf(name) == Workbook {
			// What it shows is compared where its bytes are others, which takes long.
			noticed(t, path, func(int) []int { return packed(t, publishtest.ContentOf(t, path)) }, changed)
			changed = func() bool {
				got, err := disk.Digest(disk.OS, path)
				return err == nil && got != digest
			}
		}
		noticed(t, path, everywhere, changed)
	}
}

// noticed checks that each change of a byte of a file at some places is noticed.
func noticed(t *testing.T, path string, places func(size int) []int, changed func() bool) {
	t.Helper()
	original := publishtest.ContentOf(t, path)
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	write := func(at int, b byte) {
		if _, err := f.WriteAt([]byte{b}, int64(at)); err != nil {
			t.Fatal(err)
		}
	}
	for _, at := range places(len(original)) {
		write(at, original[at]^1<<(at%8))
		if !changed() {
			t.Errorf("%s: nothing is said of a change of byte %d, %q, of %d", filepath.Base(path), at, original[at], len(original))
		}
		write(at, original[at])
	}
}

// sealed reports whether Verify finds a record's seal whole and can read it.
func sealed(t *testing.T, record string) bool {
	t.Helper()
	v := &verifier{program: "Steward test"}
	if err := v.seal(record); err != nil || slices.ContainsFunc(v.findings, func(f Finding) bool { return !f.OK }) {
		return false
	}
	_, err := export.ReadRecord(record)
	return err == nil
}

// changedIn reports whether Verify finds that a file of a record was changed.
func changedIn(t *testing.T, record string, rec export.Record) bool {
	t.Helper()
	v := &verifier{record: rec, program: "Steward test"}
	if err := v.files(context.Background(), filepath.Dir(record)); err != nil {
		t.Fatal(err)
	}
	return slices.ContainsFunc(v.findings, func(f Finding) bool {
		return !f.OK || f.Again
	})
}

// A release of another version of the program says which, where this one works figures out otherwise.
func TestVerifyAnotherVersion(t *testing.T) {
	record, ledgers := publishtest.EveryKind(t)
	original := publishtest.ContentOf(t, record)
	for _, c := range []struct {
		name, from, to, program string
		says                    string
		bad, unknown            bool
	}{
		{"the same figures", "", "", "Steward 9", "errors, noise scales and sensitivities are those of the plan", false, false},
		{"another tuning", `"rootMeanSquareError": `, `"rootMeanSquareError": 1`, "Steward 9", "The release was written by Steward test; this is Steward 9, which may tune this method differently", false, true},
		{"the same version", `"rootMeanSquareError": `, `"rootMeanSquareError": 1`, "Steward test", "errors, noise scales or sensitivities are not those that the plan gives", true, false},
		{"figures that contradict one another", `"scale": "`, `"scale": "1`, "Steward 9", "and do not agree with one another. The release was written by Steward test; this is Steward 9", true, false},
	} {
		changed := bytes.Replace(original, []byte(c.from), []byte(c.to), 1)
		path := filepath.Join(filepath.Dir(record), "changed.json")
		if err := os.WriteFile(path, changed, 0o600); err != nil {
			t.Fatal(err)
		}
		findings, err := Release(publishtest.Remembering, path, ledgers, c.program)
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, f := range findings {
			if strings.Contains(f.What.String(), c.says) {
				found = true
				if f.OK == c.bad || f.Unknown != c.unknown {
					t.Errorf("%s: %+v", c.name, f)
				}
				break
			}
		}
		if !found {
			t.Errorf("%s: nothing says %q: %+v", c.name, c.says, findings)
		}
	}
}

// Figures near those that come out here may be those of a processor that rounds otherwise; farther ones,
// and those that contradict one another, may not.
func TestVerifyOnAnotherProcessor(t *testing.T) {
	record, ledgers := publishtest.EveryKind(t)
	original := publishtest.ContentOf(t, record)
	times := func(of map[string]any, name string, factor *big.Rat) {
		x, ok := new(big.Rat).SetString(of[name].(string))
		if !ok {
			t.Fatalf("%s is %v", name, of[name])
		}
		of[name] = x.Mul(x, factor).RatString()
	}
	for _, c := range []struct {
		name        string
		change      func(noise, answer map[string]any)
		ok, unknown bool
	}{
		{"the same figures", func(_, _ map[string]any) {}, true, false},
		{"an error that is near", func(_, answer map[string]any) {
			answer["rootMeanSquareError"] = answer["rootMeanSquareError"].(float64) * 1.001
		}, true, true},
		{"an error that is not", func(_, answer map[string]any) {
			answer["rootMeanSquareError"] = answer["rootMeanSquareError"].(float64) * 1.1
		}, false, false},
		{"noise that is near", func(noise, _ map[string]any) {
			times(noise, "sensitivity", big.NewRat(1_000_003, 1_000_000))
			times(noise, "scale", big.NewRat(1_000_003, 1_000_000))
		}, true, true},
		{"noise that is near, and is not that of the rows", func(noise, _ map[string]any) {
			times(noise, "sensitivity", big.NewRat(1_000_003, 1_000_000))
			times(noise, "scale", big.NewRat(1_000_003, 1_000_000))
		}, false, false},
		{"noise that is not", func(noise, _ map[string]any) {
			times(noise, "sensitivity", big.NewRat(1003, 1000))
			times(noise, "scale", big.NewRat(1003, 1000))
		}, false, false},
		{"noise that is near and spends something else", func(noise, _ map[string]any) { times(noise, "scale", big.NewRat(1_000_003, 1_000_000)) }, false, false},
	} {
		var r map[string]any
		if err := json.Unmarshal(original, &r); err != nil {
			t.Fatal(err)
		}
		question := r["questions"].([]any)[0].(map[string]any)
		noise := question["noise"].([]any)[0].(map[string]any)
		was := noise["scale"]
		c.change(noise, question["answers"].([]any)[0].(map[string]any))
		for _, rows := range question["measured"].(map[string]any)["rows"].([]any) {
			if rows := rows.(map[string]any); rows["scale"] == was && c.name != "noise that is near, and is not that of the rows" {
				rows["scale"] = noise["scale"]
			}
		}
		changed, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(filepath.Dir(record), "changed.json")
		if err := os.WriteFile(path, changed, 0o600); err != nil {
			t.Fatal(err)
		}
		findings, err := Release(publishtest.Remembering, path, ledgers, "Steward test")
		if err != nil {
			t.Fatal(err)
		}
		at := slices.IndexFunc(findings, func(f Finding) bool {
			return strings.HasPrefix(f.What.String(), question["title"].(string)+": errors, noise scales")
		})
		if at < 0 || findings[at].OK != c.ok || findings[at].Unknown != c.unknown || c.unknown != strings.Contains(findings[at].What.String(), "on a computer like the one that wrote it") {
			t.Errorf("%s: %+v", c.name, findings)
		}
	}
}

// A record of the first format, which has no seal, is verified as ever, and says what cannot be told; but
// one that was sealed once, as its ledger notes, cannot pass for such a one.
func TestVerifyFirstFormat(t *testing.T) {
	record, ledgers := publishtest.EveryKind(t)
	text := string(publishtest.ContentOf(t, record))
	text = strings.Replace(text, fmt.Sprintf(`"version": %d`, export.RecordVersion), `"version": 1`, 1)
	at := strings.LastIndex(text, ",\n \"seal\"")
	if err := os.WriteFile(record, []byte(text[:at]+"\n}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	findings, err := Release(publishtest.Remembering, record, ledgers, "Steward test")
	if err != nil {
		t.Fatal(err)
	}
	said, derived := false, 0
	for _, f := range findings {
		// What follows from answers was made by this version, and is judged as the first did it: neither cut nor marked.
		own := strings.Contains(f.What.String(), "percentages, rates or differences do not follow")
		if own {
			derived++
		}
		if f.OK == (own || strings.Contains(f.What.String(), "contains a different seal")) {
			t.Errorf("%s", f.What.String())
		}
		said = said || f.Unknown && strings.Contains(f.What.String(), "no seal")
	}
	if !said || derived != 2 {
		t.Errorf("nothing says that there is no seal, or %d tables do not follow: %+v", derived, findings)
	}
}

// A release whose rows were chosen by their answers is verified and says what it really promises; one under
// full secrecy promises what it said.
func TestVerifyTellsOfRowsByAnswers(t *testing.T) {
	for kind, says := range map[secret.Kind]bool{secret.Everything: false, secret.Public: true} {
		p := publishtest.TownPlan()
		p.Facts, p.Rows = plan.Facts{}, &plan.Rows{Person: "who", AtMost: 2}
		p.Secrets.Columns = []secret.Secret{{Columns: []domain.AttributeName{"town"}, Kind: kind}}
		for _, version := range []int{1, plan.Version} {
			p.Version = version
			v := &verifier{record: export.Record{Plan: p}}
			v.plan = publishtest.Compiled(t, p)
			v.rows()
			if got := len(v.findings) == 1 && v.findings[0].Unknown && strings.Contains(v.findings[0].What.String(), "more than 2") && strings.Contains(v.findings[0].What.String(), "a factor of at most 2.72"); got != (says && version == 1) {
				t.Errorf("%s, version %d: %+v", kind, version, v.findings)
			}
		}
	}
}
