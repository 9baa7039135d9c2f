//! bench
use incrowd_io::*;
use std::time::Instant;
fn main() -> Result<(), IoError> {
    let args: Vec<String> = std::env::args().collect();
    let path = &args[2];
    let threads: usize = args[3].parse().unwrap();
    let t = Table::open(&path.as_str().into(), &ReadOptions::default())?;
    for _ in 0..3 {
        let start = Instant::now();
        let mut rows = 0;
        let mut sum = 0u64;
        match args[1].as_str() {
            "fold" => {
                for (r, s) in t.fold::<(u64, u64), IoError>(
                    threads,
                    || (0, 0),
                    |a, b| {
                        a.0 += b.rows() as u64;
                        for row in 0..b.rows() {
                            for col in 0..b.columns() {
                                let c = b.cell(row, col);
                                a.1 = a.1.wrapping_mul(31).wrapping_add(
                                    c.len() as u64
                                        + c.as_bytes().first().copied().unwrap_or(0) as u64,
                                );
                            }
                        }
                        Ok(())
                    },
                )? {
                    rows += r;
                    sum = sum.wrapping_add(s);
                }
            }
            "empty" => {
                for r in t.fold::<u64, IoError>(
                    threads,
                    || 0,
                    |a, b| {
                        *a += b.rows() as u64;
                        Ok(())
                    },
                )? {
                    rows += r;
                }
            }
            "copy" => {
                let out = Output::create(&args[4].as_str().into(), true, &[])?;
                let mut w =
                    TableWriter::new(out, t.columns().iter().map(Column::text).collect(), None)?;
                let e = w.encoder();
                t.map_ordered::<_, IoError>(
                    threads,
                    |b| {
                        let mut batch = e.batch();
                        for row in 0..b.rows() {
                            for c in b.row(row) {
                                batch.push(c);
                            }
                        }
                        Ok(batch)
                    },
                    |b| {
                        rows += b.rows() as u64;
                        w.write(b)
                    },
                )?;
                let o = w.finish()?;
                println!("  before commit {:.3}", start.elapsed().as_secs_f64());
                o.commit()?;
            }
            _ => panic!(),
        }
        let s = start.elapsed().as_secs_f64();
        println!(
            "{} {threads} threads: {rows} rows {sum} {s:.3} s, {:.2} GB/s",
            args[1],
            t.bytes() as f64 / s / 1e9
        );
    }
    Ok(())
}
