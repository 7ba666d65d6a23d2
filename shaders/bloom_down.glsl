// Halves a picture. Four bilinear reads see a 4 x 4 neighbourhood, so that single bright pixels do not
// flicker as they cross from one texel to the next.

uniform vec2 texel; // of the source
layout(binding = 0) uniform sampler2D source;

vec4 halved(vec2 place) {
    vec3 sum = textureLod(source, place + texel * vec2(-1.0, -1.0), 0.0).rgb +
               textureLod(source, place + texel * vec2(1.0, -1.0), 0.0).rgb +
               textureLod(source, place + texel * vec2(-1.0, 1.0), 0.0).rgb +
               textureLod(source, place + texel * vec2(1.0, 1.0), 0.0).rgb;
    return vec4(sum * 0.25, 1.0);
}
