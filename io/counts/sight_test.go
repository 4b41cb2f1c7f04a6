package counts

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"steward/core/domain"
	"steward/core/plan"
	"steward/io/sheet/number"
)

// TestWordsAtSightAreNoNumbers has texts that are taken for words at sight, made of all that numbers and amounts are made of, be read
// as the query reads others: as no number.
func TestWordsAtSightAreNoNumbers(t *testing.T) {
	parts := []string{"", "7", "07", "10", ".5", "7.", "1e1", "1E-2", "-", "+", "(", ")", "%", "$", "#", "~", "&", ",", "_", "e", "E", "x", "Ab", "Anna", "P-", "A", "Z$-", "-1e-5", "--"}
	for _, w := range number.CurrencyWords() {
		parts = append(parts, w, strings.NewReplacer("č", letterOfKc, "ł", letterOfZl).Replace(w))
	}
	texts := append(slices.Clone(nasty), marked...)
	for _, a := range parts {
		for _, b := range parts {
			for _, c := range parts {
				texts = append(texts, a+b+c)
			}
		}
	}
	matched := func(pattern string) func(string) bool { return regexp.MustCompile(pattern).MatchString }
	like := func(pattern string) func(string) bool {
		return matched("^" + strings.NewReplacer("%", ".*", "_", ".").Replace(pattern) + "$")
	}
	letter, three, form, hidden := like(letterHyphen), like(threeHyphens), matched(noNumber), matched(noVisible)
	word := func(text string) bool {
		return letter(text) && text >= "A" && text < "{" || three(text) || form(text)
	}
	whole, point, exponent, amount, mark := matched(shortWhole), matched(withPoint), matched(withExponent), matched(amountPattern), matched(stoodFor)
	words := 0
	for _, text := range texts {
		if !word(text) || hidden(text) {
			continue
		}
		words++
		if whole(text) || point(text) || exponent(text) || amount(text) && !mark(text) {
			t.Errorf("%q is taken for a word, and is a number", text)
		}
	}
	if words < 1000 {
		t.Errorf("only %d texts are taken for words", words)
	}
}

// TestPlacesHoldAllCodes has every column in one place, in order, and no place that whole numbers do not hold.
func TestPlacesHoldAllCodes(t *testing.T) {
	for _, n := range []int{1, 2, 7, 12, 30} {
		p := wide(t, n, nil)
		s := &statement{writer: postgres{}, plan: p}
		for i, a := range p.Domain.Attributes() {
			s.needed = append(s.needed, column{postgres{}, a, i + 1, throughText, false})
		}
		s.places = placesOf(s.needed)
		var all []int
		for _, of := range s.places {
			size := int64(1)
			for _, c := range of.columns {
				all = append(all, c.number)
				size *= int64(c.attribute.Size())
			}
			if size != of.size || size > maxPlace || size < 1 {
				t.Errorf("%d columns: the place %s has the size %d, and is said to have %d", n, of.name, size, of.size)
			}
		}
		if len(all) != n || !slices.IsSorted(all) || len(s.codesOfPlaces()) != n {
			t.Errorf("%d columns: the places hold the columns %v", n, all)
		}
		if n == 30 && len(s.places) < 4 {
			t.Errorf("%d columns are in %d places", n, len(s.places))
		}
		if made, want := s.places[0].made(), fmt.Sprintf("CAST(c1 AS bigint) * %d", s.places[0].size/int64(s.needed[0].attribute.Size())); !strings.HasPrefix(made, want) {
			t.Errorf("%d columns: the first place is %s", n, made)
		}
	}
}

// at is a column of a plan, as a query has it.
func at(p *plan.Compiled, i int) column {
	return column{postgres{}, p.Domain.Attributes()[i], i + 1, throughText, false}
}

// TestReadingsAreExcepted has texts that the plan says how to read, and that are written as numbers are, not read at sight.
func TestReadingsAreExcepted(t *testing.T) {
	p := shown(t, func(p *plan.Plan) {
		p.Columns[2].Readings = map[string]string{"99": domain.BlankLabel, "0.50": domain.BlankLabel, "none": domain.BlankLabel}
	})
	if got := at(p, 2).excepted(); len(got) != 2 || got[0] != "99" && got[1] != "99" {
		t.Errorf("not read at sight are %q", got)
	}
	if _, not := at(p, 2).seen("r3"); !strings.Contains(not, "99") {
		t.Errorf("what is not read at sight is %s", not)
	}
}

// TestDaysAtSight has no text read as a day at sight that is none.
func TestDaysAtSight(t *testing.T) {
	day, n := regexp.MustCompile(sightDay), 0
	for _, year := range []int{1900, 2000, 2023, 2024} {
		for month := range 15 {
			for d := range 35 {
				text := fmt.Sprintf("%04d-%02d-%02d", year, month, d)
				if !day.MatchString(text) {
					continue
				}
				n++
				if _, err := time.Parse(time.DateOnly, text); err != nil {
					t.Errorf("%s is taken for a day", text)
				}
			}
		}
	}
	if n < 1000 {
		t.Errorf("only %d days are read at sight", n)
	}
}

// TestSkippedColumnsRefuseNothing has no column skipped of which the plan refuses some rows.
func TestSkippedColumnsRefuseNothing(t *testing.T) {
	for _, blank := range []domain.Rule{"", domain.Refuse} {
		for _, other := range []domain.Rule{"", domain.Refuse} {
			p := shown(t, func(p *plan.Plan) { p.Columns[4].Blank.Rule, p.Columns[4].Other.Rule = blank, other })
			if got, want := at(p, 4).harmless(), blank == "" && other == ""; got != want {
				t.Errorf("blanks %q and others %q: harmless %v", blank, other, got)
			}
		}
	}
}
