//! A PostgreSQL server of a test's own, on a socket in a temporary folder.

use std::fs;
use std::io::{BufRead, BufReader, Write as _};
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use tempfile::TempDir;

/// A server that runs until it is dropped. Its superuser is `incrowd`.
pub struct Server {
    folder: TempDir,
    process: Child,
}

impl Server {
    pub fn start() -> Server {
        let folder = tempfile::tempdir().expect("a temporary folder");
        // The server refuses to run as root.
        if let Some((user, group)) = other_user() {
            chown(folder.path(), Some(user), Some(group)).expect("a folder of the server's user");
        }
        let data = folder.path().join("data");
        let made = command("initdb")
            .args([
                "-U",
                "incrowd",
                "-A",
                "trust",
                "--locale=C.UTF-8",
                "-E",
                "UTF8",
                "--no-sync",
                "-D",
            ])
            .arg(&data)
            .output()
            .expect("initdb runs");
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        let process = Server::run(&data, folder.path());
        let mut server = Server { folder, process };
        server.wait();
        server
    }

    fn run(data: &Path, socket: &Path) -> Child {
        command("postgres")
            .arg("-D")
            .arg(data)
            .arg("-k")
            .arg(socket)
            .args(["-c", "listen_addresses=", "-c", "fsync=off", "-c", "max_connections=20"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("postgres starts")
    }

    fn wait(&mut self) {
        for _ in 0..600 {
            if self.psql("SELECT 1").status.success() {
                return;
            }
            // A server refuses to start while processes of a killed one are there.
            if let Ok(Some(_)) = self.process.try_wait() {
                self.restart();
            }
            sleep(Duration::from_millis(50));
        }
        panic!("the server does not answer");
    }

    /// Starts a server in place of one that is gone.
    fn restart(&mut self) {
        let data = self.folder.path().join("data");
        let _ = fs::remove_file(data.join("postmaster.pid"));
        self.process = Server::run(&data, self.folder.path());
    }

    /// Kills every process of the server, and starts it again.
    pub fn kill_and_restart(&mut self) {
        self.kill();
        self.restart();
        self.wait();
    }

    /// Kills the server with -9. Its other processes end when it is gone.
    pub fn kill(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        // Its other processes notice.
        sleep(Duration::from_millis(300));
    }

    /// The address of a table, for a user.
    pub fn table_for(&self, user: &str, table: &str) -> String {
        format!("postgres://{user}:s3cret@/postgres?host={}#{table}", self.folder.path().display())
    }

    /// The address of a table.
    pub fn table(&self, table: &str) -> String {
        self.table_for("incrowd", table)
    }

    fn psql(&self, sql: &str) -> std::process::Output {
        Command::new("psql")
            .args([
                "-X",
                "-q",
                "-A",
                "-t",
                "-v",
                "ON_ERROR_STOP=1",
                "-U",
                "incrowd",
                "-d",
                "postgres",
                "-h",
            ])
            .arg(self.folder.path())
            .args(["-c", sql])
            .output()
            .expect("psql runs")
    }

    /// What statements give: cells between bars, rows on lines.
    #[track_caller]
    pub fn sql(&self, sql: &str) -> String {
        let output = self.psql(sql);
        assert!(output.status.success(), "{sql}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).trim_end().to_owned()
    }

    /// Does something while another session holds a table, so that nobody else can use it.
    pub fn holding(&self, table: &str, during: impl FnOnce()) {
        let mut holder = Command::new("psql")
            .args(["-X", "-q", "-A", "-t", "-U", "incrowd", "-d", "postgres", "-h"])
            .arg(self.folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("psql starts");
        let mut input = holder.stdin.take().expect("a pipe");
        let lock = format!("BEGIN; LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE; SELECT 'held';\n");
        input.write_all(lock.as_bytes()).expect("psql reads");
        let mut output = BufReader::new(holder.stdout.take().expect("a pipe"));
        let mut line = String::new();
        output.read_line(&mut line).expect("psql answers");
        assert_eq!(line.trim(), "held");
        during();
        drop(input);
        holder.wait().expect("psql ends");
    }

    /// Makes a table of a CSV file with a header, with these columns.
    pub fn load(&self, table: &str, columns: &str, file: &Path) {
        self.sql(&format!("CREATE TABLE {table} ({columns})"));
        let copy = format!("\\copy {table} FROM '{}' CSV HEADER", file.display());
        self.sql(&copy);
    }

    /// The tables of all schemas of users.
    pub fn tables(&self) -> Vec<String> {
        let tables = self.sql(
            "SELECT relname FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = relnamespace WHERE relkind = 'r' \
             AND nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast') ORDER BY 1",
        );
        tables.lines().map(str::to_owned).collect()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        sleep(Duration::from_millis(200));
    }
}

/// A program of the server, run by a user who may.
fn command(program: &str) -> Command {
    let mut command = Command::new(binaries().join(program));
    if let Some((user, group)) = other_user() {
        command.uid(user).gid(group);
    }
    command.current_dir("/");
    command
}

/// Where Debian puts the programs of the newest server.
fn binaries() -> PathBuf {
    let versions = fs::read_dir("/usr/lib/postgresql").expect("Debian's package postgresql");
    let folders = versions.map(|entry| entry.expect("an entry").path().join("bin"));
    let version = |path: &PathBuf| -> u32 {
        let name = path.parent().and_then(|path| path.file_name()?.to_str());
        name.and_then(|name| name.parse().ok()).unwrap_or(0)
    };
    folders.max_by_key(version).expect("a server")
}

/// The user `postgres`, for tests that run as root.
fn other_user() -> Option<(u32, u32)> {
    let is_root =
        fs::metadata("/proc/self").is_ok_and(|own| std::os::unix::fs::MetadataExt::uid(&own) == 0);
    if !is_root {
        return None;
    }
    let users = fs::read_to_string("/etc/passwd").expect("a list of users");
    let line = users.lines().find(|line| line.starts_with("postgres:")).expect("the user postgres");
    let cells: Vec<&str> = line.split(':').collect();
    Some((cells[2].parse().expect("a number"), cells[3].parse().expect("a number")))
}
