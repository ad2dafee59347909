//! Extended hulls: one support mapping for everything a body touches in a frame.
