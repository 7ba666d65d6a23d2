#version 450 core
#extension GL_NV_gpu_shader5 : require
#extension GL_NV_shader_atomic_int64 : require
// Red and green in one: the number of additions is what splatting costs. The sums are those of
// splat.comp.

layout(std430, binding = 2) buffer Pairs { uint64_t red_green[]; };
layout(std430, binding = 2) buffer Sums { uint sums[]; };

void add_light(uint pixel, uint pixels, uvec3 light) {
    atomicAdd(red_green[pixel], packUint2x32(light.rg));
    atomicAdd(sums[2u * pixels + pixel], light.b);
}

#include "splat_blocks.glsl"
