package shown

import (
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"

	"steward/core/message"
)

// node is an element of a small part.
type node struct {
	name  string // the local one; with a question mark where its name space is none of the format's
	attrs []attr
	text  string // all characters in it, without those of its kids
	kids  []*node
}

type attr struct{ name, value string }

// ours are how name spaces of the format begin.
var ours = []string{"http://schemas.openxmlformats.org/", "http://purl.oclc.org/ooxml/", "http://purl.org/dc/"}

// parse reads a part.
func parse(r io.Reader) (*node, error) {
	d := xml.NewDecoder(r)
	d.CharsetReader = func(charset string, _ io.Reader) (io.Reader, error) {
		return nil, message.Errorf("it is in the encoding %q, but UTF-8 is expected", charset)
	}
	var root *node
	var open []*node
	for {
		t, err := d.Token()
		switch {
		case err == io.EOF && root != nil:
			return root, nil
		case err == io.EOF:
			return nil, io.ErrUnexpectedEOF
		case err != nil:
			return nil, err
		}
		switch t := t.(type) {
		case xml.Directive:
			return nil, message.Errorf("it has a document type")
		case xml.StartElement:
			n := &node{name: t.Name.Local}
			if !slices.ContainsFunc(ours, func(s string) bool { return strings.HasPrefix(t.Name.Space, s) }) {
				n.name = "?" + n.name
			}
			for _, a := range t.Attr {
				if a.Name.Space != "xmlns" && a.Name.Local != "xmlns" {
					n.attrs = append(n.attrs, attr{a.Name.Local, a.Value})
				}
			}
			switch {
			case len(open) > 0:
				open[len(open)-1].kids = append(open[len(open)-1].kids, n)
			case root != nil:
				return nil, message.Errorf("there is something after its end")
			default:
				root = n
			}
			open = append(open, n)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			if len(open) > 0 {
				open[len(open)-1].text += string(t)
			}
		}
	}
}

// attr returns an attribute, "" for one that is not there.
func (n *node) attr(name string) string {
	if n != nil {
		for _, a := range n.attrs {
			if a.name == name {
				return a.value
			}
		}
	}
	return ""
}

// kid returns the first kid of a name, nil for none.
func (n *node) kid(name string) *node {
	if n != nil {
		for _, k := range n.kids {
			if k.name == name {
				return k
			}
		}
	}
	return nil
}

// written writes an element out with all that is in it.
func (n *node) written() string {
	var b strings.Builder
	b.WriteString(n.name)
	for _, a := range n.attrs {
		fmt.Fprintf(&b, " %s=%s", a.name, plainTruth(a.value))
	}
	if text := strings.TrimSpace(n.text); text != "" {
		fmt.Fprintf(&b, " %q", text)
	}
	for _, k := range n.kids {
		fmt.Fprintf(&b, " (%s)", k.written())
	}
	return b.String()
}

// plainTruth writes true and false as the format does more often.
func plainTruth(s string) string {
	switch s {
	case "true":
		return "1"
	case "false":
		return "0"
	}
	return s
}

func isTrue(s string) bool { return plainTruth(s) == "1" }

// effects returns what attributes do that has an effect: all but those that are free, and those with the value that
// they have where they are not written. Known are names, each with its usual value behind an equals sign where another is not free.
func effects(known string, attrs []attr) (out []string) {
	fields := strings.Fields(known)
	for _, a := range attrs {
		if !slices.Contains(fields, a.name) && !slices.Contains(fields, a.name+"="+plainTruth(a.value)) {
			out = append(out, a.name+"="+plainTruth(a.value))
		}
	}
	return out
}
