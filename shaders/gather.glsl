// Turns the sums of splat.comp into light and leaves zeros for the next picture.

layout(local_size_x = 64) in;

// Red and green of all pixels, then blue, as splat.comp adds them.
layout(std430, binding = 2) buffer Sums { uint sums[]; };
layout(binding = 0) writeonly uniform image2D picture;

uniform float inverse_unit;
uniform int layers; // as in splat_bodies.glsl

uint own_number() {
    uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    return group * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
}

vec3 sum_of(uint i, uint pixels) {
    return vec3(sums[2u * i], sums[2u * i + 1u], sums[2u * pixels + i]) * inverse_unit;
}

vec3 gathered(uint i, uint pixels) {
    vec3 light = sum_of(i, pixels);
    sums[2u * i] = 0u;
    sums[2u * i + 1u] = 0u;
    sums[2u * pixels + i] = 0u;
    return light;
}

void keep(ivec2 pixel, vec3 light) {
    imageStore(picture, pixel, vec4(min(light, 6e4), 0.0));
}
