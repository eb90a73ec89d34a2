//! Contacts: points, normals and impulses.

use cairn2d_dynamics::{BodyId, BodyKind, ContactPoint, ContactRef};
use cairn2d_math::Vec2;

use super::{Ink, Label, Mark, Walk};

/// Longest line of an impulse, in pixels.
const LONGEST: f32 = 240.0;

impl Walk<'_> {
    pub(super) fn contacts(&mut self) {
        let world = self.world;
        for contact in world.contacts().filter_map(|id| world.contact(id)) {
            if contact.is_touching() {
                let ink = contact.color().filter(|_| self.options.graph_colors).map(Ink::Graph);
                for point in contact.points_from(self.options.origin) {
                    self.contact_point(&contact, point, ink);
                }
            }
        }
    }

    fn contact_point(&mut self, contact: &ContactRef<'_>, point: ContactPoint, ink: Option<Ink>) {
        let options = self.options;
        let at = self.carried(contact, point.point);
        let reach = if options.impulses { LONGEST } else { 24.0 };
        if !self.sees_any(&[at], self.pixels(reach)) {
            return;
        }
        let normal = contact.normal();
        if options.normals {
            let length = self.pixels(14.0);
            self.canvas.line(at, at + normal * length, ink.unwrap_or(Ink::Normal));
        }
        if options.impulses {
            let unit = options.impulse_scale * self.lightness(contact.bodies());
            let line = |impulse: f32| {
                let (longest, length) = (LONGEST * options.pixel, impulse * unit);
                // A mass of nearly zero makes NaN of a zero impulse.
                if length.is_nan() { 0.0 } else { length.clamp(-longest, longest) }
            };
            // The tangent is the normal turned clockwise.
            let (up, along) = (line(point.normal_impulse), line(point.tangent_impulse));
            self.canvas.line(at, at + normal * up, ink.unwrap_or(Ink::NormalImpulse));
            self.canvas.line(at, at - normal.perp() * along, ink.unwrap_or(Ink::TangentImpulse));
        }
        if options.features {
            self.canvas.label(at, Label::Feature(point.feature), Ink::Label);
        }
        if options.contacts {
            let touches = point.separation <= 0.0 || point.normal_impulse > 0.0;
            let plain = if touches { Ink::Contact } else { Ink::Speculative };
            self.canvas.mark(at, Mark::Dot, 6.0, Vec2::X, ink.unwrap_or(plain));
        }
    }

    /// Where a contact point is drawn: it moves with a body that [`Canvas::pose`] draws elsewhere.
    fn carried(&self, contact: &ContactRef<'_>, point: Vec2) -> Vec2 {
        let bodies = contact.bodies().map(|id| self.world.body(id));
        let moving = bodies.into_iter().flatten().find(|body| body.kind() != BodyKind::Static);
        let Some(body) = moving else { return point };
        let is = body.pose_from(self.options.origin);
        let drawn = self.canvas.pose(body.id(), is);
        if is == drawn { point } else { drawn.transform_point(is.inv_transform_point(point)) }
    }

    /// Change of velocity of the lighter body by an impulse of 1 N s \[1/kg\].
    fn lightness(&self, bodies: [BodyId; 2]) -> f32 {
        let masses = bodies.map(|id| self.world.body(id).map_or(0.0, |body| body.mass().mass));
        let least = match masses {
            [a, b] if a <= 0.0 => b,
            [a, b] if b <= 0.0 => a,
            [a, b] => {
                if a < b {
                    a
                } else {
                    b
                }
            }
        };
        if least > 0.0 { 1.0 / least } else { 0.0 }
    }
}
