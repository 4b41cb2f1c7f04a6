package session

import (
	"context"

	"steward/core/guide"
)

// Job is work in the background that shows its progress and can be cancelled. There is at
// most one at a time.
type Job struct {
	Step   guide.Step
	What   string  // what is being done, for the progress line
	Done   float64 // 0 to 1, or 0 when it cannot be told
	cancel context.CancelFunc
}

// Cancel stops the job as soon as it can stop.
func (j *Job) Cancel() { j.cancel() }

// Running returns the job under way, or nil.
func (s *Session) Running() *Job { return s.job }

// run starts work in the background. work must not touch the session; finish is called with
// its error where the window may be changed. It does nothing while another job runs.
func (s *Session) run(step guide.Step, what string, work func(ctx context.Context, progress func(what string, done float64)) error, finish func(error)) bool {
	if s.job != nil {
		return false
	}
	ctx, cancel := context.WithCancel(s.Data.WithPasswords(s.background()))
	job := &Job{Step: step, What: what, cancel: cancel}
	s.job = job
	s.changed()
	progress := func(what string, done float64) {
		s.around.Dispatch(func() {
			if s.job == job {
				job.What, job.Done = what, done
				s.changed()
			}
		})
	}
	s.around.Go(func() {
		err := work(ctx, progress)
		s.around.Dispatch(func() {
			cancel()
			s.job = nil
			finish(err)
			if err != nil {
				s.Fail(step, err)
			}
			s.changed()
		})
	})
	return true
}
