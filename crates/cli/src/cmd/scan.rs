//! `incrowd scan`.

use incrowd::run;

use crate::args::ScanArgs;
use crate::failure::Result;
use crate::talk::Talk;

pub fn run(args: &ScanArgs, talk: &Talk) -> Result {
    talk.answer(run::scan(&args.clone().into(), &talk.context()))
}
