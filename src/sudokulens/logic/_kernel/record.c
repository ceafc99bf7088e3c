#include "record.h"
#include <stdlib.h>

static bool reserve(Sink *sink, size_t more) {
    if (sink->failed) return false;
    if (sink->used + more <= sink->capacity) return true;
    size_t capacity = sink->capacity ? sink->capacity * 2 : 1024;
    while (capacity < sink->used + more) capacity *= 2;
    int16_t *data = realloc(sink->data, capacity * sizeof *data);
    if (!data) {
        sink->failed = sink->done = true;
        return false;
    }
    sink->data = data;
    sink->capacity = capacity;
    return true;
}

void step_begin(Sink *sink, Technique technique) {
    sink->start = sink->used;
    if (!reserve(sink, 2)) return;
    sink->data[sink->used++] = 0;
    sink->data[sink->used++] = (int16_t)technique;
}

void step_item(Sink *sink, Role role, int value) {
    if (!reserve(sink, 2)) return;
    sink->data[sink->used++] = (int16_t)role;
    sink->data[sink->used++] = (int16_t)value;
}

void step_end(Sink *sink) {
    if (sink->failed) return;
    size_t length = sink->used - sink->start;
    if (length / 2 > UINT16_MAX) { /* no real step is that long; drop it rather than misreport it */
        sink->used = sink->start;
        return;
    }
    sink->data[sink->start] = (int16_t)(length / 2);
    sink->steps++;
    if (sink->first_only || (sink->limit && sink->steps >= sink->limit)) sink->done = true;
}

void step_link(Sink *sink, bool strong, Cells start, int start_digit, Cells end, int end_digit) {
    step_item(sink, strong ? R_LINK_STRONG : R_LINK_WEAK, 0);
    step_candidates(sink, R_START, start, start_digit);
    step_candidates(sink, R_END, end, end_digit);
}
