//! Where acts lead from a position, and which acts lead to it: the edges of a game, by the numbers of positions.

use std::ops::ControlFlow;
use std::sync::Arc;

use koma::board::{Player, Square, Squares};
use koma::check::sheet::Verb;
use koma::play::Act;
use koma::play::forbid::breaches;
use koma::play::generate::{Batch, Legality, legal};
use koma::play::judge::{is_over_without_history, judge, note_fitted};
use koma::play::position::{Captured, Position, Shape};
use koma::play::view::View;
use koma::rules::Rules;
use koma::rules::plan::promotion::Promotion;

use super::index::{Cells, Image, Index};

/// What a position is to the player to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// Some act wins at once.
    WinsNow,
    /// There is no act: the winner by the rules, if there is one.
    Stuck(Option<Player>),
    /// Play goes on. Some act may draw at once.
    Open {
        /// An act ends the game as a draw.
        can_draw: bool,
    },
}

/// A position that the numbers do not know: pieces changed that were taken for fixed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unnumbered;

/// Acts and positions that are reused from one question to the next.
#[derive(Debug)]
pub struct Scratch<B> {
    batches: Vec<Batch<B>>,
    /// The numbers of the positions that the acts lead to, but for acts that end the game.
    pub children: Vec<u64>,
    /// How many acts there are.
    pub acts: usize,
}

impl<B> Default for Scratch<B> {
    fn default() -> Self {
        Scratch {
            batches: Vec::new(),
            children: Vec::new(),
            acts: 0,
        }
    }
}

/// The edges of a game.
#[derive(Debug)]
pub struct Graph<S: Shape> {
    rules: Arc<Rules<S::Set>>,
    /// The numbers of positions.
    pub index: Index,
    template: Position<S>,
    /// Per player and kind, how promotion splits its targets.
    promotions: [Vec<Promotion<S::Set>>; 2],
    /// Only acts of certain patterns end the game at once.
    ends_by_acts: bool,
    /// Classes on the board by kind and owner (own first); `u8::MAX` if there is none.
    on_board: Vec<[u8; 2]>,
    /// Classes in hands by kind and owner.
    in_hand: Vec<[u8; 2]>,
    identity: [u8; 64],
    turn: [u8; 64],
}

/// Whether the acts that lead to a position can be told from it: they are moves and drops, movement is the usual one, promotion
/// and turns ask for nothing but squares, and nothing else leaves the board.
pub fn is_reversible<B: Squares>(rules: &Rules<B>) -> bool {
    let tells = |it: &Promotion<B>| !matches!(it, Promotion::Asked);
    rules.facts.usual_movement
        && rules.facts.plain_turns
        && Player::BOTH.iter().all(|it| {
            let turn = &rules.plan(*it).first_turn;
            let promotions = Promotion::of_kinds(rules, &rules.player(*it).promotes);
            let player = rules.player(*it);
            (turn.all_moves || turn.no_moves)
                && (turn.all_drops || turn.no_drops)
                && !player.turns.iter().any(|it| it.has(Verb::Pass))
                && player.effects.is_empty()
                && promotions.iter().all(tells)
        })
}

/// How the board is seen by whoever's position is numbered.
struct Frame<'a> {
    squares: &'a [u8; 64],
    /// Whether the mover's pieces are the own ones.
    own: bool,
}

/// Whether an act is one that was said to be promising; acts without squares always are.
#[inline]
fn ends_here<B: Squares>(act: Act, promising: B) -> bool {
    match act {
        Act::Move { to, .. } | Act::Drop { to, .. } => promising.has(to),
        Act::Pass | Act::End => true,
    }
}

impl<S: Shape> Graph<S> {
    /// The edges of a game whose turns are single acts.
    pub fn new(rules: Arc<Rules<S::Set>>, index: Index, template: Position<S>) -> Self {
        let n_kinds = rules.kinds.len();
        let (mut on_board, mut in_hand) =
            (vec![[u8::MAX; 2]; n_kinds], vec![[u8::MAX; 2]; n_kinds]);
        for (i, class) in index.board.iter().enumerate() {
            on_board[class.kind as usize][usize::from(!class.own)] = i as u8;
        }
        for (i, class) in index.hands.iter().enumerate() {
            in_hand[class.kind as usize][usize::from(!class.own)] = i as u8;
        }
        let promotions =
            Player::BOTH.map(|it| Promotion::of_kinds(&rules, &rules.player(it).promotes));
        let mut identity = [0; 64];
        for (i, it) in identity.iter_mut().enumerate() {
            *it = i as u8;
        }
        let mut turn = identity;
        for square in rules.geometry.squares() {
            turn[square.index()] = rules.geometry.seen_by(Player::Second, square).0 as u8;
        }
        let ends_by_acts = Player::BOTH.iter().all(|it| {
            rules
                .plan(*it)
                .ends
                .perft_ends
                .iter()
                .all(|it| it.acts != 0)
        });
        Graph {
            rules,
            index,
            template,
            promotions,
            ends_by_acts,
            on_board,
            in_hand,
            identity,
            turn,
        }
    }

    /// The position with a number, and as its player to move sees it. `near` remembers where numbers were looked up last.
    pub fn position(&self, number: u64, near: &mut usize) -> (Position<S>, Cells) {
        self.index.position(&self.template, number, near)
    }

    /// The number of a position.
    pub fn number(&self, position: &Position<S>) -> Option<u64> {
        self.index.rank(&self.index.cells(position), position.side)
    }

    fn frame(&self, mover: Player, seer: Player) -> Frame<'_> {
        match (self.index.is_turned, seer) {
            (true, Player::First) => Frame {
                squares: &self.identity,
                own: mover == seer,
            },
            (true, Player::Second) => Frame {
                squares: &self.turn,
                own: mover == seer,
            },
            (false, _) => Frame {
                squares: &self.identity,
                own: mover == Player::First,
            },
        }
    }

    /// How the game ends by an act, if it does; the act is made.
    fn ending(&self, position: &Position<S>, act: Act) -> Option<Option<Player>> {
        let rules = &*self.rules;
        let mover = position.side;
        let mut next = *position;
        let captured = next.make(rules, act);
        note_fitted(rules, &mut next, act, captured);
        next.side = mover.other();
        if !is_over_without_history(rules, &next, mover) {
            return None;
        }
        let view = View::new(rules, &next);
        judge(&view, mover, None, |_, _| true).map(|it| it.winner)
    }

    /// The targets on which acts could end the game at once.
    #[inline]
    fn promising(&self, mover: Player, batch: &Batch<S::Set>, enemy: S::Set) -> S::Set {
        let plan = &self.rules.plan(mover).ends;
        let (targets, patterns, ending) = match *batch {
            Batch::Bare(_) => return S::Set::EMPTY,
            Batch::Moves { kind, targets, .. } => (
                targets,
                plan.moves[kind as usize],
                plan.move_targets[kind as usize],
            ),
            Batch::Drops { kind, targets } => (
                targets,
                plan.drops[kind as usize],
                plan.drop_targets[kind as usize],
            ),
        };
        match (self.ends_by_acts, patterns & plan.quiet) {
            (false, _) => targets,
            // Only captures can.
            (true, 0) => targets & ending & enemy,
            (true, _) => targets & ending,
        }
    }

    /// Whether an act could end the game at once.
    #[inline]
    fn could_end(&self, mover: Player, act: Act, captured: Option<u8>) -> bool {
        let plan = &self.rules.plan(mover).ends;
        if !self.ends_by_acts {
            return true;
        }
        let open = match act {
            Act::Move { kind, to, .. } if plan.move_targets[kind as usize].has(to) => {
                plan.moves[kind as usize]
            }
            Act::Drop { kind, to } if plan.drop_targets[kind as usize].has(to) => {
                plan.drops[kind as usize]
            }
            Act::Pass => plan.pass,
            Act::Move { .. } | Act::Drop { .. } | Act::End => 0,
        };
        open & captured.map_or(plan.quiet, |it| plan.taking[it as usize]) != 0
    }

    /// What a position is to the player to move, and where its acts lead. Where some act wins at once, the others are not
    /// looked at.
    pub fn ahead(
        &self,
        position: &Position<S>,
        scratch: &mut Scratch<S::Set>,
    ) -> Result<Standing, Unnumbered> {
        let rules = &*self.rules;
        let me = position.side;
        let view = View::new(rules, position);
        let Scratch {
            batches,
            children,
            acts,
        } = scratch;
        batches.clear();
        children.clear();
        *acts = 0;
        let _ = legal(&view, Legality::Full, &mut |batch| {
            batches.push(batch);
            ControlFlow::Continue(())
        });
        let enemy = position.owned.as_ref()[0][me.other().index()];
        let taken = |act: Act| match act {
            Act::Move { to, .. } if enemy.has(to) => position.kind_on(rules, 0, to),
            _ => None,
        };
        for batch in batches.iter() {
            let promising = self.promising(me, batch, enemy);
            let wins = batch.with_targets(promising).each(|act| {
                match self.could_end(me, act, taken(act))
                    && self.ending(position, act) == Some(Some(me))
                {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            });
            if wins.is_break() {
                return Ok(Standing::WinsNow);
            }
        }
        let mut turned = *position;
        turned.side = me.other();
        let mut cells = self.index.cells(&turned);
        let frame = self.frame(me, me.other());
        let mut can_draw = false;
        let mut known = true;
        for batch in batches.iter() {
            let promising = self.promising(me, batch, enemy);
            let _ = batch.each(|act| {
                *acts += 1;
                let captured = taken(act);
                if ends_here(act, promising)
                    && self.could_end(me, act, captured)
                    && let Some(winner) = self.ending(position, act)
                {
                    can_draw |= winner.is_none();
                    return ControlFlow::Continue(());
                }
                self.apply(&mut cells, &frame, position, act, captured, true);
                match self.index.rank(&cells, me.other()) {
                    Some(number) => children.push(number),
                    None => known = false,
                }
                self.apply(&mut cells, &frame, position, act, captured, false);
                ControlFlow::Continue(())
            });
        }
        match (known, *acts) {
            (false, _) => Err(Unnumbered),
            (true, 0) => {
                let verdict = judge(&view, me.other(), None, |_, _| true);
                Ok(Standing::Stuck(verdict.and_then(|it| it.winner)))
            }
            (true, _) => Ok(Standing::Open { can_draw }),
        }
    }

    /// Changes what is seen of a position as an act does, or takes that back.
    #[inline]
    fn apply(
        &self,
        cells: &mut Cells,
        frame: &Frame<'_>,
        position: &Position<S>,
        act: Act,
        captured: Option<u8>,
        forth: bool,
    ) {
        let (mine, theirs) = (usize::from(!frame.own), usize::from(frame.own));
        let bit = |square: Square| 1u64 << frame.squares[square.index()];
        let change = |held: &mut u8, more: bool| match more == forth {
            true => *held += 1,
            false => *held -= 1,
        };
        match act {
            Act::Move {
                from,
                to,
                kind,
                becomes,
            } => {
                let landed = becomes.unwrap_or(kind);
                cells.masks[self.on_board[kind as usize][mine] as usize] ^= bit(from);
                cells.masks[self.on_board[landed as usize][mine] as usize] ^= bit(to);
                if let Some(taken) = captured {
                    cells.masks[self.on_board[taken as usize][theirs] as usize] ^= bit(to);
                    if self.rules.to_hand {
                        let held = self.rules.kinds[taken as usize].in_hand_as as usize;
                        match self.in_hand[held][mine] {
                            // A fixed piece was taken after all: its squares tell.
                            u8::MAX => {}
                            class => change(&mut cells.held[class as usize], true),
                        }
                    }
                }
            }
            Act::Drop { to, kind } => {
                cells.masks[self.on_board[kind as usize][mine] as usize] ^= bit(to);
                if let Some(held) = position.hand_kind(&self.rules, kind) {
                    match self.in_hand[held as usize][mine] {
                        u8::MAX => {}
                        class => change(&mut cells.held[class as usize], false),
                    }
                }
            }
            Act::Pass | Act::End => {}
        }
    }

    /// Hands out the numbers of the positions from which an act leads to this one, once for each such act; `known` says
    /// which positions matter. A position that is its own mirror image has each of its acts twice.
    pub fn behind(
        &self,
        after: &Position<S>,
        after_cells: &Cells,
        known: impl Fn(u64) -> bool,
        mut found: impl FnMut(u64, u16),
    ) {
        let rules = &*self.rules;
        let mover = after.side.other();
        let me = mover.index();
        let plan = rules.plan(mover);
        let mut before = *after;
        before.side = mover;
        let cells = self.index.cells(&before);
        let frame = self.frame(mover, mover);
        let (mine, theirs) = (usize::from(!frame.own), usize::from(frame.own));
        let view = View::new(rules, after);
        let own = after.owned.as_ref()[0][me];
        let is_even = self
            .index
            .rank_of(after_cells, after.side)
            .is_some_and(|it| it.1 == Image::Same);
        let bit = |square: Square| 1u64 << frame.squares[square.index()];
        let mut offer = |cells: &Cells, act: Act, captured: Option<u8>, held: Option<u8>| {
            let Some((number, image)) = self.index.rank_of(cells, mover) else {
                return;
            };
            if !known(number) || !self.leads(after, act, captured, held) {
                return;
            }
            let times = match (is_even, image) {
                (false, Image::Same) => 2,
                // Both a position and its image are met: only one of them is numbered.
                (true, Image::Other) => return,
                _ => 1,
            };
            found(number, times);
        };
        for (kind, facts) in rules.kinds.iter().enumerate() {
            let class = self.on_board[kind][mine];
            if class == u8::MAX {
                continue;
            }
            for to in (after.kinds.as_ref()[kind] & own).iter() {
                let mut lifted = cells;
                lifted.masks[class as usize] ^= bit(to);
                if !plan.first_turn.no_drops {
                    for &held in &facts.dropped_from {
                        let hand = self.in_hand[held as usize][mine];
                        if hand == u8::MAX {
                            continue;
                        }
                        let mut cells = lifted;
                        cells.held[hand as usize] += 1;
                        let act = Act::Drop {
                            to,
                            kind: kind as u8,
                        };
                        offer(&cells, act, None, Some(held));
                    }
                }
                if plan.first_turn.no_moves {
                    continue;
                }
                for (earlier, faces) in rules.kinds.iter().enumerate() {
                    let promotes = earlier != kind;
                    if promotes && !faces.becomes.contains(&(kind as u8))
                        || self.on_board[earlier][mine] == u8::MAX
                    {
                        continue;
                    }
                    let sources =
                        view.attack_sources(mover, earlier as u8, to, view.occupied) & view.empty;
                    for from in sources.iter() {
                        let fits = match &self.promotions[me][earlier] {
                            Promotion::Never => !promotes,
                            Promotion::Table(table) if promotes => table.may[from.index()].has(to),
                            Promotion::Table(table) => !table.must[from.index()].has(to),
                            Promotion::Asked => true,
                        };
                        if !fits {
                            continue;
                        }
                        let mut moved = lifted;
                        moved.masks[self.on_board[earlier][mine] as usize] ^= bit(from);
                        let act = Act::Move {
                            from,
                            to,
                            kind: earlier as u8,
                            becomes: promotes.then_some(kind as u8),
                        };
                        offer(&moved, act, None, None);
                        for (taken, it) in rules.kinds.iter().enumerate() {
                            let class = self.on_board[taken][theirs];
                            let hand = self.in_hand[it.in_hand_as as usize][mine];
                            if class == u8::MAX {
                                continue;
                            }
                            let mut cells = moved;
                            if rules.to_hand {
                                if hand == u8::MAX || cells.held[hand as usize] == 0 {
                                    continue;
                                }
                                cells.held[hand as usize] -= 1;
                            }
                            cells.masks[class as usize] ^= bit(to);
                            offer(&cells, act, Some(taken as u8), None);
                        }
                    }
                }
            }
        }
    }

    /// Whether an act of the position before is legal there and leads here without ending the game.
    fn leads(&self, after: &Position<S>, act: Act, captured: Option<u8>, held: Option<u8>) -> bool {
        let rules = &*self.rules;
        let mover = after.side.other();
        let forbids = &rules.player(mover).forbids;
        let could_end = self.ends_by_acts && self.could_end(mover, act, captured);
        if forbids.is_empty() && !could_end {
            return true;
        }
        if could_end {
            let mut next = *after;
            next.side = mover;
            note_fitted(rules, &mut next, act, Captured::on_target(captured));
            next.side = after.side;
            if next.fitted != 0 && is_over_without_history(rules, &next, mover) {
                return false;
            }
        }
        if forbids.is_empty() {
            return true;
        }
        let before = self.before(after, act, captured, held);
        let view = View::new(rules, &before);
        !forbids
            .iter()
            .any(|it| !it.loses && breaches(&view, it, act))
    }

    /// The position before an act.
    fn before(
        &self,
        after: &Position<S>,
        act: Act,
        captured: Option<u8>,
        held: Option<u8>,
    ) -> Position<S> {
        let rules = &*self.rules;
        let mover = after.side.other();
        let mut before = *after;
        before.side = mover;
        match act {
            Act::Move {
                from,
                to,
                kind,
                becomes,
            } => {
                before.toggle(rules, mover, becomes.unwrap_or(kind), to);
                before.toggle(rules, mover, kind, from);
                if let Some(taken) = captured {
                    before.toggle(rules, mover.other(), taken, to);
                    if rules.to_hand {
                        let held = rules.kinds[taken as usize].in_hand_as as usize;
                        before.hands[mover.index()].as_mut()[held] -= 1;
                    }
                }
            }
            Act::Drop { to, kind } => {
                before.toggle(rules, mover, kind, to);
                if let Some(held) = held {
                    before.hands[mover.index()].as_mut()[held as usize] += 1;
                }
            }
            Act::Pass | Act::End => {}
        }
        before
    }
}
