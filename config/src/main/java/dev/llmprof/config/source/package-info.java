/// Where configuration files are found: directories, the classpath, the engine's own. Read
/// [Repository] first.
@NullMarked
package dev.llmprof.config.source;

import org.jspecify.annotations.NullMarked;
