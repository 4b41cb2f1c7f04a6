package publish

import (
	"context"
	"iter"
	"slices"

	"steward/core/message"
	"steward/core/plan"
	"steward/io/familiar"
	"steward/io/internal/disk"
	"steward/io/ledger"
	"steward/io/records"
)

// FamiliarError is the error of a release that would begin a fresh account about people who are in another one.
type FamiliarError struct {
	DataSet string
	Match   familiar.Match
}

// Error says whose account it is, and what to do.
func (e *FamiliarError) Error() string { return e.Said().String() }

// Said is Error as a message.
func (e *FamiliarError) Said() message.Text { return e.says(e.Match.Said()) }

// Private says the same without what it tells about the data.
func (e *FamiliarError) Private() message.Text {
	return message.Sprintf("nothing was spent: %v (--other-people)", e.says(message.Sprintf("people in the account “%s” seem to be in this file too", e.Match.DataSet)))
}

func (e *FamiliarError) says(who message.Text) message.Text {
	return message.Sprintf("%v. What is learnt about a person adds up, whatever the data are called, and “%s” would begin with a fresh budget: release under the name “%s”, or link the two accounts; if these are other people, say so", who, e.DataSet, e.Match.DataSet)
}

// Familiar returns the account that is about people in a file, as far as it is known, where a release would begin a fresh one beside it;
// nil where it would not.
func Familiar(ctx context.Context, ledgers, path string, p plan.Plan) (*FamiliarError, error) {
	data, err := records.Open(ctx, path, p.Data)
	if err != nil {
		return nil, err
	}
	defer data.Close()
	return familiarOn(ctx, disk.OS, ledgers, data, p)
}

func familiarOn(ctx context.Context, d disk.Disk, ledgers string, data *records.Data, p plan.Plan) (*FamiliarError, error) {
	book, err := ledger.On(d, ledgers).Open(p.DataSet)
	if err != nil {
		return nil, err
	}
	said, err := book.Statement()
	if err != nil || slices.ContainsFunc(said.Entries, func(e ledger.Entry) bool { return e.Kind == ledger.Spent || e.Kind == ledger.Forgotten }) {
		return nil, err
	}
	file := familiar.File{Values: func(column string) (iter.Seq2[string, error], bool) { return keysOf(ctx, data, p, column) }}
	if file.Digest, err = data.File.Digest(); err != nil {
		return nil, err
	}
	list, err := familiar.On(d, ledgers).Of(file, func(dataSet string) bool {
		return ledger.SameName(dataSet, p.DataSet) || slices.ContainsFunc(said.Linked, func(k ledger.LinkedStatement) bool { return ledger.SameName(k.DataSet, dataSet) })
	})
	if err != nil || len(list) == 0 {
		return nil, err
	}
	return &FamiliarError{p.DataSet, list[0]}, nil
}

// keysOf yields what stands in a column of that name, whichever way it is spelled, or in the one that says whose a row is.
func keysOf(ctx context.Context, data *records.Data, p plan.Plan, column string) (iter.Seq2[string, error], bool) {
	for _, name := range data.Header() {
		if ledger.SameName(name, column) {
			return data.Texts(ctx, name)
		}
	}
	if p.Rows == nil {
		return nil, false
	}
	return data.Texts(ctx, p.Rows.Person)
}

// RememberPeople keeps a sketch of a key column of a file for the account of a plan, so that its people are known again under another
// name.
func RememberPeople(ctx context.Context, ledgers, path, column string, p plan.Plan) (familiar.Sketch, error) {
	data, err := records.Open(ctx, path, p.Data)
	if err != nil {
		return familiar.Sketch{}, err
	}
	defer data.Close()
	values, ok := data.Texts(ctx, column)
	if !ok {
		return familiar.Sketch{}, message.Errorf("%s has no column “%s”: choose the one that says who a row is about", path, column)
	}
	return familiar.In(ledgers).Remember(p.DataSet, column, values)
}

// known is what is known of a file before it is paid for.
type known struct {
	// note keeps the file's fingerprint, once it is paid for.
	note func()
	// membership tells of whose answers the groups of people are made (familiar.Folder.Membership); empty where the release is about everybody.
	membership string
}

// know refuses a fresh account about people who are in another one, unless they are said to be others.
func (j Job) know(ctx context.Context, d disk.Disk, data *records.Data) (out known, err error) {
	p := j.Plan.Plan
	if !j.OtherPeople {
		if found, err := familiarOn(ctx, d, j.LedgerDir, data, p); err != nil {
			return out, err
		} else if found != nil {
			return out, found
		}
	}
	digest, err := data.File.Digest()
	if err != nil {
		return out, err
	}
	if p.Group != nil {
		if out.membership, err = familiar.On(d, j.LedgerDir).Membership(digest, p); err != nil {
			return out, err
		}
	}
	// The spend is on the disk then, and a release must not fail for what is not part of it: a file that cannot be noted is not known
	// again.
	out.note = func() { _ = familiar.On(d, j.LedgerDir).Released(p.DataSet, digest) }
	return out, nil
}
