//! Bodies of several pieces: compounds, triangle meshes, height fields. INTERFRAME_LONG=1 for full counts.

#[path = "../common/mod.rs"]
mod common;

mod approaches;
mod at_rest;
mod bad_input;
mod bodies;
mod carried;
mod ceilings;
mod closed_meshes;
mod contacts;
mod corners_at_start;
mod curved_parts;
mod curved_slides;
mod curved_ways_out;
mod decided_alone;
mod edges_at_start;
mod floors;
mod flush_rims;
mod hostile;
mod huge;
mod in_worlds;
mod level_starts;
mod manifolds;
mod methods;
mod moving_solids;
mod near_at_start;
mod near_triangles;
mod nearly_flat;
mod on_their_way;
mod one_sided;
mod scaled;
mod shots;
mod solids;
mod start_contacts;
mod start_speeds;
mod swapped;
mod walls_on_floors;
mod ways_out;
