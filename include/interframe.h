/*
 * interframe: did two convex bodies meet between two frames, and what proves it.
 *
 * In short
 *     ifr_polytope *bullet, *plate;                          when a level loads
 *     ifr_polytope_create(points, count, &bullet, NULL);
 *     ifr_pair_state state = {0};                            one for each pair, kept
 *
 *     ifr_interframe_input input = {0};                      each frame, each pair
 *     input.a = bullet;
 *     input.b = plate;
 *     ifr_motion_init_turn(&pose, displacement, turn, &input.motion_a);
 *     ifr_motion_init_fixed(&plate_pose, &input.motion_b);
 *     ifr_interframe_result result;
 *     ifr_interframe(&input, &state, NULL, &result, NULL);
 *     if (ifr_may_hit(result.verdict)) ...
 *
 *     ifr_polytope_destroy(bullet);
 *
 * Verdicts. Separated is always proved, rounding included. Hit is always proved; touching is a hit.
 * Undecided means that neither was proved and is never to be read as free: ifr_may_hit maps it, and
 * everything that goes wrong, to the safe side. An iteration limit never makes a verdict.
 *
 * Units and frames. Lengths are in one unit of your choice, angles in radians, time t runs from 0
 * to 1 over the frame. Quaternions are x y z w. The world is right-handed or left-handed as you like;
 * nothing depends on it but the sense of a rotation, which is that of the cross product. Normals
 * point from A to B.
 *
 * Errors. A function that can fail returns an ifr_status; ifr_error, where taken, receives the
 * details. On failure every output is zeroed. NULL or misaligned pointers, unknown integers, NaN
 * and the like are statuses, never crashes. Integers that stand for an enum are int32_t where you
 * write them and are checked.
 *
 * Pointers. Each must be NULL (a status, or what the function says) or point to memory that is valid
 * for the call: inputs initialised and not changed meanwhile, outputs writable (they need not be
 * initialised) and not overlapping any other argument. Nothing is kept after a call returns, but
 * what ifr_polytope_create and ifr_polytope_create_with_options copied.
 *
 * Ownership. Only ifr_polytope_create and ifr_polytope_create_with_options make something to be
 * freed, by ifr_polytope_destroy. All else is plain structs of yours, and static text.
 *
 * Threads. There is no global state. A body is immutable and may be used by any number of threads at
 * once; destroy it when none uses it. A pair state belongs to one call at a time. The same inputs
 * and the same state give the same bits, on any thread.
 *
 * Zero. A zeroed struct is safe: an empty pair state, the default settings, an undecided result; a
 * zeroed pose or motion is an error, never a silent identity.
 *
 * This file is generated; do not edit it.
 */

#ifndef INTERFRAME_H
#define INTERFRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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
    /// A number is NaN or infinite, or so large that what is computed from it is.
    IFR_STATUS_NOT_FINITE = 4,
    /// More vertices than the library can number (2^30 - 1 for one body).
    IFR_STATUS_TOO_MANY_VERTICES = 5,
    /// The norm of a quaternion is farther than 1e-3 from 1. All zero, as in forgotten memory, is.
    IFR_STATUS_QUATERNION_NORM = 6,
    /// Start and end orientation are exactly half a turn apart, so the axis is not unique. Give
    /// the motion by its rotation vector (IFR_MOTION_KIND_TURN).
    IFR_STATUS_HALF_TURN = 7,
    /// A setting is outside its range.
    IFR_STATUS_SETTING = 8,
    /// The library's own code failed and was stopped at this boundary. A defect: please report
    /// it. The process is sound and other calls may go on.
    IFR_STATUS_PANIC = 9,
    /// A text does not fit into the buffer that was given.
    IFR_STATUS_BUFFER_TOO_SMALL = 10,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ifr_status ifr_status;
#else
typedef int32_t ifr_status;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/// What a body is.
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
    /// Exact integers, because double precision could not tell. Slower by far, and rare.
    IFR_DECIDED_BY_EXACT = 3,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ifr_decided_by ifr_decided_by;
#else
typedef int32_t ifr_decided_by;
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
    /// The swept hulls come so close that the search for a plane was given up (settings:
    /// sweep_rel_tol, max_pivots).
    IFR_REASON_NEAR_SLACK = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ifr_reason ifr_reason;
#else
typedef int32_t ifr_reason;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/// What the verdict of a two-frame query speaks about.
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

/// Which solver answers. All give the same verdict; they differ in cost.
enum ifr_method
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /// The library's choice.
    IFR_METHOD_DEFAULT = 0,
    /// Dantzig's simplex on the ray LP, priced by support queries.
    IFR_METHOD_RAY_SIMPLEX = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ifr_method ifr_method;
#else
typedef int32_t ifr_method;
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
    /// place at different times cannot be told from bodies that meet.
    IFR_FRAME_WORLD = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum ifr_frame ifr_frame;
#else
typedef int32_t ifr_frame;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/// A convex body. Immutable: any number of threads may use one at the same time. Made by
/// ifr_polytope_create, freed by ifr_polytope_destroy.
typedef struct ifr_polytope ifr_polytope;

/// Options of a query. Pass NULL for the defaults; they are right for nearly everyone. In each
/// field 0 means the default, so a zeroed struct is the defaults too.
typedef struct ifr_settings {
    /// A certified sweep of bodies that turn gives up, undecided (IFR_REASON_NEAR_SLACK), when
    /// the gap between its dilated hulls is known to this fraction of the smaller body's
    /// bounding radius (of the larger's, if that is 0). 1e-12 to 1e-2; default 1e-6.
    double sweep_rel_tol;
    /// An ifr_method.
    int32_t method;
    /// Pivots in double precision before exact arithmetic takes over. Never decides a verdict.
    /// Default 64; fewer send easy pairs to the slow exact path.
    uint32_t max_pivots;
} ifr_settings;

/// Warm-start memory of one pair. Keep one for each pair of bodies that you ask about frame after
/// frame; a query reads and updates it, and a coherent frame then costs about one look.
///
/// A hint only: a stale or foreign state, or one from before a body was replaced, costs time and
/// never changes a verdict. All zero is empty. Plain data without padding: assign it to take a
/// snapshot, compare it with memcmp, write it to disk for the same version on the same machine.
/// The fields are the library's own; reading or setting them is not supported.
typedef struct ifr_pair_state {
    /// Private.
    double normal_world[3];
    /// Private.
    uint32_t portal_a[3];
    /// Private.
    uint32_t portal_b[3];
    /// Private.
    uint32_t hint_a;
    /// Private.
    uint32_t hint_b;
} ifr_pair_state;

/// Details of a failed call, for people. Pass a pointer to one, or NULL if you do not want it.
/// Every call that takes one sets it, on success to IFR_STATUS_OK and an empty message.
typedef struct ifr_error {
    /// The status that the call returned.
    ifr_status status;
    /// What is wrong and where, for example "input.motion_a: turn.x is NaN; it must be finite".
    /// UTF-8, ends with NUL, cut short if need be. Wording may change with any version.
    char message[IFR_ERROR_MESSAGE_SIZE];
} ifr_error;

/// What a body may be given beyond its hull. In each field 0 means the default, so a zeroed struct
/// is the defaults.
typedef struct ifr_polytope_options {
    /// 1: keep, for each of many cells of directions, the few corners that can be farthest there,
    /// for bodies of 100 corners or more that often meet partners they did not meet in the last
    /// frame. About doubles the body's memory; building takes up to twice as long. 0: do not.
    int32_t support_cells;
} ifr_polytope_options;

/// What is known of a body. Lengths in your unit, positions in the body's frame.
typedef struct ifr_polytope_info {
    /// Corners of the hull; at most as many as points were given.
    size_t vertex_count;
    /// A point of the body; of a solid, an interior one. Zero for the empty body.
    double center[3];
    /// How far a true point of the body may lie from center: 0 for a solid, rounding otherwise.
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
    /// What the points span.
    ifr_dimension dimension;
} ifr_polytope_info;

/// A face of a body. The memory is the body's: read it, and not after the body is destroyed.
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

/// One frame of rigid motion, time t from 0 to 1. The body point pivot moves on a straight line at
/// constant speed while the body turns about one fixed world axis at a constant rate.
///
/// Fill it by one of the ifr_motion_init functions or by hand. A zeroed motion is an error, as a
/// zeroed pose is.
typedef struct ifr_motion {
    /// Pose at t = 0.
    struct ifr_pose start;
    /// IFR_MOTION_KIND_BETWEEN: pose at t = 1.
    /// IFR_MOTION_KIND_TURN: end.p is where the body's origin would be if the body did not turn,
    /// that is, the pivot is displaced by end.p - start.p; end.q is not read.
    struct ifr_pose end;
    /// The body point that moves on a straight line, body frame. Usually the centre of mass, or
    /// a point on the hinge. Zero is the body's origin.
    double pivot[3];
    /// IFR_MOTION_KIND_TURN only: rotation vector over the frame, world axes, radians (angular
    /// velocity times the length of the frame). Its length may exceed 2 pi.
    double turn[3];
    /// An ifr_motion_kind.
    int32_t kind;
} ifr_motion;

/// Two bodies and where they are.
typedef struct ifr_intersect_input {
    /// Body A; not NULL.
    const struct ifr_polytope *a;
    /// Body B; not NULL, may be the same as A.
    const struct ifr_polytope *b;
    /// Where A is.
    struct ifr_pose pose_a;
    /// Where B is.
    struct ifr_pose pose_b;
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
} ifr_plane;

/// Answer of ifr_intersect. All zero, undecided, after a failed call.
typedef struct ifr_intersect_result {
    /// Separated or hit: a call that succeeds is never undecided here.
    ifr_verdict verdict;
    /// Which arithmetic decided.
    ifr_decided_by decided_by;
    /// Support queries on each body; 0 when a body is empty or the centres settle it.
    uint32_t iterations;
    /// Whether plane is set: when separated, unless a body is empty.
    bool has_plane;
    /// Whether point is set: when hit.
    bool has_point;
    /// The plane that proves separation, normal from A to B. All zero without has_plane.
    struct ifr_plane plane;
    /// A point common to both bodies, to rounding, world frame. All zero without has_point. It is
    /// some point of the overlap, not a contact point.
    double point[3];
} ifr_intersect_result;

/// Two bodies and how they move over the frame. Zero sweep and frame are the safe defaults.
typedef struct ifr_interframe_input {
    /// Body A; not NULL.
    const struct ifr_polytope *a;
    /// Body B; not NULL, may be the same as A.
    const struct ifr_polytope *b;
    /// How A moves.
    struct ifr_motion motion_a;
    /// How B moves.
    struct ifr_motion motion_b;
    /// An ifr_sweep.
    int32_t sweep;
    /// An ifr_frame.
    int32_t frame;
} ifr_interframe_input;

/// Answer of ifr_interframe and ifr_interframe_vertices. All zero, undecided, after a failed call.
typedef struct ifr_interframe_result {
    /// The verdict, about what the field about says.
    ifr_verdict verdict;
    /// Why the verdict is undecided.
    ifr_reason reason;
    /// What the verdict speaks about.
    ifr_about about;
    /// Which arithmetic decided.
    ifr_decided_by decided_by;
    /// Support queries on each body; 0 when a body is empty or the centres settle it.
    uint32_t iterations;
    /// Whether plane is set: when separated, unless a body is empty.
    bool has_plane;
    /// Whether point is set: when hit.
    bool has_point;
    /// How far the hulls were dilated to hold every pose, both bodies together: what a certified
    /// sweep gives away. 0 when neither body turns, and for other sweeps.
    double slack;
    /// The plane that proves separation, normal from A to B, with at least slack between it and
    /// the undilated hulls taken together. In IFR_FRAME_RELATIVE it moves with A's pivot and is
    /// given at t = 0. All zero without has_plane.
    struct ifr_plane plane;
    /// A point common to both hulls, to rounding, in the frame of the query (world coordinates at
    /// t = 0). All zero without has_point.
    double point[3];
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
typedef struct ifr_interframe_vertices_input {
    /// Body A.
    struct ifr_vertex_sweep a;
    /// Body B.
    struct ifr_vertex_sweep b;
} ifr_interframe_vertices_input;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/// Version of the library that is linked, for example "0.1.0". Static memory: do not free it.
const char *ifr_version_string(void);

/// Version of the library that is linked, in the form of IFR_VERSION_NUMBER. While the major
/// version is 0, structs may change with the minor version: a program that loads a shared
/// library should stop when this divided by 100 is not IFR_VERSION_NUMBER / 100.
uint32_t ifr_version_number(void);

/// One line of English for a status; never NULL, "unknown status" for any other integer. Static
/// memory: do not free it.
const char *ifr_status_text(int32_t status);

/// False only for IFR_VERDICT_SEPARATED: doubt, and every integer that is no verdict, is a
/// possible hit. After a failed call the verdict is undecided, so this is true as well.
bool ifr_may_hit(int32_t verdict);

/// "undecided", "separated", "hit", or "unknown" for any other integer. Never NULL; static
/// memory: do not free it.
const char *ifr_verdict_text(int32_t verdict);

/// "none", "hulls_meet", "near_slack", or "unknown". As ifr_verdict_text.
const char *ifr_reason_text(int32_t reason);

/// "hull", "motion", or "unknown". As ifr_verdict_text.
const char *ifr_about_text(int32_t about);

/// "nothing", "state", "float", "exact", or "unknown". As ifr_verdict_text.
const char *ifr_decided_by_text(int32_t decided_by);

/// Writes the defaults, spelled out.
ifr_status ifr_settings_init(struct ifr_settings *out);

/// Writes the empty state, which is all zero.
ifr_status ifr_pair_state_init(struct ifr_pair_state *out);

/// "empty", "point", "segment", "flat", "solid", or "unknown". As ifr_verdict_text.
const char *ifr_dimension_text(int32_t dimension);

/// Builds the convex hull of count points (x y z x y z ...) in the body's frame. Any finite
/// points will do: in any order, with duplicates and interior points, flat, collinear, one, none
/// (xyz may then be NULL). The points are copied.
///
/// On success *out is the new body, yours to destroy; on failure it is NULL. Allocates; about
/// count log count time. Build bodies when a level loads, not in a frame. When memory runs out the
/// process is aborted.
ifr_status ifr_polytope_create(const double *xyz,
                               size_t count,
                               struct ifr_polytope **out,
                               struct ifr_error *error);

/// Writes the defaults, spelled out.
ifr_status ifr_polytope_options_init(struct ifr_polytope_options *out);

/// As ifr_polytope_create, with memory spent for speed as options say; NULL means the defaults. No
/// option changes a verdict.
ifr_status ifr_polytope_create_with_options(const double *xyz,
                                            size_t count,
                                            const struct ifr_polytope_options *options,
                                            struct ifr_polytope **out,
                                            struct ifr_error *error);

/// Frees a body. NULL is fine. The body must not be in use by another thread, nor be used or
/// destroyed again.
void ifr_polytope_destroy(struct ifr_polytope *body);

/// Writes what is known of a body. Does not allocate.
ifr_status ifr_polytope_get_info(const struct ifr_polytope *body, struct ifr_polytope_info *out);

/// Number of corners; 0 for NULL.
size_t ifr_polytope_vertex_count(const struct ifr_polytope *body);

/// Writes corner index (below vertex_count) to out_xyz[0..2], body frame, exactly as it was given
/// to ifr_polytope_create. Corners are in lexicographic order of (x, y, z).
ifr_status ifr_polytope_get_vertex(const struct ifr_polytope *body, size_t index, double *out_xyz);

/// Writes where in the list given to ifr_polytope_create corner index (below vertex_count) stood
/// first, counted in points.
ifr_status ifr_polytope_get_source_index(const struct ifr_polytope *body,
                                         size_t index,
                                         size_t *out);

/// Writes face index (below face_count of ifr_polytope_info). Copies nothing.
ifr_status ifr_polytope_get_face(const struct ifr_polytope *body,
                                 size_t index,
                                 struct ifr_face *out);

/// Writes the identity: origin at 0, not turned.
ifr_status ifr_pose_init(struct ifr_pose *out);

/// A body that stays where it is.
ifr_status ifr_motion_init_fixed(const struct ifr_pose *pose, struct ifr_motion *out);

/// From one pose to another by the shortest arc, pivot at the body's origin. The values are
/// checked by the query that takes the motion, not here.
ifr_status ifr_motion_init_between(const struct ifr_pose *start,
                                   const struct ifr_pose *end,
                                   struct ifr_motion *out);

/// By a displacement and a rotation vector over the frame, three numbers each, world axes; pivot
/// at the body's origin. With velocities v and w and a frame of length s, give s v and s w. The
/// values are checked by the query that takes the motion, not here.
ifr_status ifr_motion_init_turn(const struct ifr_pose *start,
                                const double *displacement,
                                const double *turn,
                                struct ifr_motion *out);

/// Do two bodies meet at these poses? Decided as in real arithmetic on the numbers given:
/// touching is a hit, a last place apart is separated.
///
/// state: the pair's memory, or NULL to start afresh. settings: NULL for the defaults. error: NULL
/// if you want no details. Tens to hundreds of nanoseconds; does not allocate, unless doubles
/// cannot tell and exact arithmetic decides.
ifr_status ifr_intersect(const struct ifr_intersect_input *input,
                         struct ifr_pair_state *state,
                         const struct ifr_settings *settings,
                         struct ifr_intersect_result *out,
                         struct ifr_error *error);

/// Do two bodies meet at any time between two frames?
///
/// With the zero sweep and frame the answer is about the motion. Separated: proved apart at every
/// time of the frame, however the bodies turn. Hit: proved to meet; only bodies that do not turn
/// get this. Undecided: the sweeps meet or nearly do, reason says which; take it as a possible
/// hit, or cut the frame in halves and ask again.
///
/// state, settings and error as for ifr_intersect; do not share one state between the two queries
/// if you want its speed. Does not allocate, unless exact arithmetic decides.
ifr_status ifr_interframe(const struct ifr_interframe_input *input,
                          struct ifr_pair_state *state,
                          const struct ifr_settings *settings,
                          struct ifr_interframe_result *out,
                          struct ifr_error *error);

/// Do the hulls of two bodies that deform meet, each the hull of its corners at t = 0 and t = 1?
/// World frame; the verdict is about the hulls. Separated holds for every way in which each corner
/// stays on the line between its two positions.
///
/// The lists are read in place and not kept. state, settings and error as for ifr_intersect. Time
/// grows with the number of corners.
ifr_status ifr_interframe_vertices(const struct ifr_interframe_vertices_input *input,
                                   struct ifr_pair_state *state,
                                   const struct ifr_settings *settings,
                                   struct ifr_interframe_result *out,
                                   struct ifr_error *error);

/// Writes what ifr_intersect is asked as one line of JSON, to be attached to a report: in a file,
/// "interframe query FILE" answers it, bit for bit as ifr_intersect does with an empty pair state
/// and the default settings. Every number is written so that it reads back to the same bits; the
/// bodies are in it.
///
/// id: any text, it names the line. buffer: capacity bytes; it receives the line without a line
/// end, and NUL. needed: receives the number of bytes that takes, or is NULL. When capacity is
/// less, the buffer holds the empty string and the status is IFR_STATUS_BUFFER_TOO_SMALL; call
/// with capacity 0, for which buffer may be NULL, to learn the number. On any other failure the
/// buffer holds the empty string and needed is 0. Never writes more than capacity bytes; allocates.
///
/// A pair state never turns separated into hit or back. Only of bodies that turn, in a certified
/// sweep within sweep_rel_tol of its slack, may a kept state prove separated where the line says
/// undecided.
ifr_status ifr_intersect_to_json(const struct ifr_intersect_input *input,
                                 const char *id,
                                 char *buffer,
                                 size_t capacity,
                                 size_t *needed,
                                 struct ifr_error *error);

/// Writes what ifr_interframe is asked as one line of JSON. As ifr_intersect_to_json.
ifr_status ifr_interframe_to_json(const struct ifr_interframe_input *input,
                                  const char *id,
                                  char *buffer,
                                  size_t capacity,
                                  size_t *needed,
                                  struct ifr_error *error);

/// Writes what ifr_interframe_vertices is asked as one line of JSON. As ifr_intersect_to_json.
ifr_status ifr_interframe_vertices_to_json(const struct ifr_interframe_vertices_input *input,
                                           const char *id,
                                           char *buffer,
                                           size_t capacity,
                                           size_t *needed,
                                           struct ifr_error *error);

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
IFR_LAYOUT_ASSERT(sizeof(ifr_error) == 256);
IFR_LAYOUT_ASSERT(offsetof(ifr_error, status) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_error, message) == 4);
IFR_LAYOUT_ASSERT(sizeof(ifr_settings) == 16);
IFR_LAYOUT_ASSERT(offsetof(ifr_settings, sweep_rel_tol) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_settings, method) == 8);
IFR_LAYOUT_ASSERT(offsetof(ifr_settings, max_pivots) == 12);
IFR_LAYOUT_ASSERT(sizeof(ifr_pair_state) == 56);
IFR_LAYOUT_ASSERT(offsetof(ifr_pair_state, normal_world) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_pair_state, portal_a) == 24);
IFR_LAYOUT_ASSERT(offsetof(ifr_pair_state, portal_b) == 36);
IFR_LAYOUT_ASSERT(offsetof(ifr_pair_state, hint_a) == 48);
IFR_LAYOUT_ASSERT(offsetof(ifr_pair_state, hint_b) == 52);
IFR_LAYOUT_ASSERT(sizeof(ifr_pose) == 56);
IFR_LAYOUT_ASSERT(offsetof(ifr_pose, p) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_pose, q) == 24);
IFR_LAYOUT_ASSERT(sizeof(ifr_motion) == 168);
IFR_LAYOUT_ASSERT(offsetof(ifr_motion, start) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_motion, end) == 56);
IFR_LAYOUT_ASSERT(offsetof(ifr_motion, pivot) == 112);
IFR_LAYOUT_ASSERT(offsetof(ifr_motion, turn) == 136);
IFR_LAYOUT_ASSERT(offsetof(ifr_motion, kind) == 160);
IFR_LAYOUT_ASSERT(sizeof(ifr_plane) == 64);
IFR_LAYOUT_ASSERT(offsetof(ifr_plane, normal) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_plane, offset) == 24);
IFR_LAYOUT_ASSERT(offsetof(ifr_plane, span_count) == 32);
IFR_LAYOUT_ASSERT(offsetof(ifr_plane, span_a) == 36);
IFR_LAYOUT_ASSERT(offsetof(ifr_plane, span_b) == 48);
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
IFR_LAYOUT_ASSERT(sizeof(ifr_polytope_options) == 4);
IFR_LAYOUT_ASSERT(offsetof(ifr_polytope_options, support_cells) == 0);
IFR_LAYOUT_ASSERT(sizeof(ifr_face) == 40);
IFR_LAYOUT_ASSERT(offsetof(ifr_face, vertices) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_face, vertex_count) == 8);
IFR_LAYOUT_ASSERT(offsetof(ifr_face, normal) == 16);
IFR_LAYOUT_ASSERT(sizeof(ifr_intersect_input) == 128);
IFR_LAYOUT_ASSERT(offsetof(ifr_intersect_input, a) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_intersect_input, b) == 8);
IFR_LAYOUT_ASSERT(offsetof(ifr_intersect_input, pose_a) == 16);
IFR_LAYOUT_ASSERT(offsetof(ifr_intersect_input, pose_b) == 72);
IFR_LAYOUT_ASSERT(sizeof(ifr_intersect_result) == 104);
IFR_LAYOUT_ASSERT(offsetof(ifr_intersect_result, verdict) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_intersect_result, decided_by) == 4);
IFR_LAYOUT_ASSERT(offsetof(ifr_intersect_result, iterations) == 8);
IFR_LAYOUT_ASSERT(offsetof(ifr_intersect_result, has_plane) == 12);
IFR_LAYOUT_ASSERT(offsetof(ifr_intersect_result, has_point) == 13);
IFR_LAYOUT_ASSERT(offsetof(ifr_intersect_result, plane) == 16);
IFR_LAYOUT_ASSERT(offsetof(ifr_intersect_result, point) == 80);
IFR_LAYOUT_ASSERT(sizeof(ifr_interframe_input) == 360);
IFR_LAYOUT_ASSERT(offsetof(ifr_interframe_input, a) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_interframe_input, b) == 8);
IFR_LAYOUT_ASSERT(offsetof(ifr_interframe_input, motion_a) == 16);
IFR_LAYOUT_ASSERT(offsetof(ifr_interframe_input, motion_b) == 184);
IFR_LAYOUT_ASSERT(offsetof(ifr_interframe_input, sweep) == 352);
IFR_LAYOUT_ASSERT(offsetof(ifr_interframe_input, frame) == 356);
IFR_LAYOUT_ASSERT(sizeof(ifr_vertex_sweep) == 24);
IFR_LAYOUT_ASSERT(offsetof(ifr_vertex_sweep, start_xyz) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_vertex_sweep, end_xyz) == 8);
IFR_LAYOUT_ASSERT(offsetof(ifr_vertex_sweep, count) == 16);
IFR_LAYOUT_ASSERT(sizeof(ifr_interframe_vertices_input) == 48);
IFR_LAYOUT_ASSERT(offsetof(ifr_interframe_vertices_input, a) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_interframe_vertices_input, b) == 24);
IFR_LAYOUT_ASSERT(sizeof(ifr_interframe_result) == 120);
IFR_LAYOUT_ASSERT(offsetof(ifr_interframe_result, verdict) == 0);
IFR_LAYOUT_ASSERT(offsetof(ifr_interframe_result, reason) == 4);
IFR_LAYOUT_ASSERT(offsetof(ifr_interframe_result, about) == 8);
IFR_LAYOUT_ASSERT(offsetof(ifr_interframe_result, decided_by) == 12);
IFR_LAYOUT_ASSERT(offsetof(ifr_interframe_result, iterations) == 16);
IFR_LAYOUT_ASSERT(offsetof(ifr_interframe_result, has_plane) == 20);
IFR_LAYOUT_ASSERT(offsetof(ifr_interframe_result, has_point) == 21);
IFR_LAYOUT_ASSERT(offsetof(ifr_interframe_result, slack) == 24);
IFR_LAYOUT_ASSERT(offsetof(ifr_interframe_result, plane) == 32);
IFR_LAYOUT_ASSERT(offsetof(ifr_interframe_result, point) == 96);
#undef IFR_LAYOUT_ASSERT
#endif

#endif  /* INTERFRAME_H */
