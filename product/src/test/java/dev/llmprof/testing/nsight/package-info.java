/// Files of nsys and ncu made from a description, and what must be found in them, worked out from
/// the description alone. [NsysRun] and [NcuRun] are the descriptions.
@NullMarked
package dev.llmprof.testing.nsight;

import org.jspecify.annotations.NullMarked;
