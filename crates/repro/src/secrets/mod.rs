//! Zare-Mirakabad: when numbers are near each other.
//!
//! The paper defines (delta,l)-diversity, claims more of it than holds, and prints an algorithm
//! that decides something else. [`Examples`] are its own small tables, [`Checking`] lets its
//! algorithm judge random classes, and [`Definitions`] measures the classes of real releases.

mod checking;
mod definitions;
mod examples;
mod measure;
mod printed;
mod shown;

pub use checking::Checking;
pub use definitions::Definitions;
pub use examples::Examples;
