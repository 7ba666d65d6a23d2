// Doubles a picture with a tent filter.

uniform vec2 texel; // of the source
layout(binding = 0) uniform sampler2D source;

vec4 doubled(vec2 place) {
    vec3 sum = textureLod(source, place + texel * vec2(-0.5, -0.5), 0.0).rgb +
               textureLod(source, place + texel * vec2(0.5, -0.5), 0.0).rgb +
               textureLod(source, place + texel * vec2(-0.5, 0.5), 0.0).rgb +
               textureLod(source, place + texel * vec2(0.5, 0.5), 0.0).rgb;
    return vec4(sum * 0.25, 1.0);
}
