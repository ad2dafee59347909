/*
 * interframe: exact collision detection of moving bodies, with proofs.
 *
 * In short
 *     ifr_body *bullet, *plate;                              when a level loads
 *     ifr_polytope_create(points, count, NULL, &bullet, NULL);
 *     ifr_pair_state state = {0};                            one for each pair, kept
 *
 *     ifr_interframe_input input = {0};                      each frame, each pair
 *     input.pair.a = bullet;
 *     input.pair.b = plate;
 *     ifr_motion_init_turn(&pose, end_p, turn, &input.pair.motion_a);
 *     ifr_motion_init_fixed(&plate_pose, &input.pair.motion_b);
 *     ifr_interframe_result result;
 *     ifr_interframe(&input, &state, &result, NULL);
 *     if (ifr_may_hit(result.verdict)) ...
 *
 *     ifr_body_destroy(bullet);
 *
 * Queries. They have one shape, except those that make a body or fill a list (Minkowski sums and differences, and
 * ifr_cuboid_separations):
 *     ifr_status ifr_<query>(const ifr_<query>_input *input, ifr_pair_state *state,
 *                            ifr_<query>_result *result, ifr_error *error);
 * input: the bodies and all options of the query. Its pair is an ifr_posed_pair (two
 * bodies at rest) or an ifr_moving_pair (two bodies over one frame) unless it says otherwise; its other
 * fields are options, for each of which 0 is the default. state: the pair's memory from frame to
 * frame, or NULL to start afresh; it makes a call faster, and never changes an exact verdict.
 * result: verdict and reason first, then which arithmetic decided and how many iterations it took, then
 * what proves or describes it. Every byte of it is written: equal answers are equal bytes, even if
 * the memory held something else before. error: NULL if you want no details.
 *
 *     at rest     ifr_intersect  ifr_distance  ifr_within  ifr_penetration  ifr_contact_manifold
 *                 ifr_contact_points  ifr_mpr  ifr_contains  ifr_minkowski_difference
 *                 ifr_minkowski_sum
 *     in motion   ifr_interframe  ifr_time_of_impact  ifr_contact_intervals  ifr_time_of_exit
 *                 ifr_closest_approach  ifr_extended_boxes_meet
 *     deforming   ifr_interframe_vertices
 *     point sets  ifr_intersect_sets  ifr_is_subset  ifr_contains_point (2 to 8 dimensions)
 *     polygons    ifr_distance_2d  ifr_minkowski_difference_2d  ifr_minkowski_sum_2d
 *     upright     ifr_cuboid_separation  ifr_cuboid_separations (vehicles, containers: ten numbers each)
 *     many pairs  ifr_intersect_batch and its like: one query about pairs of your own
 *
 * Worlds. An ifr_world keeps bodies; ifr_world_advance moves them through a frame and finds everything they meet, in the
 * order of time (ifr_world_events); ifr_world_snapshot and ifr_world_restore are for rollback; ifr_world_cast and its
 * like find bodies. examples/c/frame_loop.c is a whole loop.
 * Events. ifr_contact_events_select chooses the nearest pairs of a world, ifr_contact_events_evaluate gives their signed
 * distances: root functions for solvers that find roots, like CVODE and IDA (ifr_root_functions_evaluate).
 *
 * ifr_<query>_to_json writes a query as a line that "interframe query FILE" answers again, bit for bit:
 * attach it to a report. ifr_certificate_of_<query> makes a proof of the answer, which an independent
 * checker verifies.
 *
 * Verdicts. Separated is always proved, rounding included. Hit is always proved; touching is a hit.
 * Inside and not inside likewise. Undecided means that neither was proved and is never to be read as
 * free: ifr_may_hit and ifr_may_leave map it, and everything that goes wrong, to the safe side. An
 * iteration limit never makes a verdict.
 *
 * Units and frames. Lengths are in one unit of your choice, angles in radians, time t runs from 0
 * to 1 over the frame. Quaternions are x y z w. The world is right-handed or left-handed as you like;
 * nothing depends on it but the sense of a rotation, which is that of the cross product. Points and
 * normals are in world axes unless said otherwise. Normals are unit vectors from A to B; a
 * separation is positive apart, a depth positive inside.
 *
 * Errors. A function that can fail returns an ifr_status; ifr_error, where taken, receives the
 * details, in the names of this header. On failure every output is zeroed. NULL or misaligned pointers,
 * unknown integers, NaN and the like are statuses, never crashes. Integers that stand for an enum are
 * int32_t where you write them and are checked.
 *
 * Pointers. Each must be NULL (a status, or what the function says) or point to memory that is valid
 * for the call: inputs initialised and not changed meanwhile, outputs writable (they need not be
 * initialised) and not overlapping any other argument. Nothing is kept after a call returns, except
 * what ifr_polytope_create, ifr_compound_create and their like, ifr_polygon_create, ifr_certificate_of_... and a world
 * copied, and the function and pointer of ifr_world_set_pair_filter. Your functions must return; they may not call the
 * world that calls them.
 *
 * Ownership. A body is freed by ifr_body_destroy, a polygon by ifr_polygon_destroy, a certificate by
 * ifr_certificate_destroy, a world by ifr_world_destroy, a mesh file by ifr_mesh_file_destroy. Texts and bytes that a call
 * allocated are freed by ifr_memory_free, whichever call it was. Everything else is your own plain structs, and static text.
 *
 * Memory. When it runs out, what builds something or passes a frame returns IFR_STATUS_OUT_OF_MEMORY and changes nothing. Each
 * such call first allocates as much as it may need, and frees it again. The process is aborted only if another thread takes
 * that memory meanwhile, or if there is none for what says "Allocates" and builds nothing: JSON, certificates, nearest and
 * closest pairs, contact events, and some thousand bytes of a hard query. docs/guide/ENGINE.md says more.
 *
 * Threads. There is no global state but the allocator (ifr_set_allocator) and the log (ifr_set_log). A body is immutable and may be used by any number of threads at
 * once; destroy it when none uses it. A pair state belongs to one call at a time. The same inputs
 * and the same state give the same bits, on any thread.
 *
 * Zero. A zeroed struct is safe: an empty pair state, the default options, an undecided result; a
 * zeroed pose or motion is an error, never a silent identity. C writes "= {0}"; C++ writes "{}".
 * interframe.hpp is this interface in C++17: handles that free what they hold, your own vector types, lambdas.
 *
 * Cost. A call adds some nanoseconds to the library's own: it builds the two poses and copies the
 * answer. Queries allocate only where they say so, and for bodies of several pieces: these take the memory of a
 * triangle while the query runs, and do not use the state.
 *
 * This file is generated; do not edit it.
 */

#ifndef INTERFRAME_H
#define INTERFRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * IFR_API stands before every function. Define IFR_SHARED before you include this header if a Windows program links the
 * DLL; the CMake package does it. You can define IFR_API yourself.
 */
#ifndef IFR_API
#if defined(_WIN32) && defined(IFR_SHARED)
#define IFR_API __declspec(dllimport)
#elif defined(__GNUC__) && !defined(_WIN32)
#define IFR_API __attribute__((visibility("default")))
#else
#define IFR_API
#endif
#endif

/*
 * Capacity of an ifr_text or ifr_bytes whose memory the call allocates: ifr_memory_free frees it.
 */
#define IFR_ALLOCATE SIZE_MAX

/*
 * In C the enums are int32_t, in C++ enums over int32_t. Structs are plain; their layout is asserted
 * at the end of this file.
 */

/// Major version of the header.
#define IFR_VERSION_MAJOR 0

/// Minor version of the header.
#define IFR_VERSION_MINOR 1

/// Patch version of the header.
#define IFR_VERSION_PATCH 0

/// 10,000 major + 100 minor + patch of the header. Compare it with ifr_version_number().
#define IFR_VERSION_NUMBER 100

/// Number of bytes of ifr_error.message, the ending NUL included.
#define IFR_ERROR_MESSAGE_SIZE 252

/// Largest dimension of a point set.
#define IFR_MAX_DIMENSION 8

/// Outcome of a call. Anything but IFR_STATUS_OK means that the call answered nothing: its
/// outputs are zeroed (verdict undecided, pointers NULL) and the pair state is as it was.
enum ifr_status
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /// The call answered. "Undecided" is an answer too.
    IFR_STATUS_OK = 0,
    /// A pointer that must be set is NULL, or a pointer is not aligned for its type.
    IFR_STATUS_BAD_POINTER = 1,
    /// An integer is none of the values of its enum.
    IFR_STATUS_UNKNOWN_VALUE = 2,
    /// An index is not below its count.
    IFR_STATUS_OUT_OF_RANGE = 3,
    /// A number is NaN or infinite, or so large that a value computed from it is infinite.
    IFR_STATUS_NOT_FINITE = 4,
    /// More vertices than the library can number (2^29 - 1 for one body).
    IFR_STATUS_TOO_MANY_VERTICES = 5,
    /// The norm of a quaternion is farther than 1e-3 from 1. For example, a zeroed quaternion has norm 0.
    IFR_STATUS_QUATERNION_NORM = 6,
    /// Start and end orientation are exactly half a turn apart, so the axis is not unique. Give
    /// the motion by its rotation vector (IFR_MOTION_KIND_TURN).
    IFR_STATUS_HALF_TURN = 7,
    /// A setting is outside its range.
    IFR_STATUS_SETTING = 8,
    /// The library's own code failed and was stopped at this boundary. A defect: please report
    /// it. The process is sound and other calls may go on; the pair state may have changed, which
    /// does no harm. A world that was being changed is to be restored or destroyed.
    IFR_STATUS_PANIC = 9,
    /// A text or list does not fit into the memory that was given.
    IFR_STATUS_BUFFER_TOO_SMALL = 10,
    /// This query is not answered by this method, or not in this build of the library.
    IFR_STATUS_METHOD = 11,
    /// A certificate does not prove what it claims, or is not a certificate.
    IFR_STATUS_REJECTED = 12,
    /// This query does not take a body of this kind: docs/guide/ROUND.md and docs/guide/MESHES.md, section 1, say
    /// which query takes which.
    IFR_STATUS_BODY = 13,
    /// Corners deviate from those of a rectangle by more than 1e-9 of its diagonal; the message says by how much.
    IFR_STATUS_NOT_A_RECTANGLE = 14,
    /// A world has no body of this id, or has it no longer.
    IFR_STATUS_NO_SUCH_BODY = 15,
    /// A body of a world cannot have this motion: it is static, has one already, or is elsewhere.
    IFR_STATUS_BODY_MOTION = 16,
    /// More pairs of boxes meet than max_pairs allows.
    IFR_STATUS_TOO_MANY_PAIRS = 17,
    /// Bytes are no snapshot, a shape is missing, or you ask for a frame that is no longer the world's last one.
    IFR_STATUS_WORLD = 18,
    /// ifr_jobs.run came back without having run every chunk.
    IFR_STATUS_JOBS = 19,
    /// Two bodies meet, and their pair has no event function.
    IFR_STATUS_EVENT_SLOTS = 20,
    /// A matrix is no rotation with a position: it scales, shears or mirrors, or its last row is not 0 0 0 1. The message
    /// says which, and by how much.
    IFR_STATUS_MATRIX = 21,
    /// Bytes are no body, or damaged, or of another version.
    IFR_STATUS_BYTES = 22,
    /// A mesh file cannot be read. The message says what is wrong, with the line.
    IFR_STATUS_MESH_FILE = 23,
    /// Memory has run out. What was called changed nothing, and what it had allocated is free again.
    IFR_STATUS_OUT_OF_MEMORY = 24,
    /// The allocator is chosen already: set it before any other call.
    IFR_STATUS_TOO_LATE = 25,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ifr_status ifr_status;
#else
typedef int32_t ifr_status;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/// Dimension of a body, from its affine hull.
enum ifr_dimension
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /// No points: collides with nothing.
    IFR_DIMENSION_EMPTY = 0,
    /// One point.
    IFR_DIMENSION_POINT = 1,
    /// A line segment.
    IFR_DIMENSION_SEGMENT = 2,
    /// A flat convex polygon.
    IFR_DIMENSION_FLAT = 3,
    /// A solid.
    IFR_DIMENSION_SOLID = 4,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ifr_dimension ifr_dimension;
#else
typedef int32_t ifr_dimension;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/// The answer. Undecided is 0, so that forgotten memory never reads as free.
enum ifr_verdict
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /// Not proved either way. Treat it as a possible hit; ifr_may_hit does.
    IFR_VERDICT_UNDECIDED = 0,
    /// Proved apart, by a plane, rounding included.
    IFR_VERDICT_SEPARATED = 1,
    /// Proved to meet. Bodies are closed sets: touching is a hit.
    IFR_VERDICT_HIT = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ifr_verdict ifr_verdict;
#else
typedef int32_t ifr_verdict;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/// Why a verdict is undecided.
enum ifr_reason
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /// The verdict is not undecided, or the call failed.
    IFR_REASON_NONE = 0,
    /// The swept hulls meet, from which nothing follows about bodies that turn or, in the world
    /// frame, pass the same place at different times.
    IFR_REASON_HULLS_MEET = 1,
    /// The swept hulls come so close that the search for a plane was given up (sweep_rel_tol,
    /// max_pivots).
    IFR_REASON_NEAR_SLACK = 2,
    /// The budget ran out: of distance solves for a time of impact, of support queries for a time of exit, of pairs
    /// for a frame of a world (pair_budget).
    IFR_REASON_BUDGET = 3,
    /// The gap is lost in rounding, or steps in time are shorter than its last place.
    IFR_REASON_ROUNDING = 4,
    /// IFR_METHOD_GOOD_LP found nothing that could be proved: by its own optimum the sets are
    /// nearer to touching than its tolerance.
    IFR_REASON_SOLVER_TOLERANCE = 5,
    /// IFR_METHOD_GOOD_LP did not finish, or its answers contradict each other.
    IFR_REASON_SOLVER_FAILED = 6,
    /// The independent checker refused what was to prove the answer, which is withheld: a defect of
    /// the library. Only in builds with the feature self_check.
    IFR_REASON_UNPROVED = 7,
    /// Bodies with curved surfaces are too near to touching to decide: to at most 2^-47 of their sizes and distance.
    IFR_REASON_TOUCHING = 8,
    /// The rest is not computed for bodies of this kind: in a world, what comes after a contact at the start with a solid that is
    /// to be ignored.
    IFR_REASON_BODY_KIND = 9,
    /// Two pieces of the bodies met while others were still in the contact at t = 0 that was to be ignored.
    IFR_REASON_INITIAL_CONTACT = 10,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ifr_reason ifr_reason;
#else
typedef int32_t ifr_reason;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/// Which arithmetic decided. For statistics; the verdict is equally good.
enum ifr_decided_by
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /// There was nothing to decide (a body was empty), or the query is undecided.
    IFR_DECIDED_BY_NOTHING = 0,
    /// The plane or portal that the pair state kept from the last call.
    IFR_DECIDED_BY_STATE = 1,
    /// The solver, in double precision, beyond its rounding bound.
    IFR_DECIDED_BY_FLOAT = 2,
    /// Exact integers, because double precision left the answer open. Slower by far, and rare.
    IFR_DECIDED_BY_EXACT = 3,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ifr_decided_by ifr_decided_by;
#else
typedef int32_t ifr_decided_by;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/// Which solver answers. All give the same verdict; they differ in cost. A query takes the methods
/// that its input names (IFR_STATUS_METHOD for others).
enum ifr_method
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /// The library's choice.
    IFR_METHOD_DEFAULT = 0,
    /// Dantzig's simplex on the ray LP, priced by support queries.
    IFR_METHOD_RAY_SIMPLEX = 1,
    /// The interior point method of Akgunduz, Banerjee and Mehrotra (2005). Slower; for comparison.
    IFR_METHOD_INTERIOR_POINT = 2,
    /// Kreuzer's tableau simplex over all vertices. Allocates; for comparison.
    IFR_METHOD_TABLEAU = 3,
    /// Gilbert, Johnson and Keerthi's iteration towards the nearest points.
    IFR_METHOD_GJK = 4,
    /// Improved Minkowski Portal Refinement of Neumayr and Otter (2017); see ifr_mpr.
    IFR_METHOD_MPR = 5,
    /// The library good_lp, its answers proved; what its tolerance leaves open is undecided, with
    /// IFR_REASON_SOLVER_TOLERANCE, where other methods are exact. Only in libraries built with the
    /// feature good_lp.
    IFR_METHOD_GOOD_LP = 6,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ifr_method ifr_method;
#else
typedef int32_t ifr_method;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/// Kind of a feature.
enum ifr_feature_kind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /// Not known, or there is none.
    IFR_FEATURE_NONE = 0,
    /// A vertex.
    IFR_FEATURE_VERTEX = 1,
    /// The edge between two vertices.
    IFR_FEATURE_EDGE = 2,
    /// A face, named by two of its vertices that share no edge, or by three.
    IFR_FEATURE_FACE = 3,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ifr_feature_kind ifr_feature_kind;
#else
typedef int32_t ifr_feature_kind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/// Route by which an ifr_mpr_result was found.
enum ifr_mpr_route
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /// A body is empty, or the call failed.
    IFR_MPR_ROUTE_NOTHING = 0,
    /// The portal, as in the paper.
    IFR_MPR_ROUTE_PORTAL = 1,
    /// The ray from the centres meets the point farthest along it, as always for two spheres.
    IFR_MPR_ROUTE_AXIS = 2,
    /// Apart: the answer of ifr_distance.
    IFR_MPR_ROUTE_DISTANCE = 3,
    /// Overlapping: the answer of ifr_penetration.
    IFR_MPR_ROUTE_PENETRATION = 4,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ifr_mpr_route ifr_mpr_route;
#else
typedef int32_t ifr_mpr_route;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/// Why another route was taken than the paper's.
enum ifr_mpr_detour
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /// No other route was taken.
    IFR_MPR_DETOUR_NONE = 0,
    /// The bodies' centres coincide to rounding.
    IFR_MPR_DETOUR_COINCIDENT_CENTERS = 1,
    /// Both bodies lie in parallel planes, or are segments or points.
    IFR_MPR_DETOUR_FLAT = 2,
    /// The portal lost its area, or a step did not come nearer.
    IFR_MPR_DETOUR_DEGENERATE_PORTAL = 3,
    /// The iteration limit was reached.
    IFR_MPR_DETOUR_LIMIT = 4,
    /// Doubles cannot prove on which side of the portal the origin lies.
    IFR_MPR_DETOUR_SIGN_UNCLEAR = 5,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ifr_mpr_detour ifr_mpr_detour;
#else
typedef int32_t ifr_mpr_detour;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/// Whether one body is inside another. Undecided is 0, so that forgotten memory never reads as inside.
enum ifr_containment_verdict
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /// Not proved either way. Treat it as outside; ifr_may_leave does.
    IFR_CONTAINMENT_VERDICT_UNDECIDED = 0,
    /// Proved inside: as closed sets, touching from within included.
    IFR_CONTAINMENT_VERDICT_INSIDE = 1,
    /// A point of B is proved outside A.
    IFR_CONTAINMENT_VERDICT_NOT_INSIDE = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ifr_containment_verdict ifr_containment_verdict;
#else
typedef int32_t ifr_containment_verdict;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/// Subject of the verdict of a two-frame query.
enum ifr_about
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /// Two convex hulls and nothing more. Of bodies that turn, nothing follows.
    IFR_ABOUT_HULL = 0,
    /// The bodies themselves, at all times of the frame.
    IFR_ABOUT_MOTION = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ifr_about ifr_about;
#else
typedef int32_t ifr_about;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/// Kind of contact in which a hit of ifr_time_of_impact ends.
enum ifr_contact
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /// The verdict is not a hit.
    IFR_CONTACT_NONE = 0,
    /// A shared point at some time from t_lo to t_hi is proved.
    IFR_CONTACT_OVERLAP = 1,
    /// The gap at t_hi is at most the tolerance.
    IFR_CONTACT_NEAR = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ifr_contact ifr_contact;
#else
typedef int32_t ifr_contact;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/// Kind of a column of the set program, dimension + 2 numbers.
enum ifr_span_kind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /// Point index of A: (a; 1; 0).
    IFR_SPAN_KIND_A = 0,
    /// Point index of B: (-b; 0; 1).
    IFR_SPAN_KIND_B = 1,
    /// The unit vector of coordinate index.
    IFR_SPAN_KIND_PLUS = 2,
    /// Minus the unit vector of coordinate index.
    IFR_SPAN_KIND_MINUS = 3,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ifr_span_kind ifr_span_kind;
#else
typedef int32_t ifr_span_kind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/// Role of a body in a world.
enum ifr_role
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /// A body of the simulation.
    IFR_ROLE_SOLID = 0,
    /// A trigger region: it is swept like any body, and its events have the flag sensor.
    IFR_ROLE_SENSOR = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ifr_role ifr_role;
#else
typedef int32_t ifr_role;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/// Whether a body moves.
enum ifr_mobility
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /// It may have a motion in any frame.
    IFR_MOBILITY_MOVING = 0,
    /// It stays where it is unless it is teleported. Two such bodies are never a pair.
    IFR_MOBILITY_STATIC = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ifr_mobility ifr_mobility;
#else
typedef int32_t ifr_mobility;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/// Phase of a contact in a frame. Pairs that are undecided count as in contact.
enum ifr_phase
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /// It begins.
    IFR_PHASE_BEGIN = 0,
    /// It was there before and lasts.
    IFR_PHASE_STAY = 1,
    /// It was there before and ends.
    IFR_PHASE_END = 2,
    /// It begins and ends within the frame.
    IFR_PHASE_PASS = 3,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ifr_phase ifr_phase;
#else
typedef int32_t ifr_phase;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/// Why a body changed its motion within a frame.
enum ifr_change_cause
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /// The program stopped it.
    IFR_CHANGE_CAUSE_STOP = 0,
    /// The program redirected it.
    IFR_CHANGE_CAUSE_REDIRECT = 1,
    /// It had changed so often that it was stopped (max_changes).
    IFR_CHANGE_CAUSE_BUDGET = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ifr_change_cause ifr_change_cause;
#else
typedef int32_t ifr_change_cause;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/// How an ifr_motion gives the orientation at the end of the frame.
enum ifr_motion_kind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /// By the end pose: the body turns from start.q to end.q by the shortest arc, at most half a
    /// turn. turn is not read.
    IFR_MOTION_KIND_BETWEEN = 0,
    /// By the rotation vector turn: any number of whole turns. end.q is not read.
    IFR_MOTION_KIND_TURN = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ifr_motion_kind ifr_motion_kind;
#else
typedef int32_t ifr_motion_kind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/// What a body does after a contact, for the rest of the frame.
enum ifr_response_kind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /// It keeps its motion. The bodies may overlap from then on.
    IFR_RESPONSE_KIND_CONTINUE = 0,
    /// It stands where it is at t_lo of the event, where the two are still apart, or touch if the contact began with the motion.
    IFR_RESPONSE_KIND_STOP = 1,
    /// It moves on from there by travel and turn.
    IFR_RESPONSE_KIND_REDIRECT = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ifr_response_kind ifr_response_kind;
#else
typedef int32_t ifr_response_kind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/// Which extended hull stands for a moving body.
enum ifr_sweep
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /// The hull of the start and the end pose, dilated until it holds every pose in between.
    /// Never misses.
    IFR_SWEEP_CERTIFIED = 0,
    /// The hull of the start and the end pose, nothing else. Misses what a turning body touches
    /// in between.
    IFR_SWEEP_FULL = 1,
    /// The 2005 paper's partial extension: one of six groups of each body's corners, the one that faces along its
    /// motion, is taken at the end, all others at the start. Misses contacts of any motion; for comparison.
    IFR_SWEEP_FACE_GROUPED = 2,
    /// Leading corners at the end, trailing ones at the start, those of the silhouette at both. The
    /// same as IFR_SWEEP_FULL for a body that does not turn, a part of it for one that turns.
    IFR_SWEEP_SILHOUETTE = 3,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ifr_sweep ifr_sweep;
#else
typedef int32_t ifr_sweep;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/// In which frame the bodies are swept.
enum ifr_frame
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /// Moving with A's pivot, world axes. Exact when neither body turns.
    IFR_FRAME_RELATIVE = 0,
    /// Fixed in the world. Each body is swept by its own motion, so bodies that pass the same
    /// place at different times look like bodies that meet.
    IFR_FRAME_WORLD = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ifr_frame ifr_frame;
#else
typedef int32_t ifr_frame;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/// Treatment of a contact at the start of the frame. Bodies that rest on each other begin every frame in contact.
enum ifr_initial_contact
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /// A hit at t = 0.
    IFR_INITIAL_CONTACT_REPORT = 0,
    /// All contacts are ignored until the bodies have come apart; then the next contact is a hit. For bodies of several
    /// pieces the answer is undecided if two other pieces meet before that (IFR_REASON_INITIAL_CONTACT).
    IFR_INITIAL_CONTACT_IGNORE_UNTIL_SEPARATED = 1,
    /// A hit at t = 0 if the bodies approach each other at the contact (separation_velocity is negative, or no normal is
    /// known); otherwise as IFR_INITIAL_CONTACT_IGNORE_PAIRS. For bodies of several pieces, every two pieces that touch
    /// are tested. A body that turns or is curved, and comes deeper by more than the tolerance in an ignored contact, is a hit at
    /// that time.
    IFR_INITIAL_CONTACT_ONLY_IF_APPROACHING = 2,
    /// The contacts of two pieces in contact at t = 0 are ignored until these two have come apart. Two other pieces
    /// that meet later are a hit, although the first are still in contact; except where they continue an ignored
    /// contact along a surface (docs/guide/MESHES.md, section 3). For convex bodies as
    /// IFR_INITIAL_CONTACT_IGNORE_UNTIL_SEPARATED.
    IFR_INITIAL_CONTACT_IGNORE_PAIRS = 3,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ifr_initial_contact ifr_initial_contact;
#else
typedef int32_t ifr_initial_contact;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/// The query for each pair whose boxes overlap on their way.
enum ifr_mode
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /// ifr_time_of_impact, the first contact: contacts begin and stay.
    IFR_MODE_FIRST = 0,
    /// ifr_contact_intervals, all contacts: contacts begin, stay, end, or pass within the frame.
    IFR_MODE_ALL = 1,
    /// ifr_intersect at the end poses, and nothing about the time before: for comparison, and for
    /// slow worlds.
    IFR_MODE_POSES = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ifr_mode ifr_mode;
#else
typedef int32_t ifr_mode;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/// Type of the numbers of an array. No type has the number 0, so that a zeroed struct is refused.
enum ifr_scalar
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /// float.
    IFR_SCALAR_FLOAT = 1,
    /// double.
    IFR_SCALAR_DOUBLE = 2,
    /// uint16_t.
    IFR_SCALAR_UINT16 = 3,
    /// uint32_t.
    IFR_SCALAR_UINT32 = 4,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ifr_scalar ifr_scalar;
#else
typedef int32_t ifr_scalar;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/// Importance of a log line.
enum ifr_log_level
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /// Input that is legal but probably not meant, and budgets that were spent.
    IFR_LOG_LEVEL_WARNING = 0,
    /// What happened, for somebody who looks for a cause.
    IFR_LOG_LEVEL_INFO = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ifr_log_level ifr_log_level;
#else
typedef int32_t ifr_log_level;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/// Rows and columns of a matrix that stands for a pose.
enum ifr_matrix_shape
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /// A rotation, 9 numbers. The pose's position is 0: write p afterwards.
    IFR_MATRIX_SHAPE_3X3 = 1,
    /// A rotation, and the position as a fourth column, 12 numbers.
    IFR_MATRIX_SHAPE_3X4 = 2,
    /// These, and a last row 0 0 0 1, 16 numbers.
    IFR_MATRIX_SHAPE_4X4 = 3,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ifr_matrix_shape ifr_matrix_shape;
#else
typedef int32_t ifr_matrix_shape;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/// Order of a matrix's numbers in memory.
enum ifr_matrix_order
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /// Rows one after another.
    IFR_MATRIX_ORDER_ROWS = 1,
    /// Columns one after another, as in OpenGL.
    IFR_MATRIX_ORDER_COLUMNS = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ifr_matrix_order ifr_matrix_order;
#else
typedef int32_t ifr_matrix_order;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/// Format of a mesh file.
enum ifr_mesh_format
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /// Wavefront OBJ: vertices, faces, and the names of objects and groups.
    IFR_MESH_FORMAT_OBJ = 1,
    /// STL, binary or text: which, the bytes say.
    IFR_MESH_FORMAT_STL = 2,
    /// Object File Format.
    IFR_MESH_FORMAT_OFF = 3,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ifr_mesh_format ifr_mesh_format;
#else
typedef int32_t ifr_mesh_format;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/// A body: a convex polytope, a cylinder, cone or ellipsoid, or all points within a radius of one (a sphere, a capsule,
/// a rounded body); or several pieces, a compound, a triangle mesh or a height field. Immutable: any number of threads
/// may use one at the same time. Made by ifr_polytope_create, ifr_sphere_create and its like, ifr_rounded_create,
/// ifr_compound_create and its like, ifr_yaw_cuboid_create, ifr_minkowski_difference or ifr_minkowski_sum, freed by
/// ifr_body_destroy.
typedef struct ifr_body ifr_body;

/// The proof of an answer: the bodies' vertices, where they are, and planes, columns or a chain of links in time.
/// Immutable: any number of threads may use one at the same time. Made by ifr_certificate_of_..., freed by
/// ifr_certificate_destroy.
typedef struct ifr_certificate ifr_certificate;

/// The event functions of a world: made by ifr_contact_events_create, freed by ifr_contact_events_destroy. One call at a
/// time may change them (ifr_contact_events_select, ifr_contact_events_set_slots).
typedef struct ifr_contact_events ifr_contact_events;

/// A mesh file that was read: made by ifr_mesh_file_open or ifr_mesh_file_read, freed by ifr_mesh_file_destroy. Immutable:
/// any number of threads may use it.
typedef struct ifr_mesh_file ifr_mesh_file;

/// A convex polygon in the plane, or all points within a radius of one. Immutable: any number of threads may use one
/// at the same time. Made by ifr_polygon_create or ifr_polygon_rounded_create, freed by ifr_polygon_destroy.
typedef struct ifr_polygon ifr_polygon;

/// Bodies that move, frame by frame: made by ifr_world_create, freed by ifr_world_destroy. One call at a time may
/// change it (those that take it without const); any number of threads may call ifr_world_cast and the other queries
/// while no call changes it. After IFR_STATUS_PANIC of ifr_world_advance it is as it was before the call.
typedef struct ifr_world ifr_world;

/// Warm-start memory of one pair. Keep one for each pair of bodies that you query frame after
/// frame; a query reads and updates it, and a coherent frame then costs about one support query.
///
/// A hint only: a stale or foreign state, or one from before a body was replaced, costs time and never changes an
/// exact verdict. One case differs: ifr_interframe with a certified sweep of bodies that turn, whose hulls nearly
/// touch. It may be separated with one state and undecided with another. All zero is empty. Plain data without
/// padding: assign it to take a snapshot, compare it with memcmp, write it to disk for the same version and
/// machine. The words are the library's own; reading or setting them is not supported.
typedef struct ifr_pair_state {
    /// Private.
    uint64_t words[7];
} ifr_pair_state;

/// Returns size bytes, aligned to alignment (a power of two), or NULL if there are none. It may be called on any thread, and
/// by several at once. It may not call the library.
typedef void *(*ifr_allocate_callback)(void *user, size_t size, size_t alignment);

/// Frees memory that allocate returned for these two numbers. See ifr_allocate_callback.
typedef void (*ifr_free_callback)(void *user, void *memory, size_t size, size_t alignment);

/// Where the library's memory comes from. Input of ifr_set_allocator.
typedef struct ifr_allocator {
    /// Allocates; not NULL.
    ifr_allocate_callback allocate;
    /// Frees; not NULL.
    ifr_free_callback free;
    /// Handed to both.
    void *user;
} ifr_allocator;

/// Takes a log line: an ifr_log_level, and a text that is valid during the call. Any thread that works for the library may
/// call it, several at once. It may not end by an exception or longjmp.
typedef void (*ifr_log_callback)(void *user, int32_t level, const char *text);

/// Options for building a polytope. In each field 0 means the default, so a zeroed struct is the defaults.
typedef struct ifr_polytope_options {
    /// 1: keep, for each of many cells of directions, the few corners that can be farthest there,
    /// for bodies of 100 corners or more that often meet partners they did not meet in the last
    /// frame. About doubles the body's memory; building takes up to twice as long. 0: do not.
    int32_t support_cells;
} ifr_polytope_options;

/// Details of a failed call, for people. Pass a pointer to one, or NULL if you do not want it: then
/// nothing is written and a failed call is a little cheaper.
/// Every call that takes one sets it, on success to IFR_STATUS_OK and an empty message.
typedef struct ifr_error {
    /// The status that the call returned.
    ifr_status status;
    /// The fault and its place, for example "input.pair.motion_a.turn[0] is NaN; it must be finite". UTF-8, ends with
    /// NUL, cut short if need be. Wording may change with any version.
    char message[IFR_ERROR_MESSAGE_SIZE];
} ifr_error;

/// An array of vectors in your memory, for example the positions in an array of vertices. Points and triangles have three
/// numbers each, heights one. The memory is read during the call only, with any alignment.
///
///     struct vertex { float position[3]; float normal[3]; } *vertices;
///     ifr_vectors points = {vertices->position, vertex_count, sizeof *vertices, IFR_SCALAR_FLOAT};
typedef struct ifr_vectors {
    /// The first vector. May be NULL when count is 0.
    const void *data;
    /// Number of vectors.
    size_t count;
    /// Bytes from one vector to the next, at least the size of one; 0 if they lie one after another.
    uint32_t stride;
    /// An ifr_scalar: IFR_SCALAR_FLOAT or IFR_SCALAR_DOUBLE for points and heights, IFR_SCALAR_UINT16 or
    /// IFR_SCALAR_UINT32 for triangles.
    int32_t scalar;
} ifr_vectors;

/// Where bytes go. With capacity 0 a call says how much memory they take, and with IFR_ALLOCATE it allocates as much: see
/// ifr_text.
typedef struct ifr_bytes {
    /// Yours: room for capacity bytes; may be NULL when that is 0. Receives the bytes if they fit.
    uint8_t *data;
    /// Bytes in data.
    size_t capacity;
    /// Written by the call: how many bytes there are, fitting or not; 0 on another failure.
    size_t needed;
} ifr_bytes;

/// Measures of a polytope. Lengths in your unit, positions in the body's frame.
typedef struct ifr_polytope_info {
    /// Corners of the hull; at most as many as points were given.
    size_t vertex_count;
    /// A point of the body; of a solid, an interior one. Zero for the empty body.
    double center[3];
    /// How far a true point of the body may lie from center: 0 if center is proved inside, rounding otherwise.
    double center_error;
    /// A ball of this radius about center lies in the body. Rounded down; 0 without an interior.
    double inscribed_radius;
    /// Largest distance of a corner from the body's origin, rounded up.
    double reach;
    /// Centre of the bounding sphere.
    double bounding_center[3];
    /// Radius of the bounding sphere, rounded up: every corner is within.
    double bounding_radius;
    /// Faces: of a solid its true ones (coplanar triangles are one), of a flat body 2, its polygon
    /// seen from each side; otherwise 0.
    size_t face_count;
    /// Edges. A flat body has those of its polygon, a segment one.
    size_t edge_count;
    /// Memory the body takes, in bytes.
    size_t memory_bytes;
    /// A tight box around the body: its centre,
    double box_center[3];
    /// its unit axes x, y, z, one after the other,
    double box_axes[3][3];
    /// and half its size along each. All zero for the empty body.
    double box_half_extents[3];
    /// Dimension of the points' affine hull.
    ifr_dimension dimension;
    /// Coordinates of corners that are not 0 but below 1e-300, where others are above 1e-150. Real bodies have none.
    /// You get such numbers if you cast an array of floats to const double *, which nothing else can detect.
    uint32_t suspect_numbers;
} ifr_polytope_info;

/// A face of a polytope. The memory is the body's: do not write to it, and do not read it after the body is
/// destroyed.
typedef struct ifr_face {
    /// Indices of the corners around the face, counter-clockwise from outside, the lowest first.
    const uint32_t *vertices;
    /// Number of corners; 0 (and vertices NULL) after a failed call.
    size_t vertex_count;
    /// Unit outward normal, body frame, within 1e-12 of the exact one.
    double normal[3];
} ifr_face;

/// Position and orientation of a body's frame in the world: x_world = R(q) x_body / |q|^2 + p.
///
/// A zeroed pose is not the identity but an error (IFR_STATUS_QUATERNION_NORM), so that a
/// forgotten one is noticed.
typedef struct ifr_pose {
    /// World position of the body's origin, x y z.
    double p[3];
    /// Orientation, x y z w (w is the scalar part, last). Its norm must be within 1e-3 of 1; the
    /// rest is divided out exactly, so there is no need to normalise.
    double q[4];
} ifr_pose;

/// A convex part and where it is in the frame of the whole.
typedef struct ifr_part {
    /// The part. It is copied, or shared where the pose is the identity, and may be destroyed afterwards.
    const struct ifr_body *body;
    /// Its pose in the frame of the whole. Fill it by ifr_pose_init for the identity.
    struct ifr_pose pose;
} ifr_part;

/// Options for building a triangle mesh. In each field 0 means the default.
typedef struct ifr_trimesh_options {
    /// 1: a triangle is met from its front only, which is the side from where its corners go round counter-clockwise. A
    /// convex body meets it only if its centre is in front of the triangle's plane, for motions at t = 0. The side is
    /// that of real arithmetic; the centre is that of ifr_polytope_get_info, a point in double. 0: from both sides.
    int32_t one_sided;
    /// 1: the body is the volume that the surface bounds, so a body wholly inside is in contact with it. The surface must be
    /// closed and must not cross itself (otherwise IFR_STATUS_SETTING, and the text names the edge or the two triangles). A
    /// surface inside another bounds a cavity. Not together with one_sided. 0: the surface only.
    int32_t solid;
} ifr_trimesh_options;

/// Counts of what is unusual in a triangle mesh. Vertices at one place are one here.
typedef struct ifr_trimesh_report {
    /// Triangles of the list.
    uint32_t triangles;
    /// Vertices of the list.
    uint32_t vertices;
    /// Triangles whose corners are on a line; they count as the segments or points that they are.
    uint32_t degenerate;
    /// Triangles with the three corners of an earlier one.
    uint32_t duplicate;
    /// Vertices that no triangle has.
    uint32_t unused_vertices;
    /// Edges of one triangle only: the rims of holes.
    uint32_t open_edges;
    /// The first edge with an odd number of triangles, by the numbers of its ends. Both 0: there is none, so the surface may
    /// bound a solid.
    uint32_t rim[2];
    /// Edges of three triangles or more.
    uint32_t non_manifold_edges;
    /// Edges along which two triangles go the same way round.
    uint32_t turned_edges;
    /// Coordinates that are not 0 but below 1e-300, where others are above 1e-150. You get such numbers if you read
    /// floats as doubles.
    uint32_t suspect_numbers;
} ifr_trimesh_report;

/// The grid of a height field.
typedef struct ifr_grid {
    /// Vertices of a row.
    size_t columns;
    /// Rows of vertices.
    size_t rows;
    /// Between columns (along x) and between rows (along y); positive.
    double spacing[2];
    /// x and y of row 0, column 0.
    double origin[2];
} ifr_grid;

/// Where a text goes. With capacity 0 a call says how much memory it takes: its status is then
/// IFR_STATUS_BUFFER_TOO_SMALL. With capacity IFR_ALLOCATE and buffer NULL it allocates as much: buffer is then yours, to be freed by
/// ifr_memory_free, and capacity is its size. If such a call fails, buffer stays NULL.
typedef struct ifr_text {
    /// Yours: room for capacity bytes; may be NULL when that is 0. Receives the text and NUL, or the
    /// empty string when the text does not fit or the call fails. Never a byte beyond capacity.
    char *buffer;
    /// Bytes in buffer.
    size_t capacity;
    /// Written by the call: the bytes that the text and NUL take, fitting or not; 0 on another failure.
    size_t needed;
} ifr_text;

/// One frame of rigid motion, time t from 0 to 1. The body point pivot moves on a straight line at
/// constant speed while the body turns about one fixed world axis at a constant rate.
///
/// Fill it by one of the ifr_motion_init functions or by hand. A zeroed motion is an error, as a
/// zeroed pose is.
typedef struct ifr_motion {
    /// Pose at t = 0.
    struct ifr_pose start;
    /// IFR_MOTION_KIND_BETWEEN: pose at t = 1.
    /// IFR_MOTION_KIND_TURN: the pivot moves by end.p - start.p; end.q is not read. So the body's origin ends at
    /// end.p + R0 pivot - R1 pivot, where R0 and R1 are the body's rotations at t = 0 and t = 1: at end.p if the
    /// pivot is 0.
    struct ifr_pose end;
    /// The body point that moves on a straight line, body frame. Usually the centre of mass, or
    /// a point on the hinge. Zero is the body's origin.
    double pivot[3];
    /// IFR_MOTION_KIND_TURN only: rotation vector over the frame, world axes, radians (angular
    /// velocity times the length of the frame). Its length may exceed 2 pi.
    double turn[3];
    /// An ifr_motion_kind.
    int32_t kind;
    /// Not read. The init functions write 0.
    uint8_t reserved[4];
} ifr_motion;

/// A motion in two parts, each a motion of its own, t from 0 to 1.
typedef struct ifr_motion_parts {
    /// Up to the time.
    struct ifr_motion before;
    /// From the time on: starts where before ends, to the bit.
    struct ifr_motion after;
} ifr_motion_parts;

/// The claims that a certificate proves. All zero, undecided, when it is rejected.
typedef struct ifr_proved {
    /// Separated or hit; undecided when only a part of the frame was proved free. With containment: hit
    /// when B is inside A, separated when it is not.
    ifr_verdict verdict;
    /// Whether contact_from and contact_to are set: with a hit about a motion.
    bool has_contact;
    /// Whether gap is set: with a contact by closest points.
    bool has_gap;
    /// Whether it is about B inside A.
    bool containment;
    /// Always 0, so that equal answers are equal bytes.
    uint8_t reserved;
    /// Start of the time in which the bodies are proved apart by more than separation; 0 if the answer is not about a
    /// motion.
    double free_from;
    /// End of that time, which itself may be the contact; 1 if the answer is not about a motion. With all contacts of a
    /// frame, the time before the first one. With containment, B is inside in this time.
    double free_to;
    /// There is a contact at some time from this one on; with containment, B is outside at this time.
    double contact_from;
    /// End of the time in which there is a contact.
    double contact_to;
    /// The distance that free and contact speak of: 0, or the target separation, or the target margin.
    double separation;
    /// At contact_to the distance is at most this.
    double gap;
    /// Contacts of the frame, certified or not: with the certificate of all contacts.
    uint64_t contacts;
} ifr_proved;

/// Two bodies and where they are. Normals of answers point from A to B.
typedef struct ifr_posed_pair {
    /// Body A; not NULL.
    const struct ifr_body *a;
    /// Body B; not NULL, may be the same as A.
    const struct ifr_body *b;
    /// Where A is.
    struct ifr_pose pose_a;
    /// Where B is.
    struct ifr_pose pose_b;
} ifr_posed_pair;

/// Input of ifr_intersect.
typedef struct ifr_intersect_input {
    /// The bodies and their poses.
    struct ifr_posed_pair pair;
    /// An ifr_method, any of them; for bodies with radii and curved ones IFR_METHOD_DEFAULT or IFR_METHOD_GJK.
    int32_t method;
    /// Pivots in double precision before exact arithmetic takes over. For the tableau the number is multiplied by its
    /// rows, and with more than 64 vertices by a 64th of their number. Never decides a verdict. 0: 64; fewer send easy
    /// pairs to the slow exact path.
    uint32_t max_pivots;
} ifr_intersect_input;

/// A plane between two bodies: the proof that they are apart.
///
/// The proof is the normal alone: on the input's numbers, in real arithmetic, max normal.a over
/// body A < min normal.b over body B. Between bodies a last place apart no normal of doubles may
/// do that; then span_count is not 0 and the span names the vertices that define one exactly.
typedef struct ifr_plane {
    /// Points from A to B; world axes; unit length to rounding. With span_count > 0 it is the
    /// exact normal rounded, which need not separate.
    double normal[3];
    /// normal.x of a point about half-way between the bodies, world frame. Information only: far
    /// from the origin its rounding can exceed the gap.
    double offset;
    /// 0: the normal is the proof. 1 to 3: the exact normal is the negative of the point nearest
    /// to the origin in the hull of the differences a - b of this many vertex pairs.
    uint32_t span_count;
    /// Vertices of A in the pairs, as numbered by ifr_polytope_get_vertex; in a two-frame query
    /// a vertex at t = 1 has the vertex count added. Only the first span_count are meant.
    uint32_t span_a[3];
    /// Vertices of B in the pairs.
    uint32_t span_b[3];
    /// Always 0, so that equal answers are equal bytes.
    uint8_t reserved[4];
} ifr_plane;

/// Which pieces of A and B an answer is about: a part of a compound, by its place in the list it was made
/// of; a triangle of a mesh or a height field. 0 of a convex body.
typedef struct ifr_pieces {
    /// 1 if the rest is set.
    uint32_t known;
    /// Part of A; 0 for a triangle.
    uint32_t part_a;
    /// Triangle of A; 0 for a part.
    uint32_t triangle_a;
    /// Part of B; 0 for a triangle.
    uint32_t part_b;
    /// Triangle of B; 0 for a part.
    uint32_t triangle_b;
    /// Always 0.
    uint32_t reserved;
} ifr_pieces;

/// Answer of ifr_intersect. All zero, undecided, after a failed call.
typedef struct ifr_intersect_result {
    /// Separated or hit. Undecided only by IFR_METHOD_GOOD_LP, and for cylinders, cones and ellipsoids that touch
    /// (IFR_REASON_TOUCHING).
    ifr_verdict verdict;
    /// Why the verdict is undecided.
    ifr_reason reason;
    /// Which arithmetic decided.
    ifr_decided_by decided_by;
    /// Support queries on each body, or steps of the interior point; 0 when a body is empty or the centres decide.
    uint32_t iterations;
    /// Solver that decided, never IFR_METHOD_DEFAULT: another than the input's if that one left the
    /// answer to the ray simplex.
    ifr_method solver;
    /// Whether plane is set: when separated, unless a body is empty or of several pieces.
    bool has_plane;
    /// Whether point is set: when hit.
    bool has_point;
    /// Whether lower_bound and upper_bound are set: by IFR_METHOD_INTERIOR_POINT.
    bool has_bounds;
    /// Always 0, so that equal answers are equal bytes.
    uint8_t reserved[1];
    /// The plane that proves separation, normal from A to B. All zero without has_plane.
    struct ifr_plane plane;
    /// A point common to both bodies, to rounding, world frame. All zero without has_point. It is
    /// some point of the overlap, not a contact point.
    double point[3];
    /// Proved lower bound of the distance: 0 when they meet, and without has_bounds.
    double lower_bound;
    /// Proved upper bound of the distance: 0 when they meet, and without has_bounds.
    double upper_bound;
    /// Which pieces of the two bodies meet, or are undecided. All zero where both are convex, and where all pieces are apart.
    struct ifr_pieces pieces;
} ifr_intersect_result;

/// Input of ifr_distance.
typedef struct ifr_distance_input {
    /// The bodies and their poses.
    struct ifr_posed_pair pair;
    /// IFR_METHOD_DEFAULT or IFR_METHOD_GJK, which are the same.
    int32_t method;
    /// Largest number of pivots in double precision; see ifr_intersect_input. 0: 64.
    uint32_t max_pivots;
} ifr_distance_input;

/// A vertex, edge or face of a body.
typedef struct ifr_feature {
    /// Its kind.
    ifr_feature_kind kind;
    /// Number of vertices that are set.
    uint32_t count;
    /// Numbers of the vertices, those of ifr_polytope_get_vertex (of polygons ifr_polygon_get_vertex; of meshes by
    /// the list they were made of, of height fields row by row), ascending; 0 beyond count.
    uint32_t vertices[3];
} ifr_feature;

/// Answer of ifr_distance. All zero, undecided, after a failed call.
typedef struct ifr_distance_result {
    /// Separated or hit, exact as in ifr_intersect: undecided only for cylinders, cones and ellipsoids that
    /// touch.
    ifr_verdict verdict;
    /// IFR_REASON_NONE; of curved bodies perhaps IFR_REASON_TOUCHING.
    ifr_reason reason;
    /// Which arithmetic decided.
    ifr_decided_by decided_by;
    /// Support queries on each body; 0 when a body is empty.
    uint32_t iterations;
    /// Whether point_a and point_b are set: unless a body is empty.
    bool has_points;
    /// Whether normal, feature_a and feature_b are set: when separated, unless a body is empty.
    bool has_normal;
    /// Always 0, so that equal answers are equal bytes.
    uint8_t reserved[6];
    /// The distance: positive when separated, infinite when a body is empty, 0 when hit
    /// (ifr_penetration says how deep).
    double separation;
    /// The true distance is within this of separation.
    double error;
    /// The true distance is at least this: the gap between two planes of this normal that hold the
    /// bodies apart, less rounding.
    double lower_bound;
    /// Point of A nearest to B, world frame. A common point when hit. All zero without has_points.
    double point_a[3];
    /// Point of B nearest to A, likewise.
    double point_b[3];
    /// Unit normal from A to B, world axes; accurate even where the two points differ by rounding
    /// alone. All zero without has_normal.
    double normal[3];
    /// The smallest feature found that holds point_a. Of kind none without has_normal.
    struct ifr_feature feature_a;
    /// Feature of B that holds point_b.
    struct ifr_feature feature_b;
    /// Which pieces of the two bodies are nearest to each other, or meet. All zero where both are convex.
    struct ifr_pieces pieces;
} ifr_distance_result;

/// Input of ifr_within.
typedef struct ifr_within_input {
    /// The bodies and their poses.
    struct ifr_posed_pair pair;
    /// Largest distance that is a hit: finite, not negative. 0: as ifr_intersect.
    double distance;
    /// Largest number of pivots in double precision; see ifr_intersect_input. 0: 64.
    uint32_t max_pivots;
} ifr_within_input;

/// Answer of ifr_within. All zero, undecided, after a failed call.
typedef struct ifr_within_result {
    /// Hit: the distance is at most that of the input, and equal is a hit. Separated: it is larger. Undecided only for
    /// cylinders, cones and ellipsoids whose distance is that of the input to rounding.
    ifr_verdict verdict;
    /// IFR_REASON_NONE; of curved bodies perhaps IFR_REASON_TOUCHING.
    ifr_reason reason;
    /// Which arithmetic decided.
    ifr_decided_by decided_by;
    /// Support queries on each body; 0 when a body is empty.
    uint32_t iterations;
    /// Whether point_a and point_b are set: when hit.
    bool has_points;
    /// Whether normal is set: when separated, unless a body is empty or of several pieces.
    bool has_normal;
    /// Always 0, so that equal answers are equal bytes.
    uint8_t reserved[6];
    /// A point of A, world frame, whose distance from point_b is at most that of the input, to rounding. All zero
    /// without has_points.
    double point_a[3];
    /// The point of B.
    double point_b[3];
    /// Unit normal from A to B, world axes, along which they are farther apart than that; to rounding
    /// where exact arithmetic decided. All zero without has_normal.
    double normal[3];
    /// Which pieces of the two bodies are that near, or undecided. All zero where both are convex, and where all pieces are farther apart.
    struct ifr_pieces pieces;
} ifr_within_result;

/// Input of ifr_penetration.
typedef struct ifr_penetration_input {
    /// The bodies and their poses.
    struct ifr_posed_pair pair;
    /// All zero: the shortest way out. Otherwise the direction in which B is moved, world axes. Its length does not
    /// matter, but must be between 1e-100 and 1e100.
    double direction[3];
    /// Largest number of pivots in double precision; see ifr_intersect_input. 0: 64.
    uint32_t max_pivots;
} ifr_penetration_input;

/// Answer of ifr_penetration. All zero, undecided, after a failed call.
typedef struct ifr_penetration_result {
    /// Separated or hit, exact as in ifr_intersect: undecided only for cylinders, cones and ellipsoids that
    /// touch.
    ifr_verdict verdict;
    /// IFR_REASON_NONE; of curved bodies perhaps IFR_REASON_TOUCHING.
    ifr_reason reason;
    /// Which arithmetic decided the verdict.
    ifr_decided_by decided_by;
    /// Support queries on each body; 0 when a body is empty.
    uint32_t iterations;
    /// Whether normal, point_a and point_b are set: when hit, unless f64 cannot hold them or no way out of a solid was found.
    bool has_overlap;
    /// Whether plane is set: when separated, unless a body is empty or of several pieces.
    bool has_plane;
    /// Always 0, so that equal answers are equal bytes.
    uint8_t reserved[6];
    /// The length of the shortest translation (along direction, where one is given) that leaves the
    /// bodies touching at most; 0 when they are apart or only touch. Infinite if it overflows.
    double depth;
    /// The true depth is within this of depth: a bound, rounding included.
    double error;
    /// The unit direction of that translation, world axes, from A to B: B moved by depth * normal,
    /// or A by its negative, is parted. With a direction the normal of the plane in which they
    /// touch in the end. All zero without has_overlap.
    double normal[3];
    /// The point of A that is deepest in B along the normal, world frame; point_a - point_b is depth * normal (depth
    /// times the unit direction, where one is given) to rounding. Each point is on its body to 1e-9 of the pair's size,
    /// or, if a body is curved, to 1e-7 of it or to error, whichever is more. All zero without has_overlap.
    double point_a[3];
    /// The point of B opposite. All zero without has_overlap.
    double point_b[3];
    /// The plane that proves separation. All zero without has_plane.
    struct ifr_plane plane;
    /// Which pieces of the two bodies are the deepest in each other. All zero where both are convex, and where all pieces are apart.
    struct ifr_pieces pieces;
} ifr_penetration_result;

/// Input of ifr_contact_manifold.
typedef struct ifr_contact_manifold_input {
    /// The bodies and their poses.
    struct ifr_posed_pair pair;
    /// Contacts across a gap of at most this are found too, an absolute length. 0: none.
    double prediction;
    /// Largest number of pivots in double precision; see ifr_intersect_input. 0: 64.
    uint32_t max_pivots;
} ifr_contact_manifold_input;

/// One contact: a point of each body, one above the other along the normal.
typedef struct ifr_contact_point {
    /// On A, world frame.
    double point_a[3];
    /// On B; point_a - point_b is depth * normal to rounding.
    double point_b[3];
    /// Depth of the overlap here: positive inside, negative across a gap.
    double depth;
    /// The features that touch. It is equal in two frames if the same features touch. The upper 32 bits are for A, the
    /// lower for B. Each half has 2 bits for the kind, vertex (1), edge (2) or face (3), and 30 for its number.
    uint64_t id;
} ifr_contact_point;

/// Answer of ifr_contact_manifold. All zero, undecided, after a failed call.
typedef struct ifr_contact_manifold_result {
    /// Separated or hit, exact as in ifr_intersect; there may be points with either.
    ifr_verdict verdict;
    /// IFR_REASON_NONE; of curved bodies perhaps IFR_REASON_TOUCHING.
    ifr_reason reason;
    /// Which arithmetic decided the verdict.
    ifr_decided_by decided_by;
    /// Support queries on each body; 0 when a body is empty.
    uint32_t iterations;
    /// Number of points that are set, at most four.
    uint32_t count;
    /// Always 0, so that equal answers are equal bytes.
    uint8_t reserved[4];
    /// Unit normal of all contacts from A to B, world axes. All zero without points.
    double normal[3];
    /// The contacts, of which the first is the deepest; all zero beyond count.
    struct ifr_contact_point points[4];
    /// Which pieces of the two bodies are the deepest in each other, or nearest. All zero where both are convex, and without points.
    struct ifr_pieces pieces;
} ifr_contact_manifold_result;

/// Input of ifr_contact_points, and memory for the contacts.
typedef struct ifr_contact_points_input {
    /// The bodies and their poses.
    struct ifr_posed_pair pair;
    /// Largest gap of a contact point; see ifr_contact_manifold_input.
    double prediction;
    /// Largest number of pivots in double precision; see ifr_intersect_input. 0: 64.
    uint32_t max_pivots;
    /// Yours: room for capacity contacts, zeroed beyond the last; NULL when capacity is 0.
    struct ifr_contact_point *points;
    /// Contacts for which there is room.
    size_t capacity;
} ifr_contact_points_input;

/// Answer of ifr_contact_points. All zero after a failed call.
typedef struct ifr_contact_points_result {
    /// The best four.
    struct ifr_contact_manifold_result manifold;
    /// Number of contacts; if it is more than the capacity, the first that fit are written, so compare the two.
    size_t count;
} ifr_contact_points_result;

/// Input of ifr_mpr.
typedef struct ifr_mpr_input {
    /// The bodies and their poses.
    struct ifr_posed_pair pair;
    /// The refinement stops at a portal beyond which the Minkowski difference reaches no farther than this, in bounding
    /// radii of the smaller body (of the larger, if that is 0). Up to 0.1; 0: 1e-4.
    double rel_tol;
    /// Largest number of support queries on each body; after that, another route is taken. 0: 100.
    uint32_t max_iterations;
    /// Largest number of pivots of the other route; see ifr_intersect_input. 0: 64.
    uint32_t max_pivots;
} ifr_mpr_input;

/// Answer of ifr_mpr. All zero, undecided, after a failed call.
typedef struct ifr_mpr_result {
    /// Verdict of ifr_intersect. A call that succeeds is undecided only for curved bodies that touch.
    ifr_verdict verdict;
    /// IFR_REASON_NONE; of curved bodies perhaps IFR_REASON_TOUCHING.
    ifr_reason reason;
    /// Which arithmetic decided the verdict.
    ifr_decided_by decided_by;
    /// Support queries on each body; 0 when a body is empty.
    uint32_t iterations;
    /// Route by which the answer was found.
    ifr_mpr_route route;
    /// Why it was not the portal.
    ifr_mpr_detour detour;
    /// Whether normal and the points are set: unless a body is empty.
    bool has_points;
    /// Always 0, so that equal answers are equal bytes.
    uint8_t reserved[7];
    /// The paper's delta: positive when separated (infinite when a body is empty), not when hit.
    double separation;
    /// The true signed distance, minus the depth when hit, is at least this.
    double lower_bound;
    /// The true signed distance is at most this.
    double upper_bound;
    /// Unit, from A to B, world axes; point_b - point_a is separation * normal to rounding.
    double normal[3];
    /// A point of A, world frame.
    double point_a[3];
    /// A point of B.
    double point_b[3];
} ifr_mpr_result;

/// Input of ifr_contains.
typedef struct ifr_contains_input {
    /// The outer body A, the inner body B, and their poses.
    struct ifr_posed_pair pair;
    /// Largest number of pivots in double precision; see ifr_intersect_input. 0: 64.
    uint32_t max_pivots;
} ifr_contains_input;

/// Answer of ifr_contains. All zero, undecided, after a failed call.
typedef struct ifr_contains_result {
    /// Whether every point of B is a point of A; touching the boundary from within is inside, and
    /// the empty body is inside every body. A call that succeeds is never undecided here.
    ifr_containment_verdict verdict;
    /// IFR_REASON_NONE.
    ifr_reason reason;
    /// Which arithmetic decided.
    ifr_decided_by decided_by;
    /// Half-spaces of A that were tested, a support query on B each.
    uint32_t iterations;
    /// Whether margin, error and vertex are set: unless a body is empty.
    bool has_margin;
    /// Whether face is set: it is not at an edge of a flat A, nor when A has no faces.
    bool has_face;
    /// Always 0, so that equal answers are equal bytes.
    uint8_t reserved[6];
    /// How far every face of A could move inwards before it reaches B; inside a solid, the radius by which B may be
    /// dilated. Negative when not inside: the farthest that B reaches beyond the plane of a face. If A has a radius,
    /// these are the planes of its core's faces, moved out by the radius; 0 where B is outside only at a round edge. If
    /// A is a sphere or capsule, which has no faces, it is the farthest that B reaches out of A. If A is a point or
    /// segment and neither body has a radius, it is the farthest beyond one of the planes that
    /// docs/guide/PENETRATION.md, section 3, lists. At most 0 when A has no volume.
    double margin;
    /// The true margin is within this of margin.
    double error;
    /// The face of A of the least margin, as numbered by ifr_polytope_get_face.
    uint32_t face;
    /// The vertex of B nearest to it or farthest beyond it.
    uint32_t vertex;
    /// Which pieces of the two bodies have this margin. All zero where both are convex.
    struct ifr_pieces pieces;
} ifr_contains_result;

/// Input of ifr_minkowski_difference and ifr_minkowski_sum.
typedef struct ifr_minkowski_difference_input {
    /// The bodies and their poses.
    struct ifr_posed_pair pair;
} ifr_minkowski_difference_input;

/// Two bodies and how they move over the frame. Normals of answers point from A to B.
typedef struct ifr_moving_pair {
    /// Body A; not NULL.
    const struct ifr_body *a;
    /// Body B; not NULL, may be the same as A.
    const struct ifr_body *b;
    /// Motion of A.
    struct ifr_motion motion_a;
    /// Motion of B.
    struct ifr_motion motion_b;
} ifr_moving_pair;

/// Input of ifr_interframe.
typedef struct ifr_interframe_input {
    /// The bodies and their motions.
    struct ifr_moving_pair pair;
    /// An ifr_sweep. 0 is the safe default.
    int32_t sweep;
    /// An ifr_frame. 0 is the default.
    int32_t frame;
    /// An ifr_method, any of them; for bodies with radii IFR_METHOD_DEFAULT or IFR_METHOD_GJK.
    int32_t method;
    /// Largest number of pivots in double precision; see ifr_intersect_input. 0: 64.
    uint32_t max_pivots;
    /// Only for a certified sweep of bodies that turn: it gives up, undecided (IFR_REASON_NEAR_SLACK), once the gap
    /// between its dilated hulls is known to this fraction of the smaller body's bounding radius (of the larger's, if
    /// that is 0) and still decides nothing. 1e-12 to 1e-2; 0: 1e-6.
    double sweep_rel_tol;
} ifr_interframe_input;

/// Answer of ifr_interframe and ifr_interframe_vertices. All zero, undecided, after a failed call.
typedef struct ifr_interframe_result {
    /// The verdict, about what the field about says.
    ifr_verdict verdict;
    /// Why the verdict is undecided.
    ifr_reason reason;
    /// Which arithmetic decided.
    ifr_decided_by decided_by;
    /// Support queries on each body, or steps of the interior point; 0 when a body is empty or the centres decide.
    uint32_t iterations;
    /// Solver that decided, see ifr_intersect_result.
    ifr_method solver;
    /// Subject of the verdict.
    ifr_about about;
    /// Whether plane is set: when separated, unless a body is empty or of several pieces.
    bool has_plane;
    /// Whether point is set: when hit.
    bool has_point;
    /// Whether lower_bound and upper_bound are set: by IFR_METHOD_INTERIOR_POINT.
    bool has_bounds;
    /// Always 0, so that equal answers are equal bytes.
    uint8_t reserved[5];
    /// Length by which the hulls were dilated to hold every pose, both bodies together. A certified sweep cannot prove
    /// smaller gaps. 0 when neither body turns, and for other sweeps.
    double slack;
    /// The plane that proves separation, normal from A to B, with at least slack between it and
    /// the undilated hulls taken together. In IFR_FRAME_RELATIVE it moves with A's pivot and is
    /// given at t = 0. All zero without has_plane.
    struct ifr_plane plane;
    /// A point common to both hulls, to rounding, in the frame of the query (world coordinates at
    /// t = 0). All zero without has_point.
    double point[3];
    /// Proved lower bound of the distance of the undilated hulls: 0 when they meet, and without has_bounds.
    double lower_bound;
    /// Proved upper bound of that distance: 0 when they meet, and without has_bounds.
    double upper_bound;
    /// Which pieces of the two bodies are not proved apart. All zero where both are convex, and where all pieces are apart.
    struct ifr_pieces pieces;
} ifr_interframe_result;

/// A body that deforms: corner i moves from start to end. World frame, x y z x y z ...
typedef struct ifr_vertex_sweep {
    /// 3 count numbers: the corners at t = 0. May be NULL when count is 0.
    const double *start_xyz;
    /// 3 count numbers: the corners at t = 1, in the same order. May be NULL when count is 0.
    const double *end_xyz;
    /// Number of corners in each list. 0 is the empty body.
    size_t count;
} ifr_vertex_sweep;

/// Two bodies that deform.
typedef struct ifr_deforming_pair {
    /// Body A.
    struct ifr_vertex_sweep a;
    /// Body B.
    struct ifr_vertex_sweep b;
} ifr_deforming_pair;

/// Input of ifr_interframe_vertices.
typedef struct ifr_interframe_vertices_input {
    /// The bodies' corners.
    struct ifr_deforming_pair pair;
    /// An ifr_method, any of them.
    int32_t method;
    /// Largest number of pivots in double precision; see ifr_intersect_input. 0: 64.
    uint32_t max_pivots;
} ifr_interframe_vertices_input;

/// Answer of ifr_interframe_vertices, about hulls.
typedef struct ifr_interframe_result ifr_interframe_vertices_result;

/// Input of ifr_extended_boxes_meet.
typedef struct ifr_extended_boxes_meet_input {
    /// The bodies and their motions.
    struct ifr_moving_pair pair;
    /// An ifr_frame. 0 is the default.
    int32_t frame;
} ifr_extended_boxes_meet_input;

/// Input of ifr_time_of_impact.
typedef struct ifr_time_of_impact_input {
    /// The bodies and their motions.
    struct ifr_moving_pair pair;
    /// IFR_METHOD_DEFAULT or IFR_METHOD_RAY_SIMPLEX, which are the same. For polytopes that do not turn, with
    /// initial_contact report and target_separation 0, also IFR_METHOD_INTERIOR_POINT or IFR_METHOD_GOOD_LP.
    int32_t method;
    /// Largest number of pivots in double precision; see ifr_intersect_input. 0: 64.
    uint32_t max_pivots;
    /// Largest gap of a contact that is near, an absolute length, whether the bodies turn or not. Bodies that turn or
    /// are curved may be separated at a gap of more than half of it, or at any gap if it is below some 1,000 times the
    /// rounding E (docs/theory/CONSERVATIVE_ADVANCEMENT.md, section 2). 0: 1e-6 of the smaller body's bounding radius (of the
    /// larger's, if that is 0).
    double tolerance;
    /// Target gap: the first time is searched at which the gap falls to this length. 0: contact.
    double target_separation;
    /// An ifr_initial_contact.
    int32_t initial_contact;
    /// Largest number of distance solves, those of capsules around the bodies included. 0: 10,000.
    uint32_t budget;
} ifr_time_of_impact_input;

/// Answer of ifr_time_of_impact. All zero, undecided, after a failed call.
typedef struct ifr_time_of_impact_result {
    /// Separated: apart (by more than the target separation) at every time from free_from on.
    ifr_verdict verdict;
    /// Why the verdict is undecided.
    ifr_reason reason;
    /// Support queries on each body.
    uint32_t iterations;
    /// Distance solves, those of capsules around the bodies included; 0 when a linear program answered.
    uint32_t solves;
    /// Kind of contact of a hit.
    ifr_contact contact;
    /// Whether the contact is the one the frame began with: the bodies are in contact at t = 0 and,
    /// where that is ignored, were not seen to come apart.
    bool initial;
    /// Whether the points are set: when hit.
    bool has_points;
    /// Whether normal is set.
    bool has_normal;
    /// Always 0, so that equal answers are equal bytes.
    uint8_t reserved[1];
    /// Time from which the bodies are proved apart, if a contact at the start was ignored; 0 otherwise.
    double free_from;
    /// Proved apart at every time from free_from to before t_lo. 1 when separated. 0 with initial, and for a contact later in the
    /// frame if no time before it is proved free.
    double t_lo;
    /// Time of contact when hit; 1 otherwise.
    double t_hi;
    /// With IFR_CONTACT_NEAR: the gap at t_hi is at most this.
    double gap;
    /// Depth of the overlap at t = 0, if that is the contact; 0 for a contact that is later or near. Never negative: 0 to
    /// rounding where the bodies only touch, infinite if it overflows. For convex bodies it is
    /// the depth of ifr_penetration. That query also returns its error, which is rounding, but may be 1% of the depth
    /// beside a curved body; there the depth is an upper bound. For bodies of several pieces it is the depth of
    /// ifr_contact_manifold's deepest contact, and 0 if that has none. With IFR_INITIAL_CONTACT_ONLY_IF_APPROACHING it may
    /// be the depth of another contact, in which the bodies approach each other. point_a - point_b is depth * normal to
    /// rounding; beside a curved body it may be off by about the square root of rounding.
    double depth;
    /// Rate of the gap between the two points along the normal at t_hi, in lengths a frame; negative when they
    /// approach. 0 without points or normal.
    double separation_velocity;
    /// Point of A that touches or is nearest to B at t_hi, or is deepest in it at t = 0; world frame.
    double point_a[3];
    /// Point of B that touches or is nearest to A at t_hi, or is deepest in it at t = 0; world frame.
    double point_b[3];
    /// When hit: unit contact normal from A to B, world axes, at t_hi, where f64 can compute one. After the start it separates
    /// the bodies there, by the target separation if that is above 0: along it neither reaches beyond the other by more
    /// than some 1e-12 of their sizes, their way and the arms of pivots of bodies that turn (12 times E of
    /// docs/theory/CONSERVATIVE_ADVANCEMENT.md, section 2). When separated:
    /// the last plane's, where one served.
    double normal[3];
    /// Feature of A that holds point_a. Of kind none at a contact at t = 0, beside a curved body, and if f64 never proves
    /// the bodies apart before the contact.
    struct ifr_feature feature_a;
    /// Feature of B that holds point_b.
    struct ifr_feature feature_b;
    /// Which pieces of the two bodies meet. All zero where both are convex, and where all pieces are apart.
    struct ifr_pieces pieces;
} ifr_time_of_impact_result;

/// A time of contact.
typedef struct ifr_contact_interval {
    /// Kind of contact that is certified about enter: a shared point, or a gap within the tolerance at `enter[1]`.
    /// IFR_CONTACT_NONE: nothing is certified, and the bodies may have stayed apart. Then enter and exit are both the
    /// whole time in which they are not proved apart.
    ifr_contact contact;
    /// Why nothing is certified, or why the end was not searched: then exit ends at 1.
    ifr_reason reason;
    /// Proved apart from the end of the interval before (or t = 0) up to `enter[0]`; in contact at
    /// some time from `enter[0]` to `enter[1]`, unless contact is IFR_CONTACT_NONE.
    double enter[2];
    /// In contact at some time from `exit[0]` to `exit[1]`, unless contact is IFR_CONTACT_NONE; proved apart from `exit[1]` up
    /// to the next interval (or t = 1). Both 1: in contact to the end of the frame. Only `exit[1]` 1: it ends between the
    /// two, or lasts.
    double exit[2];
    /// With IFR_CONTACT_NEAR: the gap at `enter[1]` is at most this.
    double gap;
    /// Which pieces of the two bodies meet first. All zero where both are convex.
    struct ifr_pieces pieces;
} ifr_contact_interval;

/// Input of ifr_contact_intervals, and memory for the intervals.
typedef struct ifr_contact_intervals_input {
    /// The bodies and their motions.
    struct ifr_moving_pair pair;
    /// Solver; see ifr_time_of_impact_input.
    int32_t method;
    /// Largest number of pivots in double precision; see ifr_intersect_input. 0: 64.
    uint32_t max_pivots;
    /// Largest gap of a contact that is near. See ifr_time_of_impact_input.
    double tolerance;
    /// Contact is a gap of at most this; see ifr_time_of_impact_input.
    double target_separation;
    /// Largest number of distance solves in the frame; for bodies of several pieces, for each pair of pieces. See
    /// ifr_time_of_impact_input.
    uint32_t budget;
    /// Yours: room for capacity intervals, zeroed beyond the last; NULL when capacity is 0.
    struct ifr_contact_interval *intervals;
    /// Intervals for which there is room.
    size_t capacity;
} ifr_contact_intervals_input;

/// Answer of ifr_contact_intervals. All zero, undecided, after a failed call.
typedef struct ifr_contact_intervals_result {
    /// Separated: apart throughout, no interval. Hit: some interval has a certified contact.
    /// Undecided: there are intervals, but none has.
    ifr_verdict verdict;
    /// Why the verdict is undecided.
    ifr_reason reason;
    /// Support queries on each body.
    uint32_t iterations;
    /// Distance solves, those of capsules around the bodies included; 0 when linear programs answered.
    uint32_t solves;
    /// Intervals of the frame. Larger than written when the list was too short.
    size_t count;
    /// Intervals in the list, the first of all.
    size_t written;
    /// Number of the intervals without a certified contact.
    size_t undecided;
} ifr_contact_intervals_result;

/// Input of ifr_closest_approach.
typedef struct ifr_closest_approach_input {
    /// The bodies and their motions.
    struct ifr_moving_pair pair;
    /// How far the distance may be off, an absolute length. It is also the largest gap of a contact that is near. Only
    /// bodies that turn or are curved have such contacts here; for others you get the distance, however small. 0: 1e-6
    /// of the smaller body's bounding radius (of the larger's, if that is 0).
    double tolerance;
    /// Distance solves after which the search stops; the last step may take one more. 0: 10,000.
    uint32_t budget;
    /// Largest number of pivots in double precision; see ifr_intersect_input. 0: 64.
    uint32_t max_pivots;
} ifr_closest_approach_input;

/// Answer of ifr_closest_approach. All zero, undecided, after a failed call.
typedef struct ifr_closest_approach_result {
    /// Separated: apart at every time of the frame. Hit: they meet, as in ifr_time_of_impact.
    ifr_verdict verdict;
    /// Why the verdict is undecided.
    ifr_reason reason;
    /// Support queries on each body.
    uint32_t iterations;
    /// Distance solves: what the budget counts.
    uint32_t solves;
    /// Kind of contact of a hit.
    ifr_contact contact;
    /// Whether the points are set.
    bool has_points;
    /// Whether normal is set.
    bool has_normal;
    /// Always 0, so that equal answers are equal bytes.
    uint8_t reserved[2];
    /// The smallest distance over the frame: infinite when a body is empty, 0 for a hit. When undecided, the smallest
    /// that was sampled.
    double distance;
    /// The true distance is within this of distance. When separated, it is at most the tolerance, or what doubles resolve if
    /// that is larger: some hundred roundings. Exception: if a body is curved, it may be larger than both, because doubles
    /// bound such distances less closely, and because the search is coarser where a curved body rolls. For a hit it is
    /// gap of ifr_time_of_impact_result. When undecided, it is distance - lower_bound.
    double error;
    /// Proved lower bound of the distance over the whole frame. 0 for a hit.
    double lower_bound;
    /// Before this time they are farther apart than distance. For a hit, and when undecided: before it they are proved
    /// apart.
    double t_lo;
    /// After this time they are farther apart than distance. For a hit: the time by which they are in contact.
    double t_hi;
    /// The time between at which they are as near as distance.
    double t;
    /// Point of A nearest to B at t, world frame.
    double point_a[3];
    /// Point of B nearest to A then, in the world.
    double point_b[3];
    /// Unit normal from A to B there, world axes: it separates the bodies like that of ifr_time_of_impact.
    double normal[3];
    /// Which pieces of the two bodies come so near, or meet. All zero where both are convex.
    struct ifr_pieces pieces;
} ifr_closest_approach_result;

/// Input of ifr_time_of_exit.
typedef struct ifr_time_of_exit_input {
    /// The outer body A, the inner body B, and their motions.
    struct ifr_moving_pair pair;
    /// How far B may reach beyond a face of A unnoticed, if a body turns; an
    /// absolute length. 0: 1e-6 of the smaller body's bounding radius (of the larger's, if that is
    /// 0; of two points, 1e-6 of how far apart they come).
    double tolerance;
    /// Margin of ifr_contains below which B counts as outside. If it is positive, B must keep that distance from every
    /// face. If it is negative, B may reach that far beyond a face, for example because it rests on a wall to rounding.
    /// 0: B counts as outside once it is not inside.
    double target_margin;
    /// Largest number of support queries on B; the search may exceed it by two. 0: 100,000.
    uint32_t budget;
    /// Largest number of pivots in double precision; see ifr_intersect_input. 0: 64.
    uint32_t max_pivots;
} ifr_time_of_exit_input;

/// Answer of ifr_time_of_exit. All zero, undecided, after a failed call. "Inside" means with a
/// margin of at least the target.
typedef struct ifr_time_of_exit_result {
    /// Inside: at no time does B reach beyond a face of A by more than the tolerance. Not inside: at
    /// t_hi a vertex of B is outside.
    ifr_containment_verdict verdict;
    /// Why the verdict is undecided. When not inside and this is set: why B may have reached farther
    /// out than the tolerance before t_hi.
    ifr_reason reason;
    /// Support queries on B.
    uint32_t iterations;
    /// Whether B is not inside at t = 0; then both times are 0.
    bool initial;
    /// Whether vertex and point are set: when not inside, unless A is empty.
    bool has_vertex;
    /// Whether face is set: it is not at an edge of a flat A, nor when A has no faces.
    bool has_face;
    /// Whether normal is set: not if only exact arithmetic could decide.
    bool has_normal;
    /// Proved inside at every time before this, without any tolerance. 1 when that holds throughout. With the verdict
    /// inside it may be less than 1: from then on B is proved inside to the tolerance only.
    double t_lo;
    /// When not inside: a vertex of B is proved outside at this time; B is first not inside at a
    /// time from t_lo to t_hi. 1 otherwise.
    double t_hi;
    /// When not inside: how far that vertex is beyond the face's plane (moved inwards by the target)
    /// at t_hi; 0 if only exact arithmetic could decide.
    double depth;
    /// Where that vertex is at t_hi, world frame.
    double point[3];
    /// Unit normal of the face, out of A, world axes, at t_hi.
    double normal[3];
    /// The vertex of B that is outside.
    uint32_t vertex;
    /// The face of A it is beyond, as numbered by ifr_polytope_get_face.
    uint32_t face;
} ifr_time_of_exit_result;

/// A list of points, dimension numbers each, one point after the other; its convex hull is meant. Any
/// finite points, in any order, with duplicates and points inside.
typedef struct ifr_point_set {
    /// dimension times count numbers. May be NULL when count is 0.
    const double *numbers;
    /// Number of points. 0 is the empty set.
    size_t count;
} ifr_point_set;

/// Input of ifr_intersect_sets.
typedef struct ifr_intersect_sets_input {
    /// The points of A.
    struct ifr_point_set a;
    /// The points of B.
    struct ifr_point_set b;
    /// Numbers a point: 2 to 8.
    int32_t dimension;
    /// IFR_METHOD_DEFAULT or IFR_METHOD_TABLEAU, which are the same, or IFR_METHOD_GOOD_LP.
    int32_t method;
    /// Times dimension + 2: pivots in double precision before exact arithmetic takes over. 0: 64.
    uint32_t max_pivots;
} ifr_intersect_sets_input;

/// A column of the set program.
typedef struct ifr_span_column {
    /// Its kind.
    ifr_span_kind kind;
    /// Which one, from 0.
    uint32_t index;
} ifr_span_column;

/// A hyperplane between two sets: the proof that they are apart.
typedef struct ifr_set_plane {
    /// Unit length to rounding, 0 beyond the dimension. On the input's numbers, in real arithmetic,
    /// max normal.a < min normal.b, unless span_count is not 0: then it is the exact normal
    /// rounded.
    double normal[8];
    /// normal.x about half-way between the sets. Information only.
    double offset;
    /// 0: the normal is the proof. Otherwise dimension + 2, and the exact normal is the first
    /// numbers of the p with p.column = 0 for columns of points and 1 for the others.
    uint32_t span_count;
    /// Those columns.
    struct ifr_span_column span[10];
    /// Always 0, so that equal answers are equal bytes.
    uint8_t reserved[4];
} ifr_set_plane;

/// A point of a set with its weight.
typedef struct ifr_point_weight {
    /// Positive; those of one set sum to 1 to rounding.
    double weight;
    /// Which point, from 0.
    uint32_t index;
    /// Always 0, so that equal answers are equal bytes.
    uint8_t reserved[4];
} ifr_point_weight;

/// Points of a set with their weights: the proof that the hull of these few holds a point.
typedef struct ifr_point_weights {
    /// The first count of them are meant, at most dimension + 1; all zero beyond.
    struct ifr_point_weight entries[9];
    /// Number of points.
    uint32_t count;
    /// Always 0, so that equal answers are equal bytes.
    uint8_t reserved[4];
} ifr_point_weights;

/// Answer of ifr_intersect_sets. All zero, undecided, after a failed call.
typedef struct ifr_intersect_sets_result {
    /// Separated or hit; undecided only by IFR_METHOD_GOOD_LP.
    ifr_verdict verdict;
    /// Why the verdict is undecided.
    ifr_reason reason;
    /// Which arithmetic decided.
    ifr_decided_by decided_by;
    /// Pivots of the simplex.
    uint32_t iterations;
    /// Whether plane and the distances are set: when separated, unless a set is empty.
    bool has_plane;
    /// Whether point and the weights are set: when hit.
    bool has_point;
    /// Always 0, so that equal answers are equal bytes.
    uint8_t reserved[6];
    /// The proof of separation, normal from A to B.
    struct ifr_set_plane plane;
    /// A lower bound of the distance: the optimum over the root of the dimension.
    double distance_by_optimum;
    /// A lower bound of the distance: the gap along the plane. It is hardly ever the smaller of the two.
    double distance_by_plane;
    /// A common point, to rounding; 0 beyond the dimension.
    double point[8];
    /// The proof of a hit: the hulls of these few points meet. Rounded weights of the common point.
    struct ifr_point_weights weights_a;
    /// Weights of the points of B that give the common point.
    struct ifr_point_weights weights_b;
} ifr_intersect_sets_result;

/// Input of ifr_is_subset.
typedef struct ifr_intersect_sets_input ifr_is_subset_input;

/// Answer of ifr_is_subset. All zero, undecided, after a failed call.
typedef struct ifr_is_subset_result {
    /// Whether the hull of A lies in the hull of B, boundary included; undecided only by IFR_METHOD_GOOD_LP.
    ifr_containment_verdict verdict;
    /// Why the verdict is undecided.
    ifr_reason reason;
    /// The most exact arithmetic that was needed.
    ifr_decided_by decided_by;
    /// Pivots of the simplex over all points.
    uint32_t iterations;
    /// Whether plane is set: when not inside, unless B is empty.
    bool has_plane;
    /// Whether outside is set: when not inside.
    bool has_outside;
    /// Always 0, so that equal answers are equal bytes.
    uint8_t reserved[2];
    /// The first point of A that lies outside.
    uint32_t outside;
    /// The proof: B on one side, that point on the other, normal from B.
    struct ifr_set_plane plane;
} ifr_is_subset_result;

/// Input of ifr_contains_point.
typedef struct ifr_contains_point_input {
    /// The points whose hull is meant.
    struct ifr_point_set set;
    /// The point, dimension numbers.
    const double *point;
    /// Numbers a point: 2 to 8.
    int32_t dimension;
    /// IFR_METHOD_DEFAULT or IFR_METHOD_TABLEAU, which are the same, or IFR_METHOD_GOOD_LP.
    int32_t method;
    /// Times dimension + 2: pivots in double precision before exact arithmetic takes over. 0: 64.
    uint32_t max_pivots;
} ifr_contains_point_input;

/// Answer of ifr_contains_point. All zero, undecided, after a failed call.
typedef struct ifr_contains_point_result {
    /// Whether the point lies in the hull, boundary included; undecided only by IFR_METHOD_GOOD_LP.
    ifr_containment_verdict verdict;
    /// Why the verdict is undecided.
    ifr_reason reason;
    /// Which arithmetic decided.
    ifr_decided_by decided_by;
    /// Pivots of the simplex.
    uint32_t iterations;
    /// Whether plane is set: for a point outside, unless the set is empty.
    bool has_plane;
    /// Always 0, so that equal answers are equal bytes.
    uint8_t reserved[7];
    /// Proof that a point is inside: it lies in the hull of these few points. Weights are rounded.
    struct ifr_point_weights weights;
    /// The proof: the set on one side, the point on the other, normal from the set.
    struct ifr_set_plane plane;
} ifr_contains_point_result;

/// Position and orientation of a polygon's frame in the plane.
///
/// A zeroed pose is not the identity but an error (IFR_STATUS_QUATERNION_NORM), so that a forgotten
/// one is noticed.
typedef struct ifr_pose_2d {
    /// Position of the body's origin, x y.
    double p[2];
    /// Sine and cosine of half the angle, counter-clockwise: z and w of a quaternion. Their norm must
    /// be within 1e-3 of 1; the rest is divided out exactly.
    double half_angle[2];
} ifr_pose_2d;

/// Two polygons and where they are. Normals of answers point from A to B.
typedef struct ifr_posed_pair_2d {
    /// Polygon A; not NULL.
    const struct ifr_polygon *a;
    /// Polygon B; not NULL, may be the same as A.
    const struct ifr_polygon *b;
    /// Where A is.
    struct ifr_pose_2d pose_a;
    /// Where B is.
    struct ifr_pose_2d pose_b;
} ifr_posed_pair_2d;

/// Input of ifr_distance_2d.
typedef struct ifr_distance_2d_input {
    /// The polygons and their poses.
    struct ifr_posed_pair_2d pair;
    /// IFR_METHOD_DEFAULT or IFR_METHOD_GJK, which are the same.
    int32_t method;
    /// Largest number of pivots in double precision; see ifr_intersect_input. 0: 64.
    uint32_t max_pivots;
} ifr_distance_2d_input;

/// Answer of ifr_distance_2d. All zero, undecided, after a failed call.
typedef struct ifr_distance_2d_result {
    /// Separated or hit, as in real arithmetic; touching is a hit. A call that succeeds is never
    /// undecided here.
    ifr_verdict verdict;
    /// IFR_REASON_NONE.
    ifr_reason reason;
    /// Which arithmetic decided.
    ifr_decided_by decided_by;
    /// Support queries on each polygon; 0 when one is empty.
    uint32_t iterations;
    /// Whether point_a and point_b are set: unless a polygon is empty.
    bool has_points;
    /// Whether normal, feature_a and feature_b are set: when separated, unless a polygon is empty.
    bool has_normal;
    /// Always 0, so that equal answers are equal bytes.
    uint8_t reserved[6];
    /// The distance: positive when separated, infinite when a polygon is empty, 0 when hit.
    double separation;
    /// The true distance is within this of separation.
    double error;
    /// The true distance is at least this, rounding included.
    double lower_bound;
    /// Point of A nearest to B, world frame. A common point when hit. All zero without has_points.
    double point_a[2];
    /// Point of B nearest to A, likewise.
    double point_b[2];
    /// Unit normal from A to B. All zero without has_normal.
    double normal[2];
    /// The vertex or edge that holds point_a, as numbered by ifr_polygon_get_vertex. Of kind none
    /// without has_normal.
    struct ifr_feature feature_a;
    /// Feature of B that holds point_b.
    struct ifr_feature feature_b;
} ifr_distance_2d_result;

/// A corner of a difference or a sum, and the pair of corners that makes it.
typedef struct ifr_difference_vertex_2d {
    /// Corner of A less (or plus) corner of B, world axes, rounded.
    double point[2];
    /// Corner of A, as numbered by ifr_polygon_get_vertex.
    uint32_t id_a;
    /// Corner of B.
    uint32_t id_b;
} ifr_difference_vertex_2d;

/// Input of ifr_minkowski_difference_2d and ifr_minkowski_sum_2d, and where the result is written.
typedef struct ifr_minkowski_difference_2d_input {
    /// The polygons and their poses.
    struct ifr_posed_pair_2d pair;
    /// Yours: room for capacity corners, zeroed beyond the last; NULL when capacity is 0.
    struct ifr_difference_vertex_2d *corners;
    /// Corners for which there is room: as many as both polygons have together always suffice.
    size_t capacity;
} ifr_minkowski_difference_2d_input;

/// A cuboid that stands upright and turns about the vertical axis only: ten numbers. World axes, z upwards.
typedef struct ifr_yaw_cuboid {
    /// The corners in plan, x y each, in any order. To 1e-9 of the diagonal those of a rectangle, which may be a
    /// segment or a point; the body is their hull.
    double corners[4][2];
    /// The heights of bottom and top; may be equal.
    double z[2];
} ifr_yaw_cuboid;

/// Input of ifr_cuboid_separation.
typedef struct ifr_cuboid_separation_input {
    /// Cuboid A.
    struct ifr_yaw_cuboid a;
    /// Cuboid B.
    struct ifr_yaw_cuboid b;
    /// Largest distance that is a hit: finite, not negative. 0: a shared point.
    double safety_distance;
} ifr_cuboid_separation_input;

/// Answer of ifr_cuboid_separation. All zero, undecided, after a failed call.
typedef struct ifr_cuboid_separation_result {
    /// Hit: the distance is at most the safety distance, and equal is a hit. Separated: it is larger. As in real
    /// arithmetic; a call that succeeds is never undecided here.
    ifr_verdict verdict;
    /// IFR_REASON_NONE.
    ifr_reason reason;
    /// Which arithmetic decided.
    ifr_decided_by decided_by;
    /// 0: nothing is iterated.
    uint32_t iterations;
    /// The input's safety distance.
    double safety_distance;
    /// Distance of the cuboids themselves, without the safety distance: 0 exactly if they share a point.
    double separation;
    /// The true distance is within this of separation.
    double error;
    /// The distance in plan: 0 when one is above the other.
    double horizontal;
    /// The distance of the heights: 0 when they overlap.
    double vertical;
} ifr_cuboid_separation_result;

/// Input of ifr_cuboid_separations, and memory for the answers.
typedef struct ifr_cuboid_separations_input {
    /// The one cuboid.
    struct ifr_yaw_cuboid a;
    /// The others, count of them; may be NULL when count is 0.
    const struct ifr_yaw_cuboid *others;
    /// Yours: room for count answers; NULL when count is 0.
    struct ifr_cuboid_separation_result *results;
    /// Number of others.
    size_t count;
    /// Distance that counts as contact; see ifr_cuboid_separation_input.
    double safety_distance;
} ifr_cuboid_separations_input;

/// A chunk: call it with each k from 0 to n - 1 once, and with the context that came with it. Chunks may
/// run at the same time.
typedef void (*ifr_job_callback)(void *context, size_t k);

/// Calls job(context, k) for each k from 0 to n - 1, in any order and on any threads, and returns when all calls
/// have returned: a parallel loop that waits. It is not called for a single chunk.
typedef void (*ifr_run_callback)(void *user, size_t n, ifr_job_callback job, void *context);

/// Where work runs. Zeroed: on the calling thread. Results are the same bits on any threads.
///
/// Lend the threads of your job system: run pushes n jobs, works on them itself, and returns when all are done. A frame of a
/// world calls run up to about fifteen times, and a call may last 5 microseconds. So never start a thread in run: a helper
/// that is spawned for a single run costs more than it gains. Keep threads that wait without sleeping between the runs of a
/// frame, and let each take one k after the other. See docs/guide/WORLD.md, section 5.
typedef struct ifr_jobs {
    /// Yours, or NULL: one chunk after the other. Neither it nor a thread it uses may leave a job by an exception or longjmp.
    ifr_run_callback run;
    /// Handed to run.
    void *user;
} ifr_jobs;

/// Bodies where they are, and the pairs of them that are queried.
typedef struct ifr_posed_batch {
    /// body_count bodies, none NULL.
    const struct ifr_body *const *bodies;
    /// The pose of each body.
    const struct ifr_pose *poses;
    /// Bodies and poses.
    size_t body_count;
    /// Pairs as numbers of bodies, A then B: two for each pair.
    const uint32_t *pairs;
    /// Pairs.
    size_t pair_count;
    /// Yours: the state of each pair, kept from frame to frame; or NULL.
    struct ifr_pair_state *states;
    /// Where the work runs; zeroed: on the calling thread.
    struct ifr_jobs jobs;
} ifr_posed_batch;

/// Bodies and how they move over the frame, and the pairs of them that are queried.
typedef struct ifr_moving_batch {
    /// body_count bodies, none NULL.
    const struct ifr_body *const *bodies;
    /// Their motions.
    const struct ifr_motion *motions;
    /// Bodies and motions.
    size_t body_count;
    /// Pairs as numbers of bodies, A then B: two for each pair.
    const uint32_t *pairs;
    /// Pairs.
    size_t pair_count;
    /// Yours: the state of each pair, kept from frame to frame; or NULL.
    struct ifr_pair_state *states;
    /// Where the work runs; zeroed: on the calling thread.
    struct ifr_jobs jobs;
} ifr_moving_batch;

/// Filter of the pairs that a body can form. Two bodies with the same nonzero group pass if it is positive and fail if
/// it is negative, whatever their masks are. Otherwise each mask must contain a bit of the other's category. Two static
/// bodies are never a pair, and ifr_world_set_pair_filter may forbid pairs that pass.
///
/// A field that is 0 means its default, below. So a body with a zeroed filter collides with every body whose mask contains
/// bit 0. If the filter of a query (ifr_query_filter) is zeroed, it finds all bodies, whatever their own filters are.
typedef struct ifr_filter {
    /// Categories of the body, as bits. 0: bit 0 alone, the value 1. For a query, 0: all bits.
    uint64_t category;
    /// Categories with which it collides, as bits. 0: all bits. (For none, give a bit that no body's category has.)
    uint64_t mask;
    /// If two bodies have the same group, it decides instead of category and mask. 0: no group.
    int32_t group;
    /// Not read; written as 0.
    uint8_t reserved[4];
} ifr_filter;

/// A body to be.
typedef struct ifr_world_body_input {
    /// The shape; not NULL. The world shares it, so you may destroy it afterwards.
    const struct ifr_body *shape;
    /// Where it starts.
    struct ifr_pose pose;
    /// A key of yours. Pairs, and events at one time, are ordered by these keys, and by ids where keys are equal. If
    /// all keys differ, results do not depend on the order in which you added the bodies.
    uint64_t user;
    /// Filter of the pairs that the body can form.
    struct ifr_filter filter;
    /// An ifr_role.
    int32_t role;
    /// An ifr_mobility.
    int32_t mobility;
} ifr_world_body_input;

/// Returns whether two bodies can collide, for pairs that pass their filters: ids and keys of A and B, A first by key,
/// then id. It must be a pure function, and may be called by any thread that works for the world.
typedef bool (*ifr_pair_filter_callback)(void *user,
                                         uint64_t id_a,
                                         uint64_t user_a,
                                         uint64_t id_b,
                                         uint64_t user_b);

/// A body of a world.
typedef struct ifr_world_body {
    /// Its id.
    uint64_t id;
    /// Your key.
    uint64_t user;
    /// Where it is, to the bit: where its next motion must start.
    struct ifr_pose pose;
    /// Filter of the pairs that the body can form.
    struct ifr_filter filter;
    /// Solid or sensor.
    ifr_role role;
    /// Moving or static.
    ifr_mobility mobility;
} ifr_world_body;

/// Gives the shape of a body that a snapshot has and the world has not, by id and key; NULL where there is none.
typedef const struct ifr_body *(*ifr_shape_callback)(void *user, uint64_t id, uint64_t key);

/// Motion of a body of a world over the frame.
typedef struct ifr_body_motion {
    /// Which body: one that is not static, and that no other motion of the frame names.
    uint64_t id;
    /// Its motion, which starts where the body is, to the bit (ifr_world_get). To put a body elsewhere, teleport it.
    struct ifr_motion motion;
} ifr_body_motion;

/// Input of ifr_world_advance.
typedef struct ifr_world_advance_input {
    /// Motions of bodies; all others stay where they are. NULL when motion_count is 0.
    const struct ifr_body_motion *motions;
    /// Number of motions.
    size_t motion_count;
    /// Where the work runs; zeroed: on the calling thread.
    struct ifr_jobs jobs;
    /// An ifr_mode.
    int32_t mode;
    /// Solver; see ifr_intersect_input in mode poses, else ifr_time_of_impact_input.
    int32_t method;
    /// Largest number of pivots in double precision; see ifr_intersect_input. 0: 64.
    uint32_t max_pivots;
    /// An ifr_initial_contact: what a contact means that the frame begins with. In mode all it must be 0. It and the next
    /// three do nothing in mode poses.
    int32_t initial_contact;
    /// Largest gap of a contact that is near; see ifr_time_of_impact_input.
    double tolerance;
    /// Gap that counts as contact; see ifr_time_of_impact_input.
    double target_separation;
    /// Largest number of distance solves for one pair, or for each pair of pieces; see ifr_time_of_impact_input.
    uint32_t budget;
    /// Largest number of pairs that are tested, in the order of A's key, then B's. All others are undecided events
    /// (IFR_REASON_BUDGET). 0: all.
    uint64_t pair_budget;
    /// Largest number of pairs whose boxes meet. With more you get IFR_STATUS_TOO_MANY_PAIRS, so that bodies in one
    /// place do not take all memory. 0: no limit.
    uint64_t max_pairs;
    /// How often contacts may change the motion of a body in a frame; see ifr_world_advance_with_responses. 0: 16.
    uint32_t max_changes;
    /// Not read.
    uint8_t reserved[4];
} ifr_world_advance_input;

/// Statistics of a frame: counts, which are the same on any threads, and times. All zero after a failed call.
typedef struct ifr_world_advance_result {
    /// Number of the frame, from 1.
    uint64_t number;
    /// Events that ifr_world_events gives.
    size_t event_count;
    /// Bodies of the world.
    uint64_t bodies;
    /// Bodies that may move.
    uint64_t moving;
    /// Pairs whose boxes meet on their way.
    uint64_t pairs;
    /// Pairs decided by the state of the frame before, in mode poses;
    uint64_t by_state;
    /// in double precision, in mode poses;
    uint64_t by_float;
    /// by exact arithmetic, in mode poses;
    uint64_t by_exact;
    /// by linear programs, in the other modes;
    uint64_t by_program;
    /// by advancing along planes, in the other modes.
    uint64_t by_advance;
    /// Proved apart.
    uint64_t separated;
    /// Proved in contact.
    uint64_t hit;
    /// Neither, those over the budget included.
    uint64_t undecided;
    /// Pairs that were not tested, because the budget was spent.
    uint64_t over_budget;
    /// Changes of motions within the frame, which ifr_world_changes gives.
    uint64_t changes;
    /// Pairs tested again after such a change.
    uint64_t tested_again;
    /// Support queries on each body.
    uint64_t iterations;
    /// Distance solves.
    uint64_t solves;
    /// Ids of the pair that took most support queries; 0 when there was none.
    uint64_t slowest_a;
    /// Id of the other body of that pair.
    uint64_t slowest_b;
    /// Its number of iterations.
    uint32_t slowest_iterations;
    /// Always 0, so that equal answers are equal bytes.
    uint8_t reserved[4];
    /// Seconds for motions and boxes.
    double boxes_s;
    /// Seconds for the pairs whose boxes meet.
    double broad_phase_s;
    /// Seconds for the exact queries.
    double narrow_phase_s;
    /// Seconds for the events in order.
    double events_s;
} ifr_world_advance_result;

/// The contact of a pair of bodies in a frame: how it begins, lasts or ends.
typedef struct ifr_world_event {
    /// Whether contact is proved (hit), undecided (see reason), or, of a contact that ends, proved to be over (separated).
    ifr_verdict verdict;
    /// Why it is undecided; for a hit in mode all, why its end was not searched; of a frame with responses,
    /// IFR_REASON_BUDGET at a hit that stopped a body whose changes were spent.
    ifr_reason reason;
    /// Phase of the contact.
    ifr_phase phase;
    /// Kind of contact that is certified.
    ifr_contact contact;
    /// Body A, which comes before B by your keys, then by ids: by their lower halves first.
    uint64_t id_a;
    /// Body B.
    uint64_t id_b;
    /// Your key of A.
    uint64_t user_a;
    /// Your key of B.
    uint64_t user_b;
    /// Which part of A, of a body of several parts; otherwise 0.
    uint32_t part_a;
    /// Which part of B, of a body of several parts; otherwise 0.
    uint32_t part_b;
    /// Which triangle of A, of a mesh; otherwise 0.
    uint32_t triangle_a;
    /// Which triangle of B, of a mesh; otherwise 0.
    uint32_t triangle_b;
    /// From 0 on. Events whose brackets of time overlap are in one group, because their order is not known
    /// (ifr_world_refine). Near contacts count from the time when the gap is within the tolerance, so a smaller
    /// tolerance may give another order.
    uint32_t order_group;
    /// Whether one of the two is a sensor.
    bool sensor;
    /// Whether the points are set.
    bool has_points;
    /// Whether normal is set.
    bool has_normal;
    /// Always 0, so that equal answers are equal bytes.
    uint8_t reserved[1];
    /// Start of the bracket of the time at which the phase begins. Both ends are 1 in mode poses, and 0 for a contact that lasts.
    /// For a near contact it is the time from which the gap is within the tolerance: the two may touch later, or never.
    double t_lo;
    /// End of that bracket.
    double t_hi;
    /// In mode all, bracket of the time at which the contact ends. Both are 1 if it lasts to the end of the frame, and in
    /// the other modes. If only the second is 1, a contact that begins or stays ends after the first, or lasts; the next
    /// frame has the answer. If no contact is certified: the time in which the two are not proved apart.
    double exit[2];
    /// Largest gap of a contact that is near; otherwise 0.
    double gap;
    /// In mode first, see ifr_time_of_impact_result; otherwise 0.
    double separation_velocity;
    /// Point of A that touches or is nearest to B, world frame: at the end poses, at t_hi, or where contact was last seen.
    double point_a[3];
    /// Contact point of B, in the world.
    double point_b[3];
    /// Unit normal there, from A to B.
    double normal[3];
} ifr_world_event;

/// A body when it meets another within a frame.
typedef struct ifr_contact_body {
    /// Where it is.
    struct ifr_pose pose;
    /// How far its pivot would go in a whole frame as it moves now, world axes.
    double travel[3];
    /// How far it would turn in a whole frame: rotation vector, world axes, radians.
    double turn[3];
    /// The body point that moves on a straight line, body frame.
    double pivot[3];
    /// How often its motion changed in this frame.
    uint32_t changes;
    /// Whether it is static: it cannot be redirected.
    bool is_static;
    /// Always 0, so that equal answers are equal bytes.
    uint8_t reserved[3];
} ifr_contact_body;

/// A contact within a frame, to which the program responds.
typedef struct ifr_frame_contact {
    /// The contact. It may be undecided. Its order_group is not known yet and is 0.
    struct ifr_world_event event;
    /// Body A at t_lo of the event.
    struct ifr_contact_body body_a;
    /// Body B at t_lo of the event.
    struct ifr_contact_body body_b;
} ifr_frame_contact;

/// What a body does after a contact. Zeroed: it keeps its motion.
typedef struct ifr_response {
    /// An ifr_response_kind.
    int32_t kind;
    /// Not read.
    uint8_t reserved[4];
    /// IFR_RESPONSE_KIND_REDIRECT: displacement of the pivot in a whole frame, world axes: its velocity times the length of the
    /// frame. The body makes the part that is left of it.
    double travel[3];
    /// IFR_RESPONSE_KIND_REDIRECT: rotation vector of a whole frame, world axes, radians.
    double turn[3];
    /// IFR_RESPONSE_KIND_REDIRECT: the body point that moves on a straight line, body frame.
    double pivot[3];
} ifr_response;

/// Writes to responses[0] and responses[1] what A and B do after a contact. Both come zeroed: they keep their motions. It
/// may not use the world, and may not leave by an exception or longjmp.
typedef void (*ifr_respond_callback)(void *user,
                                     const struct ifr_frame_contact *contact,
                                     struct ifr_response *responses);

/// A change of a body's motion within a frame.
typedef struct ifr_motion_change {
    /// Which body.
    uint64_t id;
    /// When, as a part of the frame.
    double t;
    /// Its motion from then to the end of the frame, or to its next change; times 0 and 1 of it are t and the end of the frame.
    struct ifr_motion motion;
    /// Number of the event of the contact that caused it, in the list of ifr_world_events.
    size_t event;
    /// Why.
    ifr_change_cause cause;
    /// Always 0, so that equal answers are equal bytes.
    uint8_t reserved[4];
} ifr_motion_change;

/// Returns whether a body counts: a pure function of its id and key.
typedef bool (*ifr_accept_callback)(void *user, uint64_t id, uint64_t key);

/// Filter of the bodies of a query. Zeroed: all bodies, without regard to their own filters.
typedef struct ifr_query_filter {
    /// Treats the query as a body with this filter, except that category 0 means all categories, so that every body's
    /// mask allows the query. mask 0: bodies of all categories. All three 0: all bodies.
    struct ifr_filter filter;
    /// Function that returns whether a body that passes the filter counts; NULL: all do.
    ifr_accept_callback accept;
    /// Handed to accept.
    void *user;
} ifr_query_filter;

/// Input of ifr_world_cast.
typedef struct ifr_world_cast_input {
    /// The body that is cast; not NULL, and not of the world.
    const struct ifr_body *shape;
    /// Its way.
    struct ifr_motion motion;
    /// Filter of the bodies that count.
    struct ifr_query_filter filter;
    /// Solver. This and all fields that follow are those of ifr_time_of_impact_input.
    int32_t method;
    /// Pivots.
    uint32_t max_pivots;
    /// Largest gap of a contact that is near.
    double tolerance;
    /// Target gap: the first time is searched at which the gap falls to this length.
    double target_separation;
    /// An ifr_initial_contact.
    int32_t initial_contact;
    /// Distance solves of one body.
    uint32_t budget;
} ifr_world_cast_input;

/// The first contact of a cast or ray. All zero, undecided, after a failed call.
typedef struct ifr_world_cast_result {
    /// Hit: answer is the first proved contact. Separated: proved to meet nothing. Undecided: no contact is proved, but
    /// one is possible.
    ifr_verdict verdict;
    /// Whether undecided_from is set.
    bool has_undecided;
    /// Always 0, so that equal answers are equal bytes.
    uint8_t reserved[3];
    /// Time from which an undecided contact is possible; never after the hit.
    double undecided_from;
    /// The body that is met; 0 when none is.
    uint64_t id;
    /// Its key.
    uint64_t user;
    /// The contact: A is the body that was cast, B the other. All zero without a hit.
    struct ifr_time_of_impact_result answer;
} ifr_world_cast_result;

/// Input of ifr_world_ray.
typedef struct ifr_world_ray_input {
    /// Where a point starts.
    double from[3];
    /// Where it ends; times are parts of the way between.
    double to[3];
    /// Filter of the bodies that count.
    struct ifr_query_filter filter;
    /// Solver. This and all fields that follow are those of ifr_time_of_impact_input.
    int32_t method;
    /// Pivots.
    uint32_t max_pivots;
    /// Largest gap of a contact that is near.
    double tolerance;
    /// Target gap: the first time is searched at which the gap falls to this length.
    double target_separation;
    /// An ifr_initial_contact.
    int32_t initial_contact;
    /// Distance solves of one body.
    uint32_t budget;
} ifr_world_ray_input;

/// A body that a cast or ray meets, or may meet.
typedef struct ifr_cast_hit {
    /// Which body.
    uint64_t id;
    /// Its key.
    uint64_t user;
    /// The contact, or the undecided answer: A is the body that was cast, B the other.
    struct ifr_time_of_impact_result answer;
} ifr_cast_hit;

/// A body that another meets, or may meet.
typedef struct ifr_overlap {
    /// Hit, or undecided.
    ifr_verdict verdict;
    /// Why it is undecided.
    ifr_reason reason;
    /// Which body.
    uint64_t id;
    /// Its key.
    uint64_t user;
} ifr_overlap;

/// Input of ifr_world_overlap, and memory for the answers.
typedef struct ifr_world_overlap_input {
    /// A body; not NULL, and not of the world.
    const struct ifr_body *shape;
    /// Where it is.
    struct ifr_pose pose;
    /// Filter of the bodies that count.
    struct ifr_query_filter filter;
    /// Yours: room for capacity overlaps, zeroed beyond the last; NULL when that is 0.
    struct ifr_overlap *overlaps;
    /// Overlaps for which there is room.
    size_t capacity;
} ifr_world_overlap_input;

/// Input of ifr_world_nearest.
typedef struct ifr_world_nearest_input {
    /// A body; not NULL, and not of the world.
    const struct ifr_body *shape;
    /// Where it is.
    struct ifr_pose pose;
    /// Filter of the bodies that count.
    struct ifr_query_filter filter;
    /// Bodies farther away do not count. 0: no limit.
    double cutoff;
} ifr_world_nearest_input;

/// The nearest body. All zero after a failed call, and when there is none.
typedef struct ifr_world_nearest_result {
    /// Which body; 0: none is within the cut-off.
    uint64_t id;
    /// Its key.
    uint64_t user;
    /// The distance: A is the body of the query, B this one.
    struct ifr_distance_result distance;
} ifr_world_nearest_result;

/// Two bodies of a world and how far apart they are.
typedef struct ifr_close_pair {
    /// Body A, which comes before B by your keys, then by ids.
    uint64_t id_a;
    /// Body B.
    uint64_t id_b;
    /// Your key of A.
    uint64_t user_a;
    /// Your key of B.
    uint64_t user_b;
    /// Their distance.
    struct ifr_distance_result distance;
} ifr_close_pair;

/// Input of ifr_world_closest_pairs, and memory for the answers.
typedef struct ifr_world_closest_pairs_input {
    /// Bodies that are in pairs.
    struct ifr_query_filter filter;
    /// Pairs farther apart do not count. 0: no limit.
    double cutoff;
    /// Yours: room for capacity pairs, zeroed beyond the last; NULL when that is 0.
    struct ifr_close_pair *pairs;
    /// Largest number of pairs that are returned.
    size_t capacity;
} ifr_world_closest_pairs_input;

/// Options for creating event functions.
typedef struct ifr_contact_events_input {
    /// Number of functions. 0: 16.
    uint32_t slot_count;
    /// Not read.
    uint8_t reserved[4];
    /// A contact ends only where the bodies are farther apart than this, because a pair in contact reads its signed
    /// distance less this. So no step begins at a root. Finite, not negative.
    double hysteresis;
} ifr_contact_events_input;

/// Signed distance of a pair, and the points and normal there.
typedef struct ifr_signed_distance {
    /// Whether the function has a pair. Without one its value is 1 and all else is 0.
    bool has_pair;
    /// Whether the pair was in contact at the selection: the side that only an event changes.
    bool touching;
    /// Always 0, so that equal answers are equal bytes.
    uint8_t reserved[6];
    /// The body that comes first by your keys, then by ids.
    uint64_t a;
    /// The other.
    uint64_t b;
    /// The function's value: the distance, or minus the depth; of a pair that is touching less the hysteresis.
    double z;
    /// The true value is within this of z.
    double error;
    /// Unit normal from a to b, world axes; zero where there is none.
    double normal[3];
    /// Point of a nearest to b, or deepest in it; world frame.
    double point_a[3];
    /// Point of b nearest to a, or deepest in it, in the world.
    double point_b[3];
} ifr_signed_distance;

/// Puts the bodies of a world where the state y of a solver has them, by ifr_world_teleport. Returns 0, or anything
/// else to make the solver stop.
typedef int (*ifr_place_callback)(void *user, double t, const double *y, struct ifr_world *world);

/// All that ifr_root_functions_evaluate needs: what a solver's user data points to.
typedef struct ifr_root_functions {
    /// The selection.
    const struct ifr_contact_events *events;
    /// Whose bodies are placed.
    struct ifr_world *world;
    /// Places them.
    ifr_place_callback place;
    /// Handed to place.
    void *user;
    /// Error of the last call that returned anything but 0.
    struct ifr_error error;
} ifr_root_functions;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/// Version of the library that is linked, for example "0.1.0". Static memory: do not free it.
IFR_API const char *ifr_version_string(void);

/// Version of the library that is linked, in the form of IFR_VERSION_NUMBER. While the major
/// version is 0, structs may change with the minor version: a program that loads a shared
/// library should stop when this divided by 100 is not IFR_VERSION_NUMBER / 100.
IFR_API uint32_t ifr_version_number(void);

/// One line of English for a status; never NULL, "unknown status" for any other integer. Static
/// memory: do not free it.
IFR_API const char *ifr_status_text(int32_t status);

/// False only for IFR_VERDICT_SEPARATED: doubt, and every integer that is no verdict, is a
/// possible hit. After a failed call the verdict is undecided, so this is true as well.
IFR_API bool ifr_may_hit(int32_t verdict);

/// False only for IFR_CONTAINMENT_VERDICT_INSIDE: doubt, and every integer that is no verdict, is a
/// possible exit. After a failed call the verdict is undecided, so this is true as well.
IFR_API bool ifr_may_leave(int32_t verdict);

/// "undecided", "separated", "hit", or "unknown" for any other integer. Never NULL; static
/// memory: do not free it. The names are those of the JSON lines and of the program.
IFR_API const char *ifr_verdict_text(int32_t verdict);

/// "undecided", "inside", "not_inside", or "unknown". See ifr_verdict_text.
IFR_API const char *ifr_containment_verdict_text(int32_t verdict);

/// "none", "hulls_meet", "near_slack", "budget", "rounding", "solver_tolerance",
/// "solver_failed", "unproved", "touching", "body_kind", "initial_contact", or "unknown". See ifr_verdict_text.
IFR_API
const char *ifr_reason_text(int32_t reason);

/// "hull", "motion", or "unknown". See ifr_verdict_text.
IFR_API const char *ifr_about_text(int32_t about);

/// "nothing", "state", "float", "exact", or "unknown". See ifr_verdict_text.
IFR_API const char *ifr_decided_by_text(int32_t decided_by);

/// "default", "ray_simplex", "interior_point", "tableau", "gjk", "mpr", "good_lp" (in libraries that have
/// it), or "unknown". See ifr_verdict_text.
IFR_API
const char *ifr_method_text(int32_t method);

/// Writes the empty state, which is all zero.
IFR_API ifr_status ifr_pair_state_init(struct ifr_pair_state *out);

/// Lets all memory of the library come from your functions: bodies, worlds, frames, texts, and what a query needs. Call it
/// before any other function of the library; the functions and their user pointer stay in use until the process ends.
/// IFR_STATUS_TOO_LATE once the library has allocated, or if it was called before: then nothing changes. IFR_STATUS_BAD_POINTER
/// if a function is NULL. Without it memory is the system's (malloc).
IFR_API
ifr_status ifr_set_allocator(const struct ifr_allocator *allocator);

/// Frees a text or bytes that a call allocated, because its capacity was IFR_ALLOCATE. NULL is fine.
IFR_API
void ifr_memory_free(void *memory);

/// "warning", "info", or "unknown". See ifr_verdict_text.
IFR_API const char *ifr_log_level_text(int32_t level);

/// Lets a function take the library's log lines, those of most_level (an ifr_log_level) and of lower numbers; NULL: none,
/// which costs nothing. It is one for the process. Warnings: points that stand twice, triangles on a line or given twice,
/// vertices that no triangle has, numbers that look like floats read as doubles, pairs of a frame that its budget left
/// untested. Queries about a pair write no lines: their answers say what they could not decide. Lines allocate. Once it
/// returned, another thread may still be in the function before. IFR_STATUS_UNKNOWN_VALUE for another level.
IFR_API
ifr_status ifr_set_log(int32_t most_level,
                       ifr_log_callback log,
                       void *user);

/// "empty", "point", "segment", "flat", "solid", or "unknown". See ifr_verdict_text.
IFR_API const char *ifr_dimension_text(int32_t dimension);

/// Builds the convex hull of count points (x y z x y z ...) in the body's frame. Any finite
/// points will do: in any order, with duplicates and interior points, flat, collinear, one, none
/// (xyz may then be NULL). The points are copied. options: memory to be spent for speed, NULL for
/// the defaults; no option changes a verdict.
///
/// On success *out is the new body, yours to destroy; on failure it is NULL. Allocates; about
/// count log count time. Build bodies when a level loads, not in a frame. IFR_STATUS_OUT_OF_MEMORY unless
/// 1024 bytes a point can be allocated, of which most bodies take less than 100.
IFR_API
ifr_status ifr_polytope_create(const double *xyz,
                               size_t count,
                               const struct ifr_polytope_options *options,
                               struct ifr_body **out,
                               struct ifr_error *error);

/// Builds a polytope as ifr_polytope_create does, of points in float or double anywhere in your memory. The same numbers
/// make the same body, to the bit.
IFR_API
ifr_status ifr_polytope_create_from_vectors(const struct ifr_vectors *vertices,
                                            const struct ifr_polytope_options *options,
                                            struct ifr_body **out,
                                            struct ifr_error *error);

/// Writes a body of any kind as bytes, which ifr_body_create_from_bytes makes a body of: the same on every machine. Fill a level's
/// file with them when the level is built. About 70 bytes a corner of a hull and 30 a triangle of a mesh. See ifr_bytes. Allocates.
IFR_API
ifr_status ifr_body_to_bytes(const struct ifr_body *body,
                             struct ifr_bytes *bytes,
                             struct ifr_error *error);

/// Makes the body that ifr_body_to_bytes was called with: each answer about it is the same, to the bit. data: size bytes, of any
/// alignment, which are not kept. They may come from anywhere: what a verdict rests on is proved or computed again, so that
/// bytes that are damaged or made up are refused (IFR_STATUS_BYTES, or the status of a constructor). Takes time and memory in
/// proportion to size; docs/guide/LOADING.md says what else. On success *out is the new body, yours to destroy; on failure
/// it is NULL.
IFR_API
ifr_status ifr_body_create_from_bytes(const uint8_t *data,
                                      size_t size,
                                      struct ifr_body **out,
                                      struct ifr_error *error);

/// Frees a body. NULL is fine. The body must not be in use by another thread, nor be used or
/// destroyed again.
IFR_API void ifr_body_destroy(struct ifr_body *body);

/// Writes the measures of a polytope, or of the core of a body with a radius. Like all ifr_polytope functions, it
/// refuses a cylinder, cone or ellipsoid (IFR_STATUS_BODY). Does not allocate.
IFR_API
ifr_status ifr_polytope_get_info(const struct ifr_body *body,
                                 struct ifr_polytope_info *out);

/// Number of corners; 0 for NULL.
IFR_API size_t ifr_polytope_vertex_count(const struct ifr_body *body);

/// Writes corner index (below vertex_count) to out_xyz[0..2], body frame, exactly as it was given
/// to ifr_polytope_create. Corners are in lexicographic order of (x, y, z).
IFR_API
ifr_status ifr_polytope_get_vertex(const struct ifr_body *body,
                                   size_t index,
                                   double *out_xyz);

/// Writes where in the list given to ifr_polytope_create corner index (below vertex_count) stood
/// first, counted in points.
IFR_API
ifr_status ifr_polytope_get_source_index(const struct ifr_body *body,
                                         size_t index,
                                         size_t *out);

/// Writes face index (below face_count of ifr_polytope_info). Copies nothing.
IFR_API
ifr_status ifr_polytope_get_face(const struct ifr_body *body,
                                 size_t index,
                                 struct ifr_face *out);

/// A box about the origin of the body's frame, from -half_extents to half_extents along x, y and z: the polytope of its
/// eight corners. half_extents: three numbers, none negative; 0 makes it flat. See ifr_sphere_create.
IFR_API
ifr_status ifr_cuboid_create(const double *half_extents,
                             struct ifr_body **out,
                             struct ifr_error *error);

/// A ball of this radius (not negative) about the origin of the body's frame; of radius 0 a point. No
/// approximation: verdicts about it are exact. On success *out is the new body, yours to destroy; on
/// failure it is NULL. Allocates.
IFR_API
ifr_status ifr_sphere_create(double radius,
                             struct ifr_body **out,
                             struct ifr_error *error);

/// All points within radius of the segment from -half_length to half_length on the z axis of the body's
/// frame, so 2 (half_length + radius) long; neither may be negative. For other ends, give
/// ifr_rounded_create the polytope of two points. See ifr_sphere_create.
IFR_API
ifr_status ifr_capsule_create(double half_length,
                              double radius,
                              struct ifr_body **out,
                              struct ifr_error *error);

/// A cylinder about the z axis of the body's frame, from -half_length to half_length; neither number may be
/// negative. Its surface is no polytope's: bodies that touch it to less than 2^-47 of their sizes and distance are
/// undecided (IFR_REASON_TOUCHING). docs/guide/ROUND.md says which queries take it and which answers have a certificate;
/// others return IFR_STATUS_BODY. See ifr_sphere_create.
IFR_API
ifr_status ifr_cylinder_create(double half_length,
                               double radius,
                               struct ifr_body **out,
                               struct ifr_error *error);

/// A cone about the z axis of the body's frame: a base of this radius at -half_length, the apex at
/// half_length. See ifr_cylinder_create.
IFR_API
ifr_status ifr_cone_create(double half_length,
                           double radius,
                           struct ifr_body **out,
                           struct ifr_error *error);

/// An ellipsoid about the origin of the body's frame; radii: three numbers, along x, y and z, none negative.
/// See ifr_cylinder_create.
IFR_API
ifr_status ifr_ellipsoid_create(const double *radii,
                                struct ifr_body **out,
                                struct ifr_error *error);

/// All points within radius (not negative) of another body, the core: its own size grows by the radius on every side.
/// If core has a radius, the two are added and the sum is rounded to the nearest double, which is the radius from then
/// on; it must be finite. You destroy both bodies, in any order; they share a polytope's memory. See ifr_sphere_create.
IFR_API
ifr_status ifr_rounded_create(const struct ifr_body *core,
                              double radius,
                              struct ifr_body **out,
                              struct ifr_error *error);

/// A body of any kind with the x, y and z of its points multiplied by factors (three numbers), in its own frame: how you place
/// one shape at several sizes, or mirrored by negative factors. Coordinates and lengths are rounded to the nearest double once,
/// and are the body from then on. A sphere about the origin becomes an ellipsoid if the factors differ. A mirrored mesh
/// keeps its outside outside. IFR_STATUS_SETTING for a factor that is 0 or not finite, and, or IFR_STATUS_BODY for a part of a
/// compound, where no known kind of body comes out: for example a capsule of two factors; the message says which factors the
/// body takes. Costs what building the body costs, in time and memory. You destroy both bodies, in any order.
IFR_API
ifr_status ifr_scaled_create(const struct ifr_body *body,
                             const double *factors,
                             struct ifr_body **out,
                             struct ifr_error *error);

/// Writes the radius of a body; 0 for a polytope itself. Does not allocate.
IFR_API ifr_status ifr_body_get_radius(const struct ifr_body *body, double *out);

/// Writes the identity: origin at 0, not turned.
IFR_API ifr_status ifr_pose_init(struct ifr_pose *out);

/// Writes the pose of a matrix that takes points of the body to the world as columns: R x + p. numbers: 9, 12 or 16 of them,
/// float or double, of any alignment; scalar, shape and order: an ifr_scalar, ifr_matrix_shape and ifr_matrix_order, none of
/// which is 0.
///
/// R must be a rotation: each entry of R^T R within 1e-5 of that of the unit matrix, which is a hundred roundings of float,
/// and no mirror. The last row must be 0 0 0 1 to within 1e-6; a matrix in the other order has its position there. Others
/// are refused (IFR_STATUS_MATRIX, IFR_STATUS_NOT_FINITE), and the message says what is wrong and by how much. The pose's
/// rotation has the entries of R to a few roundings, and to 1e-4 for an R as far from a rotation as that.
IFR_API
ifr_status ifr_pose_init_matrix(const void *numbers,
                                int32_t scalar,
                                int32_t shape,
                                int32_t order,
                                struct ifr_pose *out,
                                struct ifr_error *error);

/// Writes the 4 x 4 matrix of a pose to numbers, room for 16, float or double, of any alignment: the rotation, the position as
/// the fourth column, and 0 0 0 1 as the last row. In double the rotation's entries are within 17 roundings of the exact
/// ones; in float these are rounded to nearest, and a position beyond float is refused (IFR_STATUS_NOT_FINITE).
IFR_API
ifr_status ifr_pose_get_matrix(const struct ifr_pose *pose,
                               int32_t scalar,
                               int32_t order,
                               void *numbers,
                               struct ifr_error *error);

/// The largest float not above x. Use it for lower bounds, for example t_lo and a separation less its error. NaN of NaN.
IFR_API
float ifr_float_below(double x);

/// The smallest float not below x. Use it for upper bounds, for example t_hi and an error. NaN of NaN.
IFR_API
float ifr_float_above(double x);

/// Rounds the three numbers of a point or normal to the nearest floats, and writes to out_moved, unless it is NULL, a bound on
/// the distance that this moves it, rounded up: add it to the point's error. A normal is then of length 1 to about 1e-7, and
/// a plane with it is no proof. A number that is not finite, or beyond float, is refused (IFR_STATUS_NOT_FINITE).
IFR_API
ifr_status ifr_point_to_float(const double *xyz,
                              float *out_xyz,
                              double *out_moved,
                              struct ifr_error *error);

/// Convex parts that move together as one body: the union of their points. Answers name parts by their
/// places in the list; parts of one body are never compared with each other. Corners are moved to their
/// places once, each coordinate rounded to the nearest double; these are the parts from then on. parts
/// may be NULL when count is 0: the empty body. On success *out is the new body, yours to destroy; on
/// failure it is NULL. A part that is itself of several pieces is refused (IFR_STATUS_BODY). Allocates.
///
/// docs/guide/MESHES.md says what each query answers about bodies of several pieces; some refuse them
/// (IFR_STATUS_BODY).
IFR_API
ifr_status ifr_compound_create(const struct ifr_part *parts,
                               size_t count,
                               struct ifr_body **out,
                               struct ifr_error *error);

/// Makes a compound of convex hulls, one of each array of points in the frame of the whole, as a convex decomposition gives
/// them. See ifr_compound_create and ifr_vectors. parts may be NULL when count is 0.
IFR_API
ifr_status ifr_compound_create_from_vectors(const struct ifr_vectors *parts,
                                            size_t count,
                                            struct ifr_body **out,
                                            struct ifr_error *error);

/// A surface of triangles, or the solid that it bounds: vertex_count points (x y z x y z ...) and triangle_count triangles of
/// three indices each. Both lists are copied. All triangles count as they are, closed, so nothing passes between two;
/// answers name them and their vertices by their places in the lists. Unusual input is counted (ifr_trimesh_get_report)
/// and is no error, except an index without a vertex (IFR_STATUS_OUT_OF_RANGE). options: NULL for the defaults. See
/// ifr_compound_create.
IFR_API
ifr_status ifr_trimesh_create(const double *xyz,
                              size_t vertex_count,
                              const uint32_t *triangles,
                              size_t triangle_count,
                              const struct ifr_trimesh_options *options,
                              struct ifr_body **out,
                              struct ifr_error *error);

/// Builds a mesh as ifr_trimesh_create does, of vertices in float or double and of indices of 16 or 32 bits, anywhere in
/// your memory. An array of triangles has three indices each: its count is a third of the number of indices. The same numbers
/// make the same body, to the bit.
IFR_API
ifr_status ifr_trimesh_create_from_vectors(const struct ifr_vectors *vertices,
                                           const struct ifr_vectors *triangles,
                                           const struct ifr_trimesh_options *options,
                                           struct ifr_body **out,
                                           struct ifr_error *error);

/// Writes the counts of what is unusual in a triangle mesh. Any other body is refused (IFR_STATUS_BODY). Does not
/// allocate.
IFR_API
ifr_status ifr_trimesh_get_report(const struct ifr_body *body,
                                  struct ifr_trimesh_report *out);

/// A surface over a grid: rows times columns heights, row by row; NaN is a hole: both triangles of each of the up to
/// four cells around it are missing. The vertex of row r and column c is at x = origin[0] + c spacing[0],
/// y = origin[1] + r spacing[1]. Each cell has two triangles, its diagonal from (r, c) to (r + 1, c + 1); cell k, counted
/// row by row, has the triangles 2k, on the side of (r, c + 1), and 2k + 1. The heights are copied. A grid of a wrong
/// size or spacing is IFR_STATUS_SETTING. See ifr_compound_create.
IFR_API
ifr_status ifr_height_field_create(const double *heights,
                                   const struct ifr_grid *grid,
                                   struct ifr_body **out,
                                   struct ifr_error *error);

/// Builds a height field as ifr_height_field_create does, from heights in float, which take half the memory.
IFR_API
ifr_status ifr_height_field_create_float(const float *heights,
                                         const struct ifr_grid *grid,
                                         struct ifr_body **out,
                                         struct ifr_error *error);

/// Builds a height field as ifr_height_field_create does, of heights in float or double anywhere in your memory. heights must
/// have as many entries as the grid has places. Heights in float take half the memory; the same numbers give the same
/// answers, to the bit.
IFR_API
ifr_status ifr_height_field_create_from_vectors(const struct ifr_vectors *heights,
                                                const struct ifr_grid *grid,
                                                struct ifr_body **out,
                                                struct ifr_error *error);

/// Reads a mesh file by its path, in UTF-8; the ending says the format (.obj, .stl, .off). Regular files of at most 256 MiB.
/// Files may come from anywhere: what is wrong is IFR_STATUS_MESH_FILE, and the message names the line. Time and memory are in
/// proportion to the size. On success *out is yours to destroy; on failure it is NULL.
IFR_API
ifr_status ifr_mesh_file_open(const char *path,
                              struct ifr_mesh_file **out,
                              struct ifr_error *error);

/// Reads a mesh file that is in memory: size bytes, and an ifr_mesh_format. See ifr_mesh_file_open. Nothing of data is kept.
IFR_API
ifr_status ifr_mesh_file_read(const uint8_t *data,
                              size_t size,
                              int32_t format,
                              struct ifr_mesh_file **out,
                              struct ifr_error *error);

/// Frees a mesh file, and with it the memory of its vectors. NULL is fine. Bodies that were made of it stay.
IFR_API
void ifr_mesh_file_destroy(struct ifr_mesh_file *file);

/// Writes the vertices, doubles, which ifr_polytope_create_from_vectors and ifr_trimesh_create_from_vectors take. They are the
/// file's memory: not after it is destroyed.
IFR_API
ifr_status ifr_mesh_file_get_vertices(const struct ifr_mesh_file *file,
                                      struct ifr_vectors *out,
                                      struct ifr_error *error);

/// Writes the triangles of all faces, for ifr_trimesh_create_from_vectors. A face of more than three corners is cut into
/// triangles that go round the same way. A file without faces, or with a face that crosses itself, is IFR_STATUS_MESH_FILE.
/// They are the file's memory: not after it is destroyed.
IFR_API
ifr_status ifr_mesh_file_get_triangles(const struct ifr_mesh_file *file,
                                       struct ifr_vectors *out,
                                       struct ifr_error *error);

/// Number of the file's named parts, the objects and groups of OBJ; 0 for other formats and for NULL.
IFR_API
size_t ifr_mesh_file_part_count(const struct ifr_mesh_file *file);

/// Writes the name of part index (below part_count), in the order of the file.
IFR_API
ifr_status ifr_mesh_file_get_part_name(const struct ifr_mesh_file *file,
                                       size_t index,
                                       struct ifr_text *text,
                                       struct ifr_error *error);

/// Builds the convex hull of a part's vertices, by its name; of all vertices if part is NULL. options: see
/// ifr_polytope_create.
IFR_API
ifr_status ifr_polytope_create_from_mesh_file(const struct ifr_mesh_file *file,
                                              const char *part,
                                              const struct ifr_polytope_options *options,
                                              struct ifr_body **out,
                                              struct ifr_error *error);

/// A body that stays where it is.
IFR_API ifr_status ifr_motion_init_fixed(const struct ifr_pose *pose, struct ifr_motion *out);

/// From one pose to another by the shortest arc, pivot at the body's origin. The values are
/// checked by the query that takes the motion, not here.
IFR_API
ifr_status ifr_motion_init_between(const struct ifr_pose *start,
                                   const struct ifr_pose *end,
                                   struct ifr_motion *out);

/// To a position and by a rotation vector over the frame, three numbers each, world axes; pivot at
/// the body's origin. end_p is where that origin is at t = 1: with velocities v and w and a frame of
/// length s, give start.p + s v and s w. The values are checked by the query that takes the motion,
/// not here.
IFR_API
ifr_status ifr_motion_init_turn(const struct ifr_pose *start,
                                const double *end_p,
                                const double *turn,
                                struct ifr_motion *out);

/// Writes where a body is at time t of a motion, 0 to 1, to rounding: at 0 where it starts, at 1 where it ends, to the
/// bit.
IFR_API
ifr_status ifr_motion_pose(const struct ifr_motion *motion,
                           double t,
                           struct ifr_pose *out,
                           struct ifr_error *error);

/// Writes the parts of a motion before and after time t, 0 to 1. Both parts move the pivot on the same line and turn
/// the body about the same axis, to rounding: the first for the fraction t of the way and of the turn, the second for
/// the rest. At 0 and 1 the empty part stays where it is. Use it, for example, to move all bodies to the time of a
/// contact, and then through the rest of the frame: see ifr_world_advance.
IFR_API
ifr_status ifr_motion_split(const struct ifr_motion *motion,
                            double t,
                            struct ifr_motion_parts *out,
                            struct ifr_error *error);

/// "none", "vertex", "edge", "face", or "unknown". See ifr_verdict_text.
IFR_API const char *ifr_feature_kind_text(int32_t kind);

/// Frees a certificate. NULL is fine.
IFR_API void ifr_certificate_destroy(struct ifr_certificate *certificate);

/// Checks a certificate with code on which no query depends: integers where the motion
/// is rational, intervals rounded outward where it turns. IFR_STATUS_REJECTED when it does not
/// prove what it claims; the error says why, and which link. Allocates.
IFR_API
ifr_status ifr_certificate_verify(const struct ifr_certificate *certificate,
                                  struct ifr_proved *out,
                                  struct ifr_error *error);

/// Writes a certificate as one line of JSON, for ifr_verify, `interframe verify` and other
/// checkers; docs/guide/CERTIFICATES.md describes it. A file that holds this line, or several of them, is a whole
/// proof file. Every number reads back to the same bits.
IFR_API
ifr_status ifr_certificate_to_json(const struct ifr_certificate *certificate,
                                   struct ifr_text *text,
                                   struct ifr_error *error);

/// Checks a certificate given as the text that ifr_certificate_to_json writes. See ifr_certificate_verify; a text that
/// is no certificate is rejected too.
IFR_API
ifr_status ifr_verify(const char *json,
                      struct ifr_proved *out,
                      struct ifr_error *error);

/// Do two bodies meet at these poses? Decided as in real arithmetic on the numbers given:
/// touching is a hit, a last place apart is separated.
///
/// Tens to hundreds of nanoseconds; does not allocate, unless doubles leave the answer open and exact
/// arithmetic decides.
IFR_API
ifr_status ifr_intersect(const struct ifr_intersect_input *input,
                         struct ifr_pair_state *state,
                         struct ifr_intersect_result *result,
                         struct ifr_error *error);

/// Writes the input of ifr_intersect as one line of JSON, to be attached to a report: in a file,
/// "interframe query FILE" answers it, bit for bit as ifr_intersect does with this state. Every
/// number is written so that it reads back to the same bits; bodies, options and state are in it.
///
/// state: the pair's state before the query, or NULL for an empty one; it is not changed. id: any text, which names
/// the line. text receives the line without a line end. Allocates. The same holds for every ifr_..._to_json of a
/// query.
IFR_API
ifr_status ifr_intersect_to_json(const struct ifr_intersect_input *input,
                                 const struct ifr_pair_state *state,
                                 const char *id,
                                 struct ifr_text *text,
                                 struct ifr_error *error);

/// Runs ifr_intersect from an empty pair state and makes the certificate of the answer.
/// *out is yours to destroy; NULL on failure, and with IFR_STATUS_OK when the answer is undecided,
/// bodies of several pieces are apart, or curved bodies meet by too little (docs/guide/ROUND.md): nothing is
/// proved. Allocates; a hit takes tens of microseconds, because its columns are found in exact integers.
IFR_API
ifr_status ifr_certificate_of_intersect(const struct ifr_intersect_input *input,
                                        struct ifr_certificate **out,
                                        struct ifr_error *error);

/// How far apart are two bodies at these poses, where, and what holds the nearest points?
///
/// The sign is exact: a hit when they share a point in real arithmetic on the numbers given, as
/// ifr_intersect says. The distance is known to error. Tens to hundreds of nanoseconds; does not
/// allocate, unless doubles leave the answer open and exact arithmetic decides.
IFR_API
ifr_status ifr_distance(const struct ifr_distance_input *input,
                        struct ifr_pair_state *state,
                        struct ifr_distance_result *result,
                        struct ifr_error *error);

/// Writes the input of ifr_distance as one line of JSON. See ifr_intersect_to_json.
IFR_API
ifr_status ifr_distance_to_json(const struct ifr_distance_input *input,
                                const struct ifr_pair_state *state,
                                const char *id,
                                struct ifr_text *text,
                                struct ifr_error *error);

/// Is the distance of two bodies at these poses at most that of the input? Decided as in real arithmetic on the
/// numbers given; cheaper than ifr_distance, because it ends as soon as that is known.
///
/// Tens to hundreds of nanoseconds; does not allocate, unless the distance is the input's to
/// rounding and exact arithmetic decides.
IFR_API
ifr_status ifr_within(const struct ifr_within_input *input,
                      struct ifr_pair_state *state,
                      struct ifr_within_result *result,
                      struct ifr_error *error);

/// Writes the input of ifr_within as one line of JSON. See ifr_intersect_to_json.
IFR_API
ifr_status ifr_within_to_json(const struct ifr_within_input *input,
                              const struct ifr_pair_state *state,
                              const char *id,
                              struct ifr_text *text,
                              struct ifr_error *error);

/// Certifies an answer of ifr_within; see ifr_certificate_of_intersect.
IFR_API
ifr_status ifr_certificate_of_within(const struct ifr_within_input *input,
                                     struct ifr_certificate **out,
                                     struct ifr_error *error);

/// Depth, direction and witnesses of the overlap of two bodies at these poses.
///
/// The depth is the length of the shortest translation that leaves them touching at most, or of that
/// along a direction you choose, exact up to rounding, however deep or concentric they are. Where
/// several directions are equally short, any of them may be answered.
///
/// Microseconds, along a direction some hundred nanoseconds; does not allocate while the polytope
/// grown inside the Minkowski difference has at most 128 triangles and doubles decide whether the
/// bodies meet. Does not use state.
IFR_API
ifr_status ifr_penetration(const struct ifr_penetration_input *input,
                           struct ifr_pair_state *state,
                           struct ifr_penetration_result *result,
                           struct ifr_error *error);

/// Writes the input of ifr_penetration as one line of JSON. See ifr_intersect_to_json.
IFR_API
ifr_status ifr_penetration_to_json(const struct ifr_penetration_input *input,
                                   const struct ifr_pair_state *state,
                                   const char *id,
                                   struct ifr_text *text,
                                   struct ifr_error *error);

/// Where two bodies touch or are at most prediction apart: up to four points with a common normal,
/// that of the least depth or of the distance.
///
/// If there are more than four contacts, you get the deepest, the one farthest from it, and the farthest on each
/// side of the line between these two. For convex bodies it does not allocate, unless doubles leave open whether they meet or a
/// deep pair of round bodies needs more than a fixed memory. For bodies of several pieces it allocates lists of the
/// pairs that touch and of their contacts.
IFR_API
ifr_status ifr_contact_manifold(const struct ifr_contact_manifold_input *input,
                                struct ifr_pair_state *state,
                                struct ifr_contact_manifold_result *result,
                                struct ifr_error *error);

/// Computes the manifold as ifr_contact_manifold does, and writes every contact of the two features, not only the best four.
/// Their order is that around A's feature, then B's.
IFR_API
ifr_status ifr_contact_points(const struct ifr_contact_points_input *input,
                              struct ifr_pair_state *state,
                              struct ifr_contact_points_result *result,
                              struct ifr_error *error);

/// Writes the input of ifr_contact_manifold as one line of JSON. See ifr_intersect_to_json.
IFR_API
ifr_status ifr_contact_manifold_to_json(const struct ifr_contact_manifold_input *input,
                                        const struct ifr_pair_state *state,
                                        const char *id,
                                        struct ifr_text *text,
                                        struct ifr_error *error);

/// "nothing", "portal", "axis", "distance", "penetration", or "unknown". See ifr_verdict_text.
IFR_API const char *ifr_mpr_route_text(int32_t route);

/// "none", "coincident_centers", "flat", "degenerate_portal", "limit", "sign_unclear", or "unknown". See
/// ifr_verdict_text.
IFR_API
const char *ifr_mpr_detour_text(int32_t detour);

/// The signed distance of two bodies by improved Minkowski Portal Refinement (Neumayr and Otter
/// 2017): the sign of ifr_intersect, a distance or a depth of the portal, and bounds of the
/// true one. ifr_distance and ifr_penetration give the true values always. Takes convex bodies
/// of every kind: a radius smooths the distance as it smooths the body.
///
/// One to a few microseconds by the portal. Allocates only where the route that it takes does. Does not use state.
IFR_API
ifr_status ifr_mpr(const struct ifr_mpr_input *input,
                   struct ifr_pair_state *state,
                   struct ifr_mpr_result *result,
                   struct ifr_error *error);

/// Writes the input of ifr_mpr as one line of JSON. See ifr_intersect_to_json.
IFR_API
ifr_status ifr_mpr_to_json(const struct ifr_mpr_input *input,
                           const struct ifr_pair_state *state,
                           const char *id,
                           struct ifr_text *text,
                           struct ifr_error *error);

/// Is B inside A at these poses, and with what margin? Inside is decided as in real arithmetic on
/// the numbers given.
///
/// Costs a support query on B for each face of A; does not allocate, unless doubles leave the answer open and exact
/// arithmetic decides. Does not use state.
IFR_API
ifr_status ifr_contains(const struct ifr_contains_input *input,
                        struct ifr_pair_state *state,
                        struct ifr_contains_result *result,
                        struct ifr_error *error);

/// Writes the input of ifr_contains as one line of JSON. See ifr_intersect_to_json.
IFR_API
ifr_status ifr_contains_to_json(const struct ifr_contains_input *input,
                                const struct ifr_pair_state *state,
                                const char *id,
                                struct ifr_text *text,
                                struct ifr_error *error);

/// Runs ifr_contains and makes the certificate of the answer, like
/// ifr_certificate_of_intersect.
IFR_API
ifr_status ifr_certificate_of_contains(const struct ifr_contains_input *input,
                                       struct ifr_certificate **out,
                                       struct ifr_error *error);

/// Builds A - B in world axes: the bodies meet iff it holds the origin. It is meant for drawing, and for bodies of tens
/// of vertices; queries never build it.
///
/// Corner k is vertex i of A less vertex j of B, where ifr_polytope_get_source_index of k is i times
/// B's vertex count, plus j. Empty when a body is. On success *out is the new body, yours to destroy;
/// on failure it is NULL. Allocates; n log n time for n the product of both vertex counts
/// (IFR_STATUS_TOO_MANY_VERTICES above 536,870,911).
IFR_API
ifr_status ifr_minkowski_difference(const struct ifr_minkowski_difference_input *input,
                                    struct ifr_body **out,
                                    struct ifr_error *error);

/// Writes the input of ifr_minkowski_difference as one line of JSON; its answer has a verdict
/// besides. See ifr_intersect_to_json.
IFR_API
ifr_status ifr_minkowski_difference_to_json(const struct ifr_minkowski_difference_input *input,
                                            const struct ifr_pair_state *state,
                                            const char *id,
                                            struct ifr_text *text,
                                            struct ifr_error *error);

/// Builds A + B in world axes: all sums of a point of A and a point of B. Corner k is vertex i of A plus vertex j of
/// B; otherwise like ifr_minkowski_difference.
IFR_API
ifr_status ifr_minkowski_sum(const struct ifr_minkowski_difference_input *input,
                             struct ifr_body **out,
                             struct ifr_error *error);

/// Writes the input of ifr_minkowski_sum as one line of JSON. See ifr_minkowski_difference_to_json.
IFR_API
ifr_status ifr_minkowski_sum_to_json(const struct ifr_minkowski_difference_input *input,
                                     const struct ifr_pair_state *state,
                                     const char *id,
                                     struct ifr_text *text,
                                     struct ifr_error *error);

/// "certified", "full", "face_grouped", "silhouette", or "unknown". See ifr_verdict_text.
IFR_API const char *ifr_sweep_text(int32_t sweep);

/// "relative", "world", or "unknown". See ifr_verdict_text.
IFR_API const char *ifr_frame_text(int32_t frame);

/// Do two bodies meet at any time between two frames?
///
/// With the zero sweep and frame the answer is about the motion. Separated: proved apart at every time of the
/// frame, however the bodies turn. Hit: proved to meet; only bodies that do not turn get this. Undecided: the
/// sweeps meet or nearly do, reason says which; treat it as a possible hit, or query the two halves of the frame.
///
/// Do not share one state with ifr_intersect if you want its speed. Does not allocate, unless exact
/// arithmetic decides.
IFR_API
ifr_status ifr_interframe(const struct ifr_interframe_input *input,
                          struct ifr_pair_state *state,
                          struct ifr_interframe_result *result,
                          struct ifr_error *error);

/// Writes the input of ifr_interframe as one line of JSON. See ifr_intersect_to_json.
IFR_API
ifr_status ifr_interframe_to_json(const struct ifr_interframe_input *input,
                                  const struct ifr_pair_state *state,
                                  const char *id,
                                  struct ifr_text *text,
                                  struct ifr_error *error);

/// Runs ifr_interframe and makes the certificate of the answer, like
/// ifr_certificate_of_intersect. There is no certificate for IFR_SWEEP_FACE_GROUPED and
/// IFR_SWEEP_SILHOUETTE either.
IFR_API
ifr_status ifr_certificate_of_interframe(const struct ifr_interframe_input *input,
                                         struct ifr_certificate **out,
                                         struct ifr_error *error);

/// Do the hulls of two bodies that deform meet, each the hull of its corners at t = 0 and t = 1?
/// World frame; the verdict is about the hulls. Separated holds for every way in which each corner
/// stays on the line between its two positions.
///
/// The lists are read in place and not kept. Time grows with the number of corners.
IFR_API
ifr_status ifr_interframe_vertices(const struct ifr_interframe_vertices_input *input,
                                   struct ifr_pair_state *state,
                                   ifr_interframe_vertices_result *result,
                                   struct ifr_error *error);

/// Writes the input of ifr_interframe_vertices as one line of JSON. See ifr_intersect_to_json.
IFR_API
ifr_status ifr_interframe_vertices_to_json(const struct ifr_interframe_vertices_input *input,
                                           const struct ifr_pair_state *state,
                                           const char *id,
                                           struct ifr_text *text,
                                           struct ifr_error *error);

/// Runs ifr_interframe_vertices and makes the certificate of the answer, like
/// ifr_certificate_of_intersect.
IFR_API
ifr_status ifr_certificate_of_interframe_vertices(const struct ifr_interframe_vertices_input *input,
                                                  struct ifr_certificate **out,
                                                  struct ifr_error *error);

/// Are the oriented boxes around two moving bodies, at both ends of the frame, apart along one of their face
/// normals or the line of their centres? Separated, about the motion: the bodies are proved apart at every time of
/// the frame, however they turn. Otherwise undecided (IFR_REASON_HULLS_MEET): nothing follows. Never a hit.
///
/// The cost does not depend on the number of vertices, except for one support query, and for a body that turns, one
/// test of each corner. ifr_interframe needs no such test before it. Does not allocate.
IFR_API
ifr_status ifr_extended_boxes_meet(const struct ifr_extended_boxes_meet_input *input,
                                   struct ifr_pair_state *state,
                                   struct ifr_interframe_result *result,
                                   struct ifr_error *error);

/// Writes the input of ifr_extended_boxes_meet as one line of JSON. See ifr_intersect_to_json.
IFR_API
ifr_status ifr_extended_boxes_meet_to_json(const struct ifr_extended_boxes_meet_input *input,
                                           const struct ifr_pair_state *state,
                                           const char *id,
                                           struct ifr_text *text,
                                           struct ifr_error *error);

/// Certifies an answer of ifr_extended_boxes_meet; see ifr_certificate_of_interframe.
IFR_API
ifr_status ifr_certificate_of_extended_boxes_meet(const struct ifr_extended_boxes_meet_input *input,
                                                  struct ifr_certificate **out,
                                                  struct ifr_error *error);

/// "none", "overlap", "near", or "unknown". See ifr_verdict_text.
IFR_API const char *ifr_contact_text(int32_t contact);

/// "report", "ignore_until_separated", "only_if_approaching", "ignore_pairs", or "unknown". See ifr_verdict_text.
IFR_API
const char *ifr_initial_contact_text(int32_t initial_contact);

/// Finds when two moving bodies first meet, at any speed of turning, or proves that they do not.
///
/// Separated: a positive gap is proved at every time of the frame, rounding included. Hit: proved apart before
/// t_lo, in contact by t_hi; contact says how. Bodies in contact at t = 0 are a hit with t_lo = t_hi = 0, unless
/// initial_contact says otherwise. Undecided: the budget ran out, or the least gap and the deepest overlap are
/// below what doubles resolve, about 1e-13 of the larger body's size, or of the distance travelled if that is
/// larger; before t_lo they are proved apart. Whether bodies that do not turn share a point is decided exactly,
/// unless target_separation is above 0: they are near only if they never do, but come within the tolerance after
/// the start.
///
/// Hundreds of nanoseconds to microseconds; does not allocate, unless exact arithmetic decides.
IFR_API
ifr_status ifr_time_of_impact(const struct ifr_time_of_impact_input *input,
                              struct ifr_pair_state *state,
                              struct ifr_time_of_impact_result *result,
                              struct ifr_error *error);

/// Writes the input of ifr_time_of_impact as one line of JSON. See ifr_intersect_to_json.
IFR_API
ifr_status ifr_time_of_impact_to_json(const struct ifr_time_of_impact_input *input,
                                      const struct ifr_pair_state *state,
                                      const char *id,
                                      struct ifr_text *text,
                                      struct ifr_error *error);

/// Runs ifr_time_of_impact and makes the certificate of the answer, a chain of links in time, like
/// ifr_certificate_of_intersect. For an undecided answer it proves the time that is known to be free.
IFR_API
ifr_status ifr_certificate_of_time_of_impact(const struct ifr_time_of_impact_input *input,
                                             struct ifr_certificate **out,
                                             struct ifr_error *error);

/// Finds all times at which two moving bodies are in contact, as brackets of the beginning and the end of each
/// contact, in the order of time.
///
/// Outside the intervals the bodies are proved apart. Every interval holds a certified overlap or a
/// gap within the tolerance, or says why not. A contact has ended when the gap exceeds twice the
/// tolerance; bodies that part and meet again within a 64th of the frame, or a turn of 1/10 radian,
/// may be one interval. When the list is too short, count says how many there are. Does not allocate,
/// unless exact arithmetic decides.
IFR_API
ifr_status ifr_contact_intervals(const struct ifr_contact_intervals_input *input,
                                 struct ifr_pair_state *state,
                                 struct ifr_contact_intervals_result *result,
                                 struct ifr_error *error);

/// Writes the input of ifr_contact_intervals as one line of JSON. See ifr_intersect_to_json.
IFR_API
ifr_status ifr_contact_intervals_to_json(const struct ifr_contact_intervals_input *input,
                                         const struct ifr_pair_state *state,
                                         const char *id,
                                         struct ifr_text *text,
                                         struct ifr_error *error);

/// Runs ifr_contact_intervals and makes the certificate of the answer, like
/// ifr_certificate_of_intersect. It proves that the bodies are apart outside the intervals, and a
/// contact at the beginning and at the end of every interval that has one. What lies inside an
/// interval is not certified. The input's list is not used.
IFR_API
ifr_status ifr_certificate_of_contact_intervals(const struct ifr_contact_intervals_input *input,
                                                struct ifr_certificate **out,
                                                struct ifr_error *error);

/// Finds how near two moving bodies come to each other over the frame, and when.
///
/// Separated: at no time are they nearer than lower_bound, at t they are as near as distance, and error is what lies
/// between: at most the tolerance or some hundred roundings, except beside a curved body (see error). Every time of the
/// closest approach is in t_lo to t_hi. Hit: they meet, distance is 0, and the first time is bracketed as
/// ifr_time_of_impact brackets it. Undecided: the budget ran out, or rounding hides whether they meet; what was proved
/// is in the result. For bodies of several pieces the answer is the least over all pairs of pieces, to error: at t another
/// pair may be nearer than distance, but none is nearer than lower_bound.
///
/// Microseconds; does not allocate, unless exact arithmetic decides whether they meet, or a body has several
/// pieces.
IFR_API
ifr_status ifr_closest_approach(const struct ifr_closest_approach_input *input,
                                struct ifr_pair_state *state,
                                struct ifr_closest_approach_result *result,
                                struct ifr_error *error);

/// Writes the input of ifr_closest_approach as one line of JSON. See ifr_intersect_to_json.
IFR_API
ifr_status ifr_closest_approach_to_json(const struct ifr_closest_approach_input *input,
                                        const struct ifr_pair_state *state,
                                        const char *id,
                                        struct ifr_text *text,
                                        struct ifr_error *error);

/// Runs ifr_closest_approach and makes the certificate of the answer, a chain of links over the frame whose
/// separation is lower_bound, like ifr_certificate_of_time_of_impact.
IFR_API
ifr_status ifr_certificate_of_closest_approach(const struct ifr_closest_approach_input *input,
                                               struct ifr_certificate **out,
                                               struct ifr_error *error);

/// When is moving B first no longer inside moving A, however they turn? Or the proof that it always is.
///
/// Touching from within is inside, as for ifr_contains. Inside: at every time of the frame B reaches
/// beyond no face of A by more than the tolerance, rounding included; strictly inside before t_lo.
/// Not inside: strictly inside before t_lo, a vertex outside at t_hi; outside at t = 0, by however
/// little, is initial. Undecided: the budget ran out or the tolerance is below what doubles
/// resolve. Bodies that do not turn, with target_margin 0, are decided exactly.
///
/// Does not allocate, unless exact arithmetic decides. Does not use state.
IFR_API
ifr_status ifr_time_of_exit(const struct ifr_time_of_exit_input *input,
                            struct ifr_pair_state *state,
                            struct ifr_time_of_exit_result *result,
                            struct ifr_error *error);

/// Writes the input of ifr_time_of_exit as one line of JSON. See ifr_intersect_to_json.
IFR_API
ifr_status ifr_time_of_exit_to_json(const struct ifr_time_of_exit_input *input,
                                    const struct ifr_pair_state *state,
                                    const char *id,
                                    struct ifr_text *text,
                                    struct ifr_error *error);

/// Runs ifr_time_of_exit and makes the certificate of the answer, like ifr_certificate_of_intersect. It proves that
/// B is inside up to t_lo. With the verdict inside it also proves that B is inside to the tolerance from there on,
/// and with not inside that a vertex is outside at t_hi. *out is NULL, and the status IFR_STATUS_OK, when the
/// answer cannot be proved: containment to a tolerance, or with a negative margin, in an A without volume.
IFR_API
ifr_status ifr_certificate_of_time_of_exit(const struct ifr_time_of_exit_input *input,
                                           struct ifr_certificate **out,
                                           struct ifr_error *error);

/// Do the convex hulls of two point sets meet? Decided as in real arithmetic on the numbers given:
/// touching is a hit; the empty set meets nothing.
///
/// For bodies that you query again and again, ifr_intersect is faster by far. Allocates. Does not use
/// state.
IFR_API
ifr_status ifr_intersect_sets(const struct ifr_intersect_sets_input *input,
                              struct ifr_pair_state *state,
                              struct ifr_intersect_sets_result *result,
                              struct ifr_error *error);

/// Writes the input of ifr_intersect_sets as one line of JSON. See ifr_intersect_to_json.
IFR_API
ifr_status ifr_intersect_sets_to_json(const struct ifr_intersect_sets_input *input,
                                      const struct ifr_pair_state *state,
                                      const char *id,
                                      struct ifr_text *text,
                                      struct ifr_error *error);

/// Does the convex hull of A lie in the convex hull of B? Exact, as ifr_intersect_sets: A may touch B's boundary
/// from inside. The empty set is a subset of every set, and no other set is a subset of the empty set. Allocates.
/// Does not use state.
IFR_API
ifr_status ifr_is_subset(const ifr_is_subset_input *input,
                         struct ifr_pair_state *state,
                         struct ifr_is_subset_result *result,
                         struct ifr_error *error);

/// Writes the input of ifr_is_subset as one line of JSON. See ifr_intersect_to_json.
IFR_API
ifr_status ifr_is_subset_to_json(const ifr_is_subset_input *input,
                                 const struct ifr_pair_state *state,
                                 const char *id,
                                 struct ifr_text *text,
                                 struct ifr_error *error);

/// Does a point lie in the convex hull of a set? Exact, as ifr_intersect_sets: the boundary belongs to the
/// hull; nothing lies in the empty set. Allocates. Does not use state.
IFR_API
ifr_status ifr_contains_point(const struct ifr_contains_point_input *input,
                              struct ifr_pair_state *state,
                              struct ifr_contains_point_result *result,
                              struct ifr_error *error);

/// Writes the input of ifr_contains_point as one line of JSON. See ifr_intersect_to_json.
IFR_API
ifr_status ifr_contains_point_to_json(const struct ifr_contains_point_input *input,
                                      const struct ifr_pair_state *state,
                                      const char *id,
                                      struct ifr_text *text,
                                      struct ifr_error *error);

/// Builds the convex hull of count points (x y x y ...) in the body's frame. Any finite points will
/// do: in any order, with duplicates and inner points, collinear, one, none (xy may then be NULL).
/// The points are copied.
///
/// On success *out is the new polygon, yours to destroy; on failure it is NULL. Allocates.
IFR_API
ifr_status ifr_polygon_create(const double *xy,
                              size_t count,
                              struct ifr_polygon **out,
                              struct ifr_error *error);

/// All points within radius (not negative) of a polygon, in place of a radius that it has: of a point a disc, of a
/// segment a stadium. Its corners are those of the polygon, and so is its Minkowski difference. On success *out is the
/// new polygon, yours to destroy; on failure it is NULL. Allocates.
IFR_API
ifr_status ifr_polygon_rounded_create(const struct ifr_polygon *core,
                                      double radius,
                                      struct ifr_polygon **out,
                                      struct ifr_error *error);

/// Frees a polygon. NULL is fine. It must not be in use by another thread, nor be used or destroyed
/// again.
IFR_API void ifr_polygon_destroy(struct ifr_polygon *body);

/// Number of corners; 0 for NULL.
IFR_API size_t ifr_polygon_vertex_count(const struct ifr_polygon *body);

/// Writes corner index (below the vertex count) to out_xy[0..1], body frame, exactly as it was given.
/// Corners are counter-clockwise from the lowest of the leftmost.
IFR_API
ifr_status ifr_polygon_get_vertex(const struct ifr_polygon *body,
                                  size_t index,
                                  double *out_xy);

/// Writes where in the list given to ifr_polygon_create corner index (below the vertex count) stood
/// first, counted in points.
IFR_API
ifr_status ifr_polygon_get_source_index(const struct ifr_polygon *body,
                                        size_t index,
                                        size_t *out);

/// Writes the pose at x, y turned by angle (radians, counter-clockwise).
IFR_API
ifr_status ifr_pose_2d_init(double x,
                            double y,
                            double angle,
                            struct ifr_pose_2d *out,
                            struct ifr_error *error);

/// How far apart are two polygons in the plane, where, and what holds the nearest points? The sign
/// is exact, the distance known to error.
///
/// Tens of nanoseconds for polygons of a few corners, because each support query compares all of them;
/// does not allocate, unless doubles leave the answer open.
IFR_API
ifr_status ifr_distance_2d(const struct ifr_distance_2d_input *input,
                           struct ifr_pair_state *state,
                           struct ifr_distance_2d_result *result,
                           struct ifr_error *error);

/// Writes the input of ifr_distance_2d as one line of JSON. See ifr_intersect_to_json.
IFR_API
ifr_status ifr_distance_2d_to_json(const struct ifr_distance_2d_input *input,
                                   const struct ifr_pair_state *state,
                                   const char *id,
                                   struct ifr_text *text,
                                   struct ifr_error *error);

/// Writes A - B, counter-clockwise from the lowest corner, to the input's corners: the polygons meet iff
/// it holds the origin, and are as far apart as the origin is from it. For drawing.
///
/// *count is the number of corners, 0 when a polygon is empty. When they do not fit,
/// IFR_STATUS_BUFFER_TOO_SMALL: then nothing but *count is written. Allocates.
IFR_API
ifr_status ifr_minkowski_difference_2d(const struct ifr_minkowski_difference_2d_input *input,
                                       size_t *count,
                                       struct ifr_error *error);

/// Writes the input of ifr_minkowski_difference_2d as one line of JSON; its answer has a verdict
/// besides. See ifr_intersect_to_json.
IFR_API
ifr_status ifr_minkowski_difference_2d_to_json(const struct ifr_minkowski_difference_2d_input *input,
                                               const struct ifr_pair_state *state,
                                               const char *id,
                                               struct ifr_text *text,
                                               struct ifr_error *error);

/// Writes A + B, all sums of their points, to the input's corners, counter-clockwise from the lowest: each is a corner
/// of A plus a corner of B. Otherwise like ifr_minkowski_difference_2d.
IFR_API
ifr_status ifr_minkowski_sum_2d(const struct ifr_minkowski_difference_2d_input *input,
                                size_t *count,
                                struct ifr_error *error);

/// Writes the input of ifr_minkowski_sum_2d as one line of JSON. See ifr_minkowski_difference_2d_to_json.
IFR_API
ifr_status ifr_minkowski_sum_2d_to_json(const struct ifr_minkowski_difference_2d_input *input,
                                        const struct ifr_pair_state *state,
                                        const char *id,
                                        struct ifr_text *text,
                                        struct ifr_error *error);

/// The cuboid as a body for every query, in world coordinates: give it the identity as its pose. On success *out is the
/// new body, yours to destroy; on failure it is NULL. Allocates.
IFR_API
ifr_status ifr_yaw_cuboid_create(const struct ifr_yaw_cuboid *cuboid,
                                 struct ifr_body **out,
                                 struct ifr_error *error);

/// How far apart are two upright cuboids, and is that more than a safety distance? Decided as in real
/// arithmetic on the numbers given. Tens of nanoseconds; does not allocate, unless the distance is a positive
/// safety distance to rounding and exact arithmetic decides. Does not use state.
IFR_API
ifr_status ifr_cuboid_separation(const struct ifr_cuboid_separation_input *input,
                                 struct ifr_pair_state *state,
                                 struct ifr_cuboid_separation_result *result,
                                 struct ifr_error *error);

/// Writes the input of ifr_cuboid_separation as one line of JSON. See ifr_intersect_to_json.
IFR_API
ifr_status ifr_cuboid_separation_to_json(const struct ifr_cuboid_separation_input *input,
                                         const struct ifr_pair_state *state,
                                         const char *id,
                                         struct ifr_text *text,
                                         struct ifr_error *error);

/// Certifies an answer of ifr_cuboid_separation; see ifr_certificate_of_intersect.
IFR_API
ifr_status ifr_certificate_of_cuboid_separation(const struct ifr_cuboid_separation_input *input,
                                                struct ifr_certificate **out,
                                                struct ifr_error *error);

/// Runs ifr_cuboid_separation for one cuboid and each of many: writes the answers to the input's results, and to *hits
/// how many are hits. When anything is wrong, every answer is zeroed. Allocates only where ifr_cuboid_separation does.
IFR_API
ifr_status ifr_cuboid_separations(const struct ifr_cuboid_separations_input *input,
                                  size_t *hits,
                                  struct ifr_error *error);

/// ifr_intersect of each pair of a batch: writes pair_count answers to results, in the order of the pairs, the same
/// bits on any threads. input: options for ifr_intersect, or NULL for the defaults; its pair is not read.
/// Poses are read once and serve every pair. When anything is wrong, every answer is zeroed, and states of pairs
/// may have changed, which costs nothing but time. Allocates.
IFR_API
ifr_status ifr_intersect_batch(const struct ifr_posed_batch *batch,
                               const struct ifr_intersect_input *input,
                               struct ifr_intersect_result *results,
                               struct ifr_error *error);

/// ifr_distance of each pair of a batch. See ifr_intersect_batch.
IFR_API
ifr_status ifr_distance_batch(const struct ifr_posed_batch *batch,
                              const struct ifr_distance_input *input,
                              struct ifr_distance_result *results,
                              struct ifr_error *error);

/// ifr_contact_manifold of each pair of a batch. See ifr_intersect_batch.
IFR_API
ifr_status ifr_contact_manifold_batch(const struct ifr_posed_batch *batch,
                                      const struct ifr_contact_manifold_input *input,
                                      struct ifr_contact_manifold_result *results,
                                      struct ifr_error *error);

/// ifr_interframe of each pair of a batch, over motions. See ifr_intersect_batch.
IFR_API
ifr_status ifr_interframe_batch(const struct ifr_moving_batch *batch,
                                const struct ifr_interframe_input *input,
                                struct ifr_interframe_result *results,
                                struct ifr_error *error);

/// ifr_time_of_impact of each pair of a batch, over motions. See ifr_intersect_batch.
IFR_API
ifr_status ifr_time_of_impact_batch(const struct ifr_moving_batch *batch,
                                    const struct ifr_time_of_impact_input *input,
                                    struct ifr_time_of_impact_result *results,
                                    struct ifr_error *error);

/// "solid", "sensor", or "unknown". See ifr_verdict_text.
IFR_API const char *ifr_role_text(int32_t role);

/// "moving", "static", or "unknown". See ifr_verdict_text.
IFR_API const char *ifr_mobility_text(int32_t mobility);

/// Makes a world without bodies. On success *out is yours to destroy; on failure it is NULL.
IFR_API ifr_status ifr_world_create(struct ifr_world **out, struct ifr_error *error);

/// Frees a world. NULL is fine. Nobody may use it meanwhile or afterwards.
IFR_API void ifr_world_destroy(struct ifr_world *world);

/// Adds a body and writes its id, which is never 0. A world never gives an id twice, except after ifr_world_restore: a
/// body added then may get an id that was given after that snapshot. Its contacts begin with the next frame. Reads
/// every corner of its shape once. Allocates.
IFR_API
ifr_status ifr_world_add(struct ifr_world *world,
                         const struct ifr_world_body_input *input,
                         uint64_t *id,
                         struct ifr_error *error);

/// Removes a body. Its contacts end without an event.
IFR_API ifr_status ifr_world_remove(struct ifr_world *world, uint64_t id, struct ifr_error *error);

/// Puts a body elsewhere. Nothing on the way is tested; contacts end or begin with the next frame.
IFR_API
ifr_status ifr_world_teleport(struct ifr_world *world,
                              uint64_t id,
                              const struct ifr_pose *pose,
                              struct ifr_error *error);

/// Gives a body another filter, from the next frame on.
IFR_API
ifr_status ifr_world_set_filter(struct ifr_world *world,
                                uint64_t id,
                                const struct ifr_filter *filter,
                                struct ifr_error *error);

/// Sets a function that is called for every pair of bodies that passes the filters and whose boxes overlap; NULL: none.
/// The world keeps it and user until another is set. It is no part of a snapshot.
IFR_API
ifr_status ifr_world_set_pair_filter(struct ifr_world *world,
                                     ifr_pair_filter_callback allows,
                                     void *user,
                                     struct ifr_error *error);

/// Writes the motion of a body from where it is to an end pose, by the shortest arc. pivot, three numbers in the body
/// frame, moves on a straight line; NULL is the body's origin. The motion starts at the body's pose to the bit, so that
/// ifr_world_advance takes it. Use it if your engine keeps poses in floats, or moves bodies itself.
IFR_API
ifr_status ifr_world_motion_to(const struct ifr_world *world,
                               uint64_t id,
                               const struct ifr_pose *end,
                               const double *pivot,
                               struct ifr_motion *out,
                               struct ifr_error *error);

/// Writes the motion of a body from where it is that moves pivot by travel and turns the body by the rotation vector turn,
/// in radians: velocity and angular velocity times the length of the frame. Both are three numbers, world axes. turn
/// may be several turns, and NULL is no turn. pivot is as in ifr_world_motion_to.
IFR_API
ifr_status ifr_world_motion_by(const struct ifr_world *world,
                               uint64_t id,
                               const double *travel,
                               const double *turn,
                               const double *pivot,
                               struct ifr_motion *out,
                               struct ifr_error *error);

/// Writes what is known of a body. Does not allocate.
IFR_API
ifr_status ifr_world_get(const struct ifr_world *world,
                         uint64_t id,
                         struct ifr_world_body *out,
                         struct ifr_error *error);

/// Writes the ids of the first capacity bodies, in the order of their places, to ids (room for capacity, zeroed beyond
/// the last; NULL when that is 0), and to *count how many bodies there are.
IFR_API
ifr_status ifr_world_ids(const struct ifr_world *world,
                         uint64_t *ids,
                         size_t capacity,
                         size_t *count,
                         struct ifr_error *error);

/// Memory that a world takes, shapes left out, in bytes; 0 for NULL.
IFR_API size_t ifr_world_memory_bytes(const struct ifr_world *world);

/// Writes all that later frames depend on, except shapes and the pair filter: poses, filters, keys, ids, pairs with
/// their states and contacts. The same world gives the same bytes. 100 a body and 89 for each pair whose boxes met.
/// docs/guide/WORLD.md says what rollback takes. Allocates.
IFR_API
ifr_status ifr_world_snapshot(const struct ifr_world *world,
                              struct ifr_bytes *bytes,
                              struct ifr_error *error);

/// Makes a world the one that a snapshot was taken of; the frames that follow are those that would have followed, to
/// the bit. Bodies that the world still has keep their shapes; shape_of (called with user) gives those of others, and
/// may be NULL where there are none. A damaged snapshot, a missing shape or a wrong one is IFR_STATUS_WORLD, and the
/// world is unchanged. Allocates.
IFR_API
ifr_status ifr_world_restore(struct ifr_world *world,
                             const uint8_t *data,
                             size_t count,
                             ifr_shape_callback shape_of,
                             void *user,
                             struct ifr_error *error);

/// "first", "all", "poses", or "unknown". See ifr_verdict_text.
IFR_API const char *ifr_mode_text(int32_t mode);

/// "begin", "stay", "end", "pass", or "unknown". See ifr_verdict_text.
IFR_API const char *ifr_phase_text(int32_t phase);

/// Moves bodies through a frame and finds their contacts: every pair that moves is swept, both bodies exactly as they
/// move. Afterwards each body is at the end of its motion, even if it hit something; you stop it. Do not teleport that
/// body alone, because other bodies that move may have passed it untested. Instead use ifr_world_advance_with_responses, or take the frame back
/// (ifr_world_undo_frame), advance all bodies by the first part of their motions, up to the t_lo of the event
/// (ifr_motion_split), and then by the rest of the frame with their new velocities.
/// Events are those of ifr_world_events until the next frame, and the same bits on any threads. On failure the bodies
/// are where they were, no frame has passed, and there are no events. Allocates.
IFR_API
ifr_status ifr_world_advance(struct ifr_world *world,
                             const struct ifr_world_advance_input *input,
                             struct ifr_world_advance_result *result,
                             struct ifr_error *error);

/// Writes the frame that ifr_world_advance would pass with this input as one line of JSON: the world, its shapes, the motions and
/// the options. ifr_world_replay and `interframe replay FILE` pass it again, to the bit, in a program that has none of your
/// data. Call it before the frame, and keep the line if the frame surprises you. The pair filter is left out. When memory
/// runs out the process is aborted. docs/guide/RECORDING.md describes the line.
IFR_API
ifr_status ifr_world_capture(const struct ifr_world *world,
                             const struct ifr_world_advance_input *input,
                             struct ifr_text *text,
                             struct ifr_error *error);

/// Makes the world of a line that ifr_world_capture wrote and passes its frame: ifr_world_events gives the events, the same bits
/// as there. The line may come from anywhere: one that is wrong is IFR_STATUS_WORLD, and what the frame refuses has the
/// status of ifr_world_advance. On success *out is yours to destroy; on failure it is NULL. Allocates.
IFR_API
ifr_status ifr_world_replay(const char *json,
                            struct ifr_world **out,
                            struct ifr_error *error);

/// Takes the last frame back: every body is where it was when the frame began, contacts are those of the frame before, and
/// there are no events. A frame that is advanced then takes its place. IFR_STATUS_WORLD unless the last change of the world
/// was a frame that passed. Does not allocate.
IFR_API
ifr_status ifr_world_undo_frame(struct ifr_world *world,
                                struct ifr_error *error);

/// Writes the first capacity events of the last frame to events (room for capacity, zeroed beyond the last; NULL when
/// that is 0), and to *count how many there are. By t_lo, t_hi, your keys, ids. Does not allocate.
IFR_API
ifr_status ifr_world_events(const struct ifr_world *world,
                            struct ifr_world_event *events,
                            size_t capacity,
                            size_t *count,
                            struct ifr_error *error);

/// Queries the pairs of an order group of the last frame again, with the input's mode and options, above all a
/// smaller tolerance, and sorts the events by the new times; groups are numbered anew. No event comes or goes. If
/// the other tolerance splits a contact into parts, the event has the beginning of the first part and the end of
/// the last. If no contact is left, for example because the bodies only come near each other, the event stays as it
/// was. The input's motions are not read. IFR_STATUS_WORLD if motions changed within the frame, and once a body was added, removed or teleported, or the
/// world restored; IFR_STATUS_SETTING for a group that no event is in. Allocates.
IFR_API
ifr_status ifr_world_refine(struct ifr_world *world,
                            uint32_t group,
                            const struct ifr_world_advance_input *input,
                            struct ifr_error *error);

/// "stop", "redirect", "budget", or "unknown". See ifr_verdict_text.
IFR_API const char *ifr_change_cause_text(int32_t cause);

/// Moves bodies through a frame in which contacts change their motions: respond is called for each contact, in the
/// order of time and on this thread, and says what A and B do from then on.
///
/// A body that is stopped or redirected stands at t_lo of the event. Whatever its new motion may meet in the rest of the
/// frame is tested again. So nothing passes a body that was stopped: a wall that moves on meets it, and respond is
/// called again. Touching bodies that do not approach each other after a change are no contact; for solids, whose
/// later contacts are not searched then, they are an event with IFR_REASON_BODY_KIND, and respond is not called. A body that changed max_changes times in the frame is stopped at its next change, and the event
/// has IFR_REASON_BUDGET. Only mode first.
///
/// Afterwards each body is at the end of its last motion; ifr_world_changes gives the changes. Events are those of ifr_world_events,
/// by t_lo, and the same bits on any threads. On failure, of a response too, the bodies are where they were and no frame
/// has passed. Allocates.
IFR_API
ifr_status ifr_world_advance_with_responses(struct ifr_world *world,
                                            const struct ifr_world_advance_input *input,
                                            ifr_respond_callback respond,
                                            void *user,
                                            struct ifr_world_advance_result *result,
                                            struct ifr_error *error);

/// Writes the first capacity changes of motions within the last frame to changes (room for capacity, zeroed beyond the
/// last; NULL when that is 0), in the order of time, and to *count how many there are. Does not allocate.
IFR_API
ifr_status ifr_world_changes(const struct ifr_world *world,
                             struct ifr_motion_change *changes,
                             size_t capacity,
                             size_t *count,
                             struct ifr_error *error);

/// Writes a frame that ifr_world_advance_with_responses passed with this input as one line of JSON, with the responses
/// that it got, as ifr_world_capture does. Call it after ifr_world_undo_frame, so that the world is as it was before the
/// frame.
IFR_API
ifr_status ifr_world_capture_with_responses(const struct ifr_world *world,
                                            const struct ifr_world_advance_input *input,
                                            struct ifr_text *text,
                                            struct ifr_error *error);

/// Casts a body through a world at its current poses and returns its first contact. The first query after a change
/// makes the trees that it needs; any number of threads may call the queries of a world at once. Allocates those trees,
/// and else only what the query about a body does.
IFR_API
ifr_status ifr_world_cast(const struct ifr_world *world,
                          const struct ifr_world_cast_input *input,
                          struct ifr_world_cast_result *result,
                          struct ifr_error *error);

/// Casts a ray through a world and returns its first contact. See ifr_world_cast.
IFR_API
ifr_status ifr_world_ray(const struct ifr_world *world,
                         const struct ifr_world_ray_input *input,
                         struct ifr_world_cast_result *result,
                         struct ifr_error *error);

/// Finds all bodies that a body meets on its way through a world, and those of which it is undecided. Writes the first
/// of them by t_lo, t_hi, key and id to hits (yours: room for capacity, zeroed beyond the last; NULL when that is 0), and
/// their number to *count. All other bodies are proved to be apart from it throughout. If contact at the start is ignored,
/// a body that stays in contact is in the list, with initial set. Allocates a list of them. See ifr_world_cast.
IFR_API
ifr_status ifr_world_cast_all(const struct ifr_world *world,
                              const struct ifr_world_cast_input *input,
                              struct ifr_cast_hit *hits,
                              size_t capacity,
                              size_t *count,
                              struct ifr_error *error);

/// Finds all bodies that a ray meets in a world. See ifr_world_cast_all.
IFR_API
ifr_status ifr_world_ray_all(const struct ifr_world *world,
                             const struct ifr_world_ray_input *input,
                             struct ifr_cast_hit *hits,
                             size_t capacity,
                             size_t *count,
                             struct ifr_error *error);

/// Whether a body meets any other on its way through a world. *verdict is IFR_VERDICT_HIT if a contact is proved,
/// IFR_VERDICT_SEPARATED if every body is proved to be apart from it throughout, and undecided otherwise or after a
/// failed call. Stops at the first hit that it finds, so it is cheaper than ifr_world_cast. If contact at the start is
/// ignored, a body that stays in contact does not count. See ifr_world_cast.
IFR_API
ifr_status ifr_world_cast_any(const struct ifr_world *world,
                              const struct ifr_world_cast_input *input,
                              ifr_verdict *verdict,
                              struct ifr_error *error);

/// Whether a ray meets any body of a world, for example whether something blocks a line of sight. See
/// ifr_world_cast_any.
IFR_API
ifr_status ifr_world_ray_any(const struct ifr_world *world,
                             const struct ifr_world_ray_input *input,
                             ifr_verdict *verdict,
                             struct ifr_error *error);

/// Finds the bodies of a world that a body overlaps. Writes the first of them by key and id to the input's list, and
/// their number to *count. See ifr_world_cast.
IFR_API
ifr_status ifr_world_overlap(const struct ifr_world *world,
                             const struct ifr_world_overlap_input *input,
                             size_t *count,
                             struct ifr_error *error);

/// Finds the body of a world that is nearest to a body; of several the first by key and id. See ifr_world_cast.
IFR_API
ifr_status ifr_world_nearest(const struct ifr_world *world,
                             const struct ifr_world_nearest_input *input,
                             struct ifr_world_nearest_result *result,
                             struct ifr_error *error);

/// Which pairs of bodies of a world are nearest to each other? Writes them to the input's list, the nearest first, and
/// to *count how many they are, at most capacity; two static bodies are no pair. Bodies that meet are at distance 0.
/// See ifr_world_cast.
IFR_API
ifr_status ifr_world_closest_pairs(const struct ifr_world *world,
                                   const struct ifr_world_closest_pairs_input *input,
                                   size_t *count,
                                   struct ifr_error *error);

/// Makes event functions. On success *out is yours to destroy; on failure it is NULL.
IFR_API
ifr_status ifr_contact_events_create(const struct ifr_contact_events_input *input,
                                     struct ifr_contact_events **out,
                                     struct ifr_error *error);

/// Frees event functions. NULL is fine. Nobody may use them meanwhile or afterwards.
IFR_API void ifr_contact_events_destroy(struct ifr_contact_events *events);

/// Number of functions, which is the length of the lists that evaluate and measure take; 0 for NULL.
IFR_API
size_t ifr_contact_events_slot_count(const struct ifr_contact_events *events);

/// Sets how many functions there are, from the next selection on, which must come before the next evaluation. Which pairs
/// are in contact is kept.
IFR_API
ifr_status ifr_contact_events_set_slots(struct ifr_contact_events *events,
                                        uint32_t slot_count,
                                        struct ifr_error *error);

/// Chooses the pairs of smallest value where the bodies of the world are now, in the order of (value, bodies): before each
/// step of the solver. A pair that has a function reads the same sign before and after, hysteresis included: its side
/// changes only where its value has changed its sign already; 0 is in contact. IFR_STATUS_EVENT_SLOTS when more pairs are in contact than there are functions:
/// the message names the first that has none, and nothing is changed. Allocates.
IFR_API
ifr_status ifr_contact_events_select(struct ifr_contact_events *events,
                                     const struct ifr_world *world,
                                     struct ifr_error *error);

/// Selects after an event. roots has count entries, as many as there are functions, as CVodeGetRootInfo and
/// IDAGetRootInfo write them: not 0 for the functions of which a root is reported here; NULL when count is 0: none. A
/// root is located to rounding, so the state may still be on its old side: the pair of each of these functions changes
/// its side nevertheless, if it then reads the sign of the new side. With a hysteresis beyond the rounding of the root
/// it always does. So the next step does not find the same root again. See ifr_contact_events_select.
IFR_API
ifr_status ifr_contact_events_select_after(struct ifr_contact_events *events,
                                           const struct ifr_world *world,
                                           const int *roots,
                                           size_t count,
                                           struct ifr_error *error);

/// Writes the values of all functions where the bodies are now to values, which has count entries, as many as there are
/// functions; and proves that no other pair overlaps. They depend on the selection and the poses alone.
/// IFR_STATUS_EVENT_SLOTS when a pair without a function meets or may meet: it is named. IFR_STATUS_WORLD without a
/// selection, or when bodies came or went since or have other filters. values is filled with zeros then.
IFR_API
ifr_status ifr_contact_events_evaluate(const struct ifr_contact_events *events,
                                       const struct ifr_world *world,
                                       double *values,
                                       size_t count,
                                       struct ifr_error *error);

/// Measures each slot as ifr_contact_events_evaluate does, and writes error, normal and points too, for contact forces. The derivative
/// of a value by time is normal . (velocity of b at point_b - velocity of a at point_a).
IFR_API
ifr_status ifr_contact_events_measure(const struct ifr_contact_events *events,
                                      const struct ifr_world *world,
                                      struct ifr_signed_distance *found,
                                      size_t count,
                                      struct ifr_error *error);

/// A root function for solvers like CVODE and IDA: places the bodies for the state y at time t, then writes all values to
/// values. functions is the solver's user data. Returns 0, or -1 with the reason in functions->error, which makes a solver
/// stop.
///
///     static int g(realtype t, N_Vector y, realtype *values, void *user_data)
///     {
///         return ifr_root_functions_evaluate(t, N_VGetArrayPointer(y), values, user_data);
///     }
///     CVodeRootInit(cvode, slot_count, g);
IFR_API
int ifr_root_functions_evaluate(double t,
                                const double *y,
                                double *values,
                                struct ifr_root_functions *functions);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

/* The layout that the library was built with, on 64-bit machines. */
#if UINTPTR_MAX == UINT64_MAX
#if defined(__cplusplus)
#define IFR_LAYOUT_ASSERT(condition) static_assert(condition, #condition)
#elif __STDC_VERSION__ >= 201112L
#define IFR_LAYOUT_ASSERT(condition) _Static_assert(condition, #condition)
#endif
#endif
#if defined(IFR_LAYOUT_ASSERT)
IFR_LAYOUT_ASSERT(sizeof(ifr_pair_state) == 56);
IFR_LAYOUT_ASSERT(offsetof(ifr_pair_state, words) == 0);
IFR_LAYOUT_ASSERT(sizeof(ifr_allocator) == 24);
IFR_LAYOUT_ASSERT(offsetof(ifr_allocator, allocate) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_allocator, free) == 8);
IFR_LAYOUT_ASSERT(offsetof(ifr_allocator, user) == 16);
IFR_LAYOUT_ASSERT(sizeof(ifr_polytope_options) == 4);
IFR_LAYOUT_ASSERT(offsetof(ifr_polytope_options, support_cells) == 0);
IFR_LAYOUT_ASSERT(sizeof(ifr_error) == 256);
IFR_LAYOUT_ASSERT(offsetof(ifr_error, status) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_error, message) == 4);
IFR_LAYOUT_ASSERT(sizeof(ifr_vectors) == 24);
IFR_LAYOUT_ASSERT(offsetof(ifr_vectors, data) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_vectors, count) == 8);
IFR_LAYOUT_ASSERT(offsetof(ifr_vectors, stride) == 16);
IFR_LAYOUT_ASSERT(offsetof(ifr_vectors, scalar) == 20);
IFR_LAYOUT_ASSERT(sizeof(ifr_bytes) == 24);
IFR_LAYOUT_ASSERT(offsetof(ifr_bytes, data) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_bytes, capacity) == 8);
IFR_LAYOUT_ASSERT(offsetof(ifr_bytes, needed) == 16);
IFR_LAYOUT_ASSERT(sizeof(ifr_polytope_info) == 240);
IFR_LAYOUT_ASSERT(offsetof(ifr_polytope_info, vertex_count) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_polytope_info, center) == 8);
IFR_LAYOUT_ASSERT(offsetof(ifr_polytope_info, center_error) == 32);
IFR_LAYOUT_ASSERT(offsetof(ifr_polytope_info, inscribed_radius) == 40);
IFR_LAYOUT_ASSERT(offsetof(ifr_polytope_info, reach) == 48);
IFR_LAYOUT_ASSERT(offsetof(ifr_polytope_info, bounding_center) == 56);
IFR_LAYOUT_ASSERT(offsetof(ifr_polytope_info, bounding_radius) == 80);
IFR_LAYOUT_ASSERT(offsetof(ifr_polytope_info, face_count) == 88);
IFR_LAYOUT_ASSERT(offsetof(ifr_polytope_info, edge_count) == 96);
IFR_LAYOUT_ASSERT(offsetof(ifr_polytope_info, memory_bytes) == 104);
IFR_LAYOUT_ASSERT(offsetof(ifr_polytope_info, box_center) == 112);
IFR_LAYOUT_ASSERT(offsetof(ifr_polytope_info, box_axes) == 136);
IFR_LAYOUT_ASSERT(offsetof(ifr_polytope_info, box_half_extents) == 208);
IFR_LAYOUT_ASSERT(offsetof(ifr_polytope_info, dimension) == 232);
IFR_LAYOUT_ASSERT(offsetof(ifr_polytope_info, suspect_numbers) == 236);
IFR_LAYOUT_ASSERT(sizeof(ifr_face) == 40);
IFR_LAYOUT_ASSERT(offsetof(ifr_face, vertices) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_face, vertex_count) == 8);
IFR_LAYOUT_ASSERT(offsetof(ifr_face, normal) == 16);
IFR_LAYOUT_ASSERT(sizeof(ifr_pose) == 56);
IFR_LAYOUT_ASSERT(offsetof(ifr_pose, p) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_pose, q) == 24);
IFR_LAYOUT_ASSERT(sizeof(ifr_part) == 64);
IFR_LAYOUT_ASSERT(offsetof(ifr_part, body) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_part, pose) == 8);
IFR_LAYOUT_ASSERT(sizeof(ifr_trimesh_options) == 8);
IFR_LAYOUT_ASSERT(offsetof(ifr_trimesh_options, one_sided) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_trimesh_options, solid) == 4);
IFR_LAYOUT_ASSERT(sizeof(ifr_trimesh_report) == 44);
IFR_LAYOUT_ASSERT(offsetof(ifr_trimesh_report, triangles) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_trimesh_report, vertices) == 4);
IFR_LAYOUT_ASSERT(offsetof(ifr_trimesh_report, degenerate) == 8);
IFR_LAYOUT_ASSERT(offsetof(ifr_trimesh_report, duplicate) == 12);
IFR_LAYOUT_ASSERT(offsetof(ifr_trimesh_report, unused_vertices) == 16);
IFR_LAYOUT_ASSERT(offsetof(ifr_trimesh_report, open_edges) == 20);
IFR_LAYOUT_ASSERT(offsetof(ifr_trimesh_report, rim) == 24);
IFR_LAYOUT_ASSERT(offsetof(ifr_trimesh_report, non_manifold_edges) == 32);
IFR_LAYOUT_ASSERT(offsetof(ifr_trimesh_report, turned_edges) == 36);
IFR_LAYOUT_ASSERT(offsetof(ifr_trimesh_report, suspect_numbers) == 40);
IFR_LAYOUT_ASSERT(sizeof(ifr_grid) == 48);
IFR_LAYOUT_ASSERT(offsetof(ifr_grid, columns) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_grid, rows) == 8);
IFR_LAYOUT_ASSERT(offsetof(ifr_grid, spacing) == 16);
IFR_LAYOUT_ASSERT(offsetof(ifr_grid, origin) == 32);
IFR_LAYOUT_ASSERT(sizeof(ifr_text) == 24);
IFR_LAYOUT_ASSERT(offsetof(ifr_text, buffer) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_text, capacity) == 8);
IFR_LAYOUT_ASSERT(offsetof(ifr_text, needed) == 16);
IFR_LAYOUT_ASSERT(sizeof(ifr_motion) == 168);
IFR_LAYOUT_ASSERT(offsetof(ifr_motion, start) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_motion, end) == 56);
IFR_LAYOUT_ASSERT(offsetof(ifr_motion, pivot) == 112);
IFR_LAYOUT_ASSERT(offsetof(ifr_motion, turn) == 136);
IFR_LAYOUT_ASSERT(offsetof(ifr_motion, kind) == 160);
IFR_LAYOUT_ASSERT(offsetof(ifr_motion, reserved) == 164);
IFR_LAYOUT_ASSERT(sizeof(ifr_motion_parts) == 336);
IFR_LAYOUT_ASSERT(offsetof(ifr_motion_parts, before) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_motion_parts, after) == 168);
IFR_LAYOUT_ASSERT(sizeof(ifr_proved) == 64);
IFR_LAYOUT_ASSERT(offsetof(ifr_proved, verdict) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_proved, has_contact) == 4);
IFR_LAYOUT_ASSERT(offsetof(ifr_proved, has_gap) == 5);
IFR_LAYOUT_ASSERT(offsetof(ifr_proved, containment) == 6);
IFR_LAYOUT_ASSERT(offsetof(ifr_proved, reserved) == 7);
IFR_LAYOUT_ASSERT(offsetof(ifr_proved, free_from) == 8);
IFR_LAYOUT_ASSERT(offsetof(ifr_proved, free_to) == 16);
IFR_LAYOUT_ASSERT(offsetof(ifr_proved, contact_from) == 24);
IFR_LAYOUT_ASSERT(offsetof(ifr_proved, contact_to) == 32);
IFR_LAYOUT_ASSERT(offsetof(ifr_proved, separation) == 40);
IFR_LAYOUT_ASSERT(offsetof(ifr_proved, gap) == 48);
IFR_LAYOUT_ASSERT(offsetof(ifr_proved, contacts) == 56);
IFR_LAYOUT_ASSERT(sizeof(ifr_posed_pair) == 128);
IFR_LAYOUT_ASSERT(offsetof(ifr_posed_pair, a) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_posed_pair, b) == 8);
IFR_LAYOUT_ASSERT(offsetof(ifr_posed_pair, pose_a) == 16);
IFR_LAYOUT_ASSERT(offsetof(ifr_posed_pair, pose_b) == 72);
IFR_LAYOUT_ASSERT(sizeof(ifr_intersect_input) == 136);
IFR_LAYOUT_ASSERT(offsetof(ifr_intersect_input, pair) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_intersect_input, method) == 128);
IFR_LAYOUT_ASSERT(offsetof(ifr_intersect_input, max_pivots) == 132);
IFR_LAYOUT_ASSERT(sizeof(ifr_plane) == 64);
IFR_LAYOUT_ASSERT(offsetof(ifr_plane, normal) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_plane, offset) == 24);
IFR_LAYOUT_ASSERT(offsetof(ifr_plane, span_count) == 32);
IFR_LAYOUT_ASSERT(offsetof(ifr_plane, span_a) == 36);
IFR_LAYOUT_ASSERT(offsetof(ifr_plane, span_b) == 48);
IFR_LAYOUT_ASSERT(offsetof(ifr_plane, reserved) == 60);
IFR_LAYOUT_ASSERT(sizeof(ifr_pieces) == 24);
IFR_LAYOUT_ASSERT(offsetof(ifr_pieces, known) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_pieces, part_a) == 4);
IFR_LAYOUT_ASSERT(offsetof(ifr_pieces, triangle_a) == 8);
IFR_LAYOUT_ASSERT(offsetof(ifr_pieces, part_b) == 12);
IFR_LAYOUT_ASSERT(offsetof(ifr_pieces, triangle_b) == 16);
IFR_LAYOUT_ASSERT(offsetof(ifr_pieces, reserved) == 20);
IFR_LAYOUT_ASSERT(sizeof(ifr_intersect_result) == 152);
IFR_LAYOUT_ASSERT(offsetof(ifr_intersect_result, verdict) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_intersect_result, reason) == 4);
IFR_LAYOUT_ASSERT(offsetof(ifr_intersect_result, decided_by) == 8);
IFR_LAYOUT_ASSERT(offsetof(ifr_intersect_result, iterations) == 12);
IFR_LAYOUT_ASSERT(offsetof(ifr_intersect_result, solver) == 16);
IFR_LAYOUT_ASSERT(offsetof(ifr_intersect_result, has_plane) == 20);
IFR_LAYOUT_ASSERT(offsetof(ifr_intersect_result, has_point) == 21);
IFR_LAYOUT_ASSERT(offsetof(ifr_intersect_result, has_bounds) == 22);
IFR_LAYOUT_ASSERT(offsetof(ifr_intersect_result, reserved) == 23);
IFR_LAYOUT_ASSERT(offsetof(ifr_intersect_result, plane) == 24);
IFR_LAYOUT_ASSERT(offsetof(ifr_intersect_result, point) == 88);
IFR_LAYOUT_ASSERT(offsetof(ifr_intersect_result, lower_bound) == 112);
IFR_LAYOUT_ASSERT(offsetof(ifr_intersect_result, upper_bound) == 120);
IFR_LAYOUT_ASSERT(offsetof(ifr_intersect_result, pieces) == 128);
IFR_LAYOUT_ASSERT(sizeof(ifr_distance_input) == 136);
IFR_LAYOUT_ASSERT(offsetof(ifr_distance_input, pair) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_distance_input, method) == 128);
IFR_LAYOUT_ASSERT(offsetof(ifr_distance_input, max_pivots) == 132);
IFR_LAYOUT_ASSERT(sizeof(ifr_feature) == 20);
IFR_LAYOUT_ASSERT(offsetof(ifr_feature, kind) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_feature, count) == 4);
IFR_LAYOUT_ASSERT(offsetof(ifr_feature, vertices) == 8);
IFR_LAYOUT_ASSERT(sizeof(ifr_distance_result) == 184);
IFR_LAYOUT_ASSERT(offsetof(ifr_distance_result, verdict) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_distance_result, reason) == 4);
IFR_LAYOUT_ASSERT(offsetof(ifr_distance_result, decided_by) == 8);
IFR_LAYOUT_ASSERT(offsetof(ifr_distance_result, iterations) == 12);
IFR_LAYOUT_ASSERT(offsetof(ifr_distance_result, has_points) == 16);
IFR_LAYOUT_ASSERT(offsetof(ifr_distance_result, has_normal) == 17);
IFR_LAYOUT_ASSERT(offsetof(ifr_distance_result, reserved) == 18);
IFR_LAYOUT_ASSERT(offsetof(ifr_distance_result, separation) == 24);
IFR_LAYOUT_ASSERT(offsetof(ifr_distance_result, error) == 32);
IFR_LAYOUT_ASSERT(offsetof(ifr_distance_result, lower_bound) == 40);
IFR_LAYOUT_ASSERT(offsetof(ifr_distance_result, point_a) == 48);
IFR_LAYOUT_ASSERT(offsetof(ifr_distance_result, point_b) == 72);
IFR_LAYOUT_ASSERT(offsetof(ifr_distance_result, normal) == 96);
IFR_LAYOUT_ASSERT(offsetof(ifr_distance_result, feature_a) == 120);
IFR_LAYOUT_ASSERT(offsetof(ifr_distance_result, feature_b) == 140);
IFR_LAYOUT_ASSERT(offsetof(ifr_distance_result, pieces) == 160);
IFR_LAYOUT_ASSERT(sizeof(ifr_within_input) == 144);
IFR_LAYOUT_ASSERT(offsetof(ifr_within_input, pair) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_within_input, distance) == 128);
IFR_LAYOUT_ASSERT(offsetof(ifr_within_input, max_pivots) == 136);
IFR_LAYOUT_ASSERT(sizeof(ifr_within_result) == 120);
IFR_LAYOUT_ASSERT(offsetof(ifr_within_result, verdict) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_within_result, reason) == 4);
IFR_LAYOUT_ASSERT(offsetof(ifr_within_result, decided_by) == 8);
IFR_LAYOUT_ASSERT(offsetof(ifr_within_result, iterations) == 12);
IFR_LAYOUT_ASSERT(offsetof(ifr_within_result, has_points) == 16);
IFR_LAYOUT_ASSERT(offsetof(ifr_within_result, has_normal) == 17);
IFR_LAYOUT_ASSERT(offsetof(ifr_within_result, reserved) == 18);
IFR_LAYOUT_ASSERT(offsetof(ifr_within_result, point_a) == 24);
IFR_LAYOUT_ASSERT(offsetof(ifr_within_result, point_b) == 48);
IFR_LAYOUT_ASSERT(offsetof(ifr_within_result, normal) == 72);
IFR_LAYOUT_ASSERT(offsetof(ifr_within_result, pieces) == 96);
IFR_LAYOUT_ASSERT(sizeof(ifr_penetration_input) == 160);
IFR_LAYOUT_ASSERT(offsetof(ifr_penetration_input, pair) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_penetration_input, direction) == 128);
IFR_LAYOUT_ASSERT(offsetof(ifr_penetration_input, max_pivots) == 152);
IFR_LAYOUT_ASSERT(sizeof(ifr_penetration_result) == 200);
IFR_LAYOUT_ASSERT(offsetof(ifr_penetration_result, verdict) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_penetration_result, reason) == 4);
IFR_LAYOUT_ASSERT(offsetof(ifr_penetration_result, decided_by) == 8);
IFR_LAYOUT_ASSERT(offsetof(ifr_penetration_result, iterations) == 12);
IFR_LAYOUT_ASSERT(offsetof(ifr_penetration_result, has_overlap) == 16);
IFR_LAYOUT_ASSERT(offsetof(ifr_penetration_result, has_plane) == 17);
IFR_LAYOUT_ASSERT(offsetof(ifr_penetration_result, reserved) == 18);
IFR_LAYOUT_ASSERT(offsetof(ifr_penetration_result, depth) == 24);
IFR_LAYOUT_ASSERT(offsetof(ifr_penetration_result, error) == 32);
IFR_LAYOUT_ASSERT(offsetof(ifr_penetration_result, normal) == 40);
IFR_LAYOUT_ASSERT(offsetof(ifr_penetration_result, point_a) == 64);
IFR_LAYOUT_ASSERT(offsetof(ifr_penetration_result, point_b) == 88);
IFR_LAYOUT_ASSERT(offsetof(ifr_penetration_result, plane) == 112);
IFR_LAYOUT_ASSERT(offsetof(ifr_penetration_result, pieces) == 176);
IFR_LAYOUT_ASSERT(sizeof(ifr_contact_manifold_input) == 144);
IFR_LAYOUT_ASSERT(offsetof(ifr_contact_manifold_input, pair) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_contact_manifold_input, prediction) == 128);
IFR_LAYOUT_ASSERT(offsetof(ifr_contact_manifold_input, max_pivots) == 136);
IFR_LAYOUT_ASSERT(sizeof(ifr_contact_point) == 64);
IFR_LAYOUT_ASSERT(offsetof(ifr_contact_point, point_a) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_contact_point, point_b) == 24);
IFR_LAYOUT_ASSERT(offsetof(ifr_contact_point, depth) == 48);
IFR_LAYOUT_ASSERT(offsetof(ifr_contact_point, id) == 56);
IFR_LAYOUT_ASSERT(sizeof(ifr_contact_manifold_result) == 328);
IFR_LAYOUT_ASSERT(offsetof(ifr_contact_manifold_result, verdict) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_contact_manifold_result, reason) == 4);
IFR_LAYOUT_ASSERT(offsetof(ifr_contact_manifold_result, decided_by) == 8);
IFR_LAYOUT_ASSERT(offsetof(ifr_contact_manifold_result, iterations) == 12);
IFR_LAYOUT_ASSERT(offsetof(ifr_contact_manifold_result, count) == 16);
IFR_LAYOUT_ASSERT(offsetof(ifr_contact_manifold_result, reserved) == 20);
IFR_LAYOUT_ASSERT(offsetof(ifr_contact_manifold_result, normal) == 24);
IFR_LAYOUT_ASSERT(offsetof(ifr_contact_manifold_result, points) == 48);
IFR_LAYOUT_ASSERT(offsetof(ifr_contact_manifold_result, pieces) == 304);
IFR_LAYOUT_ASSERT(sizeof(ifr_contact_points_input) == 160);
IFR_LAYOUT_ASSERT(offsetof(ifr_contact_points_input, pair) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_contact_points_input, prediction) == 128);
IFR_LAYOUT_ASSERT(offsetof(ifr_contact_points_input, max_pivots) == 136);
IFR_LAYOUT_ASSERT(offsetof(ifr_contact_points_input, points) == 144);
IFR_LAYOUT_ASSERT(offsetof(ifr_contact_points_input, capacity) == 152);
IFR_LAYOUT_ASSERT(sizeof(ifr_contact_points_result) == 336);
IFR_LAYOUT_ASSERT(offsetof(ifr_contact_points_result, manifold) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_contact_points_result, count) == 328);
IFR_LAYOUT_ASSERT(sizeof(ifr_mpr_input) == 144);
IFR_LAYOUT_ASSERT(offsetof(ifr_mpr_input, pair) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_mpr_input, rel_tol) == 128);
IFR_LAYOUT_ASSERT(offsetof(ifr_mpr_input, max_iterations) == 136);
IFR_LAYOUT_ASSERT(offsetof(ifr_mpr_input, max_pivots) == 140);
IFR_LAYOUT_ASSERT(sizeof(ifr_mpr_result) == 128);
IFR_LAYOUT_ASSERT(offsetof(ifr_mpr_result, verdict) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_mpr_result, reason) == 4);
IFR_LAYOUT_ASSERT(offsetof(ifr_mpr_result, decided_by) == 8);
IFR_LAYOUT_ASSERT(offsetof(ifr_mpr_result, iterations) == 12);
IFR_LAYOUT_ASSERT(offsetof(ifr_mpr_result, route) == 16);
IFR_LAYOUT_ASSERT(offsetof(ifr_mpr_result, detour) == 20);
IFR_LAYOUT_ASSERT(offsetof(ifr_mpr_result, has_points) == 24);
IFR_LAYOUT_ASSERT(offsetof(ifr_mpr_result, reserved) == 25);
IFR_LAYOUT_ASSERT(offsetof(ifr_mpr_result, separation) == 32);
IFR_LAYOUT_ASSERT(offsetof(ifr_mpr_result, lower_bound) == 40);
IFR_LAYOUT_ASSERT(offsetof(ifr_mpr_result, upper_bound) == 48);
IFR_LAYOUT_ASSERT(offsetof(ifr_mpr_result, normal) == 56);
IFR_LAYOUT_ASSERT(offsetof(ifr_mpr_result, point_a) == 80);
IFR_LAYOUT_ASSERT(offsetof(ifr_mpr_result, point_b) == 104);
IFR_LAYOUT_ASSERT(sizeof(ifr_contains_input) == 136);
IFR_LAYOUT_ASSERT(offsetof(ifr_contains_input, pair) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_contains_input, max_pivots) == 128);
IFR_LAYOUT_ASSERT(sizeof(ifr_contains_result) == 72);
IFR_LAYOUT_ASSERT(offsetof(ifr_contains_result, verdict) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_contains_result, reason) == 4);
IFR_LAYOUT_ASSERT(offsetof(ifr_contains_result, decided_by) == 8);
IFR_LAYOUT_ASSERT(offsetof(ifr_contains_result, iterations) == 12);
IFR_LAYOUT_ASSERT(offsetof(ifr_contains_result, has_margin) == 16);
IFR_LAYOUT_ASSERT(offsetof(ifr_contains_result, has_face) == 17);
IFR_LAYOUT_ASSERT(offsetof(ifr_contains_result, reserved) == 18);
IFR_LAYOUT_ASSERT(offsetof(ifr_contains_result, margin) == 24);
IFR_LAYOUT_ASSERT(offsetof(ifr_contains_result, error) == 32);
IFR_LAYOUT_ASSERT(offsetof(ifr_contains_result, face) == 40);
IFR_LAYOUT_ASSERT(offsetof(ifr_contains_result, vertex) == 44);
IFR_LAYOUT_ASSERT(offsetof(ifr_contains_result, pieces) == 48);
IFR_LAYOUT_ASSERT(sizeof(ifr_minkowski_difference_input) == 128);
IFR_LAYOUT_ASSERT(offsetof(ifr_minkowski_difference_input, pair) == 0);
IFR_LAYOUT_ASSERT(sizeof(ifr_moving_pair) == 352);
IFR_LAYOUT_ASSERT(offsetof(ifr_moving_pair, a) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_moving_pair, b) == 8);
IFR_LAYOUT_ASSERT(offsetof(ifr_moving_pair, motion_a) == 16);
IFR_LAYOUT_ASSERT(offsetof(ifr_moving_pair, motion_b) == 184);
IFR_LAYOUT_ASSERT(sizeof(ifr_interframe_input) == 376);
IFR_LAYOUT_ASSERT(offsetof(ifr_interframe_input, pair) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_interframe_input, sweep) == 352);
IFR_LAYOUT_ASSERT(offsetof(ifr_interframe_input, frame) == 356);
IFR_LAYOUT_ASSERT(offsetof(ifr_interframe_input, method) == 360);
IFR_LAYOUT_ASSERT(offsetof(ifr_interframe_input, max_pivots) == 364);
IFR_LAYOUT_ASSERT(offsetof(ifr_interframe_input, sweep_rel_tol) == 368);
IFR_LAYOUT_ASSERT(sizeof(ifr_interframe_result) == 168);
IFR_LAYOUT_ASSERT(offsetof(ifr_interframe_result, verdict) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_interframe_result, reason) == 4);
IFR_LAYOUT_ASSERT(offsetof(ifr_interframe_result, decided_by) == 8);
IFR_LAYOUT_ASSERT(offsetof(ifr_interframe_result, iterations) == 12);
IFR_LAYOUT_ASSERT(offsetof(ifr_interframe_result, solver) == 16);
IFR_LAYOUT_ASSERT(offsetof(ifr_interframe_result, about) == 20);
IFR_LAYOUT_ASSERT(offsetof(ifr_interframe_result, has_plane) == 24);
IFR_LAYOUT_ASSERT(offsetof(ifr_interframe_result, has_point) == 25);
IFR_LAYOUT_ASSERT(offsetof(ifr_interframe_result, has_bounds) == 26);
IFR_LAYOUT_ASSERT(offsetof(ifr_interframe_result, reserved) == 27);
IFR_LAYOUT_ASSERT(offsetof(ifr_interframe_result, slack) == 32);
IFR_LAYOUT_ASSERT(offsetof(ifr_interframe_result, plane) == 40);
IFR_LAYOUT_ASSERT(offsetof(ifr_interframe_result, point) == 104);
IFR_LAYOUT_ASSERT(offsetof(ifr_interframe_result, lower_bound) == 128);
IFR_LAYOUT_ASSERT(offsetof(ifr_interframe_result, upper_bound) == 136);
IFR_LAYOUT_ASSERT(offsetof(ifr_interframe_result, pieces) == 144);
IFR_LAYOUT_ASSERT(sizeof(ifr_vertex_sweep) == 24);
IFR_LAYOUT_ASSERT(offsetof(ifr_vertex_sweep, start_xyz) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_vertex_sweep, end_xyz) == 8);
IFR_LAYOUT_ASSERT(offsetof(ifr_vertex_sweep, count) == 16);
IFR_LAYOUT_ASSERT(sizeof(ifr_deforming_pair) == 48);
IFR_LAYOUT_ASSERT(offsetof(ifr_deforming_pair, a) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_deforming_pair, b) == 24);
IFR_LAYOUT_ASSERT(sizeof(ifr_interframe_vertices_input) == 56);
IFR_LAYOUT_ASSERT(offsetof(ifr_interframe_vertices_input, pair) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_interframe_vertices_input, method) == 48);
IFR_LAYOUT_ASSERT(offsetof(ifr_interframe_vertices_input, max_pivots) == 52);
IFR_LAYOUT_ASSERT(sizeof(ifr_extended_boxes_meet_input) == 360);
IFR_LAYOUT_ASSERT(offsetof(ifr_extended_boxes_meet_input, pair) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_extended_boxes_meet_input, frame) == 352);
IFR_LAYOUT_ASSERT(sizeof(ifr_time_of_impact_input) == 384);
IFR_LAYOUT_ASSERT(offsetof(ifr_time_of_impact_input, pair) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_time_of_impact_input, method) == 352);
IFR_LAYOUT_ASSERT(offsetof(ifr_time_of_impact_input, max_pivots) == 356);
IFR_LAYOUT_ASSERT(offsetof(ifr_time_of_impact_input, tolerance) == 360);
IFR_LAYOUT_ASSERT(offsetof(ifr_time_of_impact_input, target_separation) == 368);
IFR_LAYOUT_ASSERT(offsetof(ifr_time_of_impact_input, initial_contact) == 376);
IFR_LAYOUT_ASSERT(offsetof(ifr_time_of_impact_input, budget) == 380);
IFR_LAYOUT_ASSERT(sizeof(ifr_time_of_impact_result) == 208);
IFR_LAYOUT_ASSERT(offsetof(ifr_time_of_impact_result, verdict) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_time_of_impact_result, reason) == 4);
IFR_LAYOUT_ASSERT(offsetof(ifr_time_of_impact_result, iterations) == 8);
IFR_LAYOUT_ASSERT(offsetof(ifr_time_of_impact_result, solves) == 12);
IFR_LAYOUT_ASSERT(offsetof(ifr_time_of_impact_result, contact) == 16);
IFR_LAYOUT_ASSERT(offsetof(ifr_time_of_impact_result, initial) == 20);
IFR_LAYOUT_ASSERT(offsetof(ifr_time_of_impact_result, has_points) == 21);
IFR_LAYOUT_ASSERT(offsetof(ifr_time_of_impact_result, has_normal) == 22);
IFR_LAYOUT_ASSERT(offsetof(ifr_time_of_impact_result, reserved) == 23);
IFR_LAYOUT_ASSERT(offsetof(ifr_time_of_impact_result, free_from) == 24);
IFR_LAYOUT_ASSERT(offsetof(ifr_time_of_impact_result, t_lo) == 32);
IFR_LAYOUT_ASSERT(offsetof(ifr_time_of_impact_result, t_hi) == 40);
IFR_LAYOUT_ASSERT(offsetof(ifr_time_of_impact_result, gap) == 48);
IFR_LAYOUT_ASSERT(offsetof(ifr_time_of_impact_result, depth) == 56);
IFR_LAYOUT_ASSERT(offsetof(ifr_time_of_impact_result, separation_velocity) == 64);
IFR_LAYOUT_ASSERT(offsetof(ifr_time_of_impact_result, point_a) == 72);
IFR_LAYOUT_ASSERT(offsetof(ifr_time_of_impact_result, point_b) == 96);
IFR_LAYOUT_ASSERT(offsetof(ifr_time_of_impact_result, normal) == 120);
IFR_LAYOUT_ASSERT(offsetof(ifr_time_of_impact_result, feature_a) == 144);
IFR_LAYOUT_ASSERT(offsetof(ifr_time_of_impact_result, feature_b) == 164);
IFR_LAYOUT_ASSERT(offsetof(ifr_time_of_impact_result, pieces) == 184);
IFR_LAYOUT_ASSERT(sizeof(ifr_contact_interval) == 72);
IFR_LAYOUT_ASSERT(offsetof(ifr_contact_interval, contact) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_contact_interval, reason) == 4);
IFR_LAYOUT_ASSERT(offsetof(ifr_contact_interval, enter) == 8);
IFR_LAYOUT_ASSERT(offsetof(ifr_contact_interval, exit) == 24);
IFR_LAYOUT_ASSERT(offsetof(ifr_contact_interval, gap) == 40);
IFR_LAYOUT_ASSERT(offsetof(ifr_contact_interval, pieces) == 48);
IFR_LAYOUT_ASSERT(sizeof(ifr_contact_intervals_input) == 400);
IFR_LAYOUT_ASSERT(offsetof(ifr_contact_intervals_input, pair) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_contact_intervals_input, method) == 352);
IFR_LAYOUT_ASSERT(offsetof(ifr_contact_intervals_input, max_pivots) == 356);
IFR_LAYOUT_ASSERT(offsetof(ifr_contact_intervals_input, tolerance) == 360);
IFR_LAYOUT_ASSERT(offsetof(ifr_contact_intervals_input, target_separation) == 368);
IFR_LAYOUT_ASSERT(offsetof(ifr_contact_intervals_input, budget) == 376);
IFR_LAYOUT_ASSERT(offsetof(ifr_contact_intervals_input, intervals) == 384);
IFR_LAYOUT_ASSERT(offsetof(ifr_contact_intervals_input, capacity) == 392);
IFR_LAYOUT_ASSERT(sizeof(ifr_contact_intervals_result) == 40);
IFR_LAYOUT_ASSERT(offsetof(ifr_contact_intervals_result, verdict) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_contact_intervals_result, reason) == 4);
IFR_LAYOUT_ASSERT(offsetof(ifr_contact_intervals_result, iterations) == 8);
IFR_LAYOUT_ASSERT(offsetof(ifr_contact_intervals_result, solves) == 12);
IFR_LAYOUT_ASSERT(offsetof(ifr_contact_intervals_result, count) == 16);
IFR_LAYOUT_ASSERT(offsetof(ifr_contact_intervals_result, written) == 24);
IFR_LAYOUT_ASSERT(offsetof(ifr_contact_intervals_result, undecided) == 32);
IFR_LAYOUT_ASSERT(sizeof(ifr_closest_approach_input) == 368);
IFR_LAYOUT_ASSERT(offsetof(ifr_closest_approach_input, pair) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_closest_approach_input, tolerance) == 352);
IFR_LAYOUT_ASSERT(offsetof(ifr_closest_approach_input, budget) == 360);
IFR_LAYOUT_ASSERT(offsetof(ifr_closest_approach_input, max_pivots) == 364);
IFR_LAYOUT_ASSERT(sizeof(ifr_closest_approach_result) == 168);
IFR_LAYOUT_ASSERT(offsetof(ifr_closest_approach_result, verdict) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_closest_approach_result, reason) == 4);
IFR_LAYOUT_ASSERT(offsetof(ifr_closest_approach_result, iterations) == 8);
IFR_LAYOUT_ASSERT(offsetof(ifr_closest_approach_result, solves) == 12);
IFR_LAYOUT_ASSERT(offsetof(ifr_closest_approach_result, contact) == 16);
IFR_LAYOUT_ASSERT(offsetof(ifr_closest_approach_result, has_points) == 20);
IFR_LAYOUT_ASSERT(offsetof(ifr_closest_approach_result, has_normal) == 21);
IFR_LAYOUT_ASSERT(offsetof(ifr_closest_approach_result, reserved) == 22);
IFR_LAYOUT_ASSERT(offsetof(ifr_closest_approach_result, distance) == 24);
IFR_LAYOUT_ASSERT(offsetof(ifr_closest_approach_result, error) == 32);
IFR_LAYOUT_ASSERT(offsetof(ifr_closest_approach_result, lower_bound) == 40);
IFR_LAYOUT_ASSERT(offsetof(ifr_closest_approach_result, t_lo) == 48);
IFR_LAYOUT_ASSERT(offsetof(ifr_closest_approach_result, t_hi) == 56);
IFR_LAYOUT_ASSERT(offsetof(ifr_closest_approach_result, t) == 64);
IFR_LAYOUT_ASSERT(offsetof(ifr_closest_approach_result, point_a) == 72);
IFR_LAYOUT_ASSERT(offsetof(ifr_closest_approach_result, point_b) == 96);
IFR_LAYOUT_ASSERT(offsetof(ifr_closest_approach_result, normal) == 120);
IFR_LAYOUT_ASSERT(offsetof(ifr_closest_approach_result, pieces) == 144);
IFR_LAYOUT_ASSERT(sizeof(ifr_time_of_exit_input) == 376);
IFR_LAYOUT_ASSERT(offsetof(ifr_time_of_exit_input, pair) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_time_of_exit_input, tolerance) == 352);
IFR_LAYOUT_ASSERT(offsetof(ifr_time_of_exit_input, target_margin) == 360);
IFR_LAYOUT_ASSERT(offsetof(ifr_time_of_exit_input, budget) == 368);
IFR_LAYOUT_ASSERT(offsetof(ifr_time_of_exit_input, max_pivots) == 372);
IFR_LAYOUT_ASSERT(sizeof(ifr_time_of_exit_result) == 96);
IFR_LAYOUT_ASSERT(offsetof(ifr_time_of_exit_result, verdict) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_time_of_exit_result, reason) == 4);
IFR_LAYOUT_ASSERT(offsetof(ifr_time_of_exit_result, iterations) == 8);
IFR_LAYOUT_ASSERT(offsetof(ifr_time_of_exit_result, initial) == 12);
IFR_LAYOUT_ASSERT(offsetof(ifr_time_of_exit_result, has_vertex) == 13);
IFR_LAYOUT_ASSERT(offsetof(ifr_time_of_exit_result, has_face) == 14);
IFR_LAYOUT_ASSERT(offsetof(ifr_time_of_exit_result, has_normal) == 15);
IFR_LAYOUT_ASSERT(offsetof(ifr_time_of_exit_result, t_lo) == 16);
IFR_LAYOUT_ASSERT(offsetof(ifr_time_of_exit_result, t_hi) == 24);
IFR_LAYOUT_ASSERT(offsetof(ifr_time_of_exit_result, depth) == 32);
IFR_LAYOUT_ASSERT(offsetof(ifr_time_of_exit_result, point) == 40);
IFR_LAYOUT_ASSERT(offsetof(ifr_time_of_exit_result, normal) == 64);
IFR_LAYOUT_ASSERT(offsetof(ifr_time_of_exit_result, vertex) == 88);
IFR_LAYOUT_ASSERT(offsetof(ifr_time_of_exit_result, face) == 92);
IFR_LAYOUT_ASSERT(sizeof(ifr_point_set) == 16);
IFR_LAYOUT_ASSERT(offsetof(ifr_point_set, numbers) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_point_set, count) == 8);
IFR_LAYOUT_ASSERT(sizeof(ifr_intersect_sets_input) == 48);
IFR_LAYOUT_ASSERT(offsetof(ifr_intersect_sets_input, a) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_intersect_sets_input, b) == 16);
IFR_LAYOUT_ASSERT(offsetof(ifr_intersect_sets_input, dimension) == 32);
IFR_LAYOUT_ASSERT(offsetof(ifr_intersect_sets_input, method) == 36);
IFR_LAYOUT_ASSERT(offsetof(ifr_intersect_sets_input, max_pivots) == 40);
IFR_LAYOUT_ASSERT(sizeof(ifr_span_column) == 8);
IFR_LAYOUT_ASSERT(offsetof(ifr_span_column, kind) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_span_column, index) == 4);
IFR_LAYOUT_ASSERT(sizeof(ifr_set_plane) == 160);
IFR_LAYOUT_ASSERT(offsetof(ifr_set_plane, normal) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_set_plane, offset) == 64);
IFR_LAYOUT_ASSERT(offsetof(ifr_set_plane, span_count) == 72);
IFR_LAYOUT_ASSERT(offsetof(ifr_set_plane, span) == 76);
IFR_LAYOUT_ASSERT(offsetof(ifr_set_plane, reserved) == 156);
IFR_LAYOUT_ASSERT(sizeof(ifr_point_weight) == 16);
IFR_LAYOUT_ASSERT(offsetof(ifr_point_weight, weight) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_point_weight, index) == 8);
IFR_LAYOUT_ASSERT(offsetof(ifr_point_weight, reserved) == 12);
IFR_LAYOUT_ASSERT(sizeof(ifr_point_weights) == 152);
IFR_LAYOUT_ASSERT(offsetof(ifr_point_weights, entries) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_point_weights, count) == 144);
IFR_LAYOUT_ASSERT(offsetof(ifr_point_weights, reserved) == 148);
IFR_LAYOUT_ASSERT(sizeof(ifr_intersect_sets_result) == 568);
IFR_LAYOUT_ASSERT(offsetof(ifr_intersect_sets_result, verdict) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_intersect_sets_result, reason) == 4);
IFR_LAYOUT_ASSERT(offsetof(ifr_intersect_sets_result, decided_by) == 8);
IFR_LAYOUT_ASSERT(offsetof(ifr_intersect_sets_result, iterations) == 12);
IFR_LAYOUT_ASSERT(offsetof(ifr_intersect_sets_result, has_plane) == 16);
IFR_LAYOUT_ASSERT(offsetof(ifr_intersect_sets_result, has_point) == 17);
IFR_LAYOUT_ASSERT(offsetof(ifr_intersect_sets_result, reserved) == 18);
IFR_LAYOUT_ASSERT(offsetof(ifr_intersect_sets_result, plane) == 24);
IFR_LAYOUT_ASSERT(offsetof(ifr_intersect_sets_result, distance_by_optimum) == 184);
IFR_LAYOUT_ASSERT(offsetof(ifr_intersect_sets_result, distance_by_plane) == 192);
IFR_LAYOUT_ASSERT(offsetof(ifr_intersect_sets_result, point) == 200);
IFR_LAYOUT_ASSERT(offsetof(ifr_intersect_sets_result, weights_a) == 264);
IFR_LAYOUT_ASSERT(offsetof(ifr_intersect_sets_result, weights_b) == 416);
IFR_LAYOUT_ASSERT(sizeof(ifr_is_subset_result) == 184);
IFR_LAYOUT_ASSERT(offsetof(ifr_is_subset_result, verdict) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_is_subset_result, reason) == 4);
IFR_LAYOUT_ASSERT(offsetof(ifr_is_subset_result, decided_by) == 8);
IFR_LAYOUT_ASSERT(offsetof(ifr_is_subset_result, iterations) == 12);
IFR_LAYOUT_ASSERT(offsetof(ifr_is_subset_result, has_plane) == 16);
IFR_LAYOUT_ASSERT(offsetof(ifr_is_subset_result, has_outside) == 17);
IFR_LAYOUT_ASSERT(offsetof(ifr_is_subset_result, reserved) == 18);
IFR_LAYOUT_ASSERT(offsetof(ifr_is_subset_result, outside) == 20);
IFR_LAYOUT_ASSERT(offsetof(ifr_is_subset_result, plane) == 24);
IFR_LAYOUT_ASSERT(sizeof(ifr_contains_point_input) == 40);
IFR_LAYOUT_ASSERT(offsetof(ifr_contains_point_input, set) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_contains_point_input, point) == 16);
IFR_LAYOUT_ASSERT(offsetof(ifr_contains_point_input, dimension) == 24);
IFR_LAYOUT_ASSERT(offsetof(ifr_contains_point_input, method) == 28);
IFR_LAYOUT_ASSERT(offsetof(ifr_contains_point_input, max_pivots) == 32);
IFR_LAYOUT_ASSERT(sizeof(ifr_contains_point_result) == 336);
IFR_LAYOUT_ASSERT(offsetof(ifr_contains_point_result, verdict) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_contains_point_result, reason) == 4);
IFR_LAYOUT_ASSERT(offsetof(ifr_contains_point_result, decided_by) == 8);
IFR_LAYOUT_ASSERT(offsetof(ifr_contains_point_result, iterations) == 12);
IFR_LAYOUT_ASSERT(offsetof(ifr_contains_point_result, has_plane) == 16);
IFR_LAYOUT_ASSERT(offsetof(ifr_contains_point_result, reserved) == 17);
IFR_LAYOUT_ASSERT(offsetof(ifr_contains_point_result, weights) == 24);
IFR_LAYOUT_ASSERT(offsetof(ifr_contains_point_result, plane) == 176);
IFR_LAYOUT_ASSERT(sizeof(ifr_pose_2d) == 32);
IFR_LAYOUT_ASSERT(offsetof(ifr_pose_2d, p) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_pose_2d, half_angle) == 16);
IFR_LAYOUT_ASSERT(sizeof(ifr_posed_pair_2d) == 80);
IFR_LAYOUT_ASSERT(offsetof(ifr_posed_pair_2d, a) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_posed_pair_2d, b) == 8);
IFR_LAYOUT_ASSERT(offsetof(ifr_posed_pair_2d, pose_a) == 16);
IFR_LAYOUT_ASSERT(offsetof(ifr_posed_pair_2d, pose_b) == 48);
IFR_LAYOUT_ASSERT(sizeof(ifr_distance_2d_input) == 88);
IFR_LAYOUT_ASSERT(offsetof(ifr_distance_2d_input, pair) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_distance_2d_input, method) == 80);
IFR_LAYOUT_ASSERT(offsetof(ifr_distance_2d_input, max_pivots) == 84);
IFR_LAYOUT_ASSERT(sizeof(ifr_distance_2d_result) == 136);
IFR_LAYOUT_ASSERT(offsetof(ifr_distance_2d_result, verdict) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_distance_2d_result, reason) == 4);
IFR_LAYOUT_ASSERT(offsetof(ifr_distance_2d_result, decided_by) == 8);
IFR_LAYOUT_ASSERT(offsetof(ifr_distance_2d_result, iterations) == 12);
IFR_LAYOUT_ASSERT(offsetof(ifr_distance_2d_result, has_points) == 16);
IFR_LAYOUT_ASSERT(offsetof(ifr_distance_2d_result, has_normal) == 17);
IFR_LAYOUT_ASSERT(offsetof(ifr_distance_2d_result, reserved) == 18);
IFR_LAYOUT_ASSERT(offsetof(ifr_distance_2d_result, separation) == 24);
IFR_LAYOUT_ASSERT(offsetof(ifr_distance_2d_result, error) == 32);
IFR_LAYOUT_ASSERT(offsetof(ifr_distance_2d_result, lower_bound) == 40);
IFR_LAYOUT_ASSERT(offsetof(ifr_distance_2d_result, point_a) == 48);
IFR_LAYOUT_ASSERT(offsetof(ifr_distance_2d_result, point_b) == 64);
IFR_LAYOUT_ASSERT(offsetof(ifr_distance_2d_result, normal) == 80);
IFR_LAYOUT_ASSERT(offsetof(ifr_distance_2d_result, feature_a) == 96);
IFR_LAYOUT_ASSERT(offsetof(ifr_distance_2d_result, feature_b) == 116);
IFR_LAYOUT_ASSERT(sizeof(ifr_difference_vertex_2d) == 24);
IFR_LAYOUT_ASSERT(offsetof(ifr_difference_vertex_2d, point) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_difference_vertex_2d, id_a) == 16);
IFR_LAYOUT_ASSERT(offsetof(ifr_difference_vertex_2d, id_b) == 20);
IFR_LAYOUT_ASSERT(sizeof(ifr_minkowski_difference_2d_input) == 96);
IFR_LAYOUT_ASSERT(offsetof(ifr_minkowski_difference_2d_input, pair) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_minkowski_difference_2d_input, corners) == 80);
IFR_LAYOUT_ASSERT(offsetof(ifr_minkowski_difference_2d_input, capacity) == 88);
IFR_LAYOUT_ASSERT(sizeof(ifr_yaw_cuboid) == 80);
IFR_LAYOUT_ASSERT(offsetof(ifr_yaw_cuboid, corners) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_yaw_cuboid, z) == 64);
IFR_LAYOUT_ASSERT(sizeof(ifr_cuboid_separation_input) == 168);
IFR_LAYOUT_ASSERT(offsetof(ifr_cuboid_separation_input, a) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_cuboid_separation_input, b) == 80);
IFR_LAYOUT_ASSERT(offsetof(ifr_cuboid_separation_input, safety_distance) == 160);
IFR_LAYOUT_ASSERT(sizeof(ifr_cuboid_separation_result) == 56);
IFR_LAYOUT_ASSERT(offsetof(ifr_cuboid_separation_result, verdict) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_cuboid_separation_result, reason) == 4);
IFR_LAYOUT_ASSERT(offsetof(ifr_cuboid_separation_result, decided_by) == 8);
IFR_LAYOUT_ASSERT(offsetof(ifr_cuboid_separation_result, iterations) == 12);
IFR_LAYOUT_ASSERT(offsetof(ifr_cuboid_separation_result, safety_distance) == 16);
IFR_LAYOUT_ASSERT(offsetof(ifr_cuboid_separation_result, separation) == 24);
IFR_LAYOUT_ASSERT(offsetof(ifr_cuboid_separation_result, error) == 32);
IFR_LAYOUT_ASSERT(offsetof(ifr_cuboid_separation_result, horizontal) == 40);
IFR_LAYOUT_ASSERT(offsetof(ifr_cuboid_separation_result, vertical) == 48);
IFR_LAYOUT_ASSERT(sizeof(ifr_cuboid_separations_input) == 112);
IFR_LAYOUT_ASSERT(offsetof(ifr_cuboid_separations_input, a) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_cuboid_separations_input, others) == 80);
IFR_LAYOUT_ASSERT(offsetof(ifr_cuboid_separations_input, results) == 88);
IFR_LAYOUT_ASSERT(offsetof(ifr_cuboid_separations_input, count) == 96);
IFR_LAYOUT_ASSERT(offsetof(ifr_cuboid_separations_input, safety_distance) == 104);
IFR_LAYOUT_ASSERT(sizeof(ifr_jobs) == 16);
IFR_LAYOUT_ASSERT(offsetof(ifr_jobs, run) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_jobs, user) == 8);
IFR_LAYOUT_ASSERT(sizeof(ifr_posed_batch) == 64);
IFR_LAYOUT_ASSERT(offsetof(ifr_posed_batch, bodies) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_posed_batch, poses) == 8);
IFR_LAYOUT_ASSERT(offsetof(ifr_posed_batch, body_count) == 16);
IFR_LAYOUT_ASSERT(offsetof(ifr_posed_batch, pairs) == 24);
IFR_LAYOUT_ASSERT(offsetof(ifr_posed_batch, pair_count) == 32);
IFR_LAYOUT_ASSERT(offsetof(ifr_posed_batch, states) == 40);
IFR_LAYOUT_ASSERT(offsetof(ifr_posed_batch, jobs) == 48);
IFR_LAYOUT_ASSERT(sizeof(ifr_moving_batch) == 64);
IFR_LAYOUT_ASSERT(offsetof(ifr_moving_batch, bodies) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_moving_batch, motions) == 8);
IFR_LAYOUT_ASSERT(offsetof(ifr_moving_batch, body_count) == 16);
IFR_LAYOUT_ASSERT(offsetof(ifr_moving_batch, pairs) == 24);
IFR_LAYOUT_ASSERT(offsetof(ifr_moving_batch, pair_count) == 32);
IFR_LAYOUT_ASSERT(offsetof(ifr_moving_batch, states) == 40);
IFR_LAYOUT_ASSERT(offsetof(ifr_moving_batch, jobs) == 48);
IFR_LAYOUT_ASSERT(sizeof(ifr_filter) == 24);
IFR_LAYOUT_ASSERT(offsetof(ifr_filter, category) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_filter, mask) == 8);
IFR_LAYOUT_ASSERT(offsetof(ifr_filter, group) == 16);
IFR_LAYOUT_ASSERT(offsetof(ifr_filter, reserved) == 20);
IFR_LAYOUT_ASSERT(sizeof(ifr_world_body_input) == 104);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_body_input, shape) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_body_input, pose) == 8);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_body_input, user) == 64);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_body_input, filter) == 72);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_body_input, role) == 96);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_body_input, mobility) == 100);
IFR_LAYOUT_ASSERT(sizeof(ifr_world_body) == 104);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_body, id) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_body, user) == 8);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_body, pose) == 16);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_body, filter) == 72);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_body, role) == 96);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_body, mobility) == 100);
IFR_LAYOUT_ASSERT(sizeof(ifr_body_motion) == 176);
IFR_LAYOUT_ASSERT(offsetof(ifr_body_motion, id) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_body_motion, motion) == 8);
IFR_LAYOUT_ASSERT(sizeof(ifr_world_advance_input) == 96);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_advance_input, motions) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_advance_input, motion_count) == 8);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_advance_input, jobs) == 16);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_advance_input, mode) == 32);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_advance_input, method) == 36);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_advance_input, max_pivots) == 40);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_advance_input, initial_contact) == 44);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_advance_input, tolerance) == 48);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_advance_input, target_separation) == 56);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_advance_input, budget) == 64);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_advance_input, pair_budget) == 72);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_advance_input, max_pairs) == 80);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_advance_input, max_changes) == 88);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_advance_input, reserved) == 92);
IFR_LAYOUT_ASSERT(sizeof(ifr_world_advance_result) == 200);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_advance_result, number) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_advance_result, event_count) == 8);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_advance_result, bodies) == 16);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_advance_result, moving) == 24);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_advance_result, pairs) == 32);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_advance_result, by_state) == 40);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_advance_result, by_float) == 48);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_advance_result, by_exact) == 56);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_advance_result, by_program) == 64);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_advance_result, by_advance) == 72);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_advance_result, separated) == 80);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_advance_result, hit) == 88);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_advance_result, undecided) == 96);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_advance_result, over_budget) == 104);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_advance_result, changes) == 112);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_advance_result, tested_again) == 120);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_advance_result, iterations) == 128);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_advance_result, solves) == 136);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_advance_result, slowest_a) == 144);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_advance_result, slowest_b) == 152);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_advance_result, slowest_iterations) == 160);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_advance_result, reserved) == 164);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_advance_result, boxes_s) == 168);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_advance_result, broad_phase_s) == 176);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_advance_result, narrow_phase_s) == 184);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_advance_result, events_s) == 192);
IFR_LAYOUT_ASSERT(sizeof(ifr_world_event) == 192);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_event, verdict) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_event, reason) == 4);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_event, phase) == 8);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_event, contact) == 12);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_event, id_a) == 16);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_event, id_b) == 24);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_event, user_a) == 32);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_event, user_b) == 40);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_event, part_a) == 48);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_event, part_b) == 52);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_event, triangle_a) == 56);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_event, triangle_b) == 60);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_event, order_group) == 64);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_event, sensor) == 68);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_event, has_points) == 69);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_event, has_normal) == 70);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_event, reserved) == 71);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_event, t_lo) == 72);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_event, t_hi) == 80);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_event, exit) == 88);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_event, gap) == 104);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_event, separation_velocity) == 112);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_event, point_a) == 120);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_event, point_b) == 144);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_event, normal) == 168);
IFR_LAYOUT_ASSERT(sizeof(ifr_contact_body) == 136);
IFR_LAYOUT_ASSERT(offsetof(ifr_contact_body, pose) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_contact_body, travel) == 56);
IFR_LAYOUT_ASSERT(offsetof(ifr_contact_body, turn) == 80);
IFR_LAYOUT_ASSERT(offsetof(ifr_contact_body, pivot) == 104);
IFR_LAYOUT_ASSERT(offsetof(ifr_contact_body, changes) == 128);
IFR_LAYOUT_ASSERT(offsetof(ifr_contact_body, is_static) == 132);
IFR_LAYOUT_ASSERT(offsetof(ifr_contact_body, reserved) == 133);
IFR_LAYOUT_ASSERT(sizeof(ifr_frame_contact) == 464);
IFR_LAYOUT_ASSERT(offsetof(ifr_frame_contact, event) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_frame_contact, body_a) == 192);
IFR_LAYOUT_ASSERT(offsetof(ifr_frame_contact, body_b) == 328);
IFR_LAYOUT_ASSERT(sizeof(ifr_response) == 80);
IFR_LAYOUT_ASSERT(offsetof(ifr_response, kind) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_response, reserved) == 4);
IFR_LAYOUT_ASSERT(offsetof(ifr_response, travel) == 8);
IFR_LAYOUT_ASSERT(offsetof(ifr_response, turn) == 32);
IFR_LAYOUT_ASSERT(offsetof(ifr_response, pivot) == 56);
IFR_LAYOUT_ASSERT(sizeof(ifr_motion_change) == 200);
IFR_LAYOUT_ASSERT(offsetof(ifr_motion_change, id) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_motion_change, t) == 8);
IFR_LAYOUT_ASSERT(offsetof(ifr_motion_change, motion) == 16);
IFR_LAYOUT_ASSERT(offsetof(ifr_motion_change, event) == 184);
IFR_LAYOUT_ASSERT(offsetof(ifr_motion_change, cause) == 192);
IFR_LAYOUT_ASSERT(offsetof(ifr_motion_change, reserved) == 196);
IFR_LAYOUT_ASSERT(sizeof(ifr_query_filter) == 40);
IFR_LAYOUT_ASSERT(offsetof(ifr_query_filter, filter) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_query_filter, accept) == 24);
IFR_LAYOUT_ASSERT(offsetof(ifr_query_filter, user) == 32);
IFR_LAYOUT_ASSERT(sizeof(ifr_world_cast_input) == 248);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_cast_input, shape) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_cast_input, motion) == 8);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_cast_input, filter) == 176);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_cast_input, method) == 216);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_cast_input, max_pivots) == 220);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_cast_input, tolerance) == 224);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_cast_input, target_separation) == 232);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_cast_input, initial_contact) == 240);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_cast_input, budget) == 244);
IFR_LAYOUT_ASSERT(sizeof(ifr_world_cast_result) == 240);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_cast_result, verdict) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_cast_result, has_undecided) == 4);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_cast_result, reserved) == 5);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_cast_result, undecided_from) == 8);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_cast_result, id) == 16);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_cast_result, user) == 24);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_cast_result, answer) == 32);
IFR_LAYOUT_ASSERT(sizeof(ifr_world_ray_input) == 120);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_ray_input, from) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_ray_input, to) == 24);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_ray_input, filter) == 48);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_ray_input, method) == 88);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_ray_input, max_pivots) == 92);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_ray_input, tolerance) == 96);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_ray_input, target_separation) == 104);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_ray_input, initial_contact) == 112);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_ray_input, budget) == 116);
IFR_LAYOUT_ASSERT(sizeof(ifr_cast_hit) == 224);
IFR_LAYOUT_ASSERT(offsetof(ifr_cast_hit, id) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_cast_hit, user) == 8);
IFR_LAYOUT_ASSERT(offsetof(ifr_cast_hit, answer) == 16);
IFR_LAYOUT_ASSERT(sizeof(ifr_overlap) == 24);
IFR_LAYOUT_ASSERT(offsetof(ifr_overlap, verdict) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_overlap, reason) == 4);
IFR_LAYOUT_ASSERT(offsetof(ifr_overlap, id) == 8);
IFR_LAYOUT_ASSERT(offsetof(ifr_overlap, user) == 16);
IFR_LAYOUT_ASSERT(sizeof(ifr_world_overlap_input) == 120);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_overlap_input, shape) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_overlap_input, pose) == 8);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_overlap_input, filter) == 64);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_overlap_input, overlaps) == 104);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_overlap_input, capacity) == 112);
IFR_LAYOUT_ASSERT(sizeof(ifr_world_nearest_input) == 112);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_nearest_input, shape) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_nearest_input, pose) == 8);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_nearest_input, filter) == 64);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_nearest_input, cutoff) == 104);
IFR_LAYOUT_ASSERT(sizeof(ifr_world_nearest_result) == 200);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_nearest_result, id) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_nearest_result, user) == 8);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_nearest_result, distance) == 16);
IFR_LAYOUT_ASSERT(sizeof(ifr_close_pair) == 216);
IFR_LAYOUT_ASSERT(offsetof(ifr_close_pair, id_a) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_close_pair, id_b) == 8);
IFR_LAYOUT_ASSERT(offsetof(ifr_close_pair, user_a) == 16);
IFR_LAYOUT_ASSERT(offsetof(ifr_close_pair, user_b) == 24);
IFR_LAYOUT_ASSERT(offsetof(ifr_close_pair, distance) == 32);
IFR_LAYOUT_ASSERT(sizeof(ifr_world_closest_pairs_input) == 64);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_closest_pairs_input, filter) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_closest_pairs_input, cutoff) == 40);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_closest_pairs_input, pairs) == 48);
IFR_LAYOUT_ASSERT(offsetof(ifr_world_closest_pairs_input, capacity) == 56);
IFR_LAYOUT_ASSERT(sizeof(ifr_contact_events_input) == 16);
IFR_LAYOUT_ASSERT(offsetof(ifr_contact_events_input, slot_count) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_contact_events_input, reserved) == 4);
IFR_LAYOUT_ASSERT(offsetof(ifr_contact_events_input, hysteresis) == 8);
IFR_LAYOUT_ASSERT(sizeof(ifr_signed_distance) == 112);
IFR_LAYOUT_ASSERT(offsetof(ifr_signed_distance, has_pair) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_signed_distance, touching) == 1);
IFR_LAYOUT_ASSERT(offsetof(ifr_signed_distance, reserved) == 2);
IFR_LAYOUT_ASSERT(offsetof(ifr_signed_distance, a) == 8);
IFR_LAYOUT_ASSERT(offsetof(ifr_signed_distance, b) == 16);
IFR_LAYOUT_ASSERT(offsetof(ifr_signed_distance, z) == 24);
IFR_LAYOUT_ASSERT(offsetof(ifr_signed_distance, error) == 32);
IFR_LAYOUT_ASSERT(offsetof(ifr_signed_distance, normal) == 40);
IFR_LAYOUT_ASSERT(offsetof(ifr_signed_distance, point_a) == 64);
IFR_LAYOUT_ASSERT(offsetof(ifr_signed_distance, point_b) == 88);
IFR_LAYOUT_ASSERT(sizeof(ifr_root_functions) == 288);
IFR_LAYOUT_ASSERT(offsetof(ifr_root_functions, events) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_root_functions, world) == 8);
IFR_LAYOUT_ASSERT(offsetof(ifr_root_functions, place) == 16);
IFR_LAYOUT_ASSERT(offsetof(ifr_root_functions, user) == 24);
IFR_LAYOUT_ASSERT(offsetof(ifr_root_functions, error) == 32);
#undef IFR_LAYOUT_ASSERT
#endif

#endif  /* INTERFRAME_H */
