// Package mechanismtest makes the problems on which mechanisms are tested, lays out what they measure, and checks what
// all of them promise. It is for tests only, and knows no family.
package mechanismtest
