//! Finds who is in a published table, from the table and a register of the population.
//!
//! ```sh
//! cargo run -p incrowd --example attack
//! ```

use incrowd::options::AttackOptions;
use incrowd::run::{Context, attack};

/// Attacks a small table.
///
/// # Errors
/// If a table cannot be read.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir()?;
    let (table, public) = (folder.path().join("published.csv"), folder.path().join("register.csv"));
    std::fs::write(&table, "age,illness\n\"[30,39]\",flu\n\"[30,39]\",cold\n\"[50,59]\",asthma\n")?;
    std::fs::write(&public, "name,age\nAda,31\nBo,34\nCy,52\nDi,58\nEd,64\n")?;

    let options = AttackOptions {
        table,
        public: Some(public),
        qi: vec!["age".into()],
        worst: 2,
        ..AttackOptions::default()
    };
    let attacked = attack(&options, &Context::default())?.document.attacked;
    let attacked = attacked.ok_or("nothing was found with a register")?;

    println!(
        "of {} people {} are certainly in the table, {} certainly not",
        attacked.people, attacked.certainly_in, attacked.certainly_out
    );
    for person in &attacked.worst {
        println!("line {} of the register: in the table with {:?}", person.line, person.presence);
    }
    Ok(())
}
