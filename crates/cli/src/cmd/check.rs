//! `incrowd check`.

use incrowd::run;

use crate::args::CheckArgs;
use crate::failure::Result;
use crate::talk::Talk;

pub fn run(args: &CheckArgs, talk: &Talk) -> Result {
    talk.answer(run::check(&args.clone().into(), &talk.context()))
}
