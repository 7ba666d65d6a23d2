// What was measured of the bodies and of the picture; it never leaves the GPU.
layout(std430, binding = 0) buffer Measured {
    float extent;   // geometric mean of the bodies' distances from their centre, length units
    float exposure; // that the picture's light is to be multiplied by
    float crowd;    // bodies in a cell of the density map, where it is crowded
};
