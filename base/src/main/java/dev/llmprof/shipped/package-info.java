/// Files that are shipped in our own jars. Read [ShippedText] first.
@NullMarked
package dev.llmprof.shipped;

import org.jspecify.annotations.NullMarked;
