package container

import (
	"encoding/binary"
	"io"
	"unicode/utf16"

	"steward/core/limits"
	"steward/core/message"
	"steward/io/sheet/grid"
)

// CompoundMagic begins files in the compound format: workbooks of before 2007, and workbooks of
// today when they are encrypted ([MS-CFB] 2.2, [MS-OFFCRYPTO] 2.3).
const CompoundMagic = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"

// Compound is a compound file, of which only the streams at hand are read, and nothing that is longer than the file. That is why it is read here:
// github.com/richardlehane/mscfb (1.0.7) makes room for as many sectors as a header claims, a gigabyte for a file of 1,536 bytes.
type Compound struct {
	Source  grid.Source
	shift   uint
	table   []uint32 // what follows each sector
	small   []uint32 // what follows each small sector
	entries []compoundEntry
	cutoff  uint64 // streams shorter than this lie in small sectors
}

// compoundEntry is a stream, or the root, which holds the small sectors.
type compoundEntry struct {
	name  string
	kind  byte
	start uint32
	size  uint64
}

const (
	endOfChain  = 0xfffffffe
	freeSector  = 0xffffffff
	smallShift  = 6
	rootEntry   = 5
	streamEntry = 2
)

var errCompound = message.New("its sectors do not follow each other as they should")

// OpenCompound reads the directory.
func OpenCompound(s grid.Source) (*Compound, error) {
	c, err := readCompound(s)
	if err != nil {
		return nil, grid.NewFault(s.Name, "this is a workbook of an old format (.xls), or one that is protected with a password, and it is damaged (%v)", err).Because(err).WithRemedy(grid.SaveAs)
	}
	return c, nil
}

func readCompound(s grid.Source) (*Compound, error) {
	head := make([]byte, 512)
	if _, err := s.ReadAt(head, 0); err != nil {
		return nil, err
	}
	c := &Compound{Source: s, shift: uint(binary.LittleEndian.Uint16(head[0x1e:])), cutoff: uint64(binary.LittleEndian.Uint32(head[0x38:]))}
	if c.shift != 9 && c.shift != 12 {
		return nil, message.Errorf("it has sectors of 2^%d bytes", c.shift)
	}
	if err := c.readTable(head); err != nil {
		return nil, err
	}
	directory, err := c.chain(binary.LittleEndian.Uint32(head[0x30:]), limits.MaxStreams<<7)
	if err != nil {
		return nil, err
	}
	for ; len(directory) >= 128; directory = directory[128:] {
		e := directory[:128]
		kind, length := e[0x42], int(binary.LittleEndian.Uint16(e[0x40:]))
		if kind != streamEntry && kind != rootEntry || length < 2 || length > 64 {
			continue
		}
		units := make([]uint16, length/2-1)
		for i := range units {
			units[i] = binary.LittleEndian.Uint16(e[2*i:])
		}
		size := binary.LittleEndian.Uint64(e[0x78:])
		if c.shift == 9 {
			size &= 0xffffffff // the upper half need not be clear
		}
		c.entries = append(c.entries, compoundEntry{string(utf16.Decode(units)), kind, binary.LittleEndian.Uint32(e[0x74:]), size})
	}
	small, err := c.chain(binary.LittleEndian.Uint32(head[0x3c:]), s.Size)
	if err != nil {
		return nil, err
	}
	c.small = sectors(small)
	return c, nil
}

// readTable reads which sector follows which.
func (c *Compound) readTable(head []byte) error {
	most := c.Source.Size>>c.shift + 1
	places := sectors(head[0x4c:])
	next := binary.LittleEndian.Uint32(head[0x44:])
	for n := int64(0); next < endOfChain; n++ {
		if n > most {
			return errCompound
		}
		b, err := c.sector(next)
		if err != nil {
			return err
		}
		more := sectors(b)
		places = append(places, more[:len(more)-1]...)
		next = more[len(more)-1]
	}
	for _, p := range places {
		if p >= endOfChain {
			continue
		}
		if int64(len(c.table))<<2 > c.Source.Size {
			return errCompound
		}
		b, err := c.sector(p)
		if err != nil {
			return err
		}
		c.table = append(c.table, sectors(b)...)
	}
	return nil
}

func sectors(b []byte) []uint32 {
	out := make([]uint32, len(b)/4)
	for i := range out {
		out[i] = binary.LittleEndian.Uint32(b[4*i:])
	}
	return out
}

// sector reads a sector. The last one of a file may be short.
func (c *Compound) sector(n uint32) ([]byte, error) {
	b := make([]byte, 1<<c.shift)
	k, err := c.Source.ReadAt(b, (int64(n)+1)<<c.shift)
	if err == io.EOF && k > 0 {
		err = nil
	}
	if err == io.EOF {
		err = message.New("it ends too early")
	}
	return b, err
}

// chain reads sectors one after the other, up to so many bytes.
func (c *Compound) chain(start uint32, most int64) ([]byte, error) {
	var out []byte
	for n := start; n < endOfChain; n = c.table[n] {
		if int(n) >= len(c.table) || int64(len(out)) > min(most, c.Source.Size) {
			return nil, errCompound
		}
		b, err := c.sector(n)
		if err != nil {
			return nil, err
		}
		out = append(out, b...)
	}
	return out, nil
}

// Has reports whether there is a stream of one of the names.
func (c *Compound) Has(names ...string) bool {
	for _, n := range names {
		if _, ok := c.find(n); ok {
			return true
		}
	}
	return false
}

func (c *Compound) find(name string) (compoundEntry, bool) {
	for _, e := range c.entries {
		if e.name == name && e.kind == streamEntry {
			return e, true
		}
	}
	return compoundEntry{}, false
}

// Stream reads a stream.
func (c *Compound) Stream(name string) ([]byte, error) {
	e, ok := c.find(name)
	if !ok {
		return nil, message.Errorf("it has no part %s", name)
	}
	if e.size > uint64(c.Source.Size) {
		return nil, errCompound
	}
	if e.size >= c.cutoff {
		b, err := c.chain(e.start, c.Source.Size)
		if err == nil && uint64(len(b)) < e.size {
			err = errCompound
		}
		if err != nil {
			return nil, err
		}
		return b[:e.size], nil
	}
	var root compoundEntry
	for _, r := range c.entries {
		if r.kind == rootEntry {
			root = r
		}
	}
	all, err := c.chain(root.start, c.Source.Size)
	if err != nil {
		return nil, err
	}
	var out []byte
	for n := e.start; n < endOfChain && uint64(len(out)) < e.size; n = c.small[n] {
		at := int(n) << smallShift
		if int(n) >= len(c.small) || at+1<<smallShift > len(all) {
			return nil, errCompound
		}
		out = append(out, all[at:at+1<<smallShift]...)
	}
	if uint64(len(out)) < e.size {
		return nil, errCompound
	}
	return out[:e.size], nil
}
