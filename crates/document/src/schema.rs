//! The JSON Schema of documents, derived from their types.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;

/// The JSON Schema of a document, as it is written. Documents may have further entries, which a newer
/// version adds.
///
/// ```
/// use incrowd_document::{DeltaDocument, schema};
/// let text = schema::<DeltaDocument>();
/// assert!(text.contains("delta_min"));
/// ```
#[must_use]
pub fn schema<D: JsonSchema>() -> String {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let schema = settings.into_generator().into_root_schema_for::<D>();
    format!("{:#}\n", schema.to_value())
}
