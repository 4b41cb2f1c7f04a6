// Package editors is what a plan is made with: questions and their shares of the budget, methods beside one another,
// values in groups, ranges along a scale, known facts and the budget.
//
// It imports Fyne, core/account for the bands of budgets, and the packages of widgets below it but figures.
package editors
