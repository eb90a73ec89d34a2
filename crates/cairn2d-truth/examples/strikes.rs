//! Runs random strikes on cairn2d: `strikes FIRST COUNT`. The benchmark program does the same with the peers.

use cairn2d_truth::Cairn2d;
use cairn2d_truth::strikes::Survey;

fn main() {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse::<u64>().expect("a number"));
    let (first, count) = (arguments.next().unwrap_or(0), arguments.next().unwrap_or(100));
    println!("{}", Survey::run(&Cairn2d, first..first + count).expect("cairn2d has all that strikes need"));
}
