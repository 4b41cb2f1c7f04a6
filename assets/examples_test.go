package assets_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"steward/assets"
	"steward/core/seeded"
)

// This file makes up the people of the worked examples, as survey_test.go does those of the sample:
// with whole numbers from a seeded generator, the same on every machine. Rewrite the files with
//
//	go test ./assets -run TestExamples -update

// generator draws whole numbers.
type generator struct{ *seeded.Source }

func newGenerator(seed uint64) generator { return generator{seeded.New(seed, 2026)} }

// pick draws a place of a list of weights.
func (g generator) pick(weights ...int) int {
	total := 0
	for _, w := range weights {
		total += w
	}
	at := g.IntN(total)
	for i, w := range weights {
		if at -= w; at < 0 {
			return i
		}
	}
	return len(weights) - 1
}

// around draws a number near a middle: the sum of four throws of a die with 0 to spread.
func (g generator) around(middle, spread int) int {
	sum := 0
	for range 4 {
		sum += g.IntN(spread + 1)
	}
	return middle + sum - 2*spread
}

// census makes up a town's census: everybody, with the household that they live in.
func census() [][]string {
	g := newGenerator(1)
	districts := []string{"Centre", "Harbour", "Hillside", "Meadows", "Old Mill", "Station"}
	rows := [][]string{{"age", "sex", "district", "employment", "household"}}
	for range 5000 {
		age := min(g.IntN(100), g.IntN(110))
		employment := "retired"
		switch {
		case age < 6:
			employment = "child"
		case age < 16:
			employment = "in school"
		case age < 25:
			employment = []string{"in school", "employed", "unemployed", "other"}[g.pick(50, 38, 7, 5)]
		case age < 65:
			employment = []string{"employed", "unemployed", "at home", "other"}[g.pick(76, 6, 12, 6)]
		case age < 70:
			employment = []string{"employed", "retired"}[g.pick(15, 85)]
		}
		rows = append(rows, []string{
			strconv.Itoa(age), []string{"f", "m"}[g.pick(51, 49)], districts[g.pick(14, 22, 9, 25, 12, 18)],
			employment, strconv.Itoa(1 + g.pick(24, 33, 17, 16, 7, 3)),
		})
	}
	return rows
}

// salaries makes up what the people of a public authority earn a month.
func salaries() [][]string {
	g := newGenerator(2)
	departments := []string{"Buildings", "Culture", "Finance", "Health", "Schools", "Transport"}
	rows := [][]string{{"department", "contract", "salary"}}
	for range 3200 {
		d := g.pick(14, 8, 9, 27, 30, 12)
		contract := g.pick(62, 28, 10)
		middle := []int{3100, 2900, 3900, 3500, 3300, 3000}[d]
		pay := g.around(middle, 700)
		if g.IntN(20) == 0 {
			pay += 1800 + g.IntN(1500) // who leads
		}
		if contract == 1 {
			pay = pay * 6 / 10
		}
		rows = append(rows, []string{departments[d], []string{"full time", "part time", "fixed term"}[contract], strconv.Itoa(max(pay, 620))})
	}
	return rows
}

// calls makes up where an ambulance was called to, on a map of 24 by 16 kilometres.
func calls() [][]string {
	g := newGenerator(3)
	type town struct{ east, north, wide, weight int }
	towns := []town{{6, 5, 2, 44}, {16, 10, 2, 27}, {20, 3, 1, 15}, {11, 13, 1, 9}}
	rows := [][]string{{"call", "east", "north", "reason"}}
	for i := range 4000 {
		east, north := g.IntN(24), g.IntN(16) // somewhere in the country
		if k := g.pick(44, 27, 15, 9, 5); k < len(towns) {
			east, north = g.around(towns[k].east, towns[k].wide), g.around(towns[k].north, towns[k].wide)
		}
		rows = append(rows, []string{
			fmt.Sprintf("C-%05d", i+1), strconv.Itoa(min(max(east, 0), 23)), strconv.Itoa(min(max(north, 0), 15)),
			[]string{"fall", "heart", "traffic", "birth", "other"}[g.pick(31, 24, 13, 4, 28)],
		})
	}
	return rows
}

// TestExamples holds the files of the worked examples to what their generators make.
func TestExamples(t *testing.T) {
	made := map[string]func() [][]string{"census.csv": census, "salaries.csv": salaries, "calls.csv": calls}
	for name, rows := range made {
		var want bytes.Buffer
		w := csv.NewWriter(&want)
		if err := w.WriteAll(rows()); err != nil {
			t.Fatal(err)
		}
		if *update {
			if err := os.WriteFile(filepath.Join("examples", name), want.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		got, err := fs.ReadFile(assets.Examples(), name)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want.Bytes()) {
			t.Errorf("%s is not what its generator makes", name)
		}
	}
	for _, e := range assets.WorkedExamples() {
		for _, name := range []string{e.Data, e.Project} {
			if _, err := fs.Stat(assets.Examples(), name); err != nil {
				t.Errorf("%s: %v", e.Name, err)
			}
		}
	}
}
