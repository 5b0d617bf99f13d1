//! Dependencies: each has a licence that goes together with ours.

use std::process::Command;

use serde_json::Value;

/// Licences that ask for no more than their text.
const ALLOWED: [&str; 10] = [
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "ISC",
    "MIT",
    "Unicode-3.0",
    "Zlib",
];

/// Whether some of these licences may be taken; all that are joined by `AND` must be.
fn is_allowed(expression: &str) -> bool {
    let expression = expression.replace('/', " OR ");
    // Brackets are only ever round the alternatives of an `AND`.
    let parts = expression.split(" AND ");
    parts.into_iter().all(|part| {
        let part = part.trim_matches(['(', ')', ' ']);
        let mut choices = part
            .split(" OR ")
            .map(|it| it.trim_matches(['(', ')', ' ']));
        choices.any(|it| ALLOWED.contains(&it))
    })
}

#[test]
fn expressions_are_understood() {
    for fine in [
        "MIT",
        "MIT/Apache-2.0",
        "(MIT OR Apache-2.0) AND Unicode-3.0",
        "GPL-3.0 OR MIT",
        "Apache-2.0 WITH LLVM-exception OR MIT",
    ] {
        assert!(is_allowed(fine), "{fine}");
    }
    for not in ["GPL-3.0", "MIT AND GPL-3.0", "(MIT OR ISC) AND MPL-2.0", ""] {
        assert!(!is_allowed(not), "{not}");
    }
}

#[test]
fn every_dependency_may_be_used() {
    // Packages for other systems need not be there; on this one they are, or nothing could have been built.
    let rustc = Command::new("rustc").arg("-vV").output().unwrap();
    let rustc = String::from_utf8(rustc.stdout).unwrap();
    let host = rustc.lines().find_map(|it| it.strip_prefix("host: "));
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version=1", "--offline", "--locked"])
        .args(["--filter-platform", host.unwrap()])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    assert!(packages.len() > 50);
    let wrong: Vec<String> = packages
        .iter()
        .filter(|it| !is_allowed(it["license"].as_str().unwrap_or_default()))
        .map(|it| format!("{} {}: {}", it["name"], it["version"], it["license"]))
        .collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
