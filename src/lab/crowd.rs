//! Work shared out among threads.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::sync_channel;

/// How many threads this machine runs at once.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Does each piece of work on some thread, and hands each answer with the number of its piece to `done` on this one, in
/// the order they come in. Every thread has a worker of its own, made there. A break ends the work as soon as each has
/// done its piece.
pub fn each<I: Sync, W, T: Send>(
    work: &[I],
    threads: usize,
    make: impl Fn() -> W + Sync,
    task: impl Fn(&mut W, &I) -> T + Sync,
    mut done: impl FnMut(usize, T) -> ControlFlow<()>,
) {
    let threads = threads.clamp(1, work.len().max(1));
    if threads == 1 {
        let mut worker = make();
        let mut pieces = work.iter().enumerate();
        let _ = pieces.try_for_each(|(at, piece)| done(at, task(&mut worker, piece)));
        return;
    }
    let next = AtomicUsize::new(0);
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let (sender, answers) = sync_channel(threads * 4);
        for _ in 0..threads {
            let sender = sender.clone();
            let (next, stop, make, task) = (&next, &stop, &make, &task);
            scope.spawn(move || {
                let mut worker = make();
                while !stop.load(Ordering::Relaxed) {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(piece) = work.get(at) else {
                        return;
                    };
                    if sender.send((at, task(&mut worker, piece))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for (at, answer) in answers {
            if done(at, answer).is_break() {
                stop.store(true, Ordering::Relaxed);
                return;
            }
        }
    });
}

/// Does each piece of work on some thread; the answers are in the order of the pieces.
pub fn in_order<I: Sync, T: Send>(
    work: &[I],
    threads: usize,
    task: impl Fn(&I) -> T + Sync,
) -> Vec<T> {
    let mut found: Vec<Option<T>> = work.iter().map(|_| None).collect();
    let one = |_: &mut (), piece: &I| task(piece);
    each(
        work,
        threads,
        || (),
        one,
        |at, answer| {
            found[at] = Some(answer);
            ControlFlow::Continue(())
        },
    );
    found.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_in_order_whoever_is_first() {
        let work: Vec<u64> = (0..100).collect();
        let squares: Vec<u64> = work.iter().map(|it| it * it).collect();
        for threads in [0, 1, 3, 200] {
            assert_eq!(in_order(&work, threads, |it| it * it), squares);
        }
        assert!(in_order(&[], 4, |it: &u64| *it).is_empty());
    }

    #[test]
    fn a_break_ends_the_work() {
        for threads in [1, 4] {
            let mut heard = 0;
            each(
                &[(); 1000],
                threads,
                || (),
                |_, _| (),
                |_, _| {
                    heard += 1;
                    match heard {
                        3 => ControlFlow::Break(()),
                        _ => ControlFlow::Continue(()),
                    }
                },
            );
            assert_eq!(heard, 3);
        }
    }
}
