//! Reads the sources of the engine: every public function with a number or an id must be in one of the
//! tables.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::{ids, numbers};

/// Types that carry numbers or ids.
const CARRIERS: &[&str] = &[
    "f32",
    "f64",
    "Vec2",
    "DVec2",
    "Pose",
    "Rot",
    "Aabb",
    "Ray",
    "ShapeCast<'_>",
    "Sweep",
    "Mass",
    "Material",
    "MaterialPair",
    "OneWay",
    "Motor",
    "Servo",
    "LinearMotor",
    "LinearSpring",
    "Spring",
    "BodyId",
    "ShapeId",
    "JointId",
    "FieldId",
    "Field",
    "Explosion",
    "ContactId",
    "Body",
    "ChainDef",
    "JointDef",
    "WorldConfig",
    "IntoShape",
    "Into<Shape>",
];

/// Functions that need no table, each with the reason.
const EXEMPT: &[(&str, &str)] = &[
    ("BodyMut::drop_through_shape", "an id of nothing lets nothing go, as one of a solid shape"),
    ("ShapeDef::reshaped", "is checked where the definition is used"),
    ("OneWay::new", "is checked where it is given to a shape"),
    ("ContactSoftness::new", "is checked where it is given to a material"),
    ("ConstraintRow::offset", "computes a row from numbers and stores nothing"),
    ("World::spawn", "all of its body is tried through the builder"),
    ("ShapeInBox::velocity_at", "computes a number from numbers and stores nothing"),
    ("BodyRef::velocity_at", "computes a number from numbers and stores nothing"),
    ("Area::contains", "compares numbers and stores nothing"),
    ("Area::polygon", "tried with areas that do not suit"),
    ("Interpolated::new", "keeps poses for drawing, outside of any world"),
    ("Interpolated::advance", "keeps poses for drawing, outside of any world"),
    ("Interpolated::teleport", "keeps poses for drawing, outside of any world"),
    ("Interpolated::at", "computes a pose for drawing"),
    ("QueryFilter::only", "a function of the caller's"),
    ("ValueError::new", "makes an error from any number"),
];

/// Modules that need no table: they are built on the public functions of the world and have their own tests,
/// or store nothing.
const TRIED_ELSEWHERE: &[(&str, &str)] = &[
    ("BodyRef::pose_from", "computes a pose from numbers and stores nothing"),
    ("JointRef::frames_from", "computes poses from numbers and stores nothing"),
    ("ContactRef::points_from", "computes points from numbers and stores nothing"),
    ("BodyRef::pose_after", "computes a pose from numbers and stores nothing"),
    ("Surroundings::response", "a function of the caller's"),
    ("BytesWriter::f32", "writes the bits of any float; the reader checks them"),
    ("BytesWriter::vec2", "writes the bits of any vector; the reader checks them"),
    ("BytesReader::f32", "tested in system/tests.rs"),
    ("BytesReader::vec2", "tested in system/tests.rs"),
    ("SystemHasher::floats", "hashes the bits of any float"),
    ("Body::half_plane", "tested in ground_shapes.rs"),
    ("World::restore_with", "tested in snapshots.rs"),
    ("CharacterInput::walk", "tested in mover.rs"),
    ("CharacterInput::jump", "tested in mover.rs"),
    ("Appearance::appearances", "changes no world, tested in debug_draw.rs"),
    ("Appearance::joint_poses", "changes no world, drawn in debug_draw.rs"),
    ("PortalFrame::fixed", "tested in portals.rs"),
    ("PortalFrame::on", "tested in portals.rs"),
    ("PortalPair::width", "tested in portals.rs"),
    ("World::images", "lists nothing for an id of nothing, tested in portals.rs"),
    ("WorldGrid::cell_at", "tested in paths.rs"),
    ("WorldGrid::new", "tested in paths.rs"),
    ("WorldGrid::new_with", "tested in paths.rs"),
    ("WorldGrid::toward", "tested in paths.rs"),
    ("WorldGrid::update", "tested in paths.rs"),
    ("WorldGrid::update_with", "tested in paths.rs"),
    ("Character::new", "tested in mover.rs"),
    ("Character::update", "tested in mover.rs"),
    ("Character::teleport", "tested in mover.rs"),
    ("Character::launch", "tested in mover.rs"),
    ("Character::push", "tested in mover.rs"),
    ("Character::move_body", "tested in mover/own_body.rs"),
    ("CarInput::throttle", "tested in vehicles.rs"),
    ("CarInput::brake", "tested in vehicles.rs"),
    ("CarInput::steer", "tested in vehicles.rs"),
    ("SprungWheel::new", "tested in vehicles.rs"),
    ("SprungWheel::spring", "tested in vehicles.rs"),
    ("SprungWheel::driven", "tested in vehicles.rs"),
    ("SprungWheel::friction", "tested in vehicles.rs"),
    ("SprungCar::new", "tested in vehicles.rs"),
    ("SprungCar::ignore", "to ignore what is not there changes nothing"),
    ("SprungCar::update", "tested in vehicles.rs"),
    ("TopDownWheel::new", "tested in vehicles.rs"),
    ("TopDownWheel::driven", "tested in vehicles.rs"),
    ("TopDownCar::new", "tested in vehicles.rs"),
    ("TopDownCar::update", "tested in vehicles.rs"),
    ("Muscles::follow", "tested in muscles.rs"),
    ("Finger::pick", "tested in pick.rs"),
    ("Finger::grab", "tested in pick.rs"),
    ("Outline::new", "tested in joined.rs"),
    ("Outline::density", "tested in joined.rs"),
    ("Outline::material", "is checked when the body is spawned, as that of a shape"),
];

pub(crate) fn sources() -> Vec<PathBuf> {
    let manifest = std::env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    let mut files = Vec::new();
    let mut folders = vec![manifest.join("../cairn2d-dynamics/src"), manifest.join("src")];
    while let Some(folder) = folders.pop() {
        let entries =
            std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        for entry in entries {
            let path = entry.expect("a folder can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs")
                && !path.ends_with("tests.rs")
            {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// Public functions of a file with parameters of these types, as `Type::function`.
fn functions(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let text = text.split("#[cfg(test)]").next().unwrap_or_default();
    let mut owner = String::new();
    let mut found = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let code = line.trim_start();
        let is_trait = code.starts_with("pub trait ");
        if code.starts_with("impl")
            || is_trait
            || code.contains("(impl $view")
            || code.starts_with("macro_rules! ")
        {
            owner = owner_of(code);
        }
        let public = code.strip_prefix("pub fn ").or_else(|| code.strip_prefix("pub const fn "));
        let of_trait = if owner == "IntoShape" { code.strip_prefix("fn ") } else { None };
        let Some(rest) = public.or(of_trait) else { continue };
        let mut signature = rest.to_owned();
        while !signature.contains('{') && !signature.contains(';') {
            let Some(more) = lines.next() else { break };
            signature.push_str(more.trim());
        }
        let name: String = signature.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        let parameters = signature.split_once('(').map_or("", |(_, rest)| rest);
        let parameters =
            parameters.split("->").next().unwrap_or_default().split('{').next().unwrap_or_default();
        let mut words = parameters.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '<' && c != '>');
        if words.any(|word| {
            CARRIERS.iter().any(|carrier| word == *carrier || word.contains(&format!("<{carrier}>")))
        }) {
            found.push(format!("{owner}::{name}"));
        }
    }
    found
}

/// The type of the functions below this line.
fn owner_of(code: &str) -> String {
    let code = code.rsplit(" for ").next().unwrap_or(code);
    let code =
        code.trim_start_matches("$(").trim_start_matches("pub trait ").trim_start_matches("macro_rules! ");
    let code = code.strip_prefix("impl<'a, P> ").or_else(|| code.strip_prefix("impl<P> ")).unwrap_or(code);
    let code = code.strip_prefix("impl<'a> ").or_else(|| code.strip_prefix("impl ")).unwrap_or(code);
    let name: String = code.chars().take_while(|c| c.is_alphanumeric() || "_$".contains(*c)).collect();
    match name.as_str() {
        // Macros write the same functions for several types; the tables test one type.
        "$view" => "BodyRef".to_owned(),
        "base_setters" => "Revolute".to_owned(),
        "line_setters" => "Prismatic".to_owned(),
        "typed_id" | "$name" => "BodyId".to_owned(),
        _ => name,
    }
}

fn tried() -> BTreeSet<String> {
    let mut tried: BTreeSet<String> =
        numbers::table().iter().map(|entry| entry.function.to_owned()).collect();
    tried.extend(ids::BODIES.iter().map(|(function, _)| (*function).to_owned()));
    tried.extend(ids::RECEIVERS.iter().map(|(function, _)| (*function).to_owned()));
    tried.extend(ids::SHAPES.iter().map(|(function, _)| (*function).to_owned()));
    tried.extend(ids::JOINTS.iter().map(|(function, _)| (*function).to_owned()));
    tried.extend(ids::FIELDS.iter().map(|(function, _)| (*function).to_owned()));
    tried.extend(ids::CONTACTS.iter().map(|(function, _)| (*function).to_owned()));
    tried
}

#[test]
fn every_public_function_with_numbers_or_ids_is_tested() {
    let tried = tried();
    let exempt = EXEMPT.iter().chain(TRIED_ELSEWHERE);
    let exempt: BTreeSet<String> = exempt.map(|(function, _)| (*function).to_owned()).collect();
    let there: BTreeSet<String> = sources().iter().flat_map(|path| functions(path)).collect();
    assert!(there.len() > 60, "only {} functions were found: the reader is broken", there.len());
    let missing: Vec<&String> =
        there.iter().filter(|name| !tried.contains(*name) && !exempt.contains(*name)).collect();
    assert!(missing.is_empty(), "not tried with bad numbers or ids: {missing:?}");
    let idle: Vec<&String> =
        exempt.iter().filter(|name| !there.contains(*name) || tried.contains(*name)).collect();
    assert!(idle.is_empty(), "exempt without need: {idle:?}");
}
