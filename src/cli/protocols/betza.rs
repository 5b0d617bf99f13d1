//! Movement in Betza's notation, for clients that draw or judge moves themselves.

use koma::check::sheet::{Kind, Motion, Path, Set, Side};

/// A kind's moves; what the notation cannot say is left out or widened, never narrowed.
pub fn betza(kind: &Kind) -> String {
    let mut parts: Vec<String> = Vec::new();
    for path in &kind.moves {
        for part in path_parts(path) {
            if !parts.contains(&part) {
                parts.push(part);
            }
        }
    }
    // A slide says the step with it.
    for (slide, step) in [("R", "W"), ("B", "F")] {
        if parts.iter().any(|it| it == slide) {
            parts.retain(|it| it != step);
        }
    }
    parts.concat()
}

fn path_parts(path: &Path) -> Vec<String> {
    let mode = match &path.onto {
        Some(Set::Empty) => "m",
        Some(Set::Pieces(Side::Enemy, _)) => "c",
        _ => "",
    };
    match &path.motion {
        Motion::Jump(shifts) => {
            let mut left: Vec<(i32, i32)> = shifts.clone();
            let mut parts = Vec::new();
            while let Some(first) = left.first() {
                let size = size(*first);
                let (same, others): (Vec<_>, Vec<_>) =
                    left.iter().copied().partition(|it| self::size(*it) == size);
                left = others;
                let Some(atom) = atom(size) else { continue };
                parts.extend(
                    directions(size, &same)
                        .into_iter()
                        .map(|it| format!("{mode}{it}{atom}")),
                );
            }
            parts
        }
        Motion::Anywhere => vec![format!("{mode}U")],
        Motion::Slide { ways, most, .. } | Motion::Hop { ways, most, .. } => {
            // A hopper needs exactly one hurdle.
            let hops = match &path.motion {
                Motion::Hop { .. } => "p",
                Motion::Jump(_) | Motion::Anywhere | Motion::Slide { .. } => "",
            };
            let shifts: Vec<(i32, i32)> = ways.shifts().collect();
            let mut parts = Vec::new();
            for (size, far, near) in [((0, 1), "R", "W"), ((1, 1), "B", "F")] {
                let same: Vec<_> = shifts
                    .iter()
                    .copied()
                    .filter(|it| self::size(*it) == size)
                    .collect();
                if same.is_empty() {
                    continue;
                }
                let rider = match most {
                    None => far.to_owned(),
                    Some(1) => near.to_owned(),
                    Some(most) => format!("{near}{most}"),
                };
                parts.extend(
                    directions(size, &same)
                        .into_iter()
                        .map(|it| format!("{mode}{hops}{it}{rider}")),
                );
            }
            parts
        }
    }
}

/// A jump whatever its direction: the shorter way first.
fn size((dx, dy): (i32, i32)) -> (i32, i32) {
    let (a, b) = (dx.abs(), dy.abs());
    (a.min(b), a.max(b))
}

/// The letter of a jump.
fn atom(size: (i32, i32)) -> Option<&'static str> {
    Some(match size {
        (0, 1) => "W",
        (1, 1) => "F",
        (0, 2) => "D",
        (1, 2) => "N",
        (2, 2) => "A",
        (0, 3) => "H",
        (1, 3) => "C",
        (2, 3) => "Z",
        (3, 3) => "G",
        _ => return None,
    })
}

/// The prefixes that together say these directions and no other.
fn directions(size: (i32, i32), shifts: &[(i32, i32)]) -> Vec<String> {
    let (small, great) = size;
    let letter = |(dx, dy): (i32, i32)| -> String {
        let along = if dy > 0 { "f" } else { "b" };
        let across = if dx > 0 { "r" } else { "l" };
        match (dx, dy) {
            (0, _) => along.to_owned(),
            (_, 0) => across.to_owned(),
            _ if small == great => format!("{along}{across}"),
            // The longer way first, then the shorter: of eight directions, one.
            _ if dy.abs() == great => format!("{along}{along}{across}"),
            _ => format!("{across}{across}{along}"),
        }
    };
    let all = match (small, great) {
        (0, _) => 4,
        (a, b) if a == b => 4,
        _ => 8,
    };
    let mut left: Vec<(i32, i32)> = shifts.to_vec();
    left.sort_unstable();
    left.dedup();
    if left.len() == all {
        return vec![String::new()];
    }
    let mut said = Vec::new();
    // Pairs that one letter says.
    let pairs: Vec<(&str, [(i32, i32); 2])> = match (small, great) {
        (0, n) => vec![("v", [(0, n), (0, -n)]), ("s", [(n, 0), (-n, 0)])],
        (a, b) if a == b => vec![
            ("f", [(-a, a), (a, a)]),
            ("b", [(-a, -a), (a, -a)]),
            ("l", [(-a, a), (-a, -a)]),
            ("r", [(a, a), (a, -a)]),
        ],
        (a, b) => vec![
            ("ff", [(-a, b), (a, b)]),
            ("bb", [(-a, -b), (a, -b)]),
            ("ll", [(-b, a), (-b, -a)]),
            ("rr", [(b, a), (b, -a)]),
        ],
    };
    for (name, pair) in pairs {
        if pair.iter().all(|it| left.contains(it)) {
            left.retain(|it| !pair.contains(it));
            said.push(name.to_owned());
        }
    }
    said.extend(left.into_iter().map(letter));
    // In the four directions of an atom, letters simply add up.
    if small == 0 {
        vec![said.concat()]
    } else {
        said
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use koma::play::Variant;

    #[track_caller]
    fn check(moves: &str, expected: &str) {
        let text = format!(
            "koma = 1\ngame.name = \"g\"\nboard.size = \"5x5\"\nboard.turned = \"half-turn\"\n\
             board.start = \"4x/5/5/5/X4\"\nturn.play.acts = \"one of move\"\n\
             [pieces]\nthing = {{ letter = \"X\", moves = \"{moves}\" }}\n\
             [end]\nstuck = {{ when = \"enemy cannot act\", result = \"own wins\" }}\n"
        );
        let variant = Variant::parse("g.toml", &text, &koma::Picks::default());
        let variant = variant.unwrap_or_else(|it| panic!("{it}"));
        assert_eq!(betza(&variant.sheet().kinds[0]), expected, "{moves}");
    }

    #[test]
    fn steps_slides_and_leaps() {
        check("step any", "WF");
        check("step orthogonal", "W");
        check("step forward", "fW");
        check("step any except backward-diagonal", "WfF");
        check("step forward or diagonal", "fWF");
        check("slide orthogonal", "R");
        check("slide diagonal", "B");
        check("slide forward", "fR");
        check("leap (1,2) or (2,1)", "N");
        check("leap (1,2)", "ffNbbN");
        check("leap forward (1,2)", "ffN");
        check("slide diagonal, step any", "BW");
        check("step orthogonal onto empty", "mW");
    }
}
