package dev.llmprof.study;

import dev.llmprof.analysis.Provenance;
import dev.llmprof.compare.fact.CaptureFacts;
import dev.llmprof.compare.fact.FactKind;
import dev.llmprof.compare.fact.SideFacts;
import dev.llmprof.secret.Secrets;
import dev.llmprof.study.capture.CaptureSet;
import dev.llmprof.tool.ShellQuote;
import dev.llmprof.trace.ncu.NcuProfile;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What captures say of themselves, and the words that make the same report of them again. The date
/// is when they were recorded: two analyses of one file are the same, whenever they are made.
final class CaptureHead {
    private static final int LISTED = 3;
    private static final int HIP = 10_000_000;

    private CaptureHead() {}

    static Provenance provenance(String llmprof, List<String> words, CaptureSet all) {
        List<SideFacts> said = all.captures().stream().map(CaptureFacts::of).toList();
        List<Provenance.Fact> facts = new ArrayList<>();
        facts.add(new Provenance.Fact("command", command(words)));
        facts.add(new Provenance.Fact("capture", files(all)));
        facts.add(new Provenance.Fact("recorded by", tools(all)));
        facts.add(new Provenance.Fact("device", devices(all)));
        facts.add(new Provenance.Fact("host", hosts(all, said)));
        facts.add(new Provenance.Fact("versions", versions(said)));
        facts.add(new Provenance.Fact("recorded", dates(all)));
        facts.add(new Provenance.Fact("analyzed by", llmprof));
        facts.removeIf(fact -> fact.value().isEmpty());
        return new Provenance(llmprof, facts, List.of(), List.of());
    }

    static String command(List<String> words) {
        return words.isEmpty()
                ? ""
                : "llmprof "
                        + Secrets.hideWords(words).stream()
                                .map(ShellQuote::word)
                                .collect(Collectors.joining(" "));
    }

    private static String files(CaptureSet all) {
        List<String> files =
                Stream.of(
                                all.captures().stream().map(each -> each.origin().source()),
                                all.profiles().keySet().stream().map(CountedKernels::set),
                                all.summaries().keySet().stream())
                        .flatMap(each -> each)
                        .distinct()
                        .toList();
        return files.size() > LISTED
                ? files.size() + " files, listed under Provenance"
                : String.join(", ", files);
    }

    private static String tools(CaptureSet all) {
        return each(
                Stream.of(
                        all.captures().stream().map(capture -> capture.origin().tool()),
                        all.profiles().isEmpty() ? Stream.empty() : Stream.of("ncu"),
                        all.summaries().isEmpty() ? Stream.empty() : Stream.of("nsys")));
    }

    private static String devices(CaptureSet all) {
        return each(
                Stream.of(
                        all.captures().stream().flatMap(capture -> capture.devices().stream()),
                        all.profiles().values().stream()
                                .flatMap(profile -> profile.launches().stream())
                                .map(launch -> launch.device().name())));
    }

    private static String hosts(CaptureSet all, List<SideFacts> said) {
        return each(
                Stream.of(
                        facts(said, FactKind.HOST).filter(CaptureHead::isKnown),
                        facts(said, FactKind.CPU).filter(CaptureHead::isKnown),
                        all.profiles().values().stream()
                                .map(profile ->
                                        profile.session().host().getOrDefault("computer", ""))));
    }

    /// nsys writes the word where it could not find out.
    private static boolean isKnown(String word) {
        return !word.equalsIgnoreCase("unknown");
    }

    private static String versions(List<SideFacts> said) {
        return each(
                Stream.of(
                        facts(said, FactKind.TORCH).map(version -> "torch " + version),
                        facts(said, FactKind.CUDA).map(CaptureHead::platform),
                        facts(said, FactKind.DRIVER)
                                .map(version -> "driver for " + platform(version))));
    }

    /// CUDA writes 12.4 as 12040, HIP 7.2.53211 as 70253211.
    private static String platform(String version) {
        if (!version.matches("\\d{4,9}")) {
            return "CUDA " + version;
        }
        int number = Integer.parseInt(version);
        return number < HIP
                ? "CUDA " + number / 1000 + "." + number % 1000 / 10
                : "HIP " + number / HIP + "." + number % HIP / 100_000;
    }

    /// The first of them, and the last where that is another minute.
    private static String dates(CaptureSet all) {
        List<Instant> dates =
                Stream.concat(
                                all.captures().stream()
                                        .map(capture -> capture.origin().began())
                                        .flatMap(Optional::stream),
                                all.profiles().values().stream().flatMap(CaptureHead::created))
                        .sorted()
                        .toList();
        return dates.isEmpty()
                ? ""
                : Stream.of(dates.getFirst(), dates.getLast())
                        .map(RunHead.DATE::format)
                        .distinct()
                        .collect(Collectors.joining(" to "));
    }

    private static Stream<Instant> created(NcuProfile profile) {
        long seconds = profile.session().createdEpochSeconds();
        return seconds == 0 ? Stream.empty() : Stream.of(Instant.ofEpochSecond(seconds));
    }

    private static Stream<String> facts(List<SideFacts> said, FactKind kind) {
        return said.stream()
                .map(facts -> facts.values().getOrDefault(kind, ""))
                .filter(value -> !value.isEmpty());
    }

    private static String each(Stream<Stream<String>> words) {
        return words.flatMap(Function.identity())
                .filter(word -> !word.isEmpty())
                .distinct()
                .collect(Collectors.joining(", "));
    }
}
