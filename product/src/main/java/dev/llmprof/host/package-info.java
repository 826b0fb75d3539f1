/// What is on this machine: programs, devices, Pythons, where nsys keeps its importer. Read
/// [ThisMachine] first.
@NullMarked
package dev.llmprof.host;

import org.jspecify.annotations.NullMarked;
