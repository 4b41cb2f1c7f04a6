package columns

import (
	"fmt"
	"strings"

	"fyne.io/fyne/v2"

	"steward/core/domain"
	"steward/core/plan"
	"steward/gui/session/columns"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// datesEditor edits the periods that dates are put into.
type datesEditor struct {
	of      *columnEditor
	content *fyne.Container
	dates   plan.Dates

	period, order *forms.Picker
	first, last   *forms.Field
	spans         *forms.Field
	years         *forms.Field
	orders        fyne.CanvasObject
	count         *prose.Text
}

// dateOrders are the orders of dates as they are offered.
var dateOrders = []domain.DateOrder{domain.YearFirst, domain.DayFirst, domain.MonthFirst}

func newDatesEditor(of *columnEditor) *datesEditor {
	d := &datesEditor{of: of, count: prose.Caption()}
	periods := domain.AllPeriods()
	d.period = forms.NewPicker(words.T("Choose the periods"), func(i int) {
		of.typed(func(c *plan.Column) { *c = c.InPeriods(periods[i]) })
	})
	texts := make([]string, len(periods))
	for i, p := range periods {
		texts[i] = columns.PeriodWords(p)
	}
	d.period.SetTexts(texts)
	d.order = forms.NewPicker(words.T("Say what dates begin with"), func(i int) {
		d.change(func(dates *plan.Dates) { dates.Order = dateOrders[i] })
	})
	texts = make([]string, len(dateOrders))
	for i, o := range dateOrders {
		texts[i] = columns.OrderWords(o)
	}
	d.order.SetTexts(texts)
	d.first = forms.NewField(words.T("First"), func(text string) string {
		d.change(func(dates *plan.Dates) { dates.First = text })
		return ""
	})
	d.last = forms.NewField(words.T("Last"), func(text string) string {
		d.change(func(dates *plan.Dates) { dates.Last = text })
		return ""
	})
	for _, f := range []*forms.Field{d.first, d.last} {
		f.Wide = 130
	}
	d.spans = forms.NewLongField(words.T("One period on each line, such as 2019-01-01 to 2019-06-30, to 2018 or from 2020-07; after = its name, if it has one"), 6, func(text string) string {
		spans, err := columns.ParseSpans(text)
		if err != nil {
			return words.SentenceOf(err)
		}
		d.change(func(dates *plan.Dates) { dates.Spans = spans })
		return ""
	})
	d.years = forms.NewField(words.T("Two-digit years count from"), func(text string) string {
		from, err := columns.ParseYearsFrom(text)
		if err != nil {
			return words.SentenceOf(err)
		}
		d.change(func(dates *plan.Dates) { dates.YearsFrom = from })
		return ""
	})
	d.years.Wide = 130
	d.years.SetPlaceHolder(words.T("such as 1930"))
	d.orders = layouts.Fields(layouts.Gap, layouts.Labelled(words.T("Dates stored as text begin with"), layouts.Sized(d.order, 290)), d.years)
	d.content = layouts.Column(10, layouts.Fields(layouts.Gap, layouts.Labelled(words.T("Periods"), layouts.Sized(d.period, 250)), d.first, d.last), d.spans, d.orders, d.count)
	return d
}

func (d *datesEditor) fields() []*forms.Field {
	return []*forms.Field{d.first, d.last, d.spans, d.years}
}

// change puts other periods into the plan.
func (d *datesEditor) change(change func(*plan.Dates)) {
	d.of.typed(func(c *plan.Column) {
		next := plan.Dates{Period: domain.Months}
		if c.Dates != nil {
			next = *c.Dates // what the plan holds is not changed in place
		}
		change(&next)
		c.Dates = &next
	})
}

// show shows the periods of a column.
func (d *datesEditor) show(c plan.Column, another bool) {
	before := d.dates.Period
	d.dates = plan.Dates{}
	if c.Dates != nil {
		d.dates = *c.Dates
	}
	if another || before != d.dates.Period {
		for _, f := range d.fields() {
			f.Reset("")
		}
	}
	d.first.SetValue(d.dates.First)
	d.last.SetValue(d.dates.Last)
	d.spans.SetValue(columns.SpanLines(d.dates.Spans))
	d.years.SetValue("")
	if d.dates.YearsFrom > 0 {
		d.years.SetValue(fmt.Sprintf("%04d", d.dates.YearsFrom))
	}
	example := columns.PeriodExample(d.dates.Period)
	d.first.SetPlaceHolder(words.T("such as %s", example))
	d.last.SetPlaceHolder("")
	d.period.SetSelected(-1)
	for i, p := range domain.AllPeriods() {
		if p == d.dates.Period {
			d.period.SetSelected(i)
		}
	}
	for i, o := range dateOrders {
		if o == d.dates.Order {
			d.order.SetSelected(i)
		}
	}
	listed := d.dates.Period == domain.Spans
	paint.Show(d.spans, listed)
	paint.Show(d.first, !listed)
	paint.Show(d.last, !listed)
	paint.Show(d.orders, d.dates.Period != domain.Hours)
	wording := columns.DatesWords(c)
	if years := columns.YearsWords(d.dates.YearsFrom); years != "" {
		wording = strings.TrimPrefix(wording+". "+years, ". ")
	}
	d.count.Set(prose.Plain(wording))
	paint.Show(d.count, wording != "")
}
