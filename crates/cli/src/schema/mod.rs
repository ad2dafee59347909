//! `interframe schema`: the program's formats as JSON Schema. Each format is a file here; what several share is defined once.

mod answer;
mod builders;
mod case;
mod certificate;
mod frame;
mod geometry;
mod inspect;
mod proof;
mod recording;
mod replay;
mod run;
mod scene;
mod shapes;
mod view;

use std::collections::BTreeSet;
use std::io::Write;

use serde_json::{Map, Value, json};

use crate::args::{SchemaArgs, SchemaFormat};
use crate::error::Fatal;

/// Prints the schema of a format; the exit status.
pub fn run(args: &SchemaArgs, out: &mut impl Write) -> Result<u8, Fatal> {
    let text =
        serde_json::to_string_pretty(&document(args.format)).map_err(std::io::Error::from)?;
    writeln!(out, "{text}")?;
    Ok(0)
}

fn document(format: SchemaFormat) -> Value {
    let (title, schema) = match format {
        SchemaFormat::Case => ("A line of a case file of interframe", case::schema()),
        SchemaFormat::Scene => ("A scene file of interframe", scene::schema()),
        SchemaFormat::Recording => ("A line of a recording of interframe", recording::schema()),
        SchemaFormat::Certificate => (
            "A line of a proof file of interframe",
            certificate::schema(),
        ),
        SchemaFormat::Frame => ("A captured frame of a world of interframe", frame::schema()),
        SchemaFormat::Answer => (
            "A line that `interframe query --json` writes",
            answer::schema(),
        ),
        SchemaFormat::Run => ("A line that `interframe run --json` writes", run::schema()),
        SchemaFormat::Replay => ("A line that `interframe replay` writes", replay::schema()),
        SchemaFormat::Parts => ("A file of parts of `interframe inspect`", inspect::parts()),
        SchemaFormat::Inspect => ("What `interframe inspect --json` writes", inspect::report()),
        SchemaFormat::View => ("The data of a page of `interframe view`", view::schema()),
    };
    let mut document = Map::new();
    let dialect = "https://json-schema.org/draft/2020-12/schema";
    document.insert("$schema".into(), json!(dialect));
    document.insert("title".into(), json!(title));
    let all = definitions();
    let mut used = BTreeSet::new();
    use_definitions(&schema, &all, &mut used);
    if let Value::Object(entries) = schema {
        document.extend(entries);
    }
    let mut shared: Map<String, Value> = all.into_iter().collect();
    shared.retain(|name, _| used.contains(name));
    document.insert("$defs".into(), Value::Object(shared));
    Value::Object(document)
}

/// Definitions of all formats, by their names.
fn definitions() -> Vec<(String, Value)> {
    let all = [
        geometry::definitions(),
        shapes::definitions(),
        shapes::cornered(),
        case::definitions(),
        scene::definitions(),
        recording::definitions(),
        frame::definitions(),
        proof::definitions(),
        certificate::definitions(),
        answer::definitions(),
        replay::definitions(),
        view::definitions(),
    ];
    let all = all.into_iter().flatten();
    all.map(|(name, schema)| (name.to_owned(), schema))
        .collect()
}

/// Adds the names of all definitions that a schema refers to, directly or through others.
fn use_definitions(schema: &Value, all: &[(String, Value)], used: &mut BTreeSet<String>) {
    match schema {
        Value::Object(entries) => {
            if let Some(name) = schema["$ref"]
                .as_str()
                .and_then(|path| path.strip_prefix("#/$defs/"))
                && used.insert(name.to_owned())
            {
                let definition = all.iter().find(|(known, _)| known == name);
                let (_, definition) = definition.expect("a definition of this name");
                use_definitions(definition, all, used);
            }
            entries
                .values()
                .for_each(|value| use_definitions(value, all, used));
        }
        Value::Array(items) => items
            .iter()
            .for_each(|item| use_definitions(item, all, used)),
        _ => {}
    }
}
