package plans

import (
	"errors"
	"strconv"
	"strings"

	"steward/assets/language"
	"steward/cmd/steward/console"
	"steward/core/message"
	"steward/core/plan"
	"steward/gui/words"
	"steward/io/records"
	"steward/io/records/rowaccount"
)

// accounting are the flags that say what became of every row.
type accounting struct {
	Account bool   `help:"Say what became of every row of the file. It is for your eyes only: it is shown on a terminal, or with --details."`
	Behind  string `help:"List the rows behind one line of --account, such as beyond or blank:COLUMN, for your eyes only, and do nothing else." placeholder:"LINE"`
	Write   string `help:"With --behind: write these rows to a new file, which is private and which only you may read. Its name ends in .private.csv, and it is refused in the folder of a release." type:"path" placeholder:"FILE"`
	Sure    bool   `help:"Rows that are left out although they look like any record are not records: I have looked at them."`
}

// check errors where what is asked for cannot be told here.
func (a accounting) check(c *console.Console, data string) error {
	switch {
	case a.Write != "" && a.Behind == "":
		return message.New("--write needs --behind: say which rows are to be written")
	case (a.Account || a.Behind != "") && data == "":
		return message.New("--account and --behind need --data: the rows are in the spreadsheet")
	case (a.Account || a.Behind != "" && a.Write == "") && !c.Eyes:
		return message.New("--account and --behind reveal something about people in the data: use them on a terminal, or with --details")
	}
	return nil
}

// showAccount says what became of every row.
func showAccount(c *console.Console, a rowaccount.Account) {
	heads := []string{console.Say("What became of the %d rows of the file", a.Rows.All), console.Say("Of the %d records", a.Records), "Some of these records are", "Cells that are not declared values as they stand"}
	if a.Counted {
		heads[0] = ""
	}
	level := -1
	var rows [][]string
	flush := func() {
		if len(rows) > 0 {
			c.Table(rows)
		}
		rows = nil
	}
	for _, l := range a.Lines() {
		if l.Level != level {
			flush()
			level = l.Level
			c.Sayf("%s\n", heads[level])
		}
		behind := ""
		if l.Behind {
			behind = "--behind " + shellWord(l.Key)
		}
		rows = append(rows, []string{strconv.FormatInt(l.N, 10), words.Say(l.Said), behind})
	}
	flush()
	c.Sayf("This is for your eyes only: it is written to no file.\n")
}

// shellWord quotes a word for a shell where it has to be.
func shellWord(s string) string {
	if strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789:_-") == "" {
		return s
	}
	return strconv.Quote(s)
}

// behind lists the rows behind a line, or writes them to a file.
func (a accounting) behind(c *console.Console, compiled *plan.Compiled, path string) (err error) {
	data, err := records.Open(c.Ctx, path, compiled.Plan.Data)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, data.Close()) }()
	if a.Write != "" {
		if err := rowaccount.Write(c.Ctx, compiled, data, a.Behind, a.Write, language.Language{}); err != nil {
			return err
		}
		c.Sayf("%s contains the rows. It is private: keep it away from what is published.\n", rowaccount.Path(a.Write))
		return nil
	}
	type row struct {
		Row               int
		Where, Found, Why string
	}
	list, rows := []row{}, [][]string{console.Headed("ROW|WHERE|CONTENT|")}
	err = rowaccount.Behind(c.Ctx, compiled, data, a.Behind, func(r rowaccount.Row) bool {
		list = append(list, row{r.Number, words.Say(r.Address), r.Found, words.Say(r.Why)})
		rows = append(rows, []string{strconv.Itoa(r.Number), words.Say(r.Address), r.Found, words.Say(r.Why)})
		return true
	})
	switch {
	case err != nil:
		return err
	case c.JSON:
		return c.Emit(list)
	case len(list) == 0:
		c.Sayf("There is no such row.\n")
		return nil
	}
	c.Table(rows)
	return nil
}
