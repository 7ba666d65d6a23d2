// The sums of splat.comp: red and green of all pixels, then blue. Taken as light, they become zeros
// for the next picture.

layout(std430, binding = 2) buffer Sums { uint sums[]; };

uniform float inverse_unit;
uniform int layers; // as in splat_bodies.glsl

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
