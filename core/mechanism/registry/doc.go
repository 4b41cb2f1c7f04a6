// Package registry lists the mechanisms and chooses among them: for one question, or for several that are answered
// together, by the expected errors of all that apply. It also says what plain differential privacy would cost, and how
// much error no mechanism can go below.
//
// It is above all families, and the only package that knows them all. Its tests ask of every mechanism in [All] what
// core/mechanism says that a mechanism keeps: see there how to add one.
package registry
