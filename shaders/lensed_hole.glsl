// What the rays about a black hole need to know of it. Behind measured.glsl and
// hole.glsl.

// A black hole as an eye sees it; directions are the eye's.
struct LensedHole {
    vec2 centre;      // pixels
    float radius;     // pixels, Schwarzschild's
    vec3 towards_eye; // from the hole
    vec3 right, up;   // on the picture, at right angles to it
    vec3 axis;        // of the disk
    vec3 curve;       // of light: the processor's rasteriser is slow to read it for each pixel
};

// A little beside the plane that bodies prefer, so that its two sides differ from all around.
const vec3 axis_in_space = vec3(-0.08, 0.06, 0.995);

LensedHole lensed(Hole hole) {
    LensedHole lens;
    lens.centre = hole.centre;
    lens.radius = hole.radius;
    lens.towards_eye = normalize(-hole.seen);
    lens.right = normalize(cross(vec3(0.0, 1.0, 0.0), lens.towards_eye));
    lens.up = cross(lens.towards_eye, lens.right);
    lens.axis = normalize(to_eye * axis_in_space);
    lens.curve = vec3(white, bend, toe);
    return lens;
}
