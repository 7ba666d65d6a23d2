#version 450 core
// A JPEG, second of three passes: from whole numbers to bits.
//
// Idea:   frequent symbols get short codes (Huffman). A symbol says how many zeros are passed over and
//         how many bits the number behind them has; those follow. Where a part's bits begin depends on
//         all before it, so that coding looks like work for one thread. But how many bits a part takes
//         depends on itself alone (and on the mean of the part before): each thread counts first, the
//         counts are added up, and then all write at once. Rows of blocks begin anew each (restart
//         markers), so that they do not wait for each other either.
// Source: ITU-T T.81 (1992), F.1.2 and annex C; sums as Hillis and Steele, CACM 29, 1170 (1986).
// Cost:   two passes over the numbers that are not 0.
// Memory: 40 words a part. It holds whatever comes: the squares of 64 coefficients add up to at most
//         64 x 128^2, of which 63 of eight bits behind codes of ten, and a mean, are the longest.

layout(local_size_x = 256) in;

layout(std430, binding = 2) readonly buffer Tables {
    uint steps[128];
    uint codes[1024];
};
struct Part {
    uint present[2];
    uint pairs[32];
};
layout(std430, binding = 4) readonly buffer Coefficients { Part coefficients[]; };
// The bytes of each row, then the bits, the first of a word its highest; all 0 at first.
layout(std430, binding = 5) buffer Rows {
    uint fingerprint[2];
    uint rows[];
};

uniform ivec2 blocks; // across, and down

const uint most_words = 240u; // a block

shared uint ends[256];

uint at;         // the bit of the row that comes next
uint row_begins; // its first word
bool writes;     // else it counts

void put(uint bits, uint count) {
    if (writes && count > 0u) {
        uint word = row_begins + at / 32u, place = at % 32u;
        uint left = bits << (32u - count);
        atomicOr(rows[word], left >> place);
        if (place + count > 32u) {
            atomicOr(rows[word + 1u], left << (32u - place));
        }
    }
    at += count;
}

// `passed` zeros and a number. One below 0 is written less 1, so that its first bit is 0.
void put_number(uint table, uint passed, int number) {
    uint size = number == 0 ? 0u : uint(findMSB(uint(abs(number)))) + 1u;
    uint code = codes[256u * table + (passed << 4 | size)];
    uint bits = uint(number < 0 ? number - 1 : number) & ((1u << size) - 1u);
    put((code & 0xFFFFu) << size | bits, (code >> 16) + size);
}

int coefficient(uint part, uint place) {
    return bitfieldExtract(int(coefficients[part].pairs[place / 2u]), int(place % 2u) * 16, 16);
}

// The part before it of the same colour, whose mean it is told by; itself: there is none.
uint before(uint part, uint in_row) {
    uint kind = part % 6u;
    if (kind > 0u && kind < 4u) {
        return part - 1u;
    }
    return in_row < 6u ? part : part - (kind == 0u ? 3u : 6u);
}

void put_part(uint part, uint in_row) {
    uint tables = part % 6u < 4u ? 0u : 2u;
    uint known = before(part, in_row);
    put_number(tables, 0u, coefficient(part, 0u) - (known == part ? 0 : coefficient(known, 0u)));
    uint last = 0u;
    for (uint half_of = 0u; half_of < 2u; ++half_of) {
        uint left = coefficients[part].present[half_of] & (half_of == 0u ? ~1u : ~0u);
        while (left != 0u) {
            uint place = 32u * half_of + uint(findLSB(left));
            uint passed = place - last - 1u;
            for (; passed > 15u; passed -= 16u) {
                put_number(tables + 1u, 15u, 0); // sixteen zeros
            }
            put_number(tables + 1u, passed, coefficient(part, place));
            last = place;
            left &= left - 1u;
        }
    }
    if (last < 63u) {
        put_number(tables + 1u, 0u, 0); // zeros to the end
    }
}

// What all up to this thread's have together.
uint summed(uint me, uint count) {
    ends[me] = count;
    barrier();
    for (uint reach = 1u; reach < 256u; reach *= 2u) {
        uint before_it = me >= reach ? ends[me - reach] : 0u;
        barrier();
        ends[me] += before_it;
        barrier();
    }
    return ends[me];
}

void main() {
    uint me = gl_LocalInvocationIndex;
    uint row = gl_WorkGroupID.y;
    uint parts = 6u * uint(blocks.x);
    row_begins = uint(blocks.y) + row * uint(blocks.x) * most_words;
    uint begin = 0u; // of those that are coded at once
    for (uint first = 0u; first < parts; first += 256u) {
        uint in_row = first + me;
        bool mine = in_row < parts;
        at = 0u;
        writes = false;
        if (mine) {
            put_part(row * parts + in_row, in_row);
        }
        uint count = at;
        uint end = summed(me, count);
        at = begin + end - count;
        writes = true;
        if (mine) {
            put_part(row * parts + in_row, in_row);
        }
        begin += ends[255];
        barrier();
    }
    if (me == 0u) {
        at = begin;
        writes = true;
        uint open = (8u - begin % 8u) % 8u; // up to a whole byte, filled with ones
        put((1u << open) - 1u, open);
        rows[row] = at / 8u;
    }
}
