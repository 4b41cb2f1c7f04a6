package previews

import (
	"fmt"
	"strings"

	"steward/cmd/steward/console"
	"steward/cmd/steward/plans"
	"steward/core/attack"
	"steward/core/domain"
	"steward/core/message"
	"steward/gui/words"
)

// Attack shows what someone who knows public totals could work out.
type Attack struct {
	Project string   `arg:"" help:"The plan (.steward)." type:"path"`
	Column  []string `help:"Show it on this column; give it twice for two columns together. The default is the one that shows it best." sep:"none" placeholder:"NAME"`
}

func (cmd Attack) Run(c *console.Console) error {
	compiled, err := plans.Compile(cmd.Project)
	if err != nil {
		return err
	}
	var columns []domain.AttributeName
	for _, name := range cmd.Column {
		columns = append(columns, domain.AttributeName(name))
	}
	a, err := attack.Show(c.Ctx, compiled, columns...)
	if err != nil {
		return message.Errorf("%s: %w", cmd.Project, err)
	}
	advice := words.SayAll(a.Advice(compiled.Plan.Facts))
	if c.JSON {
		return c.Emit(attackForPrograms(a, advice))
	}
	c.Sayf("Why known facts have to be stated, shown on %s at your budget of %s with your secrets.\n", console.OnLine([]string{words.Say(message.Named(domain.Texts(a.Columns)))})[0], a.Epsilon)
	c.Sayf("The counts are made up and no data are read. Nothing is spent.\n\n")
	for _, sentence := range words.SayAll(a.Explanation) {
		c.Sayf("%s\n", console.OnLine([]string{sentence})[0])
	}
	c.Sayf("\nTypical error of the attacker's guesses, in people:\n")
	rows := [][]string{console.Headed("NUMBERS AVERAGED|FACTS NOT COUNTED|EXACTLY RIGHT|FACTS COUNTED|EXACTLY RIGHT")}
	for _, r := range a.Rows {
		rows = append(rows, []string{fmt.Sprint(r.Used), words.Say(r.Plain.Off()), inHundred(r.Plain), words.Say(r.Guarded.Off()), inHundred(r.Guarded)})
	}
	c.Table(rows)
	c.Sayf("\nWhat to do:\n  - %s\n", strings.Join(advice, "\n  - "))
	return nil
}

// inHundred writes how often guesses are the count itself.
func inHundred(e attack.Errors) string { return console.Say("%d in 100", e.TimesIn100()) }

// Attacked is the attack for programs. Errors are in people.
type Attacked struct {
	Columns     []domain.AttributeName `json:"columns"`
	Epsilon     string                 `json:"epsilon"`
	Factor      int                    `json:"factor"`
	Rows        []attackRowJSON        `json:"rows"`
	Example     []attackCellJSON       `json:"example"`
	Explanation []string               `json:"explanation"`
	Advice      []string               `json:"advice"`
}

type attackRowJSON struct {
	Averaged   int              `json:"averaged"`
	NotCounted attackErrorsJSON `json:"factsNotCounted"`
	Counted    attackErrorsJSON `json:"factsCounted"`
}

type attackErrorsJSON struct {
	Typical float64 `json:"typicalError"`
	Right   float64 `json:"exactlyRight"` // a share, from 0 to 1
}

type attackCellJSON struct {
	Label      string          `json:"label"`
	MadeUp     int64           `json:"madeUpCount"`
	NotCounted attackGuessJSON `json:"factsNotCounted"`
	Counted    attackGuessJSON `json:"factsCounted"`
}

type attackGuessJSON struct {
	Published int64   `json:"published"`
	Guess     float64 `json:"guess"`
}

func attackForPrograms(a attack.Shown, advice []string) Attacked {
	out := Attacked{Columns: a.Columns, Epsilon: a.Epsilon, Factor: a.Factor(), Explanation: words.SayAll(a.Explanation), Advice: advice}
	for _, r := range a.Rows {
		out.Rows = append(out.Rows, attackRowJSON{r.Used, attackErrorsJSON(r.Plain), attackErrorsJSON(r.Guarded)})
	}
	for _, e := range a.Example {
		out.Example = append(out.Example, attackCellJSON{e.Label, e.Count,
			attackGuessJSON{e.Published, e.Guess}, attackGuessJSON{e.GuardedPublished, e.GuardedGuess}})
	}
	return out
}
