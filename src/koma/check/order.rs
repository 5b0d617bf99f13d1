//! An order in which things that mention each other can be read: each after what it mentions.

/// Things in order, and the circles that keep some of them out.
#[derive(Debug, Default)]
pub struct Ordered {
    /// By number, each after all that it mentions; without those that mention themselves, directly or by way of others,
    /// and those that mention such.
    pub order: Vec<usize>,
    /// Each circle once, as it was entered. Circles that share something are mostly one mistake: the first is told.
    pub circles: Vec<Vec<usize>>,
}

/// Puts things in order by what each of them mentions.
pub fn ordered(mentions: &[Vec<usize>]) -> Ordered {
    // 0 unseen, 1 on the way, 2 done; an explicit stack, so that a long chain of names cannot overflow ours.
    let mut state = vec![0u8; mentions.len()];
    let mut found = Ordered::default();
    let mut broken = vec![false; mentions.len()];
    for root in 0..mentions.len() {
        let mut stack = vec![(root, 0usize)];
        while let Some((at, next)) = stack.pop() {
            if next == 0 {
                if state[at] != 0 {
                    continue;
                }
                state[at] = 1;
            }
            match mentions[at].get(next) {
                Some(&need) => {
                    stack.push((at, next + 1));
                    if state[need] == 1 {
                        let on_the_way = stack.iter().map(|it| it.0);
                        let circle: Vec<usize> = on_the_way.skip_while(|it| *it != need).collect();
                        let is_new = !circle.iter().any(|it| broken[*it]);
                        circle.iter().for_each(|it| broken[*it] = true);
                        if is_new {
                            found.circles.push(circle);
                        }
                    } else if state[need] == 0 {
                        stack.push((need, 0));
                    }
                }
                None => {
                    state[at] = 2;
                    if mentions[at].iter().any(|it| broken[*it]) {
                        broken[at] = true;
                    }
                    found.order.push(at);
                }
            }
        }
    }
    found.order.retain(|it| !broken[*it]);
    found
}
