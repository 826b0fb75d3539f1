package dev.llmprof.report.format;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class CsvTest {

    @Test
    void aNameIsNoFormulaAndANumberStaysOne() {
        assertEquals(
                "'=cmd|' /C calc'!A0,'+f,'-kernel,'@sum,'\tx,\"'\rx\",-1.5,+2e-9,7,a=b,\"x,\"\"y\"\"\"\n",
                Csv.line(
                        List.of(
                                "=cmd|' /C calc'!A0",
                                "+f",
                                "-kernel",
                                "@sum",
                                "\tx",
                                "\rx",
                                "-1.5",
                                "+2e-9",
                                "7",
                                "a=b",
                                "x,\"y\"")));
    }
}
