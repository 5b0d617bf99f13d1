//! Which act to try first: what each promises, by what it takes and by what was good before.

use super::Worker;
use crate::think::node::{Node, World, mark};
use koma::board::Squares;
use koma::play::Act;
use koma::play::position::{Position, Shape};

/// What promises most of all: the best act of before.
pub(super) const FIRST: i32 = 1 << 30;
/// May win at once.
pub(super) const SURE: i32 = 1 << 28;
/// Gains something: at least this.
pub(super) const LOUD: i32 = 1 << 20;
/// Loses something: at most this.
pub(super) const BAD: i32 = -(1 << 20);

/// Brings the act that promises most to a place in the list.
pub(super) fn pick(list: &mut [Choice], at: usize) {
    let mut best = at;
    for i in at + 1..list.len() {
        if list[i].promise > list[best].promise {
            best = i;
        }
    }
    list.swap(at, best);
}

/// An act with what it promises.
#[derive(Debug, Clone, Copy)]
pub(super) struct Choice {
    pub(super) act: Act,
    pub(super) promise: i32,
}

impl<S: Shape> Worker<S> {
    /// Gives each act what it promises.
    pub(super) fn rate(
        &self,
        node: &Node<S>,
        list: &mut [Choice],
        best: u16,
        step: usize,
        before: usize,
    ) {
        let world = &self.world;
        let killers = self.killers[step];
        for choice in list.iter_mut() {
            let act = choice.act;
            let name = mark(act);
            choice.promise = if name == best {
                FIRST
            } else if let Act::Move {
                kind, becomes, to, ..
            } = act
            {
                let taken = world.captured(node, act);
                let gain = becomes.map_or(0, |it| {
                    world.values.plain[it as usize] - world.values.plain[kind as usize]
                });
                let arrives = world.values.goals[node.position.side.index()]
                    .iter()
                    .any(|it| it.kind == kind && it.squares.has(to));
                if arrives {
                    SURE
                } else if let Some(taken) = taken {
                    let worth = world.values.exchange[taken as usize];
                    let risk = world.values.exchange[kind as usize].min(10_000);
                    if worth + gain >= risk || world.exchange(node, act) >= 0 {
                        LOUD + 8 * (worth + gain) - risk / 8
                    } else {
                        BAD - risk / 8 + worth / 8
                    }
                } else if gain > 50 {
                    if world.exchange(node, act) >= 0 {
                        LOUD + gain
                    } else {
                        BAD - 1000 + gain / 8
                    }
                } else {
                    self.quiet_promise(node, act, name, killers, before)
                }
            } else {
                self.quiet_promise(node, act, name, killers, before)
            };
        }
    }

    fn quiet_promise(
        &self,
        node: &Node<S>,
        act: Act,
        name: u16,
        killers: [u16; 2],
        before: usize,
    ) -> i32 {
        let answer = self.answers[before];
        if name == killers[0] {
            return LOUD - 1;
        }
        if name == killers[1] {
            return LOUD - 2;
        }
        if name == answer {
            return LOUD - 3;
        }
        match self.spot(&node.position, act) {
            0 => 0,
            at => {
                let follow = self.follow.get(before * self.spots + at - 1);
                self.history[at - 1] + follow.map_or(0, |it| i32::from(*it))
            }
        }
    }

    /// Where an act stands in the tables of what was good; 0 for acts without a target.
    pub(super) fn spot(&self, position: &Position<S>, act: Act) -> usize {
        spot(&self.world, position, act)
    }

    /// Remembers an act that was good enough, and that those before it were not.
    pub(super) fn praise(
        &mut self,
        node: &Node<S>,
        act: Act,
        tried: &[Act],
        depth: i32,
        step: usize,
        before: usize,
    ) {
        let name = mark(act);
        let killers = &mut self.killers[step];
        if killers[0] != name {
            *killers = [name, killers[0]];
        }
        self.answers[before] = name;
        let weight = (depth * depth * 16).min(1600);
        let mut learn = |at: usize, weight: i32| {
            if at > 0 {
                let cell = &mut self.history[at - 1];
                *cell += weight - *cell * weight.abs() / 16_000;
                if let Some(cell) = self.follow.get_mut(before * self.spots + at - 1) {
                    let old = i32::from(*cell);
                    *cell = (old + weight - old * weight.abs() / 16_000) as i16;
                }
            }
        };
        let world = &self.world;
        let spot = |act: Act| spot(world, &node.position, act);
        learn(spot(act), weight);
        for other in tried {
            learn(spot(*other), -weight);
        }
    }
}

/// Where an act stands in the tables of what was good; 0 for acts without a target.
fn spot<S: Shape>(world: &World<S>, position: &Position<S>, act: Act) -> usize {
    let (manner, kind, to) = match act {
        Act::Move { to, kind, .. } => (0, kind, to),
        Act::Drop { to, kind } => (1, kind, to),
        Act::Pass | Act::End => return 0,
    };
    let rules = &world.rules;
    let row = (position.side.index() * 2 + manner) * rules.kinds.len() + kind as usize;
    1 + row * rules.geometry.n_squares() + to.index()
}
