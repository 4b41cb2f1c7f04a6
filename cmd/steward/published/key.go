// Package published has the subcommands for what is published: they verify, withdraw and sign the records of releases, and add their
// answers up.
package published

import (
	"steward/cmd/steward/console"
	"steward/io/publish"
	"steward/io/records"
	"steward/io/signature"
)

// Key is what is done with the key that signs records.
type Key struct {
	Show       showCmd       `cmd:"" default:"withargs" help:"Show the public key and its fingerprint. It is made when there is none. This is what steward key does without a command."`
	Export     exportCmd     `cmd:"" help:"Write the private key to a file, for keeping or for another computer."`
	Import     importCmd     `cmd:"" help:"Import the private key from a file."`
	Passphrase passphraseCmd `cmd:"" help:"Lock the key with a passphrase, or unlock it for good."`
	Sign       signCmd       `cmd:"" help:"Add your signature to those of a record."`
}

// shown shows the public half of a key.
func shown(c *console.Console, k signature.Key) error {
	return c.Answer(map[string]any{"fingerprint": k.Fingerprint(), "key": k.Line()}, "%s\n%s\n", k.Line(), k.Fingerprint())
}

type showCmd struct{}

func (showCmd) Run(c *console.Console) error {
	s, err := c.Signer()
	if err != nil {
		return err
	}
	return shown(c, s.Key)
}

type exportCmd struct {
	Out string `required:"" help:"The file to write. Whoever has it can sign in your name, unless the key is locked with a passphrase." type:"path" placeholder:"FILE"`
}

func (cmd exportCmd) Run(c *console.Console) error {
	return c.Key.Export(cmd.Out)
}

type importCmd struct {
	File string `arg:"" help:"The private key, in the form of OpenSSH." type:"path"`
}

func (cmd importCmd) Run(c *console.Console) error {
	s, err := c.Key.Import(cmd.File)
	if err != nil {
		return err
	}
	return shown(c, s.Key)
}

type passphraseCmd struct {
	File string `help:"File with the new passphrase in its first line. Without it the key is unlocked for good." type:"path" placeholder:"FILE"`
}

func (cmd passphraseCmd) Run(c *console.Console) error {
	word := ""
	if cmd.File != "" {
		var err error
		if word, err = records.PasswordIn(cmd.File); err != nil {
			return err
		}
	}
	s, err := c.Key.Lock(word)
	if err != nil {
		return err
	}
	return shown(c, s.Key)
}

type signCmd struct {
	Record string `arg:"" help:"The record of a release (.json)." type:"path"`
}

func (cmd signCmd) Run(c *console.Console) error {
	s, err := c.Signer()
	if err != nil {
		return err
	}
	path, err := publish.SignToo(s, cmd.Record)
	if err != nil {
		return err
	}
	return c.Answer(map[string]any{"file": path, "fingerprint": s.Fingerprint()}, "Wrote %s, the signature of the key %s.\n", path, s.Fingerprint())
}
