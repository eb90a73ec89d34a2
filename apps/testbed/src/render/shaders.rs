//! The GPU programs: for each primitive a vertex shader that puts a quad around it, and a fragment shader
//! that computes the distance to it.
//!
//! Positions are in metres and are converted to pixels relative to the camera, so distances are in pixels,
//! and an edge is smooth if its coverage goes from 0 to 1 within one pixel. One source serves desktop GL 3.3
//! and GLES 3 (WebGL 2); only the header differs. Input colors have straight opacity; output colors are
//! premultiplied, as egui requires.

/// Source of a program.
#[derive(Clone, Copy)]
pub(super) struct ShaderSource {
    pub(super) name: &'static str,
    pub(super) vertex: &'static str,
    pub(super) fragment: &'static str,
}

/// First lines for desktop GL.
pub(super) const DESKTOP: &str = "#version 330 core\n";

/// First lines for GLES and WebGL.
pub(super) const EMBEDDED: &str =
    "#version 300 es\nprecision highp float;\nprecision highp int;\nprecision highp sampler2D;\n";

/// Common header of all vertex shaders.
pub(super) const VERTEX: &str = "
// The point of the world in the middle, and half a screen per metre.
uniform vec4 u_camera;
// Pixels per metre, pixels per point, width of outlines and of lines in pixels.
uniform vec4 u_scale;

vec2 corner() {
    return vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1)) * 2.0 - 1.0;
}

vec2 turned(vec2 v, vec2 turn) {
    return vec2(v.x * turn.x - v.y * turn.y, v.x * turn.y + v.y * turn.x);
}

// From pixels relative to the middle of the view.
vec4 placed(vec2 pixels) {
    return vec4(pixels / u_scale.x * u_camera.zw, 0.0, 1.0);
}

// To pixels relative to the middle of the view.
vec2 seen(vec2 world) {
    return (world - u_camera.xy) * u_scale.x;
}
";

/// Common header of all fragment shaders.
pub(super) const FRAGMENT: &str = "
uniform vec4 u_scale;
out vec4 color;

float coverage(float distance) {
    return clamp(0.5 - distance, 0.0, 1.0);
}

vec4 over(vec4 front, vec4 back) {
    return front + back * (1.0 - front.a);
}

vec4 tinted(vec4 ink, float share) {
    return vec4(ink.rgb, 1.0) * (ink.a * share);
}

// A shape with an outline within it. `thick` is half of its least width. Thin shapes have a thinner and
// fainter outline. Shapes without room for an outline are filled with its color, so that they stay visible.
// Shapes thinner than a pixel fade, but more slowly than they shrink.
vec4 outlined(float distance, float thick, vec4 fill, vec4 edge) {
    float width = min(u_scale.z, 0.4 * thick);
    float clear = mix(0.45, 1.0, clamp((thick - 1.5) / 6.0, 0.0, 1.0)) * min(width, 1.0);
    float share = clamp(2.0 * thick, 0.01, 1.0);
    float inside = min(coverage(distance), share) * inversesqrt(share);
    float slim = 0.9 - 0.9 * clamp((thick - 0.75) / 1.75, 0.0, 1.0);
    float rim = max(coverage(-distance - width) * clear, slim);
    return mix(tinted(fill, 1.0), tinted(edge, 1.0), rim) * inside;
}
";

pub(super) const DISC: ShaderSource = ShaderSource {
    name: "disc",
    vertex: "
layout(location = 0) in vec2 a_center;
layout(location = 1) in float a_radius;
layout(location = 2) in vec2 a_turn;
layout(location = 3) in vec4 a_fill;
layout(location = 4) in vec4 a_edge;
out vec2 v_at;
flat out float v_radius;
flat out vec2 v_turn;
flat out vec4 v_fill;
flat out vec4 v_edge;

void main() {
    v_radius = a_radius * u_scale.x;
    v_at = corner() * (v_radius + 1.0);
    v_turn = a_turn;
    v_fill = a_fill;
    v_edge = a_edge;
    gl_Position = placed(seen(a_center) + v_at);
}
",
    fragment: "
in vec2 v_at;
flat in float v_radius;
flat in vec2 v_turn;
flat in vec4 v_fill;
flat in vec4 v_edge;

void main() {
    float distance = length(v_at) - v_radius;
    color = outlined(distance, v_radius, v_fill, v_edge);
    if (v_turn != vec2(0.0) && v_radius > 2.0) {
        vec2 local = vec2(dot(v_at, v_turn), v_at.y * v_turn.x - v_at.x * v_turn.y);
        local.x -= clamp(local.x, 0.0, v_radius);
        float width = min(u_scale.z, 0.3 * v_radius);
        float mark = coverage(length(local) - 0.5 * width) * coverage(distance);
        color = over(tinted(v_edge, 0.75 * mark), color);
    }
}
",
};

pub(super) const BOX: ShaderSource = ShaderSource {
    name: "box",
    vertex: "
layout(location = 0) in vec2 a_center;
layout(location = 1) in vec2 a_turn;
layout(location = 2) in vec3 a_half;
layout(location = 3) in vec4 a_fill;
layout(location = 4) in vec4 a_edge;
out vec2 v_at;
flat out vec3 v_half;
flat out vec4 v_fill;
flat out vec4 v_edge;

void main() {
    v_half = a_half * u_scale.x;
    v_at = corner() * (v_half.xy + v_half.z + 1.0);
    v_fill = a_fill;
    v_edge = a_edge;
    gl_Position = placed(seen(a_center) + turned(v_at, a_turn));
}
",
    fragment: "
in vec2 v_at;
flat in vec3 v_half;
flat in vec4 v_fill;
flat in vec4 v_edge;

void main() {
    vec2 out_of = abs(v_at) - v_half.xy;
    float distance = length(max(out_of, 0.0)) + min(max(out_of.x, out_of.y), 0.0) - v_half.z;
    color = outlined(distance, min(v_half.x, v_half.y) + v_half.z, v_fill, v_edge);
}
",
};

pub(super) const PILL: ShaderSource = ShaderSource {
    name: "pill",
    vertex: "
layout(location = 0) in vec4 a_ends;
layout(location = 1) in float a_radius;
layout(location = 2) in vec4 a_fill;
layout(location = 3) in vec4 a_edge;
out vec2 v_at;
flat out vec2 v_size;
flat out vec4 v_fill;
flat out vec4 v_edge;

void main() {
    vec2 a = seen(a_ends.xy);
    vec2 b = seen(a_ends.zw);
    float way = length(b - a);
    vec2 turn = way > 0.0 ? (b - a) / way : vec2(1.0, 0.0);
    v_size = vec2(0.5 * way, a_radius * u_scale.x);
    v_at = corner() * vec2(v_size.x + v_size.y + 1.0, v_size.y + 1.0);
    v_fill = a_fill;
    v_edge = a_edge;
    gl_Position = placed(0.5 * a + 0.5 * b + turned(v_at, turn));
}
",
    fragment: "
in vec2 v_at;
flat in vec2 v_size;
flat in vec4 v_fill;
flat in vec4 v_edge;

void main() {
    float along = v_at.x - clamp(v_at.x, -v_size.x, v_size.x);
    color = outlined(length(vec2(along, v_at.y)) - v_size.y, v_size.y, v_fill, v_edge);
}
",
};

/// Corners are in a texture 1024 wide, one texel each.
pub(super) const PATCH: ShaderSource = ShaderSource {
    name: "patch",
    vertex: "
layout(location = 0) in vec2 a_origin;
layout(location = 1) in vec2 a_turn;
layout(location = 2) in vec4 a_bounds;
layout(location = 3) in vec4 a_corners;
layout(location = 4) in vec4 a_fill;
layout(location = 5) in vec4 a_edge;
out vec2 v_at;
flat out vec4 v_corners;
flat out vec4 v_fill;
flat out vec4 v_edge;

void main() {
    v_at = mix(a_bounds.xy, a_bounds.zw, 0.5 + 0.5 * corner()) + corner() / u_scale.x;
    v_corners = a_corners;
    v_fill = a_fill;
    v_edge = a_edge;
    gl_Position = placed(seen(a_origin) + turned(v_at, a_turn) * u_scale.x);
}
",
    fragment: "
uniform sampler2D u_corners;
in vec2 v_at;
flat in vec4 v_corners;
flat in vec4 v_fill;
flat in vec4 v_edge;

vec2 corner_at(int index) {
    return texelFetch(u_corners, ivec2(index & 1023, index >> 10), 0).rg;
}

void main() {
    int first = int(v_corners.x);
    int count = int(v_corners.y);
    vec2 a = corner_at(first + count - 1);
    float nearest = 1.0e30;
    bool inside = true;
    for (int index = 0; index < count; index++) {
        vec2 b = corner_at(first + index);
        vec2 side = b - a;
        vec2 from = v_at - a;
        vec2 off = from - side * clamp(dot(from, side) / dot(side, side), 0.0, 1.0);
        nearest = min(nearest, dot(off, off));
        inside = inside && side.x * from.y >= side.y * from.x;
        a = b;
    }
    float distance = (inside ? -sqrt(nearest) : sqrt(nearest)) - v_corners.z;
    color = outlined(distance * u_scale.x, v_corners.w * u_scale.x, v_fill, v_edge);
}
",
};

pub(super) const LINE: ShaderSource = ShaderSource {
    name: "line",
    vertex: "
layout(location = 0) in vec4 a_ends;
layout(location = 1) in vec2 a_width;
layout(location = 2) in vec4 a_color;
out vec2 v_at;
// Half of the length, half of the width, and the length of a dash.
flat out vec3 v_size;
flat out vec4 v_color;

void main() {
    vec2 a = seen(a_ends.xy);
    vec2 b = seen(a_ends.zw);
    float way = length(b - a);
    vec2 turn = way > 0.0 ? (b - a) / way : vec2(1.0, 0.0);
    v_size = vec3(0.5 * way, 0.5 * a_width.x * u_scale.y, a_width.y * u_scale.y);
    v_at = corner() * vec2(v_size.x + v_size.y + 1.0, v_size.y + 1.0);
    v_color = a_color;
    gl_Position = placed(0.5 * a + 0.5 * b + turned(v_at, turn));
}
",
    fragment: "
in vec2 v_at;
flat in vec3 v_size;
flat in vec4 v_color;

void main() {
    float past = max(abs(v_at.x) - v_size.x, 0.0);
    float share = min(coverage(length(vec2(past, v_at.y)) - v_size.y), min(2.0 * v_size.y, 1.0));
    if (v_size.z > 0.0) {
        float along = mod(v_at.x + v_size.x, 2.0 * v_size.z);
        float off = abs(along - 0.5 * v_size.z);
        share *= coverage(min(off, 2.0 * v_size.z - off) - 0.5 * v_size.z);
    }
    color = tinted(v_color, share);
}
",
};

pub(super) const TILE: ShaderSource = ShaderSource {
    name: "tile",
    vertex: "
layout(location = 0) in vec4 a_corners;
layout(location = 1) in vec4 a_color;
flat out vec4 v_color;

void main() {
    v_color = a_color;
    gl_Position = placed(seen(mix(a_corners.xy, a_corners.zw, 0.5 * corner() + 0.5)));
}
",
    fragment: "
flat in vec4 v_color;

void main() {
    color = tinted(v_color, 1.0);
}
",
};

pub(super) const SIGN: ShaderSource = ShaderSource {
    name: "sign",
    vertex: "
layout(location = 0) in vec2 a_at;
layout(location = 1) in vec2 a_turn;
layout(location = 2) in vec2 a_kind;
layout(location = 3) in vec4 a_color;
out vec2 v_at;
flat out vec2 v_kind;
flat out vec4 v_color;

void main() {
    v_kind = vec2(0.5 * a_kind.x * u_scale.y, a_kind.y);
    v_at = corner() * (v_kind.x + 1.0);
    v_color = a_color;
    gl_Position = placed(seen(a_at) + turned(v_at, a_turn));
}
",
    fragment: "
in vec2 v_at;
flat in vec2 v_kind;
flat in vec4 v_color;

// A line of the usual width within the border of something.
float stroke(float distance) {
    return abs(distance + 0.5 * u_scale.w) - 0.5 * u_scale.w;
}

float plus(vec2 at, float radius) {
    vec2 off = abs(at);
    return max(min(off.x, off.y) - 0.5 * u_scale.w, max(off.x, off.y) - radius);
}

void main() {
    float radius = v_kind.x;
    int kind = int(v_kind.y + 0.5);
    vec2 off = abs(v_at);
    float distance = length(v_at) - radius;
    if (kind == 1) {
        distance = stroke(distance);
    } else if (kind == 2) {
        distance = stroke(max(off.x, off.y) - 0.8 * radius);
    } else if (kind == 3) {
        distance = (off.x + off.y - radius) * 0.7071;
    } else if (kind == 4) {
        distance = plus(v_at, radius);
    } else if (kind == 5) {
        distance = plus(vec2(v_at.x + v_at.y, v_at.y - v_at.x) * 0.7071, radius);
    } else if (kind == 6) {
        distance = max(-v_at.x - 0.6 * radius, dot(vec2(v_at.x, off.y), vec2(0.4245, 0.9055)) - 0.4245 * radius);
    }
    color = tinted(v_color, coverage(distance));
}
",
};
