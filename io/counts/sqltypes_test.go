//go:build sql && unix

package counts

import (
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/release"
	"steward/core/seeded"
	"steward/core/table"
)

// hostile are columns of a type and values that a careless comparison would take for another, or stop at. Both engines
// write each of them as text, from which the file for reading is made.
var hostile = map[Dialect][]struct{ name, typed, values string }{
	Postgres: {
		{"small", "smallint", "-32768, -1, 0, 7, 10, 32767, 2024"},
		{"whole", "integer", "-2147483648, -7, 0, 1, 9, 10, 20240229, 2147483647"},
		{"big", "bigint", "-9223372036854775808, 0, 7, 9007199254740992, 9007199254740993, 123456789012345, 1234567890123456, 9223372036854775807"},
		{"money", "numeric(12,3)", "-7.5, -0.1, 0, 0.1, 0.3, 7, 9.999, 10, 123456789.25, 'NaN'"},
		{"wide", "numeric(30,20)", "0.1, 0.10000000000000000555, 0.3, 0.29999999999999998890, 0.29999999999999999, 7, 9.99900000000000000001, 9.998999999999999999"},
		{"loose", "numeric", "7, 7.0, 7.00, 0.1, 0.10, -0.0, 1e200, 1e-200, 'NaN', 123456789.25"},
		{"double", "double precision", "'NaN', 'Infinity', '-Infinity', '-0', 0, 0.1, 0.3, '0.30000000000000004', 7, 10, 1e308, '5e-324', -7.5, 9007199254740993, 123456789.25"},
		{"single", "real", "'NaN', 'Infinity', '-Infinity', '-0', 0, 0.1, 0.3, 7, 9.999, 1e38, -7.5, 123456789.25"},
		{"day", "date", "'2024-02-29', '2023-12-31', '2024-01-01', '2024-03-31', '2024-04-01', '0001-01-01', '9999-12-31', '10000-01-01', '0044-03-15 BC', 'infinity', '-infinity', '1999-12-31'"},
		{"at", "timestamp", "'2024-02-29 00:00', '2023-12-31 23:59:59.999999', '2024-01-01', '2024-03-31 23:59', '2024-04-01 09:05:10.5', '0001-01-01', '9999-12-31 23:59:59', '10000-01-01', '0044-03-15 13:00 BC', 'infinity', '-infinity', '2024-02-28 13:00'"},
		{"moment", "timestamptz", "'2024-02-29 00:00+00', '2023-12-31 23:30-08', '2024-01-01 00:30+14', '2024-10-27 01:30+00', '2024-10-27 00:30+00', 'infinity'"},
		{"clock", "time", "'00:00', '23:59:59.999999', '24:00', '09:05', '13:00:00.5', '12:59'"},
		{"zoned", "timetz", "'00:00+00', '23:59:59+05:30', '09:05-08', '13:00+00'"},
		{"truth", "boolean", "true, false"},
		{"code", "char(6)", "'North', 'a ', '7', '007', 'TRUE', 'true', 'N''orth'"},
		{"label", "varchar(20)", "'North', ' North', 'north', '7', '007', '7.0', '', ' ', 'true', '2024-02-29', 'n/a'"},
		{"uid", "uuid", "'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', '00000000-0000-0000-0000-000000000000'"},
		{"span", "interval", "'1 month', '30 days'"},
		{"any", "json", `'{"a": 1}', '7', '7.0', '"North"'`},
	},
	DuckDB: {
		{"small", "SMALLINT", "-32768, -1, 0, 7, 10, 32767, 2024"},
		{"whole", "INTEGER", "-2147483648, -7, 0, 1, 9, 10, 20240229, 2147483647"},
		{"unsigned", "UBIGINT", "0, 7, 9007199254740993, 18446744073709551615"},
		{"big", "BIGINT", "-9223372036854775808, 0, 7, 9007199254740992, 9007199254740993, 123456789012345, 1234567890123456, 9223372036854775807"},
		{"huge", "HUGEINT", "0, 7, 10, 9007199254740993, 170141183460469231731687303715884105727"},
		{"money", "DECIMAL(12,3)", "-7.5, -0.1, 0, 0.1, 0.3, 7, 9.999, 10, 123456789.25"},
		{"wide", "DECIMAL(30,20)", "0.1, 0.10000000000000000555, 0.3, 0.29999999999999998890, 0.29999999999999999, 7, 9.99900000000000000001, 9.998999999999999999"},
		{"double", "DOUBLE", "'NaN', 'Infinity', '-Infinity', '-0', 0, 0.1, 0.3, '0.30000000000000004', 7, 10, 1e308, '5e-324', -7.5, 9007199254740993, 123456789.25"},
		{"single", "FLOAT", "'NaN', 'Infinity', '-Infinity', '-0', 0, 0.1, 0.3, 7, 9.999, 1e38, -7.5, 123456789.25"},
		{"day", "DATE", "'2024-02-29', '2023-12-31', '2024-01-01', '2024-03-31', '2024-04-01', '0001-01-01', '9999-12-31', '10000-01-01', '0044-03-15 (BC)', 'infinity', '-infinity', '1999-12-31'"},
		{"at", "TIMESTAMP", "'2024-02-29 00:00:00', '2023-12-31 23:59:59.999999', '2024-01-01', '2024-03-31 23:59:00', '2024-04-01 09:05:10.5', '0001-01-01', '9999-12-31 23:59:59', '10000-01-01', '0044-03-15 (BC) 13:00:00', 'infinity', '-infinity', '2024-02-28 13:00:00'"},
		{"seconds", "TIMESTAMP_S", "'2024-02-29 00:00:00', '2024-01-01'"},
		{"moment", "TIMESTAMPTZ", "'2024-02-29 00:00:00+00', '2023-12-31 23:30:00-08', '2024-01-01 00:30:00+14', 'infinity'"},
		{"clock", "TIME", "'00:00:00', '23:59:59.999999', '24:00:00', '09:05:00', '13:00:00.5', '12:59:00'"},
		{"truth", "BOOLEAN", "true, false"},
		{"label", "VARCHAR", "'North', ' North', 'north', '7', '007', '7.0', '', ' ', 'true', '2024-02-29', 'n/a'"},
		{"uid", "UUID", "'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', '00000000-0000-0000-0000-000000000000'"},
		{"mood", "ENUM('North', 'true', '7')", "'North', 'true', '7'"},
		{"span", "INTERVAL", "'1 month', '30 days'"},
	},
}

// TestSQLComparesTypes compares columns of every type, by plans made by chance that know the types from a description,
// with reading what the engine writes of them as text.
func TestSQLComparesTypes(t *testing.T) { onEngines(t, comparesTypes) }

func comparesTypes(t *testing.T, e engine) {
	columns := hostile[e.dialect()]
	var declared, texts []string
	var insert strings.Builder
	m := maker{seeded.New(3, 30)}
	values := make([][]string, len(columns))
	for i, c := range columns {
		declared = append(declared, `"`+c.name+`" `+c.typed)
		texts = append(texts, "CAST(\""+c.name+"\" AS "+map[Dialect]string{Postgres: "text", DuckDB: "VARCHAR"}[e.dialect()]+") AS \""+c.name+"\"")
		values[i] = strings.Split(c.values, ", ")
	}
	for r := range 400 {
		insert.WriteString([]string{",\n", "\n"}[min(1, 1/(r+1))] + fmt.Sprintf("('p%d', %d, %d", r%130, r, r))
		for i, c := range columns {
			v := values[i][(r+i)%len(values[i])]
			if r >= 200 {
				v = m.pick(values[i]...)
			}
			if m.IntN(20) == 0 {
				v = "NULL"
			}
			insert.WriteString(", CAST(" + v + " AS " + c.typed + ")")
		}
		insert.WriteString(")")
	}
	e.run(t, "CREATE TABLE typed (who text, visit integer, number integer, "+strings.Join(declared, ", ")+");\nINSERT INTO typed VALUES"+insert.String()+";")
	path := filepath.Join(t.TempDir(), "rows.csv")
	if err := os.WriteFile(path, []byte(e.run(t, "SELECT who, CAST(visit AS text) AS visit, "+strings.Join(texts, ", ")+" FROM typed ORDER BY number;")), 0o600); err != nil {
		t.Fatal(err)
	}
	sheet := opened(t, path)
	sql, err := Description{Dialect: e.dialect(), Table: "typed"}.SQL()
	if err != nil {
		t.Fatal(err)
	}
	described := filepath.Join(t.TempDir(), "columns.csv")
	if err := os.WriteFile(described, []byte(e.run(t, sql)), 0o600); err != nil {
		t.Fatal(err)
	}
	d, err := ReadDescription(t.Context(), opened(t, described))
	if err != nil {
		t.Fatal(err)
	}
	types := d.Types()
	cells := make([]map[string]table.Cell, len(columns))
	records, err := csv.NewReader(strings.NewReader(e.run(t, "SELECT "+strings.Join(texts, ", ")+" FROM typed;"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for i := range columns {
		var texts []string
		for _, r := range records[1:] {
			texts = append(texts, r[i])
		}
		cells[i] = cellsOf(t, texts)
	}
	w, err := e.dialect().writer()
	if err != nil {
		t.Fatal(err)
	}
	compared, read := make(map[string]int), 0
	for seed := range uint64(60) {
		m := maker{seeded.New(seed, 31)}
		p := plan.Plan{Version: plan.Version, DataSet: "typed", Budget: plan.Budget{Epsilon: "1"}, Data: plan.Data{Types: types, Reviewed: &plan.Fingerprint{}}}
		for _, i := range m.Perm(len(columns))[:1+m.IntN(3)] {
			c := m.column(0)
			for range 3 { // mostly one that its type is compared for
				if a, err := c.Attribute(); err == nil && (column{w, a, 1, w.kindOf(types[columns[i].name]), false}).compared() {
					break
				}
				c = m.column(0)
			}
			c.Name = domain.AttributeName(columns[i].name)
			if m.IntN(3) > 0 {
				c.Readings = nil
			} else if len(c.Readings) > 0 {
				for _, to := range c.Readings {
					c.Readings[values[i][m.IntN(len(values[i]))]] = to
					break
				}
			}
			a, err := c.Attribute()
			if err != nil {
				continue
			}
			for text, cell := range cells[i] {
				if _, e := a.ValueOf(cell); e == nil && unqueried(a, text) {
					err = fmt.Errorf("a query reads %q otherwise", text)
				}
			}
			if err != nil {
				continue
			}
			p.Columns = append(p.Columns, c)
			p.Questions = append(p.Questions, plan.Question{ID: columns[i].name, Title: columns[i].name, Kind: "table", Columns: []domain.AttributeName{c.Name}})
		}
		if len(p.Columns) == 0 {
			continue
		}
		if m.IntN(4) == 0 {
			p.Rows = &plan.Rows{Person: m.pick("who", "visit"), AtMost: 1 + m.IntN(3), Key: "visit"}
			if p.Rows.Person == "visit" {
				p.Rows.Key = "who"
			}
		}
		if m.IntN(3) == 0 {
			at := columns[m.IntN(len(columns))]
			p.Weight = &plan.Weight{Column: at.name, Step: "0.25", Cap: "5"}
			for _, c := range p.Columns {
				if string(c.Name) == at.name {
					p.Weight = nil
				}
				if p.Weight == nil {
					break
				}
			}
		}
		c, err := plan.Compile(p)
		if err != nil {
			t.Fatal(err)
		}
		q := Query{Plan: c, Dialect: e.dialect(), Table: "typed"}
		sql, err := q.SQL()
		if err != nil {
			t.Fatal(err)
		}
		result := filepath.Join(t.TempDir(), "counts.csv")
		if err := os.WriteFile(result, []byte(e.run(t, sql)), 0o600); err != nil {
			t.Fatal(err)
		}
		got, want := listen(t, Of(opened(t, result)), c), listen(t, release.FromRows(sheet), c)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("seed %d: by the query %+v\nby reading %+v\n%+v, weight %+v", seed, got, want, p.Columns, p.Weight)
		}
		for i, a := range c.Domain.Attributes() {
			of := column{w, a, i + 1, w.kindOf(types[string(a.Name())]), false}
			read++
			if of.compared() {
				compared[string(a.Name())]++
			}
		}
	}
	if read < 80 || len(compared) < 6 {
		t.Errorf("%d columns were read, and only those were compared: %v", read, compared)
	}
	// A column that has become another since it was described is noticed, or the engine refuses the query.
	types["whole"] = types["double"]
	lo, hi := int64(0), int64(10)
	c, err := plan.Compile(plan.Plan{Version: plan.Version, DataSet: "typed", Budget: plan.Budget{Epsilon: "1"}, Data: plan.Data{Types: types, Reviewed: &plan.Fingerprint{}},
		Columns:   []plan.Column{{Name: "whole", Kind: domain.Whole, Lowest: &lo, Highest: &hi, Origin: domain.Typed}},
		Questions: []plan.Question{{ID: "a", Title: "a", Kind: "table", Columns: []domain.AttributeName{"whole"}}}})
	if err != nil {
		t.Fatal(err)
	}
	if sql, err = (Query{Plan: c, Dialect: e.dialect(), Table: "typed"}).SQL(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(described, []byte(e.run(t, sql)), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := release.Check(t.Context(), c, Of(opened(t, described)), nil); err == nil || !strings.Contains(err.Error(), "no longer have the types they had") {
		t.Errorf("a table of other types than was described: %v", err)
	}
}
