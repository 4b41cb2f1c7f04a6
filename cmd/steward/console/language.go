package console

import (
	"os"

	"github.com/jeandeaual/go-locale"

	"steward/gui/words"
	"steward/io/settings"
)

// AppID names the settings of the window.
const AppID = "org.steward.Steward"

// Spoken is the code of the language that whoever sits at this computer reads: the one chosen in the window, else the system's, else
// English.
func Spoken() string {
	if chosen := settings.Remembered(AppID, "language"); chosen != "" {
		return words.Of(chosen)
	}
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if v := os.Getenv(name); v != "" {
			return words.Of(v)
		}
	}
	if system, err := locale.GetLocale(); err == nil { // of macOS and Windows, which have no such variables
		return words.Of(system)
	}
	return words.English
}

// FilesLanguage is the language that a new plan proposes for the files of its release, as plans have it: that of whoever writes it.
func FilesLanguage() string {
	if code := Spoken(); code != words.English {
		return code
	}
	return ""
}
