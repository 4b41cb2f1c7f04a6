// Package newplan has the subcommand steward new: it writes a plan to fill in for a spreadsheet, with what its flags ask for.
package newplan

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"steward/cmd/steward/console"
	"steward/cmd/steward/phrase"
	"steward/cmd/steward/sheets"
	"steward/core/account"
	"steward/core/columnlist"
	"steward/core/domain"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/repair"
	"steward/core/spelling"
	"steward/io/counts"
	"steward/io/project"
	"steward/io/propose"
	"steward/io/records"
	"steward/io/sheet"
	"steward/io/wholefile"
)

// Cmd writes a plan to fill in.
type Cmd struct {
	File           string   `arg:"" help:"The spreadsheet." type:"path"`
	Out            string   `required:"" help:"The plan to write (.steward)." type:"path" placeholder:"PROJECT"`
	Codebook       string   `help:"A codebook (.csv or .xlsx) that is public: take the columns' values and bounds from it." type:"path" placeholder:"FILE"`
	Confirm        bool     `help:"I confirm that the values and bounds found in the data are public knowledge: write them into the plan."`
	Alike          []string `help:"Give several columns, with commas between, one list of values or one scale: that of the first of them that the codebook declares, or else, with --confirm, what is found in all of them together. a..b stands for all columns from a to b, and * for all. Repeat it for more." sep:"none" placeholder:"COLUMNS"`
	sheets.Whose   `embed:""`
	About          []string  `help:"Who publishes the release, what for or about whom, as FIELD=TEXT, such as publisher=\"City of Westmarsh\": publisher, contact, purpose, legalBasis, population, period, region, sector, licence, citation. Give it once for each." sep:"none" placeholder:"FIELD=TEXT"`
	Delta          string    `help:"Accept this chance of failure, such as 0.000001, which makes room for Gaussian noise: good where many questions share the budget." placeholder:"CHANCE"`
	Group          string    `help:"The release is only about people with some values of a column, whom no secret joins to others. Releases about groups that have nobody in common cost together only as much as the most expensive of them." placeholder:"COLUMN:VALUE|VALUE"`
	Asked          tables    `embed:""`
	Added          sums      `embed:""`
	Chosen         choices   `embed:""`
	Grouped        clusters  `embed:""`
	MadeUp         synthetic `embed:""`
	phrase.Flags   `embed:""`
	weighing       `embed:""`
	sheets.Reading `embed:""`
	sheets.Mending `embed:""`
}

// asking are flags that ask for something, which ask puts into a plan whose columns are declared.
type asking interface {
	ask(ctx context.Context, p *plan.Plan) error
}

// nextID is the id of what a plan publishes next.
func nextID(p *plan.Plan) string { return fmt.Sprintf("q%d", len(p.Outputs())+1) }

// weighing are the flags about survey weights.
type weighing struct {
	Weight     string `help:"Each row stands for several people, and this column says how many. It is not published." placeholder:"COLUMN"`
	WeightStep string `help:"With --weight: weights are rounded to the nearest whole number of this step, such as 0.05 or 10, which is public." placeholder:"S"`
	WeightCap  string `help:"With --weight: larger weights count as this one, a whole number of steps that is public. All noise grows with it." placeholder:"C"`
}

func (cmd Cmd) Run(c *console.Console) error {
	if err := wholefile.Absent(cmd.Out); err != nil {
		return err
	}
	if _, err := account.ParseDelta(cmd.Delta); err != nil {
		return message.Errorf("--delta: %w", err)
	}
	publication, err := publicationOf(cmd.About)
	if err != nil {
		return err
	}
	said, err := cmd.book(c.Ctx)
	if err != nil {
		return err
	}
	data, found, read, err := cmd.Inspect(c.Ctx, cmd.File, cmd.Data(), said.Splits...)
	if err != nil {
		return err
	}
	defer data.Close()
	if err := cmd.spelled(read); err != nil {
		return err
	}
	rows, err := cmd.Several(found.Header())
	if err != nil {
		return err
	}
	weight, err := cmd.weight(found.Header())
	if err != nil {
		return err
	}
	book, err := cmd.declarations(said, found.Header())
	if err != nil {
		return err
	}
	if rows == nil {
		rows = book.rows
	}
	if weight == nil {
		weight = book.weight
	}
	if err := cmd.Unsaid(found, rows); err != nil {
		return err
	}
	if rows != nil && weight != nil && rows.Person == weight.Column {
		return message.Errorf("column %q cannot say both whose row it is (--person) and how many people it stands for (--weight): name two columns", rows.Person)
	}
	name := spelling.After(filepath.Base(cmd.File))
	p := plan.Plan{Version: plan.Version, DataSet: name, Title: name, Data: read, Rows: rows, Weight: weight, Publication: publication, Language: console.FilesLanguage(), Budget: plan.Budget{Epsilon: "0.5", Delta: strings.TrimSpace(cmd.Delta)}}
	describes := counts.IsDescription(data.Header())
	if describes {
		described, err := counts.ReadDescription(c.Ctx, data.Sheet)
		if err != nil {
			return err
		}
		p.Data = plan.Data{OneRowEach: cmd.OneEach, Types: described.Types()}
		if p.Data.Described, err = data.Fingerprint(); err != nil {
			return err
		}
	} else {
		p.Data.File, p.Data.OneRowEach, p.Data.HeaderRow = filepath.Base(cmd.File), cmd.OneEach, data.HeaderRow()
		if n := data.HeaderRows(); n > 1 {
			p.Data.HeaderRows = n
		}
	}
	alike, err := cmd.alike(found.Columns, found.Header(), book)
	if err != nil {
		return err
	}
	skipped, undeclared := []string{}, []string{}
	for _, col := range found.Columns {
		if col.IsSplit {
			continue
		}
		if rows != nil && col.Name == rows.Person || weight != nil && col.Name == weight.Column {
			continue
		}
		if d, ok := book.columns[col.Name]; ok {
			p.Columns = append(p.Columns, d)
			continue
		}
		d, ok := alike[col.Name]
		if !ok {
			d, ok = declare(col, cmd.Confirm)
		}
		if !ok {
			skipped = append(skipped, col.Name)
			continue
		}
		p.Columns = append(p.Columns, d)
		if d.Origin == "" {
			undeclared = append(undeclared, col.Name)
		}
	}
	if cmd.Group != "" {
		if p.Group, err = Group(p.Columns, cmd.Group); err != nil {
			return err
		}
	}
	if cmd.Added.by = cmd.Chosen.By; cmd.Added.any() && !cmd.Chosen.any() {
		cmd.Chosen.By = "" // it is about totals
	}
	for _, f := range []asking{cmd.Asked, cmd.Added, cmd.Chosen, cmd.Grouped, cmd.MadeUp} {
		if err := f.ask(c.Ctx, &p); err != nil {
			return err
		}
	}
	if p, err = cmd.Said(p); err != nil {
		return err
	}
	if err := project.Save(cmd.Out, p); err != nil {
		return err
	}
	if c.JSON {
		told := map[string]any{"plan": cmd.Out, "columns": len(p.Columns), "skipped": skipped}
		if text := records.Assumed(cmd.Data(), read); !text.IsZero() {
			told["assumed"] = text.String()
		}
		if cmd.Codebook != "" {
			told["undeclared"], told["lacking"] = undeclared, book.lacking
		}
		return c.Emit(told)
	}
	c.Sayf("Wrote %s with %d columns.\n", cmd.Out, len(p.Columns))
	if text := sheets.Assumed(cmd.Data(), read); text != "" {
		c.Sayf("%s\n", text)
	}
	if rows != nil {
		c.Sayf("%s says whose row it is and is not published. ", rows.Person)
	}
	if weight != nil {
		c.Sayf("%s says how many people a row stands for, rounded to the nearest %s, and is not published. ", weight.Column, weight.Step)
	}
	if hidden := p.Hidden(); !hidden.IsZero() {
		c.Sayf("%s\n", hidden)
	}
	if len(skipped) > 0 {
		c.Sayf("Left out, because its entries tell people apart, nearly every value is different, or there are none: %s.\n", strings.Join(skipped, ", "))
	}
	if same := found.Namesakes; same != nil && rows == nil {
		c.Sayf("%s\n", namesakesWords(*same, c.Eyes))
	}
	if cmd.Codebook != "" {
		book.say(c)
	}
	switch {
	case len(undeclared) > 0 && cmd.Codebook != "":
		c.Sayf("Not in the codebook, and still without values or bounds: %s.\n", strings.Join(console.OnLine(undeclared), ", "))
		fallthrough
	case len(undeclared) > 0:
		c.Sayf("Fill in each column's values or bounds and their origin from a codebook, or run again with --confirm if what was found in the data is public.\n")
	}
	next := console.Say("Then add questions, and run")
	if n := len(p.Titles()); n > 0 {
		next = console.Say("It asks %d questions. Then run", n)
		if n == 1 {
			next = console.Say("It asks one question. Then run")
		}
	}
	if describes {
		c.Sayf("%s: steward sql %s, which writes the query that counts the rows. %s reveals what the rows do: delete it.\n", next, cmd.Out, cmd.File)
		return nil
	}
	c.Sayf("%s: %s\n", next, fmt.Sprintf("steward check %s --data %s", cmd.Out, cmd.File))
	return nil
}

// spelled errors where spellings or options that were found in the data would become part of the plan, although nobody said that they are public.
func (cmd Cmd) spelled(as plan.Data) error {
	for _, r := range as.Repairs {
		if r.Kind == repair.Case && !cmd.Confirm {
			return message.Errorf("--mend: the spellings of column %q would be taken from the data: add --confirm if they are public, or leave out the rule case:%s", r.Column, r.Column)
		}
	}
	for _, s := range cmd.Split {
		if !cmd.Confirm && slices.ContainsFunc(as.Splits, func(split repair.Split) bool { return split.Column == s }) {
			return message.Errorf("--split: the options of column %q would be taken from the data: add --confirm if they are public, or name them as in --split %s", s, strconv.Quote(s+"=bus|car"))
		}
	}
	return nil
}

// namesakesWords points out rows of the same name and day of birth.
func namesakesWords(same sheet.People, eyes bool) string {
	if !eyes {
		return console.Say("Some rows are alike in %s: see whether they are about the same people, and then say with --person whose a row is.", strings.Join(same.Columns, ", "))
	}
	return console.Say("%v If they are the same people, say with --person whose a row is.", same.Said())
}

// weight returns what the flags say about weights, nil for none.
func (w weighing) weight(header []string) (*plan.Weight, error) {
	switch {
	case w == weighing{}:
		return nil, nil
	case w.Weight == "":
		return nil, message.Errorf("--weight-step and --weight-cap say how weights count, but not which column they are in: name it with --weight")
	case !slices.Contains(header, w.Weight):
		return nil, message.Errorf("the sheet has no column %q for --weight: it has %s", w.Weight, message.Named(header))
	}
	out := plan.Weight{Column: w.Weight, Step: w.WeightStep, Cap: w.WeightCap}
	if _, err := out.Units(); err != nil {
		return nil, message.Errorf("--weight-step and --weight-cap: %w", err)
	}
	return &out, nil
}

// alike declares the columns that are to have the same values.
func (cmd Cmd) alike(found []sheet.Column, header []string, book declarations) (map[string]plan.Column, error) {
	out := make(map[string]plan.Column)
	for _, list := range cmd.Alike {
		names, err := columnlist.Read(list, header)
		if err != nil {
			return nil, message.Errorf("--alike: %w", err)
		}
		var d plan.Column
		if at := slices.IndexFunc(names, func(n string) bool { return book.columns[n].Name != "" }); at >= 0 {
			d = book.columns[names[at]]
		} else {
			var of []sheet.Column
			for _, c := range found {
				if slices.Contains(names, c.Name) {
					of = append(of, c)
				}
			}
			if d, err = propose.Together(of); err != nil {
				return nil, message.Errorf("--alike: %w", err)
			}
			d = confirmed(d, cmd.Confirm)
		}
		for _, n := range names {
			out[n] = d.As(n, book.columns[n].Label)
		}
	}
	return out, nil
}

// declare proposes a column. Without the steward's confirmation nothing that was read off
// the data is written: no value, no bound, no origin.
func declare(col sheet.Column, confirm bool) (plan.Column, bool) {
	d, ok := propose.Column(col)
	return confirmed(d, confirm), ok
}

// confirmed is a declaration with what was read off the data only where the steward confirms that it is public.
func confirmed(d plan.Column, confirm bool) plan.Column {
	if !confirm && d.PartOf != "" { // whose options were named
		d.Origin = domain.Typed
		return d
	}
	if !confirm {
		return plan.Column{Name: d.Name, Kind: d.Kind}
	}
	d.Origin = domain.Confirmed
	return d
}
