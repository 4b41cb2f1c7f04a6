package main

import (
	"cmp"
	"steward/core/message"

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

// signer returns what signs records.
func (c *console) signer() (*signature.Signer, error) {
	if c.key.Dir == "" {
		return nil, message.New("there is no settings folder for the key that signs records: name one with --keys")
	}
	return c.key.Own()
}

// trusted returns the keys that are trusted: the one that is named, and the own one.
func (c *console) trusted(named string) ([]signature.Trusted, error) {
	var out []signature.Trusted
	if named != "" {
		var err error
		if out, err = signature.Trust(named); err != nil {
			return nil, err
		}
	}
	if own, is := c.key.Public(); is {
		out = append(out, signature.Trusted{Fingerprint: own.Fingerprint()})
	}
	return out, nil
}

// shown shows the public half of a key.
func (c *console) shown(k signature.Key) error {
	if c.json {
		return c.emit(map[string]any{"fingerprint": k.Fingerprint(), "key": k.Line()})
	}
	c.printf("%s\n%s\n", k.Line(), k.Fingerprint())
	return nil
}

type keyShowCmd struct{}

func (keyShowCmd) Run(c *console) error {
	s, err := c.signer()
	if err != nil {
		return err
	}
	return c.shown(s.Key)
}

type keyExportCmd struct {
	Out string `required:"" help:"The file to write. Whoever has it can sign in your name, unless the key is locked with a passphrase." type:"path" placeholder:"FILE"`
}

func (cmd keyExportCmd) Run(c *console) error {
	return c.key.Export(cmd.Out)
}

type keyImportCmd struct {
	File string `arg:"" help:"The private key, in the form of OpenSSH." type:"path"`
}

func (cmd keyImportCmd) Run(c *console) error {
	s, err := c.key.Import(cmd.File)
	if err != nil {
		return err
	}
	return c.shown(s.Key)
}

type keyPassphraseCmd struct {
	File string `help:"File with the new passphrase in its first line. Without it the key is unlocked for good." type:"path" placeholder:"FILE"`
}

func (cmd keyPassphraseCmd) Run(c *console) error {
	word := ""
	if cmd.File != "" {
		var err error
		if word, err = records.PasswordIn(cmd.File); err != nil {
			return err
		}
	}
	s, err := c.key.Lock(word)
	if err != nil {
		return err
	}
	return c.shown(s.Key)
}

type keySignCmd struct {
	Record string `arg:"" help:"The record of a release (.json)." type:"path"`
}

func (cmd keySignCmd) Run(c *console) error {
	s, err := c.signer()
	if err != nil {
		return err
	}
	path, err := publish.SignToo(s, cmd.Record)
	if err != nil {
		return err
	}
	if c.json {
		return c.emit(map[string]any{"file": path, "fingerprint": s.Fingerprint()})
	}
	c.printf("Wrote %s, the signature of the key %s.\n", path, s.Fingerprint())
	return nil
}
