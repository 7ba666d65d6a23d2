#version 450 core
// Turns the sums of splat.comp into light and leaves zeros for the next picture.

layout(local_size_x = 64) in;

layout(std430, binding = 2) buffer Sums { uint sums[]; };
layout(binding = 0) writeonly uniform image2D picture;

uniform float inverse_unit;

void main() {
    ivec2 size = imageSize(picture);
    uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    uint i = group * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
    if (i >= uint(size.x * size.y)) {
        return;
    }
    uint at = 2u * i;
    uint third = 2u * uint(size.x * size.y) + i;
    vec3 light = vec3(sums[at], sums[at + 1u], sums[third]) * inverse_unit;
    sums[at] = 0u;
    sums[at + 1u] = 0u;
    sums[third] = 0u;
    imageStore(picture, ivec2(i % uint(size.x), i / uint(size.x)), vec4(min(light, 6e4), 0.0));
}
