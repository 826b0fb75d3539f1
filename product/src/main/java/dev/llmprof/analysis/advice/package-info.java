/// What is worth trying, each with the number that it rests on and the time it could save. Read
/// [Advices] first.
@NullMarked
package dev.llmprof.analysis.advice;

import org.jspecify.annotations.NullMarked;
