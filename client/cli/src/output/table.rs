//! Tables without a cage around them.

use comfy_table::{ContentArrangement, Table, presets};

use super::style::{self, in_style};

/// An empty table: columns parted by space, a heading above them.
pub(crate) fn new(heading: &[&str]) -> Table {
    let mut table = Table::new();
    table
        .load_style(presets::NOTHING)
        .set_content_arrangement(ContentArrangement::Dynamic);
    if !heading.is_empty() {
        table.set_header(heading);
    }
    table
}

/// A table as text. Its own styles know nothing of our choice of colours, so that the heading is styled here.
pub(crate) fn text(table: &Table) -> String {
    let heading = usize::from(table.header().is_some());
    let lines = table.lines().enumerate().map(|(number, line)| {
        let line = line.trim_end();
        if number < heading {
            format!("{}\n", in_style(style::HEAD, line))
        } else {
            format!("{line}\n")
        }
    });
    lines.collect()
}
