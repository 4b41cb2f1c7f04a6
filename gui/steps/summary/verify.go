package summary

import (
	"path/filepath"
	"strings"

	"steward/gui/steps/page"
	"steward/gui/theme"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/input"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/notices"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// verifyCard asks whether the files of a release belong together, and shows what was found.
type verifyCard struct {
	page.Surroundings
	content  *layouts.Card
	of       *prose.Text
	findings *notices.Findings
	bad      *prose.Text
	when     *prose.Text
	again    *forms.Button
	old      *forms.Button
}

func newVerifyCard(s page.Surroundings) *verifyCard {
	c := &verifyCard{Surroundings: s, findings: notices.NewFindings()}
	c.findings.Compact = true
	c.of, c.bad, c.when = prose.Small(""), prose.Small(""), prose.Caption("")
	c.bad.SetColor(theme.Danger)
	c.again = forms.NewMainButton(words.T("Verify again"), func() {
		if f := s.Session.Release.Finished(); f != nil && f.Record() != "" {
			s.Session.Summary.Verify(f.Record())
		}
	})
	c.old = forms.NewButton(words.T("Verify an old one…"), func() {
		s.OpenRecord(s.Session.Summary.Verify)
	})
	c.content = layouts.NewTitledCard(words.T("Do the files belong together?"), nil,
		layouts.Column(6, c.of, c.findings, c.bad, c.when, layouts.Inline(layouts.Gap, c.again, c.old)))
	return c
}

// update shows the last verification.
func (c *verifyCard) update() {
	done, v, job := c.Session.Release.Finished(), c.Session.Summary.Verified(), c.Session.Running()
	paint.Show(c.again, done != nil && done.Record() != "")
	for _, b := range []*forms.Button{c.again, c.old} {
		input.Enable(b, job == nil)
	}
	paint.Show(c.findings, v != nil && v.Err == nil)
	paint.Show(c.bad, v != nil && !v.OK())
	paint.Show(c.when, v != nil)
	paint.Show(c.of, v == nil || !v.Own)
	switch {
	case v == nil && job != nil:
		c.of.SetText(job.What + "…")
		return
	case v == nil:
		c.of.SetText(words.T("Choose the record (.json) of a release. Its files are compared with it, and every error and noise scale is recomputed."))
		return
	}
	c.of.Set(prose.Phrased(words.Marked(words.T("The release of %s", words.AsName(filepath.Base(v.Record)))))...)
	c.when.SetText(words.T("Checked at %s", words.Clock(v.At)))
	if v.Err != nil {
		c.bad.SetText(words.SentenceOf(v.Err))
		return
	}
	var list []notices.Finding
	var said []string
	if comes := v.Comes(); comes != "" {
		said = append(said, comes)
	}
	for _, part := range v.Parts() {
		f := notices.Finding{Kind: notices.Good, Title: part.Name, Note: part.Good}
		switch {
		case len(part.Bad) > 0:
			f.Kind, f.Note = notices.Danger, words.T("does not agree")
			said = append(said, part.Bad...)
		case len(part.Withdrawn) > 0:
			f.Kind, f.Note = notices.Danger, words.T("withdrawn: its numbers are not to be used")
			said = append(said, part.Withdrawn...)
		case len(part.Again) > 0:
			f.Kind, f.Note = notices.Caution, words.T("saved again, shows the same")
			said = append(said, part.Again[0])
		case len(part.NotChecked) > 0:
			f.Kind, f.Note = notices.Caution, words.T("not all could be checked")
			said = append(said, part.NotChecked[0])
		}
		list = append(list, f)
	}
	paint.Show(c.bad, len(said) > 0)
	c.bad.SetColor(theme.Danger)
	if v.OK() {
		c.bad.SetColor(theme.Caution) // what could not be checked
	}
	c.findings.Set(list...)
	const most = 5
	if more := len(said) - most; more > 0 {
		said = append(said[:most], words.T("And %d more.", more))
	}
	c.bad.SetText(strings.Join(said, " "))
}
