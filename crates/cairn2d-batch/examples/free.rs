use cairn2d_batch::environments::Hopper;
use cairn2d_batch::{AutoReset, Batch, BatchConfig};
fn main() {
    let mut h = Hopper::default();
    h.reset_noise = 0.0;
    for subs in [1, 2, 4, 16] {
    for k in 0..3 {
    let mut def = h.definition().unwrap();
    def.template.set_gravity([0.0, 0.0]).unwrap();
    def.template.set_sub_steps(subs).unwrap();
    let mut b = Batch::new(&def, BatchConfig::new(1).threads(1).auto_reset(AutoReset::Disabled)).unwrap();
    let mut a = vec![0.0; 3]; a[k] = -0.02;
    for _ in 1..=10 {
        b.step(&a).unwrap();
    }
    println!("{subs} {k} {:.5?}", b.observations());
    }
    }
}
