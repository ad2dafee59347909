//! The frame loop that is shown is run, and says what its twin in C says.

#[allow(dead_code, missing_docs)]
#[path = "../../examples/frame_loop.rs"]
mod frame_loop;

#[test]
fn the_frame_loop_says_what_is_written_beside_it() {
    let said = frame_loop::run().expect("nothing is wrong with it");
    assert_eq!(said, include_str!("../../examples/frame_loop.txt"));
}
