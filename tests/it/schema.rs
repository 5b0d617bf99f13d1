//! Data for programs: every `--json` output is what its JSON Schema says, and has a version.

use serde_json::{Map, Value};

use crate::command::koma;

/// Arguments that show each form of each output.
const OUTPUTS: &[(&str, &[&str])] = &[
    ("list", &["list", "--json"]),
    ("show", &["show", "sensei", "--json"]),
    ("show", &["show", "mini_shogi", "--json"]),
    ("moves", &["moves", "yokai_3x4", "--json", "b2b3"]),
    ("moves", &["moves", "yokai_3x4", "--json", "b2b9"]),
    (
        "moves",
        &[
            "moves",
            "yokai_3x4",
            "--json",
            "--position",
            "1k1/1T1/3/K2 b -",
            "b3b4",
        ],
    ),
    ("why", &["why", "yokai_3x4", "--json", "b2b3"]),
    ("why", &["why", "yokai_3x4", "--json", "nonsense"]),
    (
        "why",
        &[
            "why",
            "yokai_5x6",
            "--json",
            "--position",
            "4k/5/5/2P2/5/K4 b P",
            "P*c5",
        ],
    ),
    (
        "check",
        &[
            "check",
            "--json",
            "yokai_3x4",
            "tests/cases/errors/ten_mistakes.toml",
        ],
    ),
    ("trace", &["trace", "yokai_3x4", "--format", "json"]),
    (
        "mutate",
        &[
            "mutate",
            "yokai_3x4",
            "--json",
            "--rule",
            "end.try",
            "--depth",
            "1",
        ],
    ),
    ("cover", &["cover", "yokai_3x4", "--json", "--games", "3"]),
    ("diff", &["diff", "yokai_3x4@fr", "yokai_3x4@en", "--json"]),
    ("diff", &["diff", "yokai_3x4", "yokai_3x4", "--json"]),
    ("diff", &["diff", "yokai_3x4", "mini_shogi", "--json"]),
    ("fingerprint", &["fingerprint", "yokai_3x4", "--json"]),
    (
        "fingerprint",
        &["fingerprint", "yokai_3x4", "--json", "--text"],
    ),
    (
        "selfplay",
        &[
            "selfplay",
            "yokai_3x4",
            "--json",
            "--games=2",
            "--first=random",
            "--second=random",
        ],
    ),
    (
        "selfplay",
        &[
            "selfplay",
            "yokai_3x4",
            "--json",
            "--games=2",
            "--first=random",
            "--second=random",
            "--compare=try",
        ],
    ),
    (
        "tournament",
        &[
            "tournament",
            "yokai_3x4",
            "random",
            "nodes:10",
            "--json",
            "--games=2",
        ],
    ),
    ("solve", &["solve", "yokai_3x4", "--json", "--estimate"]),
    (
        "solve",
        &[
            "solve",
            "yokai_3x4",
            "--json",
            "--position",
            "1k1/3/3/1K1 b -",
        ],
    ),
    (
        "solve",
        &[
            "solve",
            "yokai_3x4",
            "--json",
            "--readings",
            "--position",
            "1k1/3/3/1K1 b -",
        ],
    ),
    ("perft", &["perft", "yokai_3x4", "2", "--json"]),
    (
        "perft",
        &["perft", "yokai_3x4", "2", "--json", "--divide", "--hash=1"],
    ),
    (
        "bench",
        &["bench", "yokai_3x4", "--json", "--depth=2", "--repeat=1"],
    ),
    (
        "bench",
        &["bench", "yokai_3x4", "--json", "--games", "--repeat=1"],
    ),
];

#[test]
fn every_output_is_what_its_schema_says() {
    let all = json(&["schema"]);
    let schemas = all.as_object().unwrap();
    for (command, args) in OUTPUTS {
        let (schema, output) = (&schemas[*command], json(args));
        assert!(output["version"].is_u64(), "{args:?}");
        if let Err(wrong) = validate(schema, schema, &output, "") {
            panic!("{args:?}: {wrong}\n{output}");
        }
    }
    for command in schemas.keys() {
        let shown = OUTPUTS.iter().any(|it| it.0 == command);
        assert!(shown, "{command}: no output is held against its schema");
        assert_eq!(json(&["schema", command]), schemas[command]);
    }
    assert_eq!(koma(&["schema", "play"]).status, 2);
}

/// What is wrong is found: the validator below does not nod everything through.
#[test]
fn what_a_schema_does_not_say_is_refused() {
    let schema = json(&["schema", "moves"]);
    let output = json(&["moves", "yokai_3x4", "--json"]);
    assert_eq!(validate(&schema, &schema, &output, ""), Ok(()));
    for key in ["version", "acts", "outcome"] {
        let mut less = output.clone();
        less.as_object_mut().unwrap().shift_remove(key);
        assert!(validate(&schema, &schema, &less, "").is_err(), "{key}");
        let mut other = output.clone();
        other[key] = Value::from(1.5);
        assert!(validate(&schema, &schema, &other, "").is_err(), "{key}");
    }
}

/// Every key of an output is in its schema, with a type.
#[test]
fn schemas_know_every_key() {
    let all = json(&["schema"]);
    for (command, args) in OUTPUTS {
        let output = json(args);
        let mut known = Vec::new();
        properties(&all[*command], &mut known);
        for key in output.as_object().unwrap().keys() {
            assert!(known.contains(key), "{command}: {key}");
        }
    }
}

fn properties(schema: &Value, keys: &mut Vec<String>) {
    match schema {
        Value::Object(map) => {
            if let Some(Value::Object(properties)) = map.get("properties") {
                keys.extend(properties.keys().cloned());
            }
            map.values().for_each(|it| properties(it, keys));
        }
        Value::Array(items) => items.iter().for_each(|it| properties(it, keys)),
        _ => {}
    }
}

fn json(args: &[&str]) -> Value {
    let run = koma(args);
    serde_json::from_str(&run.stdout)
        .unwrap_or_else(|it| panic!("{args:?}: {it}: {}{}", run.stdout, run.stderr))
}

/// Whether a value is what a schema says. Only the keywords that our schemas use are known; another one is an error here,
/// so that nothing is taken for checked that is not.
fn validate(root: &Value, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
    let schema = match schema {
        Value::Bool(true) => return Ok(()),
        Value::Object(map) => map,
        _ => return Err(format!("{at}: {schema} is no schema")),
    };
    let empty = Map::new();
    let object = value.as_object().unwrap_or(&empty);
    for (keyword, says) in schema {
        let holds = match keyword.as_str() {
            "$schema" | "$defs" | "title" | "description" | "format" => true,
            "$ref" => {
                let pointer = says.as_str().unwrap().trim_start_matches('#');
                validate(root, root.pointer(pointer).unwrap(), value, at)?;
                true
            }
            "type" => match says {
                Value::Array(types) => types.iter().any(|it| is_of(value, it)),
                one => is_of(value, one),
            },
            "const" => value == says,
            "enum" => says.as_array().unwrap().contains(value),
            "required" => { says.as_array().unwrap().iter() }
                .all(|it| object.contains_key(it.as_str().unwrap())),
            "properties" => {
                for (key, schema) in says.as_object().unwrap() {
                    if let Some(value) = object.get(key) {
                        validate(root, schema, value, &format!("{at}.{key}"))?;
                    }
                }
                true
            }
            "additionalProperties" => {
                let known = schema.get("properties").and_then(Value::as_object);
                let known = known.unwrap_or(&empty);
                for (key, value) in object.iter().filter(|it| !known.contains_key(it.0)) {
                    validate(root, says, value, &format!("{at}.{key}"))?;
                }
                true
            }
            "items" | "prefixItems" => {
                let items = value.as_array().map_or(&[][..], Vec::as_slice);
                for (i, item) in items.iter().enumerate() {
                    let schema = if keyword == "items" { says } else { &says[i] };
                    validate(root, schema, item, &format!("{at}[{i}]"))?;
                }
                true
            }
            "minItems" => value
                .as_array()
                .is_none_or(|it| it.len() as u64 >= says.as_u64().unwrap()),
            "maxItems" => value
                .as_array()
                .is_none_or(|it| it.len() as u64 <= says.as_u64().unwrap()),
            "minLength" | "maxLength" => {
                let (n, bound) = (
                    value.as_str().map(|it| it.chars().count() as u64),
                    says.as_u64().unwrap(),
                );
                n.is_none_or(|n| {
                    if keyword == "minLength" {
                        n >= bound
                    } else {
                        n <= bound
                    }
                })
            }
            "minimum" => value.as_f64().is_none_or(|it| it >= says.as_f64().unwrap()),
            "maximum" => value.as_f64().is_none_or(|it| it <= says.as_f64().unwrap()),
            "anyOf" => fitting(root, says, value, at) > 0,
            "oneOf" => fitting(root, says, value, at) == 1,
            "allOf" => fitting(root, says, value, at) == says.as_array().unwrap().len(),
            other => return Err(format!("{at}: the keyword `{other}` is not known here")),
        };
        if !holds {
            return Err(format!("{at}: {value} does not fit `{keyword}`: {says}"));
        }
    }
    Ok(())
}

fn fitting(root: &Value, schemas: &Value, value: &Value, at: &str) -> usize {
    let schemas = schemas.as_array().unwrap().iter();
    schemas
        .filter(|it| validate(root, it, value, at).is_ok())
        .count()
}

fn is_of(value: &Value, name: &Value) -> bool {
    match name.as_str().unwrap() {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => false,
    }
}
