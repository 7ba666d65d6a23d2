#version 450 core
// Lists the bodies that are before black holes, for the rasteriser, which would look at all of them.

#include "eye.glsl"
#include "lights.glsl"
#include "hole.glsl"

layout(local_size_x = 64) in;

layout(std430, binding = 4) writeonly buffer Listed { uint listed[]; };
layout(std430, binding = 5) buffer Call { uint call[4]; };

uniform int end;
uniform bool strips; // an instance a body, not a vertex

void main() {
    uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    uint i = group * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
    if (i >= uint(end)) {
        return;
    }
    vec3 seen = from_eye(bodies[i].xyz);
    if (-seen.z > nearest_depth() && share_before_holes(on_picture(seen), -seen.z) > 0.0) {
        listed[atomicAdd(call[strips ? 1 : 0], 1u)] = i;
    }
}
