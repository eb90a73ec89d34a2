/* Runs conformance scripts through the C interface and prints one line per script: its name, the hash of the
   world, the hash of all results, and the number of calls. bindings/conformance/README.md has the format. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cairn2d.h"

enum { MAX_TOKENS = 4096, MAX_NAMES = 8192, MAX_PENDING = 8192, MAX_POINTS = 65536 };

typedef struct runner {
    const char* script;
    unsigned line, calls;
    char* tokens[MAX_TOKENS];
    unsigned token_count, at;
    cairn_world* world;
    cairn_saved* saved;
    cairn_recorder* recorder;
    cairn_bytes snapshot, delta;
    uint64_t log;
    uint64_t kept; /* id that the last call returned */
    char names[MAX_NAMES][16];
    uint64_t bits[MAX_NAMES];
    unsigned name_count;
} runner;

static cairn_vec2 points[MAX_POINTS];
static uint32_t point_count;

static void fail(const runner* r, const char* what) {
    fprintf(stderr, "%s:%u: cannot read `%s`\n", r->script, r->line, what);
    exit(2);
}

static const char* next(runner* r) {
    if (r->at >= r->token_count) fail(r, "the end of the line");
    return r->tokens[r->at++];
}

/* ---- Values of tokens ---- */

static float to_f32(runner* r, const char* text) {
    char* end;
    float value = strtof(text, &end);
    if (end == text || *end) fail(r, text);
    return value;
}

static uint64_t to_u64(runner* r, const char* text) {
    char* end;
    uint64_t value = strtoull(text, &end, strncmp(text, "0x", 2) ? 10 : 16);
    if (end == text || *end) fail(r, text);
    return value;
}

static int32_t to_i32(runner* r, const char* text) {
    char* end;
    long value = strtol(text, &end, 10);
    if (end == text || *end) fail(r, text);
    return (int32_t)value;
}

static bool to_bool(runner* r, const char* text) {
    if (strcmp(text, "true") && strcmp(text, "false")) fail(r, text);
    return text[0] == 't';
}

static void to_floats(runner* r, const char* text, double* out, int count, bool narrow) {
    for (int n = 0; n < count; n++) {
        char* end;
        out[n] = narrow ? (double)strtof(text, &end) : strtod(text, &end);
        if (end == text || *end != (n + 1 < count ? ',' : '\0')) fail(r, text);
        text = end + 1;
    }
}

static void to_vec2(runner* r, const char* text, float* x, float* y) {
    double v[2];
    to_floats(r, text, v, 2, true);
    *x = (float)v[0], *y = (float)v[1];
}

static void to_dvec2(runner* r, const char* text, double* x, double* y) {
    double v[2];
    to_floats(r, text, v, 2, false);
    *x = v[0], *y = v[1];
}

static void to_place(runner* r, const char* text, float place[3]) {
    double v[3];
    to_floats(r, text, v, 3, true);
    for (int n = 0; n < 3; n++) place[n] = (float)v[n];
}

static const cairn_vec2* to_points(runner* r, const char* text, uint32_t* count) {
    const cairn_vec2* first = points + point_count;
    *count = 0;
    while (*text) {
        char *middle, *end;
        cairn_vec2 point;
        point.x = strtof(text, &middle);
        if (middle == text || *middle != ',' || point_count == MAX_POINTS) fail(r, text);
        point.y = strtof(middle + 1, &end);
        if (end == middle + 1 || (*end && *end != ',')) fail(r, text);
        points[point_count++] = point;
        (*count)++;
        text = *end ? end + 1 : end;
    }
    return first;
}

static uint64_t to_id(runner* r, const char* text) {
    if (!strcmp(text, "null")) return 0;
    if (!strncmp(text, "0x", 2)) return to_u64(r, text);
    for (unsigned n = r->name_count; n-- > 0;)
        if (!strcmp(r->names[n], text)) return r->bits[n];
    fail(r, text);
    return 0;
}

static uint64_t next_id(runner* r) { return to_id(r, next(r)); }

static uint32_t to_choice(runner* r, const char* text, const char* const* names) {
    for (uint32_t n = 0; names[n]; n++)
        if (!strcmp(names[n], text)) return n;
    return (uint32_t)to_u64(r, text);
}

/* Fields of a struct: `{ key=value key=value }`. */
static int next_field(runner* r, const char** key, const char** value) {
    char* token = r->tokens[r->at];
    if (r->at >= r->token_count) fail(r, "a struct");
    if (!strcmp(token, "{")) return r->at++, next_field(r, key, value);
    if (!strcmp(token, "}")) return r->at++, 0;
    char* equals = strchr(token, '=');
    if (!equals) fail(r, token);
    /* A repeated line is read again, so the token is copied. */
    static char copy[1 << 20];
    if (strlen(token) >= sizeof copy) fail(r, "a long field");
    strcpy(copy, token);
    copy[equals - token] = '\0';
    *key = copy, *value = copy + (equals - token) + 1;
    r->at++;
    return 1;
}

static bool skip_null(runner* r) {
    bool null = r->at < r->token_count && !strcmp(r->tokens[r->at], "null");
    if (null) r->at++;
    return null;
}

/* ---- The log: FNV-1a over the bytes of all results ---- */

static void log_bytes(runner* r, const void* bytes, size_t length) {
    for (size_t n = 0; n < length; n++) r->log = (r->log ^ ((const uint8_t*)bytes)[n]) * UINT64_C(0x100000001b3);
}

static void log_u64(runner* r, uint64_t value) {
    uint8_t bytes[8];
    for (int n = 0; n < 8; n++) bytes[n] = (uint8_t)(value >> 8 * n);
    log_bytes(r, bytes, 8);
}

static void log_u32(runner* r, uint32_t value) {
    uint8_t bytes[4];
    for (int n = 0; n < 4; n++) bytes[n] = (uint8_t)(value >> 8 * n);
    log_bytes(r, bytes, 4);
}

static void log_bool(runner* r, bool value) {
    uint8_t byte = value;
    log_bytes(r, &byte, 1);
}

static void log_f32(runner* r, float value) {
    uint32_t bits;
    memcpy(&bits, &value, 4);
    log_u32(r, bits);
}

static void log_f64(runner* r, double value) {
    uint64_t bits;
    memcpy(&bits, &value, 8);
    log_u64(r, bits);
}

static void log_pose(runner* r, cairn_pose pose) {
    log_f32(r, pose.p.x), log_f32(r, pose.p.y), log_f32(r, pose.q.c), log_f32(r, pose.q.s);
}

/* Logs a code, and the text of an error; returns whether there is a value. */
static bool log_code(runner* r, cairn_result code) {
    log_u32(r, (uint32_t)code);
    if (code < 0) log_bytes(r, cairn_error_text(), strlen(cairn_error_text()));
    if (code < 0 && getenv("CAIRN_TRACE")) fprintf(stderr, "%s:%u: %s\n", r->script, r->line, cairn_error_text());
    return code == CAIRN_OK;
}

#include "calls.h"

/* ---- Calls that are written by hand ---- */

static void log_snapshot(runner* r, cairn_result code, const cairn_bytes* bytes) {
    if (log_code(r, code)) {
        log_u64(r, bytes->len);
        log_bytes(r, bytes->data, bytes->len);
    }
}

static void replace_world(runner* r, cairn_world* world) {
    log_code(r, world ? CAIRN_OK : cairn_last_error());
    if (!world) return;
    cairn_world_free(r->world);
    r->world = world;
}

static void run_bulk(runner* r, bool write) {
    uint32_t count = 0;
    cairn_world_bodies(r->world, NULL, 0, &count);
    cairn_body_id* bodies = calloc(count + 1, sizeof *bodies);
    cairn_pose* poses = calloc(count + 1, sizeof *poses);
    cairn_velocity* velocities = calloc(count + 1, sizeof *velocities);
    cairn_world_bodies(r->world, bodies, count, &count);
    if (log_code(r, cairn_world_read_poses(r->world, bodies, count, poses)))
        for (uint32_t n = 0; n < count; n++) log_pose(r, poses[n]);
    if (log_code(r, cairn_world_read_velocities(r->world, bodies, count, velocities)))
        for (uint32_t n = 0; n < count; n++)
            log_f32(r, velocities[n].linear.x), log_f32(r, velocities[n].linear.y), log_f32(r, velocities[n].angular);
    if (write) log_code(r, cairn_world_write_velocities(r->world, bodies, velocities, count));
    free(bodies), free(poses), free(velocities);
}

static void run_drawing(runner* r) {
    cairn_drawing* drawing = cairn_drawing_new();
    log_code(r, cairn_world_debug_draw(r->world, drawing));
    uint32_t count, corners;
    const cairn_primitive* list = cairn_drawing_primitives(drawing, &count);
    const cairn_vec2* at = cairn_drawing_points(drawing, &corners);
    log_u32(r, count), log_u32(r, corners);
    for (uint32_t n = 0; n < count; n++) log_primitive(r, &list[n]);
    for (uint32_t n = 0; n < corners; n++) log_f32(r, at[n].x), log_f32(r, at[n].y);
    cairn_drawing_free(drawing);
}

static void log_player(runner* r, const cairn_player* player) {
    cairn_world* world = cairn_player_world(player);
    log_u64(r, cairn_world_hash(world));
    cairn_world_free(world);
}

/* Ends the recording and plays it: to the middle, then to its end. */
static void run_finish(runner* r) {
    cairn_bytes file = {NULL, 0};
    cairn_result result = cairn_recorder_finish(r->recorder, r->world, &file);
    log_snapshot(r, result, &file);
    cairn_recorder_free(r->recorder);
    r->recorder = NULL;
    if (result != CAIRN_OK) return;
    cairn_player* player = cairn_player_new(file.data, file.len);
    cairn_bytes_free(&file);
    if (!log_code(r, player ? CAIRN_OK : cairn_last_error())) return;
    log_code(r, cairn_player_seek(player, cairn_player_steps(player) / 2));
    log_player(r, player);
    uint64_t left = cairn_player_steps(player) + 1;
    do result = cairn_player_step(player);
    while (result == CAIRN_OK && --left);
    log_code(r, result);
    log_u64(r, cairn_player_step_index(player));
    log_player(r, player);
    cairn_player_free(player);
}

static int run_own(runner* r, const char* name) {
    if (!strcmp(name, "World.new")) {
        cairn_world_config config = read_world_config(r);
        replace_world(r, cairn_world_new(&config));
    } else if (!strcmp(name, "World.clone")) {
        replace_world(r, cairn_world_clone(r->world));
    } else if (!strcmp(name, "World.snapshot")) {
        cairn_bytes_free(&r->snapshot);
        log_snapshot(r, cairn_world_snapshot(r->world, &r->snapshot), &r->snapshot);
    } else if (!strcmp(name, "World.restore")) {
        log_code(r, cairn_world_restore(r->world, r->snapshot.data, r->snapshot.len));
    } else if (!strcmp(name, "World.from_snapshot")) {
        replace_world(r, cairn_world_from_snapshot(r->snapshot.data, r->snapshot.len));
    } else if (!strcmp(name, "World.snapshot_since")) {
        cairn_bytes_free(&r->delta);
        log_snapshot(r, cairn_world_snapshot_since(r->world, r->snapshot.data, r->snapshot.len, &r->delta), &r->delta);
    } else if (!strcmp(name, "World.restore_since")) {
        log_code(r, cairn_world_restore_since(r->world, r->snapshot.data, r->snapshot.len, r->delta.data, r->delta.len));
    } else if (!strcmp(name, "World.save_into")) {
        log_code(r, cairn_world_save_into(r->world, r->saved));
    } else if (!strcmp(name, "World.restore_saved")) {
        log_code(r, cairn_world_restore_saved(r->world, r->saved));
    } else if (!strcmp(name, "World.record_calls")) {
        log_code(r, cairn_world_record_calls(r->world, to_bool(r, next(r))));
    } else if (!strcmp(name, "World.take_calls")) {
        cairn_bytes calls = {NULL, 0};
        log_snapshot(r, cairn_world_take_calls(r->world, &calls), &calls);
        cairn_bytes_free(&calls);
    } else if (!strcmp(name, "World.read_poses") || !strcmp(name, "World.read_velocities")) {
        run_bulk(r, false);
    } else if (!strcmp(name, "World.write_velocities")) {
        run_bulk(r, true);
    } else if (!strcmp(name, "World.debug_draw")) {
        run_drawing(r);
    } else if (!strcmp(name, "Recorder.start")) {
        cairn_recorder_free(r->recorder);
        r->recorder = cairn_recorder_start(r->world, "script", 20);
        log_code(r, r->recorder ? CAIRN_OK : cairn_last_error());
    } else if (!strcmp(name, "Recorder.update")) {
        log_code(r, cairn_recorder_update(r->recorder, r->world));
    } else if (!strcmp(name, "Recorder.finish")) {
        run_finish(r);
    } else {
        return 0;
    }
    return 1;
}

/* ---- Scripts ---- */

static void run_line(runner* r, char* line) {
    r->token_count = r->at = 0;
    for (char* token = strtok(line, " \t\r\n"); token; token = strtok(NULL, " \t\r\n")) {
        if (token[0] == '#') break;
        if (r->token_count == MAX_TOKENS) fail(r, "a line of so many words");
        r->tokens[r->token_count++] = token;
    }
    if (!r->token_count) return;
    const char *name = next(r), *target = NULL;
    if (!strcmp(name, "push")) {
        run_push(r, next(r));
        return;
    }
    if (r->token_count > 2 && !strcmp(r->tokens[1], "=")) target = name, r->at = 2, name = next(r);
    r->kept = 0;
    r->calls++;
    if (!run_own(r, name) && !run_call(r, name)) fail(r, name);
    if (r->at != r->token_count) fail(r, r->tokens[r->at]);
    pending_clear();
    if (target) {
        if (r->name_count == MAX_NAMES || strlen(target) >= sizeof r->names[0]) fail(r, target);
        strcpy(r->names[r->name_count], target);
        r->bits[r->name_count++] = r->kept;
    }
}

static char* read_file(const char* path) {
    FILE* file = fopen(path, "rb");
    if (!file) {
        perror(path);
        exit(2);
    }
    size_t room = 1 << 16, length = 0, got;
    char* text = malloc(room);
    while ((got = fread(text + length, 1, room - length - 1, file)) > 0) {
        length += got;
        if (room - length < 2) text = realloc(text, room *= 2);
    }
    text[length] = '\0';
    fclose(file);
    return text;
}

/* Runs the lines from `first` to `last`; `repeat N` repeats those up to the next `end`. */
static void run_lines(runner* r, char** lines, unsigned first, unsigned last) {
    for (unsigned n = first; n < last; n++) {
        unsigned times;
        r->line = n + 1;
        if (sscanf(lines[n], " repeat %u", &times) == 1) {
            unsigned end = n + 1;
            while (end < last && strncmp(lines[end], "end", 3)) end++;
            for (unsigned time = 0; time < times; time++) run_lines(r, lines, n + 1, end);
            n = end;
            continue;
        }
        char* copy = malloc(strlen(lines[n]) + 1);
        strcpy(copy, lines[n]);
        run_line(r, copy);
        free(copy);
    }
}

static runner state;

static void run_script(const char* path) {
    runner* r = &state;
    memset(r, 0, sizeof *r);
    r->script = path;
    r->log = UINT64_C(0xcbf29ce484222325);
    r->world = cairn_world_new(NULL);
    r->saved = cairn_saved_new();
    point_count = 0;
    pending_clear();
    char* text = read_file(path);
    unsigned count = 1;
    for (const char* c = text; *c; c++) count += *c == '\n';
    char** lines = calloc(count, sizeof *lines);
    unsigned n = 0;
    for (char* line = text; line;) {
        lines[n++] = line;
        line = strchr(line, '\n');
        if (line) *line++ = '\0';
    }
    run_lines(r, lines, 0, count);
    const char* name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    int stem = (int)strcspn(name, ".");
    printf("%.*s %016llx %016llx %u\n", stem, name, (unsigned long long)cairn_world_hash(r->world),
           (unsigned long long)r->log, r->calls);
    cairn_world_free(r->world);
    cairn_saved_free(r->saved);
    cairn_recorder_free(r->recorder);
    cairn_bytes_free(&r->snapshot);
    cairn_bytes_free(&r->delta);
    free(lines);
    free(text);
}

int main(int argc, char** argv) {
    for (int n = 1; n < argc; n++) run_script(argv[n]);
    return 0;
}
