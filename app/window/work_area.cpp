// Stands for glfwGetMonitorWorkarea in Dear ImGui's backend (cmake/DearImGui.cmake), which asks for
// the work area of every monitor in each frame, though only viewports of its own would need it:
// GLFW 3.3 reads the mode of a monitor that has just been switched off through a null pointer.
struct GLFWmonitor;

extern "C" void orrery_no_work_area(GLFWmonitor* /*monitor*/, int* /*left*/, int* /*top*/,
                                    int* width, int* height) {
    *width = *height = 0; // not known
}
