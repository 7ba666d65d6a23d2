// Dust before a place: of what is behind it less light arrives, of blue least.
//
// A map holds for each line of sight how much dust there is on it, its mean depth and how far it
// reaches about that: the first moments of its distribution, which is taken for a Gaussian's.

uniform bool dusty;
uniform vec3 dust_depths; // of the map: nearest, and the extent; smallest spread
layout(binding = 2) uniform sampler2D dust_map;

// Of the Milky Way's dust at red, green and blue, relative to green (Cardelli, Clayton and Mathis
// 1989, R_V = 3.1).
const vec3 extinction = vec3(0.77, 1.0, 1.34);

// Clouds are thinner and lumpier than the stars that stand for them.
float optical_depth(float column) {
    return 1.1 * pow(max(column, 0.0), 1.5);
}

vec3 dust_at(vec2 place_in_whole) {
    return textureLod(dust_map, place_in_whole, 0.0).rgb;
}

// What a light so far away gets through.
vec3 past_dust(vec2 place_in_whole, float depth) {
    vec3 moments = dust_at(place_in_whole);
    if (moments.r < 1e-3) {
        return vec3(1.0);
    }
    float mean = moments.g / moments.r;
    float spread = sqrt(max(moments.b / moments.r - mean * mean, 0.0)) + dust_depths.z;
    float behind = ((depth - dust_depths.x) / dust_depths.y - mean) / spread;
    float before_it = 1.0 / (1.0 + exp(-1.7 * behind)); // a Gaussian's integral, nearly
    return exp(-extinction * optical_depth(moments.r) * before_it);
}

// And what of light gets through that is mixed with the dust.
vec3 through_dust(vec2 place_in_whole) {
    vec3 depth = extinction * optical_depth(dust_at(place_in_whole).r);
    return mix(vec3(1.0), (1.0 - exp(-depth)) / max(depth, 1e-3), step(1e-3, depth));
}
