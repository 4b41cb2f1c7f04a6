package releases

import (
	"steward/cmd/steward/console"
	"steward/core/message"
	"steward/gui/words"
	"steward/io/publish"
)

// Finish finishes releases that were interrupted.
type Finish struct {
	DataSet string `arg:"" optional:"" help:"Finish only the releases of this data set." placeholder:"NAME"`
	Out     string `help:"A folder other than the one that was chosen for the release." type:"path" placeholder:"DIR"`
	Forget  bool   `help:"Drop the numbers instead. What was spent stays spent."`
}

// Help says when there is something to finish.
func (Finish) Help() string {
	return words.Text(`When the computer stops, or the disk is full, after the budget of a release is spent, its numbers
are kept, and its files are written later: the same numbers, with nothing spent twice. Where the computer stopped
before the numbers were drawn and kept, there are none, and what was spent stays spent: this is said once.`)
}

func (cmd Finish) Run(c *console.Console) error {
	list, err := interrupted(c)
	if err != nil {
		return err
	}
	results, count := []finishedRelease{}, 0
	for _, i := range list {
		if cmd.DataSet != "" && i.DataSet != cmd.DataSet {
			continue
		}
		if count++; count > 1 && cmd.Out != "" {
			return message.New("several releases were interrupted: name the data set, or leave out --out")
		}
		done, err := cmd.one(c, i)
		if err != nil {
			return err
		}
		results = append(results, done)
	}
	if c.JSON {
		return c.Emit(results)
	}
	if count == 0 {
		c.Sayf("No release was interrupted.\n")
	}
	return nil
}

// finishedRelease is what became of an interrupted release, for programs.
type finishedRelease struct {
	DataSet string   `json:"dataSet"`
	Title   string   `json:"title"`
	Spent   string   `json:"spent"`
	Kept    bool     `json:"kept"`
	Digest  string   `json:"digest,omitempty"`
	Files   []string `json:"files,omitempty"`
}

// one finishes a release, or says that it cannot be.
func (cmd Finish) one(c *console.Console, i publish.Interrupted) (finishedRelease, error) {
	out := finishedRelease{DataSet: i.DataSet, Title: i.Title, Spent: i.Spent, Kept: i.Kept}
	if cmd.Forget || !i.Kept {
		says := i.Lost()
		if i.Kept {
			says = i.Dropped()
		}
		if !c.JSON {
			c.Sayf("%s\n", says)
		}
		return out, i.Forget()
	}
	done, err := i.Finish(c.Ctx, cmd.Out, c.Now(), c.Signer)
	if err != nil {
		return out, message.Errorf("the release %q of %q is not finished: %w", i.Title, i.DataSet, err)
	}
	unremembered(c, i.RememberIn(c.Ctx, done))
	out.Digest, out.Files = done.Release.Digest, done.Files
	if c.JSON {
		return out, nil
	}
	c.Sayf("%s\n", i.Completed())
	return out, c.Files(done.Files)
}

// interrupted returns the releases that were interrupted.
func interrupted(c *console.Console) ([]publish.Interrupted, error) {
	dir, err := c.LedgerDir()
	if err != nil {
		return nil, err
	}
	return publish.InterruptedAt(dir)
}

// finishFirst finishes a release of the same title that was interrupted, instead of having its budget spent again, and reports
// whether there was one. It tells of others.
func finishFirst(c *console.Console, dataSet, title string) (finished bool, err error) {
	list, err := interrupted(c)
	if err != nil {
		return false, err
	}
	for _, i := range list {
		switch {
		case i.DataSet != dataSet || i.Title != title:
			c.Complain("steward: %s\n", i.Waiting())
		case i.Kept:
			out, err := Finish{}.one(c, i)
			if err != nil {
				return false, err
			}
			if c.JSON {
				return true, c.Emit(out)
			}
			c.Sayf("This is the release that was asked for again: it has been finished, and nothing more was spent. To spend again and get different numbers, run the command once more.\n")
			return true, nil
		default:
			c.Complain("steward: %s\n", i.Lost())
			if err := i.Forget(); err != nil {
				return false, err
			}
		}
	}
	return false, nil
}
