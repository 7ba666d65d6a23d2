#pragma once

#include <string>

namespace orrery {

// Loads the functions of the context that is current; throws failure when it has no OpenGL 4.5.
// With `debug`, errors are counted (gl_error_count) and written to standard error as they happen.
void load_gl(bool debug);

// Throws failure when a GL command since the last check went wrong: `doing` says what was tried,
// `hint` what the user can do. Only where memory or a driver may refuse; the debug callback watches
// the rest.
void gl_check(const char* doing, const char* hint = "");

// The context's GL_RENDERER, GL_VERSION and so on; empty if it does not tell.
std::string gl_text(unsigned int name);

// Debug-callback messages of severity error so far in this process's debug contexts (tests want 0).
int gl_error_count();

} // namespace orrery
