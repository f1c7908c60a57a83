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
