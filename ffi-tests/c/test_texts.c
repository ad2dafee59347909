/* Version, texts of statuses and enums, ifr_may_hit. */
#include <limits.h>

#include "check.h"

static void version_is_the_headers(void)
{
    char text[64];
    snprintf(text, sizeof text, "%d.%d.%d", IFR_VERSION_MAJOR, IFR_VERSION_MINOR,
             IFR_VERSION_PATCH);
    CHECK_TEXT(ifr_version_string(), text);
    CHECK_INT(ifr_version_number(), IFR_VERSION_NUMBER);
    CHECK_INT(IFR_VERSION_NUMBER,
              10000 * IFR_VERSION_MAJOR + 100 * IFR_VERSION_MINOR + IFR_VERSION_PATCH);
}

static void every_status_has_its_own_text(void)
{
    for (int32_t i = IFR_STATUS_OK; i <= IFR_STATUS_TOO_LATE; i++) {
        CHECK(strcmp(ifr_status_text(i), "unknown status") != 0);
        for (int32_t j = IFR_STATUS_OK; j < i; j++)
            CHECK(strcmp(ifr_status_text(i), ifr_status_text(j)) != 0);
    }
    CHECK_TEXT(ifr_status_text(IFR_STATUS_TOO_LATE + 1), "unknown status");
    CHECK_TEXT(ifr_status_text(-1), "unknown status");
    CHECK_TEXT(ifr_status_text(INT32_MIN), "unknown status");
    CHECK_TEXT(ifr_status_text(INT32_MAX), "unknown status");
}

static void enums_have_texts(void)
{
    CHECK_TEXT(ifr_role_text(IFR_ROLE_SENSOR), "sensor");
    CHECK_TEXT(ifr_role_text(2), "unknown");
    CHECK_TEXT(ifr_mobility_text(IFR_MOBILITY_STATIC), "static");
    CHECK_TEXT(ifr_mode_text(IFR_MODE_FIRST), "first");
    CHECK_TEXT(ifr_mode_text(IFR_MODE_ALL), "all");
    CHECK_TEXT(ifr_mode_text(IFR_MODE_POSES), "poses");
    CHECK_TEXT(ifr_mode_text(3), "unknown");
    CHECK_TEXT(ifr_phase_text(IFR_PHASE_BEGIN), "begin");
    CHECK_TEXT(ifr_phase_text(IFR_PHASE_STAY), "stay");
    CHECK_TEXT(ifr_phase_text(IFR_PHASE_END), "end");
    CHECK_TEXT(ifr_phase_text(IFR_PHASE_PASS), "pass");
    CHECK_TEXT(ifr_phase_text(-1), "unknown");
    CHECK_TEXT(ifr_verdict_text(IFR_VERDICT_UNDECIDED), "undecided");
    CHECK_TEXT(ifr_verdict_text(IFR_VERDICT_SEPARATED), "separated");
    CHECK_TEXT(ifr_verdict_text(IFR_VERDICT_HIT), "hit");
    CHECK_TEXT(ifr_reason_text(IFR_REASON_NONE), "none");
    CHECK_TEXT(ifr_reason_text(IFR_REASON_HULLS_MEET), "hulls_meet");
    CHECK_TEXT(ifr_reason_text(IFR_REASON_NEAR_SLACK), "near_slack");
    CHECK_TEXT(ifr_reason_text(IFR_REASON_BUDGET), "budget");
    CHECK_TEXT(ifr_reason_text(IFR_REASON_ROUNDING), "rounding");
    CHECK_TEXT(ifr_reason_text(IFR_REASON_SOLVER_TOLERANCE), "solver_tolerance");
    CHECK_TEXT(ifr_reason_text(IFR_REASON_SOLVER_FAILED), "solver_failed");
    CHECK_TEXT(ifr_reason_text(IFR_REASON_UNPROVED), "unproved");
    CHECK_TEXT(ifr_reason_text(IFR_REASON_TOUCHING), "touching");
    CHECK_TEXT(ifr_containment_verdict_text(IFR_CONTAINMENT_VERDICT_UNDECIDED), "undecided");
    CHECK_TEXT(ifr_containment_verdict_text(IFR_CONTAINMENT_VERDICT_INSIDE), "inside");
    CHECK_TEXT(ifr_containment_verdict_text(IFR_CONTAINMENT_VERDICT_NOT_INSIDE), "not_inside");
    CHECK_TEXT(ifr_containment_verdict_text(3), "unknown");
    CHECK_TEXT(ifr_method_text(IFR_METHOD_DEFAULT), "default");
    CHECK_TEXT(ifr_method_text(IFR_METHOD_RAY_SIMPLEX), "ray_simplex");
    CHECK_TEXT(ifr_method_text(IFR_METHOD_INTERIOR_POINT), "interior_point");
    CHECK_TEXT(ifr_method_text(IFR_METHOD_TABLEAU), "tableau");
    CHECK_TEXT(ifr_method_text(IFR_METHOD_GJK), "gjk");
    CHECK_TEXT(ifr_method_text(IFR_METHOD_MPR), "mpr");
    CHECK_TEXT(ifr_method_text(IFR_METHOD_GOOD_LP + 1), "unknown");
    CHECK_TEXT(ifr_sweep_text(IFR_SWEEP_CERTIFIED), "certified");
    CHECK_TEXT(ifr_sweep_text(IFR_SWEEP_FULL), "full");
    CHECK_TEXT(ifr_sweep_text(IFR_SWEEP_FACE_GROUPED), "face_grouped");
    CHECK_TEXT(ifr_sweep_text(IFR_SWEEP_SILHOUETTE), "silhouette");
    CHECK_TEXT(ifr_frame_text(IFR_FRAME_RELATIVE), "relative");
    CHECK_TEXT(ifr_frame_text(IFR_FRAME_WORLD), "world");
    CHECK_TEXT(ifr_initial_contact_text(IFR_INITIAL_CONTACT_REPORT), "report");
    CHECK_TEXT(ifr_initial_contact_text(IFR_INITIAL_CONTACT_IGNORE_UNTIL_SEPARATED),
               "ignore_until_separated");
    CHECK_TEXT(ifr_initial_contact_text(IFR_INITIAL_CONTACT_ONLY_IF_APPROACHING),
               "only_if_approaching");
    CHECK_TEXT(ifr_feature_kind_text(IFR_FEATURE_NONE), "none");
    CHECK_TEXT(ifr_feature_kind_text(IFR_FEATURE_FACE), "face");
    CHECK_TEXT(ifr_mpr_route_text(IFR_MPR_ROUTE_PORTAL), "portal");
    CHECK_TEXT(ifr_mpr_detour_text(IFR_MPR_DETOUR_SIGN_UNCLEAR), "sign_unclear");
    CHECK_TEXT(ifr_contact_text(IFR_CONTACT_OVERLAP), "overlap");
    CHECK_TEXT(ifr_contact_text(-1), "unknown");
    CHECK_TEXT(ifr_about_text(IFR_ABOUT_HULL), "hull");
    CHECK_TEXT(ifr_about_text(IFR_ABOUT_MOTION), "motion");
    CHECK_TEXT(ifr_decided_by_text(IFR_DECIDED_BY_NOTHING), "nothing");
    CHECK_TEXT(ifr_decided_by_text(IFR_DECIDED_BY_STATE), "state");
    CHECK_TEXT(ifr_decided_by_text(IFR_DECIDED_BY_FLOAT), "float");
    CHECK_TEXT(ifr_decided_by_text(IFR_DECIDED_BY_EXACT), "exact");
    CHECK_TEXT(ifr_dimension_text(IFR_DIMENSION_EMPTY), "empty");
    CHECK_TEXT(ifr_dimension_text(IFR_DIMENSION_POINT), "point");
    CHECK_TEXT(ifr_dimension_text(IFR_DIMENSION_SEGMENT), "segment");
    CHECK_TEXT(ifr_dimension_text(IFR_DIMENSION_FLAT), "flat");
    CHECK_TEXT(ifr_dimension_text(IFR_DIMENSION_SOLID), "solid");

    CHECK_TEXT(ifr_reason_text(IFR_REASON_BODY_KIND), "body_kind");
    CHECK_TEXT(ifr_reason_text(IFR_REASON_INITIAL_CONTACT), "initial_contact");
    CHECK_TEXT(ifr_initial_contact_text(IFR_INITIAL_CONTACT_IGNORE_PAIRS), "ignore_pairs");
    const int32_t no_enum[] = {-1, 99, 1000, INT32_MIN, INT32_MAX};
    for (size_t i = 0; i < sizeof no_enum / sizeof *no_enum; i++) {
        CHECK_TEXT(ifr_verdict_text(no_enum[i]), "unknown");
        CHECK_TEXT(ifr_reason_text(no_enum[i]), "unknown");
        CHECK_TEXT(ifr_about_text(no_enum[i]), "unknown");
        CHECK_TEXT(ifr_decided_by_text(no_enum[i]), "unknown");
        CHECK_TEXT(ifr_dimension_text(no_enum[i]), "unknown");
        CHECK_TEXT(ifr_method_text(no_enum[i]), "unknown");
        CHECK_TEXT(ifr_containment_verdict_text(no_enum[i]), "unknown");
        CHECK_TEXT(ifr_sweep_text(no_enum[i]), "unknown");
        CHECK_TEXT(ifr_mpr_detour_text(no_enum[i]), "unknown");
    }
}

static void only_separated_cannot_hit(void)
{
    CHECK(ifr_may_hit(IFR_VERDICT_UNDECIDED));
    CHECK(!ifr_may_hit(IFR_VERDICT_SEPARATED));
    CHECK(ifr_may_hit(IFR_VERDICT_HIT));
    for (int32_t i = -1000; i <= 1000; i++)
        CHECK_INT(ifr_may_hit(i), i != IFR_VERDICT_SEPARATED);
    CHECK(ifr_may_hit(INT32_MIN));
    CHECK(ifr_may_hit(INT32_MAX));
}

void test_texts(void)
{
    version_is_the_headers();
    every_status_has_its_own_text();
    enums_have_texts();
    only_separated_cannot_hit();
}
