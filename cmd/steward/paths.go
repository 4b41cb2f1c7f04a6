package main

import (
	"fmt"
	"reflect"

	"github.com/alecthomas/kong"
)

// byBytes are how names of files are taken from a command line: byte by byte as they stand there, since a name need not be
// text. A path is completed by the folder that the program runs in; what is only part of a value ("bytes") is not.
func byBytes() []kong.Option {
	return []kong.Option{
		kong.NamedMapper("path", taken(func(path string) string {
			if path == "" {
				return path
			}
			return kong.ExpandPath(path)
		})),
		kong.NamedMapper("bytes", taken(func(value string) string { return value })),
	}
}

// taken sets a value, or adds to one that may be given several times, what is made of what stands there.
func taken(made func(string) string) kong.MapperFunc {
	return func(ctx *kong.DecodeContext, target reflect.Value) error {
		token, err := ctx.Scan.PopValue("file")
		if err != nil {
			return err
		}
		value := made(fmt.Sprint(token.Value))
		if target.Kind() == reflect.Slice {
			target.Set(reflect.Append(target, reflect.ValueOf(value)))
		} else {
			target.SetString(value)
		}
		return nil
	}
}
