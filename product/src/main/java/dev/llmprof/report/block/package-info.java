/// What a report is made of before it has a format: blocks, typed cells, charts. Read [Block]
/// first.
@NullMarked
package dev.llmprof.report.block;

import org.jspecify.annotations.NullMarked;
