// Where the picture is seen from.

uniform vec3 eye_high, eye_low; // where the eye is: their sum
uniform mat3 to_eye;
uniform vec2 focal_length;     // pixels for a unit of length at unit depth, to the right and up
uniform vec2 picture_size;     // pixels, of what is drawn: a picture or a part of one
uniform vec2 whole_size;       // pixels, of the whole picture
uniform vec2 part_corner;      // pixels: the lower left corner of what is drawn, in the whole
uniform vec2 picture_centre;   // pixels, in the whole: what the eye looks at; beside panels not the middle
uniform float reference_depth; // what the camera looks at; a sprite's brightness there is 1

// In the eye's own directions; it looks along -z.
vec3 from_eye(vec3 place) {
    return to_eye * ((place - eye_high) - eye_low);
}

// Pixels from the lower left corner of what is drawn, of what is before the eye. Rounded in the whole
// picture, so that its parts join.
vec2 on_picture(vec3 seen) {
    return (focal_length * seen.xy / -seen.z + picture_centre) - part_corner;
}

float nearest_depth() {
    return 0.002 * reference_depth;
}
