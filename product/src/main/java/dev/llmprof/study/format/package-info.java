/// The kinds of captures that can be read, each a [dev.llmprof.study.capture.CaptureFormat]. Read
/// [KindFormat] first.
@NullMarked
package dev.llmprof.study.format;

import org.jspecify.annotations.NullMarked;
