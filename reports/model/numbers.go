package model

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"steward/core/account"
	"steward/core/accuracy"
	"steward/core/message"
	"steward/core/workload"
)

// whole writes a whole number with a comma between each three digits.
func whole(n int64) string { return account.Commas(strconv.FormatInt(n, 10)) }

// Number writes a number with so many decimals, and a comma between each three digits before them.
func Number(x float64, decimals int) string {
	digits, rest, _ := strings.Cut(strconv.FormatFloat(math.Abs(x), 'f', decimals, 64), ".")
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil { // beyond all counts
		return strconv.FormatFloat(x, 'f', decimals, 64)
	}
	if rest != "" {
		rest = "." + rest
	}
	sign := ""
	if x < 0 && strings.Trim(digits+rest, "0.") != "" {
		sign = "-"
	}
	return sign + whole(n) + rest
}

// number writes a number of people or steps: as a whole number where it is one, otherwise
// to a tenth.
func number(x float64) string {
	if x == math.Trunc(x) && math.Abs(x) < 1e15 {
		return whole(int64(x))
	}
	return tenths(x)
}

// tenths writes a number to a tenth.
func tenths(x float64) string {
	t := math.Round(x * 10)
	if math.Abs(t) >= 1e15 {
		return strconv.FormatFloat(x, 'g', 6, 64)
	}
	sign := ""
	if t < 0 {
		sign, t = "-", -t
	}
	return fmt.Sprintf("%s%s.%d", sign, whole(int64(t)/10), int64(t)%10)
}

// orExact is off, or says that there is no error.
func (w wording) orExact(x float64) string {
	if x == 0 {
		return w.Say(accuracy.Off(x))
	}
	return w.Number(off(x))
}

// off writes how far a number may be off, rounded upwards: to a tenth below ten, otherwise
// to a whole number.
func off(x float64) string {
	if x < 10 {
		tenths := int64(math.Ceil(x*10 - 1e-9))
		if tenths%10 == 0 {
			return whole(tenths / 10)
		}
		return fmt.Sprintf("%d.%d", tenths/10, tenths%10)
	}
	if x >= 1e15 {
		return strconv.FormatFloat(x, 'g', 6, 64)
	}
	return whole(int64(math.Ceil(x - 1e-9)))
}

// share writes an exact budget for people: as it is when it is a short decimal, otherwise
// rounded and marked so. It errors when the text is no number.
func share(exact string) (string, error) {
	r, err := fraction(exact)
	if err != nil {
		return "", err
	}
	return shareOf(r), nil
}

func shareOf(r *big.Rat) string {
	if digits, ok := r.FloatPrec(); ok && digits <= 6 {
		return r.FloatString(digits)
	}
	x, _ := r.Float64()
	return "≈" + strconv.FormatFloat(x, 'g', 4, 64)
}

// exactly writes an exact number for experts, with its size where a fraction hides it. A
// text that is no number is left as it is.
func exactly(text string) string {
	r, err := fraction(text)
	if err != nil || r.IsInt() {
		return safe(text)
	}
	if digits, ok := r.FloatPrec(); ok && digits <= 6 {
		return safe(text)
	}
	return safe(text) + strings.Replace(" "+shareOf(r), "≈", "≈ ", 1)
}

// fraction writes an exact number for experts in the document's language, as exactly does.
func (w wording) fraction(text string) string {
	const about = " ≈ "
	whole, near, rounded := strings.Cut(exactly(text), about)
	if rounded {
		return w.Number(whole) + about + w.Number(near)
	}
	return w.Number(whole)
}

// fraction reads an exact number of a release.
func fraction(exact string) (*big.Rat, error) {
	r, ok := new(big.Rat).SetString(exact)
	if !ok {
		return nil, message.Errorf("found %q where an exact number such as 1/2 is expected", exact)
	}
	return r, nil
}

// ends are those of an interval whose ends are values.
func (w wording) ends(from, to string) string {
	ends := safeAll(workload.SaidLabels(w.Say, []string{from, to}))
	return w.Sayf("%s to %s", ends[0], ends[1])
}

// several is a text for one, or for many, which is given how many they are.
func (w wording) several(n int, one, many string) string {
	if n == 1 {
		return w.Say(message.Word(one))
	}
	return w.Sayf(many, n)
}

// plural counts things.
func (w wording) plural(n int, one, many string) string {
	return w.Number(whole(int64(n))) + " " + w.Plural(n, one, many)
}
