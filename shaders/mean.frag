#version 450 core
// A picture's light as it is, to be blended into the mean of many.

layout(binding = 0) uniform sampler2D picture;
layout(location = 0) out vec4 light;

void main() {
    light = texelFetch(picture, ivec2(gl_FragCoord.xy), 0);
}
