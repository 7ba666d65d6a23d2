#version 450 core
// A ball: a planet, a moon, the Sun. An instance a run of bodies, which has a ball or none.

#include "eye.glsl"
#include "lights.glsl"

uniform vec2 depth_terms; // as in sprite.vert
uniform float scale;      // of least radii, which are for a picture 720 high

flat out vec3 colour;
flat out vec2 centre;       // pixels
flat out float radius;      // pixels
flat out vec3 lit_from;     // towards what shines on it, in the eye's directions
flat out uint kind;
flat out vec3 pole;         // in the eye's directions

const float corona = 7.0; // radii that the glow of a shining ball reaches

void main() {
    Light light = lights[gl_InstanceID];
    kind = light.run.y;
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0); // outside
    colour = light.colour.rgb;
    centre = vec2(0.0);
    radius = 0.0;
    lit_from = vec3(0.0, 0.0, 1.0);
    pole = vec3(0.0, 1.0, 0.0);
    if (kind == kind_light || kind == kind_black_hole || light.colour.a <= 0.0) {
        return;
    }
    vec3 place = bodies[light.run.z].xyz;
    vec3 eye = from_eye(place);
    float depth = -eye.z;
    if (!(depth > nearest_depth())) {
        return;
    }
    centre = on_picture(eye);
    // From close by more of the picture is the ball than its radius over its distance.
    float share = min(light.form.y / depth, 0.99);
    radius = max(focal_length.y * share / sqrt(1.0 - share * share), light.form.z * scale);
    lit_from = to_eye * (shining >= 0 ? normalize(bodies[shining].xyz - place) : sun);
    pole = to_eye * vec3(0.0, 0.0, 1.0);
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    float reach = (kind == kind_shining ? corona * radius : radius) + 1.0;
    vec2 at = centre + corner * reach;
    float nearer = max(depth - light.form.y, nearest_depth());
    float on_screen = clamp(depth_terms.x + depth_terms.y / nearer, -1.0, 1.0);
    gl_Position = vec4(at / picture_size * 2.0 - 1.0, on_screen, 1.0);
}
