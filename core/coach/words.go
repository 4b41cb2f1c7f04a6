package coach

import (
	"fmt"
	"math"

	"steward/core/account"
	"steward/core/accuracy"
	"steward/core/message"
)

// Sentence says what the numbers are worth, in what the plan counts, such as "people"; empty where none has noise.
func (w Worth) Sentence(counted message.Text) message.Text {
	if w.Numbers == 0 {
		return message.Text{}
	}
	if w.Assumed == 0 {
		return message.Sprintf("A number below about %s would be too noisy to use: it may be off by half its value or more.", accuracy.People(w.Half/accuracy.NoisyPart))
	}
	share := message.Sprintf("Spread evenly, %s %s make a number of about %s, which may be off by %s.", figure(w.Assumed), counted, figure(w.Value), accuracy.People(w.Half))
	if !w.Like.IsZero() {
		share = message.Sprintf("Spread as in %s, %s %s make a number of about %s, which may be off by %s.", w.Like, figure(w.Assumed), counted, figure(w.Value), accuracy.People(w.Half))
	}
	return message.Sprintf("%s %s", share, w.noise())
}

// noise says how many numbers are too noisy.
func (w Worth) noise() message.Text {
	switch {
	case w.Noise == 0:
		return message.Sprintf("No number would be too noisy to use.")
	case w.Noise == w.Numbers && w.Numbers == 1:
		return message.Sprintf("It would be too noisy to use: it may be off by half its value or more.")
	case w.Noise == w.Numbers:
		return message.Sprintf("All %s numbers would be too noisy to use: they may be off by half their value or more.", figure(float64(w.Numbers)))
	case w.Noise == 1:
		return message.Sprintf("1 of %s numbers would be too noisy to use: it may be off by half its value or more.", figure(float64(w.Numbers)))
	}
	return message.Sprintf("%s of %s numbers would be too noisy to use: they may be off by half their value or more.", figure(float64(w.Noise)), figure(float64(w.Numbers)))
}

// Short says how many numbers would be too noisy, for a list; empty where that is not known.
func (w Worth) Short() message.Text {
	switch {
	case w.Numbers == 0:
		return message.Sprintf("exact")
	case w.Assumed == 0:
		return message.Text{}
	}
	off := message.Sprintf("±%s of about %s", accuracy.People(w.Half), figure(w.Value))
	if w.Noise == 0 {
		return message.Sprintf("none too noisy, %s", off)
	}
	return message.Sprintf("%s of %s too noisy, %s", figure(float64(w.Noise)), figure(float64(w.Numbers)), off)
}

// LookAlike says that a public file may help, on which so many methods can be tried that depend on the data; empty for none.
func LookAlike(untried int) message.Text {
	switch untried {
	case 0:
		return message.Text{}
	case 1:
		return message.Sprintf("Compare on a public file that is like yours: one more method, which does better where many numbers are alike or zero, can be tried on it. You then see what it gains.")
	}
	return message.Sprintf("Compare on a public file that is like yours: %d more methods, which do better where many numbers are alike or zero, can be tried on it. You then see what they gain.", untried)
}

// Warning says of a question that its numbers would be too noisy; empty where they would not.
func (w Worth) Warning(title string) message.Text {
	switch w.Verdict() {
	case Mostly:
		return message.Sprintf("Most of “%s” would be noise. %s", title, w.noise())
	case Partly:
		return message.Sprintf("Some of “%s” would be noise. %s", title, w.noise())
	}
	return message.Text{}
}

// figure writes a number with as many digits as matter here.
func figure(x float64) string {
	if x < 10 && x != math.Trunc(x) {
		return fmt.Sprintf("%.2g", x)
	}
	return account.Commas(fmt.Sprintf("%.0f", x))
}
