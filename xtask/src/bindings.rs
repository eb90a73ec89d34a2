//! Writes the files that are made from the table of the API (`bindings/api`).

use std::fs;
use std::path::Path;

use cairn2d_api::{TABLE, Table, files};

/// Writes every file that is made from the table.
pub(crate) fn write(root: &Path) -> Result<(), String> {
    let text =
        fs::read_to_string(root.join(TABLE)).map_err(|error| format!("cannot read {TABLE}: {error}"))?;
    let table = Table::parse(&text).map_err(|error| error.to_string())?;
    let files = files(&table);
    for file in &files {
        let path = root.join(file.path);
        if fs::read_to_string(&path).is_ok_and(|old| old == file.text) {
            continue;
        }
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)
                .map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
        }
        fs::write(&path, &file.text).map_err(|error| format!("cannot write {}: {error}", file.path))?;
        println!("wrote {}", file.path);
    }
    println!("bindings: {} calls, {} files", table.calls.len(), files.len());
    Ok(())
}
