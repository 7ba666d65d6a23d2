// How a sprite's light falls off from its centre. `offset` in pixels.

// Times their peaks, both have a mean of 1 over the circle of their radius: so a sprite's light is that
// of its area.

// A star: a bright core in a soft skirt that ends exactly at the sprite's edge.
//
//   p(q) = (1 - q)^2 c / (q + c),   q = (r / radius)^2,   c: the core's share of the area
//
//   mean = c ((1 + 2 c) / 2 - 2 (1 + c) + (1 + c)^2 ln((1 + c) / c))
float star_core(float inverse_radius) {
    // At least a pixel wide, else the core would flicker as it moves.
    return max(0.012, 0.5 * inverse_radius * inverse_radius);
}

float star_peak(float inverse_radius) {
    float c = star_core(inverse_radius);
    return 1.0 / (c * (-1.5 - c + (1.0 + c) * (1.0 + c) * log((1.0 + c) / c)));
}

float star_profile(vec2 offset, float inverse_radius) {
    vec2 place = offset * inverse_radius;
    float q = dot(place, place);
    float skirt = max(1.0 - q, 0.0);
    float c = star_core(inverse_radius);
    return skirt * skirt * c / (q + c);
}

// A dot of a pixel or two, its light shared out among the pixels that it touches: as it moves, the
// sum stays the same to the last bit of arithmetic.
const float dot_peak = 3.14159265;

float dot_profile(vec2 offset, float inverse_radius) {
    vec2 tent = max(1.0 - abs(offset) * inverse_radius, 0.0);
    return tent.x * tent.y;
}
