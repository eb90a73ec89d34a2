//! Measures the rows whose id begins with the first argument on cairn2d, and prints figures and goals.
//!
//! More arguments change settings: `sub_steps=8 contact_hertz=60 joint_hertz=1e6 exact_restitution=0`.

use cairn2d_truth::{Cairn2d, Setting, all, answer};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let wanted = arguments.next().unwrap_or_default();
    let mut setting = Setting::DEFAULT;
    for argument in arguments {
        let (name, value) = argument.split_once('=').expect("name=value");
        let value: f32 = value.parse().expect("a number");
        match name {
            "sub_steps" => setting.sub_steps = Some(value as u32),
            "contact_hertz" => setting.contact_hertz = Some(value),
            "joint_hertz" => setting.joint_hertz = Some(value),
            "exact_restitution" => setting.exact_restitution = Some(value),
            other => panic!("there is no setting {other}"),
        }
    }
    for (index, row) in all().iter().enumerate().filter(|(_, row)| row.id.starts_with(&wanted)) {
        let own = answer(&Cairn2d, (index, row), setting);
        let reached = own.figure.as_ref().is_ok_and(|&figure| row.goal.is_met(figure));
        let figure = own.figure.map_or_else(|missing| missing.0, |figure| format!("{figure:.6e}"));
        println!(
            "{} {} {}: {figure} ({:?})",
            if reached { "   " } else { "---" },
            row.id,
            row.case,
            row.goal
        );
    }
}
