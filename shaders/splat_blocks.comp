#version 450 core
#include "narrow_sums.glsl"
#include "splat_blocks.glsl"
