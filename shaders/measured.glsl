// What was measured of the picture; it never leaves the GPU.
layout(std430, binding = 0) buffer Measured {
    float white; // light that is shown as the brightest
    float bend;  // of the curve below
    float glare; // light above which a place outshines its surroundings
    float toe;   // light below which places drown in the dark
    float crowd; // bodies in a cell of the density map, where it is crowded
};

// From light to what a screen shows, 0 … 1: a toe where it is dark, then equal steps for equal
// factors, as an eye sees and film does.
float shown_of(float light) {
    float over_toe = light * light / (light + toe);
    return min(log2(1.0 + bend * over_toe / white) / log2(1.0 + bend), 1.0);
}

// And back: the light that is shown so, by a curve of white, bend and toe.
float light_by(vec3 curve, float shown) {
    float over_toe = curve.x * (exp2(shown * log2(1.0 + curve.y)) - 1.0) / curve.y;
    return 0.5 * (over_toe + sqrt(over_toe * (over_toe + 4.0 * curve.z)));
}

float light_of(float shown) {
    return light_by(vec3(white, bend, toe), shown);
}
