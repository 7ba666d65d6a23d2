// Orrery: gravitating bodies, in a window or from the command line. This is one of the three places
// that catch errors; the simulation thread and the panels' file actions are the others.

#include "app/command_line.hpp"
#include "sim/base/atomic_file.hpp"
#include "sim/base/error.hpp"
#include "sim/lessons/hermite/hermite_transform.hpp"

#include <cerrno>
#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <system_error>
#include <vector>

namespace {

int report(orrery::ExitCode code, const char* sentence) {
    std::fprintf(stderr, "orrery: %s\n", sentence);
    return static_cast<int>(code);
}

} // namespace

int main(int count, char** words) {
    using orrery::ExitCode;
    try {
        orrery::register_gauss_method(orrery::hermite_gauss);
        const ExitCode code = orrery::run_command_line({words + 1, words + count});
        if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
            throw orrery::cannot_write("-", errno);
        }
        return static_cast<int>(code);
    } catch (const orrery::Error& error) {
        const bool bad_input = error.kind() == orrery::ErrorKind::bad_input;
        return report(bad_input ? ExitCode::bad_input : ExitCode::failed, error.what());
    } catch (const std::system_error& error) {
        // What could not be printed; files have errors of their own.
        const bool printing = std::ferror(stdout) != 0;
        return report(ExitCode::failed, printing
                                            ? orrery::cannot_write("-", error.code().value()).what()
                                            : error.what());
    } catch (const std::bad_alloc&) {
        return report(ExitCode::failed, "not enough memory; use fewer --bodies");
    } catch (const std::exception& error) {
        return report(ExitCode::failed, error.what());
    }
}
