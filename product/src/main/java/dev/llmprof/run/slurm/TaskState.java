package dev.llmprof.run.slurm;

import java.util.Locale;

/// How a task stands; `words` is what there is to say about it, `code` its exit code once it is
/// over.
public record TaskState(Kind kind, int code, String words) {

    static final TaskState NEVER_SUBMITTED = new TaskState(Kind.UNSUBMITTED, 0, "");

    /// Of `UNKNOWN` the controller says nothing now; `GONE` is neither in the queue nor has it left
    /// a word, which a slow file system may still bring.
    public enum Kind {
        UNSUBMITTED,
        QUEUED,
        RUNNING,
        UNKNOWN,
        GONE,
        DONE,
        FAILED,
        LOST;

        public String word() {
            return this == UNSUBMITTED ? "not submitted" : name().toLowerCase(Locale.ROOT);
        }

        public boolean isOver() {
            return this == DONE || this == FAILED || this == LOST;
        }

        /// What `resubmit` and `--resume` submit.
        public boolean isToDo() {
            return this == UNSUBMITTED || this == FAILED || this == LOST;
        }

        public boolean isAlive() {
            return this == QUEUED || this == RUNNING || this == UNKNOWN;
        }
    }

    static TaskState alive(Kind kind, String words) {
        return new TaskState(kind, 0, words);
    }

    static TaskState failed(int code, String words) {
        return new TaskState(Kind.FAILED, code, words);
    }

    static TaskState lost(String words) {
        return new TaskState(Kind.LOST, 1, words);
    }
}
