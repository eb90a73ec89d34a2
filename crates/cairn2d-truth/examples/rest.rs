//! Measures how heaps come to rest on cairn2d: `rest [COUNT] [SIZE] [HERTZ] [SECONDS] [KIND] [DRIFT]`. The
//! benchmark program does the same with the peers.

use cairn2d_truth::Cairn2d;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    cairn2d_truth::rest::print(&Cairn2d, &arguments);
}
