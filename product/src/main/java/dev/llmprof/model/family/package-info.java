/// From a config.json to a model, family by family. Read [PlainDecoder] first; what is special
/// about a family stands in one of the files that [FamilyFiles] lists.
@NullMarked
package dev.llmprof.model.family;

import org.jspecify.annotations.NullMarked;
