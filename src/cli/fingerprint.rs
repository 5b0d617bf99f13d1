//! `koma fingerprint`

use serde_json::{Map, Value, json};

use super::output::{JSON_VERSION, Status, json_line, result};
use koma::play::Variant;
use koma_lab::study::{Canon, Fingerprint};

/// Prints the fingerprint of a variant, or the canonical form that it is made of.
pub fn fingerprint(variant: &Variant, text: bool, json: bool) -> Status {
    let sheet = variant.sheet();
    let canon = Canon::new(sheet).text();
    let fingerprint = Fingerprint::of_text(&canon).to_string();
    if json {
        let chosen: Map<String, Value> = sheet
            .chosen
            .iter()
            .map(|(name, choice)| (name.clone(), json!(choice)))
            .collect();
        let mut value = json!({
            "version": JSON_VERSION, "title": sheet.title, "chosen": chosen, "fingerprint": fingerprint,
        });
        if text {
            value["text"] = json!(canon);
        }
        json_line(&value);
    } else if text {
        result(canon.trim_end());
    } else {
        result(&fingerprint);
    }
    Status::Done
}
