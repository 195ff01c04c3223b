/* ruby.h - the reader of Ruby's heap dumps: docs/formats/ruby.md. */
#ifndef GCV_INPUT_RUBY_RUBY_H
#define GCV_INPUT_RUBY_RUBY_H

#include "input/format.h"

extern const gcv_format gcv_ruby_format;

#endif
