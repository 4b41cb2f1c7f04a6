package sheet

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"steward/core/seeded"
	"steward/core/table"
)

// keyShape is a way to write keys of persons.
type keyShape struct {
	names []string // of such a column
	write func(person int) string
}

// keyShapes are keys that are known by their name, and, where names has none that says so, by their entries.
var keyShapes = []keyShape{
	{[]string{"id", "ID", "Patient", "patient_id", "PatientID", "respondent no", "Kundennummer", "person"}, func(p int) string { return fmt.Sprint(p + 1) }},
	{[]string{"Member No.", "customerid", "Teilnehmer-Nr", "pseudonym", "user"}, func(p int) string { return fmt.Sprint(104729 + 7919*p) }},
	{[]string{"who", "code of the form", "x", "id"}, func(p int) string { return fmt.Sprintf("R-%04d", 7*p) }},
	{[]string{"contact", "e-mail"}, func(p int) string { return fmt.Sprintf("p%d@example.org", p) }},
	{[]string{"token", "guid"}, func(p int) string { return fmt.Sprintf("%08x-0000-4000-8000-%012x", p*2654435761%(1<<32), p) }},
	{[]string{"insurance", "card"}, func(p int) string { return fmt.Sprintf("%010d", 1000000000+p*7919) }},
}

// answers are columns that hold answers, however often each is given and whatever they look like.
var answers = []struct {
	name  string
	write func(row int) string
}{
	{"age", func(i int) string { return fmt.Sprint(18 + i*31%73) }},
	{"district", func(i int) string { return []string{"North", "South", "East", "West"}[i%4] }},
	{"region_id", func(i int) string { return fmt.Sprint(1 + i%12) }},
	{"spend", func(i int) string { return fmt.Sprintf("%d.%02d", i*37%900, i%97+1) }},
	{"visit", func(i int) string { return fmt.Sprintf("2024-%02d-%02d", 1+i%12, 1+i%28) }},
	{"postcode", func(i int) string { return fmt.Sprintf("%05d", 1000+i*7%420) }},
	{"icd", func(i int) string { return fmt.Sprintf("%c%02d.%d", 'A'+i%20, i%100, i%10) }},
	{"number of persons", func(i int) string { return fmt.Sprint(1 + i%30) }},
	{"income", func(i int) string { return fmt.Sprint(900 + i*53%4100) }},
	{"remark", func(i int) string { return strings.Repeat("said something ", i%40+1) }},
	{"year", func(i int) string { return fmt.Sprint(1930 + i%90) }},
	{"q1", func(i int) string { return fmt.Sprint(1 + i%5) }},
	{"id of the district", func(i int) string { return fmt.Sprint(1 + i%16) }},
}

// A key of persons is found whatever it is called or looks like and however often people come, with how many people there are for
// certain; and no answer is taken for one.
func TestKeysOfPersons(t *testing.T) {
	repeating, outer := 0, t
	seeded.Check(t, func(t *rapid.T) {
		shape := rapid.SampledFrom(keyShapes).Draw(t, "shape")
		name := rapid.SampledFrom(shape.names).Draw(t, "name")
		people := rapid.IntRange(230, 450).Draw(t, "people")
		times := rapid.SampledFrom([]int{1, 2, 3, 5}).Draw(t, "rows of a person at most")
		var rows []int
		for p := range people {
			for range 1 + p%times {
				rows = append(rows, p)
			}
		}
		rows = rapid.Permutation(rows).Draw(t, "order")
		beside := rapid.SliceOfNDistinct(rapid.IntRange(0, len(answers)-1), 1, 4, rapid.ID[int]).Draw(t, "answers")
		at := rapid.IntRange(0, len(beside)).Draw(t, "place of the key")
		var b strings.Builder
		line := func(key string, cell func(k int) string) {
			fields := make([]string, len(beside))
			for i, k := range beside {
				fields[i] = cell(k)
			}
			b.WriteString(strings.Join(slices.Insert(fields, at, key), ";") + "\n")
		}
		line(name, func(k int) string { return answers[k].name })
		for i, p := range rows {
			line(shape.write(p), func(k int) string { return answers[k].write(i) })
		}
		in := inspected(outer, b.String())
		if len(in.Keys) != 1 || in.Keys[0].Columns[0] != name {
			t.Fatalf("the keys are %+v of %s beside %v", in.Keys, name, beside)
		}
		if k := in.Keys[0]; k.People != people || k.Rows != len(rows) || k.About || k.Repeat() != (len(rows) > people) {
			t.Errorf("%+v, want %d people in %d rows", k, people, len(rows))
		}
		if _, repeats := in.RepeatedKey(); repeats {
			repeating++
		}
		if c := in.Columns[at]; c.Proposed != ProposeIdentifier {
			t.Errorf("%s is proposed as %s", name, c.Proposed)
		}
	})
	if repeating < 10 {
		t.Errorf("only %d files had people with several rows", repeating)
	}
}

// inspected inspects a text table.
func inspected(t testing.TB, text string) *Inspection {
	t.Helper()
	in, err := Inspect(context.Background(), sheetOf(t, "people.csv", []byte(text), Options{}), InspectOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// Many people are counted for certain where the column's name says that it is a key, and as an estimate that is said to be one
// where only its entries do.
func TestManyPeopleAreCounted(t *testing.T) {
	const people = 30_000
	for name, about := range map[string]bool{"patient": false, "x": true} {
		var b strings.Builder
		b.WriteString(name + ",n\n")
		for i := range people + people/3 {
			fmt.Fprintf(&b, "R-%06d,1\n", i%people)
		}
		in := inspected(t, b.String())
		if len(in.Keys) != 1 || in.Keys[0].About != about || !about && in.Keys[0].People != people {
			t.Fatalf("%s: %+v", name, in.Keys)
		}
		if n := in.Keys[0].People; n < people*9/10 || n > people*11/10 {
			t.Errorf("%s: about %d people, of %d", name, n, people)
		}
	}
}

// People who have no key are found again by name and day of birth, however the name is spelt, and are not where a key tells them apart.
func TestNamesakes(t *testing.T) {
	row := func(i int) string { return fmt.Sprintf("Name%d,First%d,%d-03-0%d,x", i, i%7, 1950+i%40, 1+i%9) }
	var b strings.Builder
	b.WriteString("Surname,First name,date of birth,answer\n")
	for i := range 90 {
		b.WriteString(row(i) + "\n")
	}
	alone := b.String()
	if in := inspected(t, alone); in.Namesakes != nil {
		t.Errorf("people who are different are %+v", in.Namesakes)
	}
	again := alone + strings.ToUpper(row(3)) + "\n" + strings.Replace(row(5), "Name5", "Name 5", 1) + "\n,First3,1953-03-04,x\n,First3,1953-03-04,x\n"
	in := inspected(t, again)
	if n := in.Namesakes; n == nil || n.Rows != 92 || n.People != 90 || !slices.Equal(n.Columns, []string{"Surname", "First name", "date of birth"}) {
		t.Errorf("people who come again are %+v", n)
	}
	if in := inspected(t, strings.ReplaceAll(again, "First name", "first")); in.Namesakes == nil || in.Namesakes.Rows != 92 {
		t.Errorf("by surname alone: %+v", in.Namesakes)
	}
	if in := inspected(t, strings.ReplaceAll(again, "date of birth", "day")); in.Namesakes != nil {
		t.Errorf("without a day of birth: %+v", in.Namesakes)
	}
}

// TestIdentityIsTheNumber holds the short way of identityOf to the long one: what a cell shows
// decides nothing where it is not the number itself.
func TestIdentityIsTheNumber(t *testing.T) {
	for _, x := range []float64{0, math.Copysign(0, -1), 1, -1, 3, 3.14, 0.25, 25, 1e15, 999999999999999, 1e16, math.MaxInt64} {
		for _, text := range []string{"", "0", "-0", "00", "1", "-1", "3", "03", "3.14", "25", "25 %", "1000000000000000", "999999999999999", "9223372036854775807"} {
			got := identityOf(table.Cell{Kind: table.Number, Number: x, Text: text})
			if want := strconv.FormatFloat(x, 'f', -1, 64); got != want && !(x == 0 && got == "0") {
				t.Errorf("a cell of %v that shows %q is %q, want %q", x, text, got, want)
			}
		}
	}
}
