//! The stated minimum Rust version is one that every dependency of the library accepts. (That our
//! own code keeps to it is clippy's `incompatible_msrv`, an error in CI.)

use std::process::Command;

use serde_json::Value;

/// "1.89" or "1.89.0" as numbers.
fn version(text: &str) -> Vec<u32> {
    let mut parts: Vec<u32> = text.split('.').map_while(|p| p.parse().ok()).collect();
    parts.resize(3, 0);
    parts
}

/// Ids of the packages that the default build of the library links, itself included.
fn linked(metadata: &Value) -> Vec<&str> {
    let nodes = metadata["resolve"]["nodes"].as_array().expect("nodes");
    let root = metadata["resolve"]["root"].as_str().expect("root");
    let mut found = vec![root];
    let mut next = 0;
    while next < found.len() {
        let node = nodes.iter().find(|n| n["id"] == found[next]).expect("node");
        next += 1;
        for dependency in node["deps"].as_array().expect("deps") {
            let kinds = dependency["dep_kinds"].as_array().expect("kinds");
            let normal = kinds.iter().any(|k| k["kind"].is_null());
            let id = dependency["pkg"].as_str().expect("id");
            if normal && !found.contains(&id) {
                found.push(id);
            }
        }
    }
    found
}

/// The target triple that this test runs on.
fn host() -> String {
    let rustc = Command::new("rustc")
        .arg("-vV")
        .output()
        .expect("rustc runs");
    let text = String::from_utf8(rustc.stdout).expect("text");
    let line = text.lines().find_map(|l| l.strip_prefix("host: "));
    line.expect("a host line").to_owned()
}

#[test]
fn every_dependency_accepts_the_stated_rust() {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked"])
        // Other platforms' crates need not be downloaded.
        .args(["--filter-platform", &host()])
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
        .output()
        .expect("cargo metadata runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    let stated = version(env!("CARGO_PKG_RUST_VERSION"));
    let linked = linked(&metadata);
    assert!(linked.len() > 5, "found only {linked:?}");
    for id in linked {
        let package = packages.iter().find(|p| p["id"] == id).expect("package");
        let Some(needs) = package["rust_version"].as_str() else {
            continue;
        };
        assert!(
            version(needs) <= stated,
            "{} needs Rust {needs}, newer than {stated:?}",
            package["name"]
        );
    }
}
