// Four threads a body, pixels beside each other: a GPU adds to neighbours at once. Where the processor
// draws, a thread a body is faster (splat.comp).

#include "splat_bodies.glsl"

const uint columns = 4u;
shared Small of_group[gl_WorkGroupSize.x];

void main() {
    uint me = gl_LocalInvocationIndex;
    of_group[me] = small_sprite();
    barrier();
    for (uint k = me / columns; k < gl_WorkGroupSize.x; k += gl_WorkGroupSize.x / columns) {
        if (of_group[k].radius > 0.0) {
            add_columns(of_group[k], int(me % columns), int(columns));
        }
    }
}
