/// The configuration tree: values, maps and lists, each knowing where it came from. Read [Node]
/// first.
@NullMarked
package dev.llmprof.config.node;

import org.jspecify.annotations.NullMarked;
