// Package unfinished keeps a release from before its budget is spent until its files stand where they are to stand,
// all of them: a program that dies in between, or a disk that is full, costs neither the numbers nor another budget.
//
// A release under way has two folders. One, beside the ledgers, says what it is (About) and holds the noisy answers as soon as
// they are drawn (Keep): what the files will tell, and no seed, no record and no true count. The other, beside the place where the files
// are to stand, holds the finished files until the last one is there, and then takes that place as it is, or hands them over one
// by one, the record first (Place). In both, room is kept before anything is spent. Whoever has begun the release holds a lock that ends
// with the program; what nobody holds was interrupted (Left).
package unfinished
