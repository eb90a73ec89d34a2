//! Writes the thin wrapper for C++17.

use std::fmt::Write;

use crate::spell::{WRITTEN, c_type, code_name, receiver, value_name};
use crate::table::{Argument, Call, CallKind, Outcome, Table, Type};

const HEAD: &str = r#"#ifndef CAIRN2D_HPP
#define CAIRN2D_HPP

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "cairn2d.h"

namespace cairn {

/// An error of the engine: its code, and its text from `what()`.
class error : public std::runtime_error {
public:
    error() : std::runtime_error(cairn_error_text()), code_(cairn_last_error()) {}
    cairn_result code() const noexcept { return code_; }

private:
    cairn_result code_;
};

using vec2 = cairn_vec2;
using dvec2 = cairn_dvec2;
using rot = cairn_rot;
using pose = cairn_pose;

/// Position and angle, as an argument.
struct place {
    vec2 position;
    float angle = 0;
};

namespace detail {
/// Throws the error of a result; returns whether there is a value.
inline bool check(cairn_result result) {
    if (result < 0) throw error();
    return result == CAIRN_OK;
}

/// Reads a list of unknown length.
template <class T, class F> std::vector<T> list(F call) {
    std::vector<T> items(16);
    std::uint32_t count = 0;
    check(call(items.data(), static_cast<std::uint32_t>(items.size()), &count));
    if (count > items.size()) {
        items.resize(count);
        check(call(items.data(), count, &count));
    }
    items.resize(count);
    return items;
}
} // namespace detail

/// A list that the world keeps until the next call for the same list.
template <class T> class view {
public:
    view(const T* first, std::uint32_t count) : first_(first), count_(count) {}
    const T* begin() const noexcept { return first_; }
    const T* end() const noexcept { return first_ + count_; }
    std::size_t size() const noexcept { return count_; }
    const T& operator[](std::size_t index) const noexcept { return first_[index]; }

private:
    const T* first_;
    std::uint32_t count_;
};

"#;

const WORLD: &str = r#"/// A world. Owns everything in it; moves, and copies by `clone`.
class world {
public:
    explicit world(const cairn_world_config& config = cairn_world_config_default()) : it_(cairn_world_new(&config)) {
        if (!it_) throw error();
    }
    world(world&& other) noexcept : it_(std::exchange(other.it_, nullptr)) {}
    world& operator=(world&& other) noexcept {
        std::swap(it_, other.it_);
        return *this;
    }
    world(const world&) = delete;
    world& operator=(const world&) = delete;
    ~world() { cairn_world_free(it_); }

    /// The world of the C functions.
    cairn_world* get() const noexcept { return it_; }

    /// Copies the world; the copy goes on with the same bits.
    world clone() const {
        cairn_world* copy = cairn_world_clone(it_);
        if (!copy) throw error();
        return world(copy);
    }

    /// Returns the whole state as bytes.
    std::vector<std::uint8_t> snapshot() const {
        cairn_bytes bytes;
        detail::check(cairn_world_snapshot(it_, &bytes));
        std::vector<std::uint8_t> copy(bytes.data, bytes.data + bytes.len);
        cairn_bytes_free(&bytes);
        return copy;
    }

    /// Replaces the state by that of a snapshot.
    void restore(const std::vector<std::uint8_t>& bytes) {
        detail::check(cairn_world_restore(it_, bytes.data(), bytes.size()));
    }

    /// Returns the poses of many bodies.
    std::vector<cairn_pose> read_poses(const std::vector<cairn_body_id>& bodies) const {
        std::vector<cairn_pose> poses(bodies.size());
        detail::check(cairn_world_read_poses(it_, bodies.data(), static_cast<std::uint32_t>(bodies.size()), poses.data()));
        return poses;
    }

    class body body(cairn_body_id id) const noexcept;
    class shape shape(cairn_shape_id id) const noexcept;
    class joint joint(cairn_joint_id id) const noexcept;
    class contact contact(cairn_contact_id id) const noexcept;

"#;

/// Returns `bindings/c/include/cairn2d.hpp`.
pub(crate) fn write(table: &Table) -> String {
    let mut out = format!(
        "// {WRITTEN}\n//\n// The cairn2d physics engine for C++17: a thin wrapper of cairn2d.h. Errors are thrown as `cairn::error`.\n{HEAD}"
    );
    for (owner, class) in OWNERS {
        if owner == "World" {
            out.push_str("class body;\nclass shape;\nclass joint;\nclass contact;\n\n");
            out.push_str(WORLD);
        } else {
            let _ = writeln!(
                out,
                "/// A {class} of a world: the world and an id. Valid as long as the world; calls about a removed {class}\n/// throw.\nclass {class} {{\npublic:"
            );
            let _ = writeln!(
                out,
                "    {class}(cairn_world* world, cairn_{class}_id id) noexcept : it_(world), id_(id) {{}}"
            );
            let _ = writeln!(out, "    cairn_{class}_id id() const noexcept {{ return id_; }}\n");
        }
        for call in table.bound() {
            let events = call.owner == "Events" && owner == "World";
            if call.owner == owner || events {
                method(&mut out, call);
            }
        }
        match owner {
            "World" => out.push_str("\nprivate:\n    explicit world(cairn_world* it) noexcept : it_(it) {}\n\n    cairn_world* it_;\n};\n\n"),
            _ => {
                let _ = writeln!(out, "\nprivate:\n    cairn_world* it_;\n    cairn_{class}_id id_;\n}};\n");
            }
        }
    }
    for (owner, class) in OWNERS.iter().filter(|(owner, _)| *owner != "World") {
        let _ = owner;
        let _ = writeln!(
            out,
            "inline class {class} world::{class}(cairn_{class}_id id) const noexcept {{ return cairn::{class}(it_, id); }}"
        );
    }
    out.push_str("\n} // namespace cairn\n\n#endif\n");
    out
}

const OWNERS: [(&str, &str); 5] =
    [("World", "world"), ("Body", "body"), ("Shape", "shape"), ("Joint", "joint"), ("Contact", "contact")];

/// Name of a call in C++.
pub(crate) fn name(call: &Call) -> String {
    let class = if call.owner == "Events" { "world".to_owned() } else { call.owner.to_lowercase() };
    match (call.kind, call.name.as_str()) {
        (CallKind::Own, "new") => "world::world".to_owned(),
        (CallKind::Own, "free") => "world::~world".to_owned(),
        (CallKind::Own, "clone" | "snapshot" | "restore" | "read_poses") => format!("world::{}", call.name),
        (CallKind::Own, _) => "as in C".to_owned(),
        _ => format!("{class}::{}", method_name(call)),
    }
}

/// Events whose names other lists have, and words of the language.
fn method_name(call: &Call) -> String {
    match (call.owner.as_str(), call.name.as_str()) {
        ("Events", name) => format!("{}_events", name.strip_suffix('s').unwrap_or(name)),
        (_, name) => name.to_owned(),
    }
}

fn method(out: &mut String, call: &Call) {
    let (parameters, mut arguments) =
        (call.arguments.iter().map(parameter).collect::<Vec<_>>().join(", "), vec!["it_".to_owned()]);
    if receiver(call).is_some() {
        arguments.push("id_".to_owned());
    }
    arguments.extend(call.arguments.iter().map(passed));
    let arguments = arguments.join(", ");
    let constant = if call.kind == CallKind::Change { "" } else { " const" };
    let (name, code) = (method_name(call), code_name(call));
    let _ = writeln!(out, "    /// {}", call.doc);
    let _ = match &call.outcome {
        Outcome::Nothing => {
            writeln!(out, "    void {name}({parameters}){constant} {{ detail::check({code}({arguments})); }}")
        }
        Outcome::One(kind) => {
            let kind = c_type(kind);
            let _ = value_name(call);
            writeln!(
                out,
                "    {kind} {name}({parameters}){constant} {{\n        {kind} out;\n        detail::check({code}({arguments}, &out));\n        return out;\n    }}"
            )
        }
        Outcome::Maybe(kind) => {
            let kind = c_type(kind);
            writeln!(
                out,
                "    std::optional<{kind}> {name}({parameters}){constant} {{\n        {kind} out;\n        if (!detail::check({code}({arguments}, &out))) return std::nullopt;\n        return out;\n    }}"
            )
        }
        Outcome::List(kind) => {
            let kind = c_type(kind);
            writeln!(
                out,
                "    std::vector<{kind}> {name}({parameters}){constant} {{\n        return detail::list<{kind}>([&]({kind}* out, std::uint32_t capacity, std::uint32_t* count) {{\n            return {code}({arguments}, out, capacity, count);\n        }});\n    }}"
            )
        }
        Outcome::View(kind) => {
            let kind = c_type(kind);
            writeln!(
                out,
                "    view<{kind}> {name}({parameters}) {{\n        std::uint32_t count = 0;\n        const {kind}* first = {code}({arguments}, &count);\n        if (!first) throw error();\n        return {{first, count}};\n    }}"
            )
        }
    };
}

fn parameter(argument: &Argument) -> String {
    let name = &argument.name;
    match &argument.kind {
        Type::Vec2 => format!("vec2 {name}"),
        Type::DVec2 => format!("dvec2 {name}"),
        Type::Pose => format!("place {name}"),
        Type::Struct(of) if of == "query_filter" => {
            format!("const cairn_query_filter& {name} = cairn_query_filter_default()")
        }
        Type::Struct(of) => format!("const cairn_{of}& {name}"),
        Type::List(inner) => format!("const std::vector<{}>& {name}", c_type(inner)),
        kind => format!("{} {name}", c_type(kind)),
    }
}

fn passed(argument: &Argument) -> String {
    let name = &argument.name;
    match &argument.kind {
        Type::Vec2 | Type::DVec2 => format!("{name}.x, {name}.y"),
        Type::Pose => format!("{name}.position.x, {name}.position.y, {name}.angle"),
        Type::Struct(_) => format!("&{name}"),
        Type::List(_) => format!("{name}.data(), static_cast<std::uint32_t>({name}.size())"),
        _ => name.clone(),
    }
}
