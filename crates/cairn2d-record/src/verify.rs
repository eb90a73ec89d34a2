//! Verification: replays a recording from its beginning and compares every recorded state.

use cairn2d::{BodyId, CallError};

use crate::error::{Divergence, Problem, RecordError};
use crate::player::{Check, Player};

/// Number of comparisons, all of them equal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// Number of steps.
    pub steps: u64,
    /// Hashes of the whole state that were compared.
    pub hashes: u64,
    /// Comparisons of all awake bodies.
    pub bodies: u64,
    /// Keyframes that were compared.
    pub keyframes: u64,
    /// Hash of the world at the end.
    pub hash: u64,
}

/// Differences found so far.
#[derive(Default)]
struct Search {
    verified: Verified,
    same_until: u64,
    first: Option<(u64, Problem)>,
    bodies: Option<(u64, Vec<BodyId>)>,
    located: u64,
}

impl Search {
    fn note(&mut self, step: u64, check: Check) {
        let (count, same, problem) = match &check {
            Check::Hash(same) => (&mut self.verified.hashes, *same, Problem::Hash),
            Check::Bodies(same, _) => (&mut self.verified.bodies, *same, Problem::Bodies),
            Check::Located(same, _) => (&mut self.located, *same, Problem::Bodies),
            Check::Keyframe(same) => (&mut self.verified.keyframes, *same, Problem::Keyframe),
        };
        *count += 1;
        if self.first.is_none() {
            if same {
                self.same_until = step;
            } else {
                self.first = Some((step, problem));
            }
        }
        let (Some((first, _)), None) = (&self.first, &self.bodies) else { return };
        match check {
            Check::Bodies(_, differing) => self.bodies = Some((step, differing)),
            // After a later step other bodies may differ too, as a consequence.
            Check::Located(false, differing) if step == *first && !differing.is_empty() => {
                self.bodies = Some((step, differing));
            }
            _ => {}
        }
    }

    /// Whether no further information can be found.
    fn is_over(&self) -> bool {
        self.first.is_some() && self.bodies.is_some()
    }

    fn result(self) -> Result<Verified, RecordError> {
        let Some((step, problem)) = self.first else { return Ok(self.verified) };
        let (bodies_at, bodies) = self.bodies.map_or((None, Vec::new()), |(at, bodies)| (Some(at), bodies));
        let divergence = Divergence { step, same_until: self.same_until, problem, bodies, bodies_at };
        Err(RecordError::Diverged(Box::new(divergence)))
    }
}

impl Player {
    /// Replays the recording from its beginning and compares every recorded state. The player is then at the
    /// end, or where the difference was found.
    ///
    /// # Errors
    /// [`RecordError::Diverged`] with the first step that differs, and the bodies that differ at the next
    /// comparison of bodies; other errors as for [`step`](Player::step).
    pub fn verify(&mut self) -> Result<Verified, RecordError> {
        self.restart()?;
        let mut search = Search::default();
        while !search.is_over() {
            match self.advance(true, &mut |step, check| search.note(step, check)) {
                Ok(Some(_)) => search.verified.steps += 1,
                Ok(None) => break,
                Err(RecordError::Call { step, error: CallError::Refused { call, reason } }) => {
                    let problem = Problem::Refused(format!("{call} was refused: {reason}"));
                    // An earlier difference is the cause.
                    search.first.get_or_insert((step + 1, problem));
                    break;
                }
                // A replay that already differs may fail in any way.
                Err(_) if search.first.is_some() => break,
                Err(error) => return Err(error),
            }
        }
        search.verified.hash = self.world().hash();
        search.result()
    }
}
