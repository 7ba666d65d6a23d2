// How a sprite's light falls off from its centre. `offset` in pixels.

// Times their peaks, both have a mean of 1 over the circle of their radius: so a sprite's light is that
// of its area.

// A star: a bright core in a skirt that ends at the sprite's edge, so gently that no edge is seen.
//
//   p(q) = (1 - q)^4 (c / (q + c))^2,   q = (r / radius)^2,   c: the core's share of the area
//
// the profile of a star seen through air (Moffat 1969, beta = 2) times a skirt. Its mean is the
// integral of p from 0 to 1; with u = q + c, a = 1 + c it is that of (a - u)^4 c^2 / u^2.
float star_core(float core, float inverse_radius) {
    // At least a pixel wide, else the core would flicker as it moves.
    return max(core, 1.4 * inverse_radius * inverse_radius);
}

float star_peak(float c) {
    float a = 1.0 + c;
    float a2 = a * a;
    float integral = a2 * a2 / c - a2 * a - 4.0 * a2 * a * log(a / c) + 6.0 * a2 -
                     2.0 * a * (a2 - c * c) + (a2 * a - c * c * c) / 3.0;
    return 1.0 / (c * c * integral);
}

float star_profile(vec2 offset, float inverse_radius, float c) {
    vec2 place = offset * inverse_radius;
    float q = dot(place, place);
    float skirt = max(1.0 - q, 0.0);
    float product = skirt * skirt * c / (q + c);
    return product * product;
}

// A dot of a pixel or two, its light shared out among the pixels that it touches: as it moves, the
// sum stays the same to the last bit of arithmetic.
const float dot_peak = 3.14159265;

float dot_profile(vec2 offset, float inverse_radius) {
    vec2 tent = max(1.0 - abs(offset) * inverse_radius, 0.0);
    return tent.x * tent.y;
}
