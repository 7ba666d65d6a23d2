// The operators of solid_harmonics.hpp, for any Value that adds, subtracts and multiplies and can
// be made of a constant. There is no guard, since each instruction set includes it anew.

template <int order>
inline constexpr int coefficients = (order + 1) * (order + 1);

// c + a b and c - a b, which compilers contract for numbers; vectors bring their own.
template <class Value>
requires std::is_floating_point_v<Value>
[[gnu::always_inline]] constexpr Value multiply_add(Value a, Value b, Value c) {
    return a * b + c;
}
template <class Value>
requires std::is_floating_point_v<Value>
[[gnu::always_inline]] constexpr Value negative_multiply_add(Value a, Value b, Value c) {
    return c - a * b;
}
template <int sign, class Value>
[[gnu::always_inline]] constexpr Value signed_multiply_add(Value a, Value b, Value c) {
    return sign > 0 ? multiply_add(a, b, c) : negative_multiply_add(a, b, c);
}
template <int sign, class Value>
[[gnu::always_inline]] constexpr Value signed_sum(Value a, Value b) {
    return sign > 0 ? a + b : a - b;
}

constexpr int parity(int m) {
    return m % 2 == 0 ? 1 : -1;
}

// ---- harmonics -------------------------------------------------------------------------------

// The steps of a recursion that makes all coefficients (n, m) with n <= order of those below.
template <template <int, int> class Step, int order, class... Arguments>
[[gnu::always_inline]] constexpr void recur(Arguments... arguments) {
    const auto degree = [&]<int n, int... m>(std::integer_sequence<int, n>,
                                             std::integer_sequence<int, m...>)
        __attribute__((always_inline)) {
        (Step<n, m>::make(arguments...), ...);
    };
    [&]<int... n>(std::integer_sequence<int, n...>) __attribute__((always_inline)) {
        (degree(std::integer_sequence<int, n + 1>(), std::make_integer_sequence<int, n + 2>()),
         ...);
    }
    (std::make_integer_sequence<int, order>());
}

// re and im of (n, m) from those of (n - 1, m) and (n - 2, m): first * z / ... - second * ...
template <int n, int m, class Value>
[[gnu::always_inline]] constexpr void three_terms(Value first, Value second, Value* out) {
    constexpr int parts = m == 0 ? 1 : 2;
    constexpr int at = m == 0 ? 0 : 2 * m - 1;
    for (int part = 0; part < parts; ++part) {
        const Value upper = first * out[(n - 1) * (n - 1) + at + part];
        if constexpr (n - 2 >= m) {
            out[n * n + at + part] =
                negative_multiply_add(second, out[(n - 2) * (n - 2) + at + part], upper);
        } else {
            out[n * n + at + part] = upper;
        }
    }
}

// re and im of (n, n) from those of (n - 1, n - 1), times (x + i y).
template <int n, class Value>
[[gnu::always_inline]] constexpr void turn(Value x, Value y, Value* out) {
    constexpr int re = n * n + 2 * n - 1;
    constexpr int re_below = (n - 1) * (n - 1) + 2 * (n - 1) - 1;
    if constexpr (n == 1) {
        out[re] = x * out[0];
        out[re + 1] = y * out[0];
    } else {
        const Value a = out[re_below], b = out[re_below + 1];
        out[re] = negative_multiply_add(y, b, x * a);
        out[re + 1] = multiply_add(y, a, x * b);
    }
}

//   Y_n^n = (x + i y) / 2n Y_(n-1)^(n-1)
//   Y_n^m = ((2n - 1) z Y_(n-1)^m - r^2 Y_(n-2)^m) / (n^2 - m^2)
template <int n, int m>
struct RegularStep {
    template <class Value>
    [[gnu::always_inline]] static constexpr void make(Value x, Value y, Value z, Value r2,
                                                      Value* out) {
        if constexpr (m == n) {
            const Value share = Value(1.0 / (2 * n));
            turn<n>(share * x, share * y, out);
        } else {
            constexpr double per = 1.0 / (n * n - m * m);
            three_terms<n, m>(Value((2 * n - 1) * per) * z, Value(per) * r2, out);
        }
    }
};

//   T_n^n = (2n - 1) (x + i y) / R^2 T_(n-1)^(n-1)
//   T_n^m = (2n - 1) z / R^2 T_(n-1)^m - ((n - 1)^2 - m^2) r^2 / R^4 T_(n-2)^m
template <int n, int m>
struct IrregularStep {
    template <class Value>
    [[gnu::always_inline]] static constexpr void make(Value x, Value y, Value z, Value second,
                                                      Value* out) {
        if constexpr (m == n) {
            turn<n>(Value(2.0 * n - 1) * x, Value(2.0 * n - 1) * y, out);
        } else {
            three_terms<n, m>(Value(2.0 * n - 1) * z,
                              Value(double((n - 1) * (n - 1) - m * m)) * second, out);
        }
    }
};

// Y up to degree `order`; coefficients<order> of them.
template <int order, class Value>
[[gnu::always_inline]] constexpr void regular_harmonics(Value x, Value y, Value z, Value* out) {
    out[0] = Value(1);
    const Value r2 = multiply_add(x, x, multiply_add(y, y, z * z));
    recur<RegularStep, order>(x, y, z, r2, out);
}

// T up to degree `order`, of a displacement and `inverse` = 1 / R, R^2 = x^2 + y^2 + z^2 + eps^2
// (eps in the units of the displacement). With softening T_n is smaller by (r / R)^(2n + 1): that
// is what the softened potential's n-th derivatives are but for their traces, so all that is left
// out is a share eps^2 / R^2 of the tides, while the pull between centres is exact.
template <int order, class Value>
[[gnu::always_inline]] constexpr void irregular_harmonics(Value x, Value y, Value z, Value inverse,
                                                          Value* out) {
    out[0] = inverse;
    const Value w = inverse * inverse;
    const Value wx = w * x, wy = w * y, wz = w * z;
    const Value second = multiply_add(wx, wx, multiply_add(wy, wy, wz * wz));
    recur<IrregularStep, order>(wx, wy, wz, second, out);
}
