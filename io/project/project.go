// Package project reads and writes plan files (.steward): the JSON form of a plan.Plan, with the releases that were made of it and a copy of the
// account that they spent from (Past). A plan file holds choices and public facts, never a record or a true count.
package project

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"steward/core/limits"
	"steward/core/message"
	"steward/core/plan"
	"steward/io/internal/disk"
)

// Load reads a plan file. It errors when the file is missing, is no plan, has a field that
// this program does not know, or was written by a newer version, saying where and what to
// do. It does not check the plan itself; plan.Compile does.
func Load(path string) (plan.Plan, error) {
	p, _, err := Read(path)
	return p, err
}

// Read is Load, and returns what the project remembers.
func Read(path string) (plan.Plan, Past, error) {
	c, _, err := load(disk.OS, path)
	return c.Plan, c.Past, err
}

// load also returns what the file holds.
func load(d disk.Disk, path string) (content, []byte, error) {
	f, err := d.OpenFile(path, os.O_RDONLY, 0)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return content{}, nil, message.Errorf("there is no plan file %s: check the name", path)
	case err != nil:
		return content{}, nil, message.Errorf("the plan file cannot be opened: %w", disk.InWords(err))
	}
	defer f.Close()
	data, err := disk.ReadAll(f, limits.MaxProjectBytes)
	if err != nil {
		return content{}, nil, message.Errorf("the plan file cannot be read: %w", disk.InWords(err))
	}
	c, err := parse(data)
	if err != nil {
		return content{}, nil, message.Errorf("%s: %w", path, err)
	}
	c.Past = c.in(filepath.Dir(path))
	return c, data, nil
}

func parse(data []byte) (content, error) {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	var head struct {
		Version int `json:"version"`
	}
	if err := json.Unmarshal(data, &head); err == nil && head.Version > plan.Version {
		return content{}, message.Errorf("the plan was written by a newer version of Steward (format %d, this program knows %d): update Steward", head.Version, plan.Version)
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	var c content
	if err := d.Decode(&c); err != nil {
		return content{}, fault(data, err)
	}
	if offset, message, ok := ambiguous(data); !ok {
		return content{}, at(data, offset, message)
	}
	if rest := bytes.TrimLeft(data[d.InputOffset():], " \t\r\n"); len(rest) > 0 {
		return content{}, at(data, len(data)-len(rest), message.Sprintf("there is something after the end of the plan: remove it"))
	}
	if i := firstBroken(data); i >= 0 {
		return content{}, at(data, i, message.Sprintf("there is a broken character: save the file as UTF-8"))
	}
	if c.Version >= 1 { // what is kept in memory is written in the form of this program
		c.Version = plan.Version
	}
	return c, nil
}

// Save writes a plan file whole, or leaves an earlier one as it was.
func Save(path string, p plan.Plan) error {
	_, err := write(disk.OS, path, content{Plan: p})
	return err
}

func encode(c content) ([]byte, error) {
	data, err := json.MarshalIndent(c, "", "  ")
	if err != nil {
		return nil, message.Errorf("the plan cannot be written: %w", err)
	}
	return append(data, '\n'), nil
}
