use cairn2d_truth::*;
use rest::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let kind = *Kind::ALL.iter().find(|k| format!("{k:?}").eq_ignore_ascii_case(&a[1])).unwrap();
    let heap = Heap { kind, count: a[2].parse().unwrap(), size: a[3].parse().unwrap(), hertz: 60.0 };
    let mut s = heap.scene();
    s.world.sleeping = false;
    let steps: u32 = a[4].parse().unwrap();
    for kv in &a[5..] {
        let (key, v) = kv.split_once('=').unwrap();
        let v: f32 = v.parse().unwrap();
        match key {
            "sub" => s.world.sub_steps = v as u32,
            "jh" => s.world.joint_hertz = v,
            "jd" => s.world.joint_damping_ratio = v,
            "ch" => s.world.contact_hertz = v,
            "cont" => s.world.continuous = v > 0.0,
            _ => panic!(),
        }
    }
    let bench = Bench::new(&Cairn2d, Setting::DEFAULT);
    let mut run = bench.start(&s).unwrap();
    print!("{:?}: ", &a[1..]);
    for i in 1..=steps {
        run.steps(1);
        if i % (steps / 10) == 0 {
            let m = run.body(1).mass;
            let top = run.bodies().skip(1).map(|b| b.center[1]).fold(0.0, f64::max);
            let pot: f64 = run.bodies().skip(1).map(|b| b.center[1]).sum::<f64>() / heap.count as f64;
            let fast = run.bodies().skip(1).filter(|b| b.speed() > 0.05).count();
            print!(" [{top:.2} mean {pot:.3} E {:.2} fast {fast}]", run.energy() / m);
        }
    }
    println!();
}
