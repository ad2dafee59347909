//! The command-line program: answers query files and runs scenes. What it offers is the program, not a library.

mod args;
mod case;
mod check;
mod error;
mod input;
mod inspect;
mod out_file;
mod output;
mod query;
#[doc(hidden)]
pub mod readers;
mod replay;
mod scene;
mod schema;
mod separate_parts;
mod shape;
mod validate;
mod verify;
mod view;

/// The pages of `interframe view`, for the Python package.
#[doc(hidden)]
pub use view::page_of;

use std::io::{BufWriter, ErrorKind, Write, stdout};
use std::process::ExitCode;

use clap::Parser;

use args::{Cli, Command};
use error::Fatal;

/// The whole program: reads its arguments, and says with what status to end.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut out = BufWriter::new(stdout().lock());
    let done = match &cli.command {
        Command::Query(args) => query::run(args, &mut out),
        Command::Validate(args) => validate::run(args, &mut out),
        Command::Run(args) => scene::run(args, &mut out),
        Command::Inspect(args) => inspect::run(args, &mut out),
        Command::Verify(args) => verify::run(args, &mut out),
        Command::Replay(args) => replay::run(args, &mut out),
        Command::View(args) => view::run(args, &mut out),
        Command::Schema(args) => schema::run(args, &mut out),
    };
    match done.and_then(|status| Ok(out.flush().map(|()| status)?)) {
        Ok(status) => ExitCode::from(status),
        // The reader has seen enough, as with `| head`.
        Err(Fatal::Write(error)) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(fatal) => {
            eprintln!("interframe: {}", output::printable(&fatal.to_string()));
            ExitCode::from(2)
        }
    }
}
