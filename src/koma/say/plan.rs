//! What every language needs to see in a rule before it finds words: directions that have a name, manners of
//! moving that belong together, the parts of a set.

pub use crate::board::Way;
use crate::board::{Along, Owner, Player, Square, Ways};
use crate::check::sheet::{
    Condition, Kind, KindId, KindSet, Motion, Path, Ray, RuleId, Set, Sheet, Side,
};

/// Some directions in as few words as possible.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    /// These.
    pub ways: Vec<Way>,
    /// But not these.
    pub except: Vec<Way>,
}

/// Finds the words for some directions.
pub fn heading(ways: Ways) -> Heading {
    let words = cover(ways);
    let others = cover(Ways::ANY.except(ways));
    if words.len() > 1 && others.len() == 1 {
        return Heading {
            ways: vec![Way::Any],
            except: others,
        };
    }
    Heading {
        ways: words,
        except: Vec::new(),
    }
}

fn cover(mut ways: Ways) -> Vec<Way> {
    let mut found = Vec::new();
    for way in Way::widest_first() {
        if !ways.is_empty() && way.ways().except(ways).is_empty() {
            found.push(way);
            ways = ways.except(way.ways());
        }
    }
    // A narrow word reads better before a wide one: forward or diagonally.
    found.sort_by_key(|it| it.ways().len());
    found
}

/// To which side of a line something lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sense {
    /// To the right, or forward.
    Plus,
    /// To the left, or backward.
    Minus,
    /// To both sides.
    Both,
}

/// One manner of moving, as it is said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stride {
    /// So many squares in some directions.
    Line {
        /// In which directions.
        ways: Ways,
        /// At least so many.
        least: u32,
        /// At most so many, if there is a limit.
        most: Option<u32>,
        /// Whatever lies between.
        leaps: bool,
    },
    /// To any square.
    Anywhere,
    /// So many squares aside and so many along.
    Skew {
        /// Sideways: how many, to which side.
        aside: (u32, Sense),
        /// Lengthwise: how many, which way.
        along: (u32, Sense),
    },
}

/// Manners of moving under the same conditions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Course<'a> {
    /// The manners.
    pub strides: Vec<Stride>,
    /// Only from here.
    pub from: Option<&'a Set>,
    /// Only onto this.
    pub onto: Option<&'a Set>,
    /// Only through this.
    pub through: Option<&'a Set>,
    /// Only within this.
    pub within: Option<&'a Set>,
    /// Crossing exactly one of this.
    pub over: Option<&'a Set>,
}

/// The movement of a piece, with what belongs together put together.
pub fn courses<'a>(paths: impl IntoIterator<Item = &'a Path>) -> Vec<Course<'a>> {
    let mut all: Vec<Course<'_>> = Vec::new();
    for path in paths {
        let course = Course {
            strides: Vec::new(),
            from: path.from.as_ref(),
            onto: path.onto.as_ref(),
            through: path.through.as_ref(),
            within: path.within.as_ref(),
            over: match &path.motion {
                Motion::Hop { over, .. } => Some(over),
                Motion::Jump(_) | Motion::Anywhere | Motion::Slide { .. } => None,
            },
        };
        let alike = |it: &Course<'_>| {
            it.from == course.from
                && it.onto == course.onto
                && it.through == course.through
                && it.within == course.within
                && it.over == course.over
        };
        let at = all.iter().position(alike).unwrap_or_else(|| {
            all.push(course.clone());
            all.len() - 1
        });
        for stride in strides(&path.motion) {
            add(&mut all[at].strides, stride);
        }
    }
    all
}

/// Adds a manner; directions of the same distance join.
fn add(strides: &mut Vec<Stride>, stride: Stride) {
    if let Stride::Line {
        ways,
        least,
        most,
        leaps,
    } = &stride
    {
        let reach = (*least, *most, *leaps);
        for other in strides.iter_mut() {
            if let Stride::Line {
                ways: joined,
                least,
                most,
                leaps,
            } = other
                && (*least, *most, *leaps) == reach
            {
                *joined = joined.or(*ways);
                return;
            }
        }
    }
    if !strides.contains(&stride) {
        strides.push(stride);
    }
}

fn strides(motion: &Motion) -> Vec<Stride> {
    match motion {
        Motion::Slide { ways, least, most }
        | Motion::Hop {
            ways, least, most, ..
        } => vec![Stride::Line {
            ways: *ways,
            least: *least,
            most: *most,
            leaps: false,
        }],
        Motion::Anywhere => vec![Stride::Anywhere],
        Motion::Jump(shifts) => {
            let mut all = Vec::new();
            for shift in shifts {
                jump(*shift, shifts, &mut all);
            }
            all
        }
    }
}

/// One jump among others that it may be said together with.
fn jump((x, y): (i32, i32), among: &[(i32, i32)], all: &mut Vec<Stride>) {
    let (aside, along) = (x.unsigned_abs(), y.unsigned_abs());
    if x == 0 || y == 0 || aside == along {
        let distance = aside.max(along);
        let unit = (x.signum(), y.signum());
        let ways = { Ways::ANY.each() }.filter(|it| it.shifts().any(|shift| shift == unit));
        add(
            all,
            Stride::Line {
                ways: ways.fold(Ways(0), Ways::or),
                least: distance,
                most: Some(distance),
                leaps: distance > 1,
            },
        );
        return;
    }
    let sense = |n: i32| if n > 0 { Sense::Plus } else { Sense::Minus };
    let has = |x: i32, y: i32| among.contains(&(x, y));
    let (both_sides, both_ways) = (has(-x, y), has(x, -y));
    let (side, way) = match (both_sides, both_ways, has(-x, -y)) {
        (true, true, true) => (Sense::Both, Sense::Both),
        (true, false, false) => (Sense::Both, sense(y)),
        (false, true, false) => (sense(x), Sense::Both),
        _ => (sense(x), sense(y)),
    };
    add(
        all,
        Stride::Skew {
            aside: (aside, side),
            along: (along, way),
        },
    );
}

/// What the rules of movement need not say of each piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Passage {
    /// Some piece goes wherever no piece of its own side stands.
    pub plain: bool,
    /// Some piece slides, and crosses empty squares only.
    pub slides: bool,
    /// Some piece has a rule of its own for either.
    pub others: bool,
}

/// Finds what holds of the movement of all pieces.
pub fn passage(sheet: &Sheet) -> Passage {
    let paths = || sheet.kinds.iter().flat_map(|it| &it.moves);
    let crosses = |it: &Ray| it.can_be_blocked && it.most != Some(1);
    let is_long = |it: &Path| it.motion.rays(&sheet.geometry).iter().any(crosses);
    Passage {
        plain: paths().any(|it| it.onto.is_none()),
        slides: paths().any(|it| is_long(it) && it.through.is_none()),
        others: paths().any(|it| it.onto.is_some() || it.through.is_some()),
    }
}

/// Whether what a piece is promoted to turns into nothing else.
pub fn promotion_lasts(sheet: &Sheet) -> bool {
    let mut faces = sheet.kinds.iter().flat_map(|it| &it.becomes);
    faces.all(|it| sheet.kinds[it.index()].becomes.is_empty())
}

/// Whether pieces are dropped, all as what they are in the hand.
pub fn drops_as_held(sheet: &Sheet) -> bool {
    let mut kinds = sheet.kinds.iter().enumerate();
    super::has_drops(sheet) && kinds.all(|(i, it)| it.drops_as == [KindId(i as u8)])
}

/// The rule that tells what mate is, and the kinds that can be mated.
pub fn mated(sheet: &Sheet) -> Option<(RuleId, KindSet)> {
    let ends = sheet.ends.iter().map(|it| (it.rule, &it.conditions));
    let forbids = sheet.forbids.iter().map(|it| (it.rule, &it.conditions));
    ends.chain(forbids).find_map(|(rule, conditions)| {
        conditions.iter().find_map(|it| match it {
            Condition::Mate {
                kinds,
                answers: None,
                ..
            } => Some((rule, *kinds)),
            _ => None,
        })
    })
}

/// The first end that counts how often a position stood.
pub fn repeats(sheet: &Sheet) -> Option<RuleId> {
    let repeats = |it: &Condition| it.repeats().is_some();
    let mut ends = sheet.ends.iter();
    let first = ends.find(|it| it.conditions.iter().any(repeats))?;
    Some(first.rule)
}

/// The plain kinds whose movement together is this kind's: a face that moves as something well known.
pub fn moves_as(sheet: &Sheet, kind: KindId) -> Option<Vec<KindId>> {
    let is_face = |id: KindId| {
        sheet.kinds[id.index()].in_hand_as != id
            || sheet.kinds.iter().any(|it| it.becomes.contains(&id))
    };
    let wanted = &sheet.kinds[kind.index()].moves;
    if wanted.is_empty() || !is_face(kind) {
        return None;
    }
    let within = |id: &KindId| {
        let moves = &sheet.kinds[id.index()].moves;
        !is_face(*id) && !moves.is_empty() && moves.iter().all(|it| wanted.contains(it))
    };
    let mut plain: Vec<KindId> = (0..sheet.kinds.len() as u8)
        .map(KindId)
        .filter(within)
        .collect();
    let paths = |id: &KindId| &sheet.kinds[id.index()].moves;
    if let Some(same) = plain.iter().find(|it| paths(it).len() == wanted.len()) {
        return Some(vec![*same]);
    }
    // What turns into it comes first: it keeps its movement and gains another's.
    plain.sort_by_key(|id| {
        let origin = sheet.kinds[id.index()].becomes.contains(&kind);
        (!origin, std::cmp::Reverse(paths(id).len()))
    });
    let mut found: Vec<KindId> = Vec::new();
    for id in plain {
        let known = |path: &Path| found.iter().any(|it| paths(it).contains(path));
        if !paths(&id).iter().all(known) {
            found.push(id);
        }
    }
    let known = |path: &Path| found.iter().any(|it| paths(it).contains(path));
    (wanted.iter().all(known) && found.len() <= 3).then_some(found)
}

/// The movement of another kind, borrowed on some squares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Borrowed<'a> {
    /// Whose movement.
    pub kind: KindId,
    /// From where.
    pub from: &'a Set,
}

/// The movement of a kind: what it borrows whole from another kind on some squares, and the rest.
pub fn borrowed(sheet: &Sheet, kind: KindId) -> (Vec<Borrowed<'_>>, Vec<&Path>) {
    let mut rest: Vec<&Path> = sheet.kinds[kind.index()].moves.iter().collect();
    let mut found: Vec<Borrowed<'_>> = Vec::new();
    let places = rest.clone().into_iter().filter_map(|it| it.from.as_ref());
    for from in places {
        let there: Vec<Path> = { rest.iter().filter(|it| it.from.as_ref() == Some(from)) }
            .map(|it| Path {
                from: None,
                ..(*it).clone()
            })
            .collect();
        let is_same = |(i, other): &(usize, &Kind)| {
            *i != kind.index()
                && other.moves.len() == there.len()
                && there.iter().all(|it| other.moves.contains(it))
        };
        let same = sheet.kinds.iter().enumerate().find(is_same);
        if let Some((i, _)) = same.filter(|_| !there.is_empty()) {
            let kind = KindId(i as u8);
            found.push(Borrowed { kind, from });
            rest.retain(|it| it.from.as_ref() != Some(from));
        }
    }
    (found, rest)
}

/// One of the things that are all true of a set's squares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part<'a> {
    /// In a set, or (false) not in it.
    In(&'a Set, bool),
    /// In one chain that meets each of some sets.
    Chain {
        /// How squares join.
        ways: Ways,
        /// What is joined.
        of: &'a Set,
        /// What it meets.
        meets: Vec<&'a Set>,
    },
    /// In a straight unbroken row: what it is of was said.
    Run(Row<'a>),
}

/// A straight unbroken row of squares, whatever they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Row<'a> {
    /// In which directions.
    pub along: Along,
    /// At least so many squares.
    pub least: u32,
    /// At most so many.
    pub most: Option<u32>,
    /// Beside which it begins.
    pub from: &'a Set,
    /// Beside which it ends.
    pub to: Option<&'a Set>,
}

impl<'a> Row<'a> {
    /// The row that a set is, if it is one, and what it is of.
    pub fn of(set: &'a Set) -> Option<(Row<'a>, &'a Set)> {
        let Set::Run {
            along,
            least,
            most,
            of,
            from,
            to,
        } = set
        else {
            return None;
        };
        let row = Row {
            along: *along,
            least: *least,
            most: *most,
            from,
            to: to.as_deref(),
        };
        Some((row, of))
    }
}

/// What is true of every square of a set, one by one.
pub fn parts(set: &Set) -> Vec<Part<'_>> {
    let mut flat = Vec::new();
    flatten(set, true, &mut flat);
    let mut all: Vec<Part<'_>> = Vec::new();
    for (set, yes) in flat {
        if let (Some((row, _)), true) = (Row::of(set), yes) {
            all.push(Part::Run(row));
            continue;
        }
        let Set::Chain { ways, of, from } = set else {
            all.push(Part::In(set, yes));
            continue;
        };
        if !yes {
            all.push(Part::In(set, yes));
            continue;
        }
        // Chains of one set are apart or the same: to be in two of them is to be in one that meets both.
        let same = all.iter_mut().find_map(|it| match it {
            Part::Chain {
                ways: w,
                of: o,
                meets,
            } if w == ways && *o == &**of => Some(meets),
            _ => None,
        });
        match same {
            Some(meets) => meets.push(from),
            None => all.push(Part::Chain {
                ways: *ways,
                of,
                meets: vec![from],
            }),
        }
    }
    all
}

fn flatten<'a>(set: &'a Set, yes: bool, all: &mut Vec<(&'a Set, bool)>) {
    match (set, yes) {
        (Set::And(parts), true) | (Set::Or(parts), false) => {
            parts.iter().for_each(|it| flatten(it, yes, all));
        }
        (Set::Not(of), yes) => flatten(of, !yes, all),
        // What a row is of is true of each of its squares.
        (Set::Run { of, .. }, true) => {
            flatten(of, true, all);
            all.push((set, true));
        }
        (set, yes) => all.push((set, yes)),
    }
}

/// The sets of which a square must be in one.
pub fn alternatives(set: &Set) -> Vec<&Set> {
    match set {
        Set::Or(sets) => sets.iter().flat_map(alternatives).collect(),
        _ => vec![set],
    }
}

/// Whether some movement could capture a piece of this side.
pub fn can_take(sheet: &Sheet, side: Side) -> bool {
    sheet.kinds.iter().any(|kind| {
        kind.moves.iter().any(|path| match &path.onto {
            None => side == Side::Enemy,
            Some(onto) => may_hold(sheet, onto, side, kind.layer),
        })
    })
}

/// Whether a square of a set may hold a piece of a side on a layer. Errs towards yes.
fn may_hold(sheet: &Sheet, set: &Set, side: Side, layer: usize) -> bool {
    match set {
        Set::Empty => false,
        Set::Pieces(whose, kinds) => {
            let on_layer = |it: KindId| {
                let kind = sheet.kinds.get(it.index());
                kind.is_some_and(|kind| kind.layer == layer)
            };
            (*whose == side || *whose == Side::Any) && kinds.iter().any(on_layer)
        }
        Set::And(parts) => parts.iter().all(|it| may_hold(sheet, it, side, layer)),
        Set::Or(parts) => parts.iter().any(|it| may_hold(sheet, it, side, layer)),
        Set::Ranks(..)
        | Set::Files(..)
        | Set::Square(_)
        | Set::Origin
        | Set::Target
        | Set::Stuck
        | Set::Named(..)
        | Set::Not(_)
        | Set::Lines { .. }
        | Set::Chain { .. }
        | Set::Attacked { .. }
        | Set::Beside { .. } => true,
        Set::Run { of, .. } => may_hold(sheet, of, side, layer),
    }
}

/// The squares that hold an owner's pieces of each kind at the start.
pub fn placed(sheet: &Sheet, owner: Owner) -> Vec<(KindId, Vec<Square>)> {
    (0..sheet.kinds.len() as u8)
        .map(|kind| {
            let here = |it: &Square| sheet.start.cells[it.index()].contains(&(owner, kind));
            let squares = sheet.geometry.squares().filter(here).collect();
            (KindId(kind), squares)
        })
        .filter(|(_, squares): &(_, Vec<Square>)| !squares.is_empty())
        .collect()
}

/// Whether the second player's pieces stand as the first player's do, each seen from its own side.
pub fn is_even(sheet: &Sheet) -> bool {
    let turned = |squares: Vec<Square>| {
        let seen = |it| sheet.geometry.seen_by(Player::Second, it);
        let mut squares: Vec<Square> = squares.into_iter().map(seen).collect();
        squares.sort_unstable();
        squares
    };
    let first = placed(sheet, Owner::Of(Player::First));
    let second = placed(sheet, Owner::Of(Player::Second))
        .into_iter()
        .map(|(kind, squares)| (kind, turned(squares)));
    first.into_iter().eq(second)
}

/// The rank that some squares fill, if they fill one.
pub fn whole_rank(sheet: &Sheet, squares: &[Square]) -> Option<usize> {
    let board = &sheet.geometry;
    let rank = board.rank(*squares.first()?);
    let filled = squares.len() == board.files && squares.iter().all(|it| board.rank(*it) == rank);
    (filled && board.files > 1).then_some(rank)
}
