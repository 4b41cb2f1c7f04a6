# Completion of steward for fish, which finds it where packages put it.
function __steward_at
	set -l at
	for word in (commandline -opc)[2..-1]
		switch "$at/$word"
			case /window /demo /inspect /new /plan /plan/show /plan/set /plan/write /check /next /preview /compare /attack /review /review/show /review/submit /review/approve /review/changes /review/refuse /review/checklist /review/need /review/state /release /finish /verify /withdraw /key /key/show /key/export /key/import /key/passphrase /key/sign /combine /ledger /ledger/show /ledger/tell /ledger/list /ledger/limit /ledger/raise /ledger/reserve /ledger/return /ledger/annotate /ledger/know /ledger/link /ledger/sketch /ledger/forget /ledger/export /ledger/import /ledger/recover /sql /codebook /mechanisms
				set at "$at/$word"
		end
	end
	test "$at" = "$argv[1]"
end
complete -c steward -l help -d 'Show context-sensitive help.'
complete -c steward -l json -d 'Write JSON for programs instead of text for people.'
complete -c steward -l ledgers -d 'Folder of the accounts (ledgers). The default is in your settings folder.' -r
complete -c steward -l keys -d 'Folder of the key that signs your records. The default is in your settings folder.' -r
complete -c steward -l passphrase-file -d 'File with the passphrase of your key in its first line. Without it the terminal asks.' -r
complete -c steward -l password-file -d 'File with the password of a protected spreadsheet in its first line. Without it the terminal asks.' -r
complete -c steward -l details -d 'Also print what reveals something about people in the data, such as how many rows cannot be read. It is for your eyes only: without this flag it is printed on a terminal, but not when the output goes to a file or another program.'
complete -c steward -l version -d 'Print the version and exit.'
complete -c steward -n '__steward_at ""' -f -a window -d 'Open the window. This is what steward does without a command.'
complete -c steward -n '__steward_at ""' -f -a demo -d 'Do the whole job on the built-in sample: read, preview, release, workbook and record.'
complete -c steward -n '__steward_at ""' -f -a inspect -d 'Show how a spreadsheet is read: sheets, header, columns, problems.'
complete -c steward -n '__steward_at ""' -f -a new -d 'Write a plan to fill in, with a column declaration for every column of a spreadsheet.'
complete -c steward -n '__steward_at ""' -f -a plan -d 'Show a plan in words, add to it, or write one from its description in words.'
complete -c steward -n '__steward_at ""' -f -a check -d 'Check whether a plan is complete and fits its spreadsheet, and mark the file as reviewed.'
complete -c steward -n '__steward_at ""' -f -a next -d 'Carry the plan of an earlier release over to the next file of its kind, such as this year’s.'
complete -c steward -n '__steward_at ""' -f -a preview -d 'Show the expected error of every mechanism for every question. Reads no data.'
complete -c steward -n '__steward_at ""' -f -a compare -d 'Choose public data for comparing methods whose error depends on the data, or pay for a pilot.'
complete -c steward -n '__steward_at ""' -f -a attack -d 'Show on made-up counts what someone who knows public totals could work out. Reads no data.'
complete -c steward -n '__steward_at ""' -f -a review -d 'Have a second person check a plan before its release: say what you think of it, and see what was said.'
complete -c steward -n '__steward_at ""' -f -a release -d 'Spend the budget and write the release.'
complete -c steward -n '__steward_at ""' -f -a finish -d 'Finish a release that was interrupted after its budget was spent, using the numbers drawn then. Spends nothing.'
complete -c steward -n '__steward_at ""' -f -a verify -d 'Check whether the files of a release belong together and its figures are right.'
complete -c steward -n '__steward_at ""' -f -a withdraw -d 'Declare that a published release should no longer be used, or that another replaces it. What it spent stays spent.'
complete -c steward -n '__steward_at ""' -f -a key -d 'Show the key that signs your records, move it to another computer, lock it, or sign with it.'
complete -c steward -n '__steward_at ""' -f -a combine -d 'Add and subtract released answers, with the error of the result.'
complete -c steward -n '__steward_at ""' -f -a ledger -d 'Show what has been spent on a data set: its account (ledger).'
complete -c steward -n '__steward_at ""' -f -a sql -d 'Write the query that counts the rows inside a database that is too large to export. Reads no data.'
complete -c steward -n '__steward_at ""' -f -a codebook -d 'Write the declared columns of a plan as a codebook.'
complete -c steward -n '__steward_at ""' -f -a mechanisms -d 'List the mechanisms.'
complete -c steward -n '__steward_at "/window"' -l sample -d 'Open the built-in sample.'
complete -c steward -n '__steward_at "/window"' -l language -d 'Language of the window for this session, such as en or de. The settings change it permanently.' -r
complete -c steward -n '__steward_at "/demo"' -l out -d 'Folder for what the demonstration writes.' -r
complete -c steward -n '__steward_at "/inspect"' -l cells -d 'List the cells that a rule such as decimal-comma:spend reads differently from how they are written, and what they are read as.' -r
complete -c steward -n '__steward_at "/inspect"' -l sheet -d 'Name of the sheet; the first visible one if left out.' -r
complete -c steward -n '__steward_at "/inspect"' -l range -d 'Table, named range or cells (A3:F20) of the workbook; the whole sheet if left out.' -r
complete -c steward -n '__steward_at "/inspect"' -l header-row -d 'Row with the column names, from 1; found if left out.' -r
complete -c steward -n '__steward_at "/inspect"' -l header-rows -d 'How many rows, of which that is the last, are joined to names (2023 / Men).' -r
complete -c steward -n '__steward_at "/inspect"' -l leave-out -d 'Rows that are not records, such as totals and notes: 120, 122-124.' -r
complete -c steward -n '__steward_at "/inspect"' -l merged -d 'How merged cells are read: down (the default), blank or all.' -x -a 'down blank all'
complete -c steward -n '__steward_at "/inspect"' -l delimiter -d 'What separates the fields of a text file, one character or several; assumed from the file if left out, which is reported and kept in the plan.' -r
complete -c steward -n '__steward_at "/inspect"' -l decimal-comma -d 'Numbers in a text file are written with a comma (1,5).'
complete -c steward -n '__steward_at "/inspect"' -l thousands -d 'Character between groups of three digits in a text file (1,000); none if left out.' -r
complete -c steward -n '__steward_at "/inspect"' -l quote -d 'Character around fields of a text file, " or ’, or none.' -r
complete -c steward -n '__steward_at "/inspect"' -l encoding -d 'Encoding of a text file, such as windows-1252; recognised or assumed if left out, which is reported and kept in the plan. A wrong name lists all of them.' -r
complete -c steward -n '__steward_at "/inspect"' -l split -d 'Read a column whose cells contain several answers ("bus; car") as one yes-or-no column for each option, which together count as one answer. The options and what separates them are found, or given as in COLUMN=bus|car. May be given several times.' -r
complete -c steward -n '__steward_at "/inspect"' -l mend -d 'Read cells of a column by a rule that steward inspect names, such as decimal-comma:spend, or missing:age=-9|n/a with texts of your own; all for those that it marks. May be given several times.' -r
complete -c steward -n '__steward_at "/new"' -l out -d 'The plan to write (.steward).' -r
complete -c steward -n '__steward_at "/new"' -l codebook -d 'A codebook (.csv or .xlsx) that is public: take the columns’ values and bounds from it.' -r
complete -c steward -n '__steward_at "/new"' -l confirm -d 'I confirm that the values and bounds found in the data are public knowledge: write them into the plan.'
complete -c steward -n '__steward_at "/new"' -l alike -d 'Give several columns, with commas between, one list of values or one scale: that of the first of them that the codebook declares, or else, with --confirm, what is found in all of them together. a..b stands for all columns from a to b, and * for all. Repeat it for more.' -r
complete -c steward -n '__steward_at "/new"' -l person -d 'People can have several rows, and this column says whose row it is. It is not published.' -r
complete -c steward -n '__steward_at "/new"' -l one-row-each -d 'Every row is about a different person, although a column looks like a key of persons and its entries appear in several rows.'
complete -c steward -n '__steward_at "/new"' -l rows -d 'With --person: how many rows of each person are counted at most. All noise grows with it.' -r
complete -c steward -n '__steward_at "/new"' -l row-order -d 'With --person: the column in whose order the rows of a person come, of which the first ones are counted; the order of the file without it. It must not depend on an answer, and is not published.' -r
complete -c steward -n '__steward_at "/new"' -l about -d 'Who publishes the release, what for or about whom, as FIELD=TEXT, such as publisher="City of Westmarsh": publisher, contact, purpose, legalBasis, population, period, region, sector, licence, citation. Give it once for each.' -r
complete -c steward -n '__steward_at "/new"' -l delta -d 'Accept this chance of failure, such as 0.000001, which makes room for Gaussian noise: good where many questions share the budget.' -r
complete -c steward -n '__steward_at "/new"' -l group -d 'The release is only about people with some values of a column, whom no secret joins to others. Releases about groups that have nobody in common cost together only as much as the most expensive of them.' -r
complete -c steward -n '__steward_at "/new"' -l table -d 'Ask for a table of counts over columns, with commas between. Repeat it for more tables.' -r
complete -c steward -n '__steward_at "/new"' -l each -d 'Ask for a table of counts for each of several columns that has none yet, with commas between; a..b stands for all from a to b, and * for all.' -r
complete -c steward -n '__steward_at "/new"' -l totals -d 'With --table: ask for the totals of rows and columns too.'
complete -c steward -n '__steward_at "/new"' -l only -d 'With --table: count only people with one of some values of a column, which the table then has too. Repeat it for more columns.' -r
complete -c steward -n '__steward_at "/new"' -l percent -d 'With --table: give every number in per cent too, of "all" or within each value of a column. It needs the totals, which are asked for with it.' -r
complete -c steward -n '__steward_at "/new"' -l rate -d 'With --table: also, in every group that the other columns make, the share with one of some values of a column, in per cent.' -r
complete -c steward -n '__steward_at "/new"' -l difference -d 'With --table: also by how much the numbers with one value of a column exceed those with another.' -r
complete -c steward -n '__steward_at "/new"' -l of-shares -d 'With --difference: differences of percentages, of all with the one value and with the other, instead of numbers.'
complete -c steward -n '__steward_at "/new"' -l ranges -d 'Ask for every range of a column, or every combination of ranges of several with commas between.' -r
complete -c steward -n '__steward_at "/new"' -l round-to -d 'Round published numbers to multiples of this number; the unadjusted ones stay beside them.' -r
complete -c steward -n '__steward_at "/new"' -l hide-times -d 'Leave out published numbers whose interval is wider than this many times the number; the unadjusted ones stay.' -r
complete -c steward -n '__steward_at "/new"' -l hide-width -d 'Leave out published numbers whose interval is wider than this.' -r
complete -c steward -n '__steward_at "/new"' -l too-noisy -d 'Leave out the whole of a table where half the interval of most of its numbers is wider than so many per cent of their size.' -r
complete -c steward -n '__steward_at "/new"' -l too-noisy-share -d 'With --too-noisy: leave it out where more than so many per cent of its numbers are so noisy. The default is 50.' -r
complete -c steward -n '__steward_at "/new"' -l too-noisy-size -d 'With --too-noisy: how large its numbers are, as is publicly known. Without it the known number of people over the cells. The word answers takes each noisy number itself, which biases what stays.' -r
complete -c steward -n '__steward_at "/new"' -l total -d 'Ask for the total of a column of numbers. Repeat it for more.' -r
complete -c steward -n '__steward_at "/new"' -l average -d 'Ask for the average of a column of numbers, with its total. Repeat it for more.' -r
complete -c steward -n '__steward_at "/new"' -l numbers -d 'With --total and --average of columns that are not numbers: a public sheet with the columns and a number on each row. Several columns are added up together, as in --average district,housing.' -r
complete -c steward -n '__steward_at "/new"' -l unit -d 'With --total and --average: what the numbers are in, such as EUR.' -r
complete -c steward -n '__steward_at "/new"' -l median -d 'Ask for the median of a column. Repeat it for more.' -r
complete -c steward -n '__steward_at "/new"' -l percentile -d 'Ask for a percentile of a column.' -r
complete -c steward -n '__steward_at "/new"' -l most-common -d 'Ask for the most common value of a column.' -r
complete -c steward -n '__steward_at "/new"' -l price -d 'Ask for the price that brings in most, of prices with commas between: everybody whose number in the column is at least the price pays it.' -r
complete -c steward -n '__steward_at "/new"' -l best -d 'Ask for the best option of a sheet that is public: with headings option, at and times, and a test (above, "at least", below, "at most" or equal) between the column and the file; or with headings option and the values that count, for weights.' -r
complete -c steward -n '__steward_at "/new"' -l by -d 'With --total, --average, --median, --percentile, --most-common, --price and --best: one for each value of a column, or each combination of several with commas between.' -r
complete -c steward -n '__steward_at "/new"' -l interval -d 'With --median and --percentile: also two values between which it lies 19 times in 20. A draw by score takes three draws then, at a third of the budget each.'
complete -c steward -n '__steward_at "/new"' -l from-table -d 'With --median and --percentile: take them from a cumulative table of their own instead of using the better method.'
complete -c steward -n '__steward_at "/new"' -l clusters -d 'Ask for this many groups of similar people by columns of numbers: their centres and sizes. After a column you can say how much one of its units counts, such as 3:age=1,income=0.001; otherwise the whole span of each counts alike. Repeat it for more.' -r
complete -c steward -n '__steward_at "/new"' -l way -d 'With --clusters: find groups in rounds, or from a released table of all cells (summary), instead of the better of the two.' -x -a 'rounds summary'
complete -c steward -n '__steward_at "/new"' -l rounds -d 'With --clusters: in this many rounds.' -r
complete -c steward -n '__steward_at "/new"' -l start -d 'With --clusters and rounds: begin with the best of some public lists of centres, drawn by its score (chosen), instead of centres spread over the bounds.' -x -a 'chosen'
complete -c steward -n '__steward_at "/new"' -l synthetic -d 'Ask for a table of made-up records over columns with commas between, or all columns (*), whose tables over two columns each are close to those of the data. Repeat it for more.' -r
complete -c steward -n '__steward_at "/new"' -l near -d 'With --synthetic: a table over columns with commas between that the records should answer well, instead of all over two columns. Repeat it for more.' -r
complete -c steward -n '__steward_at "/new"' -l maker -d 'With --synthetic: make records by tables and a graphical model (graph, the usual way), by multiplicative weights over all cells (mwem), or from a small data set that is drawn (small).' -x -a 'graph mwem small'
complete -c steward -n '__steward_at "/new"' -l records -d 'With --synthetic: make this many records instead of as many as there are people.' -r
complete -c steward -n '__steward_at "/new"' -l secret -d 'Keep something secret, as COLUMNS:WHAT, such as age:within=5, or presence, who is in the file. Columns that no secret names are secret entirely. steward plan set --help lists all kinds. Repeat it for more.' -r
complete -c steward -n '__steward_at "/new"' -l fact -d 'Something that the public knows for certain: people=4812 (or n=4812), town:totals=North:22 | South:19, or counts=(town=North & age=20..29):7. Repeat it for more.' -r
complete -c steward -n '__steward_at "/new"' -l question -d 'Ask a question, as COLUMNS:KIND, such as town,age:table or age:cumulative; kinds are table, cumulative, ranges and totals, and settings follow semicolons. Repeat it for more.' -r
complete -c steward -n '__steward_at "/new"' -l weight -d 'Each row stands for several people, and this column says how many. It is not published.' -r
complete -c steward -n '__steward_at "/new"' -l weight-step -d 'With --weight: weights are rounded to the nearest whole number of this step, such as 0.05 or 10, which is public.' -r
complete -c steward -n '__steward_at "/new"' -l weight-cap -d 'With --weight: larger weights count as this one, a whole number of steps that is public. All noise grows with it.' -r
complete -c steward -n '__steward_at "/new"' -l sheet -d 'Name of the sheet; the first visible one if left out.' -r
complete -c steward -n '__steward_at "/new"' -l range -d 'Table, named range or cells (A3:F20) of the workbook; the whole sheet if left out.' -r
complete -c steward -n '__steward_at "/new"' -l header-row -d 'Row with the column names, from 1; found if left out.' -r
complete -c steward -n '__steward_at "/new"' -l header-rows -d 'How many rows, of which that is the last, are joined to names (2023 / Men).' -r
complete -c steward -n '__steward_at "/new"' -l leave-out -d 'Rows that are not records, such as totals and notes: 120, 122-124.' -r
complete -c steward -n '__steward_at "/new"' -l merged -d 'How merged cells are read: down (the default), blank or all.' -x -a 'down blank all'
complete -c steward -n '__steward_at "/new"' -l delimiter -d 'What separates the fields of a text file, one character or several; assumed from the file if left out, which is reported and kept in the plan.' -r
complete -c steward -n '__steward_at "/new"' -l decimal-comma -d 'Numbers in a text file are written with a comma (1,5).'
complete -c steward -n '__steward_at "/new"' -l thousands -d 'Character between groups of three digits in a text file (1,000); none if left out.' -r
complete -c steward -n '__steward_at "/new"' -l quote -d 'Character around fields of a text file, " or ’, or none.' -r
complete -c steward -n '__steward_at "/new"' -l encoding -d 'Encoding of a text file, such as windows-1252; recognised or assumed if left out, which is reported and kept in the plan. A wrong name lists all of them.' -r
complete -c steward -n '__steward_at "/new"' -l split -d 'Read a column whose cells contain several answers ("bus; car") as one yes-or-no column for each option, which together count as one answer. The options and what separates them are found, or given as in COLUMN=bus|car. May be given several times.' -r
complete -c steward -n '__steward_at "/new"' -l mend -d 'Read cells of a column by a rule that steward inspect names, such as decimal-comma:spend, or missing:age=-9|n/a with texts of your own; all for those that it marks. May be given several times.' -r
complete -c steward -n '__steward_at "/plan"' -f -a show -d 'Show what a plan says: a line for everything, as steward plan set and steward plan write read it.'
complete -c steward -n '__steward_at "/plan"' -f -a set -d 'Add lines to a plan, or remove lines from it.'
complete -c steward -n '__steward_at "/plan"' -f -a write -d 'Write the plan that a text describes, in the form that steward plan show writes.'
complete -c steward -n '__steward_at "/plan/show"' -l out -d 'Write it to a new text file, in which lines that begin with # are comments.' -r
complete -c steward -n '__steward_at "/plan/set"' -l secret -d 'Keep something secret, as COLUMNS:WHAT, such as age:within=5, or presence, who is in the file. Columns that no secret names are secret entirely. steward plan set --help lists all kinds. Repeat it for more.' -r
complete -c steward -n '__steward_at "/plan/set"' -l fact -d 'Something that the public knows for certain: people=4812 (or n=4812), town:totals=North:22 | South:19, or counts=(town=North & age=20..29):7. Repeat it for more.' -r
complete -c steward -n '__steward_at "/plan/set"' -l question -d 'Ask a question, as COLUMNS:KIND, such as town,age:table or age:cumulative; kinds are table, cumulative, ranges and totals, and settings follow semicolons. Repeat it for more.' -r
complete -c steward -n '__steward_at "/plan/set"' -l group -d 'The release is only about people with some values of a column, whom no secret joins to others; “everybody” undoes that.' -r
complete -c steward -n '__steward_at "/plan/set"' -l say -d 'Add anything else, as a line in the form that steward plan show prints, such as "budget: epsilon=1". Repeat it for more.' -r
complete -c steward -n '__steward_at "/plan/set"' -l drop -d 'Remove a line that steward plan show prints, before anything is added. Repeat it for more.' -r
complete -c steward -n '__steward_at "/plan/write"' -l from -d 'The text.' -r
complete -c steward -n '__steward_at "/check"' -l agree -d 'I agree that the numbers listed as not protected are published without noise: write that into the plan.'
complete -c steward -n '__steward_at "/check"' -l rename -d 'The column that the plan calls OLD is called NEW in the file: write that into the plan. May be given several times.' -r
complete -c steward -n '__steward_at "/check"' -l language -d 'Language of the files of the release, such as en or de: write that into the plan.' -r
complete -c steward -n '__steward_at "/check"' -l unmend -d 'Remove from the plan a rule by which cells of a column are read.' -r
complete -c steward -n '__steward_at "/check"' -l split -d 'Read a column whose cells contain several answers ("bus; car") as one yes-or-no column for each option, which together count as one answer. The options and what separates them are found, or given as in COLUMN=bus|car. May be given several times.' -r
complete -c steward -n '__steward_at "/check"' -l mend -d 'Read cells of a column by a rule that steward inspect names, such as decimal-comma:spend, or missing:age=-9|n/a with texts of your own; all for those that it marks. May be given several times.' -r
complete -c steward -n '__steward_at "/check"' -l account -d 'Say what became of every row of the file. It is for your eyes only: it is shown on a terminal, or with --details.'
complete -c steward -n '__steward_at "/check"' -l behind -d 'List the rows behind one line of --account, such as beyond or blank:COLUMN, for your eyes only, and do nothing else.' -r
complete -c steward -n '__steward_at "/check"' -l write -d 'With --behind: write these rows to a new file, which is private and which only you may read. Its name ends in .private.csv, and it is refused in the folder of a release.' -r
complete -c steward -n '__steward_at "/check"' -l sure -d 'Rows that are left out although they look like any record are not records: I have looked at them.'
complete -c steward -n '__steward_at "/check"' -l person -d 'People can have several rows, and this column says whose row it is. It is not published.' -r
complete -c steward -n '__steward_at "/check"' -l one-row-each -d 'Every row is about a different person, although a column looks like a key of persons and its entries appear in several rows.'
complete -c steward -n '__steward_at "/check"' -l rows -d 'With --person: how many rows of each person are counted at most. All noise grows with it.' -r
complete -c steward -n '__steward_at "/check"' -l row-order -d 'With --person: the column in whose order the rows of a person come, of which the first ones are counted; the order of the file without it. It must not depend on an answer, and is not published.' -r
complete -c steward -n '__steward_at "/check"' -l data -d 'The spreadsheet, or what the query of steward sql returned. Without it only the plan is checked.' -r
complete -c steward -n '__steward_at "/next"' -l out -d 'The plan to write (.steward), a new file. Without it nothing is written, and you only see what no longer fits.' -r
complete -c steward -n '__steward_at "/next"' -l same-people -d 'Some of the people are those of the earlier release: what is spent on them adds up, in their account.'
complete -c steward -n '__steward_at "/next"' -l other-people -d 'Nobody is among the people of the earlier release: the next one begins an account of this name.' -r
complete -c steward -n '__steward_at "/next"' -l title -d 'Title of the release. Without it the earlier one, with the next year or number.' -r
complete -c steward -n '__steward_at "/next"' -l years -d 'How many releases are planned, this one included. What the later ones are to spend is set aside for them.' -r
complete -c steward -n '__steward_at "/next"' -l budget -d 'What this release may spend. Without it what is set aside for it, its share of what is left where several are planned, or what the earlier one spent.' -r
complete -c steward -n '__steward_at "/next"' -l limit -d 'What all releases about these people may spend, where their account does not say so yet.' -r
complete -c steward -n '__steward_at "/next"' -l keep-facts -d 'The known facts that are true here are public for these data too. Without it none is carried over: what was public about other data need not be public about these.'
complete -c steward -n '__steward_at "/next"' -l rename -d 'The column that the plan calls OLD is called NEW in the file. May be given several times.' -r
complete -c steward -n '__steward_at "/next"' -l record -d 'The record of the earlier release, where its plan does not know it: how far off changes between the two will be is worked out from it.' -r
complete -c steward -n '__steward_at "/next"' -l why -d 'Why, for whoever reads the account later.' -r
complete -c steward -n '__steward_at "/next"' -l by -d 'Who says so.' -r
complete -c steward -n '__steward_at "/preview"' -l published -d 'Also measure the error of the published numbers (whole, never below zero, and agreeing with one another), by this many trial releases of made-up data.' -r
complete -c steward -n '__steward_at "/preview"' -l like -d 'A public spreadsheet like yours, one row per person: methods whose error depends on the data are compared on it. Never the one that the plan protects. steward compare keeps it in the plan.' -r
complete -c steward -n '__steward_at "/preview"' -l pages -d 'Folder for a preview of what will be printed, with made-up numbers, as every page says.' -r
complete -c steward -n '__steward_at "/preview"' -l people -d 'Roughly how many people (or rows, where these are counted) the file has, as anyone could guess. Steward uses it to say how useful the numbers are, and does not keep it. It is not needed where the number is a known fact.' -r
complete -c steward -n '__steward_at "/compare"' -l like -d 'A public spreadsheet like yours, one row per person: last year’s published microdata, or made-up data. Never the one that the plan protects. Its counts become public with every release of the plan.' -r
complete -c steward -n '__steward_at "/compare"' -l even -d 'Made-up data spread evenly. Methods that look for equal numbers look their best on it.'
complete -c steward -n '__steward_at "/compare"' -l pilot -d 'A noisy pilot, which spends this much of the data set’s budget right away.' -r
complete -c steward -n '__steward_at "/compare"' -l alone -d 'Nothing: methods whose error depends on the data are left out.'
complete -c steward -n '__steward_at "/compare"' -l data -d 'The reviewed spreadsheet, for a pilot.' -r
complete -c steward -n '__steward_at "/compare"' -l other-people -d 'The people in the file are not those of the account that they seem to be in.'
complete -c steward -n '__steward_at "/compare"' -l question -d 'The id of the question that a pilot is for. The default is the first.' -r
complete -c steward -n '__steward_at "/attack"' -l column -d 'Show it on this column; give it twice for two columns together. The default is the one that shows it best.' -r
complete -c steward -n '__steward_at "/review"' -f -a show -d 'Show what was said of a plan, and whether it can be released. This is what steward review does without a command.'
complete -c steward -n '__steward_at "/review"' -f -a submit -d 'Say that you have prepared a plan and that it is ready to be checked.'
complete -c steward -n '__steward_at "/review"' -f -a approve -d 'Say that you have checked a plan and that it can be released.'
complete -c steward -n '__steward_at "/review"' -f -a changes -d 'Say what has to be changed in a plan before it is released.'
complete -c steward -n '__steward_at "/review"' -f -a refuse -d 'Say that a plan is not to be released.'
complete -c steward -n '__steward_at "/review"' -f -a checklist -d 'Write a page to print with what to look at before a plan is released. Reads no data.'
complete -c steward -n '__steward_at "/review"' -f -a need -d 'Release nothing about a data set’s people unless a second person has approved the plan.'
complete -c steward -n '__steward_at "/review"' -f -a state -d 'Say something about a published release, in a file of its own. The files of the release are never changed.'
complete -c steward -n '__steward_at "/review/submit"' -l by -d 'Who says it. The account and the summary show it.' -r
complete -c steward -n '__steward_at "/review/submit"' -l unsigned -d 'Do not sign it with the key of this computer.'
complete -c steward -n '__steward_at "/review/submit"' -l why -d 'What the person who checks it should know.' -r
complete -c steward -n '__steward_at "/review/approve"' -l by -d 'Who says it. The account and the summary show it.' -r
complete -c steward -n '__steward_at "/review/approve"' -l unsigned -d 'Do not sign it with the key of this computer.'
complete -c steward -n '__steward_at "/review/approve"' -l why -d 'Why, in a few words.' -r
complete -c steward -n '__steward_at "/review/changes"' -l by -d 'Who says it. The account and the summary show it.' -r
complete -c steward -n '__steward_at "/review/changes"' -l unsigned -d 'Do not sign it with the key of this computer.'
complete -c steward -n '__steward_at "/review/changes"' -l why -d 'What has to be changed, and why.' -r
complete -c steward -n '__steward_at "/review/refuse"' -l by -d 'Who says it. The account and the summary show it.' -r
complete -c steward -n '__steward_at "/review/refuse"' -l unsigned -d 'Do not sign it with the key of this computer.'
complete -c steward -n '__steward_at "/review/refuse"' -l why -d 'Why it is not to be released.' -r
complete -c steward -n '__steward_at "/review/checklist"' -l out -d 'The page, a PDF.' -r
complete -c steward -n '__steward_at "/review/checklist"' -l people -d 'Roughly how many people (or rows, where these are counted) the file has, as anyone could guess. Steward uses it to say how useful the numbers are, and does not keep it. It is not needed where the number is a known fact.' -r
complete -c steward -n '__steward_at "/review/need"' -l no-longer -d 'Say that no second person is needed any more.'
complete -c steward -n '__steward_at "/review/need"' -l why -d 'Why, in a few words, for whoever reads the account later.' -r
complete -c steward -n '__steward_at "/review/need"' -l by -d 'Who decides this.' -r
complete -c steward -n '__steward_at "/review/need"' -l new -d 'Begin an account when there is none of that name.'
complete -c steward -n '__steward_at "/review/state"' -l says -d 'The statement. Readers see it.' -r
complete -c steward -n '__steward_at "/review/state"' -l by -d 'Who says it. Readers see it.' -r
complete -c steward -n '__steward_at "/release"' -l data -d 'The reviewed spreadsheet, or what the query of steward sql returned.' -r
complete -c steward -n '__steward_at "/release"' -l out -d 'Folder for the release.' -r
complete -c steward -n '__steward_at "/release"' -l name -d 'Beginning of the file names. Without it they give the data set and the day.' -r
complete -c steward -n '__steward_at "/release"' -l by -d 'Who sets what may be spent in total, if this release is the first whose plan says so.' -r
complete -c steward -n '__steward_at "/release"' -l paper -d 'Paper for the summary: A4 or Letter. Without it the plan decides, with A4 unless something else was chosen.' -x -a 'A4 Letter'
complete -c steward -n '__steward_at "/release"' -l other-people -d 'The people in the file are not those of the account that they seem to be in.'
complete -c steward -n '__steward_at "/release"' -l delete-counts -d 'Delete what queries of steward sql returned once the release is written: the counts, and in their folder what describes their table. A file of rows is never deleted.'
complete -c steward -n '__steward_at "/release"' -l people -d 'Roughly how many people (or rows, where these are counted) the file has, as anyone could guess. Steward uses it to say how useful the numbers are, and does not keep it. It is not needed where the number is a known fact.' -r
complete -c steward -n '__steward_at "/finish"' -l out -d 'A folder other than the one that was chosen for the release.' -r
complete -c steward -n '__steward_at "/finish"' -l forget -d 'Drop the numbers instead. What was spent stays spent.'
complete -c steward -n '__steward_at "/verify"' -l key -d 'The key that you trust: a file with a line that begins with ssh-ed25519, or a fingerprint that begins with SHA256:. Your own is trusted without being named.' -r
complete -c steward -n '__steward_at "/withdraw"' -l instead -d 'The record of the release that takes its place, released before under the same data set.' -r
complete -c steward -n '__steward_at "/withdraw"' -l why -d 'Why, in a few words. Readers see it.' -r
complete -c steward -n '__steward_at "/withdraw"' -l by -d 'Who says so. Readers see it.' -r
complete -c steward -n '__steward_at "/key"' -f -a show -d 'Show the public key and its fingerprint. It is made when there is none. This is what steward key does without a command.'
complete -c steward -n '__steward_at "/key"' -f -a export -d 'Write the private key to a file, for keeping or for another computer.'
complete -c steward -n '__steward_at "/key"' -f -a import -d 'Import the private key from a file.'
complete -c steward -n '__steward_at "/key"' -f -a passphrase -d 'Lock the key with a passphrase, or unlock it for good.'
complete -c steward -n '__steward_at "/key"' -f -a sign -d 'Add your signature to those of a record.'
complete -c steward -n '__steward_at "/key/export"' -l out -d 'The file to write. Whoever has it can sign in your name, unless the key is locked with a passphrase.' -r
complete -c steward -n '__steward_at "/key/passphrase"' -l file -d 'File with the new passphrase in its first line. Without it the key is unlocked for good.' -r
complete -c steward -n '__steward_at "/combine"' -l question -d 'The question, by its id or title. It may be left out: labels then begin with it and a colon, as in "smokers: North, yes", and answers to several questions can be added up.' -r
complete -c steward -n '__steward_at "/combine"' -l add -d 'An answer to add, by its labels with commas between, as in "North, yes". Repeat it for more.' -r
complete -c steward -n '__steward_at "/combine"' -l subtract -d 'An answer to subtract.' -r
complete -c steward -n '__steward_at "/combine"' -l since -d 'The record of an earlier release, such as last year’s: show by how much every answer has changed since, with the error of the change. Repeat it for several years.' -r
complete -c steward -n '__steward_at "/ledger"' -f -a show -d 'Show what has been spent on a data set. Without a name the accounts are listed. This is what steward ledger does without a command.'
complete -c steward -n '__steward_at "/ledger"' -f -a tell -d 'Say how well all releases together tell two people’s answers apart.'
complete -c steward -n '__steward_at "/ledger"' -f -a list -d 'List the accounts.'
complete -c steward -n '__steward_at "/ledger"' -f -a limit -d 'Set or lower what all plans together may spend on a data set, and what their chances of failure may add up to.'
complete -c steward -n '__steward_at "/ledger"' -f -a raise -d 'Allow more than before: a separate step, with a name and a reason that later summaries show.'
complete -c steward -n '__steward_at "/ledger"' -f -a reserve -d 'Set a part of the budget aside for later releases of one title.'
complete -c steward -n '__steward_at "/ledger"' -f -a return -d 'Give back what was set aside, or part of it.'
complete -c steward -n '__steward_at "/ledger"' -f -a annotate -d 'Add words to an entry, which stays as it is.'
complete -c steward -n '__steward_at "/ledger"' -f -a know -d 'Add to the account which facts an earlier release took as known, from its record.'
complete -c steward -n '__steward_at "/ledger"' -f -a link -d 'Say that two data sets are about the same people, so that what is spent on one counts for both.'
complete -c steward -n '__steward_at "/ledger"' -f -a sketch -d 'Keep a sketch of a key column, on this computer, so that the people of an account are recognised under another name.'
complete -c steward -n '__steward_at "/ledger"' -f -a forget -d 'Overwrite the words of a data set’s account. What was spent, the limit and the links stay.'
complete -c steward -n '__steward_at "/ledger"' -f -a export -d 'Write an account to one file, for keeping or for another computer.'
complete -c steward -n '__steward_at "/ledger"' -f -a import -d 'Read an account from an exported file: one that is not here yet, or the continuation of one that is.'
complete -c steward -n '__steward_at "/ledger"' -f -a recover -d 'Add to the accounts what projects and records of releases know and the accounts lack, for example after an old copy was put back.'
complete -c steward -n '__steward_at "/ledger/tell"' -l is -d 'Answers of one person: COLUMN=ANSWER, several separated by semicolons.' -r
complete -c steward -n '__steward_at "/ledger/tell"' -l or -d 'Answers of the other, in the same columns. In all other columns the two agree.' -r
complete -c steward -n '__steward_at "/ledger/limit"' -l delta -d 'What the chances of failure that releases accept may add up to.' -r
complete -c steward -n '__steward_at "/ledger/limit"' -l new -d 'Begin an account when there is none of that name.'
complete -c steward -n '__steward_at "/ledger/limit"' -l why -d 'Why, in a few words, for whoever reads the account later.' -r
complete -c steward -n '__steward_at "/ledger/limit"' -l by -d 'Who.' -r
complete -c steward -n '__steward_at "/ledger/raise"' -l delta -d 'What the chances of failure that releases accept may add up to.' -r
complete -c steward -n '__steward_at "/ledger/raise"' -l why -d 'Why more is allowed. Later summaries show it.' -r
complete -c steward -n '__steward_at "/ledger/raise"' -l by -d 'Who allows more. Later summaries show it.' -r
complete -c steward -n '__steward_at "/ledger/reserve"' -l for -d 'Title of the releases that it is for: they draw on it automatically.' -r
complete -c steward -n '__steward_at "/ledger/reserve"' -l new -d 'Begin an account when there is none of that name.'
complete -c steward -n '__steward_at "/ledger/reserve"' -l why -d 'Why, in a few words, for whoever reads the account later.' -r
complete -c steward -n '__steward_at "/ledger/reserve"' -l by -d 'Who.' -r
complete -c steward -n '__steward_at "/ledger/return"' -l why -d 'Why, in a few words, for whoever reads the account later.' -r
complete -c steward -n '__steward_at "/ledger/return"' -l by -d 'Who.' -r
complete -c steward -n '__steward_at "/ledger/annotate"' -l by -d 'Who says it.' -r
complete -c steward -n '__steward_at "/ledger/know"' -l why -d 'Why, in a few words, for whoever reads the account later.' -r
complete -c steward -n '__steward_at "/ledger/know"' -l by -d 'Who.' -r
complete -c steward -n '__steward_at "/ledger/link"' -l new -d 'Begin an account when there is none of that name.'
complete -c steward -n '__steward_at "/ledger/link"' -l why -d 'Why, in a few words, for whoever reads the account later.' -r
complete -c steward -n '__steward_at "/ledger/link"' -l by -d 'Who.' -r
complete -c steward -n '__steward_at "/ledger/sketch"' -l data -d 'The spreadsheet with the people.' -r
complete -c steward -n '__steward_at "/ledger/sketch"' -l column -d 'The column that says who a row is about. It need not be published.' -r
complete -c steward -n '__steward_at "/ledger/sketch"' -l forget -d 'Remove what was kept instead.'
complete -c steward -n '__steward_at "/ledger/forget"' -l yes -d 'I know that titles, policies, questions and names of files cannot be brought back.'
complete -c steward -n '__steward_at "/ledger/forget"' -l undo -d 'Say that a forgotten data set is used again. Its words stay lost, and what was spent still counts.'
complete -c steward -n '__steward_at "/ledger/forget"' -l why -d 'Why, in a few words, for whoever reads the account later.' -r
complete -c steward -n '__steward_at "/ledger/forget"' -l by -d 'Who.' -r
complete -c steward -n '__steward_at "/ledger/export"' -l out -d 'The file to write (.json).' -r
complete -c steward -n '__steward_at "/ledger/import"' -l merge -d 'If both have gone on, add what only the file has to the account here, so that all of it counts.'
complete -c steward -n '__steward_at "/sql"' -l dialect -d 'The SQL dialect: postgres, duckdb or spark.' -x -a 'postgres duckdb spark'
complete -c steward -n '__steward_at "/sql"' -l table -d 'The table or view with the rows, such as survey or public.survey, spelt as in the database.' -r
complete -c steward -n '__steward_at "/sql"' -l files -d 'In place of --table, with --dialect duckdb: Parquet files or text tables that DuckDB is to read as one table, such as survey.parquet or ’survey/*.csv’.' -r
complete -c steward -n '__steward_at "/sql"' -l database -d 'With --out: the database’s name, or DuckDB’s file, for the command that runs the query.' -r
complete -c steward -n '__steward_at "/sql"' -l columns -d 'Write the query that describes the table instead, before there is a plan: steward new declares its columns from what it returns.'
complete -c steward -n '__steward_at "/sql"' -l unread -d 'Write the query that shows what cannot be read instead, for your eyes only.'
complete -c steward -n '__steward_at "/sql"' -l out -d 'A new file for the query. Without it the query is printed.' -r
complete -c steward -n '__steward_at "/codebook"' -l coarser -d 'Publish a column by the coarser values of this sheet (.csv or .xlsx: value, coarser value), which are public: write that into the plan.' -r
complete -c steward -n '__steward_at "/codebook"' -l column -d 'With --coarser: the column.' -r
complete -c steward -n '__steward_at "/codebook"' -l out -d 'Write a codebook that steward new --codebook reads: a new file whose name ends in .csv or .xlsx. Without it the values are listed.' -r
