package session

import (
	"context"
	"path/filepath"
	"strings"

	"steward/core/guide"
	"steward/core/plan"
	"steward/io/sheet"
)

// File is the spreadsheet as the window shows it: for the steward's eyes only, never saved.
type File struct {
	Path, Name string
	Sheets     []sheet.SheetInfo
	Header     []string
	HeaderRow  int
	// FirstRows are the first records as they are read, FirstNumbers their row numbers.
	FirstRows    [][]string
	FirstNumbers []int
	Found        *sheet.Inspection
}

// firstRows is how many records are shown.
const firstRows = 100

// File returns the opened spreadsheet, or nil.
func (s *Session) File() *File { return s.file }

// OpenFile reads the spreadsheet at path as d says and shows what is in it. A plan without
// columns takes the file's name as the name of the data set.
func (s *Session) OpenFile(path string, d plan.Data) {
	var f *File
	s.run(guide.Data, "Reading "+filepath.Base(path), func(ctx context.Context, progress func(string, float64)) error {
		var err error
		f, err = readFile(ctx, path, d, progress)
		return err
	}, func(err error) {
		if err != nil {
			return
		}
		s.file = f
		s.Edit(func(p *plan.Plan) {
			reviewed := p.Data.Reviewed
			p.Data = d
			p.Data.File, p.Data.HeaderRow = f.Name, f.HeaderRow
			p.Data.Reviewed = reviewed
			if p.DataSet == "" {
				p.DataSet = strings.TrimSuffix(f.Name, filepath.Ext(f.Name))
			}
			if p.Title == "" {
				p.Title = p.DataSet
			}
		})
	})
}

func readFile(ctx context.Context, path string, d plan.Data, progress func(string, float64)) (*File, error) {
	data, err := OpenData(ctx, path, d)
	if err != nil {
		return nil, err
	}
	defer data.Close()
	f := &File{Path: path, Name: filepath.Base(path), Sheets: data.file.Sheets(), Header: data.Header(), HeaderRow: data.HeaderRow()}
	for row, err := range data.Rows(ctx) {
		if err != nil {
			return nil, err
		}
		texts := make([]string, len(row.Cells))
		for i, c := range row.Cells {
			texts[i] = c.Text
		}
		f.FirstRows, f.FirstNumbers = append(f.FirstRows, texts), append(f.FirstNumbers, row.Number)
		if len(f.FirstRows) == firstRows {
			break
		}
	}
	f.Found, err = sheet.Inspect(ctx, data, sheet.InspectOptions{Progress: func(rows int) {
		progress("Reading "+f.Name, 0)
	}})
	return f, err
}

// Column returns what was found in a column of the file, if it is open and has it.
func (f *File) Column(name string) (sheet.Column, bool) {
	if f != nil && f.Found != nil {
		for _, c := range f.Found.Columns {
			if c.Name == name {
				return c, true
			}
		}
	}
	return sheet.Column{}, false
}
