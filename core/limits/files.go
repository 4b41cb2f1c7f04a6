package limits

// Of what is read. A file that breaks one is refused, or is read up to it where the comment says so.
const (
	// MaxFileBytes is the largest spreadsheet file that is opened (8 GiB): room for the most lines of
	// counts, of which nothing is held in memory.
	MaxFileBytes = 8 << 30
	// MaxUnzippedBytes is the largest total size a workbook may unpack to (8 GiB);
	// beyond it the file is taken for a decompression bomb.
	MaxUnzippedBytes = 8 << 30
	// MaxColumns is the largest number of columns read from a sheet, that of the
	// .xlsx format.
	MaxColumns = 16384
	// MaxRows is the largest number of data rows read from one sheet or file.
	MaxRows = 50_000_000
	// MaxCountedCells is the largest number of lines that are read of what a query for a database returned.
	MaxCountedCells = 1 << 27
	// MaxCountedRecords is the largest number of records that counts per cell may add up to
	// (2^40): sums of them stay exact in the arithmetic of the noise and of the answers.
	MaxCountedRecords = 1 << 40

	// MaxRecordBytes is the largest part of a file that is read for one row. A quotation
	// mark that is never closed would otherwise read the rest of the file into memory.
	MaxRecordBytes = 16 << 20
	// MaxDelimiterRunes is the longest text between fields, in characters.
	MaxDelimiterRunes = 10
	// MaxDrafts is the most unsaved projects that are kept in a folder, and MaxNotices the most notices beside a release.
	MaxDrafts  = 50
	MaxNotices = 100
	// MaxFooterRows is how many rows can be left out of a sheet by what they hold: that is for
	// footers, not for choosing records.
	MaxFooterRows = 1000
	// MaxMergedCells is how many merged cells a sheet may have.
	MaxMergedCells = 1 << 18
	// MaxRepeatedCells is how many cells of a sheet may be there by being repeated, each of
	// which is read.
	MaxRepeatedCells = 1 << 26
	// MaxNamedRanges is how many tables and named ranges of a workbook are listed.
	MaxNamedRanges = 10_000
	// MaxSheets is how many sheets an .ods workbook may have, as in the programs that write them.
	MaxSheets = 10_000
	// MaxSheetRows is how many rows a sheet of the .xlsx format has, and MaxSheetText how long a cell's
	// text may be there, in bytes of UTF-8 to be safe.
	MaxSheetRows = 1_048_576
	MaxSheetText = 32767

	// MaxDescriptionBytes is the largest part of a workbook that is held whole: a list of sheets, of
	// relations, of styles. MaxSharedTextBytes is that of its shared texts.
	MaxDescriptionBytes = 32 << 20
	MaxSharedTextBytes  = 1 << 30
	// MaxStreams is how many entries the directory of a compound file may have.
	MaxStreams = 1 << 16
	// MaxXMLAttributes is how many attributes an element may have, MaxXMLNesting how deep elements
	// lie in one another, and MaxXMLNameBytes how long a name is.
	MaxXMLAttributes = 1 << 10
	MaxXMLNesting    = 256
	MaxXMLNameBytes  = 1 << 10

	// MaxProtectedBytes is the largest workbook with a password, which is held in memory.
	MaxProtectedBytes = 512 << 20
	// MaxPasswordSpins is how often the function may be repeated that makes a key of a password in the
	// formats of Microsoft's programs (2.3.4.10).
	MaxPasswordSpins = 10_000_000
	// MaxPasswordRounds is that of PBKDF2 in .ods, for which programs take 100,000 or 600,000, and
	// MaxArgonWork the KiB times passes of Argon2id, for which they take 65,536 times 3.
	MaxPasswordRounds = 5_000_000
	MaxArgonWork      = 1 << 21
	// MaxPasswordBytes is how long the first line of a file with a password may be.
	MaxPasswordBytes = 1 << 12

	// MaxProjectBytes is the largest plan file: one with a million listed values is smaller.
	MaxProjectBytes = 64 << 20
	// MaxLedgerBytes is the largest ledger that is read, and the largest export of one that is taken in: one of a
	// million entries is smaller. MaxHeadBytes is that of what is kept beside it to compare it with.
	MaxLedgerBytes = 1 << 30
	MaxHeadBytes   = 1 << 20
	// MaxReleaseRecordBytes is the largest record of a release that is read.
	MaxReleaseRecordBytes = 1 << 30
	// MaxPublishedBytes is the largest file of a release that is compared with its digest (16 GiB): a kilobyte for
	// each of the most numbers that a question may publish.
	MaxPublishedBytes = MaxAnswers << 10
	// MaxKeyBytes is the largest file with a key, a list of keys or a signature.
	MaxKeyBytes = 1 << 20
	// MaxQueryValues is the largest number of values, ranges and readings of all columns together
	// that a query for a database holds.
	MaxQueryValues = 50_000
)
