package accounts

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"
	"time"

	"steward/core/account"
	"steward/core/plan"
	"steward/core/promise"
	"steward/gui/session/secrets"
	"steward/gui/words"
	"steward/io/ledger"
)

// Overview is what there is to say of an account.
type Overview struct {
	DataSet string
	// Reading says that the ledger is being read, Problem why it cannot be relied on.
	Reading bool
	Problem string
	// Sums say what all releases spent and tell together, Doubts what is unusual about the ledger, Open what
	// releases left open for good.
	Sums, Doubts, Open []string
	// Releases are those about these people, the latest first.
	Releases []Release
	// Allowed says what may be spent and who decided that, Reserved what is set aside, Returned what of it was given back.
	Allowed  []string
	Reserved []Reservation
	Returned []string
	// Elsewhere is what is set aside in accounts that the project was about before a plan was taken over or back.
	Elsewhere []Reservation
	// Sketched says what is kept of whom the account is about, to know them again under another name; "" for nothing.
	Sketched string
	// Linked says which other data sets are about the same people, Belongs what plans and spreadsheets are of this account.
	Linked, Belongs []string
	// Forgotten says that the words of the ledger were written over, and that nothing is noted until it is used again.
	Forgotten bool
}

// Release is a release as the account tells of it.
type Release struct {
	DataSet string
	Entry   int
	Title   string
	// Day is when it was made, Loss a sentence on what it spent and counts now.
	Day, Loss string
	// Questions are what was published, Facts what was taken as known, Open what anyone may learn exactly from it,
	// Notes what was said of it later.
	Questions, Facts, Open, Notes []string
	// Unsaid says that the account lacks the facts, as one of a version up to 0.9 does: the record has them.
	Unsaid bool
	// Withdrawn says that it is not to be used any more, and which takes its place; Replaced that there is such a one.
	Withdrawn []string
	Replaced  bool
	// Record is where its record was found, "" for nowhere.
	Record string
	// Files are those that are found, whole paths, and Missing the names of the others.
	Files, Missing []string
}

// Reservation is a part of the budget that is set aside.
type Reservation struct {
	DataSet     string
	Entry       int
	Left, Title string
	// Said says what of it is left for what, since when and by whom.
	Said string
}

// Overview says what the ledger was last read to say.
func (b *Book) Overview() Overview {
	said, read, err := b.balance.Statement()
	o := Overview{DataSet: b.of.Plan().DataSet, Reading: !read, Belongs: b.belongs(said)}
	switch {
	case err != nil:
		o.Problem = words.SentenceOf(err)
		return o
	case !read:
		return o
	}
	o.Sums, o.Doubts, o.Open = b.sums(said), doubts(said), b.open(said)
	o.Releases, o.Elsewhere, o.Sketched = b.releases(said), b.elsewhere(said), b.sketched()
	o.Allowed, o.Reserved, o.Returned, o.Linked = b.allowed(said), reserved(said), returned(said), linked(said)
	o.Forgotten = said.Forgotten != nil
	return o
}

// today returns the plan whose facts are known too, nil for none.
func (b *Book) today() *plan.Plan {
	p := b.of.Plan()
	if !p.Facts.Any() {
		return nil
	}
	return &p
}

// sums says what all releases spent, and what they tell together.
func (b *Book) sums(s ledger.Statement) []string {
	if len(s.Entries) == 0 && len(s.Linked) == 0 {
		return []string{words.T("Nothing has been released about these people yet.")}
	}
	sums := s.Sums(b.today())
	spent := words.T("All releases about these people have spent %s. What is spent cannot be taken back.", strong(sums.Spent))
	if why := sums.Why(); !why.IsZero() {
		spent += " " + words.Sentence(words.Say(why))
	}
	out := []string{spent}
	if sums.Err != nil {
		return append(out, words.SentenceOf(sums.Err)+" "+words.T("No further release is possible."))
	}
	if loss, known := s.WorstLoss(b.today()); known && loss.Sign() > 0 {
		out = append(out, guessing(loss, sums.Joint))
	}
	if chance := s.JointChance(); chance.Sign() > 0 {
		out = append(out, words.T("The chances of failure that they accepted add up to %s.", chances(chance)))
	}
	return append(out, b.farthest(s)...)
}

// guessing says how often somebody guesses right who puts all releases together, which come to so much of the two answers that they
// hide least.
func guessing(loss *big.Rat, joint promise.Joint) string {
	between := words.T("two answers that each of them keeps secret")
	if joint.Same {
		between = words.T("two answers that they keep secret")
	}
	return words.T("Someone who puts all of them together, and is in doubt between %s, guesses right at most %s times in 100.", between, words.AsStrong(words.Number(promise.GuessOf(loss, joint.Delta))))
}

// lawOf returns the promise that a loss and a chance of failure are; false for nothing and for what is beyond any promise.
func lawOf(loss, delta *big.Rat) (account.Promise, bool) {
	e, err := account.FromRat(loss)
	if err != nil {
		return account.Promise{}, false
	}
	var d account.Delta
	if delta.Sign() > 0 {
		if d, err = account.DeltaOf(delta); err != nil {
			return account.Promise{}, false
		}
	}
	law, err := account.NewPromise(e, d)
	return law, err == nil
}

// farthest says what all releases tell about the two answers that they hide least.
func (b *Book) farthest(s ledger.Statement) []string {
	loss, known := s.LargestLoss(b.today())
	switch {
	case !known:
		return []string{words.T("How much they reveal about any two answers cannot be bounded: for some, the account does not say how far their secrets reach.")}
	case loss.Sign() == 0:
		return nil
	}
	return []string{words.T("For any two answers that no release tells apart exactly, all of them together shift the odds %s%s.", shifts(loss), except(s.JointChance()))}
}

// except says what odds do not cover.
func except(delta *big.Rat) string {
	if delta.Sign() == 0 {
		return ""
	}
	return words.T(", except in cases whose chance is at most %s together", chances(delta))
}

// debit names a debit among all ledgers, in a language.
type debit struct {
	dataSet  string
	entry    int
	language string
}

// exactly says in the language in use what anyone may learn exactly from a release. The ledger has it in English.
func (b *Book) exactly(t ledger.Told) []string {
	if words.Language() == words.English || len(t.Entry.Disclosed) == 0 || t.Declared() == nil {
		return t.Entry.Disclosed
	}
	at := debit{t.DataSet, t.Entry.Sequence, words.Language()}
	if b.said[at] == nil {
		b.said[at] = t.Entry.Disclosed
		if p, err := plan.Policy(*t.Declared()); err == nil {
			b.said[at] = words.SayAll(p.Disclosed())
		}
	}
	return b.said[at]
}

// open says what releases left open for good.
func (b *Book) open(s ledger.Statement) []string {
	told, _ := s.Told(b.today()) // where nobody can say what they tell together, it is said as the ledger has it
	var out []string
	for _, o := range s.LeftOpen() {
		title, exactly := cmp.Or(o.Title, words.T("entry %d", o.Sequence)), o.Disclosed
		for _, t := range told {
			if t.DataSet == o.DataSet && t.Entry.Sequence == o.Sequence {
				exactly = b.exactly(t)
			}
		}
		switch {
		case o.Known:
			out = append(out, words.T("“%s”: anyone may learn exactly %s.", title, strings.Join(exactly, "; ")))
		case o.Policy != "":
			out = append(out, words.T("“%s”: it is not noted; what it kept secret was: %s.", title, strings.TrimSuffix(o.Policy, ".")))
		default:
			out = append(out, words.T("“%s”: its words were forgotten, so it is not known what it left open.", title))
		}
	}
	return out
}

// doubts says what is unusual about the ledger.
func doubts(s ledger.Statement) (out []string) {
	for _, path := range s.Copies {
		out = append(out, words.SentenceSaid(ledger.CopySaid(path)))
	}
	if s.CutOff {
		out = append(out, words.T("The last line of the account was cut off by a crash; what it says of a spend counts as spent."))
	}
	if s.Undropped {
		out = append(out, words.T("Words from before it was forgotten are still in the file, because the program was stopped. Forget it again."))
	}
	if list := s.SetBack(); len(list) > 0 {
		out = append(out, words.T("The computer’s clock was set back before entry %s. The order of the entries counts, not their time.", numbers(list)))
	}
	if list := s.Unwritten(); len(list) > 0 {
		out = append(out, words.T("No files are noted for entry %s: the program was stopped before they were written, or the entry paid for a pilot. It is spent all the same.", numbers(list)))
	}
	return out
}

// releases lists the releases, the latest first.
func (b *Book) releases(s ledger.Statement) []Release {
	list, err := s.Told(b.today())
	if _, ok := errors.AsType[*promise.Unbounded](err); ok {
		if list, err = s.Listed(); err != nil {
			return nil
		}
	}
	var out []Release
	for _, t := range chronological(list) {
		out = append(out, b.release(s, t))
	}
	slices.Reverse(out)
	return out
}

// dayOf writes on which day a release was made, and when on that day where another of its title was made on it too.
func dayOf(s ledger.Statement, of ledger.Entry) string {
	when, twins := day(of.Time), 0
	each(s, func(l ledger.Statement) {
		for _, e := range l.Entries {
			if e.Kind == of.Kind && e.Title == of.Title && day(e.Time) == when {
				twins++
			}
		}
	})
	if at := moment(of.Time); twins > 1 && !at.IsZero() {
		when += fmt.Sprintf(", %s UTC", words.Clock(at.UTC()))
	}
	return when
}

// each calls f for the ledger and those that are linked to it.
func each(s ledger.Statement, f func(ledger.Statement)) {
	f(s)
	for _, k := range s.Linked {
		f(k.Statement)
	}
}

// chronological puts releases in the order of their days; those of one data set keep theirs.
func chronological(list []ledger.Told) []ledger.Told {
	out := slices.Clone(list)
	slices.SortStableFunc(out, func(a, b ledger.Told) int {
		if a.DataSet == b.DataSet {
			return a.Entry.Sequence - b.Entry.Sequence
		}
		return moment(a.Entry.Time).Compare(moment(b.Entry.Time))
	})
	return out
}

// release says what the ledgers and the files near the project tell of a release.
func (b *Book) release(s ledger.Statement, t ledger.Told) Release {
	e := t.Entry
	r := Release{DataSet: t.DataSet, Entry: e.Sequence, Title: cmp.Or(e.Title, words.T("entry %d", e.Sequence)), Day: dayOf(s, e), Questions: e.Questions, Open: b.exactly(t), Loss: loss(t)}
	if e.Kind == ledger.Forgotten {
		r.Title = words.T("What was released before the words of the account were forgotten")
	}
	if p := t.Declared(); p != nil {
		r.Facts, r.Unsaid = facts(p), e.Kind == ledger.Spent && !t.FactsKept()
		if p.Group != nil {
			r.Loss += " " + words.T("It is about %s alone.", words.Say(p.Group.Said()))
			r.Loss = strings.Join(append([]string{r.Loss}, beside(s, t)...), " ")
		}
	}
	r.Record = b.near.records[e.Hash]
	r.Withdrawn, r.Replaced = withdrawn(s, t.DataSet, e.Sequence)
	each(s, func(of ledger.Statement) {
		if of.DataSet != t.DataSet {
			return
		}
		for _, other := range of.Entries {
			if other.Of == e.Sequence && other.Kind != ledger.Returned {
				b.later(&r, e, other)
			}
		}
	})
	return r
}

// beside says how a release about a group of people is counted beside others about groups.
func beside(s ledger.Statement, t ledger.Told) (out []string) {
	for _, o := range s.Beside(t) {
		title := cmp.Or(o.Title, words.T("entry %d", o.Sequence))
		if o.Adds == "" {
			out = append(out, words.T("It does not add to “%s”.", title))
		} else {
			out = append(out, words.T("It adds to “%s”: %s.", title, words.Say(promise.Adding(o.Adds).Said())))
		}
	}
	return out
}

// Withdrawn says why the release whose debit has a hash is not to be used any more, as far as the ledger was read; nothing where it
// may be.
func (b *Book) Withdrawn(hash string) (said []string) {
	s, read, err := b.balance.Statement()
	if !read || err != nil {
		return nil
	}
	each(s, func(of ledger.Statement) {
		for _, e := range of.Entries {
			if e.Hash == hash {
				said, _ = withdrawn(s, of.DataSet, e.Sequence)
			}
		}
	})
	return said
}

// withdrawn says why a release is not to be used any more, and whether another one takes its place.
func withdrawn(s ledger.Statement, dataSet string, entry int) (said []string, replaced bool) {
	for _, w := range s.Withdrawals() {
		if w.DataSet != dataSet || w.Of != entry {
			continue
		}
		if w.Instead == 0 {
			said = append(said, words.T("It is withdrawn: %s.", noted(w.Why, w.Time, w.By)))
			continue
		}
		title, when := named(s, dataSet, w.Instead)
		said, replaced = append(said, words.T("Another release takes its place, “%s” of %s: %s.", title, when, noted(w.Why, w.Time, w.By))), true
	}
	return said, replaced
}

// named returns the title of a release and when it was made.
func named(s ledger.Statement, dataSet string, entry int) (title, when string) {
	title = words.T("entry %d", entry)
	each(s, func(of ledger.Statement) {
		for _, e := range of.Entries {
			if of.DataSet == dataSet && e.Sequence == entry {
				title, when = cmp.Or(e.Title, title), dayOf(s, e)
			}
		}
	})
	return title, when
}

// later adds what an entry says of a release before it.
func (b *Book) later(r *Release, of, e ledger.Entry) {
	if e.Kind == ledger.Written {
		if r.Files, r.Missing = b.files(of.Hash, e.Files); !b.near.sought {
			r.Missing = nil
		}
	}
	if why := e.Remark(); !why.IsZero() && e.Kind == ledger.Noted {
		r.Notes = append(r.Notes, noted(words.Say(why), e.Time, e.By))
	}
}

// loss says what a release spent, and what it counts now.
func loss(t ledger.Told) string {
	e := t.Entry
	spent, ok := new(big.Rat).SetString(cmp.Or(e.Epsilon, e.Total))
	switch {
	case !ok:
		return ""
	case spent.Sign() == 0:
		return words.T("It spent nothing: all its numbers were published exactly.")
	case t.Loss != nil && t.Loss.Cmp(spent) > 0:
		return words.T("It spent %s, and counts as %s with the facts that are known today.", decimal(spent), decimal(t.Loss))
	case e.Delta != "":
		return words.T("It spent %s with a chance of failure of %s.", decimal(spent), words.Number(e.Delta))
	}
	return words.T("It spent %s.", decimal(spent))
}

// facts says what a release took as known.
func facts(p *plan.Plan) (out []string) {
	if p.Facts.People != nil {
		out = append(out, words.T("how many people there are: %s", words.Number(account.Commas(fmt.Sprint(*p.Facts.People)))))
	}
	for _, f := range p.Facts.Stated {
		out = append(out, cmp.Or(f.Title, words.Say(f.Steward())))
	}
	return out
}

// allowed says what may be spent in all, who decided that and when.
func (b *Book) allowed(s ledger.Statement) (out []string) {
	if sums := s.Sums(b.today()); sums.Limit != nil {
		out = append(out, words.T("All releases about these people may spend %s together. %s of it is neither spent nor set aside.", strong(sums.Limit), strong(sums.Left)))
	} else {
		out = append(out, words.T("No limit is set in the account. The first release whose plan names one sets it for every plan."))
	}
	if limit := s.LeastChanceLimit(); limit != nil {
		out = append(out, words.T("The chances of failure may add up to %s.", chances(limit)))
	}
	for _, c := range s.LimitChanges() {
		out = append(out, within(s, c.DataSet, change(c)))
	}
	return out
}

// within says what is said of an account, and of which one where it is that of another data set about the same people.
func within(s ledger.Statement, dataSet, said string) string {
	if dataSet == s.DataSet {
		return said
	}
	return words.T("In the account “%s”: %s", dataSet, said)
}

// change says when a limit was set or became another, by whom and why.
func change(c ledger.LimitChange) string {
	why := words.Say(c.Remark)
	if c.Title != "" {
		why = words.T("the plan of “%s”, the first release with a limit", c.Title)
	}
	amount := decimal
	if c.Chance {
		amount = chances
	}
	var how string
	switch {
	case c.Was == nil && c.Chance:
		how = words.T("The limit on chances of failure was set to %s", amount(c.Now))
	case c.Was == nil:
		how = words.T("The limit was set to %s", amount(c.Now))
	case c.Chance:
		how = words.T("The limit on chances of failure was changed from %s to %s", amount(c.Was), amount(c.Now))
	case c.Was.Cmp(c.Now) < 0:
		how = words.T("The limit was raised from %s to %s", amount(c.Was), amount(c.Now))
	default:
		how = words.T("The limit was lowered from %s to %s", amount(c.Was), amount(c.Now))
	}
	return words.T("%s: %s.", how, strings.TrimSuffix(noted(why, c.Time, c.By), "."))
}

// reserved lists what is set aside.
func reserved(s ledger.Statement) (out []Reservation) {
	each(s, func(of ledger.Statement) {
		for _, r := range of.Reservations {
			e := of.Entries[r.Sequence-1]
			said := words.T("%s is set aside for “%s”", strong(r.Left), r.Title)
			out = append(out, Reservation{DataSet: of.DataSet, Entry: r.Sequence, Left: decimal(r.Left), Title: r.Title,
				Said: within(s, of.DataSet, words.T("%s: %s.", said, strings.TrimSuffix(noted(words.Say(e.Remark()), e.Time, e.By), ".")))})
		}
	})
	return out
}

// returned says what of it was given back, when, by whom and why; not what was in a copy that was merged, where it does not count.
func returned(s ledger.Statement) (out []string) {
	each(s, func(of ledger.Statement) {
		for _, e := range of.Entries {
			sum, ok := new(big.Rat).SetString(e.Epsilon)
			if e.Kind != ledger.Returned || e.Again != nil || !ok {
				continue
			}
			said := words.T("%s of what was set aside for “%s” was given back", decimal(sum), cmp.Or(of.Entries[e.Of-1].Title, words.T("entry %d", e.Of)))
			out = append(out, within(s, of.DataSet, words.T("%s: %s.", said, strings.TrimSuffix(noted(words.Say(e.Remark()), e.Time, e.By), "."))))
		}
	})
	return out
}

// linked says which other data sets are about the same people, and why.
func linked(s ledger.Statement) (out []string) {
	for _, k := range s.Linked {
		if k.Err != nil {
			out = append(out, words.T("“%s” is about the same people, and its account cannot be relied on: %s", k.DataSet, words.SentenceOf(k.Err)))
			continue
		}
		said := words.T("“%s” is about the same people and has spent %s; what either spends counts for both, and the lower limit holds.", k.DataSet, decimal(k.Sums(nil).Spent))
		if why := linkedBy(s, k.DataSet); why != "" {
			said += " " + why
		}
		out = append(out, said)
	}
	return out
}

// linkedBy says who linked two data sets, and why.
func linkedBy(s ledger.Statement, other string) string {
	for _, e := range s.Entries {
		if e.Kind == ledger.Linked && slices.ContainsFunc(e.Links, func(l ledger.Link) bool { return ledger.SameName(l.DataSet, other) }) {
			return words.Sentence(noted(words.Say(e.Remark()), e.Time, e.By))
		}
	}
	return ""
}

// noted writes words with their day and who said them: "the board asked for it (3 February 2026, A. Steward)".
func noted(why, at, by string) string {
	when := day(at)
	if by != "" {
		when += ", " + by
	}
	if why == "" {
		return when
	}
	return fmt.Sprintf("%s (%s)", strings.TrimSuffix(why, "."), when)
}

// moment reads when something was noted; what cannot be read was never.
func moment(at string) time.Time {
	t, _ := time.Parse(time.RFC3339, at)
	return t
}

// day writes on which day something was noted.
func day(at string) string {
	if t := moment(at); !t.IsZero() {
		return words.Date(t)
	}
	return at
}

// decimal writes an exact sum for the screen.
func decimal(r *big.Rat) string {
	const digits = 6
	if n, exact := r.FloatPrec(); exact && n <= digits {
		return words.Number(r.FloatString(n))
	}
	return words.Number(r.FloatString(digits))
}

// strong is decimal, stressed.
func strong(r *big.Rat) string { return words.AsStrong(decimal(r)) }

// chances writes a chance for the screen.
func chances(r *big.Rat) string {
	if d, err := account.DeltaOf(r); err == nil {
		return words.Say(d.InWords())
	}
	return r.RatString()
}

// shifts says by how much odds shift at most.
func shifts(loss *big.Rat) string {
	x, _ := loss.Float64()
	return secrets.AtMost(math.Exp(x))
}

func numbers(list []int) string {
	out := make([]string, len(list))
	for i, n := range list {
		out[i] = fmt.Sprint(n)
	}
	return words.Joined(out)
}
