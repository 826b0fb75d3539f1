/// Text of values as Python prints it, since recorded configurations carry it. Read [PythonText]
/// first.
@NullMarked
package dev.llmprof.config.python;

import org.jspecify.annotations.NullMarked;
