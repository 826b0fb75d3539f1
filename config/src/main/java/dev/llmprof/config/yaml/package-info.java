/// YAML 1.1 in and out, typed and written as PyYAML and OmegaConf do. Read [YamlReader] first.
@NullMarked
package dev.llmprof.config.yaml;

import org.jspecify.annotations.NullMarked;
