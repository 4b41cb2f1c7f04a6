package counts

import "testing"

// TestCommands writes lines that can be pasted as they are.
func TestCommands(t *testing.T) {
	for _, c := range []struct {
		command Command
		want    string
	}{
		{Command{Dialect: Postgres, Database: "town", Query: "/a b/q.sql", Result: "/a b/r.csv"}, "psql -X -q --csv -v ON_ERROR_STOP=1 -d 'town' -f '/a b/q.sql' -o '/a b/r.csv'"},
		{Command{Dialect: DuckDB, Query: "it's.sql", Result: "r.csv"}, `duckdb -readonly -csv -f 'it'\''s.sql' DATABASE > 'r.csv'`},
		{Command{Dialect: DuckDB, Files: true, Query: `C:\x\q.sql`, Result: `C:\x\r.csv`, Windows: true}, `duckdb -csv -f "C:\x\q.sql" > "C:\x\r.csv"`},
		{Command{Dialect: Spark, Query: "q.sql", Result: "r.tsv"}, "spark-sql --conf spark.sql.cli.print.header=true -f 'q.sql' > 'r.tsv'"},
		{Command{Dialect: "oracle"}, ""},
	} {
		if got := c.command.String(); got != c.want {
			t.Errorf("%+v is run by %s, want %s", c.command, got, c.want)
		}
	}
}
