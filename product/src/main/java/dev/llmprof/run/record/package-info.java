/// What a run was made from and ran on: `inputs.yaml`, `env.json`, the configuration. Read
/// [RunRecord] first.
@NullMarked
package dev.llmprof.run.record;

import org.jspecify.annotations.NullMarked;
