// Black holes where they are on the picture. Behind eye.glsl and lights.glsl.

uniform int hole_count;
uniform int holes[4];      // their runs
uniform float hole_size;   // how many times as large as they are they are drawn
uniform float least_scale; // of least radii, which are for a picture 720 high

// Schwarzschild radii on the picture. What is behind is bent as if it were so far behind the hole, as
// large as that is drawn: the same picture from everywhere.
const float behind_hole = 40.0;
const float lens_reach = 30.0; // nothing is bent farther away
const float near_hole = 13.0;  // within it are disk, ring and shadow

struct Hole {
    vec2 centre;  // pixels from the lower left corner
    float radius; // pixels, Schwarzschild's
    float depth;  // before the eye
    vec3 seen;    // from the eye, in its directions
};

Hole hole_at(int number) {
    Light light = lights[holes[number]];
    Hole hole;
    hole.seen = from_eye(bodies[light.run.z].xyz);
    hole.depth = -hole.seen.z;
    float depth = max(hole.depth, 1e-30);
    hole.centre = on_picture(vec3(hole.seen.xy, -depth));
    hole.radius = max(focal_length.y * hole_size * light.form.y / depth,
                      light.form.z * least_scale);
    return hole;
}

// The share of a body's light that comes from before black holes, where nothing bends it. About the
// hole's own depth it comes from both sides: nothing jumps that passes.
float share_before_holes(vec2 centre, float depth, int count) {
    float share = 0.0;
    int k = 0;
    do { // at least once: llvmpipe would anyhow
        Hole hole = hole_at(k);
        float layer = 10.0 * hole.radius * hole.depth / focal_length.y;
        bool near = distance(centre, hole.centre) < lens_reach * hole.radius;
        float before = smoothstep(-layer, layer, hole.depth - depth);
        bool bends = k < count && near && hole.depth > nearest_depth();
        share = max(share, bends ? before : 0.0);
    } while (++k < count);
    return share;
}
