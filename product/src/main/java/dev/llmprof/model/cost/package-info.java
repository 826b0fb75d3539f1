/// Operators → FLOPs, bytes, memory and parameters, by a named convention. Read [Costs] first.
@NullMarked
package dev.llmprof.model.cost;

import org.jspecify.annotations.NullMarked;
