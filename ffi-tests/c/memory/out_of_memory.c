/* Every call that builds something, with less memory than it needs: a status, and nothing has changed. */
#include "../check.h"

struct budget {
    size_t live, limit, calls;
};

static void *allocate(void *user, size_t size, size_t alignment)
{
    struct budget *budget = user;
    budget->calls++;
    if (size > budget->limit || budget->live > budget->limit - size)
        return NULL;
    size_t whole = (size + alignment - 1) / alignment * alignment;
    void *memory = alignment <= 16 ? malloc(size) : aligned_alloc(alignment, whole);
    if (memory != NULL)
        budget->live += size;
    return memory;
}

static void give_back(void *user, void *memory, size_t size, size_t alignment)
{
    struct budget *budget = user;
    (void)alignment;
    budget->live -= size;
    free(memory);
}

static struct budget budget = {0, SIZE_MAX, 0};

enum { MANY = 400 };

static double numbers[3 * MANY];
static uint32_t triangles[3 * MANY];
static ifr_body *ball;
static ifr_world *world;
static ifr_world_advance_input frame;
static ifr_bytes cooked, snapshot;
static char obj[40 * MANY];
static ifr_error details;

/* Each makes something and frees it again. */

static ifr_status freed(ifr_status status, ifr_body *body)
{
    CHECK((status == IFR_STATUS_OK) == (body != NULL));
    ifr_body_destroy(body);
    return status;
}

static ifr_status hull(void)
{
    ifr_body *body;
    ifr_status status = ifr_polytope_create(numbers, MANY, NULL, &body, &details);
    return freed(status, body);
}

static ifr_status hull_of_vectors(void)
{
    ifr_vectors vectors = {numbers, MANY, 0, IFR_SCALAR_DOUBLE};
    ifr_body *body;
    ifr_status status = ifr_polytope_create_from_vectors(&vectors, NULL, &body, &details);
    return freed(status, body);
}

static ifr_status mesh(void)
{
    ifr_body *body;
    ifr_status status = ifr_trimesh_create(numbers, MANY, triangles, MANY, NULL, &body, &details);
    return freed(status, body);
}

static ifr_status field(void)
{
    ifr_grid grid = {0};
    grid.columns = 3;
    grid.rows = MANY;
    grid.spacing[0] = grid.spacing[1] = 1;
    ifr_body *body;
    ifr_status status = ifr_height_field_create(numbers, &grid, &body, &details);
    return freed(status, body);
}

static ifr_status compound(void)
{
    static ifr_part parts[MANY];
    for (size_t i = 0; i < MANY; i++) {
        parts[i].body = ball;
        parts[i].pose = pose_at(numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]);
    }
    ifr_body *body;
    ifr_status status = ifr_compound_create(parts, MANY, &body, &details);
    return freed(status, body);
}

static ifr_status from_bytes(void)
{
    ifr_body *body;
    ifr_status status = ifr_body_create_from_bytes(cooked.data, cooked.needed, &body, &details);
    return freed(status, body);
}

static ifr_status to_bytes(void)
{
    ifr_bytes bytes = {NULL, IFR_ALLOCATE, 0};
    ifr_status status = ifr_body_to_bytes(ball, &bytes, &details);
    CHECK((status == IFR_STATUS_OK) == (bytes.data != NULL));
    ifr_memory_free(bytes.data);
    return status;
}

static ifr_status mesh_file(void)
{
    ifr_mesh_file *file;
    ifr_status status =
        ifr_mesh_file_read((const uint8_t *)obj, strlen(obj), IFR_MESH_FORMAT_OBJ, &file, &details);
    ifr_mesh_file_destroy(file);
    return status;
}

static ifr_status new_world(void)
{
    ifr_world *made;
    ifr_status status = ifr_world_create(&made, &details);
    ifr_world_body_input input = {0};
    input.shape = ball;
    for (size_t i = 0; status == IFR_STATUS_OK && i < MANY; i++) {
        uint64_t id;
        input.pose = pose_at(numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]);
        status = ifr_world_add(made, &input, &id, &details);
        CHECK((status == IFR_STATUS_OK) == (id != 0));
    }
    ifr_world_destroy(made);
    return status;
}

static ifr_status advance(void)
{
    ifr_world_advance_result result;
    ifr_status status = ifr_world_advance(world, &frame, &result, &details);
    CHECK(result.event_count == 0 || status == IFR_STATUS_OK);
    return status == IFR_STATUS_OK ? ifr_world_undo_frame(world, NULL) : status;
}

static ifr_status write_snapshot(void)
{
    ifr_bytes bytes = {NULL, IFR_ALLOCATE, 0};
    ifr_status status = ifr_world_snapshot(world, &bytes, &details);
    ifr_memory_free(bytes.data);
    return status;
}

static ifr_status restore(void)
{
    return ifr_world_restore(world, snapshot.data, snapshot.needed, NULL, NULL, &details);
}

static ifr_status overlap(void)
{
    ifr_world_overlap_input input = {0};
    input.shape = ball;
    input.pose = pose_at(0, 0, 0);
    size_t count;
    return ifr_world_overlap(world, &input, &count, &details);
}

static ifr_status batch(void)
{
    static const ifr_body *bodies[MANY];
    static ifr_pose poses[MANY];
    static uint32_t pairs[2 * MANY];
    static ifr_intersect_result results[MANY];
    for (uint32_t i = 0; i < MANY; i++) {
        bodies[i] = ball;
        poses[i] = pose_at(i, 0, 0);
        pairs[2 * i] = i;
        pairs[2 * i + 1] = 0;
    }
    ifr_posed_batch input = {bodies, poses, MANY, pairs, MANY, NULL, {NULL, NULL}};
    ifr_intersect_input options = {0};
    return ifr_intersect_batch(&input, &options, results, &details);
}

static void with_less_and_less(const char *name, ifr_status (*make)(void))
{
    size_t refused = 0, before = budget.live;
    for (size_t allowed = 0; allowed < (size_t)1 << 28; allowed += 1 + allowed / 6) {
        budget.limit = budget.live + allowed;
        ifr_status status = make();
        budget.limit = SIZE_MAX;
        if (status == IFR_STATUS_OK) {
            CHECK(refused > 0);
            return;
        }
        if (status != IFR_STATUS_OUT_OF_MEMORY)
            fprintf(stderr, "%s: %s\n", name, details.message);
        CHECK(status == IFR_STATUS_OUT_OF_MEMORY && details.status == status);
        CHECK(strstr(details.message, "out of memory") != NULL);
        refused++;
        (void)before;
    }
    fprintf(stderr, "%s never has enough\n", name);
    exit(1);
}

int main(void)
{
    ifr_allocator allocator = {allocate, give_back, &budget};
    ifr_allocator half = {allocate, NULL, &budget};
    CHECK_STATUS(ifr_set_allocator(&half), IFR_STATUS_BAD_POINTER);
    CHECK_OK(ifr_set_allocator(&allocator));
    CHECK_STATUS(ifr_set_allocator(&allocator), IFR_STATUS_TOO_LATE);
    CHECK(budget.calls == 0);

    size_t written = 0;
    for (uint32_t i = 0; i < MANY; i++) {
        for (uint32_t k = 0; k < 3; k++) {
            numbers[3 * i + k] = (i * (7 + 6 * k) % 101) * 0.37;
            triangles[3 * i + k] = (i + k) % MANY;
        }
        written += (size_t)sprintf(obj + written, "v %u %u 0\n", i % 9, i);
    }
    for (uint32_t i = 1; i + 2 <= MANY; i++)
        written += (size_t)sprintf(obj + written, "f %u %u %u\n", i, i + 1, i + 2);
    CHECK_OK(ifr_sphere_create(0.5, &ball, NULL));
    ifr_body *corners;
    CHECK_OK(ifr_polytope_create(numbers, MANY, NULL, &corners, NULL));
    cooked.capacity = snapshot.capacity = IFR_ALLOCATE;
    CHECK_OK(ifr_body_to_bytes(corners, &cooked, NULL));
    ifr_body_destroy(corners);

    CHECK_OK(ifr_world_create(&world, NULL));
    static ifr_body_motion motions[MANY];
    for (size_t i = 0; i < MANY; i++) {
        ifr_world_body_input input = {0};
        input.shape = ball;
        input.pose = pose_at(numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]);
        CHECK_OK(ifr_world_add(world, &input, &motions[i].id, NULL));
        const double by[3] = {0.25, 0, 0}, turn[3] = {0, 0, 0.5};
        CHECK_OK(init_turn_by(&input.pose, by, turn, &motions[i].motion));
    }
    frame.motions = motions;
    frame.motion_count = MANY;
    CHECK_OK(ifr_world_snapshot(world, &snapshot, NULL));

    with_less_and_less("hull", hull);
    with_less_and_less("hull of vectors", hull_of_vectors);
    with_less_and_less("mesh", mesh);
    with_less_and_less("height field", field);
    with_less_and_less("compound", compound);
    with_less_and_less("body from bytes", from_bytes);
    with_less_and_less("body to bytes", to_bytes);
    with_less_and_less("mesh file", mesh_file);
    with_less_and_less("world", new_world);
    with_less_and_less("frame", advance);
    with_less_and_less("snapshot", write_snapshot);
    with_less_and_less("restored", restore);
    with_less_and_less("overlap", overlap);
    with_less_and_less("batch", batch);

    ifr_world_destroy(world);
    ifr_body_destroy(ball);
    ifr_memory_free(cooked.data);
    ifr_memory_free(snapshot.data);
    puts("out of memory is a status");
    return 0;
}
