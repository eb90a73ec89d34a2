//! Figures with names, as Markdown and as data.

use serde::Serialize;

/// A table of figures of one unit.
#[derive(Debug, Serialize)]
pub(crate) struct Table {
    title: String,
    unit: &'static str,
    columns: Vec<String>,
    rows: Vec<Row>,
}

#[derive(Debug, Serialize)]
struct Row {
    name: String,
    figures: Vec<f64>,
}

impl Table {
    /// Returns a table without rows.
    pub(crate) fn new<T: ToString>(title: &str, unit: &'static str, columns: &[T]) -> Self {
        let columns = columns.iter().map(ToString::to_string).collect();
        Self { title: title.to_owned(), unit, columns, rows: Vec::new() }
    }

    /// Adds a row with one figure for each column.
    pub(crate) fn row(&mut self, name: impl ToString, figures: Vec<f64>) {
        assert_eq!(figures.len(), self.columns.len(), "a figure for each column");
        self.rows.push(Row { name: name.to_string(), figures });
    }

    /// Returns the table as Markdown.
    pub(crate) fn markdown(&self) -> String {
        let mut out = format!("### {}\n\n{}\n\n|  | {} |\n", self.title, self.unit, self.columns.join(" | "));
        out += &format!("|---|{}\n", "---:|".repeat(self.columns.len()));
        for row in &self.rows {
            let figures: Vec<String> = row.figures.iter().copied().map(figure).collect();
            out += &format!("| {} | {} |\n", row.name, figures.join(" | "));
        }
        out + "\n"
    }
}

/// Three significant digits, so that nanoseconds and counts fit into one table.
fn figure(value: f64) -> String {
    let digits = if value >= 100.0 || value.fract() == 0.0 {
        0
    } else if value >= 1.0 {
        2
    } else {
        4
    };
    format!("{value:.digits$}")
}

#[cfg(test)]
mod tests {
    use super::Table;

    #[test]
    fn figures_have_few_digits() {
        let mut table = Table::new("Things", "ms", &["a", "b", "c"]);
        table.row("first", vec![1234.56, 12.345, 0.012_34]);
        assert!(table.markdown().ends_with("| first | 1235 | 12.35 | 0.0123 |\n\n"));
    }
}
