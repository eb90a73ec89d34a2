use cairn2d_truth::*;
use rest::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let kind = *Kind::ALL.iter().find(|k| format!("{k:?}").eq_ignore_ascii_case(&a[1])).unwrap();
    let heap = Heap { kind, count: a[2].parse().unwrap(), size: a[3].parse().unwrap(), hertz: 60.0 };
    let s = heap.scene();
    let bench = Bench::new(&Cairn2d, Setting::DEFAULT);
    let mut run = bench.start(&s).unwrap();
    run.steps(a[4].parse().unwrap());
    let mut count = std::collections::BTreeMap::<usize, (u32, f64)>::new();
    for i in 0..120 {
        run.steps(1);
        let mut f: Vec<_> = run.bodies().enumerate().skip(1).filter(|b| b.1.awake).collect();
        for (k, b) in &f { if b.speed() > 0.05 || b.spin.abs() * (b.inertia / b.mass).sqrt() * 1.5 > 0.05 { let c = count.entry(*k).or_default(); c.0 += 1; c.1 = c.1.max(b.speed()); } }
        f.sort_by(|a, b| b.1.speed().total_cmp(&a.1.speed()));
        if i % 10 == 0 { for (k, b) in f.iter().take(4) { print!(" {k} ({:.2},{:.2}) v {:.3} w {:.2} m {:.1e};", b.center[0], b.center[1], b.speed(), b.spin, b.mass); } println!(); }
    }
    println!("{} restless: {:?}", count.len(), count.iter().take(20).collect::<Vec<_>>());
}
