package dev.llmprof.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import dev.llmprof.console.Console;
import dev.llmprof.console.Console.Paint;
import dev.llmprof.console.ExitCode;
import dev.llmprof.host.Machine;
import dev.llmprof.host.check.Examination;
import dev.llmprof.host.check.Finding;
import dev.llmprof.host.check.HostCheck;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// Says which tools are here, what works with them, and how to fix the rest.
@Command(
        name = "doctor",
        header = "Show which tools are installed, what works and how to fix the rest.",
        description = {
            "Looks for nsys, ncu, a GPU and its counters, Python with torch, a browser and disk",
            "space, and says what each absence costs. It starts nothing that takes longer than",
            "asking for a version, and changes nothing."
        },
        footer = {"", "Example:", "  llmprof doctor --json", ""})
public final class DoctorCommand implements Callable<Integer> {
    private final Console console;
    private final Machine machine;
    private final Supplier<List<HostCheck>> ofStages;

    @Option(names = "--json", description = "Print the findings as JSON.")
    private boolean json;

    public DoctorCommand(Console console, Machine machine, Supplier<List<HostCheck>> ofStages) {
        this.console = console;
        this.machine = machine;
        this.ofStages = ofStages;
    }

    @Override
    public Integer call() throws IOException {
        List<Finding> findings =
                Examination.of(machine, Runtime.version().toString(), ofStages.get());
        if (json) {
            writeJson(findings);
        } else {
            findings.forEach(this::print);
        }
        return ExitCode.OK;
    }

    private void print(Finding finding) {
        String state = String.format(Locale.ROOT, "%-8s", name(finding.state()));
        console.out()
                .printf(
                        Locale.ROOT,
                        "  %-13s %s %s%n",
                        finding.name(),
                        console.paint(paint(finding.state()), state),
                        finding.detail());
        printBelow("costs", finding.costs());
        printBelow("fix", finding.fix());
    }

    private void printBelow(String label, String text) {
        if (!text.isEmpty()) {
            console.out()
                    .printf(
                            Locale.ROOT,
                            "  %-13s %8s %s%n",
                            "",
                            console.paint(Paint.DIM, label),
                            text);
        }
    }

    private void writeJson(List<Finding> findings) throws IOException {
        try (var generator = new JsonFactory().createGenerator(console.out())) {
            generator.setPrettyPrinter(new DefaultPrettyPrinter());
            generator.writeStartArray();
            for (Finding finding : findings) {
                generator.writeStartObject();
                generator.writeStringField("name", finding.name());
                generator.writeStringField("state", name(finding.state()));
                generator.writeStringField("detail", finding.detail());
                generator.writeStringField("costs", finding.costs());
                generator.writeStringField("fix", finding.fix());
                generator.writeEndObject();
            }
            generator.writeEndArray();
            generator.writeRaw('\n');
        }
    }

    private static String name(Finding.State state) {
        return state.name().toLowerCase(Locale.ROOT);
    }

    private static Paint paint(Finding.State state) {
        return switch (state) {
            case OK -> Paint.GREEN;
            case MISSING -> Paint.YELLOW;
            case BROKEN -> Paint.RED;
        };
    }
}
