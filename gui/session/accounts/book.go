// Package accounts is what the page of an account shows and does: everything that was ever told about some people, what all of
// it tells together, what is allowed and set aside, and what can be noted in the ledger. It imports no Fyne.
package accounts

import (
	"context"
	"io"
	"iter"
	"path/filepath"
	"strings"
	"time"

	"steward/core/account"
	"steward/core/domain"
	"steward/core/plan"
	"steward/gui/session/balance"
	"steward/gui/session/current"
	"steward/gui/words"
	"steward/io/familiar"
	"steward/io/ledger"
	"steward/io/publish"
	"steward/io/wholefile"
	"steward/io/witness"
)

// Project is what the page sees of the project that is open.
type Project interface {
	current.Plan
	current.Files
	current.Accounts
	current.Work
	Column(name string) (*domain.Attribute, bool)
	// History returns the plans that undoing and redoing goes to.
	History() iter.Seq[plan.Plan]
}

// Book is the account of the people whom the open project is about.
type Book struct {
	of      Project
	balance *balance.Keeper
	near    nearby
	// located are folders in which the person said that files of releases are.
	located []string
	said    map[debit][]string // what may be learnt exactly, in the language in use
}

// New returns the account of a project, as it is kept.
func New(of Project, kept *balance.Keeper) *Book {
	return &Book{of: of, balance: kept, said: make(map[debit][]string)}
}

// Respeak has what may be learnt said again, in the language that is in use now.
func (b *Book) Respeak() { clear(b.said) }

// Words are who notes something, and why.
type Words struct{ By, Why string }

// note has the ledger of a data set note something in the background, and says how that went.
func (b *Book) note(dataSet string, w Words, needsWhy bool, do func(context.Context, *ledger.Ledger, ledger.Words) error, done func(error)) {
	w.By, w.Why = strings.TrimSpace(w.By), strings.TrimSpace(w.Why)
	switch {
	case needsWhy && w.Why == "":
		done(words.Errorf("say why: whoever reads the account later will want to know"))
		return
	case w.By != "":
		b.balance.SetBy(w.By)
	}
	said := ledger.Words{Time: b.of.Now().Format(time.RFC3339), By: w.By, Why: w.Why}
	b.away(func(ctx context.Context, folder *ledger.Folder) error {
		l, err := folder.Open(dataSet)
		if err != nil {
			return err
		}
		return do(ctx, l, said)
	}, done)
}

// away does something with the folder of the ledgers in the background, and has the account read again.
func (b *Book) away(do func(context.Context, *ledger.Folder) error, done func(error)) {
	folder := ledger.In(b.of.LedgerDir())
	var err error
	// What was asked for is noted even if another project is opened meanwhile.
	b.of.Background(func(ctx context.Context) { err = do(context.WithoutCancel(ctx), folder) }, func() {
		b.balance.Refresh()
		b.Seek()
		done(err)
	})
}

// Reserve sets a part of the budget aside for releases of a title.
func (b *Book) Reserve(sum, title string, w Words, done func(error)) {
	e, err := account.ParseEpsilon(words.Typed(sum))
	if err != nil {
		done(words.Errorf("“%s” cannot be set aside: type a number above zero, such as 0.5", sum))
		return
	}
	b.note(b.of.Plan().DataSet, w, false, func(ctx context.Context, l *ledger.Ledger, said ledger.Words) error {
		_, err := l.Reserve(ctx, e, strings.TrimSpace(title), said)
		return err
	}, done)
}

// Return gives back what is left of a reservation, or a part of it.
func (b *Book) Return(r Reservation, sum string, w Words, done func(error)) {
	var e account.Epsilon
	if sum = strings.TrimSpace(sum); sum != "" {
		var err error
		if e, err = account.ParseEpsilon(words.Typed(sum)); err != nil {
			done(words.Errorf("“%s” cannot be given back: type a number above zero, such as 0.5, or nothing for all that is left", sum))
			return
		}
	}
	b.note(r.DataSet, w, false, func(ctx context.Context, l *ledger.Ledger, said ledger.Words) error {
		_, err := l.Return(ctx, r.Entry, e, said)
		return err
	}, done)
}

// Annotate adds words to a release.
func (b *Book) Annotate(r Release, w Words, done func(error)) {
	b.note(r.DataSet, w, true, func(ctx context.Context, l *ledger.Ledger, said ledger.Words) error {
		_, err := l.Annotate(ctx, r.Entry, said)
		return err
	}, done)
}

// Know adds what the record of a release says of its secrets and known facts to the account.
func (b *Book) Know(r Release, done func(error)) {
	b.note(r.DataSet, Words{}, false, func(ctx context.Context, l *ledger.Ledger, said ledger.Words) error {
		_, err := publish.Know(ctx, l, r.Record, said)
		return err
	}, done)
}

// Withdraw notes that a release is not to be used any more, and that another one takes its place (nil for none), and writes a notice
// for readers beside it, whose path it hands on.
func (b *Book) Withdraw(r Release, instead *Release, w Words, done func(notice string, err error)) {
	job := publish.Withdrawal{Record: r.Record, By: strings.TrimSpace(w.By), Why: strings.TrimSpace(w.Why), Now: b.of.Now()}
	if instead != nil {
		job.Instead = instead.Record
	}
	b.balance.SetBy(job.By)
	dir, path := b.of.LedgerDir(), ""
	b.away(func(ctx context.Context, _ *ledger.Folder) error {
		var err error
		path, err = publish.Withdraw(ctx, dir, job)
		return err
	}, func(err error) { done(path, err) })
}

// Instead lists the releases that can take the place of one.
func (b *Book) Instead(o Overview, r Release) (out []Release) {
	for _, other := range o.Releases {
		if other.DataSet == r.DataSet && other.Entry != r.Entry && other.Record != "" && len(other.Withdrawn) == 0 {
			out = append(out, other)
		}
	}
	return out
}

// Keys lists the columns by which the people of the account can be remembered.
func (b *Book) Keys() []string {
	f := b.of.File()
	if f == nil || f.Counted {
		return nil
	}
	return f.Header
}

// RememberPeople keeps a sketch of a column of the open file, so that its people are known again under another name; "" for none
// removes what is kept.
func (b *Book) RememberPeople(column string, done func(error)) {
	dir, path, p := b.of.LedgerDir(), b.of.Spreadsheet(), b.of.Plan()
	b.away(func(ctx context.Context, _ *ledger.Folder) error {
		if column == "" {
			return familiar.In(dir).Forget(p.DataSet)
		}
		_, err := publish.RememberPeople(ctx, dir, path, column, p)
		return err
	}, done)
}

// Link notes that another data set is about the same people. Its name has to be known.
func (b *Book) Link(other string, w Words, done func(error)) {
	b.note(b.of.Plan().DataSet, w, true, func(ctx context.Context, l *ledger.Ledger, said ledger.Words) error {
		second, err := ledger.In(b.of.LedgerDir()).Known(strings.TrimSpace(other))
		if err != nil {
			return err
		}
		return l.Link(ctx, second, said)
	}, done)
}

// Forget writes over the words of the ledger, which cannot be brought back; what was spent stays.
func (b *Book) Forget(w Words, done func(error)) {
	b.note(b.of.Plan().DataSet, w, true, func(ctx context.Context, l *ledger.Ledger, said ledger.Words) error {
		_, err := l.Forget(ctx, said)
		return err
	}, done)
}

// Reopen says that a forgotten data set is used again.
func (b *Book) Reopen(w Words, done func(error)) {
	b.note(b.of.Plan().DataSet, w, true, func(ctx context.Context, l *ledger.Ledger, said ledger.Words) error {
		_, err := l.Reopen(ctx, said)
		return err
	}, done)
}

// Export writes the ledger to a file.
func (b *Book) Export(path string, done func(error)) {
	dataSet, at := b.of.Plan().DataSet, b.of.Now().Format(time.RFC3339)
	b.away(func(ctx context.Context, folder *ledger.Folder) error {
		l, err := folder.Known(dataSet)
		if err != nil {
			return err
		}
		return wholefile.Write(path, func(w io.Writer) error { return l.Export(ctx, w, at) })
	}, done)
}

// Import reads an exported ledger, of whichever data set, and says what was added to it. merge has two that both went on joined.
func (b *Book) Import(path string, merge bool, done func(said string, err error)) {
	var in ledger.Imported
	b.away(func(ctx context.Context, folder *ledger.Folder) error {
		take := folder.ImportFile
		if merge {
			take = folder.MergeFile
		}
		var err error
		in, err = take(ctx, path)
		return err
	}, func(err error) { done(imported(in), err) })
}

func imported(in ledger.Imported) string {
	said := words.N(in.Added, "%d entry was added to the account of “%s”.", "%d entries were added to the account of “%s”.", in.Added, in.DataSet)
	switch {
	case in.Added == 0:
		said = words.T("The account of “%s” here already has all of it.", in.DataSet)
	case in.Aside != "":
		said += " " + words.T("The damaged one that it replaces is kept as %s.", filepath.Base(in.Aside))
	}
	return said
}

// Recover adds what projects and records of releases know and the ledgers lack, and says what that was.
func (b *Book) Recover(path string, done func(said string, err error)) {
	var told []witness.Told
	dir := b.of.LedgerDir()
	b.away(func(ctx context.Context, _ *ledger.Folder) error {
		var err error
		told, err = witness.Ask(ctx, dir, []string{path})
		return err
	}, func(err error) {
		var said []string
		for _, t := range told {
			said = append(said, words.Sentence(words.Say(t.Said())))
		}
		if len(told) == 0 {
			said = []string{words.T("The accounts already have all of it.")}
		}
		done(strings.Join(said, " "), err)
	})
}
