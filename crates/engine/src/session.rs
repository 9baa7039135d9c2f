//! A session with PostgreSQL: one transaction, from the first statement to the last.

use std::io::{BufRead, BufReader, Write};
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use postgres::config::{Host, SslMode};
use postgres::{Client, Config, NoTls, SimpleQueryMessage};

use crate::copy;
use crate::error::{EngineError, Failure};
use crate::sql;

type Result<T> = std::result::Result<T, EngineError>;

/// How long the server may take to answer the first call.
const PATIENCE: Duration = Duration::from_secs(30);

/// Bytes that are sent at once.
const CHUNK: usize = 256 * 1024;

/// How often it is asked whether the work was cancelled.
const TICK: Duration = Duration::from_millis(100);

/// Whether a session may write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// It only reads.
    Read,
    /// It makes tables.
    Write,
}

/// One transaction with a server. What was not committed is gone when it is dropped, or when either
/// side dies.
pub struct Session {
    client: Client,
    name: String,
    statements: u64,
    rows_moved: u64,
    ended: Arc<AtomicBool>,
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session").field("name", &self.name).finish_non_exhaustive()
    }
}

/// A table or a view, as the catalogue knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation {
    /// Its number.
    pub oid: String,
    /// What it is.
    pub kind: RelationKind,
    /// Its columns, in their order.
    pub columns: Vec<Column>,
}

/// What a relation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RelationKind {
    /// A plain table.
    Table,
    /// Anything else that can be read.
    Other,
}

/// A column of a relation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// Its type, in the words of the server.
    pub kind: String,
    /// Whether that is a domain, which may have conditions of its own.
    pub is_domain: bool,
    /// Whether the text of a value may be empty.
    pub may_be_empty: bool,
    /// Whether its values are binary floating-point numbers.
    pub is_float: bool,
    /// Whether every value has one text, whatever the settings and the version of the server.
    pub has_canonical_text: bool,
}

impl Drop for Session {
    fn drop(&mut self) {
        self.ended.store(true, Ordering::Relaxed);
    }
}

impl Session {
    /// Begins a session at an address, `postgres://..` without a fragment; messages call it `name`.
    /// Statements are cancelled once `is_cancelled` says so.
    ///
    /// All statements see one snapshot.
    ///
    /// # Errors
    /// An address that makes no sense, or a server that refuses.
    pub fn begin(
        address: &str,
        name: &str,
        access: Access,
        is_cancelled: impl Fn() -> bool + Send + 'static,
    ) -> Result<Session> {
        let config = config(address, name)?;
        let mut client =
            config.connect(NoTls).map_err(|error| EngineError::of_connection(name, &error))?;
        let ended = Arc::new(AtomicBool::new(false));
        let (token, over) = (client.cancel_token(), Arc::clone(&ended));
        thread::spawn(move || {
            while !over.load(Ordering::Relaxed) {
                if is_cancelled() {
                    // Without an answer the statement runs on until the connection is closed.
                    let _ = token.cancel_query(NoTls);
                }
                thread::sleep(TICK);
            }
        });
        let mode = if access == Access::Read { "READ ONLY" } else { "READ WRITE" };
        let begin = format!("BEGIN ISOLATION LEVEL REPEATABLE READ, {mode}");
        client
            .batch_execute(&begin)
            .map_err(|error| EngineError::of_statement(name, "beginning", &error))?;
        let mut session =
            Session { client, name: name.to_owned(), statements: 0, rows_moved: 0, ended };
        session.settle()?;
        Ok(session)
    }

    /// Fixes what the text of a value and the meaning of a name depend on.
    fn settle(&mut self) -> Result<()> {
        let version = self.one("reading the version", "SHOW server_version_num")?;
        let version: u32 = version.and_then(|text| text.parse().ok()).unwrap_or(0);
        if version < 130_000 {
            let message = format!("{}: PostgreSQL 13 or later is needed", self.name);
            return Err(EngineError::new(Failure::Address, message));
        }
        let waits = self.one("reading a setting", "SHOW lock_timeout")?;
        let mut settings = vec![
            ("search_path", "pg_catalog, pg_temp"),
            ("datestyle", "ISO, YMD"),
            ("intervalstyle", "iso_8601"),
            ("timezone", "UTC"),
            ("bytea_output", "hex"),
            ("extra_float_digits", "1"),
            ("standard_conforming_strings", "on"),
            // A search may take long between two statements.
            ("idle_in_transaction_session_timeout", "0"),
        ];
        if waits.as_deref() == Some("0") {
            settings.push(("lock_timeout", "60s"));
        }
        if version >= 140_000 {
            // The server notices when incrowd is gone, and ends the statement.
            settings.push(("client_connection_check_interval", "2s"));
        }
        let settings: Vec<String> = settings
            .into_iter()
            .map(|(name, value)| match name {
                "search_path" | "datestyle" => format!("SET LOCAL {name} = {value}"),
                _ => format!("SET LOCAL {name} = {}", sql::text(value)),
            })
            .collect();
        self.client
            .batch_execute(&settings.join("; "))
            .map_err(|error| EngineError::of_statement(&self.name, "preparing", &error))
    }

    /// What messages call the session.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How many statements were run.
    #[must_use]
    pub fn statements(&self) -> u64 {
        self.statements
    }

    /// How many rows moved between the server and here.
    #[must_use]
    pub fn rows_moved(&self) -> u64 {
        self.rows_moved
    }

    /// Runs a statement, and tells how many rows it was about.
    ///
    /// # Errors
    /// What the server says.
    pub fn run(&mut self, doing: &str, statement: &str) -> Result<u64> {
        self.statements += 1;
        let messages = self.client.simple_query(statement);
        let messages = messages.map_err(|error| self.failed(doing, &error))?;
        let completed = messages.iter().rev().find_map(|message| match message {
            SimpleQueryMessage::CommandComplete(rows) => Some(*rows),
            _ => None,
        });
        Ok(completed.unwrap_or(0))
    }

    /// The rows of a small result.
    ///
    /// # Errors
    /// What the server says.
    pub fn rows(&mut self, doing: &str, query: &str) -> Result<Vec<Vec<Option<String>>>> {
        self.statements += 1;
        let messages = self.client.simple_query(query);
        let messages = messages.map_err(|error| self.failed(doing, &error))?;
        let mut rows = Vec::new();
        for message in &messages {
            if let SimpleQueryMessage::Row(row) = message {
                rows.push((0..row.len()).map(|at| row.get(at).map(str::to_owned)).collect());
            }
        }
        self.rows_moved += rows.len() as u64;
        Ok(rows)
    }

    /// The only cell of a result.
    fn one(&mut self, doing: &str, query: &str) -> Result<Option<String>> {
        let rows = self.rows(doing, query)?;
        self.rows_moved -= rows.len() as u64;
        self.statements -= 1;
        Ok(rows.into_iter().next().and_then(|row| row.into_iter().next()).flatten())
    }

    /// The only number of a result.
    ///
    /// # Errors
    /// What the server says, if it is no number, too.
    pub fn number(&mut self, doing: &str, query: &str) -> Result<u64> {
        let [number] = self.numbers(doing, query)?;
        Ok(number)
    }

    /// The numbers of a result of one row. No proof may pass because a count could not be read.
    ///
    /// # Errors
    /// What the server says, if it is anything but such a row, too.
    pub fn numbers<const N: usize>(&mut self, doing: &str, query: &str) -> Result<[u64; N]> {
        let rows = self.rows(doing, query)?;
        let numbers = rows.first().map(|row| -> Option<Vec<u64>> {
            row.iter().map(|cell| cell.as_deref()?.parse().ok()).collect()
        });
        let numbers = numbers.flatten().and_then(|numbers| <[u64; N]>::try_from(numbers).ok());
        numbers.filter(|_| rows.len() == 1).ok_or_else(|| {
            let message = format!("{}: {doing}: the server did not send {N} counts", self.name);
            EngineError::new(Failure::Refused, message)
        })
    }

    /// Hands every row of a query on, as texts; NULL is the empty text.
    ///
    /// # Errors
    /// What the server says, and what `each` refuses.
    pub fn copy_out<E: From<EngineError>>(
        &mut self,
        doing: &str,
        query: &str,
        mut each: impl FnMut(&[String]) -> std::result::Result<(), E>,
    ) -> std::result::Result<(), E> {
        self.statements += 1;
        let statement = format!("COPY ({query}) TO STDOUT");
        let name = &self.name;
        let failed = |error: &postgres::Error| EngineError::of_statement(name, doing, error);
        let reader = self.client.copy_out(&statement).map_err(|error| failed(&error))?;
        let mut reader = BufReader::with_capacity(CHUNK, reader);
        let (mut line, mut cells) = (Vec::new(), Vec::new());
        loop {
            line.clear();
            let read =
                reader.read_until(b'\n', &mut line).map_err(|error| broken(name, doing, error))?;
            if read == 0 {
                return Ok(());
            }
            self.rows_moved += 1;
            let text = std::str::from_utf8(&line).map_err(|_| {
                let message = format!("{name}: {doing}: the server sent text that is not UTF-8");
                EngineError::new(Failure::Refused, message)
            })?;
            let width = copy::split(text.strip_suffix('\n').unwrap_or(text), &mut cells);
            each(&cells[..width])?;
        }
    }

    /// Sends rows to a table, whose name is quoted.
    ///
    /// # Errors
    /// What the server says.
    pub fn copy_in<'c, R: Iterator<Item = Option<&'c str>>>(
        &mut self,
        doing: &str,
        table: &str,
        rows: impl Iterator<Item = R>,
    ) -> Result<u64> {
        self.statements += 1;
        let name = &self.name;
        let statement = format!("COPY {table} FROM STDIN");
        let failed = |error: &postgres::Error| EngineError::of_statement(name, doing, error);
        let mut writer = self.client.copy_in(&statement).map_err(|error| failed(&error))?;
        let (mut buffer, mut sent) = (Vec::with_capacity(CHUNK), 0);
        for row in rows {
            copy::push(&mut buffer, row);
            sent += 1;
            if buffer.len() >= CHUNK {
                writer.write_all(&buffer).map_err(|error| broken(name, doing, error))?;
                buffer.clear();
            }
        }
        writer.write_all(&buffer).map_err(|error| broken(name, doing, error))?;
        writer.finish().map_err(|error| failed(&error))?;
        self.rows_moved += sent;
        Ok(sent)
    }

    /// What the catalogue says of a relation; nothing if there is none of this name.
    ///
    /// # Errors
    /// What the server says.
    pub fn describe(&mut self, schema: &str, table: &str) -> Result<Option<Relation>> {
        let query = format!(
            "SELECT c.oid, c.relkind FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace \
             WHERE n.nspname = {} AND c.relname = {} AND c.relkind IN ('r', 'p', 'v', 'm', 'f')",
            sql::text(schema),
            sql::text(table)
        );
        let found = self.rows("describing the table", &query)?;
        let Some([Some(oid), kind]) = found.first().map(Vec::as_slice) else { return Ok(None) };
        let plain = matches!(kind.as_deref(), Some("r" | "p"));
        let kind = if plain { RelationKind::Table } else { RelationKind::Other };
        let query = format!(
            "WITH RECURSIVE base AS (SELECT a.attnum, a.attname, format_type(a.atttypid, a.atttypmod) AS declared, t.typtype = 'd' AS is_domain, t.oid, t.typtype, \
             t.typbasetype, t.typname, t.typcategory, t.typnamespace FROM pg_attribute AS a JOIN pg_type AS t \
             ON t.oid = a.atttypid WHERE a.attrelid = {oid} AND a.attnum > 0 AND NOT a.attisdropped \
             UNION ALL SELECT b.attnum, b.attname, b.declared, b.is_domain, t.oid, t.typtype, t.typbasetype, t.typname, \
             t.typcategory, t.typnamespace FROM base AS b JOIN pg_type AS t ON t.oid = b.typbasetype \
             WHERE b.typtype = 'd') \
             SELECT attname, declared, is_domain, typname, typtype, typcategory, \
             typnamespace = 'pg_catalog'::regnamespace FROM base WHERE typtype <> 'd' ORDER BY attnum"
        );
        let columns = self.rows("describing the table", &query)?;
        let columns = columns.iter().filter_map(|row| Column::read(row)).collect();
        Ok(Some(Relation { oid: oid.clone(), kind, columns }))
    }

    /// Makes everything that was done permanent.
    ///
    /// # Errors
    /// If the server refuses, or does not answer. In the second case it is not known whether it did it.
    pub fn commit(mut self) -> Result<()> {
        let done = self.client.batch_execute("COMMIT");
        done.map_err(|error| match error.as_db_error() {
            Some(_) => self.failed("committing", &error),
            None => EngineError::new(
                Failure::Connection,
                format!(
                    "{}: the connection was lost while the transaction was committed: the table is published whole \
                     or not at all; look which",
                    self.name
                ),
            ),
        })
    }

    fn failed(&self, doing: &str, error: &postgres::Error) -> EngineError {
        EngineError::of_statement(&self.name, doing, error)
    }
}

/// What became of a stream of rows.
fn broken(name: &str, doing: &str, error: std::io::Error) -> EngineError {
    match error.get_ref().and_then(|inner| inner.downcast_ref::<postgres::Error>()) {
        Some(error) => EngineError::of_statement(name, doing, error),
        None => EngineError::new(
            Failure::Connection,
            format!("{name}: {doing}: the connection to the server was lost: {error}"),
        ),
    }
}

/// The types with one text for each value, of the catalogue.
const CANONICAL: [&str; 22] = [
    "text",
    "varchar",
    "bpchar",
    "char",
    "name",
    "int2",
    "int4",
    "int8",
    "oid",
    "numeric",
    "float4",
    "float8",
    "bool",
    "date",
    "time",
    "timetz",
    "timestamp",
    "timestamptz",
    "interval",
    "uuid",
    "inet",
    "cidr",
];

impl Column {
    fn read(row: &[Option<String>]) -> Option<Column> {
        let [name, kind, domain, base, class, category, of_catalogue] = row else { return None };
        let (name, kind) = (name.clone()?, kind.clone()?);
        let (base, of_catalogue) = (base.as_deref()?, of_catalogue.as_deref() == Some("t"));
        let is_citext = base == "citext" && category.as_deref() == Some("S");
        let known = of_catalogue && CANONICAL.contains(&base);
        Some(Column {
            name,
            kind,
            is_domain: domain.as_deref() == Some("t"),
            may_be_empty: !known || matches!(base, "text" | "varchar" | "bpchar" | "char" | "name"),
            is_float: of_catalogue && matches!(base, "float4" | "float8"),
            has_canonical_text: known || is_citext || class.as_deref() == Some("e"),
        })
    }
}

/// The driver's settings for an address.
fn config(address: &str, name: &str) -> Result<Config> {
    let unclear = || {
        let message = format!(
            "{name}: the address makes no sense; write postgres://user@host/database#schema.table"
        );
        EngineError::new(Failure::Address, message)
    };
    // What the driver says of an address may quote it, with its password.
    let mut config = Config::from_str(address).map_err(|_| unclear())?;
    let given = |variable: &str| std::env::var(variable).ok().filter(|text| !text.is_empty());
    if config.get_hosts().is_empty() {
        config.host(&given("PGHOST").unwrap_or_else(|| "/var/run/postgresql".to_owned()));
    }
    if config.get_ports().is_empty()
        && let Some(port) = given("PGPORT")
    {
        config.port(port.parse().map_err(|_| unclear())?);
    }
    if config.get_user().is_none()
        && let Some(user) = given("PGUSER").or_else(|| given("USER"))
    {
        config.user(&user);
    }
    if config.get_password().is_none()
        && let Some(password) = given("PGPASSWORD")
    {
        config.password(password);
    }
    if config.get_connect_timeout().is_none() {
        config.connect_timeout(PATIENCE);
    }
    if config.get_application_name().is_none() {
        config.application_name("incrowd");
    }
    let remote = config.get_hosts().iter().any(|host| !is_local(host));
    match config.get_ssl_mode() {
        SslMode::Disable => {}
        SslMode::Prefer if !remote => {}
        _ => {
            let message = format!(
                "{name}: connections are not encrypted: use a socket, the loopback address or a tunnel to the server, or \
                 say sslmode=disable if the network between is trusted"
            );
            return Err(EngineError::new(Failure::Address, message));
        }
    }
    config.ssl_mode(SslMode::Disable);
    Ok(config)
}

fn is_local(host: &Host) -> bool {
    match host {
        Host::Tcp(host) => {
            host == "localhost"
                || host.parse().is_ok_and(|address: std::net::IpAddr| address.is_loopback())
        }
        #[cfg(unix)]
        Host::Unix(_) => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_local_or_say_that_they_are_not_encrypted() {
        for address in [
            "postgres://ada@localhost/study",
            "postgres://ada@127.0.0.1:5433/study",
            "postgresql://ada@/study?host=/tmp",
            "postgres://ada@db.example.org/study?sslmode=disable",
        ] {
            assert!(config(address, "here").is_ok(), "{address}");
        }
        for address in [
            "postgres://ada:s3cret@db.example.org/study",
            "postgres://ada:s3cret@localhost/study?sslmode=require",
            "postgres://ada:s3cret@localhost:x/study",
            "postgres://ada:s3cret@localhost/study?colour=s3cret",
        ] {
            let error = config(address, "here").unwrap_err();
            assert_eq!(error.failure(), Failure::Address);
            assert!(!error.to_string().contains("s3cret"), "{error}");
        }
    }
}
