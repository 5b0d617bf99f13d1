//! The plain, slow meaning of a sheet: every question is answered again from the sheet and the position, square by
//! square, as the language reference words it. No tables, nothing kept but the position and the game's history.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{UnwindSafe, catch_unwind, resume_unwind};

use koma::board::diagram::Piece;
use koma::board::{Along, Owner, Player, Square, Ways};
use koma::check::Sheet;
use koma::check::sheet::{
    Axis, Condition, End, Forbid, Kind, KindId, KindSet, Motion, Path, Pattern, Purse, Quantity,
    ResultWord, RuleId, Set, Setup, Side, Turn, Verb,
};

/// A game as the sheet alone defines it.
#[derive(Clone)]
pub struct Slow<'s> {
    sheet: &'s Sheet,
    now: Setup,
    /// The rule of the present turn, chosen when the turn began.
    turn: Option<&'s Turn>,
    /// How often each act of the turn was done.
    spent: Vec<u32>,
    /// The acts of the present turn, each with the position right after it.
    made: Vec<(Act, Setup)>,
    /// The loaded position, then the position at the end of each turn; empty where nothing is remembered.
    history: Vec<Setup>,
    forgets: bool,
    outcome: Option<(Option<Player>, RuleId)>,
}

/// One act, with all that patterns ask of it.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Act {
    /// A piece of a kind goes somewhere, perhaps turning into another, perhaps capturing what stands there.
    Move {
        kind: KindId,
        from: Square,
        to: Square,
        becomes: Option<KindId>,
        captured: Option<Piece>,
        /// The kinds of what effects take off as well.
        besides: Vec<KindId>,
    },
    /// A piece held in hand as one kind is put down as another (or the same).
    Drop {
        held: KindId,
        kind: KindId,
        to: Square,
    },
    /// Nothing happens.
    Pass,
    /// A turn of several acts is over.
    End,
}

impl Act {
    /// Where it begins.
    fn from(&self) -> Option<Square> {
        if let Act::Move { from, .. } = self {
            Some(*from)
        } else {
            None
        }
    }

    /// Where it ends.
    fn to(&self) -> Option<Square> {
        match self {
            Act::Move { to, .. } | Act::Drop { to, .. } => Some(*to),
            Act::Pass | Act::End => None,
        }
    }

    /// The kind that acts: before promotion; of a drop, as it is put down.
    fn kind(&self) -> Option<KindId> {
        match self {
            Act::Move { kind, .. } | Act::Drop { kind, .. } => Some(*kind),
            Act::Pass | Act::End => None,
        }
    }
}

impl<'s> Slow<'s> {
    /// A game from a position, which is judged as if the player not to move had just ended his turn.
    pub fn new(sheet: &'s Sheet, setup: Setup) -> Self {
        // Without acts and without history: act patterns and what looks back are false.
        let outcome = judge(sheet, &setup, setup.side.other(), &[], &[], |_| true);
        let history = vec![setup.clone()];
        let mut game = Slow {
            sheet,
            now: setup,
            turn: None,
            spent: Vec::new(),
            made: Vec::new(),
            history,
            forgets: false,
            outcome,
        };
        game.begin_turn();
        game
    }

    /// The texts of the legal acts, sorted; none when the game is over.
    pub fn acts(&self) -> Vec<String> {
        let mut acts = self.offered();
        acts.retain(|act| is_allowed(&self.view(), act, true));
        let mut texts: Vec<String> = acts.iter().map(|act| self.text(act)).collect();
        texts.sort();
        texts
    }

    /// Plays one of [`Slow::acts`].
    pub fn play(&mut self, text: &str) {
        let act = self
            .offered()
            .into_iter()
            .find(|act| self.text(act) == text);
        let act = act.filter(|act| is_allowed(&self.view(), act, true));
        let act = act.unwrap_or_else(|| panic!("`{text}` is not legal"));
        let turn = self.turn.expect("a legal act belongs to a turn");
        if act == Act::End {
            return self.end_turn();
        }
        let view = self.view();
        let pattern = charged(&view, turn, &self.spent, &act).expect("a legal act is in the turn");
        let after = result_of(&view, &act);
        let breach = self
            .sheet
            .forbids
            .iter()
            .find(|it| it.loses && is_breach(&view, it, &act, &after));
        self.spent[pattern] += 1;
        self.made.push((act, after.clone()));
        self.now = after;
        let mover = self.now.side;
        self.outcome = match breach {
            Some(forbid) => Some((Some(mover.other()), forbid.rule)),
            // In a turn of one act the act and the turn end together: the rules are judged once, in their order.
            None if !turn.several => None,
            None => {
                let just_made = &self.made[self.made.len() - 1..];
                judge(self.sheet, &self.now, mover, just_made, &[], |end| {
                    end.at_act
                })
            }
        };
        if self.outcome.is_none() && !turn.several {
            self.end_turn();
        }
    }

    /// How many acts there are after one of [`Slow::acts`].
    pub fn replies(&self, text: &str) -> usize {
        let mut next = self.clone();
        next.play(text);
        next.acts().len()
    }

    /// The acts that turn, movement and promotion allow and that `forbid` rules refuse: each with the paths of all the
    /// rules that do, in their order.
    pub fn refused(&self) -> Vec<(String, Vec<String>)> {
        let view = self.view();
        let mut refused = Vec::new();
        for act in self.offered() {
            let after = result_of(&view, &act);
            let rules =
                self.sheet.forbids.iter().filter(|it| {
                    act != Act::End && !it.loses && is_breach(&view, it, &act, &after)
                });
            let rules: Vec<String> = rules
                .map(|it| self.sheet.rule(it.rule).path.clone())
                .collect();
            if !rules.is_empty() {
                refused.push((self.text(&act), rules));
            }
        }
        refused
    }

    /// The number of sequences of `depth` turns, with rules of history or without; `None` if they are more than `most`.
    pub fn perft(&self, depth: u32, with_history: bool, most: u64) -> Option<u64> {
        let mut start = self.clone();
        if !with_history {
            start.forgets = true;
            start.history.clear();
        }
        let mut n = 0;
        start.count(depth, most, &mut n).then_some(n)
    }

    fn count(&self, depth: u32, most: u64, n: &mut u64) -> bool {
        if depth == 0 {
            *n += 1;
            return *n <= most;
        }
        let (mover, acts) = (self.now.side, self.acts());
        if depth == 1 && self.turn.is_some_and(|it| !it.several) {
            *n += acts.len() as u64;
            return *n <= most;
        }
        acts.iter().all(|act| {
            let mut next = self.clone();
            next.play(act);
            let is_over = next.now.side != mover || next.outcome.is_some();
            next.count(if is_over { depth - 1 } else { depth }, most, n)
        })
    }

    /// The position as text.
    pub fn position(&self) -> String {
        self.sheet.letters().write_position(&self.now)
    }

    /// Who won (nobody: a draw) by the rule of which path; `None` while the game goes on.
    pub fn outcome(&self) -> Option<(Option<Player>, String)> {
        self.outcome
            .map(|(winner, rule)| (winner, self.sheet.rule(rule).path.clone()))
    }

    /// The invariants that do not hold where a turn begins, each with the player for whom it does not.
    pub fn broken(&self) -> Vec<(RuleId, Player)> {
        let mut broken = Vec::new();
        if self.outcome.is_some() || !self.made.is_empty() {
            return broken;
        }
        for player in Player::BOTH {
            let view = View::new(self.sheet, &self.now, player);
            for it in &self.sheet.invariants {
                let asked = it.for_each || player != self.now.side;
                if asked && !all_hold(&view, &it.conditions, &Occasion::bare(player)) {
                    broken.push((it.rule, player));
                }
            }
        }
        broken
    }

    /// The position as the player to move sees it.
    fn view(&self) -> View<'_> {
        View::new(self.sheet, &self.now, self.now.side)
    }

    /// The turn passes to the other player; the position now counts, and every end rule is judged.
    fn end_turn(&mut self) {
        let mover = self.now.side;
        self.now.side = mover.other();
        if !self.forgets {
            self.history.push(self.now.clone());
        }
        self.outcome = judge(
            self.sheet,
            &self.now,
            mover,
            &self.made,
            &self.history,
            |_| true,
        );
        self.begin_turn();
    }

    /// Chooses the rule of the turn that begins.
    fn begin_turn(&mut self) {
        self.made.clear();
        self.turn = turn_of(self.sheet, &self.now, self.now.side);
        self.spent = vec![0; self.turn.map_or(0, |turn| turn.acts.len())];
    }

    /// The acts that the turn has room for now; forbid is not asked.
    fn offered(&self) -> Vec<Act> {
        let (Some(turn), None) = (self.turn, self.outcome) else {
            return Vec::new();
        };
        let mut acts = possible(&self.view());
        acts.retain(|act| charged(&self.view(), turn, &self.spent, act).is_some());
        if turn.several && !self.made.is_empty() {
            acts.push(Act::End);
        }
        acts
    }

    /// An act of the player to move as it is written.
    fn text(&self, act: &Act) -> String {
        let sheet = self.sheet;
        let square = |it: &Square| sheet.geometry.write(*it, sheet.coordinates);
        let letter = |it: &KindId| sheet.kinds[it.index()].letter.as_str();
        match act {
            Act::Pass => "pass".to_owned(),
            Act::End => "end".to_owned(),
            Act::Drop { kind, to, .. } => format!("{}*{}", letter(kind), square(to)),
            Act::Move {
                kind,
                from,
                to,
                becomes,
                ..
            } => {
                let prefix = if self.view().own_kinds(*from).len() > 1 {
                    letter(kind)
                } else {
                    ""
                };
                let suffix = match becomes {
                    None => String::new(),
                    Some(_) if sheet.kinds[kind.index()].becomes.len() == 1 => "+".to_owned(),
                    Some(promoted) => format!("={}", letter(promoted)),
                };
                format!("{prefix}{}{}{suffix}", square(from), square(to))
            }
        }
    }
}

// ---- sets of squares ----

thread_local! {
    static LEFT: Cell<u64> = const { Cell::new(u64::MAX) };
}

/// Something turned out to cost more than was allowed: what [`within`] catches.
struct TooCostly;

/// Does something with the plain definition, if it need not look at squares more than so many times; a measure that is the
/// same on every machine.
pub fn within<T>(looks: u64, work: impl FnOnce() -> T + UnwindSafe) -> Option<T> {
    LEFT.set(looks);
    let done = catch_unwind(work);
    LEFT.set(u64::MAX);
    match done {
        Ok(done) => Some(done),
        Err(payload) if payload.is::<TooCostly>() => None,
        Err(payload) => resume_unwind(payload),
    }
}

/// Notes that a square is looked at.
fn look() {
    LEFT.set(LEFT.get() - 1);
    if LEFT.get() == 0 {
        resume_unwind(Box::new(TooCostly));
    }
}

/// What a set is seen from: a position, the player who is `own`, and what is known of an act.
#[derive(Clone, Copy)]
struct View<'a> {
    sheet: &'a Sheet,
    at: &'a Setup,
    own: Player,
    /// Where the act began, where it ended, and the kind that acts.
    origin: Option<Square>,
    target: Option<Square>,
    acting: Option<KindId>,
    /// A piece of no kind that is imagined: its square, layer and owner. It replaces what stands on that layer.
    imagined: Option<(Square, usize, Player)>,
}

impl<'a> View<'a> {
    /// A position seen by a player, with no act.
    fn new(sheet: &'a Sheet, at: &'a Setup, own: Player) -> Self {
        View {
            sheet,
            at,
            own,
            origin: None,
            target: None,
            acting: None,
            imagined: None,
        }
    }

    /// Whether a square is in a set.
    fn has(&self, set: &Set, square: Square) -> bool {
        look();
        let board = &self.sheet.geometry;
        let seen = board.seen_by(self.own, square);
        // The imagined piece is seen only by what asks of this very square.
        let actual = View {
            imagined: None,
            ..*self
        };
        match set {
            Set::Ranks(first, last) => {
                (usize::from(*first)..=usize::from(*last)).contains(&board.rank(seen))
            }
            Set::Files(first, last) => {
                (usize::from(*first)..=usize::from(*last)).contains(&board.file(seen))
            }
            Set::Square(it) => seen == *it,
            Set::Pieces(side, kinds) => self.pieces(square).into_iter().any(|(owner, kind)| {
                self.is_of(*side, owner)
                    && kind.map_or(*kinds == KindSet::ALL, |kind| kinds.has(kind))
            }),
            Set::Empty => self.pieces(square).is_empty(),
            Set::Origin => self.origin == Some(square),
            Set::Target => self.target == Some(square),
            Set::Stuck => is_stuck(
                self,
                self.acting.expect("check: `stuck` only where a piece acts"),
                square,
            ),
            Set::Named(id, by_enemy) => {
                let own = if *by_enemy {
                    self.own.other()
                } else {
                    self.own
                };
                View { own, ..*self }.has(&self.sheet.sets[usize::from(id.0)].set, square)
            }
            Set::And(parts) => parts.iter().all(|part| self.has(part, square)),
            Set::Or(parts) => parts.iter().any(|part| self.has(part, square)),
            Set::Not(of) => !self.has(of, square),
            Set::Lines { axis, count, of } => {
                let line = |it: Square| match axis {
                    Axis::File => board.file(it),
                    Axis::Rank => board.rank(it),
                };
                let found = board
                    .squares()
                    .filter(|it| line(*it) == line(square) && actual.has(of, *it))
                    .count();
                found >= *count as usize
            }
            Set::Chain { ways, of, from } => actual
                .part(*ways, of, square)
                .iter()
                .any(|it| actual.has(from, *it)),
            Set::Run {
                along,
                least,
                most,
                of,
                from,
                to,
            } => {
                let length = |n: u32| (*least..=most.unwrap_or(u32::MAX)).contains(&n);
                actual.directions(*along).into_iter().any(|(dx, dy)| {
                    // The row that the square is in begins beside some square behind it.
                    let mut begins = board.shifted(square, (-dx, -dy));
                    while let Some(start) = begins {
                        begins = board.shifted(start, (-dx, -dy));
                        let mut row = Vec::new();
                        let mut next = board.shifted(start, (dx, dy));
                        while let Some(here) = next.filter(|it| actual.has(of, *it)) {
                            row.push(here);
                            next = board.shifted(here, (dx, dy));
                            let ends = to
                                .as_ref()
                                .is_none_or(|to| next.is_some_and(|it| actual.has(to, it)));
                            if ends
                                && length(row.len() as u32)
                                && row.contains(&square)
                                && actual.has(from, start)
                            {
                                return true;
                            }
                        }
                    }
                    false
                })
            }
            Set::Attacked { by_own, kinds } => {
                let by = if *by_own { self.own } else { self.own.other() };
                attacks(&View::new(self.sheet, self.at, by), *kinds, square)
            }
            Set::Beside { ways, of } => ways.shifts().any(|shift| {
                let (dx, dy) = board.shift_of(self.own, shift);
                board
                    .shifted(square, (-dx, -dy))
                    .is_some_and(|it| actual.has(of, it))
            }),
        }
    }

    /// Some directions as the first player sees them; none if they depend on an act that went along no line.
    fn directions(&self, along: Along) -> Vec<(i32, i32)> {
        let board = &self.sheet.geometry;
        match along {
            Along::Ways(ways) => ways
                .shifts()
                .map(|it| board.shift_of(self.own, it))
                .collect(),
            Along::Bends(bends) => {
                let (Some(origin), Some(target)) = (self.origin, self.target) else {
                    return Vec::new();
                };
                let dx = board.file(target) as i32 - board.file(origin) as i32;
                let dy = board.rank(target) as i32 - board.rank(origin) as i32;
                if dx != 0 && dy != 0 && dx.abs() != dy.abs() {
                    return Vec::new();
                }
                // The eight directions round about, beginning with the one that the act took.
                let round: Vec<(i32, i32)> = Ways::ANY.shifts().collect();
                let went = (dx.signum(), dy.signum());
                let at = round.iter().position(|it| *it == went);
                let turned = |at: usize| (0..8).map(move |by| (by, (at + by) % 8));
                at.into_iter()
                    .flat_map(turned)
                    .filter(|(by, _)| bends.0 >> by & 1 != 0)
                    .map(|(_, way)| round[way])
                    .collect()
            }
        }
    }

    /// Whether there is no such set, or the square is in it.
    fn allows(&self, set: &Option<Set>, square: Square) -> bool {
        set.as_ref().is_none_or(|set| self.has(set, square))
    }

    /// How many squares a set has.
    fn count(&self, set: &Set) -> u32 {
        self.sheet
            .geometry
            .squares()
            .filter(|it| self.has(set, *it))
            .count() as u32
    }

    /// A kind of the sheet.
    fn kind(&self, kind: KindId) -> &'a Kind {
        &self.sheet.kinds[kind.index()]
    }

    /// The layer of a piece.
    fn layer(&self, piece: Piece) -> usize {
        self.kind(KindId(piece.1)).layer
    }

    /// The kinds of own pieces on a square.
    fn own_kinds(&self, square: Square) -> Vec<KindId> {
        look();
        let pieces = self.at.cells[square.index()].iter();
        pieces
            .filter(|it| it.0 == Owner::Of(self.own))
            .map(|it| KindId(it.1))
            .collect()
    }

    /// The pieces on a square, the imagined one (of no kind) among them.
    fn pieces(&self, square: Square) -> Vec<(Owner, Option<KindId>)> {
        let imagined = self.imagined.filter(|it| it.0 == square);
        let mut pieces: Vec<(Owner, Option<KindId>)> = self.at.cells[square.index()]
            .iter()
            .filter(|it| imagined.is_none_or(|(_, layer, _)| self.layer(**it) != layer))
            .map(|(owner, kind)| (*owner, Some(KindId(*kind))))
            .collect();
        pieces.extend(imagined.map(|(_, _, player)| (Owner::Of(player), None)));
        pieces
    }

    /// Whether a piece is of a side: a neutral one is neither own nor enemy.
    fn is_of(&self, side: Side, owner: Owner) -> bool {
        match side {
            Side::Own => owner == Owner::Of(self.own),
            Side::Enemy => owner == Owner::Of(self.own.other()),
            Side::Any => true,
        }
    }

    /// The connected part of a set that a square belongs to; empty if the square is not in the set.
    fn part(&self, ways: Ways, of: &Set, square: Square) -> BTreeSet<Square> {
        let board = &self.sheet.geometry;
        let mut part = BTreeSet::new();
        let mut open = vec![square];
        while let Some(here) = open.pop() {
            if self.has(of, here) && part.insert(here) {
                for shift in ways.shifts() {
                    let (dx, dy) = board.shift_of(self.own, shift);
                    open.extend(board.shifted(here, (dx, dy)));
                    open.extend(board.shifted(here, (-dx, -dy)));
                }
            }
        }
        part
    }
}

// ---- movement ----

/// The squares that a manner of moving comes to: where it may land, going on past what it may cross.
fn reached(
    view: &View<'_>,
    motion: &Motion,
    from: Square,
    lands: impl Fn(Square) -> bool,
    crosses: impl Fn(Square) -> bool,
    // Whether a square can be what is hopped over, and whether it can be something else.
    hurdles: impl Fn(&Set, Square) -> (bool, bool),
) -> BTreeSet<Square> {
    let board = &view.sheet.geometry;
    let mut found = BTreeSet::new();
    match motion {
        Motion::Jump(shifts) => {
            let squares = shifts
                .iter()
                .filter_map(|shift| board.shifted(from, board.shift_of(view.own, *shift)));
            found.extend(squares.filter(|it| *it != from && lands(*it)));
        }
        Motion::Anywhere => {
            found.extend(board.squares().filter(|it| *it != from && lands(*it)));
        }
        // Every square that lies behind exactly one of the set, all others on the way being crossable.
        Motion::Hop {
            ways,
            least,
            most,
            over,
        } => {
            for shift in ways.shifts() {
                let shift = board.shift_of(view.own, shift);
                let mut crossed: Vec<Square> = Vec::new();
                let mut here = from;
                while let Some(next) = board.shifted(here, shift) {
                    here = next;
                    let is_clear = crossed.iter().any(|hurdle| {
                        let others = crossed.iter().filter(|it| *it != hurdle);
                        hurdles(over, *hurdle).0 && { others }
                            .all(|it| crosses(*it) && hurdles(over, *it).1)
                    });
                    let distance = crossed.len() as u32 + 1;
                    let fits = (*least..=most.unwrap_or(u32::MAX)).contains(&distance);
                    if is_clear && fits && lands(here) {
                        found.insert(here);
                    }
                    crossed.push(here);
                }
            }
        }
        Motion::Slide { ways, least, most } => {
            for shift in ways.shifts() {
                let shift = board.shift_of(view.own, shift);
                let mut here = from;
                for distance in 1..=most.unwrap_or(u32::MAX) {
                    let Some(next) = board.shifted(here, shift) else {
                        break;
                    };
                    here = next;
                    if distance >= *least && lands(here) {
                        found.insert(here);
                    }
                    if !crosses(here) {
                        break;
                    }
                }
            }
        }
    }
    found
}

/// Whether a path may land on a square: what it says, or (empty or enemy).
fn lands_onto(view: &View<'_>, path: &Path, square: Square) -> bool {
    match &path.onto {
        Some(onto) => view.has(onto, square),
        None => {
            view.has(&Set::Empty, square)
                || view.has(&Set::Pieces(Side::Enemy, KindSet::ALL), square)
        }
    }
}

/// Whether a path may go on past a square: what it says, or empty squares.
fn goes_through(view: &View<'_>, path: &Path, square: Square) -> bool {
    view.has(path.through.as_ref().unwrap_or(&Set::Empty), square)
}

/// Whether a square is what a path hops over, and whether it is something else.
fn hurdle(view: &View<'_>, path: &Path, over: &Set, square: Square) -> (bool, bool) {
    let is_one = view.has(over, square);
    (is_one && view.allows(&path.within, square), !is_one)
}

/// Where own piece of a kind may go from a square by its movement alone.
fn landings(view: &View<'_>, kind: KindId, from: Square) -> BTreeSet<Square> {
    let mut found = BTreeSet::new();
    for path in view
        .kind(kind)
        .moves
        .iter()
        .filter(|path| view.allows(&path.from, from))
    {
        let lands = |it| view.allows(&path.within, it) && lands_onto(view, path, it);
        let crosses = |it| view.allows(&path.within, it) && goes_through(view, path, it);
        let hurdles = |over: &Set, it| hurdle(view, path, over, it);
        found.extend(reached(view, &path.motion, from, lands, crosses, hurdles));
    }
    found
}

/// Whether some own piece, of some kinds, has a movement that captures on a square.
fn attacks(view: &View<'_>, kinds: KindSet, square: Square) -> bool {
    view.sheet.geometry.squares().any(|from| {
        let mut kinds = view
            .own_kinds(from)
            .into_iter()
            .filter(|kind| kinds.has(*kind));
        kinds.any(|kind| piece_attacks(view, kind, from, square))
    })
}

/// Whether own piece of a kind on a square has a movement that captures on another. If no enemy is there on its layer,
/// one of no kind is imagined; only `onto` sees it.
fn piece_attacks(view: &View<'_>, kind: KindId, from: Square, square: Square) -> bool {
    let (layer, enemy) = (view.kind(kind).layer, view.own.other());
    let is_there = view.at.cells[square.index()]
        .iter()
        .any(|it| it.0 == Owner::Of(enemy) && view.layer(*it) == layer);
    let imagined = if is_there {
        None
    } else {
        Some((square, layer, enemy))
    };
    let imagining = View { imagined, ..*view };
    view.kind(kind)
        .moves
        .iter()
        .filter(|path| view.allows(&path.from, from))
        .any(|path| {
            let lands = |it| {
                it == square && view.allows(&path.within, it) && lands_onto(&imagining, path, it)
            };
            let crosses = |it| view.allows(&path.within, it) && goes_through(view, path, it);
            let hurdles = |over: &Set, it| hurdle(view, path, over, it);
            !reached(view, &path.motion, from, lands, crosses, hurdles).is_empty()
        })
}

/// Whether own piece of a kind could move from a square under no arrangement of pieces at all.
fn is_stuck(view: &View<'_>, kind: KindId, square: Square) -> bool {
    let may = |set: &Option<Set>, it| set.as_ref().is_none_or(|set| could_have(view, set, it));
    view.kind(kind)
        .moves
        .iter()
        .filter(|path| may(&path.from, square))
        .all(|path| {
            let lands = |it| may(&path.within, it) && may(&path.onto, it);
            let crosses = |it| may(&path.within, it) && may(&path.through, it);
            let hurdles = |over: &Set, it| {
                let always = is_static(view.sheet, over) && view.has(over, it);
                (may(&path.within, it) && could_have(view, over, it), !always)
            };
            reached(view, &path.motion, square, lands, crosses, hurdles).is_empty()
        })
}

/// Whether a square could be in a set under some arrangement of pieces; each part is asked alone.
fn could_have(view: &View<'_>, set: &Set, square: Square) -> bool {
    match set {
        _ if is_static(view.sheet, set) => view.has(set, square),
        Set::And(parts) => parts.iter().all(|part| could_have(view, part, square)),
        Set::Or(parts) => parts.iter().any(|part| could_have(view, part, square)),
        Set::Named(id, by_enemy) => {
            let own = if *by_enemy {
                view.own.other()
            } else {
                view.own
            };
            could_have(
                &View { own, ..*view },
                &view.sheet.sets[usize::from(id.0)].set,
                square,
            )
        }
        _ => true,
    }
}

/// Whether a set asks of nothing but the board.
fn is_static(sheet: &Sheet, set: &Set) -> bool {
    match set {
        Set::Ranks(..) | Set::Files(..) | Set::Square(_) => true,
        Set::Named(id, _) => is_static(sheet, &sheet.sets[usize::from(id.0)].set),
        Set::And(parts) | Set::Or(parts) => parts.iter().all(|part| is_static(sheet, part)),
        Set::Not(of) | Set::Beside { of, .. } | Set::Lines { of, .. } => is_static(sheet, of),
        Set::Chain { of, from, .. } => is_static(sheet, of) && is_static(sheet, from),
        Set::Run {
            along: Along::Ways(_),
            of,
            from,
            to,
            ..
        } => {
            let to = to.as_ref().is_none_or(|it| is_static(sheet, it));
            to && is_static(sheet, of) && is_static(sheet, from)
        }
        _ => false,
    }
}

// ---- acts ----

/// Every act of `own` that movement, promotion and hands make possible; turn and forbid are not asked.
fn possible(view: &View<'_>) -> Vec<Act> {
    let mut acts = vec![Act::Pass];
    for from in view.sheet.geometry.squares() {
        for kind in view.own_kinds(from) {
            for to in landings(view, kind, from) {
                let layer = view.kind(kind).layer;
                let captured = view.at.cells[to.index()]
                    .iter()
                    .find(|it| view.layer(**it) == layer)
                    .copied();
                let with = |becomes: Option<KindId>| {
                    let mut act = Act::Move {
                        kind,
                        from,
                        to,
                        becomes,
                        captured,
                        besides: Vec::new(),
                    };
                    let taken = removed(view, &act);
                    if let Act::Move { besides, .. } = &mut act {
                        *besides = taken.iter().map(|(_, it, _)| KindId(it.1)).collect();
                    }
                    act
                };
                let forms = forms(view, kind, &with(None));
                acts.extend(forms.into_iter().map(with));
            }
        }
    }
    // Where two kinds in hand drop as the same kind, the first of them is taken.
    let hand = &view.at.hands[view.own.index()];
    let mut drops: BTreeMap<KindId, KindId> = BTreeMap::new();
    for held in (0..hand.len())
        .filter(|held| hand[*held] > 0)
        .map(|held| KindId(held as u8))
    {
        for kind in &view.kind(held).drops_as {
            drops.entry(*kind).or_insert(held);
        }
    }
    for (kind, held) in drops {
        let empty = view
            .sheet
            .geometry
            .squares()
            .filter(|it| view.has(&Set::Empty, *it));
        acts.extend(empty.map(|to| Act::Drop { held, kind, to }));
    }
    acts
}

/// The forms in which a move may be made: plain (`None`), or turning into a kind.
fn forms(view: &View<'_>, kind: KindId, plain: &Act) -> Vec<Option<KindId>> {
    let does_fit = |it: &Option<Pattern>| it.as_ref().is_some_and(|it| fits(view, it, plain));
    let may = view
        .sheet
        .promotes
        .iter()
        .any(|it| it.kinds.has(kind) && does_fit(&it.may));
    let must = view
        .sheet
        .promotes
        .iter()
        .any(|it| it.kinds.has(kind) && does_fit(&it.must));
    let becomes = &view.kind(kind).becomes;
    let mut forms = Vec::new();
    if !must || becomes.is_empty() {
        forms.push(None);
    }
    if may || must {
        forms.extend(becomes.iter().map(|it| Some(*it)));
    }
    forms
}

/// Whether an act of `own` fits a pattern whose sets are seen on this position.
fn fits(view: &View<'_>, pattern: &Pattern, act: &Act) -> bool {
    let view = View {
        origin: act.from(),
        target: None,
        acting: act.kind(),
        ..*view
    };
    let verb = match act {
        Act::Move { .. } => Verb::Move,
        Act::Drop { .. } => Verb::Drop,
        Act::Pass => Verb::Pass,
        Act::End => return false,
    };
    let is_in = |set: &Set, square: Option<Square>| square.is_some_and(|it| view.has(set, it));
    let (captured, promotes) = match act {
        Act::Move {
            captured,
            besides,
            becomes,
            ..
        } => {
            let here = captured.iter().map(|it| KindId(it.1));
            let all: Vec<KindId> = here.chain(besides.iter().copied()).collect();
            (all, becomes.is_some())
        }
        _ => (Vec::new(), false),
    };
    pattern.verb == verb
        && act.kind().is_none_or(|it| pattern.kinds.has(it))
        && pattern.from.as_ref().is_none_or(|it| is_in(it, act.from()))
        && pattern.to.as_ref().is_none_or(|it| is_in(it, act.to()))
        && pattern
            .touching
            .as_ref()
            .is_none_or(|it| is_in(it, act.from()) || is_in(it, act.to()))
        && pattern
            .capturing
            .is_none_or(|kinds| captured.iter().any(|it| kinds.has(*it)))
        && (!pattern.promoting || promotes)
}

/// The position after an act of `own` and all its effects, the side to move unchanged.
fn result_of(view: &View<'_>, act: &Act) -> Setup {
    let mut after = result_alone(view, act);
    for (square, piece, to_hand) in removed(view, act) {
        after.cells[square.index()].retain(|it| *it != piece);
        if to_hand && piece.0 != Owner::Nobody {
            let held = view.kind(KindId(piece.1)).in_hand_as;
            after.hands[view.own.index()][held.index()] += 1;
        }
    }
    after
}

/// What the effects of an act take off: from where, what, and whether into the hand. Each sees the position that the act
/// alone left; on a square that several name, one that takes into the hand decides.
fn removed(view: &View<'_>, act: &Act) -> Vec<(Square, Piece, bool)> {
    let Some(kind) = act.kind().filter(|_| !view.sheet.effects.is_empty()) else {
        return Vec::new();
    };
    let alone = match act.clone() {
        Act::Move {
            kind,
            from,
            to,
            becomes,
            captured,
            ..
        } => Act::Move {
            kind,
            from,
            to,
            becomes,
            captured,
            besides: Vec::new(),
        },
        other => other,
    };
    let after = result_alone(view, act);
    let later = View {
        at: &after,
        origin: act.from(),
        target: act.to(),
        ..*view
    };
    let effects: Vec<_> = { view.sheet.effects.iter() }
        .filter(|it| it.act.as_ref().is_none_or(|it| fits(view, it, &alone)))
        .collect();
    let mut found = Vec::new();
    for square in view.sheet.geometry.squares() {
        let names = |to_hand: bool| {
            let mut all = effects.iter().filter(|it| it.to_hand == to_hand);
            all.any(|it| later.has(&it.removes, square))
        };
        let (to_hand, out) = (names(true), names(false));
        let layer = view.kind(kind).layer;
        let pieces = after.cells[square.index()].iter();
        let piece = pieces.copied().find(|it| view.layer(*it) == layer);
        if let Some(piece) = piece.filter(|_| to_hand || out) {
            found.push((square, piece, to_hand));
        }
    }
    found
}

/// The position after an act alone.
fn result_alone(view: &View<'_>, act: &Act) -> Setup {
    let mut after = view.at.clone();
    let (own, hand) = (Owner::Of(view.own), &mut after.hands[view.own.index()]);
    match act {
        Act::Move {
            kind,
            from,
            to,
            becomes,
            captured,
            ..
        } => {
            after.cells[from.index()].retain(|it| *it != (own, kind.0));
            if let Some(piece) = captured {
                after.cells[to.index()].retain(|it| it != piece);
                if view.sheet.to_hand && piece.0 != Owner::Nobody {
                    hand[view.kind(KindId(piece.1)).in_hand_as.index()] += 1;
                }
            }
            after.cells[to.index()].push((own, becomes.unwrap_or(*kind).0));
            after.cells[to.index()].sort_by_key(|it| view.layer(*it));
        }
        Act::Drop { held, kind, to } => {
            hand[held.index()] -= 1;
            after.cells[to.index()].push((own, kind.0));
        }
        Act::Pass | Act::End => {}
    }
    after
}

// ---- legality ----

/// The rule of a turn that a player would begin now: the first whose conditions hold.
fn turn_of<'s>(sheet: &'s Sheet, at: &Setup, player: Player) -> Option<&'s Turn> {
    let view = View::new(sheet, at, player);
    sheet
        .turns
        .iter()
        .find(|turn| all_hold(&view, &turn.conditions, &Occasion::bare(player)))
}

/// Which act of a turn an act is charged to: the first that it fits and that is not used up.
fn charged(view: &View<'_>, turn: &Turn, spent: &[u32], act: &Act) -> Option<usize> {
    (0..turn.acts.len()).find(|i| spent[*i] < turn.acts[*i].1 && fits(view, &turn.acts[*i].0, act))
}

/// Whether no rule forbids an act: all of them (full), or those that do not look ahead (near). To breach a rule that
/// `loses` is not illegal, and to end a turn is never forbidden.
fn is_allowed(view: &View<'_>, act: &Act, full: bool) -> bool {
    let after = result_of(view, act);
    let mut asked = view
        .sheet
        .forbids
        .iter()
        .filter(|it| !it.loses && (full || !looks_ahead(it)));
    *act == Act::End || !asked.any(|it| is_breach(view, it, act, &after))
}

/// Whether a rule's conditions ask what a player could do next.
fn looks_ahead(forbid: &Forbid) -> bool {
    forbid.conditions.iter().any(Condition::looks_ahead)
}

/// Whether an act is of the forbidden sort, seen before it, and all the rule's conditions hold after it.
fn is_breach(before: &View<'_>, forbid: &Forbid, act: &Act, after: &Setup) -> bool {
    let later = View {
        at: after,
        origin: act.from(),
        target: act.to(),
        acting: act.kind(),
        ..*before
    };
    let occasion = Occasion::bare(before.own);
    forbid.act.as_ref().is_none_or(|it| fits(before, it, act))
        && all_hold(before, &forbid.beforehand, &occasion)
        && all_hold(&later, &forbid.conditions, &occasion)
}

/// The legal first acts of a turn that `own` would begin now, and that turn.
fn first_acts<'s>(view: View<'s>, full: bool) -> impl Iterator<Item = (Act, &'s Turn)> {
    turn_of(view.sheet, view.at, view.own)
        .into_iter()
        .flat_map(move |turn| {
            let fresh = vec![0; turn.acts.len()];
            let offered = possible(&view)
                .into_iter()
                .filter(move |act| charged(&view, turn, &fresh, act).is_some());
            offered
                .filter(move |act| is_allowed(&view, act, full))
                .map(move |act| (act, turn))
        })
}

// ---- conditions and ends ----

/// When conditions are asked: which acts count, what is remembered, how far a look ahead goes.
struct Occasion<'a> {
    /// The acts that count, each with the position right after it, and who made them.
    made: &'a [(Act, Setup)],
    maker: Player,
    /// Positions at ends of turns, the present one last; empty where nothing is remembered.
    history: &'a [Setup],
    /// Whether a look ahead heeds every forbid rule (an end rule asks), or only those that do not look ahead.
    full: bool,
}

impl Occasion<'_> {
    /// As turn and forbid ask: of the position alone.
    fn bare(player: Player) -> Self {
        Occasion {
            made: &[],
            maker: player,
            history: &[],
            full: false,
        }
    }
}

/// Whether all conditions of a rule hold.
fn all_hold(view: &View<'_>, conditions: &[Condition], occasion: &Occasion<'_>) -> bool {
    conditions
        .iter()
        .all(|it| holds(view, it, conditions, occasion))
}

/// Whether one of a rule's conditions holds for the player whose view it is.
fn holds(
    view: &View<'_>,
    condition: &Condition,
    rule: &[Condition],
    occasion: &Occasion<'_>,
) -> bool {
    let whose = |own: bool| if own { view.own } else { view.own.other() };
    // Another question about the same position: nothing is known of an act.
    let seen_by = |player: Player| View::new(view.sheet, view.at, player);
    match condition {
        Condition::Count(quantity, set) => quantity.fits(view.count(set)),
        Condition::Points { quantity, of, than } => {
            let worth = |purse: &Purse| -> i64 {
                let points = |kind: usize| i64::from(view.sheet.kinds[kind].points);
                let board = view.sheet.geometry.squares();
                let there = board.filter(|it| view.has(&purse.set, *it));
                let pieces = there.flat_map(|it| &view.at.cells[it.index()]);
                let standing: i64 = pieces.map(|it| points(usize::from(it.1))).sum();
                let hand = purse.hand.map(|own| &view.at.hands[whose(own).index()]);
                let held = hand.into_iter().flatten().enumerate();
                standing
                    + held
                        .map(|(kind, n)| i64::from(*n) * points(kind))
                        .sum::<i64>()
            };
            let more = worth(of) - than.as_ref().map_or(0, worth);
            match quantity {
                Quantity::AtLeast(least) => more >= i64::from(*least),
                Quantity::AtMost(most) => more <= i64::from(*most),
            }
        }
        Condition::Mate {
            of_own,
            kinds,
            answers,
        } => is_mate(
            seen_by(whose(*of_own)),
            *kinds,
            answers.as_deref(),
            occasion.full,
        ),
        Condition::CannotAct { own } => first_acts(seen_by(whose(*own)), occasion.full)
            .next()
            .is_none(),
        Condition::Repeated { times, in_a_row } => {
            let times = *times as usize;
            occurrences(occasion.history).len() >= times
                && (!in_a_row || is_in_a_row(occasion.history, times))
        }
        Condition::Throughout(quantity, set) => {
            let times = rule.iter().find_map(|it| match it {
                Condition::Repeated { times, .. } => Some(*times as usize),
                _ => None,
            });
            let occurred = occurrences(occasion.history);
            let first = times
                .and_then(|times| occurred.len().checked_sub(times))
                .map(|i| occurred[i]);
            // After a turn of the judged player, the other is to move.
            first.is_some_and(|first| {
                let mut later = occasion.history[first + 1..]
                    .iter()
                    .filter(|it| it.side != view.own);
                later.all(|it| quantity.fits(View::new(view.sheet, it, view.own).count(set)))
            })
        }
        Condition::Hand {
            own,
            quantity,
            kinds,
        } => {
            let hand = &view.at.hands[whose(*own).index()];
            let counted = (0..hand.len()).filter(|kind| kinds.has(KindId(*kind as u8)));
            quantity.fits(counted.map(|kind| u32::from(hand[kind])).sum())
        }
        Condition::OwnIs(player) => view.own == *player,
        Condition::Act(pattern) => {
            let mut made = occasion.made.iter();
            occasion.maker == view.own
                && made.any(|(act, at)| fits(&View { at, ..*view }, pattern, act))
        }
    }
}

/// At which ends of turns the present position stood, the present one included.
fn occurrences(history: &[Setup]) -> Vec<usize> {
    (0..history.len())
        .filter(|i| history.last() == Some(&history[*i]))
        .collect()
}

/// Whether the last `times - 1` rounds, each as long as the last return to the present position, went through the same
/// positions.
fn is_in_a_row(history: &[Setup], times: usize) -> bool {
    let occurred = occurrences(history);
    let [.., previous, now] = occurred[..] else {
        return times <= 1;
    };
    let period = now - previous;
    let turns = (times - 1) * period;
    turns <= now && (now - turns + period..=now).all(|i| history[i] == history[i - period])
}

/// Whether some own piece, of some kinds, is attacked by the opponent.
fn in_danger(view: &View<'_>, kinds: KindSet) -> bool {
    let enemy = View {
        own: view.own.other(),
        ..*view
    };
    let pieces = Set::Pieces(Side::Own, kinds);
    view.sheet
        .geometry
        .squares()
        .any(|it| view.has(&pieces, it) && attacks(&enemy, KindSet::ALL, it))
}

/// Whether own pieces of some kinds are in danger, and stay so after every answer that counts.
fn is_mate(view: View<'_>, kinds: KindSet, answers: Option<&Pattern>, full: bool) -> bool {
    let helps = |act: Act, turn: &Turn| {
        let after = result_of(&view, &act);
        let mut breaches = view
            .sheet
            .forbids
            .iter()
            .filter(|it| it.loses && !looks_ahead(it));
        let loses = breaches.any(|it| is_breach(&view, it, &act, &after));
        let is_safe = !in_danger(&View { at: &after, ..view }, kinds);
        !loses && (is_safe || wins_at_once(&view, turn, act, &after))
    };
    let mut considered =
        first_acts(view, full).filter(|(act, _)| answers.is_none_or(|it| fits(&view, it, act)));
    in_danger(&view, kinds) && !considered.any(|(act, turn)| helps(act, turn))
}

/// Whether the game ends with an act of `own` as the winner, by the rules that look neither ahead nor back.
fn wins_at_once(view: &View<'_>, turn: &Turn, act: Act, after: &Setup) -> bool {
    let is_plain = |end: &End| {
        !end.conditions
            .iter()
            .any(|it| it.looks_ahead() || it.looks_back())
    };
    let made = [(act, after.clone())];
    let verdict = judge(view.sheet, after, view.own, &made, &[], |end| {
        is_plain(end) && (end.at_act || !turn.several)
    });
    verdict.is_some_and(|(winner, _)| winner == Some(view.own))
}

/// The first of the asked end rules that holds: for the mover, then, where the rule says so, for the other player.
fn judge(
    sheet: &Sheet,
    at: &Setup,
    mover: Player,
    made: &[(Act, Setup)],
    history: &[Setup],
    is_asked: impl Fn(&End) -> bool,
) -> Option<(Option<Player>, RuleId)> {
    let occasion = Occasion {
        made,
        maker: mover,
        history,
        full: true,
    };
    for end in sheet.ends.iter().filter(|end| is_asked(end)) {
        let judged: &[Player] = if end.for_each {
            &[mover, mover.other()]
        } else {
            &[mover]
        };
        for player in judged {
            if all_hold(&View::new(sheet, at, *player), &end.conditions, &occasion) {
                let winner = match end.result {
                    ResultWord::Own => Some(*player),
                    ResultWord::Enemy => Some(player.other()),
                    ResultWord::First => Some(Player::First),
                    ResultWord::Second => Some(Player::Second),
                    ResultWord::Draw => None,
                };
                return Some((winner, end.rule));
            }
        }
    }
    None
}
