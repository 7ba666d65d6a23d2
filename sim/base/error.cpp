#include "sim/base/error.hpp"

#include "sim/base/words.hpp"

namespace orrery {
namespace {

std::string sentence(const std::string& what, const std::string& where, const std::string& hint) {
    std::string text = where.empty() ? what : where + ": " + what;
    if (!hint.empty()) {
        text += "; " + hint;
    }
    return printable(text);
}

} // namespace

Error::Error(ErrorKind kind, std::string what, std::string where, std::string hint)
    : std::runtime_error(sentence(what, where, hint)), kind_(kind), problem_(std::move(what)),
      where_(std::move(where)), hint_(std::move(hint)) {}

Error bad_input(std::string what, std::string where, std::string hint) {
    return {ErrorKind::bad_input, std::move(what), std::move(where), std::move(hint)};
}

Error failure(std::string what, std::string where, std::string hint) {
    return {ErrorKind::failed, std::move(what), std::move(where), std::move(hint)};
}

} // namespace orrery
