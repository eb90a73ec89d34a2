//! Measures how overlapping bodies part on cairn2d: `overlaps [COUNT] [SCALE]`. The benchmark program does
//! the same with the peers.

use cairn2d_truth::Cairn2d;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    cairn2d_truth::overlaps::print(&Cairn2d, &arguments);
}
