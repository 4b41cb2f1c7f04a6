# Steward's commands. `make help` lists them. Each first sees to it that what it needs
# is there (.ci/setup); Go modules are downloaded by the go command when first needed.

GO ?= go
export GO

# Built into the program; the go command's own stamp is off because it refuses to work
# in a checkout that belongs to another user.
VERSION := $(shell git describe --always --dirty 2>/dev/null || echo unversioned)
BUILD := -buildvcs=false -ldflags '-X main.version=$(VERSION)'

# The window is drawn through OpenGL ES and X11 on Linux: the quickest to build, and it
# runs on Wayland too. Everything but the window is pure Go and built without a C compiler.
ifeq ($(shell uname -s),Linux)
WINDOW := -tags gles,x11
endif
PURE := CGO_ENABLED=0

# Files behind these tags are built only by the target of that name, so lint looks at
# them too. What is built only without them is vetted by itself.
TAGS := audit,evidence,office,sql

# How long the tests of one package may take: on a quiet machine none takes a tenth of it, on one with a load
# of 20 all of them still end.
FASTLIMIT := -timeout 20m
LONGLIMIT := -timeout 2h

# How long `make fuzz` gives each fuzz target, and `make evidence` those of what reads files.
FUZZTIME ?= 20s
LONGFUZZTIME ?= 2m

.DEFAULT_GOAL := help

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-15s %s\n", $$1, $$2 }' Makefile

.PHONY: run
run: build ## open the window on the built-in sample; without a display do the whole job into out/demo
	@if [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ] || [ "$$(uname -s)" != Linux ]; then \
		exec bin/steward window --sample; \
	fi; \
	mkdir -p out && rm -rf out/demo && bin/steward demo --out out/demo && \
	echo "There is no display, so no window was opened. The release is in out/demo/release:" && ls out/demo/release

.PHONY: build
build: ## build bin/steward
	@.ci/setup window
	CGO_ENABLED=1 $(GO) build $(BUILD) $(WINDOW) -o bin/steward ./cmd/steward

.PHONY: test
test: ## run every fast test
	@.ci/setup test
	@$(MAKE) --no-print-directory -j3 test-program test-tools test-recheck

.PHONY: test-program test-tools test-recheck
test-program:
	$(PURE) $(GO) test $(FASTLIMIT) ./...
test-tools:
	$(PURE) $(GO) -C tools test $(FASTLIMIT) ./...
test-recheck:
	$(PURE) $(GO) -C tools/recheck test $(FASTLIMIT) ./...

.PHONY: corpus-update
corpus-update: ## record again what comes of the plans in cmd/steward/testdata/corpus
	@.ci/setup test
	$(PURE) $(GO) test -count 1 -run '^TestCorpus$$' ./cmd/steward -update

# AUDITED=./core/... runs those of the mathematics alone, which every change has to pass.
AUDITED ?= ./...
.PHONY: audit
audit: ## run the long audits, and what is longer in them than in make test
	@.ci/setup test
	@chosen=$$($(PURE) $(GO) -C tools run ./audited $(AUDITED)) && set -f -- $$chosen && tests=$$1 && shift && \
		echo "$(GO) test -tags audit $(LONGLIMIT) -run (what $(GO) -C tools run ./audited prints) $$*" && \
		$(PURE) $(GO) test -tags audit $(LONGLIMIT) -run "$$tests" "$$@"
	$(PURE) $(GO) -C tools test -tags audit $(LONGLIMIT) ./mutate

# FAULT=pattern tries the faults of that name, PACKAGE=folder those in a package or caught by its tests.
.PHONY: mutate
mutate: ## break what keeps answers private, fault by fault (tools/mutate/faults): a fast test must fail each time
	@.ci/setup test
	$(PURE) $(GO) -C tools run ./mutate $(if $(FAULT),-fault '$(FAULT)') $(if $(PACKAGE),-package '$(PACKAGE)')

.PHONY: race
race: ## run every fast test under the race detector
	@.ci/setup race
	CGO_ENABLED=1 $(GO) test -race $(LONGLIMIT) ./...

.PHONY: lint
lint: checkers build ## check formatting, vet, staticcheck, the modules' files, the direction of imports and that faults apply
	@unformatted=$$("$$($(GO) env GOROOT)/bin/gofmt" -l .) && [ -z "$$unformatted" ] || \
		{ echo "gofmt: fix what is said above, run gofmt -w on:"; echo "$$unformatted"; exit 1; }
	$(PURE) $(GO) vet $$(grep -rlE '^//go:build.*!(audit|evidence|office|sql)' --include='*.go' core cmd gui io reports | xargs -n1 dirname | sort -u | sed 's|^|./|')
	$(PURE) $(GO) vet -tags $(TAGS) ./...
	$(PURE) bin/staticcheck -tags $(TAGS) ./...
	CGO_ENABLED=1 $(GO) vet $(WINDOW) ./cmd/steward
	$(PURE) $(GO) -C tools vet -tags audit ./...
	$(PURE) $(GO) -C tools/recheck vet ./...
	cd tools/recheck && $(PURE) ../../bin/staticcheck ./...
	$(GO) mod tidy -diff
	$(GO) -C tools mod tidy -diff
	$(GO) -C tools/recheck mod tidy -diff
	$(PURE) $(GO) test $(FASTLIMIT) -run '^TestArchitecture' .
	$(PURE) $(GO) -C tools run ./mutate -check

# Windows takes all of it without a C compiler. For macOS the toolkit of the window needs Apple's,
# so gui itself is left out there; what it shows and does (gui/session) is not.
.PHONY: lint-others
lint-others: ## vet and build for Windows and macOS what can be without their compilers
	@.ci/setup build
	GOOS=windows $(PURE) $(GO) vet ./...
	GOOS=windows $(PURE) $(GO) build -o /dev/null ./...
	GOOS=darwin $(PURE) $(GO) vet ./core/... ./io/... ./reports/... ./assets/... ./gui/words/... ./gui/session/...
	GOOS=darwin $(PURE) $(GO) build -o /dev/null ./cmd/steward

# VULNDB may be a copy (file:///...) for where there is no network.
VULNDB ?= https://vuln.go.dev

.PHONY: vulncheck
vulncheck: checkers ## look up what is known to be vulnerable in what the program calls, where VULNDB can be had
	@.ci/setup window
	@if bin/govulncheck -db $(VULNDB) -version | grep -q '^DB updated'; then \
		CGO_ENABLED=1 bin/govulncheck -db $(VULNDB) $(WINDOW) ./cmd/steward; \
	else \
		echo "vulncheck: the database of vulnerabilities ($(VULNDB)) cannot be had here: NOTHING WAS LOOKED UP"; \
	fi

# Staticcheck and govulncheck are pinned in a module of their own, so that the program does not depend on them.
.PHONY: checkers
checkers:
	@.ci/setup build
	$(GO) -C tools build -buildvcs=false -o ../bin/ tool

.PHONY: evidence
evidence: ## measure docs/evidence.md again, run the long privacy audits and fuzz what reads files (up to 3 h); PART=Automatic runs that part
	@.ci/setup test
	$(PURE) $(GO) test -tags evidence $(LONGLIMIT) $(if $(PART),-count 1 -v -run '^TestEvidenceOf$(PART)$$' ./core/...,./...)
	$(if $(PART),,@.ci/fuzz $(LONGFUZZTIME) ./io/...)

.PHONY: test-office
test-office: ## open and save our workbooks with LibreOffice and compare the values
	@.ci/setup office
	$(PURE) $(GO) test -tags office ./...

# DuckDB comes with its driver, in a module of its own that nothing else links.
.PHONY: test-sql
test-sql: ## count rows in a PostgreSQL and a DuckDB of the test's own and compare with reading them
	@.ci/setup sql
	CGO_ENABLED=1 $(GO) -C tools/duckdb build -buildvcs=false -o ../../bin/duckdb .
	STEWARD_SQL=needed STEWARD_DUCKDB="$(CURDIR)/bin/duckdb" $(PURE) $(GO) test -tags sql $(FASTLIMIT) -run SQL -count 1 ./io/counts ./cmd/steward

.PHONY: smoke
smoke: build ## open the real window in a virtual display and photograph every step into out/smoke
	@.ci/setup smoke
	@rm -rf out/smoke && .ci/smoke out/smoke

.PHONY: picture
picture: build ## photograph the real window for README.md
	@.ci/setup smoke
	@rm -rf out/picture && .ci/smoke out/picture light 1280x800
	cp out/picture/light-1280x800-6-privacy-and-error.png docs/window.png

.PHONY: guide-pictures
guide-pictures: ## walk as docs/user-guide.md says and take its pictures
	@.ci/setup test
	mkdir -p docs/guide/de && rm -f docs/guide/*.png docs/guide/de/*.png
	STEWARD_GUIDE="$$PWD/docs/guide" $(PURE) $(GO) test -tags audit -count 1 -run '^TestGuide$$' ./gui

.PHONY: proofs
proofs: ## check the proofs in docs/proofs with Coq, what they rest on, and the examples that tests compare with
	@.ci/setup proofs
	@.ci/proofs

.PHONY: proofs-update
proofs-update: ## record again what proofs rest on and the examples that they compute
	@.ci/setup proofs
	@.ci/proofs --update

.PHONY: offline
offline: build ## watch the program's sockets during the whole job: none may reach a network
	@.ci/setup smoke offline
	@.ci/offline

.PHONY: fuzz
fuzz: ## fuzz each fuzz target for FUZZTIME (20s)
	@.ci/setup test
	@.ci/fuzz $(FUZZTIME)

.PHONY: bench
bench: ## run every benchmark
	@.ci/setup test
	$(PURE) $(GO) test -run '^$$' -bench . -benchmem -timeout 1h ./...

# PLANS=text measures those alone whose names hold it.
.PHONY: bench-plans
bench-plans: ## measure what the errors of large plans cost: processor seconds, memory, the time to the first number
	@.ci/setup test
	$(PURE) $(if $(PLANS),PLANS='$(PLANS)') $(GO) test -tags evidence -count 1 -v -timeout 2h -run '^TestEvidenceOfPlans$$' ./cmd/steward

# Google's library is required by a module of its own, so that the program does not depend on it.
.PHONY: bench-noise
bench-noise: ## time the noise samplers beside Google's library, on one core
	@.ci/setup test
	$(PURE) $(GO) -C core/noise/compare test -run '^$$' -bench . -cpu 1 .

.PHONY: bench-sheet
bench-sheet: ## time reading a million rows of .xlsx and .csv, beside excelize and encoding/csv
	@.ci/setup test
	$(PURE) $(GO) test -run '^$$' -bench '^BenchmarkLarge' -benchtime 1x -count 5 -timeout 1h ./io/sheet

# What packages are named after: the first numbered version of CHANGELOG.md.
RELEASE = $(shell sed -n 's/^## \([0-9][0-9.]*\)$$/\1/p' CHANGELOG.md | head -n 1)

.PHONY: package
package: ## build the packages for Linux and Windows into out/packages (5 min the first time)
	@.ci/setup package
	.ci/package $(RELEASE) linux windows

.PHONY: package-try
package-try: package ## use the packages: Debian's in a clean system (as root), the archive, Windows' under Wine
	@.ci/setup package-try
	.ci/package-try out/packages/steward_$(RELEASE)_$(shell dpkg --print-architecture).deb
	.ci/package-try-archive out/packages/steward-$(RELEASE)-linux-$(shell $(GO) env GOARCH).tar.xz
	.ci/package-try-wine out/packages/steward-$(RELEASE)-windows-amd64.zip

.PHONY: package-same
package-same: package ## build the packages again in another folder, from nothing (10 min): the bytes must be the same
	.ci/package-same $(RELEASE) linux windows

.PHONY: package-measure
package-measure: ## measure sizes and first frames of the packages for docs/evidence.md, on a quiet machine
	@.ci/setup package package-try
	.ci/package-measure $(RELEASE)

.PHONY: package-macos
package-macos: ## go through the recipe of the macOS bundle, with stand-ins for what only a Mac has
	@.ci/setup package-macos
	.ci/package-macos $(RELEASE)

.PHONY: clean
clean: ## remove bin and out
	rm -rf bin out
