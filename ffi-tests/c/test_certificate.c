/* ifr_certificate_... and ifr_verify: proofs of answers, as handles and as text. */
#include "check.h"

/* Every field is zero. */
static bool is_nothing(const ifr_proved *proved)
{
    return proved->verdict == IFR_VERDICT_UNDECIDED && !proved->has_contact && !proved->has_gap &&
           proved->free_from == 0 && proved->free_to == 0 && proved->contact_from == 0 &&
           proved->contact_to == 0 && proved->separation == 0 && proved->gap == 0 &&
           !proved->containment && proved->contacts == 0;
}

/* The certificate's text, to be freed. */
static char *text_of(const ifr_certificate *certificate)
{
    ifr_text text = {NULL, 0, 0};
    CHECK_STATUS(ifr_certificate_to_json(certificate, &text, NULL), IFR_STATUS_BUFFER_TOO_SMALL);
    CHECK(text.needed > 1);
    const size_t needed = text.needed;
    text.buffer = malloc(needed);
    CHECK(text.buffer != NULL);
    text.capacity = needed - 1;
    CHECK_STATUS(ifr_certificate_to_json(certificate, &text, NULL), IFR_STATUS_BUFFER_TOO_SMALL);
    CHECK_TEXT(text.buffer, "");
    text.capacity = needed;
    CHECK_OK(ifr_certificate_to_json(certificate, &text, NULL));
    CHECK_INT(text.needed, needed);
    CHECK_INT(strlen(text.buffer) + 1, needed);
    return text.buffer;
}

/* Handle and text prove the same verdict; a changed text is rejected. */
static void proves(ifr_certificate *certificate, ifr_verdict verdict)
{
    ifr_proved proved, from_text;
    ifr_error error;
    CHECK(certificate != NULL);
    CHECK_OK(ifr_certificate_verify(certificate, &proved, &error));
    CHECK_INT(proved.verdict, verdict);
    CHECK_TEXT(error.message, "");
    char *text = text_of(certificate);
    CHECK_OK(ifr_verify(text, &from_text, &error));
    CHECK_INT(from_text.verdict, verdict);
    CHECK(from_text.free_from == proved.free_from && from_text.free_to == proved.free_to);
    CHECK(from_text.has_contact == proved.has_contact);

    for (size_t length = strlen(text); length-- > 0;) {
        char kept = text[length];
        text[length] = '\0';
        memset(&from_text, 0xff, sizeof from_text);
        CHECK_STATUS(ifr_verify(text, &from_text, &error), IFR_STATUS_REJECTED);
        CHECK(is_nothing(&from_text));
        CHECK(error.message[0] != '\0');
        text[length] = kept;
    }
    free(text);
    ifr_certificate_destroy(certificate);
}

static void posed(const ifr_body *box)
{
    ifr_certificate *certificate = NULL;
    ifr_intersect_input input = {0};
    input.pair.a = input.pair.b = box;
    input.pair.pose_a = pose_at(0, 0, 0);
    input.pair.pose_b = pose_at(2.5, 0, 0);
    CHECK_OK(ifr_certificate_of_intersect(&input, &certificate, NULL));
    proves(certificate, IFR_VERDICT_SEPARATED);
    input.pair.pose_b = pose_at(2, 1, 0); /* touching */
    CHECK_OK(ifr_certificate_of_intersect(&input, &certificate, NULL));
    proves(certificate, IFR_VERDICT_HIT);
}

static void moving(const ifr_body *box)
{
    ifr_certificate *certificate = NULL;
    ifr_interframe_input input = {0};
    ifr_pose start = pose_at(-10, 0, 0), far = pose_at(0, 9, 0), near = pose_at(0, 1, 0);
    const double across[3] = {20, 0, 0}, spin[3] = {40, 0, 0}, none[3] = {0, 0, 0};
    input.pair.a = input.pair.b = box;
    CHECK_OK(init_turn_by(&start, across, spin, &input.pair.motion_a));
    CHECK_OK(ifr_motion_init_fixed(&far, &input.pair.motion_b));
    CHECK_OK(ifr_certificate_of_interframe(&input, &certificate, NULL));
    proves(certificate, IFR_VERDICT_SEPARATED);

    /* The hulls meet: nothing is proved about bodies that turn. */
    CHECK_OK(ifr_motion_init_fixed(&near, &input.pair.motion_b));
    certificate = (ifr_certificate *)&input;
    CHECK_OK(ifr_certificate_of_interframe(&input, &certificate, NULL));
    CHECK(certificate == NULL);

    CHECK_OK(init_turn_by(&start, across, none, &input.pair.motion_a));
    CHECK_OK(ifr_certificate_of_interframe(&input, &certificate, NULL));
    ifr_proved proved;
    CHECK_OK(ifr_certificate_verify(certificate, &proved, NULL));
    CHECK(proved.has_contact && !proved.has_gap);
    CHECK(proved.contact_from == 0 && proved.contact_to == 1);
    proves(certificate, IFR_VERDICT_HIT);
}

/* A whole frame's answer: free, a contact in it, and what is left of a small budget. */
static void timed(const ifr_body *box)
{
    ifr_certificate *certificate = NULL;
    ifr_time_of_impact_input input = {0};
    ifr_proved proved;
    ifr_pose start = pose_at(-10, 0, 0), far = pose_at(0, 9, 0), near = pose_at(0, 1, 0);
    const double across[3] = {20, 0, 0}, spin[3] = {1, 2, 40}, none[3] = {0, 0, 0};
    input.pair.a = input.pair.b = box;
    CHECK_OK(init_turn_by(&start, across, spin, &input.pair.motion_a));
    CHECK_OK(ifr_motion_init_fixed(&far, &input.pair.motion_b));
    CHECK_OK(ifr_certificate_of_time_of_impact(&input, &certificate, NULL));
    proves(certificate, IFR_VERDICT_SEPARATED);

    CHECK_OK(ifr_motion_init_fixed(&near, &input.pair.motion_b));
    ifr_time_of_impact_result result;
    CHECK_OK(ifr_time_of_impact(&input, NULL, &result, NULL));
    CHECK(result.contact == IFR_CONTACT_NEAR);
    CHECK_OK(ifr_certificate_of_time_of_impact(&input, &certificate, NULL));
    CHECK_OK(ifr_certificate_verify(certificate, &proved, NULL));
    CHECK(proved.free_from == 0 && proved.free_to == result.t_lo);
    CHECK(proved.has_contact && proved.contact_to == result.t_hi);
    CHECK(proved.has_gap && proved.gap <= result.gap);
    proves(certificate, IFR_VERDICT_HIT);

    input.budget = 1;
    CHECK_OK(ifr_time_of_impact(&input, NULL, &result, NULL));
    CHECK_INT(result.verdict, IFR_VERDICT_UNDECIDED);
    CHECK_OK(ifr_certificate_of_time_of_impact(&input, &certificate, NULL));
    CHECK_OK(ifr_certificate_verify(certificate, &proved, NULL));
    CHECK(proved.free_to == result.t_lo && !proved.has_contact);
    proves(certificate, IFR_VERDICT_UNDECIDED);

    input.budget = 0;
    CHECK_OK(init_turn_by(&start, across, none, &input.pair.motion_a));
    CHECK_OK(ifr_certificate_of_time_of_impact(&input, &certificate, NULL));
    CHECK_OK(ifr_certificate_verify(certificate, &proved, NULL));
    CHECK(proved.has_contact && !proved.has_gap);
    proves(certificate, IFR_VERDICT_HIT);

    input.tolerance = -1;
    ifr_error error;
    CHECK_STATUS(ifr_certificate_of_time_of_impact(&input, &certificate, &error),
                 IFR_STATUS_SETTING);
    CHECK(certificate == NULL);
    CHECK_STATUS(ifr_certificate_of_time_of_impact(NULL, &certificate, NULL),
                 IFR_STATUS_BAD_POINTER);
}

/* All contacts of a frame: a bar that turns hits a post three times. */
static void all_contacts(void)
{
    const double bar[6] = {-5, 0, 0, 5, 0, 0}, post[6] = {0, 4, -1, 0, 4, 1};
    const double still[3] = {0, 0, 0}, spin[3] = {0, 0, 9.42477796076938};
    ifr_body *a = NULL, *b = NULL;
    ifr_certificate *certificate = NULL;
    ifr_proved proved;
    ifr_pose here = pose_at(0, 0, 0);
    ifr_contact_intervals_input input = {0};
    CHECK_OK(ifr_polytope_create(bar, 2, NULL, &a, NULL));
    CHECK_OK(ifr_polytope_create(post, 2, NULL, &b, NULL));
    input.pair.a = a;
    input.pair.b = b;
    CHECK_OK(init_turn_by(&here, still, spin, &input.pair.motion_a));
    CHECK_OK(ifr_motion_init_fixed(&here, &input.pair.motion_b));
    CHECK_OK(ifr_certificate_of_contact_intervals(&input, &certificate, NULL));
    CHECK_OK(ifr_certificate_verify(certificate, &proved, NULL));
    CHECK_INT(proved.contacts, 3);
    CHECK(proved.has_contact && proved.contact_to > 0.16 && proved.contact_to < 0.17);
    proves(certificate, IFR_VERDICT_HIT);
    CHECK_STATUS(ifr_certificate_of_contact_intervals(NULL, &certificate, NULL),
                 IFR_STATUS_BAD_POINTER);
    CHECK(certificate == NULL);
    ifr_body_destroy(a);
    ifr_body_destroy(b);
}

/* B inside A: at poses, and until it leaves. */
static void contained(const ifr_body *box)
{
    ifr_body *room = make_box(4, 4, 4);
    ifr_certificate *certificate = NULL;
    ifr_proved proved;
    ifr_pose here = pose_at(0, 0, 0);
    const double across[3] = {8, 0, 0}, spin[3] = {0, 0, 30};
    ifr_contains_input posed = {0};
    posed.pair.a = room;
    posed.pair.b = box;
    posed.pair.pose_a = here;
    posed.pair.pose_b = pose_at(3, 0, 0);
    CHECK_OK(ifr_certificate_of_contains(&posed, &certificate, NULL));
    CHECK_OK(ifr_certificate_verify(certificate, &proved, NULL));
    CHECK(proved.containment);
    proves(certificate, IFR_VERDICT_HIT);
    posed.pair.pose_b = pose_at(3.5, 0, 0);
    CHECK_OK(ifr_certificate_of_contains(&posed, &certificate, NULL));
    proves(certificate, IFR_VERDICT_SEPARATED);

    ifr_time_of_exit_input input = {0};
    ifr_time_of_exit_result result;
    input.pair.a = room;
    input.pair.b = box;
    CHECK_OK(ifr_motion_init_fixed(&here, &input.pair.motion_a));
    CHECK_OK(init_turn_by(&here, across, spin, &input.pair.motion_b));
    CHECK_OK(ifr_time_of_exit(&input, NULL, &result, NULL));
    CHECK_OK(ifr_certificate_of_time_of_exit(&input, &certificate, NULL));
    CHECK_OK(ifr_certificate_verify(certificate, &proved, NULL));
    CHECK(proved.containment && proved.free_from == 0 && proved.free_to == result.t_lo);
    CHECK(proved.has_contact && proved.contact_from == result.t_hi);
    proves(certificate, IFR_VERDICT_SEPARATED);
    CHECK_OK(ifr_motion_init_fixed(&here, &input.pair.motion_b));
    CHECK_OK(ifr_certificate_of_time_of_exit(&input, &certificate, NULL));
    proves(certificate, IFR_VERDICT_HIT);
    CHECK_STATUS(ifr_certificate_of_time_of_exit(NULL, &certificate, NULL),
                 IFR_STATUS_BAD_POINTER);
    ifr_body_destroy(room);
}

/* An angle of any size: an answer at once. */
static void huge_turns(const ifr_body *box)
{
    ifr_interframe_input input = {0};
    ifr_pose here = pose_at(0, 0, 0), there = pose_at(0, 6, 0);
    const double none[3] = {0, 0, 0};
    input.pair.a = input.pair.b = box;
    input.sweep = IFR_SWEEP_FULL;
    CHECK_OK(ifr_motion_init_fixed(&there, &input.pair.motion_b));
    for (double turn = 1e30; turn < 1e300; turn *= 1e45) {
        const double spin[3] = {0, turn, 2 * turn};
        ifr_certificate *certificate = NULL;
        CHECK_OK(init_turn_by(&here, none, spin, &input.pair.motion_a));
        CHECK_OK(ifr_certificate_of_interframe(&input, &certificate, NULL));
        proves(certificate, IFR_VERDICT_SEPARATED);
    }
}

static void deforming(void)
{
    const double a[6] = {0, 0, 0, 2, 0, 0}, b[6] = {1, 1, 0, 1, -1, 0};
    ifr_certificate *certificate = NULL;
    ifr_interframe_vertices_input input = {0};
    input.pair.a = (ifr_vertex_sweep){a, a + 3, 1};
    input.pair.b = (ifr_vertex_sweep){b, b + 3, 1};
    CHECK_OK(ifr_certificate_of_interframe_vertices(&input, &certificate, NULL));
    proves(certificate, IFR_VERDICT_HIT);
    input.pair.b.count = 0;
    CHECK_OK(ifr_certificate_of_interframe_vertices(&input, &certificate, NULL));
    proves(certificate, IFR_VERDICT_SEPARATED);
}

static void refusals(const ifr_body *box)
{
    ifr_certificate *certificate = (ifr_certificate *)box;
    ifr_error error;
    ifr_proved proved;
    CHECK_STATUS(ifr_certificate_of_intersect(NULL, &certificate, &error),
                 IFR_STATUS_BAD_POINTER);
    CHECK_TEXT(error.message, "input is NULL");
    CHECK(certificate == NULL);
    CHECK_STATUS(ifr_certificate_of_interframe(NULL, NULL, &error), IFR_STATUS_BAD_POINTER);
    CHECK_TEXT(error.message, "out is NULL");
    CHECK_STATUS(ifr_certificate_of_interframe_vertices(NULL, &certificate, NULL),
                 IFR_STATUS_BAD_POINTER);
    CHECK_STATUS(ifr_certificate_verify(NULL, &proved, &error), IFR_STATUS_BAD_POINTER);
    CHECK_TEXT(error.message, "certificate is NULL");
    CHECK(is_nothing(&proved));
    CHECK_STATUS(ifr_certificate_to_json(NULL, NULL, NULL), IFR_STATUS_BAD_POINTER);
    CHECK_STATUS(ifr_verify(NULL, &proved, &error), IFR_STATUS_BAD_POINTER);
    CHECK_TEXT(error.message, "json is NULL");
    ifr_intersect_input zero = {0};
    CHECK_STATUS(ifr_certificate_of_intersect(&zero, &certificate, NULL), IFR_STATUS_BAD_POINTER);
    zero.pair.a = zero.pair.b = box;
    CHECK_STATUS(ifr_certificate_of_intersect(&zero, &certificate, NULL),
                 IFR_STATUS_QUATERNION_NORM);

    /* A proof of something that is not so. */
    const char *wrong = "{\"a\":[[0,0,0]],\"b\":[[1,0,0]],\"placement\":\"lists\","
                        "\"certificate\":{\"plane\":{\"normal\":[-1,0,0]}}}";
    CHECK_STATUS(ifr_verify(wrong, &proved, &error), IFR_STATUS_REJECTED);
    CHECK(strstr(error.message, "C30: the plane does not separate") == error.message);
    CHECK(is_nothing(&proved));
    ifr_certificate_destroy(NULL);
}

void test_certificate(void)
{
    ifr_body *box = make_box(1, 1, 1);
    posed(box);
    moving(box);
    all_contacts();
    contained(box);
    huge_turns(box);
    timed(box);
    deforming();
    refusals(box);
    ifr_body_destroy(box);
}
