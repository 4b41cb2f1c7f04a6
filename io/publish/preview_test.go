package publish_test

import (
	"bytes"
	"context"
	"image/color"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"steward/core/noise"
	"steward/core/seeded"
	"steward/io/ledger"
	"steward/io/publish"
	"steward/io/publish/publishtest"
	"steward/reports/page"
)

// said is a page of which only the words are kept.
type said string

func (s *said) Text(t page.Text)         { *s += said(t.Text) + "\n" }
func (*said) Fill(page.Path, color.RGBA) {}
func (*said) Stroke(page.Path, page.Pen) {}

// TestPreview sets the papers of plans of every kind with made-up numbers: without a file of data and without an entry in the ledger, the same ones every
// time, with as many people as are known, and a mark on every page.
func TestPreview(t *testing.T) {
	now, err := time.Parse(time.RFC3339, "2026-03-11T14:09:00Z")
	if err != nil {
		t.Fatal(err)
	}
	for name, j := range map[string]publish.Job{"every kind": publishtest.EveryKindJob(t), "a town": publishtest.TownJob(t)} {
		t.Run(name, func(t *testing.T) {
			book, err := ledger.Open(filepath.Join(t.TempDir(), "ledgers"), j.Plan.Plan.DataSet)
			if err != nil {
				t.Fatal(err)
			}
			var words string
			papers := func() (out [][]byte) {
				words = ""
				made, err := publish.NewPreview(context.Background(), j.Plan, book, 321, "Steward 1", func() noise.Fresh { return seeded.Named("preview") }, now)
				if err != nil {
					t.Fatal(err)
				}
				for _, p := range made.Papers() {
					var b bytes.Buffer
					if err := p.Write(&b); err != nil {
						t.Fatal(p.Suffix, err)
					}
					out = append(out, b.Bytes())
				}
				pages, err := made.Pages()
				if err != nil {
					t.Fatal(err)
				}
				for i := range pages.Pages {
					var on said
					pages.Pages[i].Draw(&on)
					words += string(on)
					if says := string(on); !strings.Contains(says, "Preview with made-up numbers") || strings.Contains(says, "Signature") {
						t.Errorf("page %d says %q", i+1, says)
					}
				}
				return out
			}
			first, again := papers(), papers()
			if len(first) != 2 || !slices.EqualFunc(first, again, bytes.Equal) {
				t.Errorf("%d papers, and others the second time", len(first))
			}
			// They say what the account says, whose files they do not touch.
			if list, err := ledger.In(filepath.Dir(book.Path())).List(); err != nil || len(list) != 0 {
				t.Errorf("%d ledgers were begun, error %v", len(list), err)
			}
			w := ledger.Words{Time: "2026-03-11T14:09:00Z", By: "A", Why: "Planned"}
			if _, err := book.Reserve(context.Background(), j.Plan.Spends().Epsilon(), "Next year", w); err != nil {
				t.Fatal(err)
			}
			if papers(); !strings.Contains(strings.Join(strings.Fields(words), " "), "set aside for later releases") {
				t.Errorf("the pages do not say what is set aside:\n%s", words)
			}
		})
	}
}
