package ledger

import (
	"context"
	"math/big"
	"os"
	"slices"
	"strings"
	"time"

	"steward/core/message"
	"steward/core/plan"
	"steward/core/promise"
)

// Statement is what a ledger says.
type Statement struct {
	DataSet string
	Entries []Entry
	Spent   *big.Rat // the sum of epsilon, of this data set alone
	Chance  *big.Rat // the sum of delta, of this data set alone; 0 when no release has one
	// CutOff says that the last line was cut off by a crash.
	CutOff bool
	// Reservations are those with something left, Reserved is what is left of them.
	Reservations []Reservation
	Reserved     *big.Rat
	// Limit is what the ledger allows, nil for no limit. A plan may have a lower one.
	Limit *big.Rat
	// ChanceLimit is the same of the chances of failure.
	ChanceLimit *big.Rat
	// Linked are the other ledgers about the same people.
	Linked []LinkedStatement
	// Forgotten is the entry that says so, nil when the data set is in use.
	Forgotten *Entry
	// Copies are files about these people that are copies of a ledger, such as programs for cloud storage make. They are counted.
	Copies    []string
	changes   []LimitChange
	reviewing reviewing
	// memory keeps what facts tie together, which is asked again and again.
	memory *plan.Memory
	// Undropped says that words of a forgotten data set are still in the file, because a
	// crash kept them from being written over.
	Undropped bool
}

// LinkedStatement is what the ledger of a linked data set says, as far as it can be read.
type LinkedStatement struct {
	Statement
	Err error
}

// Statement reads the ledger and those that are linked to it. It errors with *DamagedError
// when the chain is broken. A ledger that does not exist yet has spent nothing.
func (l *Ledger) Statement() (Statement, error) {
	h, err := l.folder.hold(context.Background(), access{}, l)
	if err != nil {
		return Statement{DataSet: l.dataSet, Spent: new(big.Rat), Chance: new(big.Rat), Reserved: new(big.Rat)}, err
	}
	defer h.release()
	return h.statement(), nil
}

func (m *member) statement() Statement {
	a := &m.account
	s := Statement{
		memory: new(plan.Memory), DataSet: m.ledger.dataSet, Entries: a.entries, Spent: a.taken(), Chance: a.chances(), CutOff: len(a.tail) > 0,
		Reserved: a.reserved(), Limit: a.limit.most, ChanceLimit: a.deltaLimit.most, changes: a.changes, reviewing: a.reviewing, Forgotten: a.forgotten, Undropped: !a.blank,
	}
	for i, e := range a.entries {
		s.Undropped = s.Undropped || i > 0 && e.Kind == Forgotten
	}
	for _, r := range a.reservations {
		if r.Left.Sign() > 0 {
			s.Reservations = append(s.Reservations, r)
		}
	}
	return s
}

// Joint returns what counts of all releases about these people (Sums). It is at least that much when a linked ledger cannot be read.
func (s Statement) Joint() *big.Rat { return s.Sums(nil).Spent }

// Debited returns what was debited on these people, as each release stated it: on the data set and on those
// linked to it. With known facts all of them together may tell more.
func (s Statement) Debited() *big.Rat {
	sum := new(big.Rat).Set(s.Spent)
	for _, k := range s.Linked {
		sum.Add(sum, k.Spent)
	}
	return sum
}

// JointChance returns what the chances of failure add up to on these people: basic
// composition, with a chance of at most that all releases together lose no more than Joint.
func (s Statement) JointChance() *big.Rat {
	sum := new(big.Rat)
	if s.Chance != nil {
		sum.Set(s.Chance)
	}
	for _, k := range s.Linked {
		if k.Chance != nil {
			sum.Add(sum, k.Chance)
		}
	}
	return sum
}

// Taken returns what counts against the limit: Joint, and what is set aside.
func (s Statement) Taken() *big.Rat { return s.Sums(nil).Taken() }

// SetAside returns what is set aside for releases about these people.
func (s Statement) SetAside() *big.Rat {
	sum := new(big.Rat).Set(s.Reserved)
	for _, k := range s.Linked {
		sum.Add(sum, k.Reserved)
	}
	return sum
}

// LeastLimit returns the least limit of the ledger and those linked to it, nil for none.
func (s Statement) LeastLimit() *big.Rat {
	limit := s.Limit
	for _, k := range s.Linked {
		limit = stricter(limit, k.Limit)
	}
	return limit
}

// LeastChanceLimit returns the least limit of the chances of failure of the ledger and those linked
// to it, nil for none.
func (s Statement) LeastChanceLimit() *big.Rat {
	limit := s.ChanceLimit
	for _, k := range s.Linked {
		limit = stricter(limit, k.ChanceLimit)
	}
	return limit
}

func (f *Folder) statement(k keptFile) (Statement, error) {
	l := &Ledger{folder: f, path: k.path, dataSet: k.dataSet}
	if k.dataSet != "" {
		return l.Statement()
	}
	// No line tells whose it is, so it has no links either.
	m := &member{ledger: l, account: newAccount()}
	file, err := f.disk.OpenFile(k.path, os.O_RDONLY, 0)
	if err == nil {
		defer file.Close()
		m.file = file
		err = m.load()
	}
	return m.statement(), err
}

// Listed is a ledger of a folder.
type Listed struct {
	Path string
	Statement
	// Err says why the ledger cannot be relied on; of the statement only the data set's name
	// is of use then, if it is known.
	Err error
}

// List returns the ledgers of the folder in the order of their names. One that is damaged
// or missing does not keep the others from being listed. It errors when the folder cannot
// be read.
func (f *Folder) List() ([]Listed, error) {
	kept, err := f.kept()
	if err != nil {
		return nil, err
	}
	var list []Listed
	for _, k := range kept {
		s, err := f.statement(k)
		if err == nil && len(s.Entries) == 0 && !s.CutOff {
			continue // made for a debit that was then refused
		}
		list = append(list, Listed{k.path, s, err})
	}
	slices.SortStableFunc(list, func(a, b Listed) int { return strings.Compare(key(a.DataSet), key(b.DataSet)) })
	return list, nil
}

// LeftOpen is what a debit's policy lets anyone learn exactly.
type LeftOpen struct {
	DataSet  string
	Sequence int
	Title    string
	// Known is false when the ledger does not tell: the debit was noted by the first version
	// of the program, which kept the policy's sentence only, or its words are forgotten.
	Known     bool
	Disclosed []string
	Policy    string
}

// LeftOpen lists what the releases about these people left open: every debit that discloses
// something, or of which it is not known whether it does. Nothing that a later release does
// takes it back.
func (s Statement) LeftOpen() (list []LeftOpen) {
	s.Each(func(e Entry) {
		known := len(e.Columns) > 0
		if e.Kind == Spent && (!known || len(e.Disclosed) > 0) || e.Kind == Forgotten && e.told() {
			list = append(list, LeftOpen{e.DataSet, e.Sequence, e.Title, known, e.Disclosed, e.Policy})
		}
	})
	return list
}

// LargestLoss returns a bound on the loss of any two answers about these people that no
// release tells apart exactly: the sum over all debits of Epsilon times Farthest
// (distances are added, weighted by what was spent, where the releases are about the same people; of a debit with a delta it is
// the tail of its rho at the distance, and the bound holds except with the chance
// JointChance). What is known ties answers together, and then a change takes others with it: a release counts with as many times
// its Epsilon as it tells of all of them, with the facts of all releases and of today's plan, nil for none. known is false when
// that cannot be told of some debit, or a linked ledger cannot be read; what is not known is
// left out then. A debit that a crash cut off released nothing.
func (s Statement) LargestLoss(today *plan.Plan) (loss *big.Rat, known bool) {
	known = true
	for _, k := range s.Linked {
		known = known && k.Err == nil
	}
	list, err := s.Told(today)
	if err != nil {
		return new(big.Rat), false
	}
	each, releases := make([]*big.Rat, len(list)), make([]promise.Spent, len(list))
	for i, t := range list {
		each[i], releases[i] = new(big.Rat), t.spent
		loss, err := t.farthest()
		if known = known && err == nil && loss != nil; err == nil && loss != nil {
			each[i] = loss
		}
	}
	return promise.Along(releases, each), known
}

// WorstLoss bounds what all releases about these people tell together of the two answers that they hide least, of those that each of them
// joins (promise.Joint.Worst). known is false when that cannot be told, or a linked ledger cannot be read.
func (s Statement) WorstLoss(today *plan.Plan) (loss *big.Rat, known bool) {
	releases, err := s.Releases()
	if err != nil || slices.ContainsFunc(s.Linked, func(k LinkedStatement) bool { return k.Err != nil }) {
		return nil, false
	}
	joint, err := s.Together(today)
	if err == nil {
		loss, err = joint.Worst(releases)
	}
	return loss, err == nil && loss != nil
}

// farthest bounds the loss of any two answers that a release does not tell apart exactly, with all facts that are known; nil where
// the account does not say how far its secrets reach.
func (t Told) farthest() (*big.Rat, error) {
	far, told := amount(t.Entry.Farthest)
	if _, ok := t.Entry.spends(); !ok || !told || t.Entry.Kind != Spent {
		return nil, nil
	}
	if of := t.Declared(); of != nil && of.RowsByAnswers() {
		exchanged, err := promise.Exchanged(t.spent)
		if err != nil {
			return nil, err
		}
		if far.Cmp(exchanged) < 0 {
			far = exchanged
		}
	}
	return t.spent.Odds(far.Mul(far, t.joint.Times[t.at]))
}

// Each calls f for every entry of the statement and of those linked to it.
func (s Statement) Each(f func(Entry)) {
	for _, e := range s.Entries {
		f(e)
	}
	for _, k := range s.Linked {
		k.Each(f)
	}
}

// Has reports whether the ledger has an entry, or notes it again, or may have had it before it was forgotten.
func (s Statement) Has(o Origin) bool {
	return slices.ContainsFunc(s.Entries, func(e Entry) bool { return e.Is(o) }) || len(s.Entries) > 0 && o.Sequence < s.Entries[0].Sequence
}

// Unwritten returns the numbers of the debits whose files were never noted as written: the
// program was stopped between, or it was a pilot.
func (s Statement) Unwritten() (list []int) {
	for _, e := range s.Entries {
		if e.Kind == Spent && e.Again == nil && !slices.ContainsFunc(s.Entries, func(w Entry) bool { return w.Kind == Written && w.Of == e.Sequence }) {
			list = append(list, e.Sequence)
		}
	}
	return list
}

// SetBack returns the numbers of the entries that are dated before the one above them: the
// computer's clock was set back. Entries count in their order, whatever their time.
func (s Statement) SetBack() (list []int) {
	var last time.Time
	for _, e := range s.Entries {
		at, err := time.Parse(time.RFC3339, e.Time)
		if err != nil || e.Again != nil {
			continue
		}
		if at.Before(last) {
			list = append(list, e.Sequence)
		}
		last = at
	}
	return list
}

// Count counts the entries, and those of the ledgers that are linked.
func (s Statement) Count() int {
	n := len(s.Entries)
	for _, k := range s.Linked {
		n += len(k.Entries)
	}
	return n
}

// CopySaid says what a copy of a ledger is and what to do with it.
func CopySaid(path string) message.Text {
	return message.Sprintf("%s is a copy of the account of these people under another name, as cloud storage programs make when two computers have written at once. It is counted too, so that nothing is lost, and what both contain is counted twice. To merge the two, put it alone into another folder under the account's own name, export it from there%s, and merge that%s", path, message.Command{Typed: message.Sprintf("steward ledger export --ledgers FOLDER")}, message.Type("steward ledger import --merge"))
}
