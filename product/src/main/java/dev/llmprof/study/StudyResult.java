package dev.llmprof.study;

import dev.llmprof.analysis.Findings;
import dev.llmprof.study.capture.CaptureSet;
import dev.llmprof.study.table.Database;
import java.util.Optional;

/// What a study gives: what the captures say, and as far as its goal went the findings of them all
/// or the answer to a query.
public record StudyResult(
        CaptureSet captures, Optional<Findings> findings, Optional<Database.Answer> answer) {}
