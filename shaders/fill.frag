#version 450 core

noperspective in vec4 colour;
layout(location = 0) out vec4 light;

void main() {
    light = colour;
}
