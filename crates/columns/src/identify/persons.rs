//! Whose rows are, numbered while they come in.

use foldhash::fast::FixedState;
use hashbrown::HashMap;
use incrowd_core::table::PersonKey;

/// The person of each row.
#[derive(Clone, Debug, Default)]
pub(super) struct Persons {
    numbers: HashMap<PersonKey, u32, FixedState>,
    keys: Vec<PersonKey>,
    of_row: Vec<u32>,
}

impl Persons {
    pub fn add(&mut self, person: PersonKey) {
        let number = self.number(person);
        self.of_row.push(number);
    }

    /// Adds the rows of another part of the table.
    pub fn merge(&mut self, other: &Persons) {
        let numbers: Vec<u32> = other.keys.iter().map(|&person| self.number(person)).collect();
        self.of_row.extend(other.of_row.iter().map(|&number| numbers[number as usize]));
    }

    /// Keeps the rows at these places, and the people who have them.
    pub fn keep(&mut self, places: &[usize]) {
        let all = std::mem::take(self);
        for &place in places {
            self.add(all.keys[all.of_row[place] as usize]);
        }
    }

    /// The number of each row's person.
    pub fn of_rows(self) -> Vec<u32> {
        self.of_row
    }

    fn number(&mut self, person: PersonKey) -> u32 {
        *self.numbers.entry(person).or_insert_with(|| {
            self.keys.push(person);
            self.keys.len() as u32 - 1
        })
    }
}
