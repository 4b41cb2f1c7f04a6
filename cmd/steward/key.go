package main

import (
	"cmp"

	"steward/cmd/steward/console"
	"steward/io/publish"
	"steward/io/records"
	"steward/io/signature"
)

// keyCmd is what is done with the key that signs records.
type keyCmd struct {
	Show       keyShowCmd       `cmd:"" default:"withargs" help:"Show the public key and its fingerprint. It is made when there is none. This is what steward key does without a command."`
	Export     keyExportCmd     `cmd:"" help:"Write the private key to a file, for keeping or for another computer."`
	Import     keyImportCmd     `cmd:"" help:"Import the private key from a file."`
	Passphrase keyPassphraseCmd `cmd:"" help:"Lock the key with a passphrase, or unlock it for good."`
	Sign       keySignCmd       `cmd:"" help:"Add your signature to those of a record."`
}

// keepOf is a key in another folder, if one is named, with what asks for its passphrase.
func keepOf(k signature.Keep, dir string, passphrase func(again bool) (string, bool)) signature.Keep {
	k.Dir, k.Passphrase = cmp.Or(dir, k.Dir), passphrase
	return k
}

// shown shows the public half of a key.
func shown(c *console.Console, k signature.Key) error {
	if c.JSON {
		return c.Emit(map[string]any{"fingerprint": k.Fingerprint(), "key": k.Line()})
	}
	c.Sayf("%s\n%s\n", k.Line(), k.Fingerprint())
	return nil
}

type keyShowCmd struct{}

func (keyShowCmd) Run(c *console.Console) error {
	s, err := c.Signer()
	if err != nil {
		return err
	}
	return shown(c, s.Key)
}

type keyExportCmd struct {
	Out string `required:"" help:"The file to write. Whoever has it can sign in your name, unless the key is locked with a passphrase." type:"path" placeholder:"FILE"`
}

func (cmd keyExportCmd) Run(c *console.Console) error {
	return c.Key.Export(cmd.Out)
}

type keyImportCmd struct {
	File string `arg:"" help:"The private key, in the form of OpenSSH." type:"path"`
}

func (cmd keyImportCmd) Run(c *console.Console) error {
	s, err := c.Key.Import(cmd.File)
	if err != nil {
		return err
	}
	return shown(c, s.Key)
}

type keyPassphraseCmd struct {
	File string `help:"File with the new passphrase in its first line. Without it the key is unlocked for good." type:"path" placeholder:"FILE"`
}

func (cmd keyPassphraseCmd) Run(c *console.Console) error {
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

type keySignCmd struct {
	Record string `arg:"" help:"The record of a release (.json)." type:"path"`
}

func (cmd keySignCmd) Run(c *console.Console) error {
	s, err := c.Signer()
	if err != nil {
		return err
	}
	path, err := publish.SignToo(s, cmd.Record)
	if err != nil {
		return err
	}
	if c.JSON {
		return c.Emit(map[string]any{"file": path, "fingerprint": s.Fingerprint()})
	}
	c.Sayf("Wrote %s, the signature of the key %s.\n", path, s.Fingerprint())
	return nil
}
