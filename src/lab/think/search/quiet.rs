//! The end of a line: nothing but loud acts, until a position can be judged as it stands.

use super::order::*;
use super::*;

/// For how many steps attacks on a royal piece count as loud, and where the game is about nothing else.
const CHECKS: [i32; 2] = [1, 2];

impl<S: Shape> Worker<S> {
    /// The value of a position once nothing loud is left to do.
    pub(super) fn quiet(&mut self, node: &Node<S>, ask: Ask, further: i32) -> i32 {
        let step = ask.step;
        if step < self.lines.len() {
            self.lines[step].clear();
        }
        if self.is_out() {
            return ask.alpha;
        }
        let Ask {
            mut alpha, beta, ..
        } = ask;
        let world = self.world.clone();
        if step >= self.longest {
            return self.judge(node);
        }
        let known = self.table.get(node.key);
        if let Some(known) = known
            && beta - alpha == 1
        {
            let value = from_table(known.value, ask.turns);
            let tells = match known.bound {
                Bound::Exact => true,
                Bound::Lower => value >= beta,
                Bound::Upper => value <= alpha,
            };
            if tells {
                return value;
            }
        }
        let must_answer = node.in_check && further > -6;
        let mut best = -FAR;
        let mut still = -FAR;
        if !must_answer {
            still = match known {
                Some(known) if known.still > -FAR + 600 => known.still,
                _ => self.judge(node),
            };
            best = still;
            if best >= beta {
                if known.is_none() {
                    let known = Known {
                        best: 0,
                        value: to_table(best, ask.turns),
                        still,
                        depth: -1,
                        bound: Bound::Lower,
                    };
                    self.table.put(node.key, known);
                }
                return best;
            }
            alpha = alpha.max(best);
        }
        let low = alpha;
        let mut list = std::mem::take(&mut self.lists[step]);
        list.clear();
        if must_answer {
            world.acts(node, |act| list.push(Choice { act, promise: 0 }));
            if list.is_empty() {
                self.lists[step] = list;
                return self.won(world.stuck(node), node.position.side, ask.turns - 1);
            }
        } else {
            let checks = CHECKS[usize::from(world.values.is_hunt)];
            world.loud_acts(node, further > -checks, |act| {
                list.push(Choice { act, promise: 0 })
            });
        }
        self.rate(
            node,
            &mut list,
            known.map_or(0, |it| it.best),
            step,
            ask.before,
        );
        let mut best_act = None;
        for i in 0..list.len() {
            pick(&mut list, i);
            let Choice { act, promise } = list[i];
            if !must_answer {
                // What loses an exchange is not worth a look here, nor what cannot gain enough.
                if promise <= BAD {
                    break;
                }
                let taken = world.captured(node, act);
                let hope = taken.map_or(world.values.typical, |it| {
                    world.values.exchange[it as usize]
                });
                if promise < LOUD - 3 {
                    // A mere attack on the royal piece: it must not cost anything.
                    if world.exchange(node, act) < 0 {
                        continue;
                    }
                } else if still + hope + world.values.typical <= alpha && promise < SURE {
                    continue;
                }
            } else if best > -MOST && promise <= BAD {
                continue;
            }
            let (next, made) = world.step(node, act);
            self.nodes += 1;
            let inner = Ask {
                depth: 0,
                alpha,
                beta,
                step: step + 1,
                turns: ask.turns,
                before: 0,
                may_pass: false,
            };
            let value = match made {
                Step::Over(winner) => self.won(winner, node.position.side, ask.turns),
                Step::SameTurn => self.quiet(&next, inner, further - 1),
                Step::NextTurn => {
                    let inner = Ask {
                        alpha: -beta,
                        beta: -alpha,
                        turns: ask.turns + 1,
                        ..inner
                    };
                    -self.quiet(&next, inner, further - 1)
                }
            };
            if self.stopped {
                self.lists[step] = list;
                return alpha;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_act = Some(act);
                    if value >= beta {
                        break;
                    }
                }
            }
        }
        self.lists[step] = list;
        let bound = match best {
            it if it >= beta => Bound::Lower,
            it if it > low => Bound::Exact,
            _ => Bound::Upper,
        };
        let known = Known {
            best: best_act.map_or(0, mark),
            value: to_table(best, ask.turns),
            still,
            depth: -1,
            bound,
        };
        self.table.put(node.key, known);
        best
    }
}
