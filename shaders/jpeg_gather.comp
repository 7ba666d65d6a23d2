#version 450 core
// A JPEG, last of three passes: the rows' bits one behind the other, where the processor reads them.
//
// Idea: rows have room for the worst, and use little of it. Each is moved to the end of those before
//       it, whose lengths are known by now, so that little goes over the bus; and what was moved is
//       cleared for the next picture.
// Cost: a pass over the bytes of the JPEG.

layout(local_size_x = 256) in;

layout(std430, binding = 4) buffer Rows {
    uint fingerprint[2];
    uint rows[]; // as in jpeg_code.comp
};
layout(std430, binding = 5) writeonly buffer Result {
    uint fingerprint_there[2];
    uint there[]; // the bytes of each row; then theirs, each beginning with a word
};

uniform ivec2 blocks;

const uint most_words = 240u; // a block

shared uint before; // words of the rows before

uint words_of(uint row) {
    return (rows[row] + 3u) / 4u;
}

// The first byte to the lowest place, where this machine reads it.
uint in_order_of_bytes(uint word) {
    return word >> 24 | (word >> 8 & 0xFF00u) | (word & 0xFF00u) << 8 | word << 24;
}

void main() {
    uint me = gl_LocalInvocationIndex;
    uint row = gl_WorkGroupID.y, count = uint(blocks.y);
    if (me == 0u) {
        before = 0u;
    }
    barrier();
    for (uint other = me; other < row; other += 256u) {
        atomicAdd(before, words_of(other));
    }
    barrier();
    uint from = count + row * uint(blocks.x) * most_words, to = count + before;
    for (uint k = me; k < words_of(row); k += 256u) {
        there[to + k] = in_order_of_bytes(rows[from + k]);
        rows[from + k] = 0u;
    }
    if (me == 0u) {
        there[row] = rows[row];
    }
    if (row == 0u && me < 2u) {
        fingerprint_there[me] = fingerprint[me];
        fingerprint[me] = 0u;
    }
}
