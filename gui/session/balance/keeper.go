// Package balance is what the account of the people means for the release that the plan is of: what is spent, allowed and left,
// by how much the release falls short of that, and the limits that are set, raised or lowered. Everything that was ever told
// about these people is a package of its own (accounts).
package balance

import (
	"context"
	"errors"
	"math/big"
	"path/filepath"
	"reflect"
	"strings"

	"steward/core/account"
	"steward/core/plan"
	"steward/core/promise"
	"steward/gui/session/budget"
	"steward/gui/session/current"
	"steward/gui/words"
	"steward/io/ledger"
	"steward/io/project"
	"steward/io/publish"
	"steward/io/witness"
)

// Project is what is seen of the project that is open.
type Project interface {
	current.Plan
	current.Files
	current.Accounts
	current.Work
	// Carried returns the release that was carried out, nil for none.
	Carried() *publish.Finished
	// Past is what the project remembers of its releases and its account.
	Past() project.Past
	SetPast(project.Past)
	// Notice is what the window tells.
	Notice() string
}

// Keeper keeps what was last read of the account of a project's people.
type Keeper struct {
	of     Project
	budget *budget.Step
	state  state
	by     string // who sets limits
}

// New returns that of a project with a budget, of whoever notes things in the account.
func New(of Project, b *budget.Step, by string) *Keeper { return &Keeper{of: of, budget: b, by: by} }

// Near says where beside some folders something may be known of the account that the ledger lacks.
func (k *Keeper) Near(folders ...string) witness.Near {
	past, path := k.of.Past(), k.of.Path()
	if path != "" {
		folders = append(folders, filepath.Dir(path))
	}
	for _, r := range past.Releases {
		folders = append(folders, filepath.Dir(r.Record))
	}
	return witness.Near{Copy: past.Account, Project: path, Folders: folders}
}

// Statement returns what the ledger was last read to say, and whether it was read; it has that read first.
func (k *Keeper) Statement() (said ledger.Statement, read bool, err error) {
	if k.of.Plan().DataSet == "" {
		return noStatement(), true, nil
	}
	k.Account() // which has it read
	return k.state.said, k.state.read, k.state.err
}

// Account is the state of the data set's ledger, as it was last read, with those of the data
// sets that are about the same people.
type Account struct {
	// Spent, Limit and Left are decimals. Limit and Left are empty when no limit is set;
	// Spent is "…" and Left empty while the ledger is read for the first time. Limit is
	// the least of the plan's and the ledgers', and Left what this release may spend.
	Spent, Limit, Left string
	// Allowed is what all releases about these people may spend, Remaining what of it is neither spent nor set aside, and Aside what is
	// set aside, as every page of the account says it (ledger.Sums). They are empty where Limit and Left are, and where nothing is.
	Allowed, Remaining, Aside string
	// Reserved is what is set aside for other releases, empty for nothing.
	Reserved string
	// Apart is what of Spent is about groups of people that have nobody in common with that of the plan, so that its release does not
	// add to it; empty for nothing.
	Apart string
	// Why says why Spent is not what the releases spent, added up, as a whole sentence; empty where it is.
	Why string
	// Chance is what the chances of failure that earlier releases accepted add up to, "1 in
	// 1,000,000"; empty for none. ChanceLimit is what they may add up to and ChanceLeft what of that
	// is left; both are empty when no limit is set.
	Chance, ChanceLimit, ChanceLeft string
	// Flawed are the titles of releases of versions up to 0.9 that promise less than they say, since answers
	// chose which rows of a person counted; they are counted with what they promise.
	Flawed []string
	// Linked names the other data sets about the same people.
	Linked []string
	// Entries is how many entries the ledgers have.
	Entries int
	// Reading tells that the ledger has not been read yet.
	Reading bool
	Err     error
}

// state is what was last read of a data set's ledger.
type state struct {
	dataSet string
	read    bool
	said    ledger.Statement
	err     error
	// facing is what all releases tell together with the facts of the plan that was asked about last.
	facing facing
	busy   bool
	again  bool // it may have changed since the reading that is under way began
}

// Account returns what the ledger of the plan's data set says, as far as it has been read,
// and has it read when it has not been. It never waits for the disk.
func (k *Keeper) Account() Account {
	if k.of.Plan().DataSet == "" {
		return (&state{read: true, said: noStatement()}).against(k.of.Plan())
	}
	if k.state.dataSet != k.of.Plan().DataSet {
		k.state = state{dataSet: k.of.Plan().DataSet, busy: k.state.busy}
		k.read()
	}
	return k.state.against(k.of.Plan())
}

// Refresh has the ledger read again: another window or program may have spent
// something meanwhile.
func (k *Keeper) Refresh() {
	if k.state.dataSet == k.of.Plan().DataSet && k.of.Plan().DataSet != "" {
		k.read()
	}
}

// read reads the ledger in the background.
func (k *Keeper) read() {
	if k.state.busy {
		k.state.again = true
		return
	}
	k.state.busy, k.state.again = true, false
	dir, dataSet, near := k.of.LedgerDir(), k.state.dataSet, k.Near()
	k.of.Go(func() {
		ctx := context.Background()
		told, behind := witness.Heed(ctx, dir, dataSet, near)
		st, err := statement(dir, dataSet)
		err = errors.Join(behind, err)
		now, failed := publish.WithAccount(ctx, project.Past{}, dir, dataSet)
		k.of.Dispatch(func() {
			k.state.busy = false
			k.tellBehind(told)
			if err == nil && failed == nil && now.Account != nil {
				past := k.of.Past()
				past.Account = now.Account
				k.of.SetPast(past)
			}
			if k.state.again || k.state.dataSet != dataSet {
				k.read()
				return
			}
			k.state.read, k.state.said, k.state.err, k.state.facing = true, st, err, facing{}
			k.of.Changed()
		})
	})
}

// tellBehind tells that the account was behind what is known of it elsewhere.
func (k *Keeper) tellBehind(told []witness.Told) {
	for _, t := range told {
		k.of.Tell(strings.TrimSpace(k.of.Notice() + " " + words.Sentence(words.Say(t.Said()))))
	}
}

// statement reads a ledger, and errors when one that is linked to it cannot be read: no
// release is possible then.
func statement(dir, dataSet string) (ledger.Statement, error) {
	l, err := ledger.Open(dir, dataSet)
	if err != nil {
		return noStatement(), err
	}
	st, err := l.Statement()
	if err != nil {
		return noStatement(), err
	}
	for _, k := range st.Linked {
		if k.Err != nil {
			return st, words.Errorf("the account of “%s”, which is about the same people: %w", k.DataSet, k.Err)
		}
	}
	return st, nil
}

// Linked returns the accounts that are about the same people.
func (k *Keeper) Linked() []ledger.LinkedStatement { return k.state.said.Linked }

func noStatement() ledger.Statement {
	return ledger.Statement{Spent: new(big.Rat), Chance: new(big.Rat), Reserved: new(big.Rat)}
}

// known reports whether the ledger of a plan's data set was read.
func (a state) known(p plan.Plan) bool {
	return a.read && a.err == nil && a.dataSet == p.DataSet
}

// limit returns the least of a plan's limit and the ledgers', nil for none.
func (a state) limit(p plan.Plan) *big.Rat {
	limit := a.said.LeastLimit()
	if most, err := account.ParseEpsilon(p.Budget.Limit); err == nil && (limit == nil || most.Rat().Cmp(limit) <= 0) {
		return most.Rat()
	}
	return limit
}

// facing is what all releases about the people tell together, with the facts of a plan.
type facing struct {
	plan   plan.Plan
	sums   ledger.Sums
	added  *big.Rat // what of it a release of the plan adds to
	times  *big.Rat // how many times its budget counts
	flawed []string
	worked bool
}

// told returns what all releases tell together, with the facts that a plan states, and what they spent where
// nobody can say, or where the plan is not complete.
func (a *state) told(p plan.Plan) *big.Rat {
	f := &a.facing
	if !f.worked || !sameSecretsAndFacts(f.plan, p) {
		*f = facing{plan: p, worked: true}
		today := &p
		if !p.Facts.Any() {
			today = nil
		}
		f.sums = a.said.Sums(today)
		f.added, f.times = f.sums.Spent, big.NewRat(1, 1)
		if added, times, err := a.said.AddedTo(&p); err == nil {
			f.times = times
			if p.Group != nil && added.Cmp(f.sums.Spent) < 0 {
				f.added = added
			}
		}
		f.flawed = flawedOf(a.said)
	}
	return new(big.Rat).Set(f.sums.Spent)
}

// adds returns what of that a release of the plan adds to: less than all, where releases are about groups of people.
func (a *state) adds(p plan.Plan) *big.Rat {
	a.told(p)
	return new(big.Rat).Set(a.facing.added)
}

// flawedOf lists the releases whose rows were chosen by their answers, where that makes a difference.
func flawedOf(said ledger.Statement) []string {
	releases, err := said.Releases()
	if err != nil {
		return nil // told has failed too, and says so
	}
	var out []string
	for _, r := range releases {
		if far, err := promise.Exchanged(r); err == nil && far.Cmp(big.NewRat(1, 1)) > 0 {
			out = append(out, r.Title)
		}
	}
	return out
}

// sameSecretsAndFacts reports whether two plans of a session differ in nothing that decides what releases tell
// together.
func sameSecretsAndFacts(p, q plan.Plan) bool {
	return reflect.DeepEqual(p.Facts, q.Facts) && reflect.DeepEqual(p.Secrets, q.Secrets) && reflect.DeepEqual(p.Columns, q.Columns) &&
		reflect.DeepEqual(p.Impossible, q.Impossible) && reflect.DeepEqual(p.Rows, q.Rows) && reflect.DeepEqual(p.Weight, q.Weight) && reflect.DeepEqual(p.Group, q.Group)
}

// setAside returns what is set aside for other releases than a plan's.
func (a state) setAside(p plan.Plan) *big.Rat {
	sum := a.said.SetAside()
	for _, r := range a.said.Reservations {
		if strings.EqualFold(strings.TrimSpace(r.Title), strings.TrimSpace(p.Title)) {
			sum.Sub(sum, r.Left)
		}
	}
	return sum
}

// StaysAside says after another sentence what stays set aside in the account that the project is about where it goes back to a plan of
// another; "" for nothing.
func (k *Keeper) StaysAside(next plan.Plan) string {
	if ledger.SameName(k.of.Plan().DataSet, next.DataSet) || !k.state.known(k.of.Plan()) || k.state.said.SetAside().Sign() == 0 {
		return ""
	}
	return " " + words.T("%s stays set aside in the account “%s”. The page of the account gives it back, under Allowed.", words.Number(shortDecimal(k.state.said.SetAside())), k.of.Plan().DataSet)
}

// costs returns what counts of a budget that a release of the plan spends.
func (a *state) costs(p plan.Plan, asked *big.Rat) *big.Rat {
	a.told(p)
	return new(big.Rat).Mul(asked, a.facing.times)
}

// left returns what a plan's release may spend, never less than nothing; nil without a limit.
func (a *state) left(p plan.Plan) *big.Rat {
	limit := a.limit(p)
	if limit == nil {
		return nil
	}
	left := new(big.Rat).Sub(limit, a.adds(p))
	left.Sub(left, a.setAside(p))
	if left.Sign() < 0 {
		left.SetInt64(0)
	}
	return left.Quo(left, a.facing.times)
}

// against says what the ledger means for a plan.
func (a *state) against(p plan.Plan) Account {
	out := Account{Spent: "…", Limit: p.Budget.Limit, Reading: !a.read, Err: a.err}
	if !a.read || a.err != nil {
		return out
	}
	spent := a.told(p)
	out.Spent, out.Entries, out.Flawed = shortDecimal(spent), a.said.Count(), a.facing.flawed
	out.Why = words.Sentence(words.Say(a.facing.sums.Why()))
	if apart := new(big.Rat).Sub(spent, a.adds(p)); apart.Sign() > 0 {
		out.Apart = shortDecimal(apart)
	}
	if aside := a.setAside(p); aside.Sign() > 0 {
		out.Reserved = shortDecimal(aside)
	}
	a.chances(p, &out)
	for _, k := range a.said.Linked {
		out.Linked = append(out.Linked, k.DataSet)
	}
	if limit := a.limit(p); limit != nil {
		out.Limit, out.Left = shortDecimal(limit), shortDecimal(a.left(p))
		if sums := a.facing.sums; sums.Limit != nil {
			out.Allowed, out.Remaining = shortDecimal(sums.Limit), shortDecimal(sums.Left)
		} else {
			out.Allowed, out.Remaining = out.Limit, shortDecimal(ledger.Rest(limit, sums.Taken()))
		}
	}
	if aside := a.facing.sums.Aside; aside.Sign() > 0 {
		out.Aside = shortDecimal(aside)
	}
	return out
}

// Short says in few words what is left, or spent where there is no limit, and what of it this release may spend where that is
// something else: parts are set aside for it, others are spent on people whom it is not about, or its plan allows less.
func (a Account) Short() string {
	if a.Left == "" {
		return words.T("Spent on this data set: %s", words.Number(a.Spent))
	}
	left := words.T("Budget left for this data set: %s of %s", words.Number(a.Remaining), words.Number(a.Allowed))
	if a.Aside != "" {
		left += words.T(" · %s set aside", words.Number(a.Aside))
	}
	if a.Left != a.Remaining {
		left += words.T(" · %s for this release", words.Number(a.Left))
	}
	return left
}

// shortDecimal writes an exact sum for the screen.
func shortDecimal(r *big.Rat) string {
	if digits, exact := r.FloatPrec(); exact && digits <= 6 {
		return r.FloatString(digits)
	}
	return r.FloatString(6)
}

// Left returns what would be left of the limit after a release of a budget, as a decimal, or
// what is left now when that is not enough. It is empty while nothing is known of the ledger,
// and without a limit.
func (k *Keeper) Left(epsilon string) (left string, enough bool) {
	e, err := account.ParseEpsilon(epsilon)
	if err != nil && epsilon != k.budget.Spending() || !k.state.known(k.of.Plan()) {
		return "", true
	}
	rest := k.state.left(k.of.Plan())
	switch {
	case rest == nil:
		return "", true
	case rest.Cmp(e.Rat()) < 0:
		return shortDecimal(rest), false
	}
	rest.Sub(rest, e.Rat())
	return shortDecimal(k.state.costs(k.of.Plan(), rest)), true
}

// Remaining says what would be left of the limit after a release of a budget: "1.28 of 2
// would remain", or that it is more than is left. It is empty without a limit.
func (k *Keeper) Remaining(epsilon string) (text string, enough bool) {
	left, enough := k.Left(epsilon)
	switch {
	case left == "":
		return "", true
	case !enough:
		return words.T("more than the %s that are left", words.Number(left)), false
	}
	return words.T("%s of %s would remain", words.Number(left), words.Number(k.Account().Limit)), true
}

// Unbounded says that nobody could tell what all releases about these people come to after this one; "" where
// that can be told.
func (k *Keeper) Unbounded() string {
	k.state.told(k.of.Plan())
	if _, ok := errors.AsType[*promise.Unbounded](k.state.facing.sums.Err); ok {
		return words.SentenceOf(k.state.facing.sums.Err)
	}
	return ""
}
