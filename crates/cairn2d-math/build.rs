//! Sets a flag for builds without optimisation, in which narrow lanes are faster than wide ones.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(cairn2d_unoptimized)");
    if std::env::var("OPT_LEVEL").as_deref() == Ok("0") {
        println!("cargo::rustc-cfg=cairn2d_unoptimized");
    }
}
