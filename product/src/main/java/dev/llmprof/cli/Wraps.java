package dev.llmprof.cli;

import java.util.List;

/// A command that runs another program: the words after `--` are that program's, untouched.
public interface Wraps {

    void wrap(List<String> argv);
}
