#version 450 core
// The edges of a box, each a strip of two triangles as wide as the line.

#include "eye.glsl"

struct Box {
    float low[3], high[3];
    uint colour;
    float smallest; // pixels at scale 1; 0: it never fades
};

layout(std430, binding = 4) readonly buffer Boxes { Box boxes[]; };

uniform float half_width; // pixels
uniform float scale;

noperspective out float across; // pixels from the line's middle
noperspective out vec3 light;

const float border = 1.0; // pixels, for smooth edges

// The ends of edge 0 … 11, in shares of the box: four along each axis.
void find_edge(int edge, out vec3 from, out vec3 to) {
    int axis = edge >> 2;
    from = vec3(0.0);
    from[(axis + 1) % 3] = float(edge & 1);
    from[(axis + 2) % 3] = float(edge >> 1 & 1);
    to = from;
    to[axis] = 1.0;
}

void main() {
    Box box = boxes[gl_InstanceID];
    vec3 low = vec3(box.low[0], box.low[1], box.low[2]);
    vec3 high = vec3(box.high[0], box.high[1], box.high[2]);
    vec4 colour = unpackUnorm4x8(box.colour);
    float smallest = box.smallest;
    vec3 from, to;
    find_edge(gl_VertexID >> 2, from, to);
    vec3 a = from_eye(mix(low, high, from));
    vec3 b = from_eye(mix(low, high, to));

    vec3 sides = high - low;
    float longest = max(sides.x, max(sides.y, sides.z));
    float nearest = nearest_depth();
    float depth = max(-from_eye(0.5 * (low + high)).z, nearest);
    float pixels = focal_length.y * longest / depth;
    float strength = smallest > 0.0
                         ? smoothstep(smallest * scale, 3.0 * smallest * scale, pixels)
                         : 1.0;

    gl_Position = vec4(2.0, 2.0, 2.0, 1.0); // outside
    across = 0.0;
    light = vec3(0.0);
    if (strength <= 0.0 || max(-a.z, -b.z) <= nearest) {
        return;
    }
    // What is behind the eye is cut off.
    float a_share = (-a.z - nearest) / (b.z - a.z);
    if (-a.z < nearest) {
        a = mix(a, b, a_share);
        a.z = -nearest;
    } else if (-b.z < nearest) {
        b = mix(a, b, a_share);
        b.z = -nearest;
    }
    vec2 start = on_picture(a);
    vec2 end = on_picture(b);
    vec2 along = end - start;
    float pixels_long = length(along);
    along = pixels_long > 1e-4 ? along / pixels_long : vec2(1.0, 0.0);

    float side = (gl_VertexID & 1) == 0 ? -1.0 : 1.0;
    bool at_end = (gl_VertexID & 2) != 0;
    across = side * (half_width + border);
    vec2 place = (at_end ? end : start) + across * vec2(-along.y, along.x);
    gl_Position = vec4(2.0 * place / picture_size - 1.0, 0.0, 1.0);
    // Lines that come close to the eye would cross the whole picture.
    float distance = at_end ? -b.z : -a.z;
    light = colour.rgb * colour.a * strength * smoothstep(nearest, 20.0 * nearest, distance);
}
