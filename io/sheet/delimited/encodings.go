package delimited

import (
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"

	"steward/core/message"
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
var known = []charset{
	charsetOf(UTF8, "UTF-8", nil),
	charsetOf(UTF16LE, "UTF-16 (little-endian)", unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)),
	charsetOf(UTF16BE, "UTF-16 (big-endian)", unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)),
	charsetOf("windows-1252", "Western European (Windows-1252)", charmap.Windows1252),
	charsetOf("windows-1250", "Central European (Windows-1250)", charmap.Windows1250),
	charsetOf("windows-1251", "Cyrillic (Windows-1251)", charmap.Windows1251),
	charsetOf("windows-1253", "Greek (Windows-1253)", charmap.Windows1253),
	charsetOf("windows-1254", "Turkish (Windows-1254)", charmap.Windows1254),
	charsetOf("windows-1255", "Hebrew (Windows-1255)", charmap.Windows1255),
	charsetOf("windows-1256", "Arabic (Windows-1256)", charmap.Windows1256),
	charsetOf("windows-1257", "Baltic (Windows-1257)", charmap.Windows1257),
	charsetOf("windows-1258", "Vietnamese (Windows-1258)", charmap.Windows1258),
	charsetOf("windows-874", "Thai (Windows-874)", charmap.Windows874),
	charsetOf("iso-8859-1", "Western European (ISO 8859-1)", charmap.ISO8859_1),
	charsetOf("iso-8859-15", "Western European with the euro (ISO 8859-15)", charmap.ISO8859_15),
	charsetOf("iso-8859-2", "Central European (ISO 8859-2)", charmap.ISO8859_2),
	charsetOf("iso-8859-3", "South European (ISO 8859-3)", charmap.ISO8859_3),
	charsetOf("iso-8859-4", "North European (ISO 8859-4)", charmap.ISO8859_4),
	charsetOf("iso-8859-5", "Cyrillic (ISO 8859-5)", charmap.ISO8859_5),
	charsetOf("iso-8859-6", "Arabic (ISO 8859-6)", charmap.ISO8859_6),
	charsetOf("iso-8859-7", "Greek (ISO 8859-7)", charmap.ISO8859_7),
	charsetOf("iso-8859-8", "Hebrew (ISO 8859-8)", charmap.ISO8859_8),
	charsetOf("iso-8859-9", "Turkish (ISO 8859-9)", charmap.ISO8859_9),
	charsetOf("iso-8859-10", "Nordic (ISO 8859-10)", charmap.ISO8859_10),
	charsetOf("iso-8859-13", "Baltic (ISO 8859-13)", charmap.ISO8859_13),
	charsetOf("iso-8859-14", "Celtic (ISO 8859-14)", charmap.ISO8859_14),
	charsetOf("iso-8859-16", "Romanian (ISO 8859-16)", charmap.ISO8859_16),
	charsetOf("koi8-r", "Russian (KOI8-R)", charmap.KOI8R),
	charsetOf("koi8-u", "Ukrainian (KOI8-U)", charmap.KOI8U),
	charsetOf("macintosh", "Western European (Mac Roman)", charmap.Macintosh),
	charsetOf("x-mac-cyrillic", "Cyrillic (Mac)", charmap.MacintoshCyrillic),
	charsetOf("ibm437", "United States (DOS 437)", charmap.CodePage437),
	charsetOf("ibm850", "Western European (DOS 850)", charmap.CodePage850),
	charsetOf("ibm858", "Western European with the euro (DOS 858)", charmap.CodePage858),
	charsetOf("ibm852", "Central European (DOS 852)", charmap.CodePage852),
	charsetOf("ibm855", "Cyrillic (DOS 855)", charmap.CodePage855),
	charsetOf("ibm866", "Russian (DOS 866)", charmap.CodePage866),
	charsetOf("ibm860", "Portuguese (DOS 860)", charmap.CodePage860),
	charsetOf("ibm862", "Hebrew (DOS 862)", charmap.CodePage862),
	charsetOf("ibm863", "Canadian French (DOS 863)", charmap.CodePage863),
	charsetOf("ibm865", "Nordic (DOS 865)", charmap.CodePage865),
	charsetOf("gb18030", "Simplified Chinese (GB 18030)", simplifiedchinese.GB18030),
	charsetOf("gbk", "Simplified Chinese (GBK, Windows-936)", simplifiedchinese.GBK),
	charsetOf("big5", "Traditional Chinese (Big5, Windows-950)", traditionalchinese.Big5),
	charsetOf("shift_jis", "Japanese (Shift-JIS, Windows-932)", japanese.ShiftJIS),
	charsetOf("euc-jp", "Japanese (EUC-JP)", japanese.EUCJP),
	charsetOf("iso-2022-jp", "Japanese (ISO-2022-JP)", japanese.ISO2022JP),
	charsetOf("euc-kr", "Korean (EUC-KR, Windows-949)", korean.EUCKR),
}

type charset struct {
	id    Encoding
	words message.Text
	from  encoding.Encoding
}

func charsetOf(id Encoding, words string, from encoding.Encoding) charset {
	return charset{id, message.Word(words), from}
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
	var names []message.Text
	for _, k := range known {
		if strings.EqualFold(string(k.id), name) {
			return k.id, nil
		}
		names = append(names, message.Verbatim(string(k.id)))
	}
	return AnyEncoding, message.Errorf("the encoding %q is not known: choose among %s", name, message.And(names))
}

// String returns what stewards call the encoding.
func (e Encoding) String() string { return e.Said().String() }

// Said is what String says.
func (e Encoding) Said() message.Text {
	if e == AnyEncoding {
		return message.Sprintf("any encoding")
	}
	if i := e.index(); i >= 0 {
		return known[i].words
	}
	return message.Sprintf("the unknown encoding %q", string(e))
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
