//! What commands print as JSON fits the schema that is derived from the type of their document.

use incrowd_document::{
    AttackDocument, CheckDocument, DeltaDocument, ErrorDocument, ExplainDocument, ExploreDocument,
    HierarchyDocument, MaskDocument, ReleaseDocument, ReportDocument, ScanDocument, VerifyDocument,
    schema,
};
use serde_json::Value;

use crate::support::Folder;

/// The study that is released, checked, masked, verified and reported below.
const RELEASE: &str = "release study.csv --id name --qi age,sex --sensitive illness --k 2";

#[track_caller]
fn fits(schema: &str, folder: &Folder, words: &str) {
    let schema: Value = serde_json::from_str(schema).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let run = folder.run(&format!("{words} --json"));
    let found = run.json();
    let errors: Vec<String> = validator
        .iter_errors(&found)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert_eq!(errors, [""; 0], "{words}");
    assert!(!validator.is_valid(&serde_json::json!({"hello": 1})), "{words}");
}

#[test]
fn documents_of_tables_fit_their_schema() {
    let folder = Folder::new();
    folder.write("people.csv", crate::support::STUDY);
    let attack = "attack out.csv --public people.csv --qi age,sex";
    for (schema, words) in [
        (
            schema::<ReleaseDocument>(),
            format!("{RELEASE} -o out.csv --certificate c.json --evidence"),
        ),
        (schema::<ReleaseDocument>(), format!("{RELEASE} --l distinct:9 -o no.csv")),
        (schema::<ExploreDocument>(), format!("{RELEASE} --explore k=2,3")),
        (schema::<CheckDocument>(), "check out.csv --qi age,sex --k 2 --evidence".to_owned()),
        (schema::<AttackDocument>(), format!("{attack} --evidence")),
        (schema::<AttackDocument>(), format!("{attack} --original study.csv --control people.csv")),
        (schema::<AttackDocument>(), "attack out.csv --original study.csv --qi age".to_owned()),
        (schema::<ScanDocument>(), "scan study.csv --evidence".to_owned()),
        (
            schema::<ScanDocument>(),
            "scan study.csv --preset hipaa-safe-harbor --universe 99".to_owned(),
        ),
        (
            schema::<MaskDocument>(),
            "mask study.csv --qi age --k 2 --beta 0.5 -o m.csv --evidence".to_owned(),
        ),
        (
            schema::<MaskDocument>(),
            "mask study.csv --qi age --k 2 --beta 0.5 --plan --distribution-free".to_owned(),
        ),
        (schema::<MaskDocument>(), "mask study.csv --qi age --k 99 --beta 0.5 -o n.csv".to_owned()),
        (schema::<VerifyDocument>(), "verify c.json".to_owned()),
        (schema::<VerifyDocument>(), "verify c.json --published study.csv".to_owned()),
        (schema::<ReportDocument>(), "report c.json -o r.html".to_owned()),
    ] {
        fits(&schema, &folder, &words);
    }
}

#[test]
fn other_documents_fit_their_schema() {
    let folder = Folder::new();
    let delta = "delta --prior 0.07 --members 1957 --people 45222 --cost 100 --gain 10000";
    for (schema, words) in [
        (schema::<DeltaDocument>(), delta),
        (schema::<HierarchyDocument>(), "hierarchy region=region.csv study.csv"),
        (schema::<ExplainDocument>(), "explain"),
        (schema::<ExplainDocument>(), "explain k-anonymity"),
        (schema::<ExplainDocument>(), "explain optimal"),
        (schema::<ErrorDocument>(), "scan nosuch.csv"),
        (schema::<ErrorDocument>(), "mask study.csv --nosuch"),
    ] {
        fits(&schema, &folder, words);
    }
}
