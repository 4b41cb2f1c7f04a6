package export

import (
	"strings"
	"testing"
	"time"
)

func TestBaseName(t *testing.T) {
	day := time.Date(2026, 2, 3, 23, 59, 0, 0, time.UTC)
	for in, want := range map[string]string{
		"Clinic survey 2026": "clinic-survey-2026-2026-02-03", "a/b:c*": "a-b-c-2026-02-03", "": "release-2026-02-03", "...": "release-2026-02-03", "Überall": "überall-2026-02-03",
		strings.Repeat("x", 300): strings.Repeat("x", 49) + "-2026-02-03", strings.Repeat("人", 300): strings.Repeat("人", 36) + "-2026-02-03",
	} {
		got := BaseName(in, "", day)
		if got != want {
			t.Errorf("%q is named %q, want %q", in, got, want)
		}
		if again := safeName(got); again != got {
			t.Errorf("%q becomes %q in a file's name", got, again)
		}
	}
	for _, in := range hostile {
		if got := BaseName(in, "", day); !strings.HasSuffix(got, "-2026-02-03") || strings.ContainsAny(got, `/\:*?"<>|'= `) || safeName(got) != got {
			t.Errorf("%q is named %q", in, got)
		}
	}
}

func TestSize(t *testing.T) {
	for in, want := range map[int64]string{0: "0 bytes", 999: "999 bytes", 1000: "1 kB", 25_015: "25 kB", 999_499: "999 kB", 999_500: "1.0 MB", 53_070_000: "53.1 MB"} {
		if got := Size(in); got != want {
			t.Errorf("%d: %q, want %q", in, got, want)
		}
	}
}

// What comes of next year's file is called after next year, in the account of the same people.
func TestNamesAreOfTheYearOfTheRelease(t *testing.T) {
	for _, c := range [][3]string{
		{"Clinic survey 2026", "Clinic survey 2027", "Clinic survey 2027"},
		{"Clinic survey 2026", "Clinic survey 2026: who comes, and how often", "Clinic survey 2026"},
		{"Clinic survey 2026", "Who comes in 2027, and changes since 2026", "Clinic survey 2027"},
		{"School year 2026/27", "School year 2027/28", "School year 2027/28"},
		{"Clinic survey 2026", "A second look", "Clinic survey 2026"},
		{"Clinic survey", "Clinic survey 2027", "Clinic survey"},
		{"Wave 12026", "Wave 2027", "Wave 12026"},
	} {
		if got := InYear(c[0], c[1]); got != c[2] {
			t.Errorf("%q about %q is called %q, want %q", c[1], c[0], got, c[2])
		}
	}
}
