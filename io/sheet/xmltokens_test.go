package sheet

import (
	"archive/zip"
	"crypto/sha256"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// tokensOf writes what the reader of XML finds: "<a k=v>", "</a>" and characters, joined where
// they follow each other.
func tokensOf(r io.Reader) (string, error) {
	x := newTokens(r)
	var b strings.Builder
	for {
		kind, err := x.next()
		if err == io.EOF {
			return b.String(), nil
		}
		if err != nil {
			return b.String(), err
		}
		switch kind {
		case startTag:
			b.WriteString("<" + string(x.name))
			for _, a := range x.attrs {
				name := string(a.name)
				v, err := x.resolve(a.value)
				if err != nil {
					return b.String(), err
				}
				b.WriteString(" " + name + "=" + string(v))
			}
			b.WriteString(">")
		case endTag:
			b.WriteString("</" + string(x.name) + ">")
		case characters:
			b.Write(x.text)
		}
	}
}

// standardTokens is tokensOf by the standard library.
func standardTokens(text string) (string, error) {
	d := xml.NewDecoder(strings.NewReader(text))
	var b strings.Builder
	depth := 0
	for {
		t, err := d.Token()
		if err == io.EOF {
			return b.String(), nil
		}
		if err != nil {
			return b.String(), err
		}
		switch t := t.(type) {
		case xml.StartElement:
			depth++
			b.WriteString("<" + t.Name.Local)
			for _, a := range t.Attr {
				b.WriteString(" " + a.Name.Local + "=" + a.Value)
			}
			b.WriteString(">")
		case xml.EndElement:
			depth--
			b.WriteString("</" + t.Name.Local + ">")
		case xml.CharData:
			if depth > 0 {
				b.Write(t)
			}
		case xml.Directive:
			return b.String(), errDocType
		}
	}
}

var xmlSeeds = []string{
	`<a/>`, `<a b="1" c='2'>x<d/>y</a>`, `<p:a xmlns:p="u" p:b="&lt;&#65;&#x42;"><p:c/></p:a>`, "<a>x\r\ny\rz</a>", `<a><![CDATA[<b>&]]></a>`,
	`<?xml version="1.0" encoding="UTF-8"?><!-- > --><a><!-- x --></a>`, `<a b=">"/>`, "\ufeff<a>é😀</a>", `<a>&amp;&apos;&quot;&gt;</a>`, "<a >\n</a >",
}

func TestTokensAgreeWithTheStandardLibrary(t *testing.T) {
	for _, text := range xmlSeeds {
		want, err := standardTokens(strings.TrimPrefix(text, utf8BOM))
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		for name, r := range map[string]io.Reader{"at once": strings.NewReader(text), "byte by byte": iotest.OneByteReader(strings.NewReader(text))} {
			if got, err := tokensOf(r); err != nil || got != want {
				t.Errorf("%q %s: %q, %v; want %q", text, name, got, err, want)
			}
		}
	}
}

func TestTokensRefuse(t *testing.T) {
	for text, says := range map[string]string{
		`<a>`: "too early", `<a><b></a>`: "<a>, which is not open", `</a>`: "not open", `<a b>`: "no value", `<a b=1/>`: "quotation marks", `<a b="<"/>`: "found <",
		`<a b="1"c="2"/>`: "not apart", `<1/>`: "no name", `<a>&x;</a>`: "&x;", `<a>&</a>`: "no reference", `<a>&#0;</a>`: "&#0;", `<a>&#xD800;</a>`: "&#xD800;", "<a>\x01</a>": "U+0001",
		"<a>\xff</a>": "not UTF-8", `<a><!xxxxxxxxxxx></a>`: "nothing known", `x<a/>`: "where an element is expected", `<a / >`: "found /", `<a/><![CDATA[x]]>`: "element is expected",
		`<?xml version="1.0" encoding="ISO-8859-1"?><a/>`: "ISO-8859-1", `<?xml version="1.0" encoding="UTF-16"?><a/>`: "UTF-16", `<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>`: "document type",
		strings.Repeat("<a>", maxNesting+1): "nested", "<a" + strings.Repeat(" b='1'", maxAttrs+1) + "/>": "attributes", "<" + strings.Repeat("a", longestName+1) + "/>": "name of an element",
	} {
		if _, err := tokensOf(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%.60q: %v, want one that says %q", text, err, says)
		}
	}
	if _, err := tokensOf(iotest.ErrReader(io.ErrClosedPipe)); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("%v of a reader that fails", err)
	}
}

func TestTokensOfUTF16(t *testing.T) {
	for order := range 2 {
		text := utf16Bytes("\ufeff<?xml version='1.0' encoding='UTF-16'?><a>é</a>", order)
		if got, err := tokensOf(strings.NewReader(text)); err != nil || got != "<a>é</a>" {
			t.Errorf("%q, %v", got, err)
		}
	}
}

// TestLongTokensAreRefused holds no more of an endless token than a row may have.
func TestLongTokensAreRefused(t *testing.T) {
	endless := io.MultiReader(strings.NewReader("<a>"), endlessReader{})
	if _, err := tokensOf(endless); !errors.Is(err, errTooLong) {
		t.Errorf("%v, want errTooLong", err)
	}
}

type endlessReader struct{}

func (endlessReader) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

// FuzzTokens reads what the standard library reads in the same way; what it refuses may be
// read, for which letters names may have is not looked at.
func FuzzTokens(f *testing.F) {
	for _, s := range xmlSeeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := tokensOf(strings.NewReader(text))
		again, err2 := tokensOf(iotest.OneByteReader(strings.NewReader(text)))
		if got != again || (err == nil) != (err2 == nil) {
			t.Fatalf("%q and %v at once, %q and %v byte by byte", got, err, again, err2)
		}
		if err != nil {
			return
		}
		if want, err := standardTokens(strings.TrimPrefix(text, utf8BOM)); err == nil && got != want {
			t.Fatalf("%q, want %q", got, want)
		}
	})
}

// FuzzQuickCell compares cells that are read quickly with the same ones read as any XML, in
// which a comment keeps the quick way out.
func FuzzQuickCell(f *testing.F) {
	for _, s := range []string{`<c r="A2"><v>1.50</v></c>`, `<c t="s"><v>1</v></c><c><v>-0</v></c>`, `<c r="B2" s="1"/>`, `<c t="inlineStr"><is><t> a</t></is></c>`, `<c t="str"><v>a&amp;b</v></c>`,
		`<c r="AAA2" t="n"><v>1e5</v></c>`, `<c r="A2" t="b"><v>2</v></c>`, `<c s="1"><v>45000.25</v></c>`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, cells string) {
		if strings.Contains(cells, "<!") || len(cells) > 1000 {
			return
		}
		read := func(cells string) (string, bool) {
			got, err := readAll("a.xlsx", zippedBy(t, zip.Store, bookParts(sheetXML(named+"<row>"+cells+"</row>"+strings.Repeat(" ", quickRoom)))), Options{HeaderRow: 1})
			return got, err == nil
		}
		got, ok := read(cells)
		want, known := read(strings.ReplaceAll(cells, "<c", "<!-- --><c"))
		slow, slowly := read(strings.ReplaceAll(cells, "<v>", "<v><!-- -->"))
		if ok != known || got != want || ok != slowly || got != slow {
			t.Fatalf("%q and %v quickly, %q and %v or %q and %v slowly", got, ok, want, known, slow, slowly)
		}
	})
}

// FuzzCompound opens files in the old compound format, encrypted ones among them.
func FuzzCompound(f *testing.F) {
	f.Add(compoundWith(map[string][]byte{"Workbook": make([]byte, 5000)}), "x")
	f.Add(agileBook(f, "x", 2, sha256.New, "SHA256", func(*string) {}), "x")
	f.Add(protected(f, "x"), "y")
	f.Fuzz(func(t *testing.T, data []byte, password string) {
		if !strings.HasPrefix(string(data), oleMagic) || strings.Contains(string(data), `spinCount="`) && !strings.Contains(string(data), `spinCount="2"`) {
			return // rounds take the time they take
		}
		file, err := read(t.Context(), memory("a.xlsx", data), password)
		if err != nil {
			checkFault(t, err)
			return
		}
		if len(file.Sheets()) == 0 {
			t.Error("an opened file has no sheet")
		}
	})
}
