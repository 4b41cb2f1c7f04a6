package xmlscan

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"golang.org/x/text/encoding/unicode"

	"steward/core/limits"
	"steward/io/sheet/grid"
	"steward/io/sheet/sheettest"
)

// tokensOf writes what the reader of XML finds: "<a k=v>", "</a>" and characters, joined where
// they follow each other.
func tokensOf(r io.Reader) (string, error) {
	x := New(r)
	var b strings.Builder
	for {
		kind, err := x.Next()
		if err == io.EOF {
			return b.String(), nil
		}
		if err != nil {
			return b.String(), err
		}
		switch kind {
		case StartTag:
			b.WriteString("<" + string(x.Name))
			for _, a := range x.Attrs {
				name := string(a.Name)
				v, err := x.Resolve(a.Value)
				if err != nil {
					return b.String(), err
				}
				b.WriteString(" " + name + "=" + string(v))
			}
			b.WriteString(">")
		case EndTag:
			b.WriteString("</" + string(x.Name) + ">")
		case Characters:
			b.Write(x.Text)
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
		want, err := standardTokens(strings.TrimPrefix(text, "\ufeff"))
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
		`<a b="1"c="2"/>`: "not separated", `<1/>`: "not the name", `<a>&x;</a>`: "&x;", `<a>&</a>`: "does not begin a reference", `<a>&#0;</a>`: "&#0;", `<a>&#xD800;</a>`: "&#xD800;", "<a>\x01</a>": "U+0001",
		"<a>\xff</a>": "not UTF-8", `<a><!xxxxxxxxxxx></a>`: "does not begin anything known", `x<a/>`: "where an element is expected", `<a / >`: "found /", `<a/><![CDATA[x]]>`: "element is expected",
		`<?xml version="1.0" encoding="ISO-8859-1"?><a/>`: "ISO-8859-1", `<?xml version="1.0" encoding="UTF-16"?><a/>`: "UTF-16", `<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>`: "document type",
		strings.Repeat("<a>", limits.MaxXMLNesting+1): "nested", "<a" + strings.Repeat(" b='1'", limits.MaxXMLAttributes+1) + "/>": "attributes", "<" + strings.Repeat("a", limits.MaxXMLNameBytes+1) + "/>": "name of an element",
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
		text := utf16Of("\ufeff<?xml version='1.0' encoding='UTF-16'?><a>é</a>", order)
		if got, err := tokensOf(strings.NewReader(text)); err != nil || got != "<a>é</a>" {
			t.Errorf("%q, %v", got, err)
		}
	}
}

// TestLongTokensAreRefused holds no more of an endless token than a row may have.
func TestLongTokensAreRefused(t *testing.T) {
	endless := io.MultiReader(strings.NewReader("<a>"), sheettest.Endless{})
	if _, err := tokensOf(endless); !errors.Is(err, grid.ErrTooLong) {
		t.Errorf("%v, want errTooLong", err)
	}
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
		if want, err := standardTokens(strings.TrimPrefix(text, "\ufeff")); err == nil && got != want {
			t.Fatalf("%q, want %q", got, want)
		}
	})
}

// utf16Of writes a text in UTF-16, with the lower byte at the given place of each pair.
func utf16Of(s string, low int) string {
	order := []unicode.Endianness{unicode.LittleEndian, unicode.BigEndian}[low]
	out, err := unicode.UTF16(order, unicode.IgnoreBOM).NewEncoder().String(s)
	if err != nil {
		panic(err)
	}
	return out
}
