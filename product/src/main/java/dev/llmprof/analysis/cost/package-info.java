/// What a request costs a model on a device, from descriptions alone. Read [StaticAnalyses] first.
@NullMarked
package dev.llmprof.analysis.cost;

import org.jspecify.annotations.NullMarked;
