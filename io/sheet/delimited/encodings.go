package delimited

import (
	"fmt"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"

	"steward/core/message"
	"steward/io/sheet/grid"
)

// Encoding is how the characters of a text table are stored, by the name that plans and
// commands have for it ("windows-1252").
type Encoding string

// The encodings that are recognised. Encodings lists all that are read.
const (
	AnyEncoding Encoding = "" // recognised by the first bytes
	UTF8        Encoding = "utf-8"
	UTF16LE     Encoding = "utf-16le"
	UTF16BE     Encoding = "utf-16be"
)

// known are the encodings that are read: what stewards call them, and what turns their bytes
// into characters (nil for UTF-8).
var known = []struct {
	id    Encoding
	words string
	from  encoding.Encoding
}{
	{UTF8, "UTF-8", nil},
	{UTF16LE, "UTF-16 (little-endian)", unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)},
	{UTF16BE, "UTF-16 (big-endian)", unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)},
	{"windows-1252", "Western European (Windows-1252)", charmap.Windows1252},
	{"windows-1250", "Central European (Windows-1250)", charmap.Windows1250},
	{"windows-1251", "Cyrillic (Windows-1251)", charmap.Windows1251},
	{"windows-1253", "Greek (Windows-1253)", charmap.Windows1253},
	{"windows-1254", "Turkish (Windows-1254)", charmap.Windows1254},
	{"windows-1255", "Hebrew (Windows-1255)", charmap.Windows1255},
	{"windows-1256", "Arabic (Windows-1256)", charmap.Windows1256},
	{"windows-1257", "Baltic (Windows-1257)", charmap.Windows1257},
	{"windows-1258", "Vietnamese (Windows-1258)", charmap.Windows1258},
	{"windows-874", "Thai (Windows-874)", charmap.Windows874},
	{"iso-8859-1", "Western European (ISO 8859-1)", charmap.ISO8859_1},
	{"iso-8859-15", "Western European with the euro (ISO 8859-15)", charmap.ISO8859_15},
	{"iso-8859-2", "Central European (ISO 8859-2)", charmap.ISO8859_2},
	{"iso-8859-3", "South European (ISO 8859-3)", charmap.ISO8859_3},
	{"iso-8859-4", "North European (ISO 8859-4)", charmap.ISO8859_4},
	{"iso-8859-5", "Cyrillic (ISO 8859-5)", charmap.ISO8859_5},
	{"iso-8859-6", "Arabic (ISO 8859-6)", charmap.ISO8859_6},
	{"iso-8859-7", "Greek (ISO 8859-7)", charmap.ISO8859_7},
	{"iso-8859-8", "Hebrew (ISO 8859-8)", charmap.ISO8859_8},
	{"iso-8859-9", "Turkish (ISO 8859-9)", charmap.ISO8859_9},
	{"iso-8859-10", "Nordic (ISO 8859-10)", charmap.ISO8859_10},
	{"iso-8859-13", "Baltic (ISO 8859-13)", charmap.ISO8859_13},
	{"iso-8859-14", "Celtic (ISO 8859-14)", charmap.ISO8859_14},
	{"iso-8859-16", "Romanian (ISO 8859-16)", charmap.ISO8859_16},
	{"koi8-r", "Russian (KOI8-R)", charmap.KOI8R},
	{"koi8-u", "Ukrainian (KOI8-U)", charmap.KOI8U},
	{"macintosh", "Western European (Mac Roman)", charmap.Macintosh},
	{"x-mac-cyrillic", "Cyrillic (Mac)", charmap.MacintoshCyrillic},
	{"ibm437", "United States (DOS 437)", charmap.CodePage437},
	{"ibm850", "Western European (DOS 850)", charmap.CodePage850},
	{"ibm858", "Western European with the euro (DOS 858)", charmap.CodePage858},
	{"ibm852", "Central European (DOS 852)", charmap.CodePage852},
	{"ibm855", "Cyrillic (DOS 855)", charmap.CodePage855},
	{"ibm866", "Russian (DOS 866)", charmap.CodePage866},
	{"ibm860", "Portuguese (DOS 860)", charmap.CodePage860},
	{"ibm862", "Hebrew (DOS 862)", charmap.CodePage862},
	{"ibm863", "Canadian French (DOS 863)", charmap.CodePage863},
	{"ibm865", "Nordic (DOS 865)", charmap.CodePage865},
	{"gb18030", "Simplified Chinese (GB 18030)", simplifiedchinese.GB18030},
	{"gbk", "Simplified Chinese (GBK, Windows-936)", simplifiedchinese.GBK},
	{"big5", "Traditional Chinese (Big5, Windows-950)", traditionalchinese.Big5},
	{"shift_jis", "Japanese (Shift-JIS, Windows-932)", japanese.ShiftJIS},
	{"euc-jp", "Japanese (EUC-JP)", japanese.EUCJP},
	{"iso-2022-jp", "Japanese (ISO-2022-JP)", japanese.ISO2022JP},
	{"euc-kr", "Korean (EUC-KR, Windows-949)", korean.EUCKR},
}

// Encodings lists the encodings that are read: Unicode first, then those of regions, each
// region's on Windows, of ISO, of the Mac, of DOS and of East Asia.
func Encodings() []Encoding {
	ids := make([]Encoding, len(known))
	for i, k := range known {
		ids[i] = k.id
	}
	return ids
}

// EncodingNamed finds an encoding by its name in plans and commands, whatever its case; an
// empty name is AnyEncoding. It errors when there is none of that name.
func EncodingNamed(name string) (Encoding, error) {
	if name == "" {
		return AnyEncoding, nil
	}
	for _, k := range known {
		if strings.EqualFold(string(k.id), name) {
			return k.id, nil
		}
	}
	names := make([]string, len(known))
	for i, k := range known {
		names[i] = string(k.id)
	}
	return AnyEncoding, message.Errorf("the encoding %q is not known: choose among %s", name, grid.Enumerate(names))
}

// String returns what stewards call the encoding.
func (e Encoding) String() string {
	if e == AnyEncoding {
		return "any encoding"
	}
	if i := e.index(); i >= 0 {
		return known[i].words
	}
	return fmt.Sprintf("the unknown encoding %q", string(e))
}

// index returns the encoding's place among the known ones, -1 for none.
func (e Encoding) index() int {
	for i, k := range known {
		if k.id == e {
			return i
		}
	}
	return -1
}

// decoder returns what turns the encoding's bytes into UTF-8, with U+FFFD for those that
// stand for nothing; nil for UTF-8.
func (e Encoding) decoder() *encoding.Decoder {
	if i := e.index(); i >= 0 && known[i].from != nil {
		return known[i].from.NewDecoder()
	}
	return nil
}
