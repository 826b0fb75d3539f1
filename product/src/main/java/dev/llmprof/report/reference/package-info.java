/// Files in the shape that existing scripts read. Read [ReferenceTables] first.
@NullMarked
package dev.llmprof.report.reference;

import org.jspecify.annotations.NullMarked;
