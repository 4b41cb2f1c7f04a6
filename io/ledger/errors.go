package ledger

import (
	"steward/core/message"
	"steward/core/promise"
)

// DamagedError is the error of a ledger whose lines do not fit together. It is never
// written to again.
type DamagedError struct {
	Path string
	Err  error
}

// Error says what is wrong and what to do.
func (e *DamagedError) Error() string { return e.Said().String() }

// Said is what Error says.
func (e *DamagedError) Said() message.Text {
	return message.Sprintf("the account %s was changed by something other than Steward (%v): nothing can be spent until it is restored from a copy", e.Path, e.Err)
}

// Unwrap returns the fault.
func (e *DamagedError) Unwrap() error { return e.Err }

// LinkedError is the error of a spend while the ledger of a linked data set cannot be read.
type LinkedError struct {
	DataSet, Linked string
	Err             error
}

// Error says whose ledger is missing and what to do.
func (e *LinkedError) Error() string { return e.Said().String() }

// Said is what Error says.
func (e *LinkedError) Said() message.Text {
	return message.Sprintf("nothing can be spent on “%s” while the account of “%s”, which is about the same people, cannot be read: %v", e.DataSet, e.Linked, e.Err)
}

// Unwrap returns what is wrong with the linked ledger.
func (e *LinkedError) Unwrap() error { return e.Err }

// LimitError is the error of a debit or a reservation above the limit. Its sums are of all
// linked ledgers.
type LimitError struct {
	DataSet, Spent, Limit, Asked, Left string
	Reserved                           string   // what others have set aside; empty for nothing
	Linked                             []string // the other data sets about the same people
	// Reserving says that it is a reservation that was refused, Chance that the sums are of
	// chances of failure.
	Reserving, Chance bool
	// Why says why what is spent is not what the releases spent, added up (promise.Counted); the zero message where it is.
	Why message.Text
	// Everybodys says that the limit is in the ledger and holds for every plan; otherwise it is this plan's.
	Everybodys bool
}

// Error names spent, limit, asked and left.
func (e *LimitError) Error() string { return e.Said().String() }

// Said is what Error says.
func (e *LimitError) Said() message.Text {
	said := e.refusal()
	if !e.Why.IsZero() {
		said = message.Sprintf("%v. Why %s counts as spent: %v", said, e.Spent, e.Why)
	}
	if e.Everybodys {
		said = message.Sprintf("%v. This limit holds for every plan about these people; whoever raises it gives a name and a reason%s", said, message.Type("steward ledger raise"))
	}
	return said
}

func (e *LimitError) refusal() message.Text {
	whose := message.Sprintf("%q", e.DataSet)
	if e.Chance {
		if len(e.Linked) > 0 {
			whose = message.Sprintf("%q and on %s, which is about the same people,", e.DataSet, quoted(e.Linked))
		}
		return message.Sprintf("all releases on %s together may use a chance of failure (delta) of %s; %s of it is taken, %s is left, and this one needs %s. Accept a smaller chance, or none, or allow more", whose, e.Limit, e.Spent, e.Left, e.Asked)
	}
	if len(e.Linked) > 0 {
		whose = message.Sprintf("%q, which is about the same people as %s,", e.DataSet, quoted(e.Linked))
	}
	switch {
	case e.Reserving && e.Reserved == "":
		return message.Sprintf("the budget of %s would be exceeded: %s of the %s that you allowed is spent, you want to set %s aside, and %s is left: set less aside", whose, e.Spent, e.Limit, e.Asked, e.Left)
	case e.Reserving:
		return message.Sprintf("the budget of %s would be exceeded: %s of the %s that you allowed is spent, %s is set aside for other releases, you want to set %s aside, and %s is left: set less aside", whose, e.Spent, e.Limit, e.Reserved, e.Asked, e.Left)
	case e.Reserved == "":
		return message.Sprintf("the budget of %s would be exceeded: %s of the %s that you allowed is spent, this release asks for %s, and %s is left: lower the budget of this release", whose, e.Spent, e.Limit, e.Asked, e.Left)
	}
	return message.Sprintf("the budget of %s would be exceeded: %s of the %s that you allowed is spent, %s is set aside for other releases, this release asks for %s, and %s is left: lower the budget of this release", whose, e.Spent, e.Limit, e.Reserved, e.Asked, e.Left)
}

// UnknownError is the error of a name that no ledger has.
type UnknownError struct {
	DataSet string
	Nearest []string // names that may be meant
}

// Error says which may be meant.
func (e *UnknownError) Error() string { return e.Said().String() }

// Said is what Error says.
func (e *UnknownError) Said() message.Text {
	if len(e.Nearest) == 0 {
		return message.Sprintf("there is no account of %q: look for the right name%s", e.DataSet, message.Command{Typed: message.Sprintf("steward ledger list shows them all; --new begins one, where the command has it")})
	}
	return message.Sprintf("there is no account of %q: did you mean %s?%s", e.DataSet, message.List(message.Quoted(e.Nearest), "%s or %s", "%s or %s"), message.Command{Typed: message.Sprintf("steward ledger list shows them all; --new begins one, where the command has it")})
}

// RaisingError is the error of a limit that is set to more than is allowed by now.
type RaisingError struct{ DataSet string }

// Error says what to do.
func (e *RaisingError) Error() string { return e.Said().String() }

// Said is what Error says.
func (e *RaisingError) Said() message.Text {
	return message.Sprintf("this is more than is now allowed for “%s”, and nothing was changed: a limit is raised in a separate step, with a name and a reason%s", e.DataSet, message.Type("steward ledger raise"))
}

// UnboundedError is the error of a spend after which nobody could say what all releases about these people
// tell together.
type UnboundedError struct {
	DataSet string
	Err     *promise.Unbounded
}

func (e *UnboundedError) Error() string { return e.Said().String() }

// Said is what Error says.
func (e *UnboundedError) Said() message.Text {
	return message.Sprintf("nothing more may be spent on “%s” under these secrets and facts, and nothing was spent: %v", e.DataSet, e.Err)
}

func (e *UnboundedError) Unwrap() error { return e.Err }

// ForgottenError is the error of a new entry about a data set that was forgotten.
type ForgottenError struct{ DataSet, Time, Total string }

// Error says what was spent and what to do.
func (e *ForgottenError) Error() string { return e.Said().String() }

// Said is what Error says.
func (e *ForgottenError) Said() message.Text {
	return message.Sprintf("the data set “%s” was forgotten (%s), after %s was spent on it: choose another name for other people, or say that it is used again%s; what was spent still counts", e.DataSet, e.Time, e.Total, message.Type("steward ledger forget --undo"))
}

// ForkError is the error of an import that is not a continuation of the ledger here, nor
// the other way round.
type ForkError struct {
	DataSet string
	Common  int // the last entry that both have
	// Here and There are what each spent after it.
	Here, There string
	// Limit and ChanceLimit are the file's, where they are stricter than those here were: they hold here too now.
	Limit, ChanceLimit string
}

// Error says where the two part and what to do.
func (e *ForkError) Error() string { return e.Said().String() }

// Said is what Error says.
func (e *ForkError) Said() message.Text {
	remedy := message.Sprintf("set %s aside here%s to count what only the file has, and spend in one of the two places from now on", e.There, message.Type("steward ledger reserve"))
	if e.There == "0" {
		remedy = message.Sprintf("all that the file has spent is counted here; spend in one of the two places from now on")
	}
	if e.Limit+e.ChanceLimit != "" {
		remedy = message.Sprintf("%v. The file's limit is stricter (%s), and applies here too until someone raises it%s", remedy, limitsInWords(e.Limit, e.ChanceLimit), message.Type("steward ledger raise"))
	}
	return message.Sprintf("the account of “%s” here and the one in the file differ after entry %d: since then %s was spent here and %s in the file, and neither has what the other has, so neither can replace the other and nothing was imported: merge them%s, or %s", e.DataSet, e.Common, e.Here, e.There, message.Type("steward ledger import --merge"), remedy)
}

// quoted lists names.
func quoted(names []string) message.Text {
	return message.List(message.Quoted(names), "%s and %s", "%s and %s")
}

// limitsInWords says limits of losses and of chances, of which one may be empty.
func limitsInWords(a, b string) message.Text {
	switch {
	case b == "":
		return message.Verbatim(a)
	case a == "":
		return message.Sprintf("%s for chances of failure", b)
	}
	return message.Sprintf("%s, and %s for chances of failure", a, b)
}
