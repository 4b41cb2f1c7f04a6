package records

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"steward/core/limits"
)

// A password is all of the first line, or none: it is never cut.
func TestPasswordIn(t *testing.T) {
	longest := strings.Repeat("x", limits.MaxPasswordBytes-2)
	for _, c := range []struct{ text, want string }{
		{"secret", "secret"}, {"secret\nmore", "secret"}, {"\ufeffsecret \r\nmore", "secret "}, {"", ""}, {"\nsecret", ""},
		{longest, longest}, {longest + "\n" + longest, longest}, {longest + "xx", ""}, {longest + "xx\n", ""}, {longest + longest, ""},
	} {
		path := filepath.Join(t.TempDir(), "password")
		if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := PasswordIn(path); got != c.want || (err == nil) != (c.want != "") {
			t.Errorf("%.20q…, %d bytes: %.20q…, %v", c.text, len(c.text), got, err)
		}
	}
}
