/// What is on this machine: programs, devices, the NVIDIA driver and its libraries, where nsys
/// keeps its importer. Read [ThisMachine] first.
@NullMarked
package dev.llmprof.host;

import org.jspecify.annotations.NullMarked;
