//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::input::limits;

#[derive(Debug, Parser)]
#[command(
    name = "interframe",
    version,
    about = "Exact collision detection of moving bodies, with proofs: queries, scenes, certificates",
    after_help = "Exit status: 2 if a file or a case was bad. 1 if --check found an answer wrong or undecided, \
                  two methods disagreed, or verify or view rejected a proof. Otherwise 0."
)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Answer query files: one JSON object a line
    #[command(after_long_help = crate::check::HELP)]
    Query(QueryArgs),
    /// Answer every case by two methods and write each disagreement as a line to ask again
    #[command(
        after_help = concat!(
            "Exit status: 2 if a file or a case was bad, 1 if the methods disagreed, otherwise 0. \
             The counts go to standard error. ",
            limits!()
        )
    )]
    Validate(ValidateArgs),
    /// Run a scene and print every contact that begins
    #[command(after_long_help = crate::scene::random::HELP)]
    Run(RunArgs),
    /// Bound how far a mesh reaches outside of the convex parts that stand for it, with proof
    Inspect(InspectArgs),
    /// Check the proofs that `query --json --certificate` or `run --certificate` wrote
    #[command(after_long_help = crate::verify::HELP)]
    Verify(VerifyArgs),
    /// Pass captured frames again and print their events as JSON lines (docs/guide/RECORDING.md)
    #[command(after_help = limits!())]
    Replay(ReplayArgs),
    /// Write a page that shows scenes, cases, recordings, proofs, captured frames or meshes
    #[command(after_long_help = crate::view::HELP)]
    View(ViewArgs),
    /// Print the JSON Schema of a format
    Schema(SchemaArgs),
}

#[derive(Debug, Args)]
pub struct SchemaArgs {
    /// The format; each is the line or the file that its page documents
    #[arg(value_name = "FORMAT", default_value = "case")]
    pub format: SchemaFormat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SchemaFormat {
    /// A line of a case file (docs/guide/CASES.md)
    Case,
    /// A scene file (docs/guide/SCENES.md)
    Scene,
    /// A line of a recording (docs/guide/RECORDING.md)
    Recording,
    /// A line of a proof file (docs/guide/CERTIFICATES.md)
    Certificate,
    /// A captured frame of a world (docs/guide/RECORDING.md)
    Frame,
    /// A line that `query --json` writes (docs/guide/CASES.md)
    Answer,
    /// A line that `run --json` writes (docs/guide/SCENES.md)
    Run,
    /// A line that `replay` writes (docs/guide/RECORDING.md)
    Replay,
    /// A file of parts that `inspect` reads (docs/guide/MESHES.md)
    Parts,
    /// The object that `inspect --json` writes (docs/guide/MESHES.md)
    Inspect,
    /// The data of a page that `view` writes (docs/guide/VIEW.md)
    View,
}

#[derive(Debug, Args)]
pub struct QueryArgs {
    /// Case files (.jsonl); `-` is standard input
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Compare with `expected`: print what is wrong or undecided, and the counts
    #[arg(long)]
    pub check: bool,
    /// Print JSON lines instead of a table (with --check the counts go to standard error)
    #[arg(long)]
    pub json: bool,
    /// With --json: each line also carries its proof, for `interframe verify` and other checkers
    #[arg(long, requires = "json")]
    pub certificate: bool,
    /// Solver for every case, instead of the case's own
    #[arg(long, value_name = "METHOD")]
    pub method: Option<String>,
    /// Ask every case that gives poses or motions this query instead of its own: `intersect` and
    /// `distance` at t = 0, `interframe` as the plain two-pose hulls in the world frame (`sweep: full`; a pose
    /// is a body at rest). Vertex sweeps are answered as they are
    #[arg(long = "as", value_name = "QUERY")]
    pub run_as: Option<RunAs>,
}

#[derive(Debug, Args)]
pub struct ValidateArgs {
    /// Case files (.jsonl); `-` is standard input
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// The two methods, instead of the cases' own
    #[arg(long, value_name = "A,B", default_value = "default,tableau")]
    pub methods: String,
    /// Also write the cases that one of the two leaves undecided
    #[arg(long)]
    pub open: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum RunAs {
    Intersect,
    Distance,
    Interframe,
}

#[derive(Debug, Args)]
pub struct InspectArgs {
    /// The mesh (.obj, .stl, .off)
    pub mesh: PathBuf,
    /// Its parts: `{"compound": [...]}` or a list of shapes (.json), or a mesh file that names its parts
    pub parts: PathBuf,
    /// Print one JSON object instead of a text
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct VerifyArgs {
    /// Proof files (.jsonl); `-` is standard input
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
}

#[derive(Debug, Args)]
pub struct ReplayArgs {
    /// Files of captured frames (.jsonl); `-` is standard input
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
}

#[derive(Debug, Args)]
pub struct ViewArgs {
    /// Scenes (.json), meshes (.obj, .stl, .off), or files of lines (.jsonl); `-` is standard input
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Write to FILE instead of a file in this folder with the name of the first one and `.html` or `.svg` after it; `-` is
    /// standard output
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Show only cases and proofs whose id has TEXT in it
    #[arg(long, value_name = "TEXT")]
    pub only: Option<String>,
    /// Run this many frames of a scene instead of its own number
    #[arg(long, value_name = "N")]
    pub frames: Option<u64>,
    /// Open the page in the browser (xdg-open)
    #[arg(long, conflicts_with = "svg")]
    pub open: bool,
    /// Write a picture of one answer (.svg) instead of the page
    #[arg(long)]
    pub svg: bool,
    /// With --svg: number of the answer, from 1, in the order of the page's list
    #[arg(long, value_name = "N", requires = "svg", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub answer: u32,
}

#[derive(Debug, Args)]
pub struct RunArgs {
    /// Scene file (.json)
    pub scene: PathBuf,
    /// Print JSON lines instead of a table
    #[arg(long)]
    pub json: bool,
    /// Run this many frames instead of the scene's own number
    #[arg(long, value_name = "N")]
    pub frames: Option<u64>,
    /// Write every query that was not proved apart to FILE, one case a line, for `interframe query
    /// FILE` and for reports
    #[arg(long, value_name = "FILE")]
    pub capture: Option<PathBuf>,
    /// Write the proof of every answer to FILE, for `interframe verify FILE` and other checkers
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// With --capture: every query, also those proved apart
    #[arg(long, requires = "capture")]
    pub capture_all: bool,
    /// Query for bodies that come near: `first` finds when they first meet, `all` finds every contact and
    /// its end, `poses` tests the frames' ends alone, for comparison
    #[arg(long, value_name = "MODE", default_value = "first")]
    pub mode: RunMode,
    /// Threads that share each frame's work; the answers are the same for any number
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,
    /// Write bodies, poses and events of every frame to FILE, for viewers (docs/guide/RECORDING.md)
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum RunMode {
    First,
    All,
    Poses,
}
