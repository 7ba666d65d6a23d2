// A thread for each pixel of a target: what fullscreen.vert is for the rasteriser.

layout(local_size_x = 16, local_size_y = 8) in;

uniform ivec2 target_corner, target_size; // pixels that are filled
// What of the source is seen: corner and extent, in shares of it.
uniform vec2 from_corner;
uniform vec2 from_extent;

ivec2 own_pixel() {
    return target_corner + ivec2(gl_GlobalInvocationID.xy);
}

bool is_of_target() {
    return all(lessThan(ivec2(gl_GlobalInvocationID.xy), target_size));
}

// 0 … 1, of the source.
vec2 own_place() {
    vec2 share = (vec2(gl_GlobalInvocationID.xy) + 0.5) / vec2(target_size);
    return from_corner + share * from_extent;
}
