//! Builds the crate again when a migration changes: the macro that embeds them cannot say so itself.

fn main() {
    println!("cargo:rerun-if-changed=../migrations");
}
