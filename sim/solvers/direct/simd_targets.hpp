#pragma once

// The instruction sets of the SIMD loops, before Highway is included: the ladder of the lecture;
// sets between its rungs and above them would only make the program larger.
#define HWY_DISABLED_TARGETS ((HWY_AVX3 - 1) | HWY_SSSE3)
