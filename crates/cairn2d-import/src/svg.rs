//! SVG pictures: filled figures become bodies, strokes without a fill become lines of ground.
//!
//! The transforms of all groups are applied before curves are cut, so the tolerance is one of the scene. A
//! group with `data-body` is one body with the figures in it. The format is described at
//! <https://www.w3.org/TR/SVG2/>.

use std::collections::BTreeMap;

use cairn2d::Vec2;
use cairn2d_polygon::FillRule;
use cairn2d_scenes::format::{BodyDesc, CircleDesc, Geometry, ShapeDesc};
use kurbo::{Affine, BezPath, PathEl, Point};
use roxmltree::Node;
use svgtypes::{
    Length, LengthUnit, PathParser, PathSegment, PointsParser, SimplePathSegment, SimplifyingPathParser,
};

use crate::build::{Builder, Frame};
use crate::error::{ImportError, ImportErrorKind, Source};
use crate::text::{Sources, place_of};
use crate::traits::{Traits, Value};
use crate::{ImportOptions, Imported, outline};

/// Units in a metre.
const UNITS: f64 = 100.0;

/// Largest coordinate `[m]`.
const FARTHEST: f64 = 1.0e6;

/// Smallest tolerance at which curves are cut `[m]`, which bounds the points of one curve.
const FINEST: f64 = 1.0e-5;

/// Reads a picture from a file of a name.
pub(crate) fn import(
    name: &str,
    text: &str,
    sources: &mut Sources<'_>,
    options: &ImportOptions,
) -> Result<Imported, ImportError> {
    read(name, text, sources, options).map_err(|error| error.in_file(name, Source::Xml(text)))
}

fn read(
    name: &str,
    text: &str,
    sources: &mut Sources<'_>,
    options: &ImportOptions,
) -> Result<Imported, ImportError> {
    let document = sources.xml(text)?;
    let root = document.root_element();
    if !root.has_tag_name((SVG, "svg")) && !root.has_tag_name("svg") {
        return Err(ImportError::structure("the root element is not <svg>").at(Some(place_of(root))));
    }
    let frame = Frame::new(options, UNITS, true)?;
    let named = |node: Node<'_, '_>| node.attribute("id").map(|id| (id.to_owned(), node.id()));
    let mut reader = PictureReader {
        builder: Builder::new(name, options),
        frame,
        ids: document.descendants().filter_map(named).collect(),
        visits: options.budget.objects,
        bodies: Vec::new(),
    };
    let state = State {
        transform: Affine::IDENTITY,
        fill: true,
        stroke: false,
        rule: FillRule::NonZero,
        traits: Traits::default(),
        body: None,
    };
    reader.children(root, &state, options.budget.depth)?;
    for (body, name) in core::mem::take(&mut reader.bodies) {
        reader.add(body, &name)?;
    }
    let (scene, warnings) = reader.builder.finish()?;
    Ok(Imported { scene, warnings: warnings.list, actuators: Vec::new() })
}

const SVG: &str = "http://www.w3.org/2000/svg";
const XLINK: &str = "http://www.w3.org/1999/xlink";
const INKSCAPE: &str = "http://www.inkscape.org/namespaces/inkscape";

/// What an element inherits.
#[derive(Clone, Debug)]
struct State {
    transform: Affine,
    fill: bool,
    stroke: bool,
    rule: FillRule,
    traits: Traits,
    /// The body of the group with `data-body` around it.
    body: Option<usize>,
}

struct PictureReader<'a> {
    builder: Builder<'a>,
    frame: Frame,
    ids: BTreeMap<String, roxmltree::NodeId>,
    /// Elements that may still be visited: `use` repeats them.
    visits: usize,
    bodies: Vec<(BodyDesc, String)>,
}

/// A figure in user units.
enum SvgFigure {
    Path(BezPath),
    Ellipse { center: [f64; 2], radii: [f64; 2] },
}

impl PictureReader<'_> {
    fn children(&mut self, node: Node<'_, '_>, state: &State, depth: usize) -> Result<(), ImportError> {
        let depth = depth.checked_sub(1).ok_or_else(|| {
            ImportError::new(ImportErrorKind::Size, "elements are nested too deeply").at(Some(place_of(node)))
        })?;
        for child in node.children().filter(Node::is_element) {
            self.element(child, state, depth).map_err(|error| error.offset(child.range().start))?;
        }
        Ok(())
    }

    fn element(&mut self, node: Node<'_, '_>, outer: &State, depth: usize) -> Result<(), ImportError> {
        self.visits = self
            .visits
            .checked_sub(1)
            .ok_or_else(|| ImportError::too_many("objects", self.builder.options.budget.objects))?;
        let namespace = node.tag_name().namespace();
        if namespace.is_some_and(|namespace| namespace != SVG) {
            return Ok(());
        }
        let tag = node.tag_name().name();
        match tag {
            "defs" | "symbol" | "clipPath" | "mask" | "pattern" | "marker" | "metadata" | "title"
            | "desc" | "linearGradient" | "radialGradient" | "filter" | "script" => return Ok(()),
            "style" => {
                self.builder.warnings.add("style sheets are not read", format_args!(""));
                return Ok(());
            }
            _ => {}
        }
        let Some(mut state) = self.inherit(node, outer)? else { return Ok(()) };
        for (name, reason) in [("clip-path", "clipping is not applied"), ("mask", "masks are not applied")] {
            if node.has_attribute(name) {
                self.builder.warnings.add(reason, format_args!("{}", name_of(node)));
            }
        }
        match tag {
            "g" | "a" | "switch" => self.children(node, &state, depth),
            "svg" => {
                let corner = (length(node, "x", 0.0)?, length(node, "y", 0.0)?);
                state.transform *= Affine::translate(corner);
                if node.has_attribute("viewBox") {
                    self.builder.warnings.add("the viewBox of an inner svg is not applied", format_args!(""));
                }
                self.children(node, &state, depth)
            }
            "use" => self.repeat(node, state, depth),
            "text" | "image" | "foreignObject" => {
                self.builder.warnings.add(format!("<{tag}> is left out"), format_args!("{}", name_of(node)));
                Ok(())
            }
            _ => match figure(node, tag)? {
                Some(figure) => self.figure(node, &state, figure),
                None => {
                    let tag: String = tag.chars().take(40).collect();
                    let reason = format!("<{tag}> is left out");
                    self.builder.warnings.add(reason, format_args!("{}", name_of(node)));
                    Ok(())
                }
            },
        }
    }

    /// The state of an element; `None` if it is not shown.
    fn inherit(&mut self, node: Node<'_, '_>, outer: &State) -> Result<Option<State>, ImportError> {
        let mut state = outer.clone();
        if let Some(text) = node.attribute("transform") {
            let parsed: svgtypes::Transform = text
                .parse()
                .map_err(|error| ImportError::structure(format!("{error}")).field("transform"))?;
            let affine = Affine::new([parsed.a, parsed.b, parsed.c, parsed.d, parsed.e, parsed.f]);
            state.transform *= affine;
        }
        let style = node.attribute("style").unwrap_or_default();
        let declared = style.split(';').filter_map(|declaration| declaration.split_once(':'));
        let attributes = node.attributes().filter(|attribute| attribute.namespace().is_none());
        let presented = attributes.map(|attribute| (attribute.name(), attribute.value()));
        // Styles win over attributes.
        for (name, value) in presented.chain(declared) {
            let value = value.trim();
            match name.trim() {
                "fill" => state.fill = value != "none" && value != "transparent",
                "stroke" => state.stroke = value != "none" && value != "transparent",
                "fill-rule" if value == "evenodd" => state.rule = FillRule::EvenOdd,
                "fill-rule" => state.rule = FillRule::NonZero,
                "display" if value == "none" => return Ok(None),
                _ => {}
            }
        }
        let mut joins = false;
        for attribute in node.attributes() {
            let Some(name) = attribute.name().strip_prefix("data-") else { continue };
            joins |= name == "body" && state.body.is_none();
            let value = Value::Text(attribute.value().to_owned());
            let name = name.replace('-', "_");
            state
                .traits
                .set(&name, &value)
                .map_err(|reason| ImportError::range(reason).field(attribute.name()))?;
        }
        if state.traits.ignore {
            return Ok(None);
        }
        if joins {
            state.body = Some(self.bodies.len());
            self.bodies.push((state.traits.body([0.0; 2], 0.0), name_of(node).to_owned()));
        }
        Ok(Some(state))
    }

    /// Visits the element that a `use` names.
    fn repeat(&mut self, node: Node<'_, '_>, mut state: State, depth: usize) -> Result<(), ImportError> {
        let link = node.attribute((XLINK, "href")).or(node.attribute("href")).unwrap_or_default();
        let target = link.strip_prefix('#').and_then(|id| self.ids.get(id)).copied();
        let target = target.and_then(|id| node.document().get_node(id)).ok_or_else(|| {
            let shown: String = link.chars().take(40).collect();
            ImportError::new(ImportErrorKind::Reference, format!("{shown:?} is no element of this file"))
                .field("href")
        })?;
        let depth = depth.checked_sub(1).ok_or_else(|| {
            ImportError::new(ImportErrorKind::Size, "elements are nested too deeply, or use each other")
        })?;
        state.transform *= Affine::translate((length(node, "x", 0.0)?, length(node, "y", 0.0)?));
        if target.tag_name().name() == "symbol" {
            self.children(target, &state, depth)
        } else {
            self.element(target, &state, depth)
        }
    }

    /// Adds a figure to the body of its group, or as a body.
    fn figure(&mut self, node: Node<'_, '_>, state: &State, figure: SvgFigure) -> Result<(), ImportError> {
        let name = name_of(node);
        if !state.fill && !state.stroke {
            self.builder.warnings.add("figures without fill and stroke are left out", format_args!("{name}"));
            return Ok(());
        }
        let mut body = match state.body {
            Some(index) => core::mem::take(&mut self.bodies[index].0),
            None => state.traits.body([0.0; 2], 0.0),
        };
        self.add_figure(&mut body, state, figure, name)?;
        match state.body {
            Some(index) => self.bodies[index].0 = body,
            None => self.add(body, name)?,
        }
        Ok(())
    }

    fn add_figure(
        &mut self,
        body: &mut BodyDesc,
        state: &State,
        figure: SvgFigure,
        name: &str,
    ) -> Result<(), ImportError> {
        if let (true, Some(circle)) = (state.fill, self.circle(&figure, state.transform)) {
            body.shapes.push(state.traits.dress(ShapeDesc::new(Geometry::Circle(circle))));
            return Ok(());
        }
        let lines = self.lines(figure, state.transform)?;
        if state.fill {
            let rings: Vec<Vec<Vec2>> = lines.into_iter().map(|(points, _)| points).collect();
            let area = self.builder.area(&rings, state.rule)?;
            return self.builder.add_area(body, &area, 1.0, &state.traits, format_args!("{name}"));
        }
        for (points, closed) in lines {
            self.builder.spend_vertices(points.len())?;
            self.builder.add_line(body, &points, closed, &state.traits, format_args!("{name}"));
        }
        Ok(())
    }

    /// The circle of a figure under a transform that keeps angles.
    fn circle(&self, figure: &SvgFigure, transform: Affine) -> Option<CircleDesc> {
        let SvgFigure::Ellipse { center, radii } = figure else { return None };
        let [a, b, c, d, _, _] = transform.as_coeffs();
        let (first, second) = (a.hypot(b) * radii[0], c.hypot(d) * radii[1]);
        let is_circle =
            (first - second).abs() <= 1.0e-6 * first && (a * c + b * d).abs() <= 1.0e-6 * (a * a + b * b);
        let center = transform * Point::new(center[0], center[1]);
        let radius = self.frame.length(first);
        let center = self.frame.point([center.x, center.y]);
        let is_sound = radius >= cairn2d::geometry::MIN_EXTENT
            && [radius, center[0], center[1]].iter().all(|x| x.abs() <= FARTHEST as f32);
        (is_circle && is_sound).then_some(CircleDesc { center, radius })
    }

    /// The lines of a figure in the scene `[m]`, and whether each is closed.
    fn lines(&mut self, figure: SvgFigure, transform: Affine) -> Result<Vec<(Vec<Vec2>, bool)>, ImportError> {
        let frame = self.frame;
        let to_scene = Affine::scale_non_uniform(frame.scale, frame.scale * frame.sign()) * transform;
        let tolerance = f64::from(self.builder.options.tolerance).max(FINEST);
        let path = match figure {
            SvgFigure::Path(path) => path,
            SvgFigure::Ellipse { center, radii } => {
                let [a, b, c, d, _, _] = to_scene.as_coeffs();
                let size = (a.hypot(b) + c.hypot(d)).max(1.0e-9);
                let points = outline::ellipse(center, radii, tolerance / size);
                let mut path = BezPath::new();
                for (index, [x, y]) in points.into_iter().enumerate() {
                    if index == 0 { path.move_to((x, y)) } else { path.line_to((x, y)) }
                }
                path.close_path();
                path
            }
        };
        let mut lines: Vec<(Vec<Vec2>, bool)> = Vec::new();
        let mut current = Point::ZERO;
        for element in path.elements() {
            let element = to_scene * *element;
            let end = match element {
                PathEl::MoveTo(end) => {
                    lines.push((Vec::new(), false));
                    end
                }
                PathEl::LineTo(end) | PathEl::QuadTo(_, end) | PathEl::CurveTo(_, _, end) => end,
                PathEl::ClosePath => {
                    if let Some(line) = lines.last_mut() {
                        line.1 = true;
                    }
                    continue;
                }
            };
            let controls = match element {
                PathEl::QuadTo(a, _) => [a, end],
                PathEl::CurveTo(a, b, _) => [a, b],
                _ => [end, end],
            };
            let is_near = |point: &Point| point.x.abs() <= FARTHEST && point.y.abs() <= FARTHEST;
            if ![controls[0], controls[1], end].iter().all(is_near) {
                return Err(ImportError::range(format!("a point is more than {FARTHEST} m from the origin")));
            }
            let mut points: Vec<Vec2> = Vec::new();
            if matches!(element, PathEl::MoveTo(_)) {
                points.push(vector(end));
            } else {
                kurbo::flatten([PathEl::MoveTo(current), element], tolerance, |piece| {
                    if let PathEl::LineTo(point) = piece {
                        points.push(vector(point));
                    }
                });
            }
            self.builder.spend_vertices(points.len())?;
            current = end;
            // After a closed line, the next one begins where it began.
            if lines.last().is_none_or(|line| line.1) {
                let start = lines.last().and_then(|line| line.0.first()).copied();
                lines.push((start.into_iter().collect(), false));
            }
            if let Some(line) = lines.last_mut() {
                line.0.append(&mut points);
            }
        }
        Ok(lines)
    }

    /// Moves the origin of a body to the middle of its geometry and adds it.
    fn add(&mut self, mut body: BodyDesc, name: &str) -> Result<(), ImportError> {
        let mut bounds: Option<[[f32; 2]; 2]> = None;
        let mut include = |point: [f32; 2]| {
            let [low, high] = bounds.get_or_insert([point; 2]);
            for axis in 0..2 {
                low[axis] = low[axis].min(point[axis]);
                high[axis] = high[axis].max(point[axis]);
            }
        };
        visit(&mut body, |point| include(*point));
        let Some([low, high]) = bounds else {
            self.builder.warnings.add("a body without shapes is left out", format_args!("{name}"));
            return Ok(());
        };
        let center = [0, 1].map(|axis| 0.5 * (low[axis] + high[axis]));
        visit(&mut body, |point| *point = [point[0] - center[0], point[1] - center[1]]);
        body.position = center;
        self.builder.add(body, name).map(drop)
    }
}

/// Calls a function with each point of a body's shapes.
fn visit(body: &mut BodyDesc, mut call: impl FnMut(&mut [f32; 2])) {
    for shape in &mut body.shapes {
        match &mut shape.geometry {
            Geometry::Circle(circle) => call(&mut circle.center),
            Geometry::Capsule(capsule) => [&mut capsule.a, &mut capsule.b].into_iter().for_each(&mut call),
            Geometry::Segment(segment) => [&mut segment.a, &mut segment.b].into_iter().for_each(&mut call),
            Geometry::Box(rect) => call(&mut rect.center),
            Geometry::Polygon(polygon) => polygon.points.iter_mut().for_each(&mut call),
        }
    }
    body.chains.iter_mut().flat_map(|chain| &mut chain.points).for_each(call);
}

/// The figure of an element; `None` for another element.
fn figure(node: Node<'_, '_>, tag: &str) -> Result<Option<SvgFigure>, ImportError> {
    let get = |name| length(node, name, 0.0);
    let positive = |name: &'static str| {
        let value = get(name)?;
        let wrong = || ImportError::range(format!("must be from 0, but is {value}")).field(name);
        if value >= 0.0 { Ok(value) } else { Err(wrong()) }
    };
    Ok(Some(match tag {
        "path" => SvgFigure::Path(path(node.attribute("d").unwrap_or_default())?),
        "circle" => SvgFigure::Ellipse { center: [get("cx")?, get("cy")?], radii: [positive("r")?; 2] },
        "ellipse" => {
            SvgFigure::Ellipse { center: [get("cx")?, get("cy")?], radii: [positive("rx")?, positive("ry")?] }
        }
        "rect" => {
            let (x, y) = (get("x")?, get("y")?);
            let (width, height) = (positive("width")?, positive("height")?);
            let rx = if node.has_attribute("rx") { positive("rx")? } else { positive("ry")? };
            let ry = if node.has_attribute("ry") { positive("ry")? } else { rx };
            SvgFigure::Path(rectangle([x, y], [width, height], [rx.min(0.5 * width), ry.min(0.5 * height)]))
        }
        "line" => {
            let mut path = BezPath::new();
            path.move_to((get("x1")?, get("y1")?));
            path.line_to((get("x2")?, get("y2")?));
            SvgFigure::Path(path)
        }
        "polyline" | "polygon" => {
            let mut path = BezPath::new();
            for (index, point) in PointsParser::from(node.attribute("points").unwrap_or_default()).enumerate()
            {
                if index == 0 { path.move_to(point) } else { path.line_to(point) }
            }
            if tag == "polygon" && !path.elements().is_empty() {
                path.close_path();
            }
            SvgFigure::Path(path)
        }
        _ => return Ok(None),
    }))
}

/// Largest coordinate and radius of a path, in its units. The number of curves of an arc grows with its
/// radius, which grows with the distance of its ends.
const LARGEST: f64 = 1.0e7;

/// Checks the numbers on which the curves of arcs depend.
fn check_arcs(data: &str) -> Result<(), ImportError> {
    // The other parser reports errors of the syntax.
    for segment in PathParser::from(data).map_while(Result::ok) {
        let numbers = match segment {
            PathSegment::EllipticalArc { rx, ry, x, y, .. } => [rx, ry, x, y],
            PathSegment::HorizontalLineTo { x, .. } => [x, 0.0, 0.0, 0.0],
            PathSegment::VerticalLineTo { y, .. } => [y, 0.0, 0.0, 0.0],
            PathSegment::MoveTo { x, y, .. }
            | PathSegment::LineTo { x, y, .. }
            | PathSegment::CurveTo { x, y, .. }
            | PathSegment::SmoothCurveTo { x, y, .. }
            | PathSegment::Quadratic { x, y, .. }
            | PathSegment::SmoothQuadratic { x, y, .. } => [x, y, 0.0, 0.0],
            PathSegment::ClosePath { .. } => continue,
        };
        if let Some(wrong) = numbers.into_iter().find(|number| number.is_nan() || number.abs() > LARGEST) {
            let why = format!("numbers must be from -{LARGEST} to {LARGEST}, but one is {wrong}");
            return Err(ImportError::range(why).field("d"));
        }
    }
    Ok(())
}

fn path(data: &str) -> Result<BezPath, ImportError> {
    check_arcs(data)?;
    let mut path = BezPath::new();
    for segment in SimplifyingPathParser::from(data) {
        let segment = segment.map_err(|error| ImportError::structure(format!("{error}")).field("d"))?;
        match segment {
            SimplePathSegment::MoveTo { x, y } => path.move_to((x, y)),
            // The first segment of a path is always a move.
            _ if path.elements().is_empty() => {}
            SimplePathSegment::LineTo { x, y } => path.line_to((x, y)),
            SimplePathSegment::CurveTo { x1, y1, x2, y2, x, y } => path.curve_to((x1, y1), (x2, y2), (x, y)),
            SimplePathSegment::Quadratic { x1, y1, x, y } => path.quad_to((x1, y1), (x, y)),
            SimplePathSegment::ClosePath => path.close_path(),
        }
    }
    Ok(path)
}

/// A box with corners of quarter ellipses, as cubic curves.
fn rectangle([x, y]: [f64; 2], [width, height]: [f64; 2], [rx, ry]: [f64; 2]) -> BezPath {
    let (right, bottom) = (x + width, y + height);
    let mut path = BezPath::new();
    if rx <= 0.0 || ry <= 0.0 {
        path.move_to((x, y));
        path.line_to((right, y));
        path.line_to((right, bottom));
        path.line_to((x, bottom));
        path.close_path();
        return path;
    }
    // The usual handle of a quarter circle, within 0.03 % of it.
    const HANDLE: f64 = 0.552_284_749_8;
    let (hx, hy) = (rx * (1.0 - HANDLE), ry * (1.0 - HANDLE));
    path.move_to((x + rx, y));
    path.line_to((right - rx, y));
    path.curve_to((right - hx, y), (right, y + hy), (right, y + ry));
    path.line_to((right, bottom - ry));
    path.curve_to((right, bottom - hy), (right - hx, bottom), (right - rx, bottom));
    path.line_to((x + rx, bottom));
    path.curve_to((x + hx, bottom), (x, bottom - hy), (x, bottom - ry));
    path.line_to((x, y + ry));
    path.curve_to((x, y + hy), (x + hx, y), (x + rx, y));
    path.close_path();
    path
}

/// A length in user units, of which an inch has 96.
fn length(node: Node<'_, '_>, name: &str, missing: f64) -> Result<f64, ImportError> {
    let Some(text) = node.attribute(name) else { return Ok(missing) };
    let length: Length =
        text.parse().map_err(|error| ImportError::structure(format!("{error}")).field(name))?;
    let units = match length.unit {
        LengthUnit::None | LengthUnit::Px => 1.0,
        LengthUnit::In => 96.0,
        LengthUnit::Cm => 96.0 / 2.54,
        LengthUnit::Mm => 96.0 / 25.4,
        LengthUnit::Pt => 96.0 / 72.0,
        LengthUnit::Pc => 16.0,
        LengthUnit::Em | LengthUnit::Ex | LengthUnit::Percent => {
            return Err(ImportError::unsupported("lengths in em, ex and % are not read").field(name));
        }
    };
    let value = length.number * units;
    if value.is_finite() { Ok(value) } else { Err(ImportError::range("is not finite").field(name)) }
}

fn vector(point: Point) -> Vec2 {
    // Adding zero makes a positive zero of a negative one.
    Vec2::new(point.x as f32 + 0.0, point.y as f32 + 0.0)
}

fn name_of<'a>(node: Node<'a, '_>) -> &'a str {
    node.attribute((INKSCAPE, "label")).or(node.attribute("id")).unwrap_or_default()
}
