//! The strongest player.
use std::sync::Arc;
use super::knowledge::Knowledge;
use super::players::Player;
use super::prior::Prior;
use super::waters::{Field, Waters};
/// TODO
pub struct Posterior<const W: usize> { waters: Arc<Waters<W>>, prior: Arc<Prior<W>> }
impl<const W: usize> Posterior<W> {
    /// TODO
    pub fn new(waters: Arc<Waters<W>>, prior: Arc<Prior<W>>) -> Self { Self { waters, prior } }
}
impl<const W: usize> Player<W> for Posterior<W> {
    fn begin(&mut self, _seed: u64) {}
    fn next_shot(&mut self, knowledge: &Knowledge<W>) -> Field { let _ = (&self.prior, knowledge, &self.waters); todo!() }
}
