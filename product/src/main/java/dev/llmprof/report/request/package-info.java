/// What a server's clients saw, as blocks: latencies, rates, the slow request and its steps. Read
/// [RequestsSection] first.
@NullMarked
package dev.llmprof.report.request;

import org.jspecify.annotations.NullMarked;
