package questions_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"steward/io/questions"
)

func TestOptionsOfASheet(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	got, weights, err := questions.ReadOptions(context.Background(), file("prices.csv", "Option,At,Times\nlow,5,5\nhigh,20,\n"))
	if err != nil || weights || len(got) != 2 || got[0].Times != "5" || got[1].At != "20" {
		t.Errorf("%+v, %v, %v", got, weights, err)
	}
	got, weights, err = questions.ReadOptions(context.Background(), file("weights.csv", "option,cook,nurse\nkitchen,2,\nward,,1.5\n"))
	if err != nil || !weights || got[0].Weights["cook"] != "2" || got[1].Weights["nurse"] != "1.5" || len(got[0].Weights) != 1 {
		t.Errorf("%+v, %v, %v", got, weights, err)
	}
	for words, text := range map[string]string{
		"no column “option”":        "name,at\na,1\n",
		"not both":                  "option,at,cook\na,1,2\n",
		"has no options":            "option,at\n",
		`row 2, cook: found "much"`: "option,cook\na,much\n",
	} {
		if _, _, err := questions.ReadOptions(context.Background(), file("bad.csv", text)); err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%q: %v", words, err)
		}
	}
}
