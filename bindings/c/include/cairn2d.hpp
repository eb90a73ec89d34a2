// Written by `cargo xtask bindings` from the table of the API.
//
// The cairn2d physics engine for C++17: a thin wrapper of cairn2d.h. Errors are thrown as `cairn::error`.
#ifndef CAIRN2D_HPP
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

class body;
class shape;
class joint;
class contact;

/// A world. Owns everything in it; moves, and copies by `clone`.
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

    /// Advances the world by a time.
    cairn_step_report step(float dt) {
        cairn_step_report out;
        detail::check(cairn_world_step(it_, dt, &out));
        return out;
    }
    /// Returns the hash of the state, the same on every machine.
    uint64_t hash() const {
        uint64_t out;
        detail::check(cairn_world_get_hash(it_, &out));
        return out;
    }
    /// Returns the number of steps since the world was made.
    uint64_t step_count() const {
        uint64_t out;
        detail::check(cairn_world_get_step_count(it_, &out));
        return out;
    }
    /// Returns the numbers of objects.
    cairn_counts counts() const {
        cairn_counts out;
        detail::check(cairn_world_get_counts(it_, &out));
        return out;
    }
    /// Sets the gravity and wakes all bodies.
    void set_gravity(vec2 gravity) { detail::check(cairn_world_set_gravity(it_, gravity.x, gravity.y)); }
    /// Returns the gravity.
    cairn_vec2 gravity() const {
        cairn_vec2 out;
        detail::check(cairn_world_get_gravity(it_, &out));
        return out;
    }
    /// Sets the number of sub-steps, 1 to 64.
    void set_sub_steps(uint32_t sub_steps) { detail::check(cairn_world_set_sub_steps(it_, sub_steps)); }
    /// Sets whether bodies may fall asleep.
    void set_sleeping(bool sleeping) { detail::check(cairn_world_set_sleeping(it_, sleeping)); }
    /// Sets whether fast bodies stop at static shapes.
    void set_continuous(bool continuous) { detail::check(cairn_world_set_continuous(it_, continuous)); }
    /// Sets the number of threads, 1 to 64; results do not depend on it.
    void set_threads(uint32_t threads) { detail::check(cairn_world_set_threads(it_, threads)); }
    /// Sets the instruction set; results do not depend on it.
    void set_lanes(cairn_lanes lanes) { detail::check(cairn_world_set_lanes(it_, lanes)); }
    /// Moves the origin of coordinates to a point.
    void shift_origin(vec2 origin) { detail::check(cairn_world_shift_origin(it_, origin.x, origin.y)); }
    /// Sets whether every stage checks the whole world, in debug builds.
    void set_stage_checks(bool on) { detail::check(cairn_world_set_stage_checks(it_, on)); }
    /// Reserves memory for this many objects.
    void reserve(uint32_t bodies, uint32_t shapes, uint32_t joints, uint32_t contacts) { detail::check(cairn_world_reserve(it_, bodies, shapes, joints, contacts)); }
    /// Returns whether no call has changed the world.
    bool is_untouched() const {
        bool out;
        detail::check(cairn_world_get_is_untouched(it_, &out));
        return out;
    }
    /// Returns whether calls are recorded.
    bool is_recorded() const {
        bool out;
        detail::check(cairn_world_get_is_recorded(it_, &out));
        return out;
    }
    /// Returns the number of steps since the recording began.
    uint64_t recorded_steps() const {
        uint64_t out;
        detail::check(cairn_world_get_recorded_steps(it_, &out));
        return out;
    }
    /// Adds a body with its shapes.
    cairn_body_id spawn(const cairn_body_def& def) {
        cairn_body_id out;
        detail::check(cairn_world_try_spawn(it_, &def, &out));
        return out;
    }
    /// Removes a body with its shapes and joints.
    void despawn(cairn_body_id body) { detail::check(cairn_world_despawn(it_, body)); }
    /// Lists all bodies in the order of their slots.
    std::vector<cairn_body_id> bodies() const {
        return detail::list<cairn_body_id>([&](cairn_body_id* out, std::uint32_t capacity, std::uint32_t* count) {
            return cairn_world_bodies(it_, out, capacity, count);
        });
    }
    /// Applies impulses to many bodies.
    cairn_impulse_counts apply_impulses(const std::vector<cairn_body_impulse>& impulses, float wake_above) {
        cairn_impulse_counts out;
        detail::check(cairn_world_apply_impulses(it_, impulses.data(), static_cast<std::uint32_t>(impulses.size()), wake_above, &out));
        return out;
    }
    /// Adds a shape to a body.
    cairn_shape_id attach(cairn_body_id body, const cairn_shape_def& def) {
        cairn_shape_id out;
        detail::check(cairn_world_try_attach(it_, body, &def, &out));
        return out;
    }
    /// Adds the segments of a chain to a body; returns their number. `Body.shapes` lists them.
    uint32_t attach_chain(cairn_body_id body, const cairn_chain_def& def) {
        uint32_t out;
        detail::check(cairn_world_try_attach_chain(it_, body, &def, &out));
        return out;
    }
    /// Removes a shape.
    void detach(cairn_shape_id shape) { detail::check(cairn_world_detach(it_, shape)); }
    /// Moves a shape to another body.
    void reattach(cairn_shape_id shape, cairn_body_id body) { detail::check(cairn_world_reattach(it_, shape, body)); }
    /// Lists all shapes in the order of their slots.
    std::vector<cairn_shape_id> shapes() const {
        return detail::list<cairn_shape_id>([&](cairn_shape_id* out, std::uint32_t capacity, std::uint32_t* count) {
            return cairn_world_shapes(it_, out, capacity, count);
        });
    }
    /// Sets the material of contacts between two material ids.
    void set_material_pair(uint64_t a, uint64_t b, const cairn_material_pair& pair) { detail::check(cairn_world_set_material_pair(it_, a, b, &pair)); }
    /// Removes the material of a pair.
    void clear_material_pair(uint64_t a, uint64_t b) { detail::check(cairn_world_clear_material_pair(it_, a, b)); }
    /// Returns the material of a pair.
    std::optional<cairn_material_pair> material_pair(uint64_t a, uint64_t b) const {
        cairn_material_pair out;
        if (!detail::check(cairn_world_material_pair(it_, a, b, &out))) return std::nullopt;
        return out;
    }
    /// Adds a joint.
    cairn_joint_id join(const cairn_joint_def& def) {
        cairn_joint_id out;
        detail::check(cairn_world_try_join(it_, &def, &out));
        return out;
    }
    /// Removes a joint.
    void unjoin(cairn_joint_id joint) { detail::check(cairn_world_unjoin(it_, joint)); }
    /// Lists all joints in the order of their slots.
    std::vector<cairn_joint_id> joints() const {
        return detail::list<cairn_joint_id>([&](cairn_joint_id* out, std::uint32_t capacity, std::uint32_t* count) {
            return cairn_world_joints(it_, out, capacity, count);
        });
    }
    /// Lists all contacts, touching or not.
    std::vector<cairn_contact_id> contacts() const {
        return detail::list<cairn_contact_id>([&](cairn_contact_id* out, std::uint32_t capacity, std::uint32_t* count) {
            return cairn_world_contacts(it_, out, capacity, count);
        });
    }
    /// Contacts that began to touch.
    view<cairn_touch_event> begin_events() {
        std::uint32_t count = 0;
        const cairn_touch_event* first = cairn_events_begins(it_, &count);
        if (!first) throw error();
        return {first, count};
    }
    /// Contacts that ended.
    view<cairn_touch_event> end_events() {
        std::uint32_t count = 0;
        const cairn_touch_event* first = cairn_events_ends(it_, &count);
        if (!first) throw error();
        return {first, count};
    }
    /// Overlaps of sensors that began or ended.
    view<cairn_sensor_event> sensor_events() {
        std::uint32_t count = 0;
        const cairn_sensor_event* first = cairn_events_sensors(it_, &count);
        if (!first) throw error();
        return {first, count};
    }
    /// Hits above the speed of their shapes.
    view<cairn_hit_event> hit_events() {
        std::uint32_t count = 0;
        const cairn_hit_event* first = cairn_events_hits(it_, &count);
        if (!first) throw error();
        return {first, count};
    }
    /// Bodies that moved.
    view<cairn_move_event> move_events() {
        std::uint32_t count = 0;
        const cairn_move_event* first = cairn_events_moves(it_, &count);
        if (!first) throw error();
        return {first, count};
    }
    /// Bodies that fell asleep.
    view<cairn_sleep_event> sleep_events() {
        std::uint32_t count = 0;
        const cairn_sleep_event* first = cairn_events_sleeps(it_, &count);
        if (!first) throw error();
        return {first, count};
    }
    /// Bodies that woke.
    view<cairn_sleep_event> wake_events() {
        std::uint32_t count = 0;
        const cairn_sleep_event* first = cairn_events_wakes(it_, &count);
        if (!first) throw error();
        return {first, count};
    }
    /// Bodies that passed openings, in order.
    view<cairn_teleport_event> teleport_events() {
        std::uint32_t count = 0;
        const cairn_teleport_event* first = cairn_events_teleports(it_, &count);
        if (!first) throw error();
        return {first, count};
    }
    /// Joints that broke.
    view<cairn_joint_event> break_events() {
        std::uint32_t count = 0;
        const cairn_joint_event* first = cairn_events_breaks(it_, &count);
        if (!first) throw error();
        return {first, count};
    }
    /// Joints whose load rose above its limit.
    view<cairn_joint_event> overload_events() {
        std::uint32_t count = 0;
        const cairn_joint_event* first = cairn_events_overloads(it_, &count);
        if (!first) throw error();
        return {first, count};
    }
    /// Joints whose load fell below its limit.
    view<cairn_joint_event> overload_end_events() {
        std::uint32_t count = 0;
        const cairn_joint_event* first = cairn_events_overload_ends(it_, &count);
        if (!first) throw error();
        return {first, count};
    }
    /// Lists the overlaps of all sensors.
    std::vector<cairn_overlap> sensor_overlaps() const {
        return detail::list<cairn_overlap>([&](cairn_overlap* out, std::uint32_t capacity, std::uint32_t* count) {
            return cairn_world_sensor_overlaps(it_, out, capacity, count);
        });
    }
    /// Returns the first hit of a ray.
    std::optional<cairn_cast_result> cast_ray(vec2 origin, vec2 translation, const cairn_query_filter& filter = cairn_query_filter_default()) const {
        cairn_cast_result out;
        if (!detail::check(cairn_world_cast_ray(it_, origin.x, origin.y, translation.x, translation.y, &filter, &out))) return std::nullopt;
        return out;
    }
    /// Returns any hit of a ray.
    std::optional<cairn_cast_result> cast_ray_any(vec2 origin, vec2 translation, const cairn_query_filter& filter = cairn_query_filter_default()) const {
        cairn_cast_result out;
        if (!detail::check(cairn_world_cast_ray_any(it_, origin.x, origin.y, translation.x, translation.y, &filter, &out))) return std::nullopt;
        return out;
    }
    /// Lists all hits of a ray in order of distance.
    std::vector<cairn_cast_result> cast_ray_sorted(vec2 origin, vec2 translation, const cairn_query_filter& filter = cairn_query_filter_default()) const {
        return detail::list<cairn_cast_result>([&](cairn_cast_result* out, std::uint32_t capacity, std::uint32_t* count) {
            return cairn_world_cast_ray_sorted(it_, origin.x, origin.y, translation.x, translation.y, &filter, out, capacity, count);
        });
    }
    /// Casts many rays; the answers have their order.
    std::vector<cairn_ray_answer> cast_rays(const std::vector<cairn_ray>& rays, const cairn_query_filter& filter = cairn_query_filter_default()) const {
        return detail::list<cairn_ray_answer>([&](cairn_ray_answer* out, std::uint32_t capacity, std::uint32_t* count) {
            return cairn_world_cast_rays(it_, rays.data(), static_cast<std::uint32_t>(rays.size()), &filter, out, capacity, count);
        });
    }
    /// Returns the first hit of a moving circle.
    std::optional<cairn_cast_result> cast_circle(vec2 origin, vec2 translation, float radius, const cairn_query_filter& filter = cairn_query_filter_default()) const {
        cairn_cast_result out;
        if (!detail::check(cairn_world_cast_circle(it_, origin.x, origin.y, translation.x, translation.y, radius, &filter, &out))) return std::nullopt;
        return out;
    }
    /// Returns the first hit of a moving shape.
    std::optional<cairn_cast_result> cast_shape(const cairn_geometry& geometry, place pose, vec2 translation, const cairn_query_filter& filter = cairn_query_filter_default()) const {
        cairn_cast_result out;
        if (!detail::check(cairn_world_cast_shape(it_, &geometry, pose.position.x, pose.position.y, pose.angle, translation.x, translation.y, &filter, &out))) return std::nullopt;
        return out;
    }
    /// Returns the shape nearest to a point within a radius.
    std::optional<cairn_nearest_result> nearest(vec2 point, float radius, const cairn_query_filter& filter = cairn_query_filter_default()) const {
        cairn_nearest_result out;
        if (!detail::check(cairn_world_nearest(it_, point.x, point.y, radius, &filter, &out))) return std::nullopt;
        return out;
    }
    /// Lists the shapes within a radius of a point.
    std::vector<cairn_nearest_result> nearest_all(vec2 point, float radius, const cairn_query_filter& filter = cairn_query_filter_default()) const {
        return detail::list<cairn_nearest_result>([&](cairn_nearest_result* out, std::uint32_t capacity, std::uint32_t* count) {
            return cairn_world_nearest_all(it_, point.x, point.y, radius, &filter, out, capacity, count);
        });
    }
    /// Lists the distances of shapes within reach of a shape.
    std::vector<cairn_separation_result> separations(const cairn_geometry& geometry, place pose, float reach, const cairn_query_filter& filter = cairn_query_filter_default()) const {
        return detail::list<cairn_separation_result>([&](cairn_separation_result* out, std::uint32_t capacity, std::uint32_t* count) {
            return cairn_world_separations(it_, &geometry, pose.position.x, pose.position.y, pose.angle, reach, &filter, out, capacity, count);
        });
    }
    /// Lists the shapes that overlap a shape.
    std::vector<cairn_shape_id> overlap_shape(const cairn_geometry& geometry, place pose, const cairn_query_filter& filter = cairn_query_filter_default()) const {
        return detail::list<cairn_shape_id>([&](cairn_shape_id* out, std::uint32_t capacity, std::uint32_t* count) {
            return cairn_world_overlap_shape(it_, &geometry, pose.position.x, pose.position.y, pose.angle, &filter, out, capacity, count);
        });
    }
    /// Lists the shapes that overlap a box.
    std::vector<cairn_shape_id> overlap_box(vec2 min, vec2 max, const cairn_query_filter& filter = cairn_query_filter_default()) const {
        return detail::list<cairn_shape_id>([&](cairn_shape_id* out, std::uint32_t capacity, std::uint32_t* count) {
            return cairn_world_overlap_box(it_, min.x, min.y, max.x, max.y, &filter, out, capacity, count);
        });
    }
    /// Lists the shapes that contain a point.
    std::vector<cairn_shape_id> overlap_point(vec2 point, const cairn_query_filter& filter = cairn_query_filter_default()) const {
        return detail::list<cairn_shape_id>([&](cairn_shape_id* out, std::uint32_t capacity, std::uint32_t* count) {
            return cairn_world_overlap_point(it_, point.x, point.y, &filter, out, capacity, count);
        });
    }
    /// Lists the shapes whose boxes overlap a box, with the motion of their bodies.
    std::vector<cairn_shape_in_box> shapes_in_box(vec2 min, vec2 max, const cairn_query_filter& filter = cairn_query_filter_default()) const {
        return detail::list<cairn_shape_in_box>([&](cairn_shape_in_box* out, std::uint32_t capacity, std::uint32_t* count) {
            return cairn_world_shapes_in_box(it_, min.x, min.y, max.x, max.y, &filter, out, capacity, count);
        });
    }
    /// Returns the distance of two shapes.
    cairn_pair_result shape_distance(cairn_shape_id a, cairn_shape_id b) const {
        cairn_pair_result out;
        detail::check(cairn_world_shape_distance(it_, a, b, &out));
        return out;
    }
    /// Returns the distance of two bodies.
    std::optional<cairn_pair_result> body_distance(cairn_body_id a, cairn_body_id b) const {
        cairn_pair_result out;
        if (!detail::check(cairn_world_body_distance(it_, a, b, &out))) return std::nullopt;
        return out;
    }
    /// Returns the first impact of two shapes within a time.
    std::optional<cairn_impact_result> shape_impact(cairn_shape_id a, cairn_shape_id b, float time) const {
        cairn_impact_result out;
        if (!detail::check(cairn_world_shape_impact(it_, a, b, time, &out))) return std::nullopt;
        return out;
    }
    /// Returns the first impact of two bodies within a time.
    std::optional<cairn_impact_result> body_impact(cairn_body_id a, cairn_body_id b, float time) const {
        cairn_impact_result out;
        if (!detail::check(cairn_world_body_impact(it_, a, b, time, &out))) return std::nullopt;
        return out;
    }
    /// Sets off an explosion; returns the number of bodies that it pushed.
    uint32_t explode(const cairn_explosion& explosion) {
        uint32_t out;
        detail::check(cairn_world_try_explode(it_, &explosion, &out));
        return out;
    }
    /// Adds a field: gravity, wind, water and the like in an area.
    cairn_field_id add_field(const cairn_field_def& field) {
        cairn_field_id out;
        detail::check(cairn_world_try_add_field(it_, &field, &out));
        return out;
    }
    /// Replaces a field.
    void set_field(cairn_field_id id, const cairn_field_def& field) { detail::check(cairn_world_set_field(it_, id, &field)); }
    /// Removes a field.
    void remove_field(cairn_field_id id) { detail::check(cairn_world_remove_field(it_, id)); }
    /// Lists all fields.
    std::vector<cairn_field_id> fields() const {
        return detail::list<cairn_field_id>([&](cairn_field_id* out, std::uint32_t capacity, std::uint32_t* count) {
            return cairn_world_fields(it_, out, capacity, count);
        });
    }
    /// Adds a pair of connected openings.
    cairn_portal_id add_portals(const cairn_portal_pair& pair) {
        cairn_portal_id out;
        detail::check(cairn_world_try_add_portals(it_, &pair, &out));
        return out;
    }
    /// Removes a pair of openings.
    void remove_portals(cairn_portal_id id) { detail::check(cairn_world_remove_portals(it_, id)); }
    /// Lists all pairs of openings.
    std::vector<cairn_portals> portals() const {
        return detail::list<cairn_portals>([&](cairn_portals* out, std::uint32_t capacity, std::uint32_t* count) {
            return cairn_world_portals(it_, out, capacity, count);
        });
    }
    /// Lists the poses of a body behind the openings that it is in.
    std::vector<cairn_pose> images(cairn_body_id body) const {
        return detail::list<cairn_pose>([&](cairn_pose* out, std::uint32_t capacity, std::uint32_t* count) {
            return cairn_world_images(it_, body, out, capacity, count);
        });
    }

private:
    explicit world(cairn_world* it) noexcept : it_(it) {}

    cairn_world* it_;
};

/// A body of a world: the world and an id. Valid as long as the world; calls about a removed body
/// throw.
class body {
public:
    body(cairn_world* world, cairn_body_id id) noexcept : it_(world), id_(id) {}
    cairn_body_id id() const noexcept { return id_; }

    /// Returns whether the body exists.
    bool exists() const {
        bool out;
        detail::check(cairn_body_get_exists(it_, id_, &out));
        return out;
    }
    /// Returns whether the body is static, kinematic or dynamic.
    cairn_body_type kind() const {
        cairn_body_type out;
        detail::check(cairn_body_get_kind(it_, id_, &out));
        return out;
    }
    /// Returns the position of the origin and the rotation.
    cairn_pose pose() const {
        cairn_pose out;
        detail::check(cairn_body_get_pose(it_, id_, &out));
        return out;
    }
    /// Returns the position of the origin.
    cairn_vec2 position() const {
        cairn_vec2 out;
        detail::check(cairn_body_get_position(it_, id_, &out));
        return out;
    }
    /// Returns the position of the origin with 64 bits.
    cairn_dvec2 position64() const {
        cairn_dvec2 out;
        detail::check(cairn_body_get_position64(it_, id_, &out));
        return out;
    }
    /// Returns the pose relative to a point of the world.
    cairn_pose pose_from(dvec2 origin) const {
        cairn_pose out;
        detail::check(cairn_body_get_pose_from(it_, id_, origin.x, origin.y, &out));
        return out;
    }
    /// Returns the rotation.
    cairn_rot rotation() const {
        cairn_rot out;
        detail::check(cairn_body_get_rotation(it_, id_, &out));
        return out;
    }
    /// Returns the rotation, from -pi to pi.
    float angle() const {
        float out;
        detail::check(cairn_body_get_angle(it_, id_, &out));
        return out;
    }
    /// Returns the centre of mass in world coordinates.
    cairn_vec2 center() const {
        cairn_vec2 out;
        detail::check(cairn_body_get_center(it_, id_, &out));
        return out;
    }
    /// Returns the centre of mass with 64 bits.
    cairn_dvec2 center64() const {
        cairn_dvec2 out;
        detail::check(cairn_body_get_center64(it_, id_, &out));
        return out;
    }
    /// Returns the velocity of the centre of mass.
    cairn_vec2 velocity() const {
        cairn_vec2 out;
        detail::check(cairn_body_get_velocity(it_, id_, &out));
        return out;
    }
    /// Returns the angular velocity.
    float angular_velocity() const {
        float out;
        detail::check(cairn_body_get_angular_velocity(it_, id_, &out));
        return out;
    }
    /// Returns the velocity of a point of the body.
    cairn_vec2 velocity_at(vec2 point) const {
        cairn_vec2 out;
        detail::check(cairn_body_get_velocity_at(it_, id_, point.x, point.y, &out));
        return out;
    }
    /// Returns the pose after a time of free motion.
    cairn_pose pose_after(float time) const {
        cairn_pose out;
        detail::check(cairn_body_get_pose_after(it_, id_, time, &out));
        return out;
    }
    /// Returns the mass, zero unless the body is dynamic.
    cairn_mass mass() const {
        cairn_mass out;
        detail::check(cairn_body_get_mass(it_, id_, &out));
        return out;
    }
    /// Returns the mass that replaces that of the shapes.
    std::optional<cairn_mass> given_mass() const {
        cairn_mass out;
        if (!detail::check(cairn_body_given_mass(it_, id_, &out))) return std::nullopt;
        return out;
    }
    /// Returns the kinetic energy.
    float kinetic_energy() const {
        float out;
        detail::check(cairn_body_get_kinetic_energy(it_, id_, &out));
        return out;
    }
    /// Returns whether the body is awake.
    bool is_awake() const {
        bool out;
        detail::check(cairn_body_get_is_awake(it_, id_, &out));
        return out;
    }
    /// Returns whether the body sleeps.
    bool is_asleep() const {
        bool out;
        detail::check(cairn_body_get_is_asleep(it_, id_, &out));
        return out;
    }
    /// Returns whether the body is enabled.
    bool is_enabled() const {
        bool out;
        detail::check(cairn_body_get_is_enabled(it_, id_, &out));
        return out;
    }
    /// Returns the factor on gravity.
    float gravity_scale() const {
        float out;
        detail::check(cairn_body_get_gravity_scale(it_, id_, &out));
        return out;
    }
    /// Returns the damping rate of the velocity.
    float linear_damping() const {
        float out;
        detail::check(cairn_body_get_linear_damping(it_, id_, &out));
        return out;
    }
    /// Returns the damping rate of the angular velocity.
    float angular_damping() const {
        float out;
        detail::check(cairn_body_get_angular_damping(it_, id_, &out));
        return out;
    }
    /// Returns the locked directions.
    cairn_locks locks() const {
        cairn_locks out;
        detail::check(cairn_body_get_locks(it_, id_, &out));
        return out;
    }
    /// Returns the speed under which the body may fall asleep.
    float sleep_threshold() const {
        float out;
        detail::check(cairn_body_get_sleep_threshold(it_, id_, &out));
        return out;
    }
    /// Returns whether continuous collision applies to dynamic bodies.
    bool is_bullet() const {
        bool out;
        detail::check(cairn_body_get_is_bullet(it_, id_, &out));
        return out;
    }
    /// Returns whether the shapes are parts of one solid.
    bool is_joined() const {
        bool out;
        detail::check(cairn_body_get_is_joined(it_, id_, &out));
        return out;
    }
    /// Returns the motion above which the body is swept.
    float sweep_threshold() const {
        float out;
        detail::check(cairn_body_get_sweep_threshold(it_, id_, &out));
        return out;
    }
    /// Returns the time scale of the body.
    float time_scale() const {
        float out;
        detail::check(cairn_body_get_time_scale(it_, id_, &out));
        return out;
    }
    /// Returns the dominance.
    int32_t dominance() const {
        int32_t out;
        detail::check(cairn_body_get_dominance(it_, id_, &out));
        return out;
    }
    /// Returns whether the body may fall asleep.
    bool can_sleep() const {
        bool out;
        detail::check(cairn_body_get_can_sleep(it_, id_, &out));
        return out;
    }
    /// Returns the user data.
    uint64_t user_data() const {
        uint64_t out;
        detail::check(cairn_body_get_user_data(it_, id_, &out));
        return out;
    }
    /// Lists the shapes in the order in which they were added.
    std::vector<cairn_shape_id> shapes() const {
        return detail::list<cairn_shape_id>([&](cairn_shape_id* out, std::uint32_t capacity, std::uint32_t* count) {
            return cairn_body_shapes(it_, id_, out, capacity, count);
        });
    }
    /// Lists the contacts, newest first.
    std::vector<cairn_contact_id> contacts() const {
        return detail::list<cairn_contact_id>([&](cairn_contact_id* out, std::uint32_t capacity, std::uint32_t* count) {
            return cairn_body_contacts(it_, id_, out, capacity, count);
        });
    }
    /// Lists the joints, newest first.
    std::vector<cairn_joint_id> joints() const {
        return detail::list<cairn_joint_id>([&](cairn_joint_id* out, std::uint32_t capacity, std::uint32_t* count) {
            return cairn_body_joints(it_, id_, out, capacity, count);
        });
    }
    /// Moves the body.
    void set_pose(place pose) { detail::check(cairn_body_set_pose(it_, id_, pose.position.x, pose.position.y, pose.angle)); }
    /// Moves the body, with 64 bits.
    void set_pose64(dvec2 position, float angle) { detail::check(cairn_body_set_pose64(it_, id_, position.x, position.y, angle)); }
    /// Moves the body and keeps its rotation.
    void set_position(vec2 position) { detail::check(cairn_body_set_position(it_, id_, position.x, position.y)); }
    /// Moves the body with 64 bits and keeps its rotation.
    void set_position64(dvec2 position) { detail::check(cairn_body_set_position64(it_, id_, position.x, position.y)); }
    /// Turns the body about its origin.
    void set_angle(float angle) { detail::check(cairn_body_set_angle(it_, id_, angle)); }
    /// Sets the velocity and wakes the body.
    void set_velocity(vec2 velocity) { detail::check(cairn_body_set_velocity(it_, id_, velocity.x, velocity.y)); }
    /// Sets the angular velocity and wakes the body.
    void set_angular_velocity(float angular_velocity) { detail::check(cairn_body_set_angular_velocity(it_, id_, angular_velocity)); }
    /// Sets the velocities that reach a pose within a time.
    void set_target(place pose, float dt) { detail::check(cairn_body_set_target(it_, id_, pose.position.x, pose.position.y, pose.angle, dt)); }
    /// Sets the velocities that reach a pose within a time, with 64 bits.
    void set_target64(dvec2 position, float angle, float dt) { detail::check(cairn_body_set_target64(it_, id_, position.x, position.y, angle, dt)); }
    /// Applies a force at the centre of mass during the next step.
    void apply_force(vec2 force) { detail::check(cairn_body_apply_force(it_, id_, force.x, force.y)); }
    /// Applies a force at a point of the world during the next step.
    void apply_force_at(vec2 force, vec2 point) { detail::check(cairn_body_apply_force_at(it_, id_, force.x, force.y, point.x, point.y)); }
    /// Applies a force at a point of the world with 64 bits.
    void apply_force_at64(vec2 force, dvec2 point) { detail::check(cairn_body_apply_force_at64(it_, id_, force.x, force.y, point.x, point.y)); }
    /// Applies a torque during the next step.
    void apply_torque(float torque) { detail::check(cairn_body_apply_torque(it_, id_, torque)); }
    /// Applies an impulse at the centre of mass.
    void apply_impulse(vec2 impulse) { detail::check(cairn_body_apply_impulse(it_, id_, impulse.x, impulse.y)); }
    /// Applies an impulse at a point of the world.
    void apply_impulse_at(vec2 impulse, vec2 point) { detail::check(cairn_body_apply_impulse_at(it_, id_, impulse.x, impulse.y, point.x, point.y)); }
    /// Applies an impulse at a point of the world with 64 bits.
    void apply_impulse_at64(vec2 impulse, dvec2 point) { detail::check(cairn_body_apply_impulse_at64(it_, id_, impulse.x, impulse.y, point.x, point.y)); }
    /// Applies an angular impulse.
    void apply_angular_impulse(float impulse) { detail::check(cairn_body_apply_angular_impulse(it_, id_, impulse)); }
    /// Sets the factor on gravity.
    void set_gravity_scale(float scale) { detail::check(cairn_body_set_gravity_scale(it_, id_, scale)); }
    /// Sets the damping rates.
    void set_damping(float linear, float angular) { detail::check(cairn_body_set_damping(it_, id_, linear, angular)); }
    /// Sets the locked directions.
    void set_locks(bool x, bool y, bool rotation) { detail::check(cairn_body_set_locks(it_, id_, x, y, rotation)); }
    /// Replaces the mass of the shapes.
    void set_mass(const cairn_mass& mass) { detail::check(cairn_body_set_mass(it_, id_, &mass)); }
    /// Uses the mass of the shapes again.
    void clear_mass() { detail::check(cairn_body_clear_mass(it_, id_)); }
    /// Sets the speed under which the body may fall asleep.
    void set_sleep_threshold(float speed) { detail::check(cairn_body_set_sleep_threshold(it_, id_, speed)); }
    /// Sets whether continuous collision applies to dynamic bodies.
    void set_bullet(bool bullet) { detail::check(cairn_body_set_bullet(it_, id_, bullet)); }
    /// Sets the motion above which the body is swept.
    void set_sweep_threshold(float share) { detail::check(cairn_body_set_sweep_threshold(it_, id_, share)); }
    /// Sets the dominance, -128 to 127.
    void set_dominance(int32_t dominance) { detail::check(cairn_body_set_dominance(it_, id_, dominance)); }
    /// Sets the time scale of the body.
    void set_time_scale(float scale) { detail::check(cairn_body_set_time_scale(it_, id_, scale)); }
    /// Sets whether the body may fall asleep.
    void set_can_sleep(bool can_sleep) { detail::check(cairn_body_set_can_sleep(it_, id_, can_sleep)); }
    /// Wakes the body.
    void wake() { detail::check(cairn_body_wake(it_, id_)); }
    /// Puts the body and its island to sleep; returns whether it sleeps.
    bool sleep() {
        bool out;
        detail::check(cairn_body_try_sleep(it_, id_, &out));
        return out;
    }
    /// Makes the body static, kinematic or dynamic.
    void set_kind(cairn_body_type kind) { detail::check(cairn_body_set_kind(it_, id_, kind)); }
    /// Lets the body fall through the one-way shapes under it; returns their number.
    uint32_t drop_through() {
        uint32_t out;
        detail::check(cairn_body_try_drop_through(it_, id_, &out));
        return out;
    }
    /// Lets the body fall through a one-way shape.
    bool drop_through_shape(cairn_shape_id platform) {
        bool out;
        detail::check(cairn_body_try_drop_through_shape(it_, id_, platform, &out));
        return out;
    }
    /// Sets whether the body is simulated.
    void set_enabled(bool enabled) { detail::check(cairn_body_set_enabled(it_, id_, enabled)); }
    /// Sets the user data.
    void set_user_data(uint64_t user_data) { detail::check(cairn_body_set_user_data(it_, id_, user_data)); }

private:
    cairn_world* it_;
    cairn_body_id id_;
};

/// A shape of a world: the world and an id. Valid as long as the world; calls about a removed shape
/// throw.
class shape {
public:
    shape(cairn_world* world, cairn_shape_id id) noexcept : it_(world), id_(id) {}
    cairn_shape_id id() const noexcept { return id_; }

    /// Returns whether the shape exists.
    bool exists() const {
        bool out;
        detail::check(cairn_shape_get_exists(it_, id_, &out));
        return out;
    }
    /// Returns the body of the shape.
    cairn_body_id body() const {
        cairn_body_id out;
        detail::check(cairn_shape_get_body(it_, id_, &out));
        return out;
    }
    /// Returns the kind of the geometry; a segment of a chain is a segment.
    cairn_shape_type kind() const {
        cairn_shape_type out;
        detail::check(cairn_shape_get_kind(it_, id_, &out));
        return out;
    }
    /// Returns the radius of a circle or capsule, or the rounding of a polygon.
    float radius() const {
        float out;
        detail::check(cairn_shape_get_radius(it_, id_, &out));
        return out;
    }
    /// Lists the centre of a circle, the ends of a segment or capsule, or the corners of a polygon.
    std::vector<cairn_vec2> points() const {
        return detail::list<cairn_vec2>([&](cairn_vec2* out, std::uint32_t capacity, std::uint32_t* count) {
            return cairn_shape_points(it_, id_, out, capacity, count);
        });
    }
    /// Returns the box around the shape in world coordinates.
    cairn_box aabb() const {
        cairn_box out;
        detail::check(cairn_shape_get_aabb(it_, id_, &out));
        return out;
    }
    /// Returns the density.
    float density() const {
        float out;
        detail::check(cairn_shape_get_density(it_, id_, &out));
        return out;
    }
    /// Returns the material.
    cairn_material material() const {
        cairn_material out;
        detail::check(cairn_shape_get_material(it_, id_, &out));
        return out;
    }
    /// Returns the speed above which hits are reported.
    std::optional<float> report_hits_above() const {
        float out;
        if (!detail::check(cairn_shape_report_hits_above(it_, id_, &out))) return std::nullopt;
        return out;
    }
    /// Returns whether hooks run for the shape.
    bool is_hooked() const {
        bool out;
        detail::check(cairn_shape_get_is_hooked(it_, id_, &out));
        return out;
    }
    /// Returns the one-way setting.
    std::optional<cairn_one_way> one_way() const {
        cairn_one_way out;
        if (!detail::check(cairn_shape_one_way(it_, id_, &out))) return std::nullopt;
        return out;
    }
    /// Returns the collision filter.
    cairn_filter filter() const {
        cairn_filter out;
        detail::check(cairn_shape_get_filter(it_, id_, &out));
        return out;
    }
    /// Returns the user data.
    uint64_t user_data() const {
        uint64_t out;
        detail::check(cairn_shape_get_user_data(it_, id_, &out));
        return out;
    }
    /// Returns whether the shape is a sensor.
    bool is_sensor() const {
        bool out;
        detail::check(cairn_shape_get_is_sensor(it_, id_, &out));
        return out;
    }
    /// Returns whether sensors detect the shape.
    bool sensor_events() const {
        bool out;
        detail::check(cairn_shape_get_sensor_events(it_, id_, &out));
        return out;
    }
    /// Lists the shapes that overlap this sensor.
    std::vector<cairn_shape_id> visitors() const {
        return detail::list<cairn_shape_id>([&](cairn_shape_id* out, std::uint32_t capacity, std::uint32_t* count) {
            return cairn_shape_visitors(it_, id_, out, capacity, count);
        });
    }
    /// Lists the sensors that this shape overlaps.
    std::vector<cairn_shape_id> sensors() const {
        return detail::list<cairn_shape_id>([&](cairn_shape_id* out, std::uint32_t capacity, std::uint32_t* count) {
            return cairn_shape_sensors(it_, id_, out, capacity, count);
        });
    }
    /// Sets the material.
    void set_material(const cairn_material& material) { detail::check(cairn_shape_set_material(it_, id_, &material)); }
    /// Sets whether hooks run for the shape.
    void set_hooked(bool hooked) { detail::check(cairn_shape_set_hooked(it_, id_, hooked)); }
    /// Makes the shape solid from one side only.
    void set_one_way(vec2 direction, float half_angle) { detail::check(cairn_shape_set_one_way(it_, id_, direction.x, direction.y, half_angle)); }
    /// Makes the shape solid from all sides.
    void clear_one_way() { detail::check(cairn_shape_clear_one_way(it_, id_)); }
    /// Sets the collision filter.
    void set_filter(const cairn_filter& filter) { detail::check(cairn_shape_set_filter(it_, id_, &filter)); }
    /// Sets whether the shape is a sensor.
    void set_sensor(bool is_sensor) { detail::check(cairn_shape_set_sensor(it_, id_, is_sensor)); }
    /// Sets whether sensors detect the shape.
    void set_sensor_events(bool seen) { detail::check(cairn_shape_set_sensor_events(it_, id_, seen)); }
    /// Replaces the geometry.
    void set_geometry(const cairn_geometry& geometry) { detail::check(cairn_shape_set_geometry(it_, id_, &geometry)); }
    /// Sets the density.
    void set_density(float density) { detail::check(cairn_shape_set_density(it_, id_, density)); }
    /// Sets the user data.
    void set_user_data(uint64_t user_data) { detail::check(cairn_shape_set_user_data(it_, id_, user_data)); }

private:
    cairn_world* it_;
    cairn_shape_id id_;
};

/// A joint of a world: the world and an id. Valid as long as the world; calls about a removed joint
/// throw.
class joint {
public:
    joint(cairn_world* world, cairn_joint_id id) noexcept : it_(world), id_(id) {}
    cairn_joint_id id() const noexcept { return id_; }

    /// Returns whether the joint exists.
    bool exists() const {
        bool out;
        detail::check(cairn_joint_get_exists(it_, id_, &out));
        return out;
    }
    /// Returns the kind.
    cairn_joint_type kind() const {
        cairn_joint_type out;
        detail::check(cairn_joint_get_kind(it_, id_, &out));
        return out;
    }
    /// Returns the two bodies.
    cairn_pair_of_bodies bodies() const {
        cairn_pair_of_bodies out;
        detail::check(cairn_joint_get_bodies(it_, id_, &out));
        return out;
    }
    /// Returns the frames in body coordinates.
    cairn_pair_of_poses frames() const {
        cairn_pair_of_poses out;
        detail::check(cairn_joint_get_frames(it_, id_, &out));
        return out;
    }
    /// Returns the frames in world coordinates.
    cairn_pair_of_poses world_frames() const {
        cairn_pair_of_poses out;
        detail::check(cairn_joint_get_world_frames(it_, id_, &out));
        return out;
    }
    /// Returns the frames relative to a point of the world.
    cairn_pair_of_poses frames_from(dvec2 origin) const {
        cairn_pair_of_poses out;
        detail::check(cairn_joint_get_frames_from(it_, id_, origin.x, origin.y, &out));
        return out;
    }
    /// Returns the force on the second body.
    cairn_vec2 reaction_force() const {
        cairn_vec2 out;
        detail::check(cairn_joint_get_reaction_force(it_, id_, &out));
        return out;
    }
    /// Returns the torque on the second body.
    float reaction_torque() const {
        float out;
        detail::check(cairn_joint_get_reaction_torque(it_, id_, &out));
        return out;
    }
    /// Returns the force or torque of the motor.
    float motor_load() const {
        float out;
        detail::check(cairn_joint_get_motor_load(it_, id_, &out));
        return out;
    }
    /// Returns whether the joint is enabled.
    bool is_enabled() const {
        bool out;
        detail::check(cairn_joint_get_is_enabled(it_, id_, &out));
        return out;
    }
    /// Returns the load above which the joint breaks.
    cairn_load_limit break_at() const {
        cairn_load_limit out;
        detail::check(cairn_joint_get_break_at(it_, id_, &out));
        return out;
    }
    /// Returns the load above which an event is reported.
    cairn_load_limit report_above() const {
        cairn_load_limit out;
        detail::check(cairn_joint_get_report_above(it_, id_, &out));
        return out;
    }
    /// Returns whether the load is above its limit.
    bool is_overloaded() const {
        bool out;
        detail::check(cairn_joint_get_is_overloaded(it_, id_, &out));
        return out;
    }
    /// Returns whether the two bodies collide.
    bool collide_connected() const {
        bool out;
        detail::check(cairn_joint_get_collide_connected(it_, id_, &out));
        return out;
    }
    /// Returns the user data.
    uint64_t user_data() const {
        uint64_t out;
        detail::check(cairn_joint_get_user_data(it_, id_, &out));
        return out;
    }
    /// Returns the limits.
    std::optional<cairn_range> limits() const {
        cairn_range out;
        if (!detail::check(cairn_joint_limits(it_, id_, &out))) return std::nullopt;
        return out;
    }
    /// Returns the motor.
    std::optional<cairn_motor> motor() const {
        cairn_motor out;
        if (!detail::check(cairn_joint_motor(it_, id_, &out))) return std::nullopt;
        return out;
    }
    /// Returns the spring.
    std::optional<cairn_spring> spring() const {
        cairn_spring out;
        if (!detail::check(cairn_joint_spring(it_, id_, &out))) return std::nullopt;
        return out;
    }
    /// Returns the bounds of the force of the spring.
    std::optional<cairn_range> spring_range() const {
        cairn_range out;
        if (!detail::check(cairn_joint_spring_range(it_, id_, &out))) return std::nullopt;
        return out;
    }
    /// Returns the servo.
    std::optional<cairn_servo> servo() const {
        cairn_servo out;
        if (!detail::check(cairn_joint_servo(it_, id_, &out))) return std::nullopt;
        return out;
    }
    /// Returns the linear motor.
    std::optional<cairn_linear_motor> linear_motor() const {
        cairn_linear_motor out;
        if (!detail::check(cairn_joint_linear_motor(it_, id_, &out))) return std::nullopt;
        return out;
    }
    /// Returns the linear spring.
    std::optional<cairn_linear_spring> linear_spring() const {
        cairn_linear_spring out;
        if (!detail::check(cairn_joint_linear_spring(it_, id_, &out))) return std::nullopt;
        return out;
    }
    /// Returns the target of a grab.
    std::optional<cairn_vec2> target() const {
        cairn_vec2 out;
        if (!detail::check(cairn_joint_target(it_, id_, &out))) return std::nullopt;
        return out;
    }
    /// Returns stiffness in hertz and damping ratio of the joint.
    std::optional<cairn_range> softness() const {
        cairn_range out;
        if (!detail::check(cairn_joint_softness(it_, id_, &out))) return std::nullopt;
        return out;
    }
    /// Returns the rest length.
    std::optional<float> rest_length() const {
        float out;
        if (!detail::check(cairn_joint_rest_length(it_, id_, &out))) return std::nullopt;
        return out;
    }
    /// Returns the angle between the frames.
    float angle() const {
        float out;
        detail::check(cairn_joint_get_angle(it_, id_, &out));
        return out;
    }
    /// Returns the distance between the anchors.
    float distance() const {
        float out;
        detail::check(cairn_joint_get_distance(it_, id_, &out));
        return out;
    }
    /// Returns the displacement along the axis.
    float slide() const {
        float out;
        detail::check(cairn_joint_get_slide(it_, id_, &out));
        return out;
    }
    /// Returns the coordinate that limits and motor act on.
    double coordinate() const {
        double out;
        detail::check(cairn_joint_get_coordinate(it_, id_, &out));
        return out;
    }
    /// Returns the ratio of a gear or pulley.
    std::optional<float> ratio() const {
        float out;
        if (!detail::check(cairn_joint_ratio(it_, id_, &out))) return std::nullopt;
        return out;
    }
    /// Returns the wheels of a pulley.
    std::optional<cairn_pair_of_points> pulley_points() const {
        cairn_pair_of_points out;
        if (!detail::check(cairn_joint_pulley_points(it_, id_, &out))) return std::nullopt;
        return out;
    }
    /// Returns pitch and phase of a ratchet.
    std::optional<cairn_range> ratchet() const {
        cairn_range out;
        if (!detail::check(cairn_joint_ratchet(it_, id_, &out))) return std::nullopt;
        return out;
    }
    /// Returns whether the rope of a pulley is slack.
    bool is_slack() const {
        bool out;
        detail::check(cairn_joint_get_is_slack(it_, id_, &out));
        return out;
    }
    /// Returns the relative angular velocity.
    float angular_speed() const {
        float out;
        detail::check(cairn_joint_get_angular_speed(it_, id_, &out));
        return out;
    }
    /// Returns the rate of the coordinate.
    float speed() const {
        float out;
        detail::check(cairn_joint_get_speed(it_, id_, &out));
        return out;
    }
    /// Returns how far the anchors are apart.
    float separation() const {
        float out;
        detail::check(cairn_joint_get_separation(it_, id_, &out));
        return out;
    }
    /// Returns the error of a locked angle.
    float angular_separation() const {
        float out;
        detail::check(cairn_joint_get_angular_separation(it_, id_, &out));
        return out;
    }
    /// Returns whether the joint takes part in the simulation.
    bool is_active() const {
        bool out;
        detail::check(cairn_joint_get_is_active(it_, id_, &out));
        return out;
    }
    /// Sets whether the joint is enabled.
    void set_enabled(bool enabled) { detail::check(cairn_joint_set_enabled(it_, id_, enabled)); }
    /// Sets the limits; of a hinge as angles.
    void set_limits(float lower, float upper) { detail::check(cairn_joint_set_limits(it_, id_, lower, upper)); }
    /// Removes the limits.
    void clear_limits() { detail::check(cairn_joint_clear_limits(it_, id_)); }
    /// Sets the motor; of a hinge as angular velocity and torque.
    void set_motor(float speed, float strength) { detail::check(cairn_joint_set_motor(it_, id_, speed, strength)); }
    /// Removes the motor.
    void clear_motor() { detail::check(cairn_joint_clear_motor(it_, id_)); }
    /// Sets the spring.
    void set_spring(float hertz, float damping_ratio, float target) { detail::check(cairn_joint_set_spring(it_, id_, hertz, damping_ratio, target)); }
    /// Removes the spring.
    void clear_spring() { detail::check(cairn_joint_clear_spring(it_, id_)); }
    /// Bounds the force of the spring.
    void set_spring_range(float lower, float upper) { detail::check(cairn_joint_set_spring_range(it_, id_, lower, upper)); }
    /// Removes the bounds of the force of the spring.
    void clear_spring_range() { detail::check(cairn_joint_clear_spring_range(it_, id_)); }
    /// Sets the servo.
    void set_servo(float target, float max_speed, float strength) { detail::check(cairn_joint_set_servo(it_, id_, target, max_speed, strength)); }
    /// Removes the servo.
    void clear_servo() { detail::check(cairn_joint_clear_servo(it_, id_)); }
    /// Sets the linear motor of a drive.
    void set_linear_motor(vec2 velocity, float max_force) { detail::check(cairn_joint_set_linear_motor(it_, id_, velocity.x, velocity.y, max_force)); }
    /// Removes the linear motor.
    void clear_linear_motor() { detail::check(cairn_joint_clear_linear_motor(it_, id_)); }
    /// Sets the linear spring of a weld, drive or grab.
    void set_linear_spring(float hertz, float damping_ratio, float max_force) { detail::check(cairn_joint_set_linear_spring(it_, id_, hertz, damping_ratio, max_force)); }
    /// Removes the linear spring.
    void clear_linear_spring() { detail::check(cairn_joint_clear_linear_spring(it_, id_)); }
    /// Sets the target of a grab.
    void set_target(vec2 target) { detail::check(cairn_joint_set_target(it_, id_, target.x, target.y)); }
    /// Sets stiffness and damping ratio of the joint.
    void set_softness(float hertz, float damping_ratio) { detail::check(cairn_joint_set_softness(it_, id_, hertz, damping_ratio)); }
    /// Uses the softness of the world again.
    void clear_softness() { detail::check(cairn_joint_clear_softness(it_, id_)); }
    /// Sets the ratio of a gear or pulley.
    void set_ratio(float ratio) { detail::check(cairn_joint_set_ratio(it_, id_, ratio)); }
    /// Sets the ratchet of a rotary joint.
    void set_ratchet(float pitch, float phase) { detail::check(cairn_joint_set_ratchet(it_, id_, pitch, phase)); }
    /// Removes the ratchet.
    void clear_ratchet() { detail::check(cairn_joint_clear_ratchet(it_, id_)); }
    /// Sets the rest length.
    void set_length(float length) { detail::check(cairn_joint_set_length(it_, id_, length)); }
    /// Sets the frames in body coordinates.
    void set_frames(place frame_a, place frame_b) { detail::check(cairn_joint_set_frames(it_, id_, frame_a.position.x, frame_a.position.y, frame_a.angle, frame_b.position.x, frame_b.position.y, frame_b.angle)); }
    /// Sets the load above which the joint breaks.
    void set_break_at(float force, float torque) { detail::check(cairn_joint_set_break_at(it_, id_, force, torque)); }
    /// Makes the joint unbreakable.
    void clear_break_at() { detail::check(cairn_joint_clear_break_at(it_, id_)); }
    /// Sets the load above which an event is reported.
    void set_report_above(float force, float torque) { detail::check(cairn_joint_set_report_above(it_, id_, force, torque)); }
    /// Reports no load.
    void clear_report_above() { detail::check(cairn_joint_clear_report_above(it_, id_)); }
    /// Sets whether the two bodies collide.
    void set_collide_connected(bool collide) { detail::check(cairn_joint_set_collide_connected(it_, id_, collide)); }
    /// Sets the user data.
    void set_user_data(uint64_t user_data) { detail::check(cairn_joint_set_user_data(it_, id_, user_data)); }

private:
    cairn_world* it_;
    cairn_joint_id id_;
};

/// A contact of a world: the world and an id. Valid as long as the world; calls about a removed contact
/// throw.
class contact {
public:
    contact(cairn_world* world, cairn_contact_id id) noexcept : it_(world), id_(id) {}
    cairn_contact_id id() const noexcept { return id_; }

    /// Returns whether the contact exists.
    bool exists() const {
        bool out;
        detail::check(cairn_contact_get_exists(it_, id_, &out));
        return out;
    }
    /// Returns the two shapes.
    cairn_pair_of_shapes shapes() const {
        cairn_pair_of_shapes out;
        detail::check(cairn_contact_get_shapes(it_, id_, &out));
        return out;
    }
    /// Returns the two bodies.
    cairn_pair_of_bodies bodies() const {
        cairn_pair_of_bodies out;
        detail::check(cairn_contact_get_bodies(it_, id_, &out));
        return out;
    }
    /// Returns whether the shapes touch.
    bool is_touching() const {
        bool out;
        detail::check(cairn_contact_get_is_touching(it_, id_, &out));
        return out;
    }
    /// Returns the direction from the first to the second shape.
    cairn_vec2 normal() const {
        cairn_vec2 out;
        detail::check(cairn_contact_get_normal(it_, id_, &out));
        return out;
    }
    /// Lists the contact points, at most two.
    std::vector<cairn_contact_point> points() const {
        return detail::list<cairn_contact_point>([&](cairn_contact_point* out, std::uint32_t capacity, std::uint32_t* count) {
            return cairn_contact_points(it_, id_, out, capacity, count);
        });
    }
    /// Lists the contact points relative to a point of the world.
    std::vector<cairn_contact_point> points_from(dvec2 origin) const {
        return detail::list<cairn_contact_point>([&](cairn_contact_point* out, std::uint32_t capacity, std::uint32_t* count) {
            return cairn_contact_points_from(it_, id_, origin.x, origin.y, out, capacity, count);
        });
    }

private:
    cairn_world* it_;
    cairn_contact_id id_;
};

inline class body world::body(cairn_body_id id) const noexcept { return cairn::body(it_, id); }
inline class shape world::shape(cairn_shape_id id) const noexcept { return cairn::shape(it_, id); }
inline class joint world::joint(cairn_joint_id id) const noexcept { return cairn::joint(it_, id); }
inline class contact world::contact(cairn_contact_id id) const noexcept { return cairn::contact(it_, id); }

} // namespace cairn

#endif
