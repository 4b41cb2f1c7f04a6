// Package plans has the subcommands that show, change and check plans and carry them over: steward plan, steward check and steward
// next. Other commands open plans by Compile, Compared and WithPublic, and say by Describe what they protect.
package plans

import (
	"path/filepath"
	"slices"
	"strings"

	"steward/cmd/steward/console"
	"steward/core/message"
	"steward/core/plan"
	"steward/gui/words"
	"steward/io/project"
	"steward/io/standin"
)

// Compile opens a plan and checks it.
func Compile(path string) (*plan.Compiled, error) {
	p, err := project.Load(path)
	if err != nil {
		return nil, err
	}
	compiled, err := plan.Compile(p)
	if err != nil {
		return nil, message.Errorf("%s: %w", path, err)
	}
	return compiled, nil
}

// Compared opens a plan and checks it, with the public numbers that it is compared on.
func Compared(c *console.Console, path string) (*plan.Compiled, error) {
	p, err := project.Load(path)
	if err != nil {
		return nil, err
	}
	return WithPublic(c, path, p)
}

// WithPublic checks a plan that stands at a path, with the public numbers that it is compared on, and says what is not there of them.
func WithPublic(c *console.Console, path string, p plan.Plan) (*plan.Compiled, error) {
	compiled, lacking, err := standin.Compile(c.Ctx, p, filepath.Dir(path))
	if !lacking.IsZero() {
		c.Complain("steward: %s\n", lacking)
	}
	if err != nil {
		return nil, message.Errorf("%s: %w", path, err)
	}
	return compiled, nil
}

// Describe says what the plan protects and what it does not.
func Describe(c *console.Console, compiled *plan.Compiled) {
	s := compiled.Describe()
	c.Sayf("%s\n", strings.Join(slices.DeleteFunc([]string{words.Say(s.Secret), words.Say(s.Together), words.Say(s.Presence)}, func(s string) bool { return s == "" }), " "))
	if len(s.Disclosed) == 0 {
		return
	}
	c.Sayf("NOT PROTECTED by this choice. Anyone may learn exactly:\n")
	for _, d := range s.Disclosed {
		c.Sayf("  - %s\n", d)
	}
	if compiled.Agreed {
		c.Sayf("You agreed to publish these numbers without noise.\n")
	}
}
