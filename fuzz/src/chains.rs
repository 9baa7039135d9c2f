//! Hierarchy files, line by line.

/// A chain from leaf to top.
pub type Chain = Vec<String>;

/// The chains of a file without quotes, split at a delimiter; blank lines do not count.
pub fn of_file(text: &str, delimiter: char) -> Vec<Chain> {
    let lines = text.split('\n').filter(|line| !line.trim().is_empty());
    // A line feed after a carriage return ends a line with it, and so does the end of the file.
    let lines = lines.map(|line| line.strip_suffix('\r').unwrap_or(line));
    lines.map(|line| line.split(delimiter).map(str::to_owned).collect()).collect()
}

/// The chains of an outline that is one.
pub fn of_outline(text: &str) -> Vec<Chain> {
    let line = |line: &str| {
        let line = line.trim_end();
        let label = line.trim_start_matches([' ', '\t']);
        (!label.is_empty()).then(|| (line.len() - label.len(), label.to_owned()))
    };
    let lines: Vec<(usize, String)> = text.split('\n').filter_map(line).collect();
    let Some(left) = lines.first().map(|(indent, _)| *indent) else { return Vec::new() };
    let roots: std::collections::BTreeSet<&String> =
        lines.iter().filter(|(indent, _)| *indent == left).map(|(_, label)| label).collect();
    let mut chains = Vec::new();
    for (at, (indent, label)) in lines.iter().enumerate() {
        if lines.get(at + 1).is_some_and(|(next, _)| next > indent) {
            continue;
        }
        // The parent is the nearest line above that is indented less.
        let mut chain = vec![label.clone()];
        let mut margin = *indent;
        for (above, label) in lines[..at].iter().rev() {
            if *above < margin {
                chain.push(label.clone());
                margin = *above;
            }
        }
        if roots.len() > 1 {
            chain.push("*".to_owned());
        }
        chains.push(chain);
    }
    chains
}

/// Brings chains to one length, the missing levels just below the top; `None` if they do not end
/// in one label.
pub fn padded(chains: &[Chain]) -> Option<Vec<Chain>> {
    let length = chains.iter().map(Vec::len).max()?;
    let top = chains.first()?.last()?;
    let pad = |chain: &Chain| {
        let (end, below) = chain.split_last()?;
        let last = below.last().unwrap_or(end);
        let mut padded = below.to_vec();
        padded.resize(length - 1, last.clone());
        padded.push(end.clone());
        (end == top).then_some(padded)
    };
    chains.iter().map(pad).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(chains: &[Chain]) -> Vec<String> {
        chains.iter().map(|chain| chain.join(";")).collect()
    }

    #[test]
    fn files_and_outlines_are_read() {
        let file = of_file("a;A;*\r\n\nb;*\n", ';');
        assert_eq!(joined(&padded(&file).unwrap()), ["a;A;*", "b;b;*"]);
        assert_eq!(padded(&of_file("a;A\nb;B\n", ';')), None);
        let outline = of_outline("A\n  a\n  X\n    b\nB\n");
        assert_eq!(joined(&padded(&outline).unwrap()), ["a;A;A;*", "b;X;A;*", "B;B;B;*"]);
    }
}
