//! Texts as the program reads them: cases, scenes and meshes; the first letter says which. What it proves of a
//! case that it can read, it accepts.

#![no_main]

use interframe::certificate::ProofFile;
use interframe_cli::readers;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Some((kind, rest)) = bytes.split_first() else {
        return;
    };
    match kind {
        b'S' => readers::scene(rest),
        b'O' => readers::mesh("obj", rest),
        b'F' => readers::mesh("off", rest),
        b'T' => readers::mesh("stl", rest),
        _ => {
            let Ok(text) = std::str::from_utf8(bytes) else {
                return;
            };
            for line in text.lines().filter(|line| !line.trim().is_empty()) {
                let answer = readers::case(line);
                let found = ProofFile::default()
                    .line(&answer)
                    .expect("an answer is a line");
                if let Some(Err(failure)) = found.proof {
                    panic!("{failure}: {line}: {answer}");
                }
            }
        }
    }
});
