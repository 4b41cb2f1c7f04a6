package delimited

import (
	"context"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/encoding/charmap"

	"steward/io/sheet/format"
	"steward/io/sheet/grid"
	"steward/io/sheet/sheettest"
)

// words are texts that the encodings of a region can store.
var words = map[string]string{
	"UTF-8": "Größe Łódź 東京 😀", "UTF-16": "Größe Łódź 東京 😀",
	"Western European": "Zoë Núñez, façade", "Central European": "Łódź, Žižkov", "Cyrillic": "Привет", "Russian": "Привет", "Ukrainian": "Привіт",
	"Greek": "Ελλάδα", "Turkish": "İstanbul ığ", "Hebrew": "שלום", "Arabic": "سلام", "Baltic": "Rīga Ąžuolas", "Vietnamese": "Đà", "Thai": "ไทย",
	"South European": "Ħal Għargħur", "North European": "Āda Ķīlis", "Nordic": "Åse Ørsted", "Celtic": "Ŵyn ŷd", "Romanian": "Timișoara țară",
	"United States": "Zoë ½", "Portuguese": "São João", "Canadian French": "Québec été",
	"Simplified Chinese": "北京 上海", "Traditional Chinese": "臺北 高雄", "Japanese": "東京 カナ ソ表", "Korean": "서울 부산",
}

// TestEveryEncoding writes a table in each encoding and reads it back.
func TestEveryEncoding(t *testing.T) {
	for _, k := range known {
		t.Run(string(k.id), func(t *testing.T) {
			region, _, _ := strings.Cut(k.words.String(), " (")
			word := words[strings.TrimSuffix(region, " with the euro")]
			if k.id == "ibm865" {
				word = "Åse Øre"[:len("Åse ")] // this page has no Ø in the place of the others
				word += "blå"
			}
			if word == "" {
				t.Fatalf("no text for %s", k.words)
			}
			table := "name;n\n\"" + word + "; x\";1\n" + word + ";2\n"
			data := []byte(table)
			if k.from != nil {
				var err error
				if data, err = k.from.NewEncoder().Bytes(data); err != nil {
					t.Fatal(err)
				}
			}
			got, err := fieldsOf(data, k.id)
			if want := [][]string{{"name", "n"}, {word + "; x", "1"}, {word, "2"}}; err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("got %q, %v, want %q", got, err, want)
			}
		})
	}
}

// TestBytesWithoutMeaning puts each byte that a code page has no character for into a field,
// and each that it gives to a control character: none may pass.
func TestBytesWithoutMeaning(t *testing.T) {
	tested := 0
	for _, k := range known {
		page, ok := k.from.(*charmap.Charmap)
		if !ok {
			continue
		}
		for b := 0x80; b <= 0xff; b++ {
			r := page.DecodeByte(byte(b))
			_, err := fieldsOf([]byte("name,n\nAnn,1\nB"+string([]byte{byte(b)})+"o,2\n"), k.id)
			if r == unicode.ReplacementChar || unicode.Is(unicode.Cc, r) {
				tested++
				wantSaid(t, err, "line 3, column 1", k.words.String(), "choose the encoding")
			} else if err != nil {
				t.Errorf("%s, byte %x: %v", k.id, b, err)
			}
		}
	}
	if tested < 100 {
		t.Errorf("only %d bytes without meaning", tested)
	}
	for id, field := range map[Encoding]string{
		UTF8: "B\xc3o", "shift_jis": "B\x81\x20o", "euc-jp": "B\xa1o", "gbk": "B\x81\x20o", "gb18030": "B\x81\x30\x20o",
		"big5": "B\x81\x20o", "euc-kr": "B\x81\x20o", "iso-2022-jp": "B\xa1o",
	} {
		_, err := fieldsOf([]byte("name,n\nAnn,1\n"+field+",2\n"), id)
		wantSaid(t, err, "line 3, column 1", id.String())
	}
}

func TestEncodingNamed(t *testing.T) {
	seen := make(map[string]bool)
	for _, e := range Encodings() {
		if got, err := EncodingNamed(strings.ToUpper(string(e))); err != nil || got != e {
			t.Errorf("%s is found as %q, %v", e, got, err)
		}
		if words := e.String(); seen[words] || strings.Contains(words, "unknown") {
			t.Errorf("the name %q", words)
		} else {
			seen[words] = true
		}
	}
	if got, err := EncodingNamed(""); got != AnyEncoding || err != nil {
		t.Errorf("no name is found as %q, %v", got, err)
	}
	if _, err := EncodingNamed("latin9"); err == nil || !strings.Contains(err.Error(), `"latin9"`) || !strings.Contains(err.Error(), "windows-1252") {
		t.Errorf("error %v", err)
	}
}

// TestUTF16IsRecognised has no byte order marks.
func TestUTF16IsRecognised(t *testing.T) {
	for _, c := range []struct {
		test, text string
		want       Encoding
	}{
		{"European", "name,n\nZoë,1\n", UTF16LE},
		{"Cyrillic", "имя,город\nИван,Москва\nЛев,Тула\n", UTF16LE},
		{"Chinese", "名,城市\r\n李,北京\r\n王,上海\r\n", UTF16LE},
		{"Indian", "नाम,शहर\nराम,पुणे\n", UTF16LE},
	} {
		for _, want := range []Encoding{UTF16LE, UTF16BE} {
			data, err := known[want.index()].from.NewEncoder().Bytes([]byte(c.text))
			if err != nil {
				t.Fatal(err)
			}
			if got := encodingByNULs(data); got != want {
				t.Errorf("%s: got %s, want %s", c.test, got, want)
			}
		}
		if got := encodingByNULs([]byte(c.text)); got != UTF8 {
			t.Errorf("%s in UTF-8: got %s", c.test, got)
		}
	}
	for _, damaged := range []string{"name,n\nB\x00o,2\n", "a,b\n\x00c,d\ne,f\n", "a,b\n" + strings.Repeat("c\x00\x00,d\n", 20), "\x00\x01\x02\x00\x00\xff"} {
		if got := encodingByNULs([]byte(damaged)); got != UTF8 {
			t.Errorf("%q: got %s", damaged, got)
		}
	}
}

// TestEncodedLongText has characters that lie across the edges of what is read at once.
func TestEncodedLongText(t *testing.T) {
	for _, id := range []Encoding{UTF8, UTF16LE, UTF16BE, "shift_jis", "gb18030", "windows-1252"} {
		word := "é日😀"
		switch id {
		case "shift_jis":
			word = "a日b"
		case "windows-1252":
			word = "aéb"
		}
		table := []byte("name,n\n" + strings.Repeat(word+word+",1\n", 30_000))
		if d := id.index(); known[d].from != nil {
			var err error
			if table, err = known[d].from.NewEncoder().Bytes(table); err != nil {
				t.Fatal(err)
			}
		}
		got, err := fieldsOf(table, id)
		n := 0
		for _, fields := range got {
			if slices.Equal(fields, []string{word + word, "1"}) {
				n++
			}
		}
		if err != nil || n != 30_000 {
			t.Errorf("%s: %d rows are as they were written, %v", id, n, err)
		}
	}
}

// fieldsOf reads all fields of a table in an encoding.
func fieldsOf(data []byte, encoding Encoding) ([][]string, error) {
	g, err := (File{sheettest.Memory("a.csv", data), data[:min(len(data), format.SampleBytes)]}).Written("", Options{Encoding: encoding})
	if err != nil {
		return nil, err
	}
	var all [][]string
	_, err = grid.Walk(context.Background(), g, func(r grid.Record) (bool, error) {
		var fields []string
		for _, c := range r.Cells {
			fields = append(fields, strings.Clone(c.Text))
		}
		all = append(all, fields)
		return true, nil
	})
	return all, err
}

// wantSaid checks that an error says all of some things.
func wantSaid(t *testing.T, err error, parts ...string) {
	t.Helper()
	for _, p := range parts {
		if err == nil || !strings.Contains(err.Error(), p) {
			t.Errorf("error %v does not say %q", err, p)
		}
	}
}
