/* Every function of the header, called as a C program calls it. */
#include "check.h"

int main(void)
{
    test_texts();
    test_structs();
    test_bytes();
    test_memory();
    test_log();
    test_capture();
    test_responses();
    test_polytope();
    test_round_bodies();
    test_pieces();
    test_vectors();
    test_level();
    test_mesh_file();
    test_intersect();
    test_distance();
    test_within();
    test_penetration();
    test_manifold();
    test_mpr();
    test_contains();
    test_minkowski();
    test_interframe();
    test_interframe_vertices();
    test_point_sets();
    test_planar();
    test_cuboids();
    test_replay();
    test_certificate();
    test_closest_approach();
    test_contact_events();
    test_contact_intervals();
    test_time_of_exit();
    test_time_of_impact();
    test_threads();
    test_batch();
    test_world();
    puts("all C tests passed");
    return 0;
}
