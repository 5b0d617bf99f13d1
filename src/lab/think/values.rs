//! What pieces and squares are worth: worked out from the rules, with no knowledge of any game.

use koma::board::{Geometry, Player, Square, Squares};
use koma::check::sheet::{KindId, KindSet, Quantity, ResultWord, Verb};
use koma::rules::plan::promotion::{Promotion, PromotionTable};
use koma::rules::{Cond, Course, Mover, PatternProgram, Rules, Set};

/// How much pieces count by being there, and how much by what they can do there.
struct Scale {
    /// What a piece on the board is worth wherever it stands, in hundredths of its plain worth.
    presence: i32,
    /// What a piece in a hand, which can come anywhere, is worth, in hundredths of its plain worth.
    hand: i32,
    /// What one more square to go to is worth, in thousandths of a typical piece.
    freedom: i32,
}

impl Scale {
    /// Where attacks are judged, they are the rest of what a piece is worth.
    const WITH_ATTACKS: Scale = Scale {
        presence: 60,
        hand: 100,
        freedom: 52,
    };
    /// Where pieces move in unusual ways, and attacks are not judged.
    const WITHOUT: Scale = Scale {
        presence: 100,
        hand: 110,
        freedom: 10,
    };
}

/// What the rules make things worth, in hundredths of the cheapest piece.
#[derive(Debug, Clone)]
pub struct Values<B> {
    /// Per kind: on the board, wherever.
    pub plain: Vec<i32>,
    /// Per kind: in a hand.
    pub hand: Vec<i32>,
    /// Per kind: what its capture changes: gone there, and perhaps in hand here.
    pub exchange: Vec<i32>,
    /// Per player, kind and square, as the first player counts: less than nothing for the second.
    worth: [Vec<i32>; 2],
    n_squares: usize,
    /// Kinds that the game is lost with.
    pub royal: KindSet,
    /// Whether some kind is.
    pub has_royal: bool,
    /// Whether that is all that a game is about: where pieces win by arriving too, a quiet act or a gift may win soon.
    pub is_hunt: bool,
    /// Kinds whose arrival somewhere wins, per player: kind, squares, how near each square is to them (0 to 100).
    pub goals: [Vec<Goal<B>>; 2],
    /// Squares to be counted towards a win, per player: so many, of which.
    pub counts: [Vec<(u32, Set<B>)>; 2],
    /// Kinds in the order of what is risked by moving them: the cheapest first.
    pub by_risk: Vec<u8>,
    /// Per square, itself and its neighbours.
    pub ring: Vec<B>,
    /// Per square, all within two steps, and all within three.
    pub wider: Vec<[B; 2]>,
    /// What one more square to go to is worth.
    pub mobility: i32,
    /// What a typical piece is worth.
    pub typical: i32,
}

/// A kind that wins by arriving.
#[derive(Debug, Clone)]
pub struct Goal<B> {
    /// The kind.
    pub kind: u8,
    /// Where it wins, as far as the board alone tells.
    pub squares: B,
    /// Per square, how near: 100 is there.
    pub near: Vec<i32>,
}

impl<B: Squares> Values<B> {
    /// Works out what the rules say about worth.
    pub fn new(rules: &Rules<B>) -> Values<B> {
        let board = rules.geometry;
        let n_squares = board.n_squares();
        let n_kinds = rules.kinds.len();
        let royal = rules.facts.royal;
        let raw: Vec<f64> = (0..n_kinds)
            .map(|kind| {
                let mover = &rules.player(Player::First).movers[kind];
                let sum: f64 = board.squares().map(|it| freedom(&board, mover, it)).sum();
                sum / n_squares as f64
            })
            .collect();
        let counts = |kind: &usize| {
            !rules.kinds[*kind].neutral && !royal.has(KindId(*kind as u8)) && raw[*kind] > 0.0
        };
        let cheapest = (0..n_kinds)
            .filter(counts)
            .map(|it| raw[it])
            .fold(f64::INFINITY, f64::min);
        let cheapest = if cheapest.is_finite() { cheapest } else { 1.0 };
        let plain: Vec<i32> = (0..n_kinds)
            .map(|kind| {
                let facts = &rules.kinds[kind];
                if facts.neutral || royal.has(KindId(kind as u8)) {
                    return 0;
                }
                (raw[kind] / cheapest * 100.0).clamp(20.0, 2500.0) as i32
            })
            .collect();
        let scale = if rules.facts.usual_movement {
            Scale::WITH_ATTACKS
        } else {
            Scale::WITHOUT
        };
        let gain = |kind: usize| -> i32 {
            let best = rules.kinds[kind]
                .becomes
                .iter()
                .map(|it| plain[*it as usize]);
            best.max().map_or(0, |it| it - plain[kind]).max(0)
        };
        let hand: Vec<i32> = (0..n_kinds)
            .map(|kind| {
                let drops = rules.kinds[kind].drops_as.iter();
                let best = drops
                    .map(|it| plain[*it as usize] + gain(*it as usize) / 20)
                    .max();
                best.unwrap_or(0) * scale.hand / 100
            })
            .collect();
        let exchange = (0..n_kinds)
            .map(|kind| {
                let facts = &rules.kinds[kind];
                if royal.has(KindId(kind as u8)) {
                    return 20_000;
                }
                let kept = if rules.to_hand && !facts.neutral {
                    hand[facts.in_hand_as as usize]
                } else {
                    0
                };
                plain[kind] + kept
            })
            .collect::<Vec<i32>>();
        let goals = Player::BOTH.map(|it| goals_of(rules, it));
        let typical = {
            let worths: Vec<i32> = (0..n_kinds).filter(counts).map(|it| plain[it]).collect();
            (worths.iter().sum::<i32>() / (worths.len() as i32).max(1)).max(100)
        };
        let worth = Player::BOTH.map(|player| {
            let sign = if player == Player::First { 1 } else { -1 };
            let mut table = vec![0; n_kinds * n_squares];
            for kind in 0..n_kinds {
                if rules.kinds[kind].neutral {
                    continue;
                }
                let away = promotion_distance(rules, player, kind);
                for square in board.squares() {
                    let mut value = plain[kind] * scale.presence / 100;
                    if let Some(away) = &away
                        && away[square.index()] < u32::MAX
                    {
                        value += gain(kind) * 30 / (100 * (1 + away[square.index()] as i32));
                    }
                    for goal in goals[player.index()]
                        .iter()
                        .filter(|it| it.kind as usize == kind)
                    {
                        let most = if royal.has(KindId(kind as u8)) {
                            typical / 8
                        } else {
                            typical
                        };
                        value += goal.near[square.index()] * most / 100;
                    }
                    if !royal.has(KindId(kind as u8)) {
                        value += centre(&board, square) * typical / 100;
                    }
                    table[kind * n_squares + square.index()] = sign * value;
                }
            }
            table
        });
        let mut by_risk: Vec<u8> = (0..n_kinds as u8)
            .filter(|it| !rules.kinds[*it as usize].neutral)
            .collect();
        by_risk.sort_by_key(|it| (exchange[*it as usize], *it));
        let ring: Vec<B> = board
            .squares()
            .map(|at| {
                let mut set = B::one(at);
                for (dx, dy) in koma::board::Ways::ANY.shifts() {
                    if let Some(next) = board.shifted(at, (dx, dy)) {
                        set |= B::one(next);
                    }
                }
                set
            })
            .collect();
        let spread = |of: B| of.iter().fold(of, |set, at| set | ring[at.index()]);
        let wider = ring
            .iter()
            .map(|it| [spread(*it), spread(spread(*it))])
            .collect();
        Values {
            plain,
            hand,
            exchange,
            worth,
            n_squares,
            royal,
            has_royal: royal != KindSet::default(),
            is_hunt: royal != KindSet::default() && goals.iter().all(Vec::is_empty),
            goals,
            counts: Player::BOTH.map(|it| counted(rules, it)),
            by_risk,
            ring,
            wider,
            mobility: (typical * scale.freedom / 1000).max(1),
            typical,
        }
    }

    /// A piece on a square, as the first player counts it.
    #[inline]
    pub fn worth(&self, player: Player, kind: u8, square: Square) -> i32 {
        self.worth[player.index()][kind as usize * self.n_squares + square.index()]
    }
}

/// How many squares a piece may expect to reach from a square: those far along a line count less.
fn freedom<B: Squares>(board: &Geometry, mover: &Mover<B>, from: Square) -> f64 {
    let mut reached = vec![0.0f64; board.n_squares()];
    let mut note = |to: Square, weight: f64| {
        let cell = &mut reached[to.index()];
        *cell = cell.max(weight);
    };
    let far = |to: Square| {
        let across = board.file(to).abs_diff(board.file(from));
        across.max(board.rank(to).abs_diff(board.rank(from)))
    };
    // A movement that takes nothing is worth less.
    let taking = |takes: &Set<B>| match takes.constant() {
        Some(set) if set.is_empty() => 0.6,
        _ => 1.0,
    };
    for manner in &mover.manners {
        for to in manner.course.could_reach(from).iter() {
            let ease = match &manner.course {
                Course::Jump(_) if far(to) > 1 => 1.25,
                Course::Jump(_) => 1.0,
                Course::Slide(_) => 0.8f64.powi(far(to) as i32 - 1),
                // It needs a piece to hop over.
                Course::Hop(_) => 0.4,
            };
            note(to, ease * taking(&manner.takes));
        }
    }
    reached.iter().sum()
}

/// How near the middle a square is: 0 to 3.
fn centre(board: &Geometry, square: Square) -> i32 {
    let part = |at: usize, n: usize| {
        let edge = at.min(n - 1 - at) as i32;
        (edge * 4 / n.max(1) as i32).min(2)
    };
    part(board.file(square), board.files) + part(board.rank(square), board.ranks).min(1)
}

/// Squares of a set, as far as the board alone tells: never too few.
fn at_most<B: Squares>(set: &Set<B>, all: B) -> B {
    match set {
        Set::Const(squares) => *squares,
        Set::And(parts) => parts.iter().fold(all, |left, it| left & at_most(it, all)),
        Set::Or(parts) => parts
            .iter()
            .fold(B::EMPTY, |left, it| left | at_most(it, all)),
        Set::Run(run) => at_most(&run.of, all),
        Set::Not(of) => match of.constant() {
            Some(squares) => all.without(squares),
            None => all,
        },
        Set::Of(_)
        | Set::Kind(..)
        | Set::Kinds(..)
        | Set::Any(_)
        | Set::Occupied
        | Set::Empty
        | Set::Origin
        | Set::Target
        | Set::Lines { .. }
        | Set::Chain { .. }
        | Set::Attacked(..)
        | Set::Beside { .. } => all,
    }
}

/// The kinds of a player that win by arriving somewhere.
fn goals_of<B: Squares>(rules: &Rules<B>, player: Player) -> Vec<Goal<B>> {
    let seat = rules.player(player);
    let mut goals: Vec<Goal<B>> = Vec::new();
    let mut add = |kind: u8, squares: B| {
        if squares.any() && squares != rules.all && !goals.iter().any(|it| it.kind == kind) {
            goals.push(Goal {
                kind,
                squares,
                near: nearness(&rules.geometry, squares),
            });
        }
    };
    for end in seat.ends.iter().filter(|it| it.result == ResultWord::Own) {
        for condition in &end.conditions {
            match condition {
                Cond::Act(number) => {
                    let pattern: &PatternProgram<B> = &seat.end_acts[*number as usize];
                    if pattern.verb != Verb::Move {
                        continue;
                    }
                    for (kind, masks) in pattern.kinds.iter().enumerate() {
                        if let Some(masks) = masks
                            && let Some(to) = &masks.to
                            && masks.capturing.is_none()
                        {
                            add(kind as u8, at_most(to, rules.all));
                        }
                    }
                }
                Cond::Count(Quantity::AtLeast(1), set @ Set::And(parts)) => {
                    for part in parts.iter() {
                        if let Set::Kind(owner, kind) = part
                            && *owner == player
                        {
                            add(*kind, at_most(set, rules.all));
                        }
                    }
                }
                Cond::Count(..)
                | Cond::Points { .. }
                | Cond::Mate { .. }
                | Cond::CannotAct(_)
                | Cond::Repeated { .. }
                | Cond::Throughout(_)
                | Cond::Hand(..) => {}
            }
        }
    }
    goals
}

/// Per square, how near it is to some squares: 100 is there.
fn nearness(board: &Geometry, goal: impl Squares) -> Vec<i32> {
    let longest = board.files.max(board.ranks).max(2) as i32 - 1;
    board
        .squares()
        .map(|at| {
            let away = goal.iter().map(|it| {
                let across = board.file(at).abs_diff(board.file(it));
                across.max(board.rank(at).abs_diff(board.rank(it))) as i32
            });
            let away = away.min().unwrap_or(longest).min(longest);
            100 * (longest - away) / longest
        })
        .collect()
}

/// What a player needs a number of, to win.
fn counted<B: Squares>(rules: &Rules<B>, player: Player) -> Vec<(u32, Set<B>)> {
    let ends = &rules.player(player).ends;
    ends.iter()
        .filter(|it| it.result == ResultWord::Own)
        .flat_map(|it| &it.conditions)
        .filter_map(|it| match it {
            Cond::Count(Quantity::AtLeast(n), set) if *n > 1 => Some((*n, set.clone())),
            Cond::Count(..)
            | Cond::Points { .. }
            | Cond::Mate { .. }
            | Cond::CannotAct(_)
            | Cond::Repeated { .. }
            | Cond::Throughout(_)
            | Cond::Hand(..)
            | Cond::Act(_) => None,
        })
        .collect()
}

/// Per square, in how many moves a piece comes to where it may promote, on an empty board.
fn promotion_distance<B: Squares>(
    rules: &Rules<B>,
    player: Player,
    kind: usize,
) -> Option<Vec<u32>> {
    let seat = rules.player(player);
    let promotions = Promotion::of_kinds(rules, &seat.promotes);
    let Promotion::Table(PromotionTable { may, .. }) = &promotions[kind] else {
        return None;
    };
    let squares: Vec<Square> = rules.geometry.squares().collect();
    let reach = |from: Square| seat.movers[kind].could_reach(from);
    let mut away = vec![u32::MAX; squares.len()];
    for at in &squares {
        if (reach(*at) & may[at.index()]).any() {
            away[at.index()] = 0;
        }
    }
    // Boards are small, and this is done once.
    for round in 1..=rules.geometry.ranks.max(rules.geometry.files) as u32 {
        for at in &squares {
            if away[at.index()] == u32::MAX
                && reach(*at).iter().any(|it| away[it.index()] == round - 1)
            {
                away[at.index()] = round;
            }
        }
    }
    Some(away)
}
