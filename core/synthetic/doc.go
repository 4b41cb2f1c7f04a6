// Package synthetic makes tables of whole records that nobody handed in: a spreadsheet with declared
// columns whose tables over a few columns are near those of the data (sections M15 and M16 of the
// specification, and a graphical model for many columns).
//
// Three methods measure the data, all with exact noise and under any policy:
//
//   - Graph measures tables over one column each, then again and again the table that the estimate so
//     far gets most wrong, chosen by the exponential mechanism, and estimates all columns together by a
//     junction tree (McKenna, Sheldon and Miklau 2019; McKenna, Mullins, Sheldon and Miklau 2022).
//   - Weights is multiplicative weights with the exponential mechanism over all cells (Hardt, Ligett
//     and McSherry 2012; Kamalaruban et al. 2020).
//   - Small draws a small data set by the exponential mechanism over all there are (Blum, Ligett and
//     Roth 2013; Kamalaruban et al. 2020).
//
// What each edge of the policy loses is added up along the whole release, edge by edge, by the columns
// that change along it: under secrets of one answer at a time a table costs only those edges that
// change one of its columns. docs/mathematics.md, "Synthetic tables", has the proofs.
//
// Estimate and records are made of noisy numbers and public facts alone. Structural zeros (impossible
// combinations) hold exactly, known facts wherever whole records can be made to meet them.
//
// Planning sees no data: a Problem is prepared to a Prepared, which is tried on public data
// (Prepared.Quality) and then releases once.
package synthetic
