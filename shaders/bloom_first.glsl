// The first halving, the mean of each 2 x 2 pixels by one bilinear read. No more is needed: no sprite
// is narrower than three pixels. For glare, what outshines its surroundings and no more.

#include "measured.glsl"

uniform bool glaring;
layout(binding = 0) uniform sampler2D source;

vec4 first_halved(vec2 place) {
    vec3 mean = textureLod(source, place, 0.0).rgb;
    if (glaring) {
        float strongest = max(max(mean.r, mean.g), max(mean.b, 1e-20));
        mean *= max(1.0 - glare / strongest, 0.0);
        mean *= min(1.0, white / strongest); // one place alone does not light the whole picture
    }
    return vec4(mean, 1.0);
}
