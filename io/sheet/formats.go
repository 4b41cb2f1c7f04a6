package sheet

// formats are the kinds of file that are recognised, in the order in which they are asked.
// Those that are told by their content come first.
var formats = []fileFormat{xlsxFormat, odsFormat, foreignFormat, textFormat}
