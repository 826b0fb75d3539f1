package dev.llmprof.report.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.llmprof.report.Samples;
import dev.llmprof.report.block.Chart;
import dev.llmprof.report.block.Unit;
import dev.llmprof.testing.Golden;
import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.xml.sax.InputSource;

class SvgTest {

    @Test
    void histogramAsApproved() throws IOException {
        var chart =
                new Chart.Histogram(Unit.NANOSECONDS, List.of(0., 1e3, 2e3, 3e3), List.of(4, 0, 9));
        Golden.check("histogram.svg", Svg.histogram("duration_us", "duration", chart));
    }

    @Test
    void rooflineAsApproved() throws IOException {
        Golden.check("roofline.svg", Svg.roofline("Roofline", (Chart.Roofline) Samples.roofline()));
    }

    @Test
    void aHostileNameIsText() throws Exception {
        var point = new Svg.Percentages(Samples.HOSTILE, 19.66, 9.15, .5);
        String svg = Svg.percentages("a & b", "DRAM %", "SM %", List.of(point));
        assertFalse(svg.contains("<script"));
        var root =
                DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(new InputSource(new StringReader(svg)))
                        .getDocumentElement();
        assertEquals("svg", root.getTagName());
        assertTrue(root.getTextContent().contains(Samples.HOSTILE));
    }

    @Test
    void logarithmicTicksArePowersOfTen() {
        assertEquals(List.of(.1, 1., 10., 100.), SvgAxis.powers(.2, 80, 0, 1).ticks());
        assertEquals(.5, SvgAxis.powers(1, 100, 0, 1).place(10), 1e-12);
    }
}
