//! Whether two sheets say the same: a form of a sheet without everything that play does not see.

use koma::board::{Player, Square, Ways};
use koma::check::Sheet;
use koma::check::sets::is_static;
use koma::check::sheet::{
    Condition, End, Kind, KindId, KindSet, Motion, Path, Pattern, ResultWord, RuleId, Set, Verb,
};

/// What a sheet says, as text: sheets of the same form play the same game. Names of sets, places in files and the
/// order of what has no order are left out; so is what no position can ask for:
///
/// - `at`, if every turn is one act: the act is then the turn;
/// - `for`, if a condition asks for an act of the turn (only the mover has made one), or if all ask for repetition
///   alone and the result names neither `own` nor `enemy`;
/// - how the board is turned, if every rule stays the same with left and right exchanged: both ways of turning it
///   then show the second player the same rules;
/// - the order of two ends, one of the position alone and one of a repetition: where the first holds, it has ended the
///   game when the position stood for the first time;
/// - the order of two ends, one at an act of a kind and one at the end of a turn of several acts: the act comes first;
/// - of a pattern, the acts that no piece can do: a move from where it is stuck, or between squares that its movement
///   never joins.
pub fn form(sheet: &Sheet) -> String {
    let [plain, mirrored] = [false, true].map(|mirrored| Form { sheet, mirrored }.rules());
    let board = sheet.geometry;
    let turned = (plain != mirrored).then_some(board.turned);
    format!(
        "{}x{} {turned:?} {:?} {:?} {}\n{:?}\n{plain}",
        board.files, board.ranks, sheet.coordinates, sheet.sides, sheet.to_hand, sheet.start
    )
}

struct Form<'s> {
    sheet: &'s Sheet,
    /// Left and right exchanged.
    mirrored: bool,
}

impl Form<'_> {
    fn rules(&self) -> String {
        let sheet = self.sheet;
        let mut parts = Vec::new();
        parts.extend(sheet.kinds.iter().map(|it| self.kind(it)));
        for turn in &sheet.turns {
            let acts: Vec<String> = turn
                .acts
                .iter()
                .map(|(act, times)| format!("{} {times}", self.pattern(act, KindSet::ALL)))
                .collect();
            parts.push(format!(
                "{} {} {} {acts:?}",
                self.path(turn.rule),
                turn.several,
                self.conditions(&turn.conditions)
            ));
        }
        for promote in &sheet.promotes {
            let faces = self.kinds_that(|it| !it.becomes.is_empty()).0 & promote.kinds.0;
            let pattern = |it: &Option<Pattern>| {
                let pattern = it.as_ref();
                pattern.map(|it| self.pattern(it, KindSet(faces)))
            };
            parts.push(format!(
                "{} {:?} {:?}",
                self.path(promote.rule),
                pattern(&promote.may),
                pattern(&promote.must)
            ));
        }
        for forbid in &sheet.forbids {
            let act = forbid.act.as_ref();
            parts.push(format!(
                "{} {:?} {} {}",
                self.path(forbid.rule),
                act.map(|it| self.pattern(it, KindSet::ALL)),
                self.conditions(&forbid.conditions),
                forbid.loses
            ));
        }
        let mut ends: Vec<&End> = sheet.ends.iter().collect();
        let several = sheet.turns.iter().all(|it| it.several);
        for n in (1..ends.len()).rev() {
            for i in 0..n {
                let (one, two) = (ends[i], ends[i + 1]);
                let sooner = several && is_at_act(two) && !one.at_act;
                if sooner || is_repetition(one) && is_of_position(two) {
                    ends.swap(i, i + 1);
                }
            }
        }
        parts.extend(ends.into_iter().map(|it| self.end(it)));
        parts.join("\n")
    }

    /// Directions with left and right as asked for.
    fn ways(&self, ways: Ways) -> Ways {
        if !self.mirrored {
            return ways;
        }
        // Clockwise from forward, the directions 1 to 7 are 7 to 1 in a mirror.
        (0..8).fold(Ways::default(), |all, i| {
            all.or(Ways((ways.0 >> i & 1) << ((8 - i) % 8)))
        })
    }

    fn path(&self, rule: RuleId) -> &str {
        &self.sheet.rule(rule).path
    }

    fn kinds_that(&self, is: impl Fn(&Kind) -> bool) -> KindSet {
        let kinds = self.sheet.kinds.iter().enumerate();
        KindSet(kinds.fold(0, |all, (i, it)| all | u128::from(is(it)) << i))
    }

    fn kind(&self, kind: &Kind) -> String {
        let mut moves: Vec<String> = kind.moves.iter().map(|it| self.movement(it)).collect();
        moves.sort();
        moves.dedup();
        format!(
            "{} {} {moves:?} {:?} {:?} {:?} {} {}",
            kind.name,
            kind.letter,
            kind.becomes,
            kind.in_hand_as,
            kind.drops_as,
            kind.layer,
            kind.neutral
        )
    }

    fn movement(&self, path: &Path) -> String {
        let motion = match &path.motion {
            Motion::Jump(shifts) => {
                let side = if self.mirrored { -1 } else { 1 };
                let mut shifts: Vec<(i32, i32)> =
                    shifts.iter().map(|it| (side * it.0, it.1)).collect();
                shifts.sort_unstable();
                shifts.dedup();
                Motion::Jump(shifts)
            }
            Motion::Slide { ways, least, most } => Motion::Slide {
                ways: self.ways(*ways),
                least: *least,
                most: *most,
            },
        };
        let clauses = [&path.from, &path.onto, &path.through, &path.within];
        let clauses = clauses.map(|it| it.as_ref().map(|it| self.set(it)));
        format!("{motion:?} {clauses:?}")
    }

    fn pattern(&self, pattern: &Pattern, can: KindSet) -> String {
        let all = self.kinds_that(|it| !it.neutral);
        let kinds = KindSet(pattern.kinds.0 & can.0 & all.0);
        let taken = self.kinds_that(|_| true);
        let mut squares = [&pattern.from, &pattern.to, &pattern.touching].map(Option::as_ref);
        // A move never begins on a square where its piece is stuck.
        if let [_, None, Some(Set::Stuck)] = squares {
            squares.swap(1, 2);
        }
        let acts = match pattern.verb {
            Verb::Move => self.moves_between(kinds, squares),
            Verb::Drop | Verb::Pass => None,
        };
        let acts = acts.unwrap_or_else(|| {
            let sets = squares.map(|it| it.map(|it| self.set(it)));
            format!("{} {sets:?}", kinds.0)
        });
        format!(
            "{:?} {acts} {:?} {}",
            pattern.verb,
            pattern.capturing.map(|it| it.0 & taken.0),
            pattern.promoting
        )
    }

    /// The moves that fit `from`, `to` and `touching`, if these are the same in every position: per kind, the pairs of
    /// squares that its movement joins.
    fn moves_between(&self, kinds: KindSet, squares: [Option<&Set>; 3]) -> Option<String> {
        let board = self.sheet.geometry;
        let known = |set: Option<&Set>| match set {
            None => Some(None),
            Some(set) => self.squares(set).map(Some),
        };
        let [from, to, touching] = squares;
        let (from, to, touching) = (known(from)?, known(to)?, known(touching)?);
        let has = |set: &Option<Vec<u16>>, square: Square| {
            set.as_ref().is_none_or(|it| it.contains(&square.0))
        };
        let mut found = Vec::new();
        for (i, kind) in self.sheet.kinds.iter().enumerate() {
            if !kinds.has(KindId(i as u8)) {
                continue;
            }
            let mut pairs = Vec::new();
            for here in board.squares() {
                for there in self.joined(kind, here) {
                    let touches = has(&touching, here) || has(&touching, there);
                    if has(&from, here) && has(&to, there) && touches {
                        pairs.push((here.0, there.0));
                    }
                }
            }
            pairs.sort_unstable();
            pairs.dedup();
            if !pairs.is_empty() {
                found.push((i, pairs));
            }
        }
        Some(format!("{found:?}"))
    }

    /// Every square that the movement of a kind joins to a square, whatever stands where.
    fn joined(&self, kind: &Kind, from: Square) -> Vec<Square> {
        let board = self.sheet.geometry;
        let mut found = Vec::new();
        for path in &kind.moves {
            match &path.motion {
                Motion::Jump(shifts) => {
                    let side = if self.mirrored { -1 } else { 1 };
                    let shifts = shifts.iter().map(|it| (side * it.0, it.1));
                    found.extend(shifts.filter_map(|it| board.shifted(from, it)));
                }
                Motion::Slide { ways, least, most } => {
                    for shift in self.ways(*ways).shifts() {
                        let next = |at: &Square| board.shifted(*at, shift);
                        let ray = std::iter::successors(next(&from), next);
                        let most = most.unwrap_or(u32::MAX) as usize;
                        found.extend(ray.take(most).skip(*least as usize - 1));
                    }
                }
            }
        }
        found
    }

    fn conditions(&self, conditions: &[Condition]) -> String {
        let all: Vec<String> = conditions.iter().map(|it| self.condition(it)).collect();
        format!("{all:?}")
    }

    fn condition(&self, condition: &Condition) -> String {
        let taken = self.kinds_that(|_| true);
        match condition {
            Condition::Count(quantity, set) => format!("{quantity:?} {}", self.set(set)),
            Condition::Throughout(quantity, set) => {
                format!("throughout {quantity:?} {}", self.set(set))
            }
            Condition::Mate {
                of_own,
                kinds,
                answers,
            } => {
                let answers = answers.as_ref();
                let answers = answers.map(|it| self.pattern(it, KindSet::ALL));
                format!("mate {of_own} {} {answers:?}", kinds.0 & taken.0)
            }
            Condition::Hand {
                own,
                quantity,
                kinds,
            } => format!("hand {own} {quantity:?} {}", kinds.0 & taken.0),
            Condition::Act(pattern) => self.pattern(pattern, KindSet::ALL),
            other => format!("{other:?}"),
        }
    }

    fn end(&self, end: &End) -> String {
        let single = !self.sheet.turns.iter().any(|it| it.several);
        let is_act = |it: &Condition| matches!(it, Condition::Act(_));
        let is_repeated = |it: &Condition| matches!(it, Condition::Repeated { .. });
        let one_sided = matches!(end.result, ResultWord::Own | ResultWord::Enemy);
        let alike = end.conditions.iter().any(is_act)
            || end.conditions.iter().all(is_repeated) && !one_sided;
        format!(
            "{} {} {} {} {:?}",
            self.path(end.rule),
            end.for_each && !alike,
            end.at_act && !single,
            self.conditions(&end.conditions),
            end.result
        )
    }

    // ---- sets ----

    fn set(&self, set: &Set) -> String {
        if let Some(squares) = self.squares(set) {
            return format!("{squares:?}");
        }
        let joined = |word: &str, parts: &[Set]| {
            let mut parts: Vec<String> = parts.iter().map(|it| self.set(it)).collect();
            parts.sort();
            parts.dedup();
            format!("{word} {parts:?}")
        };
        match set {
            Set::Named(id, enemy) => {
                let inner = self.set(&self.sheet.sets[usize::from(id.0)].set);
                if *enemy {
                    format!("enemy's {inner}")
                } else {
                    inner
                }
            }
            Set::And(parts) => joined("and", parts),
            Set::Or(parts) => joined("or", parts),
            Set::Not(of) => match &**of {
                Set::Not(inner) => self.set(inner),
                other => format!("not {}", self.set(other)),
            },
            Set::Pieces(side, kinds) => {
                let kinds = kinds.0 & self.kinds_that(|_| true).0;
                format!("{side:?} {kinds}")
            }
            Set::Attacked { by_own, kinds } => {
                let kinds = kinds.0 & self.kinds_that(|it| !it.moves.is_empty()).0;
                format!("attacked {by_own} {kinds}")
            }
            Set::Lines { axis, count, of } => format!("{axis:?} {count} {}", self.set(of)),
            Set::Chain { ways, of, from } => {
                let ways = self.ways(*ways);
                format!("chain {ways:?} {} {}", self.set(of), self.set(from))
            }
            Set::Beside { ways, of } => format!("beside {:?} {}", self.ways(*ways), self.set(of)),
            Set::Square(_) | Set::Files(..) => format!("{} {set:?}", self.mirrored),
            other => format!("{other:?}"),
        }
    }

    /// The squares of a set that is the same in every position, where that is simple to say.
    fn squares(&self, set: &Set) -> Option<Vec<u16>> {
        if !is_static(set, &self.sheet.sets) {
            return None;
        }
        let board = self.sheet.geometry;
        let mut found = Vec::new();
        for square in board.squares() {
            let (file, rank) = (board.file(square), board.rank(square));
            let seen = match self.mirrored {
                true => board.square(board.files - 1 - file, rank),
                false => square,
            };
            if self.holds(set, seen)? {
                found.push(square.0);
            }
        }
        Some(found)
    }

    fn holds(&self, set: &Set, square: Square) -> Option<bool> {
        let board = self.sheet.geometry;
        Some(match set {
            Set::Ranks(a, b) => (usize::from(*a)..=usize::from(*b)).contains(&board.rank(square)),
            Set::Files(a, b) => (usize::from(*a)..=usize::from(*b)).contains(&board.file(square)),
            Set::Square(one) => *one == square,
            Set::Not(of) => !self.holds(of, square)?,
            Set::Named(id, enemy) => {
                let seen = match enemy {
                    true => board.seen_by(Player::Second, square),
                    false => square,
                };
                self.holds(&self.sheet.sets[usize::from(id.0)].set, seen)?
            }
            Set::And(parts) => {
                let parts = parts.iter().map(|it| self.holds(it, square));
                parts.collect::<Option<Vec<bool>>>()?.iter().all(|it| *it)
            }
            Set::Or(parts) => {
                let parts = parts.iter().map(|it| self.holds(it, square));
                parts.collect::<Option<Vec<bool>>>()?.iter().any(|it| *it)
            }
            _ => return None,
        })
    }
}

/// Whether an end rule asks of the position alone, in every position that stands at the end of a turn.
fn is_of_position(end: &End) -> bool {
    let asks_more = |it: &Condition| matches!(it, Condition::Act(_)) || it.looks_back();
    !end.at_act && !end.conditions.iter().any(asks_more)
}

/// Whether an end rule holds only where the position has stood before.
fn is_repetition(end: &End) -> bool {
    let is_repeated = |it: &Condition| matches!(it, Condition::Repeated { .. });
    !end.at_act && end.conditions.iter().any(is_repeated)
}

/// Whether an end rule holds after an act that fits, and asks nothing else.
fn is_at_act(end: &End) -> bool {
    end.at_act && matches!(end.conditions[..], [Condition::Act(_)])
}
