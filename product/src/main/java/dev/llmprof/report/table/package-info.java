/// Every table of results, defined once: columns, units, meanings. Read [ResultTable] first, then
/// [TraceTables] and [FindingTables].
@NullMarked
package dev.llmprof.report.table;

import org.jspecify.annotations.NullMarked;
