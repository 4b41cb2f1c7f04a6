// Package editors is what a plan is made with: questions and their shares of the budget, methods beside one another,
// values in groups, ranges along a scale, known facts and the budget.
package editors
