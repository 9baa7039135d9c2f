//! `incrowd attack`.

use incrowd::run;

use crate::args::AttackArgs;
use crate::failure::Result;
use crate::talk::Talk;

pub fn run(args: &AttackArgs, talk: &Talk) -> Result {
    talk.answer(run::attack(&args.clone().into(), &talk.context()))
}
