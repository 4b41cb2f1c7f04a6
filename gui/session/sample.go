package session

import (
	"os"

	"steward/assets"
	"steward/core/guide"
	"steward/io/project"
	"steward/io/sample"
)

// OpenSample writes the sample to a new temporary folder and opens its workbook with its
// plan. The sample is made-up data, so nothing private is written.
func (s *Session) OpenSample() { s.openMade(sample.Write) }

// OpenExample does the same with a worked example.
func (s *Session) OpenExample(e assets.WorkedExample) {
	s.openMade(func(dir string) (sample.Files, error) { return sample.WriteExample(dir, e) })
}

func (s *Session) openMade(write func(dir string) (sample.Files, error)) {
	if s.job != nil {
		return
	}
	dir, err := os.MkdirTemp("", "steward-sample-*")
	if err != nil {
		s.Fail(guide.Data, err)
		return
	}
	made, err := write(dir)
	if err != nil {
		s.Fail(guide.Data, err)
		return
	}
	p, err := project.Load(made.Project)
	if err != nil {
		s.Fail(guide.Data, err)
		return
	}
	s.begin(project.Past{})
	p.Language = emptyPlan().Language // its files are for whoever tries it
	s.set(p)
	s.Data.OpenFile(made.Data, p.Data)
}
