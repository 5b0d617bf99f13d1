//! What a position is made of: which pieces there are, what each can be, and where it can be.
//!
//! Pieces are neither made nor lost: one that is captured goes to a hand, or leaves the game. A *family* is the kinds that one
//! and the same piece can be in turn, by promotion, in a hand, and when it is dropped.

use koma::board::diagram::Setup;
use koma::board::{Owner, Player, Squares};
use koma::rules::Program;

/// The kinds that one and the same piece can be, and how many such pieces there are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Family {
    /// What it can be on the board.
    pub on_board: Vec<u8>,
    /// What it can be in a hand.
    pub in_hand: Vec<u8>,
    /// How many pieces there are of it, of both players.
    pub pieces: usize,
    /// Nothing of it ever changes but its squares: who owns how many of which kind.
    pub is_fixed: bool,
}

/// The pieces of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Material {
    /// The families, by their lowest kind.
    pub families: Vec<Family>,
    /// Captured pieces leave the game: fewer than all of a family may be there.
    pub can_leave: bool,
}

/// How many pieces a player has of each kind: on the board, in the hand.
type Counts = [[Vec<usize>; 2]; 2];

impl Material {
    /// The pieces of a game that begins from a position.
    pub fn new<B: Squares>(program: &Program<B>, start: &Setup) -> Material {
        let n_kinds = program.kinds.len();
        let mut family: Vec<usize> = (0..n_kinds).collect();
        let mut join = |a: usize, b: usize| {
            let (a, b) = (family[a].min(family[b]), family[a].max(family[b]));
            family
                .iter_mut()
                .filter(|it| **it == b)
                .for_each(|it| *it = a);
        };
        let mut effects = program.players.iter().flat_map(|it| &it.effects);
        let fills_hands = program.to_hand || effects.any(|it| it.to_hand);
        for (kind, facts) in program.kinds.iter().enumerate() {
            let held = fills_hands.then_some(facts.in_hand_as);
            let others = facts.becomes.iter().chain(&facts.drops_as).copied();
            others.chain(held).for_each(|it| join(kind, it as usize));
        }
        let [board, hands] = counts(n_kinds, start);
        let there = |counts: &[Vec<usize>; 2], kind: usize| counts[0][kind] + counts[1][kind];
        let mut on_board: Vec<bool> = (0..n_kinds).map(|it| there(&board, it) > 0).collect();
        let mut in_hand: Vec<bool> = (0..n_kinds).map(|it| there(&hands, it) > 0).collect();
        // What can come of what is there, until nothing new does.
        loop {
            let before = (on_board.clone(), in_hand.clone());
            for (kind, facts) in program.kinds.iter().enumerate() {
                if on_board[kind] {
                    facts
                        .becomes
                        .iter()
                        .for_each(|it| on_board[*it as usize] = true);
                    in_hand[facts.in_hand_as as usize] |= fills_hands && !facts.neutral;
                }
                if in_hand[kind] {
                    facts
                        .drops_as
                        .iter()
                        .for_each(|it| on_board[*it as usize] = true);
                }
            }
            if before == (on_board.clone(), in_hand.clone()) {
                break;
            }
        }
        let members = |of: usize, among: &[bool]| -> Vec<u8> {
            let kinds = (0..n_kinds).filter(|it| family[*it] == of && among[*it]);
            kinds.map(|it| it as u8).collect()
        };
        let families = (0..n_kinds)
            .filter(|it| family[*it] == *it)
            .map(|of| Family {
                on_board: members(of, &on_board),
                in_hand: members(of, &in_hand),
                pieces: (0..n_kinds)
                    .filter(|it| family[*it] == of)
                    .map(|it| there(&board, it) + there(&hands, it))
                    .sum(),
                is_fixed: false,
            })
            .filter(|it| it.pieces > 0)
            .collect();
        Material {
            families,
            can_leave: !program.to_hand,
        }
    }

    /// Takes for fixed what has not changed between the start and any of some positions. It is a guess that makes the numbers
    /// of positions smaller; a position that it leaves out is noticed.
    pub fn guess_fixed<'a>(
        &mut self,
        n_kinds: usize,
        start: &Setup,
        seen: impl Iterator<Item = &'a Setup>,
    ) {
        let first = counts(n_kinds, start);
        self.families.iter_mut().for_each(|it| it.is_fixed = true);
        for setup in seen {
            let now = counts(n_kinds, setup);
            for family in self.families.iter_mut() {
                let kinds = family.on_board.iter().chain(&family.in_hand);
                family.is_fixed &= kinds.map(|it| *it as usize).all(|kind| {
                    (0..2).all(|place| {
                        (0..2).all(|player| now[place][player][kind] == first[place][player][kind])
                    })
                });
            }
        }
    }

    /// Whether both players have the same of everything that is fixed, so that they can be exchanged.
    pub fn is_even(&self, n_kinds: usize, start: &Setup) -> bool {
        let [board, hands] = counts(n_kinds, start);
        let fixed = self.families.iter().filter(|it| it.is_fixed);
        let mut kinds = fixed.flat_map(|it| it.on_board.iter().chain(&it.in_hand));
        kinds.all(|it| {
            [&board, &hands]
                .iter()
                .all(|of| of[0][*it as usize] == of[1][*it as usize])
        })
    }

    /// How many positions the families make on a board, for one side to move: each family anywhere, whatever the rules say.
    pub fn arrangements(&self, squares: usize, start: &Setup, n_kinds: usize) -> f64 {
        let first = counts(n_kinds, start);
        // Coefficients by the number of squares taken, as ways divided by the factorials of like pieces.
        let mut ways = vec![1.0];
        for family in &self.families {
            let mut own = vec![0.0; family.pieces + 1];
            if family.is_fixed {
                let mut like = 1.0;
                let mut taken = 0;
                for kind in &family.on_board {
                    for player in &first[0] {
                        let n = player[*kind as usize];
                        taken += n;
                        like *= factorial(n);
                    }
                }
                own[taken] = 1.0 / like;
            } else {
                let faces = 2 * family.on_board.len();
                let mut held = 2 * family.in_hand.len();
                if self.can_leave {
                    held += 1;
                }
                for (taken, it) in own.iter_mut().enumerate() {
                    // `taken` pieces over the faces, any of them on any square: faces^taken / taken!
                    let shown = (faces as f64).powi(taken as i32) / factorial(taken);
                    *it = shown * multisets(held, family.pieces - taken);
                }
            }
            let mut product = vec![0.0; ways.len() + own.len() - 1];
            for (i, a) in ways.iter().enumerate() {
                for (j, b) in own.iter().enumerate() {
                    product[i + j] += a * b;
                }
            }
            ways = product;
        }
        let mut places = 1.0;
        let mut all = 0.0;
        for (taken, it) in ways.iter().enumerate() {
            if taken > squares {
                break;
            }
            all += it * places;
            places *= (squares - taken) as f64;
        }
        all
    }
}

fn counts(n_kinds: usize, setup: &Setup) -> Counts {
    let mut counts: Counts = Default::default();
    for place in counts.iter_mut() {
        *place = [vec![0; n_kinds], vec![0; n_kinds]];
    }
    for (owner, kind) in setup.cells.iter().flatten() {
        if let Owner::Of(player) = owner {
            counts[0][player.index()][*kind as usize] += 1;
        }
    }
    for player in Player::BOTH {
        for (kind, n) in setup.hands[player.index()].iter().enumerate() {
            counts[1][player.index()][kind] += *n as usize;
        }
    }
    counts
}

fn factorial(n: usize) -> f64 {
    (1..=n).map(|it| it as f64).product()
}

/// In how many ways some like pieces can be shared out among some places.
fn multisets(places: usize, pieces: usize) -> f64 {
    match (places, pieces) {
        (_, 0) => 1.0,
        (0, _) => 0.0,
        _ => (0..pieces).fold(1.0, |all, it| all * (places + it) as f64 / (it + 1) as f64),
    }
}
