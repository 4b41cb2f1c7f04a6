package steps

import (
	"context"
	"fmt"
	"image"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"steward/core/account"
	"steward/core/accuracy"
	"steward/core/guide"
	"steward/core/plan"
	"steward/gui/session"
	"steward/gui/widgets"
)

// budget is the step "Privacy and error": how much error, for how much protection.
type budget struct {
	page
	slider   *widgets.BudgetSlider
	question *widget.Select
	share    *widget.Label
	methods  *widgets.MethodTable
	curve    *widgets.Figure
	drawn    *session.Point // the first point of the curve that is drawn
	wanted   *widget.Entry
	solved   *widgets.Text
	use      *widget.Button
	solution string
	big      *widgets.BigFigure
	why      *widgets.Text
	all      *widgets.Table
	meter    *widgets.Meter
	left     *widgets.Text
	updating bool
}

func newBudget(s Surroundings) *budget {
	p := &budget{page: newPage(s, guide.Budget)}
	p.slider = widgets.NewBudgetSlider(s.Session.Plan().Budget.Epsilon, nil)
	p.slider.OnChangeEnded = func(decimal string) {
		if !p.updating {
			s.Session.Edit(func(pl *plan.Plan) { pl.Budget.Epsilon = decimal })
		}
	}
	p.slider.OnChanged = func(decimal string) { p.showSentence(decimal) }
	p.question = widget.NewSelect(nil, func(string) {
		if !p.updating {
			p.Update()
		}
	})
	p.share = widget.NewLabel("")
	p.methods = widgets.NewMethodTable(p.choose)
	p.curve = widgets.NewFigure(fyne.NewSize(260, 210), p.Run, nil)
	p.makeSolver()
	p.content = widgets.Column(gap,
		widgets.NewQuestion("How much error can you live with?", "Nothing is spent on this page. Move the slider and watch the error.", p.explain),
		p.failure,
		widgets.NewCard(p.slider),
		container.NewBorder(nil, nil, widget.NewLabelWithStyle("Expected error of", fyne.TextAlignLeading, fyne.TextStyle{Bold: true}), p.share, p.question),
		widgets.NewCard(p.methods),
		container.New(&twoColumns{left: 0.55},
			widgets.NewTitledCard("Error against budget", nil, p.curve),
			widgets.NewTitledCard("I can live with…", nil, widgets.Column(8,
				container.NewBorder(nil, nil, widget.NewLabel("±"), widget.NewLabel("people, 19 times in 20"), p.wanted), p.solved, container.NewHBox(p.use)))))
	p.big = widgets.NewBigFigure("", "")
	p.why = widgets.Body("")
	p.all = widgets.NewTable([]widgets.TableColumn{{Title: "Question", Grow: true}, {Title: "19 in 20", Width: 80, Align: fyne.TextAlignTrailing, Bold: true}}, nil)
	p.meter = widgets.NewMeter(1, false)
	p.left = widgets.Body("")
	p.side = widgets.Column(gap, widgets.CardTitle("What this means"), p.big, widgets.Strong("Why this method"), p.why,
		widgets.Strong("All questions"), p.all, widgets.Strong("Spent and left"), p.meter, p.left,
		widgets.Caption(widgets.Plain("This is the error that the protection adds. It is not the sampling error of your survey. Computed without looking at your data: it depends only on your choices.")))
	return p
}

// makeSolver makes the box that finds the budget for an error.
func (p *budget) makeSolver() {
	p.wanted = widget.NewEntry()
	p.wanted.SetPlaceHolder("10")
	p.solved = widgets.Quiet(widgets.Plain("Type the error you can live with, and press Enter."))
	p.use = widget.NewButton("Use it", func() {
		if p.solution != "" {
			p.Session.Edit(func(pl *plan.Plan) { pl.Budget.Epsilon = p.solution })
		}
	})
	p.use.Importance = widget.HighImportance
	p.use.Disable()
	p.wanted.OnSubmitted = func(text string) { p.solve(text) }
}

func (p *budget) solve(text string) {
	c := p.Session.Compiled()
	half, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if c == nil {
		return
	}
	if err != nil || !(half > 0) {
		p.solved.SetText(fmt.Sprintf("%q is not a number above zero: type a number such as 10.", text))
		return
	}
	q := p.index()
	var found string
	p.solved.SetText("Looking for the budget…")
	p.Run(func() { found, err = session.Solve(context.Background(), c, q, half) }, func() {
		if err != nil {
			p.solved.SetText(session.Sentence(err.Error()))
			p.use.Disable()
			return
		}
		p.solution = found
		e, _ := strconv.ParseFloat(found, 64)
		p.solved.Set(widgets.Marked(fmt.Sprintf("needs a budget of **%s** in all (%s in 100)", found, account.GuessText(e)))...)
		p.use.SetText("Use " + found)
		p.use.Enable()
	})
}

func (p *budget) index() int { return max(p.question.SelectedIndex(), 0) }

// choose fixes the method of the question; choosing the recommended one leaves it automatic.
func (p *budget) choose(row int) {
	pv := p.Session.Preview()
	if pv == nil || p.index() >= len(pv.Questions) {
		return
	}
	q := pv.Questions[p.index()]
	id := q.Candidates[row].Info.ID
	if row == q.Best {
		id = ""
	}
	p.Session.ChangeQuestion(p.index(), func(pq *plan.Question) { pq.Mechanism = id })
}

func (p *budget) showSentence(decimal string) {
	e, err := strconv.ParseFloat(decimal, 64)
	if err != nil {
		return
	}
	p.slider.SetSentence(widgets.Marked(fmt.Sprintf("Suppose someone knows everything about everybody else, and thinks two answers that you keep secret from each other are equally likely. After seeing the release they guess right at most **%s** times in 100.", account.GuessText(e)))...)
}

// Update shows the errors under the present plan.
func (p *budget) Update() {
	p.updating = true
	defer func() { p.updating = false }()
	p.showFailure()
	pl := p.Session.Plan()
	p.slider.SetBudget(pl.Budget.Epsilon)
	p.showSentence(pl.Budget.Epsilon)
	titles := make([]string, len(pl.Questions))
	for i, q := range pl.Questions {
		titles[i] = fmt.Sprintf("%d %s", i+1, q.Title)
	}
	p.question.Options = titles
	if p.question.SelectedIndex() < 0 && len(titles) > 0 {
		p.question.SetSelectedIndex(0)
	}
	p.showAccount()
	p.showCurve()
	pv := p.Session.Preview()
	if pv == nil || len(pv.Questions) == 0 {
		p.big.Set("", "Working it out…")
		return
	}
	q := pv.Questions[min(p.index(), len(pv.Questions)-1)]
	p.share.SetText(fmt.Sprintf("its share: %.0f %%, that is %s", p.Session.SharePercent(p.index()), q.Problem.Budget))
	p.showMethods(q)
	chosen := q.Candidates[q.Chosen]
	p.big.Set("Typically within", accuracy.People(chosen.Summary.Typical)+" people", widgets.Marked(fmt.Sprintf("19 times in 20 within **%s**", accuracy.People(chosen.Summary.HalfWidth)))...)
	p.why.SetText(p.Session.WhyMethod(q))
	rows := make([][]string, len(pv.Questions))
	for i, each := range pv.Questions {
		rows[i] = []string{each.Question.Title, "± " + accuracy.People(each.Candidates[each.Chosen].Summary.HalfWidth)}
	}
	p.all.SetRows(rows)
}

// showCurve draws the error against the budget once it is worked out.
func (p *budget) showCurve() {
	points, c := p.Session.Curve(p.index()), p.Session.Compiled()
	if len(points) == 0 || c == nil {
		p.drawn = nil
		p.curve.SetDraw(nil)
		return
	}
	if p.drawn == &points[0] {
		return
	}
	p.drawn = &points[0]
	present := c.Budget.Float()
	p.curve.SetDraw(func(spec widgets.FigureSpec) (image.Image, error) {
		return session.DrawCurve(points, present, session.Picture(spec))
	})
}

// showMethods lists the methods with their errors.
func (p *budget) showMethods(q session.QuestionPreview) {
	var m widgets.Methods
	for i, c := range q.Candidates {
		row := widgets.MethodRow{Name: c.Info.Name, Selected: i == q.Chosen}
		if i == q.Best {
			row.Tag = "recommended"
		}
		if c.Prepared == nil {
			row.Disabled = true
			row.Reason = []widgets.Span{widgets.Plain(c.Fit.Reasons[0].Text)}
			step := c.Fit.Reasons[0].Step
			if step != "" {
				row.FixLabel = "Go to " + string(step)
				row.OnFix = func() { p.Go(step) }
			}
		} else {
			row.Typical, row.Half = c.Summary.Typical, c.Summary.HalfWidth
			row.TypicalText, row.HalfText = accuracy.People(row.Typical), accuracy.People(row.Half)
		}
		m.Rows = append(m.Rows, row)
	}
	m.Legend = "Plain differential privacy:"
	for i, plain := range q.Plains {
		label := "one record changed"
		if i == 1 {
			label = "presence, at half the budget"
		}
		m.Lines = append(m.Lines, widgets.PlainLine{Label: label, Value: plain.Summary.Typical, ValueText: accuracy.People(plain.Summary.Typical), Dotted: i == 1})
	}
	p.methods.Set(m)
}

// showAccount shows what was spent and what remains.
func (p *budget) showAccount() {
	a := p.Session.Account()
	if a.Err != nil {
		p.left.SetText(session.Sentence(a.Err.Error()))
		return
	}
	c := p.Session.Compiled()
	if c == nil {
		return
	}
	spent, _ := strconv.ParseFloat(a.Spent, 64)
	limit, err := strconv.ParseFloat(a.Limit, 64)
	if err != nil {
		p.meter.Set(1)
		p.left.SetText(fmt.Sprintf("This release spends %s. You set no limit for this data set; %s is spent so far.", c.Budget, a.Spent))
		return
	}
	p.meter.Set(limit, widgets.MeterPart{Label: "spent before", Value: spent}, widgets.MeterPart{Label: "this release", Value: c.Budget.Float()})
	p.left.SetText(fmt.Sprintf("This release spends %s of the %s that you allowed for this data set. %s is spent so far.", c.Budget, a.Limit, a.Spent))
}
