package dev.llmprof.app.run;

import dev.llmprof.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Override words of earlier versions, turned into today's before anything is composed.
public final class OldKeys {
    private static final Pattern WORD =
            Pattern.compile("(~|\\+{0,2})([^=]+)(=.*)?", Pattern.DOTALL);

    private record Rule(Pattern old, String now) {}

    private static final List<Rule> RULES =
            List.of(
                    rule("run\\.device", "device"),
                    rule("run\\.dataset_subset_filelist", "dataset.subset_filelist"),
                    rule(
                            "run\\.(?:repeats|stage1_repeats)",
                            "dataset.sampling.num_samples_per_epoch"),
                    rule("artifacts\\.runs_dir", "hydra.run.dir"),
                    rule("nsys\\.(.+)", "pipeline.nsys.$1"),
                    rule("ncu\\.(.+)", "pipeline.ncu.$1"),
                    rule("torch_profiler\\.(.+)", "pipeline.torch_profiler.$1"),
                    rule("analysis\\.static\\.(.+)", "pipeline.static_analysis.$1"),
                    rule("pipeline\\.workload\\.module", "workload.module"),
                    rule("pipeline\\.ncu\\.nvtx_include", "pipeline.ncu.ncu_cli.nvtx.include"),
                    rule(
                            "pipeline\\.ncu\\.(set|metrics|sections|target_processes)",
                            "pipeline.ncu.ncu_cli.$1"),
                    rule("(.+)\\.enabled", "$1.enable"));
    private static final String NO_STATIC = "runner@stage1_runner=stage1.no-static";

    private OldKeys() {}

    /// Today's words, and a remark for each that was not.
    public record Translated(List<String> words, List<Problem> remarks) {
        public Translated {
            words = List.copyOf(words);
            remarks = List.copyOf(remarks);
        }
    }

    public static Translated translate(List<String> words) {
        var now = new ArrayList<String>();
        var remarks = new ArrayList<Problem>();
        for (String word : words) {
            String today = today(word);
            now.add(today);
            if (!today.equals(word)) {
                remarks.add(
                        new Problem("'" + word + "' is an old name", "", "type " + today + " now"));
            }
        }
        return new Translated(now, remarks);
    }

    private static String today(String word) {
        if (word.equals(NO_STATIC) || word.equals("+" + NO_STATIC)) {
            return "pipeline.static_analysis.enable=false";
        }
        Matcher matcher = WORD.matcher(word);
        if (!matcher.matches()) {
            return word;
        }
        String old = matcher.group(2);
        String key = old;
        for (Rule rule : RULES) {
            Matcher found = rule.old().matcher(key);
            if (found.matches()) {
                key = found.replaceFirst(rule.now());
            }
        }
        if (key.equals(old)) {
            return word;
        }
        // The old keys had to be added with +; today's are there to be set.
        String sign = matcher.group(1).equals("+") ? "" : matcher.group(1);
        String value = matcher.group(3) == null ? "" : matcher.group(3);
        return sign + key + value;
    }

    private static Rule rule(String old, String now) {
        return new Rule(Pattern.compile(old), now);
    }
}
