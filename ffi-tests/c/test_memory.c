/* Memory that a call gives away, and an allocator that is set too late. */
#include "check.h"

static void a_call_allocates_its_text(void)
{
    ifr_body *box = make_box(1, 1, 1);
    ifr_intersect_input input = {0};
    input.pair.a = box;
    input.pair.b = box;
    input.pair.pose_a = input.pair.pose_b = pose_at(0, 0, 0);

    char own[4096];
    ifr_text text = {own, sizeof own, 0};
    CHECK_OK(ifr_intersect_to_json(&input, NULL, "both", &text, NULL));
    ifr_text given = {NULL, IFR_ALLOCATE, 0};
    CHECK_OK(ifr_intersect_to_json(&input, NULL, "both", &given, NULL));
    CHECK(given.needed == text.needed && given.capacity == given.needed);
    CHECK_TEXT(given.buffer, own);
    /* What it has now is a buffer like any other. */
    CHECK_OK(ifr_intersect_to_json(&input, NULL, "both", &given, NULL));
    CHECK_TEXT(given.buffer, own);
    ifr_memory_free(given.buffer);
    ifr_memory_free(NULL);

    ifr_error error;
    ifr_text none = {NULL, IFR_ALLOCATE, 7};
    CHECK_STATUS(ifr_intersect_to_json(NULL, NULL, "both", &none, &error), IFR_STATUS_BAD_POINTER);
    CHECK(none.buffer == NULL && none.capacity == IFR_ALLOCATE && none.needed == 0);
    none.capacity = IFR_ALLOCATE - 1;
    CHECK_STATUS(ifr_intersect_to_json(&input, NULL, "both", &none, &error), IFR_STATUS_BAD_POINTER);
    CHECK_TEXT(error.message, "text.buffer is NULL");
    ifr_body_destroy(box);
}

static void a_call_allocates_its_bytes(void)
{
    ifr_body *box = make_box(1, 2, 3), *again;
    ifr_bytes bytes = {NULL, IFR_ALLOCATE, 0};
    CHECK_OK(ifr_body_to_bytes(box, &bytes, NULL));
    CHECK(bytes.capacity == bytes.needed && bytes.needed > 8 * 24);
    CHECK_OK(ifr_body_create_from_bytes(bytes.data, bytes.needed, &again, NULL));
    ifr_memory_free(bytes.data);
    ifr_body_destroy(again);
    ifr_body_destroy(box);

    ifr_bytes none = {NULL, IFR_ALLOCATE, 7};
    CHECK_STATUS(ifr_body_to_bytes(NULL, &none, NULL), IFR_STATUS_BAD_POINTER);
    CHECK(none.data == NULL && none.capacity == IFR_ALLOCATE && none.needed == 0);
}

static void *allocate(void *user, size_t size, size_t alignment)
{
    (void)user, (void)size, (void)alignment;
    CHECK(!"an allocator that was refused is not called");
    return NULL;
}

static void give_back(void *user, void *memory, size_t size, size_t alignment)
{
    (void)memory;
    allocate(user, size, alignment);
}

static void an_allocator_is_set_first_or_not_at_all(void)
{
    ifr_allocator late = {allocate, give_back, NULL}, half = {allocate, NULL, NULL};
    ifr_body_destroy(make_box(1, 1, 1));
    CHECK_STATUS(ifr_set_allocator(&late), IFR_STATUS_TOO_LATE);
    CHECK_STATUS(ifr_set_allocator(&half), IFR_STATUS_BAD_POINTER);
    CHECK_STATUS(ifr_set_allocator(NULL), IFR_STATUS_BAD_POINTER);
    ifr_body_destroy(make_box(1, 1, 1));
}

void test_memory(void)
{
    a_call_allocates_its_text();
    a_call_allocates_its_bytes();
    an_allocator_is_set_first_or_not_at_all();
}
