#!/bin/sh
# Compiles through ccache: cached_compiler.sh CCACHE COMPILER ARGUMENTS...
#
# All but precompiled headers. ccache takes the old one, which lies where the new one shall be, for one that is used,
# and then keeps the new one under the old one's contents: the next change would be answered with the change before.
# The compiler writes another file each time, too, so ccache is given a sum of the text that was precompiled: a second
# clone, whose text is the same, then finds all that the first one compiled.
ccache=$1
shift
project=$(cd "$(dirname "$0")/.." && pwd)
case " $* " in
*" c++-header "*)
    "$@" || exit
    previous=
    for argument; do # the same command once more, with its text to be read here
        shift
        if [ "$previous" = -o ]; then
            output=$argument
            argument=/dev/stdout
        fi
        set -- "$@" "$argument"
        previous=$argument
    done
    { "$@" -E -P && echo "$@"; } | sed "s|$project||g" | cksum >"$output.sum"
    exit
    ;;
esac
# Clones differ in their paths, which release builds do not hold; and ccache has to be told that precompiled headers are
# meant to be there.
case " $* " in
*" -g "*) ;;
*) export CCACHE_BASEDIR="$project" CCACHE_NOHASHDIR=1 ;;
esac
export CCACHE_PCH_EXTSUM=1 CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
exec "$ccache" "$@"
