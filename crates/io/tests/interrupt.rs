//! What an interrupted program leaves behind: nothing. (Alone in its process, because afterwards
//! no temporary file can be made.)

use incrowd_io::{Location, Output, discard_temporaries};

#[test]
fn nothing_is_left_behind() {
    let folder = tempfile::tempdir().unwrap();
    let location = Location::Path(folder.path().join("t.csv"));
    let committed = Location::Path(folder.path().join("done.csv"));
    Output::create(&committed, false, &[]).unwrap().commit().unwrap();
    let mut output = Output::create(&location, false, &[]).unwrap();
    output.write_all(b"half").unwrap();
    discard_temporaries();
    let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().collect();
    assert_eq!(left.len(), 1);
    assert!(output.commit().is_err());
    assert!(Output::create(&location, false, &[]).is_err());
}
