/// What is made once and then only read: kept by the content it is made from, checked before use.
///
/// Read [Cache] first. Knows `problem` only, and needs nothing but the JDK.
@NullMarked
package dev.llmprof.cache;

import org.jspecify.annotations.NullMarked;
