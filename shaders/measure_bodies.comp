#version 450 core
// How far the bodies reach: the geometric mean of their distances from their centre, of up to 1024
// bodies spread evenly over the buffer. A few bodies flung far away hardly change it.

#include "measured.glsl"

layout(local_size_x = 256) in;

layout(std430, binding = 1) readonly buffer Bodies { vec4 bodies[]; };

uniform int count;

shared vec4 partial[256];

vec4 summed(vec4 mine) {
    partial[gl_LocalInvocationIndex] = mine;
    barrier();
    for (uint half_size = 128u; half_size > 0u; half_size /= 2u) {
        if (gl_LocalInvocationIndex < half_size) {
            partial[gl_LocalInvocationIndex] += partial[gl_LocalInvocationIndex + half_size];
        }
        barrier();
    }
    vec4 sum = partial[0];
    barrier();
    return sum;
}

bool usable(vec3 position) {
    return all(lessThan(abs(position), vec3(1e18))); // false for NaN too
}

void main() {
    uint samples = min(uint(count), 1024u);
    float stride = float(count) / float(samples);
    vec4 sum = vec4(0.0);
    for (uint i = gl_LocalInvocationIndex; i < samples; i += 256u) {
        vec3 position = bodies[uint(float(i) * stride)].xyz;
        if (usable(position)) {
            sum += vec4(position, 1.0);
        }
    }
    sum = summed(sum);
    vec3 centre = sum.xyz / max(sum.w, 1.0);

    vec4 logarithms = vec4(0.0);
    for (uint i = gl_LocalInvocationIndex; i < samples; i += 256u) {
        vec3 position = bodies[uint(float(i) * stride)].xyz;
        float distance_squared = dot(position - centre, position - centre);
        if (usable(position) && distance_squared > 0.0) {
            logarithms += vec4(log2(distance_squared), 1.0, 0.0, 0.0);
        }
    }
    logarithms = summed(logarithms);
    if (gl_LocalInvocationIndex == 0u) {
        extent = logarithms.y > 0.0 ? exp2(0.5 * logarithms.x / logarithms.y) : 1.0;
    }
}
