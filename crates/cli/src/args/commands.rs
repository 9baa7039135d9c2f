//! The commands whose flags are the options of the library: what their help lists, and its examples.

use incrowd::options::{
    AttackOptions, CheckOptions, ConsoleOptions, DeltaOptions, ExplainOptions, HierarchyOptions,
    MaskOptions, ReleaseOptions, ReportOptions, ScanOptions, VerifyOptions,
};

use super::choices;
use super::flags::Flags;
use super::show::{self, FlagDisplay, FlagSection};

/// The table, where it can be left out.
const TABLE: FlagSection =
    show::plain(&[FlagDisplay::new("table", "TABLE").with(show::positional)]);
/// The table.
const NEEDED_TABLE: FlagSection =
    show::plain(&[FlagDisplay::new("table", "TABLE").with(show::first)]);

/// The names of all options that the help of any command lists.
pub fn option_names() -> Vec<&'static str> {
    let commands = [
        ReleaseOptions::SECTIONS,
        CheckOptions::SECTIONS,
        AttackOptions::SECTIONS,
        ScanOptions::SECTIONS,
        MaskOptions::SECTIONS,
        VerifyOptions::SECTIONS,
        DeltaOptions::SECTIONS,
        HierarchyOptions::SECTIONS,
        ReportOptions::SECTIONS,
        &[show::OUTPUT],
    ];
    commands.into_iter().flatten().flat_map(|section| section.listed.names()).collect()
}

impl Flags for ConsoleOptions {
    const SECTIONS: &'static [FlagSection] = &[];
}

impl Flags for ReleaseOptions {
    const SECTIONS: &'static [FlagSection] = &[
        TABLE,
        show::RELEASE_COLUMNS,
        show::DEMANDS,
        show::PRESET,
        show::GENERALIZING,
        show::PUBLISHING,
        show::EVIDENCE,
        show::READING,
    ];

    const ESSENTIAL: &'static [&'static str] = &[
        "table",
        "qi",
        "sensitive",
        "id",
        "person",
        "k",
        "l",
        "presence",
        "public",
        "hierarchy",
        "suppress",
        "output",
        "force",
        "strict",
        "report",
        "json",
        "quiet",
    ];

    fn after_help() -> String {
        RELEASE.to_owned()
    }
}

impl Flags for CheckOptions {
    const SECTIONS: &'static [FlagSection] = &[
        NEEDED_TABLE,
        show::CHECK_COLUMNS,
        show::DEMANDS,
        show::CHECK_DEMANDS,
        show::EVIDENCE_ALONE,
        show::READING,
    ];

    const ESSENTIAL: &'static [&'static str] = &[
        "table",
        "qi",
        "sensitive",
        "person",
        "k",
        "l",
        "t",
        "public",
        "original",
        "report",
        "certificate",
        "json",
        "quiet",
    ];

    fn after_help() -> String {
        CHECK.to_owned()
    }
}

impl Flags for AttackOptions {
    const SECTIONS: &'static [FlagSection] = &[show::ATTACK, show::EVIDENCE_ALONE, show::READING];

    const ESSENTIAL: &'static [&'static str] = &[
        "table",
        "public",
        "original",
        "qi",
        "sensitive",
        "person",
        "hierarchy",
        "worst",
        "presence",
        "report",
        "json",
        "quiet",
    ];

    fn after_help() -> String {
        ATTACK.to_owned()
    }
}

impl Flags for ScanOptions {
    const SECTIONS: &'static [FlagSection] =
        &[show::SCAN, show::SCAN_SEARCH, show::SCAN_START, show::EVIDENCE, show::READING];

    const ESSENTIAL: &'static [&'static str] =
        &["table", "set", "person", "universe", "init", "force", "report", "json", "quiet"];

    fn after_help() -> String {
        SCAN.to_owned()
    }
}

impl Flags for MaskOptions {
    const SECTIONS: &'static [FlagSection] = &[
        TABLE,
        show::MASK_ACTIONS,
        show::MASK_CROWD,
        show::MASK_PUBLISHING,
        show::EVIDENCE,
        show::READING,
    ];

    const ESSENTIAL: &'static [&'static str] = &[
        "table", "qi", "id", "person", "column", "preset", "k", "beta", "universe", "plan",
        "output", "force", "strict", "report", "json", "quiet",
    ];

    fn after_help() -> String {
        choices::masking(BEFORE, AFTER)
    }
}

impl Flags for VerifyOptions {
    const SECTIONS: &'static [FlagSection] = &[show::VERIFY];

    fn after_help() -> String {
        VERIFY.to_owned()
    }
}

impl Flags for DeltaOptions {
    const SECTIONS: &'static [FlagSection] = &[show::DELTA];

    fn after_help() -> String {
        DELTA.to_owned()
    }
}

impl Flags for HierarchyOptions {
    const SECTIONS: &'static [FlagSection] = &[show::HIERARCHY, show::READING];

    fn after_help() -> String {
        HIERARCHY.to_owned()
    }
}

impl Flags for ExplainOptions {
    const SECTIONS: &'static [FlagSection] =
        &[show::plain(&[FlagDisplay::new("name", "NAME").with(show::positional)])];
}

impl Flags for ReportOptions {
    const SECTIONS: &'static [FlagSection] = &[show::REPORT];

    fn after_help() -> String {
        REPORT.to_owned()
    }
}

const RELEASE: &str = "\
Examples:
  incrowd release patients.csv --qi age,sex,zip --k 5 -o out.csv
  incrowd release patients.csv --qi age,sex,zip --sensitive illness --id name \\
      --hierarchy age=intervals:5,10,20 --hierarchy zip=mask:5 \\
      --k 5 --l distinct:3 --suppress 2% -o out.parquet
  incrowd release study.csv --qi age,sex,zip --public register.csv --presence 0.02,0.05 \\
      --recoding multidimensional -o out.csv
  incrowd release salaries.csv --qi age,zip --sensitive salary --k 5 --delta-l salary=1000,3 -o out.csv
  incrowd release patients.csv --qi age,zip --sensitive illness --l distinct:3 \\
      --recoding anatomy -o out.csv
  incrowd release patients.csv --qi age,zip --k 5 --explore k=2,5,10,20
  incrowd release release.toml

Memory grows with the number of distinct tuples of quasi-identifiers, not with rows.
Exit status: 0 published and verified, 1 no release meets the demands, 2 bad usage or input.";

const CHECK: &str = "\
Examples:
  incrowd check published.csv --qi age,sex,zip --sensitive illness
  incrowd check published.csv --qi age,sex,zip --sensitive illness --k 5 --l entropy:2
  incrowd check published.csv --qi age,sex,zip --k-map 10 --public register.csv \\
      --hierarchy zip=mask:5
  incrowd check out.csv --qi age,zip --sensitive salary --group group --proximity salary=1000,3
  incrowd check sample.csv --qi age,sex,zip --population 300000000     # who is unique among all?
  incrowd check out.csv --secrets out.sensitive.csv --qi age,zip --sensitive illness --l distinct:3

One pass over the table; memory grows with the number of distinct classes, not with rows.
Exit status: 0 all demands hold, 1 one does not, 2 bad usage or input.";

const ATTACK: &str = "\
Examples:
  incrowd attack published.csv --public register.csv --qi age,sex,zip
  incrowd attack published.csv --public register.csv --qi age,sex,zip \\
      --hierarchy zip=mask:5 --worst 10
  incrowd attack published.csv --public register.csv --qi age,sex,zip --members 1957
  incrowd attack published.csv --public register.csv --qi age,sex,zip --presence 0.02,0.05
  incrowd attack published.csv --public register.csv --qi age,sex,zip --sensitive illness
  incrowd attack published.csv --original study.csv --qi age,sex,zip --sensitive illness
  incrowd attack published.csv --original study.csv --control others.csv --qi age,sex,zip

With --public: knows only the published table and the register, whoever published it and however. Labels are read
through the hierarchies, which are built over the values of the register, and ranges as [lo,hi].
Memory grows with the number of distinct tuples of quasi-identifiers, not with rows.
With --original: makes guesses from the published table and counts how often they are right about
people in it, and about others. It tries many sets of columns and names the worst.
Exit status: 0 told, and --presence holds if it was demanded, 1 it does not hold, 2 bad usage or
input, such as a published row that matches nobody of the register.";

const SCAN: &str = "\
Examples:
  incrowd scan patients.csv
  incrowd scan patients.csv --set age,zip --set age,sex,zip --universe 330000000
  incrowd scan patients.csv --alpha 50% --max-size all --json
  incrowd scan patients.csv --preset hipaa-safe-harbor
  incrowd scan patients.csv --init release.toml && incrowd release release.toml

Reads the table once, with about ten bytes in memory per cell beside the texts of distinct values.
Tables of more than 268 million cells (2.5 GB) are sampled, unless --sample says how many rows to
hold: rows are drawn at random, each as likely as any other, the same for the same --seed. The
search in a sample lowers --alpha by a margin, so that with --confidence every set that singles out
that share of all rows contains one that is listed; a listed set may single out fewer.
A set may be dangerous if theory cannot rule out that it singles out --alpha of the universe; one
that is unlikely to be is not safe for that: believe the counts.
Exit status: 0 told, 2 bad usage or input.";

const BEFORE: &str = "\
Examples:
  incrowd mask people.csv --qi age,zip,salary --k 100 --beta 10% -o out.csv
  incrowd mask people.csv --qi age,job --k 20 --beta 5% --hierarchy job=jobs.csv \\
      --weight age=2 --method kmedian -o out.csv
  incrowd mask --plan --domain gender=2 --domain birth=20000 --domain zip=100000 \\
      --k 100 --beta 10% --universe 300000000
  incrowd mask visits.csv --preset hipaa-safe-harbor --reference-date 2024-06-30 -o out.csv
  incrowd mask visits.csv --column name=drop --column id=pseudonym --key-file secret.key \\
      --column salary=round:1000 --column age=top:89 -o out.csv

Columns are masked one by one, in passes over the table. Memory grows with distinct texts and with
published combinations, not with rows or numbers; only kmedian, kcenter, cellular and sse hold all
numbers of a column that has more than 262144 different ones.";

const AFTER: &str = "\
Exit status: 0 masked, 1 no plan exists for the crowd, or with --strict fewer than K rows share what
would be published, 2 bad usage or input.";

const VERIFY: &str = "\
Examples:
  incrowd release patients.csv --qi age,zip --k 5 -o out.csv --certificate out.json
  incrowd verify out.json
  incrowd verify out.json --published downloads/out.csv
  incrowd verify out.json --key safe/out.key --original patients.csv

Files are looked for beside the certificate, the published file and --public, and here. Every copy of
the published file there must be the same to the last byte, and every figure of the certificate comes
out again. Demands on the population need its table and the hierarchy files: where one is missing, they
are not decided again, and the answer says so. The original is checked only with the steward's key.
Exit status: 0 all that could be checked again holds, 1 the published file or the certificate was
changed, or a promise does not hold, 2 bad usage or input.";

const DELTA: &str = "\
Examples:
  incrowd delta --prior 7% --members 1957 --people 45222 --cost 100 --gain 10000
  incrowd delta --prior 7% --members 1957 --people 45222 --cost 100 --gain 10000 --cost-out 200

The second also keeps people who are surely not in the table from being preferred. Say that 7% of
all people have an illness, which everyone in the table has. An employer who knew of one employee
would save 10000 a year; a difference of 100 between two applicants drowns in noise. Amounts may be
in any currency, if it is the same throughout. `incrowd explain presence` tells what the deltas promise.
Exit status: 0 told, 2 bad usage or input.";

const HIERARCHY: &str = "\
Examples:
  incrowd hierarchy age=intervals:5,10,20 patients.csv
  incrowd hierarchy zip=mask:5 patients.csv --export zip.csv
  incrowd hierarchy job=jobs.csv patients.csv        # checks the file against the table";

const REPORT: &str = "\
Examples:
  incrowd release patients.csv --qi age,zip --k 5 -o out.csv --json --evidence > result.json
  incrowd report result.json -o report.html
  incrowd report certificate.json -o report.html

Any document that release, check, attack, scan or mask printed with --json will do, and any
certificate; what it does not hold, the report does not show. The report of a certificate may be
published with it; any other describes the original table.
Exit status: 0 written, 1 written, but the certificate was changed after it was sealed (the report
says so at the top), 2 bad usage or input.";

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use incrowd::options::{OptionShape, properties};

    use super::super::show::ListedFlags;
    use super::*;

    /// How often the help lists each option.
    fn listed(sections: &[FlagSection]) -> HashMap<&str, usize> {
        let mut times = HashMap::new();
        let names = sections.iter().flat_map(|section| section.listed.names());
        names.for_each(|name| *times.entry(name).or_default() += 1);
        times
    }

    fn shows_all<T: Flags>() {
        let sections: Vec<FlagSection> =
            T::SECTIONS.iter().chain([&show::OUTPUT]).cloned().collect();
        let times = listed(&sections);
        for property in properties::<T>() {
            assert_eq!(times.get(property.name.as_str()), Some(&1), "{}", property.name);
        }
        for section in &sections {
            let ListedFlags::These(shows) = section.listed else { continue };
            for show in shows {
                let found =
                    properties::<T>().into_iter().find(|property| property.name == show.name);
                let Some(property) = found else { continue };
                let is_switch = property.shape == OptionShape::Switch;
                assert_eq!(is_switch, show.value.is_empty(), "{}", show.name);
            }
        }
    }

    fn short_help_names_options<T: Flags>() {
        let known: Vec<String> = properties::<T>()
            .into_iter()
            .chain(properties::<ConsoleOptions>())
            .map(|property| property.name)
            .collect();
        for name in T::ESSENTIAL {
            assert!(known.iter().any(|known| known == name), "{name}");
        }
    }

    #[test]
    fn the_short_help_lists_options_that_there_are() {
        short_help_names_options::<ReleaseOptions>();
        short_help_names_options::<CheckOptions>();
        short_help_names_options::<AttackOptions>();
        short_help_names_options::<ScanOptions>();
        short_help_names_options::<MaskOptions>();
    }

    #[test]
    fn the_help_lists_every_option_once() {
        shows_all::<ReleaseOptions>();
        shows_all::<CheckOptions>();
        shows_all::<AttackOptions>();
        shows_all::<ScanOptions>();
        shows_all::<MaskOptions>();
        shows_all::<VerifyOptions>();
        shows_all::<DeltaOptions>();
        shows_all::<HierarchyOptions>();
        shows_all::<ExplainOptions>();
        shows_all::<ReportOptions>();
        shows_all::<ConsoleOptions>();
    }
}
