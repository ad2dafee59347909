//! The command-line program, which is all in the library beside it.

fn main() -> std::process::ExitCode {
    interframe_cli::main()
}
