package export

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"steward/core/cluster"
	"steward/core/domain"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/result"
	"steward/io/sheet"
)

// hostileMade is a release of groups and of made-up records whose titles, ids, columns and values are the
// hostile texts: a synthetic table over each pair of neighbouring columns, with a record for every value.
func hostileMade(t testing.TB) *result.Release {
	t.Helper()
	p := hostilePlan()
	p.Questions = p.Questions[:1]
	p.Questions[0].ID = "the question"
	for i := 0; i+1 < len(hostile); i += 2 {
		p.Synthetic = append(p.Synthetic, plan.Synthetic{ID: hostile[i], Title: hostile[i+1], Columns: []domain.AttributeName{p.Columns[i].Name, p.Columns[i+1].Name}})
		p.Clusters = append(p.Clusters, plan.Clustering{ID: hostile[i+1], Title: hostile[i], Columns: []plan.ClusterColumn{{Name: p.Columns[i].Name}}, Clusters: 2})
	}
	r := releaseOf(t, p)
	c, err := plan.Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	for i, asked := range p.Synthetic {
		s := result.Synthetic{Asked: asked, Made: result.Made{Mechanism: result.Mechanism{ID: "m", Name: message.Verbatim("=1+1"), Source: message.Verbatim("@x")}, Epsilon: "0.1", Effective: "0.1", Says: message.Names(hostile)}, Count: len(hostile), People: 1000}
		for _, a := range c.Synthetic[i].Sheet.Domain().Attributes() {
			s.Columns = append(s.Columns, result.NewSyntheticColumn(a))
			var values []int32
			for k := range hostile {
				values = append(values, int32(k%a.Size()))
			}
			s.Records = append(s.Records, values)
		}
		if s.Digest, err = s.ComputeDigest(); err != nil {
			t.Fatal(err)
		}
		r.Synthetic = append(r.Synthetic, s)
	}
	for i, asked := range p.Clusters {
		g := result.Clustering{Asked: asked, Made: result.Made{Mechanism: result.Mechanism{ID: "m", Name: message.Verbatim("-1"), Source: message.Verbatim("=1")}, Epsilon: "0.1", Effective: "0.1", Says: message.Names(hostile)}, Rounds: 1, Axes: []result.Axis{{Name: string(asked.Columns[0].Name), High: 9, Scale: 1}}}
		for _, near := range []string{hostile[i], hostile[len(hostile)-1-i]} {
			g.Groups = append(g.Groups, cluster.Group{Centre: []float64{-1.5}, Error: []float64{0.5}, Near: []string{near}, Size: -2, SizeError: 3, Tidied: 0, Kept: true})
		}
		r.Clusters = append(r.Clusters, g)
	}
	return r
}

var hostileGroups = filesOf(hostileMade)

// Records with hostile values are read back as they were, as a verification reads them: from their tables
// and from the workbook.
func TestHostileRecords(t *testing.T) {
	r := hostileGroups()
	if r.err != nil {
		t.Fatal(r.err)
	}
	paths, dir := r.paths, filepath.Dir(r.paths[0])
	digest := func(path, name string) string {
		t.Helper()
		f, err := sheet.Open(context.Background(), path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		o := sheet.Options{HeaderRow: 1, Sheet: name}
		if name == "" {
			o.Delimiter = ","
		}
		s, err := f.Sheet(context.Background(), o)
		if err != nil {
			t.Fatal(err)
		}
		got, err := result.RecordsDigest(s.Header(), func(yield func([]string, error) bool) {
			for row, err := range s.Rows(context.Background()) {
				texts := make([]string, len(s.Header()))
				for j := range min(len(texts), len(row.Cells)) {
					texts[j] = row.Cells[j].Text
				}
				if !yield(texts, err) {
					return
				}
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	sheets := openBook(t, contentOf(t, paths[0])).GetSheetList()
	before := len(r.Questions) + len(r.Clusters)
	files := namesOf("hostile", r.Plan).tables[before:]
	for i, s := range r.Synthetic {
		at := slices.IndexFunc(sheets, func(n string) bool { return strings.HasPrefix(n+" ", fmt.Sprintf("%d ", before+i+1)) })
		if at < 0 {
			t.Fatalf("no sheet is number %d of %q", before+i+1, sheets)
		}
		if got := digest(paths[0], sheets[at]); got != s.Digest {
			t.Errorf("sheet %q of %q reads back as other records", sheets[at], s.Names())
		}
		if got := digest(filepath.Join(dir, files[i].name), ""); got != s.Digest {
			t.Errorf("%s of %q reads back as other records", files[i].name, s.Names())
		}
	}
}

// Nothing in tables of groups and records could be taken for a formula, and their texts stand as they are in
// the record; the workbook is XML through and through.
func TestHostileGroupsAndRecordsAreTexts(t *testing.T) {
	r := hostileGroups()
	check := func(name string, out *bytes.Buffer, rows int) {
		t.Helper()
		records, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(out.String(), "\ufeff"))).ReadAll()
		if err != nil || len(records) != rows+1 {
			t.Fatalf("%s: %d records, %v", name, len(records), err)
		}
		for _, record := range records {
			for _, field := range record {
				if field != "" && strings.ContainsRune("=+-@\t\r\n", rune(field[0])) && !plainNumber.MatchString(field) {
					t.Errorf("%s: the field %q could be taken for a formula", name, field)
				}
			}
		}
	}
	for i := range r.Synthetic {
		var groups, records bytes.Buffer
		if err := (made{Synthetic: &r.Synthetic[i]}).writeCSV(t.Context(), &records); err != nil {
			t.Fatal(err)
		}
		check("records", &records, len(hostile))
		if err := (grouped{Clustering: &r.Clusters[i]}).writeCSV(t.Context(), &groups); err != nil {
			t.Fatal(err)
		}
		check("groups", &groups, 2)
	}
	data, f := hostileBook(t, r)
	for name, part := range partsOf(t, data) {
		wellFormed(t, name, part)
		if strings.Contains(part, "<f>=") || strings.Contains(part, "<hyperlink") {
			t.Errorf("%s has a formula or a link", name)
		}
	}
	checkSheetNames(t, f.GetSheetList())
	near := 0
	for i := range r.Clusters {
		name := f.GetSheetList()[1+2+i-1]
		rows := rowsOf(t, f, name)
		if len(rows) != 3 || rows[0][1] != "Mean of "+visible(r.Clusters[i].Axes[0].Name) {
			continue
		}
		for k, row := range rows[1:] {
			if want := visible(r.Clusters[i].Groups[k].Near[0]); row[len(row)-1] != want {
				t.Errorf("sheet %q: near %q became %q", name, want, row[len(row)-1])
			}
			near++
		}
	}
	if near != 2*len(r.Clusters) {
		t.Errorf("%d of %d groups were found", near, 2*len(r.Clusters))
	}
	var rec Record
	if err := json.Unmarshal(contentOf(t, r.paths[len(r.paths)-1]), &rec); err != nil {
		t.Fatal(err)
	}
	for i := range rec.Clusters {
		if rec.Clusters[i].Title != r.Clusters[i].Asked.Title || rec.Clusters[i].Groups[0].Near[0] != r.Clusters[i].Groups[0].Near[0] || rec.Clusters[i].Axes[0].Name != r.Clusters[i].Axes[0].Name {
			t.Errorf("the groups %q became %+v", r.Clusters[i].Asked.Title, rec.Clusters[i])
		}
		if !slices.Equal(rec.Synthetic[i].Columns, r.Synthetic[i].Names()) || rec.Synthetic[i].Title != r.Synthetic[i].Asked.Title {
			t.Errorf("the records %q became %+v", r.Synthetic[i].Asked.Title, rec.Synthetic[i])
		}
	}
}
