/// What a report has around its sections: the facts at its head, the files beside it. Read
/// [dev.llmprof.report.page.PageFiles] first.
@NullMarked
package dev.llmprof.report.page;

import org.jspecify.annotations.NullMarked;
