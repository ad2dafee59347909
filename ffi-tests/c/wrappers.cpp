// Every function of interframe.hpp, with errors thrown or returned, whichever it is compiled with.
#include "interframe.hpp"
#include "interframe.hpp" // twice does no harm

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#if __cplusplus >= 202002L
#include <span>
#endif

#if defined(INTERFRAME_TEST_MATHS) && __has_include(<glm/glm.hpp>)
#include <glm/glm.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>
#define WITH_GLM
#endif
#if defined(INTERFRAME_TEST_MATHS) && __has_include(<eigen3/Eigen/Geometry>)
#include <eigen3/Eigen/Geometry>
#define WITH_EIGEN
#endif

using namespace interframe;

#define CHECK(condition)                                                      \
    do {                                                                      \
        if (!(condition)) {                                                   \
            std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
            std::exit(1);                                                     \
        }                                                                     \
    } while (false)

#if INTERFRAME_ERRORS_BY_VALUE
template <class T>
T must(outcome<T> &&result) {
    if (!result)
        std::fprintf(stderr, "%s\n", result.message());
    CHECK(result && result.status() == status::ok && result.message()[0] == 0);
    return *std::move(result);
}
template <class Call>
std::string refused(status expected, Call &&call) {
    const auto result = call();
    CHECK(!result && result.status() == expected);
    return result.message();
}
#else
template <class T>
T must(T &&result) {
    return std::forward<T>(result);
}
template <class Call>
std::string refused(status expected, Call &&call) {
    try {
        (void)call();
    } catch (const error &e) {
        if (e.status() != expected)
            std::fprintf(stderr, "%s: %s\n", text(e.status()), e.what());
        CHECK(e.status() == expected);
        return e.what();
    }
    CHECK(expected == status::ok); // nothing was thrown
    return {};
}
#endif

struct float3 {
    float x, y, z;
};
struct float4 {
    float w, x, y, z; // whatever the order
};
struct engine_vector {
    double east, north, up;
};
template <>
struct interframe::vector_traits<engine_vector> {
    static double get(const engine_vector &v, int k) { return k == 0 ? v.east : k == 1 ? v.north : v.up; }
    static void set(engine_vector &v, int k, double value) { (k == 0 ? v.east : k == 1 ? v.north : v.up) = value; }
};

using vec3 = std::array<double, 3>;
struct float2 {
    float x, y;
};
struct engine_floats {
    double X, Y, Z;
};
class by_functions {
public:
    float x() const { return 1; }
    float y() const { return 2; }
    float z() const { return 3; }
};
struct corner_indices {
    int first, second, third;
};
template <>
struct interframe::vector_traits<corner_indices> {
    static double get(const corner_indices &t, int k) { return k == 0 ? t.first : k == 1 ? t.second : t.third; }
};
struct named_motion : body_motion {
    const char *name;
};

// What must not compile.
template <class A, class B, class = void>
struct can_pair : std::false_type {};
template <class A, class B>
struct can_pair<A, B,
                std::void_t<decltype(posed(std::declval<A>(), pose(), std::declval<B>(), pose())),
                            decltype(moving(std::declval<A>(), motion(), std::declval<B>(), motion())),
                            decltype(part_at(std::declval<A>(), pose()))>> : std::true_type {};
template <class V, class = void>
struct takes_braces : std::false_type {};
template <class V>
struct takes_braces<V, std::void_t<decltype(body::polytope({std::declval<const V *>(), std::size_t(1)}))>> : std::true_type {};
static_assert(can_pair<body &, const body &>::value && !can_pair<body, body &>::value);
static_assert(!can_pair<const body &, body>::value && !can_pair<const body, const body>::value);
static_assert(std::is_same_v<decltype(body_input().with_user(1).with_role(role::solid)), body_input>);
static_assert(std::is_same_v<decltype(std::declval<body_input &>().with_user(1)), body_input &>);
static_assert(std::is_convertible_v<std::vector<body_motion> &, span<const body_motion>>);
static_assert(!std::is_convertible_v<std::vector<named_motion> &, span<const body_motion>>);
static_assert(!std::is_constructible_v<span<const body_motion>, named_motion *, std::size_t>);
static_assert(!takes_braces<vec3>::value, "a pointer and a count are no points");
static_assert(std::is_convertible_v<body_id, uint64_t> && std::is_constructible_v<body_id, uint64_t>);
static_assert(!std::is_convertible_v<uint64_t, body_id> && !std::is_constructible_v<body_id, uint32_t>);
static_assert(!std::is_constructible_v<body_id, int> && sizeof(body_id) == sizeof(uint64_t));
static_assert(!std::is_convertible_v<world &, world_ref &> && std::is_convertible_v<world &, world_ref>);
static_assert(!std::is_assignable_v<world_calls &, world_calls &> && std::is_assignable_v<world_ref &, world &>);
template <class V, std::size_t N>
constexpr bool fits = interframe::detail::fits<V, N>::value;
static_assert(fits<float2, 2> && !fits<float2, 3> && fits<float3, 3> && fits<engine_floats, 3> && fits<by_functions, 3>);
static_assert(fits<vec3, 3> && !fits<std::array<int, 2>, 3> && fits<double[3], 3> && !fits<double[2], 3>);
static_assert(!fits<std::vector<double>, 2> && !fits<std::vector<double>, 3> && fits<engine_vector, 3>);

static body cube(double h) { return must(body::box(vec3{h, h, h})); }

static void types_of_yours() {
    static_assert(std::is_same_v<std::underlying_type_t<verdict>, int32_t>);
    static_assert(!std::is_convertible_v<verdict, int>);
    static_assert(!std::is_copy_constructible_v<body> && std::is_nothrow_move_constructible_v<body>);
    static_assert(!std::is_copy_constructible_v<world> && std::is_nothrow_move_assignable_v<world>);
    static_assert(sizeof(body) == sizeof(ifr_body *) && sizeof(time_of_impact_input) == sizeof(ifr_time_of_impact_input));
    static_assert(sizeof(time_of_impact_answer) == sizeof(ifr_time_of_impact_result));
    CHECK(strong(IFR_VERDICT_HIT) == verdict::hit && IFR_VERDICT_HIT == verdict::hit && verdict::hit != IFR_VERDICT_SEPARATED);
    CHECK(IFR_PHASE_END != phase::begin && phase::end == IFR_PHASE_END);
    const char *const words[] = {
        text(status::ok), text(verdict::hit), text(containment_verdict::inside), text(reason::budget),
        text(decided_by::floats), text(method::gjk), text(dimension::flat), text(feature_kind::edge),
        text(mpr_route::portal), text(mpr_detour::limit), text(about::hull), text(contact::near), text(role::sensor),
        text(mobility::fixed), text(phase::begin), text(sweep::full), text(frame::world),
        text(initial_contact::report), text(mode::all)};
    for (const char *word : words)
        CHECK(word[0] != 0 && std::strstr(word, "unknown") == nullptr);
    CHECK(may_hit(verdict::undecided) && !may_hit(verdict::separated));
    CHECK(may_leave(containment_verdict::undecided) && !may_leave(containment_verdict::inside));
    CHECK(version_matches() && std::string(version()) == ifr_version_string());

    const float half = std::sqrt(0.5f);
    const pose at = pose_at(float3{1, 2, 3}, float4{half, 0, 0, half});
    CHECK(at.p[2] == 3 && at.q[2] == half && at.q[3] == half && at.q[0] == 0);
    CHECK(to_vector<float3>(at.p).y == 2 && to_vector<vec3>(at.p)[1] == 2);
    CHECK(to_vector<engine_vector>(at.p).up == 3 && pose_at(engine_vector{4, 5, 6}).p[1] == 5);
    CHECK(to_quaternion<float4>(at.q).w == half);
    const double list[4] = {0, 0, 0, 1};
    CHECK(pose_at(vec3{}, list).q[3] == 1 && (to_quaternion<std::array<double, 4>>(list)[3] == 1));
    CHECK(identity().q[3] == 1 && identity().p[0] == 0);

    // Matrices: turns about every axis and by large angles, by rows, by columns and called by (row, column).
    for (int axis = 0; axis < 3; axis++)
        for (double angle : {0.0, 0.3, 1.5, 3.0, 3.14159265358979, -2.0, 6.0}) {
            const int i = (axis + 1) % 3, j = (axis + 2) % 3;
            double rows[16] = {0}, columns[16] = {0};
            const auto set = [&](int row, int column, double value) {
                rows[4 * row + column] = columns[4 * column + row] = value;
            };
            set(axis, axis, 1);
            set(i, i, std::cos(angle));
            set(j, j, std::cos(angle));
            set(i, j, -std::sin(angle));
            set(j, i, std::sin(angle));
            set(axis, 3, 7);
            set(3, 3, 1);
            const pose a = must(pose_of_matrix(row_major(rows))), b = must(pose_of_matrix(column_major(columns)));
            CHECK(std::memcmp(&a, &b, sizeof a) == 0 && a.p[axis] == 7);
            const double sign = a.q[3] * std::cos(angle / 2) + a.q[axis] * std::sin(angle / 2) < 0 ? -1 : 1;
            CHECK(std::fabs(sign * a.q[3] - std::cos(angle / 2)) < 1e-15 * 8);
            CHECK(std::fabs(sign * a.q[axis] - std::sin(angle / 2)) < 1e-15 * 8);
        }
    float scaled[12] = {2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    CHECK(refused(status::matrix, [&] { return pose_of_matrix(row_major(scaled)); }).find("scales") != std::string::npos);
    scaled[0] = -1;
    CHECK(refused(status::matrix, [&] { return pose_of_matrix(row_major(scaled)); }).find("mirrors") != std::string::npos);
    scaled[0] = NAN;
    refused(status::not_finite, [&] { return pose_of_matrix(row_major(scaled)); });
    const float by_columns[16] = {0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1}, *const pointer = by_columns;
    CHECK(must(pose_of_matrix(column_major(pointer))).p[1] == 6);
    CHECK(refused(status::matrix, [&] { return pose_of_matrix(row_major(by_columns)); }).find("row-major") != std::string::npos);
    refused(status::matrix, [&] { return pose_of_matrix(row_major(pointer)); });
    CHECK(must(pose_of_matrix(row_major_3x4(pointer))).p[1] == 0);
    const float square[4][4] = {{1, 0, 0, 3}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
    CHECK(must(pose_of_matrix(row_major(square[0]))).p[0] == 3);
    const std::array<float, 16> back = must(matrix_of_pose<float>(must(pose_of_matrix(column_major(pointer))), matrix_order::columns));
    CHECK(std::memcmp(back.data(), by_columns, sizeof by_columns) == 0 && must(matrix_of_pose<double>(at, matrix_order::rows))[11] == 3);
    refused(status::not_finite, [] { return matrix_of_pose<float>(pose_at(vec3{1e39}), matrix_order::rows); });
    CHECK(float_below(0.1) < 0.1 && float_above(0.1) > 0.1 && must(point_to_float(vec3{0.5, 1, 2})).moved == 0);
    refused(status::not_finite, [] { return point_to_float(vec3{NAN}); });
    CHECK(IFR_SCALAR_FLOAT == scalar::single_precision && IFR_MATRIX_SHAPE_3X3 == matrix_shape::three_by_three);
    CHECK(pose_at(engine_floats{1, 2, 3}).p[1] == 2 && to_vector<engine_floats>(at.p).Z == 3 && pose_at(by_functions()).p[2] == 3);
#ifdef WITH_GLM
    const glm::quat turn = glm::angleAxis(0.5f, glm::vec3(0, 0, 1));
    const pose by_quat = pose_at(glm::vec3(1, 2, 3), turn);
    const pose by_mat = must(pose_of_matrix(glm::translate(glm::mat4(1.0f), glm::vec3(1, 2, 3)) * glm::mat4_cast(turn)));
    for (int k = 0; k < 4; k++)
        CHECK(std::fabs(by_quat.q[k] - by_mat.q[k]) < 1e-6 && (k == 3 || by_quat.p[k] == by_mat.p[k]));
    CHECK(to_vector<glm::dvec3>(by_mat.p).z == 3 && to_quaternion<glm::quat>(by_quat.q) == turn);
    CHECK(must(body::polytope(std::vector<glm::vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}})).vertex_count() == 4);
    refused(status::matrix, [&] { return pose_of_matrix(glm::transpose(glm::translate(glm::mat4(1), glm::vec3(1)))); });
    static_assert(matrix_traits<glm::mat3>::columns == 3 && matrix_traits<glm::mat4x3>::rows == 3 && !fits<glm::vec2, 3>);
    CHECK(must(pose_of_matrix(glm::mat4x3(1))).q[3] == 1);
    std::puts("with glm");
#endif
#ifdef WITH_EIGEN
    const Eigen::Quaterniond q(Eigen::AngleAxisd(0.5, Eigen::Vector3d::UnitZ()));
    Eigen::Isometry3d affine = Eigen::Translation3d(1, 2, 3) * q;
    const pose by_q = pose_at(Eigen::Vector3d(1, 2, 3), q), by_m = must(pose_of_matrix(affine));
    for (int k = 0; k < 4; k++)
        CHECK(std::fabs(by_q.q[k] - by_m.q[k]) < 1e-15);
    CHECK(to_vector<Eigen::Vector3f>(by_m.p).z() == 3 && to_quaternion<Eigen::Quaterniond>(by_q.q).w() == q.w());
    static_assert(matrix_traits<Eigen::Matrix3d>::columns == 3 && matrix_traits<Eigen::Isometry3d>::rows == 4);
    static_assert(!fits<Eigen::Vector2d, 3> && !fits<Eigen::VectorXd, 3> && fits<Eigen::Vector4f, 3>);
    CHECK(must(pose_of_matrix(Eigen::MatrixXd::Identity(4, 4).eval())).q[3] == 1);
    CHECK(must(pose_of_matrix(Eigen::AffineCompact3f(affine.cast<float>()))).p[0] == 1);
    refused(status::out_of_range, [] { return pose_of_matrix(Eigen::MatrixXd::Identity(3, 3).eval()); });
    refused(status::matrix, [&] { return pose_of_matrix(affine.matrix().transpose().eval()); });
    std::puts("with Eigen");
#endif
}

static void bodies() {
    const body box = must(body::box(float3{1, 2, 3}));
    CHECK(box && box.vertex_count() == 8 && box.polytope_info()->face_count == 6);
    CHECK(std::fabs(box.vertex<engine_vector>(0)->up) == 3 && !box.vertex(8));
    CHECK(box.source_index(0) && !box.source_index(8) && box.face(0)->vertex_count == 4 && !box.face(6));
    CHECK(*box.radius() == 0 && !box.trimesh_report());
    const double numbers[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    const std::vector<float> floats(numbers, numbers + 12);
    CHECK(must(body::polytope(numbers)).vertex_count() == 4 && must(body::polytope(floats)).vertex_count() == 4);
    CHECK(must(body::polytope({vec3{}, vec3{1}, vec3{0, 1}, vec3{0, 0, 1}})).vertex_count() == 4);
    CHECK(must(body::polytope(span<const double>(numbers), {IFR_STATUS_OK})).vertex_count() == 4);
    CHECK(refused(status::out_of_range, [&] { return body::polytope(span<const double>(numbers, 11)); }).find("points") == 0);
    refused(status::not_finite, [] { return body::polytope({vec3{NAN}}); });

    body ball = must(body::sphere(2));
    CHECK(*ball.radius() == 2 && ball.vertex_count() == 1);
    CHECK(!refused(status::setting, [] { return body::sphere(-1); }).empty());
    ifr_body *const raw = ball.get();
    body moved = std::move(ball);
    CHECK(!ball && moved.get() == raw && moved.release() == raw && !moved); // NOLINT: what a move leaves
    ball = body(raw);
    CHECK(*must(body::rounded(box, 0.5)).radius() == 0.5);
    CHECK(*must(body::scaled(ball, vec3{-2, 2, 2})).radius() == 4);
    CHECK(!refused(status::setting, [&] { return body::scaled(ball, vec3{0, 1, 1}); }).empty());
    CHECK(must(body::capsule(1, 0.5)) && must(body::cylinder(1, 0.5)) && must(body::cone(1, 0.5)));
    CHECK(must(body::ellipsoid(float3{1, 2, 3})) && must(body::cuboid(float3{1, 2, 3})).vertex_count() == 8);
    const part parts[] = {part_at(box, identity()), part_at(ball, pose_at(vec3{4, 0, 0}))};
    CHECK(must(body::compound(parts)) && must(body::compound({parts[0], parts[1]})));
    CHECK(must(body::compound({std::data(parts), 2})) && must(body::compound(std::vector<part>(std::begin(parts), std::end(parts)))));
    const struct { float4 color; float3 at; } engine[4] = {{{}, {0, 0, 0}}, {{}, {1, 0, 0}}, {{}, {0, 1, 0}}, {{}, {0, 0, 1}}};
    const vectors points = strided(&engine->at.x, 4, sizeof *engine);
    CHECK(must(body::polytope(points)).vertex_count() == 4 && must(body::compound_of_hulls({&points, 1})));
    CHECK(must(body::polytope(strided(numbers, 4))).vertex_count() == 4);
    std::vector<uint8_t> bytes = must(box.to_bytes());
    CHECK(must(body::from_bytes(bytes)).vertex_count() == 8);
    bytes[60] ^= 1;
    CHECK(refused(status::bytes, [&] { return body::from_bytes(bytes); }).find("damaged") != std::string::npos);
    const std::string obj = "v 0 0 0\nv 1 0 0\nv 0 1 0\ng roof\nf 1 2 3\n";
    const mesh_file file = must(mesh_file::read({reinterpret_cast<const uint8_t *>(obj.data()), obj.size()}, mesh_format::obj));
    CHECK(must(body::trimesh(must(file.vertices()), must(file.triangles()))).trimesh_report()->triangles == 1);
    CHECK(file.part_count() == 1 && must(file.part_name(0)) == "roof");
    CHECK(must(body::polytope(file)).vertex_count() == 3 && must(body::polytope(file, "roof")).vertex_count() == 3);
    CHECK(refused(status::mesh_file, [] { return mesh_file::open("level.fbx"); }).find("fbx") != std::string::npos);
    const std::vector<uint16_t> triangles{0, 1, 2, 0, 1, 3};
    CHECK(must(body::trimesh(points, strided(triangles.data(), 2))).trimesh_report()->triangles == 2);
    CHECK(must(body::height_field(strided(&engine->at.z, 4, sizeof *engine), {2, 2, {1, 1}, {0, 0}})));
    refused(status::setting, [&] { return body::polytope(strided(numbers, 4, std::size_t{1} << 33)); });
    const body mesh = must(body::trimesh(floats, triangles));
    CHECK(mesh.trimesh_report()->triangles == 2 && mesh.trimesh_report()->open_edges == 4);
    CHECK(must(body::trimesh(std::vector<float3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, std::array<int, 3>{0, 1, 2})));
    refused(status::out_of_range, [&] { return body::trimesh(floats, std::array<int, 2>{0, 1}); });
    const double corners[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const std::vector<std::array<int, 3>> sides{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
    ifr_trimesh_options solid{};
    solid.solid = 1;
    CHECK(must(body::trimesh(corners, sides, solid)).trimesh_report()->open_edges == 0);
    CHECK(refused(status::setting, [&] { return body::trimesh(corners, std::vector<std::array<int, 3>>{sides[0]}, solid); })
              .find("open at the edge") != std::string::npos);
    const std::vector<std::array<int, 3>> wraps{{0, 1, -1}};
    const uint64_t wide[] = {0, 1, (uint64_t{1} << 32) + 2};
    CHECK(refused(status::out_of_range, [&] { return body::trimesh(corners, wraps); }).find("triangles") == 0);
    refused(status::out_of_range, [&] { return body::trimesh(corners, wide); });
    CHECK(must(body::trimesh(corners, std::vector<corner_indices>{{0, 1, 3}})).trimesh_report()->triangles == 1);
    refused(status::out_of_range, [&] { return body::trimesh(corners, std::vector<corner_indices>{{0, 1, -3}}); });
    CHECK(must(body::trimesh(corners, std::vector<std::array<int64_t, 3>>{{0, 1, 2}})).trimesh_report()->triangles == 1);
    const grid on{2, 2, {1, 1}, {0, 0}};
    const double heights[4] = {0, 0, 0, 1};
    const float low[4] = {0, 0, 0, 1};
    CHECK(must(body::height_field(heights, on)) && must(body::height_field(low, on)));
    // Whatever holds them, heights are doubles or floats, never vectors made of a pointer and a number.
    const float *pointer = low;
    const std::vector<double> in_vector(heights, heights + 4);
    CHECK(must(body::height_field({pointer, 4}, on)) && must(body::height_field({heights, 4}, on)));
    CHECK(must(body::height_field(in_vector, on)) && must(body::height_field(std::array<float, 4>{}, on)));
    CHECK(must(body::height_field(std::vector<float>(4), on)) && must(body::height_field({0, 0.5, 0, 1}, on)));
#if __cplusplus >= 202002L
    CHECK(must(body::height_field(std::span(in_vector), on)) && must(body::height_field(std::span<const float, 4>(low), on)));
#endif
    refused(status::out_of_range, [&] { return body::height_field(span<const double>(heights, 3), on); });
    const yaw_cuboid car{{{0, 0}, {1, 0}, {1, 1}, {0, 1}}, {0, 1}};
    CHECK(must(body::cuboid(car)).vertex_count() == 8);
    const posed_pair pair = posed(box, identity(), box, identity());
    CHECK(must(body::minkowski_sum(pair)).vertex_count() == 8 && must(body::minkowski_difference(pair)).vertex_count() == 8);
    CHECK(!must(minkowski_sum_to_json(pair)).empty() && !must(minkowski_difference_to_json(pair)).empty());
}

static void motions() {
    const pose start = pose_at(vec3{-4, 0, 0});
    const motion turns = turning(start, vec3{4, 0, 0}, float3{0, 0, 1});
    CHECK(motion_kind::turn == static_cast<ifr_motion_kind>(turns.kind) && turns.turn[2] == 1);
    CHECK(must(pose_at_time(turns, 0.5)).p[0] == 0);
    CHECK(must(split(turns, 0.5)).after.start.p[0] == 0);
    refused(status::setting, [&] { return pose_at_time(turns, 2); });
    CHECK(must(pose_at_time(between(start, identity()), 1)).p[0] == 0);
    CHECK(must(pose_at_time(fixed(start), 1)).p[0] == -4 && translating(start, vec3{}).turn[0] == 0);
    CHECK(must(pose_in_plane(1, 2, 0)).p[1] == 2);
}

static void queries_at_rest() {
    const body a = cube(1), b = cube(1), none;
    const posed_pair apart = posed(a, identity(), b, pose_at(vec3{3, 0, 0}));
    const posed_pair deep = posed(a, identity(), b, pose_at(vec3{1.5, 0, 0}));
    pair_state state{};
    const auto met = must(intersect(intersect_input(deep).with_method(method::ray_simplex).with_max_pivots(50), state));
    CHECK(met.verdict() == verdict::hit && met.may_hit() && met.point<float3>() && !met.plane());
    CHECK(met->verdict == verdict::hit && (*met).solver == method::ray_simplex);
    const auto free = must(intersect(apart));
    CHECK(free.verdict() == verdict::separated && !free.may_hit() && free.plane() && !free.point());
    CHECK(free.reason() == reason::none && free.decided_by() != decided_by::nothing);
    CHECK(!refused(status::unknown_value, [&] { return intersect(intersect_input(deep).with_method(method(99))); }).empty());
    refused(status::bad_pointer, [&] { return intersect(posed(none, identity(), b, identity())); });
    const auto far = must(distance(distance_input(apart), state));
    CHECK(far->separation == 1 && (*far.point_a())[0] == 1 && far.point_b<float3>()->x == 2 && (*far.normal())[0] == 1);
    CHECK(must(within(within_input(apart).with_distance(1))).verdict() == verdict::hit);
    CHECK(must(within(within_input(apart).with_distance(0.5))).verdict() == verdict::separated);
    const auto out = must(penetration(deep));
    CHECK(std::fabs(out->depth - 0.5) <= out->error && (*out.normal())[0] > 0.999 && out.point_a() && out.point_b() && !out.plane());
    CHECK(must(penetration(penetration_input(deep).with_direction(vec3{0, 1, 0})))->depth == 2);
    const auto touch = must(contact_manifold(contact_manifold_input(apart).with_prediction(2)));
    CHECK(touch->count == 4 && (*touch.normal())[0] == 1);
    CHECK(!must(contact_manifold(apart)).normal());
    contact_point points[8];
    CHECK(must(contact_points(contact_points_input(apart).with_prediction(2).with_points(points)))->count == 4);
    const auto refined = must(mpr(mpr_input(apart).with_rel_tol(1e-6).with_max_iterations(50)));
    CHECK(refined.verdict() == verdict::separated && strong(refined->route) != mpr_route::nothing);
    const body small = cube(0.25);
    const auto inside = must(contains(posed(a, identity(), small, identity())));
    CHECK(inside.verdict() == containment_verdict::inside && !inside.may_leave() && inside->margin == 0.75);

    for (const std::string &line :
         {must(intersect_to_json(deep, "name")), must(distance_to_json(apart)), must(within_to_json(apart)),
          must(penetration_to_json(deep)), must(contact_manifold_to_json(deep)), must(mpr_to_json(apart)),
          must(contains_to_json(deep, "deep", &state))})
        CHECK(line.find("\"query\"") != std::string::npos && line.back() == '}');
    CHECK(must(must(certificate_of_intersect(apart)).verify()).verdict == verdict::separated);
    CHECK(must(must(certificate_of_within(within_input(apart).with_distance(1))).verify()).verdict == verdict::hit);
    const certificate proof = must(certificate_of_contains(posed(a, identity(), small, identity())));
    CHECK(proof && must(proof.verify()).containment);
    const std::string text = must(proof.to_json());
    CHECK(must(verify(text)).containment);
    refused(status::rejected, [&] { return verify(text.substr(0, text.size() / 2)); });
    CHECK(!certificate());
}

static void queries_in_motion() {
    const body bullet = cube(0.1), wall = must(body::box(vec3{0.05, 2, 2})), room = cube(3);
    const motion still = fixed(identity());
    const motion flight = translating(pose_at(vec3{-4, 0, 0}), vec3{4, 0, 0});
    const motion spin = turning(pose_at(vec3{-4, 0, 0}), vec3{4, 0, 0}, vec3{3, 2, 1});
    const moving_pair through = moving(bullet, flight, wall, still), past = moving(bullet, spin, wall, fixed(pose_at(vec3{0, 9, 0})));
    pair_state state{};
    const auto hull = must(interframe::interframe(interframe_input(past).with_sweep(sweep::full).with_frame(frame::world), state));
    CHECK(hull.verdict() == verdict::separated && hull->about == about::hull);
    CHECK(must(interframe::interframe(through)).verdict() == verdict::hit);
    CHECK(must(extended_boxes_meet(through)).may_hit());
    const auto impact = must(time_of_impact(time_of_impact_input(through).with_tolerance(1e-9)
                                                .with_initial_contact(initial_contact::report)
                                                .with_target_separation(0).with_budget(1000), state));
    CHECK(impact.verdict() == verdict::hit && std::fabs(impact->t_hi - (4 - 0.15) / 8) < 1e-9);
    CHECK(impact.contact() != contact::none && impact.point_a() && (*impact.normal())[0] == 1);
    CHECK(must(time_of_impact(past)).verdict() == verdict::separated && !must(time_of_impact(past)).point_b());
    contact_interval intervals[4];
    const auto all = must(contact_intervals(contact_intervals_input(through).with_intervals(intervals)));
    CHECK(all->written == 1 && intervals[0].enter[0] < 0.5 && intervals[0].exit[1] > 0.5);
    CHECK(std::fabs(must(closest_approach(past))->distance - 6.9) < 0.2);
    const auto leaving = must(time_of_exit(time_of_exit_input(moving(room, still, bullet, translating(identity(), vec3{8, 0, 0})))
                                               .with_target_margin(0)));
    CHECK(leaving.verdict() == containment_verdict::not_inside && leaving.may_leave());
    CHECK(std::fabs(leaving->t_hi - 2.9 / 8) < 1e-5 && leaving.point());
    const double start[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}, end[12] = {0, 0, 9, 1, 0, 9, 0, 1, 9, 0, 0, 10};
    const double other[3] = {0.1, 0.1, 5};
    const interframe_vertices_input flies(deforming(vertex_sweep(start, end), vertex_sweep(other, other)));
    CHECK(must(interframe_vertices(flies)).may_hit());
    refused(status::bad_pointer, [&] {
        return interframe_vertices(deforming(vertex_sweep(start, span<const double>(end, 9)), vertex_sweep(other, other)));
    });
    refused(status::bad_pointer, [&] { return interframe_vertices(deforming(vertex_sweep({}, end), vertex_sweep(other, other))); });
    refused(status::bad_pointer, [&] { return interframe_vertices(deforming(vertex_sweep(start, {}), vertex_sweep(other, other))); });

    for (const std::string &line :
         {must(interframe_to_json(past)), must(extended_boxes_meet_to_json(past)), must(time_of_impact_to_json(through)),
          must(contact_intervals_to_json(through)), must(closest_approach_to_json(past)),
          must(time_of_exit_to_json(moving(room, still, bullet, flight))), must(interframe_vertices_to_json(flies))})
        CHECK(line.find("\"query\"") != std::string::npos && line.back() == '}');
    CHECK(must(must(certificate_of_interframe(past)).verify()).verdict == verdict::separated);
    CHECK(must(must(certificate_of_extended_boxes_meet(past)).verify()).verdict == verdict::separated);
    CHECK(must(must(certificate_of_time_of_impact(through)).verify()).verdict == verdict::hit);
    CHECK(must(must(certificate_of_contact_intervals(through)).verify()).contacts == 1);
    CHECK(must(must(certificate_of_closest_approach(past)).verify()).verdict == verdict::separated);
    CHECK(must(certificate_of_time_of_exit(moving(room, still, bullet, still))));
    (void)must(certificate_of_interframe_vertices(flies));
}

static void sets_planes_and_cuboids() {
    const double square[8] = {0, 0, 1, 0, 0, 1, 1, 1}, low[4] = {0.25, 0.25, 0.5, 0.25};
    const intersect_sets_input sets = intersect_sets_input().with_sets(square, low, 2);
    CHECK(must(intersect_sets(sets)).verdict() == verdict::hit);
    const auto subset = must(is_subset(is_subset_input().with_sets(square, low, 2)));
    CHECK(subset.verdict() != containment_verdict::undecided);
    const double point[2] = {0.5, 0.5};
    const contains_point_input member = contains_point_input().with_set(square, point);
    CHECK(must(contains_point(member)).verdict() == containment_verdict::inside);
    refused(status::bad_pointer, [&] { return intersect_sets(intersect_sets_input().with_sets(square, span<const double>(low, 3), 2)); });

    const polygon unit = must(polygon::hull(square)), core = must(polygon::hull(std::vector<std::array<float, 2>>{{0, 0}, {1, 0}, {0, 1}}));
    CHECK(unit.vertex_count() == 4 && core.vertex_count() == 3 && unit.vertex(0) && !unit.vertex(4));
    CHECK(unit.source_index(0) && !unit.source_index(4) && must(polygon::rounded(core, 0.5)));
    refused(status::out_of_range, [&] { return polygon::hull(span<const double>(square, 7)); });
    const posed_pair_2d pair = posed(unit, must(pose_in_plane(0, 0, 0)), unit, must(pose_in_plane(3, 0, 0)));
    const auto gap = must(distance_2d(pair));
    CHECK(gap->separation == 2 && (*gap.normal())[0] == 1 && gap.point_a());
    CHECK(must(minkowski_difference_2d(pair)).size() == 4 && must(minkowski_sum_2d(pair)).size() == 4);

    const yaw_cuboid car{{{0, 0}, {1, 0}, {1, 1}, {0, 1}}, {0, 1}}, next{{{4, 0}, {5, 0}, {5, 1}, {4, 1}}, {5, 6}};
    const cuboid_separation_input traffic = cuboid_separation_input().with_cuboids(car, next).with_safety_distance(5);
    CHECK(must(cuboid_separation(traffic))->separation == 5);
    ifr_cuboid_separation_result results[2];
    const yaw_cuboid others[] = {next, car};
    CHECK(must(cuboid_separations(car, others, results, 1)) == 1 && results[0].separation == 5);
    refused(status::buffer_too_small, [&] { return cuboid_separations(car, others, span<ifr_cuboid_separation_result>(results, 1)); });
    CHECK(results[0].separation == 0); // no old result
    CHECK(must(must(certificate_of_cuboid_separation(traffic)).verify()).verdict == verdict::hit);
    for (const std::string &line :
         {must(intersect_sets_to_json(sets)), must(is_subset_to_json(sets)), must(contains_point_to_json(member)),
          must(distance_2d_to_json(pair)), must(cuboid_separation_to_json(traffic)),
          must(minkowski_difference_2d_to_json(pair)), must(minkowski_sum_2d_to_json(pair))})
        CHECK(line.find("\"query\"") != std::string::npos);
}

// A parallel loop of two threads.
static void two_threads(std::size_t n, job run) {
    std::thread odd([=] {
        for (std::size_t k = 1; k < n; k += 2)
            run(k);
    });
    for (std::size_t k = 0; k < n; k += 2)
        run(k);
    odd.join();
}

static bool all(uint64_t, uint64_t) { return true; }
static const body *no_shape(uint64_t, uint64_t) { return nullptr; }

static void batches() {
    const body a = cube(1), b = cube(1);
    const ifr_body *const bodies[] = {a.get(), b.get()};
    std::vector<uint32_t> pairs;
    for (int k = 0; k < 500; k++)
        pairs.insert(pairs.end(), {0, 1});
    const pose poses[] = {identity(), pose_at(vec3{3, 0, 0})};
    const motion motions[] = {fixed(identity()), translating(pose_at(vec3{8, 0, 0}), vec3{0, 0, 0})};
    std::vector<pair_state> states(500);
    std::size_t calls = 0;
    const auto run = [&](std::size_t n, job each) {
        calls++;
        two_threads(n, each);
    };
    posed_batch still(bodies, poses, pairs);
    still.with_states(states).with_jobs(run);
    std::vector<ifr_intersect_result> met(500);
    (void)must(intersect_batch(still, {}, met));
    CHECK(met[499].verdict == verdict::separated && calls > 0);
    std::vector<ifr_distance_result> far(500);
    (void)must(distance_batch(posed_batch(bodies, poses, pairs), {}, far));
    CHECK(far[499].separation == 1);
    std::vector<ifr_contact_manifold_result> near(500);
    (void)must(contact_manifold_batch(still, contact_manifold_input().with_prediction(2), near));
    CHECK(near[499].count == 4);
    const moving_batch flying = moving_batch(bodies, motions, pairs).with_states(states).with_jobs(run);
    std::vector<ifr_interframe_result> swept(500);
    (void)must(interframe_batch(flying, {}, swept));
    CHECK(swept[499].verdict == verdict::hit);
    std::vector<ifr_time_of_impact_result> times(500);
    (void)must(time_of_impact_batch(flying, time_of_impact_input().with_tolerance(1e-9), times));
    CHECK(std::fabs(times[499].t_hi - 0.75) < 1e-9);
    times.resize(499);
    refused(status::buffer_too_small, [&] { return time_of_impact_batch(flying, {}, times); });
    CHECK(times[0].verdict == verdict::undecided && times[498].verdict == verdict::undecided); // no old result
    refused(status::bad_pointer, [&] { return intersect_batch(posed_batch(bodies, {}, pairs), {}, met); });
    refused(status::bad_pointer, [&] { return intersect_batch(posed_batch({}, poses, pairs), {}, met); });
    CHECK(met[0].verdict == verdict::undecided);
    refused(status::bad_pointer, [&] { return intersect_batch(posed_batch(bodies, span<const pose>(poses, 1), pairs), {}, met); });
}

static void worlds() {
    world level = must(world::create());
    const body ball = must(body::sphere(0.5)), wall = must(body::box(vec3{0.1, 5, 5}));
    const uint64_t fixed_id = must(level.add(body_input().with_shape(wall).with_pose(identity()).with_user(1).with_mobility(mobility::fixed)));
    const body_id id = must(level.add(body_input().with_shape(ball).with_pose(pose_at(vec3{-4, 0, 0})).with_user(2)
                                           .with_role(role::solid).with_filter({1, 1, 0, {}})));
    CHECK(must(level.ids()).size() == 2 && level.memory_bytes() > 0 && must(level.body(id)).user == 2);
    const std::vector<uint8_t> before = must(level.snapshot());
    const body_motion motions[] = {{id, translating(pose_at(vec3{-4, 0, 0}), vec3{4, 0, 0})}};
    std::size_t allowed = 0;
    const auto jobs = [](std::size_t n, job each) { two_threads(n, each); };
    advance_input step = advance_input().with_motions(motions).with_mode(mode::all).with_jobs(jobs);
    const std::string captured = must(level.capture(advance_input().with_motions(motions).with_mode(mode::all)));
    const frame_report report = must(level.advance(step));
    const std::vector<world_event> events = must(level.events());
    const world again = must(world::replay(captured));
    CHECK(must(again.events()).size() == events.size() && must(again.events())[0].t_hi == events[0].t_hi);
    CHECK(report.event_count == 1 && events.size() == 1 && events[0].verdict == verdict::hit);
    CHECK(events[0].phase == phase::pass && events[0].has_normal && std::fabs(events[0].t_hi - 3.4 / 8) < 1e-5);
    world_event first[1];
    CHECK(must(level.events(first)) == 1 && first[0].t_hi == events[0].t_hi);
    (void)must(level.refine(events[0].order_group, step.with_tolerance(1e-9)));
    CHECK(std::fabs(must(level.events())[0].t_hi - 3.4 / 8) <= 1e-9);
    (void)must(level.undo_frame());
    CHECK(must(level.body(id)).pose.p[0] == -4);

    // Contacts that change motions.
    std::size_t asked = 0;
    const advance_input bouncing = advance_input().with_motions(motions).with_max_changes(4);
    const auto bounce = [&](const frame_contact &contact, response &a, response &b) {
        asked++;
        CHECK(contact.event.user_a <= contact.event.user_b && contact.event.has_normal);
        response &moving = contact.body_a.is_static ? b : a;
        moving.kind = IFR_RESPONSE_KIND_STOP;
    };
    CHECK(must(level.advance_with_responses(bouncing, bounce)).changes == 1 && asked == 1);
    const std::vector<motion_change> changes = must(level.changes());
    CHECK(changes.size() == 1 && changes[0].id == id && std::strcmp(text(strong(changes[0].cause)), "stop") == 0);
    (void)must(level.undo_frame());
    const world same = must(world::replay(must(level.capture_with_responses(bouncing))));
    CHECK(must(same.changes())[0].t == changes[0].t);

    // Function objects are kept by the world, and move with it.
    (void)must(level.set_pair_filter([&allowed](uint64_t, uint64_t, uint64_t, uint64_t) { allowed++; return false; }));
    world moved = std::move(level);
    CHECK(!level && moved); // NOLINT: what a move leaves
    level = std::move(moved);
    CHECK(must(level.advance(step)).event_count == 0 && allowed > 0);
    (void)must(level.clear_pair_filter());
    (void)must(level.set_filter(id, {2, 2, 0, {}}));
    (void)must(level.teleport(id, identity()));
    CHECK(must(level.motion_to(id, pose_at(vec3{1, 0, 0}))).end.p[0] == 1);
    CHECK(must(level.motion_by(id, vec3{0, 2, 0}, vec3{0, 0, 7})).turn[2] == 7);
    (void)must(level.remove(id));
    refused(status::no_such_body, [&] { return level.motion_to(id, identity()); });
    CHECK(must(level.ids()).size() == 1);
    refused(status::no_such_body, [&] { return level.remove(id); });
    refused(status::world, [&] { return level.undo_frame(); });
    const std::size_t half = before.size() / 2;
    CHECK(!refused(status::world, [&] { return level.restore(span<const uint8_t>(before.data(), half)); }).empty());
    (void)must(level.restore(before, [&](uint64_t, uint64_t user) { return user == 2 ? &ball : nullptr; }));
    CHECK(must(level.ids()).size() == 2);
    (void)must(level.restore(before));

    const auto rejects_ball = [&](uint64_t, uint64_t user) { return user != 2; };
    const motion flight = translating(pose_at(vec3{4, 0, 0}), vec3{-8, 0, 0});
    CHECK(must(level.cast(cast_input().with_shape(ball).with_motion(flight))).id == fixed_id);
    CHECK(must(level.ray(ray_input().with_ray(vec3{-9, 0, 0}, vec3{9, 0, 0}))).id == id);
    CHECK(must(level.ray(ray_input().with_ray(vec3{-9, 0, 0}, vec3{9, 0, 0}).with_accept(rejects_ball))).id == fixed_id);
    CHECK(must(level.ray(ray_input().with_ray(vec3{-9, 0, 0}, vec3{9, 0, 0}).with_filter({0, 1, 0, {}}))).user == 2);
    CHECK(must(level.cast_all(cast_input().with_shape(ball).with_motion(flight))).size() == 2);
    CHECK(must(level.ray_all(ray_input().with_ray(vec3{-9, 0, 0}, vec3{9, 0, 0}))).front().id == id);
    CHECK(must(level.cast_any(cast_input().with_shape(ball).with_motion(flight))) == verdict::hit);
    CHECK(must(level.ray_any(ray_input().with_ray(vec3{-9, 9, 0}, vec3{9, 9, 0}))) == verdict::separated);
    CHECK(must(level.overlap(overlap_input().with_shape(ball).with_pose(identity()))).size() == 1);
    ifr_overlap met[2];
    CHECK(must(level.overlap(overlap_input().with_shape(ball).with_pose(identity()), met)) == 1);
    CHECK(must(level.nearest(nearest_input().with_shape(ball).with_pose(pose_at(vec3{-6, 0, 0})).with_cutoff(9))).user == 2);
    CHECK(must(level.closest_pairs(closest_pairs_input().with_cutoff(9), 3)).size() == 1);
    CHECK(must(level.closest_pairs(closest_pairs_input().with_cutoff(9), static_cast<std::size_t>(-1))).size() == 1);
    CHECK(must(level.closest_pairs(closest_pairs_input().with_cutoff(9), 0)).empty());
    world row = must(world::create()); // of more pairs than there is room for at first
    for (int k = 0; k < 92; k++)
        (void)must(row.add(body_input().with_shape(ball).with_pose(pose_at(vec3{2.0 * k, 0, 0}))));
    const std::vector<ifr_close_pair> every = must(row.closest_pairs(closest_pairs_input().with_cutoff(999), 5000));
    CHECK(every.size() == 92 * 91 / 2 && every.back().distance.separation == 181);
    CHECK(must(row.closest_pairs(closest_pairs_input().with_cutoff(999), 4100)).size() == 4100);

    // Plain functions.
    (void)must(level.restore(before, no_shape));
    CHECK(must(level.ray(ray_input().with_ray(vec3{-9, 0, 0}, vec3{9, 0, 0}).with_accept(all))).id == id);
    (void)must(level.advance(advance_input().with_jobs(two_threads)));
    (void)must(level.undo_frame());

    contact_events pairs = must(contact_events::create(contact_events_input().with_slot_count(1).with_hysteresis(0)));
    (void)must(pairs.select(level));
    (void)must(pairs.set_slots(2));
    CHECK(pairs.slots() == 2);
    (void)must(pairs.select(level));
    double values[2];
    (void)must(pairs.evaluate(level, values));
    CHECK(std::fabs(values[0] - 3.4) < 1e-12);
    signed_distance found[2];
    (void)must(pairs.measure(level, found));
    CHECK(found[0].has_pair && std::fabs(found[0].z - 3.4) < 1e-12);
    const int roots[2] = {0, 0};
    (void)must(pairs.select_after(level, roots));
    root_functions functions(pairs, level, [id](double, const double *y, world_ref in) {
        const pose at = pose_at(vec3{y[0], 0, 0});
        return ifr_world_teleport(in.get(), id, &at, nullptr) != IFR_STATUS_OK ? 1 : 0;
    });
    const double y[1] = {-2};
    CHECK(functions.evaluate(0, y, values) == 0 && std::fabs(values[0] - 1.4) < 1e-12);
    CHECK(ifr_root_functions_evaluate(0, y, values, functions.get()) == 0 && functions.last_error().message[0] == 0);
    double guarded[2] = {7, 7};
    CHECK(functions.evaluate(0, y, span<double>(guarded, 1)) == -1 && guarded[0] == 0 && guarded[1] == 7);
    CHECK(std::strstr(functions.last_error().message, "count") != nullptr);
    CHECK(functions.evaluate(0, nullptr, guarded) == -1 && functions.last_error().status == IFR_STATUS_BAD_POINTER);
    root_functions stops(pairs, level, [](double, const double *, world_ref) { return 1; });
    CHECK(stops.evaluate(0, y, values) == -1 && stops.last_error().status == IFR_STATUS_WORLD && values[0] == 0);
#if !INTERFRAME_ERRORS_BY_VALUE
    root_functions throws(pairs, level, [id](double, const double *state, world_ref in) {
        in.teleport(id, pose_at(vec3{state[0], 0, 0}));
        return 0;
    });
    const double nan[1] = {NAN};
    CHECK(throws.evaluate(0, nan, values) == -1 && throws.last_error().status == IFR_STATUS_NOT_FINITE);
    CHECK(ifr_root_functions_evaluate(0, nan, values, throws.get()) == -1 && std::strstr(throws.last_error().message, "NaN") != nullptr);
    CHECK(throws.evaluate(0, y, values) == 0 && throws.last_error().message[0] == 0);
#endif
}

/* Functions of the process, and what C++ has no wrapper for. */
static void functions_of_the_process() {
    ifr_memory_free(nullptr);
    CHECK(ifr_set_allocator(nullptr) == IFR_STATUS_BAD_POINTER);
    must(set_log(log_level::info, nullptr));
    refused(status::bad_pointer, [] { return set_allocator(ifr_allocator{}); });
    refused(status::unknown_value, [] { return set_log(static_cast<log_level>(7), nullptr); });
    refused(status::world, [] { return world::replay("{}"); });
    CHECK(static_cast<int32_t>(status::too_late) == IFR_STATUS_TOO_LATE && std::strcmp(text(log_level::warning), "warning") == 0);
    ifr_world *none = nullptr;
    CHECK(ifr_world_replay("{}", &none, nullptr) == IFR_STATUS_WORLD && none == nullptr);
    CHECK(ifr_world_capture(nullptr, nullptr, nullptr, nullptr) == IFR_STATUS_BAD_POINTER);
    CHECK(ifr_set_log(IFR_LOG_LEVEL_INFO, nullptr, nullptr) == IFR_STATUS_OK);
    CHECK(std::strcmp(ifr_log_level_text(IFR_LOG_LEVEL_INFO), "info") == 0);
}

int main() {
    functions_of_the_process();
    types_of_yours();
    bodies();
    motions();
    queries_at_rest();
    queries_in_motion();
    sets_planes_and_cuboids();
    batches();
    worlds();
    std::puts("the C++ wrappers passed");
    return 0;
}
