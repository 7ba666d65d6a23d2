// With what every OpenGL 4.5 has.

// Red and green of all pixels, then blue.
layout(std430, binding = 2) buffer Sums { uint sums[]; };

void add_light(uint pixel, uint pixels, uvec3 light) {
    atomicAdd(sums[2u * pixel], light.r);
    atomicAdd(sums[2u * pixel + 1u], light.g);
    atomicAdd(sums[2u * pixels + pixel], light.b);
}
