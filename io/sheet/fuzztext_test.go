package sheet

import (
	"path/filepath"
	"strings"
	"testing"

	"steward/io/sheet/delimited"
)

// seeds are the files of the corpus whose extension begins so, the small ones, whole.
func seeds(extension string) [][]byte {
	const most = 8 << 10 // larger ones slow the fuzzer more than they help it
	var list [][]byte
	for _, s := range specimens() {
		if strings.HasPrefix(filepath.Ext(s.name), extension) && 0 < len(s.data) && len(s.data) < most {
			list = append(list, s.data)
		}
	}
	return list
}

// FuzzText reads text tables in all ways in which the steward can have them read.
func FuzzText(f *testing.F) {
	for _, data := range append(seeds(".csv"), append(seeds(".t"), []byte("a,b\n1,2,3\n"), []byte("a,\"b\n1,2"))...) {
		f.Add(data, uint8(0), "", uint8(0), uint8(0), false)
		f.Add(data, uint8(1), ";", uint8('\''), uint8('.'), true)
	}
	for i := range delimited.Encodings() {
		f.Add([]byte("name,n\nZo\xeb,1\n\x83\x5c\x81,2\n"), uint8(i+1), "", uint8(255), uint8(','), false)
	}
	f.Fuzz(func(t *testing.T, data []byte, way uint8, delimiter string, quote, thousands uint8, comma bool) {
		if len(data) == 0 {
			return // Open refuses an empty file
		}
		opts := Options{HeaderRow: int(way >> 6), Delimiter: delimiter, Quote: rune(quote), Thousands: rune(thousands), DecimalComma: comma}
		if quote == 255 {
			opts.Quote = delimited.NoQuote
		}
		if i := int(way&63) - 1; i >= 0 && i < len(delimited.Encodings()) {
			opts.Encoding = delimited.Encodings()[i]
		}
		checkFile(t, "a.csv", data, opts)
	})
}
