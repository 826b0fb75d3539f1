/// From keys of the composed tree to typed records; past this package nobody knows a key. Read
/// [EngineBinding] first.
@NullMarked
package dev.llmprof.run.settings;

import org.jspecify.annotations.NullMarked;
