package pdf

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"steward/core/seeded"
	"steward/reports/model"
	"steward/reports/page"
	"steward/reports/page/pagetest"
)

// element is an element of a file's structure, read back.
type element struct {
	role   string
	parent int
	alt    string
	kids   []int    // elements
	pieces [][2]int // page object and number of marked pieces
}

var (
	structureRole = regexp.MustCompile(`/S /(\w+) /P (\d+) 0 R`)
	structureAlt  = regexp.MustCompile(`/Alt <FEFF([0-9A-F]*)>`)
	structureKids = regexp.MustCompile(`(?s)/K \[(.*)\]>>$`)
	structurePart = regexp.MustCompile(`<</Type /MCR /Pg (\d+) 0 R /MCID (\d+)>>|(\d+) 0 R`)
	marked        = regexp.MustCompile(`^/(\w+) <</MCID (\d+)>> BDC$`)
)

func integer(t *testing.T, s string) int {
	t.Helper()
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// structureOf reads the objects that are compressed together: the structure of a file.
func structureOf(t *testing.T, file []byte) map[int]string {
	t.Helper()
	found := make(map[int]string)
	for _, m := range objects.FindAllSubmatch(file, -1) {
		if !bytes.Contains(m[2], []byte("/Type /ObjStm")) {
			continue
		}
		head := regexp.MustCompile(`/N (\d+) /First (\d+)`).FindSubmatch(m[2])
		content := inflated(t, m[2])
		count, first := integer(t, string(head[1])), integer(t, string(head[2]))
		index := strings.Fields(string(content[:first]))
		for i := range count {
			from, to := first+integer(t, index[2*i+1]), len(content)
			if i+1 < count {
				to = first + integer(t, index[2*i+3])
			}
			found[integer(t, index[2*i])] = strings.TrimSpace(string(content[from:to]))
		}
	}
	return found
}

// The structure of a document holds all that its pages say, once, in the order in which it is read;
// what is not in it is decoration. The fast run looks at the first and the last of them.
func TestTags(t *testing.T) {
	for i, name := range []string{"sample", "one", "hostile", "hostile made"} {
		if i%seeded.Often(3, 1) > 0 {
			continue
		}
		d := pagetest.All[name](t)
		file := write(t, d, "")
		elements, parents, root := make(map[int]*element), "", 0
		for n, text := range structureOf(t, file) {
			m := structureRole.FindStringSubmatch(text)
			switch {
			case strings.Contains(text, "/StructTreeRoot"):
				root = integer(t, regexp.MustCompile(`/K (\d+) 0 R`).FindStringSubmatch(text)[1])
				continue
			case m == nil:
				parents = text
				continue
			}
			e := &element{role: m[1], parent: integer(t, m[2])}
			if alt := structureAlt.FindStringSubmatch(text); alt != nil {
				e.alt = alt[1]
			}
			for _, k := range structurePart.FindAllStringSubmatch(structureKids.FindStringSubmatch(text)[1], -1) {
				if k[3] != "" {
					e.kids = append(e.kids, integer(t, k[3]))
				} else {
					e.pieces = append(e.pieces, [2]int{integer(t, k[1]), integer(t, k[2])})
				}
			}
			elements[n] = e
		}
		said := saidByPieces(t, file)
		var order []string
		seen, rows := make(map[[2]int]bool), 0
		var walk func(n int)
		walk = func(n int) {
			e := elements[n]
			if e.role == "Figure" && e.alt == "" {
				t.Errorf("%s: a figure says nothing", name)
			}
			if e.role == "TR" {
				rows++
				if elements[e.parent].role != "Table" {
					t.Errorf("%s: a row stands in %s", name, elements[e.parent].role)
				}
			}
			for _, p := range e.pieces {
				if seen[p] {
					t.Errorf("%s: piece %v belongs to two elements", name, p)
				}
				seen[p] = true
				if e.role != "Figure" {
					order = append(order, said[p])
				}
			}
			for _, k := range e.kids {
				if elements[k] == nil || elements[k].parent != n {
					t.Fatalf("%s: element %d is no part of %d", name, k, n)
				}
				walk(k)
			}
		}
		walk(root)
		if len(seen) != len(said) {
			t.Errorf("%s: %d of %d pieces belong to an element", name, len(seen), len(said))
		}
		if got := strings.Count(parents, " 0 R"); got != len(said) {
			t.Errorf("%s: the table of pieces has %d of %d", name, got, len(said))
		}
		if name == "sample" {
			text := strings.Join(strings.Fields(strings.Join(order, " ")), " ")
			at := 0
			for _, want := range inOrder(d) {
				next := strings.Index(text[at:], want)
				if next < 0 {
					t.Fatalf("%q is not read after %q", want, text[max(0, at-60):at])
				}
				at += next
			}
			if rows < 100 || elements[elements[root].kids[0]].role != "H1" {
				t.Errorf("%d rows; it begins with %s", rows, elements[elements[root].kids[0]].role)
			}
		}
	}
}

// inOrder lists texts in the order in which a document is read.
func inOrder(d *model.Document) []string {
	list := []string{d.Title, d.Subtitle, d.Cover.Lead.String(), d.Cover.Blocks[0].Title, d.Cover.Published[0].Question, d.Cover.Errors, d.Cover.Never.Title}
	for _, s := range d.Signed {
		list = append(list, s.Title)
	}
	list = append(list, "Technical annex")
	for _, q := range d.Questions {
		list = append(list, fmt.Sprintf("%d. %s", q.Number, q.Title), q.Asked)
	}
	list = append(list, "How it was made")
	for _, s := range d.Appendix {
		list = append(list, s.Title)
	}
	return list
}

// saidByPieces returns what every marked piece says, by page object and number, and fails where a text
// stands outside of all pieces and decoration, or pieces are not opened and closed in turn.
func saidByPieces(t *testing.T, file []byte) map[[2]int]string {
	t.Helper()
	said := make(map[[2]int]string)
	for _, m := range objects.FindAllSubmatch(file, -1) {
		if !bytes.Contains(m[2], []byte("/Type /Page\n")) {
			continue
		}
		number := integer(t, string(m[1]))
		at := content.FindSubmatch(m[2])[1]
		var stream []byte
		for _, o := range objects.FindAllSubmatch(file, -1) {
			if bytes.Equal(o[1], at) {
				stream = inflated(t, o[2])
			}
		}
		var now *[2]int
		open := false
		for _, line := range bytes.Split(stream, []byte("\n")) {
			piece := marked.FindSubmatch(line)
			switch {
			case piece != nil || string(line) == "/Artifact BMC":
				if open {
					t.Fatal("a piece is opened within another")
				}
				if open = true; piece != nil {
					now = &[2]int{number, integer(t, string(piece[2]))}
					said[*now] += ""
				}
			case string(line) == "EMC":
				if !open {
					t.Fatal("a piece is closed that was not open")
				}
				open, now = false, nil
			case bytes.Contains(line, []byte(" Tj ET")):
				if !open {
					t.Fatalf("page %d says %q outside of all pieces", number, line)
				}
				if now != nil {
					said[*now] += decoded(shown.FindSubmatch(line)[3])
				}
			}
		}
		if open {
			t.Fatal("a piece is never closed")
		}
	}
	return said
}

// Every element comes after the one that it is part of, and no mark is of an element that there is not. The fast run leaves
// the longest and those that TestTags looks at to the audits.
func TestElements(t *testing.T) {
	for name, of := range pagetest.All {
		if name == "many" || !seeded.Audit && (name == "sample" || name == "hostile made") {
			continue
		}
		p, err := page.Set(of(t), page.A4)
		if err != nil {
			t.Fatal(err)
		}
		if p.Elements[0].Role != page.RoleDocument || slices.ContainsFunc(p.Elements[1:], func(e page.Element) bool { return e.Parent < 0 || e.Role == page.RoleDocument }) {
			t.Errorf("%s: the document is not the one element without a parent", name)
		}
		for i, e := range p.Elements[1:] {
			if e.Parent > i {
				t.Errorf("%s: element %d is part of a later one", name, i+1)
			}
		}
	}
}
