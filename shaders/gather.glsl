// Turns the sums of splat.comp into light and leaves zeros for the next picture.

layout(local_size_x = 64) in;

#include "sums.glsl"

layout(binding = 0) writeonly uniform image2D picture;

uint own_number() {
    uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    return group * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
}

void keep(ivec2 pixel, vec3 light) {
    imageStore(picture, pixel, vec4(min(light, 6e4), 0.0));
}
