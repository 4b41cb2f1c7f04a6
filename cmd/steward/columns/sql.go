package columns

import (
	"io"
	"path/filepath"
	"runtime"
	"strings"

	"steward/cmd/steward/console"
	"steward/cmd/steward/plans"
	"steward/core/message"
	"steward/io/counts"
	"steward/io/wholefile"
)

// SQL writes the query that counts the rows of a database table.
type SQL struct {
	Project  string `arg:"" optional:"" help:"The plan (.steward)." type:"path"`
	Dialect  string `required:"" enum:"postgres,duckdb,spark" help:"The SQL dialect: postgres, duckdb or spark." placeholder:"NAME"`
	Table    string `xor:"rows" required:"" help:"The table or view with the rows, such as survey or public.survey, spelt as in the database." placeholder:"NAME"`
	Files    string `xor:"rows" required:"" help:"In place of --table, with --dialect duckdb: Parquet files or text tables that DuckDB is to read as one table, such as survey.parquet or 'survey/*.csv'." placeholder:"PATH"`
	Database string `help:"With --out: the database's name, or DuckDB's file, for the command that runs the query." placeholder:"NAME"`
	Columns  bool   `help:"Write the query that describes the table instead, before there is a plan: steward new declares its columns from what it returns."`
	Unread   bool   `help:"Write the query that shows what cannot be read instead, for your eyes only."`
	Out      string `help:"A new file for the query. Without it the query is printed." type:"path" placeholder:"FILE"`
}

func (cmd SQL) Run(c *console.Console) error {
	query, err := cmd.query()
	if err != nil {
		return err
	}
	if cmd.Out == "" {
		if c.JSON {
			return c.Emit(map[string]any{"query": query})
		}
		_, err := io.WriteString(c.Exact, query) // in which names have to be as they are
		return err
	}
	if err := wholefile.Absent(cmd.Out); err != nil {
		return err
	}
	err = wholefile.Write(cmd.Out, func(w io.Writer) error {
		_, err := io.WriteString(w, query)
		return err
	})
	if err != nil {
		return err
	}
	if c.JSON {
		return c.Emit(map[string]any{"file": cmd.Out})
	}
	run := counts.Command{Dialect: counts.Dialect(cmd.Dialect), Database: cmd.Database, Files: cmd.Files != "", Query: cmd.Out, Windows: runtime.GOOS == "windows"}
	run.Result = strings.TrimSuffix(cmd.Out, filepath.Ext(cmd.Out)) + ".csv"
	if run.Dialect == counts.Spark {
		run.Result = strings.TrimSuffix(run.Result, ".csv") + ".tsv"
	}
	c.Sayf("Wrote %s. Steward opens no connection to a database: run the query yourself, with\n  %s\n", cmd.Out, run)
	switch {
	case cmd.Columns:
		c.Sayf("What it returns is private, like the rows. Then run\n  steward new %s --out PROJECT.steward\nand delete what it returned.\n", run.Result)
	case cmd.Unread:
		c.Sayf("What it returns is private, like the rows, and for you to look at.\n")
	default:
		c.Sayf("What it returns is private, like the rows: keep it as safe as the table itself, and delete it when the release is done\n(steward release --delete-counts does so). Then run\n  steward check %s --data %s\n", cmd.Project, run.Result)
	}
	return nil
}

// query writes the query that is asked for.
func (cmd SQL) query() (string, error) {
	switch {
	case cmd.Columns && (cmd.Project != "" || cmd.Unread):
		return "", message.Errorf("--columns describes a table before there is a plan: leave the plan and --unread out")
	case cmd.Columns:
		return counts.Description{Dialect: counts.Dialect(cmd.Dialect), Table: cmd.Table, Files: cmd.files()}.SQL()
	case cmd.Project == "":
		return "", message.Errorf("name the plan whose rows are to be counted, or say --columns for the query that describes a table")
	}
	compiled, err := plans.Compile(cmd.Project)
	if err != nil {
		return "", err
	}
	return counts.Query{Plan: compiled, Dialect: counts.Dialect(cmd.Dialect), Table: cmd.Table, Files: cmd.files(), Unread: cmd.Unread}.SQL()
}

// files are the files to be read, by a path that holds wherever the query is run.
func (cmd SQL) files() string {
	if path, err := filepath.Abs(cmd.Files); err == nil && cmd.Files != "" {
		return path
	}
	return cmd.Files
}
