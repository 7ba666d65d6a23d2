// Sixteen threads a body, four by four pixels at once: a GPU adds to neighbours in one go. Where the
// processor draws, a thread a body is faster (splat.comp).

#include "splat_bodies.glsl"

const uint block = 16u;
shared Small of_group[gl_WorkGroupSize.x];
shared uint count;

void main() {
    uint me = gl_LocalInvocationIndex;
    if (me == 0u) {
        count = 0u;
    }
    barrier();
    Small own = small_sprite();
    if (own.radius > 0.0) {
        of_group[atomicAdd(count, 1u)] = own;
    }
    barrier();
    ivec2 corner = ivec2(me & 3u, (me % block) >> 2u);
    for (uint k = me / block; k < count; k += gl_WorkGroupSize.x / block) {
        add_pixels(of_group[k], corner, 4);
    }
}
