//! How a browser shows the pages: `view/tests/browser.js` uses a headless Chromium.

use std::path::PathBuf;
use std::process::Command;

use crate::common::root;
use crate::pages::folder;
use crate::script::has_node;

/// The browser's command: that of INTERFRAME_BROWSER, the one that `.ci/browser` has fetched, or one that is installed.
fn browser() -> Option<PathBuf> {
    if let Some(command) = std::env::var_os("INTERFRAME_BROWSER") {
        return Some(command.into());
    }
    let fetched = root("target/browser/run");
    let installed = std::env::var_os("PATH").into_iter().flat_map(|path| {
        let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
        folders.into_iter().flat_map(|folder| {
            [
                "chromium-headless-shell",
                "chromium",
                "chromium-browser",
                "google-chrome",
            ]
            .map(|name| folder.join(name))
        })
    });
    std::iter::once(fetched)
        .chain(installed)
        .find(|path| path.is_file())
}

#[test]
fn a_browser_shows_the_pages() {
    let Some(command) = browser().filter(|_| has_node()) else {
        println!(
            "skipped: it needs node and a Chromium; .ci/browser fetches one, INTERFRAME_BROWSER may name one"
        );
        return;
    };
    crate::pages::evil();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/view/tests/browser.js");
    let output = Command::new("node")
        .arg(script)
        .arg(command)
        .arg(folder())
        .output()
        .expect("node starts");
    let said =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    println!("{}", said[0]);
    assert!(output.status.success(), "{}", said.concat());
    assert!(said[0].contains("the browser shows all pages"));
}
