// Where the picture is seen from.

uniform vec3 eye_high, eye_low; // where the eye is: their sum
uniform mat3 to_eye;
uniform vec2 focal_length;     // pixels for a unit of length at unit depth, to the right and up
uniform vec2 picture_size;     // pixels
uniform vec2 picture_centre;   // pixels: what the eye looks at; beside panels not the middle
uniform float reference_depth; // what the camera looks at; a sprite's brightness there is 1

// In the eye's own directions; it looks along -z.
vec3 from_eye(vec3 place) {
    return to_eye * ((place - eye_high) - eye_low);
}

// Pixels from the lower left corner, of what is before the eye.
vec2 on_picture(vec3 seen) {
    return focal_length * seen.xy / -seen.z + picture_centre;
}

float nearest_depth() {
    return 0.002 * reference_depth;
}
