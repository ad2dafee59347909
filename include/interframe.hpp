/*
 * interframe.hpp: the interface of interframe.h in C++17. Header only; needs nothing but the standard library.
 *
 * In short
 *     using namespace interframe;
 *     const body bullet = body::sphere(0.01);                     // freed by itself
 *     const body plate = body::box(glm::vec3(0.05f, 2, 2));       // half extents, in your own vector type
 *     pair_state state{};                                         // one for each pair, kept
 *     const moving_pair pair = moving(bullet, turning(pose_at(from), to), plate, fixed(pose_at(origin)));
 *     const auto answer = time_of_impact(time_of_impact_input(pair).with_tolerance(1e-6), state);
 *     if (answer.may_hit()) stop_at(answer->t_lo, answer.point_b<glm::vec3>());
 *
 * Names. ifr_x is x in the namespace interframe; ifr_interframe is interframe::interframe. Plain structs are those of C.
 * A query takes its input, made of a pair and of with_<option> calls, and returns an answer: answer->field is a field of
 * C's result, and answer.verdict(), answer.normal<V>() and their like are typed. interframe.h says what each field and
 * function means.
 *
 * Errors. A function that can fail throws interframe::error. With INTERFRAME_ERRORS_BY_VALUE defined as 1, or where
 * exceptions are off, it returns outcome<T> instead: test it, then use *result or result->. The value of a failed
 * outcome is zeroed: an undecided verdict, an empty handle.
 *
 * Enums are enum classes, which compare with the fields of C's structs: event.phase == phase::begin. text(x) is a word.
 * Ids of bodies are body_id; one of C's fields becomes one by name: the_world.remove(body_id(event.id_a)).
 *
 * Your own types. Vectors with [0], with fields or functions x, y, z or with fields X, Y, Z work as they are (glm, Eigen,
 * std::array), and so do quaternions with fields or functions x, y, z, w, and matrices of glm and Eigen. For others, and
 * for vectors whose size is known at run time only, specialise vector_traits, quaternion_traits or matrix_traits.
 * Components are converted to double and back by static_cast. Arrays inside your own structs come in by strided, without a
 * copy of your own; matrices by pose_of_matrix and matrix_of_pose; mesh files by mesh_file; bodies that were built before by
 * to_bytes and from_bytes.
 *
 * Functions of yours (filters, jobs, shapes) may be lambdas. They must not throw, but for the place of root_functions: an
 * exception ends the program.
 *
 * Cost. Everything is inline: a query costs what the call in C costs. An input that is made of a pair copies it, in about
 * 20 instructions, and each with_<option> on a temporary copies the input, in 2 to 20 ns, so that no reference dangles. In
 * a tight loop keep one input, and change its fields or call with_<option> on it: that copies nothing. Functions that
 * return a vector or a string, or that take points of your own type, allocate; those that take spans do not.
 */
#ifndef INTERFRAME_HPP
#define INTERFRAME_HPP

#include "interframe.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#ifndef INTERFRAME_ERRORS_BY_VALUE
#if defined(__cpp_exceptions) || defined(_CPPUNWIND)
#define INTERFRAME_ERRORS_BY_VALUE 0
#else
#define INTERFRAME_ERRORS_BY_VALUE 1
#endif
#endif

namespace interframe {
// Programs may mix files of both settings: their functions have different names for the linker.
#if INTERFRAME_ERRORS_BY_VALUE
inline namespace errors_by_value {
#else
inline namespace errors_by_exception {
#endif

// ---------------------------------------------------------------- enums

/// Declares comparisons with the C enum, and strong(), which converts it.
#define INTERFRAME_ENUM(name)                                                                                       \
    constexpr name strong(ifr_##name value) noexcept { return static_cast<name>(static_cast<int32_t>(value)); }     \
    constexpr bool operator==(name a, ifr_##name b) noexcept { return a == strong(b); }                             \
    constexpr bool operator==(ifr_##name a, name b) noexcept { return strong(a) == b; }                             \
    constexpr bool operator!=(name a, ifr_##name b) noexcept { return a != strong(b); }                             \
    constexpr bool operator!=(ifr_##name a, name b) noexcept { return strong(a) != b; }

/// Declares these, and text(), which returns the word for a value. Static memory.
#define INTERFRAME_ENUM_WITH_TEXT(name)                                                                             \
    INTERFRAME_ENUM(name)                                                                                           \
    inline const char *text(name value) noexcept { return ifr_##name##_text(static_cast<int32_t>(value)); }

/// Why a call failed.
enum class status : int32_t {
    ok = IFR_STATUS_OK,
    bad_pointer = IFR_STATUS_BAD_POINTER,
    unknown_value = IFR_STATUS_UNKNOWN_VALUE,
    out_of_range = IFR_STATUS_OUT_OF_RANGE,
    not_finite = IFR_STATUS_NOT_FINITE,
    too_many_vertices = IFR_STATUS_TOO_MANY_VERTICES,
    quaternion_norm = IFR_STATUS_QUATERNION_NORM,
    half_turn = IFR_STATUS_HALF_TURN,
    setting = IFR_STATUS_SETTING,
    panic = IFR_STATUS_PANIC,
    buffer_too_small = IFR_STATUS_BUFFER_TOO_SMALL,
    method = IFR_STATUS_METHOD,
    rejected = IFR_STATUS_REJECTED,
    body = IFR_STATUS_BODY,
    not_a_rectangle = IFR_STATUS_NOT_A_RECTANGLE,
    no_such_body = IFR_STATUS_NO_SUCH_BODY,
    body_motion = IFR_STATUS_BODY_MOTION,
    too_many_pairs = IFR_STATUS_TOO_MANY_PAIRS,
    world = IFR_STATUS_WORLD,
    jobs = IFR_STATUS_JOBS,
    event_slots = IFR_STATUS_EVENT_SLOTS,
    matrix = IFR_STATUS_MATRIX,
    bytes = IFR_STATUS_BYTES,
    mesh_file = IFR_STATUS_MESH_FILE,
    out_of_memory = IFR_STATUS_OUT_OF_MEMORY,
    too_late = IFR_STATUS_TOO_LATE,
};
INTERFRAME_ENUM_WITH_TEXT(status)

/// Importance of a log line.
enum class log_level : int32_t { warning = IFR_LOG_LEVEL_WARNING, info = IFR_LOG_LEVEL_INFO };
INTERFRAME_ENUM_WITH_TEXT(log_level)

/// Answer to "do they meet?". Only separated means free: see may_hit.
enum class verdict : int32_t {
    undecided = IFR_VERDICT_UNDECIDED,
    separated = IFR_VERDICT_SEPARATED,
    hit = IFR_VERDICT_HIT,
};
INTERFRAME_ENUM_WITH_TEXT(verdict)

/// Answer to "is B inside A?". Only inside means that it cannot leave: see may_leave.
enum class containment_verdict : int32_t {
    undecided = IFR_CONTAINMENT_VERDICT_UNDECIDED,
    inside = IFR_CONTAINMENT_VERDICT_INSIDE,
    not_inside = IFR_CONTAINMENT_VERDICT_NOT_INSIDE,
};
INTERFRAME_ENUM_WITH_TEXT(containment_verdict)

/// Why an answer is undecided.
enum class reason : int32_t {
    none = IFR_REASON_NONE,
    hulls_meet = IFR_REASON_HULLS_MEET,
    near_slack = IFR_REASON_NEAR_SLACK,
    budget = IFR_REASON_BUDGET,
    rounding = IFR_REASON_ROUNDING,
    solver_tolerance = IFR_REASON_SOLVER_TOLERANCE,
    solver_failed = IFR_REASON_SOLVER_FAILED,
    unproved = IFR_REASON_UNPROVED,
    touching = IFR_REASON_TOUCHING,
    body_kind = IFR_REASON_BODY_KIND,
    initial_contact = IFR_REASON_INITIAL_CONTACT,
};
INTERFRAME_ENUM_WITH_TEXT(reason)

/// Arithmetic that decided an answer.
enum class decided_by : int32_t {
    nothing = IFR_DECIDED_BY_NOTHING,
    state = IFR_DECIDED_BY_STATE,
    floats = IFR_DECIDED_BY_FLOAT,
    exact = IFR_DECIDED_BY_EXACT,
};
INTERFRAME_ENUM_WITH_TEXT(decided_by)

/// Solver of a query.
enum class method : int32_t {
    automatic = IFR_METHOD_DEFAULT,
    ray_simplex = IFR_METHOD_RAY_SIMPLEX,
    interior_point = IFR_METHOD_INTERIOR_POINT,
    tableau = IFR_METHOD_TABLEAU,
    gjk = IFR_METHOD_GJK,
    mpr = IFR_METHOD_MPR,
    good_lp = IFR_METHOD_GOOD_LP,
};
INTERFRAME_ENUM_WITH_TEXT(method)

/// Dimension of a polytope.
enum class dimension : int32_t {
    empty = IFR_DIMENSION_EMPTY,
    point = IFR_DIMENSION_POINT,
    segment = IFR_DIMENSION_SEGMENT,
    flat = IFR_DIMENSION_FLAT,
    solid = IFR_DIMENSION_SOLID,
};
INTERFRAME_ENUM_WITH_TEXT(dimension)

/// Kind of a feature: vertex, edge or face.
enum class feature_kind : int32_t {
    none = IFR_FEATURE_NONE,
    vertex = IFR_FEATURE_VERTEX,
    edge = IFR_FEATURE_EDGE,
    face = IFR_FEATURE_FACE,
};
INTERFRAME_ENUM_WITH_TEXT(feature_kind)

/// Route by which MPR answered.
enum class mpr_route : int32_t {
    nothing = IFR_MPR_ROUTE_NOTHING,
    portal = IFR_MPR_ROUTE_PORTAL,
    axis = IFR_MPR_ROUTE_AXIS,
    distance = IFR_MPR_ROUTE_DISTANCE,
    penetration = IFR_MPR_ROUTE_PENETRATION,
};
INTERFRAME_ENUM_WITH_TEXT(mpr_route)

/// Why MPR's portal did not answer.
enum class mpr_detour : int32_t {
    none = IFR_MPR_DETOUR_NONE,
    coincident_centers = IFR_MPR_DETOUR_COINCIDENT_CENTERS,
    flat = IFR_MPR_DETOUR_FLAT,
    degenerate_portal = IFR_MPR_DETOUR_DEGENERATE_PORTAL,
    limit = IFR_MPR_DETOUR_LIMIT,
    sign_unclear = IFR_MPR_DETOUR_SIGN_UNCLEAR,
};
INTERFRAME_ENUM_WITH_TEXT(mpr_detour)

/// What an answer of interframe() is about.
enum class about : int32_t { hull = IFR_ABOUT_HULL, motion = IFR_ABOUT_MOTION };
INTERFRAME_ENUM_WITH_TEXT(about)

/// Kind of a contact: the bodies overlap, or their gap is at most the tolerance.
enum class contact : int32_t { none = IFR_CONTACT_NONE, overlap = IFR_CONTACT_OVERLAP, near = IFR_CONTACT_NEAR };
INTERFRAME_ENUM_WITH_TEXT(contact)

/// Source of a column of a plane's basis.
enum class span_kind : int32_t {
    a = IFR_SPAN_KIND_A,
    b = IFR_SPAN_KIND_B,
    plus = IFR_SPAN_KIND_PLUS,
    minus = IFR_SPAN_KIND_MINUS,
};
INTERFRAME_ENUM(span_kind)

/// Whether a body of a world is solid or a sensor.
enum class role : int32_t { solid = IFR_ROLE_SOLID, sensor = IFR_ROLE_SENSOR };
INTERFRAME_ENUM_WITH_TEXT(role)

/// Whether a body of a world can move.
enum class mobility : int32_t { moving = IFR_MOBILITY_MOVING, fixed = IFR_MOBILITY_STATIC };
INTERFRAME_ENUM_WITH_TEXT(mobility)

/// Phase of a contact in a frame.
enum class phase : int32_t {
    begin = IFR_PHASE_BEGIN,
    stay = IFR_PHASE_STAY,
    end = IFR_PHASE_END,
    pass = IFR_PHASE_PASS,
};
INTERFRAME_ENUM_WITH_TEXT(phase)

/// Type of the numbers of vectors.
enum class scalar : int32_t {
    single_precision = IFR_SCALAR_FLOAT,
    double_precision = IFR_SCALAR_DOUBLE,
    index_16 = IFR_SCALAR_UINT16,
    index_32 = IFR_SCALAR_UINT32,
};
INTERFRAME_ENUM(scalar)

/// Rows and columns of a matrix that stands for a pose.
enum class matrix_shape : int32_t {
    three_by_three = IFR_MATRIX_SHAPE_3X3,
    three_by_four = IFR_MATRIX_SHAPE_3X4,
    four_by_four = IFR_MATRIX_SHAPE_4X4,
};
INTERFRAME_ENUM(matrix_shape)

/// Order of a matrix's numbers in memory.
enum class matrix_order : int32_t { rows = IFR_MATRIX_ORDER_ROWS, columns = IFR_MATRIX_ORDER_COLUMNS };
INTERFRAME_ENUM(matrix_order)

/// Format of a mesh file.
enum class mesh_format : int32_t { obj = IFR_MESH_FORMAT_OBJ, stl = IFR_MESH_FORMAT_STL, off = IFR_MESH_FORMAT_OFF };
INTERFRAME_ENUM(mesh_format)

/// Kind of a motion.
enum class motion_kind : int32_t { between = IFR_MOTION_KIND_BETWEEN, turn = IFR_MOTION_KIND_TURN };
INTERFRAME_ENUM(motion_kind)

/// How interframe() bounds a turning body.
enum class sweep : int32_t {
    certified = IFR_SWEEP_CERTIFIED,
    full = IFR_SWEEP_FULL,
    face_grouped = IFR_SWEEP_FACE_GROUPED,
    silhouette = IFR_SWEEP_SILHOUETTE,
};
INTERFRAME_ENUM_WITH_TEXT(sweep)

/// Frame in which interframe() builds its hulls.
enum class frame : int32_t { relative = IFR_FRAME_RELATIVE, world = IFR_FRAME_WORLD };
INTERFRAME_ENUM_WITH_TEXT(frame)

/// What happens to a contact at t = 0.
enum class initial_contact : int32_t {
    report = IFR_INITIAL_CONTACT_REPORT,
    ignore_until_separated = IFR_INITIAL_CONTACT_IGNORE_UNTIL_SEPARATED,
    only_if_approaching = IFR_INITIAL_CONTACT_ONLY_IF_APPROACHING,
    ignore_pairs = IFR_INITIAL_CONTACT_IGNORE_PAIRS,
};
INTERFRAME_ENUM_WITH_TEXT(initial_contact)

/// What a frame of a world finds: first contacts, all contacts, or overlaps at the end.
enum class mode : int32_t { first = IFR_MODE_FIRST, all = IFR_MODE_ALL, poses = IFR_MODE_POSES };
INTERFRAME_ENUM_WITH_TEXT(mode)

/// Why a body changed its motion within a frame.
enum class change_cause : int32_t {
    stop = IFR_CHANGE_CAUSE_STOP,
    redirect = IFR_CHANGE_CAUSE_REDIRECT,
    budget = IFR_CHANGE_CAUSE_BUDGET,
};
INTERFRAME_ENUM_WITH_TEXT(change_cause)

#undef INTERFRAME_ENUM_WITH_TEXT
#undef INTERFRAME_ENUM

/// False only for separated.
inline bool may_hit(verdict value) noexcept { return ifr_may_hit(static_cast<int32_t>(value)); }
/// False only for inside.
inline bool may_leave(containment_verdict value) noexcept { return ifr_may_leave(static_cast<int32_t>(value)); }

// ---------------------------------------------------------------- errors

/// An error: its status, and a sentence that names the field and the reason.
class error : public std::runtime_error {
public:
    /// C's error.
    explicit error(const ifr_error &details)
        : std::runtime_error(details.message), status_(strong(details.status)) {}
    /// Why the call failed.
    interframe::status status() const noexcept { return status_; }

private:
    interframe::status status_;
};

#if INTERFRAME_ERRORS_BY_VALUE
/// A value, or the error in its place. The value of a failed call is zeroed.
template <class T>
class [[nodiscard]] outcome {
public:
    /// Whether the call succeeded.
    explicit operator bool() const noexcept { return error_.status == IFR_STATUS_OK; }
    /// Why the call failed, or ok.
    interframe::status status() const noexcept { return strong(error_.status); }
    /// A sentence that names the field and the reason; empty if the call succeeded.
    const char *message() const noexcept { return error_.message; }
    /// The value.
    T &operator*() & noexcept { return value_; }
    const T &operator*() const & noexcept { return value_; }
    T &&operator*() && noexcept { return std::move(value_); }
    T *operator->() noexcept { return &value_; }
    const T *operator->() const noexcept { return &value_; }

    /// Calls a function of C, which writes to the value and to the error.
    template <class Call>
    static outcome of(Call &&call) {
        outcome out;
        out.error_.status = call(out.value_, &out.error_);
        return out;
    }

private:
    // The call writes both, but no message where C's function takes no error.
    outcome() noexcept(std::is_nothrow_default_constructible_v<T>) { error_.message[0] = 0; }
    T value_;
    ifr_error error_;
};
#else
/// The value itself: errors are thrown.
template <class T>
using outcome = T;
#endif

/// What a call returns that has nothing to return but its success.
struct done {};

namespace detail {

#if INTERFRAME_ERRORS_BY_VALUE
template <class T, class Call>
outcome<T> run(Call &&call) {
    return outcome<T>::of(std::forward<Call>(call));
}
#else
[[noreturn]] inline void fail(const ifr_error &details) { throw error(details); }

template <class T, class Call>
T run(Call &&call) {
    T value;
    ifr_error details;
    if (call(value, &details) != IFR_STATUS_OK)
        fail(details);
    return value;
}
#endif

/// Writes an error of this header's own.
inline ifr_status refuse(ifr_error *details, ifr_status code, const char *message) noexcept {
    details->status = code;
    std::snprintf(details->message, sizeof details->message, "%s", message);
    return code;
}

/// Calls a function of C that fills memory: once for the size, once for the text.
template <class Call>
outcome<std::string> text_of(Call &&call) {
    return run<std::string>([&](std::string &out, ifr_error *details) {
        ifr_text text{};
        ifr_status code = call(&text, details);
        if (code != IFR_STATUS_BUFFER_TOO_SMALL)
            return code;
        out.resize(text.needed); // NUL included
        text.buffer = out.data();
        text.capacity = out.size();
        code = call(&text, details);
        out.resize(code == IFR_STATUS_OK ? text.needed - 1 : 0);
        return code;
    });
}
/// All bytes that a function of C writes.
template <class Call>
outcome<std::vector<uint8_t>> all_bytes(Call &&call) {
    return run<std::vector<uint8_t>>([&](std::vector<uint8_t> &out, ifr_error *e) {
        ifr_bytes bytes{};
        const ifr_status code = call(&bytes, e);
        if (code != IFR_STATUS_BUFFER_TOO_SMALL)
            return code;
        out.resize(bytes.needed);
        bytes.data = out.data();
        bytes.capacity = out.size();
        return call(&bytes, e);
    });
}

template <class T>
constexpr bool is_false = false;

template <class T, class = void>
struct has_index : std::false_type {};
template <class T>
struct has_index<T, std::void_t<decltype(static_cast<double>(std::declval<const T &>()[0]))>>
    : std::bool_constant<!std::is_pointer_v<T>> {};

/// Whether v[k] can be written.
template <class T, class = void>
struct has_reference : std::false_type {};
template <class T>
struct has_reference<T, std::void_t<decltype(std::declval<T &>()[std::size_t{}])>>
    : std::bool_constant<has_index<T>::value && std::is_lvalue_reference_v<decltype(std::declval<T &>()[std::size_t{}])>> {
};

template <class T, class = void>
struct has_fields : std::false_type {};
template <class T>
struct has_fields<T, std::void_t<decltype(static_cast<double>(std::declval<const T &>().x))>> : std::true_type {};

template <class T, class = void>
struct has_z : std::false_type {};
template <class T>
struct has_z<T, std::void_t<decltype(static_cast<double>(std::declval<const T &>().z))>> : std::true_type {};

template <class T, class = void>
struct has_w : std::false_type {};
template <class T>
struct has_w<T, std::void_t<decltype(static_cast<double>(std::declval<const T &>().w))>> : std::true_type {};

template <class T, class = void>
struct has_capitals : std::false_type {};
template <class T>
struct has_capitals<T, std::void_t<decltype(static_cast<double>(std::declval<const T &>().X)),
                                   decltype(static_cast<double>(std::declval<const T &>().Z))>> : std::true_type {};

template <class T, class = void>
struct has_functions : std::false_type {};
template <class T>
struct has_functions<T, std::void_t<decltype(static_cast<double>(std::declval<const T &>().x()))>> : std::true_type {};

template <class T, class = void>
struct has_z_function : std::false_type {};
template <class T>
struct has_z_function<T, std::void_t<decltype(static_cast<double>(std::declval<const T &>().z()))>> : std::true_type {};

template <class T, class = void>
struct has_tuple_size : std::false_type {};
template <class T>
struct has_tuple_size<T, std::void_t<decltype(std::tuple_size<T>::value)>> : std::true_type {};

/// glm: vectors have as many components, and matrices as many columns.
template <class T, class = void>
struct has_length : std::false_type {};
template <class T>
struct has_length<T, std::void_t<std::integral_constant<int, T::length()>>> : std::true_type {};

/// Eigen.
template <class T, class = void>
struct has_static_size : std::false_type {};
template <class T>
struct has_static_size<T, std::void_t<decltype(T::SizeAtCompileTime), decltype(T::ColsAtCompileTime)>>
    : std::true_type {};
template <class T, class = void>
struct is_transform : std::false_type {};
template <class T>
struct is_transform<T, std::void_t<decltype(T::HDim), decltype(T::Rows)>> : std::true_type {};

template <class T, class = void>
struct has_size : std::false_type {};
template <class T>
struct has_size<T, std::void_t<decltype(std::declval<const T &>().size())>> : std::true_type {};

/// Components of a type that does not tell how many it has.
constexpr std::size_t any_number = static_cast<std::size_t>(-1);

/// Number of components of a vector: 0 if it is known at run time only, any_number if nothing tells it.
template <class V>
constexpr std::size_t components() {
    if constexpr (std::is_array_v<V>)
        return std::extent_v<V>;
    else if constexpr (has_tuple_size<V>::value)
        return std::tuple_size<V>::value;
    else if constexpr (has_length<V>::value)
        return static_cast<std::size_t>(V::length());
    else if constexpr (has_static_size<V>::value)
        return static_cast<int>(V::SizeAtCompileTime) < 0 ? 0 : static_cast<std::size_t>(V::SizeAtCompileTime);
    else if constexpr (has_fields<V>::value)
        return has_w<V>::value ? 4 : has_z<V>::value ? 3 : 2;
    else if constexpr (has_capitals<V>::value)
        return 3;
    else if constexpr (has_index<V>::value)
        return has_size<V>::value ? 0 : any_number;
    else if constexpr (has_functions<V>::value)
        return has_z_function<V>::value ? 3 : 2;
    else
        return any_number;
}

/// Whether component() knows the type.
template <class V>
constexpr bool tells_components =
    has_index<V>::value || has_fields<V>::value || has_capitals<V>::value || has_functions<V>::value;

/// A component of a vector, in its own type.
template <class V>
auto component(const V &v, int k) {
    if constexpr (has_index<V>::value) {
        return v[static_cast<std::size_t>(k)];
    } else if constexpr (has_fields<V>::value) {
        if constexpr (has_z<V>::value)
            return k == 0 ? v.x : k == 1 ? v.y : v.z;
        else
            return k == 0 ? v.x : v.y;
    } else if constexpr (has_capitals<V>::value) {
        return k == 0 ? v.X : k == 1 ? v.Y : v.Z;
    } else if constexpr (has_functions<V>::value) {
        if constexpr (has_z_function<V>::value)
            return k == 0 ? v.x() : k == 1 ? v.y() : v.z();
        else
            return k == 0 ? v.x() : v.y();
    } else {
        static_assert(is_false<V>, "specialise interframe::vector_traits for this type");
        return 0;
    }
}

/// By its bits, which -ffast-math leaves alone.
inline bool is_finite(double x) noexcept {
    uint64_t bits;
    std::memcpy(&bits, &x, sizeof bits);
    return (bits >> 52 & 0x7ff) != 0x7ff;
}

/// A function of yours as the pointer that the library hands back, and back.
template <class F>
void *to_user(F &function) noexcept {
    if constexpr (std::is_function_v<F>)
        return reinterpret_cast<void *>(&function);
    else
        return const_cast<std::remove_const_t<F> *>(std::addressof(function));
}
template <class F>
F &of_user(void *user) noexcept {
    if constexpr (std::is_function_v<F>)
        return *reinterpret_cast<F *>(user);
    else
        return *static_cast<F *>(user);
}

template <class T, class = void>
struct has_columns : std::false_type {};
template <class T>
struct has_columns<T, std::void_t<typename T::col_type>> : std::true_type {};

template <class T>
struct is_four : std::false_type {};
template <class T>
struct is_four<std::array<T, 4>> : std::true_type {};
template <class T>
struct is_four<T[4]> : std::true_type {};

/// Rows and columns of a matrix; 0 if they are known at run time only. A type that does not tell has a 3 x 4 matrix.
template <class M>
constexpr int rows() {
    if constexpr (has_columns<M>::value)
        return static_cast<int>(M::col_type::length());
    else if constexpr (has_static_size<M>::value)
        return static_cast<int>(M::RowsAtCompileTime) < 0 ? 0 : static_cast<int>(M::RowsAtCompileTime);
    else if constexpr (is_transform<M>::value)
        return static_cast<int>(M::Rows);
    else
        return 3;
}
template <class M>
constexpr int columns() {
    if constexpr (has_columns<M>::value)
        return static_cast<int>(M::length());
    else if constexpr (has_static_size<M>::value)
        return static_cast<int>(M::ColsAtCompileTime) < 0 ? 0 : static_cast<int>(M::ColsAtCompileTime);
    else if constexpr (is_transform<M>::value)
        return static_cast<int>(M::HDim);
    else
        return 4;
}

} // namespace detail

// ---------------------------------------------------------------- your types

/// How components of a vector are read and written: get(v, k) and set(v, k, value). Specialise it for a type that has
/// neither v[k] nor fields or functions x, y, z nor fields X, Y, Z, and for one whose size is known at run time only.
template <class V, class = void>
struct vector_traits {
    /// Number of components, if the type tells. Yours may leave it out, or state it to be checked.
    static constexpr std::size_t size = detail::components<V>();
    static double get(const V &v, int k) { return static_cast<double>(detail::component(v, k)); }
    static void set(V &v, int k, double value) {
        if constexpr (detail::has_fields<V>::value) {
            using number = std::decay_t<decltype(v.x)>;
            if constexpr (detail::has_z<V>::value)
                (k == 0 ? v.x : k == 1 ? v.y : v.z) = static_cast<number>(value);
            else
                (k == 0 ? v.x : v.y) = static_cast<number>(value);
        } else if constexpr (detail::has_capitals<V>::value) {
            (k == 0 ? v.X : k == 1 ? v.Y : v.Z) = static_cast<std::decay_t<decltype(v.X)>>(value);
        } else if constexpr (detail::has_reference<V>::value) {
            auto &component = v[static_cast<std::size_t>(k)];
            component = static_cast<std::decay_t<decltype(component)>>(value);
        } else {
            static_assert(detail::is_false<V>, "specialise interframe::vector_traits for this type");
        }
    }
};

/// How components of a quaternion are read and written, in the order x, y, z, w. Specialise it for a type that has neither
/// fields nor functions x, y, z, w and is no array of four numbers in that order.
template <class Q, class = void>
struct quaternion_traits {
    static double get(const Q &q, int k) {
        if constexpr (detail::has_fields<Q>::value) {
            return static_cast<double>(k == 0 ? q.x : k == 1 ? q.y : k == 2 ? q.z : q.w);
        } else if constexpr (detail::has_functions<Q>::value) {
            return static_cast<double>(k == 0 ? q.x() : k == 1 ? q.y() : k == 2 ? q.z() : q.w());
        } else {
            static_assert(detail::is_four<Q>::value, "specialise interframe::quaternion_traits for this type");
            return static_cast<double>(q[static_cast<std::size_t>(k)]);
        }
    }
    static void set(Q &q, int k, double value) {
        if constexpr (detail::has_fields<Q>::value) {
            (k == 0 ? q.x : k == 1 ? q.y : k == 2 ? q.z : q.w) = static_cast<std::decay_t<decltype(q.x)>>(value);
        } else if constexpr (detail::has_functions<Q>::value) {
            using number = std::decay_t<decltype(q.x())>;
            (k == 0 ? q.x() : k == 1 ? q.y() : k == 2 ? q.z() : q.w()) = static_cast<number>(value);
        } else {
            static_assert(detail::is_four<Q>::value, "specialise interframe::quaternion_traits for this type");
            auto &component = q[static_cast<std::size_t>(k)];
            component = static_cast<std::decay_t<decltype(component)>>(value);
        }
    }
};

/// How an entry of a matrix is read. Specialise it for a type that is neither called as m(row, column) nor one of glm's;
/// with constants rows and columns, if you like, so that a last row is checked.
template <class M, class = void>
struct matrix_traits {
    static constexpr int rows = detail::rows<M>(), columns = detail::columns<M>();
    static double get(const M &m, int row, int column) {
        if constexpr (detail::has_columns<M>::value)
            return static_cast<double>(m[column][row]);
        else
            return static_cast<double>(m(row, column));
    }
};

/// Numbers of a matrix of your own in memory: entry (row, column) is numbers[row * row_stride + column * column_stride].
/// Rows is 3, or 4 so that the last row is checked.
template <class T, int Rows = 3>
struct matrix_view {
    const T *numbers;
    int row_stride, column_stride;
    T operator()(int row, int column) const noexcept { return numbers[row * row_stride + column * column_stride]; }
};
template <class T, int Rows>
struct matrix_traits<matrix_view<T, Rows>> {
    static constexpr int rows = Rows, columns = 4;
    static double get(const matrix_view<T, Rows> &m, int row, int column) { return static_cast<double>(m(row, column)); }
};
namespace detail {
template <class Numbers>
using number_of = std::remove_cv_t<std::remove_reference_t<decltype(*std::declval<const Numbers &>())>>;
} // namespace detail
/// A 4 x 4 matrix whose rows lie one after the other: a pointer to its 16 numbers, or an array. An array of 12 is 3 x 4.
template <class Numbers>
auto row_major(const Numbers &numbers) noexcept {
    constexpr std::size_t n = std::extent_v<Numbers>; // 4: the first row of an array of arrays
    static_assert(n == 0 || n == 4 || n == 12 || n >= 16, "a matrix has 16 or 12 numbers");
    return matrix_view<detail::number_of<Numbers>, n == 12 ? 3 : 4>{numbers, 4, 1};
}
/// A 3 x 4 matrix whose rows lie one after the other.
template <class T>
matrix_view<T> row_major_3x4(const T *numbers) noexcept { return {numbers, 4, 1}; }
/// A 4 x 4 matrix whose columns lie one after the other, as in OpenGL: a pointer to its 16 numbers, or an array.
template <class Numbers>
auto column_major(const Numbers &numbers) noexcept {
    constexpr std::size_t n = std::extent_v<Numbers>;
    static_assert(n == 0 || n == 4 || n >= 16, "a matrix has 16 numbers");
    return matrix_view<detail::number_of<Numbers>, 4>{numbers, 1, 4};
}

namespace detail {
/// Whether a vector has the components that are needed; one that does not tell how many it has is believed.
template <class V, std::size_t N, class = void>
struct fits : std::true_type {};
template <class V, std::size_t N>
struct fits<V, N, std::void_t<decltype(vector_traits<V>::size)>>
    : std::bool_constant<(vector_traits<V>::size >= N)> {};
/// Whether a matrix tells its shape.
template <class Traits, class = void>
struct has_shape : std::false_type {};
template <class Traits>
struct has_shape<Traits, std::void_t<decltype(Traits::rows), decltype(Traits::columns)>> : std::true_type {};
} // namespace detail

/// Converts an array of N numbers to a vector of yours.
template <class V, std::size_t N>
V to_vector(const double (&numbers)[N]) {
    static_assert(detail::fits<V, N>::value, "this vector has fewer components, or a size that is not known");
    V out{};
    for (std::size_t k = 0; k < N; k++)
        vector_traits<V>::set(out, static_cast<int>(k), numbers[k]);
    return out;
}
/// Converts a pose's orientation to a quaternion of yours.
template <class Q>
Q to_quaternion(const double (&numbers)[4]) {
    Q out{};
    for (int k = 0; k < 4; k++)
        quaternion_traits<Q>::set(out, k, numbers[k]);
    return out;
}

namespace detail {

template <class V, std::size_t N>
void read(const V &v, double (&out)[N]) {
    static_assert(fits<V, N>::value, "this vector has fewer components, or a size that is not known");
    for (std::size_t k = 0; k < N; k++)
        out[k] = vector_traits<V>::get(v, static_cast<int>(k));
}

/// The library's number for a type of numbers.
template <class T>
constexpr int32_t scalar_of() {
    constexpr bool is_index = std::is_integral_v<T> && std::is_unsigned_v<T>;
    if constexpr (std::is_same_v<T, float>)
        return IFR_SCALAR_FLOAT;
    else if constexpr (std::is_same_v<T, double>)
        return IFR_SCALAR_DOUBLE;
    else if constexpr (is_index && sizeof(T) == 2)
        return IFR_SCALAR_UINT16;
    else {
        static_assert(is_index && sizeof(T) == 4, "vectors are of floats, doubles, or unsigned integers of 16 or 32 bits");
        return IFR_SCALAR_UINT32;
    }
}

/// Numbers of points or indices, so many each, as the library takes them: the caller's own memory if the type is right,
/// else a copy.
template <class To, std::size_t Width>
class numbers {
public:
    template <class Container>
    explicit numbers(const Container &container) {
        using value = std::remove_cv_t<std::remove_reference_t<decltype(*std::begin(container))>>;
        const auto count = static_cast<std::size_t>(std::distance(std::begin(container), std::end(container)));
        if constexpr (std::is_arithmetic_v<value>) {
            size_ = count / Width;
            whole_ = count % Width == 0;
            if constexpr (std::is_same_v<value, To> && has_data<Container>(0)) {
                data_ = std::data(container);
                return;
            }
            copy_.reserve(count);
            for (const value &number : container)
                copy_.push_back(convert(number));
        } else {
            static_assert(fits<value, Width>::value, "these vectors have fewer components, or a size that is not known");
            size_ = count;
            copy_.reserve(count * Width);
            for (const value &point : container)
                for (std::size_t k = 0; k < Width; k++) {
                    if constexpr (std::is_integral_v<To> && tells_components<value>) {
                        constexpr std::size_t has = components<value>();
                        static_assert(has == Width || has == any_number, "a triangle has three indices");
                        copy_.push_back(convert(component(point, static_cast<int>(k))));
                    } else if constexpr (std::is_integral_v<To>) { // vector_traits of yours
                        const double index = vector_traits<value>::get(point, static_cast<int>(k));
                        const bool is_index = is_finite(index) && index >= 0 && index <= static_cast<To>(-1);
                        in_range_ = in_range_ && is_index && index == std::floor(index);
                        copy_.push_back(is_index ? static_cast<To>(index) : To{});
                    } else {
                        copy_.push_back(vector_traits<value>::get(point, static_cast<int>(k)));
                    }
                }
        }
        data_ = copy_.data();
    }
    numbers(const numbers &) = delete;
    const To *data() const noexcept { return data_; }
    /// Points, not numbers.
    std::size_t size() const noexcept { return size_; }
    /// Whether the numbers make whole points.
    bool whole() const noexcept { return whole_; }
    /// Whether the library's type has room for all numbers.
    bool in_range() const noexcept { return in_range_; }

private:
    template <class From>
    To convert(From number) noexcept {
        if constexpr (std::is_integral_v<To>) {
            static_assert(std::is_integral_v<From> && !std::is_same_v<From, bool> && sizeof(From) <= 8,
                          "indices are integers");
            if constexpr (std::is_signed_v<From>)
                in_range_ = in_range_ && number >= 0;
            in_range_ = in_range_ && static_cast<uint64_t>(number) <= static_cast<To>(-1);
        }
        return static_cast<To>(number);
    }
    template <class Container>
    static constexpr auto has_data(int) -> decltype(std::data(std::declval<const Container &>()), bool()) {
        return true;
    }
    template <class>
    static constexpr bool has_data(long) {
        return false;
    }
    std::vector<To> copy_;
    const To *data_ = nullptr;
    std::size_t size_ = 0;
    bool whole_ = true, in_range_ = true;
};

} // namespace detail

/// Consecutive items in memory that somebody else owns. Made of arrays, vectors and whatever has data() and size().
template <class T>
class span {
public:
    constexpr span() noexcept = default;
    constexpr span(std::nullptr_t, std::size_t size) noexcept : size_(size) {}
    template <class U, class = std::enable_if_t<std::is_convertible_v<U (*)[], T (*)[]>>> // no derived structs
    constexpr span(U *data, std::size_t size) noexcept : data_(data), size_(size) {}
    template <std::size_t N>
    constexpr span(T (&array)[N]) noexcept : data_(array), size_(N) {}
    template <class Container,
              class U = std::remove_pointer_t<decltype(std::data(std::declval<Container &>()))>,
              class = std::enable_if_t<std::is_convertible_v<U (*)[], T (*)[]>>>
    constexpr span(Container &&container) noexcept : data_(std::data(container)), size_(std::size(container)) {}
    constexpr T *data() const noexcept { return data_; }
    constexpr std::size_t size() const noexcept { return size_; }
    constexpr bool empty() const noexcept { return size_ == 0; }
    constexpr T *begin() const noexcept { return data_; }
    constexpr T *end() const noexcept { return data_ + size_; }
    constexpr T &operator[](std::size_t k) const noexcept { return data_[k]; }

private:
    T *data_ = nullptr;
    std::size_t size_ = 0;
};

// ---------------------------------------------------------------- plain structs

using pair_state = ifr_pair_state;
using pose = ifr_pose;
using pose_2d = ifr_pose_2d;
using motion = ifr_motion;
using posed_pair = ifr_posed_pair;
using moving_pair = ifr_moving_pair;
using posed_pair_2d = ifr_posed_pair_2d;
using plane = ifr_plane;
using feature = ifr_feature;
using pieces = ifr_pieces;
using vectors = ifr_vectors;
using part = ifr_part;
using grid = ifr_grid;
using contact_point = ifr_contact_point;
using contact_interval = ifr_contact_interval;
using proved = ifr_proved;
using filter = ifr_filter;
/// The id of a body of a world, which other numbers are not mistaken for: name a field of C's structs as
/// body_id(event.id_a). It converts to such a field by itself.
class body_id {
public:
    /// No body's id.
    constexpr body_id() noexcept = default;
    template <class Number, class = std::enable_if_t<std::is_same_v<Number, uint64_t>>>
    constexpr explicit body_id(Number value) noexcept : value_(value) {}
    constexpr operator uint64_t() const noexcept { return value_; }

private:
    uint64_t value_ = 0;
};
using world_body = ifr_world_body;
using world_event = ifr_world_event;
using frame_contact = ifr_frame_contact;
using response = ifr_response;
using motion_change = ifr_motion_change;
using body_motion = ifr_body_motion;
using signed_distance = ifr_signed_distance;
using yaw_cuboid = ifr_yaw_cuboid;

/// Version of the library that is linked, for example "0.1.0".
inline const char *version() noexcept { return ifr_version_string(); }
/// Whether the library that is linked has the structs of this header.
inline bool version_matches() noexcept { return ifr_version_number() / 100 == IFR_VERSION_NUMBER / 100; }

/// The pose without displacement and rotation.
constexpr pose identity() noexcept { return {{0, 0, 0}, {0, 0, 0, 1}}; }
/// A pose at a position, not rotated.
template <class V>
pose pose_at(const V &position) {
    pose out = identity();
    detail::read(position, out.p);
    return out;
}
/// A pose at a position with an orientation. The norm of the quaternion must be within 1e-3 of 1.
template <class V, class Q>
pose pose_at(const V &position, const Q &orientation) {
    pose out = pose_at(position);
    for (int k = 0; k < 4; k++)
        out.q[k] = quaternion_traits<Q>::get(orientation, k);
    return out;
}

/// The pose of an affine matrix, whose first three columns are a rotation and whose fourth is the position. Refused with
/// status::matrix if it scales, shears or mirrors, or if its last row is not 0 0 0 1: see ifr_pose_init_matrix. A matrix that
/// is transposed has its position there.
template <class M>
outcome<pose> pose_of_matrix(const M &matrix) {
    return detail::run<pose>([&](pose &out, ifr_error *details) {
        using traits = matrix_traits<M>;
        out = pose{};
        int row_count = 3;
        if constexpr (detail::has_shape<traits>::value) {
            static_assert(traits::columns == 0 || traits::columns >= 4, "this matrix has no column for the position");
            static_assert(traits::rows == 0 || traits::rows >= 3, "this matrix has fewer than three rows");
            row_count = traits::rows;
            if constexpr (traits::rows == 0 || traits::columns == 0) {
                row_count = static_cast<int>(matrix.rows());
                if (row_count < 3 || matrix.cols() < 4)
                    return detail::refuse(details, IFR_STATUS_OUT_OF_RANGE, "matrix: it must be 4 x 4 or 3 x 4");
            }
        }
        double numbers[16];
        for (int i = 0; i < 4 && i < row_count; i++)
            for (int j = 0; j < 4; j++)
                numbers[4 * i + j] = traits::get(matrix, i, j);
        return ifr_pose_init_matrix(numbers, IFR_SCALAR_DOUBLE,
                                    row_count > 3 ? IFR_MATRIX_SHAPE_4X4 : IFR_MATRIX_SHAPE_3X4, IFR_MATRIX_ORDER_ROWS,
                                    &out, details);
    });
}
/// The 4 x 4 matrix of a pose, T being float or double: its rows or columns one after another. See ifr_pose_get_matrix.
template <class T>
outcome<std::array<T, 16>> matrix_of_pose(const pose &of, matrix_order order) {
    return detail::run<std::array<T, 16>>([&](std::array<T, 16> &out, ifr_error *e) {
        static_assert(std::is_floating_point_v<T>, "a matrix has floats or doubles");
        return ifr_pose_get_matrix(&of, detail::scalar_of<T>(), static_cast<int32_t>(order), out.data(), e);
    });
}

/// The largest float not above x, for lower bounds.
inline float float_below(double x) noexcept { return ifr_float_below(x); }
/// The smallest float not below x, for upper bounds.
inline float float_above(double x) noexcept { return ifr_float_above(x); }
/// A point or normal in float, and how far it was moved at most.
struct float_point {
    std::array<float, 3> point;
    double moved;
};
/// Rounds a point or normal to float: see ifr_point_to_float.
template <class V>
outcome<float_point> point_to_float(const V &point) {
    double xyz[3];
    detail::read(point, xyz);
    return detail::run<float_point>([&](float_point &out, ifr_error *e) {
        return ifr_point_to_float(xyz, out.point.data(), &out.moved, e);
    });
}

/// Vectors in your memory, so many bytes apart, or one after another if that is 0; the pointer is that to the first number of
/// the first. Points and triangles have three numbers each, heights one: see ifr_vectors. Nothing is copied until a body is
/// made of them.
template <class T>
vectors strided(const T *first, std::size_t count, std::size_t stride = 0) noexcept {
    // A stride of 1 is refused, as one beyond 32 bits must be.
    return {first, count, stride <= UINT32_MAX ? static_cast<uint32_t>(stride) : 1, detail::scalar_of<T>()};
}

/// A motion that stays at a pose.
inline motion fixed(const pose &at) noexcept {
    motion out;
    ifr_motion_init_fixed(&at, &out);
    return out;
}
/// The motion from one pose to another along a straight line, turning the shorter way.
inline motion between(const pose &start, const pose &end) noexcept {
    motion out;
    ifr_motion_init_between(&start, &end, &out);
    return out;
}
/// The motion from a pose to a position, with a turn: a rotation vector in radians over the frame, world axes.
template <class V, class W>
motion turning(const pose &start, const V &end_position, const W &turn) {
    double end[3], by[3];
    detail::read(end_position, end);
    detail::read(turn, by);
    motion out;
    ifr_motion_init_turn(&start, end, by, &out);
    return out;
}
/// The motion from a pose to a position, not turning.
template <class V>
motion translating(const pose &start, const V &end_position) {
    return turning(start, end_position, std::array<double, 3>{});
}
/// The pose of a motion at a time.
inline outcome<pose> pose_at_time(const motion &of, double t) {
    return detail::run<pose>([&](pose &out, ifr_error *e) { return ifr_motion_pose(&of, t, &out, e); });
}
/// The motion before and after a time, each over a frame of its own.
inline outcome<ifr_motion_parts> split(const motion &of, double t) {
    return detail::run<ifr_motion_parts>(
        [&](ifr_motion_parts &out, ifr_error *e) { return ifr_motion_split(&of, t, &out, e); });
}
/// A pose in the plane: a position, and an angle in radians.
inline outcome<pose_2d> pose_in_plane(double x, double y, double angle) {
    return detail::run<pose_2d>([&](pose_2d &out, ifr_error *e) { return ifr_pose_2d_init(x, y, angle, &out, e); });
}

// ---------------------------------------------------------------- bodies

namespace detail {

/// An object of the library, destroyed with its owner. It may be moved, and is empty then.
template <class Raw, void (*Destroy)(Raw *)>
class handle {
public:
    handle() noexcept = default;
    /// Takes an object over.
    explicit handle(Raw *raw) noexcept : raw_(raw) {}
    /// The object for functions of C; still owned by the handle.
    Raw *get() const noexcept { return raw_.get(); }
    /// Gives the object away.
    Raw *release() noexcept { return raw_.release(); }
    /// Whether there is an object.
    explicit operator bool() const noexcept { return raw_ != nullptr; }

protected:
    /// Makes an object by a function of C.
    template <class Handle, class Call>
    static outcome<Handle> make(Call &&call) {
        return run<Handle>([&](Handle &out, ifr_error *details) {
            Raw *raw = nullptr;
            const ifr_status code = call(&raw, details);
            out = Handle(raw);
            return code;
        });
    }

private:
    struct destroy {
        void operator()(Raw *raw) const noexcept { Destroy(raw); }
    };
    std::unique_ptr<Raw, destroy> raw_;
};

} // namespace detail

/// A mesh file that was read: OBJ, STL or OFF. Its vectors live as long as it does.
class mesh_file : public detail::handle<ifr_mesh_file, ifr_mesh_file_destroy> {
public:
    using handle::handle;

    /// Reads a file by its path; its ending says the format.
    static outcome<mesh_file> open(const std::string &path) {
        return make<mesh_file>([&](ifr_mesh_file **out, ifr_error *e) { return ifr_mesh_file_open(path.c_str(), out, e); });
    }
    /// Reads a file in memory.
    static outcome<mesh_file> read(span<const uint8_t> bytes, mesh_format format) {
        return make<mesh_file>([&](ifr_mesh_file **out, ifr_error *e) {
            return ifr_mesh_file_read(bytes.data(), bytes.size(), static_cast<int32_t>(format), out, e);
        });
    }
    /// All vertices.
    outcome<vectors> vertices() const {
        return detail::run<vectors>(
            [&](vectors &out, ifr_error *e) { return ifr_mesh_file_get_vertices(get(), &out, e); });
    }
    /// The triangles of all faces.
    outcome<vectors> triangles() const {
        return detail::run<vectors>(
            [&](vectors &out, ifr_error *e) { return ifr_mesh_file_get_triangles(get(), &out, e); });
    }
    /// Number of named parts.
    std::size_t part_count() const noexcept { return ifr_mesh_file_part_count(get()); }
    /// The name of a part.
    outcome<std::string> part_name(std::size_t index) const {
        return detail::text_of(
            [&](ifr_text *text, ifr_error *e) { return ifr_mesh_file_get_part_name(get(), index, text, e); });
    }
};

/// A face of a polytope: see ifr_face. It lives as long as its body.
using face = ifr_face;

/// A body of any kind. It never changes, and any number of threads may use it.
class body : public detail::handle<ifr_body, ifr_body_destroy> {
public:
    using handle::handle;

    /// The convex hull of points: a container of vectors, of numbers x y z x y z ..., or points in your memory, see strided.
    template <class Points>
    static outcome<body> polytope(const Points &points, const ifr_polytope_options &options = {}) {
        if constexpr (std::is_same_v<Points, vectors>) {
            return make<body>([&](ifr_body **out, ifr_error *e) {
                return ifr_polytope_create_from_vectors(&points, &options, out, e);
            });
        } else {
            const detail::numbers<double, 3> xyz(points);
            return make<body>([&](ifr_body **out, ifr_error *e) {
                if (!xyz.whole())
                    return detail::refuse(e, IFR_STATUS_OUT_OF_RANGE, "points: their numbers are no multiple of 3");
                return ifr_polytope_create(xyz.data(), xyz.size(), &options, out, e);
            });
        }
    }
    /// The convex hull of vectors that are written out: polytope({a, b, c, d}).
    template <class V>
    static outcome<body> polytope(std::initializer_list<V> points, const ifr_polytope_options &options = {}) {
        return polytope<std::initializer_list<V>>(points, options);
    }
    /// The convex hull of a mesh file's vertices, or of those of a part.
    static outcome<body> polytope(const mesh_file &file, const char *part = nullptr,
                                  const ifr_polytope_options &options = {}) {
        return make<body>([&](ifr_body **out, ifr_error *e) {
            return ifr_polytope_create_from_mesh_file(file.get(), part, &options, out, e);
        });
    }
    /// A box about the origin, by half its lengths.
    template <class V>
    static outcome<body> box(const V &half_extents) {
        double h[3], xyz[24];
        detail::read(half_extents, h);
        for (int k = 0; k < 24; k++)
            xyz[k] = (k / 3 >> k % 3 & 1) != 0 ? h[k % 3] : -h[k % 3];
        return polytope(xyz);
    }
    /// A ball about the origin.
    static outcome<body> sphere(double radius) {
        return make<body>([&](ifr_body **out, ifr_error *e) { return ifr_sphere_create(radius, out, e); });
    }
    /// A capsule along z; half_length is half the length of its axis.
    static outcome<body> capsule(double half_length, double radius) {
        return make<body>(
            [&](ifr_body **out, ifr_error *e) { return ifr_capsule_create(half_length, radius, out, e); });
    }
    /// A cylinder along z.
    static outcome<body> cylinder(double half_length, double radius) {
        return make<body>(
            [&](ifr_body **out, ifr_error *e) { return ifr_cylinder_create(half_length, radius, out, e); });
    }
    /// A cone along z; see ifr_cone_create.
    static outcome<body> cone(double half_length, double radius) {
        return make<body>([&](ifr_body **out, ifr_error *e) { return ifr_cone_create(half_length, radius, out, e); });
    }
    /// A box about the origin, by its three half extents.
    template <class V>
    static outcome<body> cuboid(const V &half_extents) {
        double half[3];
        detail::read(half_extents, half);
        return make<body>([&](ifr_body **out, ifr_error *e) { return ifr_cuboid_create(half, out, e); });
    }
    /// An ellipsoid about the origin, by its three radii.
    template <class V>
    static outcome<body> ellipsoid(const V &radii) {
        double r[3];
        detail::read(radii, r);
        return make<body>([&](ifr_body **out, ifr_error *e) { return ifr_ellipsoid_create(r, out, e); });
    }
    /// A body with a radius around it.
    static outcome<body> rounded(const body &core, double radius) {
        return make<body>([&](ifr_body **out, ifr_error *e) { return ifr_rounded_create(core.get(), radius, out, e); });
    }
    /// Another body with x, y and z multiplied by three factors, which may mirror; see ifr_scaled_create.
    template <class V>
    static outcome<body> scaled(const body &of, const V &factors) {
        double by[3];
        detail::read(factors, by);
        return make<body>([&](ifr_body **out, ifr_error *e) { return ifr_scaled_create(of.get(), by, out, e); });
    }
    /// A compound of convex parts at their poses; see part_at.
    static outcome<body> compound(span<const part> parts) {
        return make<body>([&](ifr_body **out, ifr_error *e) {
            return ifr_compound_create(parts.data(), parts.size(), out, e);
        });
    }
    /// A compound of parts that are written out: compound({part_at(a, here), part_at(b, there)}).
    static outcome<body> compound(std::initializer_list<part> list) { return compound(span<const part>(list)); }
    /// A compound of the convex hulls of arrays of points in your memory: see strided.
    static outcome<body> compound_of_hulls(span<const vectors> parts) {
        return make<body>([&](ifr_body **out, ifr_error *e) {
            return ifr_compound_create_from_vectors(parts.data(), parts.size(), out, e);
        });
    }
    /// A triangle mesh: points as in polytope, and three indices a triangle, of any integer type.
    template <class Points, class Indices>
    static outcome<body> trimesh(const Points &points, const Indices &triangles,
                                 const ifr_trimesh_options &options = {}) {
        const detail::numbers<double, 3> xyz(points);
        const detail::numbers<uint32_t, 3> indices(triangles);
        return make<body>([&](ifr_body **out, ifr_error *e) {
            if (!xyz.whole() || !indices.whole())
                return detail::refuse(e, IFR_STATUS_OUT_OF_RANGE, "points, triangles: no multiple of 3 numbers");
            if (!indices.in_range())
                return detail::refuse(e, IFR_STATUS_OUT_OF_RANGE, "triangles: an index is negative or above 4294967295");
            return ifr_trimesh_create(xyz.data(), xyz.size(), indices.data(), indices.size(), &options, out, e);
        });
    }
    /// A triangle mesh of points and triangles in your memory: see strided. Braces never make vectors.
    template <class Strided, class = std::enable_if_t<std::is_same_v<Strided, vectors>>>
    static outcome<body> trimesh(const Strided &points, const Strided &triangles,
                                 const ifr_trimesh_options &options = {}) {
        return make<body>([&](ifr_body **out, ifr_error *e) {
            return ifr_trimesh_create_from_vectors(&points, &triangles, &options, out, e);
        });
    }
    /// A height field of columns times rows heights in your memory: see strided. Braces make a span, never vectors.
    template <class Strided, class = std::enable_if_t<std::is_same_v<Strided, vectors>>>
    static outcome<body> height_field(const Strided &heights, const grid &on) {
        return make<body>([&](ifr_body **out, ifr_error *e) {
            return ifr_height_field_create_from_vectors(&heights, &on, out, e);
        });
    }
    /// A height field of columns times rows heights; see ifr_grid.
    static outcome<body> height_field(span<const double> heights, const grid &on) {
        return make<body>([&](ifr_body **out, ifr_error *e) {
            return covers(heights.size(), on, e) ? ifr_height_field_create(heights.data(), &on, out, e) : e->status;
        });
    }
    /// A height field of heights in single precision.
    static outcome<body> height_field(span<const float> heights, const grid &on) {
        return make<body>([&](ifr_body **out, ifr_error *e) {
            return covers(heights.size(), on, e) ? ifr_height_field_create_float(heights.data(), &on, out, e)
                                                 : e->status;
        });
    }
    /// A height field of heights that are written out.
    static outcome<body> height_field(std::initializer_list<double> heights, const grid &on) {
        return height_field(span<const double>(heights), on);
    }
    /// An upright cuboid as a body.
    static outcome<body> cuboid(const yaw_cuboid &of) {
        return make<body>([&](ifr_body **out, ifr_error *e) { return ifr_yaw_cuboid_create(&of, out, e); });
    }
    /// A - B at two poses.
    static outcome<body> minkowski_difference(const posed_pair &pair) {
        const ifr_minkowski_difference_input input{pair};
        return make<body>([&](ifr_body **out, ifr_error *e) { return ifr_minkowski_difference(&input, out, e); });
    }
    /// A + B at two poses.
    static outcome<body> minkowski_sum(const posed_pair &pair) {
        const ifr_minkowski_difference_input input{pair};
        return make<body>([&](ifr_body **out, ifr_error *e) { return ifr_minkowski_sum(&input, out, e); });
    }

    /// The body that to_bytes was called on; damaged or made-up bytes are refused.
    static outcome<body> from_bytes(span<const uint8_t> bytes) {
        return make<body>(
            [&](ifr_body **out, ifr_error *e) { return ifr_body_create_from_bytes(bytes.data(), bytes.size(), out, e); });
    }
    /// The body as bytes, which load faster than it is built.
    outcome<std::vector<uint8_t>> to_bytes() const {
        return detail::all_bytes([&](ifr_bytes *bytes, ifr_error *e) { return ifr_body_to_bytes(get(), bytes, e); });
    }

    /// Sizes of a polytope; nothing for other bodies.
    std::optional<ifr_polytope_info> polytope_info() const { return read<ifr_polytope_info>(ifr_polytope_get_info); }
    /// What the mesh was found to be; nothing for other bodies.
    std::optional<ifr_trimesh_report> trimesh_report() const {
        return read<ifr_trimesh_report>(ifr_trimesh_get_report);
    }
    /// Radius around the body: 0 for polytopes; nothing for bodies that have none.
    std::optional<double> radius() const { return read<double>(ifr_body_get_radius); }
    /// Number of a polytope's vertices; 0 for other bodies.
    std::size_t vertex_count() const noexcept { return ifr_polytope_vertex_count(get()); }
    /// A vertex of a polytope.
    template <class V = std::array<double, 3>>
    std::optional<V> vertex(std::size_t index) const {
        double xyz[3];
        if (ifr_polytope_get_vertex(get(), index, xyz) != IFR_STATUS_OK)
            return std::nullopt;
        return to_vector<V>(xyz);
    }
    /// The place among the points given that a vertex has.
    std::optional<std::size_t> source_index(std::size_t index) const {
        return read<std::size_t>(
            [&](const ifr_body *raw, std::size_t *out) { return ifr_polytope_get_source_index(raw, index, out); });
    }
    /// A face of a polytope.
    std::optional<interframe::face> face(std::size_t index) const {
        return read<ifr_face>(
            [&](const ifr_body *raw, ifr_face *out) { return ifr_polytope_get_face(raw, index, out); });
    }

private:
    template <class T, class Get>
    std::optional<T> read(Get &&call) const {
        T out;
        if (call(get(), &out) != IFR_STATUS_OK)
            return std::nullopt;
        return out;
    }
    static bool covers(std::size_t count, const grid &on, ifr_error *details) noexcept {
        if (on.rows == 0 || (count / on.rows == on.columns && count % on.rows == 0))
            return true;
        detail::refuse(details, IFR_STATUS_OUT_OF_RANGE, "heights: not columns times rows of them");
        return false;
    }
};

/// A part of a compound.
inline part part_at(const body &of, const pose &at) noexcept { return {of.get(), at}; }
part part_at(const body &&of, const pose &at) = delete; // a body that would be gone at once; and so below

/// Two bodies at rest. Neither may be a temporary, which is gone before the pair is used.
inline posed_pair posed(const body &a, const pose &pose_a, const body &b, const pose &pose_b) noexcept {
    return {a.get(), b.get(), pose_a, pose_b};
}
/// Two bodies in motion.
inline moving_pair moving(const body &a, const motion &motion_a, const body &b, const motion &motion_b) noexcept {
    return {a.get(), b.get(), motion_a, motion_b};
}
posed_pair posed(const body &&a, const pose &pose_a, const body &b, const pose &pose_b) = delete;
posed_pair posed(const body &a, const pose &pose_a, const body &&b, const pose &pose_b) = delete;
posed_pair posed(const body &&a, const pose &pose_a, const body &&b, const pose &pose_b) = delete;
moving_pair moving(const body &&a, const motion &motion_a, const body &b, const motion &motion_b) = delete;
moving_pair moving(const body &a, const motion &motion_a, const body &&b, const motion &motion_b) = delete;
moving_pair moving(const body &&a, const motion &motion_a, const body &&b, const motion &motion_b) = delete;

/// A convex polygon in the plane.
class polygon : public detail::handle<ifr_polygon, ifr_polygon_destroy> {
public:
    using handle::handle;

    /// The convex hull of points: a container of vectors of two components, or of numbers x y x y ...
    template <class Points>
    static outcome<polygon> hull(const Points &points) {
        const detail::numbers<double, 2> xy(points);
        return make<polygon>([&](ifr_polygon **out, ifr_error *e) {
            if (!xy.whole())
                return detail::refuse(e, IFR_STATUS_OUT_OF_RANGE, "points: their numbers are no multiple of 2");
            return ifr_polygon_create(xy.data(), xy.size(), out, e);
        });
    }
    /// A polygon with a radius around it.
    static outcome<polygon> rounded(const polygon &core, double radius) {
        return make<polygon>(
            [&](ifr_polygon **out, ifr_error *e) { return ifr_polygon_rounded_create(core.get(), radius, out, e); });
    }
    /// Number of vertices.
    std::size_t vertex_count() const noexcept { return ifr_polygon_vertex_count(get()); }
    /// A vertex.
    template <class V = std::array<double, 2>>
    std::optional<V> vertex(std::size_t index) const {
        double xy[2];
        if (ifr_polygon_get_vertex(get(), index, xy) != IFR_STATUS_OK)
            return std::nullopt;
        return to_vector<V>(xy);
    }
    /// The place among the points given that a vertex has.
    std::optional<std::size_t> source_index(std::size_t index) const {
        std::size_t out;
        if (ifr_polygon_get_source_index(get(), index, &out) != IFR_STATUS_OK)
            return std::nullopt;
        return out;
    }
};

/// Two polygons at rest.
inline posed_pair_2d posed(const polygon &a, const pose_2d &pose_a, const polygon &b, const pose_2d &pose_b) noexcept {
    return {a.get(), b.get(), pose_a, pose_b};
}
posed_pair_2d posed(const polygon &&a, const pose_2d &pose_a, const polygon &b, const pose_2d &pose_b) = delete;
posed_pair_2d posed(const polygon &a, const pose_2d &pose_a, const polygon &&b, const pose_2d &pose_b) = delete;
posed_pair_2d posed(const polygon &&a, const pose_2d &pose_a, const polygon &&b, const pose_2d &pose_b) = delete;

// ---------------------------------------------------------------- functions of yours

/// A job of a parallel loop: call it with each k once.
struct job {
    ifr_job_callback call;
    void *context;
    void operator()(std::size_t k) const noexcept { call(context, k); }
};

namespace detail {

/// Whether there is a result for each item; if not, refuses and leaves no old results behind.
template <class T>
bool has_room(span<T> results, std::size_t count, ifr_error *details, const char *message) noexcept {
    if (results.size() >= count)
        return true;
    for (T &result : results)
        result = T{};
    refuse(details, IFR_STATUS_BUFFER_TOO_SMALL, message);
    return false;
}

template <class F>
ifr_jobs jobs(F &run) noexcept {
    return {[](void *user, std::size_t n, ifr_job_callback call, void *context) noexcept {
                of_user<F>(user)(n, job{call, context});
            },
            to_user(run)};
}

template <class F>
void set_accept(ifr_query_filter &out, F &accept) noexcept {
    out.accept = [](void *user, uint64_t id, uint64_t key) noexcept -> bool {
        return of_user<F>(user)(body_id(id), key);
    };
    out.user = to_user(accept);
}

} // namespace detail

// ---------------------------------------------------------------- inputs and answers

/// The input of a query: C's struct, zeroed, and a function with_<field> for each of its fields. An option that you leave
/// out has its default. A function of yours that an input refers to must outlive the call.
template <class Raw>
class input : public Raw {
public:
    /// The input with all fields zero.
    input() noexcept : Raw{} {}
    /// C's struct.
    input(const Raw &raw) noexcept : Raw(raw) {}
    /// The input for a pair, with all options at their defaults.
    template <class Pair, class R = Raw, class = std::enable_if_t<std::is_same_v<Pair, decltype(R::pair)>>>
    input(const Pair &of) noexcept : Raw{} { this->pair = of; }

#define INTERFRAME_STRONG(type)                                                                                     \
    input &with_##type(interframe::type value) & noexcept {                                                         \
        this->type = static_cast<int32_t>(value);                                                                   \
        return *this;                                                                                               \
    }                                                                                                               \
    input with_##type(interframe::type value) && noexcept { return with_##type(value); }
#define INTERFRAME_NUMBER(type, name)                                                                               \
    input &with_##name(type value) & noexcept {                                                                     \
        this->name = value;                                                                                         \
        return *this;                                                                                               \
    }                                                                                                               \
    input with_##name(type value) && noexcept { return with_##name(value); }
    INTERFRAME_STRONG(method)
    INTERFRAME_STRONG(sweep)
    INTERFRAME_STRONG(frame)
    INTERFRAME_STRONG(initial_contact)
    INTERFRAME_STRONG(mode)
    INTERFRAME_STRONG(role)
    INTERFRAME_STRONG(mobility)
    INTERFRAME_NUMBER(uint32_t, max_pivots)
    INTERFRAME_NUMBER(uint32_t, max_iterations)
    INTERFRAME_NUMBER(uint32_t, budget)
    INTERFRAME_NUMBER(uint64_t, pair_budget)
    INTERFRAME_NUMBER(uint64_t, max_pairs)
    INTERFRAME_NUMBER(uint32_t, max_changes)
    INTERFRAME_NUMBER(uint32_t, slot_count)
    INTERFRAME_NUMBER(uint64_t, user)
    INTERFRAME_NUMBER(double, tolerance)
    INTERFRAME_NUMBER(double, target_separation)
    INTERFRAME_NUMBER(double, target_margin)
    INTERFRAME_NUMBER(double, distance)
    INTERFRAME_NUMBER(double, prediction)
    INTERFRAME_NUMBER(double, rel_tol)
    INTERFRAME_NUMBER(double, sweep_rel_tol)
    INTERFRAME_NUMBER(double, safety_distance)
    INTERFRAME_NUMBER(double, cutoff)
    INTERFRAME_NUMBER(double, hysteresis)
    INTERFRAME_NUMBER(const interframe::pose &, pose)
    INTERFRAME_NUMBER(const interframe::motion &, motion)
#undef INTERFRAME_NUMBER
#undef INTERFRAME_STRONG

    /// The direction of a penetration.
    template <class V>
    input &with_direction(const V &value) & {
        detail::read(value, this->direction);
        return *this;
    }
    template <class V>
    input with_direction(const V &value) && { return with_direction(value); }
    /// The ends of a ray.
    template <class V, class W>
    input &with_ray(const V &start, const W &end) & {
        detail::read(start, this->from);
        detail::read(end, this->to);
        return *this;
    }
    template <class V, class W>
    input with_ray(const V &start, const W &end) && { return with_ray(start, end); }
    /// The body of a query of a world, or that is added to one.
    input &with_shape(const body &value) & noexcept {
        this->shape = value.get();
        return *this;
    }
    input with_shape(const body &value) && noexcept { return with_shape(value); }
    /// Categories, mask and group: of a body, or of a query.
    input &with_filter(const interframe::filter &value) & noexcept {
        if constexpr (std::is_same_v<decltype(this->filter), ifr_filter>)
            this->filter = value;
        else
            this->filter.filter = value;
        return *this;
    }
    input with_filter(const interframe::filter &value) && noexcept { return with_filter(value); }
    /// A function accept(id, user) that says whether a body counts: bool(body_id, uint64_t). It is not copied.
    template <class F>
    input &with_accept(F &accept) & noexcept {
        detail::set_accept(this->filter, accept);
        return *this;
    }
    template <class F>
    input with_accept(F &accept) && noexcept { return with_accept(accept); }
    /// A function run(n, job) that calls job(k) for k from 0 to n - 1 on threads of yours, and waits. It is not copied. One
    /// that starts threads anew in each call costs more than it saves: lend it a pool.
    template <class F>
    input &with_jobs(F &run) & noexcept {
        this->jobs = detail::jobs(run);
        return *this;
    }
    template <class F>
    input with_jobs(F &run) && noexcept { return with_jobs(run); }
    /// Motions of a frame of a world.
    input &with_motions(span<const body_motion> value) & noexcept {
        this->motions = value.data();
        this->motion_count = value.size();
        return *this;
    }
    input with_motions(span<const body_motion> value) && noexcept { return with_motions(value); }
    /// Memory for the intervals of contact_intervals.
    input &with_intervals(span<contact_interval> value) & noexcept {
        this->intervals = value.data();
        this->capacity = value.size();
        return *this;
    }
    input with_intervals(span<contact_interval> value) && noexcept { return with_intervals(value); }
    /// Memory for the points of contact_points.
    input &with_points(span<contact_point> value) & noexcept {
        this->points = value.data();
        this->capacity = value.size();
        return *this;
    }
    input with_points(span<contact_point> value) && noexcept { return with_points(value); }
    /// Two sets of points of 2 to 8 dimensions, the width, number by number.
    input &with_sets(span<const double> set_a, span<const double> set_b, int32_t width) & noexcept {
        this->a = set_of(set_a, width);
        this->b = set_of(set_b, width);
        this->dimension = width;
        return *this;
    }
    input with_sets(span<const double> set_a, span<const double> set_b, int32_t width) && noexcept {
        return with_sets(set_a, set_b, width);
    }
    /// A set of points and one point, number by number; the point's length is the dimension.
    input &with_set(span<const double> points, span<const double> member) & noexcept {
        this->dimension = static_cast<int32_t>(member.size());
        this->set = set_of(points, this->dimension);
        this->point = member.data();
        return *this;
    }
    input with_set(span<const double> points, span<const double> member) && noexcept {
        return with_set(points, member);
    }
    /// Two upright cuboids.
    input &with_cuboids(const yaw_cuboid &car, const yaw_cuboid &other) & noexcept {
        this->a = car;
        this->b = other;
        return *this;
    }
    input with_cuboids(const yaw_cuboid &car, const yaw_cuboid &other) && noexcept { return with_cuboids(car, other); }

private:
    static ifr_point_set set_of(span<const double> numbers, int32_t dimension) noexcept {
        const auto width = static_cast<std::size_t>(dimension > 0 ? dimension : 1);
        // Numbers that are no whole points are refused as a bad pointer.
        return {numbers.size() % width == 0 ? numbers.data() : nullptr, (numbers.size() + width - 1) / width};
    }
};

/// The answer of a query: -> gives the fields of C's result, and the functions what a flag guards. Points and normals are
/// of any vector type, std::array if you name none.
template <class Raw>
class answer {
public:
    /// C's result.
    const Raw *operator->() const noexcept { return &raw_; }
    const Raw &operator*() const noexcept { return raw_; }
    /// C's result for functions of C, which write it.
    Raw *get() noexcept { return &raw_; }

    /// The verdict, or the containment verdict.
    auto verdict() const noexcept { return strong(raw_.verdict); }
    /// Why it is undecided.
    interframe::reason reason() const noexcept { return strong(raw_.reason); }
    /// Arithmetic that decided.
    interframe::decided_by decided_by() const noexcept { return strong(raw_.decided_by); }
    /// Kind of the contact.
    interframe::contact contact() const noexcept { return strong(raw_.contact); }
    /// False only if the bodies are proved apart.
    bool may_hit() const noexcept { return interframe::may_hit(strong(raw_.verdict)); }
    /// False only if B is proved inside.
    bool may_leave() const noexcept { return interframe::may_leave(strong(raw_.verdict)); }

    /// The common point, or the vertex that is outside.
    template <class V = void>
    auto point() const { return guarded<V>(point_is_there(raw_), raw_.point); }
    /// The point of A.
    template <class V = void>
    auto point_a() const { return guarded<V>(points(raw_), raw_.point_a); }
    /// The point of B.
    template <class V = void>
    auto point_b() const { return guarded<V>(points(raw_), raw_.point_b); }
    /// The unit normal, from A to B.
    template <class V = void>
    auto normal() const { return guarded<V>(normals(raw_), raw_.normal); }
    /// The separating plane.
    auto plane() const {
        return raw_.has_plane ? std::optional(raw_.plane) : std::nullopt;
    }

private:
    template <class V, std::size_t N>
    static auto guarded(bool is_there, const double (&numbers)[N]) {
        using vector = std::conditional_t<std::is_void_v<V>, std::array<double, N>, V>;
        return is_there ? std::optional<vector>(to_vector<vector>(numbers)) : std::nullopt;
    }
    // Results name the flags of their points and normals differently.
    template <class R>
    static auto point_is_there(const R &raw) noexcept -> decltype(raw.has_point) { return raw.has_point; }
    static bool point_is_there(const ifr_time_of_exit_result &raw) noexcept { return raw.has_vertex; }
    template <class R>
    static auto points(const R &raw) noexcept -> decltype(raw.has_points) { return raw.has_points; }
    static bool points(const ifr_penetration_result &raw) noexcept { return raw.has_overlap; }
    template <class R>
    static auto normals(const R &raw) noexcept -> decltype(raw.has_normal) { return raw.has_normal; }
    static bool normals(const ifr_penetration_result &raw) noexcept { return raw.has_overlap; }
    static bool normals(const ifr_mpr_result &raw) noexcept { return raw.has_points; }
    static bool normals(const ifr_contact_manifold_result &raw) noexcept { return raw.count > 0; }
    Raw raw_;
};

// ---------------------------------------------------------------- certificates

/// A proof of an answer, which an independent checker verifies. Empty if the answer has none.
class certificate : public detail::handle<ifr_certificate, ifr_certificate_destroy> {
public:
    using handle::handle;
    /// Checks the proof: what it proves, or status::rejected.
    outcome<proved> verify() const {
        return detail::run<proved>(
            [&](proved &out, ifr_error *e) { return ifr_certificate_verify(get(), &out, e); });
    }
    /// The proof as text: a file of it is what `interframe verify` reads.
    outcome<std::string> to_json() const {
        return detail::text_of([&](ifr_text *text, ifr_error *e) { return ifr_certificate_to_json(get(), text, e); });
    }

    /// Makes the certificate of an answer by a function of C; see certificate_of_time_of_impact and its like.
    template <class Input, class Certify>
    static outcome<certificate> of(const Input &in, Certify &&certify) {
        return make<certificate>([&](ifr_certificate **out, ifr_error *e) { return certify(&in, out, e); });
    }
};
/// Checks a proof that is text.
inline outcome<proved> verify(const std::string &json) {
    return detail::run<proved>([&](proved &out, ifr_error *e) { return ifr_verify(json.c_str(), &out, e); });
}

// ---------------------------------------------------------------- queries

/// Declares a query: name(input), name(input, state), and the line of JSON that repeats it.
#define INTERFRAME_QUERY(name)                                                                                      \
    using name##_input = input<ifr_##name##_input>;                                                                 \
    using name##_answer = answer<ifr_##name##_result>;                                                              \
    inline outcome<name##_answer> name(const name##_input &in, pair_state &state) {                                 \
        return detail::run<name##_answer>(                                                                          \
            [&](name##_answer &out, ifr_error *e) { return ifr_##name(&in, &state, out.get(), e); });               \
    }                                                                                                               \
    inline outcome<name##_answer> name(const name##_input &in) {                                                    \
        return detail::run<name##_answer>(                                                                          \
            [&](name##_answer &out, ifr_error *e) { return ifr_##name(&in, nullptr, out.get(), e); });              \
    }
/// Declares the line of JSON with which `interframe query` repeats a query.
#define INTERFRAME_CAPTURE(name)                                                                                    \
    inline outcome<std::string> name##_to_json(const name##_input &in, const char *id = "query",                    \
                                               const pair_state *state = nullptr) {                                 \
        return detail::text_of(                                                                                     \
            [&](ifr_text *text, ifr_error *e) { return ifr_##name##_to_json(&in, state, id, text, e); });           \
    }
/// Declares the certificate of a query's answer.
#define INTERFRAME_CERTIFY(name)                                                                                    \
    inline outcome<certificate> certificate_of_##name(const name##_input &in) {                                     \
        return certificate::of(in, ifr_certificate_of_##name);                                                      \
    }

using ifr_extended_boxes_meet_result = ifr_interframe_result;

INTERFRAME_QUERY(intersect)
INTERFRAME_CAPTURE(intersect)
INTERFRAME_CERTIFY(intersect)
INTERFRAME_QUERY(distance)
INTERFRAME_CAPTURE(distance)
INTERFRAME_QUERY(within)
INTERFRAME_CAPTURE(within)
INTERFRAME_CERTIFY(within)
INTERFRAME_QUERY(penetration)
INTERFRAME_CAPTURE(penetration)
INTERFRAME_QUERY(contact_manifold)
INTERFRAME_CAPTURE(contact_manifold)
INTERFRAME_QUERY(contact_points)
INTERFRAME_QUERY(mpr)
INTERFRAME_CAPTURE(mpr)
INTERFRAME_QUERY(contains)
INTERFRAME_CAPTURE(contains)
INTERFRAME_CERTIFY(contains)
INTERFRAME_QUERY(interframe)
INTERFRAME_CAPTURE(interframe)
INTERFRAME_CERTIFY(interframe)
INTERFRAME_QUERY(interframe_vertices)
INTERFRAME_CAPTURE(interframe_vertices)
INTERFRAME_CERTIFY(interframe_vertices)
INTERFRAME_QUERY(extended_boxes_meet)
INTERFRAME_CAPTURE(extended_boxes_meet)
INTERFRAME_CERTIFY(extended_boxes_meet)
INTERFRAME_QUERY(time_of_impact)
INTERFRAME_CAPTURE(time_of_impact)
INTERFRAME_CERTIFY(time_of_impact)
INTERFRAME_QUERY(contact_intervals)
INTERFRAME_CAPTURE(contact_intervals)
INTERFRAME_CERTIFY(contact_intervals)
INTERFRAME_QUERY(closest_approach)
INTERFRAME_CAPTURE(closest_approach)
INTERFRAME_CERTIFY(closest_approach)
INTERFRAME_QUERY(time_of_exit)
INTERFRAME_CAPTURE(time_of_exit)
INTERFRAME_CERTIFY(time_of_exit)
INTERFRAME_QUERY(intersect_sets)
INTERFRAME_CAPTURE(intersect_sets)
INTERFRAME_QUERY(is_subset)
INTERFRAME_CAPTURE(is_subset)
INTERFRAME_QUERY(contains_point)
INTERFRAME_CAPTURE(contains_point)
INTERFRAME_QUERY(distance_2d)
INTERFRAME_CAPTURE(distance_2d)
INTERFRAME_QUERY(cuboid_separation)
INTERFRAME_CAPTURE(cuboid_separation)
INTERFRAME_CERTIFY(cuboid_separation)
using minkowski_difference_input = input<ifr_minkowski_difference_input>;
using minkowski_sum_input = minkowski_difference_input;
INTERFRAME_CAPTURE(minkowski_difference)
INTERFRAME_CAPTURE(minkowski_sum)
using minkowski_difference_2d_input = input<ifr_minkowski_difference_2d_input>;
using minkowski_sum_2d_input = minkowski_difference_2d_input;
INTERFRAME_CAPTURE(minkowski_difference_2d)
INTERFRAME_CAPTURE(minkowski_sum_2d)

#undef INTERFRAME_CERTIFY
#undef INTERFRAME_CAPTURE
#undef INTERFRAME_QUERY

/// Sends log lines of this and of lower levels to a function, for the whole process. NULL: to nobody.
inline outcome<done> set_log(log_level most, ifr_log_callback log, void *user = nullptr) {
    return detail::run<done>([&](done &, ifr_error *e) {
        const ifr_status code = ifr_set_log(static_cast<int32_t>(most), log, user);
        return code == IFR_STATUS_OK ? code : detail::refuse(e, code, "the log level is unknown");
    });
}
/// Takes all memory of the library from an allocator. Call it before all else, once.
inline outcome<done> set_allocator(const ifr_allocator &allocator) {
    return detail::run<done>([&](done &, ifr_error *e) {
        const ifr_status code = ifr_set_allocator(&allocator);
        return code == IFR_STATUS_OK ? code : detail::refuse(e, code, "the allocator lacks a function, or comes too late");
    });
}

/// A deforming body: its vertices at the start and at the end of the frame, x y z x y z ... Two lists of different lengths
/// are refused by the query.
inline ifr_vertex_sweep vertex_sweep(span<const double> start_xyz, span<const double> end_xyz) noexcept {
    const bool same = start_xyz.size() == end_xyz.size() && start_xyz.size() % 3 == 0;
    const std::size_t numbers = start_xyz.size() > end_xyz.size() ? start_xyz.size() : end_xyz.size();
    return {same ? start_xyz.data() : nullptr, end_xyz.data(), (numbers + 2) / 3};
}
/// Two deforming bodies.
inline ifr_deforming_pair deforming(const ifr_vertex_sweep &a, const ifr_vertex_sweep &b) noexcept { return {a, b}; }

namespace detail {

/// Corners that a function of C writes: once for their number, once for them.
template <class Call>
outcome<std::vector<ifr_difference_vertex_2d>> corners(const posed_pair_2d &pair, Call &&call) {
    return run<std::vector<ifr_difference_vertex_2d>>([&](std::vector<ifr_difference_vertex_2d> &out, ifr_error *e) {
        ifr_minkowski_difference_2d_input in{};
        in.pair = pair;
        std::size_t count = 0;
        ifr_status code = call(&in, &count, e);
        if (code != IFR_STATUS_OK && code != IFR_STATUS_BUFFER_TOO_SMALL)
            return code;
        out.resize(count);
        in.corners = out.data();
        in.capacity = count;
        return count == 0 ? code : call(&in, &count, e);
    });
}

} // namespace detail

/// The corners of A - B in the plane, each with the vertices that it comes from.
inline outcome<std::vector<ifr_difference_vertex_2d>> minkowski_difference_2d(const posed_pair_2d &pair) {
    return detail::corners(pair, ifr_minkowski_difference_2d);
}
/// The corners of A + B in the plane.
inline outcome<std::vector<ifr_difference_vertex_2d>> minkowski_sum_2d(const posed_pair_2d &pair) {
    return detail::corners(pair, ifr_minkowski_sum_2d);
}

/// Separations of one upright cuboid and many; returns how many are hits. There must be a result for each of the others.
inline outcome<std::size_t> cuboid_separations(const yaw_cuboid &a, span<const yaw_cuboid> others,
                                               span<ifr_cuboid_separation_result> results,
                                               double safety_distance = 0) {
    return detail::run<std::size_t>([&](std::size_t &hits, ifr_error *e) {
        hits = 0;
        if (!detail::has_room(results, others.size(), e, "results: fewer than others"))
            return e->status;
        const ifr_cuboid_separations_input in{a, others.data(), results.data(), others.size(), safety_distance};
        return ifr_cuboid_separations(&in, &hits, e);
    });
}

// ---------------------------------------------------------------- batches

/// Pairs of bodies for one query: bodies with poses or motions, and two indices a pair. Lists of bodies and poses of
/// different lengths are refused by the query, and so are too few states.
template <class Raw, class Place, const Place *Raw::*Places>
class batch : public Raw {
public:
    /// Bodies, where they are, and the pairs.
    batch(span<const ifr_body *const> of, span<const Place> places, span<const uint32_t> indices) noexcept : Raw{} {
        this->bodies = of.size() == places.size() ? of.data() : nullptr;
        this->*Places = places.data();
        this->body_count = of.size() > places.size() ? of.size() : places.size();
        this->pairs = indices.size() % 2 == 0 ? indices.data() : nullptr;
        this->pair_count = (indices.size() + 1) / 2;
    }
    /// A state for each pair.
    batch &with_states(span<pair_state> kept) & noexcept {
        this->states = kept.data();
        if (kept.size() < this->pair_count)
            this->pairs = nullptr;
        return *this;
    }
    batch with_states(span<pair_state> kept) && noexcept { return with_states(kept); }
    /// A parallel loop; see input::with_jobs.
    template <class F>
    batch &with_jobs(F &run) & noexcept {
        this->jobs = detail::jobs(run);
        return *this;
    }
    template <class F>
    batch with_jobs(F &run) && noexcept { return with_jobs(run); }
};
/// Pairs of bodies at rest.
using posed_batch = batch<ifr_posed_batch, ifr_pose, &ifr_posed_batch::poses>;
/// Pairs of bodies in motion.
using moving_batch = batch<ifr_moving_batch, ifr_motion, &ifr_moving_batch::motions>;

/// Declares a query of many pairs, with the options of its input; the input's own pair is not read.
#define INTERFRAME_BATCH(name, of)                                                                                  \
    inline outcome<done> name##_batch(const of &pairs, const name##_input &options,                                 \
                                      span<ifr_##name##_result> results) {                                          \
        return detail::run<done>([&](done &, ifr_error *e) {                                                        \
            if (!detail::has_room(results, pairs.pair_count, e, "results: fewer than pairs"))                       \
                return e->status;                                                                                   \
            return ifr_##name##_batch(&pairs, &options, results.data(), e);                                         \
        });                                                                                                         \
    }
INTERFRAME_BATCH(intersect, posed_batch)
INTERFRAME_BATCH(distance, posed_batch)
INTERFRAME_BATCH(contact_manifold, posed_batch)
INTERFRAME_BATCH(interframe, moving_batch)
INTERFRAME_BATCH(time_of_impact, moving_batch)
#undef INTERFRAME_BATCH

// ---------------------------------------------------------------- worlds

using body_input = input<ifr_world_body_input>;
using advance_input = input<ifr_world_advance_input>;
using cast_input = input<ifr_world_cast_input>;
using ray_input = input<ifr_world_ray_input>;
using overlap_input = input<ifr_world_overlap_input>;
using nearest_input = input<ifr_world_nearest_input>;
using closest_pairs_input = input<ifr_world_closest_pairs_input>;
using frame_report = ifr_world_advance_result;

/// What world and world_ref have in common.
class world_calls {
public:
    /// The world for functions of C.
    ifr_world *get() const noexcept { return raw_; }

    /// Adds a body; returns its id.
    outcome<body_id> add(const body_input &in) {
        return detail::run<body_id>([&](body_id &out, ifr_error *e) {
            uint64_t id = 0;
            const ifr_status code = ifr_world_add(raw_, &in, &id, e);
            out = body_id(id);
            return code;
        });
    }
    /// Removes a body. Its contacts end without an event.
    outcome<done> remove(body_id id) {
        return detail::run<done>([&](done &, ifr_error *e) { return ifr_world_remove(raw_, id, e); });
    }
    /// Puts a body elsewhere. Nothing on the way is tested.
    outcome<done> teleport(body_id id, const pose &to) {
        return detail::run<done>([&](done &, ifr_error *e) { return ifr_world_teleport(raw_, id, &to, e); });
    }
    /// The motion of a body from where it is to an end pose, by the shortest arc.
    outcome<motion> motion_to(body_id id, const pose &end) const {
        return detail::run<motion>(
            [&](motion &out, ifr_error *e) { return ifr_world_motion_to(raw_, id, &end, nullptr, &out, e); });
    }
    /// The motion of a body from where it is, by a displacement and a rotation vector: velocity and angular velocity times
    /// the length of the frame, world axes, radians.
    template <class V, class W>
    outcome<motion> motion_by(body_id id, const V &travel, const W &turn) const {
        double by[3], about[3];
        detail::read(travel, by);
        detail::read(turn, about);
        return detail::run<motion>(
            [&](motion &out, ifr_error *e) { return ifr_world_motion_by(raw_, id, by, about, nullptr, &out, e); });
    }
    /// Changes a body's filter.
    outcome<done> set_filter(body_id id, const filter &value) {
        return detail::run<done>([&](done &, ifr_error *e) { return ifr_world_set_filter(raw_, id, &value, e); });
    }
    /// A body's pose, filter and so on.
    outcome<world_body> body(body_id id) const {
        return detail::run<world_body>([&](world_body &out, ifr_error *e) { return ifr_world_get(raw_, id, &out, e); });
    }
    /// Ids of all bodies.
    outcome<std::vector<body_id>> ids() const {
        return detail::run<std::vector<body_id>>([&](std::vector<body_id> &out, ifr_error *e) {
            std::vector<uint64_t> ids;
            std::size_t count = 0;
            ifr_status code = ifr_world_ids(raw_, nullptr, 0, &count, e);
            ids.resize(count);
            if (code == IFR_STATUS_OK && count != 0)
                code = ifr_world_ids(raw_, ids.data(), count, &count, e);
            out.reserve(count);
            for (const uint64_t id : ids)
                out.push_back(body_id(id));
            return code;
        });
    }
    /// Bytes that the world takes.
    std::size_t memory_bytes() const noexcept { return ifr_world_memory_bytes(raw_); }

    /// Moves the bodies through a frame and finds what they meet; see events.
    outcome<frame_report> advance(const advance_input &in) {
        return detail::run<frame_report>(
            [&](frame_report &out, ifr_error *e) { return ifr_world_advance(raw_, &in, &out, e); });
    }
    /// Moves bodies through a frame in which contacts change their motions: respond(contact, a, b) is called for each contact
    /// in the order of time, and writes what its bodies do from then on to a and b, two responses that come zeroed: the
    /// bodies keep their motions.
    template <class F>
    outcome<frame_report> advance_with_responses(const advance_input &in, F &&respond) {
        using function = std::remove_reference_t<F>;
        const ifr_respond_callback call = [](void *user, const frame_contact *contact, response *responses) noexcept {
            detail::of_user<function>(user)(*contact, responses[0], responses[1]);
        };
        return detail::run<frame_report>([&](frame_report &out, ifr_error *e) {
            return ifr_world_advance_with_responses(raw_, &in, call, detail::to_user(respond), &out, e);
        });
    }
    /// Changes of motions within the last frame, in the order of time.
    outcome<std::vector<motion_change>> changes() const {
        return list<motion_change>([&](motion_change *changes, std::size_t capacity, std::size_t *count, ifr_error *e) {
            return ifr_world_changes(raw_, changes, capacity, count, e);
        });
    }
    /// The frame that advance_with_responses() passed and that undo_frame() took back, as JSON; see world::replay.
    outcome<std::string> capture_with_responses(const advance_input &in) const {
        return detail::text_of(
            [&](ifr_text *text, ifr_error *e) { return ifr_world_capture_with_responses(raw_, &in, text, e); });
    }
    /// Takes the last frame back.
    outcome<done> undo_frame() {
        return detail::run<done>([&](done &, ifr_error *e) { return ifr_world_undo_frame(raw_, e); });
    }
    /// Events of the last frame, in the order of time.
    outcome<std::vector<world_event>> events() const {
        return list<world_event>([&](world_event *events, std::size_t capacity, std::size_t *count, ifr_error *e) {
            return ifr_world_events(raw_, events, capacity, count, e);
        });
    }
    /// Writes the first events into memory of yours; returns how many there are.
    outcome<std::size_t> events(span<world_event> out) const {
        return detail::run<std::size_t>([&](std::size_t &count, ifr_error *e) {
            return ifr_world_events(raw_, out.data(), out.size(), &count, e);
        });
    }
    /// Queries an order group of the last frame again, mostly with a smaller tolerance.
    outcome<done> refine(uint32_t group, const advance_input &in) {
        return detail::run<done>([&](done &, ifr_error *e) { return ifr_world_refine(raw_, group, &in, e); });
    }

    /// The world and the frame that advance() would pass, as JSON; see world::replay.
    outcome<std::string> capture(const advance_input &in) const {
        return detail::text_of([&](ifr_text *text, ifr_error *e) { return ifr_world_capture(raw_, &in, text, e); });
    }
    /// The world as bytes, for a rollback.
    outcome<std::vector<uint8_t>> snapshot() const {
        return detail::all_bytes([&](ifr_bytes *bytes, ifr_error *e) { return ifr_world_snapshot(raw_, bytes, e); });
    }
    /// Makes the world what a snapshot has. shape_of(id, user) returns the shape of a body that was removed since, a
    /// pointer to a body or nullptr.
    template <class F>
    outcome<done> restore(span<const uint8_t> bytes, F &&shape_of) {
        using function = std::remove_reference_t<F>;
        const ifr_shape_callback call = [](void *user, uint64_t id, uint64_t key) noexcept -> const ifr_body * {
            const interframe::body *found = detail::of_user<function>(user)(body_id(id), key);
            return found == nullptr ? nullptr : found->get();
        };
        return detail::run<done>([&](done &, ifr_error *e) {
            return ifr_world_restore(raw_, bytes.data(), bytes.size(), call, detail::to_user(shape_of), e);
        });
    }
    /// Makes the world what a snapshot has, if all of its bodies are still there.
    outcome<done> restore(span<const uint8_t> bytes) {
        return restore(bytes, [](body_id, uint64_t) -> const interframe::body * { return nullptr; });
    }

    /// The first contact of a body that moves through the world.
    outcome<ifr_world_cast_result> cast(const cast_input &in) const {
        return detail::run<ifr_world_cast_result>(
            [&](ifr_world_cast_result &out, ifr_error *e) { return ifr_world_cast(raw_, &in, &out, e); });
    }
    /// The first contact of a ray.
    outcome<ifr_world_cast_result> ray(const ray_input &in) const {
        return detail::run<ifr_world_cast_result>(
            [&](ifr_world_cast_result &out, ifr_error *e) { return ifr_world_ray(raw_, &in, &out, e); });
    }
    /// All bodies that a body meets on its way, or may meet, by time.
    outcome<std::vector<ifr_cast_hit>> cast_all(const cast_input &in) const {
        return list<ifr_cast_hit>([&](ifr_cast_hit *hits, std::size_t capacity, std::size_t *count, ifr_error *e) {
            return ifr_world_cast_all(raw_, &in, hits, capacity, count, e);
        });
    }
    /// All bodies that a ray meets, or may meet, by time.
    outcome<std::vector<ifr_cast_hit>> ray_all(const ray_input &in) const {
        return list<ifr_cast_hit>([&](ifr_cast_hit *hits, std::size_t capacity, std::size_t *count, ifr_error *e) {
            return ifr_world_ray_all(raw_, &in, hits, capacity, count, e);
        });
    }
    /// Whether a body meets any other on its way.
    outcome<verdict> cast_any(const cast_input &in) const {
        return detail::run<verdict>([&](verdict &out, ifr_error *e) {
            ifr_verdict raw = IFR_VERDICT_UNDECIDED;
            const ifr_status code = ifr_world_cast_any(raw_, &in, &raw, e);
            out = static_cast<verdict>(raw);
            return code;
        });
    }
    /// Whether a ray meets any body.
    outcome<verdict> ray_any(const ray_input &in) const {
        return detail::run<verdict>([&](verdict &out, ifr_error *e) {
            ifr_verdict raw = IFR_VERDICT_UNDECIDED;
            const ifr_status code = ifr_world_ray_any(raw_, &in, &raw, e);
            out = static_cast<verdict>(raw);
            return code;
        });
    }
    /// The bodies that a body at rest overlaps, or may overlap.
    outcome<std::vector<ifr_overlap>> overlap(overlap_input in) const {
        return list<ifr_overlap>([&](ifr_overlap *found, std::size_t capacity, std::size_t *count, ifr_error *e) {
            in.overlaps = found;
            in.capacity = capacity;
            return ifr_world_overlap(raw_, &in, count, e);
        });
    }
    /// Writes the first of them into memory of yours; returns how many there are.
    outcome<std::size_t> overlap(overlap_input in, span<ifr_overlap> out) const {
        return detail::run<std::size_t>([&](std::size_t &count, ifr_error *e) {
            in.overlaps = out.data();
            in.capacity = out.size();
            return ifr_world_overlap(raw_, &in, &count, e);
        });
    }
    /// The nearest body.
    outcome<ifr_world_nearest_result> nearest(const nearest_input &in) const {
        return detail::run<ifr_world_nearest_result>(
            [&](ifr_world_nearest_result &out, ifr_error *e) { return ifr_world_nearest(raw_, &in, &out, e); });
    }
    /// The pairs of bodies that are nearest to each other, at most so many, the nearest first.
    outcome<std::vector<ifr_close_pair>> closest_pairs(closest_pairs_input in, std::size_t most) const {
        return detail::run<std::vector<ifr_close_pair>>([&](std::vector<ifr_close_pair> &out, ifr_error *e) {
            // Room for many, and for more only if there are so many.
            for (std::size_t room = most < 4096 ? most : 4096;; room = most / 8 < room ? most : room * 8) {
                out.resize(room);
                in.pairs = out.data();
                in.capacity = room;
                std::size_t count = 0;
                const ifr_status code = ifr_world_closest_pairs(raw_, &in, &count, e);
                if (code == IFR_STATUS_OK && count == room && room < most)
                    continue;
                out.resize(code == IFR_STATUS_OK ? count : 0);
                return code;
            }
        });
    }

protected:
    explicit world_calls(ifr_world *raw) noexcept : raw_(raw) {}
    world_calls(const world_calls &) = default;
    world_calls &operator=(const world_calls &) = default;
    ~world_calls() = default;
    template <class T, class Call>
    static outcome<std::vector<T>> list(Call &&call) {
        return detail::run<std::vector<T>>([&](std::vector<T> &out, ifr_error *e) {
            std::size_t count = 0;
            const ifr_status code = call(nullptr, 0, &count, e);
            if (code != IFR_STATUS_OK || count == 0)
                return code;
            out.resize(count);
            return call(out.data(), out.size(), &count, e);
        });
    }
    ifr_world *raw_;
};

/// A world that somebody else owns. Copies refer to the same world.
class world_ref : public world_calls {
public:
    /// Refers to a world of C.
    explicit world_ref(ifr_world *raw) noexcept : world_calls(raw) {}
};

/// A world that is destroyed with its owner. It may be moved.
class world : public world_calls {
public:
    /// An empty world.
    static outcome<world> create() {
        return detail::run<world>([&](world &out, ifr_error *e) {
            const ifr_status code = ifr_world_create(&out.raw_, e);
            out.owned_.reset(out.raw_);
            return code;
        });
    }
    /// The world of a capture, after its frame.
    static outcome<world> replay(const std::string &json) {
        return detail::run<world>([&](world &out, ifr_error *e) {
            const ifr_status code = ifr_world_replay(json.c_str(), &out.raw_, e);
            out.owned_.reset(out.raw_);
            return code;
        });
    }
    /// No world.
    world() noexcept : world_calls(nullptr) {}
    world(world &&other) noexcept : world_calls(other.raw_) { take(other); }
    world &operator=(world &&other) noexcept {
        if (this != &other) {
            raw_ = other.raw_;
            take(other);
        }
        return *this;
    }
    /// Whether there is a world.
    explicit operator bool() const noexcept { return raw_ != nullptr; }
    /// A reference to it, which must not outlive it.
    operator world_ref() const & noexcept { return world_ref(raw_); }
    operator world_ref() const && = delete;

    /// Sets a function allows(id_a, user_a, id_b, user_b) that says whether two bodies can collide. The world keeps it.
    template <class F>
    outcome<done> set_pair_filter(F allows) {
        auto kept = std::make_unique<held<F>>(std::move(allows));
        const ifr_pair_filter_callback call = [](void *user, uint64_t id_a, uint64_t user_a, uint64_t id_b,
                                                 uint64_t user_b) noexcept -> bool {
            return static_cast<held<F> *>(user)->function(body_id(id_a), user_a, body_id(id_b), user_b);
        };
        return detail::run<done>([&](done &, ifr_error *e) {
            const ifr_status code = ifr_world_set_pair_filter(raw_, call, kept.get(), e);
            if (code == IFR_STATUS_OK)
                filter_ = std::move(kept);
            return code;
        });
    }
    /// Lets the bodies' own filters decide alone.
    outcome<done> clear_pair_filter() {
        return detail::run<done>([&](done &, ifr_error *e) {
            const ifr_status code = ifr_world_set_pair_filter(raw_, nullptr, nullptr, e);
            if (code == IFR_STATUS_OK)
                filter_.reset();
            return code;
        });
    }

private:
    struct destroy {
        void operator()(ifr_world *raw) const noexcept { ifr_world_destroy(raw); }
    };
    struct any {
        virtual ~any() = default;
    };
    template <class F>
    struct held final : any {
        explicit held(F &&f) : function(std::move(f)) {}
        F function;
    };
    void take(world &other) noexcept {
        owned_ = std::move(other.owned_);
        filter_ = std::move(other.filter_);
        other.raw_ = nullptr;
    }
    std::unique_ptr<any> filter_; // outlives the world below
    std::unique_ptr<ifr_world, destroy> owned_;
};

// ---------------------------------------------------------------- contacts as root functions

using contact_events_input = input<ifr_contact_events_input>;

/// The nearest pairs of a world as functions of time, for a solver that finds roots.
class contact_events : public detail::handle<ifr_contact_events, ifr_contact_events_destroy> {
public:
    using handle::handle;
    /// Slots for so many pairs as the input says.
    static outcome<contact_events> create(const contact_events_input &in) {
        return make<contact_events>(
            [&](ifr_contact_events **out, ifr_error *e) { return ifr_contact_events_create(&in, out, e); });
    }
    /// Number of slots, which is how many values evaluate and measure write.
    std::size_t slots() const noexcept { return ifr_contact_events_slot_count(get()); }
    /// Changes the number of slots.
    outcome<done> set_slots(uint32_t count) {
        return detail::run<done>([&](done &, ifr_error *e) { return ifr_contact_events_set_slots(get(), count, e); });
    }
    /// Chooses the nearest pairs of the world.
    outcome<done> select(const world_ref &of) {
        return detail::run<done>(
            [&](done &, ifr_error *e) { return ifr_contact_events_select(get(), of.get(), e); });
    }
    /// Chooses them after the solver has found roots: a sign for each slot.
    outcome<done> select_after(const world_ref &of, span<const int> roots) {
        return detail::run<done>([&](done &, ifr_error *e) {
            return ifr_contact_events_select_after(get(), of.get(), roots.data(), roots.size(), e);
        });
    }
    /// Writes the signed distance of each slot's pair.
    outcome<done> evaluate(const world_ref &of, span<double> values) const {
        return detail::run<done>([&](done &, ifr_error *e) {
            return ifr_contact_events_evaluate(get(), of.get(), values.data(), values.size(), e);
        });
    }
    /// Writes each slot's pair, distance, normal and points.
    outcome<done> measure(const world_ref &of, span<signed_distance> found) const {
        return detail::run<done>([&](done &, ifr_error *e) {
            return ifr_contact_events_measure(get(), of.get(), found.data(), found.size(), e);
        });
    }
};

/// Root functions for a solver written in C, such as CVODE or IDA: pass get() as its user data and call
/// ifr_root_functions_evaluate. place(t, y, world) puts the bodies where the state y has them, and returns 0 or a reason to
/// stop. It may throw where errors are thrown: that stops the solver, and last_error has the words. The functions stay
/// where they are made, because get() points into them.
template <class F>
class root_functions {
public:
    /// Functions of the pairs that events has selected, in a world, which place moves. All three must outlive it.
    root_functions(const contact_events &events, const world_ref &of, F place) : place_(std::move(place)) {
        raw_.events = events.get();
        raw_.world = of.get();
        raw_.place = [](void *user, double t, const double *y, ifr_world *in) noexcept -> int {
            return static_cast<root_functions *>(user)->place_at(t, y, world_ref(in));
        };
        raw_.user = this;
    }
    root_functions(const root_functions &) = delete;
    /// The functions for C.
    ifr_root_functions *get() noexcept { return &raw_; }
    /// Writes the values at a time and a state, as many as there are slots; returns 0, or -1 and zeroed values if
    /// something stopped it.
    int evaluate(double t, const double *y, span<double> values) noexcept {
        for (double &value : values)
            value = 0;
        if (raw_.events == nullptr || raw_.world == nullptr || y == nullptr)
            return ifr_root_functions_evaluate(t, y, values.data(), &raw_); // which says what is missing
        if (place_at(t, y, world_ref(raw_.world)) != 0) {
            detail::refuse(&raw_.error, IFR_STATUS_WORLD, "the callback that places the bodies refused a state");
            if (thrown_.status != IFR_STATUS_OK)
                raw_.error = thrown_;
            return -1;
        }
        const ifr_status code =
            ifr_contact_events_evaluate(raw_.events, raw_.world, values.data(), values.size(), &raw_.error);
        return code == IFR_STATUS_OK ? 0 : -1;
    }
    /// The error that stopped the last evaluation.
    const ifr_error &last_error() const noexcept {
        // C has the same words for whatever place returns.
        return thrown_.status != IFR_STATUS_OK && raw_.error.status == IFR_STATUS_WORLD ? thrown_ : raw_.error;
    }

private:
    int place_at(double t, const double *y, world_ref in) noexcept {
        thrown_ = {};
#if INTERFRAME_ERRORS_BY_VALUE
        return place_(t, y, in);
#else
        try {
            return place_(t, y, in);
        } catch (const error &e) {
            detail::refuse(&thrown_, static_cast<ifr_status>(e.status()), e.what());
        } catch (const std::exception &e) {
            detail::refuse(&thrown_, IFR_STATUS_WORLD, e.what());
        } catch (...) {
            detail::refuse(&thrown_, IFR_STATUS_WORLD, "the callback that places the bodies threw");
        }
        return -1;
#endif
    }
    F place_;
    ifr_root_functions raw_{};
    ifr_error thrown_{};
};

} // inline namespace
} // namespace interframe

#endif /* INTERFRAME_HPP */
