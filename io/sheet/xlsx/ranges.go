package xlsx

import (
	"strings"

	"steward/core/limits"
	"steward/core/message"
	"steward/io/sheet/grid"
)

// definedName is a name of the workbook (ECMA-376 part 1, 18.2.5).
type definedName struct {
	Name   string `xml:"name,attr"`
	Hidden string `xml:"hidden,attr"`
	Means  string `xml:",chardata"`
}

// readNames lists the names that stand for cells of a worksheet. Those that programs make for
// themselves (print areas, filters) and those that stand for formulas are left out.
func (b *workbook) readNames(names []definedName) {
	for _, n := range names {
		if strings.HasPrefix(n.Name, "_xlnm.") || isTrue(n.Hidden) {
			continue
		}
		sheet, a, ok := grid.ParseReference(n.Means, '!')
		if !ok || a.Bottom == a.Top || !b.hasSheet(sheet) || len(b.named) == limits.MaxNamedRanges {
			continue
		}
		b.named = append(b.named, grid.RangeInfo{Name: n.Name, Kind: grid.NamedRange, Sheet: sheet, Area: a.String(), Cells: a})
	}
}

func (b *workbook) hasSheet(name string) bool {
	for _, p := range b.pages {
		if p.Name == name {
			return true
		}
	}
	return false
}

// readTables lists the tables of all worksheets (ECMA-376 part 1, 18.5.1.2).
func (b *workbook) readTables() error {
	for _, p := range b.pages {
		if b.Parts[p.part] == nil {
			continue // said when it is read
		}
		relations, err := b.relations(p.part)
		if err != nil {
			return err
		}
		for _, r := range relations {
			if !strings.HasSuffix(r.Type, "/table") || len(b.named) == limits.MaxNamedRanges {
				continue
			}
			var doc struct {
				Name   string `xml:"displayName,attr"`
				Ref    string `xml:"ref,attr"`
				Header string `xml:"headerRowCount,attr"`
				Totals int    `xml:"totalsRowCount,attr"`
			}
			if err := b.Decode(r.Target, &doc); err != nil {
				return err
			}
			a, ok := grid.ParseArea(doc.Ref)
			if !ok || a.Bottom == a.Top {
				continue
			}
			if doc.Totals < 0 || doc.Totals > a.Bottom-a.Top {
				return b.Damaged(r.Target, message.Errorf("it says that a table of %d rows has %d rows of totals", a.Bottom-a.Top+1, doc.Totals))
			}
			b.named = append(b.named, grid.RangeInfo{Name: doc.Name, Kind: grid.TableRange, Sheet: p.Name, Area: a.String(),
				Header: doc.Header != "0", Totals: doc.Totals, Cells: a})
		}
	}
	return nil
}

func (b *workbook) Ranges() []grid.RangeInfo { return b.named }

// note notes what the workbook has in it that is not read.
func (b *workbook) note(relations []relation) {
	var macros, links bool
	for _, r := range relations {
		macros = macros || strings.HasSuffix(r.Type, "/vbaProject")
		links = links || strings.HasSuffix(r.Type, "/externalLink")
	}
	workbook := message.Sprintf("The workbook")
	if macros {
		b.notes = append(b.notes, grid.NewRemark(workbook, "has macros").Becoming("they are not read and never run"))
	}
	if links {
		b.notes = append(b.notes, grid.NewRemark(workbook, "has links to other workbooks").
			Becoming("they are not followed: the values stored at their last update are read"))
	}
}

func (b *workbook) Remarks() []grid.Remark { return b.notes }
