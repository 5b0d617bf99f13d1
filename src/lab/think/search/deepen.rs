//! Deeper and deeper from the position that is played from.

use super::order::Choice;
use super::*;

impl<S: Shape> Worker<S> {
    /// Searches deeper and deeper, and tells each time what it found.
    pub fn deepen(
        &mut self,
        root: &Node<S>,
        only: &[Act],
        number: usize,
        mut tell: impl FnMut(&Finding),
    ) -> Option<Finding> {
        let mut found: Option<Finding> = None;
        let mut choices: Vec<Choice> = Vec::new();
        self.world.acts(root, |act| {
            if only.is_empty() || only.contains(&act) {
                choices.push(Choice { act, promise: 0 });
            }
        });
        let list = std::mem::take(&mut self.lists[0]);
        let mut rated = list;
        rated.clear();
        rated.extend_from_slice(&choices);
        let best = self.table.get(root.key).map_or(0, |it| it.best);
        self.rate(root, &mut rated, best, 0, 0);
        rated.sort_by_key(|it| std::cmp::Reverse(it.promise));
        choices = rated.clone();
        self.lists[0] = rated;
        if choices.is_empty() {
            return None;
        }
        let alone = choices.len() == 1 && self.world.rules.facts.plain_turns;
        let most = self.stops.depth.min(self.longest as i32 - 8);
        let mut value: i32 = 0;
        for depth in 1..=most.max(1) {
            // Threads that go the same way would find the same.
            if number > 0 && depth > 2 && (depth as usize + number).is_multiple_of(3) {
                continue;
            }
            let mut width = 30 + value.abs() / 16;
            let (mut alpha, mut beta) = if depth >= 4 && !is_decided(value) {
                (value - width, value + width)
            } else {
                (-FAR, FAR)
            };
            loop {
                let (got, whole) = self.root(root, &mut choices, depth, alpha, beta);
                if let Some(finding) = got {
                    let better = finding.value > alpha;
                    if whole || better {
                        value = finding.value;
                    }
                    // A deepening that was cut short counts as far as it went: its first act is the best of before.
                    if better || found.is_none() {
                        if whole && finding.value < beta {
                            tell(&finding);
                        }
                        found = Some(finding);
                    }
                }
                if !whole {
                    break;
                }
                if value <= alpha && alpha > -FAR {
                    beta = (alpha + beta) / 2;
                    width *= 3;
                    alpha = (value - width).max(-FAR);
                } else if value >= beta && beta < FAR {
                    width *= 3;
                    beta = (value + width).min(FAR);
                } else {
                    break;
                }
                if width > 2000 {
                    (alpha, beta) = (-FAR, FAR);
                }
            }
            if self.stopped {
                break;
            }
            if alone && self.stops.time.is_some() && depth >= 2 {
                break;
            }
            if is_decided(value) && WIN - value.abs() <= depth {
                break;
            }
        }
        if number == 0 {
            self.stops.done.store(true, Relaxed);
        }
        self.shared_nodes.fetch_add(self.nodes, Relaxed);
        self.nodes = 0;
        found
    }

    /// One deepening: what it found, and whether it came to the end.
    fn root(
        &mut self,
        node: &Node<S>,
        choices: &mut [Choice],
        depth: i32,
        mut alpha: i32,
        beta: i32,
    ) -> (Option<Finding>, bool) {
        let world = self.world.clone();
        let mut best: Option<Finding> = None;
        let low = alpha;
        self.stills[0] = self.judge(node);
        for i in 0..choices.len() {
            let act = choices[i].act;
            let before = self.nodes;
            let (next, step) = world.step(node, act);
            self.nodes += 1;
            let ask = Ask {
                depth: depth - 1,
                alpha,
                beta,
                step: 1,
                turns: 1,
                before: self.spot(&node.position, act),
                may_pass: true,
            };
            let value = if i == 0 {
                self.after(&next, step, node.position.side, ask)
            } else {
                let mut late = 0;
                if depth >= 3 && i >= 4 && !node.in_check && !next.in_check {
                    late = (self.reduction(depth, i) - 1).max(0);
                }
                self.widening(&next, step, node.position.side, ask, late)
            };
            choices[i].promise = (self.nodes - before).min(1 << 30) as i32;
            if self.stopped {
                // Even the very first act must have something to say for itself.
                if best.is_none() && i == 0 && depth == 1 {
                    best = Some(self.finding(act, 0, depth));
                }
                return (best, false);
            }
            if best.is_none() || value > alpha {
                best = Some(self.finding(act, value, depth));
                // The best act comes first next time, the others stay in their order.
                choices[..=i].rotate_right(1);
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        if let Some(finding) = &best {
            let bound = match finding.value {
                it if it <= low => Bound::Upper,
                it if it >= beta => Bound::Lower,
                _ => Bound::Exact,
            };
            self.keep(node, finding.line[0], finding.value, depth, bound, 0);
        }
        (best, true)
    }

    fn finding(&self, act: Act, value: i32, depth: i32) -> Finding {
        let mut line = vec![act];
        line.extend_from_slice(&self.lines[1]);
        Finding {
            value,
            line,
            depth,
            nodes: self.nodes + self.shared_nodes.load(Relaxed),
        }
    }
}
