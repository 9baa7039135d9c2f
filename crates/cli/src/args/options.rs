//! From what was typed to the options of the library. Each is taken apart to the last flag, so that a new
//! one cannot be forgotten.

use incrowd::options::{
    AttackOptions, CertificateOptions, CheckOptions, ConsoleOptions, DeltaOptions, EvidenceOptions,
    ExplainOptions, HierarchyOptions, MaskOptions, MethodOptions, ModelOptions, PublishOptions,
    ReadingOptions, ReleaseOptions, ReportOptions, RoleOptions, ScanOptions, ScanSearchOptions,
};

use super::{
    AttackArgs, CertificateArgs, CheckArgs, ConsoleArgs, DeltaArgs, EvidenceArgs, ExplainArgs,
    HierarchyArgs, HowArgs, MaskArgs, ModelArgs, OutArgs, ReadArgs, ReleaseArgs, ReportArgs,
    RoleArgs, ScanArgs, SearchArgs,
};

impl From<ModelArgs> for ModelOptions {
    fn from(args: ModelArgs) -> Self {
        let ModelArgs { words, public, distribution } = args;
        ModelOptions { words, public, distribution }
    }
}

impl From<ReadArgs> for ReadingOptions {
    fn from(args: ReadArgs) -> Self {
        let ReadArgs { delimiter, no_header, names, trim, comment, null, kind } = args;
        ReadingOptions { delimiter, no_header, names, trim, comment, null, kind }
    }
}

impl From<RoleArgs> for RoleOptions {
    fn from(args: RoleArgs) -> Self {
        let RoleArgs { qi, sensitive } = args;
        RoleOptions { qi, sensitive }
    }
}

impl From<ConsoleArgs> for ConsoleOptions {
    fn from(args: ConsoleArgs) -> Self {
        let ConsoleArgs { json, quiet, verbose, threads } = args;
        ConsoleOptions { json, quiet, verbose, threads }
    }
}

impl From<ReleaseArgs> for ReleaseOptions {
    fn from(args: ReleaseArgs) -> Self {
        let ReleaseArgs {
            table,
            roles,
            id,
            member,
            models,
            how,
            out,
            evidence,
            certificate,
            read,
            file,
            console,
        } = args;
        ReleaseOptions {
            table,
            roles: roles.into(),
            id,
            member,
            models: models.into(),
            how: how.into(),
            out: out.into(),
            evidence: evidence.into(),
            certificate: certificate.into(),
            read: read.into(),
            console: console.into(),
            file,
        }
    }
}

impl From<HowArgs> for MethodOptions {
    fn from(args: HowArgs) -> Self {
        let HowArgs {
            hierarchy,
            level,
            weight,
            suppress,
            cost,
            recoding,
            algorithm,
            all_minimal,
            deal,
            overlap,
            cost_over,
            effort,
            time_limit,
        } = args;
        MethodOptions {
            hierarchy,
            level,
            weight,
            suppress,
            cost,
            recoding,
            algorithm,
            all_minimal,
            deal,
            overlap,
            cost_over,
            effort,
            time_limit,
        }
    }
}

impl From<OutArgs> for PublishOptions {
    fn from(args: OutArgs) -> Self {
        let OutArgs {
            output,
            force,
            dry_run,
            explore,
            order,
            audit,
            seed,
            keep_suppressed,
            strict,
        } = args;
        PublishOptions {
            output,
            force,
            dry_run,
            explore,
            order,
            audit,
            seed,
            keep_suppressed,
            strict,
        }
    }
}

impl From<CheckArgs> for CheckOptions {
    fn from(args: CheckArgs) -> Self {
        let CheckArgs {
            table,
            roles,
            group,
            secrets,
            keep_suppressed,
            models,
            members,
            hierarchy,
            level,
            evidence,
            certificate,
            force,
            read,
            console: _,
        } = args;
        CheckOptions {
            table,
            roles: roles.into(),
            group,
            secrets,
            keep_suppressed,
            models: models.into(),
            members,
            hierarchy,
            level,
            evidence: evidence.into(),
            certificate: certificate.into(),
            force,
            read: read.into(),
        }
    }
}

impl From<AttackArgs> for AttackOptions {
    fn from(args: AttackArgs) -> Self {
        let AttackArgs {
            table,
            public,
            qi,
            sensitive,
            secrets,
            group,
            hierarchy,
            level,
            prior,
            members,
            worst,
            presence,
            evidence,
            force,
            read,
            console: _,
        } = args;
        AttackOptions {
            table,
            public,
            qi,
            sensitive,
            secrets,
            group,
            hierarchy,
            level,
            prior,
            members,
            worst,
            presence,
            evidence: evidence.into(),
            force,
            read: read.into(),
        }
    }
}

impl From<MaskArgs> for MaskOptions {
    fn from(args: MaskArgs) -> Self {
        let MaskArgs {
            table,
            qi,
            id,
            column,
            preset,
            zip3,
            reference_date,
            key_file,
            hierarchy,
            method,
            ties,
            publish,
            k,
            beta,
            universe,
            cells,
            distribution_free,
            weight,
            domain,
            plan,
            output,
            force,
            strict,
            seed,
            evidence,
            certificate,
            read,
            console: _,
        } = args;
        MaskOptions {
            table,
            qi,
            id,
            column,
            preset,
            zip3,
            reference_date,
            key_file,
            hierarchy,
            method,
            ties,
            publish,
            k,
            beta,
            universe,
            cells,
            distribution_free,
            weight,
            domain,
            plan,
            output,
            force,
            strict,
            seed,
            evidence: evidence.into(),
            certificate: certificate.into(),
            read: read.into(),
        }
    }
}

impl From<ScanArgs> for ScanOptions {
    fn from(args: ScanArgs) -> Self {
        let ScanArgs {
            table,
            set,
            universe,
            domain,
            preset,
            search,
            init,
            force,
            evidence,
            read,
            console: _,
        } = args;
        ScanOptions {
            table,
            set,
            universe,
            domain,
            preset,
            search: search.into(),
            init,
            force,
            evidence: evidence.into(),
            read: read.into(),
        }
    }
}

impl From<SearchArgs> for ScanSearchOptions {
    fn from(args: SearchArgs) -> Self {
        let SearchArgs { alpha, max_size, most, among, sample, confidence, seed, time_limit } =
            args;
        ScanSearchOptions { alpha, max_size, most, among, sample, confidence, seed, time_limit }
    }
}

impl From<EvidenceArgs> for EvidenceOptions {
    fn from(args: EvidenceArgs) -> Self {
        let EvidenceArgs { report, evidence } = args;
        EvidenceOptions { report, evidence }
    }
}

impl From<CertificateArgs> for CertificateOptions {
    fn from(args: CertificateArgs) -> Self {
        let CertificateArgs { certificate, key } = args;
        CertificateOptions { certificate, key }
    }
}

impl From<DeltaArgs> for DeltaOptions {
    fn from(args: DeltaArgs) -> Self {
        let DeltaArgs { prior, members, people, cost, gain, cost_out, console: _ } = args;
        DeltaOptions { prior, members, people, cost, gain, cost_out }
    }
}

impl From<HierarchyArgs> for HierarchyOptions {
    fn from(args: HierarchyArgs) -> Self {
        let HierarchyArgs { hierarchy, table, export, force, lines, read, console: _ } = args;
        HierarchyOptions { hierarchy, table, export, force, lines, read: read.into() }
    }
}

impl From<ExplainArgs> for ExplainOptions {
    fn from(args: ExplainArgs) -> Self {
        let ExplainArgs { name, console: _ } = args;
        ExplainOptions { name }
    }
}

impl From<ReportArgs> for ReportOptions {
    fn from(args: ReportArgs) -> Self {
        let ReportArgs { result, output, force, console: _ } = args;
        ReportOptions { result, output, force }
    }
}
