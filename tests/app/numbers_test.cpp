#include "app/numbers.hpp"
#include "sim/base/error.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace orrery {
namespace {

ErrorKind kind_of_failure(const std::string& text) {
    try {
        parse_count(text, "--bodies");
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("--bodies"), std::string::npos);
        return error.kind();
    }
    ADD_FAILURE() << "'" << text << "' was taken for a count";
    return ErrorKind::failed;
}

TEST(Counts, AreTypedInPowersOfTwo) {
    EXPECT_EQ(parse_count("64k", ""), 65536U);
    EXPECT_EQ(parse_count("16K", ""), 16384U);
    EXPECT_EQ(parse_count("1M", ""), 1048576U);
    EXPECT_EQ(parse_count("4m", ""), 4194304U);
    EXPECT_EQ(parse_count("1.5k", ""), 1536U);
    EXPECT_EQ(parse_count("2G", ""), 2147483648U);
}

TEST(Counts, AreTypedPlainly) {
    EXPECT_EQ(parse_count("0", ""), 0U);
    EXPECT_EQ(parse_count("4096", ""), 4096U);
    EXPECT_EQ(parse_count("1e5", ""), 100000U);
}

TEST(Counts, RefuseWhatIsNone) {
    for (const char* text : {"", "k", "-1", "-4k", "1.3k", "0.5", "4096x", "ten", "nan", "inf",
                             "1e30", "12kk", " 12", "12 ", "0x10", "--bodies"}) {
        EXPECT_EQ(kind_of_failure(text), ErrorKind::bad_input) << text;
    }
}

TEST(NumbersOfOtherThings, AreTypedInPowersOfTen) {
    EXPECT_EQ(parse_number_of("steps", "1k", ""), 1000U);
    EXPECT_EQ(parse_number_of("steps", "1.1k", ""), 1100U);
    EXPECT_EQ(parse_number_of("steps", "2M", ""), 2'000'000U);
    EXPECT_EQ(parse_number_of("steps", "1e5", ""), 100'000U);
    EXPECT_EQ(parse_number_of("steps", "0", ""), 0U);
}

TEST(NumbersOfOtherThings, AreCalledByTheirNameWhenTheyAreWrong) {
    for (const char* text : {"abc", "-1", "1.5", "", "k", "1.0001k", "1e30"}) {
        try {
            parse_number_of("steps", text, "--steps");
            ADD_FAILURE() << "'" << text << "' was taken for a number";
        } catch (const Error& error) {
            const std::string words = error.what();
            EXPECT_NE(words.find("is not a number of steps"), std::string::npos) << words;
            EXPECT_NE(words.find("--steps"), std::string::npos) << words;
        }
    }
}

TEST(Numbers, MayBeFractions) {
    EXPECT_DOUBLE_EQ(parse_number("1/64", ""), 1.0 / 64);
    EXPECT_DOUBLE_EQ(parse_number("-3e-2", ""), -0.03);
    for (const char* text : {"", "1/0", "1/", "/2", "1/2/3", "nan", "inf", "1,5", "0.1s"}) {
        EXPECT_THROW(parse_number(text, "--dt"), Error) << text;
    }
}

TEST(NumberTexts, GroupThousands) {
    EXPECT_EQ(with_thousands(0), "0");
    EXPECT_EQ(with_thousands(999), "999");
    EXPECT_EQ(with_thousands(65536), "65,536");
    EXPECT_EQ(with_thousands(1048576), "1,048,576");
}

TEST(NumberTexts, CountOneAndSeveral) {
    EXPECT_EQ(counted(0, "body", "bodies"), "0 bodies");
    EXPECT_EQ(counted(1, "body", "bodies"), "1 body");
    EXPECT_EQ(counted(4096, "body", "bodies"), "4,096 bodies");
}

TEST(NumberTexts, ShowSmallErrorsAsPowersOfTen) {
    EXPECT_EQ(with_exponent(3.1e-6), "3.10e-6");
    EXPECT_EQ(with_exponent(-1.234e-12), "-1.23e-12");
    EXPECT_EQ(with_exponent(9.999e-8), "1.00e-7");
    EXPECT_EQ(with_exponent(250), "2.50e2");
    EXPECT_EQ(with_exponent(0), "0");
    EXPECT_EQ(with_exponent(std::numeric_limits<double>::quiet_NaN()), "–");
    EXPECT_EQ(with_exponent(std::numeric_limits<double>::infinity()), "–");
}

TEST(NumberTexts, HaveOneFormForErrorsOnTheStage) {
    EXPECT_EQ(error_text(9.13e-5), "9.1·10⁻⁵");
    EXPECT_EQ(error_text(1.06e-4), "1.1·10⁻⁴");
    EXPECT_EQ(error_text(9.96e-4), "1.0·10⁻³") << "rounded up";
    EXPECT_EQ(error_text(0.35), "3.5·10⁻¹");
    EXPECT_EQ(error_text(1.24), "1.2");
    EXPECT_EQ(error_text(1.2e-15), "1.2·10⁻¹⁵");
    EXPECT_EQ(error_text(0), "0");
    EXPECT_EQ(error_text(std::numeric_limits<double>::quiet_NaN()), "–");
    EXPECT_EQ(bound_text(1e-3), "10⁻³");
    EXPECT_EQ(bound_text(2e-3), "2·10⁻³");
    EXPECT_EQ(bound_text(1.5e-3), "1.5·10⁻³");
    EXPECT_EQ(bound_text(1), "1");
}

TEST(NumberTexts, AreBriefOnASlider) {
    EXPECT_EQ(briefly(3e-4), "3e-4");
    EXPECT_EQ(briefly(3.1623e-4), "3.16e-4");
    EXPECT_EQ(briefly(2.5e-5), "2.5e-5");
    EXPECT_EQ(briefly(9.996e-3), "0.01") << "rounds into the plain ones";
    EXPECT_EQ(briefly(0.05), "0.05");
    EXPECT_EQ(briefly(24), "24");
    EXPECT_EQ(briefly(-1234), "-1230") << "three digits, not 1.23e3";
    EXPECT_EQ(briefly(125'000), "1.25e5");
    EXPECT_EQ(briefly(0), "0");
}

TEST(NumberTexts, HaveThreeDigitsAndAPrefix) {
    EXPECT_EQ(with_prefix(1.94e12, " interactions/s"), "1.94 T interactions/s");
    EXPECT_EQ(with_prefix(12, " interactions/s"), "12.0 interactions/s");
    EXPECT_EQ(with_prefix(4.4123e9, ""), "4.41 G");
    EXPECT_EQ(with_prefix(340e3, "B"), "340 kB");
    EXPECT_EQ(with_prefix(999.6e3, ""), "1.00 M") << "rounds into the next prefix";
    EXPECT_EQ(with_prefix(12.34, ""), "12.3");
    EXPECT_EQ(with_prefix(-2.5e-3, "m"), "-2.50 mm");
    EXPECT_EQ(with_prefix(0, ""), "0");
    EXPECT_EQ(with_prefix(std::numeric_limits<double>::quiet_NaN(), "B"), "–");
}

TEST(NumberTexts, ArePlainInATable) {
    EXPECT_EQ(plainly(1580.4), "1,580");
    EXPECT_EQ(plainly(999.6), "1,000");
    EXPECT_EQ(plainly(12.34), "12.3");
    EXPECT_EQ(plainly(0.01234), "0.0123");
    EXPECT_EQ(plainly(0), "0");
    EXPECT_EQ(plainly(std::numeric_limits<double>::quiet_NaN()), "–");
}

TEST(NumberTexts, TellTimesInTheUnitThatSuits) {
    EXPECT_EQ(as_milliseconds(0), "0 s");
    EXPECT_EQ(as_milliseconds(0.25), "250 µs");
    EXPECT_EQ(as_milliseconds(2.134), "2.13 ms");
    EXPECT_EQ(as_milliseconds(999.7), "1.00 s");
    EXPECT_EQ(as_milliseconds(12400), "12.4 s");
    EXPECT_EQ(as_milliseconds(15 * 60e3), "15.0 min");
    EXPECT_EQ(as_milliseconds(3.2 * 3600e3), "3.20 h");
}

TEST(WrappedTexts, BreakAtSpacesAndInsideALongWordAfterItsBars) {
    EXPECT_EQ(wrapped("one two three", 7, 2), "one two\n  three");
    EXPECT_EQ(wrapped("· n=1|22|333|4444", 10, 0), "· n=1|22|\n333|4444") << "begins on its line";
    EXPECT_EQ(wrapped("first abc|def|ghi", 8, 0), "first\nabc|def|\nghi") << "no piece fits there";
    EXPECT_EQ(wrapped("a word-without-bars", 6, 0), "a\nword-without-bars");
}

} // namespace
} // namespace orrery
