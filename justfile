# Recipes; `just` lists them.

_default:
    @just --list

# Everything that has to pass before a change lands.
ci:
    .ci/run

# Write the generated pages anew.
docs:
    cargo run --quiet -- config --markdown > docs/config.md
    cargo run --quiet -- config --env-example > .env.example
    cargo run --quiet -- checks --write docs
    cargo run --quiet -- openapi > docs/openapi.json

# Serve on 127.0.0.1:8080.
serve:
    cargo run --release -- serve

# Serve for a developer: links to sign in are in the answer and at /dev/outbox.
dev:
    cargo run -- serve --dev

# Scan one page, without a server.
scan URL:
    cargo run --release -- scan {{URL}}

# Run the tests whose names hold these words: `just test hostile::`.
test *WORDS:
    cargo test --workspace {{WORDS}}

# Check the code whenever a file changes; needs cargo-watch.
watch:
    cargo watch --clear --exec 'check --workspace --all-targets'

# Digests of the reports over all real pages, to hold against those of another commit.
digests:
    cargo run --quiet --release --package citable-checks --example report_digests
