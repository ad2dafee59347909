/* Mesh files, from memory and by their paths. */
#include "check.h"

static const char two_parts[] = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 2\no floor\nf 1 2 3 4\no wall\nf 1 2 5\n";

static ifr_mesh_file *read_text(const char *text, int32_t format)
{
    ifr_mesh_file *file = NULL;
    CHECK_OK(ifr_mesh_file_read((const uint8_t *)text, strlen(text), format, &file, NULL));
    return file;
}

static void refused(const char *text, int32_t format, const char *says)
{
    ifr_mesh_file *file = NULL;
    ifr_error error;
    CHECK_STATUS(ifr_mesh_file_read((const uint8_t *)text, strlen(text), format, &file, &error), IFR_STATUS_MESH_FILE);
    CHECK(file == NULL);
    CHECK_TEXT(error.message, says);
}

static void what_a_file_holds(const ifr_mesh_file *file)
{
    ifr_vectors vertices, triangles;
    ifr_error error;
    CHECK_OK(ifr_mesh_file_get_vertices(file, &vertices, NULL));
    CHECK_OK(ifr_mesh_file_get_triangles(file, &triangles, NULL));
    CHECK_INT(triangles.count, 3);
    ifr_body *mesh, *hull, *part, *missing = NULL;
    CHECK_OK(ifr_trimesh_create_from_vectors(&vertices, &triangles, NULL, &mesh, NULL));
    ifr_trimesh_report report;
    CHECK_OK(ifr_trimesh_get_report(mesh, &report));
    CHECK_INT(report.triangles, 3);
    CHECK_INT(report.open_edges, 5);
    CHECK_OK(ifr_polytope_create_from_vectors(&vertices, NULL, &hull, NULL));
    CHECK_OK(ifr_polytope_create_from_mesh_file(file, NULL, NULL, &part, NULL));
    CHECK_INT(ifr_polytope_vertex_count(hull), 5);
    CHECK_INT(ifr_polytope_vertex_count(part), 5);
    ifr_body_destroy(part);
    CHECK_OK(ifr_polytope_create_from_mesh_file(file, "wall", NULL, &part, NULL));
    CHECK_INT(ifr_polytope_vertex_count(part), 3);
    CHECK_STATUS(ifr_polytope_create_from_mesh_file(file, "roof", NULL, &missing, &error), IFR_STATUS_MESH_FILE);
    CHECK_TEXT(error.message, "no part `roof`; there are `floor`, `wall`");
    CHECK_INT(ifr_mesh_file_part_count(file), 2);
    char name[6];
    ifr_text text = {.buffer = name, .capacity = sizeof name};
    CHECK_OK(ifr_mesh_file_get_part_name(file, 0, &text, NULL));
    CHECK_TEXT(name, "floor");
    CHECK_STATUS(ifr_mesh_file_get_part_name(file, 2, &text, NULL), IFR_STATUS_OUT_OF_RANGE);
    CHECK_STATUS(ifr_mesh_file_get_part_name(NULL, 0, &text, NULL), IFR_STATUS_BAD_POINTER);
    ifr_body_destroy(part);
    ifr_body_destroy(hull);
    ifr_body_destroy(mesh);
}

void test_mesh_file(void)
{
    ifr_mesh_file *file = read_text(two_parts, IFR_MESH_FORMAT_OBJ);
    what_a_file_holds(file);
    ifr_mesh_file_destroy(file);

    char path[L_tmpnam + 8];
    CHECK(tmpnam(path) != NULL);
    strcat(path, ".obj");
    FILE *out = fopen(path, "wb");
    CHECK(out != NULL && fputs(two_parts, out) >= 0 && fclose(out) == 0);
    CHECK_OK(ifr_mesh_file_open(path, &file, NULL));
    remove(path);
    what_a_file_holds(file);
    ifr_mesh_file_destroy(file);

    ifr_vectors vectors;
    ifr_error error;
    file = read_text("OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n", IFR_MESH_FORMAT_OFF);
    CHECK_OK(ifr_mesh_file_get_triangles(file, &vectors, NULL));
    CHECK_INT(vectors.count, 1);
    CHECK_INT(ifr_mesh_file_part_count(file), 0);
    ifr_mesh_file_destroy(file);
    file = read_text("solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\n"
                     "endfacet\nendsolid a\n", IFR_MESH_FORMAT_STL);
    CHECK_OK(ifr_mesh_file_get_vertices(file, &vectors, NULL));
    CHECK_INT(vectors.count, 3);
    ifr_mesh_file_destroy(file);
    file = read_text("v 0 0 0\nv 1 0 0\n", IFR_MESH_FORMAT_OBJ);
    CHECK_STATUS(ifr_mesh_file_get_triangles(file, &vectors, &error), IFR_STATUS_MESH_FILE);
    CHECK(vectors.data == NULL && vectors.count == 0);
    CHECK_TEXT(error.message, "the file has no faces");
    CHECK_STATUS(ifr_mesh_file_get_triangles(file, NULL, NULL), IFR_STATUS_BAD_POINTER);
    CHECK_STATUS(ifr_mesh_file_get_vertices(NULL, &vectors, NULL), IFR_STATUS_BAD_POINTER);
    ifr_mesh_file_destroy(file);

    refused("v 0 0 0\nv 0 NaN 0\n", IFR_MESH_FORMAT_OBJ, "line 2: coordinate NaN; it must be finite");
    refused("OFF\n1 1 0\n0 0 0\n3 0 1 2\n", IFR_MESH_FORMAT_OFF, "line 4: a face names vertex 1; there are 1, from 0 on");
    refused("", IFR_MESH_FORMAT_STL, "neither text nor a whole binary STL");
    file = NULL;
    CHECK_STATUS(ifr_mesh_file_read((const uint8_t *)"", 0, 0, &file, &error), IFR_STATUS_UNKNOWN_VALUE);
    CHECK_TEXT(error.message, "format is 0, which is none of its values");
    CHECK_STATUS(ifr_mesh_file_read(NULL, 1, IFR_MESH_FORMAT_OBJ, &file, NULL), IFR_STATUS_BAD_POINTER);
    CHECK_STATUS(ifr_mesh_file_open(NULL, &file, NULL), IFR_STATUS_BAD_POINTER);
    CHECK_STATUS(ifr_mesh_file_open("level.fbx", &file, &error), IFR_STATUS_MESH_FILE);
    CHECK_TEXT(error.message, "ending `fbx`; known mesh files are .obj, .stl, .off");
    CHECK_STATUS(ifr_mesh_file_open("not there.obj", &file, NULL), IFR_STATUS_MESH_FILE);
    ifr_body *body = NULL;
    CHECK_STATUS(ifr_polytope_create_from_mesh_file(NULL, NULL, NULL, &body, NULL), IFR_STATUS_BAD_POINTER);
    CHECK_INT(ifr_mesh_file_part_count(NULL), 0);
    ifr_mesh_file_destroy(NULL);
}
