//! The words of the demands. Which flags there are, what they take and what the help says of them
//! is told by the demands themselves, so that nothing here knows a model.

use std::path::PathBuf;

use clap::error::Error;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, value_parser};
use incrowd::terms::{Dash, FLAGS, Flag, Takes, Words};

const HEADING: &str = "Demands (`incrowd explain MODEL` tells what each promises)";

/// What is demanded.
#[derive(Clone, Debug, Default)]
pub struct ModelArgs {
    /// What was typed for each flag but those that name a table.
    pub words: Words,
    /// The population.
    pub public: Option<PathBuf>,
    /// How the population is distributed, where there is no table of it.
    pub distribution: Option<PathBuf>,
}

impl ModelArgs {
    /// What was typed over what others say.
    pub fn over(self, others: ModelArgs) -> ModelArgs {
        ModelArgs {
            words: self.words.over(others.words),
            public: self.public.or(others.public),
            distribution: self.distribution.or(others.distribution),
        }
    }

    /// The table that a flag names.
    pub fn table(&self, flag: &Flag) -> Option<&PathBuf> {
        match flag.name {
            "public" => self.public.as_ref(),
            "distribution" => self.distribution.as_ref(),
            _ => None,
        }
    }
}

impl Args for ModelArgs {
    fn augment_args(command: Command) -> Command {
        command.next_help_heading(HEADING).args(FLAGS.iter().map(arg))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

/// A flag as the command line takes it.
fn arg(flag: &Flag) -> Arg {
    let arg = Arg::new(flag.name)
        .long(flag.name)
        .value_name(flag.value)
        .help(flag.help)
        .allow_negative_numbers(flag.dash == Dash::Number)
        .allow_hyphen_values(flag.dash == Dash::Always);
    match flag.takes {
        Takes::Word => arg.action(ArgAction::Set),
        Takes::Words => arg.action(ArgAction::Append),
        Takes::Table => arg.action(ArgAction::Set).value_parser(value_parser!(PathBuf)),
    }
}

impl FromArgMatches for ModelArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut args = ModelArgs::default();
        args.update_from_arg_matches(matches)?;
        Ok(args)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        let table = |name: &str| matches.get_one::<PathBuf>(name).cloned();
        let typed = FLAGS.iter().filter(|flag| flag.takes != Takes::Table);
        let words = typed.fold(Words::default(), |words, flag| {
            let all = matches.get_many::<String>(flag.name).unwrap_or_default();
            words.with(flag.name, all.cloned())
        });
        let typed =
            ModelArgs { words, public: table("public"), distribution: table("distribution") };
        *self = typed.over(std::mem::take(self));
        Ok(())
    }
}

/// What of the demands can be explored, in words.
pub fn explore_help() -> String {
    let varied = FLAGS.iter().flat_map(|flag| flag.varied).map(|varied| varied.name);
    let also: Vec<&str> = varied.filter(|name| *name != "k").chain(["suppress"]).collect();
    format!(
        "Print the trade-off for several demands instead of publishing: k=2,5,10,20 (also {})",
        also.join(", ")
    )
}
