package main

import (
	"archive/zip"
	"fmt"
	"slices"
)

// checkTypes returns what is wrong with how projects are declared.
func checkTypes(info map[string]any, files map[string]*zip.File) []string {
	var opened, declared []string
	var wrong []string
	for _, d := range dicts(info["CFBundleDocumentTypes"]) {
		opened = append(opened, texts(d["LSItemContentTypes"])...)
		if d["CFBundleTypeRole"] != "None" { // macOS would refuse aloud what the program does not take
			wrong = append(wrong, fmt.Sprintf("Info.plist: the program has the role %v for projects, expected None", d["CFBundleTypeRole"]))
		}
		if icon, _ := d["CFBundleTypeIconFile"].(string); files[top+"Resources/"+icon] == nil {
			wrong = append(wrong, fmt.Sprintf("Info.plist: the icon of projects, %q, is missing", icon))
		}
	}
	for _, d := range dicts(info["UTExportedTypeDeclarations"]) {
		tags, _ := d["UTTypeTagSpecification"].(map[string]any)
		if id, _ := d["UTTypeIdentifier"].(string); slices.Contains(texts(tags["public.filename-extension"]), "steward") {
			declared = append(declared, id)
		}
	}
	if len(opened) != 1 || !slices.Equal(opened, declared) {
		wrong = append(wrong, fmt.Sprintf("Info.plist: the program knows %q, and files that end in .steward are %q", opened, declared))
	}
	return wrong
}

func dicts(v any) []map[string]any {
	list, _ := v.([]any)
	var out []map[string]any
	for _, e := range list {
		d, _ := e.(map[string]any)
		out = append(out, d)
	}
	return out
}

func texts(v any) []string {
	list, _ := v.([]any)
	var out []string
	for _, e := range list {
		s, _ := e.(string)
		out = append(out, s)
	}
	return out
}
