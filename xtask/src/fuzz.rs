//! `cargo xtask fuzz`: random calls or mutated files on all cores, with one process per core, so that a crash
//! is detected.
//!
//! The test program `fuzz` of the facade and the program `mutate` in `fuzz/` do the work. This module builds
//! them with the assertions of a debug build, gives them disjoint seeds, and counts. The result is written to
//! `target/fuzz/counts.txt`.

use crate::process::cargo;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

/// The kind of input.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum What {
    /// Calls of the engine, in sequences.
    Calls,
    /// Mutated files of all kinds.
    Files,
}

/// The amount of input.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Order {
    what: What,
    count: u64,
    first: u64,
    jobs: u64,
}

/// Calls of one sequence, as in `crates/cairn2d/tests/fuzz/main.rs`.
const SEQUENCE: u64 = 500;

impl Order {
    /// Reads `--calls N` or `--files N`, then `--first SEED` and `--jobs N`.
    pub(crate) fn parse(words: &[&str]) -> Result<Order, String> {
        let mut order = Order { what: What::Calls, count: 0, first: 0, jobs: cores() };
        for pair in words.chunks(2) {
            let [name, value] = pair else { return Err(format!("`{}` needs a number", pair[0])) };
            let value: u64 = value.parse().map_err(|_| format!("`{value}` is not a number"))?;
            match *name {
                "--calls" => (order.what, order.count) = (What::Calls, value),
                "--files" => (order.what, order.count) = (What::Files, value),
                "--first" => order.first = value,
                "--jobs" => order.jobs = value.clamp(1, 256),
                other => return Err(format!("`{other}` is not known")),
            }
        }
        if order.count == 0 { Err("say `--calls N` or `--files N`".to_owned()) } else { Ok(order) }
    }

    /// The seeds of a part: the first one, and the number of calls or files.
    fn part(&self, index: u64) -> (u64, u64) {
        let each = self.count.div_ceil(self.jobs);
        let seeds = match self.what {
            What::Calls => each.div_ceil(SEQUENCE),
            What::Files => each,
        };
        (self.first + index * seeds, each)
    }
}

fn cores() -> u64 {
    std::thread::available_parallelism().map_or(1, |count| count.get() as u64)
}

/// Runs an order; an error names the parts that failed and their output files.
pub(crate) fn run(root: &Path, order: Order) -> Result<(), String> {
    let folder = root.join("target/fuzz");
    fs::create_dir_all(&folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    let built = command(root, order.what, &["--no-run"]).status();
    if !built.is_ok_and(|status| status.success()) {
        return Err("the fuzzer cannot be built".to_owned());
    }
    let begin = Instant::now();
    let parts: Vec<FuzzProcess> = (0..order.jobs)
        .map(|index| FuzzProcess::start(root, &folder, order, index))
        .collect::<Result<_, _>>()?;
    let (mut made, mut failed) = (0, Vec::new());
    for part in parts {
        match part.wait() {
            Ok(count) => made += count,
            Err(what) => failed.push(what),
        }
    }
    let seconds = begin.elapsed().as_secs();
    let Order { what, first, jobs, .. } = order;
    let line = format!(
        "{what:?}: {made} made in {seconds} s by {jobs} processes from seed {first}, {} failed\n",
        failed.len()
    );
    print!("{line}");
    let counts = OpenOptions::new().create(true).append(true).open(folder.join("counts.txt"));
    counts.and_then(|mut file| file.write_all(line.as_bytes())).map_err(|error| error.to_string())?;
    if failed.is_empty() { Ok(()) } else { Err(failed.join("\n")) }
}

/// A running process.
struct FuzzProcess {
    child: Child,
    output: PathBuf,
    progress: PathBuf,
}

impl FuzzProcess {
    fn start(root: &Path, folder: &Path, order: Order, index: u64) -> Result<FuzzProcess, String> {
        let output = folder.join(format!("part-{index}.txt"));
        let progress = folder.join(format!("seed-{index}.txt"));
        let (first, count) = order.part(index);
        let file = |path: &Path| File::create(path).map_err(|error| format!("{}: {error}", path.display()));
        let (out, err) = (file(&output)?, file(&output.with_extension("err"))?);
        let child = command(root, order.what, &["--", "--exact", test_of(order.what), "--nocapture"])
            .env("CAIRN2D_FUZZ_CALLS", count.to_string())
            .env("CAIRN2D_FUZZ_FIRST", first.to_string())
            .env("CAIRN2D_FUZZ_PROGRESS", &progress)
            .stdout(Stdio::from(out))
            .stderr(Stdio::from(err))
            .spawn();
        Ok(FuzzProcess {
            child: child.map_err(|error| format!("cannot run cargo: {error}"))?,
            output,
            progress,
        })
    }

    /// Waits for the end; returns the counts.
    fn wait(mut self) -> Result<u64, String> {
        let status = self.child.wait().map_err(|error| error.to_string())?;
        let text = fs::read_to_string(&self.output).unwrap_or_default();
        let count =
            text.lines().find_map(|line| line.strip_prefix("fuzz: ")?.split(' ').next()?.parse().ok());
        if let (true, Some(count)) = (status.success(), count) {
            return Ok(count);
        }
        let errors = fs::read_to_string(self.output.with_extension("err")).unwrap_or_default();
        let said: Vec<&str> = text
            .lines()
            .chain(errors.lines())
            .filter(|line| line.contains("To replay") || line.contains("call "))
            .collect();
        let seed = fs::read_to_string(&self.progress).unwrap_or_default();
        let output = self.output.display();
        Err(format!("{status} at seed {}, see {output} and .err\n{}", seed.trim(), said.join("\n")))
    }
}

fn test_of(what: What) -> &'static str {
    match what {
        What::Calls => "random_calls_keep_every_invariant",
        What::Files => "mutated_files_never_panic",
    }
}

/// The command that builds and runs the program.
fn command(root: &Path, what: What, words: &[&str]) -> Command {
    let mut command = cargo();
    command.current_dir(root).args(["test", "--quiet", "--profile", "hard"]);
    match what {
        What::Calls => command.args(["--package", "cairn2d", "--test", "fuzz"]),
        What::Files => command.args(["--manifest-path", "fuzz/Cargo.toml", "--test", "mutate"]),
    };
    command.args(words);
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fuzz_arguments_split_into_disjoint_seed_ranges() {
        let order = Order::parse(&["--calls", "10000", "--jobs", "3", "--first", "7"]).unwrap();
        assert_eq!(
            (0..3).map(|part| order.part(part)).collect::<Vec<_>>(),
            [(7, 3334), (14, 3334), (21, 3334)]
        );
        assert_eq!(Order::parse(&["--files", "10", "--jobs", "2"]).unwrap().part(1), (5, 5));
        for wrong in [&[][..], &["--calls"], &["--calls", "many"], &["--colls", "5"]] {
            assert!(Order::parse(wrong).is_err(), "{wrong:?}");
        }
    }
}
