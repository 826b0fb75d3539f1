/// Many ranks in parts: reduced where the captures are, merged from Parquet alone. Read
/// [RankReduce] first.
@NullMarked
package dev.llmprof.study.rank;

import org.jspecify.annotations.NullMarked;
