package sheet

import (
	"fmt"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"

	"steward/io/sheet/delimited"
)

// encoded writes a text in an encoding.
func encoded(e delimited.Encoding, text string) []byte {
	var to encoding.Encoding = charmap.CodePage850
	if e != "ibm850" {
		var err error
		if to, err = htmlindex.Get(string(e)); err != nil {
			panic(err)
		}
	}
	data, err := to.NewEncoder().Bytes([]byte(text))
	if err != nil {
		panic(fmt.Sprintf("%q cannot be written in %s: %v", text, e, err))
	}
	return data
}

const people = "name,age,town\nAnn,34,Rome\nBo,7,Paris\nCy,51,Rome\n"

// textSpecimens are text tables, and files that call themselves so.
func textSpecimens() []specimen {
	var list []specimen
	add := func(name string, opts Options, text string) {
		list = append(list, specimen{name, opts, []byte(text)})
	}
	in := func(name string, e, as delimited.Encoding, text string) {
		list = append(list, specimen{name, Options{Encoding: as}, encoded(e, text)})
	}

	// What stands between and around the fields.
	add("comma.csv", Options{}, people)
	add("semicolon-decimal-comma.csv", Options{DecimalComma: true}, "name;wage;share\nAnn;1200,50;0,5\nBo;980;1\nCy;-3,25;1.5\n")
	add("semicolon-decimal-comma.csv#as-points", Options{}, "name;wage;share\nAnn;1200,50;0,5\nBo;980;1\nCy;-3,25;1.5\n")
	add("thousands-comma.csv", Options{Thousands: ','}, "name,wage\nAnn,\"1,234,567.50\"\nBo,980\nCy,\"12,34\"\nDi,\"-1,000\"\n")
	add("thousands-point.csv", Options{Thousands: '.', DecimalComma: true}, "name;wage\nAnn;1.234.567,50\nBo;980,1\nCy;1.5\n")
	add("thousands-blank.csv", Options{Thousands: ' ', DecimalComma: true}, "name;wage\nAnn;1 234 567,50\nBo;1\u00a0980\nCy;1\u202f000,25\n")
	add("thousands-apostrophe.csv", Options{Thousands: '\''}, "name;wage\nAnn;1'234.50\nBo;1’980\n")
	add("percentages-and-money.csv", Options{Thousands: ','}, "town,share,wage,gain,size\nRome,25 %,\"€ 1,200\",\"(1,200)\",\"1,250\"\nParis,0.5%,\"$1,200.50\",-$5,980\nBern,7 %,CHF 900,(3.5),TOP 10\nOslo,100%,1000 kr,+7,12\n")
	add("percentages-and-money-german.csv", Options{Thousands: '.', DecimalComma: true}, "Ort;Anteil;Lohn;Saldo\nRom;25,5 %;1.200 €;(1.200,50)\nBern;0,5%;980,75 €;12\nOslo;7;€ 1.000;-3,5 €\n")
	add("money-by-other-marks.csv", Options{}, "town,wage,size\nRome,\"$1,200\",\"1,250,000\"\nParis,$980.50,\"12,000\"\nBern,\"$12,000\",900\n")
	add("money-by-other-marks.csv#read-so", Options{Thousands: ','}, "town,wage,size\nRome,\"$1,200\",\"1,250,000\"\nParis,$980.50,\"12,000\"\nBern,\"$12,000\",900\n")
	add("decimal-comma-not-said.csv", Options{}, "town;wage\nRome;1200,50\nParis;980\nBern;12,25 €\n")
	add("three-decimals.csv", Options{}, "Ort;Lohn\nRom;1.200 €\nBern;2.500 €\nOslo;980 €\n")
	add("percentages-beside-numbers.csv", Options{}, "town,share\nRome,25 %\nParis,30\nBern,0.4\n")
	add("tab.tsv", Options{}, "name\tplace\tage\nAnn\tRome, Italy\t34\nBo\t\t7\n")
	add("bar.txt", Options{}, "name|age\nAnn|34\nBo|7\n")
	add("caret.txt", Options{}, "name^age\nAnn^34\nBo^7\n")
	add("colon.txt", Options{}, "name:age\nAnn:34\nBo:7\n")
	add("broken-bar.txt", Options{}, "name¦age\nÀnn¦34\nBo¦7\n")
	add("unit-separator.txt", Options{}, "name\x1fage\nAnn\x1f34\nBo\x1f7\n")
	add("two-bars.txt", Options{}, "name||age||town\nAnn||34||\"New || York\"\nBo||||Rome | Milan\n")
	add("two-colons.txt", Options{}, "name::hour\nAnn::12:30\nBo::8:05\n")
	add("any-delimiter.txt", Options{Delimiter: "<->"}, "name<->age\nAnn<->34\nBo <<->7\n\"C<->\" <->8\n")
	add("blank-separated.txt", Options{Delimiter: " "}, "name age town\nAnn 34 \"New York\"\nBo 7 Rome\n")
	add("one-column.txt", Options{}, "time\n12:30\n13:45\n")
	add("separator-line.csv", Options{}, "sep=;\r\nname;a,b\r\nAnn;1\r\nBo;2\r\n")
	add("single-quotes.csv", Options{Quote: '\''}, "name,said\n'Ann, B','it''s'\nBo,\"no\"\n")
	add("no-quotes.tsv", Options{Quote: delimited.NoQuote}, "part\tsize\npipe\t5\"\n\"old\tnew\"\n")
	add("stray-quote.csv", Options{}, "part,size\npipe,5\" wide\nrod,3\n")
	add("quote-not-closed.csv", Options{}, "name,age\nAnn,34\n\"Bo,7\nCy,51\n")
	add("quotes-and-line-ends.csv", Options{}, "name,note,age\r\n\"Ann \"\"A\"\"\",\"first line\r\nsecond, line\",34\r\nBo, \"after a blank\" ,7\r\n")

	// Ends of lines and ragged rows.
	add("cr-only.csv", Options{}, "name,age\rAnn,34\rBo,7\r")
	add("cr-only-with-line-feed.csv", Options{}, "name,note\rAnn,\"two\nlines\"\rBo,one\r")
	add("crcrlf.csv", Options{}, "name,age\r\r\nAnn,34\r\r\nBo,7\r\r\n")
	add("mixed-line-ends.csv", Options{}, "name,age\nAnn,34\rBo,7\nCy,51\n")
	add("no-last-line-end.csv", Options{}, "name,age\nAnn,34\nBo,7")
	add("dos-end-of-file.csv", Options{}, "name,age\r\nAnn,34\r\nBo,7\r\n\x1a")
	add("short-rows.csv", Options{}, "name,age,town\nAnn,34,Rome\nBo,7\nCy\nDi,8,\n")
	add("long-row.csv", Options{}, "name,age,town\nAnn,34,Paris\nBo,7,Rome, Italy\n")
	add("blank-rows-and-columns.csv", Options{}, "\n,name,,age,,\n,,,,,\n,Ann,,34,,\n\n , ,\n,Bo,,7,,\n\n")
	add("nul-bytes.csv", Options{}, "name,age\nAnn,34\nB\x00o,7\n")

	// Encodings.
	add("utf8-bom-crlf.csv", Options{}, "\ufeffname,Größe\r\nŁucja,1.5\r\nZoë,2\r\n")
	list = append(list,
		specimen{"utf16le-bom.txt", Options{}, []byte(utf16Bytes("\ufeffname\tGröße\r\nŁucja\t1\r\n😀\t2\r\n", 0))},
		specimen{"utf16be-bom.csv", Options{}, []byte(utf16Bytes("\ufeffname;Größe\nŁucja;1\n", 1))},
		specimen{"utf16le.csv", Options{}, []byte(utf16Bytes("имя,город\nИван,Москва\nЛев,Тула\n", 0))},
		specimen{"utf16be.csv", Options{}, []byte(utf16Bytes("名,城市\n李,北京\n王,上海\n", 1))},
		specimen{"utf16le-cut.csv", Options{}, []byte(utf16Bytes("\ufeffname,age\nAnn,34\nB", 0) + "o")},
		specimen{"utf32.csv", Options{}, []byte("\xff\xfe\x00\x00n\x00\x00\x00\n\x00\x00\x00a\x00\x00\x00")},
	)
	add("replaced-characters.csv", Options{}, "name,town\nZo\ufffd,Rome\nAnn,K\ufffdln\nBo,Rome\n")
	in("windows-1252-as-utf8.csv", "windows-1252", "", "name,town\nAnn,Rome\nZoë,Köln\n")
	in("windows-1252.csv", "windows-1252", "windows-1252", "name,price\nZoë,5 €\nIñigo,“7”\n")
	list = append(list, specimen{"windows-1252-undefined.csv", Options{Encoding: "windows-1252"}, []byte("name,age\nAnn,34\nB\x81o,7\n")})
	in("windows-1250.csv", "windows-1250", "windows-1250", "jméno,věk\nŽofie,34\nŁucja,7\n")
	in("windows-1251.csv", "windows-1251", "windows-1251", "имя,возраст\nИван,34\nЛев,7\n")
	in("windows-1251.csv#as-western", "windows-1251", "windows-1252", "имя,возраст\nИван,34\nЛев,7\n")
	in("iso-8859-15.csv", "iso-8859-15", "iso-8859-15", "name,price\nZoë,5 €\nŒuvre,7\n")
	list = append(list, specimen{"iso-8859-1-controls.csv", Options{Encoding: "iso-8859-1"}, []byte("name,price\nAnn,5\nBo,\x80 7\n")})
	in("mac-roman-cr.csv", "macintosh", "macintosh", "name,town\rZoë,Köln\rIñigo,Málaga\r")
	in("dos-850.csv", "ibm850", "ibm850", "name;town\r\nZoë;Köln\r\nJosé;Málaga\r\n")
	in("koi8-r.csv", "koi8-r", "koi8-r", "имя,город\nИван,Москва\n")
	in("shift-jis.csv", "shift_jis", "shift_jis", "名前,表|示\nソ連,能力\nカナ,1\n")
	in("euc-jp.csv", "euc-jp", "euc-jp", "名前,年齢\n東京,1\n")
	in("iso-2022-jp.csv", "iso-2022-jp", "iso-2022-jp", "名前,年齢\n東京,1\n大阪,2\n")
	in("gb18030.csv", "gb18030", "gb18030", "姓名,城市\n李,北京\n😀,上海\n")
	in("big5.csv", "big5", "big5", "姓名,城市\n許功蓋,臺北\n")
	in("euc-kr.csv", "euc-kr", "euc-kr", "이름,도시\n김,서울\n")

	// Headers, footers and cells.
	add("titles-and-footers.csv", Options{}, "Wages in 2024,,\nSource: the office,,\n,,\nname,town,wage\nAnn,Rome,1200\nBo,Paris,900\nCy,Rome,1100\nTotal,,3200\n,,\nNote: wages before tax,,\n")
	add("joined-header.csv", Options{}, ",2023,,2024,\ntown,men,women,men,women\nRome,1,2,3,4\nParis,5,6,7,8\n")
	add("header-missing.csv", Options{}, "Ann,34\nBo,7\n")
	add("header-only.csv", Options{}, "name,age\n\n")
	add("names-twice.csv", Options{}, "name,age,name,age\nAnn,34,Rome,7\n")
	add("name-missing.csv", Options{}, "name,,age\nAnn,x,34\nBo,y,7\n")
	add("name-with-line-end.csv", Options{}, "\"first\nname\",\" age  in\tyears \"\nAnn,34\nBo,7\n")
	add("leading-zeros-and-long-ids.csv", Options{}, "postcode,account,card\n00123,1234567890123456789,1e5\n04567,1234567890123456788,2E-3\n10999,12,007\n")
	add("texts-that-look-otherwise.csv", Options{}, "name,formula,date,truth\nAnn,=1+1,01/02/2024,TRUE\nBo,#N/A,2024-02-01,no\nCy,+49 30 123,1.2.24,-\n")
	add("slips.csv", Options{}, "town,age\nRome,"+strings.Repeat("34\nRome,", 18)+"n/a\nROME,7\n Ro me,8\n")
	add("wide.csv", Options{}, wide(300))
	add("Löhne, 2024 (neu).csv", Options{}, people)
	add("empty.csv", Options{}, "")
	add("blank.csv", Options{}, " \n,,\n\n")
	add("long-name.csv", Options{}, strings.Repeat("x", 301)+",age\nAnn,34\n")

	// Files that are not what their names say.
	add("text-named-as-workbook.xlsx", Options{}, people)
	add("web-page-named-as-workbook.xls", Options{}, "<html><body><table><tr><td>name</td></tr></table></body></html>\n")
	add("xml-named-as-table.csv", Options{}, "<?xml version=\"1.0\"?><rows><row/></rows>\n")
	add("pdf-named-as-table.csv", Options{}, "%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
	add("gzip-named-as-table.csv", Options{}, "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03")
	add("json.json", Options{}, "[{\"name\":\"Ann\"}]\n")
	add("~$wages.xlsx", Options{}, "\x03Ann"+strings.Repeat(" ", 51)+"\x03\x00A\x00n\x00n\x00"+strings.Repeat(" \x00", 52))
	return list
}

// wide is a table of many columns.
func wide(columns int) string {
	var names, cells []string
	for i := range columns {
		names, cells = append(names, fmt.Sprintf("q%d", i+1)), append(cells, fmt.Sprint(i%7))
	}
	return strings.Join(names, ",") + "\n" + strings.Join(cells, ",") + "\n" + strings.Join(cells, ",") + "\n"
}
