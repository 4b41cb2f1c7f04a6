package main

import (
	"debug/buildinfo"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"strings"
)

// The parts of a CycloneDX 1.5 bill of materials that are written.
type (
	bill struct {
		Format     string      `json:"bomFormat"`
		Spec       string      `json:"specVersion"`
		Version    int         `json:"version"`
		Metadata   metadata    `json:"metadata"`
		Components []component `json:"components"`
	}
	metadata struct {
		Component component `json:"component"`
	}
	component struct {
		Type       string     `json:"type"`
		Ref        string     `json:"bom-ref"`
		Name       string     `json:"name"`
		Version    string     `json:"version"`
		Hashes     []hash     `json:"hashes,omitempty"`
		Licences   []choice   `json:"licenses,omitempty"`
		PURL       string     `json:"purl,omitempty"`
		Properties []property `json:"properties,omitempty"`
	}
	hash struct {
		Algorithm string `json:"alg"`
		Content   string `json:"content"`
	}
	choice struct {
		Licence named `json:"license"`
	}
	named struct {
		ID   string `json:"id,omitempty"`
		Name string `json:"name,omitempty"`
	}
	property struct {
		Name  string `json:"name"`
		Value string `json:"value"`
	}
)

// writeBill writes the bill of materials of a program.
func writeBill(w io.Writer, info *buildinfo.BuildInfo, version string, modules []module) error {
	program := component{Type: "application", Ref: "steward", Name: "Steward", Version: version,
		Licences: []choice{{named{ID: "Apache-2.0"}}}}
	for _, s := range info.Settings {
		switch s.Key {
		case "GOOS", "GOARCH", "CGO_ENABLED", "-tags":
			program.Properties = append(program.Properties, property{"build:" + s.Key, s.Value})
		}
	}
	b := bill{Format: "CycloneDX", Spec: "1.5", Version: 1, Metadata: metadata{program}, Components: []component{}}
	for _, m := range modules {
		purl := "pkg:golang/" + m.Path + "@" + m.Version
		if m.Debian {
			purl = "pkg:deb/debian/" + m.Path + "@" + url.QueryEscape(m.Version)
		}
		c := component{Type: "library", Ref: purl, Name: m.Path, Version: m.Version, PURL: purl}
		if m.Sum != "" {
			sum, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(m.Sum, "h1:"))
			if err != nil {
				return fmt.Errorf("the sum of %s: %w", m.Path, err)
			}
			c.Hashes = []hash{{"SHA-256", hex.EncodeToString(sum)}}
		}
		seen := map[string]bool{}
		for _, l := range m.Licences {
			n := named{ID: l.SPDX}
			if l.SPDX == "" {
				n = named{Name: l.File}
			}
			if key := n.ID + n.Name; !seen[key] {
				seen[key] = true
				c.Licences = append(c.Licences, choice{n})
			}
		}
		b.Components = append(b.Components, c)
	}
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	out.SetIndent("", "  ")
	return out.Encode(b)
}
