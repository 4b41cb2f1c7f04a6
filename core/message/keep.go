package message

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"time"
)

// kept is a text as files keep it that are read again, with what stands for its verbs, so that it can still be said in every
// language.
type kept struct {
	Format string    `json:"format,omitempty"`
	Args   []keptArg `json:"args,omitempty"`
	Opens  bool      `json:"opens,omitempty"`
}

// keptArg is an argument; exactly one of its fields is set.
type keptArg struct {
	Text    *Text    `json:"text,omitempty"`
	Error   *Text    `json:"error,omitempty"`
	Day     *string  `json:"day,omitempty"`
	Decimal *Decimal `json:"decimal,omitempty"`
	String  *string  `json:"string,omitempty"`
	Whole   *int64   `json:"whole,omitempty"`
	Float   *float64 `json:"float,omitempty"`
	Bool    *bool    `json:"bool,omitempty"`
}

// MarshalJSON returns the text with its parts. What is neither a text nor plain is kept as it is written in English.
func (t Text) MarshalJSON() ([]byte, error) {
	k := kept{Format: t.format, Opens: t.opens}
	for _, a := range t.args {
		k.Args = append(k.Args, keptOf(a))
	}
	return json.Marshal(k)
}

func keptOf(arg any) keptArg {
	switch x := arg.(type) {
	case Text:
		return keptArg{Text: &x}
	case error:
		said := Of(x)
		return keptArg{Error: &said}
	case interface{ Said() Text }:
		said := x.Said()
		return keptArg{Text: &said}
	case Day:
		day := time.Time(x).Format(time.DateOnly)
		return keptArg{Day: &day}
	case Decimal:
		return keptArg{Decimal: &x}
	case fmt.Stringer:
		s := x.String()
		return keptArg{String: &s}
	}
	v := reflect.ValueOf(arg)
	switch {
	case v.Kind() == reflect.Bool:
		b := v.Bool()
		return keptArg{Bool: &b}
	case v.CanInt():
		n := v.Int()
		return keptArg{Whole: &n}
	case v.CanUint() && v.Uint() < 1<<63:
		n := int64(v.Uint())
		return keptArg{Whole: &n}
	case v.CanFloat():
		f := v.Float()
		return keptArg{Float: &f}
	}
	s := fmt.Sprint(arg)
	return keptArg{String: &s}
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (t *Text) UnmarshalJSON(data []byte) error {
	var plain string
	if json.Unmarshal(data, &plain) == nil { // kept by a version that had it in English alone
		*t = Verbatim(plain)
		return nil
	}
	var k kept
	if err := json.Unmarshal(data, &k); err != nil {
		return err
	}
	*t = Text{format: k.Format, opens: k.Opens}
	for _, a := range k.Args {
		arg, err := a.arg()
		if err != nil {
			return err
		}
		t.args = append(t.args, arg)
	}
	return nil
}

func (a keptArg) arg() (any, error) {
	switch {
	case a.Text != nil:
		return *a.Text, nil
	case a.Error != nil:
		return &Error{*a.Error, errors.New(a.Error.String())}, nil
	case a.Day != nil:
		day, err := time.Parse(time.DateOnly, *a.Day)
		return Day(day), err
	case a.Decimal != nil:
		return *a.Decimal, nil
	case a.String != nil:
		return *a.String, nil
	case a.Whole != nil:
		return *a.Whole, nil
	case a.Float != nil:
		return *a.Float, nil
	case a.Bool != nil:
		return *a.Bool, nil
	}
	return nil, New("an argument of a text is missing")
}
