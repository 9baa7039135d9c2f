//! stub
use crate::args::DemoArgs;
use crate::failure::{Ending, Result};
use crate::talk::Talk;
pub fn run(_: &DemoArgs, _: &Talk) -> Result { Ok(Ending::Done) }
