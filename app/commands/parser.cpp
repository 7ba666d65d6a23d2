#include "app/commands/parser.hpp"

#include <CLI/CLI.hpp>

namespace orrery {

Option* Option::group(const std::string& title) {
    option_->group(title);
    return this;
}

Option* Option::type_name(const std::string& name) {
    option_->type_name(name);
    return this;
}

Option* Option::required() {
    option_->required();
    return this;
}

Option* Option::take_all() {
    option_->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    return this;
}

Option* Option::allow_extra_args(bool several_words) {
    option_->allow_extra_args(several_words);
    return this;
}

Option* Option::delimiter(char between_values) {
    option_->delimiter(between_values);
    return this;
}

Option* Parser::add_option(const std::string& names, std::string& value,
                           const std::string& meaning) {
    return declared(app_->add_option(names, value, meaning));
}

Option* Parser::add_option(const std::string& names, std::vector<std::string>& values,
                           const std::string& meaning) {
    return declared(app_->add_option(names, values, meaning));
}

Option* Parser::add_option(const std::string& names, std::filesystem::path& value,
                           const std::string& meaning) {
    return declared(app_->add_option(names, value, meaning));
}

Option* Parser::add_option(const std::string& names, std::optional<std::filesystem::path>& value,
                           const std::string& meaning) {
    return declared(app_->add_option(names, value, meaning));
}

template <class Typed>
Option* Parser::add_option_function(const std::string& names,
                                    const std::function<void(const Typed&)>& set,
                                    const std::string& meaning) {
    return declared(app_->add_option_function<Typed>(names, set, meaning));
}
template Option* Parser::add_option_function(const std::string& names,
                                             const std::function<void(const std::string&)>& set,
                                             const std::string& meaning);
template Option*
Parser::add_option_function(const std::string& names,
                            const std::function<void(const std::vector<std::string>&)>& set,
                            const std::string& meaning);

Option* Parser::add_flag(const std::string& names, bool& given, const std::string& meaning) {
    return declared(app_->add_flag(names, given, meaning));
}

Option* Parser::add_flag_callback(const std::string& names, const std::function<void()>& given,
                                  const std::string& meaning) {
    return declared(app_->add_flag_callback(names, given, meaning));
}

Option* Parser::get_option(const std::string& name) {
    return declared(app_->get_option(name));
}

std::size_t Parser::count(const std::string& name) const {
    return app_->count(name);
}

Option* Parser::declared(CLI::Option* option) {
    return &options_.emplace_back(*option);
}

} // namespace orrery
