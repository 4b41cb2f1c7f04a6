package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// corpus is where records that the product wrote are kept.
const corpus = "../../cmd/steward/testdata/corpus"

// kept returns the record of a plan of the corpus.
func kept(t *testing.T, plan string) map[string]any {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(corpus, plan, "out", "it.json"))
	if err != nil {
		t.Fatal(err)
	}
	var r map[string]any
	if err := json.Unmarshal(text, &r); err != nil {
		t.Fatal(err)
	}
	return r
}

// sealed writes a record down, with the digest and the seal that belong to it, as whoever forges one would.
func sealed(t *testing.T, r map[string]any) []byte {
	t.Helper()
	write := func() []byte {
		seal := r["seal"]
		delete(r, "seal")
		text, err := json.MarshalIndent(r, "", " ")
		if err != nil {
			t.Fatal(err)
		}
		r["seal"] = seal
		text = append(bytes.TrimSuffix(text, []byte("\n}")), ',')
		return append(text, "\n \"seal\": \""+sha(text)+"\"\n}\n"...)
	}
	r["digest"] = sha(readRecord(write()).canonical())
	return write()
}

// found rechecks a record, and returns what is said and the exit code.
func found(t *testing.T, text []byte, files map[string]string) (string, int) {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, "it.json")
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var said strings.Builder
	code := recheck(path).write(&said)
	return said.String(), code
}

// at returns what stands at a place of a record: members by name, and list entries by number.
func at(t *testing.T, v any, path ...any) any {
	t.Helper()
	for _, p := range path {
		switch p := p.(type) {
		case string:
			v = v.(map[string]any)[p]
		case int:
			v = v.([]any)[p]
		}
	}
	if v == nil {
		t.Fatalf("nothing is at %v", path)
	}
	return v
}

// set puts a value at a place of a record.
func set(t *testing.T, r map[string]any, value any, path ...any) {
	t.Helper()
	last := path[len(path)-1].(string)
	of := at(t, r, path[:len(path)-1]...).(map[string]any)
	if value == nil {
		delete(of, last)
	} else {
		of[last] = value
	}
}

// quieter gives all noise of a scale, of a law, another one, in the rows and in the list of noise.
func quieter(t *testing.T, r map[string]any, question int, law, was, is string) {
	t.Helper()
	var changed [2]int
	for k, list := range []any{at(t, r, "questions", question, "noise"), at(t, r, "questions", question, "measured", "rows")} {
		for _, n := range list.([]any) {
			if n := n.(map[string]any); n[law] == was {
				n[law] = is
				if _, stated := n["spent"]; stated {
					n["spent"] = quo(exact(n["sensitivity"].(string)), exact(is)).RatString()
				}
				changed[k]++
			}
		}
	}
	if changed[0] != 1 || changed[1] == 0 {
		t.Fatalf("%d lists of noise and %d of rows had the scale %s", changed[0], changed[1], was)
	}
}

// tablesWith gives the noise of a scale, of a law, another one in the tables and in all lists of noise.
func tablesWith(t *testing.T, r map[string]any, law, was, is string) {
	t.Helper()
	for _, q := range at(t, r, "questions").([]any) {
		for _, n := range at(t, q, "noise").([]any) {
			if n := n.(map[string]any); n[law] == was {
				n[law], n["spent"] = is, quo(exact(n["sensitivity"].(string)), exact(is)).RatString()
			}
		}
	}
	for _, table := range at(t, r, "questions", 0, "measured", "tables").([]any) {
		if table := table.(map[string]any); table[law] == was {
			table[law] = is
		}
	}
}

// Records as they were written hold, also in other words: every question whose rows are stated is checked.
func TestKeptRecords(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join(corpus, "*", "out", "it.json"))
	if err != nil || len(paths) < 8 {
		t.Fatalf("%d records, %v", len(paths), err)
	}
	for _, path := range paths {
		r := recheck(path)
		var said strings.Builder
		if code := r.write(&said); code != 0 {
			t.Errorf("%s: exit code %d\n%s", path, code, said.String())
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		stated := bytes.Count(text, []byte(`"measured": {`)) - bytes.Count(text, []byte(`"leftOut"`))
		if checked := strings.Count(said.String(), "secret pairs of"); checked != stated {
			t.Errorf("%s: %d questions were checked, %d state their rows", path, checked, stated)
		}
		if said, code := found(t, sealed(t, kept(t, filepath.Base(filepath.Dir(filepath.Dir(path))))), nil); code != 0 {
			t.Errorf("%s, written anew: %s", path, said)
		}
	}
}

// Every record that was tampered with is found out, though digest and seal are those of what it says now, and
// the complaint says what is wrong.
func TestSabotage(t *testing.T) {
	tests := []struct {
		name, plan string
		tamper     func(t *testing.T, r map[string]any)
		complaint  string
	}{
		{"a scale too small", "secret-near", func(t *testing.T, r map[string]any) { quieter(t, r, 1, "scale", "4", "4194303/1048576") },
			`"Towns by age": the noise does not hide a move from \["North" "20"\]`},
		{"a scale too small on pairs", "secret-near", func(t *testing.T, r map[string]any) { quieter(t, r, 0, "scale", "2", "199/100") },
			`"Ages": the noise does not hide a move`},
		{"a sigma squared too small", "delta", func(t *testing.T, r map[string]any) {
			was := at(t, r, "questions", 0, "measured", "rows", 0, "sigmaSquared").(string)
			quieter(t, r, 0, "sigmaSquared", was, mul(exact(was), exact("0.9999")).RatString())
		}, `"Ages": the noise does not hide a move`},
		{"a budget of a question too large", "secret-near", func(t *testing.T, r map[string]any) { set(t, r, "0.6", "questions", 0, "epsilon") },
			`add up to 11/10, but 1 is said to be spent`},
		{"a share of r too large", "delta", func(t *testing.T, r map[string]any) { set(t, r, "0.9", "questions", 0, "epsilon") },
			`or their squares, add up to`},
		{"a budget below nothing", "secret-near", func(t *testing.T, r map[string]any) { set(t, r, "-0.5", "questions", 0, "epsilon") },
			`which is below nothing`},
		{"the release spends another budget than its plan", "secret-near", func(t *testing.T, r map[string]any) { set(t, r, "3", "epsilon") },
			`its plan says 1`},
		{"half the budget for the same noise", "secret-near", func(t *testing.T, r map[string]any) {
			set(t, r, "0.5", "epsilon")
			set(t, r, "0.5", "plan", "budget", "epsilon")
			set(t, r, "0.25", "questions", 0, "epsilon")
			set(t, r, "0.25", "questions", 1, "epsilon")
		}, `it costs 0.500000000 where 0.250000000 is promised`},
		{"side by side where all answers may change", "side-by-side", func(t *testing.T, r map[string]any) { set(t, r, nil, "plan", "secrets", "together") },
			`it costs 3.000000000 where 1.000000000 is promised`},
		{"one side with too little noise", "side-by-side", func(t *testing.T, r map[string]any) { quieter(t, r, 0, "scale", "15", "149/10") },
			`the noise does not hide a move .*: it costs 1.006711409 where 1.000000000 is promised`},
		{"the facts' factor dropped", "facts-totals", func(t *testing.T, r map[string]any) {
			set(t, r, 1, "multiplier")
			set(t, r, "1", "questions", 0, "effectiveEpsilon")
			quieter(t, r, 0, "scale", "10", "2")
		}, `budgets are divided by 1, but up to 5 answers have to be hidden together`},
		{"the noise for one person where facts tie five", "facts-totals", func(t *testing.T, r map[string]any) { quieter(t, r, 0, "scale", "10", "9") },
			`it costs 1.111111111 where 1.000000000 is promised`},
		{"a factor below the steps between counts", "facts-margins", func(t *testing.T, r map[string]any) { set(t, r, 7, "multiplier") },
			`budgets are divided by 7, but up to 8 answers have to be hidden together`},
		{"the noise for fewer steps than counts are apart", "facts-margins", func(t *testing.T, r map[string]any) { quieter(t, r, 0, "scale", "16", "14") },
			`it costs 1.142857143 where 1.000000000 is promised`},
		{"a fact more than the noise is for", "secret-near", func(t *testing.T, r map[string]any) {
			set(t, r, []any{map[string]any{"id": "young", "counts": []any{map[string]any{"of": []any{[]any{map[string]any{"column": "age", "values": []any{"20", "21"}}}}, "count": 5}}}}, "plan", "facts", "stated")
		}, `budgets are divided by 1, but up to 2`},
		{"a lighter edge ignored", "secret-pairs", func(t *testing.T, r map[string]any) {
			set(t, r, "0.5", "plan", "secrets", "columns", 0, "pairs", 0, "weight")
		}, `does not hide a move from \["North"\] to \["South"\]`},
		{"a secret lighter than its noise", "secret-near", func(t *testing.T, r map[string]any) { set(t, r, "0.75", "plan", "secrets", "columns", 0, "weight") },
			`"Ages": the noise does not hide`},
		{"a pair more than there is noise for", "secret-pairs", func(t *testing.T, r map[string]any) {
			list := at(t, r, "plan", "secrets", "columns", 0, "pairs").([]any)
			set(t, r, append(list, map[string]any{"u": []any{"North"}, "v": []any{"West"}}), "plan", "secrets", "columns", 0, "pairs")
		}, `does not hide a move from \["North"\] to \["West"\]`},
		{"a wider secret", "secret-near", func(t *testing.T, r map[string]any) { set(t, r, "3", "plan", "secrets", "columns", 0, "within") },
			`"Ages": the noise does not hide a move`},
		{"presence that no noise hides", "secret-near", func(t *testing.T, r map[string]any) {
			set(t, r, true, "plan", "secrets", "presence")
			set(t, r, nil, "plan", "facts", "people")
		}, `"Ages": nothing hides a move from \["20"\] to \(not in the file\)`},
		{"noise that adds up to zero, and people who come and go", "secret-near", func(t *testing.T, r map[string]any) {
			set(t, r, true, "plan", "secrets", "presence")
			set(t, r, nil, "plan", "facts")
		}, `"Towns by age": a number without noise tells .* and \(not in the file\) apart`},
		{"noise that adds up to zero in sets whose sums nobody knows", "facts-totals", func(t *testing.T, r map[string]any) {
			set(t, r, nil, "plan", "facts")
		}, `"Smokers by town": a number without noise tells \["North" "yes"\] and \["South" "yes"\] apart`},
		{"one draw for cells that nobody knows to change together", "facts-margins", func(t *testing.T, r map[string]any) {
			set(t, r, nil, "plan", "facts")
		}, `"Grades of smokers": a number without noise tells .* apart`},
		{"one draw for cells that change the other way", "facts-margins", func(t *testing.T, r map[string]any) {
			set(t, r, nil, "questions", 0, "measured", "rows", 0, "opposite")
		}, `"Grades of smokers": a number without noise tells .* apart`},
		{"a public column made secret", "secret-near", func(t *testing.T, r map[string]any) { set(t, r, nil, "plan", "secrets", "columns") },
			`"Ages": the noise does not hide a move`},
		{"a row left out of the list of noise", "table-derived", func(t *testing.T, r map[string]any) {
			set(t, r, at(t, r, "questions", 0, "noise", 0, "rows").(float64)-1, "questions", 0, "noise", 0, "rows")
		}, `the list of noise has -1 rows of scale`},
		{"a row that the scales do not count with", "table-derived", func(t *testing.T, r map[string]any) {
			of := at(t, r, "questions", 0, "measured", "rows", 0, "of").([]any)
			set(t, r, append(of, of[0]), "questions", 0, "measured", "rows", 0, "of")
			set(t, r, at(t, r, "questions", 0, "noise", 0, "rows").(float64)+1, "questions", 0, "noise", 0, "rows")
		}, `"Smokers by town": the noise does not hide a move from \["North" "yes"\]`},
		{"a row that is none", "table-derived", func(t *testing.T, r map[string]any) {
			at(t, r, "questions", 0, "measured", "rows", 0, "of").([]any)[0] = "0=1x"
		}, `"Smokers by town", by .*: "0=1x" does not say what a row counts`},
		{"a row of a cell that is none", "table-derived", func(t *testing.T, r map[string]any) {
			at(t, r, "questions", 0, "measured", "rows", 0, "of").([]any)[0] = "0=1 4000=1"
		}, `"4000=1" does not say what a row counts`},
		{"a row without noise", "table-derived", func(t *testing.T, r map[string]any) {
			rows := at(t, r, "questions", 0, "measured", "rows").([]any)
			set(t, r, append(rows, map[string]any{"of": []any{"0=1"}}), "questions", 0, "measured", "rows")
		}, `a number without noise tells \["North" "yes"\] and`},
		{"a total without noise that nobody agreed to", "table-derived", func(t *testing.T, r map[string]any) {
			rows := at(t, r, "questions", 0, "measured", "rows").([]any)
			set(t, r, append(rows, map[string]any{"of": []any{"0-14=1"}}), "questions", 0, "measured", "rows")
		}, `a sum is published without noise though nobody agreed to it`},
		{"no noise on what pairs change", "table-derived", func(t *testing.T, r map[string]any) { set(t, r, "0", "questions", 0, "noise", 0, "scale") },
			`there is no noise on`},
		{"another sum spent", "table-derived", func(t *testing.T, r map[string]any) { set(t, r, "1/1000", "questions", 0, "noise", 0, "spent") },
			`is said to spend 1/1000`},
		{"the weights' cap changed", "weighted", func(t *testing.T, r map[string]any) { set(t, r, "3", "plan", "weight", "cap") },
			`budgets are divided by 4, but up to 6`},
		{"the weights' cap changed, and the factor", "weighted", func(t *testing.T, r map[string]any) {
			set(t, r, "3", "plan", "weight", "cap")
			set(t, r, 6, "multiplier")
		}, `"Wards": the noise does not hide a move`},
		{"the rows per person changed", "rows", func(t *testing.T, r map[string]any) { set(t, r, 4, "plan", "rows", "atMost") },
			`budgets are divided by 3, but up to 4`},
		{"the rows per person changed, and the factor", "rows", func(t *testing.T, r map[string]any) {
			set(t, r, 4, "plan", "rows", "atMost")
			set(t, r, 4, "multiplier")
		}, `"Minutes": the noise does not hide a move`},
		{"more left for noise than the factor leaves", "facts-totals", func(t *testing.T, r map[string]any) { set(t, r, "1/4", "questions", 0, "effectiveEpsilon") },
			`1/4 is said to be left for noise`},
		{"delta dropped", "delta", func(t *testing.T, r map[string]any) {
			for _, name := range []string{"delta", "rho", "r"} {
				set(t, r, nil, name)
			}
			set(t, r, nil, "plan", "budget", "delta")
		}, `Gaussian noise, which hides nothing for certain`},
		{"a smaller delta", "delta", func(t *testing.T, r map[string]any) {
			set(t, r, "0.0000001", "delta")
			set(t, r, "0.0000001", "plan", "budget", "delta")
		}, `more than the stated 0.0000001`},
		{"a smaller delta than the plan's", "delta", func(t *testing.T, r map[string]any) { set(t, r, "0.0000001", "delta") },
			`its plan says 0.8 and "0.000001"`},
		{"an r beyond rho", "delta", func(t *testing.T, r map[string]any) { set(t, r, "1/1000", "rho") },
			`whose square is more than two times rho`},
		{"another value in a column", "secret-near", func(t *testing.T, r map[string]any) {
			values := at(t, r, "columns", 0, "values").([]any)
			values[3] = "99"
		}, `the values stated of column "age" are not those`},
		{"a question answered from others' rows", "secret-near", func(t *testing.T, r map[string]any) {
			set(t, r, []any{"ages", "towns"}, "questions", 1, "together")
		}, `"Towns by age" with 1 others: the record does not say clearly`},
		{"two questions of one name", "secret-near", func(t *testing.T, r map[string]any) { set(t, r, "ages", "questions", 1, "id") },
			`the record does not say clearly`},
		{"rows of other columns", "secret-near", func(t *testing.T, r map[string]any) {
			set(t, r, []any{"age"}, "questions", 1, "measured", "columns")
		}, `"Towns by age": the record does not say clearly`},
		{"noise that no row is stated with", "secret-near", func(t *testing.T, r map[string]any) {
			list := at(t, r, "questions", 1, "noise").([]any)
			set(t, r, append(list, map[string]any{"rows": 2, "what": "more", "sensitivity": "1", "scale": "7", "spent": "1/7"}), "questions", 1, "noise")
		}, `the list of noise has \+2 rows of scale 7`},
		{"a ledger that forgets the release", "secret-near", func(t *testing.T, r map[string]any) { set(t, r, "0", "ledger", "spentAfter") },
			`the ledger has 0 spent before this release of 1, and 0 after it`},
		{"a table with too little noise", "many-tables", func(t *testing.T, r map[string]any) {
			was := at(t, r, "questions", 0, "measured", "tables", 1, "scale").(string)
			tablesWith(t, r, "scale", was, mul(exact(was), exact("0.99")).RatString())
		}, `"Age by town" with 8 others: the noise on tables does not hide all changes of their columns: they cost 1\.`},
		{"contrasts with too little noise", "many-tables-gaussian", func(t *testing.T, r map[string]any) {
			was := at(t, r, "questions", 0, "measured", "tables", 3, "sigmaSquared").(string)
			tablesWith(t, r, "sigmaSquared", was, mul(exact(was), exact("0.99")).RatString())
		}, `the noise on tables does not hide all changes of their columns`},
		{"tables when somebody may leave", "many-tables", func(t *testing.T, r map[string]any) { set(t, r, true, "plan", "secrets", "presence") },
			`the noise on tables does not hide`},
		{"a table left out", "many-tables", func(t *testing.T, r map[string]any) {
			list := at(t, r, "questions", 0, "measured", "tables").([]any)
			set(t, r, list[:len(list)-1], "questions", 0, "measured", "tables")
		}, `the list of noise has \+\d+ rows of scale`},
		{"a table without noise", "many-tables", func(t *testing.T, r map[string]any) {
			list := at(t, r, "questions", 0, "measured", "tables").([]any)
			set(t, r, append(list, map[string]any{"columns": []any{"town"}}), "questions", 0, "measured", "tables")
		}, `a number without noise tells what is not public`},
		{"a row left out of the statement", "impossible", func(t *testing.T, r map[string]any) {
			of := at(t, r, "questions", 0, "measured", "rows", 0, "of").([]any)
			set(t, r, of[:len(of)-1], "questions", 0, "measured", "rows", 0, "of")
		}, `the list of noise has \+1 rows of scale`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := kept(t, test.plan)
			test.tamper(t, r)
			said, code := found(t, sealed(t, r), nil)
			if code != 1 || !regexp.MustCompile(`DOES NOT HOLD: .*`+test.complaint).MatchString(said) {
				t.Errorf("exit code %d, and no complaint %q in\n%s", code, test.complaint, said)
			}
		})
	}
}

// Changes of bytes are told by digests and by the seal.
func TestDigests(t *testing.T) {
	text := string(sealed(t, kept(t, "secret-near")))
	for _, test := range []struct{ what, was, is, complaint string }{
		{"an answer", `"published": `, `"published": 1`, "digest is not that of plan and answers"},
		{"the digest", `"digest": "`, `"digest": "0`, "digest is not that of plan and answers"},
		{"the seal", `"seal": "`, `"seal": "0`, "seal of the record is not"},
		{"a blank", `"title": `, `"title":  `, "seal of the record is not"},
	} {
		if said, code := found(t, []byte(strings.Replace(text, test.was, test.is, 1)), nil); code != 1 || !strings.Contains(said, test.complaint) {
			t.Errorf("%s: exit code %d\n%s", test.what, code, said)
		}
	}
	r := kept(t, "secret-near")
	r["files"] = map[string]any{"it.csv": sha([]byte("a")), "gone.csv": sha(nil)}
	whole := sealed(t, r)
	if said, code := found(t, whole, map[string]string{"it.csv": "a"}); code != 0 || !strings.Contains(said, "holds:          it.csv has") || !strings.Contains(said, "gone.csv is not beside") {
		t.Errorf("exit code %d\n%s", code, said)
	}
	if said, code := found(t, whole, map[string]string{"it.csv": "b"}); code != 1 || !strings.Contains(said, "it.csv is not the file that was released") {
		t.Errorf("exit code %d\n%s", code, said)
	}
}

// What is not known to the program is named, and no reason to complain.
func TestNotChecked(t *testing.T) {
	for _, test := range []struct {
		name, plan string
		change     func(t *testing.T, r map[string]any)
		says       string
	}{
		{"a law", "secret-near", func(t *testing.T, r map[string]any) {
			set(t, r, "3", "questions", 0, "measured", "rows", 0, "staircase")
		}, `"Ages", by edge-laplace: its rows are not stated, or with noise that this program does not know`},
		{"rows", "secret-near", func(t *testing.T, r map[string]any) { set(t, r, nil, "questions", 0, "measured") }, `"Ages", by edge-laplace: its rows are not stated`},
		{"left out", "secret-near", func(t *testing.T, r map[string]any) {
			set(t, r, map[string]any{"columns": []any{"age"}, "leftOut": "they are too long"}, "questions", 0, "measured")
		}, `"Ages", by edge-laplace: they are too long`},
		{"a secret", "secret-near", func(t *testing.T, r map[string]any) {
			set(t, r, "nearby", "plan", "secrets", "columns", 0, "kind")
		}, `the kind of secret "nearby" is not known to this program`},
		{"values", "secret-near", func(t *testing.T, r map[string]any) { set(t, r, nil, "columns", 1, "values") }, `there are more than 4096 cells`},
		{"two secrets", "secret-near", func(t *testing.T, r map[string]any) {
			list := at(t, r, "plan", "secrets", "columns").([]any)
			set(t, r, append(list, map[string]any{"columns": []any{"age"}, "kind": "public"}), "plan", "secrets", "columns")
		}, `column "age" has two secrets`},
		{"facts of many columns", "facts-totals", func(t *testing.T, r map[string]any) {
			many := make([]any, 1000)
			for i := range many {
				many[i] = strconv.Itoa(i)
			}
			of := map[string]any{"name": "many", "kind": "list", "values": many, "blank": map[string]any{"rule": "refuse"}, "other": map[string]any{"rule": "refuse"}, "origin": "typed"}
			set(t, r, append(at(t, r, "plan", "columns").([]any), of), "plan", "columns")
			set(t, r, append(at(t, r, "columns").([]any), map[string]any{"name": "many", "values": many}), "columns")
			set(t, r, append(at(t, r, "plan", "facts", "stated").([]any), map[string]any{"counts": []any{map[string]any{"of": []any{[]any{map[string]any{"column": "many", "values": []any{"7"}}}}, "count": 1}}}), "plan", "facts", "stated")
		}, `"Smokers by town", by laplace-balanced: there are more than 4096 cells`},
		{"a choice", "choice-percentiles", func(*testing.T, map[string]any) {}, `"Median age, drawn", by .*: whether what was chosen or made from the data is hidden`},
		{"groups", "groups-rounds", func(*testing.T, map[string]any) {}, `"Groups from .*", by k-means-rounds: whether what was chosen or made from the data is hidden`},
		{"records", "records-graph", func(*testing.T, map[string]any) {}, `"Made-up records", by .*: whether what was chosen or made from the data is hidden`},
		{"methods that go by the data", "compared-on-a-pilot", func(*testing.T, map[string]any) {}, `"Hours", by .*: what is measured depends on the data`},
	} {
		r := kept(t, test.plan)
		test.change(t, r)
		if said, code := found(t, sealed(t, r), nil); code != 0 || !regexp.MustCompile(`NOT CHECKED: .*`+test.says).MatchString(said) {
			t.Errorf("%s: exit code %d\n%s", test.name, code, said)
		}
	}
	for name, text := range map[string]string{"nothing": "", "other JSON": `{"a": 1}`, "a version": `{"version": 4}`} {
		if said, code := found(t, []byte(text), nil); code != 2 || !strings.Contains(said, "Nothing could be checked") {
			t.Errorf("%s: exit code %d\n%s", name, code, said)
		}
	}
	if recheck(filepath.Join(t.TempDir(), "none.json")).write(&strings.Builder{}) != 2 {
		t.Error("a record that is not there was checked")
	}
}
