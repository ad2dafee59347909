//! Do the oriented boxes of two moving bodies meet between two frames?

use crate::interframe::ifr_interframe_result;
use crate::mirror::choice;
use crate::query::*;
use interframe::{ExtendedBoxesOptions, extended_boxes_meet};

/// Input of ifr_extended_boxes_meet.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ifr_extended_boxes_meet_input {
    /// The bodies and their motions.
    pub pair: ifr_moving_pair,
    /// An ifr_frame. 0 is the default.
    pub frame: i32,
}

impl ifr_extended_boxes_meet_input {
    fn options(&self) -> Result<ExtendedBoxesOptions> {
        let frame = choice(self.frame, "input.frame")?;
        Ok(ExtendedBoxesOptions { frame })
    }
}

ask! {
    /// Are the oriented boxes around two moving bodies, at both ends of the frame, apart along one of their face
    /// normals or the line of their centres? Separated, about the motion: the bodies are proved apart at every time of
    /// the frame, however they turn. Otherwise undecided (IFR_REASON_HULLS_MEET): nothing follows. Never a hit.
    ///
    /// The cost does not depend on the number of vertices, except for one support query, and for a body that turns, one
    /// test of each corner. ifr_interframe needs no such test before it. Does not allocate.
    ifr_extended_boxes_meet(ifr_extended_boxes_meet_input) -> ifr_interframe_result = extended_boxes_meet;
    capture ifr_extended_boxes_meet_to_json;
    /// Certifies an answer of ifr_extended_boxes_meet; see ifr_certificate_of_interframe.
    certify ifr_certificate_of_extended_boxes_meet;
}
