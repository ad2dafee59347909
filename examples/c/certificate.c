/* A fast box crosses a plate; the proof of when goes to a file: certificate FILE. Then: interframe verify FILE
 * cargo build --release -p interframe-capi
 * cc -Iinclude examples/c/certificate.c target/release/libinterframe.a -lpthread -ldl -lm */
#include <stdio.h>
#include <stdlib.h>

#include "interframe.h"

static ifr_body *box(double hx, double hy, double hz)
{
    const double xyz[24] = {-hx, -hy, -hz, hx, -hy, -hz, -hx, hy, -hz, hx, hy, -hz,
                            -hx, -hy, hz,  hx, -hy, hz,  -hx, hy, hz,  hx, hy, hz};
    ifr_body *body;
    ifr_polytope_create(xyz, 8, NULL, &body, NULL);
    return body; /* NULL on failure, which the queries refuse */
}

/* Writes one line; whether that went well. */
static bool write_line(const ifr_certificate *certificate, FILE *file)
{
    ifr_text text = {NULL, 0, 0};
    ifr_certificate_to_json(certificate, &text, NULL); /* says how much memory it takes */
    text.buffer = malloc(text.needed);
    text.capacity = text.needed;
    bool written = ifr_certificate_to_json(certificate, &text, NULL) == IFR_STATUS_OK &&
                   fprintf(file, "%s\n", text.buffer) > 0;
    free(text.buffer);
    return written;
}

int main(int argc, char **argv)
{
    FILE *file = argc == 2 ? fopen(argv[1], "w") : NULL;
    if (file == NULL)
        return 2;
    ifr_body *bullet = box(0.05, 0.05, 0.05), *plate = box(0.02, 2, 2);
    ifr_time_of_impact_input input = {0};
    ifr_pose start, plate_pose;
    ifr_pose_init(&start);
    ifr_pose_init(&plate_pose);
    const double turn[3] = {0, 3, 0};
    input.pair.a = bullet;
    input.pair.b = plate;
    ifr_motion_init_fixed(&plate_pose, &input.pair.motion_b);
    bool written = true;
    for (int frame = 0; frame < 2; frame++) {
        start.p[0] = -14 + 10 * frame;
        const double end_p[3] = {start.p[0] + 10, 0, 0};
        ifr_motion_init_turn(&start, end_p, turn, &input.pair.motion_a);
        ifr_certificate *certificate;
        ifr_error error;
        if (ifr_certificate_of_time_of_impact(&input, &certificate, &error) != IFR_STATUS_OK)
            fprintf(stderr, "%s\n", error.message);
        written = written && certificate != NULL && write_line(certificate, file);
        ifr_certificate_destroy(certificate);
    }
    ifr_body_destroy(bullet);
    ifr_body_destroy(plate);
    return fclose(file) == 0 && written ? 0 : 1;
}
