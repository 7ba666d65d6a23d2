#!/bin/sh
# Compiles through ccache: cached_compiler.sh CCACHE COMPILER ARGUMENTS...
#
# All but precompiled headers. ccache takes the old one, which lies where the new one shall be, for one that is used,
# and then keeps the new one under the old one's contents: the next change would be answered with the change before.
ccache=$1
shift
case " $* " in
*" c++-header "*) exec "$@" ;;
esac
# It has to be told that precompiled headers are meant to be there.
CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime exec "$ccache" "$@"
