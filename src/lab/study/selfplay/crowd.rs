//! Work done by many threads, told of by one.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::sync_channel;

/// Does each piece of work on some thread, and hands each answer to `done` on this one, in the order they come in.
/// Every thread has a worker of its own, made there. A break ends the work as soon as each has done its piece.
pub fn each<I: Copy + Sync, W, T: Send>(
    work: &[I],
    threads: usize,
    make: impl Fn() -> W + Sync,
    task: impl Fn(&mut W, I) -> T + Sync,
    mut done: impl FnMut(T) -> ControlFlow<()>,
) {
    let next = AtomicUsize::new(0);
    let stop = AtomicBool::new(false);
    let threads = threads.clamp(1, work.len().max(1));
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
                    if sender.send(task(&mut worker, *piece)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for answer in answers {
            if done(answer).is_break() {
                stop.store(true, Ordering::Relaxed);
                return;
            }
        }
    });
}
