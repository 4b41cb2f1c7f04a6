package session

import (
	"cmp"
	"context"
	"errors"
	"math/big"
	"path/filepath"
	"reflect"
	"strings"

	"steward/core/account"
	"steward/core/limits"
	"steward/core/plan"
	"steward/core/promise"
	"steward/gui/words"
	"steward/io/ledger"
	"steward/io/project"
	"steward/io/publish"
	"steward/io/witness"
)

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
	// Chance is what the chances of failure that earlier releases accepted add up to, "1 in
	// 1,000,000"; empty for none. ChanceLimit is what they may add up to and ChanceLeft what of that
	// is left; both are empty when no limit is set.
	Chance, ChanceLimit, ChanceLeft string
	// Part is how much of the limit is spent, from 0.
	Part float64
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

// accountState is what was last read of a data set's ledger.
type accountState struct {
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
func (s *Session) Account() Account {
	if s.plan.DataSet == "" {
		return (&accountState{read: true, said: noStatement()}).against(s.plan)
	}
	if s.account.dataSet != s.plan.DataSet {
		s.account = accountState{dataSet: s.plan.DataSet, busy: s.account.busy}
		s.readAccount()
	}
	return s.account.against(s.plan)
}

// RefreshAccount has the ledger read again: another window or program may have spent
// something meanwhile.
func (s *Session) RefreshAccount() {
	if s.account.dataSet == s.plan.DataSet && s.plan.DataSet != "" {
		s.readAccount()
	}
}

// readAccount reads the ledger in the background.
func (s *Session) readAccount() {
	if s.account.busy {
		s.account.again = true
		return
	}
	s.account.busy, s.account.again = true, false
	dir, dataSet, near := s.around.LedgerDir, s.account.dataSet, s.near()
	s.around.Go(func() {
		ctx := context.Background()
		told, behind := witness.Heed(ctx, dir, dataSet, near)
		st, err := statement(dir, dataSet)
		err = errors.Join(behind, err)
		now, failed := publish.WithAccount(ctx, project.Past{}, dir, dataSet)
		s.around.Dispatch(func() {
			s.account.busy = false
			s.tellBehind(told)
			if err == nil && failed == nil && now.Account != nil {
				s.remembered.Account = now.Account
			}
			if s.account.again || s.account.dataSet != dataSet {
				s.readAccount()
				return
			}
			s.account.read, s.account.said, s.account.err, s.account.facing = true, st, err, facing{}
			s.changed()
		})
	})
}

// near returns where something may be known of the account that the ledger lacks.
func (s *Session) near(folders ...string) witness.Near {
	if s.path != "" {
		folders = append(folders, filepath.Dir(s.path))
	}
	for _, r := range s.remembered.Releases {
		folders = append(folders, filepath.Dir(r.Record))
	}
	return witness.Near{Copy: s.remembered.Account, Project: s.path, Folders: folders}
}

// tellBehind tells that the account was behind what is known of it elsewhere.
func (s *Session) tellBehind(told []witness.Told) {
	for _, t := range told {
		s.notice = strings.TrimSpace(s.notice + " " + words.Sentence(words.Say(t.Said())))
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

func noStatement() ledger.Statement {
	return ledger.Statement{Spent: new(big.Rat), Chance: new(big.Rat), Reserved: new(big.Rat)}
}

// known reports whether the ledger of a plan's data set was read.
func (a accountState) known(p plan.Plan) bool {
	return a.read && a.err == nil && a.dataSet == p.DataSet
}

// limit returns the least of a plan's limit and the ledgers', nil for none.
func (a accountState) limit(p plan.Plan) *big.Rat {
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
	flawed []string
	worked bool
}

// told returns what all releases tell together, with the facts that a plan states, and what they spent where
// nobody can say, or where the plan is not complete.
func (a *accountState) told(p plan.Plan) *big.Rat {
	f := &a.facing
	if !f.worked || !sameSecretsAndFacts(f.plan, p) {
		*f = facing{plan: p, worked: true}
		today := &p
		if !p.Facts.Any() {
			today = nil
		}
		f.sums = a.said.Sums(today)
		f.added = f.sums.Spent
		if p.Group != nil {
			if added, err := a.said.AddedTo(&p); err == nil && added.Cmp(f.sums.Spent) < 0 {
				f.added = added
			}
		}
		f.flawed = flawedOf(a.said)
	}
	return new(big.Rat).Set(f.sums.Spent)
}

// adds returns what of that a release of the plan adds to: less than all, where releases are about groups of people.
func (a *accountState) adds(p plan.Plan) *big.Rat {
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
func (a accountState) setAside(p plan.Plan) *big.Rat {
	sum := a.said.SetAside()
	for _, r := range a.said.Reservations {
		if strings.EqualFold(strings.TrimSpace(r.Title), strings.TrimSpace(p.Title)) {
			sum.Sub(sum, r.Left)
		}
	}
	return sum
}

// staysAside says after another sentence what stays set aside in the account that the project is about where it goes back to a plan of
// another; "" for nothing.
func (s *Session) staysAside(next plan.Plan) string {
	if ledger.SameName(s.plan.DataSet, next.DataSet) || !s.account.known(s.plan) || s.account.said.SetAside().Sign() == 0 {
		return ""
	}
	return " " + words.T("%s stays set aside in the account “%s”. The page of the account gives it back, under Allowed.", words.Number(shortDecimal(s.account.said.SetAside())), s.plan.DataSet)
}

// left returns what a plan's release may spend, never less than nothing; nil without a limit.
func (a *accountState) left(p plan.Plan) *big.Rat {
	limit := a.limit(p)
	if limit == nil {
		return nil
	}
	left := new(big.Rat).Sub(limit, a.adds(p))
	left.Sub(left, a.setAside(p))
	if left.Sign() < 0 {
		left.SetInt64(0)
	}
	return left
}

// against says what the ledger means for a plan.
func (a *accountState) against(p plan.Plan) Account {
	out := Account{Spent: "…", Limit: p.Budget.Limit, Reading: !a.read, Err: a.err}
	if !a.read || a.err != nil {
		return out
	}
	spent := a.told(p)
	out.Spent, out.Entries, out.Flawed = shortDecimal(spent), a.said.Count(), a.facing.flawed
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
		out.Part, _ = new(big.Rat).Quo(spent, limit).Float64()
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

// Shortfall is a release that would spend more than is left of the limit.
type Shortfall struct {
	Asked, Left, Limit string
	// Lower is the largest budget that would still fit, empty when nothing is left.
	Lower string
	// Raise is the least limit under which the release would fit, empty when it would be too large.
	Raise string
	// Aside is what is set aside for other releases, where giving some of it back would do; empty where it would not.
	Aside string
	// Everybodys tells that the ledger's limit is in the way too, which holds for every plan, Chance that the limit
	// is of the chances of failure: then Lower is empty.
	Everybodys, Chance bool
}

// Shortfall returns how the release falls short of what is left, or nil when there is
// enough, no limit, nothing known of the ledger yet, or the release was carried out.
func (s *Session) Shortfall() *Shortfall {
	if s.compiled == nil || !s.account.known(s.plan) || s.release.finished != nil {
		return nil
	}
	asked, left := s.compiled.Spends().Epsilon().Rat(), s.account.left(s.plan)
	if left == nil || asked.Sign() == 0 || asked.Cmp(left) <= 0 {
		return s.chanceShortfall()
	}
	limit, aside, need := s.account.limit(s.plan), s.account.setAside(s.plan), s.account.adds(s.plan)
	need.Add(need, asked)
	does := aside.Sign() > 0 && need.Cmp(limit) <= 0
	need.Add(need, aside)
	everybodys := s.account.said.LeastLimit()
	f := &Shortfall{
		Asked: shortDecimal(asked), Left: shortDecimal(left), Limit: shortDecimal(limit), Lower: typable(left, false),
		Raise: raised(need), Everybodys: everybodys != nil && need.Cmp(everybodys) > 0,
	}
	if does {
		f.Aside = shortDecimal(aside)
	}
	return f
}

// raised is a limit under which a sum may be spent, as people set them; empty when there is none.
func raised(sum *big.Rat) string {
	return cmp.Or(typable(twoDigits(sum), true), typable(sum, true))
}

// twoDigits rounds a number above zero up to two digits, and to a whole number where that has more.
func twoDigits(of *big.Rat) *big.Rat {
	step, x, ten := big.NewRat(1, 1), new(big.Rat).Set(of), big.NewRat(10, 1)
	for x.Sign() > 0 && x.Cmp(ten) < 0 {
		x.Mul(x, ten)
		step.Quo(step, ten)
	}
	whole, rest := new(big.Int).QuoRem(x.Num(), x.Denom(), new(big.Int))
	if rest.Sign() > 0 {
		whole.Add(whole, big.NewInt(1))
	}
	return step.Mul(step, new(big.Rat).SetInt(whole))
}

// typable writes an exact budget as one that can be typed: rounded down, or up, to the
// finest that a budget may be. It is empty when no such budget can be set.
func typable(r *big.Rat, up bool) string {
	const digits = 6
	scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(digits), nil)
	scaled := new(big.Rat).Mul(r, new(big.Rat).SetInt(scale))
	whole := new(big.Int).Quo(scaled.Num(), scaled.Denom())
	if up && !scaled.IsInt() {
		whole.Add(whole, big.NewInt(1))
	}
	e, err := account.ParseEpsilon(new(big.Rat).SetFrac(whole, scale).FloatString(digits))
	if err != nil {
		return ""
	}
	return e.String()
}

// String says what is wrong and what can be done, in a sentence.
func (f *Shortfall) String() string {
	if f.Chance {
		return f.chanceSentence()
	}
	left, limit, asked, most := words.Number(f.Left), words.Number(f.Limit), words.Number(f.Asked), words.Number(limits.MaxEpsilon)
	switch {
	case f.Aside != "" && f.Lower != "":
		return words.T("%s of the %s that is allowed for these people is left, and this release would spend %s: lower its budget, or give back some of the %s that is set aside for other releases.", left, limit, asked, words.Number(f.Aside))
	case f.Aside != "":
		return words.T("Nothing of the %s that is allowed for these people is left, and this release would spend %s: nothing more can be published unless some of the %s that is set aside for other releases is given back.", limit, asked, words.Number(f.Aside))
	case f.Lower != "" && f.Raise == "":
		return words.T("%s of the %s that you allowed for this data set is left, and this release would spend %s: lower its budget; no limit can be above %s.", left, limit, asked, most)
	case f.Raise == "":
		return words.T("%s of the %s that you allowed for this data set is left, and this release would spend %s: nothing more can be published; no limit can be above %s.", left, limit, asked, most)
	case f.Everybodys && f.Lower != "":
		return words.T("%s of the %s that is allowed for these people is left, and this release would spend %s: lower its budget, or raise the limit of all plans about them, with a reason.", left, limit, asked)
	case f.Everybodys:
		return words.T("%s of the %s that is allowed for these people is left, and this release would spend %s: nothing more can be published unless somebody raises the limit of all plans about them, with a reason.", left, limit, asked)
	case f.Lower != "":
		return words.T("%s of the %s that you allowed for this data set is left, and this release would spend %s: lower its budget, or allow more.", left, limit, asked)
	}
	return words.T("%s of the %s that you allowed for this data set is left, and this release would spend %s: nothing more can be published unless you allow more.", left, limit, asked)
}

// limitOf returns a limit that was typed as plans write it.
func limitOf(limit string) (string, error) {
	if limit == "" {
		return "", nil
	}
	e, err := account.ParseEpsilon(limit)
	if err != nil {
		return "", words.Errorf("“%s” cannot be a limit: type a number above zero and at most %s, such as 2", limit, words.Number(limits.MaxEpsilon))
	}
	return e.String(), nil
}

// SetBudget sets what the release may spend, as a decimal.
func (s *Session) SetBudget(epsilon string) {
	s.Edit(func(p *plan.Plan) { p.Budget.Epsilon = epsilon })
}
