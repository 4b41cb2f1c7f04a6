package main

import (
	"regexp"

	"steward/cmd/steward/console"
	"steward/gui/words"
)

// misunderstanding is a form in which the library that reads command lines says what is wrong with one. It says it in English alone, so
// that what it says is read again: what matches is said in words of our own, whose arguments are its groups.
type misunderstanding struct {
	form  *regexp.Regexp
	says  string
	again int // the group that is such a text itself, from 0; none is -1
}

// none is no group.
const none = -1

// misunderstood are tried one after the other.
var misunderstood = []misunderstanding{
	{regexp.MustCompile(`^unexpected argument (.+?), did you mean one of (.+)\?$`), words.Key("unexpected argument %s, did you mean one of %s?"), none},
	{regexp.MustCompile(`^unexpected argument (.+?), did you mean (.+)\?$`), words.Key("unexpected argument %s, did you mean %s?"), none},
	{regexp.MustCompile(`^unexpected argument (.+)$`), words.Key("unexpected argument %s"), none},
	{regexp.MustCompile(`^unknown flag (.+?), did you mean one of (.+)\?$`), words.Key("unknown flag %s, did you mean one of %s?"), none},
	{regexp.MustCompile(`^unknown flag (.+?), did you mean (.+)\?$`), words.Key("unknown flag %s, did you mean %s?"), none},
	{regexp.MustCompile(`^unknown flag (.+)$`), words.Key("unknown flag %s"), none},
	{regexp.MustCompile(`^unexpected flag argument (".*")$`), words.Key("unexpected flag argument %s"), none},
	{regexp.MustCompile(`^missing flags: (.+)$`), words.Key("missing flags: %s"), none},
	{regexp.MustCompile(`^missing positional arguments (.+)$`), words.Key("missing arguments: %s"), none},
	{regexp.MustCompile(`^expected one of (.+)$`), words.Key("expected one of %s"), none},
	{regexp.MustCompile(`^expected a float but got (".*") \(.*\)$`), words.Key("a number is expected, but %s is not one"), none},
	{regexp.MustCompile(`^expected an? (?:valid \d+ bit )?u?int but got (".*?")(?: \(.*\))?$`), words.Key("a whole number is expected, but %s is not one"), none},
	{regexp.MustCompile(`^bool value must be true, 1, yes, false, 0 or no but got (".*")$`), words.Key("yes or no is expected, but %s is neither"), none},
	{regexp.MustCompile(`^expected ([a-z]+) value but got (.+)$`), words.Key("expected a %s, but found %s"), none},
	{regexp.MustCompile(`^(.+?) must be one of (.+) but got (".*")$`), words.Key("%s must be one of %s, and is %s"), none},
	{regexp.MustCompile(`^(--\S+) and (--\S+) can't be used together$`), words.Key("%s and %s cannot be used together"), none},
	{regexp.MustCompile(`^(--?\S+|<[a-z-]+>): (.+)$`), "%s: %s", 1},
	{regexp.MustCompile(`^expected (.+)$`), words.Key("expected %s"), none},
	{regexp.MustCompile(`^no command selected$`), words.Key("no command is named"), none},
}

// refused says in the language in use what is wrong with a command line.
func refused(err error) string {
	if said := inWords(err); said != err.Error() { // one of our own
		return said
	}
	return saidAgain(err.Error())
}

// saidAgain says what the library says in the words of misunderstood; a text of another form stays as it is.
func saidAgain(text string) string {
	if words.Language() == words.English {
		return text
	}
	for _, r := range misunderstood {
		groups := r.form.FindStringSubmatch(text)
		if groups == nil {
			continue
		}
		var args []any
		for i, g := range groups[1:] {
			if i == r.again {
				g = saidAgain(g)
			}
			args = append(args, g)
		}
		return console.Say(r.says, args...)
	}
	return text
}
