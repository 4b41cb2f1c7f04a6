package accounts

import (
	"fmt"
	"slices"
	"strings"

	"steward/cmd/steward/console"
	"steward/core/message"
	"steward/core/result"
	"steward/gui/words"
	"steward/io/ledger"
)

type showCmd struct {
	DataSet string `arg:"" optional:"" help:"Name of the data set. Without it the accounts are listed."`
}

func (cmd showCmd) Run(c *console.Console) error {
	if cmd.DataSet == "" {
		return listCmd{}.Run(c)
	}
	l, err := Open(c, cmd.DataSet, Beginning{})
	if err != nil {
		return err
	}
	s, err := l.Statement()
	if err != nil {
		return err
	}
	if c.JSON {
		return c.Emit(statementJSON(s))
	}
	entryTable(c, s.Entries)
	sums(c, s)
	leftOpen(c, s)
	remarks(c, s)
	return nil
}

func statementJSON(s ledger.Statement) map[string]any {
	out := map[string]any{
		"dataSet": s.DataSet, "spent": console.Exactly(s.Spent), "reserved": console.Exactly(s.Reserved), "cutOff": s.CutOff,
		"forgotten": s.Forgotten != nil, "entries": s.Entries, "unwritten": append([]int{}, s.Unwritten()...), "clockSetBack": append([]int{}, s.SetBack()...),
	}
	sums := s.Sums(nil)
	if sums.Limit != nil {
		out["limit"], out["left"] = console.Exactly(sums.Limit), console.Exactly(sums.Left)
	}
	if limit := s.LeastChanceLimit(); limit != nil {
		out["deltaLimit"], out["deltaLeft"] = console.Exactly(limit), console.Exactly(ledger.Rest(limit, s.JointChance()))
	}
	changes := []map[string]any{}
	for _, l := range s.LimitChanges() {
		change := map[string]any{"dataSet": l.DataSet, "entry": l.Sequence, "time": l.Time, "by": l.By, "why": l.Remark.String(), "title": l.Title, "now": console.Exactly(l.Now), "chance": l.Chance}
		if l.Was != nil {
			change["was"] = console.Exactly(l.Was)
		}
		changes = append(changes, change)
	}
	out["limitChanges"] = changes
	linked := []Listed{}
	for _, k := range s.Linked {
		item := Listed{DataSet: k.DataSet, Spent: console.Exactly(k.Sums(nil).Spent), Reserved: console.Exactly(k.Reserved), Forgotten: k.Forgotten != nil}
		if k.Err != nil {
			item.Error = k.Err.Error()
		}
		linked = append(linked, item)
	}
	out["linked"], out["jointSpent"], out["taken"] = linked, console.Exactly(sums.Debited), console.Exactly(sums.Taken())
	if sums.Err == nil {
		out["jointLoss"] = console.Exactly(sums.Spent)
	} else {
		out["notBounded"] = sums.Err.Error()
	}
	if chance := s.JointChance(); chance.Sign() > 0 {
		out["delta"], out["jointDelta"] = console.Exactly(s.Chance), console.Exactly(chance)
	}
	open := []map[string]any{}
	for _, o := range s.LeftOpen() {
		open = append(open, map[string]any{"dataSet": o.DataSet, "entry": o.Sequence, "title": o.Title, "known": o.Known, "disclosed": o.Disclosed, "policy": o.Policy})
	}
	out["leftOpen"] = open
	if loss, known := s.LargestLoss(nil); known {
		out["largestLoss"] = console.Exactly(loss)
	}
	return out
}

func entryTable(c *console.Console, entries []ledger.Entry) {
	rows := [][]string{console.Headed("ENTRY|TIME|WHAT|EPSILON|TITLE OR WORDS")}
	for _, e := range entries {
		epsilon := e.Epsilon
		if e.Delta != "" {
			epsilon = console.Say("%s with delta %s", e.Epsilon, e.Delta)
		}
		rows = append(rows, []string{fmt.Sprint(e.Sequence), e.Time, what(e), epsilon, strings.Join(about(e), "; ")})
	}
	c.Table(rows)
}

func what(e ledger.Entry) string {
	switch {
	case e.Of > 0:
		return console.Say("%s (of %d)", kindOf(e), e.Of)
	case len(e.From) > 0:
		return console.Say("%s (from %s)", kindOf(e), strings.Trim(fmt.Sprint(e.From), "[]"))
	}
	return kindOf(e)
}

// kinds are the words for the kinds of entries, which are as the ledger has them.
var kinds = []string{
	words.Key("spent"), words.Key("written"), words.Key("torn"), words.Key("reserved"), words.Key("returned"), words.Key("noted"),
	words.Key("withdrawn"), words.Key("reviewed"), words.Key("checking"), words.Key("limited"), words.Key("linked"), words.Key("forgotten"), words.Key("reopened"),
}

// kindOf is the word for the kind of an entry.
func kindOf(e ledger.Entry) string {
	if slices.Contains(kinds, string(e.Kind)) {
		return words.Text(string(e.Kind))
	}
	return string(e.Kind)
}

// about returns the words of an entry.
func about(e ledger.Entry) (out []string) {
	add := func(format, s string) {
		if s != "" {
			out = append(out, console.Say(format, s))
		}
	}
	add("%s", e.Title)
	if g := e.Group(); g != nil {
		out = append(out, console.Say("only about %s", g.Said()))
	}
	add("%s", strings.Join(e.Files, ", "))
	if e.Instead > 0 {
		add(words.Key("the release of entry %s takes its place"), fmt.Sprint(e.Instead))
	}
	for _, k := range e.Links {
		add(words.Key("about the same people as %q"), k.DataSet)
	}
	if e.Kind == ledger.Limited || e.Binds {
		add(words.Key("at most %s in total"), e.Limit)
		add(words.Key("chances of failure of at most %s in total"), e.DeltaLimit)
	}
	if e.Kind == ledger.Reviewed {
		said := result.Review{Verdict: e.Verdict, Time: e.Time, By: e.By, Why: e.Note}
		return append(out, words.Say(said.Said()))
	}
	switch e.Checker {
	case ledger.CheckerNeeded:
		out = append(out, words.Text("a second person has to approve plans"))
	case ledger.CheckerNotNeeded:
		out = append(out, words.Text("no second person has to approve plans"))
	}
	add(words.Key("%s spent until then"), e.Total)
	add("%s", words.Say(e.Remark()))
	add(words.Key("by %s"), e.By)
	if e.Again != nil {
		add(words.Key("noted again: entry %s of another copy of the account"), fmt.Sprint(e.Again.Sequence))
	}
	return out
}

// sums says what is spent, set aside and left.
func sums(c *console.Console, s ledger.Statement) {
	sums := s.Sums(nil)
	c.Sayf("All releases about %q have spent %s. What is spent cannot be taken back.\n", s.DataSet, console.Exactly(sums.Spent))
	if why := sums.Why(); !why.IsZero() {
		c.Sayf("%s.\n", message.Capital(words.Say(why)))
	}
	if sums.Err != nil {
		c.Sayf("NOT BOUNDED: %v. No further release is possible.\n", sums.Err)
	}
	for _, r := range s.Reservations {
		c.Sayf("%s is set aside for %q (entry %d).\n", console.Exactly(r.Left), r.Title, r.Sequence)
	}
	for _, path := range s.Copies {
		c.Sayf("%v.\n", ledger.CopySaid(path))
	}
	for _, k := range s.Linked {
		if k.Err != nil {
			c.Sayf("%q is about the same people, and its account cannot be relied on: %v\n", k.DataSet, k.Err)
			continue
		}
		c.Sayf("%q is about the same people and has spent %s, with %s set aside.\n", k.DataSet, console.Exactly(k.Sums(nil).Spent), console.Exactly(k.Reserved))
	}
	if len(s.Linked) > 0 {
		c.Sayf("What is spent on any of these data sets counts on all of them, and so does the least of their limits.\n")
	}
	if chance := s.JointChance(); chance.Sign() > 0 {
		c.Sayf("The chances of failure that were accepted add up to %s.\n", console.Exactly(chance))
	}
	if limit := s.LeastChanceLimit(); limit != nil {
		c.Sayf("The chances of failure may add up to %s in total. %s of it is left.\n", console.Exactly(limit), console.Exactly(ledger.Rest(limit, s.JointChance())))
	}
	if sums.Limit != nil {
		c.Sayf("You allowed %s in total. %s of it is neither spent nor set aside.\n", console.Exactly(sums.Limit), console.Exactly(sums.Left))
	}
	for _, l := range s.LimitChanges() {
		c.Sayf("%s\n", console.OnLine([]string{limitChange(l)})[0])
	}
}

// limitChange says when a limit was set, by whom and why.
func limitChange(l ledger.LimitChange) string {
	what := console.Say("what may be spent in total")
	if l.Chance {
		what = console.Say("what the chances of failure may add up to")
	}
	by := ""
	if l.By != "" {
		by = console.Say(" by %s", l.By)
	}
	how := console.Say("was set to %s", console.Exactly(l.Now))
	switch {
	case l.Was == nil:
	case l.Was.Cmp(l.Now) < 0:
		how = console.Say("was raised from %s to %s", console.Exactly(l.Was), console.Exactly(l.Now))
	default:
		how = console.Say("was lowered from %s to %s", console.Exactly(l.Was), console.Exactly(l.Now))
	}
	why := words.Say(l.Remark)
	if l.Title != "" {
		why = console.Say("the plan of %q, which was released first with a limit", l.Title)
	}
	if why == "" {
		return console.Say("Entry %d of %q, %s: %s %s%s.", l.Sequence, l.DataSet, l.Time, what, how, by)
	}
	return console.Say("Entry %d of %q, %s: %s %s%s: %s.", l.Sequence, l.DataSet, l.Time, what, how, by, strings.TrimSuffix(why, "."))
}

// leftOpen says what the releases together do not protect, and how well they protect the rest.
func leftOpen(c *console.Console, s ledger.Statement) {
	open := s.LeftOpen()
	if len(open) > 0 {
		c.Sayf("Left unprotected for good by earlier releases:\n")
	}
	for _, o := range open {
		where := console.Say("entry %d", o.Sequence)
		if o.DataSet != s.DataSet {
			where += console.Say(" of %q", o.DataSet)
		}
		if o.Title != "" {
			where += console.Say(", %q", o.Title)
		}
		what := console.Say("its words were forgotten, so it is not known what it left open")
		switch {
		case o.Known:
			what = console.Say("anyone may learn exactly %s", strings.Join(o.Disclosed, "; "))
		case o.Policy != "":
			what = console.Say("not noted; its policy was %s", o.Policy)
		}
		c.Sayf("  %s: %s\n", where, console.OnLine([]string{what})[0])
	}
	loss, known := s.LargestLoss(nil)
	switch {
	case loss.Sign() == 0 && known:
	case known:
		x, _ := loss.Float64()
		c.Sayf("For any two answers that no release tells apart exactly, the loss of all releases together is at most %s: they shift the odds between the two %s%s.\n", console.Exactly(loss), shifts(x), exceptIn(s.JointChance()))
	default:
		c.Sayf("How much all releases together reveal about two answers cannot be bounded here: for some of them it is not noted how far their policies reach.\n")
	}
}

// remarks says what is unusual about the ledger.
func remarks(c *console.Console, s ledger.Statement) {
	if s.CutOff {
		c.Sayf("The last line was cut off by a crash; what it says of a spend counts as spent.\n")
	}
	if s.Forgotten != nil {
		c.Sayf("The data set was forgotten. To use it again, say so with steward ledger forget --undo.\n")
	}
	if s.Undropped {
		c.Sayf("Words from before it was forgotten are still in the file, because the program was stopped. Forget it again.\n")
	}
	if list := s.SetBack(); len(list) > 0 {
		c.Sayf("The computer's clock was set back before entry %s. The order of the entries counts, not their time.\n", numbers(list))
	}
	if list := s.Unwritten(); len(list) > 0 {
		c.Sayf("No files are noted as written for entry %s: the program was stopped before, or the entry paid for a pilot. It counts as spent all the same.\n", numbers(list))
	}
}

func numbers(list []int) string {
	out := make([]string, len(list))
	for i, n := range list {
		out[i] = fmt.Sprint(n)
	}
	return strings.Join(out, ", ")
}
