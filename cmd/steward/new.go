package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"steward/cmd/steward/console"
	"steward/core/account"
	"steward/core/columnlist"
	"steward/core/domain"
	"steward/core/limits"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/repair"
	"steward/core/spelling"
	"steward/io/codebook"
	"steward/io/counts"
	"steward/io/project"
	"steward/io/propose"
	"steward/io/records"
	"steward/io/sheet"
)

type newCmd struct {
	File     string   `arg:"" help:"The spreadsheet." type:"path"`
	Out      string   `required:"" help:"The plan to write (.steward)." type:"path" placeholder:"PROJECT"`
	Codebook string   `help:"A codebook (.csv or .xlsx) that is public: take the columns' values and bounds from it." type:"path" placeholder:"FILE"`
	Confirm  bool     `help:"I confirm that the values and bounds found in the data are public knowledge: write them into the plan."`
	Alike    []string `help:"Give several columns, with commas between, one list of values or one scale: that of the first of them that the codebook declares, or else, with --confirm, what is found in all of them together. a..b stands for all columns from a to b, and * for all. Repeat it for more." sep:"none" placeholder:"COLUMNS"`
	whose    `embed:""`
	About    []string     `help:"Who publishes the release, what for or about whom, as FIELD=TEXT, such as publisher=\"City of Westmarsh\": publisher, contact, purpose, legalBasis, population, period, region, sector, licence, citation. Give it once for each." sep:"none" placeholder:"FIELD=TEXT"`
	Delta    string       `help:"Accept this chance of failure, such as 0.000001, which makes room for Gaussian noise: good where many questions share the budget." placeholder:"CHANCE"`
	Group    string       `help:"The release is only about people with some values of a column, whom no secret joins to others. Releases about groups that have nobody in common cost together only as much as the most expensive of them." placeholder:"COLUMN:VALUE|VALUE"`
	Asked    newQuestions `embed:""`
	Added    newSums      `embed:""`
	Chosen   newChoices   `embed:""`
	Grouped  newClusters  `embed:""`
	MadeUp   newSynthetic `embed:""`
	phrases  `embed:""`
	weighing `embed:""`
	reading  `embed:""`
	mending  `embed:""`
}

// whose are the flags about who a row is about.
type whose struct {
	Person   string `help:"People can have several rows, and this column says whose row it is. It is not published." placeholder:"COLUMN"`
	OneEach  bool   `name:"one-row-each" help:"Every row is about a different person, although a column looks like a key of persons and its entries appear in several rows."`
	Rows     int    `help:"With --person: how many rows of each person are counted at most. All noise grows with it." placeholder:"N"`
	RowOrder string `help:"With --person: the column in whose order the rows of a person come, of which the first ones are counted; the order of the file without it. It must not depend on an answer, and is not published." placeholder:"COLUMN"`
}

// weighing are the flags about survey weights.
type weighing struct {
	Weight     string `help:"Each row stands for several people, and this column says how many. It is not published." placeholder:"COLUMN"`
	WeightStep string `help:"With --weight: weights are rounded to the nearest whole number of this step, such as 0.05 or 10, which is public." placeholder:"S"`
	WeightCap  string `help:"With --weight: larger weights count as this one, a whole number of steps that is public. All noise grows with it." placeholder:"C"`
}

func (cmd newCmd) Run(c *console.Console) error {
	if err := absent(cmd.Out); err != nil {
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
	cmd.declared = said.Splits
	data, found, read, err := cmd.inspect(c.Ctx, cmd.File, cmd.data())
	if err != nil {
		return err
	}
	defer data.Close()
	if err := cmd.spelled(read); err != nil {
		return err
	}
	rows, err := cmd.rows(found.Header())
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
	if err := cmd.unsaid(found, rows); err != nil {
		return err
	}
	if rows != nil && weight != nil && rows.Person == weight.Column {
		return message.Errorf("column %q cannot say both whose row it is (--person) and how many people it stands for (--weight): name two columns", rows.Person)
	}
	name := spelling.After(filepath.Base(cmd.File))
	p := plan.Plan{Version: plan.Version, DataSet: name, Title: name, Data: read, Rows: rows, Weight: weight, Publication: publication, Language: ofFiles(), Budget: plan.Budget{Epsilon: "0.5", Delta: strings.TrimSpace(cmd.Delta)}}
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
		p.Data = readAs(p.Data, data)
		p.Data.File, p.Data.OneRowEach = filepath.Base(cmd.File), cmd.OneEach
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
		if p.Group, err = groupOf(p.Columns, cmd.Group); err != nil {
			return err
		}
	}
	if p.Questions, err = cmd.Asked.questions(p.Columns); err != nil {
		return err
	}
	sums, err := cmd.Added.questions(c.Ctx, p.Columns, cmd.Chosen.By, len(p.Questions))
	if err != nil {
		return err
	}
	p.Questions = append(p.Questions, sums...)
	if cmd.Added.any() && !cmd.Chosen.any() {
		cmd.Chosen.By = "" // it is about totals
	}
	if p.Choices, err = cmd.Chosen.choices(c.Ctx, p.Columns, len(p.Questions)); err != nil {
		return err
	}
	if p.Clusters, err = cmd.Grouped.clusterings(p.Columns, len(p.Outputs())); err != nil {
		return err
	}
	if p.Synthetic, err = cmd.MadeUp.tables(p.Columns, len(p.Outputs())); err != nil {
		return err
	}
	if p, err = cmd.said(p); err != nil {
		return err
	}
	if err := project.Save(cmd.Out, p); err != nil {
		return err
	}
	if c.JSON {
		told := map[string]any{"plan": cmd.Out, "columns": len(p.Columns), "skipped": skipped}
		if text := records.Assumed(cmd.data(), read); !text.IsZero() {
			told["assumed"] = text.String()
		}
		if cmd.Codebook != "" {
			told["undeclared"], told["lacking"] = undeclared, book.lacking
		}
		return c.Emit(told)
	}
	c.Sayf("Wrote %s with %d columns.\n", cmd.Out, len(p.Columns))
	if text := assumedWords(cmd.data(), read); text != "" {
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

// readAs says where the header of a file is.
func readAs(d plan.Data, data *records.Data) plan.Data {
	d.HeaderRow = data.HeaderRow()
	if n := data.HeaderRows(); n > 1 {
		d.HeaderRows = n
	}
	return d
}

// absent errors where something is at a path already.
func absent(path string) error {
	if _, err := os.Stat(path); err == nil {
		return message.Errorf("%s already exists: choose another name, so that nothing is lost", path)
	}
	return nil
}

// spelled errors where spellings or options that were found in the data would become part of the plan, although nobody said that they are public.
func (cmd newCmd) spelled(as plan.Data) error {
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

// unsaid errors where nothing says who a row is about although a column looks like a key of persons that repeats.
func (cmd whose) unsaid(found *sheet.Inspection, rows *plan.Rows) error {
	if cmd.OneEach && rows != nil {
		return message.Errorf("--one-row-each says that every row is about a different person, and %s that people have several: choose one of them", rows.Person)
	}
	key, repeats := found.RepeatedKey()
	if !repeats || rows != nil || cmd.OneEach {
		return nil
	}
	return &unsaidWhose{key}
}

// unsaidWhose is the error of a file in which people seem to have several rows, of which nothing is said.
type unsaidWhose struct{ key sheet.People }

func (e *unsaidWhose) Error() string { return e.Said().String() }

// Said is Error as a message.
func (e *unsaidWhose) Said() message.Text { return message.Sprintf("%v %v", e.key.Said(), e.remedy()) }

// Private says the same without how many people there are.
func (e *unsaidWhose) Private() message.Text {
	return message.Sprintf("entries of %s, which looks like a key of persons, appear in several rows. %s", e.key.Columns[0], e.remedy())
}

func (e *unsaidWhose) remedy() message.Text {
	return message.Sprintf("Give --person %s and, with --rows, how many rows of each person are counted at most, or --one-row-each if every row is about a different person", strconv.Quote(e.key.Columns[0]))
}

// namesakesWords points out rows of the same name and day of birth.
func namesakesWords(same sheet.People, eyes bool) string {
	if !eyes {
		return console.Say("Some rows are alike in %s: see whether they are about the same people, and then say with --person whose a row is.", strings.Join(same.Columns, ", "))
	}
	return console.Say("%v If they are the same people, say with --person whose a row is.", same.Said())
}

// rows returns what the flags say about several rows for each person, nil for one row each.
func (cmd whose) rows(header []string) (*plan.Rows, error) {
	switch {
	case cmd.Person == "" && cmd.Rows == 0 && cmd.RowOrder == "":
		return nil, nil
	case cmd.Person == "" && cmd.RowOrder != "":
		return nil, message.Errorf("--row-order says in which order the rows of a person come, but not whose row it is: name the column with --person")
	case cmd.Person == "":
		return nil, message.Errorf("--rows says how many rows each person may have, but not whose row it is: name the column with --person")
	case cmd.Rows < 1 || cmd.Rows > limits.MaxRowsPerPerson:
		return nil, message.Errorf("--person needs --rows, how many rows of each person are counted at most: a number from 1 to %d, but %d is given", limits.MaxRowsPerPerson, cmd.Rows)
	case !slices.Contains(header, cmd.Person):
		return nil, message.Errorf("the sheet has no column %q for --person: it has %s", cmd.Person, message.Named(header))
	}
	if cmd.RowOrder != "" && !slices.Contains(header, cmd.RowOrder) {
		return nil, message.Errorf("the sheet has no column %q for --row-order: it has %s", cmd.RowOrder, message.Named(header))
	}
	return &plan.Rows{Person: cmd.Person, AtMost: cmd.Rows, Key: cmd.RowOrder}, nil
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

// declarations are what a codebook says about the columns of a sheet.
type declarations struct {
	columns map[string]plan.Column // by their names in the sheet
	lacking []string               // columns of the codebook that the sheet does not have
	rows    *plan.Rows             // nil where it does not say whose a row is
	weight  *plan.Weight           // nil where it says nothing of weights
	assumed message.Text           // in what encoding it was read, zero where it says so
}

// book reads the codebook, if there is one.
func (cmd newCmd) book(ctx context.Context) (codebook.Book, error) {
	if cmd.Codebook == "" {
		return codebook.Book{}, nil
	}
	return codebook.Read(ctx, cmd.Codebook)
}

// declarations are what the codebook says of a sheet with this header.
func (cmd newCmd) declarations(book codebook.Book, header []string) (declarations, error) {
	d := declarations{columns: make(map[string]plan.Column), lacking: []string{}}
	if cmd.Codebook == "" {
		return d, nil
	}
	d.assumed = book.Assumed
	if r := book.Rows; r != nil {
		if slices.Contains(header, r.Person) {
			d.rows = r
		} else {
			d.lacking = append(d.lacking, r.Person)
		}
	}
	if w := book.Weight; w != nil {
		if slices.Contains(header, w.Column) {
			d.weight = w
		} else {
			d.lacking = append(d.lacking, w.Column)
		}
	}
	several := false
	for _, s := range book.Splits {
		if slices.Contains(header, s.Column) {
			several = true
		} else {
			d.lacking = append(d.lacking, s.Column)
		}
	}
	columns := book.Columns
	for _, col := range columns {
		name := string(col.Name)
		switch {
		case !slices.Contains(header, name):
			d.lacking = append(d.lacking, name)
		case (cmd.Person == "" || name != cmd.Person) && (cmd.Weight == "" || name != cmd.Weight): // whose row it is, is not published, nor its weight
			d.columns[name] = col
		}
	}
	if len(d.columns) == 0 && len(d.lacking) >= len(columns) && d.weight == nil && d.rows == nil && !several {
		return d, message.Errorf("%s: it describes %s, none of which %s has, with the columns %s: choose the codebook of this spreadsheet, or write the names as in its header",
			filepath.Base(cmd.Codebook), message.Named(console.OnLine(d.lacking)), filepath.Base(cmd.File), message.Named(console.OnLine(header)))
	}
	return d, nil
}

// say tells what came from the codebook.
func (d declarations) say(c *console.Console) {
	c.Sayf("From the codebook: %d columns.\n", len(d.columns))
	if !d.assumed.IsZero() {
		c.Sayf("%s\n", d.assumed)
	}
	if len(d.lacking) > 0 {
		c.Sayf("In the codebook, but not in the spreadsheet: %s.\n", strings.Join(console.OnLine(d.lacking), ", "))
	}
}

// alike declares the columns that are to have the same values.
func (cmd newCmd) alike(found []sheet.Column, header []string, book declarations) (map[string]plan.Column, error) {
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

// publicationFields lists the fields that --about may name.
func publicationFields() string {
	var ids []string
	for _, f := range new(plan.Publication).Fields() {
		ids = append(ids, f.ID)
	}
	return strings.Join(ids, ", ")
}

// publicationOf reads what --about says.
func publicationOf(about []string) (plan.Publication, error) {
	var p plan.Publication
	for _, said := range about {
		id, text, ok := strings.Cut(said, "=")
		fields := p.Fields()
		i := slices.IndexFunc(fields, func(f plan.PublicationField) bool { return f.ID == strings.TrimSpace(id) })
		if !ok || i < 0 {
			return p, message.Errorf("--about: found %q where a field, = and a text are expected: the fields are %s", said, publicationFields())
		}
		*fields[i].Value = strings.TrimSpace(text)
	}
	if faults := p.Faults(); len(faults) > 0 {
		return p, message.Errorf("--about: %s: %s", faults[0].Field, faults[0].Message)
	}
	return p, nil
}
