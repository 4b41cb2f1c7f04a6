// Package previews has the subcommands that say what a plan would come to, before anything is spent and without looking at the data:
// steward preview, steward attack and steward mechanisms.
package previews

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"steward/cmd/steward/accounts"
	"steward/cmd/steward/console"
	"steward/cmd/steward/plans"
	"steward/core/accuracy"
	"steward/core/mechanism"
	"steward/core/mechanism/registry"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/preview"
	"steward/core/promise"
	"steward/core/reconcile"
	"steward/core/result"
	"steward/gui/words"
	"steward/io/project"
	"steward/io/publish"
	"steward/io/standin"
	"steward/io/wholefile"
)

// Preview shows the expected error of every mechanism for every question.
type Preview struct {
	Project   string `arg:"" help:"The plan (.steward)." type:"path"`
	Published int    `aliases:"tidied" help:"Also measure the error of the published numbers (whole, never below zero, and agreeing with one another), by this many trial releases of made-up data." placeholder:"RUNS"`
	Like      string `help:"A public spreadsheet like yours, one row per person: methods whose error depends on the data are compared on it. Never the one that the plan protects. steward compare keeps it in the plan." type:"path" placeholder:"FILE"`
	Pages     string `help:"Folder for a preview of what will be printed, with made-up numbers, as every page says." type:"path" placeholder:"DIR"`
	Sized
}

func (cmd Preview) Run(c *console.Console) error {
	compiled, err := cmd.compiled(c)
	if err != nil {
		return err
	}
	if cmd.Published < 0 || cmd.Published > 100_000 {
		return message.Errorf("%d trial releases are asked for: ask for 1 to 100000", cmd.Published)
	}
	about, err := cmd.About()
	if err != nil {
		return err
	}
	if cmd.Pages != "" {
		return writePages(c, compiled, about, cmd.Pages)
	}
	if err := Show(c, compiled, about); err != nil || cmd.Published == 0 || c.JSON {
		return err
	}
	return showMeasured(c, compiled, cmd.Published)
}

// compiled returns the plan, compared on what it names or on a file.
func (cmd Preview) compiled(c *console.Console) (*plan.Compiled, error) {
	if cmd.Like == "" {
		return plans.Compared(c, cmd.Project)
	}
	p, err := project.Load(cmd.Project)
	if err != nil {
		return nil, err
	}
	compiled, err := plan.ToBeCompared(p)
	if err != nil {
		return nil, message.Errorf("%s: %w", cmd.Project, err)
	}
	return standin.Like(c.Ctx, compiled, standin.File{Path: cmd.Like})
}

// writePages writes what will be printed of a release, with made-up numbers.
func writePages(c *console.Console, compiled *plan.Compiled, about float64, dir string) error {
	made, err := MadeUp(c, compiled, int64(about))
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return message.Errorf("the folder %s cannot be created: choose another: %w", dir, err)
	}
	var files []string
	for _, p := range made.Papers() {
		path := filepath.Join(dir, "preview"+p.Suffix)
		if err := wholefile.Create(path, p.Write); err != nil {
			return err
		}
		files = append(files, path)
	}
	if c.JSON {
		return c.Emit(map[string]any{"files": files})
	}
	c.Sayf("What will be printed, with made-up numbers. No data were read, and nothing was spent.\n")
	return c.Files(files)
}

// MadeUp carries a plan out on made-up people. What it says of the budget stands in the ledgers, in which nothing is noted.
func MadeUp(c *console.Console, compiled *plan.Compiled, about int64) (*publish.Preview, error) {
	book, err := accounts.Open(c, compiled.Plan.DataSet, accounts.Beginning{New: true})
	if err != nil {
		return nil, err
	}
	return publish.NewPreview(c.Ctx, compiled, book, about, c.Program, c.Noise, c.Now())
}

// showMeasured measures the error of the chosen methods on made-up data, before and after
// tidying. It depends on data, so it is shown for a stand-in and says so.
func showMeasured(c *console.Console, compiled *plan.Compiled, runs int) error {
	n, known := compiled.Facts.Total()
	if !known {
		n = plan.MadeUpPeople
	}
	rows := [][]string{console.Headed("QUESTION|EXPECTED|UNADJUSTED, MEASURED|PUBLISHED, MEASURED")}
	groups, err := compiled.Arrange(c.Ctx)
	if err != nil {
		return err
	}
	trials, err := reconcile.Simulate(c.Ctx, groups, n, runs)
	if err != nil {
		return err
	}
	for k, g := range groups {
		s := trials[k]
		for n, i := range g.Questions {
			rows = append(rows, []string{compiled.Plan.Questions[i].Title, console.InPeople(g.Error(n).Summary().RMSE),
				console.InPeople(g.Within(n, s.Unadjusted).Summary().RMSE), console.InPeople(g.Within(n, s.Tidied).Summary().RMSE)})
		}
	}
	c.Sayf("\nRoot mean square error in %d trial releases of %s made-up %s spread evenly; with yours the published numbers may differ:\n", runs, compiled.Units.Times(n), compiled.Plan.Counted())
	c.Table(rows)
	return nil
}

// Previewed is the preview for programs. Errors are in what the plan counts.
type Previewed struct {
	Epsilon   string               `json:"epsilon"`
	Delta     string               `json:"delta,omitempty"`
	Rho       string               `json:"rho,omitempty"`
	Questions []questionPreviewed  `json:"questions"`
	Choices   []choicePreviewed    `json:"choices,omitempty"`
	Clusters  []clusterPreviewed   `json:"clusters,omitempty"`
	Synthetic []syntheticPreviewed `json:"synthetic,omitempty"`
}

type questionPreviewed struct {
	ID      string `json:"id"`
	Title   string `json:"title"`
	Epsilon string `json:"epsilon"`
	Answers int    `json:"answers"`
	// Ranges is how many ranges follow from the answers, which the errors are of; left out where the answers are all that is asked for.
	Ranges     float64         `json:"ranges,omitempty"`
	Chosen     string          `json:"chosen"`
	Mechanisms []methodPreview `json:"mechanisms"`
	Plain      []methodPreview `json:"plain"`
	// Without is the best method without the accepted chance of failure; With, where none is
	// accepted, the best with Gaussian noise if one of WithDelta were.
	Without   *methodPreview `json:"withoutDelta,omitempty"`
	With      *methodPreview `json:"withDelta,omitempty"`
	WithDelta string         `json:"withDeltaOf,omitempty"`
	// Factor is how many times the least error that any such method can have the chosen one's is at
	// most; left out where no bound is known.
	Factor float64 `json:"withinFactor,omitempty"`
	// OfAny is the same about methods of any kind, on the data where they have most error.
	OfAny float64 `json:"withinFactorOfAny,omitempty"`
	// Worth is left out where it is not known how many people there are.
	Worth *worthJSON `json:"worth,omitempty"`
}

type methodPreview struct {
	ID        string   `json:"id"`
	Name      string   `json:"name"`
	Applies   bool     `json:"applies"`
	Reasons   []string `json:"reasons,omitempty"`
	Step      string   `json:"step,omitempty"`
	Typical   float64  `json:"typicalError,omitempty"`
	RMSE      float64  `json:"rootMeanSquareError,omitempty"`
	Worst     float64  `json:"worstRootMeanSquareError,omitempty"`
	HalfWidth float64  `json:"halfWidth95,omitempty"`
	Exact     int      `json:"exactAnswers,omitempty"`
	// MeasuredOn names the public data that an error was measured on which depends on the data.
	MeasuredOn string `json:"measuredOn,omitempty"`
}

func methodOf(id, name string, s accuracy.Summary) methodPreview {
	return methodPreview{ID: id, Name: name, Applies: true, Typical: s.Typical, RMSE: s.RMSE, Worst: s.Worst, HalfWidth: s.HalfWidth, Exact: s.Exact}
}

// Show says what errors a release would have, of about so many people.
func Show(c *console.Console, compiled *plan.Compiled, about float64) error {
	planner := preview.NewRemembered(preview.Planning{}, mostRemembered)
	p, err := planner.Preview(c.Ctx, compiled, nil)
	if err != nil {
		return err
	}
	worth, err := advise(c, planner, compiled, p, about)
	if err != nil {
		return err
	}
	if c.JSON {
		out := previewForPrograms(compiled, p)
		for i, q := range out.Questions {
			out.Questions[i].Worth = worth[q.ID].forPrograms()
		}
		return c.Emit(out)
	}
	promised := promise.Of(compiled)
	guessing, shifting := words.Say(promised.Guessing(nil)), words.Say(promised.Shifting())
	c.Sayf("Budget %s. The protection is %s.\n%s\n", compiled.Spends(), promised.Band(), guessing)
	if shifting != guessing { // where nothing is promised both say so
		c.Sayf("%s\n", shifting)
	}
	if !compiled.Spends().Pure() {
		c.Sayf("The questions share r = %s (rho = %s): a question's budget is its part of r, and the squares of the parts add up.\n", compiled.Promise.Budget(), compiled.Promise.Rho())
		if n := compiled.Plan.Facts.People; n != nil && compiled.Promise.Delta().Large(*n) {
			c.Sayf("%s\n", preview.LargeChance(compiled.Promise.Delta(), *n))
		}
	}
	if m := compiled.Tied(); m.Factor > 1 {
		what := console.Say("Known facts")
		if compiled.Plan.Slotted() {
			what = console.Say("Noise %s times as large", compiled.Units.Times(int64(m.Factor)))
		}
		c.Sayf("%s: %s.\n", what, m.Why)
	}
	for _, u := range compiled.Facts.Unchecked() {
		c.Sayf("%s: %s.\n", console.Say("Known facts"), u)
	}
	plans.Describe(c, compiled)
	computed := console.Say("Computed without looking at the data: it depends only on your choices.")
	if s := compiled.Plan.StandIn; s != nil && s.Kind == plan.StandInPilot {
		computed = console.Say("Computed without looking at the data, apart from the pilot, which was paid for.")
	}
	c.Sayf("%s Errors are in %s.\n", computed, compiled.Plan.Counted())
	for _, o := range p.Outputs() {
		showPreviewed(c, compiled, o)
		worth[o.ID()].show(c, compiled)
	}
	if len(p.Questions) > mostAdvised {
		c.Sayf("\nWhat would help was not looked for: there are more than %d questions.\n", mostAdvised)
	}
	return nil
}

func showQuestion(c *console.Console, compiled *plan.Compiled, q *preview.Question) {
	if q.Question.Sum != nil {
		at := slices.IndexFunc(compiled.Plan.Questions, func(other plan.Question) bool { return other.ID == q.Question.ID })
		c.Sayf("\n%s Errors are in %s.", strings.Join(words.SayAll(compiled.Plan.SumSentences(at, q.Problem.Workload)), " "), compiled.Plan.InWords(q.Question))
	}
	budget := console.Say("budget %s", q.Problem.Budget.String())
	if q.Problem.Exact {
		budget = console.Say("exact: costs nothing")
	}
	c.Sayf("\n%s: %d numbers, %s\n", q.Question.Title, q.Problem.Workload.Len(), budget)
	if text := result.SaidFollow(q.Problem.Workload); !text.IsZero() {
		c.Sayf("%s\n", text)
		c.Sayf("Errors are those of all these ranges.\n")
	}
	rows := [][]string{console.Headed("|METHOD|HALF WITHIN|19 TIMES IN 20 WITHIN|WORST (ROOT MEAN SQUARE)")}
	for _, i := range q.Ranked() {
		cand := q.Candidates[i]
		if cand.Prepared == nil {
			continue
		}
		mark := ""
		if i == q.Chosen {
			mark = "*"
		}
		rows = append(rows, summaryRow(mark, words.Say(cand.Info.Name), cand.Summary))
	}
	if w := q.Without; w != nil {
		rows = append(rows, summaryRow("", console.Say("Without a chance of failure: %s", w.Name), w.Summary))
	}
	for _, plain := range q.Plains {
		rows = append(rows, summaryRow("", words.Text(plain.Name), plain.Summary))
	}
	c.Table(rows)
	showUnfit(c, q)
	for _, text := range []message.Text{q.Kinds(compiled.Promise.Delta()), q.WithChance(), q.WithinFactor(), q.Contradiction()} {
		if !text.IsZero() {
			c.Sayf("%s\n", text)
		}
	}
	for i, cand := range q.Candidates {
		if name, ok := q.StandIns[i]; ok {
			c.Sayf("%s: measured on %s; yours may differ.\n", cand.Info.Name, name)
		}
	}
	if text := preview.DerivedError(compiled.Plan, q.Question, q); !text.IsZero() {
		if q.Question.Sum == nil {
			text = message.Sprintf("Percentages, rates and differences: %s", text)
		}
		c.Sayf("%s\n", text)
	}
}

func summaryRow(mark, name string, s accuracy.Summary) []string {
	if s.Exact == s.Answers {
		return []string{mark, name, console.Say("exact"), console.Say("exact"), console.Say("exact")}
	}
	return []string{mark, name, words.Say(s.Typically()), words.Say(s.Within()), console.InPeople(s.Worst)}
}

func previewForPrograms(compiled *plan.Compiled, p preview.Preview) Previewed {
	out := Previewed{Epsilon: compiled.Spends().Epsilon().String(), Delta: compiled.Spends().Delta().String()}
	if !compiled.Spends().Pure() {
		out.Rho = compiled.Promise.Rho().String()
	}
	for _, o := range p.Outputs() {
		out.add(o)
	}
	return out
}

func questionForPrograms(q *preview.Question) questionPreviewed {
	j := questionPreviewed{ID: q.Question.ID, Title: q.Question.Title, Epsilon: q.Problem.Spends().String(), Answers: q.Problem.Workload.Len()}
	j.Ranges, _ = q.Problem.Workload.Follow()
	for i, cand := range q.Candidates {
		if i == q.Chosen {
			j.Chosen = cand.Info.ID
		}
		j.Mechanisms = append(j.Mechanisms, candidateForPrograms(cand))
	}
	for _, plain := range q.Plains {
		j.Plain = append(j.Plain, methodOf(plain.Info.ID, fmt.Sprintf("%s (%s)", plain.Name, plain.Info.Name), plain.Summary))
	}
	if w := q.Without; w != nil {
		j.Without = new(methodOf("", w.Name.String(), w.Summary))
	}
	if w := q.With; w != nil {
		j.With, j.WithDelta = new(methodOf("", w.Name.String(), w.Summary)), w.Delta.String()
	}
	if q.Bound != nil && !q.WithinFactor().IsZero() {
		j.Factor = q.Bound.Factor(q.Of().Summary.MeanSquare)
		j.OfAny = q.Bound.FactorOfAny(q.Of().Summary.MeanSquare)
	}
	return j
}

func candidateForPrograms(cand registry.Candidate) methodPreview {
	if cand.Prepared != nil {
		m := methodOf(cand.Info.ID, cand.Info.Name.String(), cand.Summary)
		m.MeasuredOn = mechanism.Brief(cand.Prepared).StandIn.String()
		return m
	}
	m := methodPreview{ID: cand.Info.ID, Name: cand.Info.Name.String()}
	for _, r := range cand.Fit.Reasons {
		m.Reasons = append(m.Reasons, r.Text.String())
		m.Step = r.Step.String()
	}
	return m
}

// showUnfit lists the methods that do not apply, those of one reason together: first those that could, which says what it takes.
func showUnfit(c *console.Console, q *preview.Question) {
	heading := ""
	for _, u := range q.Unfits() {
		names := make([]string, len(u.Methods))
		for k, i := range u.Methods {
			names[k] = words.Say(q.Candidates[i].Info.Name)
		}
		now := console.Say("Methods that do not apply:")
		if u.Could() {
			now = console.Say("Methods that could apply:")
		}
		if now != heading {
			heading = now
			c.Sayf("%s\n", heading)
		}
		c.Sayf("  - %s\n      %s\n", u.Reason.Text, strings.Join(names, "; "))
	}
}
