package session

import (
	"fmt"
	"math/big"

	"steward/core/account"
	"steward/core/limits"
	"steward/core/plan"
	"steward/io/ledger"
)

// Account is the state of the data set's ledger, as it was last read.
type Account struct {
	// Spent, Limit and Left are decimals. Limit and Left are empty when no limit is set;
	// Spent is "…" and Left empty while the ledger is read for the first time.
	Spent, Limit, Left string
	// Part is how much of the limit is spent, from 0.
	Part float64
	// Entries is how many entries the ledger has.
	Entries int
	// Reading tells that the ledger has not been read yet.
	Reading bool
	Err     error
}

// accountState is what was last read of a data set's ledger.
type accountState struct {
	dataSet string
	read    bool
	spent   *big.Rat
	entries int
	err     error
	busy    bool
	again   bool // it may have changed since the reading that is under way began
}

// Account returns what the ledger of the plan's data set says, as far as it has been read,
// and has it read when it has not been. It never waits for the disk.
func (s *Session) Account() Account {
	if s.plan.DataSet == "" {
		return accountState{read: true, spent: new(big.Rat)}.against(s.plan.Budget.Limit)
	}
	if s.account.dataSet != s.plan.DataSet {
		s.account = accountState{dataSet: s.plan.DataSet, busy: s.account.busy}
		s.readAccount()
	}
	return s.account.against(s.plan.Budget.Limit)
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
	dir, dataSet := s.around.LedgerDir, s.account.dataSet
	s.around.Go(func() {
		st, err := statement(dir, dataSet)
		s.around.Dispatch(func() {
			s.account.busy = false
			if s.account.again || s.account.dataSet != dataSet {
				s.readAccount()
				return
			}
			s.account.read, s.account.spent, s.account.entries, s.account.err = true, st.Spent, len(st.Entries), err
			s.changed()
		})
	})
}

// statement reads a ledger.
func statement(dir, dataSet string) (ledger.Statement, error) {
	l, err := ledger.Open(dir, dataSet)
	if err != nil {
		return ledger.Statement{}, err
	}
	return l.Statement()
}

// against compares what is spent with a limit.
func (a accountState) against(limit string) Account {
	out := Account{Spent: "…", Limit: limit, Entries: a.entries, Reading: !a.read, Err: a.err}
	if !a.read || a.err != nil || a.spent == nil {
		return out
	}
	out.Spent = shortDecimal(a.spent)
	if most, err := account.ParseEpsilon(limit); err == nil {
		out.Left = shortDecimal(leftOf(most.Rat(), a.spent))
		out.Part, _ = new(big.Rat).Quo(a.spent, most.Rat()).Float64()
	}
	return out
}

// leftOf returns what is left of a limit, never less than nothing.
func leftOf(limit, spent *big.Rat) *big.Rat {
	left := new(big.Rat).Sub(limit, spent)
	if left.Sign() < 0 {
		return new(big.Rat)
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
	Asked, Left, Spent, Limit string
	// Lower is the largest budget that would still fit, empty when nothing is left.
	Lower string
	// Raise is the least limit under which the release would fit, empty when no limit
	// that can be set would do.
	Raise string
}

// Shortfall returns how the release falls short of what is left, or nil when there is
// enough, no limit, nothing known of the ledger yet, or the release was carried out.
func (s *Session) Shortfall() *Shortfall {
	a := s.account
	if s.compiled == nil || s.compiled.Limit.IsZero() || !a.read || a.err != nil || a.dataSet != s.plan.DataSet || s.release.finished != nil {
		return nil
	}
	asked, limit := s.compiled.Budget.Rat(), s.compiled.Limit.Rat()
	sum := new(big.Rat).Add(a.spent, asked)
	if sum.Cmp(limit) <= 0 {
		return nil
	}
	left := leftOf(limit, a.spent)
	return &Shortfall{
		Asked: shortDecimal(asked), Left: shortDecimal(left), Spent: shortDecimal(a.spent), Limit: shortDecimal(limit),
		Lower: typable(left, false), Raise: typable(sum, true),
	}
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
	text := fmt.Sprintf("%s of the %s that you allowed for this data set is left, and this release would spend %s", f.Left, f.Limit, f.Asked)
	if f.Lower == "" {
		return text + ": nothing more can be published unless you allow more."
	}
	return text + ": lower its budget, or allow more."
}

// SetLimit sets what all releases about the data set may spend together; "" for no limit.
// It errors when the text is no budget.
func (s *Session) SetLimit(limit string) error {
	if limit != "" {
		e, err := account.ParseEpsilon(limit)
		if err != nil {
			return fmt.Errorf("%q cannot be a limit: type a number above zero and at most %s, such as 2", limit, limits.MaxEpsilon)
		}
		limit = e.String()
	}
	s.Edit(func(p *plan.Plan) { p.Budget.Limit = limit })
	return nil
}

// SetBudget sets what the release may spend, as a decimal.
func (s *Session) SetBudget(epsilon string) {
	s.Edit(func(p *plan.Plan) { p.Budget.Epsilon = epsilon })
}
