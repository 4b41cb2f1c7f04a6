package plan

import (
	"strings"
	"testing"
)

func TestPaper(t *testing.T) {
	p := good()
	for _, paper := range append(Papers(), "") {
		p.Paper = paper
		if _, err := Compile(p); err != nil {
			t.Errorf("%q: %v", paper, err)
		}
	}
	p.Paper = "A5"
	if _, err := Compile(p); err == nil || !strings.Contains(err.Error(), `"A5": use "A4" or "Letter"`) {
		t.Errorf("A5: %v", err)
	}
	if Paper("").OrUsual() != A4 || Letter.OrUsual() != Letter {
		t.Error("the usual size is not A4")
	}
}
