package result

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"steward/core/accuracy"
	"steward/core/choice"
	"steward/core/message"
)

// Noun names what was chosen: "median of age", "90th percentile of age", "most common job".
func (c *Choice) Noun() message.Text {
	switch choice.Kind(c.Asked.Kind) {
	case choice.Percentile:
		return message.Sprintf("%s of %s", Percentile(c.Asked.Percentile), c.Asked.Column)
	case choice.MostCommon:
		return message.Sprintf("most common value of %s", c.Asked.Column)
	}
	return message.Verbatim(c.Asked.Title)
}

// Percentile names a percentile as it is typed: "median", "1st percentile", "22nd percentile", "11th percentile",
// "99.9th percentile".
func Percentile(text string) message.Text {
	if x, err := strconv.ParseFloat(text, 64); text == "" || err == nil && x == 50 {
		return message.Sprintf("median")
	}
	if x, err := strconv.Atoi(text); err == nil && x%100/10 != 1 {
		switch x % 10 {
		case 1:
			return message.Sprintf("%sst percentile", text)
		case 2:
			return message.Sprintf("%snd percentile", text)
		case 3:
			return message.Sprintf("%srd percentile", text)
		}
	}
	return message.Sprintf("%sth percentile", text)
}

// Say says one value: "The median of age for sex F is 37; 19 times in 20 it lies from 35 to 39."
func (c *Choice) Say(v Chosen) message.Text {
	of := c.Noun()
	var groups []string
	for i, k := range v.Key {
		groups = append(groups, fmt.Sprintf("%s %s", c.Asked.By[i], k))
	}
	if len(groups) > 0 {
		of = message.Sprintf("%s for %s", of, strings.Join(groups, ", "))
	}
	switch {
	case choice.Kind(c.Asked.Kind) == choice.Best:
		return message.Sprintf("%s: %s.", of, v.Option)
	case v.Low == "":
		return message.Sprintf("The %s is %s.", of, v.Option)
	case v.Low == v.High:
		return message.Sprintf("The %s is %s; 19 times in 20 it is.", of, v.Option)
	}
	return message.Sprintf("The %s is %s; 19 times in 20 it lies from %s to %s.", of, v.Option, v.Low, v.High)
}

// Sentences say how good the published values are, what they count being called counted.
func (c *Choice) Sentences(counted message.Text) []message.Text {
	kind, q, width := choice.Kind(c.Asked.Kind), c.Quality, c.Width
	var out []message.Text
	if c.Exactly() {
		return append(out, message.Sprintf("It is the best according to counts that are published exactly: it has no noise and costs none of the budget. If several are equally good, it is the first of them."))
	}
	fall := accuracy.People(q.Fall)
	switch kind {
	case choice.Percentile:
		if c.Tabled() {
			out = append(out, message.Sprintf("Each of the counts that decide it is off by at most %s %s, 39 times in 40.", fall, counted))
			break
		}
		out = append(out, message.Sprintf("19 times in 20, at most %s %s too many are on one side of the published value, whatever the data.", fall, counted))
		if width > 0 {
			out = append(out, message.Sprintf("Ranks were averaged over %d values on either side, which hides small differences better; it can also put the value off by as many.", width))
		}
	case choice.MostCommon:
		out = append(out, message.Sprintf("19 times in 20, at most %s %s fewer have the published value than the most common one, whatever the data.", fall, counted))
	default:
		out = append(out, message.Sprintf("19 times in 20, the score of the published option is at most %s below the best, whatever the data.", fall))
	}
	if len(c.Asked.By) > 0 {
		alone := message.Sprintf("This holds for each group by itself: in one with fewer people the published value is pure chance.")
		if kind == choice.Best {
			alone = message.Sprintf("This holds for each group by itself: in one whose best score is lower, the published option is pure chance.")
		}
		out = append(out, alone)
	}
	switch right := percent(q.Right); {
	case q.MeasuredOn.IsZero():
	case kind == choice.Percentile:
		out = append(out, message.Sprintf("On %s it is right %s times in 100, and off by %s on average; your data may differ.", q.MeasuredOn, right, strconv.FormatFloat(q.Typical, 'g', 2, 64)))
	default:
		out = append(out, message.Sprintf("On %s it is right %s times in 100, and %s below the best on average; your data may differ.", q.MeasuredOn, right, accuracy.People(q.Typical)))
	}
	return out
}

// Exactly reports whether it is the best option, published without noise.
func (c *Choice) Exactly() bool { return c.Mechanism.ID == choice.ExactID }

// Tabled reports whether it was read off a table of counts.
func (c *Choice) Tabled() bool { return strings.HasPrefix(c.Mechanism.ID, choice.TablePrefix) }

// percent writes a chance in hundredths, never as certain.
func percent(p float64) message.Text {
	if p > 0.995 {
		return message.Sprintf("more than 99")
	}
	return message.Verbatim(strconv.FormatFloat(math.Round(100*p), 'f', 0, 64))
}
