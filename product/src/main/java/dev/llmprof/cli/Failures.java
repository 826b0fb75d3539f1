package dev.llmprof.cli;

import dev.llmprof.console.Console;
import dev.llmprof.console.ExitCode;
import dev.llmprof.console.Version;
import dev.llmprof.problem.Problem;
import dev.llmprof.secret.Secrets;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Tells the user's mistakes from ours: the first get a fix, ours a log file and exit code 3.
final class Failures {

    private Failures() {}

    static int report(Throwable failure, Console console) {
        if (failure instanceof Problem.Found found) {
            console.show(found.problems());
            return ExitCode.WRONG_INPUT;
        }
        Optional<Problem> fromFiles = fileProblem(failure);
        if (fromFiles.isPresent()) {
            console.show(List.of(fromFiles.get()));
            return ExitCode.WRONG_INPUT;
        }
        console.show(List.of(ourFault(failure)));
        return ExitCode.OUR_FAULT;
    }

    /// A file that is gone, forbidden or on a full disk is the user's to put right.
    private static Optional<Problem> fileProblem(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof FileSystemException file && file.getFile() != null) {
                return Optional.of(
                        new Problem(why(file), file.getFile(), "check the path and its rights"));
            }
            if (cause instanceof IOException && (cause.getMessage() + "").contains("No space")) {
                return Optional.of(new Problem("the disk is full", "", "free some space"));
            }
        }
        return Optional.empty();
    }

    private static String why(FileSystemException file) {
        return switch (file) {
            case NoSuchFileException _ -> "there is no such file or directory";
            case AccessDeniedException _ -> "no permission";
            case FileAlreadyExistsException _ -> "a file of that name exists";
            default -> Optional.ofNullable(file.getReason()).orElse("the file cannot be used");
        };
    }

    private static Problem ourFault(Throwable failure) {
        var trace = new StringWriter();
        failure.printStackTrace(new PrintWriter(trace, true));
        String what = "internal error: " + failure;
        String fix = "please report it, with the file above";
        try {
            Path log = Files.createTempFile("llmprof-", ".log");
            Files.writeString(log, Version.current() + "\n" + Secrets.hide(trace.toString()));
            return new Problem(what, log.toString(), fix);
        } catch (IOException _) {
            // No place for a log: the trace itself is all there is.
            return new Problem(what, trace.toString(), fix);
        }
    }
}
