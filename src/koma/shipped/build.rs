//! Lists the shipped variants at build time, so that the program runs from anywhere.

use std::fmt::Write as _;
use std::path::Path;

fn main() {
    let root = std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR");
    let folder = Path::new(&root).join("../../variants");
    println!("cargo:rerun-if-changed={}", folder.display());
    println!("cargo:rerun-if-changed=shipped/build.rs");
    println!("cargo:rerun-if-changed=../../grammar/rules.pest");
    let mut names: Vec<String> = std::fs::read_dir(&folder)
        .expect("the folder `variants` is there")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.ends_with(".toml"))
        .collect();
    names.sort();
    let mut code = String::from("&[\n");
    for name in names {
        let path = folder.join(&name);
        writeln!(
            code,
            "    ({name:?}, include_str!({:?})),",
            path.display().to_string()
        )
        .expect("writing to a string");
    }
    code.push_str("]\n");
    let out = std::env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    std::fs::write(Path::new(&out).join("shipped.rs"), code).expect("the build folder is writable");
}
