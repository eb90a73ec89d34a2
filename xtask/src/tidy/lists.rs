//! The exceptions and tables of the rules, each entry with its reason.
//!
//! Invariant: an entry that is no longer needed is a finding itself, so these lists only hold what is true
//! today.

/// This file, for findings about an entry.
pub(crate) const PATH: &str = "xtask/src/tidy/lists.rs";

/// A path and why it is an exception; a path that ends with `/` covers the folder.
pub(crate) struct Listed {
    pub(crate) path: &'static str,
    #[allow(dead_code, reason = "the reason is for the reader of the list")]
    pub(crate) reason: &'static str,
}

/// A function that may be up to 180 lines long because it is straight-line arithmetic.
pub(crate) struct Kernel {
    pub(crate) path: &'static str,
    pub(crate) function: &'static str,
    #[allow(dead_code, reason = "the reason is for the reader of the list")]
    pub(crate) reason: &'static str,
}

/// The crates by the folder they live in, and the layer they belong to; a dependency must have a lower layer.
pub(crate) struct Layer {
    pub(crate) path: &'static str,
    pub(crate) layer: u32,
}

/// A third-party dependency that the core crates may have.
pub(crate) struct External {
    pub(crate) dependent: &'static str,
    pub(crate) dependency: &'static str,
    #[allow(dead_code, reason = "the reason is for the reader of the list")]
    pub(crate) reason: &'static str,
}

/// All lists together, so that tests can bring their own.
pub(crate) struct Lists {
    pub(crate) long_files: &'static [Listed],
    /// Files that a program writes, which the rules about sizes skip.
    pub(crate) generated: &'static [Listed],
    pub(crate) kernels: &'static [Kernel],
    pub(crate) unsafe_files: &'static [Listed],
    pub(crate) layers: &'static [Layer],
    /// Folders of the crates that may have no third-party dependency but the `externals`.
    pub(crate) core: &'static [&'static str],
    pub(crate) externals: &'static [External],
    /// Dependent and dependency: test-only dependencies that point upwards.
    pub(crate) upward_tests: &'static [External],
}

impl Lists {
    /// Returns whether a program writes the file.
    pub(crate) fn is_generated(&self, path: &str) -> bool {
        self.generated.iter().any(|entry| path.starts_with(entry.path))
    }

    #[cfg(test)]
    pub(crate) const EMPTY: Lists = Lists {
        long_files: &[],
        generated: &[],
        kernels: &[],
        unsafe_files: &[],
        layers: &[],
        core: &[],
        externals: &[],
        upward_tests: &[],
    };
}

/// The lists of this repository.
pub(crate) const LISTS: Lists = Lists {
    long_files: &[],
    generated: &[
        Listed { path: "bindings/c/src/generated/", reason: "written from the table of the API" },
        Listed { path: "bindings/conformance/src/generated.rs", reason: "written from the table of the API" },
        Listed { path: "bindings/python/src/generated.rs", reason: "written from the table of the API" },
        Listed { path: "bindings/lua/embed/src/generated.rs", reason: "written from the table of the API" },
    ],
    kernels: &[Kernel {
        path: "crates/cairn2d-dynamics/src/kernels/solver/contact_exchange.rs",
        function: "prepare",
        reason: "one formula after the other makes a block from manifolds",
    }],
    unsafe_files: &[
        Listed {
            path: "crates/cairn2d-math/src/lanes/",
            reason: "target features, and gathers and scatters of rows through pointers",
        },
        Listed {
            path: "crates/cairn2d-math/src/float_mode.rs",
            reason: "the register that says how the processor rounds is reached by instructions only",
        },
        Listed {
            path: "crates/cairn2d-geometry/src/tree/stack.rs",
            reason: "the storage of a stack is written by the first push only",
        },
        Listed {
            path: "crates/cairn2d-geometry/src/tree/packed.rs",
            reason: "the boxes of sixteen items are gathered as rows",
        },
        Listed {
            path: "crates/cairn2d-geometry/src/manifold/compiled.rs",
            reason: "calls kernels behind function pointers, whose instructions were found to exist",
        },
        Listed {
            path: "crates/cairn2d-geometry/src/manifold/batch.rs",
            reason: "the shapes of a batch of pairs are gathered as rows, their numbers checked first",
        },
        Listed {
            path: "crates/cairn2d-space/examples/space_bench.rs",
            reason: "asks the system for the processor time of a thread",
        },
        Listed {
            path: "crates/cairn2d-tasks/src/pool.rs",
            reason: "lends a job to the workers for as long as they are inside it",
        },
        Listed {
            path: "crates/cairn2d-tasks/src/slots.rs",
            reason: "lends elements of a slice to the one thread that claimed them",
        },
        Listed {
            path: "crates/cairn2d-dynamics/src/kernels/disjoint/",
            reason: "hands rows of columns to the blocks of a task; debug builds check that they are disjoint",
        },
        Listed {
            path: "crates/cairn2d-dynamics/src/kernels/narrow_phase/",
            reason: "rows are gathered and scattered by contact slot, and no slot is in two parts",
        },
        Listed {
            path: "crates/cairn2d-dynamics/src/kernels/solver/",
            reason: "lanes and threads write rows of the same columns; a color has no body twice",
        },
        Listed {
            path: "crates/cairn2d-dynamics/src/stages/finalize_bodies.rs",
            reason: "calls the wide part of the stage on the columns it has borrowed",
        },
        Listed {
            path: "bindings/wasm/src/",
            reason: "names of functions in the compiled module, by an attribute; there is no unsafe code",
        },
        Listed {
            path: "bindings/c/src/",
            reason: "pointers of the caller in `handle.rs` and `memory.rs`; elsewhere names of functions, by an attribute",
        },
        Listed { path: "bindings/python/src/values.rs", reason: "lends lists to a struct for one call" },
        Listed { path: "bindings/lua/embed/src/values.rs", reason: "lends lists to a struct for one call" },
        Listed {
            path: "bindings/lua/embed/src/meter.rs",
            reason: "the allocator and the hook of a Lua state, which are functions of C",
        },
        Listed { path: "crates/cairn2d/tests/counting/mod.rs", reason: "a global allocator that counts" },
        Listed { path: "fuzz/loom/src/", reason: "cells that threads share, in models of the scheduler" },
        Listed {
            path: "crates/cairn2d/tests/host_floats/mod.rs",
            reason: "sets the modes that a host may have set",
        },
        Listed { path: "apps/testbed/src/render/gl.rs", reason: "calls of the graphics card" },
        Listed { path: "apps/testbed/src/render/thumbnail.rs", reason: "calls of the graphics card" },
        Listed { path: "apps/testbed/tests/render/offscreen.rs", reason: "calls of the graphics card" },
        Listed { path: "bench/harness/src/process.rs", reason: "asks the system for the processor time" },
        Listed { path: "bench/engines/box2d/src/", reason: "calls a C library through raw bindings" },
    ],
    layers: &[
        Layer { path: "crates/cairn2d-math", layer: 0 },
        Layer { path: "crates/cairn2d-tasks", layer: 0 },
        Layer { path: "crates/cairn2d-geometry", layer: 1 },
        Layer { path: "crates/cairn2d-polygon", layer: 2 },
        Layer { path: "crates/cairn2d-space", layer: 2 },
        Layer { path: "crates/cairn2d-path", layer: 1 },
        Layer { path: "crates/cairn2d-dynamics", layer: 3 },
        Layer { path: "crates/cairn2d", layer: 4 },
        Layer { path: "crates/cairn2d-batch", layer: 5 },
        Layer { path: "crates/cairn2d-fracture", layer: 5 },
        Layer { path: "crates/cairn2d-gas", layer: 5 },
        Layer { path: "crates/cairn2d-particles", layer: 5 },
        Layer { path: "crates/cairn2d-terrain", layer: 5 },
        Layer { path: "crates/cairn2d-scenes", layer: 6 },
        Layer { path: "crates/cairn2d-record", layer: 6 },
        Layer { path: "crates/cairn2d-import", layer: 7 },
        Layer { path: "crates/cairn2d-truth", layer: 7 },
        Layer { path: "apps/testbed/text/skrifa", layer: 0 },
        Layer { path: "apps/", layer: 9 },
        Layer { path: "bindings/api", layer: 0 },
        Layer { path: "bindings/c", layer: 7 },
        Layer { path: "bindings/conformance", layer: 8 },
        Layer { path: "bindings/python", layer: 8 },
        Layer { path: "bindings/lua/embed", layer: 8 },
        Layer { path: "bindings/", layer: 7 },
        Layer { path: "bench/harness", layer: 8 },
        Layer { path: "bench/engines/", layer: 9 },
        Layer { path: "bench/micro", layer: 9 },
        Layer { path: "bench/paths", layer: 9 },
        Layer { path: "bench/polygons", layer: 9 },
        Layer { path: "bench", layer: 9 },
        Layer { path: "fuzz", layer: 8 },
        Layer { path: "fuzz/loom", layer: 7 },
        Layer { path: "xtask", layer: 8 },
        Layer { path: "xtask/bindgen", layer: 8 },
    ],
    core: &[
        "crates/cairn2d-math",
        "crates/cairn2d-tasks",
        "crates/cairn2d-geometry",
        "crates/cairn2d-polygon",
        "crates/cairn2d-space",
        "crates/cairn2d-path",
        "crates/cairn2d-dynamics",
        "crates/cairn2d",
    ],
    externals: &[
        External {
            dependent: "cairn2d-math",
            dependency: "fearless_simd",
            reason: "the SIMD crate, where core::arch alone does not do: the one mandatory dependency of the core",
        },
        External { dependent: "cairn2d-math", dependency: "mint", reason: "optional conversions of vectors" },
        External { dependent: "cairn2d-math", dependency: "glam", reason: "optional conversions of vectors" },
        External {
            dependent: "cairn2d-polygon",
            dependency: "i_overlay",
            reason: "booleans of areas: integer core, no floats, no hash order",
        },
        External {
            dependent: "cairn2d-tasks",
            dependency: "rayon",
            reason: "optional: runs jobs on its pool",
        },
    ],
    upward_tests: &[
        External {
            dependent: "cairn2d-lua",
            dependency: "cairn2d-conformance",
            reason: "every conformance script runs through the module",
        },
        External {
            dependent: "bevy_cairn2d",
            dependency: "cairn2d-conformance",
            reason: "conformance scripts run through the plugin",
        },
        External {
            dependent: "cairn2d",
            dependency: "cairn2d-scenes",
            reason: "the integration tests of the facade run the built-in scenes",
        },
        External {
            dependent: "cairn2d-record",
            dependency: "cairn2d-scenes",
            reason: "every built-in scene is recorded and replayed",
        },
    ],
};
