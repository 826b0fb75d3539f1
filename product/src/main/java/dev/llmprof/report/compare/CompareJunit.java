package dev.llmprof.report.compare;

import dev.llmprof.compare.Comparison;
import dev.llmprof.compare.GateVerdict;
import dev.llmprof.compare.metric.MetricAnswer;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/// A comparison as JUnit XML: a test case for each gating metric.
public final class CompareJunit {
    /// How a test case ended; nothing inside one that passed.
    private enum Ending {
        PASSED(""),
        FAILURE("failure"),
        SKIPPED("skipped"),
        ERROR("error");

        private final String element;

        Ending(String element) {
            this.element = element;
        }
    }

    private record TestCase(String name, Ending ending, String message) {}

    private CompareJunit() {}

    /// `fails`: whether an inconclusive metric is a failure; else it is skipped.
    public static String of(Comparison comparison, boolean fails) {
        try {
            var text = new StringWriter();
            XMLStreamWriter xml = XMLOutputFactory.newInstance().createXMLStreamWriter(text);
            write(xml, cases(comparison, fails));
            xml.close();
            return text + "\n";
        } catch (XMLStreamException e) {
            throw new IllegalStateException("writing into memory", e);
        }
    }

    private static List<TestCase> cases(Comparison comparison, boolean fails) {
        Ending open = fails ? Ending.FAILURE : Ending.SKIPPED;
        List<TestCase> cases = new ArrayList<>();
        for (MetricAnswer answer : comparison.metrics()) {
            cases.add(of(answer, comparison, open));
        }
        if (cases.isEmpty()) {
            Ending ending =
                    switch (comparison.verdict()) {
                        case NOT_COMPARABLE -> Ending.ERROR;
                        case INCONCLUSIVE -> open;
                        case REGRESSION, IMPROVED, UNCHANGED -> Ending.PASSED;
                    };
            cases.add(new TestCase("comparable", ending, CompareWords.headline(comparison)));
        }
        return cases;
    }

    private static TestCase of(MetricAnswer answer, Comparison comparison, Ending open) {
        if (comparison.verdict() == GateVerdict.NOT_COMPARABLE) {
            return new TestCase(
                    answer.kind().name(), Ending.ERROR, CompareWords.headline(comparison));
        }
        if (comparison.sameCapture()) {
            return new TestCase(answer.kind().name(), Ending.PASSED, "");
        }
        boolean stamped = !comparison.stamps().isEmpty();
        Ending ending =
                switch (answer.gating()) {
                    case REGRESSION -> stamped ? open : Ending.FAILURE;
                    case INCONCLUSIVE -> open;
                    case IMPROVED, UNCHANGED -> stamped ? open : Ending.PASSED;
                };
        return new TestCase(answer.kind().name(), ending, message(answer));
    }

    private static String message(MetricAnswer answer) {
        List<String> parts = new ArrayList<>();
        parts.add(answer.gating().word());
        answer.estimate()
                .ifPresent(estimate ->
                        parts.add(
                                CompareNumbers.change(estimate.ratio())
                                        + " "
                                        + CompareNumbers.interval(estimate)));
        parts.addAll(CompareWords.reasons(answer));
        return String.join("; ", parts);
    }

    private static void write(XMLStreamWriter xml, List<TestCase> cases) throws XMLStreamException {
        xml.writeStartDocument("UTF-8", "1.0");
        xml.writeCharacters("\n");
        xml.writeStartElement("testsuite");
        xml.writeAttribute("name", "llmprof gate");
        xml.writeAttribute("tests", String.valueOf(cases.size()));
        xml.writeAttribute("failures", count(cases, Ending.FAILURE));
        xml.writeAttribute("errors", count(cases, Ending.ERROR));
        xml.writeAttribute("skipped", count(cases, Ending.SKIPPED));
        for (TestCase each : cases) {
            xml.writeCharacters("\n  ");
            xml.writeStartElement("testcase");
            xml.writeAttribute("classname", "llmprof.gate");
            xml.writeAttribute("name", clean(each.name));
            if (each.ending != Ending.PASSED) {
                xml.writeEmptyElement(each.ending.element);
                xml.writeAttribute("message", clean(each.message));
            }
            xml.writeEndElement();
        }
        xml.writeCharacters("\n");
        xml.writeEndElement();
        xml.writeEndDocument();
    }

    private static String count(List<TestCase> cases, Ending ending) {
        return String.valueOf(cases.stream().filter(each -> each.ending == ending).count());
    }

    /// Most control characters are no XML at all.
    private static String clean(String text) {
        return text.replaceAll("[\\p{Cntrl}\\ufffe\\uffff]", " ");
    }
}
