package dev.llmprof.study.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Whether two sides are the same captures, byte for byte. A table of values is none.
final class SameCaptures {

    private SameCaptures() {}

    static boolean are(ComparedSide a, ComparedSide b) throws IOException {
        List<Path> left = captures(a);
        List<Path> right = captures(b);
        if (left.isEmpty() && right.isEmpty()) {
            return !a.kept().isEmpty() && a.kept().equals(b.kept());
        }
        if (left.isEmpty()) {
            return are(a.kept(), right);
        }
        return right.isEmpty() ? are(b.kept(), left) : areFiles(left, right);
    }

    private static boolean areFiles(List<Path> left, List<Path> right) throws IOException {
        if (left.size() != right.size()) {
            return false;
        }
        for (int i = 0; i < left.size(); i++) {
            if (Files.mismatch(left.get(i), right.get(i)) >= 0) {
                return false;
            }
        }
        return true;
    }

    private static boolean are(List<CaptureSum> kept, List<Path> files) throws IOException {
        if (kept.size() != files.size()) {
            return false;
        }
        for (int i = 0; i < kept.size(); i++) {
            if (!kept.get(i).isOf(files.get(i))) {
                return false;
            }
        }
        return true;
    }

    static List<Path> captures(ComparedSide side) {
        return side.runs().stream().flatMap(run -> run.captures().stream()).toList();
    }
}
