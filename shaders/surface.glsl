// Surfaces of balls, made by rule and not from photographs. Places are on a ball of radius 1, in the
// directions of space.

// A number of a cell, 0 … 1, always the same one (PCG in three dimensions: Jarzynski, Olano 2020).
float lot_of_cell(ivec3 cell) {
    uvec3 v = uvec3(cell) * 1664525u + 1013904223u;
    v.x += v.y * v.z;
    v.y += v.z * v.x;
    v.z += v.x * v.y;
    v ^= v >> 16u;
    v.x += v.y * v.z;
    return float(v.x & 0xffffu) / 65535.0;
}

// Value noise, 0 … 1.
float noise_at(vec3 place) {
    vec3 cell = floor(place);
    vec3 within = place - cell;
    vec3 t = within * within * (3.0 - 2.0 * within);
    ivec3 corner = ivec3(cell);
    float sum = 0.0;
    for (int k = 0; k < 8; ++k) {
        ivec3 step = ivec3(k & 1, k >> 1 & 1, k >> 2);
        vec3 share = mix(1.0 - t, t, vec3(step));
        sum += share.x * share.y * share.z * lot_of_cell(corner + step);
    }
    return sum;
}

// Of several sizes, each half as large and half as strong as the one before; about 0.
float rough_at(vec3 place, int sizes) {
    float sum = 0.0, strength = 0.5;
    for (int k = 0; k < 6; ++k) {
        if (k < sizes) {
            sum += strength * (2.0 * noise_at(place) - 1.0);
            place = 2.03 * place + 17.3;
            strength *= 0.5;
        }
    }
    return sum;
}

// Craters: in each cell one, a dark floor in a bright rim; how much brighter a place is for them.
float cratered_at(vec3 place) {
    ivec3 own = ivec3(floor(place));
    float light = 0.0;
    for (int k = 0; k < 27; ++k) {
        ivec3 cell = own + ivec3(k % 3, k / 3 % 3, k / 9) - 1;
        vec3 middle = vec3(cell) + 0.25 +
                      0.5 * vec3(lot_of_cell(cell), lot_of_cell(cell + 37), lot_of_cell(cell + 71));
        float size = 0.15 + 0.3 * lot_of_cell(cell + 113);
        float from_middle = distance(place, middle) / size;
        light += smoothstep(1.35, 1.0, from_middle) * (from_middle > 0.85 ? 0.5 : -0.35);
    }
    return light;
}

vec3 rocky_surface(vec3 colour, vec3 place, float seed) {
    vec3 moved = place + 11.0 * seed;
    float plains = smoothstep(-0.25, 0.25, rough_at(1.7 * moved, 5));
    float craters = cratered_at(5.0 * moved) + 0.6 * cratered_at(13.0 * moved);
    float shade = mix(0.42, 1.10, plains) + 0.30 * craters + 0.2 * rough_at(9.0 * moved, 4);
    return colour * max(shade, 0.2);
}

// Seas, land, ice at the poles and clouds.
vec3 surface_with_seas(vec3 place) {
    float height = rough_at(1.6 * place + 4.2, 6);
    float latitude = abs(place.z);
    vec3 land = mix(vec3(0.10, 0.22, 0.06), vec3(0.42, 0.32, 0.18),
                    smoothstep(-0.1, 0.25, rough_at(3.0 * place + 9.0, 4) + 0.25 - latitude * 0.5));
    vec3 sea = mix(vec3(0.03, 0.16, 0.40), vec3(0.01, 0.05, 0.22), smoothstep(0.0, -0.3, height));
    vec3 surface = mix(sea, land, smoothstep(0.02, 0.06, height));
    surface = mix(surface, vec3(0.92), smoothstep(0.84, 0.9, latitude + 0.15 * height));
    float clouds = rough_at(vec3(2.6, 2.6, 5.2) * place + 2.0 * rough_at(2.0 * place, 3), 5);
    return mix(surface, vec3(1.0), 0.85 * smoothstep(0.02, 0.30, clouds));
}

// What Saturn's rings let through of the Sun's light to a place: radii and depths as in the scene
// saturn_rings (sim/scenes/saturn_rings.cpp), without the narrow gaps.
float past_rings(vec3 place, vec3 towards_sun) {
    if (place.z * towards_sun.z >= 0.0) {
        return 1.0; // the ring's plane is not between
    }
    float r = length(place.xy - place.z / towards_sun.z * towards_sun.xy);
    float depth = 0.2 * step(1.24, r) * step(r, 1.526) + 1.7 * step(1.526, r) * step(r, 1.950) +
                  0.13 * step(1.950, r) * step(r, 2.025) + 0.7 * step(2.025, r) * step(r, 2.267);
    return exp(-depth / max(abs(towards_sun.z), 0.1));
}
