#version 450 core
// From light to the screen: bloom, automatic exposure, a curve like film's that keeps hues and lets
// only the brightest run to white, the night sky behind, and a dither against bands.

in vec2 place;

layout(std430, binding = 0) readonly buffer Measured {
    float extent;
    float brightness;
    float crowd;
};
uniform float bloom_share;
uniform float brightness_wished; // 1: automatic
uniform bool solid;              // bodies are surfaces, not lights
uniform vec2 size;               // pixels
layout(binding = 0) uniform sampler2D picture;
layout(binding = 1) uniform sampler2D bloom;
layout(location = 0) out vec4 screen;

const vec3 night = vec3(0.00212, 0.00243, 0.00368); // #07080c

vec3 encoded(vec3 light) {
    vec3 high = 1.055 * pow(max(light, vec3(1e-6)), vec3(1.0 / 2.4)) - 0.055;
    return mix(light * 12.92, high, step(vec3(0.0031308), light));
}

// Interleaved gradient noise (Jimenez 2014): even, and always the same for the same pixel.
float noise(vec2 pixel) {
    return fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715))));
}

// As bright as a body looks best alone, unless together they would be too bright.
float automatic_exposure() {
    if (solid) {
        return 1.0;
    }
    float alone = 1.0 / 6.0;
    float together = brightness / 0.5;
    return inversesqrt(alone * alone + together * together);
}

void main() {
    vec3 light = textureLod(picture, place, 0.0).rgb;
    light = mix(light, textureLod(bloom, place, 0.0).rgb, bloom_share);
    light *= automatic_exposure() * brightness_wished;

    float strongest = max(max(light.r, light.g), max(light.b, 1e-6));
    float shown = log2(1.0 + 8.0 * strongest) / log2(1.0 + 8.0 * 60.0);
    shown = 1.0 - exp(-1.6 * shown);
    vec3 hue = light / strongest;
    float to_white = strongest / (strongest + 14.0);
    vec3 seen = mix(hue, vec3(1.0), to_white) * shown;

    vec2 from_centre = (place - 0.5) * vec2(size.x / size.y, 1.0);
    float vignette = 1.0 - 0.4 * smoothstep(0.3, 1.1, length(from_centre));
    seen += night * vignette * (1.0 - shown);
    screen = vec4(encoded(seen) + (noise(gl_FragCoord.xy) - 0.5) / 255.0, 1.0);
}
