package sheet

import (
	"context"
	"encoding/csv"
	"math"
	"strings"
	"testing"
	"unicode/utf16"

	"pgregory.net/rapid"

	"steward/core/limits"
	"steward/core/seeded"
	"steward/core/table"
	"steward/io/sheet/delimited"
	"steward/io/sheet/number"
)

// utf16Bytes encodes a text; order 0 is little-endian.
func utf16Bytes(s string, order int) string {
	var b strings.Builder
	for _, u := range utf16.Encode([]rune(s)) {
		pair := [2]byte{byte(u), byte(u >> 8)}
		b.WriteByte(pair[order])
		b.WriteByte(pair[1-order])
	}
	return b.String()
}

func TestReadText(t *testing.T) {
	for _, c := range []struct {
		test, data string
		opts       Options
		want       string
	}{
		{"commas", "name,age\nAnn,34\nBo,7.5\n", Options{}, lines("name|age", "2 TAnn|N34", "3 TBo|N7.5")},
		{"no last line end", "name,age\nAnn,34", Options{}, lines("name|age", "2 TAnn|N34")},
		{"CRLF", "name,age\r\nAnn,34\r\n", Options{}, lines("name|age", "2 TAnn|N34")},
		{"CR alone", "name,age\rAnn,34\rBo,5\r", Options{}, lines("name|age", "2 TAnn|N34", "3 TBo|N5")},
		{"BOM", "\ufeffname,age\nAnn,34\n", Options{}, lines("name|age", "2 TAnn|N34")},
		{"BOM before a quote", "\ufeff\"name\",age\nAnn,34\n", Options{}, lines("name|age", "2 TAnn|N34")},
		{"semicolons", "name;wage\nAnn;1,5\nBo;2,25\n", Options{}, lines("name|wage", "2 TAnn|T1,5", "3 TBo|T2,25")},
		{"decimal commas", "name;wage\nAnn;1,5\nBo;2.5\n", Options{DecimalComma: true}, lines("name|wage", "2 TAnn|N1,5", "3 TBo|T2.5")},
		{"tabs", "name\tplace\nAnn\t\nBo\tRome, Italy\n", Options{}, lines("name|place", "2 TAnn|-", "3 TBo|TRome, Italy")},
		{"bars", "name|place\nAnn|Rome\n", Options{}, "name|place\n2 TAnn|TRome\n"},
		{"sep line", "sep=;\nname;a,b\nAnn;1\n", Options{}, lines("name|a,b", "3 TAnn|N1")},
		{"chosen separator", "name:age\nAnn:3\n", Options{Delimiter: ":"}, lines("name|age", "2 TAnn|N3")},
		{"one column", "name\nAnn\nBo\n", Options{}, lines("name", "2 TAnn", "3 TBo")},
		{"quotes", "name,said\n\"Ann, B\",\"she said \"\"no\"\"\"\n", Options{}, lines("name|said", `2 TAnn, B|Tshe said "no"`)},
		{"quotes after a blank", "name, said\nAnn, \"a, b\"\n", Options{}, lines("name|said", "2 TAnn|Ta, b")},
		{"line end in a field", "name,age\n\"Ann\nB\",34\nBo,35\n", Options{}, "name|age\n2 TAnn\nB|N34\n4 TBo|N35\n"},
		{"blank rows", "name,age\n\nAnn,34\n , \n,\nBo,35\n\n", Options{}, lines("name|age", "3 TAnn|N34", "6 TBo|N35")},
		{"short rows", "name,age,town\nAnn\nBo,3\n", Options{}, lines("name|age|town", "2 TAnn|-|-", "3 TBo|N3|-")},
		{"empty trailing columns", "name,age,,\nAnn,34,,\nBo,35, ,\n", Options{}, lines("name|age", "2 TAnn|N34", "3 TBo|N35")},
		{"empty leading column", ",name,age\n,Ann,34\n", Options{}, lines("name|age", "2 TAnn|N34")},
		{"titles above", "Wages 2024\n\nsource: office\nname,age,town\nAnn,34,Rome\n", Options{}, lines("name|age|town", "5 TAnn|N34|TRome")},
		{"header chosen", "name,age\n2019,2020\n1,2\n", Options{HeaderRow: 2}, lines("2019|2020", "3 N1|N2")},
		{"white space", " name ,\tage of  person\n Ann\u00a0,  34 \n", Options{}, lines("name|age of person", "2 TAnn|N34")},
		{"UTF-16 little-endian, marked", utf16Bytes("\ufeffname;Größe\nŁukasz;1\n", 0), Options{}, lines("name|Größe", "2 TŁukasz|N1")},
		{"UTF-16 big-endian, marked", utf16Bytes("\ufeffname;Größe\nŁukasz;1\n", 1), Options{}, lines("name|Größe", "2 TŁukasz|N1")},
		{"UTF-16 little-endian", utf16Bytes("name\tage\r\nZoë\t😀\r\n", 0), Options{}, lines("name|age", "2 TZoë|T😀")},
		{"UTF-16 big-endian", utf16Bytes("name\tage\r\nZoë\t3\r\n", 1), Options{}, lines("name|age", "2 TZoë|N3")},
		{"UTF-16 chosen", utf16Bytes("имя,город\nИван,Москва\n", 0), Options{Encoding: delimited.UTF16LE}, lines("имя|город", "2 TИван|TМосква")},
		{"CR alone, with line feeds in a field", "name,age\r\"Ann\nB\",34\rBo,5\r", Options{}, "name|age\n2 TAnn\nB|N34\n4 TBo|N5\n"},
		{"CR and line feeds in a field", "name,age\r\n\"Ann\r\nB\",34\r\nBo,5\r\n", Options{}, "name|age\n2 TAnn\nB|N34\n4 TBo|N5\n"},
		{"several CRs before a line feed", "name,age\r\r\nAnn,34\r\r\n", Options{}, lines("name|age", "2 TAnn|N34")},
		{"a last CR", "name,age\nAnn,34\r", Options{}, lines("name|age", "2 TAnn|N34")},
		{"end of file as of DOS", "name,age\r\nAnn,34\r\n\x1a", Options{}, lines("name|age", "2 TAnn|N34")},
		{"blanks after a quote", "name,age\n\"Ann\" ,\"3\"\t\n", Options{}, lines("name|age", "2 TAnn|N3")},
		{"single quotes", "name,age\n'Ann, ''B''',3\n", Options{Quote: '\''}, lines("name|age", "2 TAnn, 'B'|N3")},
		{"double quotes among single ones", "name,age\nsays \"no\",3\n", Options{Quote: '\''}, lines("name|age", "2 Tsays \"no\"|N3")},
		{"no quotes", "name,age\n\"Ann,5\" tall\n", Options{Quote: delimited.NoQuote}, lines("name|age", "2 T\"Ann|T5\" tall")},
		{"a separator of several bytes", "name¦age\nAnn¦3\nàÂ¢¦4\n", Options{}, lines("name|age", "2 TAnn|N3", "3 TàÂ¢|N4")},
		{"a blank as separator", "name age\nAnn 3\n\"B o\" 4\n", Options{Delimiter: " "}, lines("name|age", "2 TAnn|N3", "3 TB o|N4")},
		{"carets", "name^age\nAnn^3\n", Options{}, lines("name|age", "2 TAnn|N3")},
		{"thousands", "name,pay\nAnn,\"1,234.5\"\nBo,\"12,34\"\n", Options{Thousands: ','}, lines("name|pay", "2 TAnn|N1,234.5", "3 TBo|T12,34")},
		{"thousands and decimal commas", "name;pay\nAnn;1.234.567,5\nBo;-1.234\n", Options{Thousands: '.', DecimalComma: true}, lines("name|pay", "2 TAnn|N1.234.567,5", "3 TBo|N-1.234")},
		{"formulas are texts", "name,a\n=1+1,#N/A\n", Options{}, lines("name|a", "2 T=1+1|T#N/A")},
	} {
		t.Run(c.test, func(t *testing.T) {
			equal(t, mustDump(t, sheetOf(t, "a.csv", []byte(c.data), c.opts)), c.want)
		})
	}
}

func TestTextFaults(t *testing.T) {
	for _, c := range []struct {
		test, data string
		opts       Options
		says       []string
	}{
		{"ragged", "name,age\nAnn,34\nBo,35,Rome\n", Options{}, []string{"a.csv, line 3, column 3", `"Rome"`, "only for columns 1 and 2", "a comma", "quotation marks"}},
		{"value under no name at the left", ",a,b\n0,1,2\n", Options{}, []string{"line 2, column 1", "only for columns 2 and 3"}},
		{"twice", "name,age,x,age\na,1,b,2\n", Options{}, []string{"a.csv, line 1", `columns 2 and 4 are both called "age"`, "rename"}},
		{"thrice, after trimming", "age,\"age \", age\n1,2,3\n", Options{}, []string{`columns 1, 2 and 3 are all called "age"`}},
		{"blank name", "name,,age\na,b,1\n", Options{}, []string{"line 1", "column 2 has no name"}},
		{"two faults", "name,b,name,b\na,b,c\n", Options{}, []string{"columns 2 and 4 are both", "columns 1 and 3 are both"}},
		{"long name", strings.Repeat("x", 301) + ",b\nc,d\n", Options{}, []string{"column 1 has more than 300 characters"}},
		{"only blank rows", "\n , \n", Options{}, []string{"a.csv", "nothing in it"}},
		{"header only", "name,age\n\n", Options{}, []string{"header in line 1", "no record"}},
		{"no header", "1,2\n3,4\n", Options{}, []string{"line 1, column 1", "a number", "above the first record"}},
		{"header row blank", "name,age\n\nAnn,3\n", Options{HeaderRow: 2}, []string{"line 2", "nothing here"}},
		{"header row after the end", "name,age\nAnn,3\n", Options{HeaderRow: 9}, []string{"line 9"}},
		{"header row below 1", "name,age\nAnn,3\n", Options{HeaderRow: -1}, []string{"-1", "from 1"}},
		{"no such sheet", "name,age\nAnn,3\n", Options{Sheet: "b"}, []string{`no sheet "b"`, `"a.csv"`}},
		{"separator", "name,age\nAnn,3\n", Options{Delimiter: `"`}, []string{"cannot separate"}},
		{"stray quote", "name,age\nAnn,5\" tall\n", Options{}, []string{"line 2, column 2", "quotation mark"}},
		{"text after a quote", "name,age\n\"Ann\"a,5\n", Options{}, []string{"line 2", "is not closed"}},
		{"quote not closed", "name,age\n\"Ann,5\nBo,6\n", Options{}, []string{"line 2", "close it"}},
		{"quote not closed for long", "name,age\nAnn,1\n\"" + strings.Repeat("x,1\n", limits.MaxRecordBytes/4+1<<16), Options{}, []string{"line 3", "longer than", "never closed"}},
		{"NUL", "name,age\nAnn,5\nB\x00o,6\n", Options{}, []string{"line 3, column 1", "NUL"}},
		{"binary", "\x00\x01\x02\x00\x00\xff", Options{}, []string{"line 1", "NUL"}},
		{"Windows-1252", "name,age\nAnn,5\nZo\xeb,6\n", Options{}, []string{"line 3, column 1", "Zo�", "UTF-8", "choose the encoding"}},
		{"UTF-32", "\xff\xfe\x00\x00a\x00\x00\x00", Options{}, []string{"UTF-32", "UTF-8"}},
		{"odd UTF-16", "\xff\xfea\x00\n\x00b\x00\n\x00c", Options{}, []string{"line 3", "UTF-16"}},
		{"half a surrogate pair", "\xff\xfea\x00\n\x00\x3d\xd8b\x00\n\x00", Options{}, []string{"line 2", "UTF-16"}},
		{"another mark", "\ufeffname,age\nAnn,5\n", Options{Encoding: delimited.UTF16BE}, []string{"UTF-8", "UTF-16 (big-endian)"}},
		{"unknown encoding", "name,age\nAnn,5\n", Options{Encoding: "ebcdic"}, []string{"unknown encoding", "ebcdic"}},
		{"a CR inside a field", "name,age\nAnn\rBo,5\n", Options{}, []string{"line 2, column 1", "line ending inside a field, of a different kind"}},
		{"a line feed among CRs", "name,age\rAnn,5\r" + strings.Repeat("Bo,6\r", 20000) + "Cy,7\nDi,8\r", Options{}, []string{"line 20003, column 2", "line ending inside a field, of a different kind"}},
		{"quote mark", "name,age\nAnn,5\n", Options{Quote: 'x'}, []string{"cannot enclose", "none"}},
		{"quote as separator", "name,age\nAnn,5\n", Options{Quote: '\'', Delimiter: "'"}, []string{"cannot separate"}},
		{"thousands mark", "name,age\nAnn,5\n", Options{Thousands: 'x'}, []string{"thousands separator"}},
		{"one mark for both", "name,age\nAnn,5\n", Options{Thousands: ',', DecimalComma: true}, []string{"decimal mark and as thousands separator"}},
		{"stray single quote", "name,age\nO'Brien,5\n", Options{Quote: '\''}, []string{"line 2, column 1", "(')"}},
		{"too many columns", "a,b\n" + strings.Repeat(",", 16384) + "\n", Options{}, []string{"line 2", "16384"}},
	} {
		t.Run(c.test, func(t *testing.T) {
			_, err := readAll("a.csv", []byte(c.data), c.opts)
			wantFault(t, err, c.says...)
		})
	}
}

// TestTextAmounts reads percentages and amounts of money by the marks of the table.
func TestTextAmounts(t *testing.T) {
	text := math.NaN()
	for _, c := range []struct {
		field       string
		mark, point rune
		want        float64
	}{
		{"25 %", 0, '.', 0.25}, {"25%", 0, '.', 0.25}, {"0.1 %", 0, '.', 0.001}, {"25.3 %", 0, '.', 0.253}, {"-5 %", 0, '.', -0.05}, {"(5 %)", 0, '.', -0.05},
		{"+.5%", 0, '.', 0.005}, {"0,7\u00a0%", 0, ',', 0.007}, {"1.250,5 %", '.', ',', 12.505}, {"-0 %", 0, '.', 0}, {"100.%", 0, '.', 1},
		{"€ 1,200", ',', '.', 1200}, {"$1,200", ',', '.', 1200}, {"1.200 €", '.', ',', 1200}, {"(1,200)", ',', '.', -1200}, {"(1.200,50 €)", '.', ',', -1200.5},
		{"€1.200", 0, '.', 1.2}, {"€ 1,200", 0, '.', text}, {"1.200 €", 0, ',', text}, {"(1,200)", 0, '.', text}, {"(7)", 0, '.', -7}, {"( 7 )", 0, '.', -7},
		{"-$5", 0, '.', -5}, {"$-5", 0, '.', -5}, {"$ -5", 0, '.', -5}, {"-€ 5.25", 0, '.', -5.25}, {"+5 €", 0, '.', 5}, {"£.50", 0, '.', 0.5}, {"R$.50", 0, '.', 0.5},
		{"EUR 12", 0, '.', 12}, {"12 EUR", 0, '.', 12}, {"12EUR", 0, '.', 12}, {"US$5", 0, '.', 5}, {"kr 100", 0, '.', 100}, {"100 zł", 0, '.', 100}, {"12,50 Kč", 0, ',', 12.5},
		{"CHF 1’200.50", '\'', '.', 1200.5}, {"1 200 EUR", ' ', ',', 1200}, {"EUR 1\u202f200", ' ', ',', 1200}, {"₹ 5", 0, '.', 5}, {"5\u202f€", 0, '.', 5},
		{"€", 0, '.', text}, {"%", 0, '.', text}, {"()", 0, '.', text}, {"(", 0, '.', text}, {"(5", 0, '.', text}, {"5)", 0, '.', text}, {"(-5)", 0, '.', text},
		{"€ 5 €", 0, '.', text}, {"€ 5 %", 0, '.', text}, {"5 % €", 0, '.', text}, {"-5 -€", 0, '.', text}, {"--$5", 0, '.', text}, {"$--5", 0, '.', text}, {"%5", 0, '.', text},
		{"€ 007", 0, '.', text}, {"05 %", 0, '.', text}, {"€ 1e3", 0, '.', text}, {"1e3 %", 0, '.', text}, {"1234567890123456 €", 0, '.', text}, {"123456789012345 %", 0, '.', 1234567890123.45},
		{"TOP 10", 0, '.', text}, {"A 5", 0, '.', text}, {"5 kg", 0, '.', text}, {"5 eur", 0, '.', text}, {"kr.500", 0, '.', text}, {"EUR.5", 0, '.', text}, {"EUR5.", 0, '.', 5},
		{"€ 5-6", 0, '.', text}, {"5 € 6", 0, '.', text}, {"€ 1.2.3", 0, '.', text}, {"€\t5", 0, '.', text}, {"€ ٣", 0, '.', text}, {"- 5 €", 0, '.', 5 * -1}, {"€ +", 0, '.', text},
		{"€ 1,20", ',', '.', text}, {"1,2345 %", ',', '.', text}, {"1,234 %", ',', '.', 12.34}, {"(1)(2)", 0, '.', text}, {"((5))", 0, '.', text},
	} {
		g := &delimited.Grid{Style: number.Style{Point: byte(c.point), Thousands: number.Grouping(c.mark)}}
		want := table.Cell{Kind: table.Number, Text: c.field, Number: c.want}
		if math.IsNaN(c.want) {
			want = table.Cell{Kind: table.Text, Text: c.field}
		}
		if got := g.CellOf(c.field); got != want || math.Signbit(got.Number) != math.Signbit(want.Number) {
			t.Errorf("%q with mark %q and point %q: got %v, want %v", c.field, c.mark, c.point, got, want)
		}
		// Wherever it stands in a line, it is the same.
		rows, err := readAll("a.csv", []byte("a;b;c\n"+c.field+";x;"+c.field+"\nx;"+c.field+";"+c.field+"\n"), Options{Delimiter: ";", DecimalComma: c.point == ',', Thousands: c.mark})
		if kind := map[bool]string{true: "N", false: "T"}[want.Kind == table.Number]; err != nil || rows != lines("a|b|c", "2 "+kind+c.field+"|Tx|"+kind+c.field, "3 Tx|"+kind+c.field+"|"+kind+c.field) {
			t.Errorf("%q in a table: %v, %v", c.field, rows, err)
		}
	}
}

func TestTextAddresses(t *testing.T) {
	s := sheetOf(t, "wages.csv", []byte("\n,name,age\n,Ann,34\n"), Options{})
	if got, want := s.Address(17, 1), "line 17, column 3 (age)"; got.String() != want {
		t.Errorf("address %q, want %q", got, want)
	}
	if s.Name().String() != "wages.csv" || s.HeaderRow() != 2 || s.Delimiter() != "," || s.Encoding() != delimited.UTF8 {
		t.Errorf("name %q, header row %d, delimiter %q, encoding %v", s.Name(), s.HeaderRow(), s.Delimiter(), s.Encoding())
	}
}

// TestTextRoundTrip writes random tables with the standard CSV writer and reads them back.
func TestTextRoundTrip(t *testing.T) {
	field := rapid.StringOfN(rapid.RuneFrom([]rune("ab é😀,;\t|\"\n.-0123456789")), 0, 6, -1)
	seeded.Check(t, func(t *rapid.T) {
		width := rapid.IntRange(2, 4).Draw(t, "width")
		records := rapid.SliceOfN(rapid.SliceOfN(field, width, width), 1, 8).Draw(t, "records")
		comma := rapid.SampledFrom([]string{",", ";", "\t", "|"}).Draw(t, "comma")
		var b strings.Builder
		w := csv.NewWriter(&b)
		w.Comma, w.UseCRLF = rune(comma[0]), rapid.Bool().Draw(t, "crlf")
		header := []string{"n1", "n2", "n3", "n4"}[:width]
		if err := w.WriteAll(append([][]string{header}, records...)); err != nil {
			t.Fatal(err)
		}
		data := b.String()
		if order := rapid.IntRange(-1, 1).Draw(t, "utf16"); order >= 0 {
			data = utf16Bytes("\ufeff"+data, order)
		}
		var want []string
		for _, r := range records {
			var cells []string
			for _, f := range r {
				cells = append(cells, strings.TrimSpace(f))
			}
			if strings.Join(cells, "") != "" {
				want = append(want, strings.Join(cells, "\x00"))
			}
		}
		got, err := textsOf(data, comma)
		if len(want) == 0 {
			if err == nil {
				t.Fatalf("no error for a header without records")
			}
			return
		}
		if err != nil || strings.Join(got, "\x01") != strings.Join(want, "\x01") {
			t.Fatalf("got %q, %v; want %q", got, err, want)
		}
	})
}

// textsOf returns the texts of the rows of a table whose header is in line 1.
func textsOf(data, comma string) ([]string, error) {
	f, err := read(context.Background(), memory("a.csv", []byte(data)), "")
	if err != nil {
		return nil, err
	}
	s, err := f.Sheet(context.Background(), Options{Delimiter: comma, HeaderRow: 1})
	if err != nil {
		return nil, err
	}
	var out []string
	for row, err := range s.Rows(context.Background()) {
		if err != nil {
			return nil, err
		}
		var cells []string
		for _, c := range row.Cells {
			cells = append(cells, c.Text)
		}
		out = append(out, strings.Join(cells, "\x00"))
	}
	return out, nil
}

// TestTopShowsWhatCannotBeRead lets the steward see the first rows in a wrong encoding.
func TestTopShowsWhatCannotBeRead(t *testing.T) {
	f := openBytes(t, "a.csv", []byte("name,n\nZo\xeb,1\nB\x00o,2\n"))
	for _, c := range []struct {
		e    delimited.Encoding
		want string
	}{{delimited.UTF8, "Zo\ufffd B\ufffdo"}, {"windows-1252", "Zoë B\ufffdo"}, {"windows-1250", "Zoë B\ufffdo"}, {"windows-1251", "Zoл B\ufffdo"}} {
		rows, err := f.Top(t.Context(), Options{Encoding: c.e}, 3)
		if err != nil || len(rows) != 3 {
			t.Fatalf("%s: %d rows, %v", c.e, len(rows), err)
		}
		if got := rows[1].Cells[0].Text + " " + rows[2].Cells[0].Text; got != c.want {
			t.Errorf("%s: got %q, want %q", c.e, got, c.want)
		}
	}
}
