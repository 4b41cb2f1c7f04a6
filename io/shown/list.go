package shown

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"steward/core/message"
	"steward/io/sheet/xmlscan"
)

// lister lists what a workbook shows.
type lister struct {
	parts  *parts
	brief  []string
	book   Book
	styles styles
	shared []cell
	looks  map[string]int // where the looks stand in the list
	marks  []string       // short digests of them
	known  []int          // where the look of a style stands, counted from 1
}

// list goes from the workbook file to its parts.
func (l *lister) list(ctx context.Context) error {
	root, err := l.parts.relations("", "officeDocument", "core-properties", "extended-properties")
	if err != nil {
		return err
	}
	main := ""
	for _, r := range root {
		switch {
		case r.kind != "officeDocument":
			if err := l.properties(r); err != nil {
				return err
			}
		case main != "":
			return message.Errorf("it has two workbooks")
		default:
			main = r.target
		}
	}
	if main == "" {
		return message.Errorf("it has no workbook")
	}
	if err := l.workbook(ctx, main); err != nil {
		return err
	}
	odd, err := l.parts.rest()
	if err != nil {
		return err
	}
	l.book.Else = append(l.book.Else, odd...)
	slices.Sort(l.book.Else)
	return nil
}

// free are properties that every program sets anew.
var free = []string{"lastModifiedBy", "created", "modified", "revision", "language", "lastPrinted", "version", "identifier", "Template", "TotalTime", "Application",
	"AppVersion", "DocSecurity", "ScaleCrop", "LinksUpToDate", "SharedDoc", "HyperlinksChanged", "HeadingPairs", "TitlesOfParts", "Pages", "Words", "Characters"}

// properties lists what the properties of the document say.
func (l *lister) properties(r relation) error {
	doc, err := l.parts.tree(r.target)
	if err != nil {
		return err
	}
	for _, p := range doc.kids {
		if p.name == "Application" {
			l.book.Program = p.text
		}
		if text := strings.TrimSpace(p.written()); !slices.Contains(free, strings.TrimPrefix(p.name, "?")) && text != p.name {
			l.book.Else = append(l.book.Else, text)
		}
	}
	return nil
}

// workbook reads the sheets of a workbook, and before them what they refer to.
func (l *lister) workbook(ctx context.Context, part string) error {
	doc, err := l.parts.tree(part)
	if err != nil {
		return err
	}
	relations, err := l.parts.relations(part, "worksheet", "styles", "theme", "sharedStrings")
	if err != nil {
		return err
	}
	for _, kind := range []string{"theme", "styles", "sharedStrings"} { // the looks name colours of the theme
		for _, r := range relations {
			if r.kind != kind {
				continue
			}
			if err := l.read(r); err != nil {
				return message.Errorf("%s: %w", r.target, err)
			}
		}
	}
	l.book.Else = append(l.book.Else, l.styles.odd...)
	l.known = make([]int, len(l.styles.looks))
	read := make(map[string]bool)
	if doc.name != "workbook" || doc.kid("sheets") == nil {
		return message.Errorf("%s is not a workbook", part)
	}
	for _, s := range doc.kid("sheets").kids {
		r := relations[s.attr("id")]
		if r.kind != "worksheet" || read[r.target] {
			return message.Errorf("the sheet %q is missing", s.attr("name"))
		}
		read[r.target] = true
		if err := l.sheet(ctx, s, r.target); err != nil {
			return message.Errorf("sheet “%s”: %w", s.attr("name"), err)
		}
	}
	for _, k := range doc.kids {
		l.bookPart(k)
	}
	slices.Sort(l.book.Names)
	return nil
}

// bookParts are the elements of a workbook like sheetParts.
var bookParts = map[string]string{
	"fileVersion":        "appName lastEdited lowestEdited rupBuild codeName",
	"workbookPr":         "date1904=0 filterPrivacy defaultThemeVersion backupFile showObjects=all codeName dateCompatibility",
	"workbookProtection": "lockStructure=0 lockWindows=0",
	"workbookView":       "showHorizontalScroll showVerticalScroll showSheetTabs=1 visibility=visible minimized=0 xWindow yWindow windowWidth windowHeight tabRatio firstSheet activeTab autoFilterDateGrouping",
	"calcPr":             "calcId iterateCount refMode iterate iterateDelta calcMode fullCalcOnLoad forceFullCalc",
	"bookViews":          "", "sheets": "", "definedNames": "", "sheet": "name sheetId id state",
	"ext": "uri={7626C862-2A13-11E5-B345-FEFF819CDC9F}", "extLst": "", "?extCalcPr": "stringRefSyntax", // of LibreOffice, how formulas are written
}

// bookPart lists an element of the workbook.
func (l *lister) bookPart(n *node) {
	if n.name == "definedName" {
		scope := n.attr("localSheetId")
		if scope != "" {
			scope = "sheet " + scope + " "
		}
		hidden := ""
		if isTrue(n.attr("hidden")) {
			hidden = " (hidden)"
		}
		l.book.Names = append(l.book.Names, scope+n.attr("name")+" = "+strings.ReplaceAll(n.text, "'", "")+hidden)
		return
	}
	known, is := bookParts[n.name]
	if !is {
		l.book.Else = append(l.book.Else, n.written())
		return
	}
	for _, e := range effects(known, n.attrs) {
		l.book.Else = append(l.book.Else, n.name+" "+e)
	}
	for _, k := range n.kids {
		l.bookPart(k)
	}
}

// read reads a part that sheets refer to.
func (l *lister) read(r relation) error {
	if r.kind == "sharedStrings" {
		return l.readShared(r.target)
	}
	doc, err := l.parts.tree(r.target)
	if err != nil {
		return err
	}
	if r.kind == "theme" {
		l.styles.readTheme(doc)
	} else {
		l.styles.read(doc)
	}
	return nil
}

// readShared reads the texts that cells share.
func (l *lister) readShared(part string) error {
	in, err := l.parts.open(part)
	if err != nil {
		return err
	}
	defer in.Close()
	l.parts.reached[part] = true
	s := &sheetReader{Scanner: xmlscan.New(in), l: l, sheet: &Sheet{}}
	for begun := false; ; begun = true {
		kind, err := s.Next()
		switch {
		case errors.Is(err, io.EOF) && begun:
			l.book.Else = append(l.book.Else, s.sheet.Else...)
			return nil
		case err != nil:
			return err
		case kind != xmlscan.StartTag:
		case !begun && !s.isMain("sst"):
			return message.Errorf("it contains no texts")
		case !begun:
		case s.Prefixed || string(s.Name) != "si":
			s.odd(s.subtree())
		default:
			c := cell{kind: 's'}
			if c.value, err = s.richText(&c); err != nil {
				return err
			}
			l.shared = append(l.shared, c)
		}
	}
}

// sheet reads a sheet and its drawing.
func (l *lister) sheet(ctx context.Context, of *node, part string) error {
	out := Sheet{Name: of.attr("name"), State: of.attr("state")}
	if out.State == "visible" {
		out.State = ""
	}
	in, err := l.parts.open(part)
	if err != nil {
		return err
	}
	l.parts.reached[part] = true
	s := &sheetReader{Scanner: xmlscan.New(in), l: l, sheet: &out, brief: slices.Contains(l.brief, out.Name)}
	err = s.read(ctx)
	if err == nil {
		_, err = io.Copy(io.Discard, in) // its checksum stands at its end
	}
	in.Close()
	if err != nil {
		return err
	}
	relations, err := l.parts.relations(part, "drawing")
	if err != nil {
		return err
	}
	if s.drawing != "" {
		r, is := relations[s.drawing]
		if !is {
			return message.Errorf("its drawing is missing")
		}
		if err := l.drawing(&out, r.target); err != nil {
			return err
		}
	}
	l.book.Sheets = append(l.book.Sheets, out)
	return nil
}

// lookOf returns where the look of a style stands in the list.
func (l *lister) lookOf(style int) (int, error) {
	if style < 0 || style >= len(l.known) && style > 0 {
		return 0, message.Errorf("there is no style %d", style)
	}
	look := "General; "
	if len(l.known) > 0 {
		if at := l.known[style]; at > 0 {
			return at - 1, nil
		}
		look = l.styles.looks[style]
	}
	at, is := l.looks[look]
	if !is {
		at = len(l.book.Looks)
		l.looks[look] = at
		l.book.Looks = append(l.book.Looks, look)
		digest := sha256.Sum256([]byte(look))
		l.marks = append(l.marks, fmt.Sprintf("%s ", hex.EncodeToString(digest[:16])))
	}
	if len(l.known) > 0 {
		l.known[style] = at + 1
	}
	return at, nil
}
