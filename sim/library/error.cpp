#include <orrery/error.hpp>

namespace orrery::library {

Error::Error(Kind kind, const std::string& sentence) : std::runtime_error(sentence), kind_(kind) {}
Error::Error(const Error&) = default;
Error::~Error() = default; // here, so that every program has the type's description from here

} // namespace orrery::library
