//! The calls in a worker of a browser. Text goes through memory: the page writes the name and the argument of a call into
//! [`room`], calls [`call`], and reads the answer at [`answer`].

// The names of the functions below are what a page knows them by; no memory is touched but by safe means.
#![allow(unsafe_code)]

use std::cell::RefCell;

use koma_calls::Desk;

#[derive(Default)]
struct Worker {
    desk: Desk,
    asked: Vec<u8>,
    answer: String,
}

thread_local! {
    static WORKER: RefCell<Worker> = RefCell::default();
}

/// What the page offers.
#[cfg(target_family = "wasm")]
#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Milliseconds since some moment.
    safe fn now() -> f64;
    /// Hears what a long call has found so far: a text in memory.
    safe fn told(at: *const u8, len: usize);
}

/// Room for the name and the argument of a call, so many bytes in all.
#[unsafe(no_mangle)]
pub extern "C" fn room(len: usize) -> *mut u8 {
    WORKER.with_borrow_mut(|it| {
        it.asked = vec![0; len];
        it.asked.as_mut_ptr()
    })
}

/// Answers the call whose name is the first bytes of the room; gives the length of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn call(name: usize) -> usize {
    WORKER.with_borrow_mut(|it| {
        let asked = String::from_utf8_lossy(&it.asked);
        let (name, ask) = asked.split_at_checked(name).unwrap_or_default();
        it.answer = koma_calls::answer(&mut it.desk, name, ask);
        it.answer.len()
    })
}

/// Where the answer is.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    WORKER.with_borrow(|it| it.answer.as_ptr())
}

/// Called once, before anything else.
#[unsafe(no_mangle)]
pub extern "C" fn begin() {
    #[cfg(target_family = "wasm")]
    WORKER.with_borrow_mut(|it| {
        it.desk.on_part(|part| told(part.as_ptr(), part.len()));
    });
}
