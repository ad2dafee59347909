/* The C of the guide that is no whole program. tests/house compares each paragraph of such a block with this file, but for
 * white space. It is run in an empty folder. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "interframe.h"

#define EXPECT(condition)                                                                                              \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "guide.c:%d: %s\n", __LINE__, #condition);                                                  \
            exit(1);                                                                                                   \
        }                                                                                                              \
    } while (0)

/* ENGINE */
static struct arena {
    size_t used;
} arena;

static void *arena_allocate(void *user, size_t size, size_t alignment)
{
    ((struct arena *)user)->used += size;
    return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

static void arena_free(void *user, void *memory, size_t size, size_t alignment)
{
    EXPECT(alignment > 0);
    ((struct arena *)user)->used -= size;
    free(memory);
}

static void *allocate(void *user, size_t size, size_t alignment) { return arena_allocate(user, size, alignment); }
static void give_back(void *user, void *memory, size_t size, size_t alignment) { arena_free(user, memory, size, alignment); }

static void memory(void)
{
    ifr_allocator allocator = {allocate, give_back, &arena};
    ifr_set_allocator(&allocator);
}

static ifr_body *box(double x, double y, double z)
{
    const double half_extents[3] = {x, y, z};
    ifr_body *body;
    ifr_error error;
    EXPECT(ifr_cuboid_create(half_extents, &body, &error) == IFR_STATUS_OK);
    EXPECT(arena.used > 0);
    return body;
}

/* DISTANCE */
static void distance(void)
{
    ifr_body *box_a = box(1, 1, 1), *hull_b = box(1, 1, 1);
    ifr_pair_state state = {0};
    ifr_distance_result result;
    ifr_distance_input input = {0};            /* 0 in an option is its default */
    input.pair.a = box_a;
    input.pair.b = hull_b;
    ifr_pose_init(&input.pair.pose_a);
    ifr_pose_init(&input.pair.pose_b);
    ifr_distance(&input, &state, &result, NULL);
    EXPECT(result.verdict == IFR_VERDICT_HIT && result.separation == 0);
    ifr_body_destroy(box_a);
    ifr_body_destroy(hull_b);
}

/* ENGINE */
static void captured_frame(void)
{
    FILE *file = fopen("frames.jsonl", "w");
    ifr_world *world;
    ifr_world_advance_result result;
    EXPECT(file != NULL && ifr_world_create(&world, NULL) == IFR_STATUS_OK);
    ifr_world_advance_input input = {0};
    ifr_text line = {NULL, IFR_ALLOCATE, 0};
    ifr_world_capture(world, &input, &line, NULL);
    ifr_world_advance(world, &input, &result, NULL);
    if (result.undecided > 0)
        fprintf(file, "%s\n", line.buffer);
    ifr_memory_free(line.buffer);
    EXPECT(line.needed > 100);
    ifr_world_destroy(world);
    fclose(file);
}

/* LOADING */
struct vertex { float position[3]; float normal[3]; float texture[2]; };

static void arrays(void)
{
    const struct vertex vertices[3] = {{{0, 0, 0}, {0}, {0}}, {{1, 0, 0}, {0}, {0}}, {{0, 1, 0}, {0}, {0}}};
    const uint16_t indices[3] = {0, 1, 2};
    const size_t vertex_count = 3, index_count = 3;
    ifr_body *level;
    ifr_error error;
    ifr_vectors points = {vertices->position, vertex_count, sizeof *vertices, IFR_SCALAR_FLOAT};
    ifr_vectors triangles = {indices, index_count / 3, 0, IFR_SCALAR_UINT16};
    ifr_trimesh_create_from_vectors(&points, &triangles, NULL, &level, &error);
    EXPECT(level != NULL);
    ifr_body_destroy(level);
}

static void matrices(float *world)
{
    ifr_pose pose;
    ifr_error error;
    /* float world[16]: columns one after another, as in OpenGL */
    ifr_pose_init_matrix(world, IFR_SCALAR_FLOAT, IFR_MATRIX_SHAPE_4X4, IFR_MATRIX_ORDER_COLUMNS, &pose, &error);
    ifr_pose_get_matrix(&pose, IFR_SCALAR_FLOAT, IFR_MATRIX_ORDER_COLUMNS, world, &error);
    EXPECT(pose.p[1] == 6 && world[13] == 6);
}

static void files(void)
{
    FILE *obj = fopen("level.obj", "w");
    ifr_body *level, *hull;
    ifr_error error;
    EXPECT(obj != NULL);
    fputs("o crate\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n", obj);
    fclose(obj);
    ifr_mesh_file *file;
    ifr_vectors points, triangles;
    ifr_mesh_file_open("level.obj", &file, &error);
    ifr_mesh_file_get_vertices(file, &points, &error);
    ifr_mesh_file_get_triangles(file, &triangles, &error);
    ifr_trimesh_create_from_vectors(&points, &triangles, NULL, &level, &error);
    ifr_polytope_create_from_mesh_file(file, "crate", NULL, &hull, &error);
    ifr_mesh_file_destroy(file);
    EXPECT(level != NULL && hull != NULL);
    ifr_body_destroy(level);
    ifr_body_destroy(hull);
}

static void cooked(void)
{
    ifr_body *body = box(1, 2, 3), *const first = body;
    ifr_error error;
    ifr_bytes bytes = {0};
    ifr_body_to_bytes(body, &bytes, NULL);           /* IFR_STATUS_BUFFER_TOO_SMALL: bytes.needed is the size */
    bytes.data = malloc(bytes.capacity = bytes.needed);
    ifr_body_to_bytes(body, &bytes, &error);
    ifr_body_create_from_bytes(bytes.data, bytes.needed, &body, &error);
    EXPECT(body != NULL && body != first);
    free(bytes.data);
    ifr_body_destroy(body);
    ifr_body_destroy(first);
}

/* MANIFOLD, PENETRATION */
static void contacts(void)
{
    ifr_body *floor_a = box(1, 1, 1), *crate_b = box(1, 1, 1);
    const ifr_pose pose_a = {{0, 0, 0}, {0, 0, 0, 1}};
    ifr_pose pose_b = {{0, 0, 2.005}, {0, 0, 0, 1}};
    ifr_pair_state state = {0};
    {
        ifr_contact_manifold_result result;
        ifr_contact_manifold_input input = {0};
        input.pair.a = floor_a;
        input.pair.b = crate_b;
        input.pair.pose_a = pose_a;
        input.pair.pose_b = pose_b;
        input.prediction = 0.01;
        ifr_contact_manifold(&input, &state, &result, NULL); /* result.points[0 .. result.count] */
        EXPECT(result.count == 4);
    }
    pose_b.p[2] = 1.75;
    {
        ifr_penetration_result result;
        ifr_penetration_input input = {0};         /* no direction: the shortest way */
        input.pair.a = floor_a;
        input.pair.b = crate_b;
        input.pair.pose_a = pose_a;
        input.pair.pose_b = pose_b;
        ifr_penetration(&input, &state, &result, NULL);
        EXPECT(fabs(result.depth - 0.25) < 1e-12);
    }
    ifr_body_destroy(floor_a);
    ifr_body_destroy(crate_b);
}

/* MESHES */
static void meshes(void)
{
    const double xyz[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    const uint32_t indices[12] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2};
    const size_t vertex_count = 4, triangle_count = 4;
    ifr_body *level, *zone;
    {
        ifr_trimesh_options options = {0};
        options.one_sided = 1;
        ifr_trimesh_create(xyz, vertex_count, indices, triangle_count, &options, &level, NULL);
        EXPECT(level != NULL);
    }
    {
        ifr_trimesh_options options = {.solid = 1};
        EXPECT(ifr_trimesh_create(xyz, 4, indices, 4, &options, &zone, NULL) == IFR_STATUS_OK);
    }
    ifr_body_destroy(level);
    ifr_body_destroy(zone);
}

/* TIME_OF_IMPACT */
static void times_of_impact(void)
{
    ifr_body *bar = box(5, 0.1, 0.1), *post = box(0.1, 0.1, 1);
    const double end_p[3] = {0, 0, 0}, turn[3] = {0, 0, 9};
    ifr_pose pose, post_pose;
    ifr_pair_state state = {0};
    ifr_time_of_impact_result result;
    ifr_pose_init(&pose);
    ifr_pose_init(&post_pose);
    post_pose.p[1] = 4;
    ifr_time_of_impact_input input = {0};      /* 0 in an option is its default */
    input.pair.a = bar;
    input.pair.b = post;
    ifr_motion_init_turn(&pose, end_p, turn, &input.pair.motion_a);
    ifr_motion_init_fixed(&post_pose, &input.pair.motion_b);
    ifr_time_of_impact(&input, &state, &result, NULL);
    EXPECT(result.verdict == IFR_VERDICT_HIT && result.t_hi > 0.1 && result.t_hi < 0.2);
    ifr_body_destroy(bar);
    ifr_body_destroy(post);
}

int main(void)
{
    float world[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1};
    memory(); /* before any other call */
    distance();
    captured_frame();
    arrays();
    matrices(world);
    files();
    cooked();
    contacts();
    meshes();
    times_of_impact();
    EXPECT(arena.used == 0);
    puts("the guide's C runs");
    return 0;
}
