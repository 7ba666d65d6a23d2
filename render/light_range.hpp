#pragma once

#include "render/shader_program.hpp"

namespace orrery {

// How many times as bright as white the brightest light is in a picture that has room for it: 1000
// of 203 candelas a square metre, as ITU-R BT.2408 has white.
inline constexpr float hdr_headroom = 1000.0F / 203;

// Bits of a channel in the framebuffer (0: the window's), which its context has current.
int channel_bits(unsigned int framebuffer);

// What shaders/screen.glsl asks for: how finely the framebuffer `target` (0: the window) tells
// brightnesses apart, and, where its numbers are floats, that light beyond white is kept.
void apply_light_range(const ShaderProgram& program, unsigned int target);

} // namespace orrery
