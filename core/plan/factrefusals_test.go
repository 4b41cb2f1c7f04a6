package plan

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/guide"
	"steward/core/limits"
	"steward/core/plan/secret"
)

// survey is a plan whose facts the refusals are of: a list, an ordered list, and two columns of
// numbers, everything about a person secret.
func survey(stated ...constraint.Fact) Plan {
	return Plan{
		Version: Version, DataSet: "People",
		Columns: []Column{
			{Name: "district", Kind: domain.List, Values: []string{"North", "South", "East", "West"}, Origin: domain.Typed, Other: Special{Rule: domain.Refuse}, Blank: Special{Rule: domain.Refuse}},
			{Name: "grade", Kind: domain.Ordered, Values: []string{"low", "middle", "high"}, Origin: domain.Typed, Other: Special{Rule: domain.Refuse}, Blank: Special{Rule: domain.Refuse}},
			{Name: "age", Kind: domain.Whole, Lowest: number(0), Highest: number(99), Origin: domain.Typed, Other: Special{Rule: domain.Nearest}, Blank: Special{Rule: domain.Refuse}},
			{Name: "wage", Kind: domain.Whole, Lowest: number(0), Highest: number(99_999), Origin: domain.Typed, Other: Special{Rule: domain.Nearest}, Blank: Special{Rule: domain.Refuse}},
		},
		Facts:     Facts{Stated: stated},
		Questions: []Question{{ID: "a", Title: "Ages", Kind: "table", Columns: []domain.AttributeName{"age"}}},
		Budget:    Budget{Epsilon: "0.5"},
	}
}

// factIssue returns what is wrong with a plan's facts.
func factIssue(p Plan) error {
	_, err := Compile(p)
	var incomplete *Incomplete
	if !errors.As(err, &incomplete) {
		return err
	}
	for _, i := range incomplete.Issues {
		if i.Step == guide.Facts {
			return errors.New(i.Message.String())
		}
	}
	return errors.New("the facts are in order: " + err.Error())
}

// counted is a fact of one count.
func counted(title string, n int64, of ...constraint.Box) constraint.Fact {
	return constraint.Fact{ID: title, Title: title, Counts: []constraint.Count{{Of: of, Count: n}}}
}

func from(column domain.AttributeName, lo, hi string) constraint.Box {
	return constraint.Box{{Column: column, Spans: []constraint.Span{{From: lo, To: hi}}}}
}

func having(column domain.AttributeName, labels ...string) constraint.Box {
	return constraint.Box{{Column: column, Values: labels}}
}

// totalled is totals with a number for every label in turn.
func totalled(title string, columns []domain.AttributeName, rows ...constraint.Row) constraint.Fact {
	return constraint.Fact{ID: title, Title: title, Totals: &constraint.Totals{Columns: columns, Rows: rows}}
}

func everyRow(n int64, labels ...string) []constraint.Row {
	var out []constraint.Row
	for _, l := range labels {
		out = append(out, constraint.Row{Labels: []string{l}, Count: n})
	}
	return out
}

// everyAge is a number for every age.
func everyAge(n int64) []constraint.Row {
	var labels []string
	for a := range 100 {
		labels = append(labels, strconv.Itoa(a))
	}
	return everyRow(n, labels...)
}

// by names columns.
func by(columns ...domain.AttributeName) []domain.AttributeName { return columns }

// factRefusals provoke every reason for which facts are refused, most of them through a plan.
func factRefusals() []struct {
	name string
	err  error
	says []string
} {
	districts := totalled("districts", by("district"), everyRow(5, "North", "South", "East", "West")...)
	ages := totalled("ages", by("age"), everyAge(0)...)
	ages.Totals.Rows[30].Count = 20
	cross := func(a, b domain.AttributeName) constraint.Fact {
		f := totalled(string(a)+string(b), by(a, b), constraint.Row{Labels: []string{"0", "0"}, Count: 5})
		f.Totals.NobodyElse = true
		return f
	}
	change := func(p Plan, f func(*Plan)) Plan { f(&p); return p }
	minus := int64(-1)
	line := func(p *Plan) {
		p.Secrets.Columns = []secret.Secret{{Columns: by("age"), Kind: secret.Near, Within: "1"}}
	}
	groups := func(p *Plan) {
		p.Secrets.Columns = []secret.Secret{{Columns: by("district"), Kind: secret.Groups, Groups: []secret.Group{{Name: "Up", Values: []string{"North", "East"}}, {Name: "Down", Values: []string{"South", "West"}}}}}
		p.Facts.Reading = constraint.Strict
	}
	many := make([]constraint.Fact, limits.MaxFacts+1)
	square := func() Plan { // three columns of a hundred values
		p := survey()
		p.Columns[3].Highest = number(99)
		p.Columns = append(p.Columns, Column{Name: "rent", Kind: domain.Whole, Lowest: number(0), Highest: number(99), Origin: domain.Typed, Other: Special{Rule: domain.Nearest}, Blank: Special{Rule: domain.Refuse}})
		return p
	}
	state := func(p Plan, list ...constraint.Fact) error {
		p.Facts.Stated = list
		return factIssue(p)
	}
	rows := func(list ...[]string) error {
		var out []constraint.Row
		for _, l := range list {
			out = append(out, constraint.Row{Labels: l, Count: 1})
		}
		_, err := constraint.FromRows("t", "the census", by("age", "grade"), out)
		return err
	}
	known := func(n int64) error { _, err := constraint.Known(n); return err }
	apart := func(p Plan, groups ...constraint.Group) error {
		c, err := Compile(p)
		if err != nil {
			return err
		}
		_, err = c.Facts.Parallel(c.Policy, constraint.EdgeMinimal, groups)
		return err
	}
	return []struct {
		name string
		err  error
		says []string
	}{
		{"nothing stated", state(survey(), constraint.Fact{ID: "1", Title: "mine"}), []string{`the fact "mine" states nothing: give the number of people, totals or counts`}},
		{"two kinds", state(survey(), constraint.Fact{ID: "1", Title: "mine", People: number(3), Counts: counted("", 3, constraint.Box{}).Counts}), []string{`states several kinds of numbers: make a fact of each`}},
		{"no id", state(survey(), constraint.Fact{Title: "mine", People: number(3)}), []string{"fact 1 has no id: give it one of its own"}},
		{"one id for two", state(survey(), counted("a", 1, having("grade", "low")), counted("a", 1, having("grade", "high"))), []string{`the facts "a" and "a" have the same id "a": give each its own`}},
		{"too many", factIssue(change(survey(), func(p *Plan) { p.Facts.Stated = many })), []string{"201 facts are too many, the limit is 200: put totals of the same columns into one"}},
		{"fewer than nobody", factIssue(change(survey(), func(p *Plan) { p.Facts.People = &minus })), []string{"a number of people is -1, but it cannot be below zero"}},
		{"fewer than nobody, several rows each", factIssue(change(survey(), func(p *Plan) { p.Facts.People, p.Rows = &minus, &Rows{Person: "who", AtMost: 2} })), []string{"the number of people is -1, but it cannot be below zero"}},
		{"counts of rows", factIssue(change(survey(districts), func(p *Plan) { p.Rows = &Rows{Person: "who", AtMost: 2} })), []string{"facts about rows cannot be bounded yet where people have several rows each: remove all but the number of people"}},
		{"more than everybody", state(survey(), counted("a", limits.MaxFactCount+1, constraint.Box{})), []string{`the fact "a": count 1: a number of people is 1099511627777, more than 1099511627776: check it`}},
		{"nobody said", state(survey(), counted("a", 1)), []string{"it does not say who is counted: give a condition"}},
		{"a column twice", state(survey(), counted("a", 1, constraint.Box{{Column: "age", Values: []string{"1"}}, {Column: "age", Values: []string{"2"}}})), []string{`it has two conditions on the column "age": put their values into one`}},
		{"an unknown column", state(survey(), counted("a", 1, having("shoe", "38"))), []string{`it names the column "shoe", which is not published`}},
		{"an unknown value", state(survey(), counted("a", 1, having("district", "Centre"))), []string{`"Centre" is not a value of "district": use one of its values, North, South`}},
		{"no value", state(survey(), counted("a", 1, having("district"))), []string{`it names no value of "district": list some, or leave the column out`}},
		{"a range without an order", state(survey(), counted("a", 1, from("district", "North", "East"))), []string{`the values of "district" have no order, so there is nothing from "North" to "East": list the values`}},
		{"a range from nowhere", state(survey(), counted("a", 1, from("age", "-3", "5"))), []string{`a range begins at "-3", which is not a value of "age"`}},
		{"a range to nowhere", state(survey(), counted("a", 1, from("age", "3", "500"))), []string{`a range ends at "500", which is not a value of "age"`}},
		{"a range upside down", state(survey(), counted("a", 1, from("age", "9", "5"))), []string{`a range goes from "9" down to "5": swap them`}},
		{"totals of no column", state(survey(), totalled("t", nil, everyRow(1, "3")...)), []string{"it names no column: choose the columns of the table"}},
		{"totals without numbers", state(survey(), totalled("t", by("age"))), []string{"it has no numbers: enter or import its rows"}},
		{"totals of too many columns", state(survey(), totalled("t", by("age", "wage"), constraint.Row{Labels: []string{"1", "1"}})), []string{`"age" × "wage" has more than 4194304 combinations: state totals over fewer columns`}},
		{"a row of one label too few", state(survey(), totalled("t", by("age", "grade"), everyRow(1, "3")...)), []string{"row 1: 1 labels are given for 2 columns: give one label per column"}},
		{"a row of an unknown value", state(survey(), totalled("t", by("grade"), everyRow(1, "best")...)), []string{`row 1: "best" is not a value of "grade": use one of its values`}},
		{"a row twice", state(survey(), totalled("t", by("grade"), everyRow(1, "low", "low")...)), []string{"row 2: low already has a number: keep one"}},
		{"a row of an impossible combination", factIssue(change(survey(totalled("t", by("district", "grade"), constraint.Row{Labels: []string{"North", "low"}, Count: 2})), func(p *Plan) {
			p.Impossible = []domain.Combination{{"district": {"North"}, "grade": {"low"}}}
		})), []string{"North × low was declared impossible, but 2 people are stated: correct the number or the declaration"}},
		{"more than everybody together", state(survey(), totalled("t", by("age"), everyAge(limits.MaxFactCount)...)), []string{"its numbers add up to more than 1099511627776: check them"}},
		{"two numbers of people", factIssue(change(survey(districts), func(p *Plan) { p.Facts.People = number(19) })), []string{`the facts "number of people: 19" and "districts" state different numbers of people, 19 and 20: correct one of them`}},
		{"a count that its table denies", state(survey(), districts, counted("north", 6, having("district", "North"))), []string{`the fact "north" states 6 people with district North, but according to the fact "districts" there are 5`}},
		{"margins that differ", state(survey(), cross2("ab", "North", 3), cross3("bc", "North", 4)), []string{`the facts "ab" and "bc" add up to different numbers of people with North, 3 and 4`}},
		{"nobody can have that", factIssue(change(survey(counted("a", 2, constraint.Box{{Column: "district", Values: []string{"North"}}, {Column: "grade", Values: []string{"low"}}})), func(p *Plan) {
			p.Impossible = []domain.Combination{{"district": {"North"}, "grade": {"low"}}}
		})), []string{`the numbers of the fact "a" cannot be true: it states 2 people`, "but no possible combination has that"}},
		{"more within than without", state(survey(), counted("young", 9, from("age", "0", "9")), counted("all young", 5, from("age", "0", "19"))), []string{`the facts "young" and "all young" cannot all be true: 9 people with age 0 to 9 would be among 5 people with age 0 to 19`}},
		{"more without than within", state(survey(), counted("all young", 5, from("age", "0", "19")), counted("young", 9, from("age", "0", "9"))), []string{"9 people with age 0 to 9 would be among 5 people with age 0 to 19"}},
		{"three that cannot be", state(survey(), counted("a", 4, from("age", "0", "9")), counted("b", 4, from("age", "10", "19")), counted("c", 7, from("age", "0", "19"))), []string{`the facts "a", "b" and "c" cannot all be true: no file has 4 people with age 0 to 9, 4 people with age 10 to 19 and 7 people with age 0 to 19`}},
		{"an unknown reading", factIssue(change(survey(districts), func(p *Plan) { p.Facts.Reading = "loose" })), []string{`unknown reading "loose" of neighbours: use "edge-minimal" or "strict"`}},
		{"overlapping tables", state(survey(), districts, ages), []string{
			`these two facts overlap in a way whose effect cannot be bounded: "districts" and "ages"`,
			`Leave out "districts" (then the noise becomes 100 times as large)`, `leave out "ages" (then the noise becomes 4 times as large)`,
			`if the totals for both together by "district" × "age" are public too, state those 400 numbers instead (then the noise becomes 400 times as large)`,
			"keep each answer secret by itself, the others being equal (then the noise becomes 100 times as large)"}},
		{"overlapping counts", state(survey(), counted("a", 3, from("age", "0", "4")), counted("b", 3, from("age", "3", "7")), counted("c", 3, from("age", "10", "14")), counted("d", 3, from("age", "13", "17"))),
			[]string{"overlap in a way whose effect cannot be bounded", "if the number of people that both count is public too, state it as well", `if the totals of every value of "age" are public too`}},
		{"very large tables", state(square(), cross("age", "wage"), cross("wage", "rent")), []string{"these two facts cannot be bounded, since their 20000 numbers are too many to look at together", "those 1000000 numbers instead"}},
		{"too many pieces", state(square(), totalled("a", by("age"), everyAge(1)...), totalled("w", by("wage"), everyAge(1)...), totalled("r", by("rent"), everyAge(1)...)),
			[]string{"these facts cannot be bounded, since their 300 numbers cut the answers into too many pieces to look at together", `Keep "a" only`, "the totals for all of them together by"}},
		{"jumps between groups", factIssue(change(survey(counted("a", 2, having("district", "North", "South"))), groups)),
			[]string{"this fact would let other people jump between answers that your secrets do not connect, so in the strict reading of neighbours their effect cannot be bounded", "Compare with files that differ only by changes that you keep secret (the edge-minimal reading); or keep secrets that connect all answers"}},
		{"jumps over a gap", factIssue(change(survey(counted("a", 2, from("age", "0", "4"))), func(p *Plan) {
			line(p)
			p.Facts.Reading = constraint.Strict
			p.Impossible = []domain.Combination{{"age": {"50"}}}
		})), []string{"would let other people jump across combinations declared impossible"}},
		{"a sheet without rows", rows(), []string{`the table "the census" has no rows: choose the sheet and the rows that hold its numbers`}},
		{"a sheet with a short row", rows([]string{"1"}), []string{`row 1 of the table "the census" has 1 labels, but there are 2 columns: give one label per column`}},
		{"a sheet that counts everybody twice", rows([]string{"", ""}, []string{"", ""}), []string{`row 2 of the table "the census" counts everybody, as an earlier row does: remove one`}},
		{"a number below zero", known(-1), []string{"the number of people is -1, but it cannot be below zero"}},
		{"one group", apart(survey(), constraint.Group{Name: "a", Who: constraint.Everyone()}), []string{"1 groups are given, but parallel releases need two or more"}},
		{"a group of an unknown value", apart(survey(), constraint.Group{Name: "a", Who: constraint.Predicate{having("grade", "best")}}, constraint.Group{Name: "b", Who: constraint.Everyone()}), []string{`the group "a": "best" is not a value of "grade"`}},
		{"groups of everybody", apart(survey(), constraint.Group{Name: "a", Who: constraint.Everyone()}, constraint.Group{Name: "b", Who: constraint.Everyone()}), []string{`the groups "a" and "b" share people: give each its own`}},
	}
}

// cross2 and cross3 are two tables that leave nobody out and share the column district.
func cross2(title, district string, n int64) constraint.Fact {
	f := totalled(title, by("district", "grade"), constraint.Row{Labels: []string{district, "low"}, Count: n}, constraint.Row{Labels: []string{"South", "low"}, Count: 7 - n})
	f.Totals.NobodyElse = true
	return f
}

func cross3(title, district string, n int64) constraint.Fact {
	f := totalled(title, by("district", "age"), constraint.Row{Labels: []string{district, "3"}, Count: n}, constraint.Row{Labels: []string{"South", "3"}, Count: 7 - n})
	f.Totals.NobodyElse = true
	return f
}

func TestRefusalsOfFacts(t *testing.T) {
	for _, c := range factRefusals() {
		if c.err == nil {
			t.Errorf("%s: not refused", c.name)
			continue
		}
		for _, s := range c.says {
			if !strings.Contains(c.err.Error(), s) {
				t.Errorf("%s: %q does not say %q", c.name, c.err, s)
			}
		}
	}
}

// elsewhere are texts that no plan brings about, with the test of their words.
var elsewhere = map[string]string{
	"the known facts were stated over other impossible combinations than the secrets: state them again": "constraint: TestOtherImpossibleCombinations",
	"the facts are about other columns than the policy: state them over its columns":                    "constraint: TestParallelErrors",
	"the groups %s: %w":        "a refusal of some facts of which all together are not refused has not been seen",
	"checking the fact %q: %w": "constraint: TestFalseFacts",
	"the fact %q is about the column %q as it was declared before: state it again": "constraint: TestTallyOverAnotherDomain",
	"state fewer numbers": "the remedy where there is no other; has not been seen",
}

// Every text in which package constraint and this one refuse facts is provoked by a case.
func TestEveryRefusalOfFactsHasACase(t *testing.T) {
	cases := factRefusals()
	found := 0
	for _, text := range refusalTexts(t) {
		if elsewhere[text] != "" {
			continue
		}
		found++
		// What stands for something else can be anything, and a wrapped error as well.
		pattern := regexp.QuoteMeta(text)
		pattern = regexp.MustCompile(`%[a-z]`).ReplaceAllString(pattern, `.+`)
		like := regexp.MustCompile("(?is)" + pattern)
		if !slices.ContainsFunc(cases, func(c struct {
			name string
			err  error
			says []string
		}) bool {
			return c.err != nil && like.MatchString(c.err.Error())
		}) {
			t.Errorf("no case provokes %q", text)
		}
	}
	if found < 40 {
		t.Errorf("%d texts were found: too few", found)
	}
}

// refusalTexts returns the formats of all errors that package constraint and the facts of a
// plan can give.
func refusalTexts(t *testing.T) []string {
	t.Helper()
	var out []string
	sources, err := filepath.Glob("../constraint/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range append(sources, "facts.go") {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				switch s, ok := n.Fun.(*ast.SelectorExpr); {
				case ok && s.Sel.Name == "Errorf":
					out = append(out, literal(n.Args[0]))
				case ok && s.Sel.Name == "contradiction":
					out = append(out, literal(n.Args[1]))
				}
			case *ast.KeyValueExpr:
				if k, ok := n.Key.(*ast.Ident); ok && (k.Name == "Reason" || k.Name == "reason") {
					out = append(out, literal(n.Value))
				}
			case *ast.AssignStmt:
				if s, ok := n.Lhs[0].(*ast.SelectorExpr); ok && s.Sel.Name == "Reason" {
					out = append(out, literal(n.Rhs[0]))
				}
			}
			return true
		})
	}
	return slices.DeleteFunc(out, func(s string) bool { return strings.Trim(s, "%qws :") == "" })
}

// literal returns the text of an expression: a literal, the format of a Sprintf, or the first
// of a sum.
func literal(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		s, err := strconv.Unquote(e.Value)
		if err != nil {
			panic(err)
		}
		return s
	case *ast.CallExpr:
		return literal(e.Args[0])
	case *ast.BinaryExpr:
		return literal(e.X)
	}
	return ""
}

// What a plan refuses names the step where it is mended.
func TestRefusedFactsAreIssuesOfTheirStep(t *testing.T) {
	p := survey(counted("a", 1, having("shoe", "38")))
	_, err := Compile(p)
	var incomplete *Incomplete
	if !errors.As(err, &incomplete) || len(incomplete.Issues) != 1 || incomplete.Issues[0].Step != guide.Facts {
		t.Fatal(err)
	}
	if want := fmt.Sprintf("%s: the fact \"a\": count 1: it names the column \"shoe\"", guide.Facts); !strings.HasPrefix(incomplete.Issues[0].String(), want) {
		t.Errorf("%s", incomplete.Issues[0])
	}
	// A plan that needs something else too has the refusal all the same.
	p.Secrets.Columns = []secret.Secret{{Columns: by("district"), Kind: secret.Near, Within: "1"}}
	if err := factIssue(p); !strings.Contains(err.Error(), "shoe") {
		t.Errorf("beside an issue with the secrets: %v", err)
	}
}
