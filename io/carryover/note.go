package carryover

import (
	"cmp"
	"context"
	"math/big"
	"slices"

	"steward/core/account"
	"steward/core/message"
	"steward/io/ledger"
)

// Account is what is known of the people of the next file.
type Account struct {
	Allowance
	// Share is what this release may spend of what is left, "" where nothing says how much.
	Share string
	said  ledger.Statement
}

// AccountOf returns what the releases that are planned may spend on the people that a choice is about.
func (l Look) AccountOf(folder *ledger.Folder, c Choice) (Account, error) {
	if err := l.who(c); err != nil {
		return Account{}, err
	}
	book, err := folder.Open(l.dataSet(c))
	if err != nil {
		return Account{}, err
	}
	said, err := book.Statement()
	if err != nil {
		return Account{}, err
	}
	if c.Others && slices.ContainsFunc(said.Entries, func(e ledger.Entry) bool { return e.Kind == ledger.Spent || e.Kind == ledger.Forgotten }) {
		return Account{}, message.Errorf("“%s” is already the account of other people, with releases about them: give the account of these people another name", c.DataSet)
	}
	if most := said.LeastLimit(); most != nil && c.Limit != "" {
		return Account{}, message.Errorf("%s may be spent on these people in total, as their account says: anything else has to be allowed separately, on the page of the account%s", written(most), message.Type("steward ledger raise"))
	}
	limit, err := l.limit(folder, c)
	if err != nil {
		return Account{}, err
	}
	a := Account{Allowance: AllowanceOf(said, c.Title, c.Years, limit), said: said}
	a.Share = a.Allowance.Share()
	return a, nil
}

// dataSet is the name of the account.
func (l Look) dataSet(c Choice) string {
	if c.Others {
		return c.DataSet
	}
	return l.Plan.DataSet
}

// limit is what all releases about the people may spend where their account says nothing: what is chosen, or what the earlier people's account allows.
func (l Look) limit(folder *ledger.Folder, c Choice) (*big.Rat, error) {
	text := c.Limit
	if text == "" {
		text = l.Plan.Budget.Limit
	}
	if e, err := account.ParseEpsilon(text); err == nil {
		return e.Rat(), nil
	}
	if !c.Others {
		return nil, nil
	}
	earlier, err := folder.Open(l.Plan.DataSet)
	if err != nil {
		return nil, err
	}
	said, err := earlier.Statement()
	return said.LeastLimit(), err
}

// Budget returns what this release spends unless the steward says otherwise: what was set aside for it, or its share where several are
// planned, or what the earlier release spent as far as that is left.
func (l Look) Budget(a Account) string {
	if a.Kept[0].Sign() > 0 {
		return floored(a.Kept[0])
	}
	before, err := account.ParseEpsilon(l.Plan.Budget.Epsilon)
	if left := a.Left(); err != nil || left != nil && (len(a.Titles) > 1 || before.Rat().Cmp(left) > 0) {
		return a.Share
	}
	return l.Plan.Budget.Epsilon
}

// Note writes a choice into the accounts: what all releases may spend, where nothing says so yet; what is set aside for the later
// releases; and, of other people, in the earlier account where theirs is. It says what was noted. Doing it again notes nothing twice.
func (l Look) Note(ctx context.Context, folder *ledger.Folder, c Choice, w ledger.Words) ([]message.Text, error) {
	if err := l.Check(c); err != nil {
		return nil, err
	}
	a, err := l.AccountOf(folder, c)
	if err != nil {
		return nil, err
	}
	budget, err := account.ParseEpsilon(c.Budget)
	if err != nil {
		return nil, err
	}
	if left := a.Left(); left != nil && new(big.Rat).Mul(budget.Rat(), big.NewRat(int64(len(a.Titles)), 1)).Cmp(left) > 0 {
		return nil, message.Errorf("%d releases of %s each are more than the %s that is left: spend less on each, plan fewer, or allow more first", len(a.Titles), budget, written(left))
	}
	aside := a.Aside(budget)
	if a.Limit == nil && len(a.Titles) > 1 {
		return nil, message.Errorf("nothing says what may be spent on these people in total, so nothing of it can be set aside: say how much")
	}
	book, err := folder.Open(l.dataSet(c))
	if err != nil {
		return nil, err
	}
	var said []message.Text
	if a.said.LeastLimit() == nil && a.Limit != nil {
		most, err := account.FromRat(a.Limit)
		if err != nil {
			return nil, err
		}
		why := w
		why.Why = cmp.Or(w.Why, c.Title) // which everybody reads in the words of whoever chose it
		if _, err := book.SetLimits(ctx, ledger.Limits{Losses: most}, why); err != nil {
			return nil, err
		}
		said = append(said, message.Sprintf("At most %s may be spent on “%s” in total.", most.String(), l.dataSet(c)))
	}
	for i, sum := range aside {
		if sum == nil {
			continue
		}
		e, err := account.FromRat(sum)
		if err != nil {
			return said, err
		}
		if _, err := book.Reserve(ctx, e, a.Titles[i], w); err != nil {
			return said, err
		}
		said = append(said, message.Sprintf("%s is set aside for “%s”.", e.String(), a.Titles[i]))
	}
	if c.Others {
		told, err := l.tellEarlier(ctx, folder, c, w)
		if err != nil {
			return said, err
		}
		said = append(said, told...)
	}
	return said, nil
}

// tellEarlier notes below the last release about the earlier people where the account of the next file's is.
func (l Look) tellEarlier(ctx context.Context, folder *ledger.Folder, c Choice, w ledger.Words) ([]message.Text, error) {
	earlier, err := folder.Open(l.Plan.DataSet)
	if err != nil {
		return nil, err
	}
	said, err := earlier.Statement()
	if err != nil {
		return nil, err
	}
	last, noted := 0, ledger.Entry{Says: message.Sprintf("continued by “%s”, which is about other people", c.DataSet), Note: w.Why}
	for _, e := range said.Entries {
		switch {
		case e.Kind == ledger.Spent:
			last = e.Sequence
		case e.Kind == ledger.Noted && e.Remark().String() == noted.Remark().String():
			return nil, nil
		}
	}
	if last == 0 {
		return nil, nil // nothing was ever released
	}
	if _, err := earlier.Remark(ctx, last, noted.Says, w); err != nil {
		return nil, err
	}
	return []message.Text{message.Sprintf("The account “%s” says where these people's is.", l.Plan.DataSet)}, nil
}

// written writes a sum of losses.
func written(r *big.Rat) string {
	if e, err := account.FromRat(r); err == nil {
		return e.String()
	}
	return "0"
}
