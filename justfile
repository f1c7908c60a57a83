# Run `just` to list the recipes.

_default:
    @just --list

# Run everything that must pass before a change lands.
ci:
    .ci/run

# Regenerate the generated pages.
docs:
    cargo run --quiet -- config --markdown > docs/config.md
    cargo run --quiet -- config --env-example > .env.example
    cargo run --quiet -- checks --write docs
    cargo run --quiet -- openapi > docs/openapi.json
    cargo run --quiet --package citable-test-support --example client_types -- .

# Run the service at 127.0.0.1:8080.
serve:
    cargo run --release -- serve

# Run the service for development: sign-in links are in the response and at /dev/outbox.
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

# Print digests of the reports on all real pages, to compare with another commit.
digests:
    cargo run --quiet --release --package citable-checks --example report_digests
