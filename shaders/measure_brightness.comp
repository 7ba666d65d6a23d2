#version 450 core
// How bright a picture is. Of the density map: how crowded it is where there are bodies, each place
// weighted by the square root of its number. Of the light: the curve that shows it.
//
// The curve ends well above what all but the brightest places have, and bends so that what is usual
// among lit places comes out at a quarter of the brightest, whatever lies between the two. Empty
// sky does not count, so that a few bodies in a dark sky are not burnt out.

#include "measured.glsl"

layout(local_size_x = 256) in;

// What each group has measured, for the last one, which brings all together and leaves the histogram
// empty.
layout(std430, binding = 2) buffer Parts {
    uint all_lit[256];
    vec4 part_sums[];
};

layout(binding = 0) uniform sampler2D picture;

uniform bool of_density;
uniform int groups; // so many measure the picture; 0: they have
uniform int parts;  // so many have

// Light that a single body has at its centre; pictures are not made brighter than it looks best.
const float min_white = 0.05;
const float headroom = 3.0;         // single pixels are so much brighter than what is measured
const float min_bend = 0.12;       // and is seen beside the brightest crowd
const float max_toe = 0.2;          // a body that stands alone is no mist
const float max_above = 0.0005;    // of the picture
const float max_above_lit = 0.02;  // of what is lit
const float max_glaring = 0.001;   // of the picture
const float min_stop = -20.0;
const float stops_a_bin = 40.0 / 256.0;

shared vec3 partial[256];
shared uint histogram[256];

// The light that a number of texels exceed.
float exceeded_by(float texels) {
    float above = 0.0;
    for (int bin = 255; bin > 0; --bin) {
        float here = float(histogram[bin]);
        if (above + here >= texels && here > 0.0) {
            float share = (texels - above) / here; // of this bin
            return exp2(min_stop + stops_a_bin * (float(bin) + 1.0 - share));
        }
        above += here;
    }
    return 0.0;
}

// Weights, weighted light and lit texels of a part of the picture.
vec3 measured_part(ivec2 size, int texels) {
    vec3 sum = vec3(0.0);
    for (int i = int(gl_GlobalInvocationID.x); i < texels; i += 256 * groups) {
        vec3 light = texelFetch(picture, ivec2(i % size.x, i / size.x), 0).rgb;
        float strength = of_density ? light.r : max(max(light.r, light.g), light.b);
        float weight = sqrt(max(strength, 0.0));
        bool lit = strength > exp2(min_stop);
        sum += vec3(weight, weight * strength, lit ? 1.0 : 0.0);
        if (lit) {
            int bin = int((log2(strength) - min_stop) / stops_a_bin);
            atomicAdd(histogram[clamp(bin, 0, 255)], 1u);
        }
    }
    return sum;
}

void main() {
    ivec2 size = textureSize(picture, 0);
    int texels = size.x * size.y;
    uint me = gl_LocalInvocationIndex;
    bool last = groups == 0;
    histogram[me] = last ? all_lit[me] : 0u;
    partial[me] = vec3(0.0);
    barrier();
    if (!last) {
        partial[me] = measured_part(size, texels);
    } else if (me < uint(parts)) {
        partial[me] = part_sums[me].xyz;
    }
    barrier();
    for (uint half_size = 128u; half_size > 0u; half_size /= 2u) {
        if (me < half_size) {
            partial[me] += partial[me + half_size];
        }
        barrier();
    }
    if (!last) {
        if (histogram[me] > 0u) {
            atomicAdd(all_lit[me], histogram[me]);
        }
        if (me == 0u) {
            part_sums[gl_WorkGroupID.x] = vec4(partial[0], 0.0);
        }
        return;
    }
    all_lit[me] = 0u;
    if (me == 0u) {
        float mean = partial[0].y / max(partial[0].x, 1e-20);
        if (of_density) {
            crowd = mean;
        } else {
            float lit = partial[0].z;
            float top = exceeded_by(min(max_above * float(texels), max_above_lit * lit));
            white = headroom * max(top, min_white);
            float range = lit > 0.0 ? white / max(mean, 1e-3 * min_white) : 30.0;
            toe = clamp(mean, 1e-6, max_toe);
            bend = max(max(0.7 * pow(range, 1.05), min_bend * white), 2.0);
            glare = lit > 0.0 ? max(exceeded_by(max_glaring * float(texels)), 0.3 * white)
                              : 0.9 * white;
        }
    }
}
