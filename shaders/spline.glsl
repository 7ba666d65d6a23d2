// A coarse picture made fine: cubic B-splines, by four bilinear reads (Sigg and Hadwiger, GPU Gems 2,
// chapter 20).
vec4 splined(sampler2D coarse, vec2 place, float level) {
    vec2 size = vec2(textureSize(coarse, int(level)));
    vec2 at = place * size - 0.5;
    vec2 base = floor(at);
    vec2 f = at - base;
    vec2 f2 = f * f;
    vec2 f3 = f2 * f;
    vec2 w0 = (1.0 - f) * (1.0 - f) * (1.0 - f) / 6.0;
    vec2 w1 = (4.0 - 6.0 * f2 + 3.0 * f3) / 6.0;
    vec2 w3 = f3 / 6.0;
    vec2 w2 = 1.0 - w0 - w1 - w3;
    vec2 near = w0 + w1;
    vec2 far = w2 + w3;
    vec2 low = (base - 0.5 + w1 / near) / size;
    vec2 high = (base + 1.5 + w3 / far) / size;
    return near.y * (near.x * textureLod(coarse, low, level) +
                     far.x * textureLod(coarse, vec2(high.x, low.y), level)) +
           far.y * (near.x * textureLod(coarse, vec2(low.x, high.y), level) +
                    far.x * textureLod(coarse, high, level));
}
