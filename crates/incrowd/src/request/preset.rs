//! Presets: demands by the name of who printed them.

use crate::error::{Error, Result};
use crate::options::{CheckOptions, MaskOptions, ModelOptions, Preset, ReleaseOptions};

/// A release with what its preset demands.
pub fn release_preset(options: &ReleaseOptions) -> Result<ReleaseOptions> {
    let models = demanded(options.preset, &options.models)?;
    Ok(ReleaseOptions { models, ..options.clone() })
}

/// A check with what its preset demands.
pub fn check_preset(options: &CheckOptions) -> Result<CheckOptions> {
    let models = demanded(options.preset, &options.models)?;
    Ok(CheckOptions { models, ..options.clone() })
}

/// A masking with what its preset demands; the rules about columns are applied elsewhere.
pub fn mask_preset(options: &MaskOptions) -> Result<MaskOptions> {
    let k = match options.preset {
        Some(Preset::HipaaSafeHarbor) | None => None,
        Some(preset) => k_of(preset, options.k.as_deref())?,
    };
    Ok(MaskOptions { k: k.or(options.k.clone()), ..options.clone() })
}

/// Demands with the k of a preset.
fn demanded(preset: Option<Preset>, models: &ModelOptions) -> Result<ModelOptions> {
    let Some(preset) = preset else { return Ok(models.clone()) };
    match k_of(preset, models.words.one("k"))? {
        Some(k) => {
            Ok(ModelOptions { words: models.words.clone().with("k", [k]), ..models.clone() })
        }
        None => Ok(models.clone()),
    }
}

/// The k of a preset, if it is not given already. A different k is an error: a report that names the
/// preset must not rest on another threshold.
fn k_of(preset: Preset, given: Option<&str>) -> Result<Option<String>> {
    let name = preset.name();
    let Some(k) = preset.k() else {
        let message = format!(
            "`preset = {name}` says what becomes of columns, and is for `incrowd mask` and `incrowd scan`"
        );
        return Err(Error::options(message).with_value(name));
    };
    match given {
        None => Ok(Some(k.to_string())),
        Some(given) if given.trim() == k.to_string() => Ok(None),
        Some(given) => {
            let message = format!(
                "`k = {given}`: `preset = {name}` asks for k {k}; leave one of the two out"
            );
            Err(Error::options(message).with_value(given))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_preset_names_k_and_another_k_is_an_error() {
        assert_eq!(k_of(Preset::IpcMedium, None).unwrap().as_deref(), Some("15"));
        assert_eq!(k_of(Preset::IpcMedium, Some("15")).unwrap(), None);
        let error = k_of(Preset::IpcHigh, Some("5")).unwrap_err();
        assert!(error.message().contains("asks for k 20"), "{}", error.message());
        assert!(k_of(Preset::HipaaSafeHarbor, None).is_err());
        let options = ReleaseOptions { preset: Some(Preset::SmallCells), ..Default::default() };
        assert_eq!(release_preset(&options).unwrap().models.words.one("k"), Some("11"));
    }
}
