package main

import "strings"

// marks are phrases that only one licence has, in the order in which they are looked for: a
// text with an earlier one is not taken for a later one.
var marks = []struct {
	spdx    string
	phrases []string
}{
	{"Apache-2.0", []string{"apache license", "version 2.0, january 2004"}},
	{"MPL-2.0", []string{"mozilla public license version 2.0"}},
	{"OFL-1.1", []string{"sil open font license version 1.1"}},
	{"FTL", []string{"the freetype project license"}},
	{"CC-BY-4.0", []string{"creative commons attribution 4.0 international"}},
	{"Bitstream-Vera", []string{"bitstream vera fonts copyright", "permission is hereby granted, free of charge, to any person obtaining a copy of the fonts"}},
	{"BSD-3-Clause", []string{"redistribution and use in source and binary forms", "neither the name"}},
	{"BSD-2-Clause", []string{"redistribution and use in source and binary forms"}},
	{"ISC", []string{"permission to use, copy, modify, and/or distribute this software for any purpose with or without fee"}},
	{"MIT", []string{"permission is hereby granted, free of charge, to any person obtaining a copy"}},
	{"Unlicense", []string{"this is free and unencumbered software released into the public domain"}},
	{"Zlib", []string{"this software is provided 'as-is', without any express or implied warranty"}},
}

// identify returns the SPDX identifier of a common licence's text, or "".
func identify(text []byte) string {
	words := strings.ToLower(strings.Join(strings.Fields(string(text)), " "))
next:
	for _, m := range marks {
		for _, phrase := range m.phrases {
			if !strings.Contains(words, phrase) {
				continue next
			}
		}
		return m.spdx
	}
	return ""
}
