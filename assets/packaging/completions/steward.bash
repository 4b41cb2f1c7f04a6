# Completion of steward for bash; bash-completion finds it where packages put it.
_steward() {
	local cur=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} at= i commands= flags=
	for ((i = 1; i < COMP_CWORD; i++)); do
		case "$at/${COMP_WORDS[i]}" in
		/window|/demo|/inspect|/new|/plan|/plan/show|/plan/set|/plan/write|/check|/next|/preview|/compare|/attack|/review|/review/show|/review/submit|/review/approve|/review/changes|/review/refuse|/review/checklist|/review/need|/review/state|/release|/finish|/verify|/withdraw|/key|/key/show|/key/export|/key/import|/key/passphrase|/key/sign|/combine|/ledger|/ledger/show|/ledger/tell|/ledger/list|/ledger/limit|/ledger/raise|/ledger/reserve|/ledger/return|/ledger/annotate|/ledger/know|/ledger/link|/ledger/sketch|/ledger/forget|/ledger/export|/ledger/import|/ledger/recover|/sql|/codebook|/mechanisms) at=$at/${COMP_WORDS[i]} ;;
		esac
	done
	COMPREPLY=()
	case "$at:$before" in
	/inspect:--merged) COMPREPLY=($(compgen -W "down blank all" -- "$cur")); return ;;
	/new:--way) COMPREPLY=($(compgen -W "rounds summary" -- "$cur")); return ;;
	/new:--start) COMPREPLY=($(compgen -W "chosen" -- "$cur")); return ;;
	/new:--maker) COMPREPLY=($(compgen -W "graph mwem small" -- "$cur")); return ;;
	/new:--merged) COMPREPLY=($(compgen -W "down blank all" -- "$cur")); return ;;
	/release:--paper) COMPREPLY=($(compgen -W "A4 Letter" -- "$cur")); return ;;
	/sql:--dialect) COMPREPLY=($(compgen -W "postgres duckdb spark" -- "$cur")); return ;;
	esac
	case "$at" in
	'') commands="window demo inspect new plan check next preview compare attack review release finish verify withdraw key combine ledger sql codebook mechanisms" flags="--help --json --ledgers --keys --passphrase-file --password-file --details --version" ;;
	'/window') commands="" flags="--help --json --ledgers --keys --passphrase-file --password-file --details --version --sample --language" ;;
	'/demo') commands="" flags="--help --json --ledgers --keys --passphrase-file --password-file --details --version --out" ;;
	'/inspect') commands="" flags="--help --json --ledgers --keys --passphrase-file --password-file --details --version --cells --sheet --range --header-row --header-rows --leave-out --merged --delimiter --decimal-comma --thousands --quote --encoding --split --mend" ;;
	'/new') commands="" flags="--help --json --ledgers --keys --passphrase-file --password-file --details --version --out --codebook --confirm --alike --person --one-row-each --rows --row-order --about --delta --group --table --each --totals --only --percent --rate --difference --of-shares --ranges --round-to --hide-times --hide-width --too-noisy --too-noisy-share --too-noisy-size --total --average --numbers --unit --median --percentile --most-common --price --best --by --interval --from-table --clusters --way --rounds --start --synthetic --near --maker --records --secret --fact --question --weight --weight-step --weight-cap --sheet --range --header-row --header-rows --leave-out --merged --delimiter --decimal-comma --thousands --quote --encoding --split --mend" ;;
	'/plan') commands="show set write" flags="--help --json --ledgers --keys --passphrase-file --password-file --details --version" ;;
	'/plan/show') commands="" flags="--help --json --ledgers --keys --passphrase-file --password-file --details --version --out" ;;
	'/plan/set') commands="" flags="--help --json --ledgers --keys --passphrase-file --password-file --details --version --secret --fact --question --group --say --drop" ;;
	'/plan/write') commands="" flags="--help --json --ledgers --keys --passphrase-file --password-file --details --version --from" ;;
	'/check') commands="" flags="--help --json --ledgers --keys --passphrase-file --password-file --details --version --agree --rename --language --unmend --split --mend --account --behind --write --sure --person --one-row-each --rows --row-order --data" ;;
	'/next') commands="" flags="--help --json --ledgers --keys --passphrase-file --password-file --details --version --out --same-people --other-people --title --years --budget --limit --keep-facts --rename --record --why --by" ;;
	'/preview') commands="" flags="--help --json --ledgers --keys --passphrase-file --password-file --details --version --published --like --pages --people" ;;
	'/compare') commands="" flags="--help --json --ledgers --keys --passphrase-file --password-file --details --version --like --even --pilot --alone --data --other-people --question" ;;
	'/attack') commands="" flags="--help --json --ledgers --keys --passphrase-file --password-file --details --version --column" ;;
	'/review') commands="show submit approve changes refuse checklist need state" flags="--help --json --ledgers --keys --passphrase-file --password-file --details --version" ;;
	'/review/show') commands="" flags="--help --json --ledgers --keys --passphrase-file --password-file --details --version" ;;
	'/review/submit') commands="" flags="--help --json --ledgers --keys --passphrase-file --password-file --details --version --by --unsigned --why" ;;
	'/review/approve') commands="" flags="--help --json --ledgers --keys --passphrase-file --password-file --details --version --by --unsigned --why" ;;
	'/review/changes') commands="" flags="--help --json --ledgers --keys --passphrase-file --password-file --details --version --by --unsigned --why" ;;
	'/review/refuse') commands="" flags="--help --json --ledgers --keys --passphrase-file --password-file --details --version --by --unsigned --why" ;;
	'/review/checklist') commands="" flags="--help --json --ledgers --keys --passphrase-file --password-file --details --version --out --people" ;;
	'/review/need') commands="" flags="--help --json --ledgers --keys --passphrase-file --password-file --details --version --no-longer --why --by --new" ;;
	'/review/state') commands="" flags="--help --json --ledgers --keys --passphrase-file --password-file --details --version --says --by" ;;
	'/release') commands="" flags="--help --json --ledgers --keys --passphrase-file --password-file --details --version --data --out --name --by --paper --other-people --delete-counts --people" ;;
	'/finish') commands="" flags="--help --json --ledgers --keys --passphrase-file --password-file --details --version --out --forget" ;;
	'/verify') commands="" flags="--help --json --ledgers --keys --passphrase-file --password-file --details --version --key" ;;
	'/withdraw') commands="" flags="--help --json --ledgers --keys --passphrase-file --password-file --details --version --instead --why --by" ;;
	'/key') commands="show export import passphrase sign" flags="--help --json --ledgers --keys --passphrase-file --password-file --details --version" ;;
	'/key/show') commands="" flags="--help --json --ledgers --keys --passphrase-file --password-file --details --version" ;;
	'/key/export') commands="" flags="--help --json --ledgers --keys --passphrase-file --password-file --details --version --out" ;;
	'/key/import') commands="" flags="--help --json --ledgers --keys --passphrase-file --password-file --details --version" ;;
	'/key/passphrase') commands="" flags="--help --json --ledgers --keys --passphrase-file --password-file --details --version --file" ;;
	'/key/sign') commands="" flags="--help --json --ledgers --keys --passphrase-file --password-file --details --version" ;;
	'/combine') commands="" flags="--help --json --ledgers --keys --passphrase-file --password-file --details --version --question --add --subtract --since" ;;
	'/ledger') commands="show tell list limit raise reserve return annotate know link sketch forget export import recover" flags="--help --json --ledgers --keys --passphrase-file --password-file --details --version" ;;
	'/ledger/show') commands="" flags="--help --json --ledgers --keys --passphrase-file --password-file --details --version" ;;
	'/ledger/tell') commands="" flags="--help --json --ledgers --keys --passphrase-file --password-file --details --version --is --or" ;;
	'/ledger/list') commands="" flags="--help --json --ledgers --keys --passphrase-file --password-file --details --version" ;;
	'/ledger/limit') commands="" flags="--help --json --ledgers --keys --passphrase-file --password-file --details --version --delta --new --why --by" ;;
	'/ledger/raise') commands="" flags="--help --json --ledgers --keys --passphrase-file --password-file --details --version --delta --why --by" ;;
	'/ledger/reserve') commands="" flags="--help --json --ledgers --keys --passphrase-file --password-file --details --version --for --new --why --by" ;;
	'/ledger/return') commands="" flags="--help --json --ledgers --keys --passphrase-file --password-file --details --version --why --by" ;;
	'/ledger/annotate') commands="" flags="--help --json --ledgers --keys --passphrase-file --password-file --details --version --by" ;;
	'/ledger/know') commands="" flags="--help --json --ledgers --keys --passphrase-file --password-file --details --version --why --by" ;;
	'/ledger/link') commands="" flags="--help --json --ledgers --keys --passphrase-file --password-file --details --version --new --why --by" ;;
	'/ledger/sketch') commands="" flags="--help --json --ledgers --keys --passphrase-file --password-file --details --version --data --column --forget" ;;
	'/ledger/forget') commands="" flags="--help --json --ledgers --keys --passphrase-file --password-file --details --version --yes --undo --why --by" ;;
	'/ledger/export') commands="" flags="--help --json --ledgers --keys --passphrase-file --password-file --details --version --out" ;;
	'/ledger/import') commands="" flags="--help --json --ledgers --keys --passphrase-file --password-file --details --version --merge" ;;
	'/ledger/recover') commands="" flags="--help --json --ledgers --keys --passphrase-file --password-file --details --version" ;;
	'/sql') commands="" flags="--help --json --ledgers --keys --passphrase-file --password-file --details --version --dialect --table --files --database --columns --unread --out" ;;
	'/codebook') commands="" flags="--help --json --ledgers --keys --passphrase-file --password-file --details --version --coarser --column --out" ;;
	'/mechanisms') commands="" flags="--help --json --ledgers --keys --passphrase-file --password-file --details --version" ;;
	esac
	if [[ $cur == -* ]]; then
		COMPREPLY=($(compgen -W "$flags" -- "$cur"))
	elif [[ -n $commands ]]; then
		COMPREPLY=($(compgen -W "$commands" -- "$cur"))
	fi
}
complete -o default -F _steward steward
