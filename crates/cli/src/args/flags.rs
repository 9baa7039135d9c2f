//! Flags from the definition of the options: each property of the schema is a flag, and what is typed
//! becomes options as a release.toml does.

use std::ffi::OsStr;
use std::marker::PhantomData;
use std::path::PathBuf;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::{Error, ErrorKind};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, value_parser};
use incrowd::options::{
    ConsoleOptions, OptionShape, Options, Property, from_words, path_word, properties,
};
use incrowd::terms::{FLAGS, LeadingDash};
use serde_json::{Map, Value};

use super::show::{FlagDisplay, FlagSection, ListedFlags, OUTPUT};
use crate::wording::with_flags;

/// Options that the command line can say.
pub trait Flags: Options + Clone {
    /// What the help lists, and how.
    const SECTIONS: &'static [FlagSection];

    /// The options that `-h` lists, such that it fits on one screen; `--help` lists all. Without any, both
    /// list all.
    const ESSENTIAL: &'static [&'static str] = &[];

    /// What the help says at its end.
    fn after_help() -> String {
        String::new()
    }
}

/// Options as they were typed, with how the command is to report.
#[derive(Clone, Debug)]
pub struct Typed<T> {
    words: Map<String, Value>,
    options: PhantomData<T>,
}

impl<T: Flags> Typed<T> {
    /// The options.
    ///
    /// # Errors
    /// The first word that its option does not take.
    pub fn options(&self) -> incrowd::Result<T> {
        from_words(self.words.clone())
    }

    /// How the command is to report.
    pub fn console(&self) -> ConsoleOptions {
        // Clap has checked all that these options take.
        serde_json::from_value(Value::Object(self.words.clone())).unwrap_or_default()
    }

    /// Whether a flag was given.
    pub fn has(&self, name: &str) -> bool {
        self.words.contains_key(name)
    }
}

impl<T: Flags> Args for Typed<T> {
    fn augment_args(command: Command) -> Command {
        // Only the command that is run needs its flags.
        command.defer(with_args::<T>)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<T: Flags> FromArgMatches for Typed<T> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let given = |property: Property| Some((word(&property, matches)?, property.name));
        let words = known::<T>().into_iter().filter_map(given);
        let words = words.map(|(word, name)| (name, word)).collect();
        Ok(Typed { words, options: PhantomData })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        self.words.extend(Self::from_arg_matches(matches)?.words);
        Ok(())
    }
}

/// What was typed for an option.
fn word(property: &Property, matches: &ArgMatches) -> Option<Value> {
    let name = &property.name;
    match property.shape {
        OptionShape::Switch => matches.get_flag(name).then_some(Value::Bool(true)),
        OptionShape::Number => matches.get_one::<u64>(name).map(|&number| number.into()),
        OptionShape::Path => matches.get_one::<PathBuf>(name).map(|path| path_word(path)),
        OptionShape::Words | OptionShape::WordsByColumn => {
            matches.get_many::<String>(name).map(|words| words.cloned().collect())
        }
        _ => matches.get_one::<String>(name).map(|word| word.clone().into()),
    }
}

/// The options of a command, and those of every command.
fn known<T: Flags>() -> Vec<Property> {
    let mut known = properties::<T>();
    let console = properties::<ConsoleOptions>();
    if !known.iter().any(|property| property.name == console[0].name) {
        known.extend(console);
    }
    known
}

/// The command with its flags, in the order in which the help lists them.
fn with_args<T: Flags>(mut command: Command) -> Command {
    let mut known = known::<T>();
    for FlagSection { heading, listed } in T::SECTIONS.iter().chain([&OUTPUT]) {
        let shows: Vec<FlagDisplay> = match listed {
            ListedFlags::These(shows) => shows.to_vec(),
            ListedFlags::Demands => FLAGS.iter().map(of_demand).collect(),
        };
        for show in shows {
            let Some(at) = known.iter().position(|property| property.name == show.name) else {
                continue;
            };
            let listed = T::ESSENTIAL.is_empty() || T::ESSENTIAL.contains(&show.name);
            let arg = arg(known.remove(at), &show).help_heading(*heading);
            command = command.arg(arg.hide_short_help(!listed));
        }
    }
    // A new option is a flag before anybody says how to show it.
    for property in known {
        command = command.arg(arg(property, &FlagDisplay::new("", "VALUE")));
    }
    match T::after_help() {
        text if text.is_empty() => command,
        text if T::ESSENTIAL.is_empty() => command.after_help(text),
        text => command.after_help(in_short(&text)).after_long_help(text),
    }
}

/// The first example, and where the rest is.
fn in_short(text: &str) -> String {
    let first: Vec<&str> = text.lines().take(2).collect();
    format!("{}\n\n--help lists all options, with more examples.", first.join("\n"))
}

/// How the flag of a demand is shown.
fn of_demand(flag: &incrowd::terms::Flag) -> FlagDisplay {
    let show = FlagDisplay::new(flag.name, flag.value);
    match flag.dash {
        LeadingDash::Never => show,
        LeadingDash::Number => show.with(|arg| arg.allow_negative_numbers(true)),
        LeadingDash::Always => show.with(|arg| arg.allow_hyphen_values(true)),
    }
}

/// The flag of an option.
fn arg(property: Property, show: &FlagDisplay) -> Arg {
    let help = property.help.strip_suffix('.').unwrap_or(&property.help);
    let mut help = with_flags(help);
    if let Some(default) = &property.default {
        help += &format!(" [default: {default}]");
    }
    let arg = Arg::new(property.name.clone()).long(property.name);
    let arg = match help.split_once(". ") {
        // The first sentence says what it is.
        Some((first, _)) => arg.help(first.to_owned()).long_help(help),
        None => arg.help(help),
    };
    let arg = match property.shape {
        OptionShape::Switch => arg.action(ArgAction::SetTrue),
        OptionShape::Number => arg.value_parser(value_parser!(u64)),
        OptionShape::Path => arg.value_parser(value_parser!(PathBuf)),
        OptionShape::Words | OptionShape::WordsByColumn => arg.action(ArgAction::Append),
        _ if property.choices.is_empty() => arg,
        _ => arg.value_parser(OneOf(property.choices)).hide_possible_values(true),
    };
    let arg = match property.shape {
        OptionShape::Switch => arg,
        _ => arg.value_name(show.value),
    };
    (show.with)(arg)
}

/// Tells shells which words a flag can take. The options refuse others in a sentence of their own.
#[derive(Clone)]
struct OneOf(Vec<(String, Option<String>)>);

impl TypedValueParser for OneOf {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        _: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, Error> {
        let word = value.to_str().map(str::to_owned);
        word.ok_or_else(|| Error::new(ErrorKind::InvalidUtf8).with_cmd(command))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0.iter().map(|(word, about)| {
            let value = PossibleValue::new(word);
            match about {
                Some(about) => value.help(with_flags(about)),
                None => value,
            }
        })))
    }
}
