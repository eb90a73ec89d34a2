//! The scenes of a comparison and their expected properties, from the engine-independent description.

use cairn2d_bench_harness::GAME_NAMES;

/// Properties of a scene that every engine must reproduce.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KnownScene {
    /// Its name.
    pub(crate) name: &'static str,
    /// Its number of steps, the untimed first one included.
    pub(crate) steps: u32,
    /// Its bodies, shapes and joints: before the first step, or at the end for the scene that fills up while
    /// it runs.
    pub(crate) counts: [u64; 3],
    /// The pairs of shapes that touch after the first step, if the description determines them.
    pub(crate) touching: Option<u64>,
    /// Whether it is a stack that must stand.
    pub(crate) stands: bool,
}

const fn moving(name: &'static str, steps: u32, counts: [u64; 3]) -> KnownScene {
    KnownScene { name, steps, counts, touching: None, stands: false }
}

const fn standing(name: &'static str, steps: u32, counts: [u64; 3], touching: u64) -> KnownScene {
    KnownScene { name, steps, counts, touching: Some(touching), stands: true }
}

/// The usual ten.
pub(crate) const BENCHMARK: [KnownScene; 10] = [
    moving("compounds", 500, [3001, 6282, 0]),
    moving("joint_grid", 500, [10000, 10000, 19800]),
    moving("junkyard", 800, [8002, 8262, 0]),
    standing("large_pyramid", 500, [5051, 5051, 0], 14950),
    standing("many_pyramids", 200, [22001, 22020, 0], 58000),
    moving("rain", 1000, [11001, 15505, 10000]),
    moving("smash", 300, [9601, 9601, 0]),
    moving("spinner", 500, [6078, 6437, 1]),
    moving("tumbler", 750, [2027, 2029, 1]),
    moving("washer", 500, [8102, 8140, 0]),
];

/// The five that cairn2d was first measured with. The wall's half-overhanging bricks fall, so it does not
/// quite stand.
pub(crate) const FOUNDING: [KnownScene; 5] = [
    standing("pyramid990", 500, [991, 991, 0], 2882),
    moving("wall1000", 500, [1001, 1001, 0]),
    moving("moving10k", 500, [10001, 10004, 0]),
    moving("moving20k", 500, [20001, 20004, 0]),
    moving("moving20k_filtered", 500, [20001, 20004, 0]),
];

/// Worlds in which a step has little work.
pub(crate) const SMALL: [KnownScene; 2] =
    [standing("pyramid10", 500, [11, 11, 0], 22), standing("pyramid105", 500, [106, 106, 0], 287)];

/// The games whose steps are lists of queries: the first of the suite.
const QUERY_GAMES: usize = 6;

/// Returns the properties of a scene; `None` for a file and for scenes that are not made for comparison.
pub(crate) fn known(name: &str) -> Option<&'static KnownScene> {
    BENCHMARK.iter().chain(&FOUNDING).chain(&SMALL).find(|scene| scene.name == name)
}

/// Returns the name of the suite of a scene; geometric means are over one suite.
pub(crate) fn suite(name: &str) -> &'static str {
    if GAME_NAMES.contains(&name) {
        "games"
    } else if BENCHMARK.iter().chain(&FOUNDING).any(|scene| scene.name == name) {
        "benchmark"
    } else {
        "others"
    }
}

/// Returns the names of a list such as `benchmark,pyramid10`: each part is a set, a scene or a file.
pub(crate) fn expand(list: &str) -> Vec<String> {
    let names = |scenes: &[KnownScene]| scenes.iter().map(|scene| scene.name.to_owned()).collect::<Vec<_>>();
    let expand_one = |part: &str| match part {
        "benchmark" => names(&BENCHMARK),
        "founding" => names(&FOUNDING),
        "small" => names(&SMALL),
        "queries" => GAME_NAMES[..QUERY_GAMES].iter().map(|&name| name.to_owned()).collect(),
        "game" | "games" => GAME_NAMES.map(str::to_owned).to_vec(),
        "all" => [names(&BENCHMARK), names(&FOUNDING)].concat(),
        name => vec![name.to_owned()],
    };
    list.split(',').filter(|part| !part.is_empty()).flat_map(expand_one).collect()
}

#[cfg(test)]
mod tests {
    use super::{expand, known, suite};

    #[test]
    fn scene_sets_are_expanded() {
        assert_eq!(expand("all").len(), 15);
        assert_eq!((expand("queries").len(), expand("game").len()), (6, 29));
        assert_eq!((suite("rays"), suite("tumbler"), suite("a.json")), ("games", "benchmark", "others"));
        assert_eq!(expand("small,tumbler,a.json"), ["pyramid10", "pyramid105", "tumbler", "a.json"]);
        assert!(expand("all").iter().all(|name| known(name).is_some()));
    }

    #[test]
    fn pyramid_box_touches_ground_and_neighbors() {
        for (name, base) in [("pyramid10", 4), ("pyramid105", 14), ("pyramid990", 44), ("large_pyramid", 100)]
        {
            let pairs_above = base * (base - 1);
            let pairs_beside = base * (base - 1) / 2;
            assert_eq!(known(name).unwrap().touching, Some(base + pairs_above + pairs_beside));
        }
    }
}
