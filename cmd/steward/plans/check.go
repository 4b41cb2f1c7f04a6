package plans

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"steward/assets/language"
	"steward/cmd/steward/console"
	"steward/cmd/steward/sheets"
	"steward/core/domain"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/repair"
	"steward/io/misfits"
	"steward/io/project"
	"steward/io/publish"
	"steward/io/records"
	"steward/io/sheet"
)

// Check checks a plan, and whether it fits its spreadsheet.
type Check struct {
	Project        string   `arg:"" help:"The plan (.steward)." type:"path"`
	Agree          bool     `help:"I agree that the numbers listed as not protected are published without noise: write that into the plan."`
	Rename         []string `help:"The column that the plan calls OLD is called NEW in the file: write that into the plan. May be given several times." placeholder:"OLD=NEW" sep:"none"`
	Language       string   `help:"Language of the files of the release, such as en or de: write that into the plan." placeholder:"CODE"`
	Unmend         []string `help:"Remove from the plan a rule by which cells of a column are read." placeholder:"KIND:COLUMN" sep:"none"`
	sheets.Mending `embed:""`
	accounting     `embed:""`
	sheets.Whose   `embed:""`
	Data           string `help:"The spreadsheet, or what the query of steward sql returned. Without it only the plan is checked." type:"path" placeholder:"FILE"`
}

func (cmd Check) Run(c *console.Console) error {
	if err := cmd.accounting.check(c, cmd.Data); err != nil {
		return err
	}
	file, loaded, err := project.Open(cmd.Project)
	if err != nil {
		return err
	}
	if err := cmd.rename(file, &loaded); err != nil {
		return err
	}
	if err := cmd.speak(file, &loaded); err != nil {
		return err
	}
	if err := cmd.repair(c, file, &loaded); err != nil {
		return err
	}
	compiled, err := WithPublic(c, cmd.Project, loaded)
	if err != nil {
		return err
	}
	if cmd.Agree {
		p := compiled.Plan
		p.Agreed = compiled.Agree()
		if err := file.Save(p); err != nil {
			return err
		}
		if compiled, err = compiled.Again(p); err != nil {
			return err
		}
	}
	if cmd.Data == "" {
		if c.JSON {
			return c.Emit(map[string]any{"complete": true, "disclosed": message.English(compiled.Disclosed)})
		}
		c.Sayf("The plan is complete.\n")
		Describe(c, compiled)
		return nil
	}
	if compiled, err = cmd.ask(c, file, compiled); err != nil {
		return err
	}
	if cmd.Behind != "" {
		return cmd.behind(c, compiled, cmd.Data)
	}
	p, checked, err := publish.Review(c.Ctx, compiled, cmd.Data, cmd.Sure, nil)
	if cmd.Account && !c.JSON && (err == nil || errors.As(err, new(*publish.NotFit))) {
		showAccount(c, checked)
	}
	if unfit := (*publish.NotFit)(nil); c.Eyes && errors.As(err, &unfit) {
		for _, e := range unfit.Unread {
			c.Complain("%s\n", e)
		}
	}
	if err != nil {
		if c.Eyes {
			cmd.tellMisfits(c, compiled.Plan)
		}
		return err
	}
	if err := file.Save(p); err != nil {
		return err
	}
	if c.JSON {
		told := map[string]any{"complete": true, "disclosed": message.English(compiled.Disclosed), "reviewed": true}
		if c.Eyes {
			told["records"] = checked.Records
			told["account"] = checked.Told()
		}
		if c.Eyes && compiled.Plan.Rows != nil {
			told["beyond"] = checked.Beyond
		}
		if c.Eyes && compiled.Plan.Weight != nil {
			told["capped"], told["unweighted"] = checked.Capped, checked.Unweighted
		}
		return c.Emit(told)
	}
	if !c.Eyes {
		c.Sayf("The plan is complete and all records fit it. The file is marked as reviewed. How many there are, and how many are left out, is shown on a terminal, or with --details: it reveals something about people in the data.\n")
		Describe(c, compiled)
		return nil
	}
	c.Sayf("The plan is complete and all %d records fit it. The file is marked as reviewed.\n", checked.Records)
	if !cmd.Account {
		c.Sayf("%s steward check --account says more.\n", checked.Sentence())
	}
	if rows := compiled.Plan.Rows; rows != nil {
		c.Sayf("%d of them exceed the %d that each person may have and are left out of every number. How many is for your eyes only: it is written to no file.\n", checked.Beyond, rows.AtMost)
	}
	if w := compiled.Plan.Weight; w != nil {
		c.Sayf("%d of them have a weight above %s and count as %s; %d have a weight that rounds to zero and do not count. How many is for your eyes only: it is written to no file.\n", checked.Capped, w.Cap, w.Cap, checked.Unweighted)
	}
	Describe(c, compiled)
	return nil
}

// ask says who the rows are about, as the flags do, and asks where neither they nor the plan say so although a key of persons
// repeats. A file that was reviewed is not looked through again.
func (cmd Check) ask(c *console.Console, file *project.File, compiled *plan.Compiled) (*plan.Compiled, error) {
	p := compiled.Plan
	said := cmd.Whose != sheets.Whose{}
	if !said && (p.Rows != nil || p.Data.OneRowEach || p.Data.Reviewed != nil) {
		return compiled, nil
	}
	data, err := records.Open(c.Ctx, cmd.Data, p.Data)
	if err != nil {
		return nil, err
	}
	defer data.Close()
	if data.Counted() {
		return compiled, nil
	}
	if !said {
		found, err := sheet.Inspect(c.Ctx, data.Sheet, sheet.InspectOptions{})
		if err != nil {
			return nil, err
		}
		return compiled, cmd.Unsaid(found, p.Rows)
	}
	if p.Rows, err = cmd.Several(data.Header()); err != nil {
		return nil, err
	}
	p.Data.OneRowEach, p.Data.Reviewed = cmd.OneEach, nil
	if compiled, err = compiled.Again(p); err != nil {
		return nil, err
	}
	return compiled, file.Save(p)
}

// rename gives columns of the plan the names that the flags say, and saves it.
func (cmd Check) rename(file *project.File, p *plan.Plan) error {
	if err := renamed(p, cmd.Rename); err != nil || len(cmd.Rename) == 0 {
		return err
	}
	return file.Save(*p)
}

// renamed has a plan call columns as a file does, as --rename says it.
func renamed(p *plan.Plan, pairs []string) error {
	for _, pair := range pairs {
		from, to, ok := strings.Cut(pair, "=")
		from, to = strings.TrimSpace(from), strings.TrimSpace(to)
		switch named := func(name string) bool {
			return p.Rows != nil && (p.Rows.Person == name || p.Rows.Key == name) || p.Weight != nil && p.Weight.Column == name || slices.ContainsFunc(p.Columns, func(c plan.Column) bool { return string(c.Name) == name })
		}; {
		case !ok || from == "" || to == "":
			return message.Errorf("--rename: found %q where OLD=NEW is expected, such as district=town", pair)
		case !named(from):
			return message.Errorf("--rename %s: the plan has no column %q", pair, from)
		case named(to):
			return message.Errorf("--rename %s: the plan already has a column %q: remove it first", pair, to)
		}
		p.RenameColumn(domain.AttributeName(from), domain.AttributeName(to))
	}
	return nil
}

// speak writes the language of the release's files into the plan.
func (cmd Check) speak(file *project.File, p *plan.Plan) error {
	if cmd.Language == "" {
		return nil
	}
	if _, err := language.Of(cmd.Language); err != nil {
		return message.Errorf("--language: %w", err)
	}
	p.Language = cmd.Language
	if p.Language == language.English {
		p.Language = ""
	}
	return file.Save(*p)
}

// repair puts rules into the plan and takes some out, as the flags say, and saves it.
func (cmd Check) repair(c *console.Console, file *project.File, p *plan.Plan) error {
	if len(cmd.Mend)+len(cmd.Unmend) == 0 {
		return nil
	}
	for _, said := range cmd.Unmend {
		kind, column, _, err := sheets.Rule(said)
		if err != nil {
			return message.Errorf("--unmend: %w", err)
		}
		rules := slices.DeleteFunc(slices.Clone(p.Data.Repairs), func(r repair.Rule) bool { return r.Kind != kind || r.Column != column })
		if len(rules) == 0 {
			return message.Errorf("--unmend %s: the plan has no such rule", said)
		}
		p.Data = records.Unrepaired(p.Data, rules...)
	}
	if len(cmd.Mend) > 0 {
		if cmd.Data == "" {
			return message.New("--mend needs --data: what a rule reads is found in the spreadsheet")
		}
		data, _, as, err := cmd.Inspect(c.Ctx, cmd.Data, p.Data)
		if err != nil {
			return err
		}
		p.Data = as
		if err := data.Close(); err != nil {
			return err
		}
	}
	p.Data.Reviewed = nil
	return file.Save(*p)
}

// tellMisfits says for every column why the file does not fit the plan, and what to do.
func (cmd Check) tellMisfits(c *console.Console, p plan.Plan) {
	list, err := misfits.In(c.Ctx, p, cmd.Data)
	if err != nil {
		return // why the file cannot be read is said already
	}
	for _, m := range list {
		if !m.Stops {
			continue
		}
		c.Complain("%s: %s\n", m.Column, m.Said)
		if m.Instead != "" {
			c.Complain("  If it is: steward check %s --data %s --rename %s\n", cmd.Project, cmd.Data, strconv.Quote(m.Column+"="+m.Instead))
		}
	}
}
