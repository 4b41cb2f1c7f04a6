package export

import (
	"fmt"
	"strings"

	"github.com/xuri/excelize/v2"
)

// How sheets are printed on pages of the size A4, in characters: what is wider than a page that stands can be and still be
// read lies down, and what is wider than one that lies goes on beside it.
const (
	widestStanding = 140
	widestLying    = 230
)

// a4 is that size's number in the format.
const a4 = 9

// printable lays a sheet out for print: as wide as a page, which lies down or goes on on others where it has to, with the
// title of the release above and the number of the page below.
func (b *book) printable(name string, wide float64) error {
	orientation, pages := "portrait", 1
	if wide > widestStanding {
		orientation, pages = "landscape", int(wide-1)/widestLying+1
	}
	side, edge, rim := 0.5, 0.7, 0.3 // inches
	for _, step := range []func() error{
		func() error { return b.SetSheetProps(name, &excelize.SheetPropsOptions{FitToPage: new(true)}) },
		func() error {
			return b.SetPageLayout(name, &excelize.PageLayoutOptions{Orientation: &orientation, FitToWidth: &pages, FitToHeight: new(0), Size: new(a4)})
		},
		func() error {
			return b.SetPageMargins(name, &excelize.PageLayoutMarginsOptions{Left: &side, Right: &side, Top: &edge, Bottom: &edge, Header: &rim, Footer: &rim})
		},
		func() error {
			return b.SetHeaderFooter(name, &excelize.HeaderFooterOptions{OddHeader: "&L" + b.above, OddFooter: "&L&A&R&P / &N"})
		},
	} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// headerText returns a text for the head of pages, where & begins a code and digits after it are a size.
func headerText(s string) string {
	const most = 100 // units of the 255 that the format has for a head
	s = strings.Join(strings.Fields(clean(s)), " ")
	if short := shorten(s, most); short != s {
		s = short + "…"
	}
	return strings.ReplaceAll(s, "&", "&&")
}

// onEveryPage has the first so many columns, and rows from one to another, at the edges of every page of a sheet.
func (b *book) onEveryPage(name string, columns, from, to int) error {
	refers := fmt.Sprintf("'%s'!$%d:$%d", name, from, to)
	if columns > 0 {
		last, err := excelize.ColumnNumberToName(columns)
		if err != nil {
			return err
		}
		refers = fmt.Sprintf("'%s'!$A:$%s,", name, last) + refers
	}
	return b.SetDefinedName(&excelize.DefinedName{Name: "_xlnm.Print_Titles", RefersTo: refers, Scope: name})
}

// printOnly has no more of a sheet printed than its first columns and rows.
func (b *book) printOnly(name string, columns, rows int) error {
	last, err := excelize.CoordinatesToCellName(columns, rows, true)
	if err != nil {
		return err
	}
	return b.SetDefinedName(&excelize.DefinedName{Name: "_xlnm.Print_Area", RefersTo: fmt.Sprintf("'%s'!$A$1:%s", name, last), Scope: name})
}
