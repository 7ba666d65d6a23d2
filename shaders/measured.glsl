// What was measured of the bodies and of the picture; it never leaves the GPU.
layout(std430, binding = 0) buffer Measured {
    float extent;     // geometric mean of the bodies' distances from their centre, length units
    float brightness; // of the picture, where it is bright
    float crowd;      // of the density map, likewise
};
