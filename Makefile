# The two commands to know: `make run` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
DATA ?= ../shared/data

.PHONY: run test check sanitize bench accuracy serve docs train crossvalidate clean

# Every download is checked against its hash in locks/, which `make lock` regenerates.
$(VENV)/.installed: pyproject.toml setup.py locks/development.txt $(wildcard src/sudokulens/*/_kernel/*.[ch])
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --require-hashes -r locks/build.txt
	$(BIN)/python -m pip install --quiet --require-hashes --no-build-isolation -r locks/development.txt
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	touch $@

LOCK := $(BIN)/uv pip compile --quiet --no-config --universal \
	--python-version 3.11 --generate-hashes --no-annotate --custom-compile-command "make lock"
IN_THE_IMAGE := $(addprefix --extra ,app batch cpsat print sat server)
.PHONY: lock
lock:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet uv
	$(LOCK) --upgrade --group build --output-file locks/build.txt
	$(LOCK) --group web --output-file locks/web.txt
	$(LOCK) --upgrade pyproject.toml $(IN_THE_IMAGE) --output-file locks/runtime.txt
	$(LOCK) --upgrade pyproject.toml $(IN_THE_IMAGE) --extra cluster --extra live --group dev \
	--constraint locks/build.txt --constraint locks/runtime.txt --output-file locks/development.txt

run: $(VENV)/.installed
	$(BIN)/sudokulens demo

# The browser tests skip themselves where there is no Chromium and none can be had.
.PHONY: browser
browser:
	@command -v chromium >/dev/null || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null \
	&& apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends chromium >/dev/null; } \
	|| echo "no Chromium, and it cannot be installed here: the browser tests are skipped"

# The browser edition is put together for its tests if its parts are cached; it is never built from scratch here.
.PHONY: cached-site
cached-site: $(VENV)/.installed
	@$(BIN)/python -m web.build --cached

# What fails while two browsers and several services share the cores is run again on its own, and must pass then.
# `make test` leaves out the tests marked slow; `make test-all` runs every one.
CHOSEN = -m "not slow"
test: $(VENV)/.installed browser cached-site
	$(BIN)/python -m pytest -n auto $(CHOSEN) \
	|| { echo "once more, alone:"; $(BIN)/python -m pytest -p no:xdist --last-failed $(CHOSEN); }
.PHONY: test-all
test-all: CHOSEN =
test-all: test

# The server's tests with the lowest versions that pyproject.toml allows: a floor that is too low fails here.
LOWEST := .venv-lowest
TEST_TOOLS := pytest pytest-timeout pytest-xdist hypothesis httpx httpx2 schemathesis pyyaml
.PHONY: test-lowest
test-lowest:
	$(PYTHON) -m venv $(LOWEST)
	$(LOWEST)/bin/python -m pip install --quiet uv
	$(LOWEST)/bin/uv pip install --quiet --no-config --python $(LOWEST)/bin/python \
	--resolution lowest-direct --editable ".[server]"
	$(LOWEST)/bin/uv pip install --quiet --no-config --python $(LOWEST)/bin/python $(TEST_TOOLS)
	$(LOWEST)/bin/python -m pytest -W ignore::DeprecationWarning tests/apps/server  # old versions on new ones warn

serve: $(VENV)/.installed
	$(BIN)/sudokulens serve

check: $(VENV)/.installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	@if [ -x $(BIN)/hadolint ]; then $(BIN)/hadolint Dockerfile; else echo "no hadolint for this machine: Dockerfile not linted"; fi

# Messages found in the source, merged into wording/locale/*.po and compiled.
.PHONY: catalogues
catalogues: $(VENV)/.installed
	$(BIN)/python -m tests.wording.catalogues

# Known vulnerabilities among the locked dependencies; skipped, with a line that says so, where no advisories can be had.
.PHONY: audit
audit: $(VENV)/.installed
	$(BIN)/python .ci/audit.py locks/development.txt

# What the Dockerfile and the compose file run, without a Docker engine.
.PHONY: rehearse
rehearse: $(VENV)/.installed
	$(BIN)/python -m tests.container.rehearse

$(VENV)/.bench: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
	$(BIN)/python -m pip install --quiet --group bench
	touch $@

# A quick look at everything; `make bench DEEP=--deep` takes the full sizes, which takes hours. `make bench BENCH=--resume`
# runs what an interrupted run has left. A part: python -m benchmarks --only solving.solve reading.scan
# Its atlas holds the typefaces of this machine; the one in .data is for training.
DEEP ?=
BENCH ?=
BENCH_MATERIAL := out/bench/material
bench: $(VENV)/.bench
	-mkdir -p $(BENCH_MATERIAL) && $(BIN)/python -m training.render.atlas --out $(BENCH_MATERIAL)/atlas.npz
	$(BIN)/python -m benchmarks --data $(DATA) $(DEEP) $(BENCH)

# The web page in Lighthouse, which npx fetches: four scores for a phone and a desktop, each at least 95.
.PHONY: lighthouse
lighthouse: $(VENV)/.installed browser
	$(BIN)/python -m benchmarks.service.lighthouse

accuracy: $(VENV)/.installed
	$(BIN)/python -m benchmarks.reading.accuracy --data $(DATA)

$(VENV)/.docs: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
	$(BIN)/python -m pip install --quiet --group docs
	touch $@

# mkdocs empties the folder that it writes, and site/app is the page that `make site` put there.
docs: $(VENV)/.docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --site-dir build/docs
	mkdir -p site && find site -mindepth 1 -maxdepth 1 ! -name app -exec rm -rf {} +
	cp -R build/docs/. site/

# The browser edition: the page with the package inside, for any static server. The first build takes a quarter of an
# hour and is cached outside the checkout; `make site SITE=--first-tier` leaves out what reads pictures.
SITE ?=
.PHONY: site
site: $(VENV)/.installed
	$(BIN)/python -m web.build $(SITE)

# A source distribution, the wheel built from it alone, and that installed into a bare environment and tried.
.PHONY: dist
dist: $(VENV)/.installed
	rm -rf dist build/bare && mkdir -p dist build/bare/away
	$(BIN)/python -c "from setuptools import build_meta; build_meta.build_sdist('dist')" >/dev/null
	SUDOKULENS_REQUIRE_KERNEL=1 $(BIN)/python -m pip wheel --quiet --no-deps --wheel-dir dist dist/*.tar.gz
	$(PYTHON) -m venv build/bare/venv
	build/bare/venv/bin/python -m pip install --quiet dist/*.whl
	cd build/bare/away && ../venv/bin/python ../../../.ci/check_install.py && ../venv/bin/sudokulens demo
	ls -l dist

# How much of the package the tests run, statements and branches, here and in the processes that they start; the page is
# in build/coverage. COVERED chooses tests: `make coverage COVERED=tests/batch`.
COVERED ?=
MEASURED = $(BIN)/python -m coverage run -m pytest
.PHONY: coverage
coverage: $(VENV)/.installed browser
	$(BIN)/python -m pip install --quiet "coverage>=7.10"
	rm -f .coverage .coverage.*
	$(MEASURED) -n auto $(COVERED) || { echo "once more, alone:"; $(MEASURED) -p no:xdist --last-failed; }
	$(BIN)/python -m coverage combine --quiet
	$(BIN)/python -m coverage html --quiet --directory build/coverage
	$(BIN)/python -m coverage report

# The Kubernetes manifests against the schemas of Kubernetes.
.PHONY: check-kubernetes
check-kubernetes: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet "kubernetes-validate>=1.30"
	$(BIN)/kubernetes-validate --strict deploy/kubernetes/*.yaml

# Workflows, issue forms, the compose file and the citation against their published schemas.
VALIDATE = $(BIN)/check-jsonschema --builtin-schema
.PHONY: check-files
check-files: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet "check-jsonschema>=0.31"
	$(VALIDATE) vendor.github-workflows .github/workflows/*.yml
	$(VALIDATE) vendor.github-issue-forms $(filter-out %/config.yml,$(wildcard .github/ISSUE_TEMPLATE/*.yml))
	$(VALIDATE) vendor.compose-spec compose.yaml
	$(VALIDATE) vendor.citation-file-format CITATION.cff

# The kernels compiled for Windows, macOS and Linux on ARM. The version has clang 18, so that older clang-cl are tried.
.PHONY: cross
cross: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet "ziglang==0.13.0"
	$(BIN)/python .ci/cross.py

# What cibuildwheel would build, and that its dependencies can be had there; only their names are looked up.
.PHONY: check-wheels
check-wheels: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet "cibuildwheel==3.2.*" uv
	$(BIN)/python .ci/wheels.py

# The C code under AddressSanitizer and UBSan, built apart from the normal one; Python itself leaks by design.
SANITIZED := build/sanitize
REACHING_C := tests/solving tests/logic tests/puzzle tests/teaching tests/wording tests/drawing
sanitize: $(VENV)/.installed
	SUDOKULENS_SANITIZE=1 SUDOKULENS_REQUIRE_KERNEL=1 $(BIN)/python setup.py -q build --build-lib $(SANITIZED) --build-temp $(SANITIZED)-objects
	LD_PRELOAD="$$(gcc -print-file-name=libasan.so) $$(gcc -print-file-name=libubsan.so)" \
	ASAN_OPTIONS=detect_leaks=0 PYTHONPATH=$(SANITIZED) \
	$(BIN)/python -m pytest -p no:xdist $(REACHING_C)

# The typefaces of training: Debian's packages, unpacked beside the project, not installed.
FONTS := .data/fonts
$(FONTS)/.unpacked: training/render/font_packages.txt
	rm -rf $(FONTS) && mkdir -p $(FONTS)/packages
	cd $(FONTS)/packages && apt-get -qq download $$(cat $(abspath $<))
	for package in $(FONTS)/packages/*.deb; do dpkg -x $$package $(FONTS) || exit 1; done
	rm -r $(FONTS)/packages && touch $@
.data/atlas.npz: $(FONTS)/.unpacked $(VENV)/.installed
	$(BIN)/python -m training.render.atlas --fonts $(FONTS)/usr/share/fonts --out $@

# Needs a machine with apt for the typefaces and, to end within the hour, a GPU. training/README.md says more.
train crossvalidate: export RENDERED_CELL_PIXELS = 48
train: .data/atlas.npz
	$(BIN)/python -m pip install --quiet --editable ".[train]"
	mkdir -p .data && cp $(DATA)/mnist/*.gz .data/
	$(BIN)/python -m training.render.photos --data $(DATA) --out .data/photos.npz
	$(BIN)/python -m training.train --out runs/held --courses 0 --steps 8500
	$(BIN)/python -m training.train --out runs/reading --start-from runs/held/0 --rate 6e-4 --least-strength 1 --steps 2400
	$(BIN)/python -m training.tune_large --run runs/reading/all
	$(BIN)/python -m training.export --run runs/held/0 --out runs/held/0 --held-fold 0
	$(BIN)/python -m training.calibrate --data $(DATA) --weights runs/held/0 --out runs/reading/all/temperatures.json
	$(BIN)/python -m training.export --run runs/reading/all
	$(BIN)/python -m training.evaluate --data $(DATA) --turns
	$(MAKE) train-details RENDERED_CELL_PIXELS=64

# The network of pencil marks, cages and drawn rules, in two legs: about 13 minutes on an H200.
.PHONY: train-details
train-details: $(VENV)/.installed
	$(BIN)/python -m training.render.partitions --out .data/partitions.npz
	$(BIN)/python -m training.train_detail --out runs/detail1 --steps 5051 --app-share 0.35 --clean-share 0.5 --most-strength 0.55
	$(BIN)/python -m training.train_detail --out runs/detail --start-from runs/detail1/detail.pt --steps 3085 --rate 1.2e-3 \
	--seed 2 --real-share 0.15 --app-share 0.55 --clean-share 0.6
	$(BIN)/python -m training.export_detail --run runs/detail

# What is a grid and what is a Sudoku, from the pictures to fitted/place.json and fitted/credible.json.
.PHONY: fit-credible
fit-credible: .data/atlas.npz
	mkdir -p .data && cp -f $(DATA)/mnist/*.gz .data/
	$(BIN)/python -m benchmarks.reading.fit_credible --data $(DATA)

# One pair of networks for each third of the newspaper puzzles, none of which it ever sees: what the figures rest on.
crossvalidate: .data/atlas.npz
	$(BIN)/python -m pip install --quiet --editable ".[train]"
	mkdir -p .data && cp $(DATA)/mnist/*.gz .data/
	test -f .data/photos.npz || $(BIN)/python -m training.render.photos --data $(DATA) --out .data/photos.npz
	$(BIN)/python -m training.train --out runs/base --photos kubiesa_train --real-share 0.15 --last-rate 0.3 --steps 5884
	$(BIN)/python -m training.train --out runs/first --courses 0 1 2 --seed 1 --start-from runs/base/all \
	--rate 1e-3 --least-strength 1 --uses 5 --real-share 0.35 --steps 2830
	for fold in 0 1 2; do \
	$(BIN)/python -m training.train --out runs/second$$fold --courses $$fold --seed 2$$fold --start-from runs/first/$$fold \
	--rate 1e-3 --least-strength 1 --uses 5 --real-share 0.4 --steps 4480 --stops 3 && \
	$(BIN)/python -m training.average runs/second$$fold/$$fold/stop1 runs/second$$fold/$$fold/stop2 \
	runs/second$$fold/$$fold/stop3 --held-fold $$fold --out runs/fold$$fold && \
	echo '{"fast": {"digits": 1.06}, "careful": {"digits": 1.12}}' > runs/fold$$fold/temperatures.json && \
	$(BIN)/python -m training.export --run runs/fold$$fold --out runs/fold$$fold --held-fold $$fold || exit 1; done
	$(BIN)/python -m benchmarks.reading.accuracy --data $(DATA) --held-folds runs/fold0 runs/fold1 runs/fold2
	$(BIN)/python -m benchmarks.reading.calibration --data $(DATA) --held-folds runs/fold0 runs/fold1 runs/fold2

clean:
	rm -rf $(VENV) build dist site out src/*.egg-info
	find . -name '__pycache__' -prune -exec rm -rf {} +
	find src -name '*.so' -delete
