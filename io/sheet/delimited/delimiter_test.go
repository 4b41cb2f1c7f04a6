package delimited

import "testing"

func TestRecogniseDelimiter(t *testing.T) {
	for _, c := range []struct {
		test, sample string
		want         string
	}{
		{"nothing", "", ","},
		{"one column", "a\nb\n", ","},
		{"comma", "a,b\n1,2\n", ","},
		{"semicolon with decimal commas", "a;b\n1,5;2,5\n", ";"},
		{"semicolon with as many decimal commas as columns", "a;b;c\n1,5;x;2,5\n3,5;x;4,5\n", ";"},
		{"tab with commas in texts", "a\tb\nx, y\tz\n", "\t"},
		{"bar", "a|b\n1|2\n", "|"},
		{"quoted separators", "a,b\n\"x;y;z\",2\n\"x;y;z\",2\n", ","},
		{"comma with semicolons in texts", "a,b\nx;y,2\nx;y,3\n", ","},
		{"title above", "Wages; by person\na,b,c\n1,2,3\n", ","},
		{"a mark of inches in a text", "a;b\n5\";x\n6;y\n", ";"},
		{"doubled marks", "a;b\n\"x \"\"; \"\" y\";2\n", ";"},
		{"colon", "a:b\nx:1\n", ":"},
		{"times are no fields", "time\n12:30\n", ","},
		{"a comma before a colon", "a,b\n1:2,3:4\n", ","},
		{"two bars", "a||b||c\n1||||3\n||2||3\n", "||"},
		{"two colons", "a::b\n12:30::x\n1::2\n", "::"},
		{"two colons alone", "a::b\nx::y\n", "::"},
		{"bars with empty fields between", "a||b||c\n1||||3\n1|2|3||\n", "|"},
		{"commas with empty columns between", "a,,b\n1,,2\n", ","},
		{"the one with more fields", "a,b;c;d\n1,2;3;4\n", ";"},
	} {
		t.Run(c.test, func(t *testing.T) {
			if got := recogniseDelimiter(c.sample, '"', '\n', false); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
	t.Run("last record cut short", func(t *testing.T) {
		if got := fieldCounts("a,b\n1,2\n3", ",", '"', '\n', true); len(got) != 2 {
			t.Errorf("counts %v, want two of them", got)
		}
	})
}
